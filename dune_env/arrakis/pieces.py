"""Pieces on the board and off it: who stands where, and every way in which that changes (chapters 2, 3, 10, 24)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import DEEP_DESERT, DESERT, TERRAIN
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    CHOAM,
    ELITE,
    GENERIC,
    HARKONNEN,
    HARVESTER,
    NOT_ENTERED,
    OFF_BOARD,
    OUT_OF_THE_GAME,
    REGULAR,
    RESTING,
    SANDWORM,
    SPECIAL,
    SUPPLY,
    TANK,
    TOKEN_GONE,
    TOKENS,
    WILD_MAKER,
)
from dune_env.arrakis.programs import AREA, FALL_ALONE, SIDE, TRIM
from dune_env.arrakis.slots import DIE
from dune_env.arrakis.state import (
    E_FELL,
    E_LEADER,
    E_REVEALED,
    FACEDOWN_TOKENS,
    FIGURES,
    HARVESTERS,
    N_AREAS,
    N_LEADERS,
    NAMED,
    SIETCHES,
    SIGNS,
    STATIONS,
    STRENGTH,
    TOWNS,
    WORMS,
    State,
)

STACKING_LIMIT: Final = 6

# Bits of State.just_happened: deeds that a Prescience card may ask for.
WON_AS_ATTACKER: Final = 1
WORM_DEVOURED: Final = 2
ENEMY_LEADER_FELL: Final = 4


# Lasting effects: triples in State.effects of what, an argument and the turn (State.turns) after which it ends.
LEADER_BARRED: Final = 1  # the Leader can be neither placed nor deployed, and his Legion neither moves nor attacks
DIE_BOUND: Final = 2  # the Harkonnen must use a die of this result, or, at 5, their Bene Gesserit token


# --- lasting effects


def has_effect(game: State, effect: int, argument: int) -> bool:
    """Whether *effect* with *argument* lasts now."""
    effects = game.effects
    for at in range(0, len(effects), 3):
        if effects[at] == effect and effects[at + 1] == argument:
            return True
    return False


def add_effect(game: State, effect: int, argument: int, last_turn: int) -> None:
    """Let *effect* last until the end of turn number *last_turn*."""
    game.effects.extend([effect, argument, last_turn])


def expire_effects(game: State, turn: int) -> None:
    """Drop the effects whose last turn is *turn* or earlier."""
    kept: list[int] = []
    effects = game.effects
    for at in range(0, len(effects), 3):
        if effects[at + 2] > turn:
            kept.extend(effects[at : at + 3])
    game.effects = kept


def bound_dice(game: State, side: int, slots: list[int]) -> list[int]:
    """Of the dice and token in *slots* those that *side* may use: a bound one alone while it is there (Q-F14)."""
    if side != HARKONNEN or not game.effects:
        return slots
    bound = [slot for slot in slots if has_effect(game, DIE_BOUND, slot - DIE)]
    return bound or slots


# --- reading the board


def terrain(game: State, area: int) -> int:
    """The terrain of *area* as it is now (R-26.4)."""
    return TERRAIN[game.atomics][area]


def is_desert(game: State, area: int) -> bool:
    """Desert, Deep Desert included (R-2.3)."""
    return TERRAIN[game.atomics][area] >= DESERT


def is_deep_desert(game: State, area: int) -> bool:
    return TERRAIN[game.atomics][area] == DEEP_DESERT


def figures(game: State, side: int, area: int, figure: int) -> int:
    """How many of one figure *side* has in *area*."""
    return game.cells[FIGURES + (side * 4 + figure) * N_AREAS + area]


def strength(game: State, side: int, area: int) -> int:
    """Units of *side* in *area*, a facedown Deployment token counting as one (R-3.8)."""
    return game.cells[STRENGTH + side * N_AREAS + area]


def leaders(game: State, side: int, area: int) -> int:
    """Leaders of *side* in *area*, Generic and Named."""
    return figures(game, side, area, GENERIC) + game.cells[NAMED + side * N_AREAS + area]


def named_leaders(game: State, side: int, area: int) -> list[int]:
    """The Named Leaders of *side* in *area*."""
    if not game.cells[NAMED + side * N_AREAS + area]:
        return []
    sides = game.content.leader_side
    return [x for x in range(N_LEADERS) if game.leader_at[x] == area and sides[x] == side]


def tokens(game: State, side: int, area: int) -> list[int]:
    """The facedown Deployment tokens of *side* in *area*."""
    if not game.cells[FACEDOWN_TOKENS + side * N_AREAS + area]:
        return []
    first, last = (0, ATREIDES_TOKENS) if side == ATREIDES else (ATREIDES_TOKENS, TOKENS)
    return [t for t in range(first, last) if game.token_at[t] == area]


def legion_areas(game: State, side: int) -> list[int]:
    """Areas that hold a Legion of *side*, ascending."""
    return areas_with(game, STRENGTH + side * N_AREAS)


def areas_with(game: State, field: int) -> list[int]:
    """Areas with something in one field of `cells`, ascending."""
    row = bytes(game.cells[field : field + N_AREAS])
    return [area for area in range(N_AREAS) if row[area]]


def is_free(game: State, side: int, area: int) -> bool:
    """No enemy settlement, enemy Unit or Sandworm (R-2.10, R-3.26)."""
    return is_free_in(bytes(game.cells), side, area)


def is_free_in(cells: bytes, side: int, area: int) -> bool:
    """`is_free` for a caller that asks about many Areas: bytes are read fastest."""
    if cells[WORMS + area] or cells[STRENGTH + (1 - side) * N_AREAS + area]:
        return False
    return not cells[(TOWNS if side == ATREIDES else SIETCHES) + area]


def is_empty(game: State, area: int) -> bool:
    """No figure and no token whatsoever (R-2.13)."""
    cells = game.cells
    return not (
        cells[STRENGTH + area]
        or cells[STRENGTH + N_AREAS + area]
        or cells[HARVESTERS + area]
        or cells[WORMS + area]
        or cells[SIGNS + area]
        or cells[STATIONS + area]
        or cells[SIETCHES + area]
        or cells[TOWNS + area]
    )


def is_settlement(game: State, side: int, area: int) -> bool:
    """Whether a settlement of *side* stands in *area* (R-23.11)."""
    return game.cells[(SIETCHES if side == ATREIDES else TOWNS) + area] > 0


def settlements(game: State, side: int) -> list[int]:
    """Areas of the standing settlements of *side*, ascending."""
    return areas_with(game, SIETCHES if side == ATREIDES else TOWNS)


def stacking_limit(game: State, side: int) -> int:
    """Units that may share an Area: 6, or 5 for the Harkonnen under the CHOAM Ban (R-3.20, R-15.19)."""
    return STACKING_LIMIT - 1 if side == HARKONNEN and game.bans[CHOAM] else STACKING_LIMIT


def in_play(game: State, leader: int) -> bool:
    """Entered and not out of the game; the Regeneration Tank counts (R-11.3, Q-K15)."""
    return game.leader_at[leader] not in (NOT_ENTERED, OUT_OF_THE_GAME)


def in_tank(game: State, leader: int) -> bool:
    return game.leader_at[leader] <= TANK


# --- Units and Generic Leaders


def add_figures(game: State, side: int, area: int, figure: int, count: int) -> None:
    """Put *count* figures from the supply into *area*."""
    game.cells[FIGURES + (side * 4 + figure) * N_AREAS + area] += count
    game.figure_supply[side * 4 + figure] -= count
    if figure != GENERIC:
        game.cells[STRENGTH + side * N_AREAS + area] += count


def remove_figures(game: State, side: int, area: int, figure: int, count: int) -> None:
    """Take *count* figures from *area* back to the supply, at once available again (R-3.2, R-21.8)."""
    add_figures(game, side, area, figure, -count)


def figure_available(game: State, side: int, grade: int) -> int:
    """The figure to use where a Unit of *grade* is called for, or -1 with none left (R-3.4, Q-C7; Mahdi: R-40.4)."""
    supply = game.figure_supply
    base = side * 4
    if supply[base + grade] > 0:
        return grade
    if game.solo and side == HARKONNEN:
        for stronger in range(grade + 1, GENERIC):
            if supply[base + stronger] > 0:
                return stronger
    for weaker in range(grade - 1, REGULAR - 1, -1):
        if supply[base + weaker] > 0:
            return weaker
    return -1


def recruit(game: State, side: int, area: int, grade: int) -> bool:
    """Bring one Unit of *grade*, or what replaces it, from the supply into *area*; False with no figure left."""
    figure = figure_available(game, side, grade)
    if figure < 0:
        return False
    add_figures(game, side, area, figure, 1)
    return True


def lose_unit(game: State, side: int, area: int, grade: int) -> None:
    """Absorb one Hit with a Unit: a Regular falls, a better one becomes a Regular if there is a figure (R-21.2)."""
    group = forget_moved(game, area, grade)
    remove_figures(game, side, area, grade, 1)
    downgraded = grade != REGULAR and game.figure_supply[side * 4 + REGULAR] > 0
    if downgraded:
        add_figures(game, side, area, REGULAR, 1)
        if group >= 0:
            game.moved[group + 1 + REGULAR] += 1
    game.event(E_FELL, area, side * 4 + grade)


def forget_moved(game: State, area: int, figure: int) -> int:
    """A figure that falls in the middle of an Action is one of those that have moved, if any: the others may still go.

    Figures of a kind are alike, so their owner would choose it so. Returns where its group begins, or -1.
    """
    moved = game.moved
    if len(moved) % 7 == 0:  # else it lists worms
        for at in range(0, len(moved), 7):
            if moved[at] == area and moved[at + 1 + figure]:
                moved[at + 1 + figure] -= 1
                return at
    return -1


# --- Named Leaders


def stand(game: State, leader: int, area: int) -> None:
    """Put a Named Leader's figure into *area*, from wherever it is."""
    lift(game, leader, area)
    game.cells[NAMED + game.content.leader_side[leader] * N_AREAS + area] += 1


def lift(game: State, leader: int, to: int) -> None:
    """Take a Named Leader off the board to a place that is no Area, or give it the Area it will stand in."""
    at = game.leader_at[leader]
    if at >= 0:
        game.cells[NAMED + game.content.leader_side[leader] * N_AREAS + at] -= 1
    game.leader_at[leader] = to


def send_to_tank(game: State, leader: int) -> None:
    """To the leftmost slot, pushing what lies there to the right (R-24.2, R-24.7)."""
    side = game.content.leader_side[leader]
    was = game.leader_at[leader]
    lift(game, leader, OFF_BOARD)
    _shift_right(game, side, 0)
    game.leader_at[leader] = TANK
    game.tank_arrivals |= 1 << leader
    game.event(E_LEADER, leader, was)
    if side == HARKONNEN:
        game.just_happened |= ENEMY_LEADER_FELL


def _shift_right(game: State, side: int, slot: int) -> None:
    for leader in range(N_LEADERS):
        if game.leader_at[leader] == TANK - slot and game.content.leader_side[leader] == side:
            if slot + 1 == game.content.tank_slots[side]:
                game.leader_at[leader] = RESTING  # Q-K2
            else:
                _shift_right(game, side, slot + 1)
                game.leader_at[leader] = TANK - slot - 1
            return


def advance_tank(game: State, side: int) -> None:
    """Every Leader of *side* in the Tank moves one slot right (R-24.3, Q-D8)."""
    for slot in range(game.content.tank_slots[side] - 1, -1, -1):
        for leader in range(N_LEADERS):
            if game.leader_at[leader] == TANK - slot and game.content.leader_side[leader] == side:
                arrived = game.tank_arrivals >> leader & 1
                if game.rules.tank_advances_arrivals or not arrived:
                    _shift_right(game, side, slot)
                break


def rested(game: State, side: int) -> None:
    """Leaders that left the Tank last turn may be deployed from now on (R-24.4)."""
    for leader in range(N_LEADERS):
        if game.leader_at[leader] == RESTING and game.content.leader_side[leader] == side:
            game.leader_at[leader] = OFF_BOARD


def may_be_placed(game: State, leader: int) -> bool:
    """Whether no lasting effect keeps *leader* from being placed or deployed."""
    return not has_effect(game, LEADER_BARRED, leader)


def deployable_leaders(game: State, side: int) -> list[int]:
    """Named Leaders of *side* in play, off the board and not in the Tank (R-8.10); worms are no Leaders."""
    content = game.content
    return [
        x
        for x in range(N_LEADERS)
        if game.leader_at[x] == OFF_BOARD
        and content.leader_side[x] == side
        and content.leader_box[x] != 5
        and may_be_placed(game, x)
    ]


# --- Deployment tokens


def lay_token(game: State, token: int, area: int) -> None:
    """Put a Deployment token facedown into *area*, from wherever it is."""
    take_token(game, token, area)
    side = ATREIDES if token < ATREIDES_TOKENS else HARKONNEN
    game.cells[FACEDOWN_TOKENS + side * N_AREAS + area] += 1
    game.cells[STRENGTH + side * N_AREAS + area] += 1


def take_token(game: State, token: int, to: int) -> None:
    """Take a Deployment token off the board to a place that is no Area, or give it the Area where it will lie."""
    at = game.token_at[token]
    if at >= 0:
        side = ATREIDES if token < ATREIDES_TOKENS else HARKONNEN
        game.cells[FACEDOWN_TOKENS + side * N_AREAS + at] -= 1
        game.cells[STRENGTH + side * N_AREAS + at] -= 1
    game.token_at[token] = to


def reveal_token(game: State, token: int) -> None:
    """Replace a facedown token by the figures it shows (R-3.12); Mahdi's go back to the pool (R-43.6)."""
    area = game.token_at[token]
    side = ATREIDES if token < ATREIDES_TOKENS else HARKONNEN
    take_token(game, token, TOKEN_GONE if side == ATREIDES else SUPPLY)
    shown = game.content.tokens[token]
    for grade in (SPECIAL, ELITE, REGULAR):
        for _ in range(shown[grade]):
            recruit(game, side, area, grade)
    generics = min(shown[GENERIC], game.figure_supply[side * 4 + GENERIC])
    add_figures(game, side, area, GENERIC, generics)
    game.event(E_REVEALED, area, token)
    if side == HARKONNEN:
        game.token_seen[token] = game.clock


def reveal_all_tokens(game: State, side: int, area: int) -> int:
    """Reveal every facedown token of *side* in *area*; how many there were."""
    found = tokens(game, side, area)
    for token in found:
        reveal_token(game, token)
    return len(found)


# --- keeping Legions legal


def settle(game: State, side: int, area: int) -> None:
    """Enforce at once what every Legion must obey: the stacking limit (R-3.21) and no Leader alone (R-3.16)."""
    units = strength(game, side, area)
    if units > stacking_limit(game, side):
        frame = game.push(TRIM, side)
        game.stack[frame + AREA] = area
        game.stack[frame + SIDE] = side
    elif units == 0 and leaders(game, side, area):
        fall_alone(game, side, area)


def fall_alone(game: State, side: int, area: int) -> None:
    """Leaders without Units are casualties: Generic to supply, Named to the Tank in their owner's order (Q-K1)."""
    generics = figures(game, side, area, GENERIC)
    if generics:
        remove_figures(game, side, area, GENERIC, generics)
    named = named_leaders(game, side, area)
    if len(named) == 1:
        send_to_tank(game, named[0])
    elif named:
        frame = game.push(FALL_ALONE, side)
        game.stack[frame + AREA] = area
        game.stack[frame + SIDE] = side


def destroy_legion(game: State, side: int, area: int) -> None:
    """Remove a whole Legion; its tokens leave the game."""
    for token in tokens(game, side, area):
        take_token(game, token, TOKEN_GONE if side == ATREIDES else SUPPLY)
    for figure in (REGULAR, ELITE, SPECIAL):
        remove_figures(game, side, area, figure, figures(game, side, area, figure))
    fall_alone(game, side, area)


def move_whole_legion(game: State, side: int, area: int, to: int) -> None:
    """Move all figures and tokens of *side* from *area* to *to*."""
    cells = game.cells
    for figure in range(4):
        base = FIGURES + (side * 4 + figure) * N_AREAS
        cells[base + to] += cells[base + area]
        cells[base + area] = 0
    for token in tokens(game, side, area):
        game.token_at[token] = to
    for leader in named_leaders(game, side, area):
        game.leader_at[leader] = to
    for field in (FACEDOWN_TOKENS, NAMED, STRENGTH):
        base = field + side * N_AREAS
        cells[base + to] += cells[base + area]
        cells[base + area] = 0
    for at in range(0, len(game.moved), 7):
        if game.moved[at] == area:
            game.moved[at] = to
    game.flown = [to if x == area else x for x in game.flown]


# --- Vehicles and worms


def vehicles_in_supply(game: State, vehicle: int) -> int:
    """Vehicles of one kind off the board."""
    supply = game.content.vehicles[vehicle]
    if vehicle == HARVESTER:
        return supply - sum(game.cells[HARVESTERS : HARVESTERS + N_AREAS])
    return supply - game.zones.count(vehicle)


def remove_harvester(game: State, area: int, by_atreides: bool) -> None:
    game.cells[HARVESTERS + area] = 0
    if by_atreides:
        game.harvesters_lost += 1


def worms_on_board(game: State) -> int:
    """Standard Sandworms on the board."""
    return game.cells[WORMS : WORMS + N_AREAS].count(SANDWORM)


def worm_areas(game: State) -> list[int]:
    """Areas that hold a Sandworm or the Wild Maker, ascending."""
    return areas_with(game, WORMS)


def wild_maker_area(game: State) -> int:
    """Where the Wild Maker's figure stands, -1 off the board."""
    return game.cells[WORMS : WORMS + N_AREAS].find(WILD_MAKER)


def wild_maker_in_play(game: State) -> bool:
    content = game.content
    for leader in range(N_LEADERS):
        if content.leader_box[leader] == 5:
            return in_play(game, leader)
    return False




def upgrade(game: State, side: int, area: int, grade: int, to: int) -> None:
    """Replace one Unit of *grade* in *area* by one of grade *to* from the supply."""
    remove_figures(game, side, area, grade, 1)
    add_figures(game, side, area, to, 1)
