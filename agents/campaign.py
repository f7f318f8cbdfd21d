"""The march on the Harkonnen settlements: which Legion is the spearhead, who joins it, and which settlements it razes.

A razed settlement advances all three markers by its rank (R-23.10), so one good stack of six Units that goes from one
settlement to the next can win the game. The plan is made anew for every position, without memory: what its prizes are
worth times their chances, less what the dice that it takes would buy otherwise. Moves are judged by how far they
further it.
"""

from __future__ import annotations

from typing import Final

from agents.atreides_aims import Aims
from agents.odds import Force, fight, packed
from agents.reading import LIMIT
from dune_env.arrakis.board import GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.state import N_AREAS

UNCERTAIN: Final = 0.93  # what is left of a prize for every die that it still takes
MOST_JOINING: Final = 2
JOINS_WITHIN: Final = 4
FARTHEST: Final = 5  # moves of a march
SUPREMACY_PER_ROUND: Final = 3.0  # that Mahdi gains
DICE_PER_ROUND: Final = 4.0
MOST_ROUNDS: Final = 3.0  # that a plan looks ahead
STAGES: Final = 3  # settlements, one after the other, that a plan looks ahead
LEAST_HITS: Final = 5  # of a Legion that can hope to raze anything
CERTAINTY: Final = [UNCERTAIN**dice for dice in range(64)]

Need = tuple[int, int, int]  # steps that the markers lack


class Campaign:
    """The best plan of one position; `worth` is 0 if there is none."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.read = aims.read
        self.taste = aims.taste
        self.towns = self.read.homes(HARKONNEN)
        self.ranks = [self.read.town_rank(town) for town in self.towns]
        self.defenders = [self.read.force(HARKONNEN, town) for town in self.towns]
        self.prospects: dict[int, float] = {}
        self.spoils: dict[int, float] = {}
        self.dice_left = self._dice_left()
        self.moves: list[list[int]] = []  # to each settlement, by Area, see `_moves_to`
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
            cost += self.taste.joining * self.taste.die * moves
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
        key = packed(force) * 128 + area
        if key not in self.prospects:
            if not self.moves:
                self.moves = [self._moves_to(town) for town in self.towns]
            moves = [moves_to[area] for moves_to in self.moves]
            self.prospects[key] = self._course(force, moves, 0, self._need(), STAGES)
        return self.prospects[key]

    def _moves_to(self, town: int) -> list[int]:
        """Moves that a Legion in each Area needs before it can attack *town*, -1 where that takes too many."""
        moves = [-1] * N_AREAS
        free = self.read.free_for_atreides()
        edge = [town]
        for count in range(min(FARTHEST + 1, self.dice_left)):
            further: list[int] = []
            for at in edge:
                for to in self.read.reach(at):
                    if moves[to] < 0:
                        moves[to] = count
                        if free[to]:
                            further.append(to)
            edge = further
        return moves

    def _need(self) -> Need:
        need = self.aims.need
        return (need[0], need[1], need[2])

    def _course(self, force: Force, moves: list[int], razed: int, need: Need, stages: int) -> float:
        """The best order of razing settlements that are so many *moves* away, -1 out of reach; *razed* is a bit set."""
        best = 0.0
        lacking = need[0] + need[1] + need[2]
        for at in range(len(moves)):
            dice = moves[at] + 1
            if dice == 0 or dice > self.dice_left or razed >> at & 1:
                continue
            rank = self.ranks[at]
            lacks = (max(0, need[0] - rank), max(0, need[1] - rank), max(0, need[2] - rank))
            left_over = lacks[0] + lacks[1] + lacks[2]
            prize = self.taste.keenness * (lacking - left_over)
            if left_over == 0 < lacking:
                prize += self.taste.victory
            won, left, _ = fight(force, self.defenders[at], rank, True)
            if won < 0.1:
                continue
            after = 0.0
            if stages > 1 and left > 3.0 * won:
                after = self._spoils(remnant(force, left / won), at, razed | 1 << at, lacks, stages - 1)
            best = max(best, CERTAINTY[dice] * won * (prize + after) - self.taste.die * dice)
        return best

    def _spoils(self, force: Force, at: int, razed: int, need: Need, stages: int) -> float:
        """What *force* may raze after it has razed the settlement numbered *at*."""
        key = ((packed(force) * 16 + at) * 4 + stages) * 262144 + (need[0] * 64 + need[1]) * 64 + need[2]
        if key not in self.spoils:
            near = GROUND_DISTANCE[self.towns[at]]
            further = [near[town] - 1 for town in self.towns]
            self.spoils[key] = self._course(force, further, razed, need, stages)
        return self.spoils[key]

    def march(self, area: int) -> dict[int, int]:
        """Moves that a Legion in *area* needs before it can attack each settlement, rides counted as they are now."""
        free = self.read.free_for_atreides()
        found: dict[int, int] = {}
        seen = [at == area for at in range(N_AREAS)]
        edge = [area]
        for moves in range(FARTHEST + 1):
            further: list[int] = []
            for at in edge:
                for to in self.read.reach(at):
                    if self.read.town_rank(to):
                        found.setdefault(to, moves)
                    elif free[to] and not seen[to]:
                        seen[to] = True
                        further.append(to)
            edge = further
        return found

    # --- what furthers it

    def gain_with(self, area: int, units: int, extra: int, leaders: int) -> float:
        """What a die is worth to the plan if it makes the Legion of *area* so much stronger."""
        force = joined(self.read.force(ATREIDES, area), (units, extra, leaders))
        worth = self.prospect(force, area) - self.taste.die
        return worth - self.worth + self.taste.die + self.taste.zeal * worth if worth > self.worth else 0.0

    def move_gain(self, area: int, to: int) -> float:
        """What the plan gains when the whole Legion of *area* moves to *to*."""
        if area in self.joining:
            closer = GROUND_DISTANCE[self.spearhead][area] - GROUND_DISTANCE[self.spearhead][to]
            moved = closer * self.taste.joining
            return moved * (self.taste.die + self.taste.zeal * self.worth) if closer > 0 else moved * self.taste.die
        if area != self.spearhead:
            return 0.0
        force = self.read.force(ATREIDES, area)
        if to in self.joining:
            force = joined(force, self.read.force(ATREIDES, to))
        gain = self.prospect(force, to) - self.worth
        return gain + self.taste.zeal * self.worth if gain > 0.5 * self.taste.die else gain

    def attack_gain(self, area: int, town: int) -> float:
        """What a die is worth that attacks *town* from *area* now, with all that may follow."""
        moves = [0 if each == town else -1 for each in self.towns]
        worth = self._course(self.read.force(ATREIDES, area), moves, 0, self._need(), STAGES)
        return worth + self.taste.die + self.taste.zeal * worth if worth > 0.0 else 0.0

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
        found = [(area, self.spearhead, 0.3 * self.taste.die) for area in self.joining]
        march = self.march(self.spearhead)
        town = min(march, key=lambda each: march[each] - self.read.town_rank(each), default=-1)
        return [*found, (self.spearhead, town, 0.6 * self.taste.die)] if town >= 0 and march[town] > 1 else found


def joined(one: Force, other: Force) -> Force:
    """Two Legions as one; Units beyond the limit are lost."""
    return (min(LIMIT, one[0] + other[0]), one[1] + other[1], one[2] + other[2])


def remnant(force: Force, hits: float) -> Force:
    """What is left of *force* when it can take so many Hits more; extra Hits are taken first, Leaders with them."""
    left = round(hits)
    extra = max(0, left - LIMIT)
    return (min(LIMIT, left), extra, min(force[2], max(1, extra)))
