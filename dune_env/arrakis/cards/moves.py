"""Verbs that move Legions and attack with them: any that fits, "this" one, or that of a Leader."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.attacks import MUST_ATTACK, SURPRISE, any_attacker, push_attack
from dune_env.arrakis.cards.entry import Part
from dune_env.arrakis.movement import MUST, THIS_LEGION, push_move
from dune_env.arrakis.movers import any_mover, legion_fits
from dune_env.arrakis.programs import AREA, RESULT
from dune_env.arrakis.reach import destinations, targets
from dune_env.arrakis.slots import ACTION, ATTACK, MOVE, PASS, SURPRISE_ATTACK
from dune_env.arrakis.state import State
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, Step

NOBODY: Final = NONE


class Move(Part):
    """Move up to *count* different Legions that hold or stand in what *kind* says, or the Legion of *leaders*."""

    def __init__(self, count: int = 1, kind: int = 0, leaders: list[int] | None = None) -> None:
        super().__init__()
        self.count = count
        self.kind = kind
        self.leaders = leaders
        self.interruptible = False

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_move(game, game.stack[frame + SEAT], self.count, self.kind, standing(game, self.leaders), 0)


def standing(game: State, leaders: list[int] | None) -> int:
    """The one of *leaders*, versions of one person, who stands on the board; NOBODY if none is named."""
    if leaders is None:
        return NOBODY
    for leader in leaders:
        if game.leader_at[leader] >= 0:
            return leader
    return leaders[0]


def this_legion(game: State, frame: int) -> int:
    """Where the Legion that the card speaks of is by now: moved, driven away by a worm, or as it was placed."""
    if game.stack[frame + RESULT] == MOVED and game.moved:
        return game.moved[0]
    return game.stack[frame + AREA]


MOVED: Final = 1  # RESULT of a card whose Legion has moved in the part before


class MoveThis(Step[State]):
    """This Legion moves; the moving part is what the card speaks of from then on. *again*: only if it just has."""

    def __init__(self, kind: int = 0, leaders: list[int] | None = None, again: bool = False) -> None:
        super().__init__()
        self.kind = kind
        self.leaders = leaders
        self.again = again

    def possible(self, game: State, frame: int) -> bool:
        leader = standing(game, self.leaders)
        area = game.leader_at[leader] if leader != NOBODY else this_legion(game, frame)
        return not self.again and self._may_move(game, game.stack[frame + SEAT], area, leader)

    def _may_move(self, game: State, side: int, area: int, leader: int) -> bool:
        return (
            area >= 0 and legion_fits(game, side, area, self.kind, leader) and len(destinations(game, side, area)) > 0
        )

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side = stack[frame + SEAT]
        if self.again and not (stack[frame + RESULT] == MOVED and game.moved):
            return
        leader = standing(game, self.leaders)
        area = game.leader_at[leader] if leader != NOBODY else this_legion(game, frame)
        if self.again and not game.rules.transport_adds_an_area:
            if area in game.flown:
                return  # Q-A10: the flight's two Areas are all
            game.flown = [*game.flown, area]
        stack[frame + RESULT] = NONE
        game.moved = []
        if not self._may_move(game, side, area, leader):
            return
        stack[frame + RESULT] = MOVED
        stack[frame + AREA] = area
        move = push_move(game, side, 1, self.kind, leader, THIS_LEGION)
        stack[move + AREA] = area


class AttackThis(Step[State]):
    """This Legion attacks, if it has something to attack; whether it does may be passed."""

    def __init__(self, flags: int = 0, kind: int = 0, leaders: list[int] | None = None) -> None:
        super().__init__()
        self.flags = flags
        self.kind = kind
        self.leaders = leaders
        self.interruptible = True

    def _area(self, game: State, frame: int) -> int:
        leader = standing(game, self.leaders)
        return game.leader_at[leader] if leader != NOBODY else this_legion(game, frame)

    def possible(self, game: State, frame: int) -> bool:
        return self._may_attack(game, game.stack[frame + SEAT], self._area(game, frame))

    def _may_attack(self, game: State, side: int, area: int) -> bool:
        return area >= 0 and legion_fits(game, side, area, self.kind, NOBODY) and len(targets(game, side, area)) > 0

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SEAT], self._area(game, frame)
        game.stack[frame + AREA] = area
        game.stack[frame + RESULT] = NONE
        game.moved = []
        if not self._may_attack(game, side, area):
            return NO_SLOTS
        return [ACTION + (SURPRISE_ATTACK if self.flags & SURPRISE else ATTACK), PASS]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= ACTION:
            attack = push_attack(game, game.stack[frame + SEAT], 0, NOBODY, self.flags | MUST_ATTACK)
            game.stack[attack + AREA] = game.stack[frame + AREA]


class Attack(Step[State]):
    """Attack with any one Legion that holds what *kind* says."""

    def __init__(self, flags: int = 0, kind: int = 0) -> None:
        super().__init__()
        self.flags = flags
        self.kind = kind

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_attack(game, game.stack[frame + SEAT], self.kind, NOBODY, self.flags)


class MoveOrAttack(Part):
    """One Legion moves OR attacks: any that fits, this one, or that of *leaders*."""

    def __init__(
        self, flags: int = 0, kind: int = 0, this: bool = False, leaders: list[int] | None = None, at: int = NONE
    ) -> None:
        super().__init__()
        self.flags = flags
        self.kind = kind
        self.this = this
        self.leaders = leaders
        self.at = at

    def _area(self, game: State, frame: int) -> int:
        """The Area of the one Legion meant; NONE where any will do, -2 where it is nowhere."""
        if self.at != NONE:
            return self.at
        if self.leaders is not None:
            area = game.leader_at[standing(game, self.leaders)]
            return area if area >= 0 else -2
        if self.this:
            area = this_legion(game, frame)
            return area if area >= 0 else -2
        return NONE

    def possible(self, game: State, frame: int) -> bool:
        return len(self._ways(game, game.stack[frame + SEAT], self._area(game, frame))) > 0

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SEAT], self._area(game, frame)
        if self.this:
            game.stack[frame + AREA] = area
            game.stack[frame + RESULT] = NONE
        game.moved = []
        slots = self._ways(game, side, area)
        return [*slots, PASS] if slots else NO_SLOTS

    def _ways(self, game: State, side: int, area: int) -> list[int]:
        """Whether it can move and whether it can attack, as slots."""
        if area == NONE:
            moves = any_mover(game, side, self.kind, NOBODY)
            attacks = any_attacker(game, side, self.kind, NOBODY)
        else:
            leader = standing(game, self.leaders)  # he takes part in a move, and in an attack the Legion is whole
            moves = area >= 0 and legion_fits(game, side, area, self.kind, leader)
            moves = moves and len(destinations(game, side, area)) > 0
            attacks = area >= 0 and legion_fits(game, side, area, self.kind, NOBODY)
            attacks = attacks and len(targets(game, side, area)) > 0
        slots = [ACTION + MOVE] if moves else []
        if attacks:
            slots.append(ACTION + (SURPRISE_ATTACK if self.flags & SURPRISE else ATTACK))
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot < ACTION:
            return
        side, area = game.stack[frame + SEAT], self._area(game, frame)
        if slot == ACTION + MOVE:
            pushed = push_move(game, side, 1, self.kind, standing(game, self.leaders), MUST)
        else:
            pushed = push_attack(game, side, self.kind, NOBODY, self.flags | MUST_ATTACK)
        if area != NONE:
            game.stack[pushed + AREA] = area
