"""Sandworms and Wormsigns of an Atreides: hunts, mines in the way of Mahdi's Legions, and rides for one's own."""

from __future__ import annotations

from agents.atreides_aims import Aims
from agents.campaign import Campaign
from agents.errands import Errands
from agents.heuristic import Heuristic
from dune_env.arrakis import slots
from dune_env.arrakis.board import DISTANCE, GROUND, GROUND_DISTANCE
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.state import N_AREAS


class WormCraft(Heuristic):
    """What a position asks of the desert: plans that want rides, Legions that are to be stopped, and prey."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plan: Campaign | None = None
        self.to_fetch: Errands | None = None
        self.keeps_plan = False  # from position to position, and the errands, as searches have it

    def prepare(self) -> None:
        self.aims = Aims(self.read)
        self.taste = self.aims.taste
        self.army = self.aims.army
        self.enemies = self.aims.enemies
        if not self.keeps_plan:
            self.plan_anew()
        self.signs: dict[int, float] | None = None

    def plan_anew(self) -> None:
        """Forget the campaign and the errands."""
        self.plan = None
        self.to_fetch = None

    def errands(self) -> Errands:
        """The Stations to be fetched, shared out when first asked for."""
        if self.to_fetch is None:
            plan = self.campaign()
            self.to_fetch = Errands(self.aims, [plan.spearhead, *plan.joining])
        return self.to_fetch

    def campaign(self) -> Campaign:
        """The march on the Harkonnen settlements, planned when first asked for."""
        if self.plan is None:
            self.plan = Campaign(self.aims)
        return self.plan

    # --- Wormsigns

    def pick_sign_area(self, slot: int) -> float:
        if slot < slots.PICK_AREA:
            return 0.0
        area = slot - slots.PICK_AREA
        return 0.3 + self.mine_worth(area) + self.sign_worth().get(area, 0.0)

    def best_sign(self) -> float:
        return self.once(("sign", 0, 0), self._best_sign)

    def _best_sign(self, _: int, __: int) -> float:
        return max(self.sign_worth().values(), default=0.0)

    def sign_worth(self) -> dict[int, float]:
        """Desert Areas on the ways of marching Legions, where a Wormsign makes one border less to cross."""
        if self.signs is None:
            self.signs = {}
            desert = [at for at in range(N_AREAS) if self.read.is_desert(at)]
            for start, end, worth in [*self.campaign().ways(), *self.errands().ways()]:
                before, after = GROUND_DISTANCE[start], GROUND_DISTANCE[end]
                length = before[end]
                for at in desert:
                    if before[at] + after[at] == length and 0 < before[at] < length:
                        joins = before[at] == 1 or any(self.read.rideable()[near] for near in GROUND[at])
                        self.signs[at] = self.signs.get(at, 0.0) + (worth if joins else 0.3 * worth)
        return self.signs

    def mine_worth(self, area: int) -> float:
        """A Wormsign in the way of Legions that march on a Sietch, or where a worm will find prey."""
        read = self.read
        worth = 0.25 * read.is_deep_desert(area) - 0.8 * (read.units(ATREIDES, area) > 0)
        if read.units(HARKONNEN, area) or read.has_harvester(area):
            worth -= 0.5  # it gets a Wormsign anyway
        distances = DISTANCE[area]
        for home in read.homes(ATREIDES):
            if distances[home] <= 2:
                for enemy in self.enemies:
                    if distances[enemy] + distances[home] == DISTANCE[enemy][home]:
                        worth += 0.25 * self.aims.threat(enemy)
        return worth

    # --- hunts

    def around(self, area: int) -> list[int]:
        return [a for a in range(N_AREAS) if 0 < DISTANCE[area][a] <= 2]

    def best_hunt(self) -> float:
        worms = [a for a in range(N_AREAS) if self.read.has_worm(a)]
        return max((self.aims.hunted(a) for worm in worms for a in self.around(worm)), default=0.0)

    def pick_worm(self, slot: int) -> float:
        if slot < slots.PICK_AREA:
            return 0.0
        return max((self.aims.hunted(a) for a in self.around(slot - slots.PICK_AREA)), default=0.1)

    def pick_worm_to_move(self, slot: int) -> float:
        return 0.1 if slot < slots.PICK_AREA else 0.2 - 0.1 * self.pick_worm(slot)

    def move_worm(self, slot: int) -> float:
        return max((self.aims.hunted(a) for a in self.around(slot - slots.PICK_AREA)), default=0.0)

    def pick_worm_target(self, slot: int) -> float:
        return self.aims.hunted(slot - slots.PICK_AREA)
