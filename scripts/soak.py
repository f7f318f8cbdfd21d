"""Random games, checked by the walker, and a report of what happened in them and of the memory that they took.

    python scripts/soak.py --games 200 --mode two_player --max-rounds 20
    python scripts/soak.py --games 2000 --mode solo --check-every 10
    python scripts/soak.py --minutes 30 --mode solo --check-every 10

It exits 1 at the first game that broke something, which it tells with seed and slots, and if memory is not flat.
"""

from __future__ import annotations

import argparse
import math
import mmap
import sys
import time
from collections import Counter
from pathlib import Path

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dune_env.arrakis.content import load_content
from dune_env.arrakis.ruleset import MODES, PRESETS, TIES, GameConfig
from tests.walker import WalkError, walk

# What the report counts, by the notes that the rules leave.
DEEDS = [
    ("splits of a Legion", ["split"]),
    ("transports", ["transport", "transport_attack"]),
    ("retreats", ["retreat"]),
    ("retreats forced by a worm", ["worm_retreat"]),
    ("attacks of a worm with no way out", ["worm_attack_in_place"]),
    ("rescues of a Harvester", ["rescue"]),
    ("Sietches lost", ["sietch_lost"]),
    ("Harkonnen settlements lost", ["settlement_lost"]),
    ("battles won by the attacker", ["attacker_won"]),
    ("battles ceased", ["cease"]),
    ("surplus dice changed", ["surplus_die"]),
    ("Bene Gesserit tokens placed", ["bene_gesserit"]),
    ("scoutings", ["scouting"]),
    ("tokens turned up by Guerrilla Training", ["guerrilla_training"]),
    ("Stations taken", ["station"]),
    ("Leaders exchanged", ["leader_exchanged"]),
]
LONG_RIDE = 3

STATM = Path("/proc/self/statm")
WARM = 0.1  # the share of a soak after which caches are full and the memory of a game is what the last one took
FLAT = 1.1  # how many times that memory may be in use at the end


class Soak:
    """How far a soak is, by games or by time, and how much memory it has taken on its way."""

    def __init__(self, games: int, minutes: float | None) -> None:
        self.games = games
        self.seconds = None if minutes is None else 60 * minutes
        self.began = time.monotonic()
        self.played = 0
        self.memory = [resident()]  # megabytes at the start, after the first tenth, at the end

    def share(self) -> float:
        """The share of the soak that is over."""
        if self.seconds is None:
            return self.played / self.games
        return (time.monotonic() - self.began) / self.seconds

    def count(self) -> None:
        """One more game is over."""
        self.played += 1
        if len(self.memory) == 1 and self.share() >= WARM:
            self.memory.append(resident())

    def end(self) -> bool:
        """Print what memory was in use; whether it was flat after the first tenth."""
        start, warm, last = [*self.memory, resident()]
        minutes = (time.monotonic() - self.began) / 60
        if math.isnan(last):
            print(f"\n{minutes:.1f} minutes; memory in use is told on Linux only")
            return True
        flat = last <= FLAT * warm
        print(
            f"\n{minutes:.1f} minutes; memory {start:.1f} MB at the start, {warm:.1f} MB after the first tenth, "
            f"{last:.1f} MB at the end ({last / warm - 1:+.1%}): {'flat' if flat else 'NOT FLAT'}"
        )
        return flat


def resident() -> float:
    """The memory that the process has in use, in megabytes; not a number where /proc does not tell."""
    if not STATM.exists():
        return math.nan
    return int(STATM.read_text().split()[1]) * mmap.PAGESIZE / 1e6


def main() -> int:
    arguments = parsed()
    config = GameConfig(mode=arguments.mode, ruleset=arguments.ruleset, ties=arguments.ties)
    counts: Counter[str] = Counter()
    soak = Soak(arguments.games, arguments.minutes)
    with tqdm(total=None if arguments.minutes else arguments.games, unit="game") as bar:
        while soak.played == 0 or soak.share() < 1:
            try:
                counts += walk(
                    arguments.first_seed + soak.played,
                    config,
                    max_rounds=arguments.max_rounds,
                    check_every=arguments.check_every,
                    save_every=40 * arguments.check_every,
                    try_every=10 * arguments.check_every,
                )
            except WalkError as error:
                print(error, file=sys.stderr)
                return 1
            soak.count()
            bar.update()
    report(counts, soak.played)
    return 0 if soak.end() else 1


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--games", type=int, default=100)
    length.add_argument("--minutes", type=float, help="instead: stop after the game under way when this time is over")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--mode", choices=MODES, default="two_player")
    parser.add_argument("--ruleset", choices=sorted(PRESETS), default="v1_1")
    parser.add_argument("--ties", choices=TIES, default="ask")
    parser.add_argument("--max-rounds", type=int, default=20, help="rounds after which a game is cut off")
    parser.add_argument("--check-every", type=int, default=1, help="questions from one look to the next")
    options = parser.parse_args()
    for name in ("games", "max_rounds", "check_every"):
        if getattr(options, name) < 1:
            parser.error(f"--{name.replace('_', '-')} takes a whole number of 1 or more")
    if options.first_seed < 0:
        parser.error(f"--first-seed takes 0 or more, got {options.first_seed}")
    if options.minutes is not None and not 0 < options.minutes < math.inf:
        parser.error(f"--minutes takes a number above 0, got {options.minutes}")
    return options


def report(counts: Counter[str], games: int) -> None:
    """Print what was counted."""
    rounds, decisions = counts["rounds"] / games, counts["decisions"] / games
    print(f"\n{games} games, {rounds:.1f} rounds and {decisions:.0f} decisions a game")
    print(f"cut off: {counts['truncated']} ({counts['truncated'] / games:.0%})")
    section("how games ended", Counter({k[4:]: n for k, n in counts.items() if k.startswith("end_")}))
    rides = {int(k[5:]): n for k, n in counts.items() if k.startswith("ride_")}
    deeds = Counter({name: sum(counts[note] for note in notes) for name, notes in DEEDS})
    deeds["rides"] = sum(rides.values())
    deeds[f"rides through {LONG_RIDE} Areas or more"] = sum(n for areas, n in rides.items() if areas >= LONG_RIDE)
    section("deeds", deeds)
    content = load_content(None)
    section("Prescience cards claimed", Counter({name: counts[f"claim_{name}"] for name in content.prescience_ids}))
    section("Planning cards played", Counter({name: counts[f"play_{name}"] for name in content.card_ids}))
    section("special Actions", Counter({name: counts[f"special_{name}"] for name in content.leader_ids}))
    section("rules of Mahdi noted", Counter({k: n for k, n in counts.items() if k.startswith(("R-", "Q-"))}))


def section(title: str, counts: Counter[str]) -> None:
    if not counts:
        return
    print(f"\n{title}")
    for name, count in counts.most_common():
        print(f"  {count:8}  {name}")


if __name__ == "__main__":
    sys.exit(main())
