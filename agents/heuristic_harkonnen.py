"""A Harkonnen who harvests, stockpiles, gathers Legions and razes Sietches."""

from __future__ import annotations

from typing import Final

from agents.harkonnen_aims import Assaults, joined, without
from agents.heuristic import Heuristic
from agents.reading import LIMIT
from dune_env.arrakis import slots
from dune_env.arrakis.board import DISTANCE, GROUND, ZONE_AREAS, ZONES_OF
from dune_env.arrakis.leaders.entering import (
    BARON_HARKONNEN,
    CAPTAIN_ARAMSHAM,
    FEYD_RAUTHA,
    GAIUS_HELEN_MOHIAM,
    SHADDAM_IV,
    THUFIR_HAWAT,
)
from dune_env.arrakis.names import (
    ATREIDES,
    CARRYALL,
    DEPLOYMENT,
    HARKONNEN,
    HARVESTER,
    LEADERSHIP,
    MENTAT,
    ORNITHOPTER,
    STRATEGY,
)
from dune_env.arrakis.programs import COUNT, KIND, ROUND_REGISTER
from dune_env.arrakis.spice import KEEP_COST, RAISE_COST, STOCKPILE_COST, TOP_STEP
from dune_env.arrakis.state import N_AREAS

STRIKE_FORCE: Final = 4.0  # power that makes an Ornithopter above a Legion useful
# Cards that are worth more or less than a card usually is.
CARD_WORTH: Final = {
    "forced_recruitment": 0.8,
    "carthag_the_former_capital": 0.8,
    "barons_personal_guard": 0.8,
    "hard_times_and_oppression": 0.7,
    "breeding_program": 1.0,
    "arsunt_legion": 0.7,
    "rage_overcame_shaddam_iv_settlement": 0.9,
    "rage_overcame_shaddam_iv_legion": 0.9,
    "rage_overcame_shaddam_iv_assault": 0.9,
    "moving_the_battle_group": 0.7,
    "evidence_of_rebellion": 0.8,
    "hunter_seeker": 0.7,
    "sardaukar_disguised": 0.8,
    "hawats_scheming": -0.5,
    "spotter_control": 0.5,
    "hope_clouds_observation": 0.2,
    "reports_of_traitors": 0.3,
    "seek_out_the_mahdi": 0.3,
}
UNIT_WORTH: Final = 0.1
AGGRESSION: Final = 2.0  # how much more a better prospect is worth than it promises: Supremacy must come in time
CARD_IN_HAND: Final = 0.3
SPICE: Final = 0.28  # a Harvester more
HARVEST_LOST_IN_DESERT: Final = 0.05  # worth of a Unit that storms and worms threaten there


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
        self.assaults = Assaults(self.read)

    # --- where to go

    def may_fly(self, area: int) -> bool:
        return area not in self.view.flown and self.assaults.flies(area)

    def near(self, area: int) -> list[int]:
        """Areas that a Legion in *area* reaches by ground or by Ornithopter."""
        return [a for a in range(N_AREAS) if 0 < DISTANCE[area][a] <= 2] if self.may_fly(area) else GROUND[area]

    def steps_from(self, area: int) -> list[int]:
        return [to for to in self.near(area) if self.is_free(to)]

    def targets_of(self, area: int) -> list[int]:
        return [
            to
            for to in self.near(area)
            if not self.read.has_worm(to) and (self.read.units(ATREIDES, to) or self.read.is_sietch(to))
        ]

    def move_value(self, area: int, to: int) -> float:
        return self.once(("move", area, to), self._move_value)

    def _move_value(self, area: int, to: int) -> float:
        """What the assaults gain, less what the settlement left behind and the desert ahead cost."""
        force = self.read.force(HARKONNEN, area)
        other = self.read.force(HARKONNEN, to)
        both = joined(force, other)
        before = self.assaults.prospect(force, area)
        gain = self.assaults.prospect(both, to) - max(before, self.assaults.prospect(other, to) if other[0] else 0.0)
        value = AGGRESSION * gain
        value -= 0.4 * UNIT_WORTH * max(0, force[0] + other[0] - LIMIT) * 10
        if self.read.town_rank(area):
            value -= self.assaults.town_worth(area, force) - self.assaults.town_worth(area, (0, 0, 0))
        if self.read.has_sign(to):
            value -= 0.15 + 0.15 * self.read.is_deep_desert(to)
        elif self.read.is_desert(to):
            value -= HARVEST_LOST_IN_DESERT * force[0] * (1.0 + self.read.is_deep_desert(to))
        return value - 0.03

    def keep_behind(self, area: int, to: int) -> int:
        """One Unit holds a settlement that would otherwise lie open."""
        force = self.read.force(HARKONNEN, area)
        if not self.read.town_rank(area) or force[0] < 3:
            return 0
        gain = self.assaults.town_worth(area, (1, 0, 0)) - self.assaults.town_worth(area, (0, 0, 0))
        loss = self.assaults.prospect(force, to) - self.assaults.prospect(without(force, 1), to)
        return 1 if gain > loss else 0

    def area_value(self, area: int) -> float:
        """What three Units and a Leader more in *area* promise."""
        return self.once(("add", area, 0), self._area_value)

    def _area_value(self, area: int, _: int) -> float:
        force = self.read.force(HARKONNEN, area)
        if force[0] >= LIMIT:
            return -0.5
        more = joined(force, (3, 1, 1))
        gain = self.assaults.prospect(more, area) - (self.assaults.prospect(force, area) if force[0] else 0.0)
        if self.read.town_rank(area):
            gain += self.assaults.town_worth(area, more) - self.assaults.town_worth(area, force)
        return 0.2 + gain + 0.02 * force[0]

    # --- what to do

    def best_strike(self, needs_leader: bool) -> float:
        return self.once(("strike", int(needs_leader), 0), self._best_strike)

    def _best_strike(self, needs_leader: int, _: int) -> float:
        legions = [a for a in self.army if not needs_leader or self.read.leaders(HARKONNEN, a)]
        values = [self.best_attack(area) for area in legions]
        return max(values) if values else -1.0

    def attack_value(self, area: int, to: int) -> float:
        return self.once(("attack", area, to), self._attack_value)

    def _attack_value(self, area: int, to: int) -> float:
        chance = self.read.chance_to_win(area, to)
        prize = self.read.home_rank(ATREIDES, to) + 1.5 * UNIT_WORTH * self.read.force(ATREIDES, to)[0]
        stake = UNIT_WORTH * self.read.force(HARKONNEN, area)[0]
        return prize * chance - stake * (1.0 - 0.5 * chance)

    def best_march(self, needs_leader: bool) -> float:
        return self.once(("march", int(needs_leader), 0), self._best_march)

    def _best_march(self, needs_leader: int, _: int) -> float:
        """The best two moves of two Legions."""
        legions = [a for a in self.army if not needs_leader or self.read.leaders(HARKONNEN, a)]
        best = [self.best_move(a) for a in legions]
        best.sort(reverse=True)
        return sum(max(0.0, value) for value in best[:2]) if best else -1.0

    def best_town(self) -> float:
        return max((self.area_value(a) for a in self.read.homes(HARKONNEN)), default=0.0)

    def die_value(self, result: int) -> float:
        """The best that a die buys; a card goes to the die that is worth least otherwise."""
        action = self.best_action(result)
        hand = [kind for kind, count in enumerate(self.view.hand) if count]
        card = max((self.card_value(kind) for kind in hand), default=-1.0)
        return max(action, card - 0.3 * action)

    def best_action(self, result: int) -> float:
        specials = [x for x in range(len(self.view.leader_at)) if self.special_ready(x, result)]
        special = max((self.special_value(x) for x in specials), default=-1.0)
        if result == LEADERSHIP:
            return max(self.best_strike(True) + 0.05, self.best_march(True), special, 0.02)
        if result == STRATEGY:
            return max(self.best_strike(False), self.best_march(False), special, 0.02)
        if result == DEPLOYMENT:
            return max(self.best_town(), special)
        if result == MENTAT:
            return max(2 * CARD_IN_HAND, special)
        return max(2 * SPICE, special)

    def special_ready(self, leader: int, result: int) -> bool:
        content = self.view.content
        return (
            content.leader_side[leader] == HARKONNEN
            and content.leader_box[leader] == result
            and not self.view.leader_card[leader]
            and self.view.leader_at[leader] >= -1
        )

    def special_value(self, leader: int) -> float:
        """Special Actions are better than the regular ones of their box, if the Leader's Legion can use them."""
        if leader == CAPTAIN_ARAMSHAM:
            return self.best_town() + 0.25
        if leader in (BARON_HARKONNEN, SHADDAM_IV):
            return 0.6
        if leader in (THUFIR_HAWAT, GAIUS_HELEN_MOHIAM):
            return 3 * CARD_IN_HAND
        at = self.view.leader_at[leader]
        if at < 0:
            return -1.0
        march = max((self.move_value(at, to) for to in self.steps_from(at)), default=0.0)
        return max(1.6 * march, self.best_attack(at) + 0.05 if leader == FEYD_RAUTHA else 0.0)

    def action_value(self, slot: int) -> float:
        action = slot - slots.ACTION
        if action in (slots.ATTACK, slots.SURPRISE_ATTACK):
            return self.best_strike(action == slots.SURPRISE_ATTACK) + 0.05
        if action in (slots.MOVE, slots.LEAD):
            return self.best_march(action == slots.LEAD)
        if action == slots.DEPLOY:
            return self.best_town()
        if action == slots.DRAW:
            return 2 * CARD_IN_HAND
        return {slots.VEHICLES: 2 * SPICE, slots.REPLACE: 0.4}.get(action, 0.3)

    def card_value(self, kind: int) -> float:
        return CARD_WORTH.get(self.view.content.card_ids[kind], 0.5)

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
