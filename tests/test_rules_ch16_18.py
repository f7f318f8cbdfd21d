"""Chapters 16 to 18: movement, Sandriding, Troop-Transport."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, AREA_INDEX, GROUND
from dune_env.arrakis.reach import ride_length
from tests.rules import rule
from tests.table import Table

EAST = "air_north_east__central_north_east"
MIDDLE = "air_central_north_east__central_south_east"


def near(area: str) -> list[str]:
    return sorted(AREA_IDS[to] for to in GROUND[AREA_INDEX[area]])


def moving(die: str = "strategy", **fields: object) -> Table:
    """An Atreides move with the die, up to the choice of the Legion."""
    position: dict[str, object] = {"dice": {"atreides": [die], "harkonnen": ["mentat"]}, "row": [], "sietches": {}}
    table = Table.scenario({**position, **fields})
    return table.pick(f"die({die})", "action(lead)" if die == "leadership" else "action(move)")


def flying(**fields: object) -> Table:
    """A Harkonnen move, up to the choice of the Legion."""
    position: dict[str, object] = {"dice": {"harkonnen": ["strategy"], "atreides": []}, "row": [], "sietches": {}}
    return Table.scenario({"turn": "harkonnen", **position, **fields}).pick("die(strategy)", "action(move)")


@rule("R-16.1", "R-16.2")
def test_a_move_leads_into_an_adjacent_free_area() -> None:
    legions = {
        "north_east_12": {"side": "atreides", "regular": 1},
        "north_east_11": {"side": "harkonnen", "regular": 1},
        "gara_kulon": {"side": "atreides", "regular": 1},
    }
    table = moving(legions=legions, worms=["north_east_9"])
    # A worm beside it lets it ride, so take Areas next to the Legion alone.
    table.pick("pick_area(gara_kulon)")
    assert table.areas() == sorted(set(near("gara_kulon")) - {"north_east_11"})
    still = Table.scenario({"dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]}, "legions": legions, "row": []})
    assert still.pick("die(mentat)").refuses("action(move)", "action(lead)")


@rule("R-16.3")
def test_an_impassable_border_takes_troop_transport() -> None:
    legions = {"rimwall_west": {"side": "harkonnen", "regular": 1}}
    assert flying(legions=legions).pick("pick_area(rimwall_west)").areas() == near("rimwall_west")
    table = flying(legions=legions, zones={EAST: "ornithopter"}).pick(
        "pick_area(rimwall_west)", "pick_area(north_east_4)"
    )
    table.pick(f"pick_zone({EAST})").skip_forced()
    assert table.units("harkonnen", "north_east_4") == 1 and table.zone(EAST) == "none"


@rule("R-16.4", "R-16.7", "R-16.8")
def test_five_units_and_a_leader_leave_in_two_moves() -> None:
    legions = {"north_east_12": {"side": "atreides", "regular": 5, "generic": 1}}
    table = moving(legions=legions)
    table.pick("pick_area(north_east_12)", "pick_area(north_east_13)", "pick(regular)", "pick(regular)", "done")
    assert table.legion("atreides", "north_east_12") == {"regular": 3, "generic": 1}
    table.pick("pick_area(north_east_12)", "pick_area(north_east_11)", "all")
    assert table.legion("atreides", "north_east_13") == {"regular": 2}
    assert table.legion("atreides", "north_east_11") == {"regular": 3, "generic": 1}


@rule("R-16.5", "R-16.6")
def test_leaders_move_with_units_and_lead_the_moving_part() -> None:
    legions = {"north_east_12": {"side": "atreides", "regular": 2, "generic": 1}}
    table = moving(legions=legions).pick("pick_area(north_east_12)", "pick_area(north_east_13)")
    assert table.refuses("pick(naib)", "done") and table.offers("pick(regular)", "all")
    table = moving("leadership", legions=legions).pick("pick_area(north_east_12)", "pick_area(north_east_13)")
    table.pick("pick(regular)")
    assert table.refuses("done")  # a Leader has to go with it
    table.pick("pick(naib)")
    assert table.options() == ["done"]  # the other Regular comes before Leaders in the order of picking


@rule("R-16.9")
def test_no_figure_moves_twice() -> None:
    legions = {
        "north_east_12": {"side": "atreides", "regular": 2},
        "north_east_11": {"side": "atreides", "regular": 1, "elite": 1},
    }
    table = moving(legions=legions).pick("pick_area(north_east_12)", "pick_area(north_east_11)", "all")
    assert table.areas() == ["north_east_11"]
    table.pick("pick_area(north_east_11)", "pick_area(north_east_8)")
    table.pick("all")  # all that has not moved yet
    assert table.legion("atreides", "north_east_8") == {"regular": 1, "elite": 1}
    assert table.legion("atreides", "north_east_11") == {"regular": 2}


def test_a_moved_figure_that_is_trimmed_keeps_no_other_from_moving() -> None:
    legions = {
        "north_east_12": {"side": "atreides", "regular": 3},
        "north_east_11": {"side": "atreides", "regular": 5},
    }
    table = moving(legions=legions).pick("pick_area(north_east_12)", "pick_area(north_east_11)", "all")
    table.pick("pick(regular)", "pick(regular)")  # 8 Units: two are trimmed
    table.pick("pick_area(north_east_11)", "pick_area(north_east_8)", "all")
    assert table.units("atreides", "north_east_8") == 5


def test_moves_of_an_earlier_turn_do_not_count() -> None:
    legions = {"carthag": {"side": "harkonnen", "regular": 1}}
    table = Table.scenario(
        {"turn": "harkonnen", "dice": {"harkonnen": ["strategy"] * 2, "atreides": []}, "row": [], "legions": legions}
    )
    table.pick("die(strategy)", "action(move)", "pick_area(carthag)", "pick_area(arsunt)").skip_forced()
    table.pick("pass", "die(strategy)")
    assert table.offers("action(move)")


@rule("R-16.10", "R-16.11", "R-16.12")
def test_a_ride_neither_picks_up_nor_drops_nor_takes_what_it_passes() -> None:
    table = moving(
        legions={
            "gara_kulon": {"side": "atreides", "regular": 3},
            "north_east_8": {"side": "atreides", "regular": 6},
        },
        wormsigns=["north_east_11", "north_east_8", "north_east_5", "north_east_4"],
    )
    assert table.has("station", "north_east_4")
    table.pick("pick_area(gara_kulon)", "pick_area(north_east_1)", "all")
    assert table.legion("atreides", "north_east_1") == {"regular": 3}
    assert table.legion("atreides", "north_east_8") == {"regular": 6}  # full, and passed through
    assert table.has("station", "north_east_4")  # passed, not taken
    assert table.ask() != "trim.TrimUnit"


@rule("R-16.13")
def test_a_second_step_over_the_ground_needs_free_areas_too() -> None:
    # Paul's special Action moves his Legion twice: each step goes into an adjacent free Area.
    legions = {
        "gara_kulon": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides"]},
        "north_east_11": {"side": "harkonnen", "regular": 1},
    }
    table = Table.scenario(
        {"dice": {"atreides": ["leadership"], "harkonnen": ["mentat"]}, "legions": legions, "row": [], "sietches": {}}
    )
    table.pick("die(leadership)", "pick_leader(paul_atreides)")
    assert table.areas() == sorted(set(near("gara_kulon")) - {"north_east_11"})


# --- chapter 17


def riding(**fields: object) -> Table:
    return moving(legions={"gara_kulon": {"side": "atreides", "regular": 2}}, **fields).pick("pick_area(gara_kulon)")


@rule("R-17.1", "R-17.3", "R-17.4")
def test_a_ride_of_any_length() -> None:
    chain = ["north_east_11", "north_east_8", "north_east_6", "sihaya_ridge"]
    table = riding(wormsigns=chain)
    reach = set(near("gara_kulon")) | {to for area in chain for to in near(area)}
    assert table.areas() == sorted(reach - {"gara_kulon"})
    table.pick("pick_area(north_east_10)", "all")
    assert table.units("atreides", "north_east_10") == 2
    assert table.noted("ride_4") == 1  # four Areas ridden through


@rule("R-17.2")
def test_a_ride_starts_beside_a_sign() -> None:
    table = riding(wormsigns=["north_east_8"])
    assert table.areas() == near("gara_kulon")  # north_east_8 is not next to it
    under = moving(legions={"north_east_12": {"side": "atreides", "regular": 1}}, wormsigns=["north_east_12"]).pick(
        "pick_area(north_east_12)"
    )
    assert under.areas() == near("north_east_12")  # standing on a Wormsign is not enough (Q-I4)


@rule("R-17.5", "R-17.9")
def test_where_a_ride_ends() -> None:
    table = riding(wormsigns=["north_east_11", "north_east_8"], worms=["north_east_9"])
    assert table.offers("pick_area(north_east_8)")  # a Wormsign
    assert table.refuses("pick_area(north_east_9)")  # a worm
    assert table.offers("pick_area(north_east_10)")  # beyond it
    maker = riding(wild_maker="north_east_11")
    assert maker.offers("pick_area(north_east_8)") and maker.refuses("pick_area(north_east_11)")


@rule("R-17.6", "R-17.7")
def test_what_bars_a_ride() -> None:
    table = moving(
        legions={
            "gara_kulon": {"side": "atreides", "regular": 2},
            "north_east_11": {"side": "harkonnen", "regular": 1},
        },
        wormsigns=["north_east_11", "north_east_14"],
        harvesters=["north_east_14"],
    ).pick("pick_area(gara_kulon)")
    assert table.refuses("pick_area(north_east_8)")  # an enemy Legion on the Wormsign
    assert table.offers("pick_area(north_east_13)")  # a Harvester on the other one


@rule("R-17.8")
def test_a_ride_carries_an_attack() -> None:
    table = Table.scenario(
        {
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat"]},
            "row": [],
            "sietches": {},
            "wormsigns": ["north_east_11", "north_east_8"],
            "legions": {
                "gara_kulon": {"side": "atreides", "regular": 2},
                "north_east_6": {"side": "harkonnen", "regular": 2},
            },
        }
    ).pick("die(strategy)", "action(attack)", "pick_area(gara_kulon)")
    assert table.areas() == ["north_east_6"]
    table.pick("pick_area(north_east_6)").roll("2shield", "2shield").pick("no")
    assert table.units("atreides", "gara_kulon") == 2  # it stayed where it was


def test_ride_length_is_the_shortest_way() -> None:
    chain = ["north_east_11", "north_east_8", "north_east_12", "north_east_9"]
    game = riding(wormsigns=chain).game
    assert ride_length(game, AREA_INDEX["gara_kulon"], AREA_INDEX["north_east_8"]) == 1
    assert ride_length(game, AREA_INDEX["gara_kulon"], AREA_INDEX["sihaya_ridge"]) == 2


# --- chapter 18


@rule("R-18.1", "R-18.2", "R-18.3")
def test_transport_reaches_two_areas_and_costs_an_ornithopter_of_the_starting_sector() -> None:
    legions = {"harg_pass": {"side": "harkonnen", "regular": 2}}
    table = flying(legions=legions, zones={MIDDLE: "ornithopter", EAST: "ornithopter"}).pick("pick_area(harg_pass)")
    assert table.offers("pick_area(pasty_mesa)", "pick_area(hobars_gap)", "pick_area(north_pole)")
    assert table.refuses("pick_area(north_east_15)")  # three Areas
    table.pick("pick_area(pasty_mesa)")  # in a Sector that the Air Zone does not touch
    assert table.options() == [f"pick_zone({MIDDLE})"]
    table.pick(f"pick_zone({MIDDLE})", "all")
    assert table.units("harkonnen", "pasty_mesa") == 2 and table.zone(MIDDLE) == "none"
    assert table.zone(EAST) == "ornithopter"
    far = flying(legions=legions, zones={EAST: "ornithopter"}).pick("pick_area(harg_pass)")
    assert far.areas() == near("harg_pass")


@rule("R-18.4", "R-18.5")
def test_transport_skips_what_lies_between() -> None:
    legions = {
        "shield_wall_east": {"side": "harkonnen", "regular": 2},
        "north_east_11": {"side": "atreides", "regular": 1},
        "north_east_12": {"side": "atreides", "regular": 1},
    }
    table = flying(legions=legions, zones={EAST: "ornithopter"}, worms=["gara_kulon"], wormsigns=["north_east_7"])
    table.pick("pick_area(shield_wall_east)")
    assert table.offers("pick_area(north_east_8)")  # past an enemy Legion
    assert table.offers("pick_area(north_east_14)")  # past a worm
    assert table.refuses("pick_area(north_east_12)", "pick_area(gara_kulon)")  # neither is free
    table.pick("pick_area(north_east_5)", f"pick_zone({EAST})", "all")
    assert table.has("wormsign", "north_east_7")  # flown over, not entered


@rule("R-18.6", "R-18.7")
def test_one_transport_a_legion_and_turn() -> None:
    legions = {
        "carthag": {"side": "harkonnen", "regular": 2},
        "central_north_east_2": {"side": "harkonnen", "regular": 1},
    }
    zones = {EAST: "ornithopter", MIDDLE: "ornithopter"}
    table = flying(legions=legions, zones=zones)
    table.pick("pick_area(carthag)", "pick_area(central_north_east_2)", f"pick_zone({EAST})", "all")
    table.pick("pick_area(central_north_east_2)")
    assert table.offers("pick_area(wind_pass)")  # the other Legion may fly too, from the same Area
    table.pick("pick_area(wind_pass)", f"pick_zone({MIDDLE})").skip_forced()
    assert table.units("harkonnen", "wind_pass") == 1 and table.units("harkonnen", "central_north_east_2") == 2
    rabban = Table.scenario(
        {
            "turn": "harkonnen",
            "row": [],
            "zones": zones,
            "dice": {"harkonnen": ["leadership"], "atreides": []},
            "legions": {"carthag": {"side": "harkonnen", "regular": 2, "leaders": ["beast_rabban"]}},
        }
    )
    rabban.pick(
        "die(leadership)", "pick_leader(beast_rabban)", "pick_area(imperial_basin)", f"pick_zone({EAST})", "all"
    )
    assert rabban.ask() == "move_legions.PickDestination"
    assert rabban.areas() == near("imperial_basin")  # the same Legion moves on, but does not fly again


def test_a_moved_elite_that_a_worm_downgrades_has_moved_as_a_regular() -> None:
    # Around Sihaya Ridge Atreides leave no way out, so the worm under the Wormsign attacks.
    walls = {area: {"side": "atreides", "regular": 1} for area in ("north_east_10", "north_east_2", "north_east_9")}
    legions = {
        "north_east_6": {"side": "harkonnen", "elite": 1},
        "sihaya_ridge": {"side": "harkonnen", "regular": 1},
        **walls,
    }
    table = flying(legions=legions, wormsigns=["sihaya_ridge", "north_east_6"], zones={EAST: "ornithopter"})
    table.pick("pick_area(north_east_6)", "pick_area(sihaya_ridge)").skip_forced()
    table.pick("wormsign(sandworm)", "option(0)").roll("1hit_3shield").pick("pick(elite)")
    assert table.legion("harkonnen", "sihaya_ridge") == {"regular": 2}
    table.pick("pick_area(sihaya_ridge)", "pick_area(north_east_5)").skip_forced()
    assert table.units("harkonnen", "north_east_5") == 1  # the other one only
