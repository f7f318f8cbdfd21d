"""Mahdi's Mentat: cards drawn and played at once, deck after deck (R-40.5 to R-40.11)."""

from __future__ import annotations

from dune_env.arrakis.dice import DrawFromDeck
from dune_env.arrakis.mahdi.charts import CARD_CHARTS, MAHDI_CARD, mark_done
from dune_env.arrakis.names import CORRINO_ALLY, HARKONNEN, HOUSE_HARKONNEN
from dune_env.arrakis.planning import discard, leave_deck, push_draw, reform_deck
from dune_env.arrakis.programs import CARD_REGISTER, COUNT, KIND, RESULT
from dune_env.arrakis.slots import C_CARD
from dune_env.arrakis.state import E_CARD_PLAYED, KNOWN_FACE, PROGRAMS, State
from dune_env.engine.steps import NONE, STEP, Step

MAHDI_PLAYS = PROGRAMS.add("mahdi_plays")

MENTAT_CARDS = 2  # Q-P32
ALTERNATE = NONE  # instead of a deck: the next one in turn


def opposite(deck: int) -> int:
    """The other of the two Harkonnen decks."""
    return CORRINO_ALLY if deck == HOUSE_HARKONNEN else HOUSE_HARKONNEN


def take_turn_of_deck(game: State) -> int:
    """The deck whose turn it is: opposite to the last draw or discard, House Harkonnen first (R-40.5, Q-P30)."""
    deck = game.next_deck
    if deck == NONE:
        deck = HOUSE_HARKONNEN if game.last_discard == NONE else opposite(game.last_discard)
    game.next_deck = opposite(deck)
    game.note("R-40.5")
    return deck


def push_mentat(game: State) -> None:
    """Draw and play two cards, beginning opposite to the top of the discards (R-40.5)."""
    game.next_deck = NONE
    push_plays(game, MENTAT_CARDS, ALTERNATE)


def push_plays(game: State, count: int, deck: int) -> int:
    """Let Mahdi draw *count* cards and play each at once, from *deck* or deck after deck with ALTERNATE (R-40.9)."""
    frame = game.push(MAHDI_PLAYS, HARKONNEN)
    game.stack[frame + COUNT] = count
    game.stack[frame + KIND] = deck
    return frame


def push_reinforce(game: State, count: int) -> None:
    """Put *count* cards on the Reinforcements, deck after deck (R-40.8)."""
    decks = [take_turn_of_deck(game) for _ in range(count)]
    for deck in reversed(decks):
        push_draw(game, deck, 1)
        if can_draw(game, deck):
            game.note("R-40.8")
            mark_done(game)


def can_draw(game: State, deck: int) -> bool:
    """Whether a Harkonnen deck holds a card or can be remade from its discards (R-43.8, Q-P33)."""
    decks = game.content.card_deck
    return game.deck_left[deck] > 0 or any(game.discards[k] for k in range(len(decks)) if decks[k] == deck)


class PickDeck(Step[State]):
    """Whose turn it is to be drawn from."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + RESULT] = NONE
        if stack[frame + COUNT] > 0:
            stack[frame + COUNT] -= 1
            stack[frame + RESULT] = stack[frame + KIND] if stack[frame + KIND] != ALTERNATE else take_turn_of_deck(game)


class DrawAndPlay(DrawFromDeck):
    """Draw from it, remaking it from its discards if it is empty, and play the card (R-43.8, Q-P33, Q-P34)."""

    def needed(self, game: State, frame: int) -> bool:
        deck = game.stack[frame + RESULT]
        if deck != NONE and game.deck_left[deck] == 0:
            reform_deck(game, deck)
        return super().needed(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.stack[frame + COUNT] > 0:
            game.stack[frame + STEP] = 0
        if slot != NONE:
            mark_done(game)
            leave_deck(game, slot - C_CARD)
            push_mahdi_card(game, slot - C_CARD)


PROGRAMS.define(MAHDI_PLAYS, [PickDeck(), DrawAndPlay(RESULT)])


def push_mahdi_card(game: State, kind: int) -> None:
    """Play a card that is no longer in a deck; meanwhile it lives in its Frame."""
    game.event(E_CARD_PLAYED, kind)
    game.note("play_" + game.content.card_ids[kind])
    frame = game.push(MAHDI_CARD, HARKONNEN)
    game.stack[frame + CARD_REGISTER] = kind
    game.stack[frame + RESULT] = 0


class ResolveChart(Step[State]):
    """What the card's chart says, if it has one."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        chart = CARD_CHARTS[game.stack[frame + CARD_REGISTER]]
        if chart != NONE:
            game.push(chart, HARKONNEN)


class LayAside(Step[State]):
    """To the discards, or on the Reinforcements if no part could be resolved; everybody has seen it (R-40.11)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        kind = game.stack[frame + CARD_REGISTER]
        if kind == NONE:
            return
        game.stack[frame + CARD_REGISTER] = NONE
        if game.stack[frame + RESULT] == 1:
            game.note("done_" + game.content.card_ids[kind])
            discard(game, kind)
        else:
            game.reinforcements = [*game.reinforcements, kind + KNOWN_FACE]
            game.note("R-40.11")


PROGRAMS.define(MAHDI_CARD, [ResolveChart(), LayAside()])
