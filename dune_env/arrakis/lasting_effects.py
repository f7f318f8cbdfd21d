"""Lasting effects of cards: what holds until the end of a turn."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.slots import DIE
from dune_env.arrakis.state import State

# Lasting effects: triples in State.effects of what, an argument and the turn (State.turns) after which it ends.
LEADER_BARRED: Final = 1  # the Leader can be neither placed nor deployed, and his Legion neither moves nor attacks
DIE_BOUND: Final = 2  # the Harkonnen must use a die of this result, or, at 5, their Bene Gesserit token


def has_effect(game: State, effect: int, argument: int) -> bool:
    """Whether *effect* with *argument* lasts now."""
    effects = game.effects
    for at in range(0, len(effects), 3):
        if effects[at] == effect and effects[at + 1] == argument:
            return True
    return False


def add_effect(game: State, effect: int, argument: int, last_turn: int) -> None:
    """Let *effect* last until the end of turn number *last_turn*."""
    game.effects = [*game.effects, effect, argument, last_turn]


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
