"""A fingerprint of a position, the same in every process."""

from __future__ import annotations

import hashlib

from dune_env.arrakis.saving import INT_FIELDS, LIST_FIELDS
from dune_env.arrakis.state import State


def position_digest(game: State) -> str:
    """A fingerprint of the whole position, hidden facts included; not of how it came about or what will be rolled."""
    facts: list[object] = [game.content.digest, repr(game.config), game.stack, game.asked, game.seat_to_act, game.over]
    facts.extend(getattr(game, name) for name in INT_FIELDS if name != "seed")
    facts.extend(list(getattr(game, name)) for name in LIST_FIELDS)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
