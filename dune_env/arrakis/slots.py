"""Every answer that a player can give, as families of nouns, and every outcome that CHANCE can give."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREA_IDS, SECTOR_IDS, ZONE_IDS
from dune_env.arrakis.content import load_content
from dune_env.arrakis.names import (
    BAN_NAMES,
    DECK_NAMES,
    MARKER_NAMES,
    RESULT_NAMES,
    VEHICLE_NAMES,
    WORMSIGN_NAMES,
)
from dune_env.engine.slots import SlotFamily, SlotSpace

_SHIPPED = load_content(None)

_BASICS = SlotFamily("", ["pass", "yes", "no", "all", "done"])
_RESULTS = SlotFamily("die", RESULT_NAMES)
_TOKEN = SlotFamily("", ["bene_gesserit_token"])
_ACTIONS = SlotFamily(
    "action",
    [
        "move",
        "attack",
        "lead",
        "surprise_attack",
        "deploy",
        "draw",
        "replace",
        "vehicles",
        "wormsigns",
        "move_worms",
        "worm_attack",
    ],
    20,
)
_AREAS = SlotFamily("pick_area", AREA_IDS)
_ZONES = SlotFamily("pick_zone", ZONE_IDS)
_SECTORS = SlotFamily("pick_sector", [*SECTOR_IDS, "central"])
_UNITS = SlotFamily("pick", ["regular", "elite", "special_elite", "bashar", "naib"])
_TOKENS = SlotFamily(
    "pick_token",
    [f"atreides_starting_{i + 1}" for i in range(8)]
    + [f"atreides_standard_{i + 1}" for i in range(8)]
    + [f"harkonnen_black_{i + 1}" for i in range(6)]
    + [f"harkonnen_silver_{i + 1}" for i in range(6)],
)
_LEADERS = SlotFamily("pick_leader", _SHIPPED.leader_ids, 29)
_CARDS = SlotFamily("card", _SHIPPED.card_ids, 76)
_PRESCIENCE = SlotFamily("prescience", _SHIPPED.prescience_ids)
_CLAIMS = SlotFamily("claim", _SHIPPED.prescience_ids)
_MARKERS = SlotFamily("", [f"keep({b})" for b in BAN_NAMES] + [f"raise({b})" for b in BAN_NAMES])
_DECKS = SlotFamily("deck", DECK_NAMES)
_VEHICLES = SlotFamily("vehicle", VEHICLE_NAMES)
_FREE = SlotFamily("free", ["guerrilla_training", "scouting", "family_atomics", "hawats_scheming"], 5)
_OPTIONS = SlotFamily("option", [str(i) for i in range(12)])

SLOTS: Final = SlotSpace(
    [
        _BASICS,
        _RESULTS,
        _TOKEN,
        _ACTIONS,
        _AREAS,
        _ZONES,
        _SECTORS,
        _UNITS,
        _TOKENS,
        _LEADERS,
        _CARDS,
        _PRESCIENCE,
        _CLAIMS,
        _MARKERS,
        _DECKS,
        _VEHICLES,
        _FREE,
        _OPTIONS,
    ]
)

# Where each family begins. Literal so that compiled code folds them; tests/slots.lock and a check below pin them.
PASS: Final = 0
YES: Final = 1
NO: Final = 2
ALL: Final = 3
DONE: Final = 4
DIE: Final = 5
BENE_GESSERIT_TOKEN: Final = 10
ACTION: Final = 11
PICK_AREA: Final = 31
PICK_ZONE: Final = 132
PICK_SECTOR: Final = 140
PICK_FIGURE: Final = 149
PICK_TOKEN: Final = 154
PICK_LEADER: Final = 182
CARD: Final = 211
PRESCIENCE: Final = 287
CLAIM: Final = 303
KEEP: Final = 319
RAISE: Final = 322
DECK: Final = 325
VEHICLE: Final = 329
FREE: Final = 332
OPTION: Final = 337
N_SLOTS: Final = 349

PICK_BASHAR: Final = 152
PICK_NAIB: Final = 153

# Kinds of Action, each ACTION + one of these.
MOVE: Final = 0
ATTACK: Final = 1
LEAD: Final = 2  # a Leadership move; a House die opens both it and Strategy's
SURPRISE_ATTACK: Final = 3
DEPLOY: Final = 4
DRAW: Final = 5
REPLACE: Final = 6
VEHICLES: Final = 7
WORMSIGNS: Final = 8
MOVE_WORMS: Final = 9
WORM_ATTACK: Final = 10

GUERRILLA_TRAINING: Final = 0
SCOUTING: Final = 1
FAMILY_ATOMICS: Final = 2
HAWATS_SCHEMING: Final = 3

if [f.start for f in SLOTS.families] != [
    PASS,
    DIE,
    BENE_GESSERIT_TOKEN,
    ACTION,
    PICK_AREA,
    PICK_ZONE,
    PICK_SECTOR,
    PICK_FIGURE,
    PICK_TOKEN,
    PICK_LEADER,
    CARD,
    PRESCIENCE,
    CLAIM,
    KEEP,
    DECK,
    VEHICLE,
    FREE,
    OPTION,
] or SLOTS.size != N_SLOTS:
    raise ImportError("the slot constants no longer match the slot families")


def multisets(faces: int, dice: int) -> list[list[int]]:
    """Every way in which *dice* dice can show *faces* different faces, as counts per face."""
    if faces == 1:
        return [[dice]]
    found: list[list[int]] = []
    for first in range(dice, -1, -1):
        for rest in multisets(faces - 1, dice - first):
            found.append([first, *rest])
    return found


COMBAT_ROLLS: Final[list[list[int]]] = [roll for dice in range(7) for roll in multisets(3, dice)]
ACTION_ROLLS: Final[list[list[int]]] = [roll for dice in range(9) for roll in multisets(5, dice)]
COMBAT_ROLL_INDEX: Final[dict[int, int]] = {(r[0] * 7 + r[1]) * 7 + r[2]: i for i, r in enumerate(COMBAT_ROLLS)}
ACTION_ROLL_INDEX: Final[dict[int, int]] = {
    (((r[0] * 9 + r[1]) * 9 + r[2]) * 9 + r[3]) * 9 + r[4]: i for i, r in enumerate(ACTION_ROLLS)
}


def _roll_label(counts: list[int], faces: list[str]) -> str:
    return "_".join(f"{n}{face}" for n, face in zip(counts, faces, strict=True) if n) or "none"


CHANCE_SLOTS: Final = SlotSpace(
    [
        SlotFamily("combat_roll", [_roll_label(r, ["hit", "shield", "special"]) for r in COMBAT_ROLLS]),
        SlotFamily("action_roll", [_roll_label(r, RESULT_NAMES) for r in ACTION_ROLLS]),
        SlotFamily("draw_card", _SHIPPED.card_ids, 76),
        SlotFamily("draw_token", _TOKENS.labels),
        SlotFamily("sietch_rank", [str(r) for r in range(6)]),
        SlotFamily("station", MARKER_NAMES),
        SlotFamily("wormsign", WORMSIGN_NAMES),
        SlotFamily("draw_prescience", _SHIPPED.prescience_ids),
        SlotFamily("draw_objective", [str(i) for i in range(6)]),
        SlotFamily("draw_tactical", [str(i) for i in range(8)]),
        SlotFamily("roll_die", RESULT_NAMES),
    ]
)
C_COMBAT: Final = 0
C_ACTION: Final = 84
C_CARD: Final = 1371
C_TOKEN: Final = 1447
C_RANK: Final = 1475
C_STATION: Final = 1481
C_WORMSIGN: Final = 1484
C_PRESCIENCE: Final = 1487
C_OBJECTIVE: Final = 1503
C_TACTICAL: Final = 1509
C_DIE: Final = 1517
N_CHANCE_SLOTS: Final = 1522

if [f.start for f in CHANCE_SLOTS.families] != [
    C_COMBAT,
    C_ACTION,
    C_CARD,
    C_TOKEN,
    C_RANK,
    C_STATION,
    C_WORMSIGN,
    C_PRESCIENCE,
    C_OBJECTIVE,
    C_TACTICAL,
    C_DIE,
] or CHANCE_SLOTS.size != N_CHANCE_SLOTS:
    raise ImportError("the chance constants no longer match the chance families")


def mask_bytes(slots: list[int]) -> bytearray:
    """A byte for each slot of a player: 1 for those in *slots*, 0 for the others."""
    mask = bytearray(N_SLOTS)
    for slot in slots:
        mask[slot] = 1
    return mask
