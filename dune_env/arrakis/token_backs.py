"""Facedown Deployment tokens as those see them who may not look: by the set that their backs show (Q-M13)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, BLACK_TOKENS, SILVER_TOKENS, STARTING_TOKENS, TOKENS
from dune_env.arrakis.ruleset import Ruleset

STARTING_SET: Final = 0
STANDARD_SET: Final = 1
BLACK_SET: Final = 2
SILVER_SET: Final = 3
SET_STARTS: Final[list[int]] = [0, STARTING_TOKENS, BLACK_TOKENS, SILVER_TOKENS, TOKENS]
TOKEN_SETS: Final[list[int]] = [STARTING_SET] * 8 + [STANDARD_SET] * 8 + [BLACK_SET] * 6 + [SILVER_SET] * 6
ALIKE_SETS: Final[list[int]] = [STARTING_SET] * 16 + [BLACK_SET] * 6 + [SILVER_SET] * 6


def token_sets(rules: Ruleset) -> list[int]:
    """The set that everybody can tell of each token while it is facedown (Q-M13)."""
    return TOKEN_SETS if rules.token_backs_differ else ALIKE_SETS


def hides_tokens(seat: int, bits: int) -> bool:
    """Whether *seat* cannot tell the facedown tokens of *bits* from each other: Mahdi's, or the other side's."""
    return seat != ATREIDES or bits >> ATREIDES_TOKENS > 0


def anonymous(sets: list[int], bits: int) -> int:
    """As many tokens of each set as in *bits*, namely the first ones of the set."""
    found = 0
    taken = [0, 0, 0, 0]
    for token in range(TOKENS):
        if bits >> token & 1:
            found |= 1 << (SET_STARTS[sets[token]] + taken[sets[token]])
            taken[sets[token]] += 1
    return found


def is_groups(moved: list[int]) -> bool:
    """Whether `State.moved` lists Legions, seven ints each, rather than the Areas of worms."""
    return len(moved) % 7 == 0
