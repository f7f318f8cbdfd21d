"""The Deployment, Mentat and Harkonnen House Actions (chapters 8 and 10)."""

from __future__ import annotations

from dune_env.arrakis.casualties import generic_slot
from dune_env.arrakis.dice import from_weights
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    ELITE,
    GENERIC,
    HARKONNEN,
    REGULAR,
    STARTING_TOKENS,
    SUPPLY,
    TOKEN_IN_HAND,
)
from dune_env.arrakis.pieces import add_figures, figures, legion_areas, settlements, strength, upgrade
from dune_env.arrakis.planning import push_draw, side_decks
from dune_env.arrakis.programs import (
    AREA,
    ATREIDES_DEPLOYMENT,
    COUNT,
    HARKONNEN_DEPLOYMENT,
    HARKONNEN_REPLACE,
    LEADER,
    MENTAT_ACTION,
    TOKEN,
)
from dune_env.arrakis.slots import C_TOKEN, DECK, OPTION, PASS, PICK_AREA, PICK_LEADER
from dune_env.arrakis.state import E_DEPLOYED, PROGRAMS, State
from dune_env.arrakis.tank import deployable_leaders, stand
from dune_env.arrakis.tokens import lay_token
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Chance, Step

# --- Deployment tokens


def supply_tokens(game: State) -> list[int]:
    """Standard Atreides Deployment tokens left to draw."""
    return [t for t in range(STARTING_TOKENS, ATREIDES_TOKENS) if game.token_at[t] == SUPPLY]


class DrawToken(Chance[State]):
    """Draw one standard token; only the Atreides see it (R-8.5, R-8.6, R-3.13)."""

    def needed(self, game: State, frame: int) -> bool:
        return len(supply_tokens(game)) > 0 and len(settlements(game, ATREIDES)) > 0

    def draw(self, game: State, frame: int) -> int:
        left = supply_tokens(game)
        return C_TOKEN + left[game.rng.below(len(left))]

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        weights = [int(game.token_at[t] == SUPPLY and t >= STARTING_TOKENS) for t in range(ATREIDES_TOKENS)]
        return from_weights(C_TOKEN, weights)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + TOKEN] = slot - C_TOKEN
            game.token_at = replaced(game.token_at, slot - C_TOKEN, TOKEN_IN_HAND)


class PickSietch(Step[State]):
    """Which Sietch gets the token and the Leader (R-8.5, R-8.9); without a token one with Units (Q-E5)."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = settlements(game, ATREIDES)
        if game.stack[frame + TOKEN] == NONE:
            areas = [area for area in areas if strength(game, ATREIDES, area)]
        return [PICK_AREA + area for area in areas]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        area = slot - PICK_AREA
        stack[frame + AREA] = area
        if stack[frame + TOKEN] != NONE:
            lay_token(game, stack[frame + TOKEN], area)
            stack[frame + TOKEN] = NONE
            game.event(E_DEPLOYED, area)
            settle(game, ATREIDES, area)


class PickSietchLeader(Step[State]):
    """Which Leader joins the token: a Naib or a Named one, or none (R-8.5, R-8.10)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        if area == NONE or not strength(game, ATREIDES, area):
            return NO_SLOTS
        slots = leader_slots(game, ATREIDES)
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot > PASS:
            deploy_leader(game, ATREIDES, slot, game.stack[frame + AREA])


def manned_settlements(game: State, side: int) -> list[int]:
    """Settlements with Units, where a Leader may stand (R-8.5, R-8.8)."""
    return [area for area in settlements(game, side) if strength(game, side, area)]


def leader_slots(game: State, side: int) -> list[int]:
    """Leaders that *side* can deploy: a Generic one if there is a figure, and Named ones (R-8.10, Q-E8)."""
    slots = [generic_slot(side)] if game.figure_supply[side * 4 + GENERIC] else []
    return slots + [PICK_LEADER + leader for leader in deployable_leaders(game, side)]


def deploy_leader(game: State, side: int, slot: int, area: int) -> None:
    """Put the Leader that *slot* names into *area*."""
    if slot >= PICK_LEADER:
        stand(game, slot - PICK_LEADER, area)
    else:
        add_figures(game, side, area, GENERIC, 1)
    game.event(E_DEPLOYED, area, slot)


PROGRAMS.define(ATREIDES_DEPLOYMENT, [DrawToken(), PickSietch(), PickSietchLeader()])


def can_deploy(game: State, side: int) -> bool:
    """Whether a Deployment Action could bring anything to the board."""
    if not settlements(game, side):
        return False
    units = len(supply_tokens(game)) if side == ATREIDES else game.figure_supply[side * 4 + REGULAR]
    return units > 0 or (len(manned_settlements(game, side)) > 0 and len(leader_slots(game, side)) > 0)


class DeployRegular(Step[State]):
    """Where the next of 3 Regulars goes, shared out over settlements as the Harkonnen like (R-8.7, Q-E9)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = 3
        if stack[frame + COUNT] == 0 or not game.figure_supply[HARKONNEN * 4 + REGULAR]:
            return NO_SLOTS
        return [*[PICK_AREA + area for area in settlements(game, HARKONNEN)], PASS]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            return
        area = slot - PICK_AREA
        add_figures(game, HARKONNEN, area, REGULAR, 1)
        game.event(E_DEPLOYED, area, REGULAR)
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1
        settle(game, HARKONNEN, area)


class PickTownLeader(Step[State]):
    """Which Leader is deployed with them, or none."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        if not manned_settlements(game, HARKONNEN):
            return NO_SLOTS
        slots = leader_slots(game, HARKONNEN)
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot > PASS:
            game.stack[frame + LEADER] = slot


class PickTownForLeader(Step[State]):
    """In which settlement with Units the Leader appears (R-8.8, Q-E7)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + LEADER] == NONE:
            return NO_SLOTS
        homes = settlements(game, HARKONNEN)
        return [PICK_AREA + area for area in homes if strength(game, HARKONNEN, area)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            deploy_leader(game, HARKONNEN, game.stack[frame + LEADER], slot - PICK_AREA)


PROGRAMS.define(HARKONNEN_DEPLOYMENT, [DeployRegular(), PickTownLeader(), PickTownForLeader()])


# --- Mentat


def mentat_slots(game: State, side: int) -> list[int]:
    """Ways to draw two cards: both from one deck, or OPTION for one from each (R-8.11)."""
    slots = [DECK + deck for deck in side_decks(side) if game.deck_left[deck]]
    return [*slots, OPTION] if len(slots) == 2 else slots


class PickDecks(Step[State]):
    """The split between the decks, fixed before drawing (R-8.11, Q-F5)."""

    def options(self, game: State, frame: int) -> list[int]:
        return mentat_slots(game, self.seat(game, frame))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == OPTION:
            for deck in side_decks(game.stack[frame + SEAT]):
                push_draw(game, deck, 1)
        elif slot != NONE:
            push_draw(game, slot - DECK, 2)


PROGRAMS.define(MENTAT_ACTION, [PickDecks()])


# --- Harkonnen House


def replaceable_areas(game: State) -> list[int]:
    """Areas where a Harkonnen Regular can become an Elite (R-8.13, Q-E2, Q-E3)."""
    if not game.figure_supply[HARKONNEN * 4 + ELITE]:
        return []
    return [area for area in legion_areas(game, HARKONNEN) if figures(game, HARKONNEN, area, REGULAR)]


class ReplaceRegular(Step[State]):
    """Where the next of two Regulars is replaced by an Elite."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = 2
        if stack[frame + COUNT] == 0:
            return NO_SLOTS
        slots = [PICK_AREA + area for area in replaceable_areas(game)]
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            upgrade(game, HARKONNEN, slot - PICK_AREA, REGULAR, ELITE)
            game.event(E_DEPLOYED, slot - PICK_AREA, ELITE)
            game.stack[frame + COUNT] -= 1
            game.stack[frame + STEP] -= 1


PROGRAMS.define(HARKONNEN_REPLACE, [ReplaceRegular()])
