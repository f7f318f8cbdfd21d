"""Record files: what is written replays to the same end, and what is broken is named by line and field."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import dune_env  # noqa: F401  (registers the environments)
from dune_env import war_for_arrakis_v0
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.records import (
    RecordError,
    read_records,
    record_from,
    record_of,
    replay_record,
    result_of,
    write_records,
)
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.scenario import build, dump
from tests.walker import differences

ROOT = Path(__file__).resolve().parent.parent
CONFIGS = [
    (GameConfig(), False),
    (GameConfig(ruleset="exclusive_2023"), True),
    (GameConfig(mode="solo"), False),
    (GameConfig(mode="solo", ties="seeded"), True),
]


def played(config: GameConfig, seed: int, explicit: bool, rounds: int = 4) -> Game:
    picks = random.Random(seed)
    game = new_game(config, seed, explicit)
    while not game.over and game.round <= rounds:
        game.pick(picks.choice(game.asked))
    return game


def a_line() -> dict[str, Any]:
    data: dict[str, Any] = record_of(played(GameConfig(), 3, False, 1)).data()
    return json.loads(json.dumps(data))


def replay(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(ROOT / "scripts" / "replay.py"), str(path), *options]
    return subprocess.run(script, capture_output=True, text=True, cwd=ROOT, check=False)


def test_records_replay(tmp_path: Path) -> None:
    games = [played(config, seed, explicit) for config, explicit in CONFIGS for seed in range(3)]
    path = tmp_path / "games.jsonl"
    assert write_records(str(path), [record_of(game) for game in games[:5]]) == 5
    assert write_records(str(path), [record_of(game) for game in games[5:]], append=True) == len(games) - 5
    records = list(read_records(str(path)))
    assert [record.line for record in records] == list(range(1, len(games) + 1))
    for record, game in zip(records, games, strict=True):
        again = replay_record(record)
        assert not differences(again, game)
        assert record.result == result_of(game)
    assert any(record.result["winner"] == "harkonnen" for record in records), "no game was played to its end"


def test_the_script_replays_and_tells(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = played(GameConfig(mode="solo"), 1, False)
    write_records(str(path), [record_of(game), record_of(played(GameConfig(), 2, False, 1))])
    done = replay(path)
    assert done.returncode == 0 and "2 games replayed, all as recorded" in done.stdout
    told = replay(path, "--log", "--game", "1")
    assert told.returncode == 0 and "1 games replayed" in told.stdout
    for slot in record_of(game).slots:
        assert slot in told.stdout
    assert "round 1, action_resolution" in told.stdout and "atreides is asked" not in told.stdout
    assert "  die_spent harkonnen" in told.stdout

    lines = path.read_text().splitlines()
    path.write_text(lines[0] + "\n" + lines[1][:-40])
    cut = replay(path)
    assert cut.returncode == 1 and "line 2: the line: takes a JSON object, cut short or broken" in cut.stderr
    path.write_text("")
    assert replay(path).returncode == 1 and "no game to replay" in replay(path).stderr
    assert replay(tmp_path / "absent.jsonl").returncode == 1


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("format", 2, "line 7: format: got 2, takes 1"),
        ("format", True, "line 7: format: got True"),
        ("rules", "0123", "line 7: rules: recorded under '0123'"),
        ("rules", 5, "line 7: rules: got 5, takes a text"),
        ("config", [], "line 7: config: takes an object"),
        ("config.mode", "chess", "line 7: config: mode: got 'chess'"),
        ("config.speed", 3, "line 7: config: speed: unknown"),
        ("config.content", "no_such_file.json", "line 7: config: .*no_such_file.json"),
        ("content", "0123", "line 7: content: recorded with '0123'"),
        ("seed", -1, "line 7: seed: got -1, takes an int of 0 or more"),
        ("seed", 4, r"line 7: (slots\[\d+\]|result\.)"),
        ("scenario", 3, "line 7: scenario: takes null or an object"),
        ("scenario", {"spice": 3}, "line 7: scenario: spice"),
        ("explicit_chance", 0, "line 7: explicit_chance: got 0, takes true or false"),
        ("slots", "pass", "line 7: slots: takes a list of names"),
        ("slots.5", 3, r"line 7: slots\[5\]: got 3, takes the name of a slot"),
        ("slots.5", "pick_area(dune)", r"line 7: slots\[5\]: 'pick_area\(dune\)' cannot be picked: no slot is called"),
        ("slots.5", "option(11)", r"line 7: slots\[5\]: 'option\(11\)' cannot be picked: illegal slot"),
        ("slots", [], "line 7: result"),
        ("result", None, "line 7: result: takes an object"),
        ("result.winner", "harkonnen", "line 7: result.winner: recorded 'harkonnen', the replay has None"),
        ("result.winner", "fremen", "line 7: result.winner: got 'fremen'"),
        ("result.reason", "boredom", "line 7: result.reason: got 'boredom'"),
        ("result.reason", "supremacy", "line 7: result.reason: recorded 'supremacy'"),
        ("result.rounds", 9, "line 7: result.rounds: recorded 9"),
        ("result.rounds", "two", "line 7: result.rounds: got 'two'"),
        ("result.supremacy", 9, "line 7: result.supremacy: recorded 9"),
        ("result.prescience", [1], "line 7: result.prescience: got"),
        ("result.prescience", [9, 9, 9], "line 7: result.prescience: recorded"),
        ("result.digest", "0123", "line 7: result.digest: recorded '0123'"),
        ("result.digest", None, "line 7: result.digest: got None"),
        ("result.score", 1, "line 7: result.score: unknown"),
        ("players", 2, "line 7: players: unknown, a record takes format"),
    ],
)
def test_a_broken_record_is_named(field: str, value: Any, message: str) -> None:
    data = a_line()
    *path, last = field.split(".")
    at: Any = data
    for key in path:
        at = at[key]
    at[int(last) if isinstance(at, list) else last] = value
    with pytest.raises(RecordError, match=message):
        replay_record(record_from(json.dumps(data), 7))


@pytest.mark.parametrize("field", ["format", "rules", "config", "content", "seed", "scenario", "slots", "result"])
def test_a_missing_field_is_named(field: str) -> None:
    data = a_line()
    del data[field]
    with pytest.raises(RecordError, match=f"line 1: {field}: is missing"):
        record_from(json.dumps(data), 1)
    data = a_line()
    del data["result"]["digest"]
    with pytest.raises(RecordError, match=r"result\.digest: is missing"):
        record_from(json.dumps(data))


def test_games_without_a_record() -> None:
    game = played(GameConfig(), 5, False, 1)
    switched = game.copy(explicit_chance=True)
    drawn = game.resample(0, 1)
    placed = build(dump(game), 1)
    placed.pick(placed.asked[0])
    for without in (switched, drawn, placed):
        with pytest.raises(RecordError, match="no record: the seed and the history do not lead to this game"):
            record_of(without)
    # With its scenario the last one has a record.
    position = json.loads(json.dumps(dump(game)))
    assert replay_record(record_of(placed, position)).digest() == placed.digest()


@pytest.mark.parametrize("start", [None, {"round": 3, "supremacy": 4, "turn": "harkonnen"}])
def test_environments_record(start: Any) -> None:
    options = {"scenario": copy.deepcopy(start)} if start else None
    env = gym.make("dune_env/WarForArrakis-v0", max_rounds=4, side="harkonnen")
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=4, options=options)
    for _ in range(60):
        _, _, _, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    if options:
        options["scenario"]["round"] = 9  # the environment has its own
    record = pickle.loads(pickle.dumps(env)).unwrapped.record()
    assert record.data() == env.unwrapped.record().data() and record.scenario == start
    assert not differences(replay_record(record), env.unwrapped.game)

    aec = war_for_arrakis_v0.env(mode="solo")
    aec.reset(seed=2)
    for agent in aec.agent_iter():
        observation, _, terminated, _, _ = aec.last()
        aec.step(None if terminated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        if not aec.agents:
            break
        assert agent == "atreides"
    assert aec.unwrapped.record().result["winner"] == "harkonnen"
    assert replay_record(aec.unwrapped.record()).over
