"""The board and the content: counts, symmetry, and broken files refused by the name of the wrong entry."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from dune_env.arrakis import board
from dune_env.arrakis.board import AREA_INDEX, BoardError, build_board
from dune_env.arrakis.components import ContentError
from dune_env.arrakis.content import build_content, load_content
from dune_env.arrakis.entries import shipped_text

Data = dict[str, Any]


@pytest.fixture
def board_data() -> Data:
    data: Data = json.loads(shipped_text("board.json"))
    return data


@pytest.fixture
def content_data() -> Data:
    data: Data = json.loads(shipped_text("content.json"))
    return data


def areas(*names: str) -> list[int]:
    return [AREA_INDEX[name] for name in names]


def area_of(data: Data, name: str) -> Data:
    found: Data = next(area for area in data["areas"] if area["id"] == name)
    return found


def test_board_counts() -> None:
    assert len(board.AREA_IDS) == board.N_AREAS == 101
    assert len(board.SECTOR_IDS) == len(board.ZONE_IDS) == 8
    assert sum(map(len, board.GROUND)) == 2 * 265
    assert sum(map(len, board.BORDERS)) == 2 * (265 + 11)
    assert (len(board.SIETCH_AREAS), len(board.TOWN_AREAS), len(board.STATION_AREAS)) == (8, 6, 6)
    assert board.TOWN_RANK[AREA_INDEX["arrakeen"]] == 3
    assert board.TOWN_RANK[AREA_INDEX["carthag"]] == 2
    assert sorted(board.PYON) == sorted(areas("arsunt", "hagga_basin", "imperial_basin", "north_pole"))


def test_borders_go_both_ways_and_are_sorted() -> None:
    for table in (board.GROUND, board.BORDERS):
        for area, neighbors in enumerate(table):
            assert neighbors == sorted(set(neighbors)) and area not in neighbors
            assert all(area in table[other] for other in neighbors)


def test_north_pole_is_in_every_central_sector_and_air_zone() -> None:
    assert board.CENTRAL.bit_count() == 4
    assert board.SECTORS_OF[board.NORTH_POLE] == board.CENTRAL
    assert board.ZONES_OF[board.NORTH_POLE] == list(range(8))
    others = [area for area in range(101) if area != board.NORTH_POLE]
    assert all(board.SECTORS_OF[area].bit_count() == 1 for area in others)
    for zone in range(8):
        assert board.ZONE_SECTORS[zone].bit_count() == 2
        reached = {area for area in others if board.SECTORS_OF[area] & board.ZONE_SECTORS[zone]}
        assert set(board.ZONE_AREAS[zone]) == reached | {board.NORTH_POLE}


def test_atomics_make_desert_and_expose_plateaus() -> None:
    assert board.ATOMICS_IDS == ["splintered_rock", "hole_in_the_rock", "rimwall_west"]
    assert board.ATOMICS_AREA == [-1, *areas("splintered_rock", "hole_in_the_rock", "rimwall_west")]
    exempt = [{area for area in range(101) if flags[area]} for flags in board.STORM_EXEMPT]
    assert exempt[0] == set(areas("arrakeen", "carthag", "imperial_basin", "hagga_basin", "arsunt"))
    assert exempt[0] - exempt[1] == set(areas("hagga_basin"))
    assert exempt[0] - exempt[2] == set(areas("imperial_basin"))
    assert exempt[0] - exempt[3] == set(areas("imperial_basin", "arrakeen"))
    for atomics in (1, 2, 3):
        changed = [area for area in range(101) if board.TERRAIN[atomics][area] != board.TERRAIN[0][area]]
        assert changed == [board.ATOMICS_AREA[atomics]]
        assert board.TERRAIN[atomics][changed[0]] == board.DESERT


def test_distances_are_shortest_ways() -> None:
    for table, neighbors in ((board.DISTANCE, board.BORDERS), (board.GROUND_DISTANCE, board.GROUND)):
        for start in range(101):
            assert table[start][start] == 0
            for area in range(101):
                assert table[start][area] == table[area][start]
                if area != start:
                    assert table[start][area] == 1 + min(table[start][other] for other in neighbors[area])


def break_terrain(data: Data) -> None:
    area_of(data, "carthag")["terrain"] = "meadow"


def break_neighbor_id(data: Data) -> None:
    area_of(data, "carthag")["adjacent"][0] = "caladan"


def break_symmetry(data: Data) -> None:
    area_of(data, "carthag")["adjacent"].remove("arrakeen")


def break_border_count(data: Data) -> None:
    area_of(data, "carthag")["adjacent"].remove("arrakeen")
    area_of(data, "arrakeen")["adjacent"].remove("carthag")


def break_area_count(data: Data) -> None:
    data["areas"].pop()


def break_area_id(data: Data) -> None:
    data["areas"][1]["id"] = "arrakeen"


def break_sector(data: Data) -> None:
    area_of(data, "windgap")["sectors"] = ["outer_space"]


def break_two_sectors(data: Data) -> None:
    area_of(data, "windgap")["sectors"].append("north_east")


def break_pole(data: Data) -> None:
    area_of(data, "north_pole")["sectors"].pop()


def break_zone(data: Data) -> None:
    data["air_zones"][2]["sectors"] = data["air_zones"][1]["sectors"]


def break_key(data: Data) -> None:
    area_of(data, "windgap")["sitch"] = True


def break_missing(data: Data) -> None:
    del area_of(data, "windgap")["sietch"]


def break_sietches(data: Data) -> None:
    area_of(data, "windgap")["sietch"] = False


def break_stations(data: Data) -> None:
    area_of(data, "windgap")["testing_station"] = True


def break_ranks(data: Data) -> None:
    area_of(data, "arsunt")["settlement_rank"] = 2


def break_rank_type(data: Data) -> None:
    area_of(data, "arsunt")["settlement_rank"] = True


def break_atomics(data: Data) -> None:
    data["family_atomics"]["rimwall_west"] = ["windgap"]


def break_exempt(data: Data) -> None:
    data["storm_exempt_plateaus"][0] = "windgap"


def break_impassable(data: Data) -> None:
    area_of(data, "broken_land")["impassable"][0] = "arrakeen"
    area_of(data, "arrakeen")["impassable"].append("broken_land")
    area_of(data, "north_east_3")["impassable"].remove("broken_land")


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (break_terrain, r"areas\.carthag\.terrain: takes one of mountain, .*'meadow'"),
        (break_neighbor_id, r"areas\.carthag\.adjacent\.0: takes one of 101 known ids, got 'caladan'"),
        (break_symmetry, r"areas\.arrakeen\.adjacent: takes only Areas that name it too, carthag does not"),
        (break_border_count, r"areas: their adjacent take 265 borders, got 264"),
        (break_area_count, r"areas: takes 101 entries, got 100"),
        (break_area_id, r"areas\.arrakeen\.id: takes an id that no other"),
        (break_sector, r"areas\.windgap\.sectors\.0: takes one of north_east"),
        (break_two_sectors, r"areas\.windgap\.sectors: takes 1 Sector"),
        (break_pole, r"areas\.north_pole\.sectors: takes all central Sectors"),
        (break_zone, r"air_zones\.air_north_west__central_north_west\.sectors: takes two Sectors"),
        (break_key, r"areas\.windgap\.sitch: takes nothing"),
        (break_missing, r"areas\.windgap\.sietch: is missing"),
        (break_sietches, r"areas: take 8 with sietch true, got 7"),
        (break_stations, r"areas: take 6 with testing_station true, got 7"),
        (break_ranks, r"areas: their settlement_rank take \[1, 1, 1, 1, 2, 3\]"),
        (break_rank_type, r"areas\.arsunt\.settlement_rank: takes a whole number from 1 to 3, got True"),
        (break_atomics, r"family_atomics\.rimwall_west\.0: takes one of storm_exempt_plateaus"),
        (break_exempt, r"storm_exempt_plateaus\.0: takes a Plateau, got 'windgap'"),
        (break_impassable, r"areas\.arrakeen\.impassable: takes no Area that is adjacent too"),
    ],
)
def test_broken_board_is_refused_by_name(board_data: Data, damage: Any, named: str) -> None:
    damage(board_data)
    with pytest.raises(BoardError, match=named):
        build_board(board_data)


def test_content_counts() -> None:
    content = load_content(None)
    assert content.action_dice == [4, 8]
    assert content.combat_faces == [3, 2, 1] and content.combat_dice == 6
    assert content.result_slots == [2, 3] and content.tank_slots == [3, 5]
    assert content.figures == [[16, 8, 6, 12], [24, 12, 8, 6]]
    assert content.vehicles == [8, 6, 3] and content.sandworms == 4
    assert sum(content.wormsigns) == 16 and sum(content.stations) == 6 and len(content.sietch_ranks) == 8
    assert len(content.tokens) == 28 and content.tokens[22] == [1, 0, 1, 1]
    for deck in range(4):
        copies = zip(content.card_copies, content.card_deck)
        assert sum(count for count, card_deck in copies if card_deck == deck) == 18
    assert content.prescience_phase.count(0) == content.prescience_phase.count(1) == 8
    assert len(content.objectives) == 6 and sorted(card[1] for card in content.tactical) == list(range(8))
    assert content.tactical[6][0] == board.CENTRAL
    assert content.spice_rows == [[], [4, 6, 4, 2], [3, 5, 4, 2], [2, 5, 3, 1], [1, 4, 2, 1], [0, 3, 2, 1]]


def test_content_names_and_numbers_agree() -> None:
    content = load_content(None)
    assert [content.card_index[name] for name in content.card_ids] == list(range(len(content.card_ids)))
    assert content.card_deck == sorted(content.card_deck)
    leader = {name: index for index, name in enumerate(content.leader_ids)}
    assert len(leader) == 16
    assert content.supremacy_entry[leader["thufir_hawat"]] == 1
    assert content.supremacy_entry[leader["feyd_rautha"]] == 6
    assert sum(content.supremacy_entry) == 7
    assert content.leader_box[leader["gurney_halleck"]] == -1
    assert content.leader_box[leader["wild_maker"]] == 5
    assert content.leader_side[leader["chani"]] == 0 and content.leader_side[leader["shaddam_iv"]] == 1
    assert content.leader_strip[leader["feyd_rautha"]] == [2, 1]


def test_every_provenance_is_kept_by_entry() -> None:
    labels = load_content(None).provenance
    assert labels["action_dice.atreides"] == "assumed"
    assert labels["tokens.wormsign"] == "total 16: rulebook; split: assumed"
    assert labels["tactical_cards"] == "components"
    assert labels["leaders.gurney_halleck"] == "components and rulebook"
    assert labels["prescience_cards.stunted_worms"] == "single"


def at(data: Any, path: str) -> Any:
    """The entry of a path such as `leaders.stilgar`, ids and list places alike."""
    for key in path.split("."):
        if isinstance(data, list):
            data = data[int(key)] if key.isdigit() else next(item for item in data if item["id"] == key)
        else:
            data = data[key]
    return data


@pytest.mark.parametrize(
    ("path", "key", "value", "named"),
    [
        ("tokens.wormsign", "sand", "six", r"tokens\.wormsign\.sand: takes a whole number from 0 to 16, got 'six'"),
        ("tokens.wormsign", "sand", 7, r"tokens\.wormsign: takes 16 in all, got 17"),
        ("tokens.testing_stations", "jihad", 3, r"tokens\.testing_stations: takes 6 in all, got 7"),
        ("tokens.sietch_ranks", "ranks", [1, 2], r"tokens\.sietch_ranks\.ranks: takes 8 entries, got 2"),
        ("tokens.sietch_ranks.ranks", 0, 4, r"tokens\.sietch_ranks\.ranks\.0: takes a whole number from 1 to 3"),
        ("figures.atreides", "bashar", 1, r"figures\.atreides\.bashar: takes nothing: the key is unknown"),
        ("action_dice.atreides", "faces", ["house"], r"action_dice\.atreides\.faces: takes 6 entries, got 1"),
        ("action_dice.atreides.faces", 2, "spice", r"action_dice\.atreides\.faces\.2: takes one of leadership"),
        ("combat_die.faces", 0, "miss", r"combat_die\.faces\.0: takes one of hit, shield, special"),
        ("deployment_tokens.harkonnen_starting_black.1", "elite", 40, r"black: its elite take at most the 12 figures"),
        ("deployment_tokens", "atreides_starting", [], r"deployment_tokens\.atreides_starting: takes 8 entries, got 0"),
        ("tracks.prescience", "atomics_step", 11, r"tracks\.prescience\.atomics_step: takes a whole number from 1"),
        ("spice_must_flow.0", "step", 4, r"spice_must_flow\.1\.step: takes a step that no other row has"),
        ("tactical_cards.0", "sietch", "arrakeen", r"tactical_cards\.0\.sietch: takes one of"),
        ("tactical_cards.0", "sector", "middle", r"tactical_cards\.0\.sector: takes one of"),
        ("planning_decks.fremen_ally.shai_hulud", "copies", 2, r"planning_decks\.fremen_ally: takes 18 in all, got 17"),
        ("planning_decks.fremen_ally.thumpers", "id", "crysknife", r"fremen_ally\.crysknife\.id: takes an id that no"),
        ("prescience_cards.stunted_worms", "phase", "action_resolution", r"prescience_cards: takes 8 cards of each"),
        ("prescience_cards.stunted_worms", "claim", "wish", r"stunted_worms\.claim: takes one of condition, perform"),
        ("secret_objectives.objective_2", "jihad", 12, r"secret_objectives\.objective_2\.jihad: takes a whole number"),
        ("leaders.stilgar", "subfaction", "smugglers", r"leaders\.stilgar\.subfaction: takes one of house_atreides"),
        ("leaders.stilgar", "action_box", "house2", r"leaders\.stilgar\.action_box: takes one of leadership"),
        ("possible_futures.leaders.jamis", "id", "chani", r"possible_futures\.leaders\.chani\.id: takes an id"),
        ("imperium_bans", "choam", 5, r"imperium_bans\.choam: takes a text, got 5"),
    ],
)
def test_broken_content_is_refused_by_name(content_data: Data, path: str, key: Any, value: Any, named: str) -> None:
    at(content_data, path)[key] = value
    with pytest.raises(ContentError, match=named):
        build_content(content_data)


@pytest.mark.parametrize("key", ["tokens", "leaders", "tracks", "prescience_cards", "combat_die"])
def test_missing_content_is_refused_by_name(content_data: Data, key: str) -> None:
    del content_data[key]
    with pytest.raises(ContentError, match=f"{key}: is missing"):
        build_content(content_data)


def test_own_file_replaces_only_what_it_names(tmp_path: Path, content_data: Data) -> None:
    own = tmp_path / "my_box.json"
    own.write_text(
        json.dumps(
            {
                "action_dice": {"atreides": {"count": 5, "provenance": "components"}},
                "leaders": [{"id": "chani", "per_special": {"hits": 3}}],
                "tokens": {"sietch_ranks": {"ranks": [1, 1, 1, 2, 2, 2, 3, 3]}},
            }
        )
    )
    shipped, changed = load_content(None), load_content(str(own))
    chani = shipped.leader_ids.index("chani")
    assert changed.action_dice == [5, 8] and changed.action_faces == shipped.action_faces
    assert changed.leader_strip[chani] == [3, 1] and changed.leader_ids == shipped.leader_ids
    assert changed.sietch_ranks == [1, 1, 1, 2, 2, 2, 3, 3]
    assert changed.provenance["action_dice.atreides"] == "components"
    assert changed.source == str(own) and changed.digest != shipped.digest
    assert load_content(str(own)) is changed and load_content(None) is shipped
    assert build_content(copy.deepcopy(content_data)).digest == shipped.digest


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{", "my_box.json: takes JSON"),
        ("[]", "my_box.json: takes a JSON object, got a list"),
        ('{"dice": 3}', "dice: takes nothing: the key is unknown"),
        ('{"leaders": [{"id": "leto_ii"}]}', r"leaders\.leto_ii: takes one of the shipped ids"),
        ('{"tokens": {"wormsign": {"sand": 5}}}', r"tokens\.wormsign: takes 16 in all, got 15"),
    ],
)
def test_own_file_is_refused_by_name(tmp_path: Path, text: str, named: str) -> None:
    own = tmp_path / "my_box.json"
    own.write_text(text)
    with pytest.raises(ContentError, match=named):
        load_content(str(own))


def test_absent_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"nowhere\.json: takes a JSON file that can be read"):
        load_content(str(tmp_path / "nowhere.json"))
