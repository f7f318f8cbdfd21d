"""Moving Legions toward the Target Sietch: merges beside it, temporary targets, paths (chapter 41)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import BORDERS, DISTANCE
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.paths import best_of_ends, merged_power, path_ends
from dune_env.arrakis.mahdi.power import (
    adjacent,
    card_target,
    defenders,
    free_distances,
    move_target,
    power,
    rank,
    sietches,
    stronger,
)
from dune_env.arrakis.mahdi.ties import area_slots, back_slots, keep, keep_power, tokens_with_back
from dune_env.arrakis.movement import arrive, flight_zones, legion_fits, move_group
from dune_env.arrakis.names import BLACK_TOKENS, ELITE, GENERIC, HARKONNEN, REGULAR, SILVER_TOKENS, SPECIAL
from dune_env.arrakis.pieces import (
    figures,
    is_settlement,
    legion_areas,
    named_leaders,
    settle,
    stacking_limit,
    strength,
    tokens,
)
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
from dune_env.arrakis.slots import PICK_AREA, PICK_FIGURE, PICK_TOKEN, PICK_ZONE
from dune_env.arrakis.state import E_MOVED, PROGRAMS, State
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Step

MAHDI_MOVES = PROGRAMS.add("mahdi_moves")

DIRECT: Final = 1  # flag of a move whose end is given: no Ornithopter is needed


def push_moves(game: State, count: int, kind: int, leader: int, only: int) -> int:
    """Let Mahdi move up to *count* different Legions by its movement criteria.

    Args:
        kind, leader: what each Legion must hold or where it must stand, as in `movement.legion_fits`.
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


# --- which Legions


def has_moved(game: State, area: int) -> bool:
    """Whether figures in *area* have moved in this Action: Mahdi moves whole Legions only (Q-P12)."""
    moved = game.moved
    return any(moved[at] == area for at in range(0, len(moved), 7))


def unmoved(game: State, frame: int) -> list[int]:
    """Areas whose Legion this Action may still move."""
    stack = game.stack
    only = stack[frame + ORDER]
    return [
        area
        for area in legion_areas(game, HARKONNEN)
        if (only == NONE or area == only)
        and not has_moved(game, area)
        and (game.rules.mahdi_moves_new_tokens or not _just_laid(game, area, stack[frame + MEMO]))
        and legion_fits(game, HARKONNEN, area, stack[frame + KIND], stack[frame + LEADER])
    ]


def _just_laid(game: State, area: int, since: int) -> bool:
    return any(game.token_laid[token] > since for token in tokens(game, HARKONNEN, area))


def qualified(game: State, frame: int, target: int) -> list[int]:
    """Legions that exceed the defenders of *target*; beside it they stay put (R-41.3, R-41.12, Q-P15)."""
    theirs = defenders(game, target)
    return [
        area
        for area in unmoved(game, frame)
        if not adjacent(game, area, target) and stronger(game, power(game, HARKONNEN, area), theirs)
    ]


# --- merges beside the target


def merges(game: State, frame: int) -> list[int]:
    """Merges into one Legion beside the target that is stronger than both, the strongest only (R-41.12, Q-P66)."""
    target = move_target(game)
    if target == NONE:
        return []
    found: list[int] = []
    powers: list[int] = []
    sources = unmoved(game, frame)
    limit = stacking_limit(game, HARKONNEN)
    for to in legion_areas(game, HARKONNEN):
        if not adjacent(game, to, target) or strength(game, HARKONNEN, to) >= limit:
            continue
        for area in BORDERS[to]:
            if area in sources:
                merged = merged_power(game, area, to)
                if merged > max(power(game, HARKONNEN, area), power(game, HARKONNEN, to)):
                    found.append(to * 128 + area)
                    powers.append(merged)
    return keep_power(game, "R-41.12", found, powers)


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


# --- the target of the turn


def temporary_targets(game: State, frame: int) -> list[int]:
    """Sietches that some Legion could exceed: the closest to the Target Sietch, then of highest rank (R-41.4)."""
    target = card_target(game)
    found = [area for area in sietches(game) if area != target and qualified(game, frame, area)]
    if target != NONE:
        found = keep(game, "R-41.4", found, [-DISTANCE[area][target] for area in found])
    return keep(game, "R-41.4", found, [rank(game, area) for area in found])


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


# --- Legion by Legion


def able_to_move(game: State, frame: int, target: int) -> list[int]:
    """Legions that may move toward *target*; by one reading all, if none exceeds any Sietch's defenders (Q-P14)."""
    able = qualified(game, frame, target)
    if able or game.rules.mahdi_stays_when_too_weak or temporary_targets(game, frame):
        return able
    return [area for area in unmoved(game, frame) if not adjacent(game, area, target)]


def next_movers(game: State, frame: int, target: int, steps: list[int]) -> list[int]:
    """The Legion closest to the target, then the strongest, of those that qualify and have a way (R-41.1, R-41.2)."""
    able = able_to_move(game, frame, target)
    found = [area for area in able if path_ends(game, area, steps)]
    if not game.rules.mahdi_skips_blocked_legions:  # Q-P6: a blocked Legion that is closer loses the move
        reached = min([steps[area] for area in found], default=len(steps))
        if any(DISTANCE[area][target] < reached for area in able if area not in found):
            return []
    found = keep(game, "R-41.1", found, [-steps[area] for area in found])
    return keep_power(game, "R-41.2", found, [power(game, HARKONNEN, area) for area in found])


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
            game.zones[zone] = 0
            game.ornithopter_used = 1
            game.flown.append(to)
            game.note("R-41.11")
            game.note("transport")
        left_settlement = is_settlement(game, HARKONNEN, area)
        group = self._group(game, frame, area, to)
        move_group(game, HARKONNEN, area, group)
        game.moved.extend([*group[:6], 0])  # which token is which stays hidden
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
        game.moved.clear()
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
