"""Leadership and Strategy: attack a Sietch, else attack a Legion, else move (R-39.1 to R-39.10)."""

from __future__ import annotations

from dune_env.arrakis.attacks import push_battle
from dune_env.arrakis.board import DISTANCE
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.movement import push_moves
from dune_env.arrakis.mahdi.power import (
    adjacent,
    attack_borders,
    card_target,
    defenders,
    power,
    rank,
    sietches,
    stronger,
)
from dune_env.arrakis.mahdi.ties import area_slots, keep, keep_power
from dune_env.arrakis.movers import legion_fits
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.pieces import legion_areas, named_leaders, strength
from dune_env.arrakis.programs import AREA, COUNT, FLAGS, KIND, LEADER, ORDER, TO_AREA, ZONE
from dune_env.arrakis.reach import FLIGHT_RANGE, flight_zones, is_target
from dune_env.arrakis.slots import PICK_AREA, PICK_ZONE
from dune_env.arrakis.state import N_AREAS, PROGRAMS, State
from dune_env.engine.lists import replaced
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, Step

MAHDI_FIGHT = PROGRAMS.add("mahdi_fight")


def push_fight(game: State, kind: int, leader: int, flags: int, moves: int, only: int) -> int:
    """Let Mahdi attack with the Legion that its criteria name, or else move *moves* Legions (R-39.2).

    Args:
        kind: what the Legion must hold or where it must stand, as in `movers.legion_fits`.
        leader: the Named Leader it must hold, NONE for any Legion.
        flags: the battle's flags, `battle.SURPRISE` and so on.
        moves: Legions that may move if there is nothing to attack; 0 for an attack only.
        only: the Area of the one Legion meant, NONE for any.

    The parent Frame's AREA becomes the Area of the Legion that attacked.
    """
    frame = game.push(MAHDI_FIGHT, HARKONNEN)
    stack = game.stack
    stack[frame + KIND] = kind
    stack[frame + LEADER] = leader
    stack[frame + FLAGS] = flags
    stack[frame + COUNT] = moves
    stack[frame + ORDER] = only
    return frame


# --- plans: a target, the Legion that attacks it and the Ornithopter that it needs, in one number


def plan(to: int, area: int, zone: int) -> int:
    return (to * N_AREAS + area) * 9 + zone + 1


def plan_target(code: int) -> int:
    return code // 9 // N_AREAS


def plan_area(code: int) -> int:
    return code // 9 % N_AREAS


def plan_zone(code: int) -> int:
    return code % 9 - 1


def fighters(game: State, frame: int) -> list[int]:
    """Areas whose Legion this attack may use (R-39.3)."""
    stack = game.stack
    only, kind, leader = stack[frame + ORDER], stack[frame + KIND], stack[frame + LEADER]
    areas = legion_areas(game, HARKONNEN) if only == NONE else [only]
    return [area for area in areas if legion_fits(game, HARKONNEN, area, kind, leader)]


def attack_zones(game: State, area: int, to: int) -> list[int]:
    """Air Zones whose Ornithopter can carry an attack; [NONE] if it needs none, empty if out of reach (Q-P2, Q-P55)."""
    if adjacent(game, area, to):
        return [NONE]
    if DISTANCE[area][to] > FLIGHT_RANGE or game.ornithopter_used or area in game.flown:
        return []
    return flight_zones(game, area)


def attackable(game: State, area: int, within: int) -> list[int]:
    """Sietches at most *within* Areas away whose defenders are weaker than the Legion of *area* (R-39.4)."""
    near = [to for to in sietches(game) if DISTANCE[area][to] <= within and is_target(game, HARKONNEN, to)]
    if not near:
        return near
    mine = power(game, HARKONNEN, area)
    return [to for to in near if stronger(game, mine, defenders(game, to))]


def sietch_plans(game: State, areas: list[int]) -> list[int]:
    """Every attack on a Sietch that the Legions of *areas* can make and should win (R-39.4)."""
    plans: list[int] = []
    for area in areas:
        for to in attackable(game, area, FLIGHT_RANGE):
            plans.extend([plan(to, area, zone) for zone in attack_zones(game, area, to)])
    return plans


def best_sietch_plans(game: State, plans: list[int]) -> list[int]:
    """What the four priorities leave (R-39.5 to R-39.8, Q-P1)."""
    if not plans:
        return plans
    plans = keep(game, "R-39.5", plans, [rank(game, plan_target(p)) for p in plans])
    powers = [power(game, HARKONNEN, plan_area(p)) for p in plans]
    if game.rules.mahdi_largest_margin:
        margins = [mine - defenders(game, plan_target(p)) for mine, p in zip(powers, plans, strict=True)]
        plans = keep_power(game, "R-39.6", plans, margins)
    else:
        plans = keep_power(game, "R-39.6", plans, powers)
    plans = keep(game, "R-39.7", plans, [int(plan_zone(p) == NONE) for p in plans])
    target = card_target(game)
    return keep(game, "R-39.8", plans, [int(plan_target(p) == target) for p in plans])


def legion_plans(game: State, areas: list[int]) -> list[int]:
    """Every attack on an adjacent weaker Legion; no Ornithopter may be used (R-39.9)."""
    plans: list[int] = []
    for area in areas:
        mine = power(game, HARKONNEN, area)
        plans.extend([plan(to, area, NONE) for to in attack_borders(game, area) if weaker(game, mine, to)])
    return plans


def weaker(game: State, mine: int, area: int) -> bool:
    """Whether an Atreides Legion weaker than *mine* can be attacked in *area*."""
    if not strength(game, ATREIDES, area) or not is_target(game, HARKONNEN, area):
        return False
    return stronger(game, mine, power(game, ATREIDES, area))


def best_legion_plans(game: State, plans: list[int]) -> list[int]:
    """The strongest of the weaker Legions, then one with a Named Leader (R-39.10)."""
    plans = keep_power(game, "R-39.10", plans, [power(game, ATREIDES, plan_target(p)) for p in plans])
    named = [int(len(named_leaders(game, ATREIDES, plan_target(p))) > 0) for p in plans]
    return keep(game, "R-39.10", plans, named)


# --- the Program


class BeginFight(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.moved = []


class PickTarget(Step[State]):
    """Which Sietch, or else which Legion, is attacked (R-39.2)."""

    def __init__(self, sietch: bool) -> None:
        super().__init__()
        self.sietch = sietch
        self.name = "PickSietch" if sietch else "PickLegion"

    def plans(self, game: State, frame: int) -> list[int]:
        areas = fighters(game, frame)
        if self.sietch:
            return best_sietch_plans(game, sietch_plans(game, areas))
        return best_legion_plans(game, legion_plans(game, areas))

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + TO_AREA] != NONE:
            return NO_SLOTS
        return area_slots([plan_target(p) for p in self.plans(game, frame)])

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + TO_AREA] = slot - PICK_AREA
            game.note("R-39.4" if self.sietch else "R-39.9")


class PickAttacker(PickTarget):
    """Which Legion attacks it (Q-P61)."""

    def __init__(self, sietch: bool) -> None:
        super().__init__(sietch)
        self.name = "PickSietchAttacker" if sietch else "PickLegionAttacker"

    def options(self, game: State, frame: int) -> list[int]:
        to = game.stack[frame + TO_AREA]
        if to == NONE or game.stack[frame + AREA] != NONE:
            return NO_SLOTS
        return area_slots([plan_area(p) for p in self.plans(game, frame) if plan_target(p) == to])

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + AREA] = slot - PICK_AREA


class PickFlight(Step[State]):
    """Which Ornithopter carries the attack where the Legion is not adjacent (R-39.4, R-41.11)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + AREA] == NONE:
            return NO_SLOTS
        zones = attack_zones(game, stack[frame + AREA], stack[frame + TO_AREA])
        return [PICK_ZONE + zone for zone in zones if zone != NONE]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + ZONE] = slot - PICK_ZONE


class Launch(Step[State]):
    """Begin the battle, or move if there is nothing to attack."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        area, to, zone = stack[frame + AREA], stack[frame + TO_AREA], stack[frame + ZONE]
        if area == NONE:
            if stack[frame + COUNT] > 0:
                push_moves(game, stack[frame + COUNT], stack[frame + KIND], stack[frame + LEADER], stack[frame + ORDER])
            return
        stack[frame - FRAME + AREA] = area
        mark_done(game)
        if zone != NONE:
            game.zones = replaced(game.zones, zone, 0)
            game.ornithopter_used = 1
            game.flown = [*game.flown, area]
            game.note("transport_attack")
        push_battle(game, HARKONNEN, area, to, stack[frame + FLAGS])


PROGRAMS.define(
    MAHDI_FIGHT,
    [
        BeginFight(),
        PickTarget(True),
        PickAttacker(True),
        PickTarget(False),
        PickAttacker(False),
        PickFlight(),
        Launch(),
    ],
)
