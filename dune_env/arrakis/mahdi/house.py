"""Mahdi's House Action and every effect that places or replaces Units (R-40.7, R-40.12 to R-40.14)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import DISTANCE
from dune_env.arrakis.deployment import deploy_leader
from dune_env.arrakis.legions import settle
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.deploy import (
    ANY_LEADER,
    NO_LEADER,
    bring_unit,
    grade_slots,
    leader_choice,
    room,
    units_left,
)
from dune_env.arrakis.mahdi.power import defenders, distance_to_target, nearest_sietch, power, sietches
from dune_env.arrakis.mahdi.ties import area_slots, keep, keep_power
from dune_env.arrakis.mahdi.vehicles import push_mahdi_vehicles
from dune_env.arrakis.names import ELITE, GENERIC, HARKONNEN, OFF_BOARD, REGULAR, SPECIAL
from dune_env.arrakis.pieces import figure_available, figures, legion_areas, strength, upgrade
from dune_env.arrakis.programs import AREA, COUNT, KIND, LEADER, PICKED, RESULT
from dune_env.arrakis.slots import PICK_AREA, PICK_BASHAR, PICK_FIGURE, PICK_LEADER
from dune_env.arrakis.state import E_DEPLOYED, FACEDOWN_TOKENS, N_AREAS, PROGRAMS, State
from dune_env.arrakis.tank import may_be_placed
from dune_env.arrakis.tokens import reveal_all_tokens
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Step

MAHDI_REPLACE = PROGRAMS.add("mahdi_replace")
MAHDI_PLACE = PROGRAMS.add("mahdi_place")

UPGRADES: Final = 2

BASHAR: Final = -3  # the Leader to place is a Bashar


def push_house(game: State) -> None:
    """Upgrade two Regulars, then place 1 Harvester and 1 Ornithopter (R-40.12, R-40.14)."""
    push_mahdi_vehicles(game, 1, 1, 0)
    push_replace(game, UPGRADES, REGULAR, ELITE)


def push_replace(game: State, count: int, grade: int, to: int) -> int:
    """Let Mahdi replace *count* Units of one grade by another, with none left by the next stronger (R-40.4, Q-P68)."""
    frame = game.push(MAHDI_REPLACE, HARKONNEN)
    game.stack[frame + COUNT] = count
    game.stack[frame + KIND] = grade
    game.stack[frame + RESULT] = to
    return frame


def push_place(game: State, area: int, units: list[int], leader: int) -> int:
    """Let Mahdi place Units, by grade, and a Leader together in *area*, as many as fit (R-10.2, R-40.4, R-40.7).

    Args:
        area: a spot that `best_for_house` has chosen among those allowed.
        units: how many Regulars, Elites and Special Elites.
        leader: a Named Leader, who may come from another Area, ANY_LEADER, BASHAR or NO_LEADER.
    """
    frame = game.push(MAHDI_PLACE, HARKONNEN)
    game.stack[frame + AREA] = area
    for grade in (REGULAR, ELITE, SPECIAL):
        game.stack[frame + PICKED + grade] = units[grade]
    game.stack[frame + LEADER] = leader
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
    """In which Legion the next Unit is replaced; facedown tokens are revealed where necessary (R-40.13, R-43.4)."""

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


class PlaceGrade(Step[State]):
    """Which Unit is placed next, if not all fit."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if units_left(game, frame) == 0 or room(game, area) <= 0:
            return NO_SLOTS
        return grade_slots(game, frame, area)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            bring_unit(game, frame, game.stack[frame + AREA], slot - PICK_FIGURE)
            game.stack[frame + STEP] -= 1


def placeable_leaders(game: State, leader: int, area: int) -> list[int]:
    """The Leaders that may be placed in *area*, as slots; a given one from anywhere but the Tank (R-10.2)."""
    if leader == NO_LEADER:
        return NO_SLOTS
    if leader == ANY_LEADER:
        return leader_choice(game)
    if leader == BASHAR:
        return [PICK_BASHAR] if game.figure_supply[HARKONNEN * 4 + GENERIC] else NO_SLOTS
    at = game.leader_at[leader]
    away = at == OFF_BOARD or (at >= 0 and at != area)
    return [PICK_LEADER + leader] if away and may_be_placed(game, leader) else NO_SLOTS


def can_place(game: State, area: int, units: list[int], leader: int) -> bool:
    """Whether anything of what is to be placed can be placed in *area*."""
    if room(game, area) > 0 and sum(units) > 0 and any(game.figure_supply[HARKONNEN * 4 + g] for g in range(GENERIC)):
        return True
    return strength(game, HARKONNEN, area) > 0 and len(placeable_leaders(game, leader, area)) > 0


class PlaceLeader(Step[State]):
    """Which Leader is placed with them."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if not strength(game, HARKONNEN, area):
            return NO_SLOTS
        return placeable_leaders(game, game.stack[frame + LEADER], area)

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        if slot != NONE:
            deploy_leader(game, HARKONNEN, slot, area)
            mark_done(game)


PROGRAMS.define(MAHDI_PLACE, [PlaceGrade(), PlaceLeader()])
