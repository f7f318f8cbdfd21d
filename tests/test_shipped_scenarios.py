"""The scenarios under configs/scenarios: each builds, plays on, is written back, and shows what it says."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from dune_env import war_for_arrakis_v0
from dune_env.arrakis.position import ScenarioError
from dune_env.arrakis.ruleset import V1_1, GameConfig, Ruleset
from dune_env.arrakis.scenario import build, dump
from tests.table import Table

FILES = sorted(Path("configs/scenarios").glob("*.json"))
NAMES = [path.stem for path in FILES]
PICKS = 200


def position(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(f"configs/scenarios/{name}.json").read_text(encoding="utf-8"))
    return found


def table(name: str) -> Table:
    return Table.scenario(position(name))


def test_there_are_twenty_or_more() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("name", NAMES)
def test_it_builds_and_plays_200_picks(name: str) -> None:
    for seed in (1, 2):
        chooser = random.Random(seed)
        game = build(position(name), seed)
        start = game.round
        picks = 0
        while picks < PICKS and not game.over:
            game.pick(chooser.choice(game.asked))
            picks += 1
        assert game.over or picks == PICKS
        assert game.round >= start


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_back_is_the_same_position(name: str) -> None:
    game = build(position(name), 5, explicit_chance=True)
    again = build(dump(game), 6, explicit_chance=True)
    assert again.question() == game.question() and again.asked == game.asked
    assert again.cells == game.cells and again.hand == game.hand and again.rules == game.rules


@pytest.mark.parametrize("name", NAMES)
def test_title_and_text_stand_in_the_list(name: str) -> None:
    page = Path("docs/scenarios.md").read_text(encoding="utf-8")
    text = position(name)
    mode = "solo" if text.get("mode") == "solo" else "two players"
    assert f"| `{name}` | {mode} | **{text['title']}**. {text['about']} |" in page


def test_the_list_names_no_scenario_that_there_is_not() -> None:
    page = Path("docs/scenarios.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| (?:solo|two players) \|", page, re.MULTILINE) == NAMES


def test_an_environment_starts_from_one() -> None:
    env = war_for_arrakis_v0.env()
    env.reset(seed=1, options={"scenario": position("siege_of_arrakeen")})
    assert env.unwrapped.game.supremacy == 5


# --- what they show


def test_siege_of_arrakeen_can_win_at_once() -> None:
    talk = table("siege_of_arrakeen").pick("die(strategy)", "action(attack)").areas_picked("rimwall_west", "arrakeen")
    talk.pick("done").roll("5hit", "6special").pick("pick(regular)", "yes")
    assert talk.winner() == "atreides" and talk.marker("jihad") == 6


def test_ride_of_four_areas() -> None:
    talk = table("ride_of_four_areas").pick("die(strategy)", "action(attack)").areas_picked("gara_kulon")
    assert "north_east_1" in talk.areas()
    twin = table("ride_of_four_areas").pick("die(strategy)", "action(move)").areas_picked("gara_kulon")
    twin.areas_picked("north_east_4").pick("all")
    assert twin.noted("ride_4") == 1


def test_battle_of_the_rulebook_leaves_three_hits_on_either_side() -> None:
    talk = table("battle_of_the_rulebook").pick("die(strategy)", "action(attack)")
    talk.areas_picked("north_east_5", "north_east_8").roll("2hit_1shield_3special", "5hit")
    assert talk.ask() == "casualties.AbsorbHit" and talk.seat() == "harkonnen"
    for _ in range(3):
        talk.pick("pick(regular)")
    assert talk.seat() == "atreides"
    for _ in range(3):
        talk.pick("pick(regular)")
    assert talk.legion("harkonnen", "north_east_5").get("regular", 0) == 0
    assert talk.units("atreides", "north_east_8") == 2 and talk.ask() == "battle.Continue"


def test_worms_under_the_fleet_stop_at_four() -> None:
    talk = table("worms_under_the_fleet").pick(*["wormsign(sandworm)"] * 6)
    assert talk.ask() == "desert_hazards.ResolveSigns" and len(talk.areas()) == 6
    for _ in range(4):
        talk.areas_picked(talk.areas()[0]).pick("option(0)")
    assert sum(talk.has("worm", area) for area in position("worms_under_the_fleet")["wormsigns"]) == 4


def test_objective_race_is_won_by_a_claim() -> None:
    assert table("objective_race").pick("claim(new_hidden_wind_traps)").winner() == "atreides"


def test_atomics_ready_drives_the_legion_out() -> None:
    talk = table("atomics_ready").pick("free(family_atomics)", "option(2)")
    assert talk.seat() == "atreides" and "central_north_east_5" in talk.areas()


def test_mahdi_strikes_at_a_sietch() -> None:
    talk = table("mahdi_strikes").pick("roll_die(strategy)")
    assert talk.ask().split(".")[0] in ("battle", "casualties", "mahdi_fight") and talk.game.rules == V1_1


def test_over_the_shield_wall_by_ornithopter() -> None:
    talk = table("over_the_shield_wall").pick("die(strategy)", "action(attack)").areas_picked("rimwall_west")
    assert "north_east_4" in talk.areas()


def test_bans_close_in_with_four_spice() -> None:
    talk = table("bans_close_in").pick("pass", "keep(spacing_guild)", "keep(landsraad)")
    assert talk.game.bans == [1, 0, 0] and talk.imperium("landsraad") == 4


def test_one_sietch_to_go_wins() -> None:
    talk = table("one_sietch_to_go").pick("die(leadership)", "action(surprise_attack)")
    talk.areas_picked("south_west_5", "habbanya_ridge").roll("5hit_1special", "6special")
    talk.pick("pick(regular)", "yes")
    assert talk.winner() == "harkonnen" and talk.game.supremacy == 10


def test_call_of_shai_hulud_brings_the_wild_maker() -> None:
    talk = table("call_of_shai_hulud").pick("die(mentat)", "card(shai_hulud)").areas_picked("north_east_9")
    assert talk.leader("wild_maker") == "off_board" and talk.has("worm", "north_east_9")


def test_water_of_life_sends_muaddib_to_the_tank() -> None:
    talk = table("water_of_life").pick("die(mentat)", "claim(paul_drinks_the_water_of_life)")
    assert talk.leader("paul_muaddib") == "tank_2" and talk.leader("paul_atreides") == "out_of_the_game"


def test_testing_stations_are_taken() -> None:
    talk = table("testing_stations").pick("die(strategy)", "action(move)")
    talk.areas_picked("north_east_7", "central_north_east_6").pick("all")
    assert talk.seat() == "chance" and all(name.startswith("station(") for name in talk.options())


def test_winner_must_advance_onto_the_wormsign() -> None:
    talk = table("winner_must_advance").pick("die(strategy)", "action(attack)")
    talk.areas_picked("shield_wall_east", "north_east_7").roll("4hit", "1shield").skip_forced()
    assert talk.units("harkonnen", "north_east_7") == 4 and talk.offers("wormsign(sandworm)")


def test_fresh_dice_are_changed_in_turns() -> None:
    talk = table("fresh_dice").pick("action_roll(3strategy_1house)", "action_roll(5leadership_3mentat)")
    assert talk.seat() == "harkonnen"
    assert talk.pick(talk.options()[0]).seat() == "atreides"


# --- the keys of a scenario that are for the reader, and the ruleset as a dict


def test_title_and_about_are_texts() -> None:
    with pytest.raises(ScenarioError, match="title: takes a text, got 3"):
        build({"title": 3})


def test_a_scenario_may_name_fields_of_the_ruleset() -> None:
    game = build({"ruleset": {"trim_may_take_token": False}})
    assert game.rules == Ruleset(trim_may_take_token=False)
    assert dump(game)["ruleset"] == {"trim_may_take_token": False}
    with pytest.raises(ScenarioError, match="ruleset: takes what the config says"):
        build({"ruleset": {"trim_may_take_token": False}}, config=GameConfig())
