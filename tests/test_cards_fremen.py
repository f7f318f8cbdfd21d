"""The Fremen Ally deck: every branch of every card, in table talk."""

from __future__ import annotations

from dune_env.arrakis.pieces import worm_areas
from tests.rules import rule
from tests.table import Table
from tests.test_cards_house_atreides import AIR, ROW, on_the_table, turn_is_over

HARKONNEN = {"side": "harkonnen", "regular": 2}


def atreides(**figures: object) -> dict[str, object]:
    return {"side": "atreides", **figures}


def harkonnen(**figures: object) -> dict[str, object]:
    return {"side": "harkonnen", **figures}


# --- Shai-Hulud


@rule("R-30.13", "R-30.14", "R-30.15")
def test_shai_hulud_brings_the_wild_maker() -> None:
    table = on_the_table("shai_hulud", harvesters=["north_east_8"], wormsigns=["north_east_7"], worms=["north_east_5"])
    assert table.refuses("pick_area(north_east_8)", "pick_area(north_east_7)", "pick_area(north_east_5)")
    assert table.refuses("pick_area(gara_kulon)", "pick_area(pasty_mesa)")
    table.pick("pick_area(north_east_9)")
    assert table.has("worm", "north_east_9")
    assert table.leader("wild_maker") == "off_board"  # a worm, not a figure of a Legion
    assert table.card_is_spent("wild_maker")
    assert turn_is_over(table)


def test_shai_hulud_enters_even_if_its_figure_stays_away() -> None:
    table = on_the_table("shai_hulud").pick("pass")
    assert table.leader("wild_maker") == "off_board"
    assert table.card_is_spent("wild_maker")


def test_shai_hulud_again_moves_and_attacks_with_six_dice() -> None:
    table = on_the_table(
        "shai_hulud", wild_maker="north_east_9", legions={"north_east_11": harkonnen(regular=6)}, worms=["north_east_1"]
    )
    assert table.refuses("pick_area(north_east_11)")
    table.pick("pick_area(north_east_6)")
    assert table.has("worm", "north_east_6") and not table.has("worm", "north_east_9")
    assert table.options() == ["pick_area(north_east_11)", "pass"]
    table.pick("pick_area(north_east_11)")
    assert table.offers("combat_roll(6hit)")
    table.roll("5hit_1special")
    assert table.units("harkonnen", "north_east_11") == 0
    assert not table.has("worm", "north_east_6")
    assert table.leader("wild_maker") == "off_board"


def test_shai_hulud_may_attack_without_moving() -> None:
    table = on_the_table(
        "shai_hulud", wild_maker="north_east_9", legions={"north_east_12": harkonnen(regular=1)}
    )
    table.pick("pass", "pick_area(north_east_12)").roll("6shield")
    assert table.units("harkonnen", "north_east_12") == 1


def test_shai_hulud_again_with_the_figure_off_the_board() -> None:
    table = on_the_table("shai_hulud", leaders={"wild_maker": "off_board"})
    assert turn_is_over(table)
    assert not worm_areas(table.game)


# --- Wall of Sandworms


def test_wall_of_sandworms_next_to_another_worm() -> None:
    table = on_the_table("wall_of_sandworms", worms=["north_east_9"], harvesters=["north_east_8"])
    assert table.areas() == ["north_east_10", "north_east_12", "north_east_13", "north_east_6"]
    table.pick("pick_area(north_east_6)")
    assert table.options() == ["option(0)"]  # the one on the board is the other worm
    table.pick("option(0)")
    assert table.has("worm", "north_east_6") and table.has("worm", "north_east_9")
    assert table.offers("action(wormsigns)", "action(move_worms)", "pass")


def test_wall_of_sandworms_relocates_a_far_worm() -> None:
    worms = ["north_east_9", "south_east_3", "south_west_1", "north_west_4"]
    table = on_the_table("wall_of_sandworms", worms=worms)
    table.pick("pick_area(north_east_6)")
    assert sorted(table.areas()) == ["north_west_4", "south_east_3", "south_west_1"]
    assert table.refuses("option(0)")  # all four stand on the board
    table.pick("pick_area(south_east_3)")
    assert table.has("worm", "north_east_6") and not table.has("worm", "south_east_3")


def test_wall_of_sandworms_without_a_worm_goes_on_to_desert_power() -> None:
    table = on_the_table("wall_of_sandworms")
    assert table.offers("action(wormsigns)", "pass")


def test_wall_of_sandworms_may_place_the_wild_maker() -> None:
    table = on_the_table("wall_of_sandworms", worms=["north_east_9"], leaders={"wild_maker": "off_board"})
    table.pick("pick_area(north_east_6)", "option(1)")
    assert table.has("worm", "north_east_6")
    assert table.offers("action(move_worms)", "pick_leader(wild_maker)")


# --- Dust Chasms


def test_dust_chasms_take_two_harvesters_of_one_sector() -> None:
    table = on_the_table(
        "dust_chasms", harvesters=["north_east_1", "north_east_2", "north_east_13", "north_east_8", "south_east_2"]
    )
    assert table.areas() == ["north_east_1", "north_east_13", "north_east_2", "south_east_2"]
    table.pick("pick_area(north_east_1)")
    assert table.areas() == ["north_east_13", "north_east_2"]
    table.pick("pick_area(north_east_13)")
    assert table.offers("action(wormsigns)", "pass")
    assert table.game.harvesters_lost == 2
    assert table.has("harvester", "north_east_2")


def test_dust_chasms_may_take_one() -> None:
    table = on_the_table("dust_chasms", harvesters=["north_east_1", "south_east_2"])
    table.pick("pick_area(north_east_1)")
    assert table.offers("action(wormsigns)", "pass")  # none left in that Sector
    assert table.has("harvester", "south_east_2")


def test_dust_chasms_without_harvesters_in_deep_desert() -> None:
    table = on_the_table("dust_chasms", harvesters=["north_east_8"])
    assert table.offers("action(wormsigns)", "pass")


# --- Fremen Rockets


def test_fremen_rockets_remove_what_the_dice_allow() -> None:
    table = on_the_table(
        "fremen_rockets",
        legions={"gara_kulon": atreides(regular=1), "tasmin_sink": atreides(regular=1)},
        harvesters=["north_east_8", "north_east_12"],
        zones={AIR: "ornithopter", "air_south_west__central_south_west": "carryall"},
    )
    assert table.options() == ["pick_sector(north_east)", "pass"]
    table.pick("pick_sector(north_east)")
    assert table.offers("combat_roll(3hit)")
    table.roll("1hit_1shield_1special")
    assert table.options() == ["pick_area(north_east_8)", "pick_area(north_east_12)", f"pick_zone({AIR})", "pass"]
    table.pick(f"pick_zone({AIR})", "pick_area(north_east_12)")
    assert table.zone(AIR) == "none"
    assert table.has("harvester", "north_east_8")
    assert turn_is_over(table)


def test_fremen_rockets_miss() -> None:
    table = on_the_table("fremen_rockets", legions={"gara_kulon": atreides(regular=1)}, harvesters=["north_east_8"])
    table.pick("pick_sector(north_east)").roll("3shield")
    assert turn_is_over(table)
    assert table.has("harvester", "north_east_8")


def test_fremen_rockets_without_a_vehicle_in_range() -> None:
    table = on_the_table("fremen_rockets", legions={"gara_kulon": atreides(regular=1)}, harvesters=["south_east_3"])
    assert turn_is_over(table)


# --- Eyes of Ibad


def row_of(table: Table) -> list[str]:
    ids = table.game.content.prescience_ids
    return [ids[card] for card in range(16) if table.game.prescience_at[card] == 1]


def test_eyes_of_ibad_keep_a_card_beside_the_usual_number() -> None:
    table = on_the_table("eyes_of_ibad", row=ROW, dice={"atreides": ["mentat"], "harkonnen": ["strategy"]})
    kind = table.game.content.card_index["eyes_of_ibad"]
    table.pick("prescience(the_water_discipline)", "die(strategy)", "pass")
    table.until("end_of_round.DiscardOrShuffle")
    table.pick("yes", "yes")  # two cards to decide on, not three
    table.until("start.RevealPrescience")
    ids = table.game.content.prescience_ids
    assert row_of(table) == ["the_water_discipline"]
    assert table.game.discards[kind] == 0
    table.until("place_vehicles")
    assert len(row_of(table)) == 4
    assert table.game.attached == [kind, ids.index("the_water_discipline")]


def test_eyes_of_ibad_go_when_the_card_is_claimed() -> None:
    table = on_the_table(
        "eyes_of_ibad",
        legions={"gara_kulon": atreides(regular=2)},
        row=["families_flee_to_the_palmaries"],
    )
    kind = table.game.content.card_index["eyes_of_ibad"]
    table.pick("prescience(families_flee_to_the_palmaries)", "die(strategy)", "pass")
    table.pick("claim(families_flee_to_the_palmaries)", "pick_area(gara_kulon)", "pick(regular)", "pick(regular)")
    assert table.marker("sand_dwellers") == 2
    assert table.game.attached == []
    assert table.game.discards[kind] == 1


# --- Captured Ornithopter


def test_captured_ornithopter_attacks_in_its_sectors() -> None:
    table = on_the_table(
        "captured_ornithopter",
        zones={AIR: "ornithopter", "air_south_west__central_south_west": "carryall"},
        legions={
            "north_east_8": harkonnen(regular=3, generic=1),
            "arrakeen": harkonnen(regular=1),
            "south_east_6": harkonnen(regular=1),
            "gara_kulon": atreides(regular=1),
        },
    )
    assert table.options()[:2] == [f"pick_zone({AIR})", "pass"]
    table.pick(f"pick_zone({AIR})")
    assert table.zone(AIR) == "none"
    assert table.areas() == ["arrakeen", "north_east_8"]
    table.pick("pick_area(north_east_8)").roll("1hit_1shield_1special")
    assert table.seat() == "harkonnen"
    table.pick("pick(regular)", "pick(bashar)")
    assert table.legion("harkonnen", "north_east_8") == {"regular": 2}


def test_captured_ornithopter_may_destroy_a_garrison_not_its_settlement() -> None:
    table = on_the_table("captured_ornithopter", zones={AIR: "ornithopter"}, legions={"arrakeen": harkonnen(regular=1)})
    table.pick(f"pick_zone({AIR})", "pick_area(arrakeen)").roll("3hit")
    assert table.units("harkonnen", "arrakeen") == 0
    assert table.has("settlement", "arrakeen")


def test_captured_ornithopter_without_one_on_the_board() -> None:
    assert turn_is_over(on_the_table("captured_ornithopter", zones={AIR: "carryall"}))


def test_captured_ornithopter_may_be_captured_for_nothing() -> None:
    table = on_the_table("captured_ornithopter", zones={AIR: "ornithopter"}, legions={"south_east_6": HARKONNEN})
    table.pick(f"pick_zone({AIR})")
    assert turn_is_over(table)
    assert table.zone(AIR) == "none"


# --- Crysknife


def crysknife_legions() -> dict[str, object]:
    return {
        "gara_kulon": atreides(special_elite=1, regular=1),
        "tasmin_sink": atreides(regular=2),
        "north_east_12": harkonnen(regular=1, leaders=["baron_harkonnen"]),
        "shield_wall_east": harkonnen(regular=1, leaders=["beast_rabban"]),
    }


def test_crysknife_strikes_next_to_where_the_legion_came() -> None:
    table = on_the_table("crysknife", legions=crysknife_legions())
    assert table.areas() == ["gara_kulon"]
    table.areas_picked("gara_kulon", "north_east_14").pick("all")
    assert table.options() == ["pick_leader(baron_harkonnen)", "pass"]
    table.pick("pick_leader(baron_harkonnen)")
    assert table.leader("baron_harkonnen") == "tank_1"
    assert table.units("harkonnen", "north_east_12") == 1


def test_crysknife_strikes_without_a_move() -> None:
    table = on_the_table("crysknife", legions=crysknife_legions())
    table.pick("pass")
    assert table.options()[:3] == ["pick_leader(baron_harkonnen)", "pick_leader(beast_rabban)", "pass"]


def test_crysknife_without_fedaykin() -> None:
    legions = crysknife_legions()
    legions["gara_kulon"] = atreides(regular=2)
    assert turn_is_over(on_the_table("crysknife", legions=legions))


# --- Cielago's Piping Message


def test_cielagos_message_draws_a_token_for_a_threatened_sietch() -> None:
    table = on_the_table(
        "cielagos_piping_message", legions={"north_east_7": harkonnen(regular=1), "gara_kulon": atreides(regular=1)}
    )
    assert table.options()[:2] == ["yes", "pass"]
    table.pick("yes", "draw_token(atreides_standard_2)")
    assert table.areas() == ["gara_kulon"]
    table.pick("pick_area(gara_kulon)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "tokens": 1}
    assert table.offers("deck(house_atreides)", "deck(fremen_ally)", "pass")
    table.pick("deck(fremen_ally)").draw("hieregs")
    assert table.hand("atreides") == ["hieregs"]


def test_cielagos_message_distance_ends_at_two() -> None:
    table = on_the_table("cielagos_piping_message", legions={"north_east_5": harkonnen(regular=1)})
    table.pick("yes", "draw_token(atreides_standard_2)")
    assert table.areas() == ["sihaya_ridge"]  # gara_kulon is three Areas away


def test_cielagos_message_relocates_when_the_supply_is_empty() -> None:
    table = on_the_table(
        "cielagos_piping_message",
        legions={
            "north_east_7": harkonnen(regular=1),
            "tasmin_sink": atreides(tokens=["atreides_starting_3"], generic=1),
            "gara_kulon": atreides(tokens=["atreides_starting_4"]),
        },
        tokens_gone=[f"atreides_standard_{i}" for i in range(1, 9)],
    )
    assert table.areas() == ["gara_kulon"]
    table.pick("pick_area(gara_kulon)")
    assert table.options() == ["pick_token(atreides_starting_3)"]
    table.pick("pick_token(atreides_starting_3)")
    assert table.legion("atreides", "gara_kulon") == {"tokens": 2}
    assert table.legion("atreides", "tasmin_sink") == {}  # the Naib left alone falls


def test_cielagos_message_with_no_enemy_near() -> None:
    table = on_the_table("cielagos_piping_message")
    assert table.offers("deck(house_atreides)")


def test_cielagos_message_with_no_token_anywhere() -> None:
    table = on_the_table(
        "cielagos_piping_message",
        legions={"north_east_8": harkonnen(regular=1)},
        tokens_gone=[f"atreides_standard_{i}" for i in range(1, 9)],
    )
    assert table.offers("deck(house_atreides)")


# --- Jubba Cloaks, Hieregs, Grandmother of a Storm


def test_jubba_cloaks_move_a_led_legion_from_the_desert() -> None:
    table = on_the_table(
        "jubba_cloaks",
        legions={
            "gara_kulon": atreides(regular=2, generic=1),
            "tasmin_sink": atreides(regular=2),
            "pasty_mesa": atreides(regular=2, generic=1),
        },
        hands={"atreides": ["the_voice"]},
    )
    assert table.areas() == ["gara_kulon"]
    table.areas_picked("gara_kulon", "north_east_11").pick("all")
    assert table.units("atreides", "north_east_11") == 2
    assert table.offers("card(the_voice)", "pass")


def test_jubba_cloaks_without_such_a_legion_play_a_card() -> None:
    table = on_the_table(
        "jubba_cloaks", legions={"pasty_mesa": atreides(regular=2, generic=1)}, hands={"atreides": ["the_voice"]}
    )
    assert table.offers("card(the_voice)", "pass")


def test_hieregs_stand_each_in_its_own_empty_desert() -> None:
    table = on_the_table("hieregs", harvesters=["north_east_8"])
    assert table.refuses("pick_area(north_east_8)", "pick_area(gara_kulon)", "pick_area(pasty_mesa)")
    table.pick("pick_area(north_east_9)")
    assert table.refuses("pick_area(north_east_9)")
    table.pick("pick_area(south_east_3)")
    assert table.legion("atreides", "north_east_9") == {"regular": 1}
    assert table.legion("atreides", "south_east_3") == {"regular": 1}
    assert table.offers("action(wormsigns)", "pass")


def test_hieregs_relocate_when_all_regulars_are_on_the_board() -> None:
    legions = {
        "gara_kulon": atreides(regular=6), "tasmin_sink": atreides(regular=6), "habbanya_ridge": atreides(regular=4),
    }
    table = on_the_table("hieregs", legions=legions)
    table.pick("pick_area(north_east_9)")
    assert table.areas() == ["gara_kulon", "habbanya_ridge", "tasmin_sink"]
    table.pick("pick_area(tasmin_sink)")
    assert table.units("atreides", "tasmin_sink") == 5
    assert table.units("atreides", "north_east_9") == 1


def test_grandmother_of_a_storm_rolls_for_each_legion() -> None:
    table = on_the_table(
        "grandmother_of_a_storm",
        legions={
            "north_east_8": harkonnen(regular=3),
            "north_east_13": harkonnen(regular=5),
            "carthag": harkonnen(regular=3),
            "broken_land": harkonnen(regular=3),
            "gara_kulon": atreides(regular=2),
        },
    )
    assert table.seat() == "chance"
    table.roll("1hit_1special")
    table.pick("pick(regular)", "pick(regular)")
    table.roll("2special")  # Deep Desert
    table.pick(*["pick(regular)"] * 4)
    assert table.units("harkonnen", "north_east_8") == 1
    assert table.units("harkonnen", "north_east_13") == 1
    assert turn_is_over(table)


def test_grandmother_of_a_storm_over_an_empty_desert() -> None:
    assert turn_is_over(on_the_table("grandmother_of_a_storm"))


# --- Stillsuits


def test_stillsuits_move_then_exchange_tokens() -> None:
    table = on_the_table(
        "stillsuits",
        legions={
            "gara_kulon": atreides(regular=1, tokens=["atreides_starting_1", "atreides_starting_2"]),
            "tasmin_sink": atreides(tokens=["atreides_starting_3"]),
            "pasty_mesa": atreides(regular=1),
        },
    )
    assert table.areas() == ["gara_kulon", "tasmin_sink"]
    table.pick("pass")
    assert table.areas() == ["gara_kulon", "tasmin_sink"]
    table.pick("pick_area(gara_kulon)")
    assert "habbanya_ridge" in table.areas() and "gara_kulon" not in table.areas()
    table.pick("pick_area(tasmin_sink)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "tokens": 1}
    assert table.legion("atreides", "tasmin_sink") == {"tokens": 2}
    assert table.game.token_at[2] == 43 and table.game.token_at[0] == 62
    assert turn_is_over(table)


def test_stillsuits_exchange_with_a_sietch_without_tokens() -> None:
    table = on_the_table(
        "stillsuits",
        legions={
            "gara_kulon": atreides(generic=1, tokens=["atreides_starting_1"]),
            "tasmin_sink": atreides(regular=6),
        },
    )
    table.areas_picked("gara_kulon", "north_east_11")
    table.pick("all")  # a Sietch without tokens has nothing to give
    assert turn_is_over(table)
    table = on_the_table(
        "stillsuits",
        legions={
            "gara_kulon": atreides(generic=1, tokens=["atreides_starting_1"]),
            "tasmin_sink": atreides(regular=6),
        },
    )
    table.pick("pass", "pick_area(gara_kulon)", "pick_area(tasmin_sink)")
    assert table.legion("atreides", "gara_kulon") == {}  # the Naib left alone falls
    assert table.ask() == "trim.TrimUnit"
    table.pick("pick(regular)")
    assert table.legion("atreides", "tasmin_sink") == {"regular": 5, "tokens": 1}


# --- "I Am Stilgar, the Fremen"


def test_i_am_stilgar_on_a_free_plateau() -> None:
    table = on_the_table(
        "i_am_stilgar_the_fremen",
        legions={"pasty_mesa": harkonnen(regular=1), "south_west_8": atreides(regular=3)},
    )
    assert "pasty_mesa" not in table.areas() and "carthag" not in table.areas()
    assert "south_west_8" in table.areas() and "north_east_9" not in table.areas()
    table.pick("pick_area(south_west_8)")
    assert table.legion("atreides", "south_west_8") == {"regular": 4, "elite": 2, "leaders": ["stilgar"]}
    table.pick("deck(house_atreides)").draw("war_plan")
    assert table.hand("atreides") == ["war_plan"]


def test_i_am_stilgar_while_he_is_in_the_tank() -> None:
    table = on_the_table("i_am_stilgar_the_fremen", tank={"atreides": ["stilgar"]})
    table.pick("pick_area(false_wall_west)")
    assert table.legion("atreides", "false_wall_west") == {"regular": 1, "elite": 2}
    assert table.leader("stilgar") == "tank_1"


# --- Thumpers


def test_thumpers_place_two_worms_beside_legions() -> None:
    table = on_the_table(
        "thumpers",
        legions={"pasty_mesa": atreides(regular=1)},
        wormsigns=["north_east_15"],
        worms=["wind_pass", "south_west_1", "north_west_4"],
    )
    assert table.areas() == ["south_east_1"]  # tasmin_sink is a Sietch, north_east_15 holds a Wormsign
    table.pick("pick_area(south_east_1)", "option(0)")
    assert table.has("worm", "south_east_1")
    assert turn_is_over(table)


def test_thumpers_second_worm_is_not_the_first() -> None:
    table = on_the_table(
        "thumpers",
        legions={"pasty_mesa": atreides(regular=1)},
        worms=["wind_pass", "south_west_1", "north_west_4"],
    )
    table.pick("pick_area(south_east_1)", "option(0)", "pick_area(north_east_15)")
    assert table.areas() == ["north_west_4", "south_west_1", "wind_pass"]
    table.pick("pick_area(wind_pass)")
    assert table.has("worm", "south_east_1") and table.has("worm", "north_east_15")
    assert turn_is_over(table)


def test_thumpers_without_a_legion() -> None:
    assert turn_is_over(on_the_table("thumpers"))


# --- Kitab al-Ibar


def test_kitab_moves_a_sietch_with_part_of_its_legion() -> None:
    table = on_the_table(
        "kitab_al_ibar",
        sietches={"gara_kulon": {"rank": 3}, "tasmin_sink": {}},
        legions={
            "gara_kulon": atreides(regular=2, generic=1, tokens=["atreides_starting_1"]),
            "north_east_11": harkonnen(regular=1),
        },
    )
    assert table.areas() == ["gara_kulon", "tasmin_sink"]
    table.pick("pick_area(gara_kulon)")
    assert table.areas() == ["north_east_12", "north_east_14", "north_east_15", "north_east_16"]
    table.pick("pick_area(north_east_12)", "yes", "pick(regular)", "pick_token(atreides_starting_1)", "done")
    assert table.has("sietch", "north_east_12") and not table.has("sietch", "gara_kulon")
    assert table.legion("atreides", "north_east_12") == {"regular": 1, "tokens": 1}
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "generic": 1}
    assert turn_is_over(table)


def test_kitab_sietch_is_a_sietch_where_it_stands() -> None:
    table = on_the_table(
        "kitab_al_ibar",
        sietches={"gara_kulon": {"rank": 3}, "tasmin_sink": {}},
        legions={"north_east_11": harkonnen(regular=3)},
        dice={"atreides": ["mentat", "deployment"], "harkonnen": ["strategy", "strategy"]},
    )
    table.pick("pick_area(gara_kulon)", "pick_area(north_east_12)")
    table.pick("die(strategy)", "pass", "die(deployment)", "action(deploy)", "draw_token(atreides_standard_1)")
    assert table.areas() == ["north_east_12", "tasmin_sink"]
    table.pick("pick_area(tasmin_sink)", "pass")
    table.pick("die(strategy)", "action(attack)", "pick_area(north_east_11)", "pick_area(north_east_12)")
    table.until("battle.AdvanceOrStay").pick("yes")
    assert not table.has("sietch", "north_east_12")
    assert table.game.supremacy == 3


def test_kitab_may_leave_everybody_behind() -> None:
    table = on_the_table(
        "kitab_al_ibar", sietches={"gara_kulon": {}}, legions={"gara_kulon": atreides(regular=2)}
    )
    table.pick("pick_area(gara_kulon)", "pick_area(north_east_12)", "no")
    assert table.units("atreides", "gara_kulon") == 2
    assert table.units("atreides", "north_east_12") == 0


def test_kitab_without_an_empty_desert_beside() -> None:
    around = ["north_east_11", "north_east_12", "north_east_14", "north_east_15", "north_east_16"]
    table = on_the_table("kitab_al_ibar", sietches={"gara_kulon": {}}, harvesters=around)
    assert turn_is_over(table)


# --- Sandtides


def test_sandtides_move_an_enemy_into_an_empty_area() -> None:
    table = on_the_table(
        "sandtides",
        legions={
            "north_east_8": harkonnen(regular=2, generic=1),
            "carthag": harkonnen(regular=1),
            "north_east_9": atreides(regular=1),
        },
        wormsigns=["north_east_5"],
        harvesters=["north_east_6", "north_east_8"],
    )
    assert table.areas() == ["north_east_8"]
    table.pick("pick_area(north_east_8)")
    assert table.areas() == ["north_east_11", "north_east_12", "north_east_7"]
    table.pick("pick_area(north_east_7)")
    assert table.legion("harkonnen", "north_east_7") == {"regular": 2, "generic": 1}
    assert table.has("harvester", "north_east_8")
    assert table.offers("action(wormsigns)", "pass")


def test_sandtides_in_solo_cross_impassable_borders() -> None:
    for mode, crosses in (("two_player", False), ("solo", True)):
        position: dict[str, object] = {
            "mode": mode,
            "legions": {"north_east_4": harkonnen(regular=2)},
            "stations": [],
            "dice": {"atreides": ["mentat"]},
            "hands": {"atreides": ["sandtides"]},
            "row": [],
        }
        table = Table.scenario(position)
        table.pick("die(mentat)", "card(sandtides)", "pick_area(north_east_4)")
        assert ("broken_land" in table.areas()) is crosses
        table.pick("pick_area(north_east_3)")
        assert table.units("harkonnen", "north_east_3") == 2


def test_sandtides_with_nobody_in_the_desert() -> None:
    table = on_the_table("sandtides")
    assert table.offers("action(wormsigns)", "pass")
