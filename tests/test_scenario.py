"""Scenarios: what is left out, what is refused and by which field, and what `dump` writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, HARKONNEN, TOKEN_GONE
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.scenario import ScenarioError, build, dump
from tests.table import Table

Position = dict[str, Any]
H1: Position = {"side": "harkonnen", "regular": 1}
A1: Position = {"side": "atreides", "regular": 1}


def legion(area: str, **fields: Any) -> Position:
    return {"legions": {area: fields}}


SOLO: Position = {"mode": "solo"}
GOM_JABBAR = "tested_with_the_gom_jabbar"

REFUSED: list[tuple[Position, str]] = [
    ({"no_such_field": 1}, "no_such_field: takes nothing"),
    ({"mode": "chess"}, "mode: got 'chess', takes one of two_player, solo"),
    ({"ruleset": "chess"}, "ruleset: got 'chess', takes"),
    ({"wild_maker": "north_east_7", "worms": ["north_east_7"]}, "wild_maker: takes an Area without a Sandworm"),
    ({"phase": "lunch"}, "phase: takes one of"),
    ({"turn": "mahdi"}, "turn: takes one of atreides, harkonnen"),
    ({"phase": "desert_hazards", "turn": "atreides"}, "turn: takes nothing"),
    (legion("carthago", side="harkonnen", regular=1), "legions.carthago: takes one of 101"),
    (legion("carthag", regular=1), "legions.carthag.side: is missing"),
    (legion("carthag", side="corrino", regular=1), "legions.carthag.side: takes one of"),
    (legion("carthag", side="harkonnen", regular=25), "legions.carthag.regular: takes a whole number from 0 to 24"),
    (legion("carthag", side="harkonnen", regular=7), "legions.carthag: takes at most 6 Units and tokens, got 7"),
    ({**legion("carthag", side="harkonnen", regular=6), "bans": ["choam"]}, "legions.carthag: takes at most 5"),
    (
        {"legions": {area: {"side": "harkonnen", "special_elite": 5} for area in ("carthag", "arsunt")}},
        "legions.arsunt.special_elite: takes a whole number from 0 to 3, got 5",
    ),
    (legion("carthag", side="harkonnen", generic=1), "legions.carthag: a Leader takes at least one Unit"),
    (
        legion("carthag", side="harkonnen", leaders=["beast_rabban"]),
        "legions.carthag: a Leader takes at least one Unit",
    ),
    (legion("carthag", side="atreides", regular=1), "legions.carthag: takes an Area without an enemy settlement"),
    (legion("windgap", side="harkonnen", regular=1), "legions.windgap: takes an Area without an enemy settlement"),
    ({"legions": {"north_east_8": [A1, H1]}}, "legions.north_east_8: takes one Legion"),
    (legion("carthag", side="harkonnen", regular=1, leaders=["stilgar"]), "legions.carthag.leaders.0: takes a Leader"),
    (legion("carthag", side="harkonnen", regular=1, leaders=["duncan"]), "legions.carthag.leaders.0: takes one of"),
    (
        legion("carthag", side="harkonnen", regular=1, leaders=["beast_rabban"] * 2),
        "legions.carthag.leaders.1: takes a Leader that",
    ),
    (
        {**legion("windgap", side="atreides", regular=1, leaders=["stilgar"]), "tank": {"atreides": ["stilgar"]}},
        "tank.atreides.0: takes a Leader that is named nowhere else",
    ),
    ({"tank": {"atreides": ["beast_rabban"]}}, "tank.atreides.0: takes a Leader of the atreides"),
    ({"tank": {"atreides": [None] * 4}}, "tank.atreides: takes at most 3 slots"),
    ({"leaders": {"stilgar": "at_home"}}, "leaders.stilgar: takes one of"),
    (
        {"leaders": {"paul_atreides": "off_board", "paul_muaddib": "off_board"}},
        "leaders.paul_muaddib: takes no Leader for whom",
    ),
    ({"leaders": {"paul_muaddib": "off_board", "paul_atreides": "off_board"}}, "leaders: paul_atreides is out"),
    (
        {"supremacy": 6, **legion("carthag", side="harkonnen", regular=1, leaders=["beast_rabban"])},
        "leaders: beast_rabban",
    ),
    (
        legion("windgap", side="atreides", tokens=["harkonnen_black_1"]),
        "legions.windgap.tokens.0: takes a Deployment token",
    ),
    (legion("windgap", side="atreides", tokens=["atreides_starting_9"]), "legions.windgap.tokens.0: takes one of"),
    (legion("windgap", side="atreides", tokens=["atreides_starting_1"] * 2), "legions.windgap.tokens.1: takes a token"),
    ({"worms": ["rimwall_west"]}, "worms: take Desert Areas, got rimwall_west"),
    ({"worms": ["windgap"]}, "(legions.windgap: takes an Area without a worm|worms: take Areas without a Sietch)"),
    ({"worms": ["north_east_8"], **legion("north_east_8", **A1)}, "legions.north_east_8: takes an Area without a worm"),
    ({"worms": [f"north_east_{i}" for i in (5, 6, 8, 9, 11)]}, "worms: take at most 4, got 5"),
    ({"wormsigns": ["carthag"]}, "wormsigns: take Desert Areas"),
    ({"harvesters": ["carthag"]}, "harvesters: take Desert Areas"),
    ({"harvesters": ["windgap"]}, "harvesters: take Areas without an Atreides Legion or Sietch"),
    ({"harvesters": [f"north_east_{i}" for i in range(1, 10)]}, "harvesters: take at most 8, got 9"),
    ({"zones": {"air_nowhere": "ornithopter"}}, "zones.air_nowhere: takes one of"),
    ({"zones": {"air_north_east__central_north_east": "harvester"}}, "zones.*: takes ornithopter or carryall"),
    ({"sietches": {"carthag": {}}}, "sietches.carthag: takes an Area with a Sietch"),
    (
        {"sietches": {"windgap": {"rank": 3}, "gara_kulon": {"rank": 3}, "tasmin_sink": {"rank": 3}}},
        "sietches.tasmin_sink.rank",
    ),
    ({"settlements": ["windgap"]}, "settlements.0: takes an Area with a Harkonnen settlement"),
    ({"stations": ["windgap"]}, "stations.0: takes an Area with an Ecological Testing Station"),
    ({"supremacy": 10}, "supremacy: takes a whole number from 0 to 9"),
    ({"prescience": {"luck": 3}}, "prescience.luck: takes one of"),
    ({"prescience": {"jihad": 11}}, "prescience.jihad: takes a whole number from 0 to 10"),
    ({"imperium": {"choam": 0}}, "imperium.choam: takes a whole number from 1 to 5"),
    ({"bans": ["bene_tleilax"]}, "bans.0: takes one of"),
    ({"bene_gesserit": {"atreides": 4, "harkonnen": 2}}, "bene_gesserit: takes at most 5 tokens"),
    ({"hands": {"atreides": ["sandmasters"]}}, "hands.atreides.0: takes a Planning card of the atreides"),
    ({"hands": {"harkonnen": ["sandmasters", "sandmasters"]}}, "hands.harkonnen.1: takes at most 1 of this card"),
    ({"hands": {"harkonnen": ["ace_of_spades"]}}, "hands.harkonnen.0: takes one of"),
    ({"row": ["stunted_worms", "stunted_worms"]}, "row.1: takes a Prescience card that is nowhere else"),
    ({"objectives": ["objective_7"]}, "objectives.0: takes one of"),
    ({"row": ["stunted_worms"], "removed_prescience": ["stunted_worms"]}, "row.0: takes a Prescience card that is"),
    (
        {**legion("windgap", side="atreides", tokens=["atreides_starting_1"]), "tokens_gone": ["atreides_starting_1"]},
        "tokens_gone.0: takes a token that lies in no Legion, got 'atreides_starting_1'",
    ),
    ({"tokens_gone": ["harkonnen_black_1"]}, "tokens_gone.0: takes a Deployment token of the Atreides"),
    ({"spent_cards": ["alia"]}, "spent_cards.0: takes a Leader who has entered, got 'alia'"),
    (
        {"sietches": {"windgap": {}, "north_east_7": {"token": "windgap"}}},
        "sietches.north_east_7.token: takes a Sietch that is named nowhere else, got 'windgap'",
    ),
    (
        {"sietches": {"north_east_7": {"token": "windgap"}, "windgap": {"destroyed": True}}},
        "sietches.windgap: takes a Sietch that is named nowhere else",
    ),
    (
        {"wild_maker": "north_east_7", "leaders": {"wild_maker": "not_entered"}},
        "leaders.wild_maker: takes off_board, as its figure stands on the board, got 'not_entered'",
    ),
    ({"leaders": {"wild_maker": "resting"}}, "leaders.wild_maker: takes a place of the Wild Maker"),
    ({"tank": {"atreides": ["wild_maker"]}}, "tank.atreides.0: takes a Leader of the atreides, or null"),
    ({"hands": {"atreides": [GOM_JABBAR]}, "discards": [GOM_JABBAR]}, "discards.0: takes at most 1 of this card"),
    ({"discards": ["sandmasters"], "reinforcements": ["sandmasters"], **SOLO}, "reinforcements.0: takes at most 1"),
    ({"reinforcements": ["sandmasters"]}, "reinforcements.0: takes a Planning card of the harkonnen, in solo"),
    ({"reinforcements": [GOM_JABBAR], **SOLO}, "reinforcements.0: takes a Planning card of the harkonnen, in solo"),
    ({"hands": {"harkonnen": ["sandmasters"]}, **SOLO}, "hands.harkonnen.0: takes nothing: Mahdi holds no hand"),
    ({"harvest": "windgap", "target": "windgap", **SOLO}, "harvest: takes another Tactical card than `target`"),
    ({"unrolled": 1}, "unrolled: takes 0, got 1"),
    ({"unrolled": 7, "used": {"harkonnen": ["house"] * 2}, **SOLO}, "unrolled: takes a whole number from 0 to 6"),
    ({"dice": {"atreides": ["mentat"] * 2}, "used": {"atreides": ["mentat"] * 3}}, "dice.atreides: takes at most 4"),
    ({"dice": {"atreides": ["mentat"] * 5}}, "dice.atreides: takes at most 4 dice"),
    ({"dice": {"atreides": ["mentat"] * 3}}, "dice.atreides: takes at most 2 dice or tokens on mentat"),
    ({"dice": {"harkonnen": ["mentat"] * 3 + ["house"] * 3}, "locked": 3}, "locked: takes a whole number from 0 to 2"),
    ({"exact": {"clock": "late"}}, "exact.clock"),
    ({"exact": {"moustache": 1}}, "exact.moustache"),
]


ONCE = {
    "harvesters": "north_east_7",
    "worms": "north_east_7",
    "wormsigns": "north_east_7",
    "bans": "choam",
    "objectives": "objective_1",
    "settlements": "carthag",
    "stations": "false_wall_east",
    "tokens_gone": "atreides_standard_1",
    "removed_prescience": "stunted_worms",
    "spent_cards": "stilgar",
}


@pytest.mark.parametrize(("key", "thing"), list(ONCE.items()))
def test_what_a_list_names_twice_is_refused(key: str, thing: str) -> None:
    build({key: [thing]})
    with pytest.raises(ScenarioError, match=f"^{key}.1: takes what the list does not hold yet, got '{thing}'"):
        build({key: [thing, thing]})


@pytest.mark.parametrize(("position", "error"), REFUSED, ids=[error.split(":")[0] for _, error in REFUSED])
def test_an_impossible_position_is_refused_by_its_field(position: Position, error: str) -> None:
    with pytest.raises(ValueError, match=f"^{error}") as caught:
        build(position)
    assert isinstance(caught.value, ScenarioError)


def test_what_is_left_out_stands_as_at_the_set_up() -> None:
    table = Table.scenario({}, seed=5)
    assert (table.seat(), table.ask(), table.phase()) == ("atreides", "turn.ChooseDie", "action_resolution")
    assert sum(table.dice("atreides").values()) == 4 and sum(table.dice("harkonnen").values()) == 8
    assert all(table.units("atreides", area) == 1 for area in ("windgap", "gara_kulon", "tasmin_sink"))
    assert table.game.bene_gesserit == [1, 0] and table.game.imperium == [5, 5, 5]
    assert table.game.prescience_at.count(1) == 3 and len(table.game.objectives) == 1
    same, other = build({}, seed=5), build({}, seed=6)
    assert same.sietch_rank == table.game.sietch_rank and same.dice == table.game.dice
    assert (other.sietch_rank, other.dice, other.objectives) != (same.sietch_rank, same.dice, same.objectives)


def test_legions_given_are_all_there_are() -> None:
    game = build({"legions": {"carthag": H1, "windgap": {"side": "atreides", "tokens": 2}}}, seed=3)
    assert [sum(game.cells[f * 101 : f * 101 + 101]) for f in range(8)] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert sum(at >= 0 for at in game.token_at) == 2


def test_a_token_that_is_gone_is_not_dealt() -> None:
    gone = [f"atreides_{kind}_{i}" for kind in ("starting", "standard") for i in range(1, 9)]
    position = {"legions": {"windgap": {"side": "atreides", "regular": 1, "tokens": 2}}, "tokens_gone": gone[2:]}
    game = build(position, seed=3)
    assert [at >= 0 for at in game.token_at[:ATREIDES_TOKENS]] == [True] * 2 + [False] * 14
    assert game.token_at[2:ATREIDES_TOKENS] == [TOKEN_GONE] * 14
    with pytest.raises(ScenarioError, match=r"^legions\.windgap\.tokens: takes a whole number from 0 to 1, got 2"):
        build({**position, "tokens_gone": gone[1:]}, seed=3)


def test_dice_that_mahdi_has_not_rolled_count_beside_given_ones() -> None:
    position = {**SOLO, "dice": {"harkonnen": []}, "used": {"harkonnen": ["house"]}, "unrolled": 5, "locked": 2}
    game = build(position)
    assert (game.unrolled, game.locked, sum(game.used)) == (5, 2, 1)
    assert "unrolled" not in dump(game).get("exact", {})


def test_steps_reached_bring_their_leaders() -> None:
    table = Table.scenario({"supremacy": 6, "prescience": {"jihad": 3, "kwisatz_haderach": 6}})
    for name in ("thufir_hawat", "feyd_rautha", "chani", "paul_muaddib", "alia"):
        assert table.leader(name) == "off_board"
    assert table.leader("beast_rabban") == table.leader("paul_atreides") == "out_of_the_game"


@pytest.mark.parametrize(
    ("phase", "question"),
    [
        ("start", "draw_cards.DrawCard"),
        ("vehicle_placement", "place_vehicles.PlaceVehicle"),
        ("action_dice", "action_resolution.RollActionDice"),
        ("desert_hazards", "desert_hazards.TurnUpSigns"),
        ("spice_harvesting", "spice_harvesting.PayForMarker"),
        ("end_of_round", "end_of_round.ExchangeLeaders"),
    ],
)
def test_a_phase_begins_at_its_start(phase: str, question: str) -> None:
    table = Table.scenario(
        {
            "phase": phase,
            "row": [],
            "round": 3,
            "harvesters": ["north_east_8", "north_east_9"],
            "legions": {"carthag": {**H1, "leaders": ["baron_harkonnen"]}},
        }
    )
    assert table.ask() == question and table.game.round == 3
    assert dump(table.game)["round"] == 3


def test_solo_fields() -> None:
    position: Position = {
        "mode": "solo",
        "turn": "atreides",
        "target": "gara_kulon",
        "harvest": "windgap",
        "unrolled": 3,
        "used": {"harkonnen": ["mentat", "mentat"]},
        "reinforcements": ["sandmasters", "troop_carriers"],
        "legions": {"carthag": {**H1, "tokens": ["harkonnen_black_1", "harkonnen_silver_1"]}, "windgap": A1},
        "dice": {"atreides": ["mentat"]},
    }
    game = build(position)
    assert game.solo and game.unrolled == 3 and game.unused_dice(HARKONNEN) == 3
    assert [game.content.card_ids[kind] for kind in game.reinforcements] == ["sandmasters", "troop_carriers"]
    again = build(json.loads(json.dumps(dump(game))))
    assert again.digest() == game.digest()
    assert game.target_card != game.harvest_card and dump(game)["target"] == "gara_kulon"


def test_the_config_and_the_position_agree() -> None:
    solo = GameConfig(mode="solo")
    assert build({"mode": "solo"}, config=solo).solo
    assert build({}, config=solo).solo
    with pytest.raises(ScenarioError, match="mode"):
        build({"mode": "two_player"}, config=solo)
    assert build({"ruleset": "exclusive_2023"}).rules == GameConfig(ruleset="exclusive_2023").rules
    assert dump(build({"ruleset": "exclusive_2023"}))["ruleset"] == "exclusive_2023"


def test_a_dump_is_short_and_readable() -> None:
    position: Position = {
        "turn": "harkonnen",
        "round": 4,
        "legions": {
            "carthag": {**H1, "generic": 1, "leaders": ["beast_rabban"]},
            "windgap": {**A1, "tokens": ["atreides_standard_2"]},
        },
        "harvesters": ["north_east_8"],
        "hands": {"atreides": ["crysknife"]},
        "dice": {"atreides": ["mentat"], "harkonnen": ["house", "house"]},
        "tank": {"harkonnen": [None, "baron_harkonnen"]},
    }
    written = dump(build(position))
    for key, value in position.items():
        assert written[key] == value, key
    assert "exact" not in written or set(written["exact"]) <= {"turns"}  # type: ignore[call-overload]
    assert ATREIDES == 0
