"""Which Legions and which of their figures may go (chapter 16)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.lasting_effects import LEADER_BARRED, has_effect
from dune_env.arrakis.names import GENERIC, REGULAR, SPECIAL
from dune_env.arrakis.pieces import (
    figures,
    is_desert,
    is_settlement,
    leaders,
    legion_areas,
    named_leaders,
    strength,
    tokens,
)
from dune_env.arrakis.reach import destinations
from dune_env.arrakis.state import State
from dune_env.engine.steps import NONE

# What a Legion must hold or where it must stand to be moved or to attack; the moving part must hold it too.
HAS_LEADER: Final = 1
HAS_SPECIAL: Final = 2
IN_DESERT: Final = 4
IN_SETTLEMENT: Final = 8


def legion_fits(game: State, side: int, area: int, kind: int, leader: int) -> bool:
    """Whether the Legion of *area* is one that the Action or card may use; figures that have moved do not count."""
    if not movable_units(game, side, area):
        return False
    if strength(game, side, area) == 1 and leaders_that_stay(game, side, area):
        return False  # the only Unit must stay with them (Q-F13, Q-I1)
    if kind & HAS_LEADER and not (movable(game, side, area, GENERIC) or movable_leaders(game, side, area)):
        return False
    if kind & HAS_SPECIAL and not movable(game, side, area, SPECIAL):
        return False
    if kind & IN_DESERT and not is_desert(game, area):
        return False
    if kind & IN_SETTLEMENT and not is_settlement(game, side, area):
        return False
    return leader == NONE or leader in movable_leaders(game, side, area)


def movable(game: State, side: int, area: int, figure: int) -> int:
    """Figures of one kind in *area* that have not moved in this Action (R-16.9)."""
    count = figures(game, side, area, figure)
    moved = game.moved
    for at in range(0, len(moved), 7):
        if moved[at] == area:
            count -= moved[at + 1 + figure]
    return count if count > 0 else 0


def _moved_bits(game: State, area: int, field: int) -> int:
    bits = 0
    moved = game.moved
    for at in range(0, len(moved), 7):
        if moved[at] == area:
            bits |= moved[at + field]
    return bits


def movable_leaders(game: State, side: int, area: int) -> list[int]:
    """Named Leaders in *area* that have not moved in this Action and may move at all."""
    found = named_leaders(game, side, area)
    if found and game.effects:
        found = [x for x in found if not has_effect(game, LEADER_BARRED, x)]
    if found and game.moved:
        bits = _moved_bits(game, area, 5)
        return [x for x in found if not bits >> x & 1]
    return found


def leaders_that_stay(game: State, side: int, area: int) -> bool:
    """Whether a Leader in *area* has moved already or may not move, so that a Unit must stay with him (Q-I1)."""
    if not game.moved and not game.effects:
        return False
    may_go = movable(game, side, area, GENERIC) + len(movable_leaders(game, side, area))
    return leaders(game, side, area) > may_go


def movable_tokens(game: State, side: int, area: int) -> list[int]:
    """Facedown tokens in *area* that have not moved in this Action."""
    found = tokens(game, side, area)
    if found and game.moved:
        bits = _moved_bits(game, area, 6)
        return [t for t in found if not bits >> t & 1]
    return found


def movable_units(game: State, side: int, area: int) -> int:
    """Units and facedown tokens in *area* that have not moved in this Action."""
    if not strength(game, side, area):
        return 0
    if not game.moved:
        return strength(game, side, area)
    units = sum(movable(game, side, area, grade) for grade in range(REGULAR, GENERIC))
    return units + len(movable_tokens(game, side, area))


def movers(game: State, side: int, kind: int, leader: int) -> list[int]:
    """Areas whose Legion fits and has somewhere to go."""
    return [
        area
        for area in legion_areas(game, side)
        if legion_fits(game, side, area, kind, leader) and destinations(game, side, area)
    ]


def any_mover(game: State, side: int, kind: int, leader: int) -> bool:
    """Whether `movers` finds any, without looking for all."""
    for area in legion_areas(game, side):
        if legion_fits(game, side, area, kind, leader) and destinations(game, side, area):
            return True
    return False
