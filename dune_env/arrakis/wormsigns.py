"""Wormsigns: laid facedown, turned up, set aside (chapters 9, 14 and 27)."""

from __future__ import annotations

from dune_env.arrakis.board import DEEP_DESERT, DESERT, TERRAIN
from dune_env.arrakis.dice import DrawWormsign
from dune_env.arrakis.names import ATREIDES, BURROWING_SIGN, FACEDOWN, NO_SIGN, SAND_SIGN, SANDWORM_SIGN
from dune_env.arrakis.pieces import terrain
from dune_env.arrakis.programs import AREA, COUNT, ENTER_WORMSIGN, PLACE_WORMSIGNS
from dune_env.arrakis.slots import C_WORMSIGN, PASS, PICK_AREA
from dune_env.arrakis.state import E_SIGN, N_AREAS, PROGRAMS, SIETCHES, SIGNS, WORMS, State
from dune_env.arrakis.worms import push_place_worm
from dune_env.engine.lists import increased
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step


def signs_in_supply(game: State) -> int:
    """Wormsigns that can still be laid: all but those on the board and those set aside."""
    on_board = N_AREAS - game.cells[SIGNS : SIGNS + N_AREAS].count(NO_SIGN)
    return sum(game.content.wormsigns) - on_board - game.signs_aside


def lay_sign(game: State, area: int) -> None:
    """Lay a random facedown Wormsign, seen by nobody (R-9.11, R-14.4); it reveals nothing (R-27.2)."""
    game.cells[SIGNS + area] = FACEDOWN
    game.event(E_SIGN, area)


def turn_up(game: State, area: int, kind: int) -> None:
    """Turn the facedown Wormsign of *area* up to show *kind* (0 Sand, 1 Sandworm, 2 Burrowing Sandworm)."""
    game.signs_left = increased(game.signs_left, kind, -1)
    game.cells[SIGNS + area] = SAND_SIGN + kind
    game.event(E_SIGN, area, kind)


def set_aside_sign(game: State, area: int) -> None:
    """Take a Wormsign off the board until all are shuffled back (R-14.9, Q-M11)."""
    game.cells[SIGNS + area] = NO_SIGN
    game.signs_aside += 1


def makes_worm(game: State, area: int) -> bool:
    """Whether the turned-up Wormsign of *area* brings a Sandworm (R-14.6 to R-14.8)."""
    sign = game.cells[SIGNS + area]
    return sign == SANDWORM_SIGN or (sign == BURROWING_SIGN and terrain(game, area) == DEEP_DESERT)


class RevealSign(DrawWormsign):
    """A Harkonnen Legion has entered: turn the Wormsign up and resolve it at once (R-27.1)."""

    def needed(self, game: State, frame: int) -> bool:
        return game.cells[SIGNS + game.stack[frame + AREA]] == FACEDOWN

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        area = game.stack[frame + AREA]
        turn_up(game, area, slot - C_WORMSIGN)
        appears = makes_worm(game, area)
        set_aside_sign(game, area)
        if appears:
            push_place_worm(game, area, True)


PROGRAMS.define(ENTER_WORMSIGN, [RevealSign()])


# --- laid by Desert Power


def sign_areas(game: State) -> list[int]:
    """Desert Areas without Wormsign, worm or Sietch (R-9.4); Harkonnen pieces do not matter (R-9.5)."""
    cells = bytes(game.cells)
    ground = TERRAIN[game.atomics]
    return [
        area
        for area in range(N_AREAS)
        if not (cells[SIGNS + area] or cells[WORMS + area] or cells[SIETCHES + area]) and ground[area] >= DESERT
    ]


class PickSignArea(Step[State]):
    """Where a Wormsign is laid; COUNT of them are (R-9.4)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0 or signs_in_supply(game) == 0:
            return NO_SLOTS
        slots = [PICK_AREA + area for area in sign_areas(game)]
        return [PASS, *slots] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            lay_sign(game, slot - PICK_AREA)
            game.stack[frame + COUNT] -= 1
            game.stack[frame + STEP] -= 1


PROGRAMS.define(PLACE_WORMSIGNS, [PickSignArea()])


def push_signs(game: State, count: int) -> None:
    """Let the Atreides lay up to *count* Wormsigns."""
    frame = game.push(PLACE_WORMSIGNS, ATREIDES)
    game.stack[frame + COUNT] = count
