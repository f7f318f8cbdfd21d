"""Mahdi's attacks: which Sietch or Legion, with which Legion, by which Ornithopter (chapter 39)."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, AREA_INDEX
from dune_env.arrakis.mahdi.power import basic, detailed_power, power
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from tests.mahdi import CENTRAL_EAST, NORTH_EAST, SOUTH_EAST, after_die, atreides, battle, harkonnen, ruled, turn
from tests.rules import rule

TWO = {"gara_kulon": {"rank": 2}, "hobars_gap": {"rank": 2}}


def test_guard_of_the_helper() -> None:
    talk = turn({"legions": {"arrakeen": harkonnen(2)}})
    assert talk.seat() == "chance" and talk.offers("roll_die(strategy)", "roll_die(house)")


# --- Combat Power


@rule("R-39.11", "R-39.12", "R-39.13")
def test_combat_power() -> None:
    talk = turn(
        {
            "legions": {
                "gara_kulon": atreides(2, elite=1, special_elite=1, generic=2, tokens=["atreides_standard_1"]),
                "carthag": harkonnen(1, elite=2, special_elite=1, generic=1, leaders=["beast_rabban"]),
                "arsunt": harkonnen(0, tokens=["harkonnen_black_1", "harkonnen_silver_2"]),
            }
        }
    )
    values = [
        (ATREIDES, "gara_kulon", 2 + 1 + 1 + 2 + 2, 4 + 3 + 4 + 2 + 2),  # the Sietch's rank adds nothing
        (HARKONNEN, "carthag", 1 + 2 + 1 + 1 + 1, 2 + 6 + 4 + 1 + 2),
        (HARKONNEN, "arsunt", 4, 4),
    ]
    for side, area, plain, detailed in values:
        combined = power(talk.game, side, AREA_INDEX[area])
        assert (basic(combined), detailed_power(talk.game, side, AREA_INDEX[area])) == (plain, detailed)
    assert basic(-1000 + 3) == -1 and basic(-3) == 0  # differences too


# --- a Sietch


@rule("R-39.5")
def test_the_highest_rank_first_even_unrevealed() -> None:
    talk = after_die(
        "strategy",
        {
            "sietches": {"gara_kulon": {"rank": 2, "revealed": True}, "hobars_gap": {"rank": 3}},
            "legions": {
                "gara_kulon": atreides(1),
                "hobars_gap": atreides(3),
                "shield_wall_east": harkonnen(6),
                "false_wall_south": harkonnen(4),
            },
        },
    )
    assert battle(talk) == ("false_wall_south", "hobars_gap")
    assert ruled(talk, "R-39.4", "R-39.5") and not talk.noted("R-39.6")


@rule("R-39.6")
def test_then_the_largest_margin() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(2),
                "shield_wall_east": harkonnen(3),
                "north_east_12": harkonnen(3, generic=1),
                "north_east_14": harkonnen(3),
            },
        },
    )
    assert battle(talk) == ("north_east_12", "gara_kulon")
    assert ruled(talk, "R-39.6") and not talk.noted("R-36.3")


def test_equal_margins_are_settled_in_detail() -> None:
    """Q-P67: 3 Regulars and 2 Regulars with an Elite are both 1 ahead; the detailed margins are 2 and 3."""
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(2),
                "shield_wall_east": harkonnen(3),
                "north_east_12": harkonnen(2, elite=1),
            },
        },
    )
    assert battle(talk) == ("north_east_12", "gara_kulon")
    assert ruled(talk, "R-39.12") and not talk.noted("R-39.6")


@rule("R-39.7")
def test_then_no_ornithopter() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {"gara_kulon": atreides(1), "north_east_8": harkonnen(3), "shield_wall_east": harkonnen(3)},
            "zones": {NORTH_EAST: "ornithopter"},
        },
    )
    assert battle(talk) == ("shield_wall_east", "gara_kulon")
    assert ruled(talk, "R-39.7") and talk.zone(NORTH_EAST) == "ornithopter"


@rule("R-39.4")
def test_a_farther_legion_with_a_larger_margin_flies() -> None:
    """Q-P2: the margin comes before the Ornithopter."""
    talk = after_die(
        "strategy",
        {
            "legions": {"gara_kulon": atreides(1), "north_east_8": harkonnen(4), "shield_wall_east": harkonnen(3)},
            "zones": {NORTH_EAST: "ornithopter"},
        },
    )
    assert battle(talk) == ("north_east_8", "gara_kulon")
    assert talk.zone(NORTH_EAST) == "none" and talk.game.ornithopter_used == 1


def test_nothing_flies_without_an_ornithopter() -> None:
    """Q-P55: the Legion two Areas away moves instead."""
    talk = after_die("strategy", {"legions": {"gara_kulon": atreides(1), "north_east_8": harkonnen(4)}})
    assert talk.ask() == "mahdi_moves.PickEnd" and not talk.noted("R-39.4")


@rule("R-39.8", "R-36.3")
def test_then_the_target_sietch_and_then_the_human_chooses() -> None:
    position: dict[str, object] = {
        "sietches": {**TWO, "tasmin_sink": {"rank": 2}},
        "legions": {
            "shield_wall_east": harkonnen(3),
            "false_wall_south": harkonnen(3),
            "south_east_6": harkonnen(3),
        },
    }
    talk = after_die("strategy", position)
    assert not talk.has("sietch", "gara_kulon") and talk.has("sietch", "hobars_gap")
    assert ruled(talk, "R-39.8") and not talk.noted("R-36.3")

    talk = after_die("strategy", {**position, "target": "bight_of_the_cliff", "harvest": "windgap"})
    assert talk.ask() == "mahdi_fight.PickSietch" and talk.seat() == "atreides"
    assert talk.areas() == ["gara_kulon", "hobars_gap", "tasmin_sink"]
    assert len(talk.options()) == 3 and talk.noted("R-36.3") == 1
    talk.pick("pick_area(hobars_gap)")
    assert not talk.has("sietch", "hobars_gap") and talk.units("harkonnen", "hobars_gap") == 3


@rule("R-41.11")
def test_a_tie_is_asked_by_target_then_legion_then_air_zone() -> None:
    talk = after_die(
        "strategy",
        {
            "sietches": {**TWO, "tasmin_sink": {"rank": 1}},
            "target": "tasmin_sink",
            "legions": {
                "tasmin_sink": atreides(6),
                "north_east_8": harkonnen(2),
                "central_north_east_6": harkonnen(2),
                "central_south_east_3": harkonnen(2),
            },
            "zones": {NORTH_EAST: "ornithopter", CENTRAL_EAST: "ornithopter", SOUTH_EAST: "carryall"},
        },
    )
    assert talk.ask() == "mahdi_fight.PickSietch" and talk.areas() == ["gara_kulon", "hobars_gap"]
    talk.pick("pick_area(gara_kulon)")
    assert talk.ask() == "mahdi_fight.PickSietchAttacker"
    assert talk.areas() == ["central_north_east_6", "north_east_8"]
    talk.pick("pick_area(central_north_east_6)")
    assert talk.ask() == "mahdi_fight.PickFlight"
    assert talk.options() == [f"pick_zone({NORTH_EAST})", f"pick_zone({CENTRAL_EAST})"]
    talk.pick(f"pick_zone({CENTRAL_EAST})")
    assert talk.zone(CENTRAL_EAST) == "none" and talk.zone(NORTH_EAST) == "ornithopter"
    assert talk.units("harkonnen", "gara_kulon") == 2 and not talk.has("sietch", "gara_kulon")


def test_seeded_ties_ask_nobody() -> None:
    talk = turn(
        {"legions": {"north_east_11": harkonnen(3), "shield_wall_east": harkonnen(3)}, "target": "tasmin_sink"},
        "seeded",
    )
    talk.pick("roll_die(strategy)")
    assert talk.ask() == "mahdi_fight.PickSietchAttacker" and talk.seat() == "chance"  # explicit chance hands it out


# --- a Legion


@rule("R-39.9", "R-39.2")
def test_a_legion_if_no_sietch_can_be_attacked() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(6),
                "north_east_11": harkonnen(4),
                "north_east_8": atreides(3),
                "imperial_basin": harkonnen(6),
                "central_north_east_3": atreides(5),
            },
            "zones": {NORTH_EAST: "ornithopter", CENTRAL_EAST: "ornithopter"},
        },
    )
    # central_north_east_3 is the strongest, but only an Ornithopter would reach it.
    assert battle(talk) == ("north_east_11", "north_east_8")
    assert ruled(talk, "R-39.9") and talk.zone(CENTRAL_EAST) == "ornithopter"


@rule("R-39.10")
def test_the_strongest_weaker_legion_then_one_with_a_named_leader() -> None:
    weak: dict[str, object] = {
        "gara_kulon": atreides(6),
        "shield_wall_west": harkonnen(5),
        "north_west_14": atreides(1),
        "north_west_15": atreides(5),
        "central_north_west_2": atreides(1, elite=1, generic=1),
        "north_west_16": atreides(1, leaders=["stilgar"], elite=1),
    }
    talk = after_die("strategy", {"legions": weak})  # two are worth 3; in detail 6 and 7
    assert battle(talk) == ("shield_wall_west", "north_west_16") and ruled(talk, "R-39.10", "R-39.12")

    # 2 Regulars with a Naib, 1 Regular with Stilgar and a Naib: both are worth 3, and 5 in detail.
    even: dict[str, object] = {
        **weak,
        "central_north_west_2": atreides(2, generic=1),
        "north_west_16": atreides(1, leaders=["stilgar"], generic=1),
    }
    talk = after_die("strategy", {"legions": even})
    assert battle(talk) == ("shield_wall_west", "north_west_16")
    assert not talk.noted("R-39.12") and not talk.noted("R-36.3")


def test_which_target_and_which_attacker_is_a_choice() -> None:
    """Q-P61: the criteria rank targets only."""
    legions: dict[str, object] = {
        "gara_kulon": atreides(6),
        "shield_wall_west": harkonnen(3),
        "north_west_14": atreides(2),
        "north_west_16": atreides(2),
        "north_west_8": harkonnen(4),
        "north_west_7": harkonnen(1),
    }
    talk = after_die("strategy", {"legions": legions})
    assert talk.ask() == "mahdi_fight.PickLegion" and talk.seat() == "atreides"
    assert talk.options() == ["pick_area(north_west_14)", "pick_area(north_west_16)"]
    talk.pick("pick_area(north_west_14)")
    assert talk.ask() == "mahdi_fight.PickLegionAttacker"
    assert talk.options() == ["pick_area(shield_wall_west)", "pick_area(north_west_8)"]
    talk.pick("pick_area(north_west_8)")
    assert battle(talk) == ("north_west_8", "north_west_14")

    talk = after_die("strategy", {"legions": legions}).pick("pick_area(north_west_16)")
    assert battle(talk) == ("shield_wall_west", "north_west_16")


# --- the die


@rule("R-39.3")
def test_leadership_uses_led_legions_only_and_surprises() -> None:
    position: dict[str, object] = {
        "legions": {
            "gara_kulon": atreides(1),
            "north_east_12": harkonnen(5),
            "shield_wall_east": harkonnen(2, generic=1),
        }
    }
    talk = after_die("leadership", position)
    assert battle(talk) == ("shield_wall_east", "gara_kulon")
    talk.roll("2shield", "3special")
    assert talk.legion("atreides", "gara_kulon") == {}  # the Surprise Attack's Special is the Bashar's Hit (Q-P70)

    talk = after_die("leadership", {"legions": {"gara_kulon": atreides(1), "north_east_8": harkonnen(5)}})
    assert talk.units("harkonnen", "north_east_8") == 5 and talk.seat() == "atreides"  # Q-P11: the die is spent


@rule("R-39.1")
def test_a_special_action_comes_first_if_it_is_possible() -> None:
    position: dict[str, object] = {
        "spent_cards": [],
        "legions": {"gara_kulon": atreides(6), "arsunt": harkonnen(4)},
    }
    talk = after_die("house", position)
    assert talk.legion("harkonnen", "arsunt") == {"regular": 1, "elite": 3}
    assert talk.card_is_spent("baron_harkonnen") and ruled(talk, "R-39.1")
    assert sum(talk.has("harvester", area) for area in AREA_IDS) == 0  # Q-P48: nothing of the regular House Action

    talk = after_die("house", {**position, "legions": {"gara_kulon": atreides(6), "arsunt": harkonnen(0, elite=4)}})
    assert not talk.card_is_spent("baron_harkonnen") and not talk.noted("R-39.1")
    assert ruled(talk, "R-37.2")  # the regular Action, as far as it goes
