"""Every card and every Leader of the content has an entry and a test that names it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dune_env.arrakis.cards.entry import Branch
from dune_env.arrakis.content import load_content
from dune_env.arrakis.game import new_game
from dune_env.arrakis.leaders.entering import LEADER_IDS
from dune_env.arrakis.mahdi.charts import CARD_CHARTS, SPECIAL_CHARTS
from dune_env.arrakis.names import HARKONNEN, HOUSE_HARKONNEN
from dune_env.arrakis.planning import PLAYS
from dune_env.arrakis.prescience import REQUIREMENTS
from dune_env.arrakis.ruleset import MODES
from dune_env.arrakis.special_actions import SPECIALS
from dune_env.arrakis.state import PROGRAMS
from dune_env.engine.steps import NONE
from scripts.card_report import shown, wanted
from scripts.rare_positions import RARE

TESTS = Path(__file__).resolve().parent
CONTENT = load_content(None)
NOT_PLAYED = {"hawats_scheming"}  # a Free Action
NO_SPECIAL = {"gurney_halleck"}

# The files in which a test about a card, and one about what Mahdi does with it, would stand.
PLAYER_TESTS = ("test_cards_", "test_leaders_", "test_rules_", "test_atomics", "test_prescience_cards")
MAHDI_TESTS = ("test_mahdi_",)


@cache
def words(prefixes: tuple[str, ...]) -> frozenset[str]:
    """Every word of the test files whose names begin so."""
    found: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        if path.name.startswith(prefixes):
            found.update(re.findall(r"[a-z_]+", path.read_text(encoding="utf-8")))
    return frozenset(found)


def is_named(name: str, prefixes: tuple[str, ...]) -> bool:
    """Whether a test names *name*, whole, or cut in two as `f"smugglers_{which}"` does."""
    cut = [at for at, letter in enumerate(name) if letter == "_"]
    known = words(prefixes)
    return name in known or any(name[: at + 1] in known and name[at + 1 :] in known for at in cut)


@pytest.mark.parametrize("card", CONTENT.card_ids)
def test_planning_card(card: str) -> None:
    plays = PLAYS[CONTENT.card_ids.index(card)]
    assert (plays == NONE) == (card in NOT_PLAYED)
    assert plays == NONE or PROGRAMS.steps[plays]
    assert is_named(card, PLAYER_TESTS)


@pytest.mark.parametrize("card", CONTENT.prescience_ids)
def test_prescience_card(card: str) -> None:
    requirement = REQUIREMENTS[CONTENT.prescience_ids.index(card)]
    assert requirement is not None
    assert isinstance(requirement.holds(new_game()), bool)
    assert is_named(card, PLAYER_TESTS)


@pytest.mark.parametrize("leader", CONTENT.leader_ids)
def test_leader(leader: str) -> None:
    number = CONTENT.leader_ids.index(leader)
    assert LEADER_IDS[number] == leader
    assert (SPECIALS[number] == NONE) == (leader in NO_SPECIAL)
    assert SPECIALS[number] == NONE or PROGRAMS.steps[SPECIALS[number]]
    assert is_named(leader, PLAYER_TESTS)


@pytest.mark.parametrize("card", [c for k, c in enumerate(CONTENT.card_ids) if CONTENT.card_deck[k] >= HOUSE_HARKONNEN])
def test_mahdis_chart_of_a_card(card: str) -> None:
    chart = CARD_CHARTS[CONTENT.card_ids.index(card)]
    assert chart != NONE and PROGRAMS.steps[chart]
    assert is_named(card, MAHDI_TESTS)


@pytest.mark.parametrize("leader", [x for i, x in enumerate(CONTENT.leader_ids) if CONTENT.leader_side[i] == HARKONNEN])
def test_mahdis_chart_of_a_leader(leader: str) -> None:
    chart = SPECIAL_CHARTS[CONTENT.leader_ids.index(leader)]
    assert chart != NONE and PROGRAMS.steps[chart]
    assert is_named(leader, MAHDI_TESTS)


def test_a_mahdi_chart_branches_where_the_card_does() -> None:
    """Both ways of a card are ways for Mahdi too."""
    for kind, card in enumerate(CONTENT.card_ids):
        if CONTENT.card_deck[kind] >= HOUSE_HARKONNEN and card not in NOT_PLAYED:
            played, charted = PROGRAMS.steps[PLAYS[kind]], PROGRAMS.steps[CARD_CHARTS[kind]]
            branches = [sum(isinstance(step, Branch) for step in steps) for steps in (played, charted)]
            assert branches[0] == branches[1], card


WANTED = {mode: [note for notes in wanted(CONTENT, mode).values() for note in notes] for mode in MODES}


@pytest.mark.parametrize(("mode", "note"), [(mode, note) for mode in MODES for note in WANTED[mode] if note in RARE])
def test_what_random_games_rarely_use_comes_up_from_its_position(note: str, mode: str) -> None:
    assert shown(note, mode) > 0


def test_each_rare_position_is_for_something_that_games_can_use() -> None:
    assert set(RARE) <= {note for notes in WANTED.values() for note in notes}
