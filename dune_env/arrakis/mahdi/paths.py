"""Where a move of Mahdi's may end, and which end is best (R-41.5 to R-41.11)."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS, MINOR_ERG, MOUNTAIN
from dune_env.arrakis.mahdi.power import FIGURE_VALUES, NAMED_VALUE, SCALE, TOKEN_VALUE, nearest_sietch, power
from dune_env.arrakis.mahdi.ties import keep
from dune_env.arrakis.names import ELITE, GENERIC, HARKONNEN, REGULAR, SPECIAL
from dune_env.arrakis.pieces import (
    figures,
    is_free,
    leaders,
    named_leaders,
    stacking_limit,
    strength,
    terrain,
    tokens,
)
from dune_env.arrakis.reach import WITHIN_FLIGHT, flight_zones
from dune_env.arrakis.state import SIGNS, State


def can_fly(game: State, area: int) -> bool:
    """Whether an Ornithopter can carry the Legion of *area*; Mahdi uses one a turn (R-41.11)."""
    return not game.ornithopter_used and area not in game.flown and len(flight_zones(game, area)) > 0


def may_end(game: State, area: int, to: int) -> bool:
    """Whether the Legion of *area*, or a part of it, can end its move in *to* (R-41.5)."""
    if to == area or not is_free(game, HARKONNEN, to):
        return False
    room = stacking_limit(game, HARKONNEN) - strength(game, HARKONNEN, to)
    if room > 0:
        return True
    return room == 0 and not game.rules.mahdi_merge_keeps_below_limit and leaders(game, HARKONNEN, area) > 0


def path_ends(game: State, area: int, steps: list[int]) -> list[int]:
    """Ends of a move on a shortest path, by Ornithopter where it comes nearer than the ground (R-41.1, Q-P69)."""
    if steps[area] < 0:
        return []  # Q-P6
    ends = [to for to in BORDERS[area] if 0 < steps[to] < steps[area] and may_end(game, area, to)]
    nearest = min([steps[to] for to in ends], default=steps[area])
    if can_fly(game, area):
        flights = [to for to in WITHIN_FLIGHT[area] if 0 < steps[to] < nearest and may_end(game, area, to)]
        if flights:
            ends = flights
            nearest = min(steps[to] for to in flights)
    return [to for to in ends if steps[to] == nearest]


def best_of_ends(game: State, ends: list[int]) -> list[int]:
    """What the five path criteria leave (R-41.5 to R-41.9)."""
    ends = keep(game, "R-41.5", ends, [int(strength(game, HARKONNEN, to) > 0) for to in ends])
    ends = keep(game, "R-41.6", ends, [-nearest_sietch(game, to) for to in ends])
    grounds = [terrain(game, to) for to in ends]
    ends = keep(game, "R-41.7", ends, [int(ground == MOUNTAIN) for ground in grounds])
    ends = keep(game, "R-41.8", ends, [int(terrain(game, to) <= MINOR_ERG) for to in ends])
    return keep(game, "R-41.9", ends, [int(not game.cells[SIGNS + to]) for to in ends])


def merged_power(game: State, area: int, to: int) -> int:
    """Combat Power in *to* once the strongest that fit of *area* and all its Leaders have joined (R-41.5)."""
    room = stacking_limit(game, HARKONNEN) - strength(game, HARKONNEN, to)
    values: list[tuple[int, int]] = []
    for grade in (SPECIAL, ELITE, REGULAR):
        values.extend([(FIGURE_VALUES[grade], 1)] * figures(game, HARKONNEN, area, grade))
    values.extend([(TOKEN_VALUE, TOKEN_VALUE)] * len(tokens(game, HARKONNEN, area)))
    values.sort(reverse=True)
    total = power(game, HARKONNEN, to) + leaders(game, HARKONNEN, area) * SCALE
    total += figures(game, HARKONNEN, area, GENERIC) * FIGURE_VALUES[GENERIC]
    total += len(named_leaders(game, HARKONNEN, area)) * NAMED_VALUE
    for detailed, plain in values[:room]:
        total += plain * SCALE + detailed
    return total
