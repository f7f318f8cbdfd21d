"""A game drawn from what one seat knows: everything that it may know as it is, the rest drawn anew.

The draw is uniform over all that the View allows: which cards the other side holds, how the ranks lie on the Sietches,
which Secret Objectives are held, which token lies where. It takes nothing but the View and a seed. What the other seat
chose because of what it knows is no evidence here; nor is which piece on the table has been where, beyond what the View
tells. Mahdi's cards drawn before a deck was formed anew (R-43.8) are drawn from what was unseen then.
"""

from __future__ import annotations

from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    CORRINO_ALLY,
    HARKONNEN,
    STARTING_TOKENS,
    SUPPLY,
    TOKEN_GONE_UNSEEN,
    TOKEN_IN_HAND,
    TOKENS,
)
from dune_env.arrakis.pieces import tokens
from dune_env.arrakis.programs import AREA, MOVE_LEGIONS, ORDER, PICKED_TOKENS, TOKEN
from dune_env.arrakis.sight import FIRST_TOKEN_ORDER, LAST_TOKEN_ORDER
from dune_env.arrakis.state import KNOWN_FACE, OLDER_DRAW, State
from dune_env.arrakis.token_backs import (
    BLACK_SET,
    SET_STARTS,
    STANDARD_SET,
    STARTING_SET,
    TOKEN_SETS,
    hides_tokens,
    is_groups,
    token_sets,
)
from dune_env.arrakis.view import HIDDEN_RANK, HIDDEN_TOKEN, SOME_TOKEN, UNKNOWN_CARD, View
from dune_env.engine.chance import Generator
from dune_env.engine.steps import FRAME, NONE, PROGRAM


def draw_hidden(game: State, view: View, rng: Generator) -> None:
    """Give *game*, made for the same config and content, the position of *view* with the rest drawn from *rng*."""
    _copy_known(game, view)
    _draw_cards(game, view, rng)
    if view.seat != ATREIDES:
        _draw_ranks(game, view, rng)
        _draw_objectives(game, view, rng)
    _draw_atreides_tokens(game, view, rng)
    _draw_mahdi_tokens(game, view, rng)
    game.stack = view.stack[:]
    game.moved = view.moved[:]
    _name_tokens_of_frames(game, view, rng)
    _name_moved_tokens(game, view, rng)


def _copy_known(game: State, view: View) -> None:
    game.explicit_chance = view.explicit_chance
    game.over = view.over
    game.cells = bytearray(view.cells)
    game.figure_supply = view.figure_supply[:]
    game.figures_gone = view.figures_gone[:]
    game.leader_at = view.leader_at[:]
    game.leader_card = view.leader_card[:]
    game.zones = view.zones[:]
    game.dice = view.dice[:]
    game.used = view.used[:]
    game.unrolled = view.unrolled
    game.locked = view.locked
    game.bene_gesserit = view.bene_gesserit[:]
    game.bene_gesserit_at = view.bene_gesserit_at[:]
    game.bene_gesserit_reserve = view.bene_gesserit_reserve
    game.supremacy = view.supremacy
    game.prescience = view.prescience[:]
    game.imperium = view.imperium[:]
    game.spice_reserve = view.spice_reserve
    game.bans = view.bans[:]
    game.prescience_at = view.prescience_at[:]
    game.claims_made = view.claims_made
    game.just_happened = view.just_happened
    game.windows_asked = view.windows_asked
    game.harvesters_lost = view.harvesters_lost
    game.round = view.round
    game.phase = view.phase
    game.turn_side = view.turn_side
    game.turns = view.turns
    game.flown = view.flown[:]
    game.tank_arrivals = view.tank_arrivals
    game.die_spent = view.die_spent
    game.atomics = view.atomics
    game.atomics_spent = view.atomics_spent
    game.discards = view.discards[:]
    game.deck_left = view.deck_left[:]
    game.hand_size = view.hand_size[:]
    game.attached = view.attached[:]
    game.effects = view.effects[:]
    game.placed_worms = view.placed_worms[:]
    game.signs_aside = view.signs_aside
    game.sietch_at = view.sietch_at[:]
    game.sietch_up = view.sietch_up[:]
    game.ruled_out = view.ruled_out[:]
    game.winner = view.winner
    game.reason = view.reason
    game.events = view.events[:]
    game.clock = view.clock
    game.stations_left = view.stations_left[:]
    game.signs_left = view.signs_left[:]
    game.sietch_rank = view.sietch_rank[:]
    game.objectives = view.objectives[:]
    if view.solo:
        game.harvest_card = view.harvest_card
        game.target_card = view.target_card
        game.tactical_seen = view.tactical_seen[:]
        game.temporary_target = view.temporary_target
        game.last_discard = view.last_discard
        game.next_deck = view.next_deck
        game.ornithopter_used = view.ornithopter_used
        game.ordered_result = view.ordered_result
        game.parked_scheming = view.parked_scheming
        game.token_seen = view.token_seen[:]


def _draw_cards(game: State, view: View, rng: Generator) -> None:
    """The other side's hand and Mahdi's facedown Reinforcements come out of the unseen cards; the rest is the decks."""
    game.hand = view.hand[:]
    game.deck = view.unseen[:]
    for deck in range(CORRINO_ALLY + 1):
        if (deck >= 2) == (view.seat == HARKONNEN):
            continue
        for _ in range(view.hand_size[deck]):
            game.hand[_draw_kind(game, deck, rng)] += 1
    older = view.unseen_older[:]
    game.reinforcements = []
    for entry in view.reinforcements:
        if entry & KNOWN_FACE:
            game.reinforcements.append(entry)
        elif entry < OLDER_DRAW:
            game.reinforcements.append(_draw_kind(game, entry - UNKNOWN_CARD, rng))
        else:
            game.reinforcements.append(_draw_older(game, entry, older, rng))


def _draw_kind(game: State, deck: int, rng: Generator) -> int:
    """Take a random unseen card out of *deck*."""
    decks = game.content.card_deck
    kind = rng.weighted([game.deck[kind] if decks[kind] == deck else 0 for kind in range(len(decks))])
    game.deck[kind] -= 1
    return kind


def _draw_older(game: State, entry: int, older: list[int], rng: Generator) -> int:
    """Take a random card out of *older* that was drawn from the deck of *entry* in the same stretch."""
    drawn, deck = entry // OLDER_DRAW, entry % OLDER_DRAW - UNKNOWN_CARD
    decks = game.content.card_deck
    fits = [x for x in older if x // OLDER_DRAW == drawn and decks[x % OLDER_DRAW] == deck]
    card = fits[rng.below(len(fits))]
    older.remove(card)
    return card


def _draw_ranks(game: State, view: View, rng: Generator) -> None:
    left = view.hidden_ranks[:]
    for sietch in range(len(view.sietch_rank)):
        if view.sietch_rank[sietch] == HIDDEN_RANK:
            rank = rng.weighted(left)
            left[rank] -= 1
            game.sietch_rank[sietch] = rank


def _draw_objectives(game: State, view: View, rng: Generator) -> None:
    """The objective drawn first has been through more win checks, so its choice is the narrowest and comes first."""
    game.objectives = []
    for drawn in range(view.objectives_held):
        barred = view.ruled_out[drawn]
        left = [
            index
            for index in range(len(game.content.objectives))
            if not barred >> index & 1 and index not in game.objectives
        ]
        game.objectives.append(left[rng.below(len(left))])


def _draw_atreides_tokens(game: State, view: View, rng: Generator) -> None:
    """Deal the unseen tokens over the places where some lie, set by set as far as their backs show it."""
    game.token_at = view.token_at[:]
    if view.seat == ATREIDES:
        return
    pools: list[list[int]] = [[], []]
    for token in range(ATREIDES_TOKENS):
        if view.token_at[token] == HIDDEN_TOKEN:
            pools[TOKEN_SETS[token]].append(token)
    # What is in the supply or in hand is known to be of its set, whatever the backs; so these are drawn first.
    for each in (STARTING_SET, STANDARD_SET):
        for _ in range(view.tokens_in_hand[each]):
            game.token_at[_pop(pools[each], rng)] = TOKEN_IN_HAND
        for _ in range(view.tokens_left[each]):
            game.token_at[_pop(pools[each], rng)] = SUPPLY
    if not view.config.rules.token_backs_differ:
        pools = [pools[0] + pools[1], []]
    for each in (STARTING_SET, STANDARD_SET):
        for _ in range(view.tokens_gone_unseen[each]):
            game.token_at[_pop(pools[each], rng)] = TOKEN_GONE_UNSEEN
    for place in view.facedown:
        if place % 4 < BLACK_SET:
            game.token_at[_pop(pools[place % 4], rng)] = place // 4


def _pop(pool: list[int], rng: Generator) -> int:
    return pool.pop(rng.below(len(pool)))


def _draw_mahdi_tokens(game: State, view: View, rng: Generator) -> None:
    """A token revealed since another was laid facedown is not that one.

    The later a token was laid, the more tokens it may be, all of those that an earlier one may be among them. So
    drawing them in the order of their dates makes every arrangement that fits as likely as any other.
    """
    if not view.solo:
        return
    for token in range(ATREIDES_TOKENS, TOKENS):
        if view.token_at[token] == HIDDEN_TOKEN:
            game.token_at[token] = SUPPLY
    laid = [(view.mahdi_laid[at + 1], view.mahdi_laid[at]) for at in range(0, len(view.mahdi_laid), 2)]
    for date, place in sorted(laid):
        first, last = SET_STARTS[place % 4], SET_STARTS[place % 4 + 1]
        fits = [t for t in range(first, last) if game.token_at[t] == SUPPLY and view.token_seen[t] <= date]
        token = fits[rng.below(len(fits))]
        game.token_at[token] = place // 4
        game.token_laid[token] = date


def _name_tokens_of_frames(game: State, view: View, rng: Generator) -> None:
    """Give registers that speak of hidden tokens the tokens drawn for them."""
    in_hand = [t for t in range(STARTING_TOKENS, ATREIDES_TOKENS) if game.token_at[t] == TOKEN_IN_HAND]
    stack = game.stack
    for frame in range(0, len(stack), FRAME):
        if stack[frame + TOKEN] == SOME_TOKEN:
            stack[frame + TOKEN] = _pop(in_hand, rng)
        bits = stack[frame + PICKED_TOKENS]
        # A move that has not begun to pick, or is made, has a blank ORDER: what the bits say is out of date.
        picking = stack[frame + PROGRAM] == MOVE_LEGIONS and stack[frame + ORDER] != NONE
        if picking and bits > 0 and hides_tokens(view.seat, bits):
            bits = _choose(game, view, bits, stack[frame + AREA], 0, rng)
            stack[frame + PICKED_TOKENS] = bits
            if FIRST_TOKEN_ORDER < stack[frame + ORDER] < LAST_TOKEN_ORDER:
                stack[frame + ORDER] = FIRST_TOKEN_ORDER + bits.bit_length()


def _name_moved_tokens(game: State, view: View, rng: Generator) -> None:
    moved = game.moved
    if not is_groups(moved):
        return
    taken = 0
    for at in range(0, len(moved), 7):
        if moved[at + 6] and hides_tokens(view.seat, moved[at + 6]):
            moved[at + 6] = _choose(game, view, moved[at + 6], moved[at], taken, rng)
            taken |= moved[at + 6]


def _choose(game: State, view: View, bits: int, area: int, taken: int, rng: Generator) -> int:
    """Tokens lying in *area*, none of them in *taken*, as many of each set as *bits* names."""
    sets = token_sets(view.config.rules)
    side = ATREIDES if bits & ((1 << ATREIDES_TOKENS) - 1) else HARKONNEN
    lying: list[list[int]] = [[], [], [], []]
    for token in tokens(game, side, area):
        if not taken >> token & 1:
            lying[sets[token]].append(token)
    chosen = 0
    for token in range(TOKENS):
        if bits >> token & 1:
            chosen |= 1 << _pop(lying[sets[token]], rng)
    return chosen
