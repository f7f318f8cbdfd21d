"""Corners of the rules where a slip went unnoticed: each notices a fault of tests/mutants_fresh.py."""

from __future__ import annotations

from tests.rules import rule
from tests.table import Table

EAST = "air_north_east__central_north_east"
MIDDLE = "air_central_north_east__central_south_east"


@rule("R-3.23", "R-3.10", "R-12.5")
def test_units_that_scouting_reveals_above_six_are_removed_at_once() -> None:
    legions = {"gara_kulon": {"side": "atreides", "regular": 5, "tokens": ["atreides_starting_5"]}}
    table = Table.scenario({"turn": "harkonnen", "legions": legions, "zones": {EAST: "ornithopter"}, "row": []})
    table.pick("free(scouting)", f"pick_zone({EAST})", "pick_area(gara_kulon)")
    assert table.units("atreides", "gara_kulon") == 7  # the token showed a Regular and an Elite
    assert table.seat() == "atreides" and table.options() == ["pick(regular)", "pick(elite)"]
    table.pick("pick(regular)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 5, "elite": 1}
    assert table.seat() == "harkonnen" and table.ask() == "turn.ChooseDie"


@rule("R-9.9", "R-24.3")
def test_desert_power_does_not_advance_the_tank_in_a_later_turn_either() -> None:
    dice = {"atreides": ["mentat", "mentat"], "harkonnen": ["mentat", "mentat", "mentat"]}
    table = Table.scenario({"row": [], "legions": {}, "dice": dice, "tank": {"atreides": ["stilgar"]}})
    table.pick("die(mentat)", "action(draw)", "option(0)").skip_chance()
    assert table.leader("stilgar") == "tank_2" and table.seat() == "harkonnen"
    table.pick("die(mentat)", "action(draw)", "option(0)").skip_chance()
    table.pick("action(wormsigns)", "pass")  # no die, though a die was spent in each turn before
    assert table.seat() == "harkonnen" and table.dice("atreides") == {"mentat": 1}
    assert table.leader("stilgar") == "tank_2"


@rule("R-18.6")
def test_a_legion_may_fly_again_in_its_next_turn() -> None:
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "row": [],
            "sietches": {},
            "dice": {"harkonnen": ["strategy", "strategy"], "atreides": []},
            "zones": {EAST: "ornithopter", MIDDLE: "ornithopter"},
            "legions": {"carthag": {"side": "harkonnen", "regular": 1}},
        }
    )
    table.pick("die(strategy)", "action(move)", "pick_area(carthag)", "pick_area(central_north_east_2)")
    table.pick(f"pick_zone({EAST})")
    assert table.seat() == "atreides" and table.ask() == "turn.ChooseDie"
    table.pick("pass", "die(strategy)", "action(move)", "pick_area(central_north_east_2)")
    assert table.offers("pick_area(wind_pass)")  # two Areas away
    table.pick("pick_area(wind_pass)").skip_forced()
    assert table.units("harkonnen", "wind_pass") == 1 and table.zone(MIDDLE) == "none"


@rule("R-25.4")
def test_a_legion_devoured_in_the_desert_hazards_meets_no_action_resolution_card() -> None:
    around = ("north_east_10", "north_east_2", "north_east_6", "north_east_9")
    walls = {area: {"side": "atreides", "regular": 1} for area in around}
    table = Table.scenario(
        {
            "phase": "desert_hazards",
            "row": ["assumed_maker_devours_a_legion"],
            "sietches": {},
            "legions": {"sihaya_ridge": {"side": "harkonnen", "regular": 1}, **walls},
            "harvesters": ["sihaya_ridge"],
            "zones": {EAST: "carryall"},
        }
    )
    table.pick("wormsign(sandworm)", "option(0)").roll("4hit")
    assert table.units("harkonnen", "sihaya_ridge") == 0 and table.noted("worm_devoured") == 1
    assert table.ask() == "worm_consequence.HarvesterUnderWorm"  # no claim is asked for
    table.pick("no").skip_forced()
    assert table.game.claims_made == 0 and table.marker("sand_dwellers") == 0
