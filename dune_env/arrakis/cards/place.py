"""The verb to place: figures from anywhere but the Tank, together to one spot or each to its own (chapter 10)."""

from __future__ import annotations

from dune_env.arrakis.cards.verbs import Part
from dune_env.arrakis.casualties import generic_slot
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import DESERT_POWER_BOX as WORM_BOX
from dune_env.arrakis.names import ELITE, GENERIC, OFF_BOARD, REGULAR, SPECIAL
from dune_env.arrakis.pieces import (
    add_figures,
    figures,
    is_desert,
    is_empty,
    is_free,
    is_settlement,
    legion_areas,
    remove_figures,
    settlements,
    strength,
    terrain,
)
from dune_env.arrakis.programs import AREA, COUNT, KIND, LEADER, MASK, PICKED, PLACE_FIGURES, SIDE
from dune_env.arrakis.slots import ALL, DONE, PASS, PICK_AREA, PICK_FIGURE, PICK_LEADER
from dune_env.arrakis.state import E_DEPLOYED, N_AREAS, N_LEADERS, PROGRAMS, State
from dune_env.arrakis.tank import may_be_placed, stand
from dune_env.engine.steps import NO_SLOTS, NONE, PROGRAM, SEAT, STEP, Step

# --- where


class Where:
    """The Areas that a card allows."""

    def areas(self, game: State, side: int) -> list[int]:
        raise NotImplementedError


class AnySettlement(Where):
    """Any standing settlement of one's own."""

    def areas(self, game: State, side: int) -> list[int]:
        return settlements(game, side)


class SettlementAt(Where):
    """One of the named settlements, as long as it stands."""

    def __init__(self, *named: int) -> None:
        self.named = list(named)

    def areas(self, game: State, side: int) -> list[int]:
        standing = settlements(game, side)
        return [area for area in self.named if area in standing]


class AnyLegion(Where):
    """The Area of any Legion of one's own, or of one that holds a Special Elite."""

    def __init__(self, with_special: bool = False) -> None:
        self.with_special = with_special

    def areas(self, game: State, side: int) -> list[int]:
        found = legion_areas(game, side)
        return [area for area in found if figures(game, side, area, SPECIAL)] if self.with_special else found


class LegionOf(Where):
    """The Area of the Legion of a Named Leader, whichever version is on the board."""

    def __init__(self, leaders: list[int]) -> None:
        self.leaders = leaders

    def areas(self, game: State, side: int) -> list[int]:
        return [game.leader_at[x] for x in self.leaders if game.leader_at[x] >= 0]


class EmptyDesert(Where):
    """Any empty Desert Area."""

    def areas(self, game: State, side: int) -> list[int]:
        return [area for area in range(N_AREAS) if is_desert(game, area) and is_empty(game, area)]


class FreeGround(Where):
    """Any free Area of one terrain."""

    def __init__(self, ground: int) -> None:
        self.ground = ground

    def areas(self, game: State, side: int) -> list[int]:
        return [a for a in range(N_AREAS) if terrain(game, a) == self.ground and is_free(game, side, a)]


# --- what


class Place(Part):
    """Place figures together on one spot; the spot becomes the Area that the card goes on to speak of.

    *leaders* counts Leaders to choose, Generic or Named; *named* is one Leader, given by all versions of the person.
    A spot where nothing can be placed is offered only if the card goes on with the Legion there, *chooses*, and can.
    """

    def __init__(
        self,
        where: Where,
        regular: int = 0,
        elite: int = 0,
        special: int = 0,
        generic: int = 0,
        leaders: int = 0,
        named: list[int] | None = None,
        chooses: bool = False,
    ) -> None:
        super().__init__()
        self.where = where
        self.counts = [regular, elite, special, generic]
        self.leaders = leaders
        self.named = named
        self.chooses = chooses

    def options(self, game: State, frame: int) -> list[int]:
        side = game.stack[frame + SEAT]
        named = placeable(game, self.named)
        areas = [
            area
            for area in self.where.areas(game, side)
            if can_place(game, side, area, self.counts, self.leaders, named)
            or (self.chooses and goes_on(game, frame, area))
        ]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            stack[frame + AREA] = NONE
            return
        stack[frame + AREA] = slot - PICK_AREA
        push_place(game, stack[frame + SEAT], slot - PICK_AREA, self.counts, self.leaders, placeable(game, self.named))


def goes_on(game: State, frame: int, area: int) -> bool:
    """Whether a part that follows in the card of *frame* could do anything with the Legion of *area* as it is."""
    stack = game.stack
    following = PROGRAMS.steps[stack[frame + PROGRAM]][stack[frame + STEP] + 1 :]
    game.moved = []  # as these parts do
    card = game.push(stack[frame + PROGRAM], stack[frame + SEAT])
    stack[card + AREA] = area
    found = any(part.possible(game, card) for part in following)
    del stack[card:]
    return found


def placeable(game: State, versions: list[int] | None) -> int:
    """The version of a person that can be placed now, NONE if there is none or nobody is meant (R-10.2, R-24.8)."""
    for leader in versions or []:
        if (game.leader_at[leader] >= 0 or game.leader_at[leader] == OFF_BOARD) and may_be_placed(game, leader):
            return leader
    return NONE


def can_place(game: State, side: int, area: int, counts: list[int], leaders: int, named: int) -> bool:
    """Whether any of these figures can be put into *area* (R-3.3, R-3.4, R-3.15)."""
    for grade in (REGULAR, ELITE, SPECIAL):
        if counts[grade] and unit_sources(game, side, area, grade):
            return True
    if not strength(game, side, area):
        return False
    if counts[GENERIC] and (game.figure_supply[side * 4 + GENERIC] or generic_sources(game, side, area)):
        return True
    if named != NONE and game.leader_at[named] != area:
        return True
    return leaders > 0 and len(leaders_to_place(game, side, area)) > 0


def unit_sources(game: State, side: int, area: int, grade: int) -> list[int]:
    """Grades off the board and Areas on it from which a Unit of *grade* could be placed in *area*, as slots."""
    if game.figure_supply[side * 4 + grade]:
        return [PICK_FIGURE + grade]
    slots = [PICK_FIGURE + lower for lower in range(grade) if game.figure_supply[side * 4 + lower]]
    slots.extend([PICK_AREA + a for a in legion_areas(game, side) if a != area and figures(game, side, a, grade)])
    return slots


def leaders_to_place(game: State, side: int, area: int) -> list[int]:
    """Leaders, Generic and Named, that could be placed in *area*, as slots (R-10.2)."""
    slots = [generic_slot(side)] if game.figure_supply[side * 4 + GENERIC] else generic_sources(game, side, area)
    content = game.content
    for leader in range(N_LEADERS):
        at = game.leader_at[leader]
        if content.leader_side[leader] != side or content.leader_box[leader] == WORM_BOX:
            continue
        if (at == OFF_BOARD or (at >= 0 and at != area)) and may_be_placed(game, leader):
            slots.append(PICK_LEADER + leader)
    return slots


def push_place(game: State, side: int, area: int, counts: list[int], leaders: int, named: int) -> None:
    """Place *counts* of Units and Generic Leaders, Leaders to choose and one Named Leader in *area*."""
    frame = game.push(PLACE_FIGURES, side)
    stack = game.stack
    stack[frame + SIDE] = side
    stack[frame + AREA] = area
    stack[frame + COUNT] = leaders
    stack[frame + LEADER] = named
    for figure in range(4):
        stack[frame + PICKED + figure] = counts[figure]


class PlaceUnit(Step[State]):
    """Take each Unit from off the board; with none left choose one from the board, a lower grade, or stop (R-3.4).

    A figure from off the board is as good or better wherever there is one, so then nothing is asked.
    """

    def _grade(self, game: State, frame: int) -> int:
        for grade in (SPECIAL, ELITE, REGULAR):
            if game.stack[frame + PICKED + grade] > 0:
                return grade
        return NONE

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        side, area, grade = stack[frame + SIDE], stack[frame + AREA], self._grade(game, frame)
        if grade == NONE or game.figure_supply[side * 4 + grade]:
            return NO_SLOTS
        slots = unit_sources(game, side, area, grade)
        return [*slots, DONE] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, grade = stack[frame + SIDE], stack[frame + AREA], self._grade(game, frame)
        if grade == NONE:
            return
        stack[frame + STEP] -= 1
        stack[frame + PICKED + grade] -= 1
        if slot == NONE and game.figure_supply[side * 4 + grade]:
            add_figures(game, side, area, grade, 1)
            game.event(E_DEPLOYED, area, grade)
        elif slot in (NONE, DONE):
            stack[frame + PICKED + grade] = 0
        elif slot >= PICK_FIGURE:
            add_figures(game, side, area, slot - PICK_FIGURE, 1)
            game.event(E_DEPLOYED, area, slot - PICK_FIGURE)
        else:
            remove_figures(game, side, slot - PICK_AREA, grade, 1)
            add_figures(game, side, area, grade, 1)
            settle(game, side, slot - PICK_AREA)


class PlaceGeneric(Step[State]):
    """Place the Naib or Bashar that the card names, from the board if none is off it."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        side, area = stack[frame + SIDE], stack[frame + AREA]
        if stack[frame + PICKED + GENERIC] <= 0 or not strength(game, side, area):
            return NO_SLOTS
        if game.figure_supply[side * 4 + GENERIC]:
            return NO_SLOTS
        slots = generic_sources(game, side, area)
        return [PASS, *slots] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area = stack[frame + SIDE], stack[frame + AREA]
        if stack[frame + PICKED + GENERIC] > 0 and strength(game, side, area):
            stack[frame + PICKED + GENERIC] = 0
            if slot != PASS:
                place_generic(game, side, area, slot)


def generic_sources(game: State, side: int, area: int) -> list[int]:
    """Areas from which a Generic Leader could be placed anew in *area*, as slots."""
    return [PICK_AREA + a for a in legion_areas(game, side) if a != area and figures(game, side, a, GENERIC)]


def place_generic(game: State, side: int, area: int, slot: int) -> None:
    """Put a Generic Leader into *area*, from the Area that *slot* names or else from the supply."""
    if PICK_AREA <= slot < PICK_AREA + N_AREAS:
        remove_figures(game, side, slot - PICK_AREA, GENERIC, 1)
    if game.figure_supply[side * 4 + GENERIC]:
        add_figures(game, side, area, GENERIC, 1)
        game.event(E_DEPLOYED, area, generic_slot(side))


class PlaceLeaderOfChoice(Step[State]):
    """Choose the Leader to place: Generic, or Named from the board or off it, not from the Tank (R-10.2)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        side, area = stack[frame + SIDE], stack[frame + AREA]
        if stack[frame + COUNT] <= 0 or not strength(game, side, area):
            return NO_SLOTS
        slots = leaders_to_place(game, side, area)
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area = stack[frame + SIDE], stack[frame + AREA]
        if slot <= PASS:
            return
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1
        if slot >= PICK_LEADER:
            stand(game, slot - PICK_LEADER, area)
            game.event(E_DEPLOYED, area, slot)
        else:
            place_generic(game, side, area, slot)


class PlaceNamed(Step[State]):
    """Place the Leader whom the card names, asking if he would leave another Area for it; then settle the spot."""

    def _may(self, game: State, frame: int) -> bool:
        side, area, leader = game.stack[frame + SIDE], game.stack[frame + AREA], game.stack[frame + LEADER]
        return leader != NONE and strength(game, side, area) > 0 and game.leader_at[leader] != area

    def options(self, game: State, frame: int) -> list[int]:
        if not self._may(game, frame):
            return NO_SLOTS
        leader = game.stack[frame + LEADER]
        return [PICK_LEADER + leader, PASS] if game.leader_at[leader] >= 0 else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, leader = stack[frame + SIDE], stack[frame + AREA], stack[frame + LEADER]
        if slot != PASS and self._may(game, frame):
            stand(game, leader, area)
            game.event(E_DEPLOYED, area, PICK_LEADER + leader)
        settle(game, side, area)


PROGRAMS.define(PLACE_FIGURES, [PlaceUnit(), PlaceGeneric(), PlaceLeaderOfChoice(), PlaceNamed()])


class PlaceApart(Part):
    """Place up to *count* Units of one grade, each on a spot of its own."""

    def __init__(self, where: Where, grade: int, count: int) -> None:
        super().__init__()
        self.where = where
        self.grade = grade
        self.count = count

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + KIND] == NONE:
            stack[frame + KIND] = self.count
        if stack[frame + KIND] == 0:
            return NO_SLOTS
        side = stack[frame + SEAT]
        areas = [area for area in self.where.areas(game, side) if unit_sources(game, side, area, self.grade)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            stack[frame + KIND] = NONE
            return
        counts = [0, 0, 0, 0]
        counts[self.grade] = 1
        stack[frame + KIND] -= 1
        stack[frame + STEP] -= 1
        push_place(game, stack[frame + SEAT], slot - PICK_AREA, counts, 0, NONE)


class PlaceEach(Part):
    """Place the same Unit in each of several named settlements, in all of those left or in one after the other."""

    def __init__(self, settlements: list[int], grade: int) -> None:
        super().__init__()
        self.settlements = settlements
        self.grade = grade

    def _left(self, game: State, frame: int) -> list[int]:
        side, done = game.stack[frame + SEAT], game.stack[frame + MASK]
        return [
            area
            for at, area in enumerate(self.settlements)
            if (done == NONE or not done >> at & 1)
            and is_settlement(game, side, area)
            and unit_sources(game, side, area, self.grade)
        ]

    def options(self, game: State, frame: int) -> list[int]:
        areas = self._left(game, frame)
        slots = [PICK_AREA + area for area in areas]
        return [*slots, ALL, PASS] if len(slots) > 1 else [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        areas = self._left(game, frame) if slot == ALL else [slot - PICK_AREA] if slot >= PICK_AREA else []
        if not areas:
            stack[frame + MASK] = NONE
            return
        counts = [0, 0, 0, 0]
        counts[self.grade] = 1
        for area in reversed(areas):
            done = 1 << self.settlements.index(area)
            stack[frame + MASK] = done if stack[frame + MASK] == NONE else stack[frame + MASK] | done
            push_place(game, stack[frame + SEAT], area, counts, 0, NONE)
        stack[frame + STEP] -= 1
