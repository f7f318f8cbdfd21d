"""Mahdi's House Action and every effect that places or replaces Units (R-40.7, R-40.12 to R-40.14)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import DISTANCE, MOUNTAIN
from dune_env.arrakis.deployment import deploy_leader
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.deploy import ANY_LEADER, NO_LEADER, bring_unit, leader_choice, room, units_left
from dune_env.arrakis.mahdi.power import defenders, distance_to_target, nearest_sietch, power, sietches
from dune_env.arrakis.mahdi.ties import area_slots, keep, keep_power
from dune_env.arrakis.mahdi.vehicles import push_mahdi_vehicles
from dune_env.arrakis.names import ELITE, HARKONNEN, OFF_BOARD, REGULAR, SPECIAL
from dune_env.arrakis.pieces import (
    figure_available,
    figures,
    is_desert,
    is_empty,
    is_free,
    legion_areas,
    may_be_placed,
    reveal_all_tokens,
    settle,
    settlements,
    strength,
    terrain,
    upgrade,
)
from dune_env.arrakis.programs import AREA, COUNT, KIND, LEADER, ORDER, PICKED, RESULT
from dune_env.arrakis.slots import PICK_AREA, PICK_FIGURE, PICK_LEADER
from dune_env.arrakis.state import E_DEPLOYED, FACEDOWN_TOKENS, N_AREAS, PROGRAMS, State
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Step

MAHDI_REPLACE = PROGRAMS.add("mahdi_replace")
MAHDI_PLACE = PROGRAMS.add("mahdi_place")

UPGRADES: Final = 2

# Where Units may be placed.
IN_LEGION: Final = 0
IN_SETTLEMENT: Final = 1
WITH_SPECIAL: Final = 2  # in a Legion that holds a Special Elite
EMPTY_DESERT: Final = 3
FREE_MOUNTAIN: Final = 4


def push_house(game: State) -> None:
    """Upgrade two Regulars, then place 1 Harvester and 1 Ornithopter (R-40.12, R-40.14)."""
    push_mahdi_vehicles(game, 1, 1, 0)
    push_replace(game, UPGRADES, REGULAR, ELITE)


def push_replace(game: State, count: int, grade: int, to: int) -> int:
    """Let Mahdi replace *count* Units of one grade by another; with none of it left the next stronger (R-40.4, Q-P68)."""
    frame = game.push(MAHDI_REPLACE, HARKONNEN)
    game.stack[frame + COUNT] = count
    game.stack[frame + KIND] = grade
    game.stack[frame + RESULT] = to
    return frame


def push_place(game: State, units: list[int], leader: int, where: int, only: int) -> int:
    """Let Mahdi place Units, by grade, and a Leader together on the best spot by the House criteria (R-40.7).

    Args:
        units: how many Regulars, Elites and Special Elites.
        leader: a Named Leader, who may come from the board, ANY_LEADER or NO_LEADER.
        where: IN_LEGION, IN_SETTLEMENT, WITH_SPECIAL, EMPTY_DESERT or FREE_MOUNTAIN.
        only: the one Area allowed, NONE for any.

    The parent Frame's AREA becomes the spot, NONE if there was none.
    """
    frame = game.push(MAHDI_PLACE, HARKONNEN)
    for grade in (REGULAR, ELITE, SPECIAL):
        game.stack[frame + PICKED + grade] = units[grade]
    game.stack[frame + LEADER] = leader
    game.stack[frame + KIND] = where
    game.stack[frame + ORDER] = only
    return frame


def best_for_house(game: State, areas: list[int]) -> list[int]:
    """Closest to a Sietch, strongest against its defenders, closest to the Target Sietch (R-40.13, Q-P29)."""
    areas = keep(game, "R-40.13", areas, [-nearest_sietch(game, area) for area in areas])
    areas = keep_power(game, "R-40.13", areas, [relative_power(game, area) for area in areas])
    return keep(game, "R-40.13", areas, [-distance_to_target(game, area) for area in areas])


def relative_power(game: State, area: int) -> int:
    """How far the Legion of *area* exceeds the defenders of the Sietch nearest to it, the weakest if several are."""
    nearest = nearest_sietch(game, area)
    mine = power(game, HARKONNEN, area)
    margins = [mine - defenders(game, to) for to in sietches(game) if DISTANCE[area][to] == nearest]
    return max(margins, default=mine)


class ReplaceUnit(Step[State]):
    """In which Legion the next Unit is replaced; facedown tokens are revealed where that is necessary (R-40.13, R-43.4)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        grade = stack[frame + KIND]
        if stack[frame + COUNT] <= 0 or figure_available(game, HARKONNEN, stack[frame + RESULT]) <= grade:
            return NO_SLOTS
        facedown = FACEDOWN_TOKENS + HARKONNEN * N_AREAS
        areas = [
            area
            for area in legion_areas(game, HARKONNEN)
            if figures(game, HARKONNEN, area, grade) or game.cells[facedown + area]
        ]
        return area_slots(best_for_house(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        area, grade = slot - PICK_AREA, stack[frame + KIND]
        stack[frame + STEP] -= 1
        if not figures(game, HARKONNEN, area, grade):
            game.note("R-43.4")
            reveal_all_tokens(game, HARKONNEN, area)
            settle(game, HARKONNEN, area)
            return
        better = figure_available(game, HARKONNEN, stack[frame + RESULT])
        if better != stack[frame + RESULT]:
            game.note("R-40.4")
        upgrade(game, HARKONNEN, area, grade, better)
        game.event(E_DEPLOYED, area, better)
        game.note("R-40.12")
        stack[frame + COUNT] -= 1
        stack[frame - FRAME + AREA] = area
        mark_done(game)


PROGRAMS.define(MAHDI_REPLACE, [ReplaceUnit()])


# --- placing Units


def places(game: State, where: int) -> list[int]:
    """Areas where Units may be placed."""
    if where == IN_SETTLEMENT:
        return settlements(game, HARKONNEN)
    if where == EMPTY_DESERT:
        return [area for area in range(N_AREAS) if is_desert(game, area) and is_empty(game, area)]
    if where == FREE_MOUNTAIN:
        return [a for a in range(N_AREAS) if terrain(game, a) == MOUNTAIN and is_free(game, HARKONNEN, a)]
    areas = legion_areas(game, HARKONNEN)
    return [a for a in areas if figures(game, HARKONNEN, a, SPECIAL)] if where == WITH_SPECIAL else areas


class PickSpot(Step[State]):
    """Where the figures are placed together: a spot with room for a Unit, if Units are placed."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        only = stack[frame + ORDER]
        areas = [area for area in places(game, stack[frame + KIND]) if only == NONE or area == only]
        if units_left(game, frame):
            areas = [area for area in areas if room(game, area) > 0] or areas
        elif not placeable_leaders(game, frame):
            return NO_SLOTS
        else:
            areas = [area for area in areas if strength(game, HARKONNEN, area)]
        return area_slots(best_for_house(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + AREA] = stack[frame - FRAME + AREA] = slot - PICK_AREA if slot != NONE else NONE


class PlaceGrade(Step[State]):
    """Which Unit is placed next, if not all fit."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        area = stack[frame + AREA]
        if area == NONE or units_left(game, frame) == 0 or room(game, area) <= 0:
            return NO_SLOTS
        slots = [PICK_FIGURE + grade for grade in (REGULAR, ELITE, SPECIAL) if stack[frame + PICKED + grade] > 0]
        return slots[:1] if room(game, area) >= units_left(game, frame) else slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            bring_unit(game, frame, game.stack[frame + AREA], slot - PICK_FIGURE)
            game.stack[frame + STEP] -= 1


def placeable_leaders(game: State, frame: int) -> list[int]:
    """The Leaders that may be placed, as slots; a given one may come from another Area, but not from the Tank (R-10.2)."""
    leader = game.stack[frame + LEADER]
    if leader == NO_LEADER:
        return NO_SLOTS
    if leader == ANY_LEADER:
        return leader_choice(game)
    at = game.leader_at[leader]
    away = at == OFF_BOARD or (at >= 0 and at != game.stack[frame + AREA])
    return [PICK_LEADER + leader] if away and may_be_placed(game, leader) else NO_SLOTS


class PlaceLeader(Step[State]):
    """Which Leader is placed with them."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if area == NONE or not strength(game, HARKONNEN, area):
            return NO_SLOTS
        return placeable_leaders(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        if slot != NONE:
            deploy_leader(game, HARKONNEN, slot, area)
            mark_done(game)


PROGRAMS.define(MAHDI_PLACE, [PickSpot(), PlaceGrade(), PlaceLeader()])

