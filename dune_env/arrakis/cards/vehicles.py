"""Steps of cards that remove Harkonnen Vehicles, by choice or by dice."""

from __future__ import annotations

from dune_env.arrakis.board import AREAS_OF_SECTOR, N_SECTORS, N_ZONES, SECTORS_OF, ZONE_AREAS, ZONE_SECTORS
from dune_env.arrakis.cards.special_attack import SpecialAttack, faces_that_count
from dune_env.arrakis.cards.verbs import Part
from dune_env.arrakis.dice import RollCombatDice
from dune_env.arrakis.names import ORNITHOPTER
from dune_env.arrakis.pieces import legion_areas, remove_harvester, strength
from dune_env.arrakis.programs import COUNT, MASK, ROLL, ZONE
from dune_env.arrakis.slots import PASS, PICK_AREA, PICK_SECTOR, PICK_ZONE
from dune_env.arrakis.state import E_ROLLED, E_VEHICLE, HARVESTERS, N_AREAS, State
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Step


def vehicle_slots_in(game: State, sectors: int) -> list[int]:
    """Harvesters in *sectors*, a bitmask, and Vehicles in Air Zones on their borders, as slots (R-2.4)."""
    harvesters = [area for area in range(N_AREAS) if game.cells[HARVESTERS + area]]
    slots = [PICK_AREA + area for area in harvesters if SECTORS_OF[area] & sectors]
    slots.extend([PICK_ZONE + zone for zone in range(N_ZONES) if game.zones[zone] and ZONE_SECTORS[zone] & sectors])
    return slots


def remove_vehicle(game: State, slot: int) -> None:
    """Take the Vehicle that *slot* names off the board."""
    if slot >= PICK_ZONE:
        game.event(E_VEHICLE, game.zones[slot - PICK_ZONE], slot)
        game.zones = replaced(game.zones, slot - PICK_ZONE, 0)
    else:
        remove_harvester(game, slot - PICK_AREA, True)


class RemoveVehicles(Part):
    """Remove up to COUNT Vehicles from the Sectors of MASK, as the Steps before have set them."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        slots = vehicle_slots_in(game, game.stack[frame + MASK])
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot <= PASS:
            stack[frame + COUNT] = NONE
            return
        remove_vehicle(game, slot)
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1


class CountVehiclesNear(Step[State]):
    """Up to *count* Vehicles, from the Sector of a Leader's Area; none while he stands nowhere."""

    def __init__(self, leader: int, count: int) -> None:
        super().__init__()
        self.leader = leader
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.leader_at[self.leader]
        game.stack[frame + COUNT] = self.count if area >= 0 else 0
        game.stack[frame + MASK] = SECTORS_OF[area] if area >= 0 else 0


class PickSectorToShoot(Part):
    """Which Sector with a Legion of one's own is shot at, with *dice* Combat dice."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def options(self, game: State, frame: int) -> list[int]:
        side = game.stack[frame + SEAT]
        sectors = [
            sector
            for sector in range(N_SECTORS)
            if any(strength(game, side, area) for area in AREAS_OF_SECTOR[sector])
            and vehicle_slots_in(game, 1 << sector)
        ]
        return [*[PICK_SECTOR + sector for sector in sectors], PASS] if sectors else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        picked = slot >= PICK_SECTOR
        game.stack[frame + COUNT] = self.dice if picked else 0
        game.stack[frame + MASK] = 1 << (slot - PICK_SECTOR) if picked else 0


class RollRockets(RollCombatDice):
    """The dice of the Sector's shots; each face that counts is one Vehicle."""

    def __init__(self) -> None:
        super().__init__(COUNT, ROLL)

    def apply(self, game: State, frame: int, slot: int) -> None:
        super().apply(game, frame, slot)
        if slot != NONE:
            game.event(E_ROLLED, NONE, game.stack[frame + ROLL])
        game.stack[frame + COUNT] = faces_that_count(game.stack[frame + ROLL])


class CaptureOrnithopter(Part):
    """Remove an Ornithopter; ZONE is its Air Zone."""

    def options(self, game: State, frame: int) -> list[int]:
        zones = [zone for zone in range(N_ZONES) if game.zones[zone] == ORNITHOPTER]
        return [*[PICK_ZONE + zone for zone in zones], PASS] if zones else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + ZONE] = slot - PICK_ZONE if slot >= PICK_ZONE else NONE
        if slot >= PICK_ZONE:
            remove_vehicle(game, slot)


class SpecialAttackFromZone(SpecialAttack):
    """A special attack on a Legion in a Sector connected to the Air Zone of ZONE."""

    def targets(self, game: State, side: int, frame: int) -> list[int]:
        zone = game.stack[frame + ZONE]
        return [area for area in legion_areas(game, 1 - side) if area in ZONE_AREAS[zone]] if zone != NONE else []
