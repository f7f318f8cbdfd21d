"""What playing a Planning card is worth now, from a table with conditions; in useful steps, as in `atreides_aims`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from agents.atreides_aims import Aims
from dune_env.arrakis.leaders.entering import ALIA, GURNEY_HALLECK, REVEREND_MOTHER_JESSICA
from dune_env.arrakis.names import ATREIDES, ELITE, ORNITHOPTER, SPECIAL
from dune_env.arrakis.state import N_AREAS

NOT_KNOWN: Final = 0.5

# Cards that let one more be played; what that is worth counts only once.
PLAY_ANOTHER: Final = (
    "the_voice",
    "truthtrance",
    "adab_the_demanding_memory",
    "usul_the_base_of_the_pillar",
    "our_family_atomics",
    "bill_of_particulars",
    "jubba_cloaks",
    "alia_the_abomination",
)


class AtreidesCards:
    """Worth of each kind of card of the Atreides decks in one position."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.taste = aims.taste
        self.view = aims.view
        self.read = aims.read
        self.table: dict[str, Callable[[], float]] = {
            "alia_the_abomination": self.alia,
            "smugglers_wormsigns": self.smugglers,
            "smugglers_reinforce": self.smugglers,
            "smugglers_sabotage": self.smugglers,
            "the_voice": lambda: 0.1 + self.next_card(),
            "death_commandos": lambda: 0.3 if self.has(ELITE) else -0.5,
            "tested_with_the_gom_jabbar": lambda: 1.0 + 2 * self.taste.drawn,
            "chatt_the_leaper": lambda: self.reinforce(3, 2, 3, 1) + 0.6,
            "truthtrance": lambda: 0.5 + max(2 * self.taste.drawn, self.next_card()),
            "adab_the_demanding_memory": self.new_visions,
            "alam_al_mithal": self.balance,
            "usul_the_base_of_the_pillar": lambda: self.taste.desert_power + self.next_card(),
            "voice_from_the_outer_world": lambda: 1.0,
            "our_family_atomics": self.atomics,
            "bill_of_particulars": lambda: 0.6 + self.next_card(),
            "fear_is_the_mind_killer": self.fear,
            "shai_hulud": lambda: 1.3,
            "wall_of_sandworms": lambda: self.taste.desert_power + 0.8 * self.has_worms(),
            "dust_chasms": self.chasms,
            "fremen_rockets": self.rockets,
            "eyes_of_ibad": lambda: 0.2,
            "captured_ornithopter": lambda: 0.8 if ORNITHOPTER in self.view.zones else -0.5,
            "crysknife": lambda: 0.3 if self.has(SPECIAL) else -0.5,
            "cielagos_piping_message": lambda: self.reinforce(2, 2, 1, 0) + 0.3 + self.taste.drawn,
            "jubba_cloaks": lambda: 0.2 + self.next_card(),
            "hieregs": lambda: self.taste.desert_power + 0.6,
            "grandmother_of_a_storm": self.storm,
            "stillsuits": lambda: 0.1,
            "i_am_stilgar_the_fremen": lambda: 0.9 + self.taste.drawn,
            "thumpers": lambda: 1.4,
            "kitab_al_ibar": lambda: 0.1,
            "sandtides": lambda: self.taste.desert_power + 0.4,
            "war_plan": lambda: 0.3,
            "battle_language": lambda: 0.3,
        }
        self.known: dict[int, float] = {}

    def worth(self, kind: int) -> float:
        """What playing a card of *kind* is worth, beside the die that it costs."""
        if kind not in self.known:
            self.known[kind] = 0.0  # while its own next card is looked for
            work = self.table.get(self.view.content.card_ids[kind])
            self.known[kind] = work() if work else NOT_KNOWN
        return self.known[kind]

    def in_hand(self) -> list[int]:
        return [kind for kind, count in enumerate(self.view.hand) if count]

    def best(self) -> float:
        """The most that a card in hand is worth."""
        return max((self.worth(kind) for kind in self.in_hand()), default=-1.0)

    def next_card(self) -> float:
        """What it is worth to play one more card without a die."""
        ids = self.view.content.card_ids
        return max((self.worth(kind) for kind in self.in_hand() if ids[kind] not in PLAY_ANOTHER), default=0.0)

    def has(self, grade: int) -> bool:
        return any(self.read.figures(ATREIDES, area, grade) for area in self.aims.army)

    def has_worms(self) -> bool:
        return any(self.read.has_worm(area) for area in range(N_AREAS))

    def reinforce(self, power: int, units: int, extra: int, leaders: int) -> float:
        homes = self.read.homes(ATREIDES)
        return max((self.aims.worth_with(a, power, units, extra, leaders) for a in homes), default=0.0)

    def alia(self) -> float:
        if self.view.leader_at[ALIA] != -2:
            return 0.3 + self.aims.gain_of("assumed_enemy_leader_falls") + 2 * self.taste.drawn
        if self.view.leader_at[REVEREND_MOTHER_JESSICA] >= -1:
            return 0.6 + self.next_card()
        return -0.5

    def atomics(self) -> float:
        return 2 * self.taste.desert_power if self.view.atomics_spent else 0.3 + self.next_card()

    def smugglers(self) -> float:
        return 1.1 if self.view.leader_at[GURNEY_HALLECK] == -2 else 0.6

    def new_visions(self) -> float:
        useless = sum(self.aims.card_gain(card) < 1.5 for card in self.aims.row)
        return 0.3 * useless + self.next_card()

    def balance(self) -> float:
        """A marker beyond its goal lends its surplus to one that lacks."""
        view = self.view
        goals = [view.content.objectives[i] for i in view.objectives]
        surplus = max((max(0, view.prescience[m] - goal[m]) for goal in goals for m in range(3)), default=0)
        return min(surplus, max(self.aims.need)) + 2 * self.taste.drawn

    def fear(self) -> float:
        """Two steps more for a card that can be claimed; the row is claimed at the End of the Round at the latest."""
        return 1.6 if self.aims.likely_claim() else -0.2

    def chasms(self) -> float:
        deep = sum(self.read.has_harvester(a) and self.read.is_deep_desert(a) for a in range(N_AREAS))
        return self.taste.desert_power + 0.7 * min(2, deep)

    def rockets(self) -> float:
        vehicles = sum(self.read.has_harvester(a) for a in range(N_AREAS)) + sum(z > 0 for z in self.view.zones)
        return 0.25 * min(4, vehicles)

    def storm(self) -> float:
        outside = [a for a in self.aims.enemies if self.read.terrain(a) > 1]
        return 0.3 * len(outside)

