"""What one seat may know of a game: built from nothing, field by field, out of what is public and what is its own.

Public memory is part of it as far as the rules keep it: discards, cards and tokens seen, ranks shown, counts held and
left, and what follows from these by elimination. The generator, the seed and the history are never part of it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

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
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.state import KNOWN_FACE, N_CARDS, OLDER_DRAW, State
from dune_env.arrakis.token_backs import TOKEN_SETS, anonymous, hides_tokens, is_groups, token_sets
from dune_env.engine.steps import FRAME, NONE, PROGRAM, SEAT

if TYPE_CHECKING:
    from dune_env.arrakis.game import Game

HIDDEN_RANK: Final = -1  # a Sietch whose rank the seat does not know
HIDDEN_TOKEN: Final = -5  # a Deployment token that the seat cannot place
SOME_TOKEN: Final = TOKENS  # in the TOKEN register: a token that only the Frame's owner has seen
UNKNOWN_CARD: Final = 64  # + deck: a Reinforcements card that nobody has seen; + OLDER_DRAW as in the game

# ORDER registers of a move while tokens are picked: which token came last is the owner's secret.
FIRST_TOKEN_ORDER: Final = 3
LAST_TOKEN_ORDER: Final = 3 + 2 * ATREIDES_TOKENS - 1


class View:
    """What *seat* may know. Fields carry the names of `State`; those that differ are explained where they are set."""

    def __init__(self, config: GameConfig, content: Content, seat: int) -> None:
        self.config = config
        self.content = content
        self.seat = seat
        self.solo = config.mode == "solo"
        self.explicit_chance = False
        self._own_cards = card_range(content, seat)
        self._other_cards = card_range(content, 1 - seat)

        # What is asked, and of whom; the answers only if it is this seat.
        self.seat_to_act = NONE
        self.over = False
        self.options: list[int] = []
        self.stack: list[int] = []  # Frames with the registers that this seat may see

        # Public.
        self.cells = b""
        self.figure_supply: list[int] = []
        self.figures_gone: list[int] = []
        self.leader_at: list[int] = []
        self.leader_card: list[int] = []
        self.zones: list[int] = []
        self.dice: list[int] = []
        self.used: list[int] = []
        self.unrolled = 0
        self.locked = 0
        self.bene_gesserit: list[int] = []
        self.bene_gesserit_at: list[int] = []
        self.bene_gesserit_reserve = 0
        self.supremacy = 0
        self.prescience: list[int] = []
        self.imperium: list[int] = []
        self.spice_reserve = 0
        self.bans: list[int] = []
        self.prescience_at: list[int] = []
        self.claims_made = 0
        self.just_happened = 0
        self.windows_asked = 0
        self.harvesters_lost = 0
        self.round = 0
        self.phase = 0
        self.turn_side = NONE
        self.turns = 0
        self.flown: list[int] = []  # ascending
        self.tank_arrivals = 0
        self.die_spent = 0
        self.atomics = 0
        self.atomics_spent = 0
        self.discards: list[int] = []
        self.deck_left: list[int] = []
        self.hand_size: list[int] = []
        self.attached: list[int] = []
        self.effects: list[int] = []
        self.moved: list[int] = []  # token bits of the other side name no token, only how many of each set
        self.placed_worms: list[int] = []
        self.signs_aside = 0
        self.sietch_at: list[int] = []
        self.sietch_up: list[int] = []
        self.winner = NONE
        self.reason = 0
        self.events: list[int] = []
        self.clock = 0
        self.objectives_held = 0
        self.ruled_out: list[int] = []

        # Public, by elimination.
        self.stations_left: list[int] = []
        self.signs_left: list[int] = []
        self.unseen: list[int] = []  # Planning cards, by kind, that this seat has not seen: in decks and the other hand
        self.unseen_older: list[int] = []  # kind + OLDER_DRAW for each formation of its deck since: unseen as well
        self.hidden_ranks: list[int] = []  # how many Sietches of each rank this seat has not seen

        # Public, solo only.
        self.harvest_card = NONE
        self.target_card = NONE
        self.tactical_seen: list[int] = []
        self.temporary_target = NONE
        self.last_discard = NONE
        self.next_deck = NONE
        self.ornithopter_used = 0
        self.ordered_result = NONE
        self.parked_scheming = 0
        self.reinforcements: list[int] = []  # an unseen card reads UNKNOWN_CARD + its deck

        # Deployment tokens as everybody sees them.
        self.facedown: list[int] = []  # Area * 4 + set of each facedown token, ascending
        self.tokens_left: list[int] = []  # in the supply or pool, by set
        self.tokens_in_hand: list[int] = []  # drawn and not yet laid, by set
        self.tokens_gone_unseen: list[int] = []  # left the game facedown, by set
        self.mahdi_laid: list[int] = []  # Area * 4 + set of each token of Mahdi's that lies facedown, and its date
        self.token_seen: list[int] = []  # date when each of Mahdi's tokens was revealed last

        # The seat's own.
        self.hand: list[int] = []
        self.sietch_rank: list[int] = []  # HIDDEN_RANK where unknown
        self.token_at: list[int] = []  # HIDDEN_TOKEN where unknown
        self.objectives: list[int] = []

    def facts(self) -> list[list[int]]:
        """Every fact of the view, in a fixed order."""
        return [
            [
                self.seat, int(self.solo), int(self.explicit_chance), self.seat_to_act, int(self.over), self.unrolled,
                self.locked, self.bene_gesserit_reserve, self.supremacy, self.spice_reserve, self.claims_made,
                self.just_happened, self.windows_asked, self.harvesters_lost, self.round, self.phase, self.turn_side,
                self.turns, self.tank_arrivals, self.die_spent, self.atomics, self.atomics_spent, self.signs_aside,
                self.winner, self.reason, self.clock, self.objectives_held, self.harvest_card, self.target_card,
                self.temporary_target, self.last_discard, self.next_deck, self.ornithopter_used, self.ordered_result,
                self.parked_scheming,
            ],
            self.options, self.stack, list(self.cells), self.figure_supply, self.figures_gone, self.leader_at,
            self.leader_card, self.zones, self.dice, self.used, self.bene_gesserit, self.bene_gesserit_at,
            self.prescience, self.imperium, self.bans, self.prescience_at, self.flown, self.discards, self.deck_left,
            self.hand_size, self.attached, self.effects, self.moved, self.placed_worms, self.sietch_at, self.sietch_up,
            self.events, self.ruled_out, self.stations_left, self.signs_left, self.unseen, self.unseen_older,
            self.hidden_ranks,
            self.tactical_seen, self.reinforcements, self.facedown, self.tokens_left, self.tokens_in_hand,
            self.tokens_gone_unseen, self.mahdi_laid, self.token_seen, self.hand, self.sietch_rank, self.token_at,
            self.objectives,
        ]  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same_box = self.config == other.config and self.content.digest == other.content.digest
        return same_box and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.digest())

    def digest(self) -> str:
        """A fingerprint of the information state, the same in every process."""
        text = f"{self.content.digest} {self.config!r} {self.facts()!r}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]


class InfoSet:
    """A decision as an agent gets it: the view and the slots of one seat. It holds no reference to the game."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat

    def options(self) -> list[int]:
        """The slots that the seat may pick; empty while it is not asked."""
        return self.view.options[:]

    def sample(self, seed: int) -> Game:
        """A game that looks the same to this seat, everything hidden from it drawn anew from *seed*."""
        from dune_env.arrakis.game import game_from_view

        return game_from_view(self.view, seed)


def view_of(game: State, seat: int) -> View:
    """What *seat*, ATREIDES or HARKONNEN, may know of *game*; ValueError for another seat."""
    if seat != ATREIDES and seat != HARKONNEN:
        raise ValueError(f"seat: got {seat!r}, takes {ATREIDES} (Atreides) or {HARKONNEN} (Harkonnen)")
    view = View(game.config, game.content, seat)
    look(view, game)
    _keep(view)
    return view


def look(view: View, game: State) -> None:
    """Let *view*, made for the config and content of *game*, show what its seat may know of the position now.

    It holds lists of the game itself, to be read before the game goes on and never to be changed: an encoder may use
    one View for a whole game. `view_of` gives one of its own.
    """
    _see_board(view, game)
    _see_tracks(view, game)
    _see_cards(view, game)
    _see_sietches(view, game)
    _see_tokens(view, game)
    if game.solo:
        _see_mahdi(view, game)
    _see_question(view, game)


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


def _see_board(view: View, game: State) -> None:
    view.cells = bytes(game.cells)
    view.figure_supply = game.figure_supply
    view.figures_gone = game.figures_gone
    view.leader_at = game.leader_at
    view.leader_card = game.leader_card
    view.tank_arrivals = game.tank_arrivals
    view.zones = game.zones
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


def _see_cards(view: View, game: State) -> None:
    view.prescience_at = game.prescience_at
    view.discards = game.discards
    view.deck_left = game.deck_left
    view.hand_size = game.hand_size
    view.attached = game.attached
    first, last = view._own_cards
    hand, deck = game.hand, game.deck
    view.hand = [0] * first + hand[first:last] + [0] * (N_CARDS - last)
    # A card that has not been seen is in its deck or, for the other side's, in hand: everything else lies open.
    unseen = deck[:]
    first, last = view._other_cards
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


def _see_sietches(view: View, game: State) -> None:
    view.sietch_at = game.sietch_at
    view.sietch_up = game.sietch_up
    view.objectives_held = len(game.objectives)
    view.ruled_out = game.ruled_out
    hidden = [0] * 6
    for rank in game.content.sietch_ranks:
        hidden[rank] += 1
    if view.seat == ATREIDES:
        view.sietch_rank = game.sietch_rank
        view.objectives = game.objectives
    else:
        up = game.sietch_up
        view.sietch_rank = [r if up[i] or not r else HIDDEN_RANK for i, r in enumerate(game.sietch_rank)]
    for rank in view.sietch_rank:
        if rank > 0:
            hidden[rank] -= 1
    view.hidden_ranks = hidden


def _see_tokens(view: View, game: State) -> None:
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


def _see_mahdi(view: View, game: State) -> None:
    """Mahdi's cards and tokens: of the facedown ones the backs and when each was laid."""
    view.harvest_card = game.harvest_card
    view.target_card = game.target_card
    view.tactical_seen = game.tactical_seen
    view.temporary_target = game.temporary_target
    view.last_discard = game.last_discard
    view.next_deck = game.next_deck
    view.ornithopter_used = game.ornithopter_used
    view.ordered_result = game.ordered_result
    view.parked_scheming = game.parked_scheming
    decks = game.content.card_deck
    view.reinforcements = [
        x if x & KNOWN_FACE else UNKNOWN_CARD + decks[x % KNOWN_FACE] + x // OLDER_DRAW * OLDER_DRAW
        for x in game.reinforcements
    ]
    lying = [t for t in range(ATREIDES_TOKENS, TOKENS) if game.token_at[t] >= 0]
    view.token_seen = game.token_seen
    laid = sorted((game.token_at[t] * 4 + TOKEN_SETS[t], game.token_laid[t]) for t in lying)
    view.mahdi_laid = []
    for place, date in laid:
        view.mahdi_laid.append(place)
        view.mahdi_laid.append(date)


def _see_question(view: View, game: State) -> None:
    view.seat_to_act = game.seat_to_act
    if game.seat_to_act == view.seat:
        view.options = game.asked
    else:
        view.options = []
    view.stack = visible_stack(view, game)
    view.moved = visible_moved(view, game)


def visible_stack(view: View, game: State) -> list[int]:
    """The Frames with what the seat may see of their registers: no token that another seat has drawn or picked."""
    stack = game.stack[:]
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
