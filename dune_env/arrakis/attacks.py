"""Attacks: which Legion attacks what, and how it gets there (chapter 19)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.movers import legion_fits
from dune_env.arrakis.pieces import legion_areas
from dune_env.arrakis.programs import AREA, ATTACK, BATTLE, FLAGS, KIND, LEADER, ROUND_REGISTER, SIDE, TO_AREA, ZONE
from dune_env.arrakis.reach import flight_zones, needs_flight, targets
from dune_env.arrakis.slots import PASS, PICK_AREA, PICK_ZONE
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, Step

# Flags of an attack and its battle.
SURPRISE: Final = 1
MUST_ATTACK: Final = 2  # the turn option was chosen for it
BONUS_DIE: Final = 4  # the attacker rolls one die more in each round
FEWER_DEFENDER_DICE: Final = 8  # the defender rolls at most 4 in the first round
FREE_CONTINUE: Final = 16  # continuing costs no Hit
WON_UNOPPOSED: Final = 32


def push_attack(game: State, side: int, kind: int, leader: int, flags: int) -> int:
    """Let *side* attack with a Legion that fits; the Frame's base is returned."""
    game.moved = []
    frame = game.push(ATTACK, side)
    stack = game.stack
    stack[frame + SIDE] = side
    stack[frame + KIND] = kind
    stack[frame + LEADER] = leader
    stack[frame + FLAGS] = flags
    return frame


def attackers(game: State, side: int, kind: int, leader: int) -> list[int]:
    """Areas whose Legion fits and has something to attack."""
    return [
        area
        for area in legion_areas(game, side)
        if legion_fits(game, side, area, kind, leader) and targets(game, side, area)
    ]


def any_attacker(game: State, side: int, kind: int, leader: int) -> bool:
    """Whether `attackers` finds any, without looking for all."""
    for area in legion_areas(game, side):
        if legion_fits(game, side, area, kind, leader) and targets(game, side, area):
            return True
    return False


class PickAttacker(Step[State]):
    """Which Legion attacks, whole (R-19.3)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + AREA] != NONE:
            return NO_SLOTS
        slots = [
            PICK_AREA + area
            for area in attackers(game, stack[frame + SIDE], stack[frame + KIND], stack[frame + LEADER])
        ]
        if slots and not stack[frame + FLAGS] & MUST_ATTACK:
            slots.append(PASS)
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.stack[frame + AREA] = slot - PICK_AREA


class PickTarget(Step[State]):
    """Which enemy Legion or settlement is attacked (R-19.2)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + AREA] == NONE or stack[frame + TO_AREA] != NONE:
            return NO_SLOTS
        return [PICK_AREA + to for to in targets(game, stack[frame + SIDE], stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.stack[frame + TO_AREA] = slot - PICK_AREA


class PickAttackFlight(Step[State]):
    """Which Ornithopter carries the attack where the ground does not lead; it is spent at once (R-18.1, Q-I14)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + TO_AREA] == NONE or stack[frame + ZONE] != NONE:
            return NO_SLOTS
        if not needs_flight(stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]):
            return NO_SLOTS
        return [PICK_ZONE + zone for zone in flight_zones(game, stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        area, to = stack[frame + AREA], stack[frame + TO_AREA]
        if to == NONE:
            return
        zone = slot - PICK_ZONE if slot != NONE else stack[frame + ZONE]
        if zone != NONE:
            game.zones = replaced(game.zones, zone, 0)
            game.flown = [*game.flown, area]
            game.note("transport_attack")
        push_battle(game, stack[frame + SIDE], area, to, stack[frame + FLAGS])


PROGRAMS.define(ATTACK, [PickAttacker(), PickTarget(), PickAttackFlight()])


def push_battle(game: State, side: int, area: int, to: int, flags: int) -> int:
    """Begin the battle of the Legion in *area* against what stands in *to*; the Frame's base is returned."""
    frame = game.push(BATTLE, side)
    stack = game.stack
    stack[frame + SIDE] = side
    stack[frame + AREA] = area
    stack[frame + TO_AREA] = to
    stack[frame + FLAGS] = flags
    stack[frame + ROUND_REGISTER] = 1
    return frame
