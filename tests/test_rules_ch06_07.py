"""Chapters 6 and 7: Vehicle Placement, the dice pool and turns."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, DESERT, TERRAIN
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.ruleset import GameConfig, Ruleset
from tests.rules import rule
from tests.table import Table

ZONES = [
    "air_north_east__central_north_east",
    "air_central_north_east__central_north_west",
    "air_north_west__central_north_west",
    "air_central_north_east__central_south_east",
    "air_south_east__central_south_east",
    "air_central_south_east__central_south_west",
]


def vehicles(imperium: dict[str, int], **fields: object) -> Table:
    return Table.scenario({"phase": "vehicle_placement", "row": [], "imperium": imperium, **fields})


def rolled(atreides: str, harkonnen: str, **fields: object) -> Table:
    """Action Resolution after these rolls."""
    table = Table.scenario({"phase": "action_dice", "row": [], **fields})
    return table.roll_action(atreides, harkonnen)


# --- chapter 6


@rule("R-6.1", "R-6.2", "R-6.6")
def test_the_active_row_grants_vehicles_to_the_harkonnen() -> None:
    table = vehicles({"choam": 5, "spacing_guild": 2, "landsraad": 4})
    placed = {"pick_area": 0, "pick_zone": 0}
    while table.phase() == "vehicle_placement":
        assert table.seat() == "harkonnen"
        name = table.options()[0 if table.options()[0].startswith("pick_area") else placed["pick_zone"]]
        placed[name.split("(")[0]] += 1
        table.pick(name)
    assert placed == {"pick_area": 5, "pick_zone": 4 + 2}
    assert (table.game.zones.count(1), table.game.zones.count(2)) == (4, 2)


@rule("R-6.3", "R-6.4", "R-6.5")
def test_dice_are_locked_down_to_the_active_row() -> None:
    table = vehicles({"choam": 5, "spacing_guild": 2, "landsraad": 4}).until("action_resolution.RollActionDice")
    assert table.game.locked == 3
    table.roll_action("4mentat")
    assert table.options()[0].startswith("action_roll(5")  # 8 - 3 dice are rolled
    # One round later the lowest marker stands higher: dice below the row come off.
    table = vehicles({"choam": 4, "spacing_guild": 4, "landsraad": 4}, locked=3).until(
        "action_resolution.RollActionDice"
    )
    assert table.game.locked == 1


@rule("R-6.7")
def test_harvesters_go_into_free_desert_areas_one_each() -> None:
    table = vehicles(
        {},
        legions={
            "north_east_8": {"side": "atreides", "regular": 1},
            "north_east_6": {"side": "harkonnen", "regular": 1},
        },
        worms=["north_east_9"],
        wormsigns=["north_east_5"],
    )
    assert table.offers("pick_area(north_east_6)", "pick_area(north_east_5)", "pick_area(north_east_10)")
    assert table.refuses(
        "pick_area(north_east_8)", "pick_area(north_east_9)", "pick_area(gara_kulon)", "pick_area(carthag)"
    )
    assert all(TERRAIN[0][AREA_IDS.index(area)] >= DESERT for area in table.areas())
    table.pick("pick_area(north_east_6)")
    assert table.refuses("pick_area(north_east_6)")


@rule("R-6.8", "R-6.9")
def test_one_vehicle_an_air_zone() -> None:
    table = vehicles({}).pick("pick_area(north_east_6)", "pick_area(north_east_5)", "pick_area(north_east_8)")
    assert len(table.options()) == 8 and all(name.startswith("pick_zone") for name in table.options())
    table.pick(f"pick_zone({ZONES[0]})", f"pick_zone({ZONES[1]})")
    table.pick(f"pick_zone({ZONES[0]})")  # the Carryall removes the Ornithopter there
    assert table.zone(ZONES[0]) == "carryall" and table.zone(ZONES[1]) == "ornithopter"
    assert sum(vehicle > 0 for vehicle in table.game.zones) == 2


@rule("R-6.10")
def test_every_vehicle_is_placed() -> None:
    table = vehicles({})
    while table.phase() == "vehicle_placement":
        assert table.refuses("pass", "done", "no")
        table.pick(table.options()[0])
    assert sum(table.has("harvester", area) for area in AREA_IDS) == 3


# --- chapter 7


@rule("R-7.1", "R-7.2", "R-7.3")
def test_both_roll_their_dice() -> None:
    table = Table.scenario({"phase": "action_dice", "locked": 2, "row": []})
    totals = []
    for roll in ("1leadership_1strategy_2house", "2leadership_2strategy_2mentat"):
        totals.append({sum(int(p[0]) for p in name[12:-1].split("_")) for name in table.options()})
        table.roll_action(roll)
    assert totals == [{4}, {6}]


@rule("R-7.4")
def test_dice_lie_in_the_box_of_their_result() -> None:
    table = rolled("1leadership_1strategy_2house", "2leadership_3strategy_2mentat_1house")
    assert table.dice("atreides") == {"leadership": 1, "strategy": 1, "house": 2}
    assert table.dice("harkonnen") == {"leadership": 2, "strategy": 3, "mentat": 2, "house": 1}


@rule("R-7.5", "R-7.6")
def test_surplus_dice_go_where_most_slots_are_free() -> None:
    table = rolled("3strategy_1mentat", "3strategy_3mentat_2house")
    assert table.ask() == "action_resolution.ChangeSurplusDie" and table.seat() == "atreides"
    assert table.options() == ["die(leadership)", "die(deployment)", "die(house)"]
    table.pick("die(house)")
    assert table.dice("atreides") == {"strategy": 2, "mentat": 1, "house": 1}
    table = rolled("4strategy", "3strategy_3mentat_2house")
    table.pick("die(house)")
    assert table.options() == ["die(leadership)", "die(deployment)", "die(mentat)"]  # counted anew after each change


@rule("R-7.7")
def test_both_sides_change_dice_in_turns() -> None:
    rolls = ("4strategy", "5strategy_1leadership_1deployment_1house")
    table = rolled(*rolls)
    assert table.seat() == "harkonnen" and table.options() == ["die(mentat)"]
    table.pick("die(mentat)")
    assert table.seat() == "atreides"
    table.pick("die(leadership)")
    assert table.seat() == "harkonnen"
    table.pick("die(leadership)")
    assert table.seat() == "atreides" and table.ask() == "action_resolution.ChangeSurplusDie"
    apart = GameConfig(ruleset=Ruleset(alternate_surplus_dice=False))
    table = Table.scenario({"phase": "action_dice", "row": []}, config=apart).roll_action(*rolls).pick("die(mentat)")
    assert table.seat() == "harkonnen"  # one side after the other


@rule("R-7.8", "R-7.9")
def test_bene_gesserit_then_turns() -> None:
    table = rolled(
        "2leadership_1strategy_1mentat", "3strategy_3mentat_2house", bene_gesserit={"atreides": 1, "harkonnen": 1}
    )
    assert table.ask() == "action_resolution.PlaceBeneGesserit" and table.seat() == "harkonnen"
    table.pick("die(deployment)")
    assert table.ask() == "action_resolution.PlaceBeneGesserit" and table.seat() == "atreides"
    table.pick("pass")
    seats = []
    for _ in range(4):
        table.until("turn.ChooseDie")
        seats.append(table.seat())
        table.pick("die(mentat)" if table.offers("die(mentat)") else table.options()[0]).until("turn.ChooseDie")
    assert seats == ["atreides", "harkonnen", "atreides", "harkonnen"]


@rule("R-7.10", "R-7.14")
def test_a_die_buys_an_action_and_is_used() -> None:
    table = Table.scenario({"dice": {"atreides": ["mentat", "mentat"], "harkonnen": ["house"]}, "row": []})
    table.pick("die(mentat)", "action(draw)", "deck(fremen_ally)")
    assert table.dice("atreides") == {"mentat": 1}
    assert table.game.used[ATREIDES * 5 + 3] == 1
    table.draw("crysknife", "hieregs")
    assert table.seat() == "harkonnen" and table.hand("atreides") == ["crysknife", "hieregs"]


@rule("R-7.11", "R-7.15")
def test_any_die_plays_a_card() -> None:
    for face in ("leadership", "strategy", "deployment", "mentat", "house"):
        table = Table.scenario(
            {
                "turn": "harkonnen",
                "dice": {"harkonnen": [face], "atreides": []},
                "hands": {"harkonnen": ["sandmasters"]},
                "row": [],
            }
        )
        table.pick(f"die({face})", "card(sandmasters)")
        assert table.hand("harkonnen") == []
        table.until_phase("desert_hazards")
        kind = table.game.content.card_ids.index("sandmasters")
        assert table.game.discards[kind] == 1 and sum(table.game.discards) == 1


@rule("R-7.12", "R-7.18")
def test_desert_power_needs_fewer_dice_and_there_is_no_pass() -> None:
    few = Table.scenario({"dice": {"atreides": ["mentat"], "harkonnen": ["house", "mentat"]}, "row": []})
    assert few.offers("action(wormsigns)", "pass")
    equal = Table.scenario({"dice": {"atreides": ["mentat", "house"], "harkonnen": ["house", "mentat"]}, "row": []})
    assert equal.refuses("action(wormsigns)", "pass")
    assert equal.options() == ["die(mentat)", "die(house)", "free(guerrilla_training)"]
    harkonnen = Table.scenario({"turn": "harkonnen", "dice": {"atreides": [], "harkonnen": ["house"]}, "row": []})
    assert harkonnen.refuses("pass", "action(wormsigns)")


@rule("R-7.13")
def test_alternatives_exclude_each_other() -> None:
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "dice": {"harkonnen": ["strategy"], "atreides": ["mentat"]},
            "row": [],
            "sietches": {},
            "legions": {
                "shield_wall_east": {"side": "harkonnen", "regular": 3},
                "gara_kulon": {"side": "atreides", "regular": 1},
                "carthag": {"side": "harkonnen", "regular": 3},
            },
        }
    )
    table.pick("die(strategy)")
    assert table.offers("action(move)", "action(attack)")
    table.pick("action(move)", "pick_area(carthag)", "pick_area(arsunt)", "all", "pass")
    assert table.phase() != "action_resolution"  # no attack after the move


@rule("R-7.16")
def test_the_phase_ends_with_the_last_harkonnen_die() -> None:
    table = Table.scenario({"dice": {"atreides": ["mentat", "mentat", "house"], "harkonnen": ["mentat"]}, "row": []})
    table.pick("die(mentat)", "pass")
    assert table.seat() == "harkonnen"
    table.pick("die(mentat)", "pass")
    assert table.phase() != "action_resolution"
    assert table.dice("atreides") == {}


@rule("R-7.17")
def test_effects_are_not_compulsory() -> None:
    table = Table.scenario(
        {"turn": "harkonnen", "dice": {"harkonnen": ["deployment"], "atreides": []}, "row": [], "legions": {}}
    )
    table.pick("die(deployment)", "action(deploy)", "pick_area(carthag)", "pass", "pass")
    assert table.legion("harkonnen", "carthag") == {"regular": 1}
    table = Table.scenario({"turn": "harkonnen", "dice": {"harkonnen": ["deployment"], "atreides": []}, "row": []})
    table.pick("die(deployment)", "pass")  # nothing at all
    assert table.phase() != "action_resolution"
