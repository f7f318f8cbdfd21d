"""What an Atreides wants in a position: Sietches that hold, Prescience cards that can be claimed, Stations, prey.

Everything is counted in useful steps of a Prescience marker; `atreides_taste.py` has what they are worth.
"""

from __future__ import annotations

from typing import Final

from agents.atreides_taste import AGAINST_MAHDI, BETWEEN_PLAYERS
from agents.odds import Force, fight, packed
from agents.reading import LIMIT, Reading
from dune_env.arrakis.board import DEEP_DESERT, DISTANCE, MINOR_ERG, MOUNTAIN, PLATEAU, SECTORS_OF
from dune_env.arrakis.leaders.entering import JESSICAS, PAULS
from dune_env.arrakis.names import ATREIDES, HARKONNEN, HOUSE, IN_ROW, LEADERSHIP, OFF_BOARD, STRATEGY
from dune_env.arrakis.state import N_AREAS

# How likely a Legion so many borders away is to attack a Sietch that it can beat before the Atreides can answer.
ARRIVAL: Final[tuple[float, ...]] = (0.0, 0.85, 0.6, 0.4, 0.25, 0.15, 0.1)
WITH_ORNITHOPTER: Final[tuple[float, ...]] = (0.0, 0.9, 0.8, 0.55, 0.35, 0.2, 0.12)

# Of a Sietch that exceeds Mahdi's Legion by so much: it may grow.
SAFE: Final[tuple[float, ...]] = (0.35, 0.2, 0.1, 0.05)

# Prescience cards that ask for Legions on one kind of ground, and how many Areas they want.
GROUND_CARDS: Final = {
    "dew_collectors_for_the_planting": (PLATEAU, 3),
    "new_hidden_wind_traps": (MOUNTAIN, 3),
    "stunted_worms": (MINOR_ERG, 2),
    "the_desert_war": (DEEP_DESERT, 4),
}


class Aims:
    """The aims of the Atreides in one position."""

    def __init__(self, read: Reading) -> None:
        self.read = read
        self.view = read.view
        self.taste = AGAINST_MAHDI if read.view.solo else BETWEEN_PLAYERS
        self.army = read.legions(ATREIDES)
        self.enemies = read.legions(HARKONNEN)
        self.need = self._steps_needed()
        self.row = [c for c in range(16) if self.view.prescience_at[c] == IN_ROW]
        self.ids = self.view.content.prescience_ids
        self.moves_left = self._moves_left()
        self._claims = [self._ground_claim(card) for card in self.row if self.ids[card] in GROUND_CARDS]
        self._held = [self._count_held(wanted) for wanted, _, _ in self._claims]
        self._risks: dict[int, float] = {}
        self._beats: dict[int, float] = {}
        self._near: dict[int, list[tuple[int, float]]] = {}
        self._threats: dict[int, float] = {}

    # --- the objective

    def _steps_needed(self) -> list[int]:
        """Steps that each marker still lacks for the nearest Secret Objective held."""
        goals = [self.view.content.objectives[i] for i in self.view.objectives]
        lacks = [[max(0, goal[m] - self.view.prescience[m]) for m in range(3)] for goal in goals]
        return min(lacks, key=sum, default=[3, 3, 3])

    def card_gain(self, card: int) -> float:
        """Useful steps of a Prescience card."""
        steps = self.view.content.prescience_steps[card]
        return float(sum(min(steps[m], self.need[m]) for m in range(3)))

    def gain_of(self, card_id: str) -> float:
        """Useful steps of a card if it lies in the row and can still be claimed this round, else 0."""
        card = self.ids.index(card_id)
        return self.card_gain(card) if card in self.row and self.view.claims_made < 2 else 0.0

    def _moves_left(self) -> int:
        """Legions that the unused dice can still move this round."""
        dice = self.view.dice[:5]
        return 2 * (dice[LEADERSHIP] + dice[STRATEGY] + dice[HOUSE])

    def _ground_claim(self, card: int) -> tuple[list[bool], int, float]:
        """The ground that *card* asks for, how many Areas, and its useful steps."""
        ground, count = GROUND_CARDS[self.ids[card]]
        read = self.read
        if ground == DEEP_DESERT:
            wanted = [read.is_desert(a) and not read.is_sietch(a) for a in range(N_AREAS)]
        else:
            wanted = [read.terrain(a) == ground for a in range(N_AREAS)]
        return wanted, count, self.card_gain(card)

    def _count_held(self, wanted: list[bool]) -> int:
        """Legions that stand on *wanted* ground."""
        held = 0
        for area in self.army:
            if wanted[area]:
                held += 1
        return held

    def ground_claims(self) -> list[tuple[list[bool], int, float]]:
        """Of each revealed ground card: the ground, how many Areas of it, and its useful steps."""
        return self._claims if self.view.claims_made < 2 else []

    def claims_after(self, left: int, entered: int) -> float:
        """What the ground cards gain if a Legion leaves *left* for good and one stands in *entered*; -1 for neither."""
        total = 0.0
        for at in range(len(self._claims)):
            wanted, count, gain = self._claims[at]
            held = self._held[at]
            after = held
            if left >= 0 and wanted[left]:
                after -= 1
            if entered >= 0 and wanted[entered] and not self.read.units(ATREIDES, entered):
                after += 1
            total += gain * (self._hope(after, count) - self._hope(held, count))
        return total

    def _hope(self, held: int, count: int) -> float:
        """How much of a claim *held* Areas promise."""
        missing = count - held
        if missing <= 0:
            return 1.0 + 0.02 * min(2, -missing)
        if missing <= self.moves_left + 1:
            return max(0.0, 1.0 - self.taste.missing * missing)
        return 0.05 * held / count

    def parties(self, area: int) -> int:
        """Into how many Legions that of *area* can split, a facedown token turned up where that is allowed."""
        units = self.read.units(ATREIDES, area)
        return units + 1 if units == 1 and self.read.can_train(area) else units

    # --- Sietches

    def risk(self, area: int, power: int, force: Force) -> float:
        """The chance that the Sietch of *area* falls soon to one of the Legions around, held by *force*."""
        key = (packed(force) * 128 + power + 32) * 128 + area
        if key not in self._risks:
            self._risks[key] = self._risk(area, power, force)
        return self._risks[key]

    def _risk(self, area: int, power: int, force: Force) -> float:
        rank = round(self.read.home_rank(ATREIDES, area))
        safe = 1.0
        for enemy, arrives in self._coming(area):
            safe *= 1.0 - arrives * self._beaten(enemy, power, force, rank, area)
        return 1.0 - safe

    def _coming(self, area: int) -> list[tuple[int, float]]:
        """Legions near the Sietch of *area*, and how likely each is to come."""
        if area not in self._near:
            found: list[tuple[int, float]] = []
            distances = DISTANCE[area]
            for enemy in self.enemies:
                if distances[enemy] < len(ARRIVAL):
                    flies = self.read.watched(enemy)
                    arrives = (WITH_ORNITHOPTER if flies else ARRIVAL)[distances[enemy]]
                    found.append((enemy, min(1.0, self.taste.arrival * arrives)))
            self._near[area] = found
        return self._near[area]

    def _beaten(self, enemy: int, power: int, force: Force, rank: int, area: int) -> float:
        """The chance that the Legion of *enemy* attacks *force* in *area* and wins."""
        # In two short parts: an interrupt in a longer product would end the process (docs/architecture.md).
        key = (packed(force) * 128 + power + 32) * 262144 + (enemy * 128 + area) * 16 + rank
        if key not in self._beats:
            self._beats[key] = self._weigh_attack(enemy, power, force, rank, area)
        return self._beats[key]

    def _weigh_attack(self, enemy: int, power: int, force: Force, rank: int, area: int) -> float:
        """Mahdi attacks only what is weaker, ties settled in detail (R-39.4, R-39.12), and then rarely fails."""
        if not self.view.solo:
            return fight(self.read.force(HARKONNEN, enemy), force, rank, True)[0] ** 2
        if power == 0:
            return 1.0
        margin = self.read.bot_power(HARKONNEN, enemy) - power
        if margin == 0:
            detail = self.read.bot_detail(ATREIDES, area) + power - self.read.bot_power(ATREIDES, area)
            margin = 1 if self.read.bot_detail(HARKONNEN, enemy) > detail else 0
        if margin <= 0:
            return SAFE[min(-margin, len(SAFE) - 1)]
        topped = len(self.view.reinforcements) > 2
        return fight(self.read.force(HARKONNEN, enemy), force, rank, False, False, topped)[0]

    def sietch_worth(self, area: int, power: int, force: Force) -> float:
        """What the Sietch of *area* is worth when held by *force*."""
        return self.taste.rank * self.read.home_rank(ATREIDES, area) * (1.0 - self.risk(area, power, force))

    def standing(self, area: int) -> float:
        """The rank of the Sietch of *area* times the chance that it holds as it is."""
        risk = self.risk(area, self.read.bot_power(ATREIDES, area), self.read.force(ATREIDES, area))
        return self.read.home_rank(ATREIDES, area) * (1.0 - risk)

    def worth_now(self, area: int) -> float:
        return self.sietch_worth(area, self.read.bot_power(ATREIDES, area), self.read.force(ATREIDES, area))

    def worth_with(self, area: int, power: int, units: int, extra: int, leaders: int) -> float:
        """What the Sietch of *area* gains by *units* more or, with negative counts, fewer."""
        force = self.read.force(ATREIDES, area)
        changed = (
            max(0, min(LIMIT, force[0] + units)),
            max(0, force[1] + extra),
            max(0, force[2] + leaders),
        )
        if changed[0] == 0:
            changed = (0, 0, 0)
            power = -self.read.bot_power(ATREIDES, area)
        after = self.sietch_worth(area, self.read.bot_power(ATREIDES, area) + power, changed)
        return after - self.worth_now(area)

    # --- Leaders

    def place_of(self, versions: list[int]) -> int:
        """Where Paul or Jessica stands, whichever version is in play; -1 off the board."""
        return max(self.view.leader_at[leader] for leader in versions) if versions else -1

    def paul(self) -> int:
        return max(-1, self.place_of(PAULS))

    def jessica(self) -> int:
        return max(-1, self.place_of(JESSICAS))

    # --- prey

    def hunted(self, area: int) -> float:
        """What a worm's attack on *area* is worth."""
        read = self.read
        units, extra, _ = read.force(HARKONNEN, area)
        if not units:
            lost = 2 - self.view.harvesters_lost
            claim = self.gain_of("assumed_harvesters_lost") / lost if lost > 0 else 0.0
            worth = self.taste.hunted_harvester + 0.3 * read.is_deep_desert(area) + claim
            return worth if read.has_harvester(area) else 0.0
        hits = 3.3 if read.is_deep_desert(area) else 2.6 if read.is_desert(area) else 2.0
        toughness = units + extra
        worth = self.taste.unit * min(hits, toughness) + 0.3 * read.has_harvester(area)
        if toughness <= hits + 0.5:
            worth += 0.7 * self.gain_of("assumed_maker_devours_a_legion") + 0.3
        return self.taste.hunted * worth + self.taste.hunted_threat * self.threat(area) * min(1.0, hits / toughness)

    def threat(self, enemy: int) -> float:
        """What the Legion of *enemy* may cost in Sietches."""
        if enemy not in self._threats:
            self._threats[enemy] = self._threat(enemy)
        return self._threats[enemy]

    def _threat(self, enemy: int) -> float:
        return self.threat_from(enemy, enemy, ARRIVAL)

    def threat_from(self, enemy: int, at: int, arrival: tuple[float, ...]) -> float:
        """What the Legion of *enemy* may cost in Sietches if it stands in *at*."""
        worst = 0.0
        for area in self.read.homes(ATREIDES):
            distance = DISTANCE[at][area]
            if distance < len(arrival):
                rank = self.read.home_rank(ATREIDES, area)
                power, force = self.read.bot_power(ATREIDES, area), self.read.force(ATREIDES, area)
                arrives = min(1.0, self.taste.arrival * arrival[distance])
                loss = arrives * self._beaten(enemy, power, force, round(rank), area)
                worst = max(worst, self.taste.rank * rank * loss)
        return worst

    def lift(self, enemy: int) -> float:
        """How much more the Legion of *enemy* threatens with an Ornithopter above it."""
        return self.threat_from(enemy, enemy, WITH_ORNITHOPTER) - self.threat(enemy)

    # --- Paul and Jessica

    def meeting(self, area: int, power: int, units: int, extra: int) -> float:
        """Why Paul or Jessica should be deployed in *area*: their cards are claimed in a Sietch, some together."""
        worth = 0.0
        paul, jessica = self.paul(), self.jessica()
        if paul < 0 and self.deployable(PAULS):
            worth = self.taste.paul + self.taste.meeting * (
                self.gain_of("the_fremen_call_paul_the_mahdi")
                + self.gain_of("the_lisan_al_gaib")
                + self.gain_of("paul_drinks_the_water_of_life")
            )
        if jessica < 0 and self.deployable(JESSICAS):
            worth = max(worth, self.taste.jessica + self.taste.meeting * self.gain_of("assumed_jessica_in_a_sietch"))
        if worth and area in (paul, jessica):
            worth += self.taste.paul + self.taste.meeting * self.gain_of("jessica_trains_paul")
        force = self.read.force(ATREIDES, area)
        held = (min(LIMIT, force[0] + units), force[1] + extra, force[2] + 1)
        return worth * (1.0 - self.risk(area, self.read.bot_power(ATREIDES, area) + power, held))

    def deployable(self, versions: list[int]) -> bool:
        return any(self.view.leader_at[leader] == OFF_BOARD for leader in versions)

    def leaving_home(self, area: int) -> float:
        """What it costs when Paul and Jessica leave the Sietch of *area*."""
        cost = 0.0
        if self.read.is_sietch(area):
            if area == self.paul():
                cost += self.taste.paul + self.taste.meeting * (
                    self.gain_of("the_fremen_call_paul_the_mahdi") + self.gain_of("jessica_trains_paul")
                )
            if area == self.jessica():
                cost += self.taste.jessica + self.taste.meeting * self.gain_of("assumed_jessica_in_a_sietch")
        return cost

    def leader_wish(self, leader: int, area: int) -> float:
        """Why this one of the two should be deployed first."""
        if leader in PAULS:
            return 0.3 * (
                self.gain_of("the_fremen_call_paul_the_mahdi")
                + self.gain_of("paul_drinks_the_water_of_life")
                + self.gain_of("jessica_trains_paul") * (self.jessica() == area)
            )
        return 0.3 * (
            self.gain_of("assumed_jessica_in_a_sietch") + self.gain_of("jessica_trains_paul") * (self.paul() == area)
        )

    def spend_die_gain(self) -> float:
        """The best claim that an unused die buys now."""
        gain = 0.0
        if self.jessica() >= 0 and self.read.is_sietch(self.jessica()):
            gain = self.gain_of("assumed_jessica_in_a_sietch")
        if self.paul() >= 0:
            sectors = SECTORS_OF[self.paul()]
            if not any(SECTORS_OF[enemy] & sectors for enemy in self.enemies):
                gain = max(gain, self.gain_of("paul_drinks_the_water_of_life"))
        return gain

    def likely_claim(self) -> bool:
        """Whether a revealed card is as good as claimed."""
        return any(self.claim_hope(card) >= 0.8 for card in self.row)

    def row_hope(self) -> float:
        """Useful steps that the claims of this round promise, two at most (R-25.3)."""
        hopes = sorted((self.card_gain(card) * self.claim_hope(card) for card in self.row), reverse=True)
        return sum(hopes[: max(0, 2 - self.view.claims_made)])

    def claim_hope(self, card: int) -> float:
        """A rough chance that a revealed card is claimed this round."""
        name = self.ids[card]
        paul, jessica = self.paul(), self.jessica()
        paul_home = paul >= 0 and self.read.is_sietch(paul)
        jessica_home = jessica >= 0 and self.read.is_sietch(jessica)
        dice = sum(self.view.dice[:5]) > 0
        if name in GROUND_CARDS:
            wanted, count, _ = self._ground_claim(card)
            return min(0.95, self._hope(self._count_held(wanted), count))
        if name == "the_fremen_call_paul_the_mahdi":
            return 0.9 if paul_home else 0.3 * dice
        if name == "jessica_trains_paul":
            return 0.9 if paul_home and paul == jessica else 0.3 * dice
        if name == "the_lisan_al_gaib":
            return (0.1 * dice, 0.4, 0.9)[min(2, len(self.read.own_tokens(paul)))] if paul >= 0 else 0.1 * dice
        if name == "the_water_discipline":
            return 0.9 if self._far_out(paul) and self._far_out(jessica) else 0.3 * self._far_out(paul)
        if name == "paul_drinks_the_water_of_life":
            return 0.85 if dice and paul >= 0 and self._quiet(paul) else 0.25 * dice
        if name == "assumed_jessica_in_a_sietch":
            return 0.9 * dice if jessica_home else 0.3 * dice
        if name == "families_flee_to_the_palmaries":
            return 0.95 if self.read.homes(ATREIDES) else 0.0
        if name == "assumed_plans_laid_bare":
            return 0.95 if sum(self.view.hand_size[:2]) >= 2 else 0.1
        if name == "assumed_harvesters_lost":
            return (0.2, 0.5, 0.95)[min(2, self.view.harvesters_lost)]
        return 0.2

    def _far_out(self, area: int) -> bool:
        return area >= 0 and self.read.is_deep_desert(area) and not self.read.is_sietch(area)

    def _quiet(self, area: int) -> bool:
        return not any(SECTORS_OF[enemy] & SECTORS_OF[area] for enemy in self.enemies)
