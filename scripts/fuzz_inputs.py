"""Give the package thousands of bad inputs: each must be refused by a documented error and change nothing.

    python scripts/fuzz_inputs.py --count 10000

Slots, actions, seeds and seats of every kind, stale answers, configurations, scenarios, content files, saved games and
records cut short or broken. Documented errors are those of `REFUSALS`, all ValueErrors with a message; where the rules
are compiled, an argument of another type than a function is annotated with may be a TypeError ("int object expected").
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import dune_env.arrakis.game as game_module
from dune_env import war_for_arrakis_v0
from dune_env.arrakis.components import ContentError
from dune_env.arrakis.content import content_facts, load_content
from dune_env.arrakis.game import Game, from_json, game_from_view, new_game, replay
from dune_env.arrakis.position import ScenarioError
from dune_env.arrakis.records import RecordError, read_records, record_of, replay_record, write_records
from dune_env.arrakis.ruleset import ConfigError, GameConfig, config_from
from dune_env.arrakis.saving import SaveError
from dune_env.arrakis.scenario import FIELDS, build, dump
from dune_env.arrakis.slots import N_SLOTS
from dune_env.engine.steps import CHANCE, IllegalSlot

COMPILED = not str(game_module.__file__).endswith(".py")
REFUSALS = (IllegalSlot, ConfigError, ContentError, SaveError, ScenarioError, RecordError)
WRONG: list[Any] = [
    None, True, False, 1.0, 0.5, float("nan"), float("inf"), "3", "pass", "", b"3", [], [0], {}, {"slot": 0}, (1,), 1j,
    -1, -2, -(10**9), N_SLOTS, N_SLOTS + 7, 2**31, 2**63, 10**40, np.float32(2), np.array([1, 2]), np.bool_(True),
    object,
]  # fmt: skip


class Fault(AssertionError):
    """A bad input was taken, broke something or was refused without a documented error."""


def positions(seed: int) -> list[Game]:
    """Games in the middle of many different questions, in both modes, chance handed out in some."""
    found: list[Game] = []
    for config in (GameConfig(), GameConfig(mode="solo"), GameConfig(mode="solo", ties="seeded")):
        for explicit in (False, True):
            picks = random.Random(seed)
            game = new_game(config, seed, explicit)
            for step in range(240):
                if game.over:
                    break
                if step % 15 == 0:
                    found.append(game.copy())
                game.pick(picks.choice(game.asked))
            found.append(game)
    return found


def state_of(game: Game) -> tuple[str, str, list[int]]:
    """All that a refusal must leave alone, the dice to come included."""
    return game.digest(), game.to_json(), game.rng.words()


class Fuzzer:
    """Bad inputs of every kind, drawn from one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.folder = folder
        self.games = positions(seed)
        self.facts = json.dumps(content_facts())
        self.scenarios = [dump(game) for game in self.games[::5]]
        self.lines = self._records()
        self.learner = gymnasium.make("dune_env/WarForArrakis-v0", disable_env_checker=True).unwrapped
        self.vector = gymnasium.make_vec("dune_env/WarForArrakisMahdi-v0", num_envs=2)
        self.table = war_for_arrakis_v0.env()
        self.learner.reset(seed=seed)
        self.vector.reset(seed=seed)
        self.table.reset(seed=seed)
        self.kinds: list[Callable[[], tuple[Callable[[], object], list[Game]]]] = [
            self.slot, self.stale_slot, self.question, self.seat, self.seed, self.action, self.reset, self.config,
            self.keyword, self.scenario, self.exact, self.content, self.saved, self.saved_value, self.record,
            self.record_value, self.history,
        ]  # fmt: skip

    def _records(self) -> list[str]:
        path = self.folder / "good.jsonl"
        games: list[Game] = []
        for config in (GameConfig(), GameConfig(mode="solo")):
            game = new_game(config, 3)
            for _ in range(40):
                game.pick(self.rng.choice(game.asked))
            games.append(game)
        write_records(str(path), [record_of(game) for game in games])
        return path.read_text().splitlines()

    # --- one bad input: what to call, and the games that it must not change

    def wrong(self) -> Any:
        return self.rng.choice(WRONG)

    def game(self) -> Game:
        return self.rng.choice(self.games)

    def bad_slot(self, game: Game) -> Any:
        """A slot that the question does not offer, or what is no slot at all."""
        if self.rng.random() < 0.5:
            return self.rng.choice([slot for slot in range(N_SLOTS + 5) if slot not in game.asked])
        return self.rng.choice([value for value in WRONG if type(value) is not int or value not in game.asked])

    def slot(self) -> tuple[Callable[[], object], list[Game]]:
        game = self.game()
        slot = self.bad_slot(game)
        return lambda: game.pick(slot), [game]

    def stale_slot(self) -> tuple[Callable[[], object], list[Game]]:
        """An answer to the question before."""
        game = self.game()
        if game.over:
            return self.slot()
        twin = game.copy()
        twin.pick(self.rng.choice(twin.asked))
        stale = [slot for slot in game.asked if slot not in twin.asked]
        if not stale:
            return self.slot()
        slot = self.rng.choice(stale)
        return lambda: twin.pick(slot), [twin]

    def question(self) -> tuple[Callable[[], object], list[Game]]:
        """Names and probabilities that the question has not."""
        game = self.game()
        size = game.answer_space().size
        number = self.rng.choice([-1, -7, size, size + 3, 10**12])
        calls: list[Callable[[], object]] = [
            lambda: game.slot_name(number),
            lambda: game.slot_called(f"pick_area({number})"),
        ]
        if game.seat_to_act != CHANCE:
            calls.append(game.chance_outcomes)
        return self.rng.choice(calls), [game]

    def seat(self) -> tuple[Callable[[], object], list[Game]]:
        game = self.game()
        seat = self.rng.choice([-1, -2, 2, 3, 10**12, None, "atreides", 0.5])
        calls = [lambda: game.view(seat), lambda: game.info_set(seat), lambda: game.resample(seat, 1)]
        return self.rng.choice(calls), [game]

    def seed(self) -> tuple[Callable[[], object], list[Game]]:
        game = self.game()
        seed = self.rng.choice([-1, -(10**20), None, 1.5, "7", [1], float("nan")])
        view = game.view(0)
        calls: list[Callable[[], object]] = [
            lambda: new_game(game.config, seed),
            lambda: game_from_view(view, seed),
            lambda: game.resample(0, seed),
            lambda: build({"round": 2}, seed),
        ]
        return self.rng.choice(calls), [game]

    def action(self) -> tuple[Callable[[], object], list[Game]]:
        """An action that an environment does not take."""
        if self.rng.random() < 0.3:
            games = self.vector.games
            bad = self.bad_slot(games[1])
            actions = self.rng.choice([[games[0].asked[0], bad], [games[0].asked[0]], bad, None])
            return lambda: self.vector.step(actions), games
        env = self.rng.choice([self.learner, self.table])
        game = env.unwrapped.game
        slot = self.bad_slot(game)
        return lambda: env.step(slot), [game]

    def reset(self) -> tuple[Callable[[], object], list[Game]]:
        """A seed or a scenario that no environment starts from."""
        env = self.rng.choice([self.learner, self.table, self.vector])
        games = list(env.games) if env is self.vector else [env.unwrapped.game]
        if self.rng.random() < 0.5:
            seed = self.rng.choice([-1, -(10**20), True, 1.5, "7", {}, b"1", float("inf")])
            return lambda: env.reset(seed=seed), games
        scenario = self.rng.choice([3, "desert", [1], True, {"spice": 1}, {"round": -1}, {"round": 10**9}, {1: 2}])
        return lambda: env.reset(seed=1, options={"scenario": scenario}), games

    def config(self) -> tuple[Callable[[], object], list[Game]]:
        fields: list[tuple[str, list[Any]]] = [
            ("mode", [None, 3, "", "chess", ["solo"], True]),
            ("ruleset", [None, 3, "v9", [], {"speed": True}, {"fifth_wormsign": 1}, {"preset": "v9"}, {"preset": 3}]),
            ("content", [3, True, ["a"], {}, "no_such_pack", "/", "\0", "../" * 50]),
            ("max_rounds", [0, -1, True, 1.5, "20", None, [], float("inf")]),
            ("ties", [None, "", "random", 3, True]),
        ]
        name, values = self.rng.choice(fields)
        value = self.rng.choice(values)
        return lambda: new_game(config_from({name: value})), []

    def keyword(self) -> tuple[Callable[[], object], list[Game]]:
        """A keyword, or a value of one, that no environment takes."""
        name = self.rng.choice(
            ["render_mode", "skip_forced", "illegal", "reward", "shaping_gamma", "mode", "max_rounds", "ties", "speed"]
        )
        value = self.rng.choice([3.5, "no_such_value", [], {}, -1, object(), float("nan")])
        ids = ["dune_env/WarForArrakisMahdi-v0", "dune_env/WarForArrakis-v0"]
        calls: list[Callable[[], object]] = [
            lambda: war_for_arrakis_v0.env(**{name: value}),
            lambda: gymnasium.make(self.rng.choice(ids), **{name: value if name != "render_mode" else "no_such_mode"}),
            lambda: gymnasium.make_vec(ids[0], num_envs=2, **{name: value}),
            lambda: gymnasium.make_vec(ids[0], num_envs=self.rng.choice([0, -1, 2.5, None, "2"])),
            lambda: gymnasium.make(ids[1], side=value),
            lambda: gymnasium.make(ids[1], opponent=self.rng.choice([3.5, "no_such_agent", [], None])),
        ]
        return self.rng.choice(calls), []

    def scenario(self) -> tuple[Callable[[], object], list[Game]]:
        """A scenario with one field that holds nothing that the field takes."""
        position = json.loads(json.dumps(self.rng.choice([{}, *self.scenarios])))
        position.pop("exact", None)
        if self.rng.random() < 0.1:
            position["field_" + str(self.rng.randrange(100))] = 1
        else:
            field = self.rng.choice([name for name in FIELDS if name != "exact"])
            position[field] = self.rng.choice([None, -1, 10**30, 1.5, [None], [3], [[]], {"": 1}, {"arrakeen": 3}])
        return lambda: build(position, 1), []

    def exact(self) -> tuple[Callable[[], object], list[Game]]:
        """Exact attributes of the wrong shape, size or name."""
        value = self.rng.choice([None, -(10**12), 10**30, 1.5, "x", True, {}, [None], [10**30], [1.5] * 8, [-9999] * 3])
        name = self.rng.choice(EXACT)
        return lambda: build({"exact": {name: value}}, 1), []

    def content(self) -> tuple[Callable[[], object], list[Game]]:
        """A content file that is broken, or whose facts cannot be."""
        path = self.folder / "content.json"
        text = self.facts
        if self.rng.random() < 0.4:
            text = self.broken(text)
        else:
            facts = json.loads(text)
            key = self.rng.choice([name for name in facts if name not in NOTES])
            facts[key] = self.rng.choice([None, -1, "x", [None], {"no_such_key": 1}, 10**30])
            text = json.dumps(facts)
        path.write_text(text, encoding="utf-8")
        return lambda: load_content(str(path)), []

    def broken(self, text: str) -> str:
        """*text* cut short, or with something in it that makes it no JSON object."""
        at = self.rng.randrange(1, len(text) - 1)
        cut = [text[:at], text[at:], text + "}", text[:at] + "\0" + text[at:]]
        return self.rng.choice([*cut, "", "null", "[]", "7", "[" * 5000, "1" * 5000])

    def saved(self) -> tuple[Callable[[], object], list[Game]]:
        game = self.game()
        text: Any = self.broken(game.to_json())
        if self.rng.random() < 0.1:
            text = self.rng.choice([None, 3, [], {}, b"{}"])
        return lambda: from_json(text), [game]

    def saved_value(self) -> tuple[Callable[[], object], list[Game]]:
        """A saved game with one value changed somewhere."""
        game = self.game()
        data = json.loads(game.to_json())
        self.change(data)
        return lambda: from_json(json.dumps(data)), [game]

    def change(self, data: Any) -> None:
        """Change, add or take out one thing inside *data*."""
        while True:
            keys = list(data) if isinstance(data, dict) else list(range(len(data)))
            key = self.rng.choice(keys)
            inner = data[key]
            if isinstance(inner, (dict, list)) and inner and self.rng.random() < 0.8:
                data = inner
                continue
            if self.rng.random() < 0.2:
                del data[key]
            elif isinstance(data, dict) and self.rng.random() < 0.2:
                data["no_such_field"] = 1
            else:
                data[key] = self.rng.choice([x for x in (None, -7, 10**30, 1.5, "x", [], {}) if x != inner])
            return

    def record(self) -> tuple[Callable[[], object], list[Game]]:
        """A record file that is cut short or holds what is no record."""
        line = self.rng.choice(self.lines)
        return self.replayed(self.lines[0] + "\n" + self.broken(line) + "\n")

    def record_value(self) -> tuple[Callable[[], object], list[Game]]:
        """A record with one value changed somewhere."""
        data = json.loads(self.rng.choice(self.lines))
        self.change(data)
        return self.replayed(json.dumps(data) + "\n")

    def replayed(self, text: str) -> tuple[Callable[[], object], list[Game]]:
        path = self.folder / "bad.jsonl"
        path.write_text(text, encoding="utf-8")

        def replay_all() -> list[Game]:
            played = [replay_record(record) for record in read_records(str(path))]
            if not played or text.strip() == "":
                raise RecordError("no game")
            return played

        return replay_all, []

    def history(self) -> tuple[Callable[[], object], list[Game]]:
        """A history that no game has."""
        game = new_game(seed=1)
        history = [game.asked[0], self.bad_slot(game), self.bad_slot(game)]
        history[1] = N_SLOTS + self.rng.randrange(100)
        return lambda: replay(GameConfig(), 1, history), []

    # --- the check

    def one(self, kind: Callable[[], tuple[Callable[[], object], list[Game]]]) -> str:
        """Try one bad input; the name of the error that refused it. Fault says what went wrong instead."""
        call, games = kind()
        before = [state_of(game) for game in games]
        try:
            call()
        except REFUSALS as error:
            refused: ValueError = error
        except ValueError as error:
            if not str(error).startswith("seat: got"):
                raise Fault(f"{kind.__name__}: refused by an undocumented {type(error).__name__}: {error}") from error
            refused = error
        except TypeError as error:
            if not (COMPILED and "object expected; got" in str(error)):
                raise Fault(f"{kind.__name__}: broken by TypeError: {error}") from error
            refused = ValueError(str(error))
        except Exception as error:
            raise Fault(f"{kind.__name__}: broken by {type(error).__name__}: {error}") from error
        else:
            raise Fault(f"{kind.__name__}: taken")
        if len(str(refused)) < 8:
            raise Fault(f"{kind.__name__}: {type(refused).__name__} says nothing: {refused}")
        if [state_of(game) for game in games] != before:
            raise Fault(f"{kind.__name__}: refused, but a game has changed")
        return type(refused).__name__


NOTES = ["about", "provenance", "shorthand"]  # of a content file: for its reader
EXACT = ["cells", "dice", "hand", "leader_at", "stack", "moved", "supremacy", "round", "phase", "events", "no_such_one"]


def fuzz(count: int, seed: int) -> Counter[str]:
    """Try *count* bad inputs, all kinds in turn; how often each kind was refused by each error."""
    refused: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        fuzzer = Fuzzer(seed, Path(folder))
        for at in range(count):
            kind = fuzzer.kinds[at % len(fuzzer.kinds)]
            refused[f"{kind.__name__}: {fuzzer.one(kind)}"] += 1
    return refused


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.count < 1:
        parser.error("--count takes a whole number of 1 or more")
    start = time.perf_counter()
    try:
        refused = fuzz(options.count, options.seed)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    for what, times in sorted(refused.items()):
        print(f"{times:6} {what}")
    print(f"{sum(refused.values())} bad inputs refused, nothing changed, {time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
