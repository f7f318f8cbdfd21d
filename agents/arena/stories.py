"""What happened in one game: where markers and Supremacy came from, Sietches lost, cards, dice and Actions used.

Everything is read from public facts: tracks, settlements and used dice before and after each answer, the answers
themselves, and the deeds that the game tells a listener (`game.trace`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from dune_env.arrakis.game import Game
from dune_env.arrakis.names import DECK_NAMES, MAHDI, REMOVED, RESULT_NAMES, SIDE_NAMES
from dune_env.arrakis.slots import ACTION, FREE, OPTION, PICK_AREA, SLOTS
from dune_env.arrakis.state import N_AREAS, SIETCHES, TOWNS
from dune_env.engine.steps import NONE

MARKER_SOURCES = ("claims", "razed settlements", "Testing Stations", "Planning cards")
SUPREMACY_SOURCES = ("Sietches", "end of the round", "spice", "Bene Gesserit tokens")
TOLD = {  # deeds that are counted as they are
    "attacker_won": "battles won by the attacker",
    "attacker_repelled": "battles won by the defender",
    "station": "Testing Stations taken",
    "worm_attack": "worm attacks",
    "worm_devoured": "Legions devoured",
    "harvester_eaten": "Harvesters eaten",
    "atomics": "Family Atomics used",
    "retreat": "retreats",
}


@dataclass
class Story:
    """The counts of one game, and what was expected of it at some of its decisions."""

    seed: int
    result: float = 0.0  # for the side measured: 1 won, -1 lost, 0 broken off
    rounds: int = 0
    markers: Counter[str] = field(default_factory=Counter)
    supremacy: Counter[str] = field(default_factory=Counter)
    sietches_lost: Counter[int] = field(default_factory=Counter)  # by round
    claims: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # by deck
    dice: Counter[str] = field(default_factory=Counter)  # "side result"
    actions: Counter[str] = field(default_factory=Counter)  # "side action"
    deeds: Counter[str] = field(default_factory=Counter)
    expected: list[float] = field(default_factory=list)


class Before:
    """The public facts that an answer may change."""

    def __init__(self, game: Game) -> None:
        self.round = game.round
        self.markers = sum(game.prescience)
        self.supremacy = game.supremacy
        self.towns = bytes(game.cells[TOWNS : TOWNS + N_AREAS])
        self.sietches = bytes(game.cells[SIETCHES : SIETCHES + N_AREAS])
        self.used = list(game.used)


class Teller:
    """Follows one game, answer by answer."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.story = Story(seed)
        game.trace = []

    def pick(self, slot: int) -> None:
        """Answer the game's question and note what came of it."""
        game = self.game
        before = Before(game)
        self._answered(game.seat_to_act, slot)
        assert game.trace is not None
        heard = len(game.trace)
        game.pick(slot)
        notes = Counter(game.trace[heard:])
        self._settlements(before, notes)
        self._deeds(notes)
        for at, count in enumerate(game.used):
            if count > before.used[at]:
                side, result = SIDE_NAMES[at // 5], RESULT_NAMES[at % 5]
                self.story.dice[f"{side} {result}"] += count - before.used[at]

    def _answered(self, seat: int, slot: int) -> None:
        if seat != MAHDI and (ACTION <= slot < PICK_AREA or FREE <= slot < OPTION):
            self.story.actions[f"{SIDE_NAMES[seat]} {_inner(SLOTS.name(slot))}"] += 1

    def _settlements(self, before: Before, notes: Counter[str]) -> None:
        """Steps of the tracks by source; the rest of what the Supremacy marker moved came by Bene Gesserit tokens."""
        game, story = self.game, self.story
        razed = sum(rank for at, rank in enumerate(before.towns) if rank and not game.cells[TOWNS + at])
        lost = [sietch - 1 for sietch in before.sietches if sietch and game.sietch_at[sietch - 1] == NONE]
        story.sietches_lost[before.round] += len(lost)
        story.markers["razed settlements"] += 3 * razed
        story.markers["Testing Stations"] += notes["station"]
        left = game.supremacy - before.supremacy
        ranks = sum(game.sietch_rank[sietch] for sietch in lost)
        named = {"end of the round": notes["R-38.12"], "spice": notes["R-38.9"] + notes["stockpile"], "Sietches": ranks}
        for source, steps in named.items():
            taken = min(left, steps)  # the track ends somewhere
            story.supremacy[source] += taken
            left -= taken
        story.supremacy["Bene Gesserit tokens"] += left

    def _deeds(self, notes: Counter[str]) -> None:
        game, story = self.game, self.story
        for note, count in notes.items():
            if note.startswith("play_"):
                kind = game.content.card_ids.index(note.removeprefix("play_"))
                story.cards[DECK_NAMES[game.content.card_deck[kind]]] += count
            elif note.startswith("claim_"):
                story.claims[note.removeprefix("claim_")] += count
            elif note.startswith("ride_"):
                story.deeds["rides"] += count
            elif note in TOLD:
                story.deeds[TOLD[note]] += count

    def finish(self, side: int) -> Story:
        """The story of the game as it stands, for *side*."""
        game, story = self.game, self.story
        story.result = 0.0 if not game.over else 1.0 if game.winner == side else -1.0
        story.rounds = min(game.round, game.config.max_rounds)
        content = game.content
        for name in story.claims:
            card = content.prescience_ids.index(name)
            if game.prescience_at[card] == REMOVED:  # else claimed and not scored any more
                story.markers["claims"] += sum(content.prescience_steps[card])
        named = sum(story.markers[source] for source in MARKER_SOURCES[:3])
        story.markers["Planning cards"] = sum(game.prescience) - named
        return story


def _inner(name: str) -> str:
    return name.partition("(")[2].rstrip(")") or name
