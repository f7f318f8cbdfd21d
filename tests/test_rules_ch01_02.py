"""Chapters 1 and 2: what is in the box, and the board."""

from __future__ import annotations

from dune_env.arrakis.board import (
    AREA_IDS,
    AREA_INDEX,
    AREAS_OF_SECTOR,
    ATOMICS_IDS,
    BORDERS,
    CENTRAL,
    DEEP_DESERT,
    DESERT,
    GROUND,
    NORTH_POLE,
    SECTOR_IDS,
    SECTORS_OF,
    SIETCH_AREAS,
    STATION_AREAS,
    TERRAIN,
    TERRAIN_NAMES,
    TOWN_AREAS,
    TOWN_RANK,
    ZONE_AREAS,
    ZONE_SECTORS,
    ZONES_OF,
)
from dune_env.arrakis.content import load_content
from dune_env.arrakis.game import new_game
from dune_env.arrakis.names import ATREIDES, DECK_NAMES, HARKONNEN
from dune_env.arrakis.pieces import is_desert, is_empty, is_free
from dune_env.arrakis.victory import advance_marker, gain_supremacy
from dune_env.arrakis.view import HIDDEN_RANK
from tests.rules import rule
from tests.table import Table

CONTENT = load_content(None)


def of_side(side: int) -> set[str]:
    return {name for x, name in enumerate(CONTENT.leader_ids) if CONTENT.leader_side[x] == side}


def of_deck(deck: str) -> set[str]:
    return {name for x, name in enumerate(CONTENT.leader_ids) if CONTENT.leader_deck[x] == DECK_NAMES.index(deck)}


@rule("R-1.1", "R-1.2")
def test_units() -> None:
    assert CONTENT.figures[HARKONNEN][:3] == [24, 12, 8]
    assert CONTENT.figures[ATREIDES][:3] == [16, 8, 6]


@rule("R-1.3", "R-1.4")
def test_leaders() -> None:
    assert CONTENT.figures[HARKONNEN][3] == 6
    assert of_side(HARKONNEN) == {
        "baron_harkonnen", "beast_rabban", "feyd_rautha", "captain_aramsham", "gaius_helen_mohiam", "shaddam_iv",
        "thufir_hawat",
    }  # fmt: skip
    assert CONTENT.figures[ATREIDES][3] == 12
    assert of_side(ATREIDES) - {"wild_maker"} == {
        "paul_atreides", "paul_muaddib", "lady_jessica", "reverend_mother_jessica", "stilgar", "chani",
        "gurney_halleck", "alia",
    }  # fmt: skip


@rule("R-1.5", "R-1.6", "R-1.10")
def test_vehicles_worms_and_bene_gesserit() -> None:
    assert CONTENT.vehicles == [8, 6, 3]  # Harvesters, Ornithopters, Carryalls
    assert (CONTENT.sandworms, CONTENT.wild_makers) == (4, 1)
    assert CONTENT.bene_gesserit == 5


@rule("R-1.7", "R-1.8", "R-1.9")
def test_dice_and_wormsigns() -> None:
    assert CONTENT.action_dice == [4, 8]
    assert CONTENT.combat_dice == 6 and sum(CONTENT.combat_faces) == 6
    assert len(CONTENT.wormsigns) == 3 and sum(CONTENT.wormsigns) == 16


@rule("R-1.11", "R-1.12", "R-1.13")
def test_settlements_and_deployment_tokens() -> None:
    assert (len(SIETCH_AREAS), len(TOWN_AREAS)) == (8, 6)
    assert len(CONTENT.tokens) == 8 + 8 + 6 + 6
    game = new_game(seed=1)
    starting = [game.token_at[t] for t in range(8)]
    assert sorted(starting) == sorted(SIETCH_AREAS)  # 8 Starting tokens, 8 standard ones in the supply
    assert game.token_at[8:16] == [-1] * 8


@rule("R-1.14", "R-1.15")
def test_decks() -> None:
    copies = [0, 0, 0, 0]
    for kind, deck in enumerate(CONTENT.card_deck):
        copies[deck] += CONTENT.card_copies[kind]
    assert copies == [18, 18, 18, 18]
    assert (CONTENT.prescience_phase.count(0), CONTENT.prescience_phase.count(1)) == (8, 8)


@rule("R-1.16", "R-1.19")
def test_other_cards_and_tokens() -> None:
    assert len(CONTENT.objectives) == 6
    assert len(CONTENT.tactical) == 8
    assert len(STATION_AREAS) == 6 == sum(CONTENT.stations)
    assert len(ATOMICS_IDS) == 3
    game = new_game(seed=1)
    assert len(game.bans) == len(game.imperium) == len(game.prescience) == 3
    assert game.spice_reserve == 0


@rule("R-1.17", "R-1.18")
def test_subfactions() -> None:
    assert of_deck("house_atreides") == {
        "paul_atreides", "lady_jessica", "reverend_mother_jessica", "gurney_halleck", "alia",
    }  # fmt: skip
    assert of_deck("fremen_ally") == {"paul_muaddib", "stilgar", "chani", "wild_maker"}
    assert of_deck("house_harkonnen") == {"beast_rabban", "thufir_hawat", "baron_harkonnen", "feyd_rautha"}
    assert of_deck("corrino_ally") == {"shaddam_iv", "gaius_helen_mohiam", "captain_aramsham"}


# --- chapter 2


@rule("R-2.1", "R-2.6")
def test_sectors() -> None:
    central = [s for s in range(8) if CENTRAL >> s & 1]
    assert len(SECTOR_IDS) == 8 and len(central) == 4
    assert SECTORS_OF[NORTH_POLE] == CENTRAL  # in all four at once, and in no Outer one
    assert TERRAIN_NAMES[TERRAIN[0][NORTH_POLE]] == "mountain"
    for sector in range(8):
        touches = any(NORTH_POLE in GROUND[area] or area == NORTH_POLE for area in AREAS_OF_SECTOR[sector])
        assert touches == (sector in central)


@rule("R-2.2", "R-2.3")
def test_terrain() -> None:
    assert set(TERRAIN_NAMES) == {"mountain", "plateau", "minor_erg", "desert", "deep_desert"}
    assert all(0 <= ground <= DEEP_DESERT for ground in TERRAIN[0])
    game = new_game(seed=1)
    deep = [area for area in range(101) if TERRAIN[0][area] == DEEP_DESERT]
    assert AREA_INDEX["sihaya_ridge"] in deep and AREA_INDEX["gara_kulon"] not in deep
    assert all(is_desert(game, area) for area in deep)
    assert sum(is_desert(game, area) for area in range(101)) == len(deep) + TERRAIN[0].count(DESERT)


@rule("R-2.4", "R-2.7")
def test_air_zones() -> None:
    for zone in range(8):
        assert ZONE_SECTORS[zone].bit_count() == 2
        for area in range(101):
            connected = bool(SECTORS_OF[area] & ZONE_SECTORS[zone]) or area == NORTH_POLE
            assert (area in ZONE_AREAS[zone]) == connected
    assert ZONES_OF[NORTH_POLE] == list(range(8))


@rule("R-2.5", "R-2.8")
def test_only_the_harkonnen_fly_and_borders_stop_the_ground() -> None:
    zones = {"air_north_east__central_north_east": "ornithopter"}
    legions = {
        "broken_land": {"side": "harkonnen", "regular": 1},
        "shield_wall_east": {"side": "atreides", "regular": 1},
    }
    flying = Table.scenario(
        {"turn": "harkonnen", "legions": legions, "zones": zones, "dice": {"harkonnen": ["strategy"]}}
    )
    flying.pick("die(strategy)", "action(move)", "pick_area(broken_land)")
    assert flying.offers("pick_area(north_east_4)")
    walking = Table.scenario({"turn": "harkonnen", "legions": legions, "dice": {"harkonnen": ["strategy"]}})
    walking.pick("die(strategy)", "action(move)", "pick_area(broken_land)")
    assert AREA_INDEX["north_east_4"] in BORDERS[AREA_INDEX["broken_land"]]
    assert walking.refuses("pick_area(north_east_4)")
    atreides = Table.scenario({"legions": legions, "zones": zones, "dice": {"atreides": ["strategy"]}})
    atreides.pick("die(strategy)", "action(move)", "pick_area(shield_wall_east)")
    assert atreides.areas() == sorted(AREA_IDS[to] for to in GROUND[AREA_INDEX["shield_wall_east"]])


@rule("R-2.9")
def test_no_attack_over_an_impassable_border_without_transport() -> None:
    legions = {"rimwall_west": {"side": "harkonnen", "regular": 1}, "north_east_4": {"side": "atreides", "regular": 1}}
    dice = {"harkonnen": ["strategy"]}
    table = Table.scenario({"turn": "harkonnen", "legions": legions, "dice": dice})
    assert table.pick("die(strategy)").refuses("action(attack)")
    zones = {"air_north_east__central_north_east": "ornithopter"}
    table = Table.scenario({"turn": "harkonnen", "legions": legions, "dice": dice, "zones": zones})
    table.pick("die(strategy)", "action(attack)", "pick_area(rimwall_west)")
    assert table.offers("pick_area(north_east_4)")


@rule("R-2.10", "R-2.11", "R-2.12")
def test_free_areas() -> None:
    game = Table.scenario(
        {
            "legions": {"north_east_8": {"side": "harkonnen", "regular": 1}},
            "worms": ["north_east_9"],
            "harvesters": ["north_east_6"],
            "wormsigns": ["north_east_12"],
        }
    ).game

    def free(side: int, area: str) -> bool:
        return is_free(game, side, AREA_INDEX[area])

    assert not free(ATREIDES, "north_east_8") and free(HARKONNEN, "north_east_8")  # an enemy Unit
    assert not free(ATREIDES, "carthag") and not free(HARKONNEN, "gara_kulon")  # an enemy settlement
    assert not free(ATREIDES, "north_east_9") and not free(HARKONNEN, "north_east_9")  # a worm
    for side in (ATREIDES, HARKONNEN):
        assert free(side, "north_east_6")  # a Harvester
        assert free(side, "north_east_4")  # a Station
        assert free(side, "north_east_12")  # a Wormsign


@rule("R-2.13")
def test_empty_areas() -> None:
    game = Table.scenario(
        {
            "legions": {"north_east_8": {"side": "harkonnen", "regular": 1}},
            "worms": ["north_east_9"],
            "harvesters": ["north_east_6"],
            "wormsigns": ["north_east_12"],
        }
    ).game
    held = ["north_east_8", "north_east_9", "north_east_6", "north_east_12", "north_east_4", "gara_kulon", "carthag"]
    assert not any(is_empty(game, AREA_INDEX[area]) for area in held)
    assert is_empty(game, AREA_INDEX["north_east_13"])


@rule("R-2.14", "R-2.15", "R-2.16")
def test_settlements() -> None:
    ranks = {AREA_IDS[area]: TOWN_RANK[area] for area in TOWN_AREAS}
    assert ranks == {
        "arrakeen": 3, "carthag": 2, "arsunt": 1, "hagga_basin": 1, "imperial_basin": 1, "north_pole": 1,
    }  # fmt: skip
    game = new_game(seed=1)
    assert game.view(HARKONNEN).sietch_rank == [HIDDEN_RANK] * 8
    assert sorted(game.view(ATREIDES).sietch_rank) == sorted(CONTENT.sietch_ranks)


@rule("R-2.17")
def test_supremacy_track() -> None:
    table = Table.scenario({})
    gain_supremacy(table.game, 1)
    assert table.leader("thufir_hawat") == "off_board"
    tokens = table.game.bene_gesserit[ATREIDES]
    gain_supremacy(table.game, 5)
    assert table.leader("feyd_rautha") == "off_board"
    assert table.game.bene_gesserit[ATREIDES] == tokens + 1  # at the first of the two steps
    gain_supremacy(table.game, 1)
    assert table.game.bene_gesserit[ATREIDES] == tokens + 2
    gain_supremacy(table.game, 99)
    assert table.game.supremacy == 10 and table.game.over


@rule("R-2.18")
def test_prescience_track() -> None:
    table = Table.scenario({})
    advance_marker(table.game, 2, 2)
    assert table.leader("chani") == "not_entered"
    advance_marker(table.game, 2, 1)
    assert table.leader("chani") == "off_board"
    advance_marker(table.game, 2, 3)
    assert table.leader("alia") == "off_board"
    assert CONTENT.atomics_step == 8


@rule("R-2.19")
def test_a_revealed_sietch_stays_up() -> None:
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "zones": {"air_north_east__central_north_east": "ornithopter"},
            "legions": {"carthag": {"side": "harkonnen", "regular": 1}},
            "dice": {"harkonnen": ["mentat", "mentat"], "atreides": ["mentat"]},
            "sietches": {"gara_kulon": {"rank": 3}},
        }
    )
    sietch = SIETCH_AREAS.index(AREA_INDEX["gara_kulon"])
    table.pick("free(scouting)", "pick_zone(air_north_east__central_north_east)", "pick_area(gara_kulon)")
    assert table.game.view(HARKONNEN).sietch_rank[sietch] == 3
    table.until("spice_harvesting")
    assert table.game.view(HARKONNEN).sietch_rank[sietch] == 3
