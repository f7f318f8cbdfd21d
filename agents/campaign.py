"""The march on the Harkonnen settlements: which Legion is the spearhead, who joins it, and which settlements it razes.

A razed settlement advances all three markers by its rank (R-23.10), so one good stack of six Units is worth more than
many claims, all the more if it can go on from one settlement to the next. The plan is made anew for every position,
without memory; moves are judged by how far they further it.
"""

from __future__ import annotations

from agents.atreides_aims import Aims
from agents.odds import Force, fight
from agents.reading import LIMIT
from dune_env.arrakis.board import GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES, HARKONNEN

KEENNESS = 0.99
PATIENCE = 0.87  # what is left of a prize for every move or attack that it still takes
JOINING = 0.93  # the same for every border between the spearhead and a Legion that is to join
MOST_JOINING = 2
JOINS_WITHIN = 4
STAGES = 3  # settlements, one after the other, that a plan looks ahead


class Campaign:
    """The best plan of one position; `worth` is 0 if there is none."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.read = aims.read
        self.towns = self.read.homes(HARKONNEN)
        self.spoils: dict[tuple[Force, int], float] = {}
        self.worth = 0.0
        self.spearhead = -1
        self.force: Force = (0, 0, 0)
        self.joining: list[int] = []
        for area in aims.army:
            self._consider(area)

    def _consider(self, area: int) -> None:
        """The Legion of *area* as spearhead, alone and with one after the other of the Legions near it."""
        near = GROUND_DISTANCE[area]
        force = self.read.force(ATREIDES, area)
        pieces = self.read.units(ATREIDES, area)
        joining: list[int] = []
        cost = 1.0
        self._weigh(area, force, joining, cost)
        for moves, other in sorted((near[a], a) for a in self.aims.army if 0 < near[a] <= JOINS_WITHIN):
            if len(joining) == MOST_JOINING or pieces + self.read.units(ATREIDES, other) > LIMIT:
                return
            pieces += self.read.units(ATREIDES, other)
            force = joined(force, self.read.force(ATREIDES, other))
            cost *= JOINING**moves
            joining.append(other)
            self._weigh(area, force, joining, cost)

    def _weigh(self, area: int, force: Force, joining: list[int], cost: float) -> None:
        worth = cost * self.prospect(force, area)
        if worth > self.worth:
            self.worth, self.spearhead, self.force, self.joining = worth, area, force, joining[:]

    # --- what a Legion can come to

    def prospect(self, force: Force, area: int) -> float:
        """What *force* in *area* promises: the best course through the settlements, by prizes, chances and distance."""
        need = tuple(self.aims.need)
        return self._course(force, area, self.towns, need, STAGES)

    def _course(
        self, force: Force, area: int, towns: list[int], need: tuple[int, ...], stages: int
    ) -> float:
        best = 0.0
        near = GROUND_DISTANCE[area]
        for town in towns:
            far = PATIENCE ** near[town]
            prize = KEENNESS * sum(min(self.read.town_rank(town), lack) for lack in need)
            if far * (prize + 2.0) <= best:
                continue
            won, left, _ = fight(force, self.read.force(HARKONNEN, town), self.read.town_rank(town), True)
            if won < 0.1:
                continue
            after = 0.0
            if stages > 1 and left > 3.0 * won:
                hits = round(left / won)
                rest = (min(LIMIT, hits), max(0, hits - LIMIT), min(force[2], max(1, hits - LIMIT)))
                others = [other for other in towns if other != town]
                lacks = tuple(max(0, lack - self.read.town_rank(town)) for lack in need)
                after = self._spoils(rest, town, others, lacks, stages - 1)
            best = max(best, far * won * (prize + after))
        return best

    def _spoils(self, force: Force, town: int, towns: list[int], need: tuple[int, ...], stages: int) -> float:
        key = (force, town * 8 + stages)
        if key not in self.spoils:
            self.spoils[key] = self._course(force, town, towns, need, stages)
        return self.spoils[key]

    # --- what furthers it

    def gain_with(self, area: int, units: int, extra: int, leaders: int) -> float:
        """What the plan gains if the Legion of *area* gets so much stronger."""
        force = joined(self.read.force(ATREIDES, area), (units, extra, leaders))
        return max(0.0, self.prospect(force, area) - self.worth)

    def move_gain(self, area: int, to: int) -> float:
        """What the plan gains when the whole Legion of *area* moves to *to*."""
        if area in self.joining:
            closer = GROUND_DISTANCE[self.spearhead][area] - GROUND_DISTANCE[self.spearhead][to]
            return self.worth * (JOINING**-closer - 1.0)
        if area != self.spearhead:
            return 0.0
        if to in self.joining:
            both = joined(self.read.force(ATREIDES, area), self.read.force(ATREIDES, to))
            return self.prospect(both, to) - self.worth * JOINING ** GROUND_DISTANCE[area][to]
        return self.prospect(self.read.force(ATREIDES, area), to) - self.worth

    def part_loss(self, area: int, units: int, extra: int) -> float:
        """What the plan loses if a Legion that it counts on sends some of its Units elsewhere."""
        if area != self.spearhead and area not in self.joining:
            return 0.0
        left = max(0, self.force[0] - units)
        less = (left, max(0, self.force[1] - extra), self.force[2])
        return max(0.0, self.worth - self.prospect(less, self.spearhead)) if left else self.worth

    def ways(self) -> list[tuple[int, int, float]]:
        """From where to where Legions of this plan march, and what a ride would be worth."""
        if self.spearhead < 0:
            return []
        found = [(area, self.spearhead, 0.15 * self.worth) for area in self.joining]
        town = max(self.towns, key=lambda each: PATIENCE ** GROUND_DISTANCE[self.spearhead][each], default=-1)
        return [*found, (self.spearhead, town, 0.15 * self.worth)] if town >= 0 else found


def joined(one: Force, other: Force) -> Force:
    """Two Legions as one; Units beyond the limit are lost."""
    return (min(LIMIT, one[0] + other[0]), one[1] + other[1], one[2] + other[2])
