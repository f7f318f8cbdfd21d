"""Criteria in order of priority, and what they leave open: if you can, you choose (R-36.3).

Mahdi's Steps offer the answers that its criteria leave. One answer is carried out silently; several are asked of the
Atreides, or drawn with `ties="seeded"` (`Game.asks`).
"""

from __future__ import annotations

from dune_env.arrakis.mahdi.power import basic
from dune_env.arrakis.names import BLACK_TOKENS, HARKONNEN, SILVER_TOKENS
from dune_env.arrakis.pieces import tokens
from dune_env.arrakis.slots import PICK_AREA, PICK_TOKEN
from dune_env.arrakis.state import State


def keep(game: State, rule: str, items: list[int], scores: list[int]) -> list[int]:
    """Those of *items* with the highest score; *rule* is noted where it rules one out."""
    if len(items) < 2:
        return items
    best = max(scores)
    kept = [item for item, score in zip(items, scores, strict=True) if score == best]
    if len(kept) < len(items):
        game.note(rule)
    return kept


def keep_power(game: State, rule: str, items: list[int], powers: list[int]) -> list[int]:
    """Those with the highest Combat Power, detailed values settling what the basic ones leave (R-39.12, Q-P67)."""
    if len(items) < 2:
        return items
    highest = max(basic(power) for power in powers)
    left = [(item, power) for item, power in zip(items, powers, strict=True) if basic(power) == highest]
    if len(left) < len(items):
        game.note(rule)
    return keep(game, "R-39.12", [item for item, _ in left], [power for _, power in left])


def area_slots(areas: list[int]) -> list[int]:
    """One slot for each different Area."""
    return [PICK_AREA + area for area in sorted(set(areas))]


# --- Mahdi's facedown tokens, which nobody may tell apart but by their backs and by when they were laid

BACKS = [BLACK_TOKENS, SILVER_TOKENS]


def back_of(token: int) -> int:
    """The first Harkonnen token with the back of *token*: its slot stands for any token with that back."""
    return SILVER_TOKENS if token >= SILVER_TOKENS else BLACK_TOKENS


def tokens_with_back(game: State, area: int, back: int) -> list[int]:
    """Mahdi's facedown tokens with one back in *area*, those laid first in front."""
    found = [token for token in tokens(game, HARKONNEN, area) if back_of(token) == back]
    return [token for _, token in sorted((game.token_laid[token], token) for token in found)]


def back_slots(game: State, area: int) -> list[int]:
    """One slot for each back among Mahdi's facedown tokens in *area*."""
    return [PICK_TOKEN + back for back in BACKS if tokens_with_back(game, area, back)]

