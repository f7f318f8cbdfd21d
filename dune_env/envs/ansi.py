"""A position as text of about forty lines."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, CENTRAL, N_AREAS, SECTOR_IDS, ZONE_IDS
from dune_env.arrakis.components import Content
from dune_env.arrakis.names import (
    ATREIDES,
    BAN_NAMES,
    FIGURE_NAMES,
    HARKONNEN,
    IN_ROW,
    MARKER_NAMES,
    OFF_BOARD,
    PHASE_NAMES,
    REASON_NAMES,
    RESTING,
    RESULT_NAMES,
    SIDE_NAMES,
    TANK,
    VEHICLE_NAMES,
    WILD_MAKER,
)
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.state import (
    FACEDOWN_TOKENS,
    FIGURES,
    HARVESTERS,
    NAMED,
    PROGRAMS,
    SIETCHES,
    SIGNS,
    STATIONS,
    STRENGTH,
    TOWNS,
    WORMS,
)
from dune_env.arrakis.view import View
from dune_env.engine.steps import NONE


def describe(view: View) -> str:
    """The position that *view* shows, the question and the names of the slots that its seat may pick."""
    content = view.content
    lines = [f"round {view.round}, {PHASE_NAMES[view.phase]}, seen by {SIDE_NAMES[view.seat]}"]
    lines += _tracks(view, content)
    for side in (ATREIDES, HARKONNEN):
        lines += _side(view, content, side)
    if view.solo:
        lines.append(f"mahdi: {'; '.join(mahdi_facts(view))}")
    lines += _board(view)
    lines += _own(view, content)
    if view.winner in (ATREIDES, HARKONNEN):
        lines.append(f"{SIDE_NAMES[view.winner]} won: {REASON_NAMES[view.reason]}")
    elif view.seat_to_act in (ATREIDES, HARKONNEN):
        lines.append(f"{SIDE_NAMES[view.seat_to_act]} is asked {PROGRAMS.describe(view.stack)}")
        lines += [f"  {line}" for line in _wrapped([SLOTS.name(slot) for slot in view.options])]
    return "\n".join(lines) + "\n"


def _tracks(view: View, content: Content) -> list[str]:
    markers = ", ".join(f"{name} {view.prescience[i]}" for i, name in enumerate(MARKER_NAMES))
    imperium = ", ".join(
        f"{name} {view.imperium[i]}{' (ban)' if view.bans[i] else ''}" for i, name in enumerate(BAN_NAMES)
    )
    row = [content.prescience_ids[card] for card in range(16) if view.prescience_at[card] == IN_ROW]
    return [
        f"supremacy {view.supremacy} of {content.supremacy_last}; of {content.prescience_last}: {markers}",
        f"imperium {imperium}; spice in reserve {view.spice_reserve}",
        f"prescience row: {', '.join(row) or 'empty'}",
    ]


def mahdi_facts(view: View) -> list[str]:
    """Mahdi's target, Harvesting Sector and Reinforcements."""
    facts = []
    target = target_area(view)
    if target != NONE:
        temporary = " for this turn" if view.temporary_target != NONE else ""
        facts.append(f"target {AREA_IDS[target]}{temporary}")
    if view.harvest_card != NONE:
        mask = view.content.tactical[view.harvest_card][0]
        names = ["central"] if mask == CENTRAL else [name for i, name in enumerate(SECTOR_IDS) if mask >> i & 1]
        facts.append(f"harvests {names[0]}")
    facts.append(f"{len(view.reinforcements)} reinforcements")
    return facts


def target_area(view: View) -> int:
    """The Area of the Sietch that Mahdi targets, NONE without one."""
    sietch = view.temporary_target
    if sietch == NONE and view.target_card != NONE:
        sietch = view.content.tactical[view.target_card][1]
    return view.sietch_at[sietch] if sietch != NONE else NONE


def _side(view: View, content: Content, side: int) -> list[str]:
    dice = [f"{view.dice[side * 5 + i]} {name}" for i, name in enumerate(RESULT_NAMES) if view.dice[side * 5 + i]]
    if side == HARKONNEN and view.unrolled:
        dice.append(f"{view.unrolled} unrolled")
    if side == HARKONNEN and view.locked:
        dice.append(f"{view.locked} on the spice board")
    own = [x for x in range(len(content.leader_ids)) if content.leader_side[x] == side]
    waiting = [content.leader_ids[x] for x in own if view.leader_at[x] in (OFF_BOARD, RESTING)]
    tank = [content.leader_ids[x] for x in own if view.leader_at[x] <= TANK]
    cards = view.hand_size[2 * side] + view.hand_size[2 * side + 1]
    lines = [
        f"{SIDE_NAMES[side]}: dice {', '.join(dice) or 'none'}; bene gesserit {view.bene_gesserit[side]}; cards {cards}"
        + (f"; off board {' '.join(waiting)}" if waiting else "")
        + (f"; tank {' '.join(tank)}" if tank else "")
    ]
    for area in range(N_AREAS):
        if view.cells[STRENGTH + side * N_AREAS + area]:
            lines.append(f"  {AREA_IDS[area]}: {_legion(view, content, side, area)}")
    return lines


def _legion(view: View, content: Content, side: int, area: int) -> str:
    parts = []
    for figure, name in enumerate(FIGURE_NAMES):
        count = view.cells[FIGURES + (side * 4 + figure) * N_AREAS + area]
        if count:
            label = ("naib", "bashar")[side] if name == "generic" else name
            parts.append(f"{count} {label}")
    tokens = view.cells[FACEDOWN_TOKENS + side * N_AREAS + area]
    if tokens:
        parts.append(f"{tokens} facedown")
    if view.cells[NAMED + side * N_AREAS + area]:
        parts += [
            name
            for x, name in enumerate(content.leader_ids)
            if view.leader_at[x] == area and content.leader_side[x] == side
        ]
    return ", ".join(parts)


def _board(view: View) -> list[str]:
    def where(field: int) -> list[int]:
        return [area for area in range(N_AREAS) if view.cells[field + area]]

    ranks = [view.sietch_rank[view.cells[SIETCHES + area] - 1] for area in where(SIETCHES)]
    rows = [
        ("settlements", [f"{AREA_IDS[area]} {view.cells[TOWNS + area]}" for area in where(TOWNS)]),
        ("sietches", [f"{AREA_IDS[a]} {r if r > 0 else '?'}" for a, r in zip(where(SIETCHES), ranks)]),
        ("stations", [AREA_IDS[area] for area in where(STATIONS)]),
        ("harvesters", [AREA_IDS[area] for area in where(HARVESTERS)]),
        ("wormsigns", [AREA_IDS[area] for area in where(SIGNS)]),
        ("worms", [AREA_IDS[a] + " (wild maker)" * (view.cells[WORMS + a] == WILD_MAKER) for a in where(WORMS)]),
        ("in the air", [f"{VEHICLE_NAMES[v]} {ZONE_IDS[zone]}" for zone, v in enumerate(view.zones) if v]),
    ]
    return [line for name, items in rows if items for line in _wrapped([f"{name}: {items[0]}", *items[1:]])]


def _own(view: View, content: Content) -> list[str]:
    cards = [
        content.card_ids[kind] + (f" x{count}" if count > 1 else "")
        for kind, count in enumerate(view.hand)
        if count and content.card_deck[kind] // 2 == view.seat
    ]
    goals = [
        ", ".join(f"{MARKER_NAMES[marker]} {score}" for marker, score in enumerate(content.objectives[goal]))
        for goal in view.objectives
    ]
    return _wrapped([f"hand: {cards[0]}", *cards[1:]] if cards else ["hand: none"]) + [
        f"secret objective: {goal}" for goal in goals
    ]


def _wrapped(words: list[str], width: int = 118) -> list[str]:
    """Words joined by commas in lines of at most *width* characters."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + 2 <= width:
            lines[-1] += ", " + word
        else:
            lines.append(word if not lines else "  " + word)
    return lines
