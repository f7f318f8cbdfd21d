"""Parts of Mahdi's cards beyond moves, attacks, placing and drawing: as near the Target Sietch as can be (R-40.10)."""

from __future__ import annotations

from dune_env.arrakis.board import GROUND
from dune_env.arrakis.cards.place import Where
from dune_env.arrakis.cards.special_attack import push_special_attack
from dune_env.arrakis.leaders.entering import enter_play
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.house import best_for_house, push_place
from dune_env.arrakis.mahdi.power import attack_borders
from dune_env.arrakis.mahdi.ties import area_slots
from dune_env.arrakis.mahdi.verbs import nearest_to_target
from dune_env.arrakis.movers import legion_fits
from dune_env.arrakis.names import ATREIDES, HARKONNEN, NOT_ENTERED
from dune_env.arrakis.pieces import is_settlement, legion_areas, strength
from dune_env.arrakis.programs import AREA, COUNT
from dune_env.arrakis.slots import PICK_AREA, PICK_LEADER
from dune_env.arrakis.state import N_AREAS, N_LEADERS, SIGNS, State
from dune_env.arrakis.tank import send_to_tank
from dune_env.arrakis.wormsigns import set_aside_sign
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step


class Enter(Step[State]):
    """A Leader enters play."""

    def __init__(self, leader: int) -> None:
        super().__init__()
        self.leader = leader

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.leader_at[self.leader] == NOT_ENTERED:
            enter_play(game, self.leader)
            mark_done(game)


class ChooseLegion(Step[State]):
    """Unless a part before it has, which Legion the card speaks of, by the House criteria."""

    def __init__(self, where: Where) -> None:
        super().__init__()
        self.where = where

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + AREA] != NONE:
            return NO_SLOTS
        areas = self.where.areas(game, HARKONNEN)
        return area_slots(best_for_house(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + AREA] = slot - PICK_AREA


class LeaderJoins(Step[State]):
    """A Named Leader joins the Legion that the card speaks of, unless he is in the Tank or there already."""

    def __init__(self, leader: int) -> None:
        super().__init__()
        self.leader = leader

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.stack[frame + AREA] != NONE:
            push_place(game, game.stack[frame + AREA], [0, 0, 0], self.leader)


class DiscardSigns(Step[State]):
    """*count* Wormsigns, those nearest to the Target Sietch first; or all next to the settlement of *beside*."""

    def __init__(self, count: int, beside: int = NONE) -> None:
        super().__init__()
        self.count = count
        self.beside = beside

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = self.count
        areas = [area for area in self._reach(game) if game.cells[SIGNS + area]]
        if stack[frame + COUNT] == 0 or not areas:
            return NO_SLOTS
        slots = area_slots(nearest_to_target(game, areas))
        return slots[:1] if len(slots) <= stack[frame + COUNT] else slots

    def _reach(self, game: State) -> list[int]:
        if self.beside == NONE:
            return list(range(N_AREAS))
        return GROUND[self.beside] if is_settlement(game, HARKONNEN, self.beside) else []

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            stack[frame + COUNT] = NONE
            return
        set_aside_sign(game, slot - PICK_AREA)
        mark_done(game)
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1


class LeaderToTank(Step[State]):
    """The Atreides Leader nearest to the Target Sietch among those whom `candidates` allows, to the Tank (R-24.2)."""

    def candidates(self, game: State, area: int) -> bool:
        """Whether a Leader standing in *area* may be picked."""
        return True

    def options(self, game: State, frame: int) -> list[int]:
        sides = game.content.leader_side
        standing = [x for x in range(N_LEADERS) if game.leader_at[x] >= 0 and sides[x] == ATREIDES]
        areas = sorted({game.leader_at[x] for x in standing if self.candidates(game, game.leader_at[x])})
        nearest = nearest_to_target(game, areas) if areas else []
        return [PICK_LEADER + x for x in standing if game.leader_at[x] in nearest]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            send_to_tank(game, slot - PICK_LEADER)
            mark_done(game)


class LeaderBesideIt(LeaderToTank):
    """A Leader next to the Legion that has just moved; if none has, next to any Legion that fits *kind*."""

    def __init__(self, kind: int) -> None:
        super().__init__()
        self.kind = kind

    def candidates(self, game: State, area: int) -> bool:
        near = attack_borders(game, area)
        if game.moved:
            return game.moved[0] in near and strength(game, HARKONNEN, game.moved[0]) > 0
        return any(legion_fits(game, HARKONNEN, legion, self.kind, NONE) for legion in near)


class SpecialAttack(Step[State]):
    """*dice* Combat dice against the Legion nearest to the Target Sietch that stands next to one of Mahdi's."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def options(self, game: State, frame: int) -> list[int]:
        areas = [
            area
            for area in legion_areas(game, ATREIDES)
            if any(strength(game, HARKONNEN, near) for near in attack_borders(game, area))
        ]
        return area_slots(nearest_to_target(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            push_special_attack(game, HARKONNEN, slot - PICK_AREA, self.dice)
            mark_done(game)
