"""Corners of Mahdi's criteria and charts that other tests leave open: each notices a fault of tests/mutants.py."""

from __future__ import annotations

from tests.mahdi_turn import drawing_on, mahdi_draws
from tests.test_mutant_gaps import atreides, harkonnen


def test_hard_times_brings_regulars_to_the_villages() -> None:
    table = mahdi_draws("hard_times_and_oppression")
    for village in ("arsunt", "hagga_basin", "imperial_basin", "north_pole"):
        assert table.legion("harkonnen", village) == {"regular": 1}


def test_feyd_enters_and_the_card_itself_plays_another() -> None:
    table = mahdi_draws("beloved_feyd_rautha").draw("moving_the_battle_group")
    assert drawing_on(table)  # the Mentat's own second card is still to come


def test_rabban_attacks_by_surprise() -> None:
    legions = {"shield_wall_east": harkonnen(regular=2), "gara_kulon": atreides(regular=3)}
    table = mahdi_draws("mudir_nahya_the_demon_ruler", legions=legions)
    table.roll("3shield", "5special").until("casualties")
    assert table.units("atreides", "gara_kulon") == 3 and table.seat() == "atreides"  # Rabban used the added Special


def test_troop_carriers_land_on_the_nearest_of_several_legions() -> None:
    legions = {
        "arsunt": harkonnen(regular=3, elite=2, generic=1),
        "central_north_east_7": harkonnen(regular=1),
        "north_east_8": harkonnen(regular=3),
        "gara_kulon": atreides(regular=3),
    }
    table = mahdi_draws("troop_carriers", legions=legions)
    assert table.units("harkonnen", "north_east_8") == 6 and table.units("harkonnen", "central_north_east_7") == 1
