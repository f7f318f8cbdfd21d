"""Where Mahdi places its Vehicles, and how it spends its spice (chapter 37, R-38.6 to R-38.11)."""

from __future__ import annotations

import pytest

from dune_env.arrakis.board import AREA_IDS, SIETCH_AREAS, ZONE_IDS
from tests.mahdi import (
    CENTRAL_EAST,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    atreides,
    first_answers,
    harkonnen,
    ruled,
    solo,
)
from tests.rules import rule
from tests.table import Table

ALL_SIETCHES = {AREA_IDS[area]: {} for area in SIETCH_AREAS}


def vehicles(position: dict[str, object]) -> Table:
    """Phase 1 of a round: the top row of the spice board gives 3 Harvesters, 2 Ornithopters and 1 Carryall."""
    far: dict[str, object] = {"legions": {"north_pole": harkonnen(1)}}
    return solo({"phase": "vehicle_placement", **far, **position})


def harvesters(talk: Table) -> list[str]:
    return [area for area in AREA_IDS if talk.has("harvester", area)]


def ornithopters(talk: Table) -> list[str]:
    return [zone for zone in ZONE_IDS if talk.zone(zone) == "ornithopter"]


# --- Harvesters


@rule("R-37.1", "R-37.2")
def test_harvesters_go_into_empty_deep_desert_first() -> None:
    talk = vehicles({"target": "tasmin_sink", "harvest": "gara_kulon", "sietches": {"tasmin_sink": {}}})
    # The Deep Desert of the North-East: more Areas than Harvesters, so which is a choice.
    deep = ["north_east_1", "north_east_10", "north_east_13", "north_east_14", "north_east_16", "north_east_2"]
    assert talk.ask() == "mahdi_vehicles.PlaceHarvester" and talk.seat() == "atreides"
    assert talk.areas() == [*deep, "sihaya_ridge"] and len(talk.options()) == 7
    first_answers(talk)
    assert len(harvesters(talk)) == 3 and ruled(talk, "R-37.2")
    assert len(ornithopters(talk)) == 2 and [talk.zone(z) for z in ZONE_IDS].count("carryall") == 1


def test_then_quiet_desert_then_other_free_areas() -> None:
    deep = ["north_east_1", "north_east_2", "north_east_10", "north_east_13", "north_east_14", "north_east_16"]
    taken: dict[str, object] = {area: harkonnen(1) for area in [*deep, "sihaya_ridge", "north_pole"]}
    quiet = ["north_east_7", "north_east_8"]
    position: dict[str, object] = {"target": "tasmin_sink", "harvest": "gara_kulon", "sietches": {"tasmin_sink": {}}}
    talk = vehicles({**position, "legions": taken})
    # No empty Deep Desert: the empty Deserts, and gara_kulon's Area, whose Sietch is gone, is one of them.
    assert "north_east_8" in talk.areas() and "north_east_1" not in talk.areas()
    assert set(quiet) <= set(talk.areas()) and "gara_kulon" in talk.areas()

    shown = [f"north_east_{n}" for n in (3, 4, 5, 6, 7, 8, 9, 11, 12, 15)]
    legions = {**taken, **{area: harkonnen(1) for area in shown if area not in quiet}, "gara_kulon": atreides(1)}
    talk = vehicles({**position, "legions": legions})
    # 2 empty Deserts that nothing threatens, then the Deep Desert where Legions stand.
    assert harvesters(talk) == quiet
    assert talk.ask() == "mahdi_vehicles.PlaceHarvester" and talk.areas() == sorted([*deep, "sihaya_ridge"])


@rule("R-37.3")
def test_a_surplus_goes_into_one_adjacent_sector_but_not_the_targets() -> None:
    """The South-East has few free Deserts here; its neighbours are North-East and the two Central Sectors beside it."""
    south_east = ["south_east_1", "south_east_2", "south_east_3", "south_east_4", "south_east_6", "south_east_7"]
    taken: dict[str, object] = {area: atreides(1) for area in [*south_east, "south_east_8", "tasmin_sink"]}
    position: dict[str, object] = {"harvest": "tasmin_sink", "legions": {**taken, "north_pole": harkonnen(1)}}
    talk = vehicles({**position, "target": "gara_kulon"})
    assert talk.ask() == "mahdi_vehicles.PickSurplusSector" and talk.seat() == "atreides"
    assert talk.options() == ["pick_sector(central_north_east)", "pick_sector(central_south_east)"]
    talk.pick("pick_sector(central_south_east)")
    first_answers(talk)
    sector = [area for area in harvesters(talk) if area.startswith(("central_south_east", "hobars"))]
    assert len(sector) == len(harvesters(talk)) == 3 and ruled(talk, "R-37.3")

    talk = vehicles({**position, "target": "windgap", "sietches": {"windgap": {}}})
    first_answers(talk)  # the four Central Sectors are the target's (Q-P64): only the North-East is left
    assert harvesters(talk) and all(area.startswith(("north_east", "sihaya", "gara")) for area in harvesters(talk))


def test_harvesters_without_a_place_are_left_off() -> None:
    """Q-P27: one Sector takes the surplus, and what does not fit there stays off the board."""
    south_east = ["south_east_1", "south_east_2", "south_east_3", "south_east_4", "south_east_6", "south_east_7"]
    taken: dict[str, object] = {area: atreides(1) for area in [*south_east, "south_east_8", "tasmin_sink"]}
    talk = vehicles(
        {
            "harvest": "tasmin_sink",
            "target": "gara_kulon",
            "legions": {**taken, "north_pole": harkonnen(1)},
        }
    )
    talk.pick("pick_sector(central_north_east)")
    first_answers(talk)
    assert harvesters(talk) == ["central_north_east_3"]


# --- Carryalls and Ornithopters


@rule("R-37.4")
def test_carryalls_protect_the_most_harvesters() -> None:
    talk = vehicles({"target": "tasmin_sink", "harvest": "gara_kulon", "sietches": {"tasmin_sink": {}}})
    first_answers(talk)
    assert talk.zone(NORTH_EAST) == "carryall" and ruled(talk, "R-37.4")

    # Harvesters in the Deep Desert of the South-East, all of it connected to one Zone; with none of them, any Zone.
    talk = vehicles({"target": "gara_kulon", "harvest": "tasmin_sink"})
    first_answers(talk)
    assert talk.zone(SOUTH_EAST) == "carryall"


@rule("R-37.5")
def test_ornithopters_go_above_legions_two_areas_from_a_sietch_they_could_attack() -> None:
    position: dict[str, object] = {"target": "tasmin_sink", "harvest": "habbanya_ridge", "sietches": ALL_SIETCHES}
    talk = vehicles(
        {**position, "legions": {"gara_kulon": atreides(2), "north_east_8": harkonnen(3), "north_west_1": atreides(1)}}
    )
    first_answers(talk)
    assert NORTH_EAST in ornithopters(talk) and ruled(talk, "R-37.5", "R-37.6")

    # Weaker than the defenders: no such Legion; the target's own Zone is first.
    few = {"gara_kulon": {}, "tasmin_sink": {}}
    legions = {"gara_kulon": atreides(4), "north_east_8": harkonnen(3)}
    talk = vehicles({**position, "sietches": few, "legions": legions})
    first_answers(talk)
    assert SOUTH_EAST in ornithopters(talk) and not ruled(talk, "R-37.5")

    # Two such Legions in the Central North-East and South-East: five Zones for two Ornithopters.
    talk = vehicles(
        {**position, "legions": {"central_north_east_8": harkonnen(3), "central_south_east_3": harkonnen(3)}}
    )
    while talk.ask() != "mahdi_vehicles.PlaceOrnithopter":
        talk.pick(talk.options()[0])
    assert sorted(talk.options()) == sorted(
        f"pick_zone({ZONE_IDS[z]})" for z in (0, 1, 3, 4, 5) if talk.zone(ZONE_IDS[z]) == "none"
    )


@rule("R-37.6")
def test_then_above_the_target_sietch() -> None:
    talk = vehicles({"target": "tasmin_sink", "harvest": "habbanya_ridge", "sietches": {"tasmin_sink": {}}})
    first_answers(talk)
    assert SOUTH_EAST in ornithopters(talk) and ruled(talk, "R-37.6")

    talk = vehicles({"target": "windgap", "harvest": "gara_kulon", "sietches": {"windgap": {}}})
    while talk.ask() != "mahdi_vehicles.PlaceOrnithopter":
        talk.pick(talk.options()[0])
    # A Central target has all Zones that touch the block of four (Q-P64), but for the Carryall's.
    assert len(talk.options()) == 7


@rule("R-37.7")
def test_then_between_the_sectors_around_it_central_links_first() -> None:
    talk = vehicles({"target": "tasmin_sink", "harvest": "habbanya_ridge", "sietches": {"tasmin_sink": {}}})
    while talk.ask() != "mahdi_vehicles.PlaceOrnithopter":
        talk.pick(talk.options()[0])
    # The South-East borders on North-East and two Central Sectors; their links to Central Sectors come first.
    central = [z for z in ZONE_IDS if z.count("central") == 2 and ("_north_east" in z or "_south_east" in z)]
    assert sorted(talk.options()) == sorted(f"pick_zone({zone})" for zone in central)
    assert ruled(talk, "R-37.7") and f"pick_zone({CENTRAL_EAST})" in talk.options()
    assert f"pick_zone({NORTH_EAST})" not in talk.options() and f"pick_zone({SOUTH_WEST})" not in talk.options()


@rule("R-37.8")
def test_mahdi_never_scouts() -> None:
    talk = solo({"turn": "harkonnen", "dice": {"atreides": []}, "zones": {NORTH_WEST: "ornithopter"}, "unrolled": 1})
    first_answers(talk.pick("roll_die(strategy)"))
    assert not talk.noted("scouting") and talk.zone(NORTH_WEST) == "ornithopter"


# --- spice


def spend(spice: int, steps: list[int]) -> Table:
    """A Harvesting phase with *spice* from the Reserve and Deep Desert, and markers on *steps*."""
    deep = ["north_east_1", "north_east_2", "north_east_10", "north_east_13", "north_east_14", "north_east_16"]
    names = ["choam", "spacing_guild", "landsraad"]
    position: dict[str, object] = {
        "phase": "spice_harvesting",
        "legions": {"north_pole": harkonnen(1)},
        "harvesters": deep[: spice // 2],
        "spice_reserve": spice % 2,
        "imperium": dict(zip(names, steps)),
    }
    return solo(position)


def result(talk: Table) -> tuple[list[int], int, int]:
    return talk.game.imperium, talk.game.spice_reserve, talk.game.supremacy


@rule("R-38.7", "R-38.8", "R-38.11")
@pytest.mark.parametrize(
    ("spice", "steps", "left", "reserve"),
    [
        (0, [4, 3, 2], [3, 2, 1], 0),
        (1, [4, 3, 2], [3, 2, 1], 1),
        (2, [4, 3, 2], [3, 2, 2], 0),
        (3, [4, 3, 2], [3, 2, 2], 1),
        (4, [4, 3, 2], [3, 3, 2], 0),
        (5, [4, 3, 2], [3, 3, 2], 1),
        (6, [4, 3, 2], [4, 3, 2], 0),
        (7, [4, 3, 2], [4, 3, 3], 0),
        (8, [5, 3, 4], [5, 4, 5], 0),  # the worked case of Q-P41
        (9, [4, 3, 2], [5, 4, 3], 0),
        (10, [4, 3, 2], [5, 4, 3], 1),
        (11, [5, 3, 2], [5, 4, 3], 1),  # one can be saved, the others are lost
        (12, [4, 3, 2], [5, 4, 3], 1),
        (4, [4, 3, 1], [4, 3, 1], 0),  # a marker on the bottom step is in no danger
    ],
)
def test_spice(spice: int, steps: list[int], left: list[int], reserve: int) -> None:
    talk = spend(spice, steps)
    assert talk.seat() == "atreides" or talk.seat() == "chance"
    assert result(talk)[:2] == (left, reserve)


@rule("R-38.9")
@pytest.mark.parametrize(
    ("spice", "left", "reserve", "points"),
    [(5, [5, 5, 4], 1, 0), (6, [5, 5, 5], 0, 0), (7, [5, 5, 5], 0, 1), (12, [5, 5, 5], 0, 1)],
)
def test_a_point_with_all_markers_on_top(spice: int, left: list[int], reserve: int, points: int) -> None:
    talk = spend(spice, [5, 5, 5])
    if spice == 5:
        talk.pick("keep(choam)", "keep(spacing_guild)")
    assert result(talk)[:2] == (left, reserve)
    assert talk.game.supremacy - (talk.game.round - 1) == points  # the round's own step aside


def test_which_of_equal_markers_is_kept_or_raised_is_a_choice() -> None:
    talk = spend(4, [3, 3, 2])
    assert talk.ask() == "mahdi_spice.KeepMarker" and talk.options() == ["keep(choam)", "keep(spacing_guild)"]
    talk.pick("keep(spacing_guild)")
    assert talk.game.imperium == [2, 3, 2] and talk.bans() == ["choam"]

    talk = spend(7, [3, 3, 3])
    assert talk.ask() == "mahdi_spice.RaiseMarker"
    assert talk.options() == ["raise(choam)", "raise(spacing_guild)", "raise(landsraad)"]
    talk.pick("raise(landsraad)")
    assert talk.game.imperium == [3, 3, 4]

    talk = spend(5, [4, 1, 1])  # 2 keep the one in danger; a marker on the bottom step rises for the whole 3
    assert talk.options() == ["raise(spacing_guild)", "raise(landsraad)"]
    talk.pick("raise(spacing_guild)")
    assert talk.game.imperium == [4, 2, 1] and talk.bans() == ["landsraad"]


@rule("R-38.10")
def test_no_stockpiling() -> None:
    talk = spend(12, [4, 4, 4])
    assert talk.game.supremacy == talk.game.round - 1 and not talk.noted("stockpile")


# --- Carryalls in the Desert Hazards


@rule("R-38.6")
def test_carryalls_save_deep_desert_harvesters_first() -> None:
    position: dict[str, object] = {
        "phase": "desert_hazards",
        "legions": {"north_pole": harkonnen(1)},
        "harvesters": ["north_east_5", "north_east_14"],
        "wormsigns": ["north_east_5", "north_east_14"],
        "zones": {NORTH_EAST: "carryall"},
    }
    talk = solo(position)
    talk.pick("wormsign(sandworm)", "wormsign(sandworm)")
    while talk.ask().startswith(("place_worm", "desert_hazards")) and talk.phase() == "desert_hazards":
        talk.pick(talk.options()[0])
    assert talk.noted("rescue") == 1 and talk.noted("R-38.6") == 1
    assert talk.noted("harvester_lost_to_worm") == 1 and talk.game.zones == [0] * 8
    assert talk.ask() == "mahdi_spice.KeepMarker"  # with the 2 spice of Deep Desert


def test_with_carryalls_enough_all_are_saved() -> None:
    talk = solo(
        {
            "phase": "desert_hazards",
            "legions": {"north_pole": harkonnen(1)},
            "harvesters": ["north_east_5"],
            "wormsigns": ["north_east_5"],
            "zones": {NORTH_EAST: "carryall"},
        }
    )
    talk.pick("wormsign(sandworm)").skip_forced()
    assert talk.noted("rescue") == 1 and not talk.noted("harvester_lost_to_worm")
