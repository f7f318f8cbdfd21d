"""What Mahdi's criteria leave in a tie, the Atreides settle (R-36.3), each time to Mahdi's harm."""

from __future__ import annotations

from typing import Final

from agents.atreides_aims import ARRIVAL
from agents.desert_choices import HARVESTER_WORTH, OPEN_SAND, RESCUED, WORM_NEAR, DesertChoices
from dune_env.arrakis import slots
from dune_env.arrakis.board import DISTANCE, ZONE_AREAS, ZONES_OF
from dune_env.arrakis.names import ATREIDES, CARRYALL, CHOAM, HARKONNEN, LANDSRAAD, LEADERSHIP, STRATEGY
from dune_env.arrakis.programs import AREA, SIDE
from dune_env.arrakis.state import FACEDOWN_TOKENS

WATCHED = 0.1  # of an own facedown token under an Ornithopter
SHARED_ZONE = 0.1  # of Harvesters that one Carryall protects together
IN_REACH = 0.3  # of a Harvester that a worm or Legion reaches
FULL_LEGION = 0.4  # of a Legion of six that CHOAM's Ban makes smaller
REINFORCEMENT = 0.1  # of a card that the Landsraad's Ban keeps out of battles
NO_BAN: Final[tuple[float, ...]] = (0.3, 0.0, 0.3)  # what each Ban costs Mahdi otherwise


class MahdiTies(DesertChoices):
    """Vehicles where they serve least, weak figures first, and Legions that end far from the Sietches."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.questions.update(
            {
                "mahdi_vehicles.PlaceHarvester": self.lay_harvester,
                "mahdi_vehicles.PlaceSurplusHarvester": self.lay_harvester,
                "mahdi_vehicles.PlaceCarryall": self.lay_carryall,
                "mahdi_vehicles.PlaceOrnithopter": self.lay_ornithopter,
                "worm_consequence.HarvesterUnderWorm": self.spend_carryall,
                "mahdi_moves.PickTransport": self.spend_ornithopter,
                "mahdi_fight.PickFlight": self.spend_ornithopter,
                "mahdi_moves.PickEnd": self.end_of_march,
                "mahdi_charge.ChargeMove": self.end_of_march,
                "mahdi_fight.PickSietch": self.least_lost,
                "mahdi_fight.PickLegion": self.least_lost,
                "mahdi_moves.PickTemporaryTarget": self.least_lost,
                "mahdi_troop_carriers.CarryToward": self.least_lost,
                "mahdi_spice.KeepMarker": self.keep_marker,
                "mahdi_spice.RaiseMarker": self.raise_marker,
                "truthtrance.BindDie": self.bind_die,
                "bill_of_particulars.LowerImperium": self.lower_marker,
                "the_lisan_al_gaib.TurnTokenUp": self.turn_token_up,
            }
        )

    def by_kind_of_slot(self, slot: int) -> float:
        return self.tie(slot) if self.question.startswith("mahdi_") else super().by_kind_of_slot(slot)

    def tie(self, slot: int) -> float:
        """The weaker figure, the Legion or Area that is less dangerous, the card that is less likely to be claimed."""
        if slots.PICK_AREA <= slot < slots.PICK_ZONE:
            return -self.danger_in(slot - slots.PICK_AREA)
        if slots.PICK_ZONE <= slot < slots.PICK_SECTOR:
            return -self.zone_help(slot - slots.PICK_ZONE)
        if slots.PICK_FIGURE <= slot < slots.PICK_BASHAR:
            return -0.1 * (slot - slots.PICK_FIGURE)
        if slots.PICK_LEADER <= slot < slots.CARD:
            hits, shields = self.view.content.leader_strip[slot - slots.PICK_LEADER]
            return -float(hits + shields)
        if slots.PRESCIENCE <= slot < slots.CLAIM:
            card = slot - slots.PRESCIENCE
            return -self.aims.card_gain(card) * self.aims.claim_hope(card)
        return 0.0

    def danger_in(self, area: int) -> float:
        """How dangerous figures are for the Sietches that come to *area* or set out from there."""
        read = self.read
        danger = self.aims.threat(area) if read.units(HARKONNEN, area) else 0.0
        for home in read.homes(ATREIDES):
            distance = DISTANCE[area][home]
            if distance < len(ARRIVAL):
                danger = max(danger, 0.5 * self.taste.rank * read.home_rank(ATREIDES, home) * ARRIVAL[distance])
        return danger - OPEN_SAND * read.is_desert(area) - WORM_NEAR * self.has_worm_near(area)

    # --- Vehicles

    def lay_harvester(self, slot: int) -> float:
        """Where a worm or a Legion takes it, and no Carryall protects many together."""
        area = slot - slots.PICK_AREA
        value = IN_REACH * self.has_worm_near(area)
        if any(DISTANCE[at][area] <= 2 for at in self.army):
            value += IN_REACH
        for zone in ZONES_OF[area]:
            value -= SHARED_ZONE * self.harvesters_under(zone)
            if self.view.zones[zone] == CARRYALL:
                value -= HARVESTER_WORTH * (1.0 - RESCUED)
        return value

    def harvesters_under(self, zone: int) -> int:
        found = 0
        for area in ZONE_AREAS[zone]:
            found += self.read.has_harvester(area)
        return found

    def lay_carryall(self, slot: int) -> float:
        """Where an Ornithopter would help, and Harvesters are protected already."""
        zone = slot - slots.PICK_ZONE
        value = self.zone_help(zone)
        for area in ZONE_AREAS[zone]:
            if self.read.has_harvester(area) and not self.has_carryall(area):
                value -= 0.1
        return value

    def has_carryall(self, area: int) -> bool:
        return any(self.view.zones[zone] == CARRYALL for zone in ZONES_OF[area])

    def lay_ornithopter(self, slot: int) -> float:
        return -self.zone_help(slot - slots.PICK_ZONE)

    def spend_carryall(self, slot: int) -> float:
        return float(self.harvesters_under(slot - slots.PICK_ZONE)) if slot >= slots.PICK_ZONE else 0.0

    def spend_ornithopter(self, slot: int) -> float:
        return self.zone_help(slot - slots.PICK_ZONE)

    def zone_help(self, zone: int) -> float:
        return self.once(("zone", zone, 0), self._zone_help)

    def _zone_help(self, zone: int, _: int) -> float:
        """What an Ornithopter in *zone* is worth to Mahdi: Legions that fly, and tokens that it watches."""
        worth = 0.0
        for area in ZONE_AREAS[zone]:
            if self.read.units(HARKONNEN, area):
                worth += 0.02 + self.aims.lift(area)
            worth += WATCHED * self.read.cells[FACEDOWN_TOKENS + area]
        return worth

    # --- Legions

    def end_of_march(self, slot: int) -> float:
        """Far from weak Sietches, in the sand and next to worms."""
        return self.exile(self.register(AREA), slot - slots.PICK_AREA)

    def least_lost(self, slot: int) -> float:
        """The Sietch or Legion that is missed least."""
        area = slot - slots.PICK_AREA
        lost = self.taste.unit * self.read.units(ATREIDES, area)
        if self.read.is_sietch(area):
            risk = self.aims.risk(area, self.read.bot_power(ATREIDES, area), self.read.force(ATREIDES, area))
            lost = risk * (lost + self.taste.rank * self.read.home_rank(ATREIDES, area))
        return -lost - self.aims.leaving_home(area)

    def absorb_hit(self, slot: int) -> float:
        """Mahdi's casualties are those that cost most."""
        if self.register(SIDE) == HARKONNEN and slots.PICK_LEADER <= slot < slots.CARD:
            return -self.tie(slot)
        return super().absorb_hit(slot)

    def use_special(self, slot: int) -> float:
        """Of Mahdi's Specials the least useful is used first."""
        attacker = self.register(SIDE)
        user = attacker if self.question == "battle.UseSpecials" else 1 - attacker
        liked = super().use_special(slot)
        return -liked if user == HARKONNEN else liked

    def trim(self, slot: int) -> float:
        """Of Mahdi's surplus, tokens go first: each hides several Units."""
        if self.register(SIDE) == HARKONNEN:
            return 1.0 if slots.PICK_TOKEN <= slot < slots.PICK_LEADER else 0.1 * (slot - slots.PICK_FIGURE)
        return super().trim(slot)

    # --- spice and dice

    def ban_worth(self, ban: int) -> float:
        """What the Ban of a marker that falls does to Mahdi."""
        worth = NO_BAN[ban]
        if ban == CHOAM:
            for area in self.enemies:
                worth += FULL_LEGION * (self.read.units(HARKONNEN, area) >= 6)
        if ban == LANDSRAAD:
            worth += REINFORCEMENT * len(self.view.reinforcements)
        return worth

    def keep_marker(self, slot: int) -> float:
        return -self.ban_worth(slot - slots.KEEP)

    def raise_marker(self, slot: int) -> float:
        return -self.ban_worth(slot - slots.RAISE)

    def lower_marker(self, slot: int) -> float:
        """The lowest marker decides how many Vehicles there are (R-37.1)."""
        return 10.0 - self.view.imperium[slot - slots.OPTION] if slot >= slots.OPTION else 0.0

    def bind_die(self, slot: int) -> float:
        """What does not attack, so that there is time."""
        if slot < slots.DIE:
            return 0.0
        return 0.3 if slot - slots.DIE in (LEADERSHIP, STRATEGY) else 0.6

    def turn_token_up(self, slot: int) -> float:
        """The strongest tokens count for more faceup than facedown."""
        units = self.view.content.tokens[slot - slots.PICK_TOKEN]
        return float(units[0] + 2 * units[1] + 2 * units[2])
