"""Whether two machines, Pythons or builds play the same games: fingerprints of random games, written or compared.

    python scripts/same_games.py --write games.jsonl       # 200 games of each mode, compiled, say
    python scripts/same_games.py --compare games.jsonl     # the same games interpreted, or under another Python

A game's fingerprint is made of every slot that was legal and every slot that was picked, of the mask and observation at
every question, and of the position at the end. --compare tells the first game that differs, and in what; it exits 1.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import dune_env.arrakis.game as rules
from dune_env.arrakis.game import new_game
from dune_env.arrakis.layout import Watch
from dune_env.arrakis.ruleset import MODES, GameConfig
from dune_env.arrakis.slots import mask_bytes
from dune_env.engine.chance import Generator

Fingerprint = dict[str, object]
NAMES = ("mode", "seed", "max_rounds", "answers", "offered", "picked", "masks", "observations", "end")


def fingerprint(mode: str, seed: int, max_rounds: int) -> Fingerprint:
    """Play one random game, broken off after *max_rounds*, and say what it was made of."""
    game = new_game(GameConfig(mode=mode), seed)
    watches = [Watch(game.config, game.content, seat) for seat in (0, 1)]
    picks = Generator()
    picks.seed(seed)
    offered, picked, masks, observations = (hashlib.sha256() for _ in range(4))
    answers = 0
    while not game.over and game.round <= max_rounds:
        offered.update(repr(list(game.asked)).encode())
        masks.update(mask_bytes(game.asked))
        observations.update(watches[game.seat_to_act].observation(game))
        slot = game.asked[picks.below(len(game.asked))]
        picked.update(b"%d " % slot)
        game.pick(slot)
        answers += 1
    return {
        "mode": mode,
        "seed": seed,
        "max_rounds": max_rounds,
        "answers": answers,
        "offered": offered.hexdigest()[:32],
        "picked": picked.hexdigest()[:32],
        "masks": masks.hexdigest()[:32],
        "observations": observations.hexdigest()[:32],
        "end": game.digest(),
    }


def games(arguments: argparse.Namespace) -> Iterator[Fingerprint]:
    """The fingerprints of the games asked for, mode by mode."""
    wanted = [(mode, seed) for mode in MODES for seed in range(arguments.games)]
    for mode, seed in tqdm(wanted, unit="game", disable=None):
        yield fingerprint(mode, seed, arguments.max_rounds)


def kept_in(path: Path) -> list[Fingerprint]:
    """The fingerprints in a file that --write made; ValueError for any other."""
    kept: list[Fingerprint] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if not kept or any(not isinstance(fact, dict) or fact.keys() != set(NAMES) for fact in kept):
        raise ValueError(f"each of its lines has the entries {', '.join(NAMES)}")
    return kept


def compare(kept: list[Fingerprint]) -> int:
    """Play the games of *kept* again; the exit status."""
    answers = 0
    for line, fact in enumerate(tqdm(kept, unit="game", disable=None), 1):
        now = fingerprint(str(fact["mode"]), int(str(fact["seed"])), int(str(fact["max_rounds"])))
        answers += int(str(now["answers"]))
        wrong = [name for name in NAMES if fact[name] != now[name]]
        if wrong:
            print(f"line {line}: {now['mode']}, seed {now['seed']} differs in {', '.join(wrong)}")
            return 1
    print(f"{described()}: all {len(kept)} games are the same, {answers:,} answers")
    return 0


def described() -> str:
    """What plays the games here."""
    build = "interpreted" if str(rules.__file__).endswith(".py") else "compiled"
    return f"{build}, Python {platform.python_version()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE", help="play games and write their fingerprints")
    what.add_argument("--compare", type=Path, metavar="FILE", help="play the games of a file and compare")
    parser.add_argument("--games", type=int, default=200, help="games of each mode that --write plays")
    parser.add_argument("--max-rounds", type=int, default=20, help="rounds after which --write breaks a game off")
    arguments = parser.parse_args()
    for name in ("games", "max_rounds"):
        if getattr(arguments, name) < 1:
            parser.error(f"--{name.replace('_', '-')} takes a whole number of 1 or more")
    if arguments.compare:
        try:
            kept = kept_in(arguments.compare)
        except (OSError, ValueError) as error:
            parser.error(f"--compare takes a file that --write made: {arguments.compare}: {error}")
        return compare(kept)
    lines = [json.dumps(fact) for fact in games(arguments)]
    arguments.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{described()}: {len(lines)} games written to {arguments.write}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
