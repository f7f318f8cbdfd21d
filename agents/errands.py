"""Where single Legions are sent: to Testing Stations, and to ground that a revealed Prescience card asks for."""

from __future__ import annotations

from agents.atreides_aims import STATION_WORTH, Aims
from dune_env.arrakis.board import GROUND_DISTANCE, STATION_AREAS

HASTE = 0.64  # what is left of an errand for every border that is still to be crossed
FARTHEST = 5
GROUND_WITHIN = 2  # farther away no ground is reached in time for the End of the Round

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
            free = [a for a in self.aims.army if not wanted[a] and a not in self.errand]
            missing = count - sum(wanted[a] for a in self.aims.army)
            if missing <= 0 or gain <= 0.0 or missing > moves:
                continue
            pairs = sorted(
                (GROUND_DISTANCE[legion][to], self._loss(legion), legion, to)
                for legion in free
                for to in range(len(wanted))
                if wanted[to] and GROUND_DISTANCE[legion][to] <= GROUND_WITHIN and self.read.free_for_atreides()[to]
            )
            chosen: dict[int, int] = {}
            needed = 0
            for distance, _, legion, to in pairs:
                if legion not in chosen and to not in chosen.values() and len(chosen) < missing:
                    chosen[legion] = to
                    needed += distance
            if len(chosen) == missing and needed <= moves:
                moves -= needed
                for legion, to in chosen.items():
                    self.errand[legion] = (to, gain / missing)

    def _share_stations(self) -> None:
        worth = STATION_WORTH * min(1.0, sum(self.aims.need) / 5)
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
        near = GROUND_DISTANCE[goal]
        return 0.75 * worth * (HASTE ** (near[to] - 1) - HASTE ** (near[area] - 1))

    def ways(self) -> list[tuple[int, int, float]]:
        """From where to where Legions run, and what a ride would be worth."""
        return [(area, goal, 0.25 * worth) for area, (goal, worth) in self.errand.items()]
