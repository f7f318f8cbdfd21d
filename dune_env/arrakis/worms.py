"""Sandworms: one appears, and what it does to the Legion and the Harvester under it (chapters 14, 27, 28)."""

from __future__ import annotations

from dune_env.arrakis.board import DEEP_DESERT, DESERT, ZONES_OF
from dune_env.arrakis.casualties import push_casualties, wipe_out
from dune_env.arrakis.dice import RollCombatDice
from dune_env.arrakis.legions import move_whole_legion, settle
from dune_env.arrakis.names import (
    ATREIDES,
    CARRYALL,
    HARKONNEN,
    NO_WORM,
    SANDWORM,
    WILD_MAKER,
)
from dune_env.arrakis.names import (
    DESERT_HAZARDS as HAZARDS_PHASE,
)
from dune_env.arrakis.pieces import (
    WORM_DEVOURED,
    remove_harvester,
    strength,
    terrain,
    wild_maker_area,
    wild_maker_in_play,
    worm_areas,
    worms_on_board,
)
from dune_env.arrakis.programs import (
    AREA,
    CLAIM_WINDOW,
    COUNT,
    FLAGS,
    HITS,
    MASK,
    PLACE_WORM,
    RESULT,
    ROLL,
    WORM_CONSEQUENCE,
    WORM_STRIKES,
)
from dune_env.arrakis.retreat import retreat_areas
from dune_env.arrakis.slots import COMBAT_ROLLS, NO, OPTION, PICK_AREA, PICK_ZONE
from dune_env.arrakis.state import (
    E_RETREATED,
    E_ROLLED,
    E_VEHICLE,
    E_WORM,
    HARVESTERS,
    N_AREAS,
    PROGRAMS,
    TOWNS,
    WORMS,
    State,
)
from dune_env.arrakis.tokens import reveal_all_tokens
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, Step

WORM_DICE = 4
WILD_MAKER_DICE = 6

FROM_SUPPLY = OPTION
WILD_MAKER_FROM_SUPPLY = OPTION + 1


# --- placing a worm


def push_place_worm(game: State, area: int, at_once: bool) -> None:
    """Let the Atreides choose the figure that appears in *area*; its consequences follow if *at_once*."""
    frame = game.push(PLACE_WORM, ATREIDES)
    game.stack[frame + AREA] = area
    game.stack[frame + FLAGS] = int(at_once)
    game.stack[frame + MASK] = NONE


def worm_sources(game: State, kept: list[int]) -> list[int]:
    """Slots for the figure to place: from off the board, or relocated from an Area not in *kept* (R-14.11, R-14.12)."""
    slots: list[int] = []
    if worms_on_board(game) < game.content.sandworms:
        slots.append(FROM_SUPPLY)
    wild_maker = game.rules.wild_maker_from_wormsign and wild_maker_in_play(game)
    if wild_maker and wild_maker_area(game) < 0:
        slots.append(WILD_MAKER_FROM_SUPPLY)
    if not slots or game.rules.worm_from_the_board:
        for area in worm_areas(game):
            if area not in kept and (wild_maker or game.cells[WORMS + area] == SANDWORM):
                slots.append(PICK_AREA + area)
    return slots


def put_worm(game: State, area: int, source: int) -> None:
    """Put the figure that *source* names into *area*."""
    worm = SANDWORM
    if source == WILD_MAKER_FROM_SUPPLY:
        worm = WILD_MAKER
    elif source >= PICK_AREA and source < PICK_AREA + N_AREAS:
        worm = game.cells[WORMS + source - PICK_AREA]
        game.cells[WORMS + source - PICK_AREA] = NO_WORM
    game.cells[WORMS + area] = worm
    game.event(E_WORM, area, worm)


class PickWormFigure(Step[State]):
    """Which figure appears."""

    def options(self, game: State, frame: int) -> list[int]:
        return worm_sources(game, [game.stack[frame + AREA], *game.placed_worms])

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        if slot == NONE:
            return
        put_worm(game, area, slot)
        if game.stack[frame + FLAGS]:
            push_consequence(game, area)


PROGRAMS.define(PLACE_WORM, [PickWormFigure()])


# --- consequences of a placed worm


def push_consequence(game: State, area: int) -> None:
    """Resolve what a worm that has appeared in *area* does to Harkonnen pieces there."""
    frame = game.push(WORM_CONSEQUENCE, ATREIDES)
    game.stack[frame + AREA] = area
    game.stack[frame + RESULT] = 0


LEGION_STAYED = 1  # survived the worm's attack without retreating


class ForcedRetreat(Step[State]):
    """The Atreides choose where a Legion under a worm retreats; with no way out the worm attacks (R-14.16-17)."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if not strength(game, HARKONNEN, area):
            return NO_SLOTS
        return [PICK_AREA + to for to in retreat_areas(game, HARKONNEN, area)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        if slot != NONE:
            to = slot - PICK_AREA
            left_settlement = game.cells[TOWNS + area] > 0
            move_whole_legion(game, HARKONNEN, area, to)
            game.event(E_RETREATED, area, to)
            game.note("worm_retreat")
            settle(game, HARKONNEN, to)
            if left_settlement:
                game.left_settlement(HARKONNEN, area)
        elif strength(game, HARKONNEN, area):
            game.stack[frame + RESULT] = LEGION_STAYED
            dice = WILD_MAKER_DICE if game.cells[WORMS + area] == WILD_MAKER else WORM_DICE
            game.cells[WORMS + area] = NO_WORM  # Q-G5
            game.note("worm_attack_in_place")
            push_strike(game, area, dice)


class HarvesterUnderWorm(Step[State]):
    """A Harvester alone with a worm is lost; in the Desert Hazards a Carryall may save it (R-14.15 to R-14.22)."""

    def seat(self, game: State, frame: int) -> int:
        return HARKONNEN

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if not self._threatened(game, frame):
            return NO_SLOTS
        return rescue_slots(game, area)

    def _threatened(self, game: State, frame: int) -> bool:
        area = game.stack[frame + AREA]
        if not game.cells[HARVESTERS + area]:
            return False
        return not (game.stack[frame + RESULT] == LEGION_STAYED and strength(game, HARKONNEN, area))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if self._threatened(game, frame):
            lose_or_rescue(game, game.stack[frame + AREA], slot)


def rescue_slots(game: State, area: int) -> list[int]:
    """Carryalls that can save the Harvester of *area*, or NO; nothing outside the Desert Hazards (R-27.5)."""
    if game.phase != HAZARDS_PHASE:
        return NO_SLOTS
    slots = [PICK_ZONE + zone for zone in ZONES_OF[area] if game.zones[zone] == CARRYALL]
    return [NO, *slots] if slots else NO_SLOTS


def lose_or_rescue(game: State, area: int, slot: int) -> None:
    """Spend the chosen Carryall, or remove the Harvester of *area*."""
    if slot >= PICK_ZONE:
        game.zones = replaced(game.zones, slot - PICK_ZONE, 0)
        game.note("rescue")
        game.event(E_VEHICLE, area, slot - PICK_ZONE)
    else:
        remove_harvester(game, area, True)
        game.note("harvester_lost_to_worm")


PROGRAMS.define(WORM_CONSEQUENCE, [ForcedRetreat(), HarvesterUnderWorm()])


# --- a worm's attack on a Legion


def push_strike(game: State, area: int, dice: int) -> None:
    """Roll a worm's dice against the Harkonnen Legion of *area* and take its casualties (R-28.11)."""
    frame = game.push(WORM_STRIKES, ATREIDES)
    game.stack[frame + AREA] = area
    game.stack[frame + COUNT] = dice
    reveal_attacked(game, area)


def reveal_attacked(game: State, area: int) -> None:
    """Mahdi's facedown tokens are revealed when anything attacks them, and the surplus goes first (R-43.4, Q-P19)."""
    if reveal_all_tokens(game, HARKONNEN, area):
        settle(game, HARKONNEN, area)


def desert_hits(game: State, area: int, roll: int) -> int:
    """Hits of a storm or worm: Hit faces, and Specials for 2 in Deep Desert, 1 in Desert (R-14.29, R-28.12)."""
    hits, _, specials = COMBAT_ROLLS[roll]
    ground = terrain(game, area)
    return hits + specials * (2 if ground == DEEP_DESERT else 1 if ground == DESERT else 0)


class CountStrike(Step[State]):
    """Turn the roll into casualties (R-28.13)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        roll = game.stack[frame + ROLL]
        hits = desert_hits(game, area, roll)
        game.event(E_ROLLED, area, roll)
        game.stack[frame + HITS] = hits
        if not wipe_out(game, HARKONNEN, area, hits):
            push_casualties(game, HARKONNEN, area, hits)


class AfterStrike(Step[State]):
    """With all Units dead a Harvester there is lost too, outside the Desert Hazards (R-28.14)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        if strength(game, HARKONNEN, area):
            return
        game.just_happened |= WORM_DEVOURED
        game.push(CLAIM_WINDOW, ATREIDES)
        game.note("worm_devoured")
        if game.cells[HARVESTERS + area] and game.phase != HAZARDS_PHASE:
            remove_harvester(game, area, True)


PROGRAMS.define(WORM_STRIKES, [RollCombatDice(COUNT, ROLL), CountStrike(), AfterStrike()])
