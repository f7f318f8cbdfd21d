"""Named Leaders: onto the board, off it and through the Regeneration Tank (chapters 3 and 24)."""

from __future__ import annotations

from dune_env.arrakis.lasting_effects import LEADER_BARRED, has_effect
from dune_env.arrakis.names import HARKONNEN, OFF_BOARD, RESTING, TANK
from dune_env.arrakis.pieces import ENEMY_LEADER_FELL
from dune_env.arrakis.state import E_LEADER, N_AREAS, N_LEADERS, NAMED, State
from dune_env.engine.lists import replaced


def stand(game: State, leader: int, area: int) -> None:
    """Put a Named Leader's figure into *area*, from wherever it is."""
    lift(game, leader, area)
    game.cells[NAMED + game.content.leader_side[leader] * N_AREAS + area] += 1


def lift(game: State, leader: int, to: int) -> None:
    """Take a Named Leader off the board to a place that is no Area, or give it the Area it will stand in."""
    at = game.leader_at[leader]
    if at >= 0:
        game.cells[NAMED + game.content.leader_side[leader] * N_AREAS + at] -= 1
    game.leader_at = replaced(game.leader_at, leader, to)


def send_to_tank(game: State, leader: int) -> None:
    """To the leftmost slot, pushing what lies there to the right (R-24.2, R-24.7)."""
    side = game.content.leader_side[leader]
    was = game.leader_at[leader]
    lift(game, leader, OFF_BOARD)
    _shift_right(game, side, 0)
    game.leader_at = replaced(game.leader_at, leader, TANK)
    game.tank_arrivals |= 1 << leader
    game.event(E_LEADER, leader, was)
    if side == HARKONNEN:
        game.just_happened |= ENEMY_LEADER_FELL


def _shift_right(game: State, side: int, slot: int) -> None:
    for leader in range(N_LEADERS):
        if game.leader_at[leader] == TANK - slot and game.content.leader_side[leader] == side:
            if slot + 1 == game.content.tank_slots[side]:
                game.leader_at = replaced(game.leader_at, leader, RESTING)  # Q-K2
            else:
                _shift_right(game, side, slot + 1)
                game.leader_at = replaced(game.leader_at, leader, TANK - slot - 1)
            return


def advance_tank(game: State, side: int) -> None:
    """Every Leader of *side* in the Tank moves one slot right (R-24.3, Q-D8)."""
    for slot in range(game.content.tank_slots[side] - 1, -1, -1):
        for leader in range(N_LEADERS):
            if game.leader_at[leader] == TANK - slot and game.content.leader_side[leader] == side:
                arrived = game.tank_arrivals >> leader & 1
                if game.rules.tank_advances_arrivals or not arrived:
                    _shift_right(game, side, slot)
                break


def rested(game: State, side: int) -> None:
    """Leaders that left the Tank last turn may be deployed from now on (R-24.4)."""
    for leader in range(N_LEADERS):
        if game.leader_at[leader] == RESTING and game.content.leader_side[leader] == side:
            game.leader_at = replaced(game.leader_at, leader, OFF_BOARD)


def may_be_placed(game: State, leader: int) -> bool:
    """Whether no lasting effect keeps *leader* from being placed or deployed."""
    return not has_effect(game, LEADER_BARRED, leader)


def deployable_leaders(game: State, side: int) -> list[int]:
    """Named Leaders of *side* in play, off the board and not in the Tank (R-8.10); worms are no Leaders."""
    content = game.content
    return [
        x
        for x in range(N_LEADERS)
        if game.leader_at[x] == OFF_BOARD
        and content.leader_side[x] == side
        and content.leader_box[x] != 5
        and may_be_placed(game, x)
    ]
