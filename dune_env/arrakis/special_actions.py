"""Special Actions: what the card of a Named Leader adds to a die (chapter 11)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.names import ATREIDES, FACEUP, HOUSE, SPENT
from dune_env.arrakis.pieces import in_play, in_tank
from dune_env.arrakis.programs import LEADER, SPECIAL_ACTION
from dune_env.arrakis.state import N_LEADERS, PROGRAMS, State
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NONE, SEAT, Step

SPECIALS: Final[list[int]] = [NONE] * N_LEADERS  # the Program of each Leader's special Action
PARTS: Final[list[list[Step[State]]]] = [[] for _ in range(N_LEADERS)]  # and the parts that it is laid out from
NEEDS_FIGURE: Final[list[int]] = [0] * N_LEADERS  # 1 if it can be used only with the figure on the board (Q-E10)


def special_leaders(game: State, side: int, result: int, but: int = NONE) -> list[int]:
    """Leaders, *but* one, whose special Action a die of *result* buys (R-11.1 to R-11.3, Q-E1)."""
    content = game.content
    any_box = side == ATREIDES and result == HOUSE
    return [
        x
        for x in range(N_LEADERS)
        if content.leader_side[x] == side
        and x != but
        and 0 <= content.leader_box[x] <= HOUSE
        and (any_box or content.leader_box[x] == result)
        and special_ready(game, x)
    ]


def special_ready(game: State, leader: int) -> bool:
    """Whether a Leader's special Action may be used and something of it can be done (R-7.17, R-11.3)."""
    return special_at_hand(game, leader) and special_possible(game, leader)


def special_at_hand(game: State, leader: int) -> bool:
    """In play, not in the Tank, card faceup, and its special Action known (R-11.3, R-11.4)."""
    return (
        SPECIALS[leader] != NONE
        and game.leader_card[leader] == FACEUP
        and in_play(game, leader)
        and not in_tank(game, leader)
        and (game.leader_at[leader] >= 0 or not NEEDS_FIGURE[leader])
    )


def special_possible(game: State, leader: int) -> bool:
    """Whether any part of a special Action can be done: each is elective, and one is enough (R-7.17)."""
    frame = game.push(SPECIALS[leader], game.content.leader_side[leader])
    found = False
    for part in PARTS[leader]:
        if part.possible(game, frame):
            found = True
            break
    del game.stack[frame:]
    return found


def push_special(game: State, side: int, leader: int) -> None:
    """Carry out a special Action and spend its card (R-11.4)."""
    game.note("special_" + game.content.leader_ids[leader])
    frame = game.push(SPECIAL_ACTION, side)
    game.stack[frame + LEADER] = leader


class ResolveSpecial(Step[State]):
    """What the Leader's card says."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.push(SPECIALS[game.stack[frame + LEADER]], game.stack[frame + SEAT])


class SpendLeaderCard(Step[State]):
    """Once fully carried out the card is spent, wherever the Leader is by now (R-11.4, Q-E11)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.leader_card = replaced(game.leader_card, game.stack[frame + LEADER], SPENT)


PROGRAMS.define(SPECIAL_ACTION, [ResolveSpecial(), SpendLeaderCard()])
