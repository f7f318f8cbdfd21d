"""The blocks of an observation: what each entry says, its largest value, and where it lies.

Figures, dice and counts stand in the order own side, other side; identities (Areas, Leaders, cards, tokens) in the
order of the slots that name them. Numbers are whole and small; `encode` writes them, `LAYOUT.scales` brings them to
floats. Numbers too large for one entry are split into digits of base 256, low digit first. Where a number may be
missing, 0 says so and everything else is moved up by one. Blocks of several features have one row a feature and one
column a thing. docs/observation.md is generated from this file.
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import TERRAIN_NAMES
from dune_env.arrakis.names import BAN_NAMES, DECK_NAMES, MARKER_NAMES, PHASE_NAMES, RESULT_NAMES, TOKENS
from dune_env.arrakis.programs import REGISTER_NAMES
from dune_env.arrakis.state import EVENT_NAMES, N_AREAS, N_CARDS, N_EVENTS, N_LEADERS
from dune_env.engine.blocks import Block, Layout, Row

MANY: Final = 40  # more figures of one kind than any side has
BYTE: Final = 255

N_PROGRAMS: Final = 224  # reserved
N_STEPS: Final = 32  # reserved
N_FRAMES: Final = 16
N_GROUPS: Final = 8
N_ATTACHED: Final = 6
N_EFFECTS: Final = 6
N_REINFORCEMENTS: Final = 40
N_EVENT_KINDS: Final = 24  # reserved
EVENT_SHIFT: Final = 20  # added to the arguments of events, which may be below zero
PLACE_SHIFT: Final = 5  # added to where a token is, 0 being unknown


def _figures(side: str) -> list[Row]:
    names = ["regular", "elite", "special_elite", "generic"]
    return [Row(f"{side}_{name}", MANY, 6, f"figures of one kind: {side} {name}") for name in names]


AREA_ROWS: Final[list[Row]] = [
    *[Row(f"terrain_{name}", 1, 1, f"the Area is {name} as the board is now") for name in TERRAIN_NAMES],
    Row("storm_exempt", 1, 1, "Coriolis storms pass the Area by"),
    Row("town_rank", 3, 3, "rank of the Harkonnen settlement standing here"),
    Row("sietch", 1, 1, "a Sietch stands here"),
    Row("sietch_known", 1, 1, "the observer knows the rank of the Sietch here"),
    Row("sietch_rank", 5, 3, "rank of the Sietch here, if known"),
    *_figures("own"),
    *_figures("other"),
    Row("own_named", N_LEADERS, 3, "own Named Leaders"),
    Row("other_named", N_LEADERS, 3, "the other side's Named Leaders"),
    Row("own_special_hits", MANY, 3, "Hits that own Named Leaders here print for their Specials, in sum"),
    Row("own_special_shields", MANY, 3, "Shields that own Named Leaders here print for their Specials, in sum"),
    Row("other_special_hits", MANY, 3, "the same Hits of the other side"),
    Row("other_special_shields", MANY, 3, "the same Shields of the other side"),
    Row("own_tokens_1", MANY, 6, "own facedown Deployment tokens: Starting, or black ones"),
    Row("own_tokens_2", MANY, 6, "own facedown Deployment tokens: standard, or silver ones"),
    Row("other_tokens_1", MANY, 6, "the other side's facedown tokens: Starting, or black ones"),
    Row("other_tokens_2", MANY, 6, "the other side's facedown tokens: standard, or silver ones"),
    Row("token_regular", MANY, 6, "Regulars under the facedown tokens that the observer knows"),
    Row("token_elite", MANY, 6, "Elites under them"),
    Row("token_special_elite", MANY, 6, "Special Elites under them"),
    Row("token_generic", MANY, 6, "Generic Leaders under them"),
    Row("harvester", 1, 1, "a Harvester"),
    Row("sandworm", 1, 1, "a Sandworm"),
    Row("wild_maker", 1, 1, "the Wild Maker"),
    Row("wormsign_facedown", 1, 1, "a facedown Wormsign"),
    Row("wormsign_shown", 3, 3, "a Wormsign turned up: 1 Sand, 2 Sandworm, 3 Burrowing Sandworm"),
    Row("station", 1, 1, "a Testing Station"),
    Row("asked_area", 1, 1, "register `area` of the question asked"),
    Row("asked_to_area", 1, 1, "register `to_area` of the question asked"),
    Row("may_pick", 1, 1, "the observer may answer with this Area"),
    Row("moved", MANY, 6, "Units here that have moved in the Action under way, or a worm that has"),
    Row("flown", MANY, 1, "Legions here that have used Troop-Transport this turn"),
    Row("placed_worm", 16, 4, "a worm appeared here whose consequences are pending: its place in the order"),
    Row("target_sietch", 1, 1, "solo: the Target Sietch of the round"),
    Row("temporary_target", 1, 1, "solo: Mahdi's temporary target"),
    Row("harvesting_sector", 1, 1, "solo: in the Harvesting Sector of the round"),
    Row("paul", 1, 1, "Paul, whichever version"),
    Row("jessica", 1, 1, "Jessica, whichever version"),
]

# How many digits of base 256 each register of a Frame takes.
REGISTER_DIGITS: Final[dict[str, int]] = {
    "count": 2, "kind": 2, "flags": 2, "hits": 3, "other_hits": 3, "result": 2, "card": 2, "leader": 2,
    "picked_leaders": 2, "picked_tokens": 4, "mask": 4, "memo": 4,
}  # fmt: skip
FRAME_DIGITS: Final[list[int]] = [1, 1, 1] + [REGISTER_DIGITS.get(name, 1) for name in REGISTER_NAMES]
FRAME_UNITS: Final[dict[str, int]] = {
    "area": N_AREAS, "to_area": N_AREAS, "roll": 84, "other_roll": 84, "card": N_CARDS, "hits": 12, "other_hits": 12,
    "program": N_PROGRAMS, "order": 64,
}  # fmt: skip


def _digits(name: str, digits: int, unit: int, doc: str) -> list[Row]:
    """The rows of a number in *digits* digits of base 256."""
    if digits == 1:
        return [Row(name, BYTE, unit, doc)]
    return [Row(f"{name}_{i}", BYTE, BYTE if i else unit, f"{doc}, digit {i}") for i in range(digits)]


def _frame_rows() -> list[Row]:
    rows: list[Row] = []
    for name, digits in zip(["program", "step", "seat", *REGISTER_NAMES], FRAME_DIGITS):
        rows.extend(_digits(name, digits, FRAME_UNITS.get(name, 8), f"{name.replace('_', ' ')} of the Frame from 1"))
    return rows


FRAME_ROWS: Final[list[Row]] = _frame_rows()
LEADER_ROWS: Final[list[Row]] = [
    Row("not_entered", 1, 1, "has not entered play"),
    Row("off_board", 1, 1, "waits off the board"),
    Row("out_of_the_game", 1, 1, "has left the game"),
    Row("resting", 1, 1, "left the Regeneration Tank this turn"),
    Row("in_tank", 1, 1, "lies in the Regeneration Tank"),
    Row("tank_slot", 16, 4, "slot of the Tank from 1, the leftmost"),
    Row("on_board", 1, 1, "stands in an Area"),
    Row("area", N_AREAS, N_AREAS, "that Area from 1"),
    Row("card_spent", 1, 1, "the card is spent"),
]
ZONE_ROWS: Final[list[Row]] = [Row("ornithopter", 1, 1, "an Ornithopter"), Row("carryall", 1, 1, "a Carryall")]
SIETCH_ROWS: Final[list[Row]] = [
    Row("area", N_AREAS, N_AREAS, "its Area from 1; 0 when destroyed"),
    Row("faceup", 1, 1, "it is faceup"),
    Row("known", 1, 1, "the observer knows its rank"),
    Row("rank", 5, 3, "that rank"),
]
PRESCIENCE_ROWS: Final[list[Row]] = [
    Row("in_deck", 1, 1, "in the deck"),
    Row("in_row", 1, 1, "revealed in the row"),
    Row("claimed", 1, 1, "claimed, its markers not yet moved"),
    Row("removed", 1, 1, "out of the game"),
]
ATTACHED_ROWS: Final[list[Row]] = [
    Row("card", N_CARDS, N_CARDS, "the Planning card from 1"),
    Row("prescience", 16, 16, "the Prescience card that it is attached to from 1"),
]
OLDER_ROWS: Final[list[Row]] = [
    Row("once", 18, 3, "copies drawn before its deck was last formed anew"),
    Row("more", 18, 3, "copies drawn before that happened twice or more"),
]
EFFECT_ROWS: Final[list[Row]] = [
    Row("effect", BYTE, 8, "which effect"),
    *_digits("argument", 2, 16, "its argument from 1"),
    *_digits("last_turn", 2, BYTE, "the last Action turn that it holds for"),
]
MOVED_ROWS: Final[list[Row]] = [
    Row("area", N_AREAS, N_AREAS, "the Area reached from 1"),
    Row("regular", MANY, 6, "Regulars of the group"),
    Row("elite", MANY, 6, "Elites of the group"),
    Row("special_elite", MANY, 6, "Special Elites of the group"),
    Row("generic", MANY, 6, "Generic Leaders of the group"),
    *_digits("leaders", 2, BYTE, "bits of its Named Leaders"),
    *_digits("tokens", 4, BYTE, "bits of its Deployment tokens; of unknown ones the first of their set stand for all"),
]
LAID_ROWS: Final[list[Row]] = [
    Row("area", N_AREAS, N_AREAS, "its Area from 1"),
    Row("silver", 2, 2, "1 black, 2 silver"),
    *_digits("age", 2, 128, "events since it was laid"),
]
SEEN_ROWS: Final[list[Row]] = _digits("age", 2, 128, "events since then, from 1; 0 if it never was")
EVENT_ROWS: Final[list[Row]] = [
    *[Row(name, 1, 1, f"the event is: {name}") for name in EVENT_NAMES],
    *[Row(f"reserved_{i}", 1, 1, "nothing yet") for i in range(len(EVENT_NAMES), N_EVENT_KINDS)],
    *_digits("first", 2, 128, f"its first argument, raised by {EVENT_SHIFT}"),
    *_digits("second", 2, 128, f"its second argument, raised by {EVENT_SHIFT}"),
]


def _rows(name: str, rows: list[Row], columns: int, doc: str) -> Block:
    return Block(name, (len(rows), columns), 0, 0, doc, rows)


def _block(name: str, shape: tuple[int, ...], high: int, unit: int, doc: str) -> Block:
    return Block(name, shape, high, unit, doc)


LAYOUT: Final = Layout(
    [
        _rows("areas", AREA_ROWS, N_AREAS, "the map: a row for each feature, a column for each Area"),
        _block("seat", (3,), 1, 1, "who observes: the Atreides, the Harkonnen; and whether the game is solo"),
        _block("asked", (4,), 1, 1, "who is asked: the observer, the other side, chance, nobody"),
        _block("program", (N_PROGRAMS,), 1, 1, "the Program whose Step asks, one-hot"),
        _block("step", (N_STEPS,), 1, 1, "the Step that asks, one-hot"),
        _block("depth", (1,), BYTE, N_FRAMES, "how many Frames lie on the stack"),
        _rows("frames", FRAME_ROWS, N_FRAMES, "the Frames on the stack, the one that asks first"),
        _block("phase", (len(PHASE_NAMES),), 1, 1, "the phase of the round, one-hot: " + ", ".join(PHASE_NAMES)),
        _block("turn", (2,), 1, 1, "whose Action turn it is: own, the other side's"),
        _block("round", (1,), BYTE, 20, "the number of the round"),
        _block("turns", (2,), BYTE, BYTE, "Action turns so far, in two digits"),
        _block("counters", (4,), BYTE, 4, "die spent this turn, claims made, Harvesters lost, Wormsigns set aside"),
        _block("clock", (2,), BYTE, BYTE, "public events so far, in two digits"),
        _block("just_happened", (8,), 1, 1, "bit by bit: deeds that a Prescience card may ask for"),
        _block("windows_asked", (16,), 1, 1, "Prescience cards offered since they became claimable"),
        _block("outcome", (6,), 1, 1, "over; won by the observer, by the other side; undecided, Supremacy, objective"),
        _block("dice", (2, 5), 16, 4, "unused Action dice by side and result: " + ", ".join(RESULT_NAMES)),
        _block("used_dice", (2, 5), 16, 4, "Action dice spent this round, by side and result"),
        _block("harkonnen_dice", (2,), 16, 4, "Harkonnen dice: not yet rolled by Mahdi, lying on the spice board"),
        _block("bene_gesserit", (3,), 16, 2, "Bene Gesserit tokens: own, the other side's, in reserve"),
        _block("bene_gesserit_at", (2, 5), 1, 1, "the result that each side's token of the round lies on, one-hot"),
        _block("supremacy", (1,), 99, 10, "the Supremacy marker"),
        _block("prescience", (3,), 99, 10, "the Prescience markers: " + ", ".join(MARKER_NAMES)),
        _block("imperium", (3,), 5, 5, "steps of the Imperium markers: " + ", ".join(BAN_NAMES)),
        _block("bans", (3,), 1, 1, "Imperium Bans in force: " + ", ".join(BAN_NAMES)),
        _block("spice_reserve", (1,), 9, 1, "spice in the Reserve"),
        _block("atomics", (4,), 1, 1, "Family Atomics: not detonated, or the token that has"),
        _block("atomics_spent", (1,), 1, 1, "whether the Atomics are spent"),
        _block("figure_supply", (2, 4), BYTE, 12, "figures in supply by side: Regular, Elite, Special Elite, Generic"),
        _block("figures_gone", (3,), BYTE, 12, "Atreides Units out of the game, by grade"),
        _rows("leaders", LEADER_ROWS, N_LEADERS, "each Named Leader: where it is, and its card"),
        _block("tank_arrivals", (N_LEADERS,), 1, 1, "Leaders sent to the Regeneration Tank this turn"),
        _rows("zones", ZONE_ROWS, 8, "each Air Zone"),
        _block("hand", (N_CARDS,), 18, 3, "own Planning cards, by kind"),
        _block("discards", (N_CARDS,), 18, 3, "Planning cards in the discard piles, by kind"),
        _block("unseen", (N_CARDS,), 18, 3, "Planning cards not seen yet, in decks and the other hand, by kind"),
        _rows("unseen_older", OLDER_ROWS, N_CARDS, "solo: unseen cards of Mahdi's drawn before a deck was formed anew"),
        _block("deck_left", (4,), 18, 18, "cards left in each deck: " + ", ".join(DECK_NAMES)),
        _block("hand_size", (4,), 18, 6, "cards in hand from each deck"),
        _rows("prescience_at", PRESCIENCE_ROWS, 16, "each Prescience card: where it is"),
        _rows("attached", ATTACHED_ROWS, N_ATTACHED, "Planning cards attached to Prescience cards"),
        _rows("effects", EFFECT_ROWS, N_EFFECTS, "lasting effects of cards"),
        _rows("sietches", SIETCH_ROWS, 8, "each Sietch token"),
        _block("hidden_ranks", (5,), 8, 4, "Sietches of rank 1 to 5 whose rank the observer has not seen"),
        _block("objectives_held", (1,), 6, 1, "Secret Objectives that the Atreides hold"),
        _block("objectives", (2, 6), 1, 1, "own Secret Objectives, one-hot, in the order drawn"),
        _block("ruled_out", (2, 6), 1, 1, "objectives that failed win checks have ruled out, by draw"),
        _block(
            "tokens",
            (TOKENS,),
            PLACE_SHIFT + N_AREAS,
            N_AREAS,
            "where each Deployment token is: 0 unknown, 1 in hand, 2 left the game unseen, 3 left the game revealed,"
            " 4 in supply, 5 + Area",
        ),
        _block("tokens_left", (4,), 8, 8, "tokens in supply: Starting, standard, black, silver"),
        _block("tokens_in_hand", (2,), 8, 2, "Atreides tokens drawn and not yet laid: Starting, standard"),
        _block("tokens_gone_unseen", (2,), 16, 8, "Atreides tokens that left the game facedown: Starting, standard"),
        _rows("mahdi_laid", LAID_ROWS, 12, "solo: each facedown token of Mahdi's"),
        _rows("token_seen", SEEN_ROWS, 12, "solo: when each of Mahdi's tokens was revealed last"),
        _block("moved_length", (1,), 7 * N_GROUPS, 14, "how many ints describe what has moved in this Action"),
        _rows("moved", MOVED_ROWS, N_GROUPS, "groups that have moved in this Action; of worms only their Areas"),
        _block("wormsigns_left", (3,), 16, 8, "Wormsigns not turned up since they were mixed, by kind"),
        _block("stations_left", (3,), 6, 3, "Testing Stations not revealed, by marker"),
        _block("tactical_seen", (8,), 1, 1, "solo: Tactical cards drawn since they were shuffled"),
        _block("harvest_card", (8,), 1, 1, "solo: the Tactical card of the Harvesting Sector, one-hot"),
        _block("target_card", (8,), 1, 1, "solo: the Tactical card of the Target Sietch, one-hot"),
        _block("temporary_target", (1,), N_AREAS, N_AREAS, "solo: Mahdi's temporary target from 1"),
        _block("last_discard", (4,), 1, 1, "solo: the deck of the Harkonnen card discarded last, one-hot"),
        _block("next_deck", (4,), 1, 1, "solo: the deck that Mahdi draws from next, one-hot"),
        _block("mahdi_flags", (3,), 18, 2, "solo: Ornithopter used, result ordered by Truthtrance from 1, Scheming"),
        _block("reinforcements_length", (1,), 36, 18, "solo: cards in the Reinforcements deck"),
        _block(
            "reinforcements",
            (N_REINFORCEMENTS,),
            BYTE,
            N_CARDS,
            "solo: the Reinforcements deck from the top: kind from 1 of a card that was seen, 100 + deck of another, 4"
            " more for each time that its deck was formed anew since",
        ),
        _rows("events", EVENT_ROWS, N_EVENTS, "the last public events, oldest first"),
    ]
)
