"""The components of the box: the names and counts of their kinds, and the tables of what they say."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.provenance import labels_in, provenance_of

# The order of these names is the numbering that the tables below use.
SIDE_NAMES: Final[list[str]] = ["atreides", "harkonnen"]
GENERIC_LEADERS: Final[list[str]] = ["naib", "bashar"]
GRADE_NAMES: Final[list[str]] = ["regular", "elite", "special_elite"]
RESULT_NAMES: Final[list[str]] = ["leadership", "strategy", "deployment", "mentat", "house"]
BOX_NAMES: Final[list[str]] = ["leadership", "strategy", "deployment", "mentat", "house", "desert_power"]
DESERT_POWER: Final = 5  # of BOX_NAMES
COMBAT_FACE_NAMES: Final[list[str]] = ["hit", "shield", "special"]
MARKER_NAMES: Final[list[str]] = ["kwisatz_haderach", "sand_dwellers", "jihad"]
DECK_NAMES: Final[list[str]] = ["house_atreides", "fremen_ally", "house_harkonnen", "corrino_ally"]
BAN_NAMES: Final[list[str]] = ["choam", "spacing_guild", "landsraad"]
VEHICLE_NAMES: Final[list[str]] = ["harvester", "ornithopter", "carryall"]
WORMSIGN_NAMES: Final[list[str]] = ["sand", "sandworm", "burrowing_sandworm"]
PHASE_NAMES: Final[list[str]] = ["action_resolution", "end_of_round"]
CLAIM_NAMES: Final[list[str]] = ["condition", "perform", "spend_die"]
# Deployment tokens are numbered through these groups.
TOKEN_GROUPS: Final[list[str]] = [
    "atreides_starting",
    "atreides_standard",
    "harkonnen_starting_black",
    "harkonnen_starting_silver",
]
TOKEN_GROUP_SIZES: Final[list[int]] = [8, 8, 6, 6]
TOKEN_GROUP_SIDES: Final[list[int]] = [0, 0, 1, 1]

DECK_SIZE: Final = 18
N_PRESCIENCE: Final = 16
N_OBJECTIVES: Final = 6
N_TACTICAL: Final = 8
N_WORMSIGNS: Final = 16
N_SIETCH_RANKS: Final = 8
N_STATIONS: Final = 6
N_LEADERS: Final = 16
LAST_SPICE_STEP: Final = 5
# What rolls, slots and observations have room for; docs/content.md lists every entry with its range.
MOST_ACTION_DICE: Final = 8
COMBAT_DICE: Final = 6
MOST_SLOTS: Final = 16
MOST_FIGURES: Final = 40
MOST_PIECES: Final = 16
MOST_OF_A_STRIP: Final = 9
MOST_STEPS: Final = 99


class ContentError(ValueError):
    """A content file with a wrong entry: the message names the entry and what it takes."""


class Content:
    """The facts of one content file, numbered by the name lists above; leaders and cards in file order."""

    source: str
    digest: str
    provenance: dict[str, str]

    # Dice and dashboards, by side.
    action_dice: list[int]
    action_faces: list[list[int]]
    combat_faces: list[int]  # how many of the six faces are hit, shield, special
    combat_dice: int
    result_slots: list[int]
    shared_result_slots: list[int]
    shared_boxes: list[list[int]]  # by deck, for players who share a side
    tank_slots: list[int]

    # Figures and tokens.
    figures: list[list[int]]  # by side: regular, elite, special elite, generic leaders
    vehicles: list[int]
    sandworms: int
    wild_makers: int
    bene_gesserit: int
    wormsigns: list[int]
    sietch_ranks: list[int]
    stations: list[int]  # by marker
    tokens: list[list[int]]  # 28 Deployment tokens: regular, elite, special elite, generic leader

    # Tracks.
    supremacy_last: int
    bene_gesserit_steps: list[int]
    stockpile_last_step: int
    supremacy_entry: list[int]  # by leader: the step on which it enters play, or 0
    prescience_last: int
    desert_leader_step: int
    second_leader_step: int
    atomics_step: int
    spice_rows: list[list[int]]  # by step, 0 unused: dice set aside, harvesters, ornithopters, carryalls

    # Cards.
    tactical: list[list[int]]  # bitmask of Sectors, index into SIETCH_AREAS
    card_ids: list[str]
    card_names: list[str]
    card_deck: list[int]
    card_copies: list[int]
    card_index: dict[str, int]
    prescience_ids: list[str]
    prescience_names: list[str]
    prescience_phase: list[int]
    prescience_claim: list[int]
    prescience_steps: list[list[int]]  # by marker
    objectives: list[list[int]]  # by marker

    # Named Leaders.
    leader_ids: list[str]
    leader_names: list[str]
    leader_side: list[int]
    leader_deck: list[int]
    leader_box: list[int]  # an index into BOX_NAMES, or -1
    leader_strip: list[list[int]]  # for each Special: hits, shields

    def labels(self, path: str) -> list[str]:
        """The labels of the entry at *path*, such as `leaders.chani`: rulebook, components, single and so on.

        Raises ContentError where nothing is stated about such an entry, which would otherwise read as not assumed.
        """
        stated = provenance_of(self.provenance, path)
        if not stated:
            raise ContentError(f"{path}: takes an entry that `provenance` lists, or a part of one")
        return labels_in(stated)

    def is_assumed(self, path: str) -> bool:
        """Whether the entry at *path* is, in part at least, not the published value but one chosen to fit."""
        return "assumed" in self.labels(path)
