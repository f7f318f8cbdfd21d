"""What Mahdi does with each card of House Harkonnen, its Leaders included, in hand-worked positions."""

from __future__ import annotations

from dune_env.arrakis.names import CARRYALL, HARVESTER
from dune_env.arrakis.pieces import vehicles_in_supply
from tests.harkonnen_turn import atreides, harkonnen
from tests.mahdi_turn import (
    LAST_CORRINO,
    atreides_turn,
    discarded,
    drawing_on,
    mahdi_draws,
    mahdi_rolls,
    reinforcements,
)
from tests.rules import rule
from tests.table import Table


def harvesters(table: Table) -> int:
    """Harvesters on the board."""
    return CONTENT_HARVESTERS - vehicles_in_supply(table.game, HARVESTER)


CONTENT_HARVESTERS = 8


def test_hard_times() -> None:
    table = mahdi_draws("hard_times_and_oppression", legions={"carthag": harkonnen(regular=6)})
    assert table.legion("harkonnen", "arrakeen") == {"elite": 1}
    assert table.legion("harkonnen", "carthag") == {"regular": 6}  # no room
    assert all(table.units("harkonnen", a) == 1 for a in ("arsunt", "hagga_basin", "imperial_basin", "north_pole"))
    assert drawing_on(table) and discarded(table, "hard_times_and_oppression")


@rule("R-40.11")
def test_hard_times_without_settlements_goes_on_the_reinforcements() -> None:
    table = mahdi_draws("hard_times_and_oppression", settlements=[])
    assert reinforcements(table) == ["hard_times_and_oppression"]
    assert not discarded(table, "hard_times_and_oppression")


@rule("R-40.4")
def test_forced_recruitment_with_the_elites_used_up() -> None:
    legions = {"carthag": harkonnen(elite=6), "arsunt": harkonnen(elite=6)}
    table = mahdi_draws("forced_recruitment", legions=legions)
    assert table.legion("harkonnen", "arrakeen") == {"special_elite": 3, "leaders": ["beast_rabban"]}
    assert drawing_on(table)


def test_feyd_enters_and_the_next_deck_plays() -> None:
    table = mahdi_draws("beloved_feyd_rautha")
    assert table.leader("feyd_rautha") == "off_board" and table.leader("beast_rabban") == "out_of_the_game"
    table.draw("moving_the_battle_group")  # the card played is drawn from the other deck
    assert table.noted("play_moving_the_battle_group") == 1


def test_feyd_in_play_gets_two_elites() -> None:
    legions = {"north_east_8": harkonnen(regular=5, leaders=["feyd_rautha"])}
    table = mahdi_draws("beloved_feyd_rautha", legions=legions)
    assert table.legion("harkonnen", "north_east_8") == {"regular": 5, "elite": 1, "leaders": ["feyd_rautha"]}
    assert drawing_on(table)


def test_feyd_in_the_tank_leaves_the_card_on_the_reinforcements() -> None:
    table = mahdi_draws("beloved_feyd_rautha", tank={"harkonnen": ["feyd_rautha"]})
    assert reinforcements(table) == ["beloved_feyd_rautha"]


def test_patrols_go_to_empty_deserts_next_to_the_sietch() -> None:
    signs = ["north_east_11", "north_east_12"]
    table = mahdi_draws("harkonnen_patrols", wormsigns=signs)
    assert table.areas() == ["north_east_14", "north_east_15", "north_east_16"]  # all next to Gara Kulon
    table.pick("pick_area(north_east_14)")
    assert table.areas() == ["north_east_15", "north_east_16"]
    table.pick("pick_area(north_east_15)")
    assert table.units("harkonnen", "north_east_16") == 1
    assert drawing_on(table)


def test_arsunt_legion_attacks_what_is_weaker() -> None:
    table = mahdi_draws("arsunt_legion", legions={"north_west_16": atreides(regular=2)})
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "elite": 1, "leaders": ["beast_rabban"]}
    assert table.ask() == "battle.RollCombatDice"


def test_arsunt_legion_moves_toward_the_target() -> None:
    table = mahdi_draws("arsunt_legion", legions={"north_west_16": atreides(regular=5)})
    assert table.legion("harkonnen", "broken_land") == {"regular": 1, "elite": 1, "leaders": ["beast_rabban"]}
    assert table.ask() == "mahdi_tokens.LayGarrison"


def test_arsunt_legion_without_the_settlement() -> None:
    table = mahdi_draws("arsunt_legion", settlements=["carthag"], legions={"arsunt": harkonnen(regular=3)})
    assert table.units("harkonnen", "arsunt") == 3
    assert reinforcements(table) == ["arsunt_legion"]


def test_the_baron_and_his_guard() -> None:
    table = mahdi_draws("barons_personal_guard", legions={"gara_kulon": atreides(regular=4)})
    assert table.legion("harkonnen", "arrakeen") == {"elite": 2, "leaders": ["baron_harkonnen"]}  # nearer to the Sietch
    assert drawing_on(table)  # too weak to move on Gara Kulon


def test_evidence_of_rebellion_puts_two_cards_on_the_reinforcements() -> None:
    table = mahdi_draws("evidence_of_rebellion")
    assert table.legion("harkonnen", "imperial_basin") == {"elite": 2}
    table.draw("breeding_program", "sandmasters")  # deck after deck
    assert reinforcements(table) == ["breeding_program", "sandmasters"]
    assert drawing_on(table)


def test_polar_cap_factories() -> None:
    table = mahdi_draws("polar_cap_factories", wormsigns=["wind_pass", "central_north_east_3", "windgap"])
    assert table.legion("harkonnen", "north_pole") == {"regular": 2, "elite": 1, "generic": 1}
    assert table.has("wormsign", "windgap")
    assert not table.has("wormsign", "wind_pass") and not table.has("wormsign", "central_north_east_3")
    assert drawing_on(table)


def test_carthag_never_breaks_the_stacking_limit() -> None:
    table = mahdi_draws("carthag_the_former_capital", legions={"carthag": harkonnen(regular=4)})
    assert table.options() == ["pick(regular)", "pick(elite)"]  # not all fit
    table.pick("pick(elite)").skip_forced()
    assert table.legion("harkonnen", "carthag") == {"regular": 5, "elite": 1, "leaders": ["beast_rabban"]}


@rule("R-40.7")
def test_workhorse_by_the_vehicle_criteria() -> None:
    table = mahdi_draws("workhorse_of_arrakis").until("draw_cards")
    assert table.noted("R-37.2") > 0
    assert table.game.zones.count(CARRYALL) == 1
    assert harvesters(table) == 1


def test_spotter_control_takes_the_wormsigns_nearest_to_the_target() -> None:
    signs = ["north_east_11", "north_east_9", "windgap", "north_east_8", "north_east_10"]
    table = mahdi_draws("spotter_control", wormsigns=signs)
    left = [area for area in signs if table.has("wormsign", area)]
    assert left == ["windgap", "north_east_10"]  # at 1, 2 and 2 Areas against more
    assert table.ask() == "draw_cards.DrawCard"


def test_spotter_control_with_no_wormsign_only_draws() -> None:
    assert mahdi_draws("spotter_control").ask() == "draw_cards.DrawCard"


@rule("R-40.10")
def test_explosive_artillery_hits_the_legion_nearest_to_the_target() -> None:
    legions = {
        "shield_wall_east": harkonnen(regular=1),
        "gara_kulon": atreides(regular=4),
        "broken_land": atreides(regular=1),
        "carthag": harkonnen(regular=1),
    }
    table = mahdi_draws("explosive_artillery", legions=legions).roll("2hit_1shield_1special")
    table.pick("pick(regular)", "pick(regular)", "pick(regular)")
    assert table.units("atreides", "gara_kulon") == 1 and table.units("atreides", "broken_land") == 1
    assert drawing_on(table) and discarded(table, "explosive_artillery")


def test_explosive_artillery_without_a_legion() -> None:
    assert reinforcements(mahdi_draws("explosive_artillery")) == ["explosive_artillery"]


def test_sandmasters() -> None:
    table = mahdi_draws("sandmasters").until("draw_cards")
    assert harvesters(table) == 3
    table.draw("breeding_program")
    assert reinforcements(table) == ["breeding_program"]


def test_rabban_joins_the_best_legion_for_a_surprise_attack() -> None:
    legions = {
        "shield_wall_east": harkonnen(regular=2),
        "carthag": harkonnen(regular=1),
        "gara_kulon": atreides(regular=3),
    }
    table = mahdi_draws("mudir_nahya_the_demon_ruler", legions=legions)
    assert table.legion("harkonnen", "shield_wall_east") == {"regular": 2, "elite": 1, "leaders": ["beast_rabban"]}
    assert table.ask() == "battle.RollCombatDice"


def test_rabban_in_the_tank_and_no_room_still_attacks() -> None:
    legions = {"shield_wall_east": harkonnen(regular=6), "gara_kulon": atreides(regular=3)}
    table = mahdi_draws("mudir_nahya_the_demon_ruler", legions=legions, tank={"harkonnen": ["beast_rabban"]})
    assert table.ask() == "battle.RollCombatDice"


def test_without_rabban_a_leader_and_two_elites() -> None:
    legions = {"shield_wall_east": harkonnen(regular=2)}
    table = mahdi_draws("mudir_nahya_the_demon_ruler", legions=legions, leaders={"feyd_rautha": "off_board"})
    assert table.legion("harkonnen", "shield_wall_east") == {"regular": 2, "elite": 2, "leaders": ["feyd_rautha"]}
    assert drawing_on(table)


def test_hunter_seeker_takes_the_leader_nearest_to_the_target() -> None:
    legions = {
        "north_east_7": harkonnen(regular=1),
        "north_east_12": atreides(regular=1, leaders=["stilgar", "lady_jessica"]),
        "sihaya_ridge": atreides(regular=1, leaders=["paul_atreides"]),
        "windgap": atreides(regular=1, generic=1),
    }
    table = mahdi_draws("hunter_seeker", legions=legions)
    assert table.seat() == "atreides"  # a tie in one Area
    assert table.options() == ["pick_leader(lady_jessica)", "pick_leader(stilgar)"]
    table.pick("pick_leader(stilgar)")
    assert table.leader("stilgar") == "tank_1"
    assert drawing_on(table)


def test_hunter_seeker_without_a_target() -> None:
    assert reinforcements(mahdi_draws("hunter_seeker", legions={"arsunt": harkonnen(regular=1)})) == ["hunter_seeker"]


# --- Hawat's Scheming


@rule("R-43.16")
def test_scheming_is_parked_and_the_second_copy_removes_hawat() -> None:
    table = mahdi_draws("hawats_scheming", leaders={"thufir_hawat": "resting"}, spent_cards=["thufir_hawat"])
    assert table.game.parked_scheming == 1 and not discarded(table, "hawats_scheming")
    assert reinforcements(table) == []
    table.draw(LAST_CORRINO)
    assert atreides_turn(table)
    table.until("mahdi_turn.RollDie").pick("roll_die(mentat)")
    table.draw("hawats_scheming")
    assert table.game.parked_scheming == 0
    assert table.game.discards[table.game.content.card_index["hawats_scheming"]] == 2
    assert table.leader("thufir_hawat") == "out_of_the_game"
    assert table.leader("gaius_helen_mohiam") != "not_entered"
    assert table.game.locked == 5  # the token of frees a die


def test_scheming_without_hawat_discards_both() -> None:
    """Q-P45."""
    table = mahdi_draws("hawats_scheming", exact={"parked_scheming": 1})
    assert table.game.parked_scheming == 0
    assert table.leader("gaius_helen_mohiam") == "not_entered"


# --- Leaders


def test_the_baron_upgrades_three_in_the_legion_nearest_to_a_sietch() -> None:
    legions = {"shield_wall_east": harkonnen(regular=4), "carthag": harkonnen(regular=3)}
    table = mahdi_rolls("house", legions=legions)
    assert table.legion("harkonnen", "shield_wall_east") == {"regular": 1, "elite": 3}
    assert table.card_is_spent("baron_harkonnen")
    assert atreides_turn(table)


def test_the_baron_with_nothing_to_upgrade_leaves_the_regular_action() -> None:
    table = mahdi_rolls("house")
    assert not table.card_is_spent("baron_harkonnen")
    assert table.noted("R-37.2") > 0


def test_rabban_moves_twice_toward_the_target() -> None:
    legions = {"arrakeen": harkonnen(regular=2, leaders=["beast_rabban"])}
    table = mahdi_rolls("leadership", legions=legions).until("turn.ChooseDie")
    assert table.leader("beast_rabban") in ("central_north_east_4", "central_north_east_5")  # two Areas on
    assert table.card_is_spent("beast_rabban")


def test_rabban_off_the_board_is_not_possible() -> None:
    table = mahdi_rolls("leadership", legions={"arrakeen": harkonnen(regular=2)})
    assert not table.card_is_spent("beast_rabban")
    assert table.units("harkonnen", "arrakeen") == 2  # and no Legion has a Leader (Q-P11)


def test_feyd_moves_next_to_the_sietch_and_attacks() -> None:
    """Q-P62."""
    legions = {
        "north_east_8": harkonnen(regular=4, leaders=["feyd_rautha"]),
        "gara_kulon": atreides(regular=2),
    }
    table = mahdi_rolls("leadership", legions=legions)
    assert table.areas() == ["north_east_11", "north_east_12"]
    table.pick("pick_area(north_east_11)")
    assert table.leader("feyd_rautha") == "north_east_11"
    assert table.ask() == "battle.RollCombatDice"


def test_aramsham_deploys_at_the_strongest_settlement() -> None:
    legions = {"carthag": harkonnen(regular=2), "arrakeen": harkonnen(regular=1)}
    table = mahdi_rolls("deployment", legions=legions)
    assert table.legion("harkonnen", "carthag") == {"regular": 4, "special_elite": 1, "leaders": ["beast_rabban"]}
    assert table.card_is_spent("captain_aramsham")
    assert atreides_turn(table)


def test_shaddam_makes_sardaukar_of_elites() -> None:
    legions = {"shield_wall_east": harkonnen(elite=2), "carthag": harkonnen(elite=2)}
    table = mahdi_rolls("strategy", legions=legions, leaders={"shaddam_iv": "off_board"})
    assert table.legion("harkonnen", "shield_wall_east") == {"special_elite": 2}
    assert table.legion("harkonnen", "carthag") == {"elite": 1, "special_elite": 1}
    assert table.card_is_spent("shaddam_iv")


@rule("R-43.13")
def test_hawat_draws_and_plays_three_cards_of_his_house() -> None:
    table = mahdi_rolls("mentat", supremacy=1)
    table.draw("hard_times_and_oppression", "polar_cap_factories", "spotter_control")
    assert table.noted("play_spotter_control") == 1
    table.until("turn.ChooseDie")
    assert table.card_is_spent("thufir_hawat")


@rule("R-43.14")
def test_mohiam_draws_and_plays_three_corrino_cards() -> None:
    leaders = {"thufir_hawat": "out_of_the_game", "gaius_helen_mohiam": "off_board"}
    table = mahdi_rolls("mentat", leaders=leaders)
    table.draw("moving_the_battle_group", LAST_CORRINO, "killers_without_mercy")
    assert atreides_turn(table)
    assert table.card_is_spent("gaius_helen_mohiam")
    assert reinforcements(table) == [LAST_CORRINO, "killers_without_mercy"]
