"""What Sandworms do when the Atreides use them: they move and attack (chapters 9 and 28)."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS, DESERT, GROUND, MOUNTAIN
from dune_env.arrakis.names import ATREIDES, HARKONNEN, NO_WORM, WILD_MAKER
from dune_env.arrakis.pieces import is_bare_in, is_desert, remove_harvester, strength, terrain, worm_areas
from dune_env.arrakis.programs import AREA, COUNT, MOVE_WORMS, TO_AREA, WORM_ATTACK
from dune_env.arrakis.slots import PASS, PICK_AREA
from dune_env.arrakis.state import E_WORM, HARVESTERS, N_AREAS, PROGRAMS, STRENGTH, WORMS, State
from dune_env.arrakis.worms import WILD_MAKER_DICE, WORM_DICE, push_strike
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step


def worm_moves(game: State, area: int) -> list[int]:
    """Areas to which the worm of *area* can move: up to two Desert ones, the last with at most a Station (R-28.2-4)."""
    borders = BORDERS if game.rules.worms_cross_impassable else GROUND
    cells = bytes(game.cells)
    reach: list[int] = []
    for first in borders[area]:
        if not is_desert(game, first):
            continue
        for to in [first, *borders[first]]:
            if to != area and to not in reach and is_desert(game, to) and is_bare_in(cells, to):
                reach.append(to)
    return sorted(reach)


def worm_targets(game: State, area: int) -> list[int]:
    """Areas that the worm of *area* can attack (R-28.5 to R-28.8)."""
    borders = BORDERS if game.rules.worms_cross_impassable else GROUND
    reach: list[int] = []
    for first in borders[area]:
        near = [first, *borders[first]] if is_desert(game, first) else [first]
        for to in near:
            if to != area and to not in reach and _worm_target(game, to):
                reach.append(to)
    return sorted(reach)


def _worm_target(game: State, area: int) -> bool:
    ground = terrain(game, area)
    if ground == MOUNTAIN:
        return False
    if game.cells[STRENGTH + HARKONNEN * N_AREAS + area]:
        return True
    return ground >= DESERT and game.cells[HARVESTERS + area] > 0


class PickWorm(Step[State]):
    """Which worm moves, or attacks; COUNT different ones may move (R-9.6 to R-9.8)."""

    def __init__(self, attacks: bool) -> None:
        super().__init__()
        self.attacks = attacks
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + AREA] != NONE:
            return NO_SLOTS
        slots: list[int] = []
        for area in worm_areas(game):
            if area in game.moved:
                continue
            if worm_targets(game, area) if self.attacks else worm_moves(game, area):
                slots.append(PICK_AREA + area)
        return [PASS, *slots] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.stack[frame + AREA] = slot - PICK_AREA
        elif game.stack[frame + AREA] == NONE:
            game.stack[frame + COUNT] = 0


class MoveWorm(Step[State]):
    """Where the worm goes (R-28.2, R-28.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        return [PICK_AREA + to for to in worm_moves(game, game.stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            game.moved = []
            return
        to = slot - PICK_AREA
        move_worm(game, stack[frame + AREA], to)
        game.moved = [*game.moved, to]
        stack[frame + COUNT] -= 1
        stack[frame + AREA] = NONE
        stack[frame + STEP] = 0


def move_worm(game: State, area: int, to: int) -> None:
    """Move the worm of *area* to *to* (R-28.2)."""
    game.cells[WORMS + to] = game.cells[WORMS + area]
    game.cells[WORMS + area] = NO_WORM
    game.event(E_WORM, area, to)


def push_move_worms(game: State, count: int) -> None:
    """Let the Atreides move up to *count* different worms."""
    game.moved = []
    frame = game.push(MOVE_WORMS, ATREIDES)
    game.stack[frame + COUNT] = count


def push_worm_attack(game: State) -> None:
    """Let the Atreides attack with one worm."""
    game.moved = []
    frame = game.push(WORM_ATTACK, ATREIDES)
    game.stack[frame + COUNT] = 1


PROGRAMS.define(MOVE_WORMS, [PickWorm(False), MoveWorm()])


class PickWormTarget(Step[State]):
    """What the worm attacks; it is removed to do so (R-28.5)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        return [PICK_AREA + to for to in worm_targets(game, game.stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        stack[frame + TO_AREA] = slot - PICK_AREA
        attack_with_worm(game, stack[frame + AREA], slot - PICK_AREA)


def attack_with_worm(game: State, area: int, to: int) -> None:
    """The worm of *area* leaves the board and strikes what stands in *to* (R-28.5, R-28.9, R-28.11)."""
    dice = WILD_MAKER_DICE if game.cells[WORMS + area] == WILD_MAKER else WORM_DICE
    game.cells[WORMS + area] = NO_WORM
    game.event(E_WORM, area, to)
    game.note("worm_attack")
    if strength(game, HARKONNEN, to):
        push_strike(game, to, dice)
    else:
        remove_harvester(game, to, True)
        game.note("harvester_eaten")


PROGRAMS.define(WORM_ATTACK, [PickWorm(True), PickWormTarget()])
