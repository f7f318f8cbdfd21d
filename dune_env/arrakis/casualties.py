"""Losing figures: casualties Hit by Hit, the stacking limit, Leaders left alone (chapters 3 and 21)."""

from __future__ import annotations

from dune_env.arrakis.legions import destroy_legion, fall_alone
from dune_env.arrakis.names import (
    ATREIDES,
    BLACK_TOKENS,
    ELITE,
    GENERIC,
    REGULAR,
    SILVER_TOKENS,
    SPECIAL,
    SUPPLY,
    TOKEN_GONE_UNSEEN,
    TOKENS,
)
from dune_env.arrakis.pieces import (
    figures,
    forget_moved,
    leaders,
    lose_unit,
    named_leaders,
    remove_figures,
    stacking_limit,
    strength,
    tokens,
)
from dune_env.arrakis.programs import AREA, CASUALTIES, FALL_ALONE, HITS, SIDE, TRIM
from dune_env.arrakis.slots import PICK_BASHAR, PICK_FIGURE, PICK_LEADER, PICK_NAIB, PICK_TOKEN
from dune_env.arrakis.state import E_FELL, PROGRAMS, State
from dune_env.arrakis.tank import send_to_tank
from dune_env.arrakis.tokens import take_token
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step


def generic_slot(side: int) -> int:
    """The slot that names a Generic Leader of *side*."""
    return PICK_NAIB if side == ATREIDES else PICK_BASHAR


def legion_slots(game: State, side: int, area: int) -> list[int]:
    """One slot for each kind of figure of a Legion, tokens aside."""
    slots = [PICK_FIGURE + grade for grade in (REGULAR, ELITE, SPECIAL) if figures(game, side, area, grade)]
    if figures(game, side, area, GENERIC):
        slots.append(generic_slot(side))
    slots.extend([PICK_LEADER + leader for leader in named_leaders(game, side, area)])
    return slots


def hit_slots(game: State, side: int, area: int) -> list[int]:
    """What may absorb a Hit: by one reading no Elite that could not be replaced, while another piece can (Q-A13)."""
    slots = legion_slots(game, side, area)
    if game.rules.elite_falls_without_regular or game.figure_supply[side * 4 + REGULAR]:
        return slots
    others = [slot for slot in slots if slot not in (PICK_FIGURE + ELITE, PICK_FIGURE + SPECIAL)]
    return others or slots


def hits_absorbed(game: State, side: int, area: int) -> int:
    """Hits that a Legion can absorb before its last Unit falls (R-21.2 to R-21.4); Leaders are extra."""
    better = figures(game, side, area, ELITE) + figures(game, side, area, SPECIAL)
    return figures(game, side, area, REGULAR) + 2 * better + leaders(game, side, area)


def push_casualties(game: State, side: int, area: int, hits: int) -> None:
    """Make the owner of a Legion absorb *hits*, one by one."""
    if hits <= 0 or strength(game, side, area) == 0:
        return
    frame = game.push(CASUALTIES, side)
    game.stack[frame + AREA] = area
    game.stack[frame + SIDE] = side
    game.stack[frame + HITS] = hits


class AbsorbHit(Step[State]):
    """Choose what one Hit removes or downgrades (R-21.2, R-21.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        if game.stack[frame + HITS] == 0 or strength(game, side, area) == 0:
            return NO_SLOTS
        return hit_slots(game, side, area)

    def apply(self, game: State, frame: int, slot: int) -> None:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        if slot == NONE:
            if strength(game, side, area) == 0:
                fall_alone(game, side, area)
            return
        game.stack[frame + HITS] -= 1
        game.stack[frame + STEP] -= 1
        remove_for_hit(game, side, area, slot)


def remove_for_hit(game: State, side: int, area: int, slot: int) -> None:
    """Take one Hit on the figure that *slot* names."""
    if slot < PICK_FIGURE + GENERIC:
        lose_unit(game, side, area, slot - PICK_FIGURE)
    elif slot == generic_slot(side):
        forget_moved(game, area, GENERIC)
        remove_figures(game, side, area, GENERIC, 1)
        game.event(E_FELL, area, side * 4 + GENERIC)
    else:
        send_to_tank(game, slot - PICK_LEADER)


PROGRAMS.define(CASUALTIES, [AbsorbHit()])


def token_slots(game: State, side: int, area: int) -> list[int]:
    """A slot for each facedown token of a Legion; Mahdi's are known by their backs, the first of a back naming it."""
    found = tokens(game, side, area)
    if side == ATREIDES:
        return [PICK_TOKEN + token for token in found]
    backs = [SILVER_TOKENS if token >= SILVER_TOKENS else BLACK_TOKENS for token in found]
    return [PICK_TOKEN + back for back in (BLACK_TOKENS, SILVER_TOKENS) if back in backs]


def named_token(game: State, area: int, slot: int) -> int:
    """The token in *area* that a slot of `token_slots` names; of Mahdi's with that back the one laid first."""
    token = slot - PICK_TOKEN
    if token < BLACK_TOKENS:
        return token
    last = SILVER_TOKENS if token < SILVER_TOKENS else TOKENS
    alike = [t for t in range(token, last) if game.token_at[t] == area]
    return min(alike, key=lambda t: game.token_laid[t])


class TrimUnit(Step[State]):
    """Choose the Unit, or facedown token, to remove above the stacking limit (R-3.21, Q-C14)."""

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        if strength(game, side, area) <= stacking_limit(game, side):
            return NO_SLOTS
        slots = [PICK_FIGURE + grade for grade in (REGULAR, ELITE, SPECIAL) if figures(game, side, area, grade)]
        if game.rules.trim_may_take_token or not slots:
            slots.extend(token_slots(game, side, area))
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        if slot == NONE:
            return
        game.stack[frame + STEP] -= 1
        if slot >= PICK_TOKEN:
            token = named_token(game, area, slot)
            take_token(game, token, TOKEN_GONE_UNSEEN if side == ATREIDES else SUPPLY)
        else:
            forget_moved(game, area, slot - PICK_FIGURE)
            remove_figures(game, side, area, slot - PICK_FIGURE, 1)
            game.event(E_FELL, area, side * 4 + slot - PICK_FIGURE)


PROGRAMS.define(TRIM, [TrimUnit()])


class NextToFall(Step[State]):
    """Choose which Named Leader enters the Tank next (Q-K1)."""

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        return [PICK_LEADER + leader for leader in named_leaders(game, side, area)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            send_to_tank(game, slot - PICK_LEADER)
            game.stack[frame + STEP] -= 1


PROGRAMS.define(FALL_ALONE, [NextToFall()])


def wipe_out(game: State, side: int, area: int, hits: int) -> bool:
    """Destroy a Legion outright where *hits* leave it no choice but the order of the Tank; whether it did."""
    if hits < hits_absorbed(game, side, area):
        return False
    for grade in (REGULAR, ELITE, SPECIAL):
        for _ in range(figures(game, side, area, grade)):
            game.event(E_FELL, area, side * 4 + grade)
    destroy_legion(game, side, area)
    return True
