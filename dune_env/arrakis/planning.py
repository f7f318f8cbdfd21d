"""Planning cards: decks, hands, discards, the hand limit (chapter 13; Mahdi's Reinforcements, R-36.12, R-43.8)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.dice import DrawFromDeck
from dune_env.arrakis.names import ATREIDES, CORRINO_ALLY, HARKONNEN, HOUSE_HARKONNEN
from dune_env.arrakis.programs import (
    CARD_REGISTER,
    COUNT,
    DISCARD_TO_LIMIT,
    DRAW_CARDS,
    PLAY_PLANNING_CARD,
    RESULT,
)
from dune_env.arrakis.slots import C_CARD, CARD
from dune_env.arrakis.state import E_CARD_DISCARDED, E_CARD_PLAYED, KNOWN_FACE, N_CARDS, OLDER_DRAW, PROGRAMS, State
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Step

HAND_LIMIT: Final = 6

KEPT: Final[list[int]] = []  # kinds that cannot be discarded in battle or at the hand limit (R-30.9, Q-K16)


def deck_side(deck: int) -> int:
    """The side that owns a Planning deck."""
    return HARKONNEN if deck >= HOUSE_HARKONNEN else ATREIDES


def side_decks(side: int) -> list[int]:
    """The two Planning decks of *side*."""
    return [HOUSE_HARKONNEN, CORRINO_ALLY] if side == HARKONNEN else [0, 1]


def kinds_held(game: State, side: int) -> list[int]:
    """Kinds of Planning card in the hand of *side*."""
    decks = game.content.card_deck
    return [kind for kind in range(len(decks)) if game.hand[kind] and deck_side(decks[kind]) == side]


def hand_kinds(game: State, side: int) -> list[int]:
    """Kinds of Planning card that *side* may discard from its hand."""
    return [kind for kind in kinds_held(game, side) if kind not in KEPT]


def hand_total(game: State, side: int) -> int:
    """Planning cards in the hand of *side*."""
    first, second = side_decks(side)
    return game.hand_size[first] + game.hand_size[second]


def take_from_hand(game: State, kind: int) -> None:
    """Take one card of *kind* out of its owner's hand."""
    game.hand = increased(game.hand, kind, -1)
    game.hand_size = increased(game.hand_size, game.content.card_deck[kind], -1)


def discard_from_hand(game: State, kind: int) -> None:
    """Put one card of *kind* from hand on its deck's discard pile, openly (R-7.15, R-13.4)."""
    take_from_hand(game, kind)
    discard(game, kind)


def discard(game: State, kind: int) -> None:
    """Put a card of *kind* on its deck's discard pile."""
    game.discards = increased(game.discards, kind, 1)
    deck = game.content.card_deck[kind]
    if deck >= HOUSE_HARKONNEN:
        game.last_discard = deck
        game.next_deck = NONE  # the alternation starts anew, opposite to this card
    game.event(E_CARD_DISCARDED, kind)


def leave_deck(game: State, kind: int) -> None:
    """Take one card of *kind* off its deck."""
    game.deck = increased(game.deck, kind, -1)
    game.deck_left = increased(game.deck_left, game.content.card_deck[kind], -1)


def push_draw(game: State, deck: int, count: int) -> None:
    """Let the owner of *deck* draw *count* cards from it."""
    frame = game.push(DRAW_CARDS, deck_side(deck))
    game.stack[frame + RESULT] = deck
    game.stack[frame + COUNT] = count


class DrawCard(DrawFromDeck):
    """Draw COUNT cards, as far as the deck goes (R-13.5, Q-F5, Q-F6); Mahdi's go on the Reinforcements (R-40.8)."""

    def needed(self, game: State, frame: int) -> bool:
        if game.stack[frame + COUNT] <= 0:
            return False
        deck = game.stack[frame + RESULT]
        if game.solo and deck >= HOUSE_HARKONNEN and game.deck_left[deck] == 0:
            reform_deck(game, deck)
        return super().needed(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        kind = slot - C_CARD
        leave_deck(game, kind)
        deck = game.content.card_deck[kind]
        if game.solo and deck >= HOUSE_HARKONNEN:
            game.reinforcements = [*game.reinforcements, kind]
        else:
            game.hand = increased(game.hand, kind, 1)
            game.hand_size = increased(game.hand_size, deck, 1)
        game.stack[frame + COUNT] -= 1
        game.stack[frame + STEP] -= 1


def reform_deck(game: State, deck: int) -> None:
    """Make a Harkonnen deck anew from its discards, in solo (R-43.8, Q-P34)."""
    decks = game.content.card_deck
    for kind in range(len(decks)):
        if decks[kind] == deck and game.discards[kind]:
            game.deck = increased(game.deck, kind, game.discards[kind])
            game.deck_left = increased(game.deck_left, deck, game.discards[kind])
            game.discards = replaced(game.discards, kind, 0)
            game.note("R-43.8")
    if game.deck_left[deck]:
        for at, entry in enumerate(game.reinforcements):
            if not entry & KNOWN_FACE and decks[entry % KNOWN_FACE] == deck:
                game.reinforcements = increased(game.reinforcements, at, OLDER_DRAW)


PROGRAMS.define(DRAW_CARDS, [DrawCard(RESULT)])


class DiscardToLimit(Step[State]):
    """At the End of the Round a hand is brought down to 6 cards, the owner's choice (R-5.15, R-5.16)."""

    def options(self, game: State, frame: int) -> list[int]:
        side = self.seat(game, frame)
        if hand_total(game, side) <= HAND_LIMIT or (game.solo and side == HARKONNEN):
            return NO_SLOTS
        return [CARD + kind for kind in hand_kinds(game, side)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            discard_from_hand(game, slot - CARD)
            game.stack[frame + STEP] -= 1


PROGRAMS.define(DISCARD_TO_LIMIT, [DiscardToLimit()])


# --- playing a card

PLAYS: Final[list[int]] = [NONE] * N_CARDS  # the Program of each kind that can be played


def playable_kinds(game: State, side: int) -> list[int]:
    """Kinds of Planning card that *side* may play from hand by spending a die, or when told to (R-13.2)."""
    return [kind for kind in kinds_held(game, side) if PLAYS[kind] != NONE]


def push_play(game: State, side: int, kind: int) -> None:
    """Play a card of *kind* from hand: its effect, then its deck's discard pile (R-7.11, R-7.15)."""
    take_from_hand(game, kind)
    push_resolve(game, side, kind)


def push_resolve(game: State, side: int, kind: int) -> None:
    """Resolve a card that is no longer in a hand or deck; meanwhile it lives in its Frame."""
    game.event(E_CARD_PLAYED, kind)
    game.note("play_" + game.content.card_ids[kind])
    frame = game.push(PLAY_PLANNING_CARD, side)
    game.stack[frame + CARD_REGISTER] = kind


class ResolveCard(Step[State]):
    """What the card says."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.push(PLAYS[game.stack[frame + CARD_REGISTER]], game.stack[frame + SEAT])


class LayCardAside(Step[State]):
    """A resolved card goes to the discard pile, unless it has gone elsewhere by its own words."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        kind = game.stack[frame + CARD_REGISTER]
        if kind != NONE:
            game.stack[frame + CARD_REGISTER] = NONE
            discard(game, kind)


PROGRAMS.define(PLAY_PLANNING_CARD, [ResolveCard(), LayCardAside()])
