"""Chapters 4 and 5: setting up, the round, victory, the end of the round."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, SIETCH_AREAS, TOWN_AREAS
from dune_env.arrakis.game import new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.state import SIETCHES
from dune_env.arrakis.victory import lose_settlement
from dune_env.arrakis.view import HIDDEN_RANK
from tests.rules import rule
from tests.table import Table

RANKS = [3, 1, 2, 2, 1, 2, 3, 2]


def set_up() -> Table:
    """The set-up with chosen draws: tokens in order, objective 3."""
    table = Table.new()
    table.pick(*[f"sietch_rank({rank})" for rank in RANKS])
    table.pick(*[f"draw_token(atreides_starting_{i + 1})" for i in range(8)])
    table.pick(*[f"draw_token(harkonnen_black_{i + 1})" for i in range(6)])
    table.pick(*[f"draw_token(harkonnen_silver_{i + 1})" for i in range(6)])
    return table.pick("draw_objective(2)")


@rule("R-4.1", "R-4.2")
def test_sietches() -> None:
    table = set_up()
    for area in SIETCH_AREAS:
        assert table.legion("atreides", AREA_IDS[area]) == {"generic": 1, "tokens": 1}
        assert table.game.cells[SIETCHES + area]
    assert table.game.view(ATREIDES).sietch_rank == RANKS
    assert table.game.view(HARKONNEN).sietch_rank == [HIDDEN_RANK] * 8
    assert table.game.sietch_up == [0] * 8


@rule("R-4.3", "R-4.9", "R-4.10")
def test_hidden_supplies() -> None:
    table = set_up()
    assert table.game.token_at[8:16] == [-1] * 8
    table.until_phase("vehicle_placement")
    assert sum(table.game.signs_left) == 16
    table = Table.scenario({"phase": "start"})
    table.until("start.RevealPrescience")
    assert len(table.options()) == 16  # any card of the deck may come


@rule("R-4.4", "R-4.5", "R-4.6")
def test_harkonnen_settlements() -> None:
    table = set_up()
    # Black 1 and silver 1: two Regulars, then a Regular, a Sardaukar and a Bashar.
    assert table.legion("harkonnen", AREA_IDS[TOWN_AREAS[0]]) == {"regular": 3, "special_elite": 1, "generic": 1}
    for rank, area in zip([3, 2, 1], ["arrakeen", "carthag", "arsunt"]):
        assert table.game.view(ATREIDES).cells[1515 + AREA_IDS.index(area)] == rank
    assert {tuple(t[:3]) for t in table.game.content.tokens[16:]} >= {(2, 0, 0), (1, 1, 0), (0, 2, 0), (1, 0, 1)}


@rule("R-4.7", "R-4.8", "R-4.14")
def test_stations_and_tracks() -> None:
    table = set_up()
    stations = [area for area in AREA_IDS if table.has("station", area)]
    assert len(stations) == 6 and table.game.stations_left == [2, 2, 2]
    assert table.game.prescience == [0, 0, 0] and table.game.supremacy == 0
    assert table.game.imperium == [5, 5, 5]


@rule("R-4.11", "R-4.12", "R-4.13")
def test_leaders() -> None:
    table = set_up()
    starting = {"paul_atreides", "lady_jessica", "stilgar", "baron_harkonnen", "beast_rabban", "captain_aramsham"}
    for name in table.game.content.leader_ids:
        assert table.leader(name) == ("off_board" if name in starting else "not_entered")
        if name in starting:
            assert not table.card_is_spent(name)


@rule("R-4.15", "R-4.19")
def test_decks_and_hands() -> None:
    table = set_up()
    table.until("draw_cards.DrawCard")
    assert table.game.deck_left == [18, 18, 18, 18]
    assert table.hand("atreides") == table.hand("harkonnen") == []


@rule("R-4.16", "R-4.17", "R-4.18")
def test_objective_and_bene_gesserit() -> None:
    table = set_up()
    assert table.game.objectives == [2]
    assert table.game.view(ATREIDES).objectives == [2] and table.game.view(HARKONNEN).objectives == []
    assert table.game.bene_gesserit == [1, 0] and table.game.bene_gesserit_reserve == 4


# --- chapter 5


@rule("R-5.1")
def test_phases_in_order() -> None:
    game = new_game(seed=3)
    seen: list[int] = []
    while game.round == 1:
        if not seen or seen[-1] != game.phase:
            seen.append(game.phase)
        game.pick(game.asked[0])
    assert seen == sorted(seen) and seen[-1] == 5


@rule("R-5.2", "R-5.3")
def test_start() -> None:
    table = Table.scenario({"phase": "start"})
    for _ in range(4):
        table.draw(first_card(table))
    assert table.game.hand_size == [1, 1, 1, 1]
    assert table.ask() == "start.RevealPrescience"
    table.pick(
        "draw_prescience(stunted_worms)", "draw_prescience(the_desert_war)", "draw_prescience(jessica_trains_paul)"
    )
    assert table.phase() == "vehicle_placement" and table.game.prescience_at.count(1) == 3


def first_card(table: Table) -> str:
    return table.options()[0][len("draw_card(") : -1]


@rule("R-5.4")
def test_supremacy_wins_at_once() -> None:
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "supremacy": 8,
            "sietches": {"gara_kulon": {"rank": 2}, "windgap": {}},
            "legions": {"shield_wall_east": {"side": "harkonnen", "regular": 2}},
            "dice": {"harkonnen": ["strategy", "mentat"], "atreides": []},
            "prescience": {"kwisatz_haderach": 9, "sand_dwellers": 9, "jihad": 9},
        }
    )
    table.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)", "pick_area(gara_kulon)", "yes")
    assert table.winner() == "harkonnen" and table.game.returns() == [-1.0, 1.0]
    assert table.options() == []


@rule("R-5.5", "R-5.6", "R-5.9")
def test_the_objective_is_checked_every_round() -> None:
    goal = {"kwisatz_haderach": 8, "sand_dwellers": 6, "jihad": 4}
    end: dict[str, object] = {"phase": "end_of_round", "objectives": ["objective_1"], "row": []}
    assert Table.scenario({**end, "prescience": goal}).skip_chance().winner() == "atreides"
    more = dict.fromkeys(goal, 10)
    assert Table.scenario({**end, "prescience": more}).skip_chance().winner() == "atreides"
    for marker in goal:
        short = {**goal, marker: goal[marker] - 1}
        assert Table.scenario({**end, "prescience": short}).skip_chance().winner() == "nobody"


@rule("R-5.7")
def test_arrakeen_destroyed_is_a_check_of_its_own() -> None:
    position: dict[str, object] = {
        "objectives": ["objective_1"],
        "prescience": {"kwisatz_haderach": 5, "sand_dwellers": 3, "jihad": 1},
    }
    for area, winner in (("arrakeen", "atreides"), ("carthag", "nobody")):
        table = Table.scenario(dict(position))
        if area == "carthag":
            table = Table.scenario({**position, "prescience": {"kwisatz_haderach": 6, "sand_dwellers": 4, "jihad": 2}})
        lose_settlement(table.game, HARKONNEN, AREA_IDS.index(area))
        assert table.winner() == winner
    old = Table.scenario(dict(position), config=GameConfig(ruleset="exclusive_2023"))
    lose_settlement(old.game, HARKONNEN, AREA_IDS.index("arrakeen"))
    assert old.winner() == "nobody"


@rule("R-5.8")
def test_end_claims_come_first_and_markers_move_after_them() -> None:
    table = Table.scenario(
        {
            "phase": "end_of_round",
            "objectives": ["objective_1"],
            "prescience": {"kwisatz_haderach": 8, "sand_dwellers": 5, "jihad": 2},
            "row": ["the_lisan_al_gaib", "the_fremen_call_paul_the_mahdi"],
            "legions": {
                "windgap": {
                    "side": "atreides",
                    "leaders": ["paul_muaddib"],
                    "tokens": ["atreides_starting_1", "atreides_starting_5"],
                }
            },
        }
    )
    table.pick("claim(the_lisan_al_gaib)", "pick_token(atreides_starting_1)", "pick_token(atreides_starting_5)")
    assert table.legion("atreides", "windgap") == {"regular": 3, "elite": 1, "leaders": ["paul_muaddib"]}
    assert table.marker("jihad") == 2  # nothing moves before all claims are made
    table.pick("claim(the_fremen_call_paul_the_mahdi)")
    assert table.game.sietch_up[SIETCH_AREAS.index(AREA_IDS.index("windgap"))] == 1
    assert (table.marker("kwisatz_haderach"), table.marker("sand_dwellers"), table.marker("jihad")) == (10, 6, 4)
    assert table.winner() == "atreides"


@rule("R-5.10", "R-5.20")
def test_air_zones_are_cleared_and_worms_stay() -> None:
    table = Table.scenario(
        {
            "phase": "end_of_round",
            "row": [],
            "zones": {
                "air_north_east__central_north_east": "ornithopter",
                "air_south_east__central_south_east": "carryall",
            },
            "worms": ["north_east_9"],
            "wild_maker": "north_east_8",
        }
    )
    table.until_phase("start")
    assert table.game.zones == [0] * 8
    assert table.has("worm", "north_east_9") and table.has("worm", "north_east_8")
    table = Table.scenario(
        {"phase": "desert_hazards", "wormsigns": ["north_east_9"], "harvesters": ["north_east_8"], "row": []}
    )
    table.until_phase("end_of_round")
    assert not table.has("wormsign", "north_east_9") and not table.has("harvester", "north_east_8")


@rule("R-5.11", "R-5.12")
def test_named_leaders_are_exchanged() -> None:
    table = Table.scenario(
        {
            "phase": "end_of_round",
            "row": [],
            "legions": {
                "carthag": {
                    "side": "harkonnen",
                    "regular": 2,
                    "generic": 5,
                    "leaders": ["baron_harkonnen", "beast_rabban"],
                },
                "windgap": {"side": "atreides", "regular": 2, "leaders": ["stilgar"]},
            },
        }
    )
    assert table.seat() == "harkonnen"
    table.pick("pick_leader(baron_harkonnen)")
    assert table.leader("baron_harkonnen") == "off_board"
    table.pick("pick_leader(beast_rabban)")  # no Bashar is left: taken off without a replacement
    assert table.legion("harkonnen", "carthag") == {"regular": 2, "generic": 6}
    assert table.seat() == "atreides"
    table.pick("pick_leader(stilgar)")
    assert table.legion("atreides", "windgap") == {"regular": 2, "generic": 1}


@rule("R-5.13", "R-5.14")
def test_spent_cards_are_turned_up() -> None:
    table = Table.scenario(
        {
            "phase": "end_of_round",
            "row": [],
            "legions": {},
            "tank": {"harkonnen": ["baron_harkonnen"]},
            "spent_cards": ["baron_harkonnen", "beast_rabban"],
        }
    )
    table.until_phase("start")
    assert not table.card_is_spent("beast_rabban") and not table.card_is_spent("baron_harkonnen")
    table = Table.scenario(
        {"turn": "harkonnen", "tank": {"harkonnen": ["baron_harkonnen"]}, "dice": {"harkonnen": ["house"]}}
    )
    assert table.pick("die(house)").refuses("pick_leader(baron_harkonnen)")  # off the dashboard while in the Tank


@rule("R-5.15", "R-5.16")
def test_the_hand_limit() -> None:
    content = Table.scenario({}).game.content
    mine = [content.card_ids[k] for k in range(len(content.card_ids)) if content.card_deck[k] == 0][:8]
    position: dict[str, object] = {"row": [], "hands": {"atreides": mine}, "legions": {}}
    table = Table.scenario({**position, "dice": {"atreides": ["mentat"]}})
    table.pick("die(mentat)", "action(draw)", "deck(fremen_ally)").skip_chance()
    assert len(table.hand("atreides")) == 10  # no limit during the round
    table = Table.scenario({**position, "phase": "end_of_round"})
    assert table.ask() == "discard_to_limit.DiscardToLimit" and table.seat() == "atreides"
    table.pick(f"card({mine[0]})", f"card({mine[5]})")
    assert sorted(table.hand("atreides")) == sorted(mine[1:5] + mine[6:])


@rule("R-5.17", "R-5.18")
def test_the_row_is_cleared() -> None:
    table = Table.scenario(
        {
            "phase": "end_of_round",
            "row": ["stunted_worms", "the_desert_war", "jessica_trains_paul"],
            "legions": {"windgap": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides", "lady_jessica"]}},
        }
    )
    table.pick("claim(jessica_trains_paul)", "done")
    assert table.ask() == "end_of_round.DiscardOrShuffle" and table.seat() == "atreides"
    table.pick("yes", "no")
    ids = table.game.content.prescience_ids
    table.until("start.RevealPrescience")
    assert table.refuses("draw_prescience(stunted_worms)", "draw_prescience(jessica_trains_paul)")
    assert table.offers("draw_prescience(the_desert_war)")
    assert table.game.prescience_at[ids.index("jessica_trains_paul")] == 3


@rule("R-5.19")
def test_dice_return_and_a_new_round_begins() -> None:
    table = Table.scenario(
        {"turn": "harkonnen", "round": 4, "dice": {"harkonnen": ["mentat"], "atreides": []}, "legions": {}}
    )
    table.until("action_resolution.RollActionDice")
    assert table.game.round == 5
    table.roll_action("2leadership_1mentat_1house").until("action_resolution.RollActionDice")
    total = table.game.content.action_dice[HARKONNEN] - table.game.locked
    assert all(
        sum(int(part[0]) for part in name[len("action_roll(") : -1].split("_")) == total for name in table.options()
    )
