"""A position under v1.1 with one switch of the Ruleset on or off."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from dune_env.arrakis.ruleset import V1_1, GameConfig, Ruleset
from tests.table import Table

NORTH_EAST = "air_north_east__central_north_east"
READINGS = pytest.mark.parametrize("on", [True, False])
FIELDS = [each.name for each in fields(Ruleset)]


def table(name: str, on: bool, position: dict[str, object], seed: int = 0) -> Table:
    """The position under v1.1 with one switch on or off; row and Bene Gesserit tokens out of the way."""
    plain: dict[str, object] = {"row": [], "bene_gesserit": {"atreides": 0}}
    rules = replace(V1_1, **{name: on})
    mode = str(position.pop("mode", "two_player"))
    return Table.scenario({**plain, **position}, seed, GameConfig(mode=mode, ruleset=rules))
