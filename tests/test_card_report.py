"""The report of what random games use: what is not used, what fails and how decisions grew decide how it exits."""

from __future__ import annotations

import sys

import pytest

from dune_env.arrakis.cards.entry import CARD_IDS
from dune_env.arrakis.free_actions import FREE_ACTIONS
from dune_env.arrakis.game import Game
from dune_env.arrakis.mahdi.charts import CARD_CHARTS, SPECIAL_CHARTS
from dune_env.arrakis.planning import PLAYS
from dune_env.arrakis.special_actions import SPECIALS
from scripts import card_report
from scripts.card_report import Task, effects_taken_out, play_batch


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["card_report.py", *arguments])
    return card_report.main()


def test_what_is_used_neither_by_games_nor_from_a_position_is_a_problem(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(card_report, "RARE", {})
    assert run(monkeypatch, "--games", "1", "--mode", "solo", "--max-rounds", "1") == 1
    assert "not even from a position of its own: solo: special_paul_muaddib" in capsys.readouterr().out


def test_nothing_is_missing_where_all_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_report, "wanted", lambda content, mode: {"card": ["leader_entered"]})
    monkeypatch.setattr(card_report, "GROWTH", 10.0)
    assert run(monkeypatch, "--games", "2", "--mode", "solo") == 0


def test_growth_by_a_third_is_a_problem(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(card_report, "wanted", lambda content, mode: {})
    monkeypatch.setattr(card_report, "BEFORE_CARDS", {"solo": ("earlier", 10.0, 5.0)})
    assert run(monkeypatch, "--games", "2", "--mode", "solo") == 1
    told = capsys.readouterr().out
    assert "solo: effects add" in told
    assert "commit earlier" in told


def test_a_broken_invariant_is_told_with_its_seed_and_stops_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game) -> None:
        assert game.seed != 6, "a die is lost"

    monkeypatch.setattr(card_report, "check", broken)
    tally = play_batch(Task("solo", range(5, 8), 20, 30, True))
    assert tally.asked["games"] == 2
    assert len(tally.failures) == 1
    assert tally.failures[0].startswith("solo, seed 6, round 1, answer 29, ")
    assert "a die is lost" in tally.failures[0]


def test_effects_are_out_for_the_games_without_and_back_afterwards() -> None:
    tables = [PLAYS, SPECIALS, CARD_CHARTS, SPECIAL_CHARTS]
    before = [table[:] for table in tables], FREE_ACTIONS[:]
    task = Task("two_player", range(2), 6, 0, False)
    tally = play_batch(task)
    names = [f"play_{card}" for card in CARD_IDS]
    assert not set(tally.uses) & {*names, "special_stilgar", "special_baron_harkonnen", "hawats_scheming"}
    with effects_taken_out():
        assert set(PLAYS) == {-1}
    assert ([table[:] for table in tables], FREE_ACTIONS[:]) == before
    again = play_batch(Task("two_player", range(2), 6, 0, True))
    assert set(again.uses) & set(names)


def test_processes_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [Task("solo", range(at, at + 2), 20, 0, True) for at in (0, 2)]
    one = card_report.tallied(tasks, 1)["solo", True]
    two = card_report.tallied(tasks, 2)["solo", True]
    assert one.uses == two.uses
    assert one.asked == two.asked
