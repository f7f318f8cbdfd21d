"""Mahdi's Deployment: which settlement, which Leader (R-40.1 to R-40.4)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.deployment import deploy_leader, manned_settlements
from dune_env.arrakis.leaders.entering import BEAST_RABBAN, FEYD_RAUTHA
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.power import distance_to_target, power
from dune_env.arrakis.mahdi.ties import area_slots, keep, keep_power
from dune_env.arrakis.names import ELITE, GENERIC, HARKONNEN, REGULAR, SPECIAL
from dune_env.arrakis.pieces import recruit, settlements, stacking_limit, strength
from dune_env.arrakis.programs import AREA, LEADER, PICKED, TO_AREA
from dune_env.arrakis.slots import PICK_AREA, PICK_BASHAR, PICK_FIGURE, PICK_LEADER
from dune_env.arrakis.state import E_DEPLOYED, PROGRAMS, State
from dune_env.arrakis.tank import deployable_leaders
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Step

MAHDI_DEPLOY = PROGRAMS.add("mahdi_deploy")

ANY_LEADER: Final = -2  # the Leader that Mahdi's criteria choose
NO_LEADER: Final = NONE

FIRST_DEPLOYED: Final = [BEAST_RABBAN, FEYD_RAUTHA]


def push_deploy(game: State, units: list[int], leader: int) -> int:
    """Let Mahdi deploy Units, by grade, and a Leader at its best settlement (R-40.1).

    Args:
        units: how many Regulars, Elites and Special Elites.
        leader: a Named Leader, ANY_LEADER or NO_LEADER.

    The parent Frame's AREA becomes the settlement.
    """
    frame = game.push(MAHDI_DEPLOY, HARKONNEN)
    for grade in (REGULAR, ELITE, SPECIAL):
        game.stack[frame + PICKED + grade] = units[grade]
    game.stack[frame + LEADER] = leader
    return frame


def room(game: State, area: int) -> int:
    """Units that still fit into *area* (R-40.3)."""
    return stacking_limit(game, HARKONNEN) - strength(game, HARKONNEN, area)


def best_settlements(game: State, areas: list[int]) -> list[int]:
    """The settlement with the strongest Legion, then the one closest to the Target Sietch (R-40.2)."""
    areas = keep_power(game, "R-40.2", areas, [power(game, HARKONNEN, area) for area in areas])
    return keep(game, "R-40.2", areas, [-distance_to_target(game, area) for area in areas])


def leader_choice(game: State) -> list[int]:
    """The Leaders among which Mahdi deploys one, as slots: Rabban or Feyd-Rautha, other Named, a Bashar (R-40.1)."""
    named = deployable_leaders(game, HARKONNEN)
    first = [leader for leader in named if leader in FIRST_DEPLOYED]
    if first or named:
        return [PICK_LEADER + leader for leader in first or named]
    return [PICK_BASHAR] if game.figure_supply[HARKONNEN * 4 + GENERIC] else NO_SLOTS


def units_left(game: State, frame: int) -> int:
    """Units of the picking registers still to be brought in, as far as there are figures."""
    if not any(game.figure_supply[HARKONNEN * 4 + grade] for grade in (REGULAR, ELITE, SPECIAL)):
        return 0
    return sum(game.stack[frame + PICKED : frame + PICKED + 3])


def grade_slots(game: State, frame: int, area: int) -> list[int]:
    """Which Unit of the picking registers may come into *area* next: a choice only if not all fit there."""
    left = [PICK_FIGURE + grade for grade in (REGULAR, ELITE, SPECIAL) if game.stack[frame + PICKED + grade] > 0]
    return left[:1] if room(game, area) >= units_left(game, frame) else left


def bring_unit(game: State, frame: int, area: int, grade: int) -> None:
    """Bring one Unit of *grade*, or what replaces it, into *area* (R-40.4)."""
    game.stack[frame + PICKED + grade] -= 1
    if not game.figure_supply[HARKONNEN * 4 + grade]:
        game.note("R-40.4")
    if recruit(game, HARKONNEN, area, grade):
        game.event(E_DEPLOYED, area, grade)
        mark_done(game)


class PickTown(Step[State]):
    """Which settlement gets the next Units; a surplus goes to the next in priority (R-40.2, R-40.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        if units_left(game, frame) == 0:
            return NO_SLOTS
        towns = [area for area in settlements(game, HARKONNEN) if room(game, area) > 0]
        return area_slots(best_settlements(game, towns)) if towns else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + AREA] = slot - PICK_AREA if slot != NONE else NONE
        if slot == NONE:
            return
        if stack[frame + TO_AREA] == NONE:
            stack[frame + TO_AREA] = slot - PICK_AREA
            stack[frame - FRAME + AREA] = slot - PICK_AREA
        elif stack[frame + TO_AREA] != slot - PICK_AREA:
            game.note("R-40.3")


class PickGrade(Step[State]):
    """Which Unit is brought in next, if not all fit."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if area == NONE:
            return NO_SLOTS
        return grade_slots(game, frame, area)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            bring_unit(game, frame, game.stack[frame + AREA], slot - PICK_FIGURE)
            game.stack[frame + STEP] = 0


class PickLeaderToDeploy(Step[State]):
    """Which Leader comes with them (R-40.1)."""

    def options(self, game: State, frame: int) -> list[int]:
        leader = game.stack[frame + LEADER]
        if leader == NO_LEADER or not manned_settlements(game, HARKONNEN):
            return NO_SLOTS
        if leader == ANY_LEADER:
            return leader_choice(game)
        return [PICK_LEADER + leader] if leader in deployable_leaders(game, HARKONNEN) else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + LEADER] = slot
        if slot != NONE:
            game.note("R-40.1")


class PickTownForLeader(Step[State]):
    """The settlement of the Units, or with none deployed the first in priority."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + LEADER] == NONE:
            return NO_SLOTS
        area = game.stack[frame + TO_AREA]
        if area != NONE:
            return [PICK_AREA + area]
        return area_slots(best_settlements(game, manned_settlements(game, HARKONNEN)))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            deploy_leader(game, HARKONNEN, game.stack[frame + LEADER], slot - PICK_AREA)
            game.stack[frame - FRAME + AREA] = slot - PICK_AREA
            mark_done(game)


PROGRAMS.define(MAHDI_DEPLOY, [PickTown(), PickGrade(), PickLeaderToDeploy(), PickTownForLeader()])
