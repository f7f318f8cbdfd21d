"""How far a Legion reaches: next to it, by Sandriding, by Troop-Transport (chapters 16-18)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import DISTANCE, GROUND, ZONES_OF
from dune_env.arrakis.lasting_effects import LEADER_BARRED
from dune_env.arrakis.names import ATREIDES, HARKONNEN, ORNITHOPTER
from dune_env.arrakis.pieces import is_free_in, strength
from dune_env.arrakis.state import N_AREAS, SIETCHES, SIGNS, STRENGTH, TOWNS, WORMS, State
from dune_env.engine.steps import NO_SLOTS

FLIGHT_RANGE: Final = 2

WITHIN_FLIGHT: Final[list[list[int]]] = [
    [b for b in range(N_AREAS) if 0 < DISTANCE[a][b] <= FLIGHT_RANGE] for a in range(N_AREAS)
]


def ride_areas(game: State, area: int) -> list[int]:
    """Areas that a Sandriding Legion of *area* can pass: chained Wormsigns and worms without enemies (R-17.2-7)."""
    cells = bytes(game.cells)
    enemy = STRENGTH + HARKONNEN * N_AREAS
    passed: list[int] = []
    edge = [area]
    while edge:
        at = edge.pop()
        for to in GROUND[at]:
            if to != area and to not in passed and (cells[SIGNS + to] or cells[WORMS + to]) and not cells[enemy + to]:
                passed.append(to)
                edge.append(to)
    return passed


def ground_reach(game: State, side: int, area: int) -> list[int]:
    """Areas next to where a Legion stands or, for the Atreides, next to any Area that it can ride through."""
    near = GROUND[area]
    if side == HARKONNEN:
        return near
    ridden = ride_areas(game, area)
    if not ridden:
        return near
    reach = set(near)
    for at in ridden:
        reach.update(GROUND[at])
    reach.discard(area)
    return sorted(reach)


def flight_zones(game: State, area: int) -> list[int]:
    """Air Zones whose Ornithopter can carry a Legion away from *area* (R-18.1, Q-I13)."""
    return [zone for zone in ZONES_OF[area] if game.zones[zone] == ORNITHOPTER]


def may_fly(game: State, side: int, area: int) -> bool:
    """Whether a Harkonnen Legion in *area* has an Ornithopter to use, and has used none this turn (R-18.6).

    Legions moved by one Action do not count against each other (R-18.7): `flown` learns of them when it ends.
    """
    return side == HARKONNEN and area not in game.flown and len(flight_zones(game, area)) > 0


def destinations(game: State, side: int, area: int) -> list[int]:
    """Areas where a Legion of *area* may end its move."""
    reach = WITHIN_FLIGHT[area] if may_fly(game, side, area) else ground_reach(game, side, area)
    cells = bytes(game.cells)
    return [to for to in reach if is_free_in(cells, side, to)]


def is_target(game: State, side: int, area: int) -> bool:
    """An enemy Legion or settlement, without a worm on top (R-19.2, R-19.16)."""
    return is_target_in(bytes(game.cells), side, area)


def is_target_in(cells: bytes, side: int, area: int) -> bool:
    """`is_target` for a caller that asks about many Areas."""
    if cells[WORMS + area]:
        return False
    settlement = (TOWNS if side == ATREIDES else SIETCHES) + area
    return cells[STRENGTH + (1 - side) * N_AREAS + area] > 0 or cells[settlement] > 0


def targets(game: State, side: int, area: int) -> list[int]:
    """Areas that a Legion of *area* may attack (R-19.2, R-17.8, R-18.1, R-19.18)."""
    if game.effects and holds_barred_leader(game, area):
        return NO_SLOTS
    reach = WITHIN_FLIGHT[area] if may_fly(game, side, area) else ground_reach(game, side, area)
    cells = bytes(game.cells)
    return [to for to in reach if is_target_in(cells, side, to)]


def needs_flight(side: int, area: int, to: int) -> bool:
    """Whether a Harkonnen Legion reaches *to* only by Troop-Transport (R-16.3, R-18.3, Q-I12)."""
    return side == HARKONNEN and to not in GROUND[area]


def holds_barred_leader(game: State, area: int) -> bool:
    """Whether a Leader stands in *area* whose Legion a lasting effect keeps from moving with him and from attacking."""
    effects = game.effects
    for at in range(0, len(effects), 3):
        if effects[at] == LEADER_BARRED and game.leader_at[effects[at + 1]] == area:
            return True
    return False


def ride_length(game: State, area: int, to: int) -> int:
    """Areas that a Legion of *area* must at least ride through to end in *to* (R-17.3)."""
    cells = game.cells
    edge, seen, length = [area], [area], 0
    while edge and not any(to in GROUND[at] for at in edge):
        near = [n for at in edge for n in GROUND[at] if n not in seen and (cells[SIGNS + n] or cells[WORMS + n])]
        edge = [n for n in dict.fromkeys(near) if not strength(game, HARKONNEN, n)]
        seen.extend(near)
        length += 1
    return length
