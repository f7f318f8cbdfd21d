"""Random games of both modes, checked at every question."""

from __future__ import annotations

import pytest

from dune_env.arrakis.ruleset import PRESETS, GameConfig
from tests.walker import WalkError, walk


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_two_player_games(seed: int, preset: str) -> None:
    counts = walk(seed, GameConfig(ruleset=preset), max_rounds=6)
    assert counts["decisions"] > 200
