"""Corners of Mahdi's criteria and charts that other tests leave open: each notices a fault of tests/mutants.py."""

from __future__ import annotations

from tests.mahdi import after_die, atreides, first_answers, harkonnen, solo
from tests.mahdi import battle as fight
from tests.mahdi_turn import drawing_on, mahdi_draws
from tests.rules import rule

DEEP_NORTH_EAST = ["sihaya_ridge", *[f"north_east_{n}" for n in (1, 2, 10, 13, 14, 16)]]


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
    table.roll("3shield", "5special")
    assert table.ask() == "casualties.AbsorbHit" and table.seat() == "atreides"  # Rabban used the added Special


def test_troop_carriers_land_on_the_nearest_of_several_legions() -> None:
    legions = {
        "arsunt": harkonnen(regular=3, elite=2, generic=1),
        "central_north_east_7": harkonnen(regular=1),
        "north_east_8": harkonnen(regular=3),
        "gara_kulon": atreides(regular=3),
    }
    table = mahdi_draws("troop_carriers", legions=legions)
    assert table.units("harkonnen", "north_east_8") == 6 and table.units("harkonnen", "central_north_east_7") == 1


@rule("R-37.2")
def test_a_quiet_desert_before_a_threatened_deep_desert() -> None:
    deep = [area for area in DEEP_NORTH_EAST if area != "north_east_13"]
    legions: dict[str, object] = {area: harkonnen(regular=1) for area in deep}  # free, but not empty
    talk = solo(
        {
            "phase": "vehicle_placement",
            "harvest": "gara_kulon",
            "target": "tasmin_sink",
            "sietches": {"tasmin_sink": {}},
            "legions": {**legions, "north_east_15": atreides(regular=1), "north_east_13": atreides(regular=1)},
        }
    )
    first_answers(talk)
    assert talk.has("harvester", "north_east_3") or talk.has("harvester", "north_east_8")
    assert not any(talk.has("harvester", area) for area in deep)


@rule("R-37.5")
def test_a_legion_three_areas_or_one_from_a_sietch_draws_no_ornithopter() -> None:
    for area in ("central_north_east_7", "north_east_12"):  # at 3 Areas, at 1
        talk = solo(
            {
                "phase": "vehicle_placement",
                "target": "tasmin_sink",
                "sietches": {"gara_kulon": {}},
                "legions": {area: harkonnen(regular=3)},
            }
        )
        assert not first_answers(talk).noted("R-37.5")


@rule("R-38.15")
def test_nobody_is_asked_whether_mahdi_exchanges_a_leader() -> None:
    talk = solo({"phase": "end_of_round", "round": 3, "legions": {"carthag": harkonnen(2, leaders=["beast_rabban"])}})
    assert not talk.ask().startswith("end_of_round")
    assert talk.leader("beast_rabban") == "carthag"


@rule("R-39.4")
def test_an_equal_legion_does_not_attack_a_sietch() -> None:
    legions = {"gara_kulon": atreides(regular=3), "shield_wall_east": harkonnen(regular=3)}
    talk = after_die("strategy", {"legions": legions})
    assert not talk.noted("R-39.4") and talk.ask() == "turn.ChooseDie"


@rule("R-39.6")
def test_the_margin_counts_not_the_power() -> None:
    position: dict[str, object] = {
        "sietches": {"gara_kulon": {"rank": 2}, "tasmin_sink": {"rank": 2}},
        "legions": {
            "gara_kulon": atreides(regular=4),
            "shield_wall_east": harkonnen(regular=5),  # 1 ahead
            "tasmin_sink": atreides(regular=1),
            "south_east_7": harkonnen(regular=3),  # 2 ahead
        },
    }
    assert fight(after_die("strategy", position)) == ("south_east_7", "tasmin_sink")


@rule("R-41.10")
def test_the_way_to_the_target_may_cross_impassable_borders_further_on() -> None:
    position: dict[str, object] = {
        "target": "sihaya_ridge",
        "sietches": {"sihaya_ridge": {}},
        "legions": {
            "sihaya_ridge": atreides(regular=2),
            "carthag": harkonnen(regular=3),
            "arsunt": harkonnen(regular=1),  # on a way over ground borders alone it would be joined
        },
    }
    talk = first_answers(after_die("strategy", position))
    # The garrison that is left in Carthag follows with the second move.
    assert talk.units("harkonnen", "broken_land") == 5 and talk.units("harkonnen", "arsunt") == 1
