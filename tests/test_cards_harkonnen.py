"""The House Harkonnen deck: every branch of every card, in table talk."""

from __future__ import annotations

import pytest

from tests.harkonnen_turn import at_the_table, atreides, harkonnen, on_the_table, turn_is_over
from tests.rules import rule
from tests.table import Table

VILLAGES = ["arsunt", "hagga_basin", "imperial_basin", "north_pole"]
SCHEMING = "hawats_scheming"
HOUSE_CARDS = ["forced_recruitment", "harkonnen_patrols", "hunter_seeker", "spotter_control"]

# --- Hard Times and Oppression


def test_hard_times_gives_each_settlement_its_unit() -> None:
    table = on_the_table("hard_times_and_oppression")
    assert table.areas() == VILLAGES
    table.pick("all")
    assert [table.legion("harkonnen", area) for area in VILLAGES] == [{"regular": 1}] * 4
    assert table.areas() == ["arrakeen", "carthag"]
    table.pick("all")
    assert table.legion("harkonnen", "arrakeen") == table.legion("harkonnen", "carthag") == {"elite": 1}
    assert turn_is_over(table)


def test_hard_times_one_by_one_and_not_to_all() -> None:
    table = on_the_table("hard_times_and_oppression")
    table.pick("pick_area(north_pole)")
    assert table.areas() == ["arsunt", "hagga_basin", "imperial_basin"]
    table.pick("pick_area(arsunt)", "pass", "pick_area(carthag)")
    assert table.options() == ["pick_area(arrakeen)", "pass"]
    table.pick("pass")
    assert table.units("harkonnen", "imperial_basin") == table.units("harkonnen", "arrakeen") == 0
    assert turn_is_over(table)


def test_hard_times_skips_what_is_destroyed() -> None:
    table = on_the_table("hard_times_and_oppression", settlements=["arsunt", "arrakeen"])
    assert table.options() == ["pick_area(arsunt)", "pass"]
    table.pick("pick_area(arsunt)")
    assert table.options() == ["pick_area(arrakeen)", "pass"]


def test_hard_times_beyond_six_units_removes_the_surplus() -> None:
    table = on_the_table("hard_times_and_oppression", legions={"carthag": harkonnen(regular=6)})
    table.pick("pass", "pick_area(carthag)")
    assert table.ask() == "trim.TrimUnit"
    table.pick("pick(regular)")
    assert table.legion("harkonnen", "carthag") == {"regular": 5, "elite": 1}


# --- Forced Recruitment


def test_forced_recruitment_with_a_bashar() -> None:
    table = on_the_table("forced_recruitment")
    assert table.options() == ["pick_area(arrakeen)", "pass"]
    table.pick("pick_area(arrakeen)")
    assert table.offers("pick(bashar)", "pick_leader(baron_harkonnen)", "pass")
    table.pick("pick(bashar)")
    assert table.legion("harkonnen", "arrakeen") == {"elite": 3, "generic": 1}
    assert turn_is_over(table)


def test_forced_recruitment_takes_a_named_leader_from_the_board_but_not_from_the_tank() -> None:
    table = on_the_table(
        "forced_recruitment",
        legions={"carthag": harkonnen(regular=1, leaders=["beast_rabban"])},
        tank={"harkonnen": ["baron_harkonnen"]},
    )
    table.pick("pick_area(arrakeen)")
    assert table.refuses("pick_leader(baron_harkonnen)")
    table.pick("pick_leader(beast_rabban)")
    assert table.leader("beast_rabban") == "arrakeen"


@rule("R-3.4", "R-10.3")
def test_forced_recruitment_with_the_elites_used_up() -> None:
    legions = {
        "carthag": harkonnen(elite=6),
        "arsunt": harkonnen(elite=5),
        "hagga_basin": harkonnen(elite=1),
    }
    table = on_the_table("forced_recruitment", legions=legions).pick("pick_area(arrakeen)")
    assert table.offers("pick(regular)", "pick_area(carthag)", "pick_area(hagga_basin)", "done")
    table.pick("pick(regular)", "pick_area(hagga_basin)", "done", "pass")
    assert table.legion("harkonnen", "arrakeen") == {"regular": 1, "elite": 1}
    assert table.units("harkonnen", "hagga_basin") == 0


def test_forced_recruitment_without_arrakeen() -> None:
    assert turn_is_over(on_the_table("forced_recruitment", settlements=VILLAGES))


# --- Beloved Feyd-Rautha


@rule("R-30.10")
def test_feyd_enters_and_rabban_leaves() -> None:
    table = on_the_table(
        "beloved_feyd_rautha",
        legions={"carthag": harkonnen(regular=1, leaders=["beast_rabban"])},
        hands={"harkonnen": ["sandmasters"]},
    )
    table.pick("yes")
    assert table.leader("feyd_rautha") == "off_board"
    assert table.leader("beast_rabban") == "out_of_the_game"
    assert table.options() == ["card(sandmasters)", "pass"]
    table.pick("card(sandmasters)")
    assert table.ask().startswith("place_vehicles")


def test_feyd_may_stay_away() -> None:
    table = on_the_table("beloved_feyd_rautha").pick("pass")
    assert table.leader("feyd_rautha") == "not_entered"
    assert turn_is_over(table)


def test_feyd_in_play_gets_two_elites() -> None:
    legions = {"north_west_16": harkonnen(regular=1, leaders=["feyd_rautha"])}
    table = on_the_table("beloved_feyd_rautha", legions=legions)
    assert table.options() == ["pick_area(north_west_16)", "pass"]
    table.pick("pick_area(north_west_16)")
    assert table.legion("harkonnen", "north_west_16") == {"regular": 1, "elite": 2, "leaders": ["feyd_rautha"]}
    assert turn_is_over(table)


def test_feyd_in_the_tank_has_no_legion() -> None:
    assert turn_is_over(on_the_table("beloved_feyd_rautha", tank={"harkonnen": ["feyd_rautha"]}))


# --- Harkonnen Patrols


def test_patrols_in_three_empty_desert_areas() -> None:
    table = on_the_table(
        "harkonnen_patrols", wormsigns=["north_east_7"], harvesters=["north_east_8"], worms=["north_east_9"]
    )
    assert table.refuses("pick_area(north_east_7)", "pick_area(north_east_8)", "pick_area(north_east_9)")
    assert table.refuses("pick_area(gara_kulon)", "pick_area(arrakeen)", "pick_area(pasty_mesa)")
    table.areas_picked("north_east_6", "north_east_5")
    assert table.refuses("pick_area(north_east_6)")
    table.areas_picked("north_east_11")
    assert [table.units("harkonnen", f"north_east_{i}") for i in (5, 6, 11)] == [1, 1, 1]
    assert turn_is_over(table)


def test_patrols_may_stop_early() -> None:
    table = on_the_table("harkonnen_patrols").pick("pick_area(north_east_6)", "pass")
    assert table.supply("harkonnen", "regular") == 23
    assert turn_is_over(table)


def test_patrols_with_no_regular_left_come_from_the_board() -> None:
    legions = {area: harkonnen(regular=6) for area in ("arrakeen", "carthag", "arsunt", "hagga_basin")}
    table = on_the_table("harkonnen_patrols", legions=legions).pick("pick_area(north_east_6)")
    assert table.offers("pick_area(carthag)", "done")
    table.pick("pick_area(carthag)", "pass")
    assert table.units("harkonnen", "carthag") == 5
    assert table.units("harkonnen", "north_east_6") == 1


# --- Arsunt Legion


def test_arsunt_legion_moves() -> None:
    table = on_the_table("arsunt_legion").pick("pick_area(arsunt)", "pick(bashar)")
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "elite": 1, "generic": 1}
    assert table.options() == ["action(move)", "pass"]
    table.pick("action(move)", "pick_area(north_west_16)", "all")
    assert table.legion("harkonnen", "north_west_16") == {"regular": 1, "elite": 1, "generic": 1}
    assert turn_is_over(table)


def test_arsunt_legion_attacks() -> None:
    table = on_the_table("arsunt_legion", legions={"north_west_16": atreides(regular=1)})
    table.pick("pick_area(arsunt)", "pass")
    assert table.options() == ["action(move)", "action(attack)", "pass"]
    table.pick("action(attack)")
    table.pick("pick_area(north_west_16)").roll("1hit_1shield", "1shield")
    assert table.ask() == "battle.Continue"


def test_arsunt_legion_may_act_without_reinforcement() -> None:
    legions = {"arsunt": harkonnen(regular=1), "carthag": harkonnen(regular=1)}
    table = on_the_table("arsunt_legion", legions=legions).pick("pass", "action(move)")
    assert table.refuses("pick_area(central_north_east_1)")  # next to Carthag, not to Arsunt
    table.pick("pick_area(broken_land)")
    assert table.units("harkonnen", "broken_land") == 1


def test_arsunt_legion_needs_the_settlement() -> None:
    table = on_the_table("arsunt_legion", settlements=["carthag"], legions={"arsunt": harkonnen(regular=1)})
    assert turn_is_over(table)


# --- Baron's Personal Guard


def test_the_baron_and_his_guard() -> None:
    table = on_the_table("barons_personal_guard")
    assert table.areas() == ["arrakeen", "carthag"]
    table.pick("pick_area(carthag)")
    assert table.legion("harkonnen", "carthag") == {"elite": 2, "leaders": ["baron_harkonnen"]}
    assert table.ask() == "move_legions.PickMover"
    table.pick("pick_area(carthag)", "pick_area(broken_land)", "all")
    assert table.leader("baron_harkonnen") == "broken_land"
    assert turn_is_over(table)


def test_the_baron_may_stay_where_he_stands() -> None:
    legions = {"arsunt": harkonnen(regular=1, leaders=["baron_harkonnen"])}
    table = on_the_table("barons_personal_guard", legions=legions).pick("pick_area(carthag)")
    assert table.options() == ["pick_leader(baron_harkonnen)", "pass"]
    table.pick("pass", "pass")
    assert table.leader("baron_harkonnen") == "arsunt"
    assert table.legion("harkonnen", "carthag") == {"elite": 2}
    table = on_the_table("barons_personal_guard", legions=legions)
    table.pick("pick_area(carthag)", "pick_leader(baron_harkonnen)")
    assert table.leader("baron_harkonnen") == "carthag"


@rule("R-24.8")
def test_the_baron_in_the_tank_sends_his_guard_alone() -> None:
    table = on_the_table("barons_personal_guard", tank={"harkonnen": ["baron_harkonnen"]}).pick("pick_area(carthag)")
    assert table.legion("harkonnen", "carthag") == {"elite": 2}
    assert table.leader("baron_harkonnen").startswith("tank")


# --- Evidence of Rebellion


def test_evidence_of_rebellion() -> None:
    table = on_the_table("evidence_of_rebellion").pick("pick_area(north_pole)")
    assert table.legion("harkonnen", "north_pole") == {"elite": 2}
    table.pick("option(0)").skip_chance()
    assert len(table.hand("harkonnen")) == 2
    assert turn_is_over(table)


def test_evidence_of_rebellion_without_settlements_still_draws() -> None:
    table = on_the_table("evidence_of_rebellion", settlements=[]).pick("deck(corrino_ally)").skip_chance()
    assert len(table.hand("harkonnen")) == 2


# --- Polar-Cap Factories


def test_polar_cap_factories() -> None:
    signs = ["central_north_east_3", "wind_pass", "central_south_west_4", "windgap"]
    table = on_the_table("polar_cap_factories", wormsigns=signs).pick("pick_area(north_pole)")
    assert table.legion("harkonnen", "north_pole") == {"regular": 2, "elite": 1, "generic": 1}
    assert table.options() == ["all", "pass"]
    table.pick("all")
    assert [area for area in signs if table.has("wormsign", area)] == ["windgap"]
    assert table.game.signs_aside == 3
    assert sum(table.game.signs_left) == 16  # nobody has seen them
    assert turn_is_over(table)


def test_polar_cap_factories_may_leave_the_wormsigns() -> None:
    table = on_the_table("polar_cap_factories", wormsigns=["wind_pass"]).pick("pass", "pass")
    assert table.has("wormsign", "wind_pass")
    assert table.units("harkonnen", "north_pole") == 0


def test_polar_cap_factories_need_the_settlement() -> None:
    table = on_the_table("polar_cap_factories", settlements=["carthag"], wormsigns=["wind_pass"])
    assert turn_is_over(table)


def test_polar_cap_factories_with_every_bashar_on_the_board() -> None:
    legions = {"carthag": harkonnen(regular=1, generic=5), "arsunt": harkonnen(regular=1, generic=1)}
    table = on_the_table("polar_cap_factories", legions=legions).pick("pick_area(north_pole)")
    assert table.areas() == ["arsunt", "carthag"] and table.offers("pass")
    table.pick("pick_area(arsunt)")
    assert table.legion("harkonnen", "arsunt") == {"regular": 1}
    assert table.legion("harkonnen", "north_pole") == {"regular": 2, "elite": 1, "generic": 1}


# --- Carthag, the Former Capital


def test_carthag_the_former_capital() -> None:
    table = on_the_table("carthag_the_former_capital").pick("pick_area(carthag)", "pick_leader(captain_aramsham)")
    assert table.legion("harkonnen", "carthag") == {"regular": 3, "elite": 1, "leaders": ["captain_aramsham"]}
    assert turn_is_over(table)


def test_carthag_takes_what_fits() -> None:
    table = on_the_table("carthag_the_former_capital", legions={"carthag": harkonnen(regular=5)})
    table.pick("pick_area(carthag)", "pass", "pick(regular)", "pick(regular)", "pick(regular)")
    assert table.legion("harkonnen", "carthag") == {"regular": 5, "elite": 1}


# --- Workhorse of Arrakis


def test_workhorse_of_arrakis() -> None:
    table = on_the_table("workhorse_of_arrakis", worms=["north_east_7"])
    assert table.refuses("pick_area(north_east_7)", "pick_area(arrakeen)")
    table.pick("pick_area(north_east_8)", "pick_zone(air_north_east__central_north_east)", "deck(house_harkonnen)")
    table.skip_chance()
    assert table.has("harvester", "north_east_8")
    assert table.zone("air_north_east__central_north_east") == "carryall"
    assert len(table.hand("harkonnen")) == 2
    assert turn_is_over(table)


def test_workhorse_may_leave_the_vehicles() -> None:
    table = on_the_table("workhorse_of_arrakis").pick("pass", "pass", "pass")
    assert sum(table.game.zones) == 0
    assert turn_is_over(table)


def test_workhorse_relocates_a_carryall_when_none_is_left() -> None:
    zones = {
        "air_north_east__central_north_east": "carryall",
        "air_north_west__central_north_west": "carryall",
        "air_south_east__central_south_east": "carryall",
    }
    table = on_the_table("workhorse_of_arrakis", zones=zones).pick("pass")
    assert table.offers("pick_zone(air_north_west__central_north_west)", "pass")
    table.pick("pick_zone(air_north_west__central_north_west)", "pick_zone(air_south_west__central_south_west)")
    assert table.zone("air_north_west__central_north_west") == "none"
    assert table.zone("air_south_west__central_south_west") == "carryall"


# --- Spotter Control


def test_spotter_control_discards_three_wormsigns() -> None:
    signs = ["wind_pass", "windgap", "gara_kulon", "north_east_7"]
    table = on_the_table("spotter_control", wormsigns=signs, sietches={"hobars_gap": {"rank": 1}})
    table.areas_picked("wind_pass", "gara_kulon", "north_east_7")
    assert [area for area in signs if table.has("wormsign", area)] == ["windgap"]
    assert table.offers("deck(house_harkonnen)", "deck(corrino_ally)", "option(0)")


def test_spotter_control_may_discard_fewer_or_none() -> None:
    table = on_the_table("spotter_control", wormsigns=["wind_pass", "central_north_east_3"])
    table.pick("pick_area(wind_pass)", "pass")
    assert table.has("wormsign", "central_north_east_3")
    assert on_the_table("spotter_control").offers("option(0)", "pass")  # none on the board


# --- Explosive Artillery


def test_explosive_artillery_moves_and_rolls_four_dice() -> None:
    legions = {"carthag": harkonnen(regular=1), "broken_land": atreides(regular=2, elite=1, leaders=["stilgar"])}
    table = on_the_table("explosive_artillery", legions=legions)
    table.pick("pick_area(carthag)", "pick_area(arsunt)")
    assert table.options() == ["pick_area(broken_land)", "pass"]
    table.pick("pick_area(broken_land)").roll("1hit_1shield_2special")
    assert table.seat() == "atreides" and table.ask() == "casualties.AbsorbHit"
    table.pick("pick(elite)", "pick(regular)", "pick(regular)")
    assert table.legion("atreides", "broken_land") == {"regular": 1, "leaders": ["stilgar"]}
    assert turn_is_over(table)


@rule("R-3.9")
def test_explosive_artillery_turns_tokens_up() -> None:
    legions = {
        "carthag": harkonnen(regular=1),
        "broken_land": atreides(regular=5, tokens=["atreides_starting_8"]),
    }
    table = on_the_table("explosive_artillery", legions=legions).pick("pass", "pick_area(broken_land)")
    assert table.ask() == "trim.TrimUnit"  # 5 and the 2 of the token
    table.pick("pick(regular)").roll("4shield")
    assert table.legion("atreides", "broken_land") == {"regular": 5, "special_elite": 1}


@rule("R-23.8")
def test_explosive_artillery_kills_a_legion_but_no_sietch() -> None:
    legions = {"shield_wall_east": harkonnen(regular=1), "gara_kulon": atreides(regular=1, leaders=["stilgar"])}
    table = on_the_table("explosive_artillery", legions=legions).pick("pass", "pick_area(gara_kulon)").roll("4hit")
    assert table.units("atreides", "gara_kulon") == 0
    assert table.leader("stilgar") == "tank_1"
    assert table.has("sietch", "gara_kulon")
    assert turn_is_over(table)


def test_explosive_artillery_has_no_target_beyond_an_impassable_border() -> None:
    legions = {"broken_land": harkonnen(regular=1), "north_east_3": atreides(regular=1)}
    assert turn_is_over(on_the_table("explosive_artillery", legions=legions).pick("pass"))


# --- Sandmasters


def test_sandmasters() -> None:
    table = on_the_table("sandmasters").areas_picked("north_east_8", "north_east_9", "north_east_7")
    table.pick("deck(corrino_ally)").skip_chance()
    assert all(table.has("harvester", area) for area in ("north_east_8", "north_east_9", "north_east_7"))
    assert len(table.hand("harkonnen")) == 1
    assert turn_is_over(table)


def test_sandmasters_may_stop_after_one() -> None:
    table = on_the_table("sandmasters").pick("pick_area(north_east_8)", "pass")
    assert table.offers("deck(house_harkonnen)", "pass") and table.refuses("option(0)")


# --- Mudir-Nahya


def test_rabban_joins_a_legion_for_a_surprise_attack() -> None:
    legions = {"carthag": harkonnen(regular=1), "broken_land": atreides(regular=3)}
    table = on_the_table("mudir_nahya_the_demon_ruler", legions=legions).pick("pick_area(carthag)")
    assert table.legion("harkonnen", "carthag") == {"regular": 1, "elite": 1, "leaders": ["beast_rabban"]}
    assert table.options() == ["action(surprise_attack)", "pass"]
    table.pick("action(surprise_attack)", "pick_area(broken_land)").roll("2shield", "3shield")
    # the added Special is 2 Hits for Rabban, against 3 Shields
    assert table.units("atreides", "broken_land") == 3


def test_rabban_in_the_tank_sends_an_elite_and_the_legion_attacks() -> None:
    legions = {"carthag": harkonnen(regular=1), "broken_land": atreides(regular=3)}
    table = on_the_table("mudir_nahya_the_demon_ruler", legions=legions, tank={"harkonnen": ["beast_rabban"]})
    table.pick("pick_area(carthag)")
    assert table.legion("harkonnen", "carthag") == {"regular": 1, "elite": 1}
    assert table.offers("action(surprise_attack)")


def test_without_rabban_a_leader_and_two_elites() -> None:
    legions = {"carthag": harkonnen(regular=1), "broken_land": atreides(regular=3)}
    table = on_the_table("mudir_nahya_the_demon_ruler", legions=legions, leaders={"feyd_rautha": "off_board"})
    table.pick("pick_area(carthag)", "pick_leader(feyd_rautha)")
    assert table.legion("harkonnen", "carthag") == {"regular": 1, "elite": 2, "leaders": ["feyd_rautha"]}
    assert turn_is_over(table)


# --- Hunter-Seeker


def test_hunter_seeker_takes_a_leader_in_a_sector_of_ones_own() -> None:
    legions = {
        "north_east_7": harkonnen(regular=1),
        "gara_kulon": atreides(regular=1, leaders=["stilgar"]),
        "pasty_mesa": atreides(regular=1, leaders=["lady_jessica"]),
    }
    table = on_the_table("hunter_seeker", legions=legions)
    assert table.options() == ["pick_leader(stilgar)", "pass"]
    table.pick("pick_leader(stilgar)")
    assert table.leader("stilgar") == "tank_1"
    assert table.legion("atreides", "gara_kulon") == {"regular": 1}
    assert turn_is_over(table)


def test_hunter_seeker_reaches_all_central_sectors_from_the_north_pole() -> None:
    legions = {"north_pole": harkonnen(regular=1), "windgap": atreides(regular=1, leaders=["stilgar"])}
    assert on_the_table("hunter_seeker", legions=legions).offers("pick_leader(stilgar)", "pass")


def test_hunter_seeker_without_a_target() -> None:
    legions = {"arsunt": harkonnen(regular=1), "gara_kulon": atreides(regular=1, generic=1)}
    assert turn_is_over(on_the_table("hunter_seeker", legions=legions, tank={"atreides": ["stilgar"]}))


# --- Hawat's Scheming


def scheming(copies: int, **position: object) -> Table:
    """The Harkonnen hold copies of Hawat's Scheming and one other card, on their turn; Hawat is in play."""
    spot: dict[str, object] = {
        "turn": "harkonnen",
        "supremacy": 2,
        "legions": {"carthag": harkonnen(regular=2), "broken_land": atreides(regular=1)},
        "dice": {"atreides": ["mentat"], "harkonnen": ["mentat", "strategy"]},
        "bene_gesserit": {"atreides": 0, "harkonnen": 0},
        "hands": {"harkonnen": [SCHEMING] * copies + ["sandmasters"]},
        "row": [],
    }
    return Table.scenario({**spot, **position})


@rule("R-30.7", "R-30.8", "R-32.8")
def test_two_copies_remove_hawat() -> None:
    table = scheming(2)
    assert table.leader("thufir_hawat") == "off_board"
    table.pick("free(hawats_scheming)")
    assert table.leader("thufir_hawat") == "out_of_the_game"
    assert table.leader("gaius_helen_mohiam") == "off_board"
    assert table.game.bene_gesserit == [0, 1]
    assert table.hand("harkonnen") == ["sandmasters"]
    assert table.ask() == "turn.ChooseDie"  # a Free Action costs no die
    assert table.refuses("free(hawats_scheming)")


def test_of_three_copies_two_or_three_are_discarded() -> None:
    table = scheming(3).pick("free(hawats_scheming)")
    assert table.options() == ["option(2)", "option(3)"]
    assert sorted(table.pick("option(2)").hand("harkonnen")) == [SCHEMING, "sandmasters"]
    assert scheming(3).pick("free(hawats_scheming)", "option(3)").hand("harkonnen") == ["sandmasters"]


def test_one_copy_is_not_enough() -> None:
    assert scheming(1).refuses("free(hawats_scheming)")


def test_hawat_in_the_tank_is_in_play() -> None:
    table = scheming(2, tank={"harkonnen": ["thufir_hawat"]}).pick("free(hawats_scheming)")
    assert table.leader("thufir_hawat") == "out_of_the_game"


def test_scheming_waits_for_hawat() -> None:
    assert scheming(2, supremacy=0).refuses("free(hawats_scheming)")


def test_scheming_is_neither_played_nor_interrupts_a_battle() -> None:
    table = scheming(2).pick("die(strategy)")
    assert table.offers("card(sandmasters)", "free(hawats_scheming)") and table.refuses(f"card({SCHEMING})")
    table.pick("action(attack)").pick("pick_area(carthag)").skip_forced()
    assert table.ask() == "battle.DiscardForDice"
    assert table.offers("card(sandmasters)")
    assert table.refuses(f"card({SCHEMING})", "free(hawats_scheming)")


@rule("R-30.9")
def test_a_copy_left_over_is_never_discarded() -> None:
    hand = [SCHEMING] * 3 + ["sandmasters", *HOUSE_CARDS]
    table = Table.scenario({"phase": "end_of_round", "legions": {}, "row": [], "hands": {"harkonnen": hand}})
    table.until("discard_to_limit")
    assert table.seat() == "harkonnen" and table.refuses(f"card({SCHEMING})")
    table.pick("card(sandmasters)", f"card({HOUSE_CARDS[0]})")
    assert table.hand("harkonnen").count(SCHEMING) == 3 and len(table.hand("harkonnen")) == 6


@pytest.mark.parametrize("copies", [2, 3])
def test_scheming_is_offered_between_the_parts_of_a_card(copies: int) -> None:
    table = scheming(copies, hands={"harkonnen": [SCHEMING] * copies + ["evidence_of_rebellion"]})
    table.pick("die(mentat)", "card(evidence_of_rebellion)", "free(hawats_scheming)")
    if copies == 3:
        table.pick("option(3)")
    assert table.ask().startswith("evidence_of_rebellion")
    assert table.leader("gaius_helen_mohiam") == "off_board"


def test_every_card_of_the_deck_has_an_entry() -> None:
    table = at_the_table("mentat")
    content = table.game.content
    names = [name for kind, name in enumerate(content.card_ids) if content.card_deck[kind] == 2]
    assert len(names) == 16
    for name in names:
        if name != SCHEMING:
            assert on_the_table(name).noted(f"play_{name}") == 1
