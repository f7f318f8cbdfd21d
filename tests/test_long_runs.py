"""The scripts for long runs: a soak tells time and memory, and fingerprints of games tell what differs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from dune_env.arrakis.ruleset import MODES
from scripts import same_games, soak


def called(monkeypatch: pytest.MonkeyPatch, script: str, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [script, *arguments])


def test_a_soak_by_the_clock_ends_after_the_game_under_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called(monkeypatch, "soak.py", "--minutes", "0.00001", "--mode", "solo", "--max-rounds", "2", "--check-every", "50")
    assert soak.main() == 0
    told = capsys.readouterr().out
    assert "\n1 games, " in told
    if soak.STATM.exists():
        assert re.search(r"MB at the start, [0-9.]+ MB after the first tenth, [0-9.]+ MB at the end \(.*\): flat", told)


def test_a_soak_by_games_plays_each_seed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def walk(seed: int, *_: object, **__: object) -> dict[str, int]:
        seeds.append(seed)
        return {"rounds": 1}

    monkeypatch.setattr(soak, "walk", walk)
    called(monkeypatch, "soak.py", "--games", "3", "--first-seed", "7")
    assert soak.main() == 0
    assert seeds == [7, 8, 9]


@pytest.mark.parametrize(("last", "status", "verdict"), [(109.0, 0, "flat"), (112.0, 1, "NOT FLAT")])
def test_memory_that_grows_after_the_first_tenth_fails_the_soak(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], last: float, status: int, verdict: str
) -> None:
    in_use = iter([50.0, 100.0, last])
    monkeypatch.setattr(soak, "resident", lambda: next(in_use))
    monkeypatch.setattr(soak, "walk", lambda *_, **__: {"rounds": 1})
    called(monkeypatch, "soak.py", "--games", "20")
    assert soak.main() == status
    told = capsys.readouterr().out
    assert f"memory 50.0 MB at the start, 100.0 MB after the first tenth, {last:.1f} MB at the end" in told
    assert told.rstrip().endswith(f": {verdict}")


@pytest.mark.parametrize("minutes", ["0", "-1", "nan", "inf"])
def test_minutes_are_a_time(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], minutes: str) -> None:
    called(monkeypatch, "soak.py", f"--minutes={minutes}")
    with pytest.raises(SystemExit):
        soak.parsed()
    assert "--minutes takes a number above 0" in capsys.readouterr().err


def fingerprints(monkeypatch: pytest.MonkeyPatch, path: Path) -> list[dict[str, object]]:
    called(monkeypatch, "same_games.py", "--write", str(path), "--games", "2", "--max-rounds", "2")
    assert same_games.main() == 0
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_same_games_are_found_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    facts = fingerprints(monkeypatch, path)
    assert [(fact["mode"], fact["seed"]) for fact in facts] == [(mode, seed) for mode in MODES for seed in (0, 1)]
    assert len({fact["picked"] for fact in facts}) == len(facts)
    called(monkeypatch, "same_games.py", "--compare", str(path))
    assert same_games.main() == 0
    assert "all 4 games are the same" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["answers", "offered", "picked", "masks", "observations", "end"])
def test_the_first_game_that_differs_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    path = tmp_path / "games.jsonl"
    facts = fingerprints(monkeypatch, path)
    facts[1][name] = 0 if name == "answers" else "0" * 32
    path.write_text("\n".join(json.dumps(fact) for fact in facts))
    called(monkeypatch, "same_games.py", "--compare", str(path))
    assert same_games.main() == 1
    assert f"line 2: {MODES[0]}, seed 1 differs in {name}" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{}\n", "[1]\n", "no games\n"])
def test_another_file_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    called(monkeypatch, "same_games.py", "--compare", str(path))
    with pytest.raises(SystemExit):
        same_games.main()
    assert "--compare takes a file that --write made" in capsys.readouterr().err
