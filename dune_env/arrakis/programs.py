"""The Programs of the core rules by number, and the registers of their Frames.

Numbers are fixed here so that Programs may push each other whatever file they stand in. Cards and special Actions add
theirs behind these.
"""

from __future__ import annotations

from typing import Final

CORE_NAMES: Final = [
    "game",
    "setup",
    "round",
    "start",
    "vehicle_placement",
    "place_vehicles",
    "action_resolution",
    "turn",
    "draw_cards",
    "move_legions",
    "attack",
    "battle",
    "casualties",
    "trim",
    "fall_alone",
    "enter_wormsign",
    "place_worm",
    "worm_consequence",
    "worm_strikes",
    "advance",
    "desert_hazards",
    "storms",
    "spice_harvesting",
    "end_of_round",
    "discard_to_limit",
    "lead_action",
    "surprise_action",
    "move_action",
    "attack_action",
    "atreides_deployment",
    "harkonnen_deployment",
    "mentat",
    "harkonnen_replace",
    "harkonnen_vehicles",
    "place_wormsigns",
    "move_worms",
    "worm_attack",
    "guerrilla_training",
    "scouting",
    "claim",
    "spend_die_claim",
    "claim_window",
    "reveal_tokens",
    "retreat",
    "take_station",
    "tank_order",
    "place_figures",
    "play_card",
    "special_action",
    "mahdi_round",
    "mahdi_vehicles",
    "mahdi_turn",
    "mahdi_new_target",
    "mahdi_spice",
    "mahdi_end",
    "mahdi_tokens",
]

GAME: Final = 0
SETUP: Final = 1
ROUND: Final = 2
START: Final = 3
VEHICLE_PLACEMENT: Final = 4
PLACE_VEHICLES: Final = 5
ACTION_RESOLUTION: Final = 6
TURN: Final = 7
DRAW_CARDS: Final = 8
MOVE_LEGIONS: Final = 9
ATTACK: Final = 10
BATTLE: Final = 11
CASUALTIES: Final = 12
TRIM: Final = 13
FALL_ALONE: Final = 14
ENTER_WORMSIGN: Final = 15
PLACE_WORM: Final = 16
WORM_CONSEQUENCE: Final = 17
WORM_STRIKES: Final = 18
ADVANCE: Final = 19
DESERT_HAZARDS: Final = 20
STORMS: Final = 21
SPICE_HARVESTING: Final = 22
END_OF_ROUND: Final = 23
DISCARD_TO_LIMIT: Final = 24
LEAD_ACTION: Final = 25
SURPRISE_ACTION: Final = 26
MOVE_ACTION: Final = 27
ATTACK_ACTION: Final = 28
ATREIDES_DEPLOYMENT: Final = 29
HARKONNEN_DEPLOYMENT: Final = 30
MENTAT_ACTION: Final = 31
HARKONNEN_REPLACE: Final = 32
HARKONNEN_VEHICLES: Final = 33
PLACE_WORMSIGNS: Final = 34
MOVE_WORMS: Final = 35
WORM_ATTACK: Final = 36
GUERRILLA_TRAINING: Final = 37
SCOUTING: Final = 38
CLAIM_CARD: Final = 39
SPEND_DIE_CLAIM: Final = 40
CLAIM_WINDOW: Final = 41
REVEAL_TOKENS: Final = 42
RETREAT: Final = 43
TAKE_STATION: Final = 44
TANK_ORDER: Final = 45
PLACE_FIGURES: Final = 46
PLAY_PLANNING_CARD: Final = 47
SPECIAL_ACTION: Final = 48
MAHDI_ROUND: Final = 49
MAHDI_VEHICLES: Final = 50
MAHDI_TURN: Final = 51
MAHDI_NEW_TARGET: Final = 52
MAHDI_SPICE: Final = 53
MAHDI_END: Final = 54
MAHDI_TOKENS: Final = 55

# Registers. All are public but TOKEN, which only the Frame's owner may see.
REGISTER_NAMES: Final = [
    "area",
    "to_area",
    "side",
    "count",
    "kind",
    "round",
    "flags",
    "hits",
    "other_hits",
    "roll",
    "other_roll",
    "cards",
    "other_cards",
    "result",
    "card",
    "leader",
    "zone",
    "picked_regular",
    "picked_elite",
    "picked_special",
    "picked_generic",
    "picked_leaders",
    "picked_tokens",
    "order",
    "mask",
    "token",
    "memo",
]
AREA: Final = 3
TO_AREA: Final = 4
SIDE: Final = 5
COUNT: Final = 6
KIND: Final = 7
ROUND_REGISTER: Final = 8
FLAGS: Final = 9
HITS: Final = 10
OTHER_HITS: Final = 11
ROLL: Final = 12
OTHER_ROLL: Final = 13
CARDS: Final = 14
OTHER_CARDS: Final = 15
RESULT: Final = 16
CARD_REGISTER: Final = 17
LEADER: Final = 18
ZONE: Final = 19
PICKED: Final = 20  # PICKED + figure: how many of that figure are picked so far
PICKED_LEADERS: Final = 24
PICKED_TOKENS: Final = 25
ORDER: Final = 26  # how far down the fixed order of kinds the picking has come
MASK: Final = 27
TOKEN: Final = 28
MEMO: Final = 29

PRIVATE_REGISTERS: Final = [TOKEN]
