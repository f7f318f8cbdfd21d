"""Vehicles: Phase 1 and every later placement (chapters 6, 8, 10, 31)."""

from __future__ import annotations

from dune_env.arrakis.board import DESERT, TERRAIN
from dune_env.arrakis.names import CARRYALL, HARKONNEN, HARVESTER, ORNITHOPTER
from dune_env.arrakis.pieces import areas_with, is_free_in, vehicles_in_supply
from dune_env.arrakis.programs import (
    COUNT,
    FLAGS,
    HARKONNEN_VEHICLES,
    KIND,
    MAHDI_VEHICLES,
    MEMO,
    PLACE_VEHICLES,
    VEHICLE_PLACEMENT,
)
from dune_env.arrakis.slots import PASS, PICK_AREA, PICK_ZONE, VEHICLE
from dune_env.arrakis.state import E_VEHICLE, HARVESTERS, N_AREAS, PROGRAMS, State
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

MAY_PASS = 1  # the vehicle need not be placed; in Phase 1 it must (R-6.10, Q-H13)


def active_row(game: State) -> list[int]:
    """The spice row of the lowest Imperium marker: dice set aside, Harvesters, Ornithopters, Carryalls (R-6.2)."""
    return game.content.spice_rows[min(game.imperium)]


def harvester_areas(game: State) -> list[int]:
    """Free Desert Areas without a Harvester (R-6.7)."""
    cells = bytes(game.cells)
    ground = TERRAIN[game.atomics]
    return [
        area
        for area in range(N_AREAS)
        if ground[area] >= DESERT and not cells[HARVESTERS + area] and is_free_in(cells, HARKONNEN, area)
    ]


def vehicle_slots(game: State, vehicle: int) -> list[int]:
    """Where a Vehicle may be placed: an Area, or any Air Zone, whose occupant it removes (R-6.8, R-6.9)."""
    if vehicle == HARVESTER:
        return [PICK_AREA + area for area in harvester_areas(game)]
    return [PICK_ZONE + zone for zone in range(8)]


def standing_slots(game: State, vehicle: int) -> list[int]:
    """Where Vehicles of one kind stand, as slots."""
    if vehicle == HARVESTER:
        return [PICK_AREA + area for area in areas_with(game, HARVESTERS)]
    return [PICK_ZONE + zone for zone in range(8) if game.zones[zone] == vehicle]


def put_vehicle(game: State, vehicle: int, slot: int) -> None:
    """Put a Vehicle where *slot* says."""
    if vehicle == HARVESTER:
        game.cells[HARVESTERS + slot - PICK_AREA] = 1
    else:
        game.zones = replaced(game.zones, slot - PICK_ZONE, vehicle)
    game.event(E_VEHICLE, vehicle, slot)


def take_vehicle(game: State, vehicle: int, slot: int) -> None:
    """Take a Vehicle from where *slot* says."""
    if vehicle == HARVESTER:
        game.cells[HARVESTERS + slot - PICK_AREA] = 0
    else:
        game.zones = replaced(game.zones, slot - PICK_ZONE, 0)


def push_vehicles(game: State, vehicle: int, count: int, flags: int) -> None:
    """Let the Harkonnen place *count* Vehicles of one kind."""
    frame = game.push(PLACE_VEHICLES, HARKONNEN)
    game.stack[frame + KIND] = vehicle
    game.stack[frame + COUNT] = count
    game.stack[frame + FLAGS] = flags


class PickRelocated(Step[State]):
    """With none off the board, which standing Vehicle is placed anew (R-10.3, Q-E4).

    One from off the board is as good or better wherever there is one, so then nothing is asked.
    """

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        vehicle = stack[frame + KIND]
        if stack[frame + COUNT] <= 0 or stack[frame + MEMO] != NONE or vehicles_in_supply(game, vehicle):
            return NO_SLOTS
        if vehicle == HARVESTER and not harvester_areas(game):
            return NO_SLOTS
        return [PASS, *standing_slots(game, vehicle)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot > PASS:
            stack[frame + MEMO] = slot
        elif stack[frame + MEMO] == NONE and not vehicles_in_supply(game, stack[frame + KIND]):
            stack[frame + COUNT] = 0


class PlaceVehicle(Step[State]):
    """Where the Vehicle goes; COUNT of them are placed (R-6.7 to R-6.10, R-8.14)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0:
            return NO_SLOTS
        slots = vehicle_slots(game, stack[frame + KIND])
        if stack[frame + MEMO] != NONE:
            return [slot for slot in slots if slot != stack[frame + MEMO]]
        return [PASS, *slots] if stack[frame + FLAGS] & MAY_PASS and slots else slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot <= PASS:
            return
        if stack[frame + MEMO] != NONE:
            take_vehicle(game, stack[frame + KIND], stack[frame + MEMO])
        put_vehicle(game, stack[frame + KIND], slot)
        stack[frame + MEMO] = NONE
        stack[frame + COUNT] -= 1
        stack[frame + STEP] = 0


PROGRAMS.define(PLACE_VEHICLES, [PickRelocated(), PlaceVehicle()])


class LockDice(Step[State]):
    """Dice go on the slots of the active row and above and come off the rows below (R-6.3 to R-6.5)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.locked = active_row(game)[0]


class GrantVehicles(Step[State]):
    """The Harkonnen receive and place what the active row prints (R-6.6); Mahdi by its own criteria (R-37.1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.solo:
            game.push(MAHDI_VEHICLES, HARKONNEN)
            return
        _, harvesters, ornithopters, carryalls = active_row(game)
        push_vehicles(game, CARRYALL, carryalls, 0)
        push_vehicles(game, ORNITHOPTER, ornithopters, 0)
        push_vehicles(game, HARVESTER, harvesters, 0)


PROGRAMS.define(VEHICLE_PLACEMENT, [LockDice(), GrantVehicles()])


class PickVehicleKind(Step[State]):
    """The House Action: two Vehicles of any kind (R-8.13)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        kinds = [VEHICLE + ORNITHOPTER, VEHICLE + CARRYALL]
        return [PASS, VEHICLE + HARVESTER, *kinds] if harvester_areas(game) else [PASS, *kinds]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot <= PASS:
            return
        stack[frame + COUNT] -= 1
        stack[frame + STEP] = 0
        push_vehicles(game, slot - VEHICLE, 1, 0)


PROGRAMS.define(HARKONNEN_VEHICLES, [PickVehicleKind()])
