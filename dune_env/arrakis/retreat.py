"""Retreat: where a beaten or threatened Legion may go, and the Legion that leaves a battle (chapter 22)."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS, GROUND
from dune_env.arrakis.legions import move_whole_legion
from dune_env.arrakis.movement import arrive
from dune_env.arrakis.names import FACEDOWN, HARKONNEN
from dune_env.arrakis.pieces import is_empty, is_free, is_settlement
from dune_env.arrakis.programs import AREA, RETREAT, SIDE
from dune_env.arrakis.slots import PICK_AREA
from dune_env.arrakis.state import E_RETREATED, PROGRAMS, SIGNS, State
from dune_env.engine.steps import NONE, Step


def retreat_areas(game: State, side: int, area: int) -> list[int]:
    """Adjacent Areas into which a Legion of *side* may be made to retreat (R-22.7 to R-22.9)."""
    return [
        to
        for to in ways_out(game, side, area)
        if is_free(game, side, to) and not (side == HARKONNEN and game.cells[SIGNS + to] == FACEDOWN)
    ]


def ways_out(game: State, side: int, area: int) -> list[int]:
    """Areas next to *area* for a Legion that is made to leave it; Mahdi's know no impassable borders (Q-P63)."""
    over_impassable = game.solo and side == HARKONNEN and game.rules.mahdi_retreats_over_impassable
    return BORDERS[area] if over_impassable else GROUND[area]


class PickRetreat(Step[State]):
    """The opponent puts the retreating Legion into an adjacent free Area; in solo the Atreides choose, empty first."""

    def seat(self, game: State, frame: int) -> int:
        side = game.stack[frame + SIDE]
        return side if game.solo else 1 - side

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        areas = retreat_areas(game, stack[frame + SIDE], stack[frame + AREA])
        if game.solo:
            empty = [area for area in areas if is_empty(game, area)]
            areas = empty or areas
        return [PICK_AREA + area for area in areas]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        stack = game.stack
        side, area, to = stack[frame + SIDE], stack[frame + AREA], slot - PICK_AREA
        left_settlement = is_settlement(game, side, area)
        move_whole_legion(game, side, area, to)
        game.event(E_RETREATED, area, to)
        game.note("retreat")
        arrive(game, side, to, game.rules.retreat_takes_station)
        if left_settlement:
            game.left_settlement(side, area)


PROGRAMS.define(RETREAT, [PickRetreat()])
