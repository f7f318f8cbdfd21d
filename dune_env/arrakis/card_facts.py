"""The cards of a content file: Leader, Tactical, Planning, Prescience and Secret Objective cards."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREA_INDEX, CENTRAL, SECTOR_IDS, SIETCH_AREAS
from dune_env.arrakis.components import (
    BOX_NAMES,
    CLAIM_NAMES,
    DECK_NAMES,
    DECK_SIZE,
    DESERT_POWER,
    MARKER_NAMES,
    MOST_OF_A_STRIP,
    N_LEADERS,
    N_OBJECTIVES,
    N_PRESCIENCE,
    N_TACTICAL,
    PHASE_NAMES,
    Content,
    ContentError,
)
from dune_env.arrakis.entries import Entry, unique_ids

LEADER_KEYS: Final[list[str]] = [
    "id", "name", "subfaction", "action_box", "enters", "special", "per_special", "provenance",
]  # fmt: skip


def check_sum(entry: Entry, counts: list[int], total: int) -> None:
    if sum(counts) != total:
        raise ContentError(f"{entry.path}: takes {total} in all, got {sum(counts)}")


def read_leaders(content: Content, entry: Entry) -> None:
    leaders = entry.items(N_LEADERS)
    content.leader_ids = unique_ids(leaders)
    content.leader_names = []
    content.leader_deck = []
    content.leader_side = []
    content.leader_box = []
    content.leader_strip = []
    for leader in leaders:
        deck = check_leader(leader)
        content.leader_names.append(leader.get("name").text())
        content.leader_deck.append(deck)
        content.leader_side.append(0 if deck < 2 else 1)
        box = leader.get("action_box")
        content.leader_box.append(-1 if box.value is None else box.choice(BOX_NAMES))
        strip = leader.get("per_special")
        content.leader_strip.append([strip.get(kind).integer(0, MOST_OF_A_STRIP) for kind in ("hits", "shields")])
        if (content.leader_box[-1] == DESERT_POWER) != (leader.get("id").text() == "wild_maker"):
            box.refuse("desert_power for wild_maker and for nobody else")


def check_leader(leader: Entry) -> int:
    """Check the keys of a Named Leader and return the deck of its subfaction."""
    leader.record(LEADER_KEYS)
    leader.get("per_special").record(["hits", "shields"])
    leader.get("enters").text()
    if leader.get("action_box").value is not None:
        leader.get("special").text()
    return leader.get("subfaction").choice(DECK_NAMES)


def read_tactical_cards(content: Content, entry: Entry) -> None:
    sietch_ids = [name for area in SIETCH_AREAS for name, index in AREA_INDEX.items() if index == area]
    content.tactical = []
    for card in entry.items(N_TACTICAL):
        card.record(["sector", "sietch"])
        sector = card.get("sector").choice([*SECTOR_IDS, "central"])
        sietch = card.get("sietch").choice(sietch_ids)
        if sietch in [other[1] for other in content.tactical]:
            card.get("sietch").refuse("a Sietch that no other card has")
        content.tactical.append([CENTRAL if sector == len(SECTOR_IDS) else 1 << sector, sietch])


def read_planning_decks(content: Content, entry: Entry) -> None:
    entry.record(DECK_NAMES, ["provenance"])
    cards: list[Entry] = []
    content.card_deck = []
    content.card_copies = []
    for deck, deck_name in enumerate(DECK_NAMES):
        copies: list[int] = []
        for card in entry.get(deck_name).items():
            card.record(["id", "name", "copies", "effect"], ["provenance"]).get("effect").text()
            cards.append(card)
            copies.append(card.get("copies").integer(1, DECK_SIZE))
            content.card_deck.append(deck)
        check_sum(entry.get(deck_name), copies, DECK_SIZE)
        content.card_copies += copies
    content.card_ids = unique_ids(cards)
    content.card_names = [card.get("name").text() for card in cards]
    content.card_index = {name: index for index, name in enumerate(content.card_ids)}


def read_prescience_cards(content: Content, entry: Entry) -> None:
    cards = entry.items(N_PRESCIENCE)
    content.prescience_ids = unique_ids(cards)
    content.prescience_names = []
    content.prescience_phase = []
    content.prescience_claim = []
    content.prescience_steps = []
    for card in cards:
        card.record(["id", "name", "phase", "claim", "requirement", "steps"], ["provenance"])
        card.get("requirement").text()
        content.prescience_names.append(card.get("name").text())
        content.prescience_phase.append(card.get("phase").choice(PHASE_NAMES))
        content.prescience_claim.append(card.get("claim").choice(CLAIM_NAMES))
        steps = card.get("steps").record(MARKER_NAMES)
        content.prescience_steps.append(
            [steps.get(marker).integer(0, content.prescience_last) for marker in MARKER_NAMES]
        )
    half = content.prescience_phase.count(0)
    if half != N_PRESCIENCE // 2:
        raise ContentError(f"{entry.path}: takes 8 cards of each phase, got {half} of action_resolution")


def read_objectives(content: Content, entry: Entry) -> None:
    objectives = entry.items(N_OBJECTIVES)
    unique_ids(objectives)
    content.objectives = []
    for item in objectives:
        item.record(["id", *MARKER_NAMES], ["provenance"])
        content.objectives.append([item.get(marker).integer(0, content.prescience_last) for marker in MARKER_NAMES])


def check_possible_futures(content: Content, entry: Entry) -> None:
    """Check the Possible Futures variant, whose leaders and cards must not clash with the base game's."""
    entry.record(["leaders", "planning_cards"])
    leaders = entry.get("leaders").items()
    cards = entry.get("planning_cards").items()
    for leader in leaders:
        check_leader(leader)
    for card in cards:
        card.record(["id", "name", "copies", "effect", "future"], ["provenance"])
        card.get("copies").integer(1, DECK_SIZE)
        card.get("future").integer(1, 7)
    for index, name in enumerate(unique_ids(leaders)):
        if name in content.leader_ids:
            leaders[index].get("id").refuse("an id that no Leader of the base game has")
    for index, name in enumerate(unique_ids(cards)):
        if name in content.card_index:
            cards[index].get("id").refuse("an id that no card of the base game has")
