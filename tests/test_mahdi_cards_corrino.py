"""What Mahdi does with each card of the Corrino ally, in hand-worked positions."""

from __future__ import annotations

import pytest

from dune_env.arrakis.board import AREA_IDS
from dune_env.arrakis.names import IN_DECK, ORNITHOPTER
from tests.harkonnen_turn import atreides, harkonnen
from tests.mahdi_turn import atreides_turn, discarded, mahdi_draws, reinforcements
from tests.rules import rule
from tests.table import Table

RAGES = [f"rage_overcame_shaddam_iv_{which}" for which in ("settlement", "legion", "assault")]


def is_done(table: Table, card: str) -> bool:
    """Whether the turn is over and the card discarded."""
    return atreides_turn(table) and discarded(table, card)


def is_kept(table: Table, card: str) -> bool:
    """Whether the turn is over and nothing could be done with the card."""
    return atreides_turn(table) and reinforcements(table) == [card]


# --- Rage Overcame Shaddam IV


@rule("R-40.9")
@pytest.mark.parametrize("rage", RAGES)
def test_rage_brings_shaddam_and_plays_a_house_card(rage: str) -> None:
    table = mahdi_draws(rage)
    assert table.leader("shaddam_iv") == "off_board"
    table.draw("hard_times_and_oppression")
    assert table.units("harkonnen", "arsunt") == 1
    assert is_done(table, rage)


def test_rage_settlement() -> None:
    table = mahdi_draws(RAGES[0], leaders={"shaddam_iv": "off_board"})
    assert table.legion("harkonnen", "imperial_basin") == {"regular": 4, "leaders": ["shaddam_iv"]}
    assert is_done(table, RAGES[0])


def test_rage_settlement_in_the_tank_places_the_regulars() -> None:
    table = mahdi_draws(RAGES[0], tank={"harkonnen": ["shaddam_iv"]})
    assert table.legion("harkonnen", "imperial_basin") == {"regular": 4}


def test_rage_legion() -> None:
    legions = {"shield_wall_east": harkonnen(regular=2), "arsunt": harkonnen(regular=5)}
    table = mahdi_draws(RAGES[1], legions=legions, leaders={"shaddam_iv": "off_board"})
    expected = {"regular": 2, "special_elite": 2, "leaders": ["shaddam_iv"]}
    assert table.legion("harkonnen", "shield_wall_east") == expected
    assert is_done(table, RAGES[1])


def test_rage_assault_moves_and_attacks() -> None:
    legions = {"north_east_8": harkonnen(special_elite=3), "gara_kulon": atreides(regular=2)}
    table = mahdi_draws(RAGES[2], legions=legions, leaders={"shaddam_iv": "off_board"})
    assert table.areas() == ["north_east_11", "north_east_12"]
    table.pick("pick_area(north_east_12)")
    assert table.legion("harkonnen", "north_east_12") == {"special_elite": 3, "leaders": ["shaddam_iv"]}
    table.roll("3shield", "4shield").pick("pick(regular)")
    assert table.units("atreides", "gara_kulon") == 1  # Shaddam's 2 Hits by the added Special, 3 Shields cancelled


def test_rage_assault_with_shaddam_in_the_tank() -> None:
    legions = {"north_east_11": harkonnen(special_elite=3), "gara_kulon": atreides(regular=2)}
    table = mahdi_draws(RAGES[2], legions=legions, tank={"harkonnen": ["shaddam_iv"]})
    assert table.ask() == "battle.RollCombatDice"


def test_rage_assault_without_a_sardaukar() -> None:
    table = mahdi_draws(RAGES[2], legions={"carthag": harkonnen(elite=1)}, leaders={"shaddam_iv": "off_board"})
    assert is_kept(table, RAGES[2])


# --- the hand of the opponent, tokens


def test_manipulation_of_others() -> None:
    table = mahdi_draws("manipulation_of_others", hands={"atreides": ["war_plan", "thumpers", "shai_hulud"]})
    assert table.options() == ["card(war_plan)", "card(shai_hulud)", "card(thumpers)"]
    table.pick("card(thumpers)", "card(war_plan)").draw("sandmasters", "breeding_program")
    assert table.hand("atreides") == ["shai_hulud"]
    assert reinforcements(table) == ["sandmasters", "breeding_program"]
    assert is_done(table, "manipulation_of_others")


@rule("R-43.1")
def test_breeding_program_frees_a_die() -> None:
    table = mahdi_draws("breeding_program")
    assert table.game.locked == 5 and table.game.unrolled == 2
    table.draw("hard_times_and_oppression")
    assert is_done(table, "breeding_program")


def test_breeding_program_without_locked_dice_scores() -> None:
    table = mahdi_draws("breeding_program", locked=0)
    assert table.game.supremacy == 1


# --- Troop Carriers


def test_troop_carriers_join_the_legion_nearest_to_the_target() -> None:
    legions = {
        "carthag": harkonnen(regular=3),
        "arsunt": harkonnen(regular=3, elite=2, generic=1),
        "north_east_8": harkonnen(regular=3),
        "north_east_9": harkonnen(regular=6),
        "gara_kulon": atreides(regular=3),
    }
    table = mahdi_draws("troop_carriers", legions=legions)
    # Carthag's Legion does not exceed the defenders; of Arsunt's the strongest go, up to the limit, and the Leader.
    assert table.legion("harkonnen", "north_east_8") == {"regular": 4, "elite": 2, "generic": 1}
    assert table.legion("harkonnen", "arsunt")["regular"] == 2
    assert table.legion("harkonnen", "carthag") == {"regular": 3}
    table.skip_chance()
    assert is_done(table, "troop_carriers")


def test_troop_carriers_take_a_temporary_target() -> None:
    legions = {
        "arsunt": harkonnen(regular=4),
        "carthag": harkonnen(regular=1),
        "north_west_8": harkonnen(regular=2),
        "gara_kulon": atreides(regular=6),
    }
    sietches = {"gara_kulon": {"rank": 2}, "bight_of_the_cliff": {"rank": 2}}
    table = mahdi_draws("troop_carriers", legions=legions, sietches=sietches)
    assert table.noted("R-41.4") > 0
    assert table.legion("harkonnen", "north_west_8") == {"regular": 6}


def test_troop_carriers_with_nobody_to_join() -> None:
    table = mahdi_draws("troop_carriers", legions={"arrakeen": harkonnen(regular=6), "arsunt": harkonnen(regular=3)})
    assert is_kept(table, "troop_carriers")  # Arrakeen is full, and Arsunt is farther from the target


# --- Leaders to the Tank


def test_shigawire_moves_and_takes_a_leader_next_to_it() -> None:
    legions = {
        "north_east_8": harkonnen(special_elite=4),
        "gara_kulon": atreides(regular=1, leaders=["stilgar"]),
        "north_east_9": atreides(regular=1, leaders=["lady_jessica"]),
    }
    table = mahdi_draws("shigawire", legions=legions)
    assert table.areas() == ["north_east_11", "north_east_12"]
    table.pick("pick_area(north_east_12)")
    assert table.leader("stilgar") == "tank_1" and table.leader("lady_jessica") == "north_east_9"
    assert is_done(table, "shigawire")


def test_shigawire_beside_the_target_stays_and_takes_the_leader() -> None:
    legions = {
        "north_east_11": harkonnen(special_elite=1),
        "gara_kulon": atreides(regular=4, leaders=["stilgar"]),
    }
    table = mahdi_draws("shigawire", legions=legions)
    assert table.units("harkonnen", "north_east_11") == 1
    assert table.leader("stilgar") == "tank_1"


def test_shigawire_with_nothing_to_do() -> None:
    legions = {"north_east_11": harkonnen(regular=1), "gara_kulon": atreides(regular=1, leaders=["stilgar"])}
    assert is_kept(mahdi_draws("shigawire", legions=legions), "shigawire")


# --- the row, dice


def test_hope_clouds_observation_leaves_the_choice_to_the_atreides() -> None:
    table = mahdi_draws("hope_clouds_observation", row=["the_desert_war", "stunted_worms"])
    assert table.seat() == "atreides"
    assert table.options() == ["prescience(stunted_worms)", "prescience(the_desert_war)"]
    table.pick("prescience(stunted_worms)")
    assert table.game.prescience_at[table.game.content.prescience_ids.index("stunted_worms")] == IN_DECK
    assert is_done(table, "hope_clouds_observation")


def test_hope_clouds_observation_on_an_empty_row() -> None:
    assert is_kept(mahdi_draws("hope_clouds_observation"), "hope_clouds_observation")


def test_reports_of_traitors() -> None:
    table = mahdi_draws("reports_of_traitors", dice={"atreides": ["house", "mentat"]})
    assert table.dice("atreides") == {"mentat": 1}
    assert is_done(table, "reports_of_traitors")
    assert is_kept(mahdi_draws("reports_of_traitors"), "reports_of_traitors")


# --- moving and attacking


def test_pogrom_moves_legions_with_a_sardaukar_only() -> None:
    legions = {
        "carthag": harkonnen(special_elite=2),
        "arrakeen": harkonnen(special_elite=1),
        "imperial_basin": harkonnen(regular=6),
    }
    table = mahdi_draws("sardaukar_pogrom", legions=legions).until("turn.ChooseDie")
    assert table.units("harkonnen", "imperial_basin") == 6
    assert table.noted("R-43.2") == 4  # two settlements left
    assert discarded(table, "sardaukar_pogrom")


def test_pogrom_without_a_sardaukar() -> None:
    assert is_kept(mahdi_draws("sardaukar_pogrom", legions={"carthag": harkonnen(elite=6)}), "sardaukar_pogrom")


def test_manner_attacks_the_sietch() -> None:
    legions = {
        "north_east_11": harkonnen(special_elite=2),
        "north_east_12": harkonnen(regular=6),
        "gara_kulon": atreides(regular=1),
    }
    table = mahdi_draws("sardaukars_manner", legions=legions)
    assert table.ask() == "battle.RollCombatDice" and table.offers("combat_roll(2hit)")


def test_manner_moves_if_it_cannot_attack() -> None:
    legions = {"north_east_5": harkonnen(special_elite=3), "gara_kulon": atreides(regular=2)}
    table = mahdi_draws("sardaukars_manner", legions=legions)
    table.until("turn.ChooseDie")
    assert table.units("harkonnen", "north_east_5") == 0
    assert discarded(table, "sardaukars_manner")


def test_killers_without_mercy_attack_but_do_not_move() -> None:
    legions = {"north_east_11": harkonnen(special_elite=3), "gara_kulon": atreides(regular=1)}
    assert mahdi_draws("killers_without_mercy", legions=legions).ask() == "battle.RollCombatDice"
    legions = {"north_east_5": harkonnen(special_elite=3), "gara_kulon": atreides(regular=1)}
    table = mahdi_draws("killers_without_mercy", legions=legions)
    assert table.units("harkonnen", "north_east_5") == 3
    assert is_kept(table, "killers_without_mercy")


def test_sardaukar_disguised_replaces_and_moves() -> None:
    legions = {"north_east_5": harkonnen(elite=3), "carthag": harkonnen(elite=1)}
    table = mahdi_draws("sardaukar_disguised", legions=legions)
    assert table.noted("R-40.12") == 2
    table.until("turn.ChooseDie")
    assert table.units("harkonnen", "north_east_5") == 0 and table.units("harkonnen", "carthag") == 1


def test_i_decide_places_aramsham_and_attacks() -> None:
    legions = {
        "north_east_11": harkonnen(special_elite=2),
        "arsunt": harkonnen(special_elite=1),
        "gara_kulon": atreides(regular=2),
    }
    table = mahdi_draws("i_decide_what_best_serves_his_majesty", legions=legions)
    assert table.leader("captain_aramsham") == "north_east_11"
    assert table.ask() == "battle.RollCombatDice"  # 3 against 2


def test_i_decide_with_aramsham_in_the_tank() -> None:
    legions = {"north_east_11": harkonnen(special_elite=3), "gara_kulon": atreides(regular=2)}
    table = mahdi_draws(
        "i_decide_what_best_serves_his_majesty", legions=legions, tank={"harkonnen": ["captain_aramsham"]}
    )
    assert table.ask() == "battle.RollCombatDice"


def test_i_decide_leaves_aramsham_in_the_best_legion() -> None:
    legions = {
        "north_east_11": harkonnen(special_elite=2, leaders=["captain_aramsham"]),
        "arsunt": harkonnen(special_elite=1),
        "gara_kulon": atreides(regular=2),
    }
    table = mahdi_draws("i_decide_what_best_serves_his_majesty", legions=legions)
    assert table.leader("captain_aramsham") == "north_east_11"
    assert table.ask() == "battle.RollCombatDice"


def test_i_decide_without_a_sardaukar() -> None:
    table = mahdi_draws("i_decide_what_best_serves_his_majesty", legions={"arsunt": harkonnen(elite=2)})
    assert is_kept(table, "i_decide_what_best_serves_his_majesty")


# --- reveals, placing


def test_spies_reveal_the_target_sietch_and_the_tokens_next_to_it() -> None:
    legions = {
        "north_east_12": atreides(tokens=["atreides_starting_1"]),
        "windgap": atreides(tokens=["atreides_starting_2"]),
    }
    sietches = {"gara_kulon": {"rank": 2}, "windgap": {"rank": 1}}
    table = mahdi_draws("spies_all_over_arrakis", legions=legions, sietches=sietches)
    game = table.game
    revealed = [AREA_IDS[area] for sietch, area in enumerate(game.sietch_at) if area >= 0 and game.sietch_up[sietch]]
    assert revealed == ["gara_kulon"]
    assert table.legion("atreides", "north_east_12") == {"regular": 2}
    assert table.legion("atreides", "windgap") == {"tokens": 1}
    assert table.noted("R-43.11") == 0  # not of the Atreides' own will
    table.draw("sandmasters", "breeding_program")
    assert is_done(table, "spies_all_over_arrakis")


def test_full_control_of_the_air() -> None:
    legions = {"arrakeen": harkonnen(regular=3), "gara_kulon": atreides(regular=1)}
    table = mahdi_draws("full_control_of_the_air", legions=legions).until("turn.ChooseDie")
    assert table.units("harkonnen", "arrakeen") == 2  # its Legion left two tokens behind
    assert table.game.zones.count(ORNITHOPTER) + table.noted("transport") == 2
    assert discarded(table, "full_control_of_the_air")


def test_moving_the_battle_group_next_to_the_sietch() -> None:
    table = mahdi_draws("moving_the_battle_group")
    assert table.legion("harkonnen", "shield_wall_east") == {"elite": 2, "generic": 1}
    assert is_done(table, "moving_the_battle_group")


def test_moving_the_battle_group_avoids_what_is_not_free() -> None:
    table = mahdi_draws("moving_the_battle_group", legions={"shield_wall_east": atreides(regular=1)})
    table.until("turn.ChooseDie")
    assert table.units("harkonnen", "shield_wall_east") == 0
    assert table.supply("harkonnen", "generic") == 5


def test_seek_out_the_mahdi_holds_paul() -> None:
    legions = {"gara_kulon": atreides(regular=2, leaders=["paul_atreides"]), "north_east_11": harkonnen(regular=1)}
    dice = {"atreides": ["strategy", "strategy"]}
    table = mahdi_draws("seek_out_the_mahdi", legions=legions, dice=dice, unrolled=3, locked=5)
    assert is_done(table, "seek_out_the_mahdi")
    table.pick("die(strategy)")
    assert table.refuses("action(attack)")
    table.pick("pass").until("turn.ChooseDie").pick("die(strategy)")
    assert table.offers("action(attack)")
