"""Random games of both modes, checked at every question."""

from __future__ import annotations

import pytest

from dune_env.arrakis.game import Game
from dune_env.arrakis.ruleset import PRESETS, TIES, GameConfig
from tests import walker
from tests.walker import WalkError, walk


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_two_player_games(seed: int, preset: str) -> None:
    counts = walk(seed, GameConfig(ruleset=preset), max_rounds=8)
    assert counts["decisions"] > 300


def test_a_long_two_player_game() -> None:
    counts = walk(11, max_rounds=60, check_every=25, save_every=500, try_every=250)
    assert counts["rounds"] > 30


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ties", TIES)
def test_solo_games(seed: int, ties: str) -> None:
    counts = walk(seed, GameConfig(mode="solo", ties=ties), max_rounds=12)
    assert counts["decisions"] > 20


def test_a_fault_is_told_with_its_seed_and_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(game: Game) -> None:
        assert len(game.history) < 50, "too long"

    monkeypatch.setattr(walker, "check", check)
    with pytest.raises(WalkError, match=r"seed 7, two_player ask, round \d+, .*too long") as caught:
        walk(7)
    assert "picked: pick_area(" in str(caught.value)
