"""Mahdi's movement: which Legions, toward what, along which path (chapter 41)."""

from __future__ import annotations

from tests.mahdi import CENTRAL_EAST, NORTH_EAST, after_die, atreides, first_answers, harkonnen, ruled, turn
from tests.rules import rule
from tests.table import Table


def areas_with(talk: Table, *areas: str) -> list[int]:
    """Harkonnen Units in each of *areas*."""
    return [talk.units("harkonnen", area) for area in areas]


# --- which Legions


@rule("R-41.1")
def test_the_closest_two_move_one_at_a_time() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(1),
                "hagga_basin": harkonnen(6),  # 7 Areas away
                "harg_pass": harkonnen(3),  # 4
                "north_east_7": harkonnen(2),  # 2
            }
        },
    )
    assert talk.seat() == "atreides" and talk.ask().startswith("turn")
    assert areas_with(talk, "shield_wall_east", "north_east_7") == [2, 0]
    assert areas_with(talk, "false_wall_east", "harg_pass", "hagga_basin") == [3, 0, 6]
    assert ruled(talk, "R-41.1")


@rule("R-41.2")
def test_at_the_same_distance_the_strongest_first() -> None:
    """Three Legions 3 Areas away: two move."""
    legions: dict[str, object] = {
        "gara_kulon": atreides(1),
        "central_north_east_7": harkonnen(2, elite=1),
        "central_north_east_5": harkonnen(4),
        "north_east_5": harkonnen(3),
    }
    talk = after_die("strategy", {"legions": legions})
    assert ruled(talk, "R-41.2")
    first_answers(talk)
    # 4 first; of the two with 3 the one with an Elite is stronger in detail.
    assert areas_with(talk, "central_north_east_5", "central_north_east_7", "north_east_5") == [0, 0, 3]
    assert ruled(talk, "R-39.12")

    legions["north_east_5"] = harkonnen(2, elite=1)
    talk = after_die("strategy", {"legions": legions})
    while talk.ask() != "mahdi_moves.PickLegion":
        talk.pick(talk.options()[0])
    assert talk.seat() == "atreides"
    assert talk.options() == ["pick_area(central_north_east_7)", "pick_area(north_east_5)"]


@rule("R-41.3")
def test_movers_must_exceed_the_defenders_and_the_second_move_may_be_lost() -> None:
    """Q-P15, Q-P60."""
    talk = after_die(
        "strategy",
        {
            "sietches": {"gara_kulon": {"rank": 1}, "tasmin_sink": {"rank": 3}},
            "legions": {
                "gara_kulon": atreides(3),
                "central_north_east_7": harkonnen(3),
                "false_wall_east": harkonnen(4),
                "hagga_basin": harkonnen(2),
            },
        },
    )
    talk.skip_forced()
    assert areas_with(talk, "central_north_east_7", "false_wall_east", "hagga_basin") == [3, 0, 2]
    assert ruled(talk, "R-41.3") and not talk.noted("R-41.4")


@rule("R-41.4", "R-41.13")
def test_a_temporary_target_the_closest_then_the_highest_rank() -> None:
    # From gara_kulon tasmin_sink is 3 Areas away, hobars_gap 5, windgap farther.
    position: dict[str, object] = {
        "sietches": {"gara_kulon": {"rank": 2}, "tasmin_sink": {"rank": 1}, "hobars_gap": {"rank": 3}},
        "legions": {
            "gara_kulon": atreides(6),
            "tasmin_sink": atreides(1),
            "hobars_gap": atreides(1),
            "central_south_east_3": harkonnen(3),
        },
    }
    talk = after_die("strategy", position)
    assert ruled(talk, "R-41.4")
    assert talk.ask() == "mahdi_moves.PickEnd" and talk.areas() == ["pasty_mesa", "south_east_5"]
    assert talk.game.temporary_target >= 0
    talk.pick("pick_area(pasty_mesa)")
    assert talk.seat() == "atreides" and talk.game.temporary_target == -1  # with the turn it is over

    stronger = {**position, "legions": {**dict(position["legions"]), "tasmin_sink": atreides(3)}}  # type: ignore[call-overload]
    talk = after_die("strategy", stronger).skip_forced()
    assert areas_with(talk, "false_wall_south") == [3]  # tasmin_sink's defenders are too strong: toward hobars_gap


def test_equally_close_temporary_targets_of_equal_rank_are_a_choice() -> None:
    position: dict[str, object] = {
        "harvest": "gara_kulon",
        "target": "habbanya_ridge",
        "sietches": {"habbanya_ridge": {"rank": 1}, "windgap": {"rank": 2}, "bight_of_the_cliff": {"rank": 2}},
        "legions": {"habbanya_ridge": atreides(6), "arsunt": harkonnen(2)},
    }
    talk = after_die("strategy", position)
    assert talk.ask() == "mahdi_moves.PickTemporaryTarget"
    assert talk.areas() == ["bight_of_the_cliff", "windgap"] and len(talk.options()) == 2

    talk = after_die(
        "strategy",
        {**position, "sietches": {**dict(position["sietches"]), "bight_of_the_cliff": {"rank": 3}}},  # type: ignore[call-overload]
    )
    assert talk.ask() != "mahdi_moves.PickTemporaryTarget" and ruled(talk, "R-41.4")
    assert talk.game.sietch_at[talk.game.temporary_target] >= 0


def test_no_free_way_no_move() -> None:
    """Q-P6: Legions between Atreides Legions on every side stay, and the next one moves."""
    ring = ["south_east_3", "south_east_4", "south_east_6", "south_east_8", "tasmin_sink"]
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(1),
                **{area: atreides(3) for area in ring},
                "south_east_7": harkonnen(2),
                "north_east_5": harkonnen(2),
            }
        },
    )
    first_answers(talk)
    assert areas_with(talk, "south_east_7", "north_east_5") == [2, 0]


# --- merges beside the target


@rule("R-41.12")
def test_legions_beside_the_target_stay_or_merge() -> None:
    alone: dict[str, object] = {"gara_kulon": atreides(6), "north_east_14": harkonnen(3)}
    talk = after_die("strategy", {"legions": alone})
    assert areas_with(talk, "north_east_14") == [3] and not talk.noted("R-41.12")

    talk = after_die("strategy", {"legions": {**alone, "north_east_13": harkonnen(2)}})
    assert areas_with(talk, "north_east_14", "north_east_13") == [5, 0]  # Q-P66: weaker than the defenders, it merges
    assert ruled(talk, "R-41.12")

    both = {**alone, "north_east_16": harkonnen(2, generic=1)}
    talk = after_die("strategy", {"legions": both})
    assert talk.ask() == "mahdi_moves.PickMerge" and talk.seat() == "atreides"
    assert talk.options() == ["pick_area(north_east_14)", "pick_area(north_east_16)"]
    talk.pick("pick_area(north_east_16)")
    assert talk.legion("harkonnen", "north_east_16") == {"regular": 5, "generic": 1}


def test_the_strongest_merge_and_no_shuffling_of_a_full_legion() -> None:
    legions: dict[str, object] = {
        "gara_kulon": atreides(6, generic=6),
        "north_east_14": harkonnen(2),
        "north_east_12": harkonnen(3),
        "north_east_13": harkonnen(0, elite=4),
    }
    talk = after_die("strategy", {"legions": legions})
    # 3 Regulars and 3 of 4 Elites, or 2 Regulars and 4 Elites: 6 Units each, in detail 15 and 16.
    assert talk.legion("harkonnen", "north_east_14") == {"regular": 2, "elite": 4}
    assert talk.legion("harkonnen", "north_east_12") == {"regular": 3} and ruled(talk, "R-39.12")

    full: dict[str, object] = {
        "gara_kulon": atreides(6, generic=6),
        "north_east_14": harkonnen(6),
        "north_east_12": harkonnen(2),
    }
    talk = after_die("strategy", {"legions": full})  # nothing would be stronger than the 6 that stand there
    assert areas_with(talk, "north_east_14", "north_east_12") == [6, 2]


def test_leadership_merges_with_leaders_only() -> None:
    legions: dict[str, object] = {
        "gara_kulon": atreides(6),
        "north_east_14": harkonnen(3),
        "north_east_13": harkonnen(2),
    }
    assert areas_with(after_die("leadership", {"legions": legions}), "north_east_14") == [3]
    legions["north_east_13"] = harkonnen(2, leaders=["beast_rabban"])
    talk = after_die("leadership", {"legions": legions})
    assert talk.legion("harkonnen", "north_east_14") == {"regular": 5, "leaders": ["beast_rabban"]}


# --- where a move ends


@rule("R-41.5")
def test_a_path_that_ends_with_a_legion_below_its_limit() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(5),
                "north_east_8": harkonnen(3, elite=2, special_elite=1, generic=1, leaders=["beast_rabban"]),
                "north_east_12": harkonnen(4),
            }
        },
    )
    # The strongest 2 of 6 Units and all Leaders join the 4.
    assert talk.legion("harkonnen", "north_east_12") == {
        "regular": 4,
        "elite": 1,
        "special_elite": 1,
        "generic": 1,
        "leaders": ["beast_rabban"],
    }
    assert ruled(talk, "R-41.5")
    assert talk.legion("harkonnen", "north_east_8") == {"regular": 3, "elite": 1}


def test_regulars_and_tokens_that_tie_at_the_limit_are_a_choice() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(5),
                "north_east_8": harkonnen(2, elite=1, tokens=["harkonnen_black_3", "harkonnen_silver_4"]),
                "north_east_12": harkonnen(4),
            }
        },
    )
    assert talk.ask() == "mahdi_moves.PickPart" and talk.seat() == "atreides"
    # A token is named by its back only: the first of its set stands for it.
    assert talk.options() == ["pick(regular)", "pick_token(harkonnen_black_1)", "pick_token(harkonnen_silver_1)"]
    talk.pick("pick_token(harkonnen_silver_1)")
    assert talk.legion("harkonnen", "north_east_12") == {"regular": 4, "elite": 1, "tokens": 1}
    assert talk.legion("harkonnen", "north_east_8") == {"regular": 2, "tokens": 1}


@rule("R-41.6")
def test_then_the_end_nearest_to_any_sietch() -> None:
    talk = after_die(
        "strategy",
        {
            "sietches": {"gara_kulon": {"rank": 2}, "sihaya_ridge": {"rank": 1}},
            "legions": {"gara_kulon": atreides(1), "sihaya_ridge": atreides(6), "north_east_6": harkonnen(3)},
        },
    )
    # north_east_8 and north_east_9 are both 2 Areas from the target; north_east_9 is beside sihaya_ridge.
    assert areas_with(talk, "north_east_8", "north_east_9") == [0, 3] and ruled(talk, "R-41.6")


@rule("R-41.7", "R-41.10")
def test_then_a_mountain_impassable_borders_or_not() -> None:
    talk = after_die("strategy", {"legions": {"gara_kulon": atreides(1), "central_north_east_6": harkonnen(3)}})
    assert areas_with(talk, "shield_wall_east") == [3]  # across an impassable border

    talk = after_die("strategy", {"legions": {"gara_kulon": atreides(1), "north_east_7": harkonnen(3)}})
    assert areas_with(talk, "shield_wall_east", "north_east_11") == [3, 0] and ruled(talk, "R-41.7")


@rule("R-41.8")
def test_then_a_plateau_or_minor_erg() -> None:
    talk = after_die("strategy", {"legions": {"gara_kulon": atreides(1), "pasty_mesa": harkonnen(3)}})
    assert areas_with(talk, "central_north_east_9", "north_east_15") == [3, 0] and ruled(talk, "R-41.8")


@rule("R-41.9")
def test_then_a_desert_without_a_wormsign() -> None:
    position: dict[str, object] = {"legions": {"gara_kulon": atreides(1), "north_east_8": harkonnen(3)}}
    talk = after_die("strategy", position)
    assert talk.ask() == "mahdi_moves.PickEnd"
    assert talk.options() == ["pick_area(north_east_11)", "pick_area(north_east_12)"]

    talk = after_die("strategy", {**position, "wormsigns": ["north_east_11"]})
    assert areas_with(talk, "north_east_12") == [3] and ruled(talk, "R-41.9")


# --- Ornithopters


@rule("R-41.11")
def test_one_ornithopter_a_turn() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {"gara_kulon": atreides(3), "imperial_basin": harkonnen(4), "rimwall_west": harkonnen(4)},
            "zones": {NORTH_EAST: "ornithopter", CENTRAL_EAST: "ornithopter"},
        },
    )
    # Both are 4 Areas away, rimwall_west across the impassable border to north_east_5; one flies, the other walks.
    assert talk.ask() == "mahdi_moves.PickLegion" and talk.areas() == ["imperial_basin", "rimwall_west"]
    first_answers(talk)
    flown = [talk.zone(NORTH_EAST), talk.zone(CENTRAL_EAST)].count("none")
    assert flown == 1 and talk.noted("transport") == 1
    assert areas_with(talk, "imperial_basin", "rimwall_west") == [2, 0]  # two garrison tokens


def test_an_ornithopter_that_brings_nothing_is_kept() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {"gara_kulon": atreides(3), "pasty_mesa": harkonnen(3)},
            "zones": {NORTH_EAST: "ornithopter"},
        },
    )
    assert areas_with(talk, "central_north_east_9") == [0] and areas_with(talk, "pasty_mesa") == [3]  # not stronger

    talk = after_die(
        "strategy",
        {
            "legions": {"gara_kulon": atreides(3), "central_north_east_5": harkonnen(4)},
            "zones": {NORTH_EAST: "ornithopter"},
        },
    )
    assert talk.zone(NORTH_EAST) == "none" and areas_with(talk, "shield_wall_east") == [4]  # 3 Areas away: it flies 2


def test_the_turn_after_begins_with_the_card_again() -> None:
    talk = turn({"legions": {"gara_kulon": atreides(1), "north_east_5": harkonnen(2)}})
    talk.game.temporary_target = 3
    talk.pick("roll_die(mentat)")
    first_answers(talk)
    assert talk.game.temporary_target == -1
