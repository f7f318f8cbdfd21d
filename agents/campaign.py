"""The march on the Harkonnen settlements: which Legion is the spearhead, who joins it, and which settlement it razes.

A razed settlement advances all three markers by its rank (R-23.10), so one good stack of six Units is worth more than
many claims. The plan is made anew for every position, without memory; moves are judged by how far they further it.
"""

from __future__ import annotations

from agents.atreides_aims import Aims
from agents.odds import Force, fight
from agents.reading import LIMIT
from dune_env.arrakis.board import GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES, HARKONNEN

KEENNESS = 2.0
PATIENCE = 0.75  # what is left of a prize for every border that the spearhead still has to cross
JOINING = 0.9  # the same for every border between it and a Legion that is to join
MOST_JOINING = 3
JOINS_WITHIN = 5
ENOUGH_CHANCE = 0.75


class Campaign:
    """The best plan of one position; `worth` is 0 if there is none."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.read = aims.read
        self.worth = 0.0
        self.spearhead = -1
        self.town = -1
        self.joining: list[int] = []
        self.chance = 0.0
        self.towns: list[tuple[int, float]] = []
        for town in self.read.homes(HARKONNEN):
            prize = KEENNESS * sum(min(self.read.town_rank(town), need) for need in aims.need)
            if prize > 0.0:
                self.towns.append((town, prize))
        for area in aims.army:
            self._consider(area)

    def _consider(self, area: int) -> None:
        """The spearhead of *area*, alone and with one after the other of the Legions near it."""
        near = GROUND_DISTANCE[area]
        best = [(prize * PATIENCE ** (near[town] - 1), town) for town, prize in self.towns]
        best = [(base, town) for base, town in best if base > self.worth]
        if not best:
            return
        force = self.read.force(ATREIDES, area)
        pieces = self.read.units(ATREIDES, area)
        joining: list[int] = []
        cost = 1.0
        self._weigh(area, force, joining, cost, best)
        for moves, other in sorted((near[a], a) for a in self.aims.army if 0 < near[a] <= JOINS_WITHIN):
            if force[0] >= LIMIT or len(joining) == MOST_JOINING:
                return
            if pieces + self.read.units(ATREIDES, other) > LIMIT:
                continue
            pieces += self.read.units(ATREIDES, other)
            force = joined(force, self.read.force(ATREIDES, other))
            cost *= JOINING**moves
            joining.append(other)
            self._weigh(area, force, joining, cost, best)

    def _weigh(self, area: int, force: Force, joining: list[int], cost: float, best: list[tuple[float, int]]) -> None:
        for base, town in best:
            if base * cost > self.worth:
                chance = self._chance(force, town)
                if base * cost * chance > self.worth:
                    self.worth, self.spearhead, self.town, self.chance = base * cost * chance, area, town, chance
                    self.joining = joining[:]

    def _chance(self, force: Force, town: int) -> float:
        return fight(force, self.read.force(HARKONNEN, town), self.read.town_rank(town), True)[0]

    # --- what furthers it

    def gain_with(self, area: int, units: int, extra: int, leaders: int) -> float:
        """What the plan gains if the Legion of *area* gets so much stronger."""
        force = joined(self.read.force(ATREIDES, area), (units, extra, leaders))
        best = 0.0
        for town, prize in self.towns:
            base = prize * PATIENCE ** (GROUND_DISTANCE[area][town] - 1)
            if base > self.worth:
                best = max(best, base * self._chance(force, town))
        return max(0.0, best - self.worth)

    def move_gain(self, area: int, to: int) -> float:
        """What the plan gains when the whole Legion of *area* moves to *to*."""
        if area in self.joining:
            closer = GROUND_DISTANCE[self.spearhead][area] - GROUND_DISTANCE[self.spearhead][to]
            return 2.0 * self.worth * (JOINING**-closer - 1.0)
        if area != self.spearhead:
            return 0.0
        if self.joining and self._chance(self.read.force(ATREIDES, area), self.town) < ENOUGH_CHANCE:
            return 0.5 * self.worth if to in self.joining else -0.3 * self.worth
        closer = GROUND_DISTANCE[self.town][area] - GROUND_DISTANCE[self.town][to]
        return self.worth * (PATIENCE**-closer - 1.0)

    def part_loss(self, area: int, units: int, extra: int) -> float:
        """What the plan loses if a Legion that it counts on sends some of its Units elsewhere."""
        if area != self.spearhead and area not in self.joining:
            return 0.0
        force = self.read.force(ATREIDES, self.spearhead)
        for other in self.joining:
            force = joined(force, self.read.force(ATREIDES, other))
        less = (max(0, force[0] - units), max(0, force[1] - extra), force[2])
        return self.worth * (1.0 - self._chance(less, self.town) / self.chance)

    def ways(self) -> list[tuple[int, int, float]]:
        """From where to where Legions of this plan march, and what a ride would be worth."""
        if self.spearhead < 0:
            return []
        found = [(area, self.spearhead, 0.2 * self.worth) for area in self.joining]
        return [*found, (self.spearhead, self.town, 0.2 * self.worth)]


def joined(one: Force, other: Force) -> Force:
    """Two Legions as one; Units beyond the limit are lost."""
    return (min(LIMIT, one[0] + other[0]), one[1] + other[1], one[2] + other[2])
