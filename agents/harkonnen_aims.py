"""What a Harkonnen wants: Sietches that a Legion can take, and settlements that hold. Counted in Supremacy."""

from __future__ import annotations

from typing import Final

from agents.odds import Force, fight, packed
from agents.reading import LIMIT, Reading
from dune_env.arrakis.board import DISTANCE, GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES

APPROACH: Final = 0.74  # what is left of a prize for every border that is still to be crossed

# What the player goes by, tuned like all of heuristic_harkonnen.py.
NEAR: Final = 0.49  # like APPROACH: a Legion that stands before a Sietch is worth two that are on the way
SECOND_PRIZE: Final = 0.23  # of the next best promise comes on top
LAST_PRIZE: Final = 1.84  # times the worth of a Sietch that completes the Supremacy
TOWN_WORTH: Final = 0.68  # of a step that a razed settlement gives to all three markers
ARRIVAL: Final[tuple[float, ...]] = (0.0, 0.76, 0.38, 0.21, 0.1)


class Assaults:
    """Prospects of Legions against Sietches, as the evaluation counts them."""

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
            self._prospects[key] = self._best_promise(force, area)
        return self._prospects[key]

    def _best_promise(self, force: Force, area: int) -> float:
        best = 0.0
        for sietch, rank in self.sietches:
            best = max(best, rank * self.chance(force, sietch) * APPROACH ** (self.moves(area, sietch) - 1))
        return best

    def moves(self, area: int, sietch: int) -> int:
        """Borders from *area* to the *sietch*; those that an Ornithopter crosses count as two."""
        distance = GROUND_DISTANCE[area][sietch]
        return 2 if distance > 2 and DISTANCE[area][sietch] == 2 and self.flies(area) else distance

    def flies(self, area: int) -> bool:
        return self.read.watched(area)


class Raids(Assaults):
    """Prospects as the player sees them: ranks count by their square, near ones most, and there is a next one."""

    def __init__(self, read: Reading) -> None:
        super().__init__(read)
        self.steps_left = read.view.content.supremacy_last - read.view.supremacy

    def prize(self, rank: float) -> float:
        """What a Sietch of *rank* is worth: the last steps of the Supremacy more than those before."""
        return rank * rank * (LAST_PRIZE if rank >= self.steps_left else 1.0)

    def _best_promise(self, force: Force, area: int) -> float:
        best = second = 0.0
        for sietch, rank in self.sietches:
            promise = self.prize(rank) * self.chance(force, sietch) * NEAR ** (self.moves(area, sietch) - 1)
            if promise > best:
                best, second = promise, best
            elif promise > second:
                second = promise
        return best + SECOND_PRIZE * second

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
