"""A Legion that moves AND attacks: toward a Sietch or Legion that it may attack, otherwise it only moves (Q-P62)."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS
from dune_env.arrakis.mahdi.attack import (
    attackable,
    best_sietch_plans,
    legion_plans,
    plan,
    plan_area,
    plan_target,
    push_fight,
    sietch_plans,
    weaker,
)
from dune_env.arrakis.mahdi.movement import push_given_move, push_moves
from dune_env.arrakis.mahdi.paths import best_of_ends, can_fly, may_end
from dune_env.arrakis.mahdi.power import adjacent, attack_borders, power
from dune_env.arrakis.mahdi.ties import area_slots
from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.pieces import strength
from dune_env.arrakis.programs import AREA, FLAGS, LEADER, ORDER
from dune_env.arrakis.reach import WITHIN_FLIGHT
from dune_env.arrakis.slots import PICK_AREA
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.engine.steps import NO_SLOTS, NONE, Step

MAHDI_CHARGE = PROGRAMS.add("mahdi_charge")

CHARGE_RANGE = 3  # an Ornithopter carries a Legion 2 Areas, from where it attacks the next


def push_charge(game: State, area: int, leader: int, flags: int) -> int:
    """Let the Legion of *area* move and then attack by Mahdi's criteria.

    Args:
        leader: the Named Leader who takes part, NONE for any Legion.
        flags: the battle's flags, `battle.SURPRISE` and so on.
    """
    frame = game.push(MAHDI_CHARGE, HARKONNEN)
    stack = game.stack
    stack[frame + AREA] = area
    stack[frame + ORDER] = area
    stack[frame + LEADER] = leader
    stack[frame + FLAGS] = flags
    return frame


def charge_ends(game: State, area: int) -> list[int]:
    """Areas where the Legion of *area* could end a move, by Ornithopter only where no border leads."""
    reach = WITHIN_FLIGHT[area] if can_fly(game, area) else BORDERS[area]
    return [to for to in reach if may_end(game, area, to)]


def plans_from_ends(game: State, area: int) -> list[int]:
    """Attacks on a Sietch that the Legion of *area* could make after a move, with the end of the move for its Area."""
    found: list[int] = []
    weaker_sietches = attackable(game, area, CHARGE_RANGE)
    if not weaker_sietches:
        return found
    for end in charge_ends(game, area):
        if not strength(game, HARKONNEN, end):
            found.extend([plan(to, end, NONE) for to in weaker_sietches if adjacent(game, end, to)])
    return found


def ends_beside_sietch(game: State, area: int) -> list[int]:
    """The ends from which the best Sietch in reach can be attacked (R-39.5 to R-39.8)."""
    plans = plans_from_ends(game, area)
    if not plans:
        return []
    best = best_sietch_plans(game, [plan(plan_target(p), area, NONE) for p in plans])
    wanted = [plan_target(p) for p in best]
    return sorted({plan_area(p) for p in plans if plan_target(p) in wanted})


def ends_beside_legion(game: State, area: int) -> list[int]:
    """The ends from which a weaker Legion can be attacked (R-39.9)."""
    mine = power(game, HARKONNEN, area)
    return [
        end
        for end in charge_ends(game, area)
        if not strength(game, HARKONNEN, end) and any(weaker(game, mine, to) for to in attack_borders(game, end))
    ]


class ChargeMove(Step[State]):
    """Where the Legion moves; one that can attack a Sietch where it stands stays there (R-41.12)."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + ORDER]
        if not strength(game, HARKONNEN, area) or sietch_plans(game, [area]):
            return NO_SLOTS
        ends = ends_beside_sietch(game, area)
        if not ends and not legion_plans(game, [area]):
            ends = ends_beside_legion(game, area)
        return area_slots(best_of_ends(game, ends)) if ends else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + ORDER]
        if slot != NONE:
            game.note("Q-P62")
            push_given_move(game, area, slot - PICK_AREA, 0)
        elif strength(game, HARKONNEN, area) and not sietch_plans(game, [area]) and not legion_plans(game, [area]):
            push_moves(game, 1, 0, NONE, area)


class ChargeAttack(Step[State]):
    """It attacks what is weaker, from wherever it stands now."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        push_fight(game, 0, stack[frame + LEADER], stack[frame + FLAGS], 0, stack[frame + AREA])


PROGRAMS.define(MAHDI_CHARGE, [ChargeMove(), ChargeAttack()])
