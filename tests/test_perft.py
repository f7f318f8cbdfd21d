"""Positions play on in as many ways as their files say; `scripts/perft.py --write` counts anew after a change."""

from __future__ import annotations

import pytest

from tests.perft import counted, load, names

POSITIONS = 12


def test_there_are_enough_positions() -> None:
    assert len(names()) >= POSITIONS


@pytest.mark.parametrize("name", names())
def test_node_counts(name: str) -> None:
    entry = load(name)
    found = counted(entry, len(entry["nodes"]))
    assert {key: entry[key] for key in found} == found
