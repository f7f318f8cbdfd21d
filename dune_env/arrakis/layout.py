"""A View written into an observation: small whole numbers, in place (see `features.py` for what they say)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.features import (
    EVENT_SHIFT,
    FRAME_DIGITS,
    N_ATTACHED,
    N_EFFECTS,
    N_EVENT_KINDS,
    N_FRAMES,
    N_GROUPS,
    N_REINFORCEMENTS,
    PLACE_SHIFT,
)
from dune_env.arrakis.features import LAYOUT as LAYOUT
from dune_env.arrakis.names import (
    ATREIDES_TOKENS,
    CARRYALL,
    NOT_ENTERED,
    OFF_BOARD,
    ORNITHOPTER,
    OUT_OF_THE_GAME,
    RESTING,
    TANK,
)
from dune_env.arrakis.planes import write_map
from dune_env.arrakis.state import KNOWN_FACE, N_CARDS, N_EVENTS, N_LEADERS, OLDER_DRAW
from dune_env.arrakis.token_backs import SILVER_SET, is_groups
from dune_env.arrakis.view import HIDDEN_RANK, HIDDEN_TOKEN, UNKNOWN_CARD, View
from dune_env.engine.steps import CHANCE, FRAME, NONE, PROGRAM, STEP

_SEAT: Final = LAYOUT.start("seat")
_ASKED: Final = LAYOUT.start("asked")
_PROGRAM: Final = LAYOUT.start("program")
_STEP: Final = LAYOUT.start("step")
_DEPTH: Final = LAYOUT.start("depth")
_FRAMES: Final = LAYOUT.start("frames")
_PHASE: Final = LAYOUT.start("phase")
_TURN: Final = LAYOUT.start("turn")
_ROUND: Final = LAYOUT.start("round")
_TURNS: Final = LAYOUT.start("turns")
_CLOCK: Final = LAYOUT.start("clock")
_COUNTERS: Final = LAYOUT.start("counters")
_HAPPENED: Final = LAYOUT.start("just_happened")
_WINDOWS: Final = LAYOUT.start("windows_asked")
_OUTCOME: Final = LAYOUT.start("outcome")
_DICE: Final = LAYOUT.start("dice")
_USED: Final = LAYOUT.start("used_dice")
_HARKONNEN_DICE: Final = LAYOUT.start("harkonnen_dice")
_GESSERIT: Final = LAYOUT.start("bene_gesserit")
_GESSERIT_AT: Final = LAYOUT.start("bene_gesserit_at")
_SUPREMACY: Final = LAYOUT.start("supremacy")
_PRESCIENCE: Final = LAYOUT.start("prescience")
_IMPERIUM: Final = LAYOUT.start("imperium")
_BANS: Final = LAYOUT.start("bans")
_SPICE: Final = LAYOUT.start("spice_reserve")
_ATOMICS: Final = LAYOUT.start("atomics")
_ATOMICS_SPENT: Final = LAYOUT.start("atomics_spent")
_SUPPLY: Final = LAYOUT.start("figure_supply")
_GONE: Final = LAYOUT.start("figures_gone")
_LEADERS: Final = LAYOUT.start("leaders")
_ARRIVALS: Final = LAYOUT.start("tank_arrivals")
_ZONES: Final = LAYOUT.start("zones")
_HAND: Final = LAYOUT.start("hand")
_DISCARDS: Final = LAYOUT.start("discards")
_UNSEEN: Final = LAYOUT.start("unseen")
_OLDER: Final = LAYOUT.start("unseen_older")
_DECK_LEFT: Final = LAYOUT.start("deck_left")
_HAND_SIZE: Final = LAYOUT.start("hand_size")
_PRESCIENCE_AT: Final = LAYOUT.start("prescience_at")
_ATTACHED: Final = LAYOUT.start("attached")
_EFFECTS: Final = LAYOUT.start("effects")
_SIETCHES: Final = LAYOUT.start("sietches")
_HIDDEN_RANKS: Final = LAYOUT.start("hidden_ranks")
_HELD: Final = LAYOUT.start("objectives_held")
_OBJECTIVES: Final = LAYOUT.start("objectives")
_RULED_OUT: Final = LAYOUT.start("ruled_out")
_TOKENS: Final = LAYOUT.start("tokens")
_TOKENS_LEFT: Final = LAYOUT.start("tokens_left")
_TOKENS_IN_HAND: Final = LAYOUT.start("tokens_in_hand")
_TOKENS_GONE: Final = LAYOUT.start("tokens_gone_unseen")
_LAID: Final = LAYOUT.start("mahdi_laid")
_SEEN: Final = LAYOUT.start("token_seen")
_MOVED_LENGTH: Final = LAYOUT.start("moved_length")
_MOVED: Final = LAYOUT.start("moved")
_SIGNS_LEFT: Final = LAYOUT.start("wormsigns_left")
_STATIONS_LEFT: Final = LAYOUT.start("stations_left")
_TACTICAL: Final = LAYOUT.start("tactical_seen")
_HARVEST_CARD: Final = LAYOUT.start("harvest_card")
_TARGET_CARD: Final = LAYOUT.start("target_card")
_TEMPORARY_AT: Final = LAYOUT.start("temporary_target")
_LAST_DISCARD: Final = LAYOUT.start("last_discard")
_NEXT_DECK: Final = LAYOUT.start("next_deck")
_MAHDI_FLAGS: Final = LAYOUT.start("mahdi_flags")
_PILE_LENGTH: Final = LAYOUT.start("reinforcements_length")
_PILE: Final = LAYOUT.start("reinforcements")
_EVENTS: Final = LAYOUT.start("events")

_AFTER_MAP: Final = _SEAT
_BLANK: Final = bytearray(LAYOUT.size - _AFTER_MAP)  # assigned without the copy that bytes would take
_UNKNOWN_PILE: Final = 100  # + deck: an unseen Reinforcements card


def encode(view: View, out: bytearray) -> None:
    """Write what *view* says into *out*, LAYOUT.size whole numbers; times LAYOUT.scales they are the floats.

    Whatever *out* held before is overwritten.
    """
    write_map(view, out)
    out[_AFTER_MAP:] = _BLANK
    _write_question(view, out)
    _write_frames(view, out)
    _write_round(view, out)
    _write_sides(view, out)
    _write_tracks(view, out)
    _write_leaders(view, out)
    _write_cards(view, out)
    _write_sietches(view, out)
    _write_tokens(view, out)
    _write_moved(view, out)
    _write_events(view, out)
    if view.solo:
        _write_mahdi(view, out)


def _write_question(view: View, out: bytearray) -> None:
    out[_SEAT + view.seat] = 1
    out[_SEAT + 2] = int(view.solo)
    asked = view.seat_to_act
    if asked == view.seat:
        out[_ASKED] = 1
    elif asked >= 0:
        out[_ASKED + 1] = 1
    else:
        out[_ASKED + (2 if asked == CHANCE else 3)] = 1
    stack = view.stack
    if stack:
        out[_PROGRAM + stack[len(stack) - FRAME + PROGRAM]] = 1
        out[_STEP + stack[len(stack) - FRAME + STEP]] = 1


def _write_frames(view: View, out: bytearray) -> None:
    stack = view.stack
    depth = len(stack) // FRAME
    out[_DEPTH] = depth
    for column in range(min(depth, N_FRAMES)):
        frame = len(stack) - (column + 1) * FRAME
        for register, value in enumerate(stack[frame : frame + USED_REGISTERS]):
            if value != NONE:
                at = REGISTER_START[register] + column
                value += 1
                out[at] = value & 255
                for digit in range(1, FRAME_DIGITS[register]):
                    out[at + digit * N_FRAMES] = value >> 8 * digit & 255


USED_REGISTERS: Final = len(FRAME_DIGITS)
REGISTER_START: Final = [_FRAMES + sum(FRAME_DIGITS[:register]) * N_FRAMES for register in range(USED_REGISTERS)]


def _write_round(view: View, out: bytearray) -> None:
    out[_PHASE + view.phase] = 1
    if view.turn_side != NONE:
        out[_TURN + int(view.turn_side != view.seat)] = 1
    out[_ROUND] = view.round
    _write_number(out, _TURNS, 1, 2, view.turns)
    _write_number(out, _CLOCK, 1, 2, view.clock)
    out[_COUNTERS] = view.die_spent
    out[_COUNTERS + 1] = view.claims_made
    out[_COUNTERS + 2] = view.harvesters_lost
    out[_COUNTERS + 3] = view.signs_aside
    _write_bits(out, _HAPPENED, view.just_happened)
    _write_bits(out, _WINDOWS, view.windows_asked)
    _write_bits(out, _ARRIVALS, view.tank_arrivals)
    out[_OUTCOME] = int(view.over)
    if view.winner != NONE:
        out[_OUTCOME + (1 if view.winner == view.seat else 2)] = 1
    out[_OUTCOME + 3 + view.reason] = 1


def _write_number(out: bytearray, at: int, stride: int, digits: int, value: int) -> None:
    """Write *value* in digits of base 256, *stride* entries apart."""
    for _ in range(digits):
        out[at] = value & 255
        value >>= 8
        at += stride


def _write_counts(out: bytearray, at: int, counts: list[int], first: int, length: int) -> None:
    """Write *length* of the *counts* from *first* on, into entries that are 0 so far."""
    for i in range(length):
        if counts[first + i]:
            out[at + i] = counts[first + i]


def _write_bits(out: bytearray, at: int, bits: int) -> None:
    while bits:
        if bits & 1:
            out[at] = 1
        bits >>= 1
        at += 1


def _write_sides(view: View, out: bytearray) -> None:
    """What each side has, own side first."""
    for row in range(2):
        side = view.seat ^ row
        at = row * 5
        _write_counts(out, _DICE + at, view.dice, side * 5, 5)
        _write_counts(out, _USED + at, view.used, side * 5, 5)
        _write_counts(out, _SUPPLY + row * 4, view.figure_supply, side * 4, 4)
        out[_GESSERIT + row] = view.bene_gesserit[side]
        if view.bene_gesserit_at[side] != NONE:
            out[_GESSERIT_AT + at + view.bene_gesserit_at[side]] = 1
    out[_GESSERIT + 2] = view.bene_gesserit_reserve
    out[_HARKONNEN_DICE] = view.unrolled
    out[_HARKONNEN_DICE + 1] = view.locked
    _write_counts(out, _GONE, view.figures_gone, 0, 3)


def _write_tracks(view: View, out: bytearray) -> None:
    out[_SUPREMACY] = view.supremacy
    _write_counts(out, _PRESCIENCE, view.prescience, 0, 3)
    _write_counts(out, _IMPERIUM, view.imperium, 0, 3)
    _write_counts(out, _BANS, view.bans, 0, 3)
    out[_SPICE] = view.spice_reserve
    out[_ATOMICS + view.atomics] = 1
    out[_ATOMICS_SPENT] = view.atomics_spent
    _write_counts(out, _SIGNS_LEFT, view.signs_left, 0, 3)
    _write_counts(out, _STATIONS_LEFT, view.stations_left, 0, 3)
    zones = view.zones
    for zone in range(8):
        if zones[zone] == ORNITHOPTER:
            out[_ZONES + zone] = 1
        elif zones[zone] == CARRYALL:
            out[_ZONES + 8 + zone] = 1


def _write_leaders(view: View, out: bytearray) -> None:
    places, cards = view.leader_at, view.leader_card
    for leader in range(N_LEADERS):
        at = places[leader]
        base = _LEADERS + leader
        if at >= 0:
            out[base + 6 * N_LEADERS] = 1
            out[base + 7 * N_LEADERS] = at + 1
        elif at == NOT_ENTERED:
            out[base] = 1
        elif at == OFF_BOARD:
            out[base + N_LEADERS] = 1
        elif at == OUT_OF_THE_GAME:
            out[base + 2 * N_LEADERS] = 1
        elif at == RESTING:
            out[base + 3 * N_LEADERS] = 1
        else:
            out[base + 4 * N_LEADERS] = 1
            out[base + 5 * N_LEADERS] = TANK - at + 1
        if cards[leader]:
            out[base + 8 * N_LEADERS] = cards[leader]


def _write_cards(view: View, out: bytearray) -> None:
    out[_HAND : _HAND + len(view.hand)] = bytearray(view.hand)
    out[_DISCARDS : _DISCARDS + len(view.discards)] = bytearray(view.discards)
    out[_UNSEEN : _UNSEEN + len(view.unseen)] = bytearray(view.unseen)
    _write_counts(out, _DECK_LEFT, view.deck_left, 0, 4)
    _write_counts(out, _HAND_SIZE, view.hand_size, 0, 4)
    places = view.prescience_at
    for card in range(16):
        out[_PRESCIENCE_AT + places[card] * 16 + card] = 1
    attached = view.attached
    for pair in range(min(len(attached) // 2, N_ATTACHED)):
        out[_ATTACHED + pair] = attached[pair * 2] + 1
        out[_ATTACHED + N_ATTACHED + pair] = attached[pair * 2 + 1] + 1
    effects = view.effects
    for at in range(min(len(effects) // 3, N_EFFECTS)):
        out[_EFFECTS + at] = effects[at * 3]
        _write_number(out, _EFFECTS + N_EFFECTS + at, N_EFFECTS, 2, effects[at * 3 + 1] + 1)
        _write_number(out, _EFFECTS + 3 * N_EFFECTS + at, N_EFFECTS, 2, effects[at * 3 + 2])


def _write_sietches(view: View, out: bytearray) -> None:
    areas, up, ranks = view.sietch_at, view.sietch_up, view.sietch_rank
    for sietch in range(8):
        out[_SIETCHES + sietch] = areas[sietch] + 1
        if up[sietch]:
            out[_SIETCHES + 8 + sietch] = up[sietch]
        rank = ranks[sietch]
        if rank != HIDDEN_RANK:
            out[_SIETCHES + 16 + sietch] = 1
            out[_SIETCHES + 24 + sietch] = rank
    _write_counts(out, _HIDDEN_RANKS, view.hidden_ranks, 1, 5)
    out[_HELD] = view.objectives_held
    for drawn in range(2):
        if drawn < len(view.objectives):
            out[_OBJECTIVES + drawn * 6 + view.objectives[drawn]] = 1
        _write_bits(out, _RULED_OUT + drawn * 6, view.ruled_out[drawn])


def _write_tokens(view: View, out: bytearray) -> None:
    for token, at in enumerate(view.token_at):
        if at != HIDDEN_TOKEN:
            out[_TOKENS + token] = at + PLACE_SHIFT
    _write_counts(out, _TOKENS_LEFT, view.tokens_left, 0, 4)
    _write_counts(out, _TOKENS_IN_HAND, view.tokens_in_hand, 0, 2)
    _write_counts(out, _TOKENS_GONE, view.tokens_gone_unseen, 0, 2)


def _write_moved(view: View, out: bytearray) -> None:
    moved = view.moved
    out[_MOVED_LENGTH] = len(moved)
    if not is_groups(moved):
        for at in range(min(len(moved), N_GROUPS)):
            out[_MOVED + at] = moved[at] + 1
        return
    for group in range(min(len(moved) // 7, N_GROUPS)):
        base = group * 7
        out[_MOVED + group] = moved[base] + 1
        for figure in range(1, 5):
            out[_MOVED + figure * N_GROUPS + group] = moved[base + figure]
        _write_number(out, _MOVED + 5 * N_GROUPS + group, N_GROUPS, 2, moved[base + 5])
        _write_number(out, _MOVED + 7 * N_GROUPS + group, N_GROUPS, 4, moved[base + 6])


def _write_events(view: View, out: bytearray) -> None:
    events = view.events
    at = _EVENTS + N_EVENT_KINDS * N_EVENTS
    for column in range(N_EVENTS):
        out[_EVENTS + events[column * 3] * N_EVENTS + column] = 1
        for argument in range(2):
            value = events[column * 3 + argument + 1] + EVENT_SHIFT
            out[at + argument * 2 * N_EVENTS + column] = value & 255
            if value > 255:
                out[at + (argument * 2 + 1) * N_EVENTS + column] = value >> 8


def _write_mahdi(view: View, out: bytearray) -> None:
    out[_TACTICAL : _TACTICAL + 8] = bytes(view.tactical_seen)
    if view.harvest_card != NONE:
        out[_HARVEST_CARD + view.harvest_card] = 1
    if view.target_card != NONE:
        out[_TARGET_CARD + view.target_card] = 1
    out[_TEMPORARY_AT] = view.temporary_target + 1
    if view.last_discard != NONE:
        out[_LAST_DISCARD + view.last_discard] = 1
    if view.next_deck != NONE:
        out[_NEXT_DECK + view.next_deck] = 1
    out[_MAHDI_FLAGS] = view.ornithopter_used
    out[_MAHDI_FLAGS + 1] = view.ordered_result + 1
    out[_MAHDI_FLAGS + 2] = view.parked_scheming
    laid = view.mahdi_laid
    for at in range(len(laid) // 2):
        place = laid[at * 2]
        out[_LAID + at] = (place >> 2) + 1
        out[_LAID + 12 + at] = 2 if place & 3 == SILVER_SET else 1
        _write_number(out, _LAID + 24 + at, 12, 2, view.clock - laid[at * 2 + 1])
    for at in range(12):
        seen = view.token_seen[ATREIDES_TOKENS + at]
        if seen:
            _write_number(out, _SEEN + at, 12, 2, view.clock - seen + 1)
    pile = view.reinforcements
    out[_PILE_LENGTH] = len(pile)
    for at in range(min(len(pile), N_REINFORCEMENTS)):
        entry = pile[len(pile) - 1 - at]
        out[_PILE + at] = entry - KNOWN_FACE + 1 if entry & KNOWN_FACE else _unknown(entry)
    for entry in view.unseen_older:
        row = 0 if entry // OLDER_DRAW == 1 else 1
        out[_OLDER + row * N_CARDS + entry % OLDER_DRAW] += 1


def _unknown(entry: int) -> int:
    return min(255, _UNKNOWN_PILE + entry % OLDER_DRAW - UNKNOWN_CARD + entry // OLDER_DRAW * 4)
