"""What an Atreides chooses in the desert: which worms appear and in what order they strike, and who is driven where."""

from __future__ import annotations

from agents.atreides_aims import ARRIVAL, WITH_ORNITHOPTER
from agents.worm_craft import WormCraft
from dune_env.arrakis import slots
from dune_env.arrakis.board import BORDERS, DISTANCE, ZONES_OF
from dune_env.arrakis.names import ATREIDES, CARRYALL, HARKONNEN
from dune_env.arrakis.programs import AREA
from dune_env.arrakis.state import N_AREAS
from dune_env.arrakis.worms import FROM_SUPPLY, WILD_MAKER_FROM_SUPPLY

HARVESTER_WORTH = 0.6  # of one that a worm takes
RESCUED = 0.4  # what is left of that where a Carryall may come
DRIVEN_OFF = 0.5  # of a Legion's threat, when a worm makes it retreat
STRUCK = 2.6  # Hits of a worm on a Legion that cannot retreat
NEAR_PREY = 0.3  # of the best attack that a worm can make later
FAR_AWAY = 0.1  # of a border between a Harkonnen Legion and the nearest Sietch
OPEN_SAND = 0.1  # of a Harkonnen Legion in the desert, under storms and on Wormsigns
WORM_NEAR = 0.1  # of a worm that can reach it


class DesertChoices(WormCraft):
    """Worms go where they find prey; Legions that they drive away end far from the Sietches."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.questions.update(
            {
                "place_worm.PickWormFigure": self.pick_worm_figure,
                "place_worms.PickWormSpot": self.pick_worm_spot,
                "place_worms.PickWormToPlace": self.pick_worm_figure,
                "shai_hulud.PlaceWildMaker": self.pick_worm_spot,
                "special_wild_maker.PlaceWildMaker": self.pick_worm_spot,
                "shai_hulud.WildMakerMoves": self.pick_worm_spot,
                "special_wild_maker.WildMakerMoves": self.pick_worm_spot,
                "shai_hulud.WildMakerAttacks": self.pick_prey,
                "special_wild_maker.WildMakerAttacks": self.pick_prey,
                "desert_hazards.ResolveSigns": self.resolve_sign,
                "desert_hazards.WormConsequences": self.pick_first_strike,
                "worm_consequence.ForcedRetreat": self.drive_away,
                "retreat.PickRetreat": self.drive_away,
            }
        )

    def stand_worth(self, area: int) -> float:
        raise NotImplementedError

    # --- worms that appear

    def pick_worm_figure(self, slot: int) -> float:
        """A worm more on the board is better than one that leaves its place, least of all one with prey near it."""
        if slot == WILD_MAKER_FROM_SUPPLY:
            return 1.1
        if slot == FROM_SUPPLY:
            return 1.0
        return 0.9 - 0.1 * self.prey_near(slot - slots.PICK_AREA) if slot >= slots.PICK_AREA else 0.0

    def prey_near(self, area: int) -> float:
        return self.once(("prey", area, 0), self._prey_near)

    def _prey_near(self, area: int, _: int) -> float:
        return max((self.aims.hunted(a) for a in self.around(area)), default=0.0)

    def pick_worm_spot(self, slot: int) -> float:
        """Near prey, and where Legions want to ride."""
        if slot < slots.PICK_AREA or slot >= slots.PICK_ZONE:
            return 0.0
        area = slot - slots.PICK_AREA
        return 0.3 + self.prey_near(area) + self.sign_worth().get(area, 0.0)

    def pick_prey(self, slot: int) -> float:
        return self.aims.hunted(slot - slots.PICK_AREA) if slots.PICK_AREA <= slot < slots.PICK_ZONE else 0.0

    def resolve_sign(self, slot: int) -> float:
        """What the worm of this Wormsign does now and later."""
        area = slot - slots.PICK_AREA
        return self.strike_worth(area) + NEAR_PREY * self.prey_near(area) + 0.3 * self.sign_worth().get(area, 0.0)

    def strike_worth(self, area: int) -> float:
        """What a worm that appears in *area* does to the Harkonnen there."""
        worth = 0.0
        if self.read.has_harvester(area):
            rescue = any(self.view.zones[zone] == CARRYALL for zone in ZONES_OF[area])
            worth += HARVESTER_WORTH * (RESCUED if rescue else 1.0)
        units = self.read.units(HARKONNEN, area)
        if units:
            worth += DRIVEN_OFF * self.aims.threat(area)
            if not self.ways_out(area):
                worth += self.taste.unit * min(STRUCK, units)
        return worth

    def ways_out(self, area: int) -> int:
        """Areas into which a Harkonnen Legion may be driven (R-22.7 to R-22.9)."""
        read = self.read
        found = 0
        for to in BORDERS[area]:
            if not (read.has_worm(to) or read.units(ATREIDES, to) or read.is_sietch(to) or read.has_sign(to)):
                found += 1
        return found

    def pick_first_strike(self, slot: int) -> float:
        """Legions that cannot escape first, before the others leave or their worms make room."""
        area = slot - slots.PICK_AREA
        if not self.read.units(HARKONNEN, area):
            return 0.0
        return 1.0 / (1 + self.ways_out(area))

    # --- who is driven away

    def drive_away(self, slot: int) -> float:
        """Where a beaten Legion goes: a Harkonnen one far from every Sietch, an Atreides one into safety."""
        area = self.register(AREA)
        to = slot - slots.PICK_AREA
        if self.view.solo and self.read.units(ATREIDES, area) > 0:
            return self.refuge(area, to)
        return self.exile(area, to)

    def refuge(self, area: int, to: int) -> float:
        """What the Atreides Legion of *area* has from a flight to *to*."""
        read = self.read
        units, extra, leaders = read.force(ATREIDES, area)
        value = self.stand_worth(to) + self.aims.claims_after(-1, to)
        if read.is_sietch(to):
            power = read.bot_power(ATREIDES, area)
            value += self.aims.worth_with(to, power, units, extra, leaders)
        surplus = max(0, read.units(ATREIDES, to) + read.units(ATREIDES, area) - 6)
        return value - self.taste.unit * surplus

    def exile(self, area: int, to: int) -> float:
        """How little the Harkonnen Legion of *area* threatens from *to*, and what the desert may do to it there."""
        read = self.read
        flies = read.watched(to)
        value = -self.aims.threat_from(area, to, WITH_ORNITHOPTER if flies else ARRIVAL)
        value += FAR_AWAY * min(6, read.nearest(to, read.homes(ATREIDES)))
        value += OPEN_SAND * read.is_desert(to) + WORM_NEAR * self.has_worm_near(to)
        together = read.units(HARKONNEN, to) + read.units(HARKONNEN, area)
        if read.units(HARKONNEN, to):
            value += self.taste.unit * max(0, together - 6) - 0.1
        return value

    def has_worm_near(self, area: int) -> bool:
        for at in range(N_AREAS):
            if DISTANCE[area][at] <= 2 and self.read.has_worm(at):
                return True
        return False
