"""Pieces on the board and off it: who stands where, and Units from and to the supply (chapters 2, 3, 10)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import DEEP_DESERT, DESERT, TERRAIN
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    CHOAM,
    GENERIC,
    HARKONNEN,
    HARVESTER,
    NOT_ENTERED,
    OUT_OF_THE_GAME,
    REGULAR,
    SANDWORM,
    TANK,
    TOKENS,
    WILD_MAKER,
)
from dune_env.arrakis.state import (
    E_FELL,
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
from dune_env.engine.lists import increased

STACKING_LIMIT: Final = 6

# Bits of State.just_happened: deeds that a Prescience card may ask for.
WON_AS_ATTACKER: Final = 1
WORM_DEVOURED: Final = 2
ENEMY_LEADER_FELL: Final = 4


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
    return not game.cells[STATIONS + area] and is_bare_in(bytes(game.cells), area)


def is_bare_in(cells: bytes, area: int) -> bool:
    """No figure and no token but perhaps a Station."""
    return not (
        cells[STRENGTH + area]
        or cells[STRENGTH + N_AREAS + area]
        or cells[HARVESTERS + area]
        or cells[WORMS + area]
        or cells[SIGNS + area]
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
    game.figure_supply = increased(game.figure_supply, side * 4 + figure, -count)
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
            game.moved = increased(game.moved, group + 1 + REGULAR, 1)
    game.event(E_FELL, area, side * 4 + grade)


def forget_moved(game: State, area: int, figure: int) -> int:
    """A figure that falls in the middle of an Action is one of those that have moved, if any: the others may still go.

    Figures of a kind are alike, so their owner would choose it so. Returns where its group begins, or -1.
    """
    moved = game.moved
    if len(moved) % 7 == 0:  # else it lists worms
        for at in range(0, len(moved), 7):
            if moved[at] == area and moved[at + 1 + figure]:
                game.moved = increased(moved, at + 1 + figure, -1)
                return at
    return -1


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
