"""What a die buys: the standard Actions of each result (chapter 8)."""

from __future__ import annotations

from dune_env.arrakis.attacks import MUST_ATTACK, SURPRISE, any_attacker, push_attack
from dune_env.arrakis.deployment import can_deploy, mentat_slots, replaceable_areas
from dune_env.arrakis.movement import MUST, push_move
from dune_env.arrakis.movers import HAS_LEADER, any_mover
from dune_env.arrakis.names import ATREIDES, DEPLOYMENT, HOUSE, LEADERSHIP, MENTAT, STRATEGY
from dune_env.arrakis.programs import (
    ATREIDES_DEPLOYMENT,
    COUNT,
    HARKONNEN_DEPLOYMENT,
    HARKONNEN_REPLACE,
    HARKONNEN_VEHICLES,
    MENTAT_ACTION,
)
from dune_env.arrakis.slots import ACTION, ATTACK, DEPLOY, DRAW, LEAD, MOVE, REPLACE, SURPRISE_ATTACK, VEHICLES
from dune_env.arrakis.state import State
from dune_env.engine.steps import NONE


def action_slots(game: State, side: int, result: int) -> list[int]:
    """What a die of *result* buys *side*, as far as it can be done (chapter 8)."""
    if side == ATREIDES and result == HOUSE:
        slots: list[int] = []
        for each in range(HOUSE):
            slots.extend(_result_actions(game, side, each))
        return slots
    return _result_actions(game, side, result)


def _result_actions(game: State, side: int, result: int) -> list[int]:
    slots: list[int] = []
    if result == LEADERSHIP:
        if any_mover(game, side, HAS_LEADER, NONE):
            slots.append(ACTION + LEAD)
        if any_attacker(game, side, HAS_LEADER, NONE):
            slots.append(ACTION + SURPRISE_ATTACK)
    elif result == STRATEGY:
        if any_mover(game, side, 0, NONE):
            slots.append(ACTION + MOVE)
        if any_attacker(game, side, 0, NONE):
            slots.append(ACTION + ATTACK)
    elif result == DEPLOYMENT:
        if can_deploy(game, side):
            slots.append(ACTION + DEPLOY)
    elif result == MENTAT:
        if mentat_slots(game, side):
            slots.append(ACTION + DRAW)
    else:
        if replaceable_areas(game):
            slots.append(ACTION + REPLACE)
        slots.append(ACTION + VEHICLES)
    return slots


def any_action(game: State) -> bool:
    """Whether an Atreides die of any result would buy an Action; the quickest to see are looked at first."""
    return any(_result_actions(game, ATREIDES, result) for result in (MENTAT, DEPLOYMENT, STRATEGY, LEADERSHIP))


def push_action(game: State, side: int, slot: int) -> None:
    """Carry out a standard Action."""
    action = slot - ACTION
    if action == LEAD:
        push_move(game, side, 2, HAS_LEADER, NONE, MUST)
    elif action == MOVE:
        push_move(game, side, 2, 0, NONE, MUST)
    elif action == SURPRISE_ATTACK:
        push_attack(game, side, HAS_LEADER, NONE, MUST_ATTACK | SURPRISE)
    elif action == ATTACK:
        push_attack(game, side, 0, NONE, MUST_ATTACK)
    elif action == DEPLOY:
        game.push(ATREIDES_DEPLOYMENT if side == ATREIDES else HARKONNEN_DEPLOYMENT, side)
    elif action == DRAW:
        game.push(MENTAT_ACTION, side)
    elif action == REPLACE:
        game.push(HARKONNEN_REPLACE, side)
    else:
        frame = game.push(HARKONNEN_VEHICLES, side)
        game.stack[frame + COUNT] = 2
