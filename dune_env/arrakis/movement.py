"""Moving Legions: Legion, destination, Ornithopter, any split, and what an arrival sets off (chapters 16-18, 31)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import GROUND
from dune_env.arrakis.casualties import generic_slot
from dune_env.arrakis.legions import settle
from dune_env.arrakis.movers import (
    HAS_LEADER,
    HAS_SPECIAL,
    leaders_that_stay,
    movable,
    movable_leaders,
    movable_tokens,
    movers,
)
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, GENERIC, SPECIAL
from dune_env.arrakis.pieces import is_settlement, remove_harvester, strength, tokens
from dune_env.arrakis.programs import (
    AREA,
    COUNT,
    ENTER_WORMSIGN,
    FLAGS,
    KIND,
    LEADER,
    MOVE_LEGIONS,
    ORDER,
    PICKED,
    PICKED_LEADERS,
    PICKED_TOKENS,
    SIDE,
    TAKE_STATION,
    TO_AREA,
    ZONE,
)
from dune_env.arrakis.reach import destinations, flight_zones, needs_flight, ride_length
from dune_env.arrakis.slots import ALL, DONE, PASS, PICK_AREA, PICK_FIGURE, PICK_LEADER, PICK_TOKEN, PICK_ZONE
from dune_env.arrakis.state import (
    E_MOVED,
    FACEDOWN_TOKENS,
    FIGURES,
    HARVESTERS,
    N_AREAS,
    N_LEADERS,
    NAMED,
    PROGRAMS,
    SIGNS,
    STATIONS,
    STRENGTH,
    State,
)
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

# Flags of a move.
MUST: Final = 1  # the first Legion must move: its turn option was chosen for that
THIS_LEGION: Final = 2  # the Legion is given, so the move may be passed when the destination is asked
FLEW: Final = 1 << 15  # in the Leader bits of a moved group; the Wild Maker, whose bit it is, is in no Legion


def push_move(game: State, side: int, count: int, kind: int, leader: int, flags: int) -> int:
    """Let *side* move up to *count* different Legions that fit; the Frame's base is returned."""
    game.moved = []
    frame = game.push(MOVE_LEGIONS, side)
    stack = game.stack
    stack[frame + SIDE] = side
    stack[frame + COUNT] = count
    stack[frame + KIND] = kind
    stack[frame + LEADER] = leader
    stack[frame + FLAGS] = flags
    return frame


class PickMover(Step[State]):
    """Which Legion moves; later Legions, and moves that a card grants, may be left out (R-7.17)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + AREA] != NONE:
            return NO_SLOTS
        slots = [
            PICK_AREA + area for area in movers(game, stack[frame + SIDE], stack[frame + KIND], stack[frame + LEADER])
        ]
        if slots and not stack[frame + FLAGS] & MUST:
            slots.append(PASS)
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot >= PICK_AREA:
            stack[frame + AREA] = slot - PICK_AREA
        elif stack[frame + AREA] == NONE:
            stack[frame + COUNT] = 0


class PickDestination(Step[State]):
    """Where the Legion goes."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + TO_AREA] != NONE:
            return NO_SLOTS
        slots = [PICK_AREA + to for to in destinations(game, stack[frame + SIDE], stack[frame + AREA])]
        return [*slots, PASS] if slots and stack[frame + FLAGS] & THIS_LEGION else slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot >= PICK_AREA:
            stack[frame + TO_AREA] = slot - PICK_AREA
        elif stack[frame + TO_AREA] == NONE:
            stack[frame + COUNT] = 0


class PickOrnithopter(Step[State]):
    """Which Ornithopter carries the Legion where the ground does not lead (R-18.1)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + ZONE] != NONE:
            return NO_SLOTS
        if not needs_flight(stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]):
            return NO_SLOTS
        return [PICK_ZONE + zone for zone in flight_zones(game, stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_ZONE:
            game.stack[frame + ZONE] = slot - PICK_ZONE


class PickFigures(Step[State]):
    """Which figures go, one by one in the order of kinds, or all of them (R-16.4 to R-16.8)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0:
            return NO_SLOTS
        side, area, order = stack[frame + SIDE], stack[frame + AREA], stack[frame + ORDER]
        kind, named = stack[frame + KIND], stack[frame + LEADER]
        if order == NONE:
            self._begin(stack, frame)
            order = 0
        left = [movable(game, side, area, figure) - stack[frame + PICKED + figure] for figure in range(4)]
        tokens_left = [t for t in movable_tokens(game, side, area) if not stack[frame + PICKED_TOKENS] >> t & 1]
        leaders_left = [x for x in movable_leaders(game, side, area) if not stack[frame + PICKED_LEADERS] >> x & 1]
        total = sum(left) + len(tokens_left) + len(leaders_left)
        picked_units = sum(stack[frame + PICKED : frame + PICKED + 3]) + stack[frame + PICKED_TOKENS].bit_count()
        picked_leaders = stack[frame + PICKED + GENERIC] + stack[frame + PICKED_LEADERS].bit_count()
        first = picked_units + picked_leaders == 0
        if total == 0 or (first and total == 1):
            return NO_SLOTS
        needs_special = bool(kind & HAS_SPECIAL) and not stack[frame + PICKED + SPECIAL]
        stuck = leaders_that_stay(game, side, area)
        room = strength(game, side, area) - picked_units - int(stuck)  # Units that may still go
        slots = [ALL] if first and room >= sum(left[:GENERIC]) + len(tokens_left) else []
        for grade in range(3):
            if left[grade] and grade >= order and room > int(needs_special and grade != SPECIAL):
                slots.append(PICK_FIGURE + grade)
        if not needs_special and room:
            slots.extend([PICK_TOKEN + t for t in tokens_left if order <= 3 + t])
        if picked_units and not needs_special:
            # What stays behind must keep a Unit if it keeps a Leader (Q-I1); stayers that moved before count.
            stay = strength(game, side, area) - picked_units
            generic_first = left[GENERIC] and order <= 3 + ATREIDES_TOKENS * 2
            if generic_first:
                slots.append(generic_slot(side))
            if stay or not generic_first:
                for x in leaders_left:
                    if 3 + ATREIDES_TOKENS * 2 + x >= order:
                        slots.append(PICK_LEADER + x)
                        if not stay or x == named:
                            break
            leads = not kind & HAS_LEADER or picked_leaders > 0
            has_named = named == NONE or stack[frame + PICKED_LEADERS] >> named & 1
            if leads and has_named and (stay or left[GENERIC] + len(leaders_left) == 0):
                slots.append(DONE)
        return slots

    def _begin(self, stack: list[int], frame: int) -> None:
        stack[frame + ORDER] = 0
        for register in range(PICKED, PICKED_TOKENS + 1):
            stack[frame + register] = 0

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or slot == DONE:
            return
        side, area = stack[frame + SIDE], stack[frame + AREA]
        nothing = sum(stack[frame + PICKED : frame + PICKED_TOKENS + 1]) == 0
        if slot == ALL or (slot == NONE and nothing):
            for figure in range(4):
                stack[frame + PICKED + figure] = movable(game, side, area, figure)
            stack[frame + PICKED_TOKENS] = _bits(movable_tokens(game, side, area))
            stack[frame + PICKED_LEADERS] = _bits(movable_leaders(game, side, area))
            return
        if slot == NONE:
            return
        if slot == generic_slot(side):
            stack[frame + PICKED + GENERIC] += 1
            stack[frame + ORDER] = 3 + ATREIDES_TOKENS * 2
        elif slot >= PICK_LEADER:
            stack[frame + PICKED_LEADERS] |= 1 << (slot - PICK_LEADER)
            stack[frame + ORDER] = 3 + ATREIDES_TOKENS * 2 + slot - PICK_LEADER + 1
        elif slot >= PICK_TOKEN:
            stack[frame + PICKED_TOKENS] |= 1 << (slot - PICK_TOKEN)
            stack[frame + ORDER] = 3 + slot - PICK_TOKEN + 1
        else:
            stack[frame + PICKED + slot - PICK_FIGURE] += 1
            stack[frame + ORDER] = slot - PICK_FIGURE
        stack[frame + STEP] -= 1


def _bits(numbers: list[int]) -> int:
    bits = 0
    for n in numbers:
        bits |= 1 << n
    return bits


class CarryOutMove(Step[State]):
    """Move the picked figures, settle what the arrival sets off, and go on to the next Legion."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + COUNT] <= 0:
            note_flights(game)
            return
        side, area, to, zone = (stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA], stack[frame + ZONE])
        if zone != NONE:
            game.zones = replaced(game.zones, zone, 0)
            game.note("transport")
        elif game.trace is not None and side == ATREIDES and to not in GROUND[area]:
            game.note(f"ride_{ride_length(game, area, to)}")
        group = [to, *stack[frame + PICKED : frame + PICKED + 4]]
        group.append(stack[frame + PICKED_LEADERS])
        group.append(stack[frame + PICKED_TOKENS])
        left_settlement = is_settlement(game, side, area)
        move_group(game, side, area, group)
        if zone != NONE:
            group[5] |= FLEW
        if strength(game, side, area):
            game.note("split")
        game.moved = game.moved + group
        game.event(E_MOVED, area, to)
        stack[frame + COUNT] -= 1
        if stack[frame + COUNT] == 0:
            note_flights(game)
        stack[frame + AREA] = stack[frame + TO_AREA] = stack[frame + ZONE] = stack[frame + ORDER] = NONE
        stack[frame + FLAGS] &= ~MUST
        if stack[frame + COUNT] > 0:
            stack[frame + STEP] = 0
        arrive(game, side, to)
        settle(game, side, area)
        if left_settlement:
            game.left_settlement(side, area)


def note_flights(game: State) -> None:
    """With the Action over, Legions that it flew have used their Troop-Transport of the turn (R-18.6)."""
    for at in range(0, len(game.moved), 7):
        if game.moved[at + 5] & FLEW:
            game.moved = replaced(game.moved, at + 5, game.moved[at + 5] & ~FLEW)
            game.flown = [*game.flown, game.moved[at]]


def move_group(game: State, side: int, area: int, group: list[int]) -> None:
    """Move the figures of *group* (destination, four counts, Leader bits, token bits) out of *area*."""
    to = group[0]
    cells = game.cells
    units = 0
    for figure in range(4):
        count = group[1 + figure]
        base = FIGURES + (side * 4 + figure) * N_AREAS
        cells[base + area] -= count
        cells[base + to] += count
        if figure != GENERIC:
            units += count
    for leader in range(N_LEADERS):
        if group[5] >> leader & 1:
            game.leader_at = replaced(game.leader_at, leader, to)
            cells[NAMED + side * N_AREAS + area] -= 1
            cells[NAMED + side * N_AREAS + to] += 1
    if group[6]:
        for token in tokens(game, side, area):
            if group[6] >> token & 1:
                game.token_at = replaced(game.token_at, token, to)
                cells[FACEDOWN_TOKENS + side * N_AREAS + area] -= 1
                cells[FACEDOWN_TOKENS + side * N_AREAS + to] += 1
                units += 1
    cells[STRENGTH + side * N_AREAS + area] -= units
    cells[STRENGTH + side * N_AREAS + to] += units


def arrive(game: State, side: int, area: int, takes_station: bool = True) -> None:
    """What a Legion sets off where its move or advance ends: limits first, then Harvester, Station or Wormsign."""
    if side == ATREIDES:
        if game.cells[HARVESTERS + area]:
            remove_harvester(game, area, True)
        if takes_station and game.cells[STATIONS + area]:
            frame = game.push(TAKE_STATION, side)
            game.stack[frame + AREA] = area
    elif game.cells[SIGNS + area]:
        frame = game.push(ENTER_WORMSIGN, ATREIDES)
        game.stack[frame + AREA] = area
    settle(game, side, area)


PROGRAMS.define(MOVE_LEGIONS, [PickMover(), PickDestination(), PickOrnithopter(), PickFigures(), CarryOutMove()])
