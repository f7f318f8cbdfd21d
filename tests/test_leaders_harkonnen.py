"""The special Actions of the Harkonnen Leaders, in table talk."""

from __future__ import annotations

import pytest

from tests.harkonnen_turn import at_the_table, atreides, harkonnen, turn_is_over
from tests.rules import rule

# --- Baron Harkonnen


def test_the_baron_upgrades_three_regulars_anywhere() -> None:
    legions = {"carthag": harkonnen(regular=2), "north_east_8": harkonnen(regular=2), "arsunt": harkonnen(elite=1)}
    table = at_the_table("house", legions=legions).pick("pick_leader(baron_harkonnen)")
    assert table.areas() == ["carthag", "north_east_8"]
    table.areas_picked("carthag", "north_east_8", "carthag")
    assert table.legion("harkonnen", "carthag") == {"elite": 2}
    assert table.legion("harkonnen", "north_east_8") == {"regular": 1, "elite": 1}
    assert table.card_is_spent("baron_harkonnen")
    assert turn_is_over(table)


@rule("R-11.3")
def test_the_baron_acts_from_off_the_board_but_not_from_the_tank() -> None:
    legions = {"carthag": harkonnen(regular=2)}
    assert at_the_table("house", legions=legions).offers("pick_leader(baron_harkonnen)")
    tank = {"harkonnen": ["baron_harkonnen"]}
    assert at_the_table("house", legions=legions, tank=tank).refuses("pick_leader(baron_harkonnen)")
    spent = ["baron_harkonnen"]
    assert at_the_table("house", legions=legions, spent_cards=spent).refuses("pick_leader(baron_harkonnen)")


def test_the_baron_with_one_elite_left() -> None:
    legions = {
        "carthag": harkonnen(elite=6),
        "arsunt": harkonnen(elite=5),
        "hagga_basin": harkonnen(regular=2),
    }
    table = at_the_table("house", legions=legions).pick("pick_leader(baron_harkonnen)", "pick_area(hagga_basin)")
    assert table.legion("harkonnen", "hagga_basin") == {"regular": 1, "elite": 1}
    assert turn_is_over(table)


def test_the_baron_may_stop() -> None:
    table = at_the_table("house", legions={"carthag": harkonnen(regular=3)})
    table.pick("pick_leader(baron_harkonnen)", "pick_area(carthag)", "pass")
    assert table.legion("harkonnen", "carthag") == {"regular": 2, "elite": 1}
    assert table.card_is_spent("baron_harkonnen")


# --- Beast Rabban


def test_rabban_moves_twice_and_takes_part_in_both() -> None:
    legions = {"carthag": harkonnen(regular=3, leaders=["beast_rabban"])}
    table = at_the_table("leadership", legions=legions).pick("pick_leader(beast_rabban)")
    table.pick("pick_area(arsunt)", "pick(regular)", "pick(regular)", "pick_leader(beast_rabban)")
    table.skip_forced()
    assert table.legion("harkonnen", "arsunt") == {"regular": 2, "leaders": ["beast_rabban"]}
    assert table.offers("pick_area(north_west_16)", "pick_area(carthag)", "pass")
    table.pick("pick_area(north_west_16)", "pick(regular)")
    assert table.options() == ["pick(regular)", "pick_leader(beast_rabban)"]  # he must go along
    table.pick("pick_leader(beast_rabban)", "done")
    assert table.legion("harkonnen", "north_west_16") == {"regular": 1, "leaders": ["beast_rabban"]}
    assert table.units("harkonnen", "arsunt") == 1
    assert table.card_is_spent("beast_rabban")
    assert turn_is_over(table)


def test_rabban_may_stop_after_one_move_or_not_move() -> None:
    legions = {"carthag": harkonnen(regular=1, leaders=["beast_rabban"])}
    table = at_the_table("leadership", legions=legions)
    table.pick("pick_leader(beast_rabban)", "pick_area(arsunt)", "all", "pass")
    assert table.leader("beast_rabban") == "arsunt"
    assert turn_is_over(table)
    table = at_the_table("leadership", legions=legions).pick("pick_leader(beast_rabban)", "pass")
    assert table.leader("beast_rabban") == "carthag"
    assert turn_is_over(table)


@rule("R-18.6")
def test_rabban_flies_once() -> None:
    legions = {"carthag": harkonnen(regular=1, leaders=["beast_rabban"])}
    zones = {
        "air_north_east__central_north_east": "ornithopter",
        "air_central_north_east__central_north_west": "ornithopter",
    }
    table = at_the_table("leadership", legions=legions, zones=zones)
    table.pick("pick_leader(beast_rabban)", "pick_area(rimwall_west)", "pick_zone(air_north_east__central_north_east)")
    table.pick("all")
    assert table.areas() == ["arrakeen", "broken_land", "central_north_east_5", "imperial_basin"]


def test_rabban_driven_away_by_a_worm_moves_on_from_there() -> None:
    legions = {"shield_wall_east": harkonnen(regular=1, leaders=["beast_rabban"])}
    table = at_the_table("leadership", legions=legions, wormsigns=["north_east_7"])
    table.pick("pick_leader(beast_rabban)", "pick_area(north_east_7)", "all", "wormsign(sandworm)")
    table.until("worm_consequence").pick("pick_area(north_east_8)")
    assert table.ask() == "move_legions.PickDestination"
    table.pick("pick_area(north_east_9)", "all")
    assert table.leader("beast_rabban") == "north_east_9"


def test_rabban_off_the_board_has_no_legion_to_move() -> None:
    assert at_the_table("leadership", legions={"carthag": harkonnen(regular=1)}).refuses("pick_leader(beast_rabban)")


# --- Feyd-Rautha


def feyd(**others: object) -> dict[str, object]:
    return {"carthag": harkonnen(regular=2, leaders=["feyd_rautha"]), **others}


def test_feyd_moves_and_attacks() -> None:
    table = at_the_table("leadership", legions=feyd(shield_wall_west=atreides(regular=1)))
    table.pick("pick_leader(feyd_rautha)", "pick_area(arsunt)", "all")
    assert table.options() == ["action(attack)", "pass"]
    table.pick("action(attack)", "pick_area(shield_wall_west)").roll("1shield_1special", "1shield").pick("yes")
    assert table.leader("feyd_rautha") == "shield_wall_west"  # 2 Hits against a Shield, and the advance
    assert table.card_is_spent("feyd_rautha")
    assert turn_is_over(table)


def test_feyd_may_attack_without_moving_or_move_only() -> None:
    table = at_the_table("leadership", legions=feyd(broken_land=atreides(regular=1)))
    table.pick("pick_leader(feyd_rautha)", "pass")
    assert table.options() == ["action(attack)", "pass"]
    table = at_the_table("leadership", legions=feyd()).pick("pick_leader(feyd_rautha)", "pick_area(arsunt)", "all")
    assert turn_is_over(table)


def test_feyd_takes_part_in_the_move() -> None:
    table = at_the_table("leadership", legions=feyd()).pick("pick_leader(feyd_rautha)", "pick_area(arsunt)")
    table.pick("pick(regular)")
    assert table.refuses("done")


def test_feyd_in_the_tank_or_off_the_board() -> None:
    legions = {"carthag": harkonnen(regular=1)}
    for where in ({"tank": {"harkonnen": ["feyd_rautha"]}}, {"leaders": {"feyd_rautha": "off_board"}}):
        assert at_the_table("leadership", legions=legions, **where).refuses("pick_leader(feyd_rautha)")


# --- Thufir Hawat and Gaius Helen Mohiam


def test_hawat_draws_three_cards_of_his_house() -> None:
    table = at_the_table("mentat", supremacy=1, hands={"harkonnen": []}).pick("pick_leader(thufir_hawat)")
    assert table.options() == ["deck(house_harkonnen)", "pass"]
    table.pick("deck(house_harkonnen)").draw("sandmasters", "hunter_seeker", "hawats_scheming")
    assert sorted(table.hand("harkonnen")) == ["hawats_scheming", "hunter_seeker", "sandmasters"]
    assert table.card_is_spent("thufir_hawat")
    assert turn_is_over(table)


def test_mohiam_draws_two_corrino_cards_and_plays_one() -> None:
    leaders = {"thufir_hawat": "out_of_the_game", "gaius_helen_mohiam": "off_board"}
    table = at_the_table("mentat", leaders=leaders, hands={"harkonnen": []}).pick("pick_leader(gaius_helen_mohiam)")
    table.pick("deck(corrino_ally)").draw("breeding_program", "moving_the_battle_group")
    assert table.options() == ["card(breeding_program)", "card(moving_the_battle_group)", "pass"]
    table.pick("card(moving_the_battle_group)", "pick_area(broken_land)")
    assert table.units("harkonnen", "broken_land") == 2
    assert table.card_is_spent("gaius_helen_mohiam")
    assert turn_is_over(table)


# --- Captain Aramsham


def test_aramsham_deploys_over_several_settlements() -> None:
    table = at_the_table("deployment", settlements=["carthag", "arsunt"]).pick("pick_leader(captain_aramsham)")
    table.areas_picked("carthag", "arsunt", "carthag")
    assert table.legion("harkonnen", "carthag") == {"regular": 1, "special_elite": 1}
    assert table.offers("pick(bashar)", "pick_leader(captain_aramsham)", "pick_leader(beast_rabban)", "pass")
    table.pick("pick_leader(captain_aramsham)")
    assert table.areas() == ["arsunt", "carthag"]
    table.pick("pick_area(arsunt)")
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "leaders": ["captain_aramsham"]}
    assert turn_is_over(table)


@rule("R-10.1")
def test_aramsham_deploys_from_off_the_board_only() -> None:
    legions = {
        "carthag": harkonnen(special_elite=6, leaders=["beast_rabban"]),
        "arsunt": harkonnen(special_elite=2),
    }
    table = at_the_table("deployment", legions=legions).pick("pick_leader(captain_aramsham)", "pass")
    assert table.ask() == "special_captain_aramsham.DeployUnits"
    table.pick("pick_area(hagga_basin)")
    assert table.legion("harkonnen", "hagga_basin") == {"elite": 1}  # no Sardaukar is left
    assert table.refuses("pick_leader(beast_rabban)")
    table.pick("pass")
    assert turn_is_over(table)


def test_aramsham_is_not_offered_without_a_settlement() -> None:
    assert at_the_table("deployment").offers("pick_leader(captain_aramsham)")
    assert at_the_table("deployment", settlements=[]).refuses("pick_leader(captain_aramsham)")


# --- Shaddam IV


@pytest.mark.parametrize(("elites", "expected"), [(4, {"elite": 1, "special_elite": 3}), (2, {"special_elite": 2})])
def test_shaddam_makes_three_sardaukar(elites: int, expected: dict[str, int]) -> None:
    legions = {"carthag": harkonnen(elite=elites), "arsunt": harkonnen(regular=2)}
    table = at_the_table("strategy", legions=legions, leaders={"shaddam_iv": "off_board"})
    table.pick("pick_leader(shaddam_iv)").areas_picked(*["carthag"] * min(3, elites))
    assert table.legion("harkonnen", "carthag") == expected
    assert table.card_is_spent("shaddam_iv")
    assert turn_is_over(table)


def test_shaddam_is_no_choice_before_he_enters() -> None:
    assert at_the_table("strategy", legions={"carthag": harkonnen(elite=1)}).refuses("pick_leader(shaddam_iv)")
