"""What stands on the tracks and lies before the sides, as an observation says it: dice, Leaders, cards, tokens."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.codes import BITS, Piece, bits16, one_hot, write_digits
from dune_env.arrakis.features import ATTACHED_ROWS, EFFECT_ROWS, LEADER_ROWS, N_ATTACHED, N_EFFECTS, PLACE_SHIFT
from dune_env.arrakis.names import (
    CARRYALL,
    NOT_ENTERED,
    OFF_BOARD,
    ORNITHOPTER,
    OUT_OF_THE_GAME,
    RESTING,
    TANK,
)
from dune_env.arrakis.state import N_CARDS, N_LEADERS, OLDER_DRAW
from dune_env.arrakis.view import HIDDEN_RANK, HIDDEN_TOKEN, View
from dune_env.engine.steps import NONE

_RESULT: Final[list[bytes]] = one_hot(5)
_ATOMICS: Final[list[bytes]] = one_hot(4)
_OBJECTIVE: Final[list[bytes]] = one_hot(6)
_PLACE: Final[list[bytes]] = one_hot(4)
_EQUALS: Final[list[bytes]] = one_hot(256)[1:]  # tables that recode a value to 1 and all others to 0
_NONE_ATTACHED: Final = bytes(len(ATTACHED_ROWS) * N_ATTACHED)
_NO_EFFECTS: Final = bytes(len(EFFECT_ROWS) * N_EFFECTS)
_NONE_OLDER: Final = bytes(2 * N_CARDS)


class SidesSheet:
    """Pieces of an observation, each kept until something that it was made from is another."""

    def __init__(self) -> None:
        self.piece = b""  # all that lies between `dice` and `tokens_gone_unseen`
        self.stale = True  # whether one of its pieces has changed since it was joined
        self.dice: list[int] = []
        self.used: list[int] = []
        self.unrolled = self.locked = self.bene_gesserit_reserve = NONE
        self.bene_gesserit: list[int] = []
        self.bene_gesserit_at: list[int] = []
        self.dice_piece = b""
        self.supremacy = self.spice_reserve = self.atomics = self.atomics_spent = NONE
        self.prescience: list[int] = []
        self.imperium: list[int] = []
        self.bans: list[int] = []
        self.figure_supply: list[int] = []
        self.figures_gone: list[int] = []
        self.track_piece = b""
        self.leader_at: list[int] = []
        self.leader_card: list[int] = []
        self.leader_piece = b""
        self.tank_arrivals = NONE
        self.zones: list[int] = []
        self.zone_piece = b""
        self.hand: list[int] = []
        self.hand_piece = b""
        self.discards: list[int] = []
        self.discard_piece = b""
        self.unseen: list[int] = []
        self.unseen_older: list[int] = []
        self.unseen_piece = b""
        self.deck_left: list[int] = []
        self.hand_size: list[int] = []
        self.count_piece = b""
        self.prescience_at: list[int] = []
        self.attached: list[int] = []
        self.row_piece = b""
        self.effects: list[int] = []
        self.effect_piece = b""
        self.sietch_at: list[int] = []
        self.sietch_up: list[int] = []
        self.sietch_rank: list[int] = []
        self.objectives: list[int] = []
        self.objectives_held = NONE
        self.ruled_out: list[int] = []
        self.sietch_piece = b""
        self.token_at: list[int] = []
        self.tokens_left: list[int] = []
        self.token_piece = b""
        self.signs_left: list[int] = []
        self.stations_left: list[int] = []
        self.left_piece = b""

    def add(self, view: View, parts: list[Piece]) -> None:
        """Blocks `dice` to `tokens_gone_unseen`."""
        self._see_dice(view)
        self._see_tracks(view)
        self._see_leaders(view)
        self._see_cards(view)
        self._see_prescience(view)
        self._see_sietches(view)
        if view.token_at is not self.token_at or view.tokens_left is not self.tokens_left:
            self.token_at, self.tokens_left = view.token_at, view.tokens_left
            self.token_piece = _tokens(view)
            self.stale = True
        if self.stale:
            self.stale = False
            self.piece = b"".join(
                [
                    self.dice_piece,
                    self.track_piece,
                    self.leader_piece,
                    self.zone_piece,
                    self.hand_piece,
                    self.discard_piece,
                    self.unseen_piece,
                    self.count_piece,
                    self.row_piece,
                    self.effect_piece,
                    self.sietch_piece,
                    self.token_piece,
                ]
            )
        parts.append(self.piece)

    def add_left(self, view: View, parts: list[Piece]) -> None:
        """Blocks `wormsigns_left` and `stations_left`."""
        if view.signs_left is not self.signs_left or view.stations_left is not self.stations_left:
            self.signs_left, self.stations_left = view.signs_left, view.stations_left
            self.left_piece = bytes(view.signs_left + view.stations_left)
        parts.append(self.left_piece)

    def _see_dice(self, view: View) -> None:
        """Blocks `dice` to `bene_gesserit_at`."""
        if (
            view.dice is not self.dice
            or view.used is not self.used
            or view.unrolled != self.unrolled
            or view.locked != self.locked
            or view.bene_gesserit is not self.bene_gesserit
            or view.bene_gesserit_at is not self.bene_gesserit_at
            or view.bene_gesserit_reserve != self.bene_gesserit_reserve
        ):
            self.dice, self.used, self.unrolled, self.locked = view.dice, view.used, view.unrolled, view.locked
            self.bene_gesserit, self.bene_gesserit_at = view.bene_gesserit, view.bene_gesserit_at
            self.bene_gesserit_reserve = view.bene_gesserit_reserve
            self.dice_piece = _dice(view)
            self.stale = True

    def _see_tracks(self, view: View) -> None:
        """Blocks `supremacy` to `figures_gone`."""
        if (
            view.figure_supply is not self.figure_supply
            or view.figures_gone is not self.figures_gone
            or view.supremacy != self.supremacy
            or view.prescience is not self.prescience
            or view.imperium is not self.imperium
            or view.bans is not self.bans
            or view.spice_reserve != self.spice_reserve
            or view.atomics != self.atomics
            or view.atomics_spent != self.atomics_spent
        ):
            self.figure_supply, self.figures_gone = view.figure_supply, view.figures_gone
            self.supremacy, self.prescience = view.supremacy, view.prescience
            self.imperium, self.bans, self.spice_reserve = view.imperium, view.bans, view.spice_reserve
            self.atomics, self.atomics_spent = view.atomics, view.atomics_spent
            self.track_piece = _tracks(view)
            self.stale = True

    def _see_leaders(self, view: View) -> None:
        """Blocks `leaders` to `zones`."""
        if view.leader_at is not self.leader_at or view.leader_card is not self.leader_card:
            self.leader_at, self.leader_card = view.leader_at, view.leader_card
            self.leader_piece = _leaders(view.leader_at, view.leader_card)
            self.stale = True
        if view.zones is not self.zones or view.tank_arrivals != self.tank_arrivals:
            self.zones, self.tank_arrivals = view.zones, view.tank_arrivals
            self.zone_piece = bits16(view.tank_arrivals) + _rows(view.zones, ORNITHOPTER, CARRYALL)
            self.stale = True

    def _see_cards(self, view: View) -> None:
        """Blocks `hand` to `hand_size`."""
        if view.hand is not self.hand:
            self.hand = view.hand
            self.hand_piece = bytes(view.hand)
            self.stale = True
        if view.discards is not self.discards:
            self.discards = view.discards
            self.discard_piece = bytes(view.discards)
            self.stale = True
        if view.unseen is not self.unseen or view.unseen_older is not self.unseen_older:
            self.unseen, self.unseen_older = view.unseen, view.unseen_older
            self.unseen_piece = bytes(view.unseen) + (_older(view.unseen_older) if view.unseen_older else _NONE_OLDER)
            self.stale = True
        if view.deck_left is not self.deck_left or view.hand_size is not self.hand_size:
            self.deck_left, self.hand_size = view.deck_left, view.hand_size
            self.count_piece = bytes(view.deck_left + view.hand_size)
            self.stale = True

    def _see_prescience(self, view: View) -> None:
        """Blocks `prescience_at` to `effects`."""
        if view.prescience_at is not self.prescience_at or view.attached is not self.attached:
            self.prescience_at, self.attached = view.prescience_at, view.attached
            attached = _attached(view.attached) if view.attached else _NONE_ATTACHED
            self.row_piece = _rows(view.prescience_at, 0, 3) + attached
            self.stale = True
        if view.effects is not self.effects:
            self.effects = view.effects
            self.effect_piece = _effects(view.effects) if view.effects else _NO_EFFECTS
            self.stale = True

    def _see_sietches(self, view: View) -> None:
        """Blocks `sietches` to `ruled_out`."""
        if (
            view.sietch_at is not self.sietch_at
            or view.sietch_up is not self.sietch_up
            or view.sietch_rank is not self.sietch_rank
            or view.objectives is not self.objectives
            or view.objectives_held != self.objectives_held
            or view.ruled_out is not self.ruled_out
        ):
            self.sietch_at, self.sietch_up, self.sietch_rank = view.sietch_at, view.sietch_up, view.sietch_rank
            self.objectives, self.objectives_held = view.objectives, view.objectives_held
            self.ruled_out = view.ruled_out
            self.sietch_piece = _sietches(view)
            self.stale = True


def _dice(view: View) -> bytes:
    own, other = view.seat, 1 - view.seat
    tokens, at = view.bene_gesserit, view.bene_gesserit_at
    dice = own_first(view.dice, own) + own_first(view.used, own)
    loose = [view.unrolled, view.locked, tokens[own], tokens[other], view.bene_gesserit_reserve]
    return bytes(dice + loose) + _RESULT[at[own] + 1] + _RESULT[at[other] + 1]


def _tracks(view: View) -> bytes:
    markers = [view.supremacy, *view.prescience, *view.imperium, *view.bans, view.spice_reserve]
    figures = [view.atomics_spent, *own_first(view.figure_supply, view.seat), *view.figures_gone]
    return bytes(markers) + _ATOMICS[view.atomics + 1] + bytes(figures)


def own_first(values: list[int], seat: int) -> list[int]:
    """*values* of the Atreides and then of the Harkonnen in the order own side, other side."""
    half = len(values) // 2
    return values if seat == 0 else values[half:] + values[:half]


def _leaders(places: list[int], cards: list[int]) -> bytes:
    out = bytearray(len(LEADER_ROWS) * N_LEADERS)
    for leader in range(N_LEADERS):
        at = places[leader]
        if at >= 0:
            out[6 * N_LEADERS + leader] = 1
            out[7 * N_LEADERS + leader] = at + 1
        elif at == NOT_ENTERED:
            out[leader] = 1
        elif at == OFF_BOARD:
            out[N_LEADERS + leader] = 1
        elif at == OUT_OF_THE_GAME:
            out[2 * N_LEADERS + leader] = 1
        elif at == RESTING:
            out[3 * N_LEADERS + leader] = 1
        else:
            out[4 * N_LEADERS + leader] = 1
            out[5 * N_LEADERS + leader] = TANK - at + 1
        out[8 * N_LEADERS + leader] = cards[leader]
    return bytes(out)


def _older(entries: list[int]) -> bytes:
    out = bytearray(2 * N_CARDS)
    for entry in entries:
        row = 0 if entry // OLDER_DRAW == 1 else 1
        out[row * N_CARDS + entry % OLDER_DRAW] += 1
    return bytes(out)


def _rows(values: list[int], first: int, last: int) -> bytes:
    """A row for each value from *first* to *last*: 1 where *values* has it."""
    raw = bytes(values)
    return b"".join([raw.translate(_EQUALS[wanted]) for wanted in range(first, last + 1)])


def _attached(attached: list[int]) -> bytes:
    out = bytearray(_NONE_ATTACHED)
    for pair in range(min(len(attached) // 2, N_ATTACHED)):
        out[pair] = attached[pair * 2] + 1
        out[N_ATTACHED + pair] = attached[pair * 2 + 1] + 1
    return bytes(out)


def _effects(effects: list[int]) -> bytes:
    out = bytearray(_NO_EFFECTS)
    for at in range(min(len(effects) // 3, N_EFFECTS)):
        out[at] = effects[at * 3]
        write_digits(out, N_EFFECTS + at, N_EFFECTS, 2, effects[at * 3 + 1] + 1)
        write_digits(out, 3 * N_EFFECTS + at, N_EFFECTS, 2, effects[at * 3 + 2])
    return bytes(out)


def _sietches(view: View) -> bytes:
    ranks, own = view.sietch_rank, view.objectives
    objectives = [_OBJECTIVE[own[drawn] + 1 if drawn < len(own) else 0] for drawn in range(2)]
    return b"".join(
        [
            bytes([area + 1 for area in view.sietch_at]),
            bytes(view.sietch_up),
            bytes([int(rank != HIDDEN_RANK) for rank in ranks]),
            bytes([rank if rank != HIDDEN_RANK else 0 for rank in ranks]),
            bytes(view.hidden_ranks[1:]),
            bytes([view.objectives_held]),
            *objectives,
            BITS[view.ruled_out[0]][:6],
            BITS[view.ruled_out[1]][:6],
        ]
    )


def _tokens(view: View) -> bytes:
    places = [at + PLACE_SHIFT if at != HIDDEN_TOKEN else 0 for at in view.token_at]
    return bytes(places + view.tokens_left + view.tokens_in_hand + view.tokens_gone_unseen)
