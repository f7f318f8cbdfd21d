"""Chapter 3: pieces, Legions, stacking."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import ATREIDES, HARKONNEN, TOKEN_GONE
from dune_env.arrakis.pieces import is_free
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.view import HIDDEN_TOKEN
from tests.rules import rule
from tests.table import Table

EAST = "air_north_east__central_north_east"


def at_war(**fields: object) -> Table:
    """Atreides in Gara Kulon beside Harkonnen in Shield Wall East; the Harkonnen attack with their only die."""
    position: dict[str, object] = {
        "turn": "harkonnen",
        "legions": {
            "gara_kulon": {"side": "atreides", "regular": 2, "elite": 1, "generic": 1},
            "shield_wall_east": {"side": "harkonnen", "regular": 3, "elite": 1},
        },
        "sietches": {},
        "dice": {"harkonnen": ["strategy"], "atreides": []},
    }
    position.update(fields)
    return Table.scenario(position)


def attack(table: Table) -> Table:
    return table.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)", "pick_area(gara_kulon)")


@rule("R-3.1", "R-3.2")
def test_grades_and_the_way_back_to_supply() -> None:
    table = at_war()
    before = table.supply("atreides", "regular")
    attack(table).roll("1hit_3shield", "3special")
    assert table.offers("pick(regular)", "pick(elite)", "pick(naib)")
    table.pick("pick(regular)")
    assert table.supply("atreides", "regular") == before + 1
    game = Table.scenario({"legions": {}}).game
    assert [game.figure_supply[side * 4 : side * 4 + 3] for side in (0, 1)] == [[16, 8, 6], [24, 12, 8]]


@rule("R-3.3", "R-3.4")
def test_figures_run_out() -> None:
    towns = {area: {"side": "harkonnen", "regular": 6} for area in ("arrakeen", "carthag", "arsunt", "hagga_basin")}
    table = Table.scenario({"turn": "harkonnen", "legions": towns, "dice": {"harkonnen": ["deployment"]}})
    assert table.supply("harkonnen", "regular") == 0
    table.pick("die(deployment)", "action(deploy)")
    assert table.ask() == "harkonnen_deployment.PickTownLeader"  # no Regular can be deployed
    # A token of a Regular and a Fedaykin, with all Fedaykin and all Elites out: two Regulars.
    crowd = {
        "windgap": {"side": "atreides", "special_elite": 6},
        "hobars_gap": {"side": "atreides", "elite": 6},
        "tasmin_sink": {"side": "atreides", "elite": 2},
        "gara_kulon": {"side": "atreides", "tokens": ["atreides_starting_8"]},
    }
    table = Table.scenario({"legions": crowd, "dice": {"atreides": ["mentat"]}})
    table.pick("free(guerrilla_training)", "pick_token(atreides_starting_8)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 2}


@rule("R-3.5", "R-3.8", "R-3.14")
def test_one_legion_an_area() -> None:
    legion = {"side": "atreides", "regular": 1, "generic": 2, "leaders": ["stilgar"], "tokens": ["atreides_starting_1"]}
    table = Table.scenario({"legions": {"north_east_12": legion}, "dice": {"atreides": ["strategy", "mentat"]}})
    assert table.units("atreides", "north_east_12") == 2  # the token counts as one Unit, Leaders as none
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_12)", "pick_area(north_east_11)", "all")
    assert table.legion("atreides", "north_east_11") == {
        "regular": 1,
        "generic": 2,
        "leaders": ["stilgar"],
        "tokens": 1,
    }
    assert table.units("atreides", "north_east_12") == 0


@rule("R-3.6", "R-3.7")
def test_units_enter_as_facedown_tokens_that_their_owner_knows() -> None:
    table = Table.scenario({"dice": {"atreides": ["deployment"]}, "legions": {}})
    table.pick("die(deployment)", "action(deploy)", "draw_token(atreides_standard_8)", "pick_area(windgap)", "pass")
    assert table.legion("atreides", "windgap") == {"tokens": 1}
    token = 15
    assert table.game.view(ATREIDES).token_at[token] == AREA_INDEX["windgap"]
    assert table.game.view(HARKONNEN).token_at[token] == HIDDEN_TOKEN


@rule("R-3.9", "R-3.12")
def test_attacked_tokens_are_revealed_and_leave_the_game() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "tokens": ["atreides_starting_5", "atreides_standard_6"]},
        "shield_wall_east": {"side": "harkonnen", "regular": 3},
    }
    table = attack(at_war(legions=legions))
    assert table.legion("atreides", "gara_kulon") == {"regular": 2, "elite": 1, "special_elite": 1}
    assert table.game.token_at[4] == table.game.token_at[13] == TOKEN_GONE


@rule("R-3.10")
def test_scouted_tokens_are_revealed() -> None:
    legions = {"north_east_12": {"side": "atreides", "tokens": ["atreides_starting_5", "atreides_starting_1"]}}
    table = at_war(legions=legions, zones={EAST: "ornithopter"})
    table.pick("free(scouting)", f"pick_zone({EAST})", "pick_area(north_east_12)")
    assert table.legion("atreides", "north_east_12") == {"regular": 3, "elite": 1}
    assert table.zone(EAST) == "none"


@rule("R-3.11")
def test_tokens_of_the_attacker_are_revealed() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "tokens": ["atreides_starting_5"]},
        "shield_wall_east": {"side": "harkonnen", "regular": 3},
    }
    table = Table.scenario({"legions": legions, "dice": {"atreides": ["strategy"], "harkonnen": ["mentat"]}})
    table.pick("die(strategy)", "action(attack)", "pick_area(gara_kulon)", "pick_area(shield_wall_east)")
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "elite": 1}


@rule("R-3.13")
def test_no_standard_token_left() -> None:
    gone = [f"atreides_standard_{i + 1}" for i in range(8)]
    legions = {"windgap": {"side": "atreides", "regular": 1}}
    table = Table.scenario({"legions": legions, "tokens_gone": gone, "dice": {"atreides": ["deployment"]}})
    table.pick("die(deployment)", "action(deploy)")
    assert table.seat() == "atreides" and table.areas() == ["windgap"]  # a Leader alone, where Units are
    table.pick("pick_area(windgap)", "pick(naib)")
    assert table.legion("atreides", "windgap") == {"regular": 1, "generic": 1}


@rule("R-3.15", "R-3.16")
def test_leaders_without_units_fall() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "regular": 1, "generic": 1, "leaders": ["stilgar"]},
        "shield_wall_east": {"side": "harkonnen", "regular": 3},
    }
    table = attack(at_war(legions=legions)).roll("1hit_2shield", "1hit")
    table.pick("pick(regular)")
    assert table.leader("stilgar") == "tank_1"
    assert table.supply("atreides", "generic") == 12
    assert table.units("atreides", "gara_kulon") == 0 and table.legion("atreides", "gara_kulon") == {}


@rule("R-3.17")
def test_generic_leaders_are_naibs_and_bashars() -> None:
    legions = {
        "gara_kulon": {"side": "atreides", "regular": 2, "generic": 1, "leaders": ["stilgar"]},
        "shield_wall_east": {"side": "harkonnen", "regular": 3, "generic": 1, "leaders": ["baron_harkonnen"]},
    }
    table = attack(at_war(legions=legions)).roll("1hit_2shield", "1hit_1shield")
    # Each side loses nothing to a cancelled Hit, so roll again.
    table.pick("yes").until("battle.RollCombatDice").roll("3hit", "2hit")
    assert table.seat() == "harkonnen" and table.offers("pick(bashar)", "pick_leader(baron_harkonnen)")
    assert table.refuses("pick(naib)")


@rule("R-3.18", "R-3.19")
def test_the_card_of_a_leader_who_enters_is_faceup() -> None:
    table = Table.scenario({"prescience": {"jihad": 3}})
    assert table.leader("chani") == "off_board" and not table.card_is_spent("chani")
    table = Table.scenario({"turn": "harkonnen", "dice": {"harkonnen": ["house"]}, "spent_cards": ["baron_harkonnen"]})
    assert table.card_is_spent("baron_harkonnen")
    assert table.pick("die(house)").refuses("pick_leader(baron_harkonnen)")
    table = Table.scenario({"turn": "harkonnen", "dice": {"harkonnen": ["house"]}})
    assert table.pick("die(house)").offers("pick_leader(baron_harkonnen)")


@rule("R-3.20", "R-3.21", "R-3.22")
def test_six_units_and_any_number_of_leaders() -> None:
    legions = {
        "north_east_12": {"side": "atreides", "regular": 4, "generic": 3, "leaders": ["stilgar"]},
        "north_east_11": {"side": "atreides", "elite": 3, "generic": 3, "leaders": ["paul_atreides"]},
    }
    table = Table.scenario({"legions": legions, "dice": {"atreides": ["strategy", "mentat"]}})
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_12)", "pick_area(north_east_11)", "all")
    assert table.ask() == "trim.TrimUnit" and table.seat() == "atreides"
    assert table.options() == ["pick(regular)", "pick(elite)"]  # Units only: Leaders never count
    table.pick("pick(elite)")
    assert table.ask() != "trim.TrimUnit"
    legion = {"regular": 4, "elite": 2, "generic": 6, "leaders": ["paul_atreides", "stilgar"]}
    assert table.legion("atreides", "north_east_11") == legion


@rule("R-3.23")
def test_revealing_over_the_limit() -> None:
    legion = {"side": "atreides", "regular": 3, "tokens": ["atreides_starting_1", "atreides_standard_8"]}
    table = Table.scenario({"legions": {"gara_kulon": legion}, "dice": {"atreides": ["mentat"]}})
    table.pick("free(guerrilla_training)", "pick_token(atreides_standard_8)")
    assert table.ask() == "turn.ChooseDie"  # 3 + 2 Units and a token are 6
    table.pick("free(guerrilla_training)", "pick_token(atreides_starting_1)")
    assert table.ask() == "trim.TrimUnit"
    table.pick("pick(regular)")
    assert table.units("atreides", "gara_kulon") == 6


@rule("R-3.24", "R-3.25")
def test_vehicles_and_worms_are_no_units() -> None:
    legions = {"north_east_8": {"side": "harkonnen", "regular": 6}}
    table = at_war(legions=legions, harvesters=["north_east_8"], worms=["north_east_9"])
    settle(table.game, HARKONNEN, AREA_INDEX["north_east_8"])
    PROGRAMS.advance(table.game)
    assert table.ask() == "turn.ChooseDie"  # nothing to trim
    assert table.units("atreides", "north_east_9") == 0
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_8)", "pick_area(north_east_6)", "all")
    assert table.has("harvester", "north_east_8") and not table.has("harvester", "north_east_6")


@rule("R-3.26")
def test_a_facedown_token_bars_the_enemy() -> None:
    legions = {
        "north_east_12": {"side": "atreides", "tokens": ["atreides_starting_5"]},
        "north_east_11": {"side": "harkonnen", "regular": 1},
    }
    table = at_war(legions=legions)
    assert not is_free(table.game, HARKONNEN, AREA_INDEX["north_east_12"])
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_11)")
    assert table.refuses("pick_area(north_east_12)")
