"""Where single Legions are sent: to Testing Stations, and to ground that a revealed Prescience card asks for."""

from __future__ import annotations

from typing import Final

from agents.atreides_aims import Aims
from dune_env.arrakis.board import GROUND_DISTANCE, STATION_AREAS
from dune_env.arrakis.names import ATREIDES

FARTHEST: Final = 5
GROUND_WITHIN: Final = 2  # farther away no ground is reached in time for the End of the Round

Errand = tuple[int, float]  # the Area to go to, and what it is worth to be there


class Errands:
    """Each errand goes to the Legion that is nearest; a Legion has one errand, and none if it is *busy*."""

    def __init__(self, aims: Aims, busy: list[int]) -> None:
        self.aims = aims
        self.read = aims.read
        self.busy = busy
        self.errand: dict[int, Errand] = {}  # of each Legion that has one
        self._share_ground()
        self._share_stations()

    def _share_ground(self) -> None:
        """Ground claims that the moves left this round can complete, the best first."""
        moves = self.aims.moves_left
        for wanted, count, gain in sorted(self.aims.ground_claims(), key=lambda claim: -claim[2]):
            missing = count - sum(wanted[a] for a in self.aims.army)
            if missing <= 0 or gain <= 0.0 or missing > moves:
                continue
            chosen, needed = self._chosen(wanted, missing)
            if len(chosen) == missing and needed <= moves:
                moves -= needed
                for legion, to in chosen:
                    self.errand.setdefault(legion, (to, gain / missing))

    def _chosen(self, wanted: list[bool], missing: int) -> tuple[list[tuple[int, int]], int]:
        """Who goes where to fill *missing* Areas of the *wanted* ground, and how many moves that takes."""
        free = self.read.free_for_atreides()
        spare = {a: self._spare(a, wanted[a]) for a in self.aims.army if a not in self.errand}
        pairs = sorted(
            (GROUND_DISTANCE[legion][to], self._loss(legion), legion, to)
            for legion, units in spare.items()
            if units
            for to in range(len(wanted))
            if wanted[to] and GROUND_DISTANCE[legion][to] <= GROUND_WITHIN and free[to]
            if not self.read.units(ATREIDES, to)
        )
        chosen: list[tuple[int, int]] = []
        needed = 0
        taken: set[int] = set()
        for distance, _, legion, to in pairs:
            if spare[legion] and to not in taken and len(chosen) < missing:
                chosen.append((legion, to))
                taken.add(to)
                spare[legion] -= 1
                needed += distance
        return chosen, needed

    def _spare(self, area: int, stays: bool) -> int:
        """Parties that the Legion of *area* can send out: whole, or one Unit each."""
        parties = self.aims.parties(area)
        return parties - 1 if stays or (self.read.is_sietch(area) and parties > 1) else parties

    def _share_stations(self) -> None:
        worth = self.aims.taste.station * min(1.0, sum(self.aims.need) / 5)
        pairs = [
            (GROUND_DISTANCE[s][a], self._loss(a), a, s)
            for s in STATION_AREAS
            if self.read.has_station(s)
            for a in self.aims.army
            if a not in self.busy and GROUND_DISTANCE[s][a] <= FARTHEST
        ]
        taken: set[int] = set()
        for _, _, area, station in sorted(pairs):
            if area not in self.errand and station not in taken:
                self.errand[area] = (station, worth)
                taken.add(station)

    def _loss(self, area: int) -> float:
        return self.aims.worth_now(area) if self.read.is_sietch(area) else 0.0

    def move_gain(self, area: int, to: int) -> float:
        """What the errand of the Legion in *area* gains by a move to *to*; what it finds there comes on top."""
        if area not in self.errand:
            return 0.0
        goal, worth = self.errand[area]
        if to == goal:
            return 0.0
        near, haste = GROUND_DISTANCE[goal], self.aims.taste.haste
        return self.aims.taste.errand * worth * (haste ** (near[to] - 1) - haste ** (near[area] - 1))

    def ways(self) -> list[tuple[int, int, float]]:
        """From where to where Legions run, and what a ride would be worth."""
        return [(area, goal, 0.25 * worth) for area, (goal, worth) in self.errand.items()]
