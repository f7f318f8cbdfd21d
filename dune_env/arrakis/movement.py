"""Moving Legions: any split, Sandriding, Troop-Transport, and what an arrival sets off (chapters 16-18, 31)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import DISTANCE, GROUND, ZONES_OF
from dune_env.arrakis.casualties import generic_slot
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, GENERIC, HARKONNEN, ORNITHOPTER, REGULAR, SPECIAL
from dune_env.arrakis.pieces import (
    LEADER_BARRED,
    figures,
    has_effect,
    is_desert,
    is_free_in,
    is_settlement,
    leaders,
    legion_areas,
    named_leaders,
    remove_harvester,
    settle,
    strength,
    tokens,
)
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
    SIETCHES,
    SIGNS,
    STATIONS,
    STRENGTH,
    TOWNS,
    WORMS,
    State,
)
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

# What a Legion must hold or where it must stand to be moved or to attack; the moving part must hold it too.
HAS_LEADER: Final = 1
HAS_SPECIAL: Final = 2
IN_DESERT: Final = 4
IN_SETTLEMENT: Final = 8

# Flags of a move.
MUST: Final = 1  # the first Legion must move: its turn option was chosen for that
THIS_LEGION: Final = 2  # the Legion is given, so the move may be passed when the destination is asked

FLIGHT_RANGE: Final = 2
FLEW: Final = 1 << 15  # in the Leader bits of a moved group; the Wild Maker, whose bit it is, is in no Legion

WITHIN_FLIGHT: Final[list[list[int]]] = [
    [b for b in range(N_AREAS) if 0 < DISTANCE[a][b] <= FLIGHT_RANGE] for a in range(N_AREAS)
]


# --- how far a Legion reaches


def ride_areas(game: State, area: int) -> list[int]:
    """Areas that a Sandriding Legion of *area* can pass: chained Wormsigns and worms without enemies (R-17.2-7)."""
    cells = bytes(game.cells)
    enemy = STRENGTH + HARKONNEN * N_AREAS
    passed: list[int] = []
    edge = [area]
    while edge:
        at = edge.pop()
        for to in GROUND[at]:
            if to != area and to not in passed and (cells[SIGNS + to] or cells[WORMS + to]) and not cells[enemy + to]:
                passed.append(to)
                edge.append(to)
    return passed


def ground_reach(game: State, side: int, area: int) -> list[int]:
    """Areas next to where a Legion stands or, for the Atreides, next to any Area that it can ride through."""
    near = GROUND[area]
    if side == HARKONNEN:
        return near
    ridden = ride_areas(game, area)
    if not ridden:
        return near
    reach = set(near)
    for at in ridden:
        reach.update(GROUND[at])
    reach.discard(area)
    return sorted(reach)


def flight_zones(game: State, area: int) -> list[int]:
    """Air Zones whose Ornithopter can carry a Legion away from *area* (R-18.1, Q-I13)."""
    return [zone for zone in ZONES_OF[area] if game.zones[zone] == ORNITHOPTER]


def may_fly(game: State, side: int, area: int) -> bool:
    """Whether a Harkonnen Legion in *area* has an Ornithopter to use, and has used none this turn (R-18.6).

    Legions moved by one Action do not count against each other (R-18.7): `flown` learns of them when it ends.
    """
    return side == HARKONNEN and area not in game.flown and len(flight_zones(game, area)) > 0


def destinations(game: State, side: int, area: int) -> list[int]:
    """Areas where a Legion of *area* may end its move."""
    reach = WITHIN_FLIGHT[area] if may_fly(game, side, area) else ground_reach(game, side, area)
    cells = bytes(game.cells)
    return [to for to in reach if is_free_in(cells, side, to)]


def is_target(game: State, side: int, area: int) -> bool:
    """An enemy Legion or settlement, without a worm on top (R-19.2, R-19.16)."""
    return is_target_in(bytes(game.cells), side, area)


def is_target_in(cells: bytes, side: int, area: int) -> bool:
    """`is_target` for a caller that asks about many Areas."""
    if cells[WORMS + area]:
        return False
    settlement = (TOWNS if side == ATREIDES else SIETCHES) + area
    return cells[STRENGTH + (1 - side) * N_AREAS + area] > 0 or cells[settlement] > 0


def targets(game: State, side: int, area: int) -> list[int]:
    """Areas that a Legion of *area* may attack (R-19.2, R-17.8, R-18.1, R-19.18)."""
    if game.effects and holds_barred_leader(game, area):
        return NO_SLOTS
    reach = WITHIN_FLIGHT[area] if may_fly(game, side, area) else ground_reach(game, side, area)
    cells = bytes(game.cells)
    return [to for to in reach if is_target_in(cells, side, to)]


def needs_flight(side: int, area: int, to: int) -> bool:
    """Whether a Harkonnen Legion reaches *to* only by Troop-Transport (R-16.3, R-18.3, Q-I12)."""
    return side == HARKONNEN and to not in GROUND[area]


# --- which Legions and figures may go


def holds_barred_leader(game: State, area: int) -> bool:
    """Whether a Leader stands in *area* whose Legion a lasting effect keeps from moving with him and from attacking."""
    effects = game.effects
    for at in range(0, len(effects), 3):
        if effects[at] == LEADER_BARRED and game.leader_at[effects[at + 1]] == area:
            return True
    return False


def legion_fits(game: State, side: int, area: int, kind: int, leader: int) -> bool:
    """Whether the Legion of *area* is one that the Action or card may use; figures that have moved do not count."""
    if not movable_units(game, side, area):
        return False
    if strength(game, side, area) == 1 and leaders_that_stay(game, side, area):
        return False  # the only Unit must stay with them (Q-F13, Q-I1)
    if kind & HAS_LEADER and not (movable(game, side, area, GENERIC) or movable_leaders(game, side, area)):
        return False
    if kind & HAS_SPECIAL and not movable(game, side, area, SPECIAL):
        return False
    if kind & IN_DESERT and not is_desert(game, area):
        return False
    if kind & IN_SETTLEMENT and not is_settlement(game, side, area):
        return False
    return leader == NONE or leader in movable_leaders(game, side, area)


def movable(game: State, side: int, area: int, figure: int) -> int:
    """Figures of one kind in *area* that have not moved in this Action (R-16.9)."""
    count = figures(game, side, area, figure)
    moved = game.moved
    for at in range(0, len(moved), 7):
        if moved[at] == area:
            count -= moved[at + 1 + figure]
    return count if count > 0 else 0


def _moved_bits(game: State, area: int, field: int) -> int:
    bits = 0
    moved = game.moved
    for at in range(0, len(moved), 7):
        if moved[at] == area:
            bits |= moved[at + field]
    return bits


def movable_leaders(game: State, side: int, area: int) -> list[int]:
    """Named Leaders in *area* that have not moved in this Action and may move at all."""
    found = named_leaders(game, side, area)
    if found and game.effects:
        found = [x for x in found if not has_effect(game, LEADER_BARRED, x)]
    if found and game.moved:
        bits = _moved_bits(game, area, 5)
        return [x for x in found if not bits >> x & 1]
    return found


def leaders_that_stay(game: State, side: int, area: int) -> bool:
    """Whether a Leader in *area* has moved already or may not move, so that a Unit must stay with him (Q-I1)."""
    if not game.moved and not game.effects:
        return False
    may_go = movable(game, side, area, GENERIC) + len(movable_leaders(game, side, area))
    return leaders(game, side, area) > may_go


def movable_tokens(game: State, side: int, area: int) -> list[int]:
    """Facedown tokens in *area* that have not moved in this Action."""
    found = tokens(game, side, area)
    if found and game.moved:
        bits = _moved_bits(game, area, 6)
        return [t for t in found if not bits >> t & 1]
    return found


def movable_units(game: State, side: int, area: int) -> int:
    """Units and facedown tokens in *area* that have not moved in this Action."""
    if not strength(game, side, area):
        return 0
    if not game.moved:
        return strength(game, side, area)
    units = sum(movable(game, side, area, grade) for grade in range(REGULAR, GENERIC))
    return units + len(movable_tokens(game, side, area))


def movers(game: State, side: int, kind: int, leader: int) -> list[int]:
    """Areas whose Legion fits and has somewhere to go."""
    return [
        area
        for area in legion_areas(game, side)
        if legion_fits(game, side, area, kind, leader) and destinations(game, side, area)
    ]


# --- the Program: Legion, destination, Ornithopter, figures


def push_move(game: State, side: int, count: int, kind: int, leader: int, flags: int) -> int:
    """Let *side* move up to *count* different Legions that fit; the Frame's base is returned."""
    game.moved.clear()
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
            game.zones[zone] = 0
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
        game.moved.extend(group)
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
    moved = game.moved
    for at in range(0, len(moved), 7):
        if moved[at + 5] & FLEW:
            moved[at + 5] &= ~FLEW
            game.flown.append(moved[at])


def ride_length(game: State, area: int, to: int) -> int:
    """Areas that a Legion of *area* must at least ride through to end in *to* (R-17.3)."""
    cells = game.cells
    edge, seen, length = [area], [area], 0
    while edge and not any(to in GROUND[at] for at in edge):
        near = [n for at in edge for n in GROUND[at] if n not in seen and (cells[SIGNS + n] or cells[WORMS + n])]
        edge = [n for n in dict.fromkeys(near) if not strength(game, HARKONNEN, n)]
        seen.extend(near)
        length += 1
    return length


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
            game.leader_at[leader] = to
            cells[NAMED + side * N_AREAS + area] -= 1
            cells[NAMED + side * N_AREAS + to] += 1
    if group[6]:
        for token in tokens(game, side, area):
            if group[6] >> token & 1:
                game.token_at[token] = to
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
