"""An Atreides who pursues the markers of the objective: claims, Stations, weak settlements, and worms to win time."""

from __future__ import annotations

from typing import Final

from agents.card_worth import AtreidesCards
from agents.heuristic import Score
from agents.mahdi_ties import MahdiTies
from dune_env.arrakis import slots
from dune_env.arrakis.board import DISTANCE
from dune_env.arrakis.leaders.entering import (
    ALIA,
    CHANI,
    JESSICAS,
    LADY_JESSICA,
    PAUL_ATREIDES,
    PAUL_MUADDIB,
    PAULS,
    REVEREND_MOTHER_JESSICA,
    STILGAR,
)
from dune_env.arrakis.names import ATREIDES, DEPLOYMENT, HARKONNEN, HOUSE, LEADERSHIP, REGULAR, STRATEGY
from dune_env.arrakis.programs import AREA, CARD_REGISTER, PICKED, PICKED_TOKENS

GO_ON: Final = 0.38  # chance of victory for which a battle goes on
EASY_CLAIMS: Final = (
    "the_fremen_call_paul_the_mahdi",
    "jessica_trains_paul",
    "the_lisan_al_gaib",
    "paul_drinks_the_water_of_life",
    "families_flee_to_the_palmaries",
    "assumed_jessica_in_a_sietch",
    "assumed_plans_laid_bare",
    "assumed_harvesters_lost",
    "assumed_victory_in_battle",
)
GUERRILLA_SLOT: Final = slots.FREE + slots.GUERRILLA_TRAINING
TOKEN_FORCE: Final = (2, 1)  # Units and extra Hits of the usual Deployment token


class HeuristicAtreides(MahdiTies):
    """Holds the Sietches that can be held, spreads small Legions for claims, and lets the desert fight."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.questions.update(
            {
                "atreides_deployment.PickSietch": self.pick_sietch,
                "special_stilgar.LayTokens": self.pick_sietch_of_two,
                "atreides_deployment.PickSietchLeader": self.pick_leader,
                "special_stilgar.PickSietchLeader": self.pick_leader,
                "guerrilla_training.FlipToken": self.flip,
                "place_wormsigns.PickSignArea": self.pick_sign_area,
                "move_worms.PickWorm": self.pick_worm_to_move,
                "move_worms.MoveWorm": self.move_worm,
                "worm_attack.PickWorm": self.pick_worm,
                "worm_attack.PickWormTarget": self.pick_worm_target,
                "end_of_round.DiscardOrShuffle": self.discard_or_shuffle,
                "end_of_round.ExchangeLeaders": self.exchange,
                "families_flee_to_the_palmaries.FleeingArea": self.pick_fleeing,
            }
        )

    def prepare(self) -> None:
        super().prepare()
        self.deck: AtreidesCards | None = None
        self.trained: tuple[int, float] | None = None

    def cards(self) -> AtreidesCards:
        """What cards are worth, from a table that is made when first asked for."""
        if self.deck is None:
            self.deck = AtreidesCards(self.aims)
        return self.deck

    # --- moving

    def steps_from(self, area: int) -> list[int]:
        return [to for to in self.read.reach(area) if self.is_free(to)]

    def stand_worth(self, area: int) -> float:
        """What an Area has for the taking, and what it costs to be seen there."""
        return self.once(("stand", area, 0), self._stand_worth)

    def _stand_worth(self, area: int, _: int) -> float:
        worth = 0.0
        if self.read.has_station(area):
            worth += self.taste.station * min(1.0, sum(self.aims.need) / 6)
        if self.read.has_harvester(area):
            worth += self.taste.harvester
        if not self.read.is_sietch(area):
            near = [e for e in self.enemies if DISTANCE[e][area] == 1]
            worth -= self.taste.unit * self.taste.exposed * bool(near)
        return worth

    def move_value(self, area: int, to: int) -> float:
        """The better of moving the whole Legion and of sending one Unit or token."""
        return max(self.whole_value(area, to), self.part_value(area, to))

    def whole_value(self, area: int, to: int) -> float:
        return self.once(("whole", area, to), self._whole_value)

    def _whole_value(self, area: int, to: int) -> float:
        units, extra, leaders = self.read.force(ATREIDES, area)
        power = self.read.bot_power(ATREIDES, area)
        value = self.stand_worth(to) + self.aims.claims_after(area, to)
        if not self.read.is_sietch(to) and area != self.campaign().spearhead:
            value -= self.aims.leaving_home(area)
        value += self.taste.march * self.campaign().move_gain(area, to) + self.errands().move_gain(area, to)
        if self.read.is_sietch(area):
            value += self.aims.worth_with(area, -power, -units, -extra, -leaders)
        if self.read.is_sietch(to):
            room = 6 - self.read.units(ATREIDES, to)
            if room < self.read.units(ATREIDES, area):
                return -9.0
            value += self.aims.worth_with(to, power, units, extra, leaders)
        elif self.read.units(ATREIDES, to) + self.read.units(ATREIDES, area) > 6:
            return -9.0
        return value - self.taste.moving

    def part_value(self, area: int, to: int) -> float:
        return self.once(("part", area, to), self._part_value)

    def _part_value(self, area: int, to: int) -> float:
        if self.aims.parties(area) < 2:
            return -9.0
        units, extra, power = self.smallest_part(area)
        value = self.stand_worth(to) + self.aims.claims_after(-1, to) + self.errands().move_gain(area, to)
        if self.read.is_sietch(area):
            value += self.aims.worth_with(area, -power, -units, -extra, 0)
        value -= self.campaign().part_loss(area, units, extra)
        if self.read.is_sietch(to):
            if self.read.units(ATREIDES, to) >= 6:
                return -9.0
            value += self.aims.worth_with(to, power, units, extra, 0)
        elif self.read.units(ATREIDES, to):
            value -= 0.3
        return value - self.taste.moving

    def smallest_part(self, area: int) -> tuple[int, int, int]:
        """Units, extra Hits and Combat Power of the least that can be sent out of *area*."""
        if self.read.figures(ATREIDES, area, REGULAR) or self.read.units(ATREIDES, area) == 1:
            return 1, 0, 1
        if self.read.own_tokens(area):
            return 2, 1, 2
        return 1, 1, 1

    def keep_behind(self, area: int, to: int) -> int:
        units = self.read.units(ATREIDES, area)
        return units - 1 if units > 1 and self.part_value(area, to) > self.whole_value(area, to) else 0

    def split_value(self, slot: int, keep: int) -> float:
        """The scout of a split is a Regular or a token; Leaders stay unless one must lead."""
        area = self.register(AREA)
        taken = sum(max(0, self.register(PICKED + grade)) for grade in range(3))
        taken += max(0, self.register(PICKED_TOKENS)).bit_count()
        if slot == slots.DONE:
            return 0.6
        if slots.PICK_FIGURE <= slot < slots.PICK_FIGURE + 3:
            return (1.0 - 0.1 * (slot - slots.PICK_FIGURE)) if self.read.units(ATREIDES, area) - taken > keep else 0.2
        if slots.PICK_TOKEN <= slot < slots.PICK_LEADER:
            return 0.95 if self.read.units(ATREIDES, area) - taken > keep else 0.2
        if slots.PICK_BASHAR <= slot <= slots.PICK_NAIB:
            return 0.5
        return 0.4 if slots.PICK_LEADER <= slot < slots.CARD else 0.0

    def area_value(self, area: int) -> float:
        """Where to add something: a Sietch that it makes safe, or ground that a claim wants."""
        if self.read.units(HARKONNEN, area) or self.read.town_rank(area):
            return self.aims.threat(area)
        value = self.stand_worth(area) + self.aims.claims_after(-1, area)
        if self.read.is_sietch(area):
            if self.read.units(ATREIDES, area) >= 6:
                return -1.0
            value += self.aims.worth_with(area, 2, 2, 1, 0)
        return value

    # --- Guerrilla Training

    def offered_beside(self, slot: int, score: Score) -> float:
        if slot == GUERRILLA_SLOT and self.question == "move_legions.PickMover":
            area, value = self.best_trained()
            return value + 0.01 if area >= 0 else -1.0
        return super().offered_beside(slot, score)

    def best_trained(self) -> tuple[int, float]:
        """Where a token is to be turned up so that one of its Units can go on an errand, and what that is worth."""
        if self.trained is None:
            self.trained = self._best_trained()
        return self.trained

    def _best_trained(self) -> tuple[int, float]:
        best, found = 0.0, -1
        for area in self.army:
            if self.read.units(ATREIDES, area) == 1 and self.read.can_train(area):
                for to in self.steps_from(area):
                    value = self.part_value(area, to)
                    if value > max(best, self.whole_value(area, to)):
                        best, found = value, area
        return found, best

    def flip(self, slot: int) -> float:
        """The token of which one Unit is to go somewhere."""
        return float(self.view.token_at[slot - slots.PICK_TOKEN] == self.best_trained()[0])

    # --- what to do

    def enough_to_go_on(self, to: int) -> float:
        return self.taste.go_on_at_town if self.read.town_rank(to) else GO_ON

    def odds_to_flee(self) -> float:
        return self.taste.flee

    def best_strike(self, needs_leader: bool) -> float:
        return self.once(("strike", int(needs_leader), 0), self._best_strike)

    def _best_strike(self, needs_leader: int, _: int) -> float:
        legions = [a for a in self.army if not needs_leader or self.read.leaders(ATREIDES, a)]
        values = [self.best_attack(area) for area in legions]
        return max(values) if values else -1.0

    def targets_of(self, area: int) -> list[int]:
        enemy = HARKONNEN
        return [
            to
            for to in self.read.reach(area)
            if not self.read.has_worm(to) and (self.read.units(enemy, to) or self.read.town_rank(to))
        ]

    def attack_value(self, area: int, to: int) -> float:
        return self.once(("attack", area, to), self._attack_value)

    def _attack_value(self, area: int, to: int) -> float:
        """The prize times the chance, less what the attacker leaves unguarded if it is destroyed."""
        chance = self.read.chance_to_win(area, to)
        useful = float(sum(min(self.read.town_rank(to), need) for need in self.aims.need))
        prize = self.taste.razed * useful + self.taste.unit * self.read.units(HARKONNEN, to)
        prize += self.taste.threat * self.aims.threat(to)
        prize += self.aims.gain_of("assumed_victory_in_battle")
        stake = self.taste.unit * self.read.units(ATREIDES, area)
        if self.read.is_sietch(area):
            units, extra, leaders = self.read.force(ATREIDES, area)
            stake -= self.aims.worth_with(area, -self.read.bot_power(ATREIDES, area), -units, -extra, -leaders)
        value = prize * chance - self.taste.stake * stake * (1.0 - 0.6 * chance)
        return max(value, self.campaign().attack_gain(area, to)) if self.read.town_rank(to) else value

    def best_march(self, needs_leader: bool) -> float:
        return self.once(("march", int(needs_leader), 0), self._best_march)

    def _best_march(self, needs_leader: int, _: int) -> float:
        """The best two moves of two Legions."""
        legions = [a for a in self.army if not needs_leader or self.read.leaders(ATREIDES, a)]
        best = [self.best_move(a) for a in legions]
        best.sort(reverse=True)
        return sum(max(0.0, value) for value in best[:2]) if best else -1.0

    def die_value(self, result: int) -> float:
        """The best that a die buys; a card goes to the die that is worth least otherwise."""
        action = self.best_action(result)
        card = max(self.cards().best(), self.aims.spend_die_gain())
        return max(action, self.taste.card * card - self.taste.die_for_card * action)

    def best_action(self, result: int) -> float:
        return self.once(("action", result, 0), self._best_action)

    def _best_action(self, result: int, _: int) -> float:
        if result == HOUSE:
            return max(self.best_action(each) for each in range(HOUSE)) - 0.02
        leaders = [x for x in range(len(self.view.leader_at)) if self.special_ready(x, result)]
        special = max((self.special_value(x) for x in leaders), default=0.0)
        if result == LEADERSHIP:
            return max(self.best_strike(True), self.best_march(True), special, 0.05)
        if result == STRATEGY:
            return max(self.best_strike(False), self.best_march(False), special, 0.05)
        if result == DEPLOYMENT:
            return max(self.deploy_value(1), special)
        return max(2 * self.taste.card_in_hand, special)

    def special_ready(self, leader: int, result: int) -> bool:
        content = self.view.content
        at = self.view.leader_at[leader]
        return (
            content.leader_side[leader] == ATREIDES
            and content.leader_box[leader] == result
            and not self.view.leader_card[leader]
            and at >= -1
        )

    def special_value(self, leader: int) -> float:
        if leader == STILGAR:
            return self.deploy_value(2) + 0.1
        if leader == LADY_JESSICA:
            return 3 * self.taste.card_in_hand
        if leader == REVEREND_MOTHER_JESSICA:
            return 2 * self.taste.card_in_hand + max(0.0, self.cards().best())
        if leader == CHANI:
            return 1.2 * self.best_march(False)
        if leader == ALIA:
            return self.taste.alia + max(self.best_action(each) for each in range(HOUSE))
        if leader in (PAUL_ATREIDES, PAUL_MUADDIB):
            at = self.view.leader_at[leader]
            return max((self.move_value(at, to) for to in self.steps_from(at)), default=0.0) if at >= 0 else 0.0
        return 0.3

    def deploy_value(self, tokens: int) -> float:
        if not self.view.tokens_left[1]:
            return 0.3
        return max((self.deploy_gain(a, tokens) for a in self.read.homes(ATREIDES)), default=0.0)

    def deploy_gain(self, area: int, tokens: int) -> float:
        return self.once(("deploy", area, tokens), self._deploy_gain)

    def _deploy_gain(self, area: int, tokens: int) -> float:
        room = 6 - self.read.units(ATREIDES, area)
        tokens = min(tokens, room)
        if tokens <= 0:
            return -1.0
        units, extra = TOKEN_FORCE[0] * tokens, TOKEN_FORCE[1] * tokens + 1
        gain = self.aims.worth_with(area, 2 * tokens + 1, units, extra, 1)
        gain += self.campaign().gain_with(area, units, extra, 1)
        return gain + self.taste.token * tokens + self.aims.meeting(area, 2 * tokens + 1, units, extra)

    def action_value(self, slot: int) -> float:
        action = slot - slots.ACTION
        if action in (slots.ATTACK, slots.SURPRISE_ATTACK):
            return self.best_strike(action == slots.SURPRISE_ATTACK) + 0.02
        if action in (slots.MOVE, slots.LEAD):
            return self.best_march(action == slots.LEAD)
        if action == slots.DEPLOY:
            return self.deploy_value(1)
        if action == slots.DRAW:
            return 2 * self.taste.card_in_hand
        if action == slots.WORM_ATTACK:
            return self.taste.hunt + self.best_hunt()
        if action == slots.WORMSIGNS:
            return self.taste.signs + self.best_sign()
        return {slots.MOVE_WORMS: 0.2}.get(action, 0.3)

    def card_value(self, kind: int) -> float:
        return self.cards().worth(kind)

    def pick_sietch(self, slot: int) -> float:
        return self.deploy_gain(slot - slots.PICK_AREA, 1)

    def pick_sietch_of_two(self, slot: int) -> float:
        """Stilgar lays two tokens."""
        return self.deploy_gain(slot - slots.PICK_AREA, 2)

    def pick_leader(self, slot: int) -> float:
        """Paul and Jessica meet in a Sietch that holds; others lead where they are worth most."""
        area = self.register(AREA)
        if slots.PICK_LEADER <= slot < slots.CARD:
            leader = slot - slots.PICK_LEADER
            hits, shields = self.view.content.leader_strip[leader]
            value = 0.6 + 0.1 * (hits + shields)
            if leader in PAULS or leader in JESSICAS:
                value += 0.5 + self.aims.leader_wish(leader, area)
            return value
        return 0.6 if slot else 0.0

    # --- claims and the end of the round

    def pick_fleeing(self, slot: int) -> float:
        """The Sietch that loses least by it."""
        area = slot - slots.PICK_AREA
        return self.aims.worth_with(area, -2, -2, -1, 0)

    def discard_or_shuffle(self, slot: int) -> float:
        """Back into the deck with what is easy to claim; the rest makes room for it by leaving the game."""
        card = next((c for c in self.aims.row if c > self.register(CARD_REGISTER)), -1)
        keep = card >= 0 and self.aims.ids[card] in EASY_CLAIMS and self.aims.card_gain(card) >= 1.0
        return 1.0 if (slot == slots.NO) == keep else 0.0

    def exchange(self, slot: int) -> float:
        """Paul and Jessica come back from the field, to be deployed where they can meet."""
        if slot == slots.DONE:
            return 0.5
        leader = slot - slots.PICK_LEADER
        at = self.view.leader_at[leader]
        return 1.0 if (leader in PAULS or leader in JESSICAS) and not self.read.is_sietch(at) else 0.0
