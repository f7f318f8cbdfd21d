"""When Named Leaders enter play, replace each other or leave for good (R-4.12, chapter 25, chapter 30)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.names import (
    FACEUP,
    JIHAD,
    KWISATZ_HADERACH,
    NOT_ENTERED,
    OFF_BOARD,
    OUT_OF_THE_GAME,
    SAND_DWELLERS,
)
from dune_env.arrakis.programs import LEADER
from dune_env.arrakis.state import E_LEADER, N_LEADERS, State
from dune_env.arrakis.tank import lift
from dune_env.engine.lists import replaced
from dune_env.engine.steps import FRAME

BARON_HARKONNEN: Final = 0
BEAST_RABBAN: Final = 1
FEYD_RAUTHA: Final = 2
THUFIR_HAWAT: Final = 3
CAPTAIN_ARAMSHAM: Final = 4
SHADDAM_IV: Final = 5
GAIUS_HELEN_MOHIAM: Final = 6
PAUL_ATREIDES: Final = 7
LADY_JESSICA: Final = 8
REVEREND_MOTHER_JESSICA: Final = 9
GURNEY_HALLECK: Final = 10
ALIA: Final = 11
STILGAR: Final = 12
CHANI: Final = 13
PAUL_MUADDIB: Final = 14
WILD_MAKER_CARD: Final = 15

LEADER_IDS: Final = [
    "baron_harkonnen",
    "beast_rabban",
    "feyd_rautha",
    "thufir_hawat",
    "captain_aramsham",
    "shaddam_iv",
    "gaius_helen_mohiam",
    "paul_atreides",
    "lady_jessica",
    "reverend_mother_jessica",
    "gurney_halleck",
    "alia",
    "stilgar",
    "chani",
    "paul_muaddib",
    "wild_maker",
]

STARTING: Final = [PAUL_ATREIDES, LADY_JESSICA, STILGAR, BARON_HARKONNEN, BEAST_RABBAN, CAPTAIN_ARAMSHAM]

# Who enters when a marker reaches the desert Leader's step, by marker, and at the second step.
DESERT_LEADER: Final[list[int]] = [PAUL_MUADDIB, REVEREND_MOTHER_JESSICA, CHANI]
SECOND_LEADER: Final = ALIA

# The newcomer takes the place, card state and figure of the old version.
REPLACES: Final[list[int]] = [-1] * N_LEADERS
REPLACES[REVEREND_MOTHER_JESSICA] = LADY_JESSICA
REPLACES[PAUL_MUADDIB] = PAUL_ATREIDES

# The newcomer makes another Leader leave the game.
OUSTS: Final[list[int]] = [-1] * N_LEADERS
OUSTS[FEYD_RAUTHA] = BEAST_RABBAN

PAULS: Final = [PAUL_ATREIDES, PAUL_MUADDIB]
JESSICAS: Final = [LADY_JESSICA, REVEREND_MOTHER_JESSICA]

assert DESERT_LEADER[KWISATZ_HADERACH] == PAUL_MUADDIB
assert DESERT_LEADER[SAND_DWELLERS] == REVEREND_MOTHER_JESSICA
assert DESERT_LEADER[JIHAD] == CHANI


def enter_play(game: State, leader: int) -> None:
    """A Leader's card goes faceup on its box and its figure waits off the board (R-3.18, R-30.2); once only."""
    if game.leader_at[leader] != NOT_ENTERED:
        return
    old = REPLACES[leader]
    if old >= 0:
        at = game.leader_at[old]
        if at in (NOT_ENTERED, OUT_OF_THE_GAME):
            at = OFF_BOARD
        game.leader_at = replaced(game.leader_at, leader, at)
        game.leader_card = replaced(game.leader_card, leader, game.leader_card[old])
        game.leader_at = replaced(game.leader_at, old, OUT_OF_THE_GAME)
        take_over(game, old, leader)
    else:
        game.leader_at = replaced(game.leader_at, leader, OFF_BOARD)
        game.leader_card = replaced(game.leader_card, leader, FACEUP)
    if OUSTS[leader] >= 0:
        leave_the_game(game, OUSTS[leader])
    game.event(E_LEADER, leader, game.leader_at[leader])
    game.note("leader_entered")


def take_over(game: State, old: int, leader: int) -> None:
    """What is under way speaks of the newcomer from now on: his move, his special Action, his arrival."""
    if game.tank_arrivals >> old & 1:
        game.tank_arrivals |= 1 << leader
    moved, stack = game.moved[:], game.stack
    if len(moved) % 7 == 0:  # else it lists worms
        for at in range(0, len(moved), 7):
            if moved[at + 5] >> old & 1:
                moved[at + 5] |= 1 << leader
        game.moved = moved
    for frame in range(0, len(stack), FRAME):
        if stack[frame + LEADER] == old:
            stack[frame + LEADER] = leader


def leave_the_game(game: State, leader: int) -> None:
    """Figure and card go back to the box; no casualty (Q-K13)."""
    lift(game, leader, OUT_OF_THE_GAME)


def supremacy_reached(game: State, before: int, after: int) -> None:
    """Leaders whose Supremacy step lies in (before, after] enter play (R-2.17, R-30.6, Q-K12)."""
    for leader in range(N_LEADERS):
        step = game.content.supremacy_entry[leader]
        if step and before < step <= after:
            enter_play(game, leader)


def marker_reached(game: State, marker: int, before: int, after: int) -> None:
    """Leaders whose Prescience step lies in (before, after] enter play (R-25.12 to R-25.15, Q-K12)."""
    if before < game.content.desert_leader_step <= after:
        enter_play(game, DESERT_LEADER[marker])
    if before < game.content.second_leader_step <= after:
        enter_play(game, SECOND_LEADER)
