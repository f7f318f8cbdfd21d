"""Whether what is offered can be done: an offer is carried out on a copy, all its ways, until the game has changed."""

from __future__ import annotations

import random
from collections import Counter

from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES, DESERT_POWER_BOX, HOUSE
from dune_env.arrakis.programs import RESULT
from dune_env.arrakis.saving import INT_FIELDS, LIST_FIELDS
from dune_env.arrakis.slots import (
    ACTION,
    CARD,
    CLAIM,
    DONE,
    FREE,
    KEEP,
    NO,
    OPTION,
    PASS,
    PICK_AREA,
    PICK_LEADER,
    PRESCIENCE,
    SLOTS,
)
from dune_env.arrakis.special_actions import special_at_hand
from dune_env.arrakis.state import N_LEADERS, PROGRAMS
from dune_env.engine.steps import FRAME, PROGRAM, STEP

# Questions at which Actions, special Actions, cards, claims and Desert Power are offered, by the name of the Step.
OFFERING = ["ChooseDie", "ChooseAction", "AsAnyResult", "DesertPower", "PlayCard", "AskClaims", "EndClaims"]

# What tells of a deed but is none, and what is paid for a special Action or a card; dice are paid before.
MEMORY = {"events", "moved", "flown", "just_happened", "windows_asked", "clock", "turns"}
PRICE = {"leader_card", "discards", "last_discard", "next_deck", "hand", "hand_size"}
COUNTED = [name for name in INT_FIELDS + LIST_FIELDS if name not in MEMORY | PRICE]
DEPTH = 8
ENDED = 1000  # a STEP behind the last one of any Program, even after an answer that goes back a few


def offers(game: Game) -> list[int]:
    """The Actions, special Actions, cards, claims and Free Actions among the answers to the question asked."""
    asked = [slot for slot in game.asked if slot in game.extras or is_offer(slot)]
    return asked if game.question().split(".")[-1] in OFFERING else [slot for slot in asked if slot in game.extras]


def is_offer(slot: int) -> bool:
    first = [ACTION, PICK_LEADER, CLAIM, FREE]
    past = [PICK_AREA, PRESCIENCE, KEEP, OPTION]
    return any(start <= slot < end for start, end in zip(first, past, strict=True))


def facts(game: Game) -> list[object]:
    """The position without what is paid: cards held count, those that a deed took or brought."""
    hands = [sum(game.hand_size[:2]), sum(game.hand_size[2:])]
    return [*[getattr(game, name) for name in COUNTED], hands, game.rng.words(), game.over]


def carried_out(game: Game, slot: int) -> Game:
    """A copy in which the offer *slot* alone is under way, paid for, and nothing follows it."""
    twin = game.copy()
    top = twin.stack[-FRAME:]
    step = PROGRAMS.steps[top[PROGRAM]][top[STEP]]
    top[STEP] = ENDED
    twin.stack[:] = top
    if slot in game.extras:
        twin.interrupt(game.seat_to_act, slot)
    else:
        step.apply(twin, 0, slot)
    PROGRAMS.advance(twin)
    return twin


def withheld(game: Game) -> list[int]:
    """Leaders whose special Action a die, or Desert Power, would buy, were there anything to do."""
    side, question, boxes = game.seat_to_act, game.question(), game.content.leader_box
    if question == "turn.ChooseAction":
        result = game.stack[-FRAME + RESULT]
        bought = list(range(HOUSE + 1)) if side == ATREIDES and result == HOUSE else [result]
    elif question == "turn.ChooseDie" and PASS in game.asked:
        bought = [DESERT_POWER_BOX]
    else:
        return []
    return [
        x
        for x in range(N_LEADERS)
        if game.content.leader_side[x] == side
        and boxes[x] in bought
        and special_at_hand(game, x)
        and PICK_LEADER + x not in game.asked
    ]


def does_something(game: Game, slot: int) -> bool:
    """Whether carrying out the offer *slot* can change the game beyond its price; dice rolled are a change."""
    before = facts(game)
    if CARD <= slot < CLAIM:
        before[-3] = [n - (side == game.seat_to_act) for side, n in enumerate(before[-3])]  # type: ignore[arg-type]
    return changes(carried_out(game, slot), before, DEPTH)


def changes(game: Game, before: list[object], depth: int) -> bool:
    """Whether some answers lead from here to another position than *before*; AssertionError if that takes too long."""
    if facts(game) != before:
        return True
    if not game.asked:
        return False
    assert depth, f"{game.question()} is still open after {DEPTH} answers"
    for slot in sorted(set(game.asked) - set(game.extras), key=lambda each: each in (PASS, NO, DONE)):
        twin = game.copy()
        twin.pick(slot)
        if changes(twin, before, depth - 1):
            return True
    return False


def tried(game: Game, picks: random.Random, max_rounds: int, tries: int) -> Counter[str]:
    """Play a random game and try *tries* times, of each kind, what is offered and what special Action is withheld.

    AssertionError names an offer of which nothing can be done; only a card may be played for nothing (Q-F7).
    """
    counts: Counter[str] = Counter()
    while not game.over and game.round <= max_rounds:
        for slot in offers(game):
            name = SLOTS.name(slot)
            if counts[name] < tries:
                counts[name] += 1
                if not does_something(game, slot):
                    assert CARD <= slot < PRESCIENCE, f"nothing can be done of {name} in {told(game)}"
                    counts["cards for nothing"] += 1
        for leader in withheld(game):
            name = f"withheld {SLOTS.name(PICK_LEADER + leader)}"
            if counts[name] < tries:
                counts[name] += 1
                assert not does_something(game, PICK_LEADER + leader), f"{name} in {told(game)}"
        game.pick(picks.choice(game.asked))
    return counts


def told(game: Game) -> str:
    return f"seed {game.seed}, answer {len(game.history)}, {game.question()}"
