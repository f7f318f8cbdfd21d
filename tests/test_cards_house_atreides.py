"""The House Atreides deck: every branch of every card, in table talk."""

from __future__ import annotations

from tests.rules import rule
from tests.table import Table

AIR = "air_north_east__central_north_east"


def on_the_table(card: str, **position: object) -> Table:
    """The Atreides hold *card*, and have just spent a die on it."""
    hands = position.pop("hands", {})
    assert isinstance(hands, dict)
    mine = [card, *hands.get("atreides", [])]
    spot: dict[str, object] = {
        "legions": {"carthag": {"side": "harkonnen", "regular": 2}},
        "dice": {"atreides": ["mentat"], "harkonnen": ["strategy", "strategy"]},
        "hands": {**hands, "atreides": mine},
        "bene_gesserit": {"atreides": 0},
        "row": [],
    }
    table = Table.scenario({**spot, **position})
    return table.pick("die(mentat)", f"card({card})")


def turn_is_over(table: Table) -> bool:
    return table.seat() == "harkonnen" and table.ask() == "turn.ChooseDie"


# --- War Plan


def gara_against_pass(**defender: int) -> dict[str, object]:
    return {
        "gara_kulon": {"side": "atreides", "regular": 2},
        "north_east_12": {"side": "harkonnen", **defender},
    }


def test_war_plan_attack_rolls_one_die_more_in_each_round() -> None:
    table = on_the_table("war_plan", legions=gara_against_pass(regular=3))
    assert table.offers("action(move)", "action(attack)", "pass")
    table.pick("action(attack)").areas_picked("gara_kulon", "north_east_12")
    assert table.offers("combat_roll(3hit)")
    table.roll("3shield", "3shield").pick("yes", "no")
    assert table.offers("combat_roll(3hit)")


def test_war_plan_die_does_not_exceed_six() -> None:
    legions = gara_against_pass(regular=3)
    legions["gara_kulon"] = {"side": "atreides", "regular": 6}
    table = on_the_table("war_plan", legions=legions)
    table.pick("action(attack)").areas_picked("gara_kulon", "north_east_12")
    assert table.offers("combat_roll(6hit)")


def test_war_plan_may_move_instead() -> None:
    table = on_the_table("war_plan", legions=gara_against_pass(regular=3))
    table.pick("action(move)").areas_picked("gara_kulon", "north_east_11").pick("all")
    assert table.units("atreides", "north_east_11") == 2
    assert turn_is_over(table)


def test_war_plan_without_a_legion_is_played_for_nothing() -> None:
    table = on_the_table("war_plan")
    assert turn_is_over(table)
    assert table.hand("atreides") == []
    assert table.noted("play_war_plan") == 1


# --- Alia, the Abomination


def test_alia_enters_beside_the_reverend_mother() -> None:
    table = on_the_table(
        "alia_the_abomination", prescience={"sand_dwellers": 3}, hands={"atreides": ["usul_the_base_of_the_pillar"]}
    )
    table.pick("yes")
    assert table.leader("alia") == "off_board"
    assert not table.card_is_spent("alia")
    assert table.offers("card(usul_the_base_of_the_pillar)", "pass")


def test_alia_does_not_enter_without_the_reverend_mother() -> None:
    table = on_the_table("alia_the_abomination", hands={"atreides": ["usul_the_base_of_the_pillar"]})
    assert table.offers("card(usul_the_base_of_the_pillar)", "pass")
    table.pick("pass")
    assert table.leader("alia") == "not_entered"


def test_alia_in_play_sends_an_enemy_leader_to_the_tank() -> None:
    table = on_the_table(
        "alia_the_abomination",
        prescience={"jihad": 6},
        legions={"carthag": {"side": "harkonnen", "regular": 2, "leaders": ["beast_rabban"]}},
    )
    assert table.options()[:2] == ["pick_leader(beast_rabban)", "pass"]
    table.pick("pick_leader(beast_rabban)")
    assert table.leader("beast_rabban") == "tank_1"
    table.pick("deck(house_atreides)").draw("war_plan", "the_voice")
    assert table.hand("atreides") == ["war_plan", "the_voice"]


def test_alia_in_the_tank_is_in_play() -> None:
    table = on_the_table("alia_the_abomination", tank={"atreides": ["alia"]})
    assert table.offers("deck(house_atreides)", "option(0)")  # nobody to pick, so the draw is next


# --- Smugglers


def test_smugglers_bring_gurney_with_two_elite() -> None:
    for card in ("smugglers_wormsigns", "smugglers_reinforce", "smugglers_sabotage"):
        table = on_the_table(card, harvesters=["north_east_8"], wormsigns=["north_east_7"])
        assert table.refuses("pick_area(north_east_8)", "pick_area(north_east_7)", "pick_area(pasty_mesa)")
        assert table.refuses("pick_area(gara_kulon)")  # a Sietch
        table.pick("pick_area(north_east_9)")
        assert table.legion("atreides", "north_east_9") == {"elite": 2, "leaders": ["gurney_halleck"]}
        assert turn_is_over(table)


def test_smugglers_passed_do_not_bring_gurney() -> None:
    table = on_the_table("smugglers_reinforce").pick("pass")
    assert table.leader("gurney_halleck") == "not_entered"


def test_smugglers_use_regulars_when_the_elite_are_used_up() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "elite": 4},
        "habbanya_ridge": {"side": "atreides", "elite": 4},
    }
    table = on_the_table("smugglers_reinforce", legions=legions)
    table.pick("pick_area(north_east_9)")
    assert table.offers("pick(regular)", "pick_area(gara_kulon)", "done")
    table.pick("pick(regular)", "pick_area(gara_kulon)")
    assert table.legion("atreides", "north_east_9") == {"regular": 1, "elite": 1, "leaders": ["gurney_halleck"]}


def gurney_at(area: str, **figures: object) -> dict[str, object]:
    return {area: {"side": "atreides", "regular": 2, "leaders": ["gurney_halleck"], **figures}}


def test_smugglers_lay_wormsigns_and_move_gurney() -> None:
    table = on_the_table("smugglers_wormsigns", legions=gurney_at("north_east_8"))
    table.areas_picked("north_east_7", "north_east_14")
    assert table.has("wormsign", "north_east_7") and table.has("wormsign", "north_east_14")
    table.areas_picked("north_east_8", "north_east_9").pick("pick(regular)")
    assert table.refuses("done")  # Gurney goes along
    table.pick("pick_leader(gurney_halleck)").skip_forced()
    assert table.leader("gurney_halleck") == "north_east_9"
    assert table.units("atreides", "north_east_8") == 1


def test_smugglers_move_nobody_while_gurney_is_in_the_tank() -> None:
    table = on_the_table(
        "smugglers_wormsigns",
        tank={"atreides": ["gurney_halleck"]},
        legions={"gara_kulon": {"side": "atreides", "regular": 2}},
    )
    table.pick("pass")  # the Wormsigns
    assert turn_is_over(table)


def test_smugglers_reinforce_gurney() -> None:
    table = on_the_table("smugglers_reinforce", legions=gurney_at("north_east_8", regular=5))
    assert table.areas() == ["north_east_8"]
    table.pick("pick_area(north_east_8)")
    assert table.ask() == "trim.TrimUnit"  # 7 Units
    table.pick("pick(regular)")
    assert table.legion("atreides", "north_east_8") == {"regular": 4, "elite": 2, "leaders": ["gurney_halleck"]}


def test_smugglers_reinforce_nobody_off_the_board() -> None:
    table = on_the_table("smugglers_reinforce", leaders={"gurney_halleck": "off_board"})
    assert turn_is_over(table)


def test_smugglers_sabotage_two_vehicles_in_gurneys_sector() -> None:
    table = on_the_table(
        "smugglers_sabotage",
        legions=gurney_at("north_east_8"),
        harvesters=["north_east_12", "south_east_3"],
        zones={AIR: "carryall", "air_south_west__central_south_west": "ornithopter"},
    )
    assert table.options()[:3] == ["pick_area(north_east_12)", f"pick_zone({AIR})", "pass"]
    table.pick("pick_area(north_east_12)", f"pick_zone({AIR})")
    assert not table.has("harvester", "north_east_12")
    assert table.zone(AIR) == "none"
    assert table.game.harvesters_lost == 1
    assert turn_is_over(table)


def test_smugglers_sabotage_stops_after_two() -> None:
    table = on_the_table(
        "smugglers_sabotage",
        legions=gurney_at("north_east_8"),
        harvesters=["north_east_12", "north_east_11", "north_east_7"],
    )
    table.areas_picked("north_east_12", "north_east_11")
    assert table.has("harvester", "north_east_7")
    assert turn_is_over(table)


def test_smugglers_sabotage_needs_gurney_on_the_board() -> None:
    table = on_the_table("smugglers_sabotage", leaders={"gurney_halleck": "off_board"}, harvesters=["north_east_12"])
    assert turn_is_over(table)


# --- The Voice


def test_the_voice_makes_the_opponent_discard() -> None:
    table = on_the_table(
        "the_voice",
        hands={"harkonnen": ["sandmasters", "shigawire"], "atreides": ["usul_the_base_of_the_pillar"]},
    )
    assert table.seat() == "harkonnen"
    assert table.options() == ["card(sandmasters)", "card(shigawire)"]
    table.pick("card(shigawire)")
    assert table.hand("harkonnen") == ["sandmasters"]
    assert table.seat() == "atreides"
    assert table.offers("card(usul_the_base_of_the_pillar)", "pass")


def test_the_voice_against_an_empty_hand() -> None:
    table = on_the_table("the_voice", hands={"atreides": ["usul_the_base_of_the_pillar"]})
    assert table.seat() == "atreides"
    table.pick("card(usul_the_base_of_the_pillar)")
    assert table.noted("play_usul_the_base_of_the_pillar") == 1


def test_the_voice_finds_no_hand_in_solo() -> None:
    table = Table.scenario(
        {
            "mode": "solo",
            "dice": {"atreides": ["mentat"]},
            "hands": {"atreides": ["the_voice", "war_plan"]},
            "reinforcements": ["sandmasters"],
        }
    )
    table.pick("die(mentat)", "card(the_voice)")
    assert table.offers("card(war_plan)", "pass")
    assert len(table.game.reinforcements) == 1


# --- Death Commandos


def test_death_commandos_replace_and_move() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "elite": 2, "regular": 1},
        "tasmin_sink": {"side": "atreides", "elite": 1},
        "habbanya_ridge": {"side": "atreides", "regular": 2},
    }
    table = on_the_table("death_commandos", legions=legions)
    assert table.areas() == ["gara_kulon", "tasmin_sink"]
    table.areas_picked("gara_kulon", "tasmin_sink")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "elite": 1, "special_elite": 1}
    assert table.areas() == ["gara_kulon", "tasmin_sink"]  # only Legions with a Fedaykin move
    table.areas_picked("gara_kulon", "north_east_11")
    table.pick("pick(special_elite)", "done")
    table.areas_picked("tasmin_sink", "south_east_6")
    assert table.legion("atreides", "north_east_11") == {"special_elite": 1}
    assert table.legion("atreides", "south_east_6") == {"special_elite": 1}
    assert turn_is_over(table)


def test_death_commandos_without_fedaykin_left_go_on_to_the_move() -> None:
    legions = {"gara_kulon": {"side": "atreides", "special_elite": 6}, "tasmin_sink": {"side": "atreides", "elite": 2}}
    table = on_the_table("death_commandos", legions=legions)
    assert table.areas() == ["gara_kulon"]
    assert table.ask() == "move_legions.PickMover"


# --- Tested with the Gom Jabbar


def test_gom_jabbar_draws_another_objective() -> None:
    table = on_the_table("tested_with_the_gom_jabbar", objectives=["objective_2"])
    assert table.seat() == "chance"
    assert table.refuses("draw_objective(1)")
    table.pick("draw_objective(4)")
    assert table.game.objectives == [1, 4]
    assert table.offers("deck(house_atreides)", "deck(fremen_ally)", "option(0)", "pass")


def test_either_objective_wins() -> None:
    goals = Table.scenario({}).game.content.objectives
    markers = {"kwisatz_haderach": goals[4][0], "sand_dwellers": goals[4][1], "jihad": goals[4][2]}
    unmet = next(i for i, goal in enumerate(goals) if any(a < b for a, b in zip(goals[4], goal, strict=True)))
    position: dict[str, object] = {"phase": "end_of_round", "prescience": markers, "row": []}
    lone = Table.scenario({**position, "objectives": [f"objective_{unmet + 1}"]})
    assert lone.winner() == "nobody"
    both = Table.scenario({**position, "objectives": [f"objective_{unmet + 1}", "objective_5"]})
    assert both.winner() == "atreides"


# --- Chatt the Leaper


def test_chatt_places_fedaykin_and_naib_in_a_sietch() -> None:
    table = on_the_table("chatt_the_leaper")
    assert "carthag" not in table.areas() and len(table.areas()) == 8
    table.pick("pick_area(tasmin_sink)")
    assert table.legion("atreides", "tasmin_sink") == {"special_elite": 2, "generic": 1}


def test_chatt_relocates_a_naib_when_all_are_on_the_board() -> None:
    legions = {"gara_kulon": {"side": "atreides", "regular": 1, "generic": 12}}
    table = on_the_table("chatt_the_leaper", legions=legions)
    table.pick("pick_area(tasmin_sink)")
    table.pick("pick_area(gara_kulon)")
    assert table.legion("atreides", "tasmin_sink") == {"special_elite": 2, "generic": 1}
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "generic": 11}


def test_chatt_without_a_sietch() -> None:
    assert turn_is_over(on_the_table("chatt_the_leaper", sietches={}))


# --- Truthtrance


def test_truthtrance_binds_a_die_for_the_next_turn_only() -> None:
    table = on_the_table(
        "truthtrance",
        dice={"atreides": ["mentat", "strategy"], "harkonnen": ["strategy", "house", "mentat"]},
    )
    assert table.options() == ["die(strategy)", "die(mentat)", "die(house)", "pass"]
    table.pick("die(house)", "pass")
    assert table.seat() == "harkonnen"
    assert table.options() == ["die(house)"]
    table.pick("die(house)")
    assert table.offers("action(vehicles)")
    table.pick("pass", "die(strategy)", "pass")
    assert table.seat() == "harkonnen"
    assert table.offers("die(strategy)", "die(mentat)")


def test_truthtrance_binds_a_token_as_well() -> None:
    table = on_the_table(
        "truthtrance",
        dice={"atreides": ["mentat"], "harkonnen": ["strategy"]},
        bene_gesserit={"atreides": 0, "placed": {"harkonnen": "house"}},
    )
    table.pick("bene_gesserit_token", "pass")
    assert table.options() == ["bene_gesserit_token"]


@rule("Q-F14")
def test_a_bound_die_may_be_used_for_anything() -> None:
    table = on_the_table("truthtrance", hands={"harkonnen": ["sandmasters"]})
    table.pick("die(strategy)", "pass", "die(strategy)")
    assert table.offers("card(sandmasters)", "pass")


def test_truthtrance_draws_or_plays() -> None:
    position = {"hands": {"atreides": ["usul_the_base_of_the_pillar"]}}
    table = on_the_table("truthtrance", **position)
    table.pick("pass")
    assert table.offers("card(usul_the_base_of_the_pillar)", "deck(fremen_ally)", "option(0)", "pass")
    table.pick("deck(fremen_ally)").draw("hieregs", "thumpers")
    assert turn_is_over(table)
    table = on_the_table("truthtrance", **position)
    table.pick("pass", "card(usul_the_base_of_the_pillar)")
    assert table.noted("play_usul_the_base_of_the_pillar") == 1


@rule("R-43.15")
def test_truthtrance_in_solo_names_a_result_with_room() -> None:
    table = Table.scenario(
        {
            "mode": "solo",
            "dice": {"atreides": ["mentat"]},
            "used": {"harkonnen": ["strategy", "strategy", "strategy", "house", "house"]},
            "hands": {"atreides": ["truthtrance"]},
            "unrolled": 3,
        }
    )
    table.pick("die(mentat)", "card(truthtrance)")
    assert table.offers("die(leadership)", "die(deployment)", "die(mentat)", "pass")
    assert table.refuses("die(strategy)", "die(house)")
    table.pick("die(deployment)")
    assert table.game.ordered_result == 2
    assert table.offers("deck(fremen_ally)", "option(0)", "pass")


# --- Adab, the Demanding Memory

ROW = ["dew_collectors_for_the_planting", "the_water_discipline", "stunted_worms"]


def test_adab_exchanges_revealed_cards() -> None:
    table = on_the_table("adab_the_demanding_memory", row=ROW, hands={"atreides": ["the_voice"]})
    assert table.options() == [*[f"prescience({card})" for card in ROW], "pass"]
    table.pick("prescience(dew_collectors_for_the_planting)")
    assert table.options() == ["prescience(the_water_discipline)", "prescience(stunted_worms)", "done"]
    table.pick("prescience(stunted_worms)")
    table.pick("draw_prescience(the_desert_war)", "draw_prescience(the_lisan_al_gaib)")
    ids = table.game.content.prescience_ids
    row = [ids[card] for card in range(16) if table.game.prescience_at[card] == 1]
    assert row == ["the_water_discipline", "the_desert_war", "the_lisan_al_gaib"]
    assert table.game.prescience_at[ids.index("stunted_worms")] == 3  # out of the game
    assert table.offers("card(the_voice)", "pass")


def test_adab_may_leave_the_row_alone() -> None:
    table = on_the_table("adab_the_demanding_memory", row=ROW, hands={"atreides": ["the_voice"]})
    table.pick("pass")
    assert table.offers("card(the_voice)")


def test_adab_cannot_take_a_card_under_the_eyes_of_ibad() -> None:
    table = on_the_table(
        "usul_the_base_of_the_pillar", row=ROW, hands={"atreides": ["eyes_of_ibad", "adab_the_demanding_memory"]},
        dice={"atreides": ["mentat", "house"], "harkonnen": ["house"] * 3},
    )
    table.pick("pass", "card(eyes_of_ibad)", "prescience(the_water_discipline)")
    table.pick("die(house)", "pass", "die(house)", "card(adab_the_demanding_memory)")
    assert table.options() == [
        "prescience(dew_collectors_for_the_planting)", "prescience(stunted_worms)", "pass"
    ]


# --- Alam al-Mithal


def test_alam_al_mithal_shifts_steps_between_markers() -> None:
    table = on_the_table("alam_al_mithal", prescience={"kwisatz_haderach": 2, "jihad": 1})
    assert table.options() == ["option(0)", "option(2)", "pass"]
    table.pick("option(0)")
    assert table.options() == ["option(1)", "option(2)"]
    table.pick("option(2)")
    assert table.options() == ["option(1)", "option(2)"]  # which other marker
    table.pick("option(2)")
    assert (table.marker("kwisatz_haderach"), table.marker("jihad")) == (0, 3)
    assert table.leader("chani") == "off_board"  # her marked step
    assert table.offers("deck(house_atreides)", "pass")


def test_alam_al_mithal_stops_at_the_end_of_the_track() -> None:
    table = on_the_table("alam_al_mithal", prescience={"kwisatz_haderach": 5, "jihad": 8, "sand_dwellers": 10})
    table.pick("option(0)", "option(5)")
    assert table.options() == ["option(2)"]
    table.pick("option(2)")
    assert (table.marker("kwisatz_haderach"), table.marker("jihad")) == (0, 10)


def test_alam_al_mithal_with_all_markers_at_zero() -> None:
    table = on_the_table("alam_al_mithal")
    assert table.offers("deck(house_atreides)", "deck(fremen_ally)", "pass")


# --- Usul, Voice from the Outer World


def test_usul_gives_desert_power_then_a_card() -> None:
    table = on_the_table(
        "usul_the_base_of_the_pillar",
        dice={"atreides": ["mentat", "house", "strategy"], "harkonnen": ["strategy"]},  # not fewer than theirs
        worms=["north_east_8"],
        hands={"atreides": ["the_voice"]},
    )
    assert table.options()[-1] == "pass"
    assert table.offers("action(wormsigns)", "action(move_worms)")
    table.pick("action(wormsigns)").areas_picked("north_east_7", "north_east_5")
    assert table.offers("card(the_voice)", "pass")


def test_voice_from_the_outer_world_places_paul_who_attacks() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "regular": 2},
        "tasmin_sink": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides"]},
        "north_east_12": {"side": "harkonnen", "regular": 1},
    }
    table = on_the_table("voice_from_the_outer_world", legions=legions)
    assert table.areas() == ["gara_kulon", "tasmin_sink"]
    table.pick("pick_area(gara_kulon)", "pick_leader(paul_atreides)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 2, "special_elite": 1, "leaders": ["paul_atreides"]}
    assert table.leader("paul_atreides") == "gara_kulon"
    assert table.options()[:3] == ["action(move)", "action(surprise_attack)", "pass"]
    table.pick("action(surprise_attack)", "pick_area(north_east_12)")
    table.roll("3shield", "1shield")  # the added Special lets Paul score; the Fedaykin cancels the Shield
    assert table.units("harkonnen", "north_east_12") == 0
    assert table.ask() == "battle.AdvanceOrStay"


def test_voice_from_the_outer_world_moves_that_legion() -> None:
    legions = {"gara_kulon": {"side": "atreides", "regular": 2}, "tasmin_sink": {"side": "atreides", "regular": 1}}
    table = on_the_table("voice_from_the_outer_world", legions=legions)
    table.pick("pick_area(gara_kulon)")
    assert table.offers("action(move)", "pass") and table.refuses("action(surprise_attack)")
    table.pick("action(move)")
    assert "north_east_11" in table.areas() and "south_east_6" not in table.areas()


def test_voice_from_the_outer_world_leaves_paul_in_the_tank() -> None:
    table = on_the_table(
        "voice_from_the_outer_world",
        legions={"gara_kulon": {"side": "atreides", "regular": 2}},
        tank={"atreides": ["paul_atreides"]},
    )
    table.pick("pick_area(gara_kulon)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 2, "special_elite": 1}
    assert table.leader("paul_atreides") == "tank_1"


def test_voice_from_the_outer_world_calls_muaddib() -> None:
    table = on_the_table(
        "voice_from_the_outer_world",
        legions={"gara_kulon": {"side": "atreides", "regular": 2}},
        prescience={"kwisatz_haderach": 3},
    )
    table.pick("pick_area(gara_kulon)")
    assert table.leader("paul_muaddib") == "gara_kulon"


# --- Our Family Atomics


def test_our_family_atomics_detonate_at_step_four() -> None:
    table = on_the_table("our_family_atomics", prescience={"jihad": 4}, hands={"atreides": ["the_voice"]})
    assert table.options() == ["option(0)", "option(1)", "option(2)", "pass"]
    table.pick("option(1)")
    assert table.game.atomics == 2
    assert table.offers("card(the_voice)", "pass")


def test_our_family_atomics_below_step_four_still_play_a_card() -> None:
    table = on_the_table("our_family_atomics", prescience={"jihad": 3}, hands={"atreides": ["the_voice"]})
    assert table.offers("card(the_voice)", "pass")
    assert table.refuses("option(0)")


def test_our_family_atomics_after_the_detonation_give_two_desert_powers() -> None:
    table = on_the_table(
        "our_family_atomics", atomics="splintered_rock", hands={"atreides": ["the_voice"]}, worms=["north_east_8"]
    )
    table.pick("action(wormsigns)").areas_picked("north_east_7", "north_east_5")
    assert table.offers("action(move_worms)", "pass")
    table.pick("action(move_worms)", "pick_area(north_east_8)", "pick_area(north_east_9)")
    assert turn_is_over(table)


# --- Battle Language


def test_battle_language_limits_the_defender_in_the_first_round() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "regular": 3, "generic": 1},
        "north_east_12": {"side": "harkonnen", "regular": 6},
        "tasmin_sink": {"side": "atreides", "regular": 3},
        "south_east_6": {"side": "harkonnen", "regular": 6},
    }
    table = on_the_table("battle_language", legions=legions, hands={"harkonnen": ["sandmasters"]})
    table.pick("action(surprise_attack)")
    assert table.areas() == ["gara_kulon"]  # the one with a Leader
    table.areas_picked("gara_kulon", "north_east_12")
    table.roll("3shield")
    assert table.offers("combat_roll(4hit)") and table.refuses("combat_roll(6hit)")
    table.roll("4shield").pick("yes", "no")
    table.roll("3shield")
    assert table.offers("combat_roll(6hit)")


def test_battle_language_moves_a_legion_with_a_leader() -> None:
    legions = {"gara_kulon": {"side": "atreides", "regular": 3, "leaders": ["stilgar"]}}
    table = on_the_table("battle_language", legions=legions)
    assert table.options()[:2] == ["action(move)", "pass"]
    table.pick("action(move)").areas_picked("gara_kulon", "north_east_11").pick("all")
    assert table.leader("stilgar") == "north_east_11"


# --- Bill of Particulars


def test_bill_of_particulars_lowers_a_marker() -> None:
    table = on_the_table(
        "bill_of_particulars", imperium={"choam": 1, "landsraad": 2}, bans=["choam"], hands={"atreides": ["the_voice"]}
    )
    assert table.options() == ["option(1)", "option(2)", "pass"]  # none below the bottom
    table.pick("option(2)")
    assert table.imperium("landsraad") == 1
    assert table.bans() == ["choam"]
    assert table.offers("card(the_voice)", "pass")


# --- Fear Is the Mind-Killer


def fear_attached(to: str, **position: object) -> Table:
    table = on_the_table(
        "fear_is_the_mind_killer",
        **{"row": ROW, "dice": {"atreides": ["mentat", "strategy"], "harkonnen": ["strategy"] * 2}, **position},
    )
    assert table.offers(f"prescience({to})", "pass")
    return table.pick(f"prescience({to})")


def test_fear_adds_two_steps_to_a_claim_in_the_turn() -> None:
    table = fear_attached(
        "families_flee_to_the_palmaries",
        legions={"gara_kulon": {"side": "atreides", "regular": 2}},
        row=["stunted_worms", "families_flee_to_the_palmaries", "the_desert_war"],
    )
    kind = table.game.content.card_index["fear_is_the_mind_killer"]
    assert table.game.discards[kind] == 0
    table.pick("die(strategy)", "pass", "claim(families_flee_to_the_palmaries)", "pick_area(gara_kulon)")
    table.pick("pick(regular)", "pick(regular)")
    assert table.options() == ["option(0)", "option(1)", "option(2)", "pass"]
    table.pick("option(2)")
    assert table.game.prescience == [0, 2, 2]
    assert table.game.attached == []
    assert table.game.discards[kind] == 1
    assert table.ask() == "turn.ChooseDie"


def test_fear_adds_two_steps_to_a_claim_at_the_end_of_the_round() -> None:
    plateaus = ["false_wall_south", "false_wall_west", "south_west_8"]
    table = fear_attached(
        "dew_collectors_for_the_planting",
        legions={area: {"side": "atreides", "regular": 1} for area in plateaus},
        prescience={"jihad": 9},
        dice={"atreides": ["mentat"], "harkonnen": ["strategy"]},
        objectives=["objective_1"],
    )
    table.pick("die(strategy)", "pass").until("end_of_round.EndClaims")
    table.pick("claim(dew_collectors_for_the_planting)").skip_forced()
    assert table.game.prescience == [0, 2, 9]
    table.pick("option(2)")
    assert table.marker("jihad") == 10  # clamped
    assert table.game.attached == []


def test_fear_is_discarded_at_the_end_of_the_round() -> None:
    table = fear_attached("stunted_worms")
    kind = table.game.content.card_index["fear_is_the_mind_killer"]
    table.until("end_of_round.DiscardOrShuffle")
    assert table.game.attached == []
    assert table.game.discards[kind] == 1


def test_fear_passed_goes_to_the_discard_pile() -> None:
    table = on_the_table("fear_is_the_mind_killer", row=ROW).pick("pass")
    assert table.game.discards[table.game.content.card_index["fear_is_the_mind_killer"]] == 1


def test_fear_without_a_revealed_card() -> None:
    table = on_the_table("fear_is_the_mind_killer", row=[])
    assert turn_is_over(table)
    assert table.game.discards[table.game.content.card_index["fear_is_the_mind_killer"]] == 1
