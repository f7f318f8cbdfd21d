"""The rulebook's nouns as ints, each with its list of names."""

from __future__ import annotations

from typing import Final

# Sides, and the seats that decide for them in the two-player game. MAHDI is the seat of the printed solo bot.
ATREIDES: Final = 0
HARKONNEN: Final = 1
MAHDI: Final = 2
SIDE_NAMES: Final = ["atreides", "harkonnen"]
SEAT_NAMES: Final = ["atreides", "harkonnen", "mahdi"]

# Figures of a Legion: three grades of Unit, and Generic Leaders (Naib or Bashar).
REGULAR: Final = 0
ELITE: Final = 1
SPECIAL: Final = 2
GENERIC: Final = 3
FIGURE_NAMES: Final = ["regular", "elite", "special_elite", "generic"]

# Results of the Action dice; the box of the Wild Maker's card stands below Desert Power.
LEADERSHIP: Final = 0
STRATEGY: Final = 1
DEPLOYMENT: Final = 2
MENTAT: Final = 3
HOUSE: Final = 4
DESERT_POWER_BOX: Final = 5
RESULT_NAMES: Final = ["leadership", "strategy", "deployment", "mentat", "house"]

KWISATZ_HADERACH: Final = 0
SAND_DWELLERS: Final = 1
JIHAD: Final = 2
MARKER_NAMES: Final = ["kwisatz_haderach", "sand_dwellers", "jihad"]

CHOAM: Final = 0
SPACING_GUILD: Final = 1
LANDSRAAD: Final = 2
BAN_NAMES: Final = ["choam", "spacing_guild", "landsraad"]

HOUSE_ATREIDES: Final = 0
FREMEN_ALLY: Final = 1
HOUSE_HARKONNEN: Final = 2
CORRINO_ALLY: Final = 3
DECK_NAMES: Final = ["house_atreides", "fremen_ally", "house_harkonnen", "corrino_ally"]

HARVESTER: Final = 0
ORNITHOPTER: Final = 1
CARRYALL: Final = 2
VEHICLE_NAMES: Final = ["harvester", "ornithopter", "carryall"]

NO_WORM: Final = 0
SANDWORM: Final = 1
WILD_MAKER: Final = 2

# A Wormsign in an Area: facedown, or turned up while the Desert Hazards are resolved.
NO_SIGN: Final = 0
FACEDOWN: Final = 1
SAND_SIGN: Final = 2
SANDWORM_SIGN: Final = 3
BURROWING_SIGN: Final = 4
WORMSIGN_NAMES: Final = ["sand", "sandworm", "burrowing_sandworm"]

# Where a Leader is when not in an Area.
OFF_BOARD: Final = -1
NOT_ENTERED: Final = -2
OUT_OF_THE_GAME: Final = -3
RESTING: Final = -4  # left the Regeneration Tank this turn; deployable from the next one
TANK: Final = -10  # TANK - s: slot s of the Regeneration Tank, the leftmost being 0

FACEUP: Final = 0
SPENT: Final = 1

# Where a Deployment token is when not in an Area.
SUPPLY: Final = -1
TOKEN_GONE: Final = -2
TOKEN_GONE_UNSEEN: Final = -3
TOKEN_IN_HAND: Final = -4
ATREIDES_TOKENS: Final = 16
STARTING_TOKENS: Final = 8
BLACK_TOKENS: Final = 16  # first of the Harkonnen tokens
SILVER_TOKENS: Final = 22
TOKENS: Final = 28

# Where a Prescience card is.
IN_DECK: Final = 0
IN_ROW: Final = 1
CLAIMED: Final = 2
REMOVED: Final = 3

START: Final = 0
VEHICLE_PLACEMENT: Final = 1
ACTION_RESOLUTION: Final = 2
DESERT_HAZARDS: Final = 3
SPICE_HARVESTING: Final = 4
END_OF_ROUND: Final = 5
PHASE_NAMES: Final = [
    "start",
    "vehicle_placement",
    "action_resolution",
    "desert_hazards",
    "spice_harvesting",
    "end_of_round",
]

# How a game ended.
UNDECIDED: Final = 0
SUPREMACY: Final = 1
OBJECTIVE: Final = 2
REASON_NAMES: Final = ["undecided", "supremacy", "secret_objective"]
