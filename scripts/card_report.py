"""Play random games and count every card, branch, special Action, Free Action and Prescience card used.

    python scripts/card_report.py                                # 200 games of each mode
    python scripts/card_report.py --games 5000 --workers 2       # 5,000 games of each mode; compiled, a few minutes
    python scripts/card_report.py --games 1 --first-seed 77 --mode solo --check-every 1

What no game used is listed last. Such of it as scripts/rare_positions.py has a position for is played from there, a few
dozen times if need be. How many decisions a game has is told beside what it had without card effects. Exits 1 if
something is not used even then, if a game raised an error, got stuck or broke an invariant (its seed is printed), or if
the effects add a third or more to the decisions of a round.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from dune_env.arrakis.cards.entry import Branch
from dune_env.arrakis.components import Content
from dune_env.arrakis.content import load_content
from dune_env.arrakis.free_actions import FREE_ACTIONS
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.mahdi.charts import CARD_CHARTS, SPECIAL_CHARTS
from dune_env.arrakis.names import HARKONNEN, HOUSE_HARKONNEN
from dune_env.arrakis.planning import KEPT, PLAYS
from dune_env.arrakis.ruleset import MODES, GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import CLAIM, FREE, SLOTS
from dune_env.arrakis.special_actions import SPECIALS
from dune_env.arrakis.state import PROGRAMS
from dune_env.engine.chance import Generator
from dune_env.engine.steps import NONE
from scripts.rare_positions import RARE
from tests.invariants import check

TRIES: Final = 60  # games from a position of its own
FREE_ACTION_NOTES: Final = ["guerrilla_training", "scouting", "atomics", "hawats_scheming"]
MOST_QUESTIONS: Final = 50_000  # in one round: more means that it never ends
BATCH: Final = 20  # games that a process plays at a time
GROWTH: Final = 1 / 3  # what effects may add to the decisions of a round

# Commit 5151cb0 is the last one in which no card and no Leader had an effect. There 200 random games (seeds 0 to 199,
# answers drawn by random.Random(seed), cut off after round 20) had 1228.0 decisions and 20.0 rounds each. No commit
# played solo before cards had effects; the same rules with their effects taken out stand in for it, in both modes.
BEFORE_CARDS: Final = {"two_player": ("5151cb0", 1228.0, 61.4)}
GAMES_WITHOUT: Final = 400  # games, at most, that are played without effects


@dataclass
class Tally:
    """What some games did: notes left, games that left them, questions and decisions asked, and what went wrong."""

    uses: Counter[str] = field(default_factory=Counter)
    games_with: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.uses += other.uses
        self.games_with += other.games_with
        self.asked += other.asked
        self.failures += other.failures

    def mean(self, what: str) -> float:
        return self.asked[what] / max(1, self.asked["games"])


@dataclass(frozen=True)
class Task:
    """A batch of games for one process."""

    mode: str
    seeds: range
    max_rounds: int
    check_every: int
    effects: bool


def wanted(content: Content, mode: str) -> dict[str, list[str]]:
    """Every note that the games of *mode* should leave, by what it counts."""
    solo = mode == "solo"
    cards, done, branches = [], [], []
    for kind, name in enumerate(content.card_ids):
        mahdis = solo and content.card_deck[kind] >= HOUSE_HARKONNEN
        program = CARD_CHARTS[kind] if mahdis else PLAYS[kind]
        if program != NONE:
            cards.append("play_" + name)
            if mahdis and kind not in KEPT:  # which it puts aside
                done.append("done_" + name)
            branches.extend(ways(program))
    specials = []
    for leader, name in enumerate(content.leader_ids):
        program = (SPECIAL_CHARTS if solo and content.leader_side[leader] == HARKONNEN else SPECIALS)[leader]
        if program != NONE:
            specials.append("special_" + name)
            branches.extend(ways(program))
    free = [name for name in FREE_ACTION_NOTES if not solo or name not in ("scouting", "hawats_scheming")]
    claims = ["claim_" + name for name in content.prescience_ids]
    used = {"card": cards, "branch": branches, "special": specials, "free Action": free, "claim": claims}
    return {**used, "card of which Mahdi did something": done} if solo else used


def ways(program: int) -> list[str]:
    """The notes of both ways of a Program with a Branch."""
    if not any(isinstance(step, Branch) for step in PROGRAMS.steps[program]):
        return []
    name = PROGRAMS.names[program]
    return [f"{name}:first", f"{name}:otherwise"]


# --- playing


def play(game: Game, seed: int, max_rounds: int, check_every: int = 0) -> Counter[str]:
    """Play a random game to its end, with a look at the invariants every so many questions; what it was asked."""
    game.trace = []
    picks = Generator()
    picks.seed(seed)
    questions = decisions = 0
    most = MOST_QUESTIONS * max_rounds
    while not game.over and game.round <= max_rounds:
        asked = game.asked
        questions += 1
        decisions += len(asked) > 1
        if check_every and questions % check_every == 0:
            check(game)
        game.pick(asked[picks.below(len(asked))])
        if questions > most:
            raise RuntimeError(f"{questions} questions, and the game does not end")
    if check_every:
        check(game)
    free = sum(CLAIM <= slot < LAST_FREE for slot in game.history)
    return Counter(questions=questions, decisions=decisions, free=free, games=1, rounds=min(game.round, max_rounds))


LAST_FREE: Final = max(SLOTS.slots[name] for name in SLOTS.slots if name.startswith("free(")) + 1
assert CLAIM < FREE < LAST_FREE


@contextmanager
def effects_taken_out() -> Iterator[None]:
    """No card can be played for its effect, no special Action used and no Free Action that a card brings."""
    tables: list[list[Any]] = [PLAYS, SPECIALS, CARD_CHARTS, SPECIAL_CHARTS]
    kept = [table[:] for table in tables]
    brought = FREE_ACTIONS[:]
    for table in tables:
        table[:] = [NONE] * len(table)
    FREE_ACTIONS.clear()
    try:
        yield
    finally:
        for table, entries in zip(tables, kept, strict=True):
            table[:] = entries
        FREE_ACTIONS.extend(brought)


def play_batch(task: Task) -> Tally:
    """Play the games of *task*; one that fails is told with its seed and does not stop the others."""
    if not task.effects:
        with effects_taken_out():
            return _play_batch(task)
    return _play_batch(task)


def _play_batch(task: Task) -> Tally:
    config = GameConfig(mode=task.mode, ties="ask")
    tally = Tally()
    for seed in task.seeds:
        game = new_game(config, seed)
        try:
            tally.asked += play(game, seed, task.max_rounds, task.check_every)
        except Exception as error:
            tally.failures.append(
                f"{task.mode}, seed {seed}{'' if task.effects else ' (effects taken out)'}, round {game.round}, "
                f"answer {len(game.history)}, {game.question()}: {error!r}"
            )
        assert game.trace is not None
        tally.uses.update(game.trace)
        tally.games_with.update(set(game.trace))
    return tally


def shown(note: str, mode: str) -> int:
    """Games from its position until *note* was left, 0 if there is none or it never was."""
    for seed in range(TRIES if note in RARE else 0):
        game = build({**RARE[note], "mode": mode}, seed)
        play(game, seed, game.round)
        assert game.trace is not None
        if note in game.trace:
            return seed + 1
    return 0


def tallied(tasks: list[Task], workers: int) -> dict[tuple[str, bool], Tally]:
    """Play all games over *workers* processes; what they did, by mode and by whether effects were in."""
    tallies = {(task.mode, task.effects): Tally() for task in tasks}
    with tqdm(total=sum(len(task.seeds) for task in tasks), unit="game", leave=False) as bar:
        if workers == 1:
            for task in tasks:
                tallies[task.mode, task.effects].add(play_batch(task))
                bar.update(len(task.seeds))
            return tallies
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            jobs: dict[Future[Tally], Task] = {pool.submit(play_batch, task): task for task in tasks}
            for job in as_completed(jobs):
                tallies[jobs[job].mode, jobs[job].effects].add(job.result())
                bar.update(len(jobs[job].seeds))
    return tallies


# --- telling


def tell_decisions(mode: str, tally: Tally, without: Tally) -> float:
    """Print the decisions of a random game with and without effects; by how much those of a round grew at most."""
    each = f"{mode}: {tally.asked['games']} games with {tally.mean('rounds'):.1f} rounds and"
    print(f"\n{each} {tally.mean('questions'):.0f} questions each; {tally.mean('free'):.1f} free slots are picked\n")
    a_round = tally.asked["decisions"] / tally.asked["rounds"]
    rows = [("with all content", tally.mean("decisions"), a_round)]
    rows.append(
        (
            f"effects of cards and Leaders taken out, {without.asked['games']} games",
            without.mean("decisions"),
            without.asked["decisions"] / without.asked["rounds"],
        )
    )
    if mode in BEFORE_CARDS:
        commit, decisions, earlier = BEFORE_CARDS[mode]
        rows.append((f"before cards had effects, commit {commit}, 200 games", decisions, earlier))
    print(f"{'decisions (two answers or more)':58} {'a game':>7} {'a round':>8}  growth a game, a round")
    growth = 0.0
    for name, decisions, rate in rows:
        print(f"  {name:56} {decisions:7.1f} {rate:8.1f}", end="")
        if name == rows[0][0]:
            print()
            continue
        print(f"  {rows[0][1] / decisions - 1:+13.1%} {a_round / rate - 1:+8.1%}")
        growth = max(growth, a_round / rate - 1)
    print()
    return growth


def tell_uses(mode: str, tally: Tally) -> list[str]:
    """Print what was used and how often, and return what neither games nor a position of its own used."""
    unused: list[str] = []
    for what, notes in wanted(load_content(None), mode).items():
        print(f"{what:34} {'uses':>41} {'games':>7}")
        for note in sorted(notes, key=lambda each: (-tally.uses[each], each)):
            print(f"  {note:65} {tally.uses[note]:8} {tally.games_with[note]:7}")
        unused.extend(note for note in notes if not tally.uses[note])
    print(f"\n{mode}, never used:", *(unused or ["nothing"]), sep="\n  ")
    missing: list[str] = []
    for note in unused:
        tries = shown(note, mode)
        if tries:
            print(f"from a position of its own, game {tries}: {note}")
        else:
            missing.append(f"{mode}: {note}")
    return missing


def main() -> int:
    arguments = parsed()
    modes = MODES if arguments.mode == "both" else (arguments.mode,)
    first, past = arguments.first_seed, arguments.first_seed + arguments.games
    tasks = [
        Task(mode, range(at, min(at + BATCH, end)), arguments.max_rounds, arguments.check_every, effects)
        for mode in modes
        for effects, end in ((True, past), (False, min(past, first + GAMES_WITHOUT)))
        for at in range(first, end, BATCH)
    ]
    tallies = tallied(tasks, arguments.workers)
    problems: list[str] = []
    for mode in modes:
        with_effects, without = tallies[mode, True], tallies[mode, False]
        problems += with_effects.failures + without.failures
        if not with_effects.asked["games"] or not without.asked["games"]:
            continue
        growth = tell_decisions(mode, with_effects, without)
        if growth >= GROWTH:
            problems.append(f"{mode}: effects add {growth:.0%} to the decisions of a round")
        problems += [f"not even from a position of its own: {missing}" for missing in tell_uses(mode, with_effects)]
    if problems:
        print("\nproblems:", *problems, sep="\n  ")
    return 1 if problems else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each mode")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--mode", choices=[*MODES, "both"], default="both")
    parser.add_argument("--max-rounds", type=int, default=20, help="rounds after which a game is cut off")
    parser.add_argument("--check-every", type=int, default=50, help="questions between checks, 0: none")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    options = parser.parse_args()
    for name, least in (("games", 1), ("max_rounds", 1), ("workers", 1), ("first_seed", 0), ("check_every", 0)):
        if getattr(options, name) < least:
            parser.error(f"--{name.replace('_', '-')} takes a whole number of {least} or more")
    return options


if __name__ == "__main__":
    sys.exit(main())
