"""What one seat may know of a game: built from nothing, field by field, out of what is public and what is its own.

Public memory is part of it as far as the rules keep it: discards, cards and tokens seen, ranks shown, counts held and
left, and what follows from these by elimination. The generator, the seed and the history are never part of it.
`sight.py` fills it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from dune_env.arrakis.components import Content
from dune_env.arrakis.content import load_content
from dune_env.arrakis.names import TOKENS
from dune_env.arrakis.ruleset import GameConfig
from dune_env.engine.steps import NONE

if TYPE_CHECKING:
    from dune_env.arrakis.game import Game

HIDDEN_RANK: Final = -1  # a Sietch whose rank the seat does not know
HIDDEN_TOKEN: Final = -5  # a Deployment token that the seat cannot place
SOME_TOKEN: Final = TOKENS  # in the TOKEN register: a token that only the Frame's owner has seen
UNKNOWN_CARD: Final = 64  # + deck: a Reinforcements card that nobody has seen; + OLDER_DRAW as in the game


# The facts of a View in the order in which they are compared, digested and saved.
INT_FACTS: Final = [
    "seat", "solo", "explicit_chance", "seat_to_act", "over", "unrolled", "locked", "bene_gesserit_reserve",
    "supremacy", "spice_reserve", "claims_made", "just_happened", "windows_asked", "harvesters_lost", "round",
    "phase", "turn_side", "turns", "tank_arrivals", "die_spent", "atomics", "atomics_spent", "signs_aside", "winner",
    "reason", "clock", "objectives_held", "harvest_card", "target_card", "temporary_target", "last_discard",
    "next_deck", "ornithopter_used", "ordered_result", "parked_scheming",
]  # fmt: skip
LIST_FACTS: Final = [
    "options", "stack", "cells", "figure_supply", "figures_gone", "leader_at", "leader_card", "zones", "dice", "used",
    "bene_gesserit", "bene_gesserit_at", "prescience", "imperium", "bans", "prescience_at", "flown", "discards",
    "deck_left", "hand_size", "attached", "effects", "moved", "placed_worms", "sietch_at", "sietch_up", "events",
    "ruled_out", "stations_left", "signs_left", "unseen", "unseen_older", "hidden_ranks", "tactical_seen",
    "reinforcements", "facedown", "tokens_left", "tokens_in_hand", "tokens_gone_unseen", "mahdi_laid", "token_seen",
    "hand", "sietch_rank", "token_at", "objectives",
]  # fmt: skip


class View:
    """What *seat* may know. Fields carry the names of `State`; those that differ are explained where they are set."""

    def __init__(self, config: GameConfig, content: Content, seat: int) -> None:
        self.config = config
        self.content = content
        self.seat = seat
        self.solo = config.mode == "solo"
        self.explicit_chance = False

        # What is asked, and of whom; the answers only if it is this seat.
        self.seat_to_act = NONE
        self.over = False
        self.options: list[int] = []
        self.stack: list[int] = []  # Frames with the registers that this seat may see

        # Public.
        self.cells = b""
        self.figure_supply: list[int] = []
        self.figures_gone: list[int] = []
        self.leader_at: list[int] = []
        self.leader_card: list[int] = []
        self.zones: list[int] = []
        self.dice: list[int] = []
        self.used: list[int] = []
        self.unrolled = 0
        self.locked = 0
        self.bene_gesserit: list[int] = []
        self.bene_gesserit_at: list[int] = []
        self.bene_gesserit_reserve = 0
        self.supremacy = 0
        self.prescience: list[int] = []
        self.imperium: list[int] = []
        self.spice_reserve = 0
        self.bans: list[int] = []
        self.prescience_at: list[int] = []
        self.claims_made = 0
        self.just_happened = 0
        self.windows_asked = 0
        self.harvesters_lost = 0
        self.round = 0
        self.phase = 0
        self.turn_side = NONE
        self.turns = 0
        self.flown: list[int] = []  # ascending
        self.tank_arrivals = 0
        self.die_spent = 0
        self.atomics = 0
        self.atomics_spent = 0
        self.discards: list[int] = []
        self.deck_left: list[int] = []
        self.hand_size: list[int] = []
        self.attached: list[int] = []
        self.effects: list[int] = []
        self.moved: list[int] = []  # token bits of the other side name no token, only how many of each set
        self.placed_worms: list[int] = []
        self.signs_aside = 0
        self.sietch_at: list[int] = []
        self.sietch_up: list[int] = []
        self.winner = NONE
        self.reason = 0
        self.events: list[int] = []
        self.clock = 0
        self.objectives_held = 0
        self.ruled_out: list[int] = []

        # Public, by elimination.
        self.stations_left: list[int] = []
        self.signs_left: list[int] = []
        self.unseen: list[int] = []  # Planning cards, by kind, that this seat has not seen: in decks and the other hand
        self.unseen_older: list[int] = []  # kind + OLDER_DRAW for each formation of its deck since: unseen as well
        self.hidden_ranks: list[int] = []  # how many Sietches of each rank this seat has not seen

        # Public, solo only.
        self.harvest_card = NONE
        self.target_card = NONE
        self.tactical_seen: list[int] = []
        self.temporary_target = NONE
        self.last_discard = NONE
        self.next_deck = NONE
        self.ornithopter_used = 0
        self.ordered_result = NONE
        self.parked_scheming = 0
        self.reinforcements: list[int] = []  # an unseen card reads UNKNOWN_CARD + its deck

        # Deployment tokens as everybody sees them.
        self.facedown: list[int] = []  # Area * 4 + set of each facedown token, ascending
        self.tokens_left: list[int] = []  # in the supply or pool, by set
        self.tokens_in_hand: list[int] = []  # drawn and not yet laid, by set
        self.tokens_gone_unseen: list[int] = []  # left the game facedown, by set
        self.mahdi_laid: list[int] = []  # Area * 4 + set of each token of Mahdi's that lies facedown, and its date
        self.token_seen: list[int] = []  # date when each of Mahdi's tokens was revealed last

        # The seat's own.
        self.hand: list[int] = []
        self.sietch_rank: list[int] = []  # HIDDEN_RANK where unknown
        self.token_at: list[int] = []  # HIDDEN_TOKEN where unknown
        self.objectives: list[int] = []

    def facts(self) -> list[list[int]]:
        """Every fact of the view, in a fixed order."""
        return [[int(getattr(self, name)) for name in INT_FACTS], *[list(getattr(self, name)) for name in LIST_FACTS]]

    def __reduce__(self) -> tuple[object, ...]:
        return view_from_facts, (self.config, self.facts())  # so that a pickle does not depend on being compiled

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same_box = self.config == other.config and self.content.digest == other.content.digest
        return same_box and self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash(self.digest())

    def digest(self) -> str:
        """A fingerprint of the information state, the same in every process."""
        text = f"{self.content.digest} {self.config!r} {self.facts()!r}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def view_from_facts(config: GameConfig, facts: list[list[int]]) -> View:
    """The View whose `View.facts` under *config* are *facts*."""
    view = View(config, load_content(config.content), facts[0][0])
    for name, value in zip(INT_FACTS, facts[0], strict=True):
        if isinstance(getattr(view, name), bool):
            setattr(view, name, value != 0)
        else:
            setattr(view, name, value)
    for name, values in zip(LIST_FACTS, facts[1:], strict=True):
        if name == "cells":
            view.cells = bytes(values)
        else:
            setattr(view, name, values[:])
    return view


class InfoSet:
    """A decision as an agent gets it: the view and the slots of one seat. It holds no reference to the game."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat = view.seat

    def __reduce__(self) -> tuple[object, ...]:
        return InfoSet, (self.view,)

    def options(self) -> list[int]:
        """The slots that the seat may pick; empty while it is not asked."""
        return self.view.options[:]

    def sample(self, seed: int) -> Game:
        """A game that looks the same to this seat, everything hidden from it drawn anew from *seed*."""
        from dune_env.arrakis.game import game_from_view

        return game_from_view(self.view, seed)
