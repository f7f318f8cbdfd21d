"""The parts of which Mahdi's cards and special Actions are made; import the module and write `mahdi.Fight(...)`.

A part asks its ties in the chart's own Frame. "This Legion" is the Legion of the chart's AREA register, which every
part sets to the Area where it placed, moved or attacked. A part that does something says so to the card (`mark_done`).
"""

from __future__ import annotations

from dune_env.arrakis.cards.place import Where
from dune_env.arrakis.mahdi.attack import push_fight
from dune_env.arrakis.mahdi.charge import push_charge
from dune_env.arrakis.mahdi.charts import mark_done
from dune_env.arrakis.mahdi.deploy import ANY_LEADER, NO_LEADER, push_deploy
from dune_env.arrakis.mahdi.house import best_for_house, can_place, push_place, push_replace
from dune_env.arrakis.mahdi.mentat import ALTERNATE, push_plays, push_reinforce
from dune_env.arrakis.mahdi.movement import push_moves
from dune_env.arrakis.mahdi.power import distance_to_target
from dune_env.arrakis.mahdi.ties import area_slots, keep
from dune_env.arrakis.mahdi.vehicles import push_mahdi_vehicles
from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.pieces import is_settlement
from dune_env.arrakis.programs import AREA, COUNT
from dune_env.arrakis.slots import PICK_AREA
from dune_env.arrakis.state import State
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

NOWHERE = -2  # the Legion meant is not on the board


def nearest_to_target(game: State, areas: list[int]) -> list[int]:
    """Those of *areas* nearest to the Target Sietch: for every effect without criteria of its own (R-40.10)."""
    return keep(game, "R-40.10", areas, [-distance_to_target(game, area) for area in areas])


class Done(Step[State]):
    """Count what the part before it did as a part resolved (R-40.11)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        mark_done(game)


class OfLegion(Step[State]):
    """A part that may speak of one Legion: *this*, the one *at* an Area, or that *of* a Leader, the first that stands.

    Args:
        kind: what the Legion must hold or where it must stand, `movers.HAS_LEADER` and so on.
    """

    def __init__(self, kind: int = 0, this: bool = False, at: int = NONE, of: list[int] | None = None) -> None:
        super().__init__()
        self.kind = kind
        self.this = this
        self.at = at
        self.of = of or []

    def area(self, game: State, frame: int) -> int:
        """The Area of the Legion meant, NONE for any, NOWHERE if there is no such Legion."""
        if self.of:
            standing = [game.leader_at[leader] for leader in self.of if game.leader_at[leader] >= 0]
            return standing[0] if standing else NOWHERE
        if self.this:
            return game.stack[frame + AREA] if game.stack[frame + AREA] != NONE else NOWHERE
        return self.at

    def leader(self, game: State) -> int:
        """The Leader who must take part, NONE if nobody must."""
        standing = [leader for leader in self.of if game.leader_at[leader] >= 0]
        return standing[0] if standing else NONE


class Move(OfLegion):
    """Move *count* different Legions, or the one meant, toward the Target Sietch (R-40.6)."""

    def __init__(
        self, count: int = 1, kind: int = 0, this: bool = False, at: int = NONE, of: list[int] | None = None
    ) -> None:
        super().__init__(kind, this, at, of)
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = self.area(game, frame)
        if area != NOWHERE:
            push_moves(game, self.count, self.kind, self.leader(game), area)


class Attack(OfLegion):
    """Attack a Sietch, else a Legion, with the best Legion or the one meant (R-40.6); *flags* as in `battle`."""

    def __init__(
        self, flags: int = 0, kind: int = 0, this: bool = False, at: int = NONE, of: list[int] | None = None
    ) -> None:
        super().__init__(kind, this, at, of)
        self.flags = flags
        self.moves = 0

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = self.area(game, frame)
        if area != NOWHERE:
            push_fight(game, self.kind, self.leader(game), self.flags, self.moves, area)


class Fight(Attack):
    """Attack OR move: attack if the criteria find a target, else move one Legion (R-39.2)."""

    def __init__(
        self, flags: int = 0, kind: int = 0, this: bool = False, at: int = NONE, of: list[int] | None = None
    ) -> None:
        super().__init__(flags, kind, this, at, of)
        self.moves = 1


class MoveAndAttack(Attack):
    """The Legion meant moves AND attacks (Q-P62)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = self.area(game, frame)
        if area >= 0:
            push_charge(game, area, self.leader(game), self.flags)


class Deploy(Step[State]):
    """Deploy Units and a Leader by the Deployment criteria (R-40.6)."""

    def __init__(self, regular: int = 0, elite: int = 0, special: int = 0, leader: int = ANY_LEADER) -> None:
        super().__init__()
        self.units = [regular, elite, special]
        self.leader = leader

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_deploy(game, self.units, self.leader)


class Place(Step[State]):
    """Place figures together on the best of the spots that *where* allows, by the House criteria (R-40.7).

    *leader* is a Named Leader, `house.BASHAR`, `deploy.ANY_LEADER` or `deploy.NO_LEADER`.
    """

    def __init__(
        self, where: Where, regular: int = 0, elite: int = 0, special: int = 0, leader: int = NO_LEADER
    ) -> None:
        super().__init__()
        self.where = where
        self.units = [regular, elite, special]
        self.chosen_leader = leader

    def options(self, game: State, frame: int) -> list[int]:
        areas = self.where.areas(game, HARKONNEN)
        areas = [area for area in areas if can_place(game, area, self.units, self.chosen_leader)]
        return area_slots(best_for_house(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA if slot != NONE else NONE
        if slot != NONE:
            push_place(game, slot - PICK_AREA, self.units, self.chosen_leader)


class PlaceApart(Step[State]):
    """Place *count* Units of one grade, each on a spot of its own by the House criteria (R-40.7).

    *where* must stop offering a spot that is taken, as EmptyDesert does.
    """

    def __init__(self, where: Where, grade: int, count: int) -> None:
        super().__init__()
        self.where = where
        self.units = [0, 0, 0]
        self.units[grade] = 1
        self.count = count

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = self.count
        if stack[frame + COUNT] == 0:
            return NO_SLOTS
        areas = [a for a in self.where.areas(game, HARKONNEN) if can_place(game, a, self.units, NO_LEADER)]
        return area_slots(best_for_house(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            stack[frame + COUNT] = NONE
            return
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1
        push_place(game, slot - PICK_AREA, self.units, NO_LEADER)


class PlaceEach(Step[State]):
    """Place one Unit of a grade in each of *areas* that is a standing settlement with room."""

    def __init__(self, areas: list[int], grade: int) -> None:
        super().__init__()
        self.areas = areas
        self.units = [0, 0, 0]
        self.units[grade] = 1

    def apply(self, game: State, frame: int, slot: int) -> None:
        for area in self.areas:
            if is_settlement(game, HARKONNEN, area) and can_place(game, area, self.units, NO_LEADER):
                push_place(game, area, self.units, NO_LEADER)


class Replace(Step[State]):
    """Replace *count* Units of one grade by another by the House criteria (R-40.7)."""

    def __init__(self, count: int, grade: int, to: int) -> None:
        super().__init__()
        self.count = count
        self.grade = grade
        self.to = to

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_replace(game, self.count, self.grade, self.to)


class PlaceVehicles(Step[State]):
    """Place Vehicles by the Vehicle criteria (R-40.7)."""

    def __init__(self, harvesters: int = 0, ornithopters: int = 0, carryalls: int = 0) -> None:
        super().__init__()
        self.harvesters = harvesters
        self.ornithopters = ornithopters
        self.carryalls = carryalls

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_mahdi_vehicles(game, self.harvesters, self.ornithopters, self.carryalls)


class Draw(Step[State]):
    """Put *count* cards on the Reinforcements, deck after deck (R-40.8)."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_reinforce(game, self.count)


class Play(Step[State]):
    """Draw *count* cards and play each at once, deck after deck or from one *deck* (R-40.9)."""

    def __init__(self, count: int = 1, deck: int = ALTERNATE) -> None:
        super().__init__()
        self.count = count
        self.deck = deck

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_plays(game, self.count, self.deck)
