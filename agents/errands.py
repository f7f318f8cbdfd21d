"""Ecological Testing Stations to be fetched: which Legion goes for which, and what a step on its way is worth."""

from __future__ import annotations

from agents.atreides_aims import STATION_WORTH, Aims
from dune_env.arrakis.board import GROUND_DISTANCE, STATION_AREAS

HASTE = 0.72  # what is left of a Station for every border that is still to be crossed
FARTHEST = 5


class Errands:
    """Each Station goes to the Legion that is nearest to it; a Legion has one errand, and none if it is *busy*."""

    def __init__(self, aims: Aims, busy: list[int]) -> None:
        read = aims.read
        self.worth = STATION_WORTH * min(1.0, sum(aims.need) / 5)
        self.goal: dict[int, int] = {}  # the Station of each Legion that has one
        stations = [a for a in STATION_AREAS if read.has_station(a)]
        pairs = [
            (GROUND_DISTANCE[s][a], aims.worth_now(a) if read.is_sietch(a) else 0.0, a, s)
            for s in stations
            for a in aims.army
            if a not in busy and GROUND_DISTANCE[s][a] <= FARTHEST
        ]
        taken: set[int] = set()
        for _, _, area, station in sorted(pairs):
            if area not in self.goal and station not in taken:
                self.goal[area] = station
                taken.add(station)

    def move_gain(self, area: int, to: int) -> float:
        """What the errand of the Legion in *area* gains if some of it moves to *to*; the Station itself comes on top."""
        station = self.goal.get(area, -1)
        if station < 0 or to == station:
            return 0.0
        near = GROUND_DISTANCE[station]
        return 0.75 * self.worth * (HASTE ** (near[to] - 1) - HASTE ** (near[area] - 1))

    def ways(self) -> list[tuple[int, int, float]]:
        """From where to where Legions run, and what a ride would be worth."""
        return [(area, station, 0.25 * self.worth) for area, station in self.goal.items()]
