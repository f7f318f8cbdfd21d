"""What a roll of battle comes to: Hits, Shields and the Specials of Leaders (chapters 20 and 21)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.attacks import SURPRISE
from dune_env.arrakis.battle_dice import in_battle
from dune_env.arrakis.casualties import generic_slot, push_casualties, wipe_out
from dune_env.arrakis.names import GENERIC, SPECIAL
from dune_env.arrakis.pieces import figures, named_leaders
from dune_env.arrakis.programs import (
    AREA,
    FLAGS,
    HITS,
    ORDER,
    OTHER_HITS,
    OTHER_ROLL,
    PICKED,
    PICKED_LEADERS,
    ROLL,
    ROUND_REGISTER,
    SIDE,
    TO_AREA,
)
from dune_env.arrakis.slots import COMBAT_ROLLS, PICK_LEADER
from dune_env.arrakis.state import E_ROLLED, State
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step


class TallyRolls(Step[State]):
    """Count Hits, then let Leaders use Specials; a Surprise Attack adds one Special in round 1 (R-19.13, R-20.1-3)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        roll, other = COMBAT_ROLLS[stack[frame + ROLL]], COMBAT_ROLLS[stack[frame + OTHER_ROLL]]
        game.event(E_ROLLED, stack[frame + AREA], stack[frame + ROLL])
        game.event(E_ROLLED, stack[frame + TO_AREA], stack[frame + OTHER_ROLL])
        surprise = 1 if stack[frame + FLAGS] & SURPRISE and stack[frame + ROUND_REGISTER] == 1 else 0
        # HITS and OTHER_HITS pack Hits, Shields and Specials still to be used.
        stack[frame + HITS] = pack(roll[0], roll[1], roll[2] + surprise)
        stack[frame + OTHER_HITS] = pack(other[0], other[1], other[2])
        stack[frame + ORDER] = 0
        stack[frame + PICKED_LEADERS] = 0
        stack[frame + PICKED + GENERIC] = 0


def pack(hits: int, shields: int, specials: int) -> int:
    return (hits << 16) + (shields << 8) + specials  # a sum, so that packs can be added and specials taken away


def packed_hits(packed: int) -> int:
    return packed >> 16


def packed_shields(packed: int) -> int:
    return packed >> 8 & 255


def packed_specials(packed: int) -> int:
    return packed & 255


class UseSpecials(Step[State]):
    """Each Leader may turn one Special into what its card prints; with too few Specials the owner picks (R-20.4-9)."""

    def __init__(self, attacker: bool) -> None:
        super().__init__()
        self.attacker = attacker
        self.name = "UseSpecials" if attacker else "DefenderUseSpecials"

    def seat(self, game: State, frame: int) -> int:
        side = game.stack[frame + SIDE]
        return side if self.attacker else 1 - side

    def _unused(self, game: State, frame: int) -> tuple[int, list[int]]:
        """Generic and Named Leaders of this side that have not used a Special in this round."""
        stack = game.stack
        side = self.seat(game, frame)
        area = stack[frame + (AREA if self.attacker else TO_AREA)]
        generic = figures(game, side, area, GENERIC) - stack[frame + PICKED + GENERIC]
        named = [x for x in named_leaders(game, side, area) if not stack[frame + PICKED_LEADERS] >> x & 1]
        return generic, named

    def options(self, game: State, frame: int) -> list[int]:
        if not in_battle(game, frame):
            return NO_SLOTS
        specials = packed_specials(game.stack[frame + (HITS if self.attacker else OTHER_HITS)])
        generic, named = self._unused(game, frame)
        if specials == 0 or generic + len(named) <= specials:
            return NO_SLOTS
        slots = [PICK_LEADER + x for x in named]
        return [generic_slot(self.seat(game, frame)), *slots] if generic else slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if not in_battle(game, frame):
            return
        register = HITS if self.attacker else OTHER_HITS
        if slot != NONE:
            if slot >= PICK_LEADER:
                self._use(game, frame, register, slot - PICK_LEADER)
                stack[frame + PICKED_LEADERS] |= 1 << (slot - PICK_LEADER)
            else:
                self._use(game, frame, register, NONE)
                stack[frame + PICKED + GENERIC] += 1
            stack[frame + STEP] -= 1
            return
        generic, named = self._unused(game, frame)
        if packed_specials(stack[frame + register]):
            for _ in range(generic):
                self._use(game, frame, register, NONE)
            for leader in named:
                self._use(game, frame, register, leader)
        stack[frame + PICKED_LEADERS] = 0
        stack[frame + PICKED + GENERIC] = 0

    def _use(self, game: State, frame: int, register: int, leader: int) -> None:
        strip = game.content.leader_strip[leader] if leader != NONE else GENERIC_STRIP
        game.stack[frame + register] += pack(strip[0], strip[1], -1)


GENERIC_STRIP: Final = [1, 0]


class CountHits(Step[State]):
    """Special Elites cancel Shields; what is left of the Hits falls on both sides, attacker first (R-20.10, R-21.1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if not in_battle(game, frame):
            return
        side, area, to = stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]
        mine, theirs = stack[frame + HITS], stack[frame + OTHER_HITS]
        my_shields = max(0, packed_shields(mine) - figures(game, 1 - side, to, SPECIAL))
        their_shields = max(0, packed_shields(theirs) - figures(game, side, area, SPECIAL))
        on_me = max(0, packed_hits(theirs) - my_shields)
        on_them = max(0, packed_hits(mine) - their_shields)
        stack[frame + HITS] = on_me
        stack[frame + OTHER_HITS] = on_them
        wiped = wipe_out(game, 1 - side, to, on_them)
        if not wipe_out(game, side, area, on_me):
            if not wiped:
                push_casualties(game, 1 - side, to, on_them)
            push_casualties(game, side, area, on_me)
        elif not wiped:
            push_casualties(game, 1 - side, to, on_them)
