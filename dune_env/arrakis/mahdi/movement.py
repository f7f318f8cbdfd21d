"""Mahdi moves toward the Target Sietch: merges beside it, temporary targets, paths (chapter 41)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import BORDERS
from dune_env.arrakis.legions import settle
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.movers import merges, next_movers, qualified, temporary_targets
from dune_env.arrakis.mahdi.paths import best_of_ends, path_ends
from dune_env.arrakis.mahdi.power import free_distances, move_target
from dune_env.arrakis.mahdi.ties import area_slots, back_slots, tokens_with_back
from dune_env.arrakis.movement import arrive, move_group
from dune_env.arrakis.names import BLACK_TOKENS, ELITE, GENERIC, HARKONNEN, REGULAR, SILVER_TOKENS, SPECIAL
from dune_env.arrakis.pieces import figures, is_settlement, named_leaders, stacking_limit, strength
from dune_env.arrakis.programs import (
    AREA,
    COUNT,
    FLAGS,
    HITS,
    KIND,
    LEADER,
    MASK,
    MEMO,
    ORDER,
    OTHER_HITS,
    PICKED,
    ROUND_REGISTER,
    TO_AREA,
    ZONE,
)
from dune_env.arrakis.reach import flight_zones
from dune_env.arrakis.slots import PICK_AREA, PICK_FIGURE, PICK_TOKEN, PICK_ZONE
from dune_env.arrakis.state import E_MOVED, PROGRAMS, State
from dune_env.engine.lists import replaced
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Step

MAHDI_MOVES = PROGRAMS.add("mahdi_moves")

DIRECT: Final = 1  # flag of a move whose end is given: no Ornithopter is needed


def push_moves(game: State, count: int, kind: int, leader: int, only: int) -> int:
    """Let Mahdi move up to *count* different Legions by its movement criteria.

    Args:
        kind, leader: what each Legion must hold or where it must stand, as in `movers.legion_fits`.
        only: the Area of the one Legion meant, NONE for any.

    The parent Frame's AREA becomes the Area where the Legion moved last stands.
    """
    frame = game.push(MAHDI_MOVES, HARKONNEN)
    stack = game.stack
    stack[frame + COUNT] = count
    stack[frame + KIND] = kind
    stack[frame + LEADER] = leader
    stack[frame + ORDER] = only
    return frame


def push_given_move(game: State, area: int, to: int, flags: int) -> int:
    """Let Mahdi move the Legion of *area* to *to*: where a card or another chart has chosen both.

    Args:
        flags: DIRECT if it needs no Ornithopter however far it is.
    """
    frame = push_moves(game, 1, 0, NONE, area)
    game.stack[frame + AREA] = area
    game.stack[frame + TO_AREA] = to
    game.stack[frame + FLAGS] = flags
    return frame


class PickMerge(Step[State]):
    """Into which Area a Legion beside the target merges."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0 or game.stack[frame + AREA] != NONE:
            return NO_SLOTS
        return area_slots([merge // 128 for merge in merges(game, frame)])

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + TO_AREA] = slot - PICK_AREA
            game.note("R-41.12")


class PickMergingLegion(Step[State]):
    """Which Legion moves into it."""

    def options(self, game: State, frame: int) -> list[int]:
        to = game.stack[frame + TO_AREA]
        if to == NONE or game.stack[frame + AREA] != NONE:
            return NO_SLOTS
        return area_slots([merge % 128 for merge in merges(game, frame) if merge // 128 == to])

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + AREA] = slot - PICK_AREA


class PickTemporaryTarget(Step[State]):
    """Once in a turn: if no Legion exceeds the defenders of the Target Sietch, which Sietch replaces it (Q-P60)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + TO_AREA] != NONE or stack[frame + MASK] == 1:
            return NO_SLOTS
        target = move_target(game)
        if target != NONE and qualified(game, frame, target):
            return NO_SLOTS
        return area_slots(temporary_targets(game, frame))

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + TO_AREA] != NONE:
            return
        stack[frame + MASK] = 1
        if slot != NONE:
            game.temporary_target = game.sietch_at.index(slot - PICK_AREA)
            game.note("R-41.4")
            stack[frame + STEP] = MERGE_STEP


class PickLegion(Step[State]):
    """Which Legion moves next."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        target = move_target(game)
        if stack[frame + COUNT] <= 0 or stack[frame + TO_AREA] != NONE or target == NONE:
            return NO_SLOTS
        return area_slots(next_movers(game, frame, target, free_distances(game, target)))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + AREA] = slot - PICK_AREA
            game.note("R-41.3")


class PickEnd(Step[State]):
    """Where its move ends."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if area == NONE or game.stack[frame + TO_AREA] != NONE:
            return NO_SLOTS
        return area_slots(best_of_ends(game, path_ends(game, area, free_distances(game, move_target(game)))))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + TO_AREA] = slot - PICK_AREA


class PickTransport(Step[State]):
    """Which Ornithopter carries the Legion where no border leads (R-41.10, R-41.11)."""

    def options(self, game: State, frame: int) -> list[int]:
        area, to = game.stack[frame + AREA], game.stack[frame + TO_AREA]
        if to == NONE or to in BORDERS[area] or game.stack[frame + FLAGS] == DIRECT:
            return NO_SLOTS
        return [PICK_ZONE + zone for zone in flight_zones(game, area)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + ZONE] = slot - PICK_ZONE


# --- how much of the Legion

# What is picked lies in the registers PICKED + grade, HITS for black tokens and OTHER_HITS for silver ones.
BACK_REGISTERS: Final = [HITS, OTHER_HITS]


class PickPart(Step[State]):
    """The strongest Units up to the stacking limit; Regulars and tokens are worth the same, so they tie (R-41.5)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        area, to = stack[frame + AREA], stack[frame + TO_AREA]
        if to == NONE:
            return NO_SLOTS
        if stack[frame + ROUND_REGISTER] == NONE:
            self._take_strongest(game, frame)
        room = stack[frame + ROUND_REGISTER]
        if room == 0:
            return NO_SLOTS
        slots: list[int] = []
        left = figures(game, HARKONNEN, area, REGULAR) - stack[frame + PICKED + REGULAR]
        total = left
        if left:
            slots.append(PICK_FIGURE + REGULAR)
        for slot in back_slots(game, area):
            back = slot - PICK_TOKEN
            left = len(tokens_with_back(game, area, back)) - stack[frame + BACK_REGISTERS[int(back == SILVER_TOKENS)]]
            total += left
            if left:
                slots.append(slot)
        return slots[:1] if room == total else slots

    def _take_strongest(self, game: State, frame: int) -> None:
        stack = game.stack
        area, to = stack[frame + AREA], stack[frame + TO_AREA]
        room = min(strength(game, HARKONNEN, area), stacking_limit(game, HARKONNEN) - strength(game, HARKONNEN, to))
        room = max(0, room)
        for grade in (SPECIAL, ELITE):
            taken = min(room, figures(game, HARKONNEN, area, grade))
            stack[frame + PICKED + grade] = taken
            room -= taken
        stack[frame + PICKED + REGULAR] = stack[frame + HITS] = stack[frame + OTHER_HITS] = 0
        stack[frame + ROUND_REGISTER] = room

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        stack = game.stack
        register = PICKED + REGULAR
        if slot >= PICK_TOKEN:
            register = BACK_REGISTERS[int(slot - PICK_TOKEN == SILVER_TOKENS)]
        stack[frame + register] += 1
        stack[frame + ROUND_REGISTER] -= 1
        stack[frame + STEP] -= 1


class CarryOutMove(Step[State]):
    """Move the Legion, settle what the arrival sets off, and go on to the next one."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        area, to, zone = stack[frame + AREA], stack[frame + TO_AREA], stack[frame + ZONE]
        if to == NONE:
            return
        if zone != NONE:
            game.zones = replaced(game.zones, zone, 0)
            game.ornithopter_used = 1
            game.flown = [*game.flown, to]
            game.note("R-41.11")
            game.note("transport")
        left_settlement = is_settlement(game, HARKONNEN, area)
        group = self._group(game, frame, area, to)
        move_group(game, HARKONNEN, area, group)
        game.moved = [*game.moved, *group[:6], 0]  # which token is which stays hidden
        game.event(E_MOVED, area, to)
        if strength(game, HARKONNEN, area):
            game.note("split")
        mark_done(game)
        stack[frame - FRAME + AREA] = to
        stack[frame + COUNT] -= 1
        for register in (AREA, TO_AREA, ZONE, ROUND_REGISTER):
            stack[frame + register] = NONE
        if stack[frame + COUNT] > 0:
            stack[frame + STEP] = MERGE_STEP
        arrive(game, HARKONNEN, to)
        settle(game, HARKONNEN, area)
        if left_settlement:
            game.left_settlement(HARKONNEN, area)

    def _group(self, game: State, frame: int, area: int, to: int) -> list[int]:
        stack = game.stack
        bits = 0
        for back, register in ((BLACK_TOKENS, HITS), (SILVER_TOKENS, OTHER_HITS)):
            for token in tokens_with_back(game, area, back)[: stack[frame + register]]:
                bits |= 1 << token
        named = 0
        for leader in named_leaders(game, HARKONNEN, area):
            named |= 1 << leader
        generics = figures(game, HARKONNEN, area, GENERIC)
        return [to, *stack[frame + PICKED : frame + PICKED + 3], generics, named, bits]


class BeginMoves(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.moved = []
        game.stack[frame + MEMO] = game.clock
        game.stack[frame + MASK] = 0


MERGE_STEP: Final = 1
PROGRAMS.define(
    MAHDI_MOVES,
    [
        BeginMoves(),
        PickMerge(),
        PickMergingLegion(),
        PickTemporaryTarget(),
        PickLegion(),
        PickEnd(),
        PickTransport(),
        PickPart(),
        CarryOutMove(),
    ],
)
