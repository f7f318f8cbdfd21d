"""Where Mahdi places its Vehicles (R-37.1 to R-37.7); every later placement follows the same criteria (R-40.7)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import BORDERS, CENTRAL, DISTANCE, GROUND, SECTORS_OF, ZONE_AREAS, ZONE_SECTORS, ZONES_OF
from dune_env.arrakis.mahdi.attack import attackable
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.power import target_sectors
from dune_env.arrakis.mahdi.ties import area_slots, keep
from dune_env.arrakis.names import CARRYALL, HARKONNEN, HARVESTER, ORNITHOPTER
from dune_env.arrakis.pieces import is_deep_desert, is_empty, legion_areas, vehicles_in_supply
from dune_env.arrakis.programs import MAHDI_VEHICLES, MASK, PICKED
from dune_env.arrakis.slots import PICK_SECTOR, PICK_ZONE
from dune_env.arrakis.state import HARVESTERS, N_AREAS, PROGRAMS, SIETCHES, STRENGTH, State
from dune_env.arrakis.vehicles import active_row, harvester_areas, put_vehicle
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

N_SECTORS: Final = 8
ALL_SECTORS: Final = 255

NEIGHBOURS: Final[list[int]] = [0] * N_SECTORS  # the Sectors that share a border with each, as a bitmask
for _area in range(N_AREAS):
    for _near in BORDERS[_area]:
        for _sector in range(N_SECTORS):
            if SECTORS_OF[_area] >> _sector & 1:
                NEIGHBOURS[_sector] |= SECTORS_OF[_near] & ~(1 << _sector)

# Vehicles to place stand in PICKED + kind; MASK is the Sector chosen for surplus Harvesters.


def push_mahdi_vehicles(game: State, harvesters: int, ornithopters: int, carryalls: int) -> int:
    """Let Mahdi place Vehicles by its criteria, as far as there are any off the board (R-40.7, Q-P28)."""
    frame = game.push(MAHDI_VEHICLES, HARKONNEN)
    game.stack[frame + PICKED + HARVESTER] = harvesters
    game.stack[frame + PICKED + ORNITHOPTER] = ornithopters
    game.stack[frame + PICKED + CARRYALL] = carryalls
    return frame


class ReadRow(Step[State]):
    """In Phase 1 the active row says how many there are (R-37.1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + PICKED + HARVESTER] == NONE:
            _, harvesters, ornithopters, carryalls = active_row(game)
            stack[frame + PICKED + HARVESTER] = harvesters
            stack[frame + PICKED + ORNITHOPTER] = ornithopters
            stack[frame + PICKED + CARRYALL] = carryalls
        for vehicle in (HARVESTER, ORNITHOPTER, CARRYALL):
            stack[frame + PICKED + vehicle] = min(stack[frame + PICKED + vehicle], vehicles_in_supply(game, vehicle))


# --- Harvesters


def neighbours(sectors: int) -> int:
    """The Sectors that share a border with one of *sectors* (Q-P26)."""
    mask = 0
    for sector in range(N_SECTORS):
        if sectors >> sector & 1:
            mask |= NEIGHBOURS[sector]
    return mask & ~sectors


def harvest_sectors(game: State) -> int:
    """The Harvesting Sector as a bitmask; a Central card stands for all four (R-36.5, R-36.8)."""
    return game.content.tactical[game.harvest_card][0] if game.harvest_card != NONE else ALL_SECTORS


def exposed(game: State, area: int) -> bool:
    """Whether *area* is adjacent to an Atreides Legion or a Sietch."""
    cells = game.cells
    for near in GROUND[area]:
        if cells[STRENGTH + near] or cells[SIETCHES + near]:
            return True
    return False


def best_harvester_areas(game: State, sectors: int) -> list[int]:
    """Free Desert Areas of *sectors* of the first class of four that there is (R-37.2)."""
    areas = [area for area in harvester_areas(game) if SECTORS_OF[area] & sectors]
    classes: list[int] = []
    for area in areas:
        quiet = is_empty(game, area) and not exposed(game, area)
        classes.append(2 * int(quiet) + int(is_deep_desert(game, area)))
    return keep(game, "R-37.2", areas, classes)


def surplus_sectors(game: State) -> list[int]:
    """Sectors that may take the Harvesters which the Harvesting Sector cannot hold (R-37.3, Q-P26)."""
    allowed = neighbours(harvest_sectors(game)) & ~target_sectors(game)
    return [s for s in range(N_SECTORS) if allowed >> s & 1 and best_harvester_areas(game, 1 << s)]


class PlaceHarvester(Step[State]):
    """Where the next Harvester goes, in the Harvesting Sector or in the Sector chosen for the surplus."""

    def __init__(self, surplus: bool) -> None:
        super().__init__()
        self.surplus = surplus
        self.name = "PlaceSurplusHarvester" if surplus else "PlaceHarvester"

    def options(self, game: State, frame: int) -> list[int]:
        left = game.stack[frame + PICKED + HARVESTER]
        if left <= 0:
            return NO_SLOTS
        if self.surplus:
            sector = game.stack[frame + MASK]
            areas = best_harvester_areas(game, 1 << sector) if sector != NONE else []
        else:
            areas = best_harvester_areas(game, harvest_sectors(game))
        return area_slots(areas[:1] if len(areas) <= left else areas)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            place_vehicle(game, frame, HARVESTER, slot)


def place_vehicle(game: State, frame: int, vehicle: int, slot: int) -> None:
    """Put a Vehicle where *slot* says and go on with the same question."""
    put_vehicle(game, vehicle, slot)
    game.stack[frame + PICKED + vehicle] -= 1
    game.stack[frame + STEP] -= 1
    mark_done(game)


class PickSurplusSector(Step[State]):
    """Which adjacent Sector takes the surplus (R-37.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + PICKED + HARVESTER] <= 0:
            return NO_SLOTS
        return [PICK_SECTOR + sector for sector in surplus_sectors(game)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + MASK] = slot - PICK_SECTOR
            game.note("R-37.3")


# --- Carryalls and Ornithopters


def open_zones(game: State) -> list[int]:
    """Air Zones without a Vehicle (Q-P49)."""
    return [zone for zone in range(8) if not game.zones[zone]]


def protected(game: State, zone: int) -> int:
    """Harvesters connected to *zone*."""
    return sum(game.cells[HARVESTERS + area] for area in ZONE_AREAS[zone])


class PlaceCarryall(Step[State]):
    """Into a Zone that protects the most Harvesters (R-37.4)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + PICKED + CARRYALL] <= 0:
            return NO_SLOTS
        zones = open_zones(game)
        return [PICK_ZONE + zone for zone in keep(game, "R-37.4", zones, [protected(game, zone) for zone in zones])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            place_vehicle(game, frame, CARRYALL, slot)


def assault_zones(game: State) -> list[int]:
    """Zones connected to a Legion exactly two Areas from a Sietch that it could attack (R-37.5)."""
    found: list[int] = []
    for area in legion_areas(game, HARKONNEN):
        if any(DISTANCE[area][to] == 2 for to in attackable(game, area, 2)):
            found.extend([zone for zone in ZONES_OF[area] if zone not in found])
    return found


def ornithopter_zones(game: State) -> list[int]:
    """Where the next Ornithopter may go, by the first of the four rules that leaves a Zone (R-37.5 to R-37.7)."""
    open_now = open_zones(game)
    zones = [zone for zone in assault_zones(game) if zone in open_now]
    if zones:
        game.note("R-37.5")
        return sorted(zones)
    target = target_sectors(game)
    zones = [zone for zone in open_now if ZONE_SECTORS[zone] & target]
    if zones:
        game.note("R-37.6")
        return zones
    zones = [zone for zone in open_now if ZONE_SECTORS[zone] & neighbours(target)]
    if zones:
        game.note("R-37.7")
    return keep(game, "R-37.7", zones, [int(ZONE_SECTORS[zone] & CENTRAL == ZONE_SECTORS[zone]) for zone in zones])


class PlaceOrnithopter(Step[State]):
    """Where the next Ornithopter goes."""

    def options(self, game: State, frame: int) -> list[int]:
        left = game.stack[frame + PICKED + ORNITHOPTER]
        if left <= 0:
            return NO_SLOTS
        zones = ornithopter_zones(game)
        return [PICK_ZONE + zone for zone in (zones[:1] if len(zones) <= left else zones)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            place_vehicle(game, frame, ORNITHOPTER, slot)


PROGRAMS.define(
    MAHDI_VEHICLES,
    [
        ReadRow(),
        PlaceHarvester(False),
        PickSurplusSector(),
        PlaceHarvester(True),
        PlaceCarryall(),
        PlaceOrnithopter(),
    ],
)
