"""Looking at a game with the eyes of one seat: filling a View, field by field (see `view.py`)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.components import Content
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    HARKONNEN,
    HOUSE_HARKONNEN,
    SUPPLY,
    TOKEN_GONE,
    TOKEN_GONE_UNSEEN,
    TOKEN_IN_HAND,
    TOKENS,
)
from dune_env.arrakis.programs import MOVE_LEGIONS, ORDER, PICKED_TOKENS, TOKEN
from dune_env.arrakis.state import KNOWN_FACE, N_CARDS, OLDER_DRAW, State
from dune_env.arrakis.token_backs import TOKEN_SETS, anonymous, hides_tokens, is_groups, token_sets
from dune_env.arrakis.view import HIDDEN_RANK, HIDDEN_TOKEN, SOME_TOKEN, UNKNOWN_CARD, View
from dune_env.engine.steps import FRAME, NONE, PROGRAM, SEAT

# ORDER registers of a move while tokens are picked: which token came last is the owner's secret.
FIRST_TOKEN_ORDER: Final = 3
LAST_TOKEN_ORDER: Final = 3 + 2 * ATREIDES_TOKENS - 1


class Sight:
    """The lists of a game that a View's derived facts were derived from: they are derived anew when one is replaced.

    It knows what the seat may not know, so it stays with whoever looks and is never handed on.
    """

    def __init__(self) -> None:
        self.hand: list[int] = []
        self.deck: list[int] = []
        self.pile: list[int] = []
        self.flown: list[int] = []
        self.ranks: list[int] = []
        self.ranks_up: list[int] = []
        self.tokens: list[int] = []
        self.laid: list[int] = []
        self.facedown: list[int] = []
        self.shown_pile: list[int] = []
        self.moved: list[int] = []
        self.moved_tokens: list[int] = []


def view_of(game: State, seat: int) -> View:
    """What *seat*, ATREIDES or HARKONNEN, may know of *game*; ValueError for another seat."""
    if seat != ATREIDES and seat != HARKONNEN:
        raise ValueError(f"seat: got {seat!r}, takes {ATREIDES} (Atreides) or {HARKONNEN} (Harkonnen)")
    view = View(game.config, game.content, seat)
    look(view, game, Sight())
    _keep(view)
    return view


def look(view: View, game: State, sight: Sight) -> None:
    """Let *view*, made for the config and content of *game*, show what its seat may know of the position now.

    It holds lists of the game itself, to be read before the game goes on and never to be changed: an encoder may use
    one View, and the one Sight that goes with it, for a whole game. `view_of` gives one of its own.
    """
    _see_board(view, game, sight)
    _see_tracks(view, game)
    _see_cards(view, game, sight)
    _see_sietches(view, game, sight)
    _see_tokens(view, game, sight)
    if game.solo:
        _see_mahdi(view, game, sight)
    _see_question(view, game, sight)


def _keep(view: View) -> None:
    """Make the lists that `look` borrowed the View's own."""
    view.figure_supply = view.figure_supply[:]
    view.figures_gone = view.figures_gone[:]
    view.leader_at = view.leader_at[:]
    view.leader_card = view.leader_card[:]
    view.zones = view.zones[:]
    view.placed_worms = view.placed_worms[:]
    view.signs_left = view.signs_left[:]
    view.stations_left = view.stations_left[:]
    view.dice = view.dice[:]
    view.used = view.used[:]
    view.bene_gesserit = view.bene_gesserit[:]
    view.bene_gesserit_at = view.bene_gesserit_at[:]
    view.prescience = view.prescience[:]
    view.imperium = view.imperium[:]
    view.bans = view.bans[:]
    view.effects = view.effects[:]
    view.events = view.events[:]
    view.prescience_at = view.prescience_at[:]
    view.discards = view.discards[:]
    view.deck_left = view.deck_left[:]
    view.hand_size = view.hand_size[:]
    view.attached = view.attached[:]
    view.sietch_at = view.sietch_at[:]
    view.sietch_up = view.sietch_up[:]
    view.ruled_out = view.ruled_out[:]
    view.sietch_rank = view.sietch_rank[:]
    view.objectives = view.objectives[:]
    view.tactical_seen = view.tactical_seen[:]
    view.token_seen = view.token_seen[:]
    view.options = view.options[:]
    view.stack = view.stack[:]
    view.moved = view.moved[:]


def _see_board(view: View, game: State, sight: Sight) -> None:
    view.cells = bytes(game.cells)
    view.figure_supply = game.figure_supply
    view.figures_gone = game.figures_gone
    view.leader_at = game.leader_at
    view.leader_card = game.leader_card
    view.tank_arrivals = game.tank_arrivals
    view.zones = game.zones
    if game.flown is not sight.flown:
        sight.flown = game.flown
        view.flown = sorted(game.flown)
    view.placed_worms = game.placed_worms
    view.signs_aside = game.signs_aside
    view.signs_left = game.signs_left  # all of them, less those turned up since they were last mixed
    view.stations_left = game.stations_left  # all of them, less those revealed
    view.atomics = game.atomics
    view.atomics_spent = game.atomics_spent


def _see_tracks(view: View, game: State) -> None:
    view.explicit_chance = game.explicit_chance
    view.over = game.over
    view.winner = game.winner
    view.reason = game.reason
    view.round = game.round
    view.phase = game.phase
    view.turn_side = game.turn_side
    view.turns = game.turns
    view.die_spent = game.die_spent
    view.dice = game.dice
    view.used = game.used
    view.unrolled = game.unrolled
    view.locked = game.locked
    view.bene_gesserit = game.bene_gesserit
    view.bene_gesserit_at = game.bene_gesserit_at
    view.bene_gesserit_reserve = game.bene_gesserit_reserve
    view.supremacy = game.supremacy
    view.prescience = game.prescience
    view.imperium = game.imperium
    view.spice_reserve = game.spice_reserve
    view.bans = game.bans
    view.claims_made = game.claims_made
    view.just_happened = game.just_happened
    view.windows_asked = game.windows_asked
    view.harvesters_lost = game.harvesters_lost
    view.effects = game.effects
    view.events = game.events
    view.clock = game.clock


def _see_cards(view: View, game: State, sight: Sight) -> None:
    view.prescience_at = game.prescience_at
    view.discards = game.discards
    view.deck_left = game.deck_left
    view.hand_size = game.hand_size
    view.attached = game.attached
    if game.hand is not sight.hand or game.deck is not sight.deck or game.reinforcements is not sight.pile:
        sight.hand, sight.deck, sight.pile = game.hand, game.deck, game.reinforcements
        _see_hand(view, game)


def _see_hand(view: View, game: State) -> None:
    """The own hand, and by elimination what the decks and the other hand hold."""
    split, end = card_range(game.content, HARKONNEN)
    hand, unseen = game.hand, game.deck[:]
    if view.seat == HARKONNEN:
        view.hand = [0] * split + hand[split:]
        first, last = 0, split
    else:
        view.hand = hand[:split] + [0] * (N_CARDS - split)
        first, last = split, end
    # A card that has not been seen is in its deck or, for the other side's, in hand: everything else lies open.
    for kind in range(first, last):
        if hand[kind]:
            unseen[kind] += hand[kind]
    older: list[int] = []
    for entry in game.reinforcements:
        if entry >= OLDER_DRAW:
            older.append(entry)
        elif entry < KNOWN_FACE:
            unseen[entry] += 1
    view.unseen = unseen
    older.sort()
    view.unseen_older = older


def card_range(content: Content, side: int) -> tuple[int, int]:
    """The first kind of Planning card of *side* and the one behind its last: kinds are numbered deck by deck."""
    first_harkonnen = content.card_deck.index(HOUSE_HARKONNEN)
    return (first_harkonnen, len(content.card_deck)) if side == HARKONNEN else (0, first_harkonnen)


def _see_sietches(view: View, game: State, sight: Sight) -> None:
    view.sietch_at = game.sietch_at
    view.sietch_up = game.sietch_up
    view.objectives_held = len(game.objectives)
    view.ruled_out = game.ruled_out
    if view.seat == ATREIDES:
        view.objectives = game.objectives
    if game.sietch_rank is not sight.ranks or game.sietch_up is not sight.ranks_up:
        sight.ranks, sight.ranks_up = game.sietch_rank, game.sietch_up
        _see_ranks(view, game)


def _see_ranks(view: View, game: State) -> None:
    hidden = [0] * 6
    for rank in game.content.sietch_ranks:
        hidden[rank] += 1
    if view.seat == ATREIDES:
        view.sietch_rank = game.sietch_rank
    else:
        up = game.sietch_up
        view.sietch_rank = [r if up[i] or not r else HIDDEN_RANK for i, r in enumerate(game.sietch_rank)]
    for rank in view.sietch_rank:
        if rank > 0:
            hidden[rank] -= 1
    view.hidden_ranks = hidden


def _see_tokens(view: View, game: State, sight: Sight) -> None:
    if game.token_at is not sight.tokens:
        sight.tokens = game.token_at
        _see_places(view, game)


def _see_places(view: View, game: State) -> None:
    """Places of tokens by set for everybody; which token lies where for the Atreides, and those turned up for all."""
    sets = token_sets(view.config.rules)
    token_at = game.token_at
    facedown: list[int] = []
    left, in_hand, gone = [0, 0, 0, 0], [0, 0], [0, 0]
    shown = [HIDDEN_TOKEN] * TOKENS
    own = view.seat == ATREIDES
    for token in range(TOKENS):
        at = token_at[token]
        atreides = token < ATREIDES_TOKENS
        if at >= 0:
            facedown.append(at * 4 + sets[token])
        elif at == SUPPLY:
            left[TOKEN_SETS[token]] += 1  # the two sets of the Atreides are kept apart
        elif at == TOKEN_IN_HAND and atreides:
            in_hand[TOKEN_SETS[token]] += 1
        elif at == TOKEN_GONE_UNSEEN and atreides:
            gone[sets[token]] += 1
        known = own if atreides else not game.solo
        if known or at == TOKEN_GONE or (at == TOKEN_IN_HAND and not atreides):
            shown[token] = at
    facedown.sort()
    view.facedown = facedown
    view.tokens_left = left
    view.tokens_in_hand = in_hand
    view.tokens_gone_unseen = gone
    view.token_at = shown
    view.token_seen = [0] * TOKENS


def _see_mahdi(view: View, game: State, sight: Sight) -> None:
    """Mahdi's cards and tokens."""
    view.harvest_card = game.harvest_card
    view.target_card = game.target_card
    view.tactical_seen = game.tactical_seen
    view.temporary_target = game.temporary_target
    view.last_discard = game.last_discard
    view.next_deck = game.next_deck
    view.ornithopter_used = game.ornithopter_used
    view.ordered_result = game.ordered_result
    view.parked_scheming = game.parked_scheming
    view.token_seen = game.token_seen
    if game.reinforcements is not sight.shown_pile:
        sight.shown_pile = game.reinforcements
        decks = game.content.card_deck
        view.reinforcements = [
            x if x & KNOWN_FACE else UNKNOWN_CARD + decks[x % KNOWN_FACE] + x // OLDER_DRAW * OLDER_DRAW
            for x in game.reinforcements
        ]
    if game.token_laid is not sight.laid or view.facedown is not sight.facedown:
        sight.laid, sight.facedown = game.token_laid, view.facedown
        _see_laid(view, game)


def _see_laid(view: View, game: State) -> None:
    """Of Mahdi's facedown tokens the backs and when each was laid."""
    lying = [t for t in range(ATREIDES_TOKENS, TOKENS) if game.token_at[t] >= 0]
    laid = sorted((game.token_at[t] * 4 + TOKEN_SETS[t], game.token_laid[t]) for t in lying)
    view.mahdi_laid = []
    for place, date in laid:
        view.mahdi_laid.append(place)
        view.mahdi_laid.append(date)


def _see_question(view: View, game: State, sight: Sight) -> None:
    view.seat_to_act = game.seat_to_act
    if game.seat_to_act == view.seat:
        view.options = game.asked
    else:
        view.options = []
    view.stack = visible_stack(view, game)
    if game.moved is not sight.moved or game.token_at is not sight.moved_tokens:
        sight.moved, sight.moved_tokens = game.moved, game.token_at
        view.moved = visible_moved(view, game)


def visible_stack(view: View, game: State) -> list[int]:
    """The Frames with what the seat may see of their registers: no token that another seat has drawn or picked."""
    stack = game.stack
    if not _hides_registers(view, stack):
        return stack
    stack = stack[:]
    sets = token_sets(view.config.rules)
    for frame in range(0, len(stack), FRAME):
        if stack[frame + TOKEN] != NONE and stack[frame + SEAT] != view.seat:
            stack[frame + TOKEN] = SOME_TOKEN
        bits = stack[frame + PICKED_TOKENS]
        if bits > 0 and hides_tokens(view.seat, bits):
            stack[frame + PICKED_TOKENS] = anonymous(sets, bits)
            if stack[frame + PROGRAM] == MOVE_LEGIONS and FIRST_TOKEN_ORDER < stack[frame + ORDER] < LAST_TOKEN_ORDER:
                stack[frame + ORDER] = FIRST_TOKEN_ORDER + 1
    return stack


def _hides_registers(view: View, stack: list[int]) -> bool:
    for frame in range(0, len(stack), FRAME):
        if stack[frame + TOKEN] != NONE and stack[frame + SEAT] != view.seat:
            return True
        if stack[frame + PICKED_TOKENS] > 0 and hides_tokens(view.seat, stack[frame + PICKED_TOKENS]):
            return True
    return False


def visible_moved(view: View, game: State) -> list[int]:
    """The groups that have moved; of hidden tokens only how many of each set still lie where their group does."""
    moved = game.moved[:]
    if not is_groups(moved):
        return moved
    sets = token_sets(view.config.rules)
    for at in range(0, len(moved), 7):
        bits = moved[at + 6]
        if bits and hides_tokens(view.seat, bits):
            there = 0
            for token in range(TOKENS):
                if bits >> token & 1 and game.token_at[token] == moved[at]:
                    there |= 1 << token
            moved[at + 6] = anonymous(sets, there)
    return moved
