"""Corners of cards that the tests of their decks leave open: each notices a fault of tests/mutants.py."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.mahdi.power import card_target
from tests.table import Table


def test_truthtrance_does_not_bind_the_turn_after_next() -> None:
    table = Table.scenario(
        {
            "turn": "atreides",
            "legions": {},
            "row": [],
            "hands": {"atreides": ["truthtrance"]},
            "dice": {"atreides": ["mentat", "house", "strategy"], "harkonnen": ["mentat", "mentat", "house"]},
        }
    )
    table.pick("die(mentat)", "card(truthtrance)", "die(mentat)", "pass")
    assert table.seat() == "harkonnen" and table.options() == ["die(mentat)"]
    table.pick("die(mentat)", "pass", "die(house)", "pass")
    assert table.seat() == "harkonnen" and table.offers("die(mentat)", "die(house)")


def test_mahdis_target_moves_with_the_sietch_that_kitab_al_ibar_moves() -> None:
    table = Table.scenario(
        {
            "mode": "solo",
            "turn": "atreides",
            "target": "gara_kulon",
            "sietches": {"gara_kulon": {"rank": 2}},
            "legions": {"shield_wall_east": {"side": "harkonnen", "regular": 1}},
            "row": [],
            "hands": {"atreides": ["kitab_al_ibar"]},
            "dice": {"atreides": ["mentat"]},
        }
    )
    assert card_target(table.game) == AREA_INDEX["gara_kulon"]
    table.pick("die(mentat)", "card(kitab_al_ibar)", "pick_area(gara_kulon)", "pick_area(north_east_12)")
    assert card_target(table.game) == AREA_INDEX["north_east_12"]
