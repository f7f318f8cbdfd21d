"""Steps of cards that use the desert: Wormsigns, Sandworms, storms, Deployment tokens, moving a Sietch or an enemy."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS, DEEP_DESERT, DISTANCE, GROUND, SECTORS_OF
from dune_env.arrakis.cards.place import Place, Where
from dune_env.arrakis.cards.verbs import Part
from dune_env.arrakis.deployment import DrawToken, supply_tokens
from dune_env.arrakis.hazards import push_storms
from dune_env.arrakis.leaders.entering import enter_play
from dune_env.arrakis.legions import move_whole_legion, settle
from dune_env.arrakis.movement import MUST, push_move
from dune_env.arrakis.movers import movable_units
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, HARKONNEN
from dune_env.arrakis.pieces import (
    is_desert,
    is_empty,
    is_settlement,
    legion_areas,
    remove_harvester,
    settlements,
    strength,
    terrain,
    tokens,
)
from dune_env.arrakis.programs import AREA, COUNT, KIND, MEMO, TO_AREA, TOKEN
from dune_env.arrakis.retreat import ways_out
from dune_env.arrakis.slots import NO, PASS, PICK_AREA, PICK_TOKEN, YES
from dune_env.arrakis.state import (
    E_DEPLOYED,
    E_MOVED,
    E_RETREATED,
    HARVESTERS,
    N_AREAS,
    PROGRAMS,
    SIETCHES,
    WORMS,
    State,
)
from dune_env.arrakis.tokens import lay_token
from dune_env.arrakis.worms import put_worm, worm_sources
from dune_env.arrakis.wormsigns import push_signs
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

# --- Wormsigns, Harvesters, storms


class PlaceSigns(Step[State]):
    """Place up to *count* Wormsigns where Desert Power could (R-9.4)."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_signs(game, self.count)


class RemoveDeepHarvesters(Part):
    """Remove up to *count* Harvesters from Deep Desert Areas of one Sector, that of the first."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = self.count
            stack[frame + AREA] = NONE
        if stack[frame + COUNT] == 0:
            return NO_SLOTS
        first = stack[frame + AREA]
        areas = [
            area
            for area in range(N_AREAS)
            if game.cells[HARVESTERS + area]
            and terrain(game, area) == DEEP_DESERT
            and (first == NONE or SECTORS_OF[area] & SECTORS_OF[first])
        ]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            stack[frame + COUNT] = NONE
            return
        stack[frame + AREA] = slot - PICK_AREA
        remove_harvester(game, slot - PICK_AREA, True)
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1


class RollForStorms(Step[State]):
    """Coriolis storms now, by the usual rules (R-14.23 to R-14.30)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_storms(game)


# --- placing Sandworms

NEXT_TO_WORM = 1
NEXT_TO_LEGION = 2


class PlaceWorms(Step[State]):
    """Place up to *count* Sandworms, each in its own empty Desert Area next to what *near* says."""

    def __init__(self, count: int, near: int) -> None:
        super().__init__()
        self.count = count
        self.near = near

    def apply(self, game: State, frame: int, slot: int) -> None:
        pushed = game.push(PLACE_WORMS, ATREIDES)
        game.stack[pushed + COUNT] = self.count
        game.stack[pushed + KIND] = self.near


def _figures_for(game: State, frame: int, area: int) -> list[int]:
    """Worms that can be placed in *area*, as slots; one that the card has placed stays (R-14.11, R-14.12, R-28.1)."""
    stack = game.stack
    sources = worm_sources(game, [area, stack[frame + MEMO]])
    borders = BORDERS[area] if game.rules.worms_cross_impassable else GROUND[area]
    if stack[frame + KIND] == NEXT_TO_LEGION:
        return sources if any(strength(game, ATREIDES, near) for near in borders) else NO_SLOTS
    worms = [near for near in borders if game.cells[WORMS + near]]
    # A worm that is relocated is not "another" one.
    return [source for source in sources if any(PICK_AREA + near != source for near in worms)]


class PickWormSpot(Part):
    """Where the worm appears: the Area is empty, so that nothing follows from it (R-28.1)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        areas = [
            area
            for area in range(N_AREAS)
            if is_desert(game, area) and is_empty(game, area) and _figures_for(game, frame, area)
        ]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA if slot >= PICK_AREA else NONE


class PickWormToPlace(Step[State]):
    """Which figure it is: one off the board, or one that stands elsewhere."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        return _figures_for(game, frame, area) if area != NONE else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        put_worm(game, stack[frame + AREA], slot)
        stack[frame + MEMO] = stack[frame + AREA]
        stack[frame + COUNT] -= 1
        stack[frame + STEP] = 0


PLACE_WORMS = PROGRAMS.add("place_worms")
PROGRAMS.define(PLACE_WORMS, [PickWormSpot(), PickWormToPlace()])


# --- a Leader who enters on the board


class PlaceEntering(Place):
    """Place figures together with a Leader who thereby enters play (R-30.11)."""

    def __init__(self, leader: int, where: Where, elite: int) -> None:
        super().__init__(where, elite=elite, named=[leader], chooses=True)
        self.leader = leader

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            enter_play(game, self.leader)
        super().apply(game, frame, slot)


# --- Deployment tokens


class PlaceToken(Part):
    """A Deployment token is placed: YES draws one; with none left to draw one on the board may be moved (R-10.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        game.stack[frame + AREA] = game.stack[frame + COUNT] = game.stack[frame + TOKEN] = NONE
        areas = sietches_near_enemies(game)
        if supply_tokens(game):
            return [YES, PASS] if areas else NO_SLOTS
        areas = [area for area in areas if tokens_elsewhere(game, area)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == YES:
            game.stack[frame + COUNT] = 1
        elif slot >= PICK_AREA:
            game.stack[frame + AREA] = slot - PICK_AREA


class DrawTokenToPlace(DrawToken):
    """The drawn token is looked at before its Sietch is chosen (R-8.6)."""

    def needed(self, game: State, frame: int) -> bool:
        return game.stack[frame + COUNT] == 1 and super().needed(game, frame)


class PickPlaceOfToken(Step[State]):
    """Which Sietch gets the drawn token, or which token on the board goes to the chosen Sietch."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + TOKEN] != NONE:
            return [PICK_AREA + area for area in sietches_near_enemies(game)]
        if stack[frame + AREA] == NONE:
            return NO_SLOTS
        return [PICK_TOKEN + token for token in tokens_elsewhere(game, stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        token = slot - PICK_TOKEN if slot >= PICK_TOKEN else stack[frame + TOKEN]
        area = stack[frame + AREA] if slot >= PICK_TOKEN else slot - PICK_AREA
        left = game.token_at[token]
        stack[frame + TOKEN] = NONE
        lay_token(game, token, area)
        game.event(E_DEPLOYED, area)
        settle(game, ATREIDES, area)
        if left >= 0:
            settle(game, ATREIDES, left)


def tokens_elsewhere(game: State, area: int) -> list[int]:
    """Facedown Atreides tokens on the board outside *area*."""
    return [t for t in range(ATREIDES_TOKENS) if game.token_at[t] >= 0 and game.token_at[t] != area]


def sietches_near_enemies(game: State) -> list[int]:
    """Sietches that have a Harkonnen Legion at most two Areas away; impassable borders do not matter to distance."""
    enemies = legion_areas(game, HARKONNEN)
    return [area for area in settlements(game, ATREIDES) if any(0 < DISTANCE[area][e] <= 2 for e in enemies)]


class PickFirstSietch(Part):
    """Two Sietches exchange all their Deployment tokens: the first one."""

    def options(self, game: State, frame: int) -> list[int]:
        homes = settlements(game, ATREIDES)
        areas = [area for area in homes if tokens(game, ATREIDES, area)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas and len(homes) > 1 else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA if slot >= PICK_AREA else NONE


class PickSecondSietch(Step[State]):
    """The other Sietch, which may have no token; both are settled afterwards (R-3.16, R-3.21)."""

    def options(self, game: State, frame: int) -> list[int]:
        first = game.stack[frame + AREA]
        return [PICK_AREA + a for a in settlements(game, ATREIDES) if a != first] if first != NONE else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        first, second = game.stack[frame + AREA], slot - PICK_AREA
        going, coming = tokens(game, ATREIDES, first), tokens(game, ATREIDES, second)
        for token in going:
            lay_token(game, token, second)
        for token in coming:
            lay_token(game, token, first)
        settle(game, ATREIDES, second)
        settle(game, ATREIDES, first)


# --- moving a Sietch


def sietch_moves(game: State, area: int) -> list[int]:
    """Empty Desert Areas next to a Sietch."""
    return [to for to in GROUND[area] if is_desert(game, to) and is_empty(game, to)]


class PickSietchToMove(Part):
    """Which Sietch moves."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = [area for area in settlements(game, ATREIDES) if sietch_moves(game, area)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA if slot >= PICK_AREA else NONE


class MoveSietch(Step[State]):
    """Where it goes; for every rule it is the same Sietch there."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        return [PICK_AREA + to for to in sietch_moves(game, area)] if area != NONE else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + TO_AREA] = NONE
        if slot == NONE:
            return
        area, to = stack[frame + AREA], slot - PICK_AREA
        sietch = game.cells[SIETCHES + area]
        game.cells[SIETCHES + area] = 0
        game.cells[SIETCHES + to] = sietch
        game.sietch_at = replaced(game.sietch_at, sietch - 1, to)
        game.event(E_MOVED, area, to)
        stack[frame + TO_AREA] = to


class TakeAlong(Step[State]):
    """Whether any of the figures and tokens there come along."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + TO_AREA] == NONE or not movable_units(game, ATREIDES, stack[frame + AREA]):
            return NO_SLOTS
        return [YES, NO]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == YES:
            pushed = push_move(game, ATREIDES, 1, 0, NONE, MUST)
            game.stack[pushed + AREA] = game.stack[frame + AREA]
            game.stack[pushed + TO_AREA] = game.stack[frame + TO_AREA]


# --- moving an enemy


def drift_areas(game: State, area: int) -> list[int]:
    """Empty Areas into which an enemy Legion of *area* can be moved."""
    return [to for to in ways_out(game, HARKONNEN, area) if is_empty(game, to)]


class PickDrifting(Part):
    """Which Harkonnen Legion in the desert is moved, whole."""

    def options(self, game: State, frame: int) -> list[int]:
        legions = legion_areas(game, HARKONNEN)
        areas = [area for area in legions if is_desert(game, area) and drift_areas(game, area)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA if slot >= PICK_AREA else NONE


class Drift(Step[State]):
    """Into which empty Area."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        return [PICK_AREA + to for to in drift_areas(game, area)] if area != NONE else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        area, to = game.stack[frame + AREA], slot - PICK_AREA
        left_settlement = is_settlement(game, HARKONNEN, area)
        move_whole_legion(game, HARKONNEN, area, to)
        game.event(E_RETREATED, area, to)
        if left_settlement:
            game.left_settlement(HARKONNEN, area)
        settle(game, HARKONNEN, to)
