"""A Harkonnen who harvests, stockpiles, gathers Legions and razes Sietches."""

from __future__ import annotations

from agents.heuristic import Heuristic
from dune_env.arrakis import slots
from dune_env.arrakis.board import DISTANCE, MOUNTAIN, PLATEAU, ZONE_AREAS, ZONES_OF
from dune_env.arrakis.names import (
    ATREIDES,
    CARRYALL,
    DEPLOYMENT,
    HARKONNEN,
    HARVESTER,
    HOUSE,
    LEADERSHIP,
    MENTAT,
    ORNITHOPTER,
    STRATEGY,
)
from dune_env.arrakis.programs import COUNT, KIND, ROUND_REGISTER
from dune_env.arrakis.spice import KEEP_COST, RAISE_COST, STOCKPILE_COST, TOP_STEP
from dune_env.arrakis.state import N_AREAS

STRIKE_FORCE = 4.0  # a Legion of less power stays at home
GOOD_ATTACK = 0.8


class HeuristicHarkonnen(Heuristic):
    """Supremacy by Stockpiling and by the Sietch that is weakest for its distance."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.questions.update(
            {
                "place_vehicles.PlaceVehicle": self.place_vehicle,
                "worm_consequence.HarvesterUnderWorm": self.rescue,
                "spice_harvesting.PayForMarker": self.pay_for_marker,
                "harkonnen_deployment.DeployRegular": self.deploy,
                "harkonnen_deployment.PickTownForLeader": self.deploy,
                "harkonnen_replace.ReplaceRegular": self.deploy,
                "harkonnen_vehicles.PickVehicleKind": self.pick_vehicle,
                "end_of_round.ExchangeLeaders": self.exchange,
            }
        )

    def prepare(self) -> None:
        self.sietches = self.read.homes(ATREIDES)
        self.army = self.read.legions(HARKONNEN)

    # --- where to go

    def appeal(self, area: int) -> float:
        """How much a Legion in *area* is drawn to its best Sietch: weak, of high rank, and near."""
        return self.once(("appeal", area, 0), self._appeal)

    def _appeal(self, area: int, _: int) -> float:
        return max(
            (
                self.read.home_rank(ATREIDES, s) * 1.5 - 0.25 * self.read.defence(ATREIDES, s) - 1.1 * DISTANCE[area][s]
                for s in self.sietches
            ),
            default=0.0,
        )

    def move_value(self, area: int, to: int) -> float:
        power = self.read.power(HARKONNEN, area)
        if power < STRIKE_FORCE and not self.read.units(HARKONNEN, to):
            return -0.5
        value = self.appeal(to) - self.appeal(area)
        joined = self.read.units(HARKONNEN, to) + self.read.units(HARKONNEN, area)
        if self.read.units(HARKONNEN, to):
            value += 0.9 if joined <= 6 else -2.5 * (joined - 6)
        if self.read.has_sign(to):
            value -= 1.5
        elif self.read.terrain(to) not in (MOUNTAIN, PLATEAU):
            value -= 0.35 + 0.25 * self.read.is_deep_desert(to)
        threat = self.read.danger(HARKONNEN, to)
        if threat > power * 1.3:
            value -= 1.0
        return value

    def keep_behind(self, area: int, to: int) -> int:
        if self.read.town_rank(area) and self.read.units(HARKONNEN, area) > 2:
            return 1 if self.read.danger(HARKONNEN, area, 3) else 0
        return 0

    def area_value(self, area: int) -> float:
        room = 6 - self.read.units(HARKONNEN, area)
        if room <= 0:
            return -0.5
        return 0.5 + 0.08 * self.appeal(area) + 0.05 * self.read.power(HARKONNEN, area)

    # --- what to do

    def best_strike(self, needs_leader: bool) -> float:
        return self.once(("strike", int(needs_leader), 0), self._best_strike)

    def _best_strike(self, needs_leader: int, _: int) -> float:
        legions = [a for a in self.army if not needs_leader or self.read.leaders(HARKONNEN, a)]
        return max((self.best_attack(area) for area in legions), default=-1.0)

    def best_march(self, needs_leader: bool) -> float:
        return self.once(("march", int(needs_leader), 0), self._best_march)

    def _best_march(self, needs_leader: int, _: int) -> float:
        legions = [a for a in self.army if not needs_leader or self.read.leaders(HARKONNEN, a)]
        return max((self.move_value(a, to) for a in legions for to in self.steps_from(a)), default=-1.0)

    def die_value(self, result: int) -> float:
        if result == LEADERSHIP:
            return max(self.best_strike(True) + 0.2, 0.35 * self.best_march(True), 0.1)
        if result == STRATEGY:
            return max(self.best_strike(False), 0.35 * self.best_march(False), 0.1)
        return {DEPLOYMENT: 0.7, MENTAT: 0.45, HOUSE: 0.75}[result]

    def action_value(self, slot: int) -> float:
        action = slot - slots.ACTION
        if action in (slots.ATTACK, slots.SURPRISE_ATTACK):
            return self.best_strike(action == slots.SURPRISE_ATTACK) + 0.05
        if action in (slots.MOVE, slots.LEAD):
            return min(0.6, 0.35 * self.best_march(action == slots.LEAD))
        if action == slots.VEHICLES:
            return 0.72 if self.view.spice_reserve == 0 else 0.6
        return {slots.DEPLOY: 0.7, slots.DRAW: 0.5, slots.REPLACE: 0.7}.get(action, 0.3)

    def deploy(self, slot: int) -> float:
        return self.area_value(slot - slots.PICK_AREA) if slot >= slots.PICK_AREA else 0.0

    # --- vehicles and spice

    def place_vehicle(self, slot: int) -> float:
        vehicle = self.register(KIND)
        if vehicle == HARVESTER:
            return self.harvester_value(slot - slots.PICK_AREA) if slot >= slots.PICK_AREA else 0.0
        if slot < slots.PICK_ZONE:
            return 0.0
        return self.zone_value(slot - slots.PICK_ZONE, vehicle)

    def harvester_value(self, area: int) -> float:
        """Yield, less what worms and Atreides Legions nearby may do to it, more under a Carryall."""
        value = 1.0 + 0.55 * self.read.is_deep_desert(area)
        value -= 0.5 * any(DISTANCE[area][a] == 1 for a in self.read.legions(ATREIDES))
        value -= 0.35 * sum(self.read.has_worm(a) for a in range(N_AREAS) if DISTANCE[area][a] <= 2)
        value += 0.4 * any(self.view.zones[zone] == CARRYALL for zone in ZONES_OF[area])
        return value - 0.3 * self.read.units(HARKONNEN, area)

    def zone_value(self, zone: int, vehicle: int) -> float:
        if self.view.zones[zone]:
            return -1.0
        areas = ZONE_AREAS[zone]
        if vehicle == CARRYALL:
            return float(sum(self.read.has_harvester(area) * (1 + self.read.is_deep_desert(area)) for area in areas))
        strikers = [a for a in areas if self.read.power(HARKONNEN, a) >= STRIKE_FORCE]
        return sum(0.2 * self.read.power(HARKONNEN, a) for a in strikers if self.read.nearest(a, self.sietches) <= 3)

    def pick_vehicle(self, slot: int) -> float:
        return {slots.VEHICLE + HARVESTER: 1.0, slots.VEHICLE + ORNITHOPTER: 0.6}.get(slot, 0.3)

    def rescue(self, slot: int) -> float:
        return 1.0 if slot >= slots.PICK_ZONE else 0.0

    def pay_for_marker(self, slot: int) -> float:
        """Keep three spice for Stockpiling, then the lowest markers; raise with what is over."""
        spice, marker = self.register(COUNT), self.register(ROUND_REGISTER)
        if self.view.supremacy <= self.view.content.stockpile_last_step and spice >= STOCKPILE_COST:
            spice -= STOCKPILE_COST
        later = [self.view.imperium[m] for m in range(marker + 1, 3)]
        lower = sum(step < self.view.imperium[marker] for step in later)
        affordable = spice - KEEP_COST * lower >= KEEP_COST
        if slot >= slots.RAISE:
            surplus = spice - KEEP_COST * len(later) >= RAISE_COST
            return 2.0 if surplus and self.view.imperium[marker] < TOP_STEP else -1.0
        if slot >= slots.KEEP:
            return 1.0 if affordable else -1.0
        return 0.0

    def exchange(self, slot: int) -> float:
        return 1.0 if slot == slots.DONE else 0.0
