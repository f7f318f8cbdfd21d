"""Everything a game of Dune: War for Arrakis consists of, as ints in flat lists.

`cells` is field-major: `cells[HARVESTERS + area]`; it is a bytearray, as copies and observations take it whole. Facts
that only some may know are grouped below by who knows them; `view.py` alone decides what a seat gets to see.
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.components import Content
from dune_env.arrakis.names import (
    HARKONNEN,
    IN_DECK,
    NOT_ENTERED,
    START,
    SUPPLY,
    TOKENS,
    UNDECIDED,
)
from dune_env.arrakis.programs import CORE_NAMES, REGISTER_NAMES
from dune_env.arrakis.ruleset import GameConfig, Ruleset
from dune_env.engine.steps import NONE, Frames, Programs

N_AREAS: Final = 101

# Fields of `cells`, each N_AREAS long. UNITS + (side * 4 + figure) * N_AREAS counts figures, Generic Leaders included.
FIGURES: Final = 0
FACEDOWN_TOKENS: Final = 808  # + side * N_AREAS
HARVESTERS: Final = 1010
WORMS: Final = 1111
SIGNS: Final = 1212
STATIONS: Final = 1313
SIETCHES: Final = 1414  # 0, or 1 + the index of the Sietch token
TOWNS: Final = 1515  # rank of a standing Harkonnen settlement
NAMED: Final = 1616  # + side * N_AREAS: Named Leaders there
STRENGTH: Final = 1818  # + side * N_AREAS: Units and facedown tokens, the stacking count
CELLS: Final = 2020
CELL_FIELDS: Final = [
    "atreides_regular",
    "atreides_elite",
    "atreides_special",
    "atreides_generic",
    "harkonnen_regular",
    "harkonnen_elite",
    "harkonnen_special",
    "harkonnen_generic",
    "atreides_tokens",
    "harkonnen_tokens",
    "harvester",
    "worm",
    "wormsign",
    "station",
    "sietch",
    "settlement_rank",
    "atreides_named",
    "harkonnen_named",
    "atreides_strength",
    "harkonnen_strength",
]

N_LEADERS: Final = 16
N_CARDS: Final = 76  # reserved kinds of Planning card
N_EVENTS: Final = 16  # public events remembered, three ints each: what, and two arguments


class State(Frames):
    """The whole position. Rules change it through `pieces.py` and its like; nothing here decides anything."""

    def __init__(self, config: GameConfig, content: Content, like: State | None = None) -> None:
        """An empty box of *content*, or the position of *like*; its history is left to the caller.

        A position that is being played is changed by replacing lists (`engine/lists.py`), so that copies share them;
        only `cells`, `events` and the stack are changed in place.
        """
        super().__init__(like)
        self.config = config
        self.content = content
        if like is None:
            self.rules: Ruleset = config.rules
            self.solo = config.mode == "solo"
            self.seed = 0

            # Public.
            self.cells = bytearray(CELLS)
            self.figure_supply: list[int] = [0] * 8  # side * 4 + figure
            self.figures_gone: list[int] = [0, 0, 0]  # Atreides Units removed from the game, by grade
            self.leader_at: list[int] = [NOT_ENTERED] * N_LEADERS
            self.leader_card: list[int] = [0] * N_LEADERS
            self.zones: list[int] = [0] * 8  # 0, ORNITHOPTER or CARRYALL
            self.dice: list[int] = [0] * 10  # unused dice: side * 5 + result
            self.used: list[int] = [0] * 10  # spent dice of the round by result
            self.unrolled = 0  # Mahdi's dice still to be rolled this round
            self.locked = 0  # Harkonnen dice lying on the spice board
            self.bene_gesserit: list[int] = [0, 0]  # tokens held
            self.bene_gesserit_at: list[int] = [NONE, NONE]  # result under the token placed this round and unused
            self.bene_gesserit_reserve = 0
            self.supremacy = 0
            self.prescience: list[int] = [0, 0, 0]
            self.imperium: list[int] = [5, 5, 5]  # step of each marker on the spice board, 5 on top
            self.spice_reserve = 0
            self.bans: list[int] = [0, 0, 0]
            self.prescience_at: list[int] = [IN_DECK] * 16
            self.claims_made = 0  # this round
            self.just_happened = 0  # bit per event that a Prescience card may ask for
            self.windows_asked = 0  # bit per Prescience card offered in a window since it became claimable
            self.harvesters_lost = 0  # removed by the Atreides in this Action Resolution phase
            self.round = 0
            self.phase = START
            self.turn_side = NONE
            self.turns = 0
            self.flown: list[int] = []  # Areas of Legions that have used Troop-Transport this turn
            self.tank_arrivals = 0  # bit per Leader sent to the Tank this turn
            self.die_spent = 0  # whether the turn under way has cost its side a die or token
            self.atomics = 0  # 1-3: the token that detonated
            self.atomics_spent = 0
            self.discards: list[int] = [0] * N_CARDS
            self.deck_left: list[int] = [0] * 4  # cards in each deck
            self.hand_size: list[int] = [0] * 4  # cards in hand from each deck
            self.attached: list[int] = []  # pairs: Planning card, Prescience card it lies under
            self.effects: list[int] = []  # triples: effect, argument, expiry
            self.moved: list[int] = []  # groups that have moved in this Action, seven ints each
            self.placed_worms: list[int] = []  # Areas where a worm has appeared this phase, consequences pending
            self.signs_aside = 0  # Wormsigns resolved or discarded, waiting to be shuffled back
            self.sietch_at: list[int] = [NONE] * 8  # Area of each Sietch token, NONE when destroyed
            self.sietch_up: list[int] = [0] * 8
            self.ruled_out: list[int] = [0, 0]  # by draw: bit per objective that a win check has ruled out
            self.winner = NONE
            self.reason = UNDECIDED
            self.events: list[int] = [0] * (3 * N_EVENTS)
            self.clock = 0  # counts what happens, to date facedown pieces

            # Public, solo only.
            self.harvest_card = NONE
            self.target_card = NONE
            self.tactical_seen: list[int] = [0] * 8  # drawn since the Tactical cards were last shuffled
            self.temporary_target = NONE
            self.last_discard = NONE  # deck of the Harkonnen card discarded last
            self.next_deck = NONE  # deck that the alternation draws from next
            self.ornithopter_used = 0  # by Mahdi this turn
            self.token_seen: list[int] = [0] * TOKENS  # clock when a Harkonnen token was last revealed
            self.token_laid: list[int] = [0] * TOKENS  # clock when it was laid facedown
            self.ordered_result = NONE  # result named by Truthtrance for Mahdi's next turn
            self.parked_scheming = 0

            # Known to the Atreides only.
            self.sietch_rank: list[int] = [0] * 8
            self.objectives: list[int] = []
            self.token_at: list[int] = [SUPPLY] * TOKENS

            # Known to the holder only: Planning cards by kind; which side a kind belongs to follows from its deck.
            self.hand: list[int] = [0] * N_CARDS

            # Known to nobody.
            self.deck: list[int] = [0] * N_CARDS
            self.stations_left: list[int] = [0, 0, 0]
            self.signs_left: list[int] = [0, 0, 0]  # kinds of the Wormsigns not seen since the last shuffle
            self.reinforcements: list[int] = []  # bottom to top; + KNOWN_FACE where everybody saw the card
        else:
            self.rules = like.rules
            self.solo = like.solo
            self.seed = like.seed
            self.cells = like.cells[:]
            self.figure_supply = like.figure_supply
            self.figures_gone = like.figures_gone
            self.leader_at = like.leader_at
            self.leader_card = like.leader_card
            self.zones = like.zones
            self.dice = like.dice
            self.used = like.used
            self.unrolled = like.unrolled
            self.locked = like.locked
            self.bene_gesserit = like.bene_gesserit
            self.bene_gesserit_at = like.bene_gesserit_at
            self.bene_gesserit_reserve = like.bene_gesserit_reserve
            self.supremacy = like.supremacy
            self.prescience = like.prescience
            self.imperium = like.imperium
            self.spice_reserve = like.spice_reserve
            self.bans = like.bans
            self.prescience_at = like.prescience_at
            self.claims_made = like.claims_made
            self.just_happened = like.just_happened
            self.windows_asked = like.windows_asked
            self.harvesters_lost = like.harvesters_lost
            self.round = like.round
            self.phase = like.phase
            self.turn_side = like.turn_side
            self.turns = like.turns
            self.flown = like.flown
            self.tank_arrivals = like.tank_arrivals
            self.die_spent = like.die_spent
            self.atomics = like.atomics
            self.atomics_spent = like.atomics_spent
            self.discards = like.discards
            self.deck_left = like.deck_left
            self.hand_size = like.hand_size
            self.attached = like.attached
            self.effects = like.effects
            self.moved = like.moved
            self.placed_worms = like.placed_worms
            self.signs_aside = like.signs_aside
            self.sietch_at = like.sietch_at
            self.sietch_up = like.sietch_up
            self.ruled_out = like.ruled_out
            self.winner = like.winner
            self.reason = like.reason
            self.events = like.events[:]
            self.clock = like.clock
            self.harvest_card = like.harvest_card
            self.target_card = like.target_card
            self.tactical_seen = like.tactical_seen
            self.temporary_target = like.temporary_target
            self.last_discard = like.last_discard
            self.next_deck = like.next_deck
            self.ornithopter_used = like.ornithopter_used
            self.token_seen = like.token_seen
            self.token_laid = like.token_laid
            self.ordered_result = like.ordered_result
            self.parked_scheming = like.parked_scheming
            self.sietch_rank = like.sietch_rank
            self.objectives = like.objectives
            self.token_at = like.token_at
            self.hand = like.hand
            self.deck = like.deck
            self.stations_left = like.stations_left
            self.signs_left = like.signs_left
            self.reinforcements = like.reinforcements

        # Not part of the position.
        self.trace: list[str] | None = None  # rule ids and deeds, noted when somebody listens

    def left_settlement(self, side: int, area: int) -> None:
        """Called when figures of *side* have left a settlement of theirs (R-43.2 makes use of it)."""

    def sietch_lost(self, sietch: int) -> None:
        """Called when a Sietch has been destroyed (R-36.11)."""

    def voluntary_reveal(self) -> None:
        """Called when the Atreides have revealed something of their own will (R-43.11)."""

    def may_train(self, area: int) -> bool:
        """Whether Guerrilla Training may reveal tokens in *area* (R-43.10)."""
        return True

    def may_reveal(self, area: int) -> bool:
        """Whether a card may let the Atreides reveal something in *area* of their own will (R-43.10)."""
        return True

    def ceases(self, frame: int) -> bool:
        """Whether the attacker of the battle *frame* must cease as a combat round starts (R-42.5)."""
        return False

    def allowed_dice(self, side: int, slots: list[int]) -> list[int]:
        """The dice that *side* may use this turn; a card may bind one of them."""
        return slots

    def mahdi_discards(self, wanted: int) -> int:
        """Discard up to *wanted* Reinforcements cards for Combat dice; how many were (R-42.1)."""
        return 0

    def note(self, what: str) -> None:
        """Tell a listener which rule or deed has just been carried out."""
        if self.trace is not None:
            self.trace.append(what)

    def event(self, what: int, first: int = NONE, second: int = NONE) -> None:
        """Add to the public memory of the last events."""
        self.clock += 1
        events = self.events
        del events[:3]
        events.append(what)
        events.append(first)
        events.append(second)

    def unused_dice(self, side: int) -> int:
        """Unused Action dice of *side*, its placed Bene Gesserit token counted as one (R-9.2, R-32.4, R-43.9)."""
        dice = self.dice
        base = side * 5
        left = dice[base] + dice[base + 1] + dice[base + 2] + dice[base + 3] + dice[base + 4]
        if self.bene_gesserit_at[side] != NONE:
            left += 1
        return left + self.unrolled if side == HARKONNEN else left


KNOWN_FACE: Final = 128  # added to a Reinforcements card that everybody has seen
OLDER_DRAW: Final = 256  # added to an unseen one whenever its deck is formed anew: it is none of those mixed in then

# What `State.event` records.
E_MOVED: Final = 1
E_ATTACKED: Final = 2
E_ROLLED: Final = 3
E_FELL: Final = 4
E_RETREATED: Final = 5
E_ADVANCED: Final = 6
E_SETTLEMENT_LOST: Final = 7
E_CARD_PLAYED: Final = 8
E_CARD_DISCARDED: Final = 9
E_CLAIMED: Final = 10
E_DIE_SPENT: Final = 11
E_REVEALED: Final = 12
E_WORM: Final = 13
E_SIGN: Final = 14
E_VEHICLE: Final = 15
E_LEADER: Final = 16
E_DEPLOYED: Final = 17
E_SUPREMACY: Final = 18
E_MARKER: Final = 19
E_SPICE: Final = 20
EVENT_NAMES: Final = [
    "nothing",
    "moved",
    "attacked",
    "rolled",
    "fell",
    "retreated",
    "advanced",
    "settlement_lost",
    "card_played",
    "card_discarded",
    "claimed",
    "die_spent",
    "revealed",
    "worm",
    "wormsign",
    "vehicle",
    "leader",
    "deployed",
    "supremacy",
    "marker",
    "spice",
]

PROGRAMS: Final[Programs[State]] = Programs(list(CORE_NAMES))
REGISTERS: Final = len(REGISTER_NAMES)
