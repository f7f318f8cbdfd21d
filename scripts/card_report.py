"""Play random games and count every card, branch, special Action, Free Action and Prescience card used.

    python scripts/card_report.py                  # 200 games of each mode
    python scripts/card_report.py --games 2500     # 5,000 games in all
    python scripts/card_report.py --games 100 --mode solo

What no game used is listed last. Such of it as scripts/rare_positions.py has a position for is played from there, a few
dozen times if need be. Exits 1 if something is not used even then.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dune_env.arrakis.actions import SPECIALS
from dune_env.arrakis.cards.entry import Branch
from dune_env.arrakis.content import Content, load_content
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.mahdi.charts import CARD_CHARTS, SPECIAL_CHARTS
from dune_env.arrakis.names import HARKONNEN, HOUSE_HARKONNEN
from dune_env.arrakis.planning import PLAYS
from dune_env.arrakis.programs import CORE_NAMES
from dune_env.arrakis.ruleset import MODES, GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.state import PROGRAMS
from dune_env.engine.chance import Generator
from dune_env.engine.steps import FRAME, NONE, PROGRAM
from scripts.rare_positions import RARE

TRIES = 60  # games from a position of its own
FREE_ACTIONS = ["guerrilla_training", "scouting", "atomics", "hawats_scheming"]


def wanted(content: Content, mode: str) -> dict[str, list[str]]:
    """Every note that the games of *mode* should leave, by what it counts."""
    solo = mode == "solo"
    cards, branches = [], []
    for kind, name in enumerate(content.card_ids):
        mahdis = solo and content.card_deck[kind] >= HOUSE_HARKONNEN
        program = CARD_CHARTS[kind] if mahdis else PLAYS[kind]
        if program != NONE:
            cards.append("play_" + name)
            branches.extend(ways(program))
    specials = []
    for leader, name in enumerate(content.leader_ids):
        program = (SPECIAL_CHARTS if solo and content.leader_side[leader] == HARKONNEN else SPECIALS)[leader]
        if program != NONE:
            specials.append("special_" + name)
            branches.extend(ways(program))
    free = [name for name in FREE_ACTIONS if not solo or name not in ("scouting", "hawats_scheming")]
    claims = ["claim_" + name for name in content.prescience_ids]
    return {"card": cards, "branch": branches, "special": specials, "free Action": free, "claim": claims}


def ways(program: int) -> list[str]:
    """The notes of both ways of a Program with a Branch."""
    if not any(isinstance(step, Branch) for step in PROGRAMS.steps[program]):
        return []
    name = PROGRAMS.names[program]
    return [f"{name}:first", f"{name}:otherwise"]


def play(game: Game, seed: int, max_rounds: int) -> Counter[str]:
    """Play a random game to its end; its questions, those with a choice, and those of them in the core rules."""
    game.trace = []
    picks = Generator()
    picks.seed(seed)
    asked: Counter[str] = Counter()
    while not game.over and game.round <= max_rounds:
        choice = len(game.asked) > 1
        in_core = game.stack[len(game.stack) - FRAME + PROGRAM] < len(CORE_NAMES)
        asked.update(questions=1, decisions=int(choice), core=int(choice and in_core))
        game.pick(game.asked[picks.below(len(game.asked))])
    return asked


def shown(note: str, mode: str) -> int:
    """Games from its position until *note* was left, 0 if there is none or it never was."""
    for seed in range(TRIES if note in RARE else 0):
        game = build({**RARE[note], "mode": mode}, seed)
        play(game, seed, game.round)
        assert game.trace is not None
        if note in game.trace:
            return seed + 1
    return 0


def report(mode: str, games: int, first_seed: int, max_rounds: int) -> list[str]:
    """Play the games of one mode, print what was used, and return what was not."""
    config = GameConfig(mode=mode, ties="ask")
    content = load_content(config.content)
    uses: Counter[str] = Counter()
    games_with: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + games):
        game = new_game(config, seed)
        offered.update(play(game, seed, max_rounds))
        assert game.trace is not None
        uses.update(game.trace)
        games_with.update(set(game.trace))
        offered["rounds"] += min(game.round, max_rounds)
        offered["free slots"] += sum(1 for slot in game.history if SLOTS.name(slot).startswith(("free(", "claim(")))
    means = {what: count / games for what, count in offered.items()}
    added = means["decisions"] / means["core"] - 1
    print(f"\n{mode}: {games} games with {means['rounds']:.1f} rounds and {means['questions']:.0f} questions each;")
    print(f"{means['decisions']:.0f} decisions, {means['core']:.0f} of them in the core rules, to which cards", end=" ")
    print(f"and Leaders add {added:.0%}; {means['free slots']:.1f} free slots are picked\n")
    unused: list[str] = []
    for what, notes in wanted(content, mode).items():
        print(f"{what:12} {'uses':>7} {'games':>7}")
        for note in sorted(notes, key=lambda each: (-uses[each], each)):
            print(f"  {note:58} {uses[note]:7} {games_with[note]:7}")
        unused.extend(note for note in notes if not uses[note])
    print("\nnever used:", *(unused or ["nothing"]), sep="\n  ")
    missing: list[str] = []
    for note in unused:
        tries = shown(note, mode)
        if tries:
            print(f"from a position of its own, game {tries}: {note}")
        else:
            missing.append(note)
    return missing


def main() -> int:
    parser = argparse.ArgumentParser(description="What random games use of the content.")
    parser.add_argument("--games", type=int, default=200, help="games of each mode")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--mode", choices=[*MODES, "both"], default="both")
    parser.add_argument("--max-rounds", type=int, default=20, help="rounds after which a game is cut off")
    args = parser.parse_args()
    if args.games < 1 or args.max_rounds < 1 or args.first_seed < 0:
        parser.error("--games and --max-rounds take an int of 1 or more, --first-seed one of 0 or more")
    modes = MODES if args.mode == "both" else (args.mode,)
    missing = [note for mode in modes for note in report(mode, args.games, args.first_seed, args.max_rounds)]
    if missing:
        print("\nnot even from a position of its own:", *missing, sep="\n  ")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
