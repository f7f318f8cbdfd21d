"""Whole Legions: kept within their limits, moved and destroyed (chapter 3)."""

from __future__ import annotations

from dune_env.arrakis.names import ATREIDES, ELITE, GENERIC, REGULAR, SPECIAL, SUPPLY, TOKEN_GONE
from dune_env.arrakis.pieces import figures, leaders, named_leaders, remove_figures, stacking_limit, strength, tokens
from dune_env.arrakis.programs import AREA, FALL_ALONE, SIDE, TRIM
from dune_env.arrakis.state import FACEDOWN_TOKENS, FIGURES, N_AREAS, NAMED, STRENGTH, State
from dune_env.arrakis.tank import send_to_tank
from dune_env.arrakis.tokens import take_token
from dune_env.engine.lists import replaced


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
        game.token_at = replaced(game.token_at, token, to)
    for leader in named_leaders(game, side, area):
        game.leader_at = replaced(game.leader_at, leader, to)
    for field in (FACEDOWN_TOKENS, NAMED, STRENGTH):
        base = field + side * N_AREAS
        cells[base + to] += cells[base + area]
        cells[base + area] = 0
    for at in range(0, len(game.moved), 7):
        if game.moved[at] == area:
            game.moved = replaced(game.moved, at, to)
    game.flown = [to if x == area else x for x in game.flown]
