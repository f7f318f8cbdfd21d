"""The action space is pinned: a slot keeps its int and its name for as long as the version stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from dune_env.arrakis.slots import CHANCE_SLOTS, N_CHANCE_SLOTS, N_SLOTS, SLOTS
from dune_env.engine.slots import SlotFamily, SlotSpace

LOCK = Path(__file__).parent / "slots.lock"


def test_every_slot_keeps_its_int() -> None:
    """A change of this file breaks trained policies and saved games: it takes a new version and a changelog entry."""
    locked = dict(line.split(" ", 1)[::-1] for line in LOCK.read_text(encoding="utf-8").splitlines())
    assert {name: int(slot) for name, slot in locked.items()} == SLOTS.slots
    assert len(locked) == SLOTS.size == N_SLOTS == 349


def test_names_and_slots_translate_both_ways() -> None:
    for space in (SLOTS, CHANCE_SLOTS):
        assert [space.slot(space.name(slot)) for slot in range(space.size)] == list(range(space.size))
    assert SLOTS.name(SLOTS.slot("pick_area(carthag)")) == "pick_area(carthag)"
    assert CHANCE_SLOTS.size == N_CHANCE_SLOTS


def test_what_is_no_slot_is_refused_by_its_number_or_name() -> None:
    with pytest.raises(IndexError, match="no slot 349: slots run from 0 to 348"):
        SLOTS.name(349)
    with pytest.raises(IndexError, match="no slot -1"):
        SLOTS.name(-1)
    with pytest.raises(KeyError, match="no slot is called 'pick_area"):
        SLOTS.slot("pick_area(caladan)")


def test_families_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="slot family 'colour' holds 1 labels, got 2"):
        SlotFamily("colour", ["black", "silver"], 1)
    with pytest.raises(ValueError, match="two slots share a name"):
        SlotSpace([SlotFamily("", ["pass"]), SlotFamily("", ["pass"])])


def test_reserved_slots_are_named_and_stand_behind_the_labels() -> None:
    space = SlotSpace([SlotFamily("colour", ["black"], 3), SlotFamily("", ["pass"])])
    assert space.names == ["colour(black)", "colour(reserved_1)", "colour(reserved_2)", "pass"]
    assert [family.start for family in space.families] == [0, 3]
