"""Phase 3, Desert Hazards: Wormsigns, appearing Sandworms, Coriolis storms (chapter 14)."""

from __future__ import annotations

from dune_env.arrakis.board import MOUNTAIN, STORM_EXEMPT
from dune_env.arrakis.casualties import push_casualties, wipe_out
from dune_env.arrakis.dice import DrawWormsign, RollCombatDice
from dune_env.arrakis.names import ATREIDES, FACEDOWN, HARKONNEN, NO_SIGN
from dune_env.arrakis.pieces import areas_with, is_desert, legion_areas, terrain, wild_maker_in_play
from dune_env.arrakis.programs import AREA, COUNT, DESERT_HAZARDS, ROLL, STORMS
from dune_env.arrakis.slots import C_WORMSIGN, PICK_AREA
from dune_env.arrakis.state import E_ROLLED, HARVESTERS, N_AREAS, PROGRAMS, SIGNS, STRENGTH, WORMS, State
from dune_env.arrakis.worms import desert_hits, push_consequence, push_place_worm, reveal_attacked
from dune_env.arrakis.wormsigns import lay_sign, makes_worm, set_aside_sign, signs_in_supply, turn_up
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

WORMSIGN_CAP = 4
STORM_DICE = 2


class DiscardIdleSigns(Step[State]):
    """Wormsigns beside an Atreides Legion or a worm go back into the pool unseen (R-14.1, Q-G14)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        cells = game.cells
        for area in areas_with(game, SIGNS):
            if (cells[STRENGTH + area] or cells[WORMS + area]):
                cells[SIGNS + area] = NO_SIGN


def _needs_sign(game: State) -> list[int]:
    """Desert Areas with a Harkonnen Legion or Harvester and neither Wormsign nor worm (R-14.2)."""
    cells = bytes(game.cells)
    return [
        area
        for area in range(N_AREAS)
        if (cells[STRENGTH + N_AREAS + area] or cells[HARVESTERS + area])
        and not (cells[SIGNS + area] or cells[WORMS + area])
        and is_desert(game, area)
    ]


class LaySigns(Step[State]):
    """A Wormsign under each Harkonnen Legion and Harvester in the desert; the Atreides choose if short (Q-G3)."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = _needs_sign(game)
        supply = signs_in_supply(game)
        if supply == 0 or len(areas) <= supply:
            return NO_SLOTS
        return [PICK_AREA + area for area in areas]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            lay_sign(game, slot - PICK_AREA)
            game.stack[frame + STEP] -= 1
        elif signs_in_supply(game) > 0:
            for area in _needs_sign(game):
                lay_sign(game, area)


class TurnUpSigns(DrawWormsign):
    """Flip all Wormsigns on the board (R-14.5)."""

    def _first(self, game: State) -> int:
        signs = game.cells[SIGNS : SIGNS + N_AREAS]
        return signs.index(FACEDOWN) if FACEDOWN in signs else NONE

    def needed(self, game: State, frame: int) -> bool:
        return self._first(game) != NONE

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            turn_up(game, self._first(game), slot - C_WORMSIGN)
            game.stack[frame + STEP] -= 1


def _worm_signs(game: State) -> list[int]:
    return [area for area in areas_with(game, SIGNS) if makes_worm(game, area)]


class ResolveSigns(Step[State]):
    """Place the appearing worms, at most 4, or 5 with the Wild Maker in play; the Atreides choose which (R-14.13)."""

    def options(self, game: State, frame: int) -> list[int]:
        left = self._cap(game) - game.stack[frame + COUNT]
        areas = _worm_signs(game)
        if left <= 0 or len(areas) <= left:
            return NO_SLOTS
        return [PICK_AREA + area for area in areas]

    def _cap(self, game: State) -> int:
        return WORMSIGN_CAP + int(game.rules.fifth_wormsign and wild_maker_in_play(game))

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot != NONE:
            area = slot - PICK_AREA
        elif stack[frame + COUNT] < self._cap(game) and _worm_signs(game):
            area = _worm_signs(game)[0]
        else:
            return
        set_aside_sign(game, area)
        stack[frame + COUNT] += 1
        stack[frame + STEP] -= 1
        game.placed_worms = [*game.placed_worms, area]
        push_place_worm(game, area, False)


class WormConsequences(Step[State]):
    """With all worms in position, settle them in the order that the Atreides like (R-14.14, Q-G4)."""

    def options(self, game: State, frame: int) -> list[int]:
        if len(game.placed_worms) < 2:
            return NO_SLOTS
        cells = game.cells
        threatened = [a for a in game.placed_worms if cells[STRENGTH + N_AREAS + a] or cells[HARVESTERS + a]]
        # Lone Harvesters do not affect each other, so only a Legion makes the order matter.
        if len(threatened) < 2 or not any(cells[STRENGTH + N_AREAS + a] for a in threatened):
            return NO_SLOTS
        return [PICK_AREA + area for area in sorted(threatened)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if not game.placed_worms:
            return
        area = slot - PICK_AREA if slot != NONE else game.placed_worms[0]
        at = game.placed_worms.index(area)
        game.placed_worms = game.placed_worms[:at] + game.placed_worms[at + 1 :]
        game.stack[frame + STEP] -= 1
        push_consequence(game, area)


class ShuffleSigns(Step[State]):
    """Every Wormsign goes back facedown into the pool (R-14.9)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        for area in areas_with(game, SIGNS):
            game.cells[SIGNS + area] = NO_SIGN
        game.signs_aside = 0
        game.signs_left = game.content.wormsigns[:]


def storm_areas(game: State) -> list[int]:
    """Areas whose Harkonnen Legion a storm threatens (R-14.24 to R-14.27)."""
    exempt = STORM_EXEMPT[game.atomics]
    return [
        area for area in legion_areas(game, HARKONNEN) if terrain(game, area) != MOUNTAIN and not exempt[area]
    ]


def push_storms(game: State) -> None:
    """Roll for Coriolis storms over every threatened Legion."""
    game.push(STORMS, ATREIDES)


class NextStorm(Step[State]):
    """Go on to the next threatened Legion; each is rolled for separately (R-14.28)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        ahead = [area for area in storm_areas(game) if area > stack[frame + AREA]]
        stack[frame + AREA] = ahead[0] if ahead else N_AREAS
        stack[frame + COUNT] = STORM_DICE if ahead else 0
        if ahead:
            reveal_attacked(game, ahead[0])


class StormHits(Step[State]):
    """Casualties at once (R-14.29, R-14.30)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + COUNT] == 0:
            return
        area, roll = stack[frame + AREA], stack[frame + ROLL]
        stack[frame + STEP] = 0
        hits = desert_hits(game, area, roll)
        game.event(E_ROLLED, area, roll)
        if hits:
            game.note("storm_hit")
            if not wipe_out(game, HARKONNEN, area, hits):
                push_casualties(game, HARKONNEN, area, hits)


PROGRAMS.define(STORMS, [NextStorm(), RollCombatDice(COUNT, ROLL), StormHits()])


class Storms(Step[State]):
    """Coriolis storms, after every Wormsign is settled (R-14.23)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_storms(game)


class BeginHazards(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + COUNT] = 0
        game.placed_worms = []


PROGRAMS.define(
    DESERT_HAZARDS,
    [
        BeginHazards(),
        DiscardIdleSigns(),
        LaySigns(),
        TurnUpSigns(),
        ResolveSigns(),
        WormConsequences(),
        ShuffleSigns(),
        Storms(),
    ],
)
