"""What a Harkonnen wants: Sietches that a Legion can take, and settlements that hold. Counted in Supremacy."""

from __future__ import annotations

from typing import Final

from agents.odds import Force, fight, packed
from agents.reading import LIMIT, Reading
from dune_env.arrakis.board import DISTANCE, GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES

APPROACH: Final = 0.74  # what is left of a prize for every border that is still to be crossed
TOWN_WORTH: Final = 1.3  # of a step that a razed settlement gives to all three markers
ARRIVAL: Final[tuple[float, ...]] = (0.0, 0.9, 0.45, 0.25, 0.12)


class Assaults:
    """Prospects of Legions against Sietches, and the safety of settlements."""

    def __init__(self, read: Reading) -> None:
        self.read = read
        self.sietches = [(s, read.home_rank(ATREIDES, s)) for s in read.homes(ATREIDES)]
        self.prizes = dict(self.sietches)
        self._chances: dict[int, float] = {}
        self._prospects: dict[int, float] = {}

    def chance(self, force: Force, sietch: int) -> float:
        """The chance that *force* takes the Sietch."""
        key = packed(force) * 128 + sietch
        if key not in self._chances:
            rank = round(self.prizes[sietch])
            self._chances[key] = fight(force, self.read.force(ATREIDES, sietch), rank, True)[0]
        return self._chances[key]

    def prospect(self, force: Force, area: int) -> float:
        """What *force* in *area* promises: the best Sietch by rank, chance and distance."""
        key = packed(force) * 128 + area
        if key not in self._prospects:
            best = 0.0
            for sietch, rank in self.sietches:
                best = max(best, self._promise(force, area, sietch, rank))
            self._prospects[key] = best
        return self._prospects[key]

    def _promise(self, force: Force, area: int, sietch: int, rank: float) -> float:
        distance = GROUND_DISTANCE[area][sietch]
        if distance > 2 and DISTANCE[area][sietch] == 2 and self.flies(area):
            distance = 2
        return rank * self.chance(force, sietch) * APPROACH ** (distance - 1)

    def flies(self, area: int) -> bool:
        return self.read.watched(area)

    def town_worth(self, area: int, force: Force) -> float:
        """What the settlement of *area* is worth when held by *force*."""
        safe = 1.0
        rank = self.read.town_rank(area)
        for enemy in self.read.legions(ATREIDES):
            distance = GROUND_DISTANCE[area][enemy]
            if distance < len(ARRIVAL):
                safe *= 1.0 - ARRIVAL[distance] * fight(self.read.force(ATREIDES, enemy), force, rank, True)[0]
        return TOWN_WORTH * rank * safe


def joined(one: Force, other: Force) -> Force:
    """Two Legions as one; Units beyond the limit are lost."""
    return (min(LIMIT, one[0] + other[0]), one[1] + other[1], one[2] + other[2])


def without(force: Force, units: int) -> Force:
    """A Legion from which so many plain Units have gone."""
    left = max(0, force[0] - units)
    return (left, force[1], force[2]) if left else (0, 0, 0)
