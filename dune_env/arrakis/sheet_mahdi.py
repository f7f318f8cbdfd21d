"""What the solo rules lay open of Mahdi, as an observation says it: tokens, Tactical cards, Reinforcements."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.codes import Piece, one_hot, write_digits
from dune_env.arrakis.features import LAID_ROWS, LAYOUT, N_REINFORCEMENTS, SEEN_ROWS
from dune_env.arrakis.names import ATREIDES_TOKENS
from dune_env.arrakis.state import KNOWN_FACE, OLDER_DRAW
from dune_env.arrakis.token_backs import SILVER_SET
from dune_env.arrakis.view import UNKNOWN_CARD, View

_MAHDI_TOKENS: Final = 12
_CARD: Final[list[bytes]] = one_hot(8)
_DECK: Final[list[bytes]] = one_hot(4)
_UNKNOWN_PILE: Final = 100  # + deck: an unseen Reinforcements card
_NO_TOKENS: Final = bytes((len(LAID_ROWS) + len(SEEN_ROWS)) * _MAHDI_TOKENS)
_NO_CARDS: Final = bytes(LAYOUT.start("events") - LAYOUT.start("tactical_seen"))


class MahdiSheet:
    """Pieces of an observation, kept until the lists that they were made from are others; blank without Mahdi."""

    def __init__(self) -> None:
        self.reinforcements: list[int] = []
        self.pile_piece = b""

    def add_tokens(self, view: View, parts: list[Piece]) -> None:
        """Blocks `mahdi_laid` and `token_seen`."""
        parts.append(_tokens(view) if view.solo else _NO_TOKENS)

    def add_cards(self, view: View, parts: list[Piece]) -> None:
        """Blocks `tactical_seen` to `reinforcements`."""
        if not view.solo:
            parts.append(_NO_CARDS)
            return
        parts.append(bytes(view.tactical_seen))
        parts.append(_CARD[view.harvest_card + 1])
        parts.append(_CARD[view.target_card + 1])
        parts.append(bytes([view.temporary_target + 1]))
        parts.append(_DECK[view.last_discard + 1])
        parts.append(_DECK[view.next_deck + 1])
        if view.reinforcements is not self.reinforcements or not self.pile_piece:
            self.reinforcements = view.reinforcements
            self.pile_piece = _pile(view.reinforcements)
        parts.append(bytes([view.ornithopter_used, view.ordered_result + 1, view.parked_scheming]))
        parts.append(self.pile_piece)


def _tokens(view: View) -> bytes:
    out = bytearray(_NO_TOKENS)
    laid = view.mahdi_laid
    for at in range(len(laid) // 2):
        place = laid[at * 2]
        out[at] = (place >> 2) + 1
        out[_MAHDI_TOKENS + at] = 2 if place & 3 == SILVER_SET else 1
        write_digits(out, 2 * _MAHDI_TOKENS + at, _MAHDI_TOKENS, 2, view.clock - laid[at * 2 + 1])
    for at in range(_MAHDI_TOKENS):
        seen = view.token_seen[ATREIDES_TOKENS + at]
        if seen:
            start = len(LAID_ROWS) * _MAHDI_TOKENS + at
            write_digits(out, start, _MAHDI_TOKENS, 2, view.clock - seen + 1)
    return bytes(out)


def _pile(cards: list[int]) -> bytes:
    """Blocks `reinforcements_length` and `reinforcements`."""
    out = bytearray(1 + N_REINFORCEMENTS)
    out[0] = len(cards)
    for at in range(min(len(cards), N_REINFORCEMENTS)):
        entry = cards[len(cards) - 1 - at]
        out[1 + at] = entry - KNOWN_FACE + 1 if entry & KNOWN_FACE else _unknown(entry)
    return bytes(out)


def _unknown(entry: int) -> int:
    return min(255, _UNKNOWN_PILE + entry % OLDER_DRAW - UNKNOWN_CARD + entry // OLDER_DRAW * 4)
