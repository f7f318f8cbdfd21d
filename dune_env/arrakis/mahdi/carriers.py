"""Troop Carriers for Mahdi: a Legion flies from a settlement to another Legion, toward the Target Sietch (R-40.6)."""

from __future__ import annotations

from dune_env.arrakis.mahdi.movement import DIRECT, push_given_move
from dune_env.arrakis.mahdi.movers import qualified, temporary_targets
from dune_env.arrakis.mahdi.paths import best_of_ends
from dune_env.arrakis.mahdi.power import free_distances, move_target, power
from dune_env.arrakis.mahdi.ties import area_slots, keep, keep_power
from dune_env.arrakis.movers import IN_SETTLEMENT
from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.pieces import legion_areas, stacking_limit, strength
from dune_env.arrakis.programs import AREA, KIND, MEMO
from dune_env.arrakis.slots import PICK_AREA
from dune_env.arrakis.state import State
from dune_env.engine.steps import NO_SLOTS, NONE, Step


def landings(game: State, area: int, steps: list[int]) -> list[int]:
    """Legions with room that are nearer to the target than *area*, the nearest ones (R-41.1, R-41.5)."""
    limit = stacking_limit(game, HARKONNEN)
    found = [
        to
        for to in legion_areas(game, HARKONNEN)
        if to != area
        and strength(game, HARKONNEN, to) < limit
        and steps[to] >= 0
        and (steps[area] < 0 or steps[to] < steps[area])
    ]
    return keep(game, "R-41.1", found, [-steps[to] for to in found])


class BeginCarrying(Step[State]):
    """Only Legions in settlements count; what moved before does not matter."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.moved = []
        game.stack[frame + KIND] = IN_SETTLEMENT
        game.stack[frame + MEMO] = game.clock


class CarryToward(Step[State]):
    """If no Legion in a settlement exceeds the defenders of the Target Sietch, which Sietch replaces it (R-41.4)."""

    def options(self, game: State, frame: int) -> list[int]:
        target = move_target(game)
        if target != NONE and qualified(game, frame, target):
            return NO_SLOTS
        return area_slots(temporary_targets(game, frame))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.temporary_target = game.sietch_at.index(slot - PICK_AREA)
            game.note("R-41.4")


class PickCarried(Step[State]):
    """Which Legion: of those that may move toward it the closest, then the strongest (R-41.1 to R-41.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        target = move_target(game)
        if target == NONE:
            return NO_SLOTS
        steps = free_distances(game, target)
        found = [area for area in qualified(game, frame, target) if landings(game, area, steps)]
        found = keep(game, "R-41.1", found, [-far(steps[area]) for area in found])
        return area_slots(keep_power(game, "R-41.2", found, [power(game, HARKONNEN, area) for area in found]))

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA if slot != NONE else NONE


def far(steps: int) -> int:
    """A distance to compare, where -1 stands for no way at all."""
    return steps if steps >= 0 else 1000


class PickLanding(Step[State]):
    """Which Legion it joins (R-41.5 to R-41.9)."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if area == NONE:
            return NO_SLOTS
        return area_slots(best_of_ends(game, landings(game, area, free_distances(game, move_target(game)))))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            push_given_move(game, game.stack[frame + AREA], slot - PICK_AREA, DIRECT)


CARRIERS: list[Step[State]] = [BeginCarrying(), CarryToward(), PickCarried(), PickLanding()]
