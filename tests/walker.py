"""Random games, looked at from all sides at every question: copies, saves, options, invariants, replays."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields

from dune_env.arrakis.game import Game, from_json, new_game
from dune_env.arrakis.names import REASON_NAMES, SEAT_NAMES
from dune_env.arrakis.ruleset import V1_1, GameConfig, Ruleset
from dune_env.arrakis.saving import INT_FIELDS, LIST_FIELDS
from dune_env.arrakis.slots import SLOTS
from tests.invariants import check

ENGINE_FIELDS = ["stack", "asked", "extras", "seat_to_act", "over", "explicit_chance", "history"]
PREFIXES = 5


class WalkError(AssertionError):
    """A game that broke something: the seed, the question and the slots picked."""


def differences(one: Game, other: Game) -> list[str]:
    """The attributes in which two games differ."""
    found = [name for name in INT_FIELDS + LIST_FIELDS + ENGINE_FIELDS if getattr(one, name) != getattr(other, name)]
    return found if one.rng.words() == other.rng.words() else [*found, "rng"]


def walk(
    seed: int,
    config: GameConfig | None = None,
    max_rounds: int = 20,
    check_every: int = 1,
    save_every: int = 40,
    try_every: int = 10,
) -> Counter[str]:
    """Play one random game and check it; what happened is counted. WalkError tells how to see a fault again.

    Args:
        check_every: questions from one look at the invariants and at a copy to the next.
        save_every: questions from one JSON round trip to the next.
        try_every: questions from one try of every answer, on copies, to the next.
    """
    config = config or GameConfig()
    picks = random.Random(seed)
    game = new_game(config, seed)
    game.trace = []
    counts: Counter[str] = Counter()
    marks: list[tuple[int, str]] = []
    step = 0
    try:
        while not game.over and game.round <= max_rounds:
            if step % check_every == 0:
                look(game, step % save_every == 0, step % try_every == 0)
            marked(marks, picks, step, game)
            if len(game.asked) > 1:
                counts["decisions"] += 1
            game.pick(picks.choice(game.asked))
            step += 1
        check(game)
        replay_marks(config, seed, game, marks)
    except Exception as error:
        slots = " ".join(SLOTS.name(slot) for slot in game.history)
        raise WalkError(
            f"seed {seed}, {described(config)}, round {game.round}, {game.question()} of "
            f"{SEAT_NAMES[game.seat_to_act] if game.seat_to_act >= 0 else 'nobody'}: {error!r}\npicked: {slots}"
        ) from error
    counts.update(game.trace)
    counts["rounds"] += min(game.round, max_rounds)
    counts["answers"] += step
    counts[f"end_{REASON_NAMES[game.reason]}" if game.over else "truncated"] += 1
    return counts


def described(config: GameConfig) -> str:
    """The mode, and what the ruleset changes of v1.1."""
    changed = [f.name for f in fields(Ruleset) if getattr(config.rules, f.name) != getattr(V1_1, f.name)]
    return " ".join([config.mode, config.ties, *(["not:"] if changed else []), *changed])


def look(game: Game, save: bool, try_all: bool) -> None:
    """Check one question: invariants, a copy, and now and then a JSON round trip and every answer."""
    check(game)
    twin = game.copy()
    assert not differences(game, twin), f"the copy differs: {differences(game, twin)}"
    if save:
        again = from_json(game.to_json())
        assert not differences(game, again), f"the saved game differs: {differences(game, again)}"
    if try_all:
        before = game.digest()
        for slot in game.asked:
            tried = game.copy()
            tried.pick(slot)
            check(tried)
        assert game.digest() == before, "an answer on a copy changed the game"


def marked(marks: list[tuple[int, str]], picks: random.Random, step: int, game: Game) -> None:
    """Keep the digests of a few questions, each as likely as any other."""
    if len(marks) < PREFIXES:
        marks.append((step, game.digest()))
    elif picks.random() < PREFIXES / (step + 1):
        marks[picks.randrange(PREFIXES)] = (step, game.digest())


def replay_marks(config: GameConfig, seed: int, game: Game, marks: list[tuple[int, str]]) -> None:
    """The config, the seed and the history lead to the same positions again."""
    wanted = dict(marks)
    again = new_game(config, seed)
    for step, slot in enumerate(game.history):
        if step in wanted:
            assert again.digest() == wanted[step], f"the replay differs at answer {step}"
        again.pick(slot)
    assert again.digest() == game.digest(), "the replay ends elsewhere"
