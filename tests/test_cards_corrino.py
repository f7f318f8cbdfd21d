"""The Corrino Ally deck: every branch of every card, in table talk."""

from __future__ import annotations

import pytest

from dune_env.arrakis.board import AREA_IDS
from dune_env.arrakis.names import IN_DECK, IN_ROW
from tests.harkonnen_turn import at_the_table, atreides, harkonnen, on_the_table, turn_is_over
from tests.rules import rule
from tests.table import Table

RAGES = [f"rage_overcame_shaddam_iv_{which}" for which in ("settlement", "legion", "assault")]

# --- Rage Overcame Shaddam IV, three cards


@pytest.mark.parametrize("rage", RAGES)
def test_rage_brings_shaddam_and_another_card(rage: str) -> None:
    table = on_the_table(rage, hands={"harkonnen": ["sandmasters"]})
    assert table.options() == ["yes", "pass"]
    table.pick("yes")
    assert table.leader("shaddam_iv") == "off_board" and not table.card_is_spent("shaddam_iv")
    assert table.options() == ["card(sandmasters)", "pass"]
    assert turn_is_over(table.pick("pass"))


@pytest.mark.parametrize("rage", RAGES)
def test_rage_may_play_the_card_without_shaddam(rage: str) -> None:
    table = on_the_table(rage, hands={"harkonnen": ["sandmasters"]}).pick("pass")
    assert table.leader("shaddam_iv") == "not_entered"
    assert table.offers("card(sandmasters)", "pass")


def test_rage_chains_one_card_after_the_other() -> None:
    table = on_the_table(RAGES[0], hands={"harkonnen": ["breeding_program", "moving_the_battle_group"]})
    table.pick("yes", "card(breeding_program)", "card(moving_the_battle_group)", "pick_area(broken_land)")
    assert table.game.bene_gesserit[1] == 1
    assert table.legion("harkonnen", "broken_land") == {"elite": 2, "generic": 1}
    assert turn_is_over(table)


def test_rage_settlement_places_four_regulars_and_shaddam() -> None:
    table = on_the_table(RAGES[0], leaders={"shaddam_iv": "off_board"})
    assert table.areas() == ["arrakeen", "arsunt", "carthag", "hagga_basin", "imperial_basin", "north_pole"]
    table.pick("pick_area(arsunt)")
    assert table.legion("harkonnen", "arsunt") == {"regular": 4, "leaders": ["shaddam_iv"]}
    assert turn_is_over(table)


def test_rage_settlement_may_leave_shaddam_where_he_is() -> None:
    legions = {"broken_land": harkonnen(regular=1, leaders=["shaddam_iv"])}
    table = on_the_table(RAGES[0], legions=legions).pick("pick_area(arsunt)", "pass")
    assert table.legion("harkonnen", "arsunt") == {"regular": 4}
    assert table.leader("shaddam_iv") == "broken_land"


def test_rage_legion_places_two_sardaukar_and_shaddam() -> None:
    legions = {"broken_land": harkonnen(regular=1), "carthag": harkonnen(regular=1)}
    table = on_the_table(RAGES[1], legions=legions, leaders={"shaddam_iv": "off_board"})
    assert table.areas() == ["broken_land", "carthag"]
    table.pick("pick_area(broken_land)")
    assert table.legion("harkonnen", "broken_land") == {"regular": 1, "special_elite": 2, "leaders": ["shaddam_iv"]}
    assert turn_is_over(table)


def test_rage_legion_with_the_sardaukar_used_up() -> None:
    legions = {
        "broken_land": harkonnen(special_elite=6),
        "arsunt": harkonnen(special_elite=2),
        "carthag": harkonnen(regular=1),
    }
    table = on_the_table(RAGES[1], legions=legions, tank={"harkonnen": ["shaddam_iv"]}).pick("pick_area(carthag)")
    assert table.offers("pick(regular)", "pick(elite)", "pick_area(broken_land)", "pick_area(arsunt)", "done")
    table.pick("pick(elite)", "pick_area(broken_land)")
    assert table.legion("harkonnen", "carthag") == {"regular": 1, "elite": 1, "special_elite": 1}
    assert table.leader("shaddam_iv").startswith("tank")


def assault(**position: object) -> Table:
    legions = {
        "broken_land": harkonnen(regular=1, special_elite=1),
        "carthag": harkonnen(regular=1),
        "hagga_basin": atreides(regular=1),
    }
    return on_the_table(RAGES[2], legions=legions, settlements=["carthag"], **position)


def test_rage_assault_moves_and_attacks() -> None:
    table = assault(leaders={"shaddam_iv": "off_board"})
    assert table.areas() == ["broken_land"]
    table.pick("pick_area(broken_land)")
    assert table.leader("shaddam_iv") == "broken_land"
    table.pick("pick_area(arsunt)", "all")
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "special_elite": 1, "leaders": ["shaddam_iv"]}
    assert table.options() == ["action(surprise_attack)", "pass"]
    table.pick("action(surprise_attack)", "pick_area(hagga_basin)").roll("2shield", "1shield")
    assert table.units("atreides", "hagga_basin") == 0  # the added Special is 2 Hits, the Shield is cancelled


def test_rage_assault_may_attack_without_moving_and_move_without_attacking() -> None:
    table = assault(leaders={"shaddam_iv": "off_board"}).pick("pick_area(broken_land)", "pass")
    assert turn_is_over(table)  # nothing to attack next to Broken Land
    table = assault(leaders={"shaddam_iv": "off_board"})
    table.pick("pick_area(broken_land)", "pick_area(arsunt)", "all", "pass")
    assert turn_is_over(table)


def test_rage_assault_with_shaddam_in_the_tank_still_moves_the_legion() -> None:
    table = assault(tank={"harkonnen": ["shaddam_iv"]}).pick("pick_area(broken_land)", "pick_area(arsunt)", "all")
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "special_elite": 1}
    assert table.offers("action(surprise_attack)")


def test_rage_assault_without_a_sardaukar() -> None:
    legions = {"carthag": harkonnen(elite=2)}
    assert turn_is_over(on_the_table(RAGES[2], legions=legions, leaders={"shaddam_iv": "off_board"}))


def test_rage_assault_leaves_part_behind_and_attacks_with_the_rest() -> None:
    table = assault(leaders={"shaddam_iv": "off_board"})
    table.pick("pick_area(broken_land)", "pick_area(arsunt)", "pick(regular)", "done")
    assert table.legion("harkonnen", "broken_land") == {"special_elite": 1, "leaders": ["shaddam_iv"]}
    table.pick("action(surprise_attack)")
    assert table.options() == ["pick_area(hagga_basin)"]  # from Arsunt


# --- Manipulation of Others


def test_manipulation_makes_the_opponent_choose_two_cards() -> None:
    theirs = ["war_plan", "shai_hulud", "thumpers"]
    table = on_the_table("manipulation_of_others", hands={"atreides": theirs})
    assert table.seat() == "atreides" and table.refuses("pass")
    table.pick("card(war_plan)", "card(thumpers)")
    assert table.hand("atreides") == ["shai_hulud"]
    assert table.seat() == "harkonnen"
    table.pick("deck(house_harkonnen)").skip_chance()
    assert len(table.hand("harkonnen")) == 2
    assert turn_is_over(table)


def test_manipulation_of_a_small_or_empty_hand() -> None:
    table = on_the_table("manipulation_of_others", hands={"atreides": ["war_plan"]}).pick("card(war_plan)")
    assert table.seat() == "harkonnen" and table.offers("option(0)")
    assert on_the_table("manipulation_of_others", hands={"atreides": []}).offers("option(0)")


# --- Breeding Program


@rule("R-32.8")
def test_breeding_program() -> None:
    table = on_the_table("breeding_program", hands={"harkonnen": ["sandmasters"]})
    assert table.game.bene_gesserit[1] == 1
    assert table.options() == ["card(sandmasters)", "pass"]


def test_breeding_program_with_an_empty_reserve() -> None:
    table = on_the_table("breeding_program", bene_gesserit={"harkonnen": 0, "atreides": 1, "reserve": 0})
    assert table.game.bene_gesserit == [1, 0]
    assert turn_is_over(table)


# --- Troop Carriers


def carriers(**position: object) -> Table:
    spot: dict[str, object] = {
        "legions": {
            "carthag": harkonnen(regular=2, elite=1, leaders=["beast_rabban"]),
            "north_west_10": harkonnen(regular=5),
            "broken_land": harkonnen(regular=1),
            "shield_wall_west": atreides(regular=1),
        },
    }
    return on_the_table("troop_carriers", **{**spot, **position})


def test_troop_carriers_carry_a_part_to_a_far_legion() -> None:
    table = carriers()
    assert table.areas() == ["carthag"]  # Broken Land is no settlement
    table.pick("pick_area(carthag)")
    assert table.options() == ["pick_area(broken_land)", "pick_area(north_west_10)"]
    table.pick("pick_area(north_west_10)", "pick(elite)", "pick_leader(beast_rabban)", "done")
    assert table.legion("harkonnen", "north_west_10") == {"regular": 5, "elite": 1, "leaders": ["beast_rabban"]}
    assert table.legion("harkonnen", "carthag") == {"regular": 2}
    assert turn_is_over(table)


def test_troop_carriers_overfill_and_trim() -> None:
    table = carriers().pick("pick_area(carthag)", "pick_area(north_west_10)", "all")
    assert table.ask() == "trim.TrimUnit"
    table.pick("pick(regular)", "pick(regular)")
    assert table.legion("harkonnen", "north_west_10") == {"regular": 5, "elite": 1, "leaders": ["beast_rabban"]}


@rule("R-27.1")
def test_troop_carriers_land_on_a_wormsign() -> None:
    table = carriers(wormsigns=["north_west_10"]).pick("pick_area(carthag)", "pick_area(north_west_10)", "pick(elite)")
    table.pick("done", "wormsign(sand)")
    assert not table.has("wormsign", "north_west_10")


def test_troop_carriers_need_another_legion() -> None:
    assert turn_is_over(carriers(legions={"carthag": harkonnen(regular=2)}))
    assert turn_is_over(carriers().pick("pass"))


# --- Shigawire


def test_shigawire_moves_and_takes_a_leader_next_to_it() -> None:
    legions = {
        "shield_wall_east": harkonnen(special_elite=1),
        "north_east_12": atreides(regular=1, leaders=["stilgar"]),
        "gara_kulon": atreides(regular=1, leaders=["lady_jessica"]),
        "windgap": atreides(regular=1, leaders=["paul_atreides"]),
    }
    table = on_the_table("shigawire", legions=legions).pick("pick_area(shield_wall_east)", "pick_area(north_east_11)")
    assert table.options() == ["pick_leader(lady_jessica)", "pick_leader(stilgar)", "pass"]
    table.pick("pick_leader(stilgar)")
    assert table.leader("stilgar") == "tank_1"
    assert turn_is_over(table)


def test_shigawire_without_moving() -> None:
    legions = {
        "shield_wall_east": harkonnen(special_elite=1),
        "central_north_east_8": harkonnen(regular=1),
        "gara_kulon": atreides(regular=1, leaders=["lady_jessica"]),
        "central_south_east_2": atreides(regular=1, leaders=["stilgar"]),
    }
    table = on_the_table("shigawire", legions=legions).pick("pass")
    assert table.options() == ["pick_leader(lady_jessica)", "pass"]  # only the Regular is next to Stilgar


def test_shigawire_leaves_the_moved_legion_only() -> None:
    legions = {
        "shield_wall_east": harkonnen(special_elite=2),
        "gara_kulon": atreides(regular=1, leaders=["lady_jessica"]),
    }
    table = on_the_table("shigawire", legions=legions)
    table.pick("pick_area(shield_wall_east)", "pick_area(central_north_east_8)", "pick(special_elite)", "done")
    assert turn_is_over(table)  # the Legion that moved is not next to Jessica any more


def test_shigawire_after_a_worm_has_driven_the_legion_away() -> None:
    legions = {"shield_wall_east": harkonnen(special_elite=1), "gara_kulon": atreides(regular=1, leaders=["stilgar"])}
    table = on_the_table("shigawire", legions=legions, wormsigns=["north_east_11"])
    table.pick("pick_area(shield_wall_east)", "pick_area(north_east_11)", "wormsign(sandworm)")
    table.until("worm_consequence").pick("pick_area(north_east_12)")
    assert table.options() == ["pick_leader(stilgar)", "pass"]


# --- Hope Clouds Observation


def test_hope_clouds_observation_shuffles_a_card_back() -> None:
    table = on_the_table("hope_clouds_observation", row=["the_desert_war", "stunted_worms"])
    assert table.options() == ["prescience(stunted_worms)", "prescience(the_desert_war)", "pass"]
    table.pick("prescience(the_desert_war)")
    ids = table.game.content.prescience_ids
    assert table.game.prescience_at[ids.index("the_desert_war")] == IN_DECK
    assert table.game.prescience_at[ids.index("stunted_worms")] == IN_ROW
    assert turn_is_over(table)


def test_hope_clouds_observation_on_an_empty_row() -> None:
    assert turn_is_over(on_the_table("hope_clouds_observation"))


def attached(card: str) -> Table:
    """The Atreides have attached *card* to The Desert War; then Hope Clouds Observation is played."""
    table = Table.scenario(
        {
            "legions": {"carthag": harkonnen(regular=2)},
            "dice": {"atreides": ["mentat", "mentat"], "harkonnen": ["mentat", "strategy"]},
            "bene_gesserit": {"atreides": 0, "harkonnen": 0},
            "hands": {"atreides": [card], "harkonnen": ["hope_clouds_observation"]},
            "row": ["the_desert_war", "stunted_worms"],
        }
    )
    table.pick("die(mentat)", f"card({card})", "prescience(the_desert_war)")
    return table.until("turn.ChooseDie").pick("die(mentat)", "card(hope_clouds_observation)")


def test_eyes_of_ibad_keep_a_card_in_the_row() -> None:
    assert attached("eyes_of_ibad").options() == ["prescience(stunted_worms)", "pass"]


def test_fear_is_the_mind_killer_leaves_with_its_card() -> None:
    table = attached("fear_is_the_mind_killer").pick("prescience(the_desert_war)")
    assert table.game.attached == []
    assert table.game.discards[table.game.content.card_index["fear_is_the_mind_killer"]] == 1


# --- Reports of Traitors


def test_reports_of_traitors_discards_a_house_die() -> None:
    dice = {"atreides": ["house", "house", "mentat"], "harkonnen": ["mentat", "strategy"]}
    table = on_the_table("reports_of_traitors", dice=dice, tank={"atreides": ["stilgar"]})
    assert table.options() == ["die(house)", "pass"]
    table.pick("die(house)")
    assert table.dice("atreides") == {"mentat": 1, "house": 1}
    assert table.leader("stilgar") == "tank_1"  # discarded, not spent
    assert turn_is_over(table)


@rule("R-32.4")
def test_reports_of_traitors_may_hit_a_token() -> None:
    dice = {"atreides": ["mentat"], "harkonnen": ["mentat", "strategy"]}
    spot = {"placed": {"atreides": "house"}, "atreides": 0, "harkonnen": 0}
    table = on_the_table("reports_of_traitors", dice=dice, bene_gesserit=spot)
    assert table.options() == ["bene_gesserit_token", "pass"]
    table.pick("bene_gesserit_token")
    assert table.game.unused_dice(0) == 1 and table.game.bene_gesserit[0] == 0


def test_reports_of_traitors_without_a_house_die() -> None:
    assert turn_is_over(on_the_table("reports_of_traitors"))


# --- Sardaukar Pogrom, Sardaukar's Manner, Killers Without Mercy


def test_pogrom_moves_three_legions_with_a_sardaukar() -> None:
    legions = {
        "carthag": harkonnen(special_elite=2),
        "arsunt": harkonnen(special_elite=1, regular=1),
        "arrakeen": harkonnen(regular=2),
    }
    table = on_the_table("sardaukar_pogrom", legions=legions)
    assert table.areas() == ["arsunt", "carthag"]
    table.pick("pick_area(carthag)", "pick_area(central_north_east_1)", "pick(special_elite)", "done")
    table.pick("pick_area(carthag)", "pick_area(hagga_basin)")  # what stayed is another Legion
    assert table.areas() == ["arsunt"]
    table.pick("pick_area(arsunt)", "pick_area(broken_land)", "pick(regular)")
    assert table.refuses("done")  # a Sardaukar must go along
    table.pick("pick(special_elite)")
    assert table.legion("harkonnen", "broken_land") == {"regular": 1, "special_elite": 1}
    assert turn_is_over(table)


def test_manner_moves_or_makes_a_surprise_attack() -> None:
    legions = {
        "carthag": harkonnen(special_elite=1, generic=1),
        "arsunt": harkonnen(regular=3),
        "broken_land": atreides(regular=1),
    }
    table = on_the_table("sardaukars_manner", legions=legions)
    assert table.options() == ["action(move)", "action(surprise_attack)", "pass"]
    table.pick("action(surprise_attack)").skip_forced()
    table.roll("1shield", "1shield")
    assert table.units("atreides", "broken_land") == 0  # the Bashar's Special, and the Shield is cancelled


def test_manner_moves() -> None:
    legions = {"carthag": harkonnen(special_elite=1), "arsunt": harkonnen(regular=3)}
    table = on_the_table("sardaukars_manner", legions=legions)
    assert table.options() == ["action(move)", "pass"]
    table.pick("action(move)")
    assert table.areas() == ["carthag"]
    table.pick("pick_area(carthag)", "pick_area(hagga_basin)")
    assert turn_is_over(table)


def test_manner_without_a_sardaukar() -> None:
    assert turn_is_over(on_the_table("sardaukars_manner", legions={"carthag": harkonnen(elite=3)}))


def test_killers_without_mercy_continue_at_no_cost_against_a_sietch() -> None:
    legions = {
        "shield_wall_east": harkonnen(special_elite=2),
        "gara_kulon": atreides(regular=2),
        "carthag": harkonnen(regular=1),
        "broken_land": atreides(regular=1),
    }
    table = on_the_table("killers_without_mercy", legions=legions, sietches={"gara_kulon": {"rank": 1}})
    assert table.options() == ["pick_area(shield_wall_east)", "pass"]
    table.pick("pick_area(shield_wall_east)", "pick_area(gara_kulon)").roll("2shield", "3shield").pick("yes")
    assert table.units("harkonnen", "shield_wall_east") == 2
    assert table.ask() == "battle.DefenderRetreat"


def test_killers_may_stay_at_home() -> None:
    legions = {"carthag": harkonnen(special_elite=2), "broken_land": atreides(regular=2)}
    assert turn_is_over(on_the_table("killers_without_mercy", legions=legions).pick("pass"))


# --- Spies All Over Arrakis


def spies(**position: object) -> Table:
    legions = {
        "gara_kulon": atreides(tokens=["atreides_starting_1"]),
        "windgap": atreides(regular=4, tokens=["atreides_starting_2", "atreides_starting_3"]),
    }
    spot: dict[str, object] = {
        "legions": legions,
        "sietches": {"gara_kulon": {"rank": 2}, "windgap": {"rank": 1, "revealed": True}, "tasmin_sink": {"rank": 3}},
    }
    return on_the_table("spies_all_over_arrakis", **{**spot, **position})


def test_spies_reveal_a_sietch_and_the_tokens_of_an_area() -> None:
    table = spies()
    assert table.areas() == ["gara_kulon", "tasmin_sink"]
    table.pick("pick_area(tasmin_sink)")
    game = table.game
    revealed = [AREA_IDS[area] for sietch, area in enumerate(game.sietch_at) if area >= 0 and game.sietch_up[sietch]]
    assert sorted(revealed) == ["tasmin_sink", "windgap"]
    assert table.areas() == ["gara_kulon", "windgap"]
    table.pick("pick_area(windgap)")
    assert table.ask() == "trim.TrimUnit" and table.seat() == "atreides"
    table.pick("pick(regular)", "pick(regular)")
    assert table.legion("atreides", "windgap") == {"regular": 6}
    table.pick("option(0)").skip_chance()
    assert turn_is_over(table)


def test_spies_find_nothing_and_draw() -> None:
    table = spies(legions={}, sietches={"windgap": {"rank": 1, "revealed": True}})
    assert table.offers("option(0)", "pass")


# --- Full Control of the Air, Moving the Battle Group, Sardaukar Disguised


def test_full_control_of_the_air() -> None:
    legions = {"carthag": harkonnen(regular=1)}
    first, second = "air_north_east__central_north_east", "air_central_north_east__central_north_west"
    table = on_the_table("full_control_of_the_air", legions=legions, zones={first: "carryall"})
    table.pick(f"pick_zone({first})", f"pick_zone({second})", "pick_area(carthag)")
    assert table.zone(first) == table.zone(second) == "ornithopter"
    table.pick("pick_area(rimwall_west)", f"pick_zone({second})")
    assert table.units("harkonnen", "rimwall_west") == 1
    assert table.zone(second) == "none"
    assert turn_is_over(table)


def test_full_control_of_the_air_may_place_none() -> None:
    table = on_the_table("full_control_of_the_air", legions={"carthag": harkonnen(regular=1)}).pick("pass")
    assert table.ask() == "move_legions.PickMover" and table.refuses("pick_area(rimwall_west)")


def test_moving_the_battle_group_to_a_free_mountain() -> None:
    legions = {"broken_land": atreides(regular=1), "rimwall_west": harkonnen(regular=1)}
    table = on_the_table("moving_the_battle_group", legions=legions)
    assert table.refuses("pick_area(broken_land)", "pick_area(arsunt)", "pick_area(windgap)")
    assert table.offers("pick_area(rimwall_west)", "pick_area(north_pole)", "pick_area(north_west_13)")
    table.pick("pick_area(north_west_13)")
    assert table.legion("harkonnen", "north_west_13") == {"elite": 2, "generic": 1}
    assert turn_is_over(table)


def test_sardaukar_disguised() -> None:
    legions = {"carthag": harkonnen(elite=1, regular=1), "arsunt": harkonnen(elite=2)}
    table = on_the_table("sardaukar_disguised", legions=legions)
    table.areas_picked("carthag", "arsunt")
    assert table.legion("harkonnen", "carthag") == {"regular": 1, "special_elite": 1}
    table.pick("pick_area(arsunt)", "pick_area(hagga_basin)", "all", "pick_area(carthag)", "pick_area(broken_land)")
    table.pick("all")
    assert table.legion("harkonnen", "hagga_basin") == {"elite": 1, "special_elite": 1}
    assert table.legion("harkonnen", "broken_land") == {"regular": 1, "special_elite": 1}
    assert turn_is_over(table)


def test_sardaukar_disguised_with_none_left_only_moves() -> None:
    legions = {
        "carthag": harkonnen(special_elite=6),
        "hagga_basin": harkonnen(special_elite=2),
        "arsunt": harkonnen(elite=2),
    }
    table = on_the_table("sardaukar_disguised", legions=legions)
    assert table.ask() == "move_legions.PickMover" and table.areas() == ["carthag", "hagga_basin"]


# --- "I Decide What Best Serves His Majesty"


def test_aramsham_joins_and_the_legion_attacks() -> None:
    legions = {"carthag": harkonnen(special_elite=1), "arsunt": harkonnen(elite=2), "broken_land": atreides(regular=1)}
    table = on_the_table("i_decide_what_best_serves_his_majesty", legions=legions)
    assert table.areas() == ["carthag"]
    table.pick("pick_area(carthag)")
    assert table.leader("captain_aramsham") == "carthag"
    assert table.options() == ["action(move)", "action(surprise_attack)", "pass"]
    table.pick("action(surprise_attack)", "pick_area(broken_land)")
    assert table.offers("combat_roll(1hit)")


def test_aramsham_joins_and_the_legion_moves() -> None:
    table = on_the_table(
        "i_decide_what_best_serves_his_majesty",
        legions={"carthag": harkonnen(special_elite=1), "arsunt": harkonnen(regular=1, leaders=["captain_aramsham"])},
    )
    table.pick("pick_area(carthag)", "pass", "action(move)", "pick_area(hagga_basin)")
    assert table.leader("captain_aramsham") == "arsunt"
    assert table.legion("harkonnen", "hagga_basin") == {"special_elite": 1}
    assert turn_is_over(table)


def test_i_decide_without_a_sardaukar() -> None:
    table = on_the_table("i_decide_what_best_serves_his_majesty", legions={"carthag": harkonnen(elite=1)})
    assert turn_is_over(table)


# --- Seek Out the 'Mahdi'


def seek(dice: list[str], **position: object) -> Table:
    """The card is on the table, its move passed; the Atreides have just spent the first of *dice*."""
    spot: dict[str, object] = {
        "legions": {
            "carthag": harkonnen(regular=1),
            "north_east_11": harkonnen(regular=1),
            "gara_kulon": atreides(regular=2, leaders=["paul_atreides"]),
            "windgap": atreides(regular=1),
        },
        "dice": {"atreides": dice, "harkonnen": ["mentat", "strategy", "strategy"]},
    }
    table = on_the_table("seek_out_the_mahdi", **{**spot, **position}).pick("pass")
    return table.pick(f"die({dice[0]})")


def test_seek_out_moves_a_legion_first() -> None:
    table = on_the_table("seek_out_the_mahdi", legions={"carthag": harkonnen(regular=1)})
    table.pick("pick_area(carthag)", "pick_area(broken_land)")
    assert table.units("harkonnen", "broken_land") == 1
    assert turn_is_over(table)


def test_sought_paul_neither_moves_nor_attacks_but_may_be_left_behind() -> None:
    table = seek(["strategy", "strategy"])
    assert table.refuses("action(attack)")
    table.pick("action(move)")
    assert table.areas() == ["gara_kulon", "windgap"]
    table.pick("pick_area(gara_kulon)", "pick_area(north_east_12)")
    assert table.options() == ["pick(regular)"]  # neither all nor Paul
    table.pick("pick(regular)")
    assert table.options() == ["done"]
    table.pick("done", "pass")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "leaders": ["paul_atreides"]}
    # On the turn after, all is as before.
    table.pick("die(strategy)", "pass", "die(strategy)")
    assert table.offers("action(attack)")
    table.pick("action(move)", "pick_area(gara_kulon)", "pick_area(north_east_12)", "pick(regular)")
    table.pick("pick_leader(paul_atreides)")
    assert table.leader("paul_atreides") == "north_east_12"


def test_sought_paul_with_a_single_unit_stays_altogether() -> None:
    legions = {"carthag": harkonnen(regular=1), "gara_kulon": atreides(regular=1, leaders=["paul_atreides"])}
    table = seek(["strategy"], legions=legions)
    assert table.refuses("action(move)", "action(attack)")


def test_sought_paul_and_his_special_action() -> None:
    table = seek(["leadership"])
    assert table.leader("paul_atreides") == "gara_kulon"
    assert table.refuses("pick_leader(paul_atreides)")  # his Legion can do nothing


def test_sought_paul_is_not_deployed() -> None:
    table = seek(["deployment"], legions={"carthag": harkonnen(regular=1), "gara_kulon": atreides(regular=1)})
    table.pick("action(deploy)").skip_chance().pick("pick_area(gara_kulon)")
    assert table.offers("pick_leader(stilgar)") and table.refuses("pick_leader(paul_atreides)")


def test_sought_paul_muaddib_is_not_placed() -> None:
    legions = {"carthag": harkonnen(regular=1), "gara_kulon": atreides(regular=1)}
    table = seek(
        ["strategy"],
        legions=legions,
        prescience={"kwisatz_haderach": 3},
        hands={"atreides": ["voice_from_the_outer_world"]},
    )
    table.pick("card(voice_from_the_outer_world)", "pick_area(gara_kulon)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "special_elite": 1}
    assert table.leader("paul_muaddib") == "off_board"


def test_every_card_of_the_deck_has_an_entry() -> None:
    content = at_the_table("mentat").game.content
    names = [name for kind, name in enumerate(content.card_ids) if content.card_deck[kind] == 3]
    assert len(names) == 18
    for name in names:
        assert on_the_table(name).noted(f"play_{name}") == 1
