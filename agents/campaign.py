"""The march on the Harkonnen settlements: which Legion is the spearhead, who joins it, and which settlements it razes.

A razed settlement advances all three markers by its rank (R-23.10), so one good stack of six Units that goes from one
settlement to the next can win the game. The plan is made anew for every position, without memory: what its prizes are
worth times their chances, less what the dice that it takes would buy otherwise. Moves are judged by how far they
further it.
"""

from __future__ import annotations

from agents.atreides_aims import Aims
from agents.odds import Force, fight
from agents.reading import LIMIT
from dune_env.arrakis.board import GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES, HARKONNEN

DIE_WORTH = 1.1  # useful steps that a die buys otherwise
KEENNESS = 1.3  # of the steps that razed settlements bring
VICTORY = 5.0  # of completing the objective, beside its steps
ZEAL = 0.5  # how much the worth of a plan adds to the worth of its next deed
UNCERTAIN = 0.93  # what is left of a prize for every die that it still takes
JOINING = 0.6  # dice for every border between the spearhead and a Legion that is to join
MOST_JOINING = 2
JOINS_WITHIN = 4
FARTHEST = 5  # moves of a march
SUPREMACY_PER_ROUND = 3.0  # that Mahdi gains
DICE_PER_ROUND = 4.0
MOST_ROUNDS = 3.0  # that a plan looks ahead
STAGES = 3  # settlements, one after the other, that a plan looks ahead
LEAST_HITS = 5  # of a Legion that can hope to raze anything


class Campaign:
    """The best plan of one position; `worth` is 0 if there is none."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.read = aims.read
        self.towns = self.read.homes(HARKONNEN)
        self.defenders = {town: (self.read.town_rank(town), self.read.force(HARKONNEN, town)) for town in self.towns}
        self.prospects: dict[tuple[Force, int], float] = {}
        self.spoils: dict[tuple[Force, int, int, tuple[int, ...]], float] = {}
        self.marches: dict[int, dict[int, int]] = {}
        self.dice_left = self._dice_left()
        self.worth = 0.0
        self.spearhead = -1
        self.force: Force = (0, 0, 0)
        self.joining: list[int] = []
        for area in aims.army:
            self._consider(area)

    def _dice_left(self) -> int:
        """Dice that are likely to be rolled before the Harkonnen have won, those at hand included."""
        view = self.aims.view
        rounds = (view.content.supremacy_last - 1 - view.supremacy) / SUPREMACY_PER_ROUND if view.solo else MOST_ROUNDS
        return sum(view.dice[:5]) + round(DICE_PER_ROUND * min(MOST_ROUNDS, rounds))

    def _consider(self, area: int) -> None:
        """The Legion of *area* as spearhead, alone and with one after the other of the Legions near it."""
        near = GROUND_DISTANCE[area]
        force = self.read.force(ATREIDES, area)
        pieces = self.read.units(ATREIDES, area)
        joining: list[int] = []
        cost = 0.0
        self._weigh(area, force, joining, cost)
        for moves, other in sorted((near[a], a) for a in self.aims.army if 0 < near[a] <= JOINS_WITHIN):
            if len(joining) == MOST_JOINING or pieces + self.read.units(ATREIDES, other) > LIMIT:
                return
            pieces += self.read.units(ATREIDES, other)
            force = joined(force, self.read.force(ATREIDES, other))
            cost += JOINING * DIE_WORTH * moves
            joining.append(other)
            self._weigh(area, force, joining, cost)

    def _weigh(self, area: int, force: Force, joining: list[int], cost: float) -> None:
        worth = self.prospect(force, area) - cost
        if worth > self.worth:
            self.worth, self.spearhead, self.force, self.joining = worth, area, force, joining[:]

    # --- what a Legion can come to

    def prospect(self, force: Force, area: int) -> float:
        """What *force* in *area* promises beyond the worth of the dice: the best course through the settlements."""
        if force[0] + force[1] < LEAST_HITS:
            return 0.0
        key = (force, area)
        if key not in self.prospects:
            self.prospects[key] = self._course(force, self.march(area), self.towns, tuple(self.aims.need), STAGES)
        return self.prospects[key]

    def march(self, area: int) -> dict[int, int]:
        """Moves that a Legion in *area* needs before it can attack each settlement, rides counted as they are now."""
        if area not in self.marches:
            free = self.read.free_for_atreides()
            found: dict[int, int] = {}
            seen, edge = {area}, [area]
            for moves in range(FARTHEST + 1):
                further: list[int] = []
                for at in edge:
                    for to in self.read.reach(at):
                        if to in self.defenders:
                            found.setdefault(to, moves)
                        elif to not in seen and free[to]:
                            seen.add(to)
                            further.append(to)
                edge = further
            self.marches[area] = found
        return self.marches[area]

    def _course(
        self, force: Force, march: dict[int, int], towns: list[int], need: tuple[int, ...], stages: int
    ) -> float:
        best = 0.0
        for town in towns:
            if town not in march:
                continue
            rank, defender = self.defenders[town]
            dice = march[town] + 1
            if dice > self.dice_left:
                continue
            lacks = tuple([max(0, lack - rank) for lack in need])
            prize = KEENNESS * (sum(need) - sum(lacks)) + VICTORY * (sum(lacks) == 0 < sum(need))
            won, left, _ = fight(force, defender, rank, True)
            if won < 0.1:
                continue
            after = 0.0
            if stages > 1 and left > 3.0 * won:
                others = [other for other in towns if other != town]
                after = self._spoils(remnant(force, left / won), town, others, lacks, stages - 1)
            best = max(best, UNCERTAIN**dice * won * (prize + after) - DIE_WORTH * dice)
        return best

    def _spoils(self, force: Force, town: int, towns: list[int], need: tuple[int, ...], stages: int) -> float:
        key = (force, town, stages, need)
        if key not in self.spoils:
            march = {other: GROUND_DISTANCE[town][other] - 1 for other in towns}
            self.spoils[key] = self._course(force, march, towns, need, stages)
        return self.spoils[key]

    # --- what furthers it

    def gain_with(self, area: int, units: int, extra: int, leaders: int) -> float:
        """What a die is worth to the plan if it makes the Legion of *area* so much stronger."""
        force = joined(self.read.force(ATREIDES, area), (units, extra, leaders))
        worth = self.prospect(force, area) - DIE_WORTH
        return worth - self.worth + DIE_WORTH + ZEAL * worth if worth > self.worth else 0.0

    def move_gain(self, area: int, to: int) -> float:
        """What the plan gains when the whole Legion of *area* moves to *to*."""
        if area in self.joining:
            closer = GROUND_DISTANCE[self.spearhead][area] - GROUND_DISTANCE[self.spearhead][to]
            return closer * JOINING * (DIE_WORTH + ZEAL * self.worth) if closer > 0 else closer * JOINING * DIE_WORTH
        if area != self.spearhead:
            return 0.0
        force = self.read.force(ATREIDES, area)
        if to in self.joining:
            force = joined(force, self.read.force(ATREIDES, to))
        gain = self.prospect(force, to) - self.worth
        return gain + ZEAL * self.worth if gain > 0.5 * DIE_WORTH else gain

    def attack_gain(self, area: int, town: int) -> float:
        """What a die is worth that attacks *town* from *area* now, with all that may follow."""
        need = tuple(self.aims.need)
        worth = self._course(self.read.force(ATREIDES, area), {town: 0}, self.towns, need, STAGES)
        return worth + DIE_WORTH + ZEAL * worth if worth > 0.0 else 0.0

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
        found = [(area, self.spearhead, 0.3 * DIE_WORTH) for area in self.joining]
        march = self.march(self.spearhead)
        town = min(march, key=lambda each: march[each] - self.read.town_rank(each), default=-1)
        return [*found, (self.spearhead, town, 0.6 * DIE_WORTH)] if town >= 0 and march[town] > 1 else found


def joined(one: Force, other: Force) -> Force:
    """Two Legions as one; Units beyond the limit are lost."""
    return (min(LIMIT, one[0] + other[0]), one[1] + other[1], one[2] + other[2])


def remnant(force: Force, hits: float) -> Force:
    """What is left of *force* when it can take so many Hits more; extra Hits are taken first, Leaders with them."""
    left = round(hits)
    extra = max(0, left - LIMIT)
    return (min(LIMIT, left), extra, min(force[2], max(1, extra)))
