"""Desert Power: the Actions of the Atreides that cost no die (chapter 9)."""

from __future__ import annotations

from dune_env.arrakis.names import ATREIDES, DESERT_POWER_BOX, HARKONNEN
from dune_env.arrakis.pieces import worm_areas
from dune_env.arrakis.slots import ACTION, MOVE_WORMS, PICK_LEADER, WORM_ATTACK, WORMSIGNS
from dune_env.arrakis.special_actions import push_special, special_ready
from dune_env.arrakis.state import N_LEADERS, State
from dune_env.arrakis.worm_actions import push_move_worms, push_worm_attack, worm_moves, worm_targets
from dune_env.arrakis.wormsigns import push_signs, sign_areas, signs_in_supply


def may_use_desert_power(game: State) -> bool:
    """The Atreides have strictly fewer unused dice than the Harkonnen (R-9.2)."""
    return game.unused_dice(ATREIDES) < game.unused_dice(HARKONNEN)


def desert_power_slots(game: State) -> list[int]:
    """The Desert Power Actions that can do something, special ones included (R-9.4 to R-9.8, R-30.18)."""
    slots: list[int] = []
    if signs_in_supply(game) and sign_areas(game):
        slots.append(ACTION + WORMSIGNS)
    worms = worm_areas(game)
    if any(worm_moves(game, area) for area in worms):
        slots.append(ACTION + MOVE_WORMS)
    if any(worm_targets(game, area) for area in worms):
        slots.append(ACTION + WORM_ATTACK)
    boxes = game.content.leader_box
    slots.extend([PICK_LEADER + x for x in range(N_LEADERS) if boxes[x] == DESERT_POWER_BOX and special_ready(game, x)])
    return slots


def push_desert_power(game: State, slot: int) -> None:
    """Carry out one Desert Power choice."""
    if slot == ACTION + WORMSIGNS:
        push_signs(game, 2)
    elif slot == ACTION + MOVE_WORMS:
        push_move_worms(game, 2)
    elif slot == ACTION + WORM_ATTACK:
        push_worm_attack(game)
    elif slot >= PICK_LEADER:
        push_special(game, ATREIDES, slot - PICK_LEADER)
