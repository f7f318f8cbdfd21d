"""The verb to place: figures from anywhere but the Tank, together to one spot or each to its own (chapter 10)."""

from __future__ import annotations

from dune_env.arrakis.cards.verbs import Part
from dune_env.arrakis.casualties import generic_slot
from dune_env.arrakis.names import DESERT_POWER_BOX as WORM_BOX
from dune_env.arrakis.names import ELITE, GENERIC, OFF_BOARD, REGULAR, SPECIAL
from dune_env.arrakis.pieces import (
    add_figures,
    figures,
    is_desert,
    is_empty,
    is_free,
    legion_areas,
    may_be_placed,
    remove_figures,
    settle,
    settlements,
    stand,
    strength,
    terrain,
)
from dune_env.arrakis.programs import AREA, COUNT, KIND, LEADER, PICKED, PLACE_FIGURES, SIDE
from dune_env.arrakis.slots import DONE, PASS, PICK_AREA, PICK_FIGURE, PICK_LEADER
from dune_env.arrakis.state import E_DEPLOYED, N_AREAS, N_LEADERS, PROGRAMS, State
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Step

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
    ) -> None:
        super().__init__()
        self.where = where
        self.counts = [regular, elite, special, generic]
        self.leaders = leaders
        self.named = named

    def options(self, game: State, frame: int) -> list[int]:
        areas = self.where.areas(game, game.stack[frame + SEAT])
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            stack[frame + AREA] = NONE
            return
        stack[frame + AREA] = slot - PICK_AREA
        push_place(game, stack[frame + SEAT], slot - PICK_AREA, self.counts, self.leaders, placeable(game, self.named))


def placeable(game: State, versions: list[int] | None) -> int:
    """The version of a person that can be placed now, NONE if there is none or nobody is meant (R-10.2, R-24.8)."""
    for leader in versions or []:
        if (game.leader_at[leader] >= 0 or game.leader_at[leader] == OFF_BOARD) and may_be_placed(game, leader):
            return leader
    return NONE


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
        slots = [PICK_FIGURE + lower for lower in range(grade) if game.figure_supply[side * 4 + lower]]
        slots.extend(
            [PICK_AREA + a for a in legion_areas(game, side) if a != area and figures(game, side, a, grade)]
        )
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
        return [PASS, *generic_sources(game, side, area)] if not game.figure_supply[side * 4 + GENERIC] else NO_SLOTS

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
        slots = [generic_slot(side)] if game.figure_supply[side * 4 + GENERIC] else generic_sources(game, side, area)
        for leader in range(N_LEADERS):
            at = game.leader_at[leader]
            content = game.content
            if content.leader_side[leader] != side or content.leader_box[leader] == WORM_BOX:
                continue
            if (at == OFF_BOARD or (at >= 0 and at != area)) and may_be_placed(game, leader):
                slots.append(PICK_LEADER + leader)
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
    """Place the Leader whom the card names, then settle the spot."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, leader = stack[frame + SIDE], stack[frame + AREA], stack[frame + LEADER]
        if leader != NONE and strength(game, side, area) and game.leader_at[leader] != area:
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
        areas = self.where.areas(game, stack[frame + SEAT])
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
