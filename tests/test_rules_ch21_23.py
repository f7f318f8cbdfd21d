"""Chapters 21 to 23: casualties, the end of a battle, the advance and settlements."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, AREA_INDEX, GROUND
from dune_env.arrakis.ruleset import GameConfig, Ruleset
from tests.battles import battle
from tests.rules import rule
from tests.table import Table

SIETCH2 = {"gara_kulon": {"rank": 2}}


def near(area: str) -> list[str]:
    return sorted(AREA_IDS[to] for to in GROUND[AREA_INDEX[area]])


# --- chapter 21


@rule("R-21.1", "R-21.3")
def test_the_attacker_loses_first_both_from_one_roll() -> None:
    table = battle({"regular": 1, "elite": 1}, {"regular": 1, "elite": 1}).roll("2hit", "2hit")
    assert table.seat() == "harkonnen" and table.offers("pick(regular)", "pick(elite)")
    table.pick("pick(elite)", "pick(regular)")
    assert table.units("harkonnen", "shield_wall_east") == 1
    assert table.seat() == "atreides"  # all Hits of the roll land, whatever the attacker has lost
    table.pick("pick(regular)", "pick(elite)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1}


@rule("R-21.2", "R-21.5")
def test_what_absorbs_a_hit() -> None:
    defender = {"regular": 1, "elite": 1, "special_elite": 1, "generic": 1, "leaders": ["stilgar"]}
    table = battle({"regular": 5}, defender).roll("5hit", "1shield_2hit")
    table.pick("pick(regular)", "pick(regular)")  # the attacker's
    assert table.options() == [
        "pick(regular)",
        "pick(elite)",
        "pick(special_elite)",
        "pick(naib)",
        "pick_leader(stilgar)",
    ]
    table.pick("pick(special_elite)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 2, "elite": 1, "generic": 1, "leaders": ["stilgar"]}
    table.pick("pick(regular)", "pick(regular)")  # the one that was a Fedaykin too
    table.pick("pick_leader(stilgar)")
    assert table.legion("atreides", "gara_kulon") == {"elite": 1, "generic": 1}
    assert table.leader("stilgar") == "tank_1"


@rule("R-21.4")
def test_an_elite_falls_when_no_regular_is_left() -> None:
    crowd = {"windgap": {"side": "atreides", "regular": 6}, "hobars_gap": {"side": "atreides", "regular": 6}}
    crowd["tasmin_sink"] = {"side": "atreides", "regular": 4}
    table = battle({"regular": 3}, {"elite": 2}, extra=crowd).roll("1hit_2shield", "2special")
    assert table.supply("atreides", "regular") == 0
    table.pick("pick(elite)")
    assert table.legion("atreides", "gara_kulon") == {"elite": 1}


@rule("R-21.6")
def test_the_printed_example() -> None:
    defender = {"regular": 2, "special_elite": 1, "leaders": ["stilgar"]}
    table = battle({"regular": 3}, defender).roll("3hit", "3hit")
    while table.seat() == "harkonnen":
        table.pick(table.options()[0])
    table.pick("pick(special_elite)", "pick(regular)", "pick(regular)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "leaders": ["stilgar"]}


@rule("R-21.7", "R-21.8", "R-21.9")
def test_a_wiped_out_legion() -> None:
    defender = {"regular": 1, "elite": 1, "generic": 1, "leaders": ["stilgar", "paul_atreides"]}
    table = battle({"regular": 6}, defender).roll("4hit_2shield", "2hit")
    while table.seat() == "harkonnen":
        table.pick(table.options()[0])
    table.pick("pick(elite)", "pick(naib)", "pick(regular)", "pick(regular)")
    assert table.ask() == "fall_alone.NextToFall"  # the owner orders them (Q-K1)
    table.pick("pick_leader(stilgar)", "pick_leader(paul_atreides)")
    assert (table.leader("paul_atreides"), table.leader("stilgar")) == ("tank_1", "tank_2")
    assert table.supply("atreides", "generic") == 12 and table.supply("atreides", "elite") == 8
    assert table.units("atreides", "gara_kulon") == 0


def test_more_hits_than_a_legion_can_take() -> None:
    table = battle({"regular": 6}, {"elite": 1, "leaders": ["stilgar"]}).roll("6hit", "1shield")
    assert table.ask() == "battle.AdvanceOrStay"  # nothing to choose
    assert table.leader("stilgar") == "tank_1"


@rule("R-21.10")
def test_nothing_carries_over() -> None:
    table = battle({"regular": 3}, {"regular": 3}).roll("3hit", "3shield")
    table.pick("yes").until("battle.RollCombatDice").roll("1hit_2shield", "3special")
    table.pick("pick(regular)")
    assert table.ask() == "battle.Continue"  # one Hit of this round; neither Shields nor Hits are left of the first
    assert table.units("atreides", "gara_kulon") == 2


# --- chapter 22


@rule("R-22.1", "R-22.2", "R-22.3")
def test_going_on_against_a_settlement_costs_a_hit() -> None:
    table = battle({"regular": 2, "elite": 1}, {"regular": 2}, sietches=SIETCH2).roll("3shield", "4shield")
    table.pick("yes")
    assert table.ask() == "casualties.AbsorbHit" and table.seat() == "harkonnen"  # the Shields left are no help
    table.pick("pick(elite)")
    assert table.legion("harkonnen", "shield_wall_east") == {"regular": 3}
    table = battle({"regular": 2}, {"regular": 2}, sietches=SIETCH2).roll("2shield", "4shield").pick("no")
    assert table.units("harkonnen", "shield_wall_east") == 2 and table.phase() != "action_resolution"


@rule("R-22.4", "R-22.5")
def test_going_on_is_free_elsewhere_and_ceasing_leaves_all_in_place() -> None:
    table = battle({"regular": 2}, {"regular": 2}).roll("2shield", "2shield").pick("yes")
    assert table.ask() == "battle.DefenderRetreat" and table.units("harkonnen", "shield_wall_east") == 2
    table.pick("no").roll("2shield", "2shield").pick("no")
    assert table.units("harkonnen", "shield_wall_east") == 2 and table.units("atreides", "gara_kulon") == 2


@rule("R-22.6", "R-22.7")
def test_the_defender_may_retreat_only_if_the_attacker_goes_on() -> None:
    table = battle({"regular": 2}, {"regular": 2, "generic": 1}).roll("2shield", "2shield")
    again = Table(table.game.copy()).pick("no")
    assert again.noted("cease") == 1 and again.noted("retreat") == 0
    table.pick("yes")
    assert table.seat() == "atreides"
    table.pick("yes")
    assert table.ask() == "retreat.PickRetreat" and table.seat() == "harkonnen"  # the opponent chooses
    assert table.areas() == sorted(set(near("gara_kulon")) - {"shield_wall_east"})
    table.pick("pick_area(north_east_16)")
    assert table.legion("atreides", "north_east_16") == {"regular": 2, "generic": 1}


@rule("R-22.8", "R-22.9")
def test_where_a_legion_retreats() -> None:
    # The Harkonnen in Shield Wall East: no Wormsign, no worm, no enemy.
    table = battle(
        {"regular": 2},
        {"regular": 2},
        side="atreides",
        wormsigns=["north_east_7"],
        extra={"central_north_east_8": {"side": "atreides", "regular": 1}},
    ).roll("2shield", "2shield")
    table.pick("yes", "yes")
    assert table.seat() == "atreides" and table.areas() == ["central_north_east_9", "north_east_11"]
    # Atreides may be sent onto a Wormsign, but not onto a worm.
    table = battle({"regular": 2}, {"regular": 2}, wormsigns=["north_east_12"], worms=["north_east_14"])
    table.roll("2shield", "2shield").pick("yes", "yes")
    assert table.offers("pick_area(north_east_12)") and table.refuses("pick_area(north_east_14)")


@rule("R-22.10")
def test_no_way_out() -> None:
    walls = {area: {"side": "harkonnen", "regular": 1} for area in near("gara_kulon") if area != "shield_wall_east"}
    table = battle({"regular": 2}, {"regular": 2}, extra=walls).roll("2shield", "2shield").pick("yes")
    assert table.ask() == "battle.RollCombatDice"  # nobody is asked to retreat


@rule("R-22.11", "R-22.12")
def test_the_attacker_wins() -> None:
    table = battle({"regular": 2}, {"regular": 1}).roll("2hit", "1hit").pick("pick(regular)")
    assert table.ask() == "battle.AdvanceOrStay" and table.noted("attacker_won") == 1
    table = (
        battle({"regular": 2}, {"regular": 1}).roll("2shield", "1hit").pick("yes", "yes", "pick_area(north_east_12)")
    )
    assert table.ask() == "battle.AdvanceOrStay" and table.noted("attacker_won") == 1


@rule("R-22.13", "R-22.14")
def test_the_defender_wins_or_nobody() -> None:
    table = battle({"regular": 1}, {"regular": 2}).roll("1shield", "2hit")
    assert table.units("harkonnen", "shield_wall_east") == 0 and table.noted("attacker_repelled") == 1
    assert table.noted("attacker_won") == 0
    table = battle({"regular": 1}, {"regular": 1}).roll("1hit", "1hit")
    assert table.units("harkonnen", "shield_wall_east") == table.units("atreides", "gara_kulon") == 0
    assert table.noted("attacker_won") == 0


# --- chapter 23


@rule("R-23.1", "R-23.2")
def test_the_winner_may_move_in_with_everything() -> None:
    attacker = {"regular": 2, "elite": 1, "generic": 1, "leaders": ["baron_harkonnen"]}
    table = battle(attacker, {"regular": 1}).roll("3hit", "1shield")
    stay = Table(table.game.copy()).pick("no")
    assert stay.units("harkonnen", "shield_wall_east") == 3
    table.pick("yes")
    assert table.legion("harkonnen", "gara_kulon") == attacker
    assert table.legion("harkonnen", "shield_wall_east") == {}
    old = GameConfig(ruleset=Ruleset(advance_is_optional=False))
    legions = {
        "shield_wall_east": {"side": "harkonnen", "regular": 3},
        "gara_kulon": {"side": "atreides", "regular": 1},
    }
    position: dict[str, object] = {"turn": "harkonnen", "row": [], "sietches": {}, "legions": legions}
    moved = Table.scenario({**position, "dice": {"harkonnen": ["strategy"], "atreides": []}}, config=old)
    moved.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)", "pick_area(gara_kulon)")
    moved.roll("3hit", "1shield")
    assert moved.units("harkonnen", "gara_kulon") == 3  # the 2023 text moves the winner in


@rule("R-23.3", "R-23.9", "R-23.11")
def test_a_sietch_destroyed() -> None:
    table = battle({"regular": 5}, {"regular": 1}, sietches=SIETCH2).roll("5hit", "3shield").pick("yes")
    table.skip_chance()
    assert table.units("harkonnen", "gara_kulon") == 5
    assert not table.has("sietch", "gara_kulon") and table.game.supremacy == 2
    table = Table.scenario({"sietches": {}, "dice": {"atreides": ["deployment"], "harkonnen": ["mentat"]}, "row": []})
    assert table.pick("die(deployment)").refuses("action(deploy)")  # none is left to deploy at


@rule("R-23.4", "R-23.6")
def test_advancing_atreides_take_stations_and_remove_harvesters() -> None:
    for area, what in (("north_east_4", "station"), ("north_east_8", "harvester")):
        start = "north_east_5"
        table = Table.scenario(
            {
                "row": [],
                "sietches": {},
                "harvesters": ["north_east_8"],
                "dice": {"atreides": ["strategy"], "harkonnen": ["mentat"]},
                "legions": {start: {"side": "atreides", "regular": 3}, area: {"side": "harkonnen", "regular": 1}},
            }
        )
        table.pick("die(strategy)", "action(attack)", f"pick_area({start})", f"pick_area({area})")
        table.roll("3hit", "1shield").pick("yes")
        if what == "station":
            table.pick("station(jihad)")
            assert table.marker("jihad") == 1
        assert not table.has(what, area) and table.units("atreides", area) == 3


@rule("R-23.5")
def test_advancing_harkonnen_reveal_a_wormsign() -> None:
    table = battle({"regular": 3}, {"regular": 1}, wormsigns=["gara_kulon"]).roll("3hit", "1shield").pick("yes")
    assert table.offers("wormsign(sand)", "wormsign(sandworm)")
    table.pick("wormsign(sandworm)", "option(0)")
    assert table.ask() == "worm_consequence.ForcedRetreat" and table.seat() == "atreides"


@rule("R-23.7", "R-23.8")
def test_only_a_winning_legion_destroys_a_settlement() -> None:
    # Worms may strike a settlement's Legion; the settlement stands.
    table = Table.scenario(
        {
            "row": [],
            "worms": ["wind_pass"],
            "dice": {"atreides": [], "harkonnen": ["mentat"]},
            "legions": {"central_south_west_2": {"side": "harkonnen", "regular": 1}},
        }
    )
    table.pick("action(worm_attack)", "pick_area(wind_pass)", "pick_area(central_south_west_2)").roll("4hit")
    assert all(table.has("settlement", area) for area in ("arrakeen", "carthag", "arsunt", "north_pole"))
    # A lost or ceased attack does not destroy it either.
    table = battle({"regular": 2}, {"regular": 1}, sietches=SIETCH2).roll("2shield", "3shield").pick("no")
    assert table.has("sietch", "gara_kulon") and table.game.supremacy == 0


@rule("R-23.10")
def test_a_harkonnen_settlement_destroyed() -> None:
    table = Table.scenario(
        {
            "row": [],
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat"]},
            "legions": {"broken_land": {"side": "atreides", "regular": 3}},
        }
    )
    table.pick("die(strategy)", "action(attack)", "pick_area(broken_land)", "pick_area(carthag)", "yes")
    assert table.game.prescience == [2, 2, 2] and not table.has("settlement", "carthag")


@rule("R-23.12")
def test_the_advance_leads_over_any_distance() -> None:
    zone = "air_north_east__central_north_east"
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "row": [],
            "sietches": {},
            "zones": {zone: "ornithopter"},
            "dice": {"harkonnen": ["strategy"], "atreides": []},
            "legions": {
                "north_east_7": {"side": "harkonnen", "regular": 3},
                "gara_kulon": {"side": "atreides", "regular": 1},
            },
        }
    )
    table.pick(
        "die(strategy)", "action(attack)", "pick_area(north_east_7)", "pick_area(gara_kulon)", f"pick_zone({zone})"
    )
    table.roll("3hit", "1shield").pick("yes")
    assert table.units("harkonnen", "gara_kulon") == 3 and table.zone(zone) == "none"
