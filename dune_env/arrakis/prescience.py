"""Prescience cards: the row, claims on either side's turn and at the End of the Round (chapter 25)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.dice import DrawPrescience
from dune_env.arrakis.names import (
    ACTION_RESOLUTION,
    ATREIDES,
    CLAIMED,
    IN_DECK,
    IN_ROW,
    REMOVED,
)
from dune_env.arrakis.names import END_OF_ROUND as END_PHASE
from dune_env.arrakis.planning import discard
from dune_env.arrakis.programs import CARD_REGISTER, CLAIM_CARD, CLAIM_WINDOW, COUNT, MASK, RESULT
from dune_env.arrakis.slots import C_PRESCIENCE, CLAIM, DONE, NO, PASS, YES
from dune_env.arrakis.state import E_CLAIMED, N_CARDS, PROGRAMS, State
from dune_env.arrakis.victory import advance_marker
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

CLAIMS_PER_ROUND: Final = 2
ROW: Final = 3
SOLO_ROW: Final = 2

CONDITION: Final = 0
PERFORM: Final = 1
SPEND_DIE: Final = 2


class Requirement:
    """What a Prescience card asks for. `cards/prescience.py` holds one for each card."""

    def holds(self, game: State) -> bool:
        """Whether every condition is met now, or what is asked can be done (R-25.7, R-25.8)."""
        raise NotImplementedError

    def program(self) -> int:
        """The Program that does what is asked; NONE where nothing is."""
        return NONE


REQUIREMENTS: Final[list[Requirement | None]] = [None] * 16


def row(game: State) -> list[int]:
    """The revealed, unclaimed Prescience cards."""
    return [card for card in range(16) if game.prescience_at[card] == IN_ROW]


def claimable(game: State, phase: int) -> list[int]:
    """Cards of the row whose phase it is and whose requirement is met, with a claim left (R-25.3 to R-25.8)."""
    if game.claims_made >= CLAIMS_PER_ROUND:
        return []
    wanted = 0 if phase == ACTION_RESOLUTION else 1
    found: list[int] = []
    for card in row(game):
        if game.content.prescience_phase[card] == wanted:
            requirement = REQUIREMENTS[card]
            assert requirement is not None
            if requirement.holds(game):
                found.append(card)
    return found


def claims_of_kind(game: State, cards: list[int], spend_die: bool) -> list[int]:
    """Of *cards*, those that cost a die as the turn's Action, or those that do not (R-25.6)."""
    return [card for card in cards if (game.content.prescience_claim[card] == SPEND_DIE) == spend_die]


def push_claim(game: State, card: int, score_later: bool) -> None:
    """Do what the card asks, then score it, at once or with the other End-of-Round claims (R-5.8)."""
    frame = game.push(CLAIM_CARD, ATREIDES)
    game.stack[frame + CARD_REGISTER] = card
    game.stack[frame + RESULT] = int(score_later)


class Perform(Step[State]):
    """Do what the card asks (R-25.7)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        card = game.stack[frame + CARD_REGISTER]
        requirement = REQUIREMENTS[card]
        assert requirement is not None
        game.prescience_at = replaced(game.prescience_at, card, CLAIMED)
        game.claims_made += 1
        if requirement.program() != NONE:
            game.push(requirement.program(), ATREIDES)


class Score(Step[State]):
    """Move the markers printed on the card; it leaves the game (R-5.18, R-25.16)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        card = game.stack[frame + CARD_REGISTER]
        game.event(E_CLAIMED, card)
        game.note("claim_" + game.content.prescience_ids[card])
        if not game.stack[frame + RESULT]:
            score(game, card)


def score(game: State, card: int) -> None:
    """Advance each marker printed on *card* by its number (R-25.16)."""
    for marker in range(3):
        steps = game.content.prescience_steps[card][marker]
        if steps:
            advance_marker(game, marker, steps)
    game.prescience_at = replaced(game.prescience_at, card, REMOVED)
    for kind in drop_attached(game, card):
        if WHEN_CLAIMED[kind] != NONE:
            game.push(WHEN_CLAIMED[kind], ATREIDES)


WHEN_CLAIMED: Final[list[int]] = [NONE] * N_CARDS  # what a Planning card attached to the claimed card brings
ONE_ROUND: Final[list[int]] = []  # Planning cards that stay attached until the End of the Round only


def attach(game: State, kind: int, card: int) -> None:
    """Lay a Planning card of *kind*, which is in no hand or pile, under the Prescience card *card*."""
    game.attached = [*game.attached, kind, card]


def drop_attached(game: State, card: int) -> list[int]:
    """Discard the Planning cards attached to *card*; their kinds."""
    found: list[int] = []
    kept: list[int] = []
    attached = game.attached
    for at in range(0, len(attached), 2):
        if attached[at + 1] == card:
            found.append(attached[at])
        else:
            kept.extend(attached[at : at + 2])
    game.attached = kept
    for kind in found:
        discard(game, kind)
    return found


PROGRAMS.define(CLAIM_CARD, [Perform(), Score()])


class AskClaims(Step[State]):
    """A window for cards with conditions: asked only if one became claimable since the last time (R-25.4, Q-L17)."""

    def options(self, game: State, frame: int) -> list[int]:
        cards = window_claims(game)
        bits = card_bits(cards)
        game.windows_asked &= bits
        if not bits & ~game.windows_asked:
            return NO_SLOTS
        return [PASS, *[CLAIM + card for card in cards]]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= CLAIM:
            game.stack[frame + STEP] -= 1
            push_claim(game, slot - CLAIM, False)
            return
        claims_offered(game)


def claims_offered(game: State) -> None:
    """What has just happened lapses once offered (Q-L1); of the rest only what is new will be asked for again."""
    game.just_happened = 0
    game.windows_asked = card_bits(window_claims(game))


def window_claims(game: State) -> list[int]:
    """Cards with conditions only, claimable on either side's turn of Action Resolution (R-25.4, Q-L17)."""
    if game.phase != ACTION_RESOLUTION:
        return NO_SLOTS
    return [
        card for card in claimable(game, ACTION_RESOLUTION) if game.content.prescience_claim[card] == CONDITION
    ]


def card_bits(cards: list[int]) -> int:
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


PROGRAMS.define(CLAIM_WINDOW, [AskClaims()])


# --- steps of the round


class RevealPrescience(DrawPrescience):
    """Turn cards faceup until the round's row is complete (R-5.3, R-36.7, Q-L6); COUNT is how many are due."""

    def needed(self, game: State, frame: int) -> bool:
        return game.stack[frame + COUNT] > 0 and super().needed(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.prescience_at = replaced(game.prescience_at, slot - C_PRESCIENCE, IN_ROW)
            game.stack[frame + COUNT] -= 1
            game.stack[frame + STEP] -= 1


class EndClaims(Step[State]):
    """End-of-Round claims, made one after the other before any marker moves (R-5.8, R-25.5)."""

    def options(self, game: State, frame: int) -> list[int]:
        cards = claimable(game, END_PHASE)
        return [DONE, *[CLAIM + card for card in cards]] if cards else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot >= CLAIM:
            stack[frame + STEP] -= 1
            stack[frame + MASK] |= 1 << (slot - CLAIM)
            push_claim(game, slot - CLAIM, True)
            return
        for card in range(16):
            if stack[frame + MASK] >> card & 1:
                score(game, card)


class DiscardOrShuffle(Step[State]):
    """Each revealed unclaimed card: out of the game, or back into the deck (R-5.17)."""

    def options(self, game: State, frame: int) -> list[int]:
        return [YES, NO] if self._next(game, frame) != NONE else NO_SLOTS

    def _next(self, game: State, frame: int) -> int:
        waiting = [card for card in row(game) if card > game.stack[frame + CARD_REGISTER] and may_leave(game, card)]
        return waiting[0] if waiting else NONE

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        card = self._next(game, frame)
        game.stack[frame + CARD_REGISTER] = card
        leave_row(game, card, REMOVED if slot == YES else IN_DECK)
        game.stack[frame + STEP] -= 1


def leave_row(game: State, card: int, to: int) -> None:
    """Take *card* out of the row unclaimed, with what is attached to it."""
    game.prescience_at = replaced(game.prescience_at, card, to)
    drop_attached(game, card)


class DropAttached(Step[State]):
    """Attached Planning cards that last one round are discarded."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        kept: list[int] = []
        attached = game.attached
        for at in range(0, len(attached), 2):
            if attached[at] in ONE_ROUND:
                discard(game, attached[at])
            else:
                kept.extend(attached[at : at + 2])
        game.attached = kept


KEEPERS: Final[list[int]] = []  # Planning cards that hold the Prescience card above them in the row


def may_leave(game: State, card: int) -> bool:
    """Whether nothing attached keeps *card* in the row."""
    attached = game.attached
    for at in range(0, len(attached), 2):
        if attached[at + 1] == card and attached[at] in KEEPERS:
            return False
    return True
