"""An Atreides who pursues the markers of the objective: claims, Stations, weak settlements, worms against spice."""

from __future__ import annotations

from agents.heuristic import Heuristic
from dune_env.arrakis import slots
from dune_env.arrakis.board import DISTANCE, MINOR_ERG, MOUNTAIN, PLATEAU
from dune_env.arrakis.names import (
    ATREIDES,
    DEPLOYMENT,
    HARKONNEN,
    HOUSE,
    IN_ROW,
    LEADERSHIP,
    MENTAT,
    STRATEGY,
)
from dune_env.arrakis.programs import AREA
from dune_env.arrakis.state import N_AREAS

# Prescience cards that ask for Legions on one kind of ground, and how many Areas they want.
GROUND_CARDS = {
    "dew_collectors_for_the_planting": (PLATEAU, 3),
    "new_hidden_wind_traps": (MOUNTAIN, 3),
    "stunted_worms": (MINOR_ERG, 2),
}
DESERT_CARD, DESERT_AREAS = "the_desert_war", 4
GUARD = 2  # Units that stay in a Sietch under threat


class HeuristicAtreides(Heuristic):
    """Spreads small Legions over the ground that the revealed Prescience cards ask for, and keeps Sietches guarded."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.questions.update(
            {
                "atreides_deployment.PickSietch": self.pick_sietch,
                "atreides_deployment.PickSietchLeader": self.pick_leader,
                "place_wormsigns.PickSignArea": self.pick_sign_area,
                "move_worms.PickWorm": self.pick_worm,
                "move_worms.MoveWorm": self.move_worm,
                "worm_attack.PickWorm": self.pick_worm,
                "worm_attack.PickWormTarget": self.pick_worm_target,
                "worm_consequence.ForcedRetreat": self.drive_away,
                "retreat.PickRetreat": self.drive_away,
                "end_of_round.DiscardOrShuffle": self.discard_or_shuffle,
                "end_of_round.ExchangeLeaders": self.exchange,
            }
        )

    def prepare(self) -> None:
        self.army = self.read.legions(ATREIDES)
        self.enemies = self.read.legions(HARKONNEN)
        self.need = self.steps_needed()
        self.wanted = self.wanted_areas()

    def steps_needed(self) -> list[int]:
        """Steps that each marker still lacks for the nearest Secret Objective held."""
        goals = [self.view.content.objectives[i] for i in self.view.objectives]
        lacks = [[max(0, goal[m] - self.view.prescience[m]) for m in range(3)] for goal in goals]
        return min(lacks, key=sum, default=[3, 3, 3])

    def card_gain(self, card: int) -> float:
        """Useful steps of a Prescience card."""
        steps = self.view.content.prescience_steps[card]
        return float(sum(min(steps[m], self.need[m]) for m in range(3)))

    def wanted_areas(self) -> dict[int, float]:
        """Areas where a Legion helps to claim a card of the row, with what that is worth."""
        wanted: dict[int, float] = {}
        ids = self.view.content.prescience_ids
        for card in range(16):
            if self.view.prescience_at[card] != IN_ROW:
                continue
            gain = self.card_gain(card)
            if ids[card] in GROUND_CARDS:
                ground, count = GROUND_CARDS[ids[card]]
                areas = [a for a in range(N_AREAS) if self.read.terrain(a) == ground]
            elif ids[card] == DESERT_CARD:
                count = DESERT_AREAS
                areas = [a for a in range(N_AREAS) if self.read.is_desert(a) and not self.read.is_sietch(a)]
            else:
                continue
            held = sum(a in self.army for a in areas)
            worth = gain / max(1, count - min(held, count - 1))
            for area in areas:
                if held < count or area in self.army:
                    wanted[area] = max(wanted.get(area, 0.0), worth)
        return wanted

    # --- where to go

    def stand_value(self, area: int) -> float:
        """What a Legion in *area* is good for: claims, Stations, Sietches to hold, towns in reach, safety."""
        return self.once(("stand", area, 0), self._stand_value)

    def _stand_value(self, area: int, _: int) -> float:
        value = 1.2 * self.wanted.get(area, 0.0)
        if self.read.has_station(area):
            value += 1.6
        if self.read.has_harvester(area):
            value += 0.7
        if self.read.is_sietch(area):
            value += 0.5 + 0.4 * self.read.home_rank(ATREIDES, area)
        towns = [a for a in self.read.homes(HARKONNEN) if self.read.defence(HARKONNEN, a) < 3.0]
        value += max((0.25 * self.read.town_rank(t) * 3 / (1 + DISTANCE[area][t]) for t in towns), default=0.0)
        return value - 0.12 * self.read.danger(ATREIDES, area)

    def pull(self, area: int) -> float:
        """How near wanted ground is that no Legion holds yet."""
        return self.once(("pull", area, 0), self._pull)

    def _pull(self, area: int, _: int) -> float:
        return max(
            (worth / (1 + DISTANCE[area][a]) for a, worth in self.wanted.items() if a not in self.army), default=0.0
        )

    def move_value(self, area: int, to: int) -> float:
        units = self.read.units(ATREIDES, area)
        stays = units > 1
        gain = self.stand_value(to) + 0.8 * self.pull(to)
        if self.read.units(ATREIDES, to):
            gain *= 0.3
        loss = 0.0 if stays else self.stand_value(area) + 0.8 * self.pull(area)
        if self.read.is_sietch(area) and self.read.danger(ATREIDES, area, 2) and units <= GUARD:
            loss += 1.5
        return gain - loss - 0.2

    def keep_behind(self, area: int, to: int) -> int:
        """Send one Unit and keep the rest, unless the Legion leaves ground that is worth nothing."""
        units = self.read.units(ATREIDES, area)
        if units > 1 and (self.read.is_sietch(area) or self.stand_value(area) > 0.6):
            return units - 1
        return 0

    def split_value(self, slot: int, keep: int) -> float:
        """The scout of a split is a Regular or a token, Leaders stay unless one must lead."""
        value = super().split_value(slot, keep)
        if slots.PICK_BASHAR <= slot <= slots.PICK_NAIB:
            return 0.5
        if slots.PICK_LEADER <= slot < slots.CARD:
            return 0.4
        return value

    def area_value(self, area: int) -> float:
        return 0.2 * self.stand_value(area) + 0.1 * self.pull(area)

    # --- what to do

    def best_strike(self, needs_leader: bool) -> float:
        return self.once(("strike", int(needs_leader), 0), self._best_strike)

    def _best_strike(self, needs_leader: int, _: int) -> float:
        legions = [a for a in self.army if not needs_leader or self.read.leaders(ATREIDES, a)]
        return max((self.best_attack(area) for area in legions), default=-1.0)

    def attack_value(self, area: int, to: int) -> float:
        value = super().attack_value(area, to)
        useful = sum(min(self.read.town_rank(to), need) for need in self.need)
        return value + useful * self.read.chance_to_win(area, to)

    def best_march(self, needs_leader: bool) -> float:
        return self.once(("march", int(needs_leader), 0), self._best_march)

    def _best_march(self, needs_leader: int, _: int) -> float:
        legions = [a for a in self.army if not needs_leader or self.read.leaders(ATREIDES, a)]
        return max((self.move_value(a, to) for a in legions for to in self.steps_from(a)), default=-1.0)

    def die_value(self, result: int) -> float:
        by_result = {
            LEADERSHIP: max(self.best_strike(True) + 0.1, self.best_march(True), 0.1),
            STRATEGY: max(self.best_strike(False), self.best_march(False), 0.1),
            DEPLOYMENT: 0.8,
            MENTAT: 0.5,
        }
        return max(by_result.values()) - 0.05 if result == HOUSE else by_result[result]

    def action_value(self, slot: int) -> float:
        action = slot - slots.ACTION
        if action in (slots.ATTACK, slots.SURPRISE_ATTACK):
            return self.best_strike(action == slots.SURPRISE_ATTACK) + 0.05
        if action in (slots.MOVE, slots.LEAD):
            return self.best_march(action == slots.LEAD)
        if action == slots.WORM_ATTACK:
            return 3.0
        # Desert Power costs no die, so it comes before any die that can wait.
        return {slots.WORMSIGNS: 1.4, slots.MOVE_WORMS: 0.9, slots.DEPLOY: 0.8, slots.DRAW: 0.5}.get(action, 0.3)

    def pick_sietch(self, slot: int) -> float:
        """The Sietch that needs Units most; a safe and manned one where Paul and Jessica are to meet."""
        area = slot - slots.PICK_AREA
        room = 6 - self.read.units(ATREIDES, area)
        threat = self.read.danger(ATREIDES, area, 2) * (1 + 0.3 * self.read.home_rank(ATREIDES, area))
        return (threat - 0.6 * self.read.power(ATREIDES, area) + self.pull(area)) if room > 0 else -9.0

    def pick_leader(self, slot: int) -> float:
        if slots.PICK_LEADER <= slot < slots.CARD:
            return 1.0 - 0.6 * (self.read.danger(ATREIDES, self.register(AREA), 1) > 0)
        return 0.6 if slot else 0.0

    # --- worms

    def pick_sign_area(self, slot: int) -> float:
        if slot < slots.PICK_AREA:
            return 0.0
        area = slot - slots.PICK_AREA
        prey = sum(self.read.has_harvester(a) or self.read.units(HARKONNEN, a) > 0 for a in self.around(area))
        return 0.5 + 0.3 * prey + 0.4 * self.read.is_deep_desert(area) - 2.0 * (self.read.units(ATREIDES, area) > 0)

    def around(self, area: int) -> list[int]:
        return [a for a in range(N_AREAS) if 0 < DISTANCE[area][a] <= 2]

    def prey_value(self, area: int) -> float:
        legion = self.read.power(HARKONNEN, area)
        return 0.8 + 0.5 * min(legion, 5.0) if legion else 1.4 * self.read.has_harvester(area)

    def pick_worm(self, slot: int) -> float:
        if slot < slots.PICK_AREA:
            return 0.0
        return max((self.prey_value(a) for a in self.around(slot - slots.PICK_AREA)), default=0.1)

    def move_worm(self, slot: int) -> float:
        return max((self.prey_value(a) for a in self.around(slot - slots.PICK_AREA)), default=0.0)

    def pick_worm_target(self, slot: int) -> float:
        return self.prey_value(slot - slots.PICK_AREA)

    def drive_away(self, slot: int) -> float:
        """Where a beaten Legion goes: a Harkonnen one far from every Sietch, an Atreides one into safety."""
        area = slot - slots.PICK_AREA
        own = self.view.solo and self.read.units(ATREIDES, self.register(AREA)) > 0
        if own:
            return self.stand_value(area)
        sietches = self.read.homes(ATREIDES)
        return self.read.nearest(area, sietches) + 0.5 * self.read.is_desert(area)

    # --- the end of the round

    def discard_or_shuffle(self, slot: int) -> float:
        """Keep cards in the deck that move a marker still needed."""
        return 0.0 if slot == slots.YES else 0.5

    def exchange(self, slot: int) -> float:
        return 1.0 if slot == slots.DONE else 0.0
