"""Corners of the rules that the tests of their chapters leave open: each notices a fault of tests/mutants.py."""

from __future__ import annotations

from dune_env.arrakis.names import FACEDOWN
from dune_env.arrakis.state import SIGNS
from dune_env.arrakis.victory import advance_marker
from tests.battles import battle, dice_rolled
from tests.rules import rule
from tests.table import Table


def atreides(**figures: object) -> dict[str, object]:
    return {"side": "atreides", **figures}


def harkonnen(**figures: object) -> dict[str, object]:
    return {"side": "harkonnen", **figures}


def turn(die: str, side: str = "atreides", **fields: object) -> Table:
    """A turn of *side* with dice enough to spare; no Desert Power, nothing to claim."""
    dice = {"atreides": [die, "mentat", "house"], "harkonnen": [die, "mentat"]}
    return Table.scenario({"turn": side, "row": [], "legions": {}, "dice": dice, **fields})


@rule("R-3.16")
def test_a_leader_whose_last_unit_leaves_for_another_reason_falls() -> None:
    legions = {"windgap": atreides(generic=1, leaders=["stilgar"], tokens=["atreides_starting_1"])}
    table = turn("mentat", legions=legions, row=["families_flee_to_the_palmaries"])
    table.pick("claim(families_flee_to_the_palmaries)", "pick_area(windgap)", "pick_token(atreides_starting_1)")
    assert table.legion("atreides", "windgap") == {}
    assert table.leader("stilgar") == "tank_1" and table.supply("atreides", "generic") == 12


@rule("R-7.17")
def test_the_second_move_may_be_left_out() -> None:
    legions = {"north_east_3": atreides(regular=1), "north_east_12": atreides(regular=1)}
    table = turn("strategy", legions=legions, stations=[]).pick("die(strategy)", "action(move)")
    assert table.refuses("pass")  # it was chosen for the first move
    table.pick("pick_area(north_east_3)", "pick_area(north_east_4)")
    assert table.ask() == "move_legions.PickMover" and table.offers("pass")
    table.pick("pass")
    assert table.seat() == "harkonnen" and table.units("atreides", "north_east_12") == 1


@rule("R-8.1", "R-8.3")
def test_two_legions_move_not_three() -> None:
    areas = ["north_east_3", "north_east_12", "windgap"]
    for die, action in (("strategy", "action(move)"), ("leadership", "action(lead)")):
        table = turn(die, legions={area: atreides(regular=1, generic=1) for area in areas}, stations=[])
        table.pick(f"die({die})", action, "pick_area(north_east_3)", "pick_area(north_east_4)", "all")
        table.pick("pick_area(north_east_12)", "pick_area(north_east_13)", "all")
        assert table.seat() == "harkonnen" and table.units("atreides", "windgap") == 1


@rule("R-8.3")
def test_an_attack_by_leadership_is_a_surprise_attack() -> None:
    table = battle({"regular": 2, "generic": 1}, {"regular": 2}, die="leadership").roll("2shield", "2special")
    assert table.units("atreides", "gara_kulon") == 2 and table.seat() == "atreides"  # a Hit by the Bashar's Special
    table.pick("pick(regular)")
    assert table.units("atreides", "gara_kulon") == 1


@rule("R-9.11", "R-27.2")
def test_a_wormsign_is_laid_facedown() -> None:
    dice = {"atreides": [], "harkonnen": ["mentat"]}
    table = turn("mentat", legions={"north_east_8": harkonnen(regular=1)}, dice=dice)
    table.pick("action(wormsigns)", "pick_area(north_east_8)")
    assert FACEDOWN in table.game.cells[SIGNS : SIGNS + 101] and table.ask() == "place_wormsigns.PickSignArea"


@rule("R-10.3")
def test_with_every_carryall_on_the_board_one_is_placed_anew() -> None:
    zones = [f"air_{name}" for name in ("north_east__central_north_east", "north_west__central_north_west")]
    zones.append("air_south_east__central_south_east")
    table = turn("house", "harkonnen", zones=dict.fromkeys(zones, "carryall"))
    table.pick("die(house)", "action(vehicles)", "vehicle(carryall)")
    assert table.ask() == "place_vehicles.PickRelocated" and table.offers(f"pick_zone({zones[0]})", "pass")
    table.pick(f"pick_zone({zones[0]})", "pick_zone(air_south_west__central_south_west)")
    assert table.zone(zones[0]) == "none" and table.zone("air_south_west__central_south_west") == "carryall"


@rule("R-12.3")
def test_no_free_action_in_the_opponents_turn() -> None:
    tokens = {"windgap": atreides(tokens=["atreides_starting_1"])}
    table = battle({"regular": 2}, {"regular": 2}, extra=tokens).roll("2shield", "2shield").pick("yes")
    assert table.ask() == "battle.DefenderRetreat" and table.seat() == "atreides"
    assert table.refuses("free(guerrilla_training)")


@rule("R-21.9")
def test_the_leader_of_a_legion_destroyed_outright_goes_to_the_tank() -> None:
    table = battle({"regular": 6}, {"regular": 1, "leaders": ["stilgar"]}).roll("6hit", "1shield")
    assert table.leader("stilgar") == "tank_1"


@rule("R-22.6", "R-22.13")
def test_after_a_cease_nobody_retreats_or_advances() -> None:
    table = battle({"regular": 2}, {"regular": 2}, dice={"harkonnen": ["strategy", "mentat"], "atreides": ["mentat"]})
    table.roll("2shield", "2shield").pick("no")
    assert table.seat() == "atreides" and table.ask() == "turn.ChooseDie"
    assert table.noted("attacker_repelled") == 1


@rule("R-25.12", "R-25.13", "R-25.14")
def test_reaching_step_three_exactly() -> None:
    for marker, name in ((2, "chani"), (0, "paul_muaddib"), (1, "reverend_mother_jessica")):
        table = turn("mentat")
        advance_marker(table.game, marker, 3)
        assert table.leader(name) == "off_board"


@rule("R-29.4")
def test_harkonnen_take_neither_station_nor_harvester() -> None:
    table = turn("strategy", "harkonnen", legions={"north_east_5": harkonnen(regular=1)}, harvesters=["north_east_4"])
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_5)", "pick_area(north_east_4)")
    assert table.seat() == "atreides"  # nothing is revealed
    assert table.has("station", "north_east_4") and table.has("harvester", "north_east_4")


def test_dice_of_the_helper() -> None:
    assert dice_rolled(battle({"regular": 3}, {"regular": 1})) == 3


@rule("R-15.4", "R-15.5")
def test_raising_costs_three() -> None:
    table = Table.scenario(
        {
            "phase": "spice_harvesting",
            "harvesters": ["north_east_1", "north_east_2"],  # Deep Desert: 4 spice
            "imperium": {"choam": 3, "spacing_guild": 3, "landsraad": 3},
            "supremacy": 6,
        }
    )
    table.pick("raise(choam)")
    assert table.phase() != "spice_harvesting" or table.refuses("keep(spacing_guild)")  # 1 spice is left
    assert (table.imperium("choam"), table.imperium("spacing_guild"), table.imperium("landsraad")) == (4, 2, 2)
    assert table.bans() == ["spacing_guild", "landsraad"]


@rule("R-17.2", "R-17.4")
def test_a_ride_over_a_wormsign() -> None:
    table = turn("strategy", legions={"north_east_3": atreides(regular=1)}, wormsigns=["north_east_4"], stations=[])
    table.pick("die(strategy)", "action(move)")
    table.pick("pick_area(north_east_3)")
    assert table.offers("pick_area(north_east_4)", "pick_area(north_east_5)")
    without = turn("strategy", legions={"north_east_3": atreides(regular=1)}, stations=[])
    without.pick("die(strategy)", "action(move)", "pick_area(north_east_3)")
    assert without.refuses("pick_area(north_east_5)")


@rule("R-18.1")
def test_a_transported_attack_spends_the_ornithopter() -> None:
    zone = "air_north_east__central_north_east"
    legions = {"shield_wall_east": harkonnen(regular=3), "north_east_12": atreides(regular=1)}
    table = turn("strategy", "harkonnen", legions=legions, zones={zone: "ornithopter"}, sietches={})
    table.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)", "pick_area(north_east_12)")
    assert table.pick(f"pick_zone({zone})").zone(zone) == "none"
