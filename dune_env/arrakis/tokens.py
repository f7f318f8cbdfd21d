"""Deployment tokens: laid, taken and revealed (chapter 3)."""

from __future__ import annotations

from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    ELITE,
    GENERIC,
    HARKONNEN,
    REGULAR,
    SPECIAL,
    SUPPLY,
    TOKEN_GONE,
)
from dune_env.arrakis.pieces import add_figures, recruit, tokens
from dune_env.arrakis.state import E_REVEALED, FACEDOWN_TOKENS, N_AREAS, STRENGTH, State
from dune_env.engine.lists import replaced


def token_side(token: int) -> int:
    """The side whose Deployment token it is."""
    return ATREIDES if token < ATREIDES_TOKENS else HARKONNEN


def lay_token(game: State, token: int, area: int) -> None:
    """Put a Deployment token facedown into *area*, from wherever it is."""
    take_token(game, token, area)
    side = token_side(token)
    game.cells[FACEDOWN_TOKENS + side * N_AREAS + area] += 1
    game.cells[STRENGTH + side * N_AREAS + area] += 1


def take_token(game: State, token: int, to: int) -> None:
    """Take a Deployment token off the board to a place that is no Area, or give it the Area where it will lie."""
    at = game.token_at[token]
    if at >= 0:
        side = token_side(token)
        game.cells[FACEDOWN_TOKENS + side * N_AREAS + at] -= 1
        game.cells[STRENGTH + side * N_AREAS + at] -= 1
    game.token_at = replaced(game.token_at, token, to)


def reveal_token(game: State, token: int) -> None:
    """Replace a facedown token by the figures it shows (R-3.12); Mahdi's go back to the pool (R-43.6)."""
    area = game.token_at[token]
    side = token_side(token)
    take_token(game, token, TOKEN_GONE if side == ATREIDES else SUPPLY)
    shown = game.content.tokens[token]
    for grade in (SPECIAL, ELITE, REGULAR):
        for _ in range(shown[grade]):
            recruit(game, side, area, grade)
    generics = min(shown[GENERIC], game.figure_supply[side * 4 + GENERIC])
    add_figures(game, side, area, GENERIC, generics)
    game.event(E_REVEALED, area, token)
    if side == HARKONNEN:
        game.token_seen = replaced(game.token_seen, token, game.clock)


def reveal_all_tokens(game: State, side: int, area: int) -> int:
    """Reveal every facedown token of *side* in *area*; how many there were."""
    found = tokens(game, side, area)
    for token in found:
        reveal_token(game, token)
    return len(found)
