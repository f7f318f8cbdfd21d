"""Wormsigns, Sandworms and what a placed worm does (chapters 27 and 28; Desert Power's worm Actions, chapter 9)."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS, DEEP_DESERT, DESERT, GROUND, MOUNTAIN, TERRAIN, ZONES_OF
from dune_env.arrakis.casualties import push_casualties, wipe_out
from dune_env.arrakis.dice import DrawWormsign, RollCombatDice
from dune_env.arrakis.names import (
    ATREIDES,
    BURROWING_SIGN,
    CARRYALL,
    FACEDOWN,
    HARKONNEN,
    NO_SIGN,
    NO_WORM,
    SAND_SIGN,
    SANDWORM,
    SANDWORM_SIGN,
    WILD_MAKER,
)
from dune_env.arrakis.names import DESERT_HAZARDS as HAZARDS_PHASE
from dune_env.arrakis.pieces import (
    WORM_DEVOURED,
    is_desert,
    is_free,
    move_whole_legion,
    remove_harvester,
    reveal_all_tokens,
    settle,
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
    ENTER_WORMSIGN,
    FLAGS,
    HITS,
    MASK,
    MOVE_WORMS,
    PLACE_WORM,
    PLACE_WORMSIGNS,
    RESULT,
    ROLL,
    TO_AREA,
    WORM_ATTACK,
    WORM_CONSEQUENCE,
    WORM_STRIKES,
)
from dune_env.arrakis.slots import C_WORMSIGN, COMBAT_ROLLS, NO, OPTION, PASS, PICK_AREA, PICK_ZONE
from dune_env.arrakis.state import (
    E_RETREATED,
    E_ROLLED,
    E_SIGN,
    E_VEHICLE,
    E_WORM,
    HARVESTERS,
    N_AREAS,
    PROGRAMS,
    SIETCHES,
    SIGNS,
    STRENGTH,
    TOWNS,
    WORMS,
    State,
)
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

WORM_DICE = 4
WILD_MAKER_DICE = 6
WORM_RANGE = 2

FROM_SUPPLY = OPTION
WILD_MAKER_FROM_SUPPLY = OPTION + 1


# --- Wormsigns


def signs_in_supply(game: State) -> int:
    """Wormsigns that can still be laid: all but those on the board and those set aside."""
    on_board = N_AREAS - game.cells[SIGNS : SIGNS + N_AREAS].count(NO_SIGN)
    return sum(game.content.wormsigns) - on_board - game.signs_aside


def lay_sign(game: State, area: int) -> None:
    """Lay a random facedown Wormsign, seen by nobody (R-9.11, R-14.4); it reveals nothing (R-27.2)."""
    game.cells[SIGNS + area] = FACEDOWN
    game.event(E_SIGN, area)


def turn_up(game: State, area: int, kind: int) -> None:
    """Turn the facedown Wormsign of *area* up to show *kind* (0 Sand, 1 Sandworm, 2 Burrowing Sandworm)."""
    game.signs_left[kind] -= 1
    game.cells[SIGNS + area] = SAND_SIGN + kind
    game.event(E_SIGN, area, kind)


def set_aside_sign(game: State, area: int) -> None:
    """Take a Wormsign off the board until all are shuffled back (R-14.9, Q-M11)."""
    game.cells[SIGNS + area] = NO_SIGN
    game.signs_aside += 1


def makes_worm(game: State, area: int) -> bool:
    """Whether the turned-up Wormsign of *area* brings a Sandworm (R-14.6 to R-14.8)."""
    sign = game.cells[SIGNS + area]
    return sign == SANDWORM_SIGN or (sign == BURROWING_SIGN and terrain(game, area) == DEEP_DESERT)


class RevealSign(DrawWormsign):
    """A Harkonnen Legion has entered: turn the Wormsign up and resolve it at once (R-27.1)."""

    def needed(self, game: State, frame: int) -> bool:
        return game.cells[SIGNS + game.stack[frame + AREA]] == FACEDOWN

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        area = game.stack[frame + AREA]
        turn_up(game, area, slot - C_WORMSIGN)
        appears = makes_worm(game, area)
        set_aside_sign(game, area)
        if appears:
            push_place_worm(game, area, True)


PROGRAMS.define(ENTER_WORMSIGN, [RevealSign()])


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


def retreat_areas(game: State, side: int, area: int) -> list[int]:
    """Adjacent Areas into which a Legion of *side* may be made to retreat (R-22.7 to R-22.9)."""
    return [
        to
        for to in ways_out(game, side, area)
        if is_free(game, side, to) and not (side == HARKONNEN and game.cells[SIGNS + to] == FACEDOWN)
    ]


def ways_out(game: State, side: int, area: int) -> list[int]:
    """Areas next to *area* for a Legion that is made to leave it; Mahdi's know no impassable borders (Q-P63)."""
    over_impassable = game.solo and side == HARKONNEN and game.rules.mahdi_retreats_over_impassable
    return BORDERS[area] if over_impassable else GROUND[area]


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
        game.zones[slot - PICK_ZONE] = 0
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


# --- Desert Power


def sign_areas(game: State) -> list[int]:
    """Desert Areas without Wormsign, worm or Sietch (R-9.4); Harkonnen pieces do not matter (R-9.5)."""
    cells = bytes(game.cells)
    ground = TERRAIN[game.atomics]
    return [
        area
        for area in range(N_AREAS)
        if not (cells[SIGNS + area] or cells[WORMS + area] or cells[SIETCHES + area]) and ground[area] >= DESERT
    ]


class PickSignArea(Step[State]):
    """Where a Wormsign is laid; COUNT of them are (R-9.4)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0 or signs_in_supply(game) == 0:
            return NO_SLOTS
        slots = [PICK_AREA + area for area in sign_areas(game)]
        return [PASS, *slots] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            lay_sign(game, slot - PICK_AREA)
            game.stack[frame + COUNT] -= 1
            game.stack[frame + STEP] -= 1


PROGRAMS.define(PLACE_WORMSIGNS, [PickSignArea()])


def worm_moves(game: State, area: int) -> list[int]:
    """Areas to which the worm of *area* can move: up to two Desert ones, the last with at most a Station (R-28.2-4)."""
    borders = BORDERS if game.rules.worms_cross_impassable else GROUND
    cells = bytes(game.cells)
    reach: list[int] = []
    for first in borders[area]:
        if not is_desert(game, first):
            continue
        for to in [first, *borders[first]]:
            if to != area and to not in reach and is_desert(game, to) and _only_station(cells, to):
                reach.append(to)
    return sorted(reach)


def _only_station(cells: bytes, area: int) -> bool:
    return not (
        cells[STRENGTH + area]
        or cells[STRENGTH + N_AREAS + area]
        or cells[HARVESTERS + area]
        or cells[WORMS + area]
        or cells[SIGNS + area]
        or cells[SIETCHES + area]
        or cells[TOWNS + area]
    )


def worm_targets(game: State, area: int) -> list[int]:
    """Areas that the worm of *area* can attack (R-28.5 to R-28.8)."""
    borders = BORDERS if game.rules.worms_cross_impassable else GROUND
    reach: list[int] = []
    for first in borders[area]:
        near = [first, *borders[first]] if is_desert(game, first) else [first]
        for to in near:
            if to != area and to not in reach and _worm_target(game, to):
                reach.append(to)
    return sorted(reach)


def _worm_target(game: State, area: int) -> bool:
    ground = terrain(game, area)
    if ground == MOUNTAIN:
        return False
    if game.cells[STRENGTH + HARKONNEN * N_AREAS + area]:
        return True
    return ground >= DESERT and game.cells[HARVESTERS + area] > 0


class PickWorm(Step[State]):
    """Which worm moves, or attacks; COUNT different ones may move (R-9.6 to R-9.8)."""

    def __init__(self, attacks: bool) -> None:
        super().__init__()
        self.attacks = attacks
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] <= 0 or stack[frame + AREA] != NONE:
            return NO_SLOTS
        slots: list[int] = []
        for area in worm_areas(game):
            if area in game.moved:
                continue
            if worm_targets(game, area) if self.attacks else worm_moves(game, area):
                slots.append(PICK_AREA + area)
        return [PASS, *slots] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.stack[frame + AREA] = slot - PICK_AREA
        elif game.stack[frame + AREA] == NONE:
            game.stack[frame + COUNT] = 0


class MoveWorm(Step[State]):
    """Where the worm goes (R-28.2, R-28.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        return [PICK_AREA + to for to in worm_moves(game, game.stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            game.moved.clear()
            return
        to = slot - PICK_AREA
        move_worm(game, stack[frame + AREA], to)
        game.moved.append(to)
        stack[frame + COUNT] -= 1
        stack[frame + AREA] = NONE
        stack[frame + STEP] = 0


def move_worm(game: State, area: int, to: int) -> None:
    """Move the worm of *area* to *to* (R-28.2)."""
    game.cells[WORMS + to] = game.cells[WORMS + area]
    game.cells[WORMS + area] = NO_WORM
    game.event(E_WORM, area, to)


def push_move_worms(game: State, count: int) -> None:
    """Let the Atreides move up to *count* different worms."""
    game.moved.clear()
    frame = game.push(MOVE_WORMS, ATREIDES)
    game.stack[frame + COUNT] = count


def push_worm_attack(game: State) -> None:
    """Let the Atreides attack with one worm."""
    game.moved.clear()
    frame = game.push(WORM_ATTACK, ATREIDES)
    game.stack[frame + COUNT] = 1


def push_signs(game: State, count: int) -> None:
    """Let the Atreides lay up to *count* Wormsigns."""
    frame = game.push(PLACE_WORMSIGNS, ATREIDES)
    game.stack[frame + COUNT] = count


PROGRAMS.define(MOVE_WORMS, [PickWorm(False), MoveWorm()])


class PickWormTarget(Step[State]):
    """What the worm attacks; it is removed to do so (R-28.5)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] <= 0:
            return NO_SLOTS
        return [PICK_AREA + to for to in worm_targets(game, game.stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        stack[frame + TO_AREA] = slot - PICK_AREA
        attack_with_worm(game, stack[frame + AREA], slot - PICK_AREA)


def attack_with_worm(game: State, area: int, to: int) -> None:
    """The worm of *area* leaves the board and strikes what stands in *to* (R-28.5, R-28.9, R-28.11)."""
    dice = WILD_MAKER_DICE if game.cells[WORMS + area] == WILD_MAKER else WORM_DICE
    game.cells[WORMS + area] = NO_WORM
    game.event(E_WORM, area, to)
    game.note("worm_attack")
    if strength(game, HARKONNEN, to):
        push_strike(game, to, dice)
    else:
        remove_harvester(game, to, True)
        game.note("harvester_eaten")


PROGRAMS.define(WORM_ATTACK, [PickWorm(True), PickWormTarget()])
