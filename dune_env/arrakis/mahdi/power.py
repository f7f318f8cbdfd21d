"""Combat Power (R-39.11 to R-39.13) and the distances that Mahdi's criteria speak of."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import BORDERS, CENTRAL, DISTANCE, GROUND, SECTORS_OF
from dune_env.arrakis.names import ATREIDES, ELITE, GENERIC, HARKONNEN, REGULAR, SPECIAL
from dune_env.arrakis.pieces import figures, is_free_in, leaders, strength
from dune_env.arrakis.state import FACEDOWN_TOKENS, N_AREAS, NAMED, State
from dune_env.engine.steps import NONE

# One number holds both values, so that comparing two numbers compares basic values first and detailed ones on a tie.
SCALE: Final = 1000

TOKEN_VALUE: Final = 2  # Q-P9 for the detailed count
NAMED_VALUE: Final = 2
FIGURE_VALUES: Final = [2, 3, 4, 1]  # Regular, Elite, Special Elite, Generic Leader


def power(game: State, side: int, area: int) -> int:
    """Combat Power of the Legion of *side* in *area*, basic and detailed in one (R-39.11 to R-39.13)."""
    tokens = game.cells[FACEDOWN_TOKENS + side * N_AREAS + area]
    basic_value = strength(game, side, area) + tokens + leaders(game, side, area)
    return basic_value * SCALE + detailed_power(game, side, area)


def detailed_power(game: State, side: int, area: int) -> int:
    """Combat Power of single pieces added up (R-39.12, Q-P9, Q-P17)."""
    total = TOKEN_VALUE * game.cells[FACEDOWN_TOKENS + side * N_AREAS + area]
    for figure in (REGULAR, ELITE, SPECIAL, GENERIC):
        total += FIGURE_VALUES[figure] * figures(game, side, area, figure)
    return total + NAMED_VALUE * game.cells[NAMED + side * N_AREAS + area]


def basic(combined: int) -> int:
    """The basic part of a Combat Power or of a difference between two."""
    return (combined + SCALE // 2) // SCALE


def stronger(game: State, mine: int, theirs: int) -> bool:
    """Whether one Combat Power is greater than another; equal basic values are settled in detail (Q-P8)."""
    if game.rules.mahdi_attacks_equal_basic:
        return mine > theirs
    return basic(mine) > basic(theirs)


# --- near and far


def attack_borders(game: State, area: int) -> list[int]:
    """Areas that a Harkonnen Legion in *area* attacks without an Ornithopter (R-41.10, Q-P7)."""
    return BORDERS[area] if game.rules.mahdi_ignores_impassable_attacks else GROUND[area]


def adjacent(game: State, area: int, to: int) -> bool:
    """Whether Mahdi counts two Areas as adjacent for an attack."""
    return to in attack_borders(game, area)


def sietches(game: State) -> list[int]:
    """Areas of the standing Sietches."""
    return sorted([area for area in game.sietch_at if area != NONE])


def rank(game: State, area: int) -> int:
    """The rank of the Sietch in *area*, revealed or not (R-39.5)."""
    return game.sietch_rank[game.sietch_at.index(area)]


def nearest_sietch(game: State, area: int) -> int:
    """Areas from *area* to the nearest standing Sietch (Q-P5)."""
    return min([DISTANCE[area][to] for to in sietches(game)], default=0)


def card_target(game: State) -> int:
    """The Area of the Target Sietch on the Tactical card, NONE without one (R-36.9)."""
    if game.target_card == NONE:
        return NONE
    return game.sietch_at[game.content.tactical[game.target_card][1]]


def move_target(game: State) -> int:
    """The Area of the Sietch that counts as the target of this turn's movement (R-41.4, R-41.13)."""
    if game.temporary_target != NONE:
        return game.sietch_at[game.temporary_target]
    return card_target(game)


def target_sectors(game: State) -> int:
    """The Sector of the Target Sietch as a bitmask; the four Central ones count as one (R-36.5, Q-P64)."""
    target = card_target(game)
    if target == NONE:
        return 0
    mask = SECTORS_OF[target]
    return CENTRAL if mask & CENTRAL else mask


def distance_to_target(game: State, area: int) -> int:
    """Areas from *area* to the Target Sietch on the card, 0 without one (Q-P5)."""
    target = card_target(game)
    return DISTANCE[area][target] if target != NONE else 0


def free_distances(game: State, target: int) -> list[int]:
    """Steps from every Area to *target* through Areas free for the Harkonnen, -1 without a way (Q-P5, R-41.10)."""
    steps = [-1] * N_AREAS
    steps[target] = 0
    edge = [target]
    cells = bytes(game.cells)
    free = [is_free_in(cells, HARKONNEN, area) for area in range(N_AREAS)]
    for area in edge:
        for near in BORDERS[area]:
            if free[near] and steps[near] < 0:
                steps[near] = steps[area] + 1
                edge.append(near)
    return steps


def defenders(game: State, area: int) -> int:
    """Combat Power of the Legion that defends the Sietch of *area*; 0 where none does (Q-P10)."""
    return power(game, ATREIDES, area)
