"""Copies and saves: every attribute of the position, in the middle of any effect; broken saves refused by field."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path
from typing import Any

import pytest

from dune_env.arrakis import saving
from dune_env.arrakis.game import Game, from_json, new_game
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.saving import INT_FIELDS, LIST_FIELDS, SaveError
from dune_env.arrakis.scenario import build, dump
from dune_env.arrakis.state import State
from dune_env.engine.steps import Frames
from tests.walker import ENGINE_FIELDS, differences

# Shared or not part of the position.
SHARED = {"config", "content", "rules", "solo", "trace", "answers", "answer_count"}
CHANGED_IN_PLACE = {"cells", "events", "stack"}  # by the rules; every other list is replaced


def attributes(cls: type) -> set[str]:
    """What the constructor of *cls* sets on self; read from its file, since compiled classes have no source."""
    file = Path(__file__).resolve().parent.parent / (cls.__module__.replace(".", "/") + ".py")
    tree = ast.parse(file.read_text())
    found: set[str] = set()
    for outer in ast.walk(tree):
        if not isinstance(outer, ast.ClassDef) or outer.name != cls.__name__:
            continue
        for node in outer.body:
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                for target in ast.walk(node):
                    if isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store):
                        found.add(target.attr)
    assert found
    return found


POSITION = (attributes(State) | attributes(Frames) | {"history"}) - SHARED


def some_games(mode: str = "two_player", explicit_chance: bool = False) -> list[Game]:
    """Games stopped in the middle of many different questions."""
    found: dict[str, Game] = {}
    for seed in range(2):
        picks = random.Random(seed)
        game = new_game(GameConfig(mode=mode), seed, explicit_chance)
        for _ in range(500):
            if game.over:
                break
            found.setdefault(game.question(), game.copy())
            game.pick(picks.choice(game.asked))
    assert len(found) > 20
    return list(found.values())


def test_saved_fields_are_all_there_is() -> None:
    saved = {*INT_FIELDS, *LIST_FIELDS, *ENGINE_FIELDS, "rng"}
    assert saved == POSITION


def test_a_copy_takes_every_attribute_and_shares_no_list_that_changes() -> None:
    game = some_games()[-1]
    # Make every list and number tell-tale, so that an attribute left out shows.
    for at, name in enumerate(sorted(POSITION - {"rng", "over", "explicit_chance"})):
        value = getattr(game, name)
        if isinstance(value, list):
            setattr(game, name, [*value, 1000 + at])
        elif isinstance(value, bytearray):
            value.append(100 + at)
        else:
            setattr(game, name, 1000 + at)
    game.over = game.explicit_chance = True
    twin = game.copy()
    for name in POSITION - {"rng"}:
        assert getattr(twin, name) == getattr(game, name), name
        if name in CHANGED_IN_PLACE:
            assert getattr(twin, name) is not getattr(game, name), name
    assert twin.rng.words() == game.rng.words() and twin.rng is not game.rng


@pytest.mark.parametrize("mode", ["two_player", "solo"])
def test_a_game_in_play_replaces_the_lists_that_copies_share(mode: str) -> None:
    shared = sorted({name for name in POSITION - CHANGED_IN_PLACE if isinstance(getattr(new_game(), name), list)})
    seen = set()
    for seed in range(6):
        picks = random.Random(seed)
        game = new_game(GameConfig(mode=mode), seed, explicit_chance=seed % 2 == 1)
        while not game.over and len(game.history) < 4000:
            held = [getattr(game, name) for name in shared]
            before = [values[:] for values in held]
            game.pick(picks.choice(game.asked))
            for name, values, was in zip(shared, held, before, strict=True):
                assert values == was, f"{name} was changed in place after {game.history}"
                if getattr(game, name) != was:
                    seen.add(name)
    assert len(seen) > len(shared) // 2


def test_a_copy_may_leave_the_history_out() -> None:
    game = some_games()[-1]
    twin = game.copy(history=False)
    assert game.history and twin.history == []
    assert twin.digest() == game.digest() and twin.rng.words() == game.rng.words()
    twin.pick(twin.asked[0])
    assert len(twin.history) == 1 and len(game.copy().history) == len(game.history)


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("explicit_chance", [False, True])
def test_a_saved_game_plays_on_as_it_would_have(mode: str, explicit_chance: bool) -> None:
    for game in some_games(mode, explicit_chance):
        again = from_json(game.to_json())
        assert not differences(game, again), game.question()
        picks = random.Random(1)
        for _ in range(30):
            if game.over:
                break
            slot = picks.choice(game.asked)
            game.pick(slot)
            again.pick(slot)
        assert not differences(game, again)


@pytest.mark.parametrize("mode", ["two_player", "solo"])
def test_a_dumped_game_plays_on_as_it_would_have(mode: str) -> None:
    ignored = {"history", "rng", "seed"}
    for game in some_games(mode, explicit_chance=True):
        position = json.loads(json.dumps(dump(game)))
        again = build(position, seed=9, config=game.config, explicit_chance=True)
        assert set(differences(game, again)) <= ignored, game.question()
        picks = random.Random(1)
        for _ in range(30):
            if game.over:
                break
            slot = picks.choice(game.asked)
            game.pick(slot)
            again.pick(slot)
        assert set(differences(game, again)) <= ignored


def broken(change: str, value: Any) -> str:
    """A saved game with one field changed; dots lead into objects and lists, `-` takes the field out."""
    data = json.loads(new_game(seed=2).to_json())
    *path, last = change.split(".")
    at = data
    for key in path:
        at = at[int(key) if key.isdigit() else key]
    if value == "-":
        del at[last]
    else:
        at[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "value", "named"),
    [
        ("digest", "0123", "digest"),
        ("content", "0123", "content"),
        ("supremacy", "-", "supremacy"),
        ("supremacy", "three", "supremacy"),
        ("supremacy", True, "supremacy"),
        ("cells", [0, 1], "cells"),
        ("cells", [256] + [0] * 2019, "cells"),
        ("dice", [0] * 9 + ["x"], "dice"),
        ("leader_at", None, "leader_at"),
        ("rng", [1, 2, 3], "rng"),
        ("over", 3, "over"),
        ("stack", {}, "stack"),
        ("stack.1.program", "no_such_program", r"stack\[1\].program"),
        ("stack.1.step", 99, r"stack\[1\].step"),
        ("stack.1.registers", {"no_such_register": 1}, r"stack\[1\].registers.no_such_register"),
        ("history", 7, "history"),
        ("history", ["no_such_slot"], r"history\[0\]"),
        ("config", 3, "config"),
        ("config.ruleset", 3, "config.ruleset"),
        ("config.no_such_field", 3, "config"),
    ],
)
def test_a_broken_save_is_refused_by_its_field(change: str, value: Any, named: str) -> None:
    with pytest.raises(SaveError, match=f"^{named}"):
        from_json(broken(change, value))


def test_what_is_no_saved_game_at_all() -> None:
    for text in ("", "{", "[]", "3"):
        with pytest.raises(SaveError, match="JSON"):
            from_json(text)
    with pytest.raises(SaveError, match=r"^config\.mode"):
        from_json(broken("config.mode", "chess"))


def test_the_digest_knows_the_programs() -> None:
    before = saving.rules_digest()
    assert before == saving.rules_digest() and len(before) == 16
