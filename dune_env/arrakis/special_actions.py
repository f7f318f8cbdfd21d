"""Special Actions: what the card of a Named Leader adds to a die (chapter 11)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.names import ATREIDES, FACEUP, HOUSE, SPENT
from dune_env.arrakis.pieces import in_play, in_tank
from dune_env.arrakis.programs import LEADER, SPECIAL_ACTION
from dune_env.arrakis.state import N_LEADERS, PROGRAMS, State
from dune_env.engine.steps import NONE, SEAT, Step

SPECIALS: Final[list[int]] = [NONE] * N_LEADERS  # the Program of each Leader's special Action
NEEDS_FIGURE: Final[list[int]] = [0] * N_LEADERS  # 1 if it can be used only with the figure on the board (Q-E10)


def special_leaders(game: State, side: int, result: int) -> list[int]:
    """Leaders whose special Action a die of *result* buys (R-11.1 to R-11.3, Q-E1)."""
    content = game.content
    any_box = side == ATREIDES and result == HOUSE
    return [
        x
        for x in range(N_LEADERS)
        if content.leader_side[x] == side
        and 0 <= content.leader_box[x] <= HOUSE
        and (any_box or content.leader_box[x] == result)
        and special_ready(game, x)
    ]


def special_ready(game: State, leader: int) -> bool:
    """In play, not in the Tank, card faceup, and its special Action known (R-11.3, R-11.4)."""
    return (
        SPECIALS[leader] != NONE
        and game.leader_card[leader] == FACEUP
        and in_play(game, leader)
        and not in_tank(game, leader)
        and (game.leader_at[leader] >= 0 or not NEEDS_FIGURE[leader])
    )


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
        game.leader_card[game.stack[frame + LEADER]] = SPENT


PROGRAMS.define(SPECIAL_ACTION, [ResolveSpecial(), SpendLeaderCard()])
