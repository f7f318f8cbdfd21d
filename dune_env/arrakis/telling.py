"""A game told in words: each answer with its question, and the public events that followed."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, ZONE_IDS
from dune_env.arrakis.names import FIGURE_NAMES, MARKER_NAMES, RESULT_NAMES, SIDE_NAMES, VEHICLE_NAMES
from dune_env.arrakis.slots import COMBAT_ROLLS, PICK_AREA, PICK_FIGURE, SLOTS
from dune_env.arrakis.state import (
    E_ADVANCED,
    E_ATTACKED,
    E_CARD_DISCARDED,
    E_CARD_PLAYED,
    E_CLAIMED,
    E_DEPLOYED,
    E_DIE_SPENT,
    E_FELL,
    E_LEADER,
    E_MARKER,
    E_MOVED,
    E_RETREATED,
    E_ROLLED,
    E_SPICE,
    E_SUPREMACY,
    E_VEHICLE,
    E_WORM,
    EVENT_NAMES,
    N_EVENTS,
    State,
)

TWO_AREAS = [E_MOVED, E_ATTACKED, E_RETREATED, E_ADVANCED]
FACES = ["hit", "shield", "special"]


def events_since(game: State, clock: int) -> list[str]:
    """What happened since the clock of *game* stood at *clock*, as far as its memory reaches."""
    count = min(game.clock - clock, N_EVENTS)
    told = [event_text(game, *game.events[at : at + 3]) for at in range(3 * (N_EVENTS - count), 3 * N_EVENTS, 3)]
    return (["..."] if game.clock - clock > N_EVENTS else []) + told


def event_text(game: State, what: int, first: int, second: int) -> str:
    """One public event in words; an argument that the kind of event does not settle is left out."""
    name = EVENT_NAMES[what]
    if what in TWO_AREAS:
        return f"{name} {_area(first)} -> {_area(second)}"
    if what == E_ROLLED:
        return f"{name} {_area(first)}: {_roll(second)}"
    if what == E_FELL:
        return f"{name} {_area(first)}: {SIDE_NAMES[second // 4]} {FIGURE_NAMES[second % 4]}"
    if what in (E_CARD_PLAYED, E_CARD_DISCARDED):
        return f"{name} {game.content.card_ids[first]}"
    if what == E_CLAIMED:
        return f"{name} {game.content.prescience_ids[first]}"
    if what == E_DIE_SPENT:
        return f"{name} {SIDE_NAMES[first]} {_result(second)}"
    if what == E_MARKER:
        return f"{name} {MARKER_NAMES[first]} at {second}"
    if what in (E_SUPREMACY, E_SPICE):
        return f"{name} {first}"
    if what == E_LEADER:
        return f"{name} {game.content.leader_ids[first]}" + (f" {_area(second)}" if second >= 0 else "")
    if what == E_VEHICLE:
        if second >= PICK_AREA:
            return f"{name} {VEHICLE_NAMES[first]} {SLOTS.name(second)}"
        return f"{name} {_area(first)} {ZONE_IDS[second]}"
    if what == E_DEPLOYED and second >= 0:
        return f"{name} {_area(first)}: {SLOTS.name(second) if second >= PICK_FIGURE else FIGURE_NAMES[second]}"
    if what == E_WORM and second > 2:
        return f"{name} {_area(first)} -> {_area(second)}"
    return f"{name} {_area(first)}"


def _area(area: int) -> str:
    return AREA_IDS[area] if area >= 0 else "elsewhere"


def _result(result: int) -> str:
    return RESULT_NAMES[result] if result < len(RESULT_NAMES) else "desert_power"


def _roll(roll: int) -> str:
    shown = [f"{count} {face}" for count, face in zip(COMBAT_ROLLS[roll], FACES) if count] if roll >= 0 else []
    return ", ".join(shown) or "nothing"
