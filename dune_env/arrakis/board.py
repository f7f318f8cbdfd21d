"""The board as static tables: Areas, Sectors, Air Zones, borders, terrain and distances (rulebook: Game Board)."""

from __future__ import annotations

import json
from typing import Final

from dune_env.arrakis.entries import Entry, shipped_text, unique_ids

MOUNTAIN: Final = 0
PLATEAU: Final = 1
MINOR_ERG: Final = 2
DESERT: Final = 3
DEEP_DESERT: Final = 4
TERRAIN_NAMES: Final[list[str]] = ["mountain", "plateau", "minor_erg", "desert", "deep_desert"]

N_AREAS: Final = 101
N_SECTORS: Final = 8
N_ZONES: Final = 8
N_ATOMICS: Final = 3
N_GROUND_BORDERS: Final = 265
N_IMPASSABLE_BORDERS: Final = 11
N_SIETCHES: Final = 8
N_STATIONS: Final = 6
N_STORM_EXEMPT: Final = 5
# Arrakeen, Carthag and the four Pyon Villages.
SETTLEMENT_RANKS: Final[list[int]] = [1, 1, 1, 1, 2, 3]

AREA_KEYS: Final[list[str]] = [
    "id", "name", "printed_name", "sectors", "terrain", "settlement_rank",
    "sietch", "testing_station", "adjacent", "impassable", "center", "cell",
]  # fmt: skip


class BoardError(ValueError):
    """A board file with a wrong entry: the message names the entry and what it takes."""


class Board:
    """The tables of one board file; Areas, Sectors and Air Zones are numbered in file order."""

    area_ids: list[str]
    area_names: list[str]
    area_index: dict[str, int]
    sector_ids: list[str]
    zone_ids: list[str]
    central: int
    sectors_of: list[int]
    areas_of_sector: list[list[int]]
    zone_sectors: list[int]
    zone_areas: list[list[int]]
    zones_of: list[list[int]]
    ground: list[list[int]]
    borders: list[list[int]]
    terrain: list[list[int]]
    storm_exempt: list[list[bool]]
    atomics_ids: list[str]
    atomics_area: list[int]
    sietch_areas: list[int]
    town_areas: list[int]
    town_rank: list[int]
    station_areas: list[int]
    north_pole: int
    pyon: list[int]
    distance: list[list[int]]
    ground_distance: list[list[int]]


def build_board(data: dict[str, object]) -> Board:
    """Check a board file and make its tables; raises BoardError naming the entry that is wrong."""
    root = Entry(data, "", BoardError).record(
        ["sectors", "areas", "air_zones", "storm_exempt_plateaus", "family_atomics"], ["about", "provenance", "canvas"]
    )
    board = Board()
    areas = root.get("areas").items(N_AREAS)
    for area in areas:
        area.record(AREA_KEYS)
    board.area_ids = unique_ids(areas)
    board.area_names = [area.get("name").text() for area in areas]
    board.area_index = {name: index for index, name in enumerate(board.area_ids)}
    read_sectors(board, root.get("sectors"), areas)
    read_air_zones(board, root.get("air_zones"))
    read_borders(board, areas)
    read_sites(board, root.get("areas"), areas)
    read_terrain(board, root, areas)
    board.distance = all_distances(board.borders)
    board.ground_distance = all_distances(board.ground)
    for index, steps in enumerate(board.ground_distance[0]):
        if steps < 0:
            areas[index].get("adjacent").refuse("a way over ground borders to every other Area")
    return board


def read_sectors(board: Board, entry: Entry, areas: list[Entry]) -> None:
    """Each Area is in one Sector, the North Pole in all four Central ones (R-2.1, R-2.6)."""
    sectors = entry.items(N_SECTORS)
    board.sector_ids = unique_ids(sectors)
    board.central = 0
    for index, sector in enumerate(sectors):
        if sector.record(["id", "central"]).get("central").flag():
            board.central |= 1 << index
    if board.central.bit_count() != 4:
        raise BoardError(f"sectors: takes 4 with central true, got {board.central.bit_count()}")
    if "north_pole" not in board.area_index:
        raise BoardError("areas.north_pole: is missing")
    board.north_pole = board.area_index["north_pole"]
    board.sectors_of = []
    for index, area in enumerate(areas):
        mask = 0
        for sector_index in area.get("sectors").choices(board.sector_ids):
            mask |= 1 << sector_index
        if index == board.north_pole and mask != board.central:
            area.get("sectors").refuse("all central Sectors")
        if index != board.north_pole and len(area.get("sectors").items()) != 1:
            area.get("sectors").refuse("1 Sector")
        board.sectors_of.append(mask)
    board.areas_of_sector = [
        [area for area in range(N_AREAS) if board.sectors_of[area] >> sector & 1] for sector in range(N_SECTORS)
    ]


def read_air_zones(board: Board, entry: Entry) -> None:
    """An Air Zone connects the Areas of its two Sectors, and always the North Pole (R-2.4, R-2.7)."""
    zones = entry.items(N_ZONES)
    board.zone_ids = unique_ids(zones)
    board.zone_sectors = []
    board.zone_areas = []
    for zone in zones:
        first, second = zone.record(["id", "sectors"], ["center"]).get("sectors").choices(board.sector_ids, 2)
        mask = 1 << first | 1 << second
        if first == second or mask in board.zone_sectors:
            zone.get("sectors").refuse("two Sectors that no other Air Zone has")
        board.zone_sectors.append(mask)
        board.zone_areas.append(
            [area for area in range(N_AREAS) if board.sectors_of[area] & mask or area == board.north_pole]
        )
    board.zones_of = [[zone for zone in range(N_ZONES) if area in board.zone_areas[zone]] for area in range(N_AREAS)]


def read_borders(board: Board, areas: list[Entry]) -> None:
    """Borders go both ways; an impassable one is none for ground movement (R-2.8)."""
    ground = read_neighbors(board, areas, "adjacent", N_GROUND_BORDERS)
    impassable = read_neighbors(board, areas, "impassable", N_IMPASSABLE_BORDERS)
    for index, area in enumerate(areas):
        for other in impassable[index]:
            if other in ground[index]:
                area.get("impassable").refuse(f"no Area that is adjacent too, as {board.area_ids[other]} is")
    board.ground = ground
    board.borders = [sorted(ground[area] + impassable[area]) for area in range(N_AREAS)]


def read_neighbors(board: Board, areas: list[Entry], key: str, borders: int) -> list[list[int]]:
    neighbors: list[list[int]] = []
    for index, area in enumerate(areas):
        found = sorted(area.get(key).choices(board.area_ids))
        if index in found or len(set(found)) != len(found):
            area.get(key).refuse("other Areas, each once")
        neighbors.append(found)
    for index, area in enumerate(areas):
        for other in neighbors[index]:
            if index not in neighbors[other]:
                area.get(key).refuse(f"only Areas that name it too, {board.area_ids[other]} does not")
    total = sum(len(found) for found in neighbors) // 2
    if total != borders:
        raise BoardError(f"areas: their {key} take {borders} borders, got {total}")
    return neighbors


def read_sites(board: Board, entry: Entry, areas: list[Entry]) -> None:
    """Harkonnen settlements with their ranks, Sietches and Ecological Testing Stations (R-2.14 to R-2.16)."""
    board.town_rank = [0] * N_AREAS
    board.sietch_areas = []
    board.station_areas = []
    for index, area in enumerate(areas):
        area.get("printed_name").flag()
        rank = area.get("settlement_rank")
        if rank.value is not None:
            board.town_rank[index] = rank.integer(1, 3)
        if area.get("sietch").flag():
            if rank.value is not None:
                area.get("sietch").refuse("false where a Harkonnen settlement stands")
            board.sietch_areas.append(index)
        if area.get("testing_station").flag():
            board.station_areas.append(index)
    board.town_areas = [area for area in range(N_AREAS) if board.town_rank[area]]
    board.pyon = [area for area in board.town_areas if board.town_rank[area] == 1]
    ranks = sorted(board.town_rank[area] for area in board.town_areas)
    if ranks != SETTLEMENT_RANKS:
        raise BoardError(f"{entry.path}: their settlement_rank take {SETTLEMENT_RANKS}, got {ranks}")
    if len(board.sietch_areas) != N_SIETCHES:
        raise BoardError(f"{entry.path}: take {N_SIETCHES} with sietch true, got {len(board.sietch_areas)}")
    if len(board.station_areas) != N_STATIONS:
        raise BoardError(f"{entry.path}: take {N_STATIONS} with testing_station true, got {len(board.station_areas)}")


def read_terrain(board: Board, root: Entry, areas: list[Entry]) -> None:
    """Terrain and storm-exempt Plateaus, before and after each Family Atomics token (R-14.25, chapter 26)."""
    printed = [area.get("terrain").choice(TERRAIN_NAMES) for area in areas]
    exempt = root.get("storm_exempt_plateaus").choices(board.area_ids, N_STORM_EXEMPT)
    for item in root.get("storm_exempt_plateaus").items():
        if printed[item.choice(board.area_ids)] != PLATEAU:
            item.refuse("a Plateau")
    atomics = root.get("family_atomics")
    board.atomics_ids = atomics.keys()
    if len(board.atomics_ids) != N_ATOMICS:
        raise BoardError(f"family_atomics: takes {N_ATOMICS} Areas, got {len(board.atomics_ids)}")
    board.atomics_area = [-1]
    board.terrain = [printed]
    board.storm_exempt = [[area in exempt for area in range(N_AREAS)]]
    for name in board.atomics_ids:
        exposed = atomics.get(name)
        if name not in board.area_index:
            exposed.refuse("nothing: no Area has this id")
        for item in exposed.items():
            if item.choice(board.area_ids) not in exempt:
                item.refuse("one of storm_exempt_plateaus")
        opened = exposed.choices(board.area_ids)
        target = board.area_index[name]
        board.atomics_area.append(target)
        board.terrain.append([DESERT if area == target else printed[area] for area in range(N_AREAS)])
        board.storm_exempt.append([area in exempt and area not in opened for area in range(N_AREAS)])


def all_distances(neighbors: list[list[int]]) -> list[list[int]]:
    """Borders crossed on a shortest way between every two Areas, -1 where there is no way."""
    table: list[list[int]] = []
    for start in range(len(neighbors)):
        steps = [-1] * len(neighbors)
        steps[start] = 0
        reached = [start]
        for area in reached:
            for other in neighbors[area]:
                if steps[other] < 0:
                    steps[other] = steps[area] + 1
                    reached.append(other)
        table.append(steps)
    return table


def shipped_board() -> Board:
    data: dict[str, object] = json.loads(shipped_text("board.json"))
    return build_board(data)


BOARD: Final[Board] = shipped_board()

AREA_IDS: Final[list[str]] = BOARD.area_ids
AREA_NAMES: Final[list[str]] = BOARD.area_names
AREA_INDEX: Final[dict[str, int]] = BOARD.area_index
SECTOR_IDS: Final[list[str]] = BOARD.sector_ids
ZONE_IDS: Final[list[str]] = BOARD.zone_ids
# Sets of Sectors are bitmasks: bit s is Sector s.
CENTRAL: Final[int] = BOARD.central
SECTORS_OF: Final[list[int]] = BOARD.sectors_of
AREAS_OF_SECTOR: Final[list[list[int]]] = BOARD.areas_of_sector
ZONE_SECTORS: Final[list[int]] = BOARD.zone_sectors
ZONE_AREAS: Final[list[list[int]]] = BOARD.zone_areas
ZONES_OF: Final[list[list[int]]] = BOARD.zones_of
GROUND: Final[list[list[int]]] = BOARD.ground
BORDERS: Final[list[list[int]]] = BOARD.borders
# TERRAIN and STORM_EXEMPT are read [atomics][area]: 0 before Atomics, then 1 to 3 for the token that was detonated.
TERRAIN: Final[list[list[int]]] = BOARD.terrain
STORM_EXEMPT: Final[list[list[bool]]] = BOARD.storm_exempt
ATOMICS_IDS: Final[list[str]] = BOARD.atomics_ids
ATOMICS_AREA: Final[list[int]] = BOARD.atomics_area
SIETCH_AREAS: Final[list[int]] = BOARD.sietch_areas
TOWN_AREAS: Final[list[int]] = BOARD.town_areas
TOWN_RANK: Final[list[int]] = BOARD.town_rank
STATION_AREAS: Final[list[int]] = BOARD.station_areas
NORTH_POLE: Final[int] = BOARD.north_pole
PYON: Final[list[int]] = BOARD.pyon
# DISTANCE crosses impassable borders, GROUND_DISTANCE does not.
DISTANCE: Final[list[list[int]]] = BOARD.distance
GROUND_DISTANCE: Final[list[list[int]]] = BOARD.ground_distance
