"""Golden playthroughs: random games written down question by question, to show what a change of the rules changes.

A line is a question: its number, who is asked, in how many ways it can be answered, and the answer. Every
`LOOK_EVERY` questions a line of tracks follows, with a fingerprint of the whole position.
"""

from __future__ import annotations

from pathlib import Path

from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN, PHASE_NAMES, REASON_NAMES, SEAT_NAMES, SIDE_NAMES
from dune_env.arrakis.pieces import in_play, in_tank, legion_areas, settlements, strength, worm_areas
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.state import N_AREAS, N_LEADERS, SIGNS
from dune_env.engine.chance import Generator

FOLDER = Path(__file__).resolve().parent / "golden"
QUESTIONS = 250
LOOK_EVERY = 25

# A position of the middle of the game, so that cards, Leaders, worms and Bans come into play early.
MIDDLE: dict[str, object] = {
    "round": 4,
    "supremacy": 5,
    "prescience": {"kwisatz_haderach": 2, "sand_dwellers": 2, "jihad": 3},
    "imperium": {"choam": 3, "spacing_guild": 2, "landsraad": 3},
    "legions": {
        "arrakeen": {"side": "harkonnen", "regular": 3, "elite": 1, "generic": 1, "leaders": ["beast_rabban"]},
        "carthag": {"side": "harkonnen", "regular": 2, "elite": 2, "leaders": ["baron_harkonnen"]},
        "shield_wall_east": {"side": "harkonnen", "regular": 2, "elite": 1, "special_elite": 1},
        "arsunt": {"side": "harkonnen", "regular": 2, "generic": 1},
        "gara_kulon": {"side": "atreides", "regular": 2, "elite": 1, "generic": 1, "leaders": ["stilgar"]},
        "sihaya_ridge": {"side": "atreides", "regular": 1, "elite": 1, "tokens": 1},
        "windgap": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides"], "tokens": 2},
        "north_east_8": {"side": "atreides", "elite": 2, "special_elite": 1, "leaders": ["chani"]},
    },
    "harvesters": ["north_east_9", "central_north_east_3", "south_west_3"],
    "zones": {
        "air_north_east__central_north_east": "ornithopter",
        "air_central_north_east__central_north_west": "ornithopter",
        "air_south_west__central_south_west": "carryall",
    },
    "worms": ["north_east_10"],
    "wormsigns": ["north_east_7", "south_west_6"],
}
HANDS: dict[str, object] = {
    "atreides": ["the_voice", "thumpers", "fremen_rockets", "truthtrance"],
    "harkonnen": ["forced_recruitment", "explosive_artillery", "breeding_program", "hunter_seeker"],
}


def playthroughs() -> dict[str, tuple[str, str, int]]:
    """Each file: mode, preset and seed; even seeds start at the set-up, odd ones in the middle."""
    found: dict[str, tuple[str, str, int]] = {}
    for mode in ("two_player", "solo"):
        for preset in ("v1_1", "exclusive_2023"):
            for start in ("set_up", "middle"):
                found[f"{mode}_{preset}_{start}"] = (mode, preset, len(found))
    return found


def begin(mode: str, preset: str, seed: int) -> Game:
    """The game at its first question."""
    config = GameConfig(mode=mode, ruleset=preset)
    if seed % 2 == 0:
        return new_game(config, seed)
    position = dict(MIDDLE)
    if mode == "two_player":
        position["hands"] = HANDS
    return build(position, seed, config)


def tracks(game: Game) -> str:
    """The tracks, what is on the board, and a fingerprint of the position."""
    at_hand = [sum(game.hand_size[:2]), sum(game.hand_size[2:])]
    legions = []
    for side in (ATREIDES, HARKONNEN):
        units = sum(strength(game, side, area) for area in legion_areas(game, side))
        named = [x for x in range(N_LEADERS) if game.content.leader_side[x] == side and in_play(game, x)]
        legions.append(
            f"{SIDE_NAMES[side]}: {units} units in {len(legion_areas(game, side))} areas, "
            f"{len(settlements(game, side))} settlements, {len(named)} leaders, "
            f"{sum(in_tank(game, x) for x in named)} in the tank, {game.unused_dice(side)} dice"
        )
    joined = {name: "/".join(str(n) for n in numbers) for name, numbers in (
        ("prescience", game.prescience), ("imperium", game.imperium), ("bans", game.bans), ("cards", at_hand)
    )}  # fmt: skip
    worms = f"{len(worm_areas(game))} worms, {sum(1 for n in game.cells[SIGNS : SIGNS + N_AREAS] if n)} wormsigns"
    head = f"  round {game.round} {PHASE_NAMES[min(game.phase, len(PHASE_NAMES) - 1)]}, supremacy {game.supremacy}, "
    head += ", ".join(f"{name} {value}" for name, value in joined.items())
    return "\n".join([head, *[f"  {line}" for line in legions], f"  {worms}, position {game.digest()}"])


def play(name: str) -> str:
    """The text of one playthrough."""
    mode, preset, seed = playthroughs()[name]
    game = begin(mode, preset, seed)
    picks = Generator()
    picks.seed(seed)
    lines = [f"{mode} {preset}, from {'the set-up' if seed % 2 == 0 else 'the middle of a game'}, seed {seed}"]
    for number in range(1, QUESTIONS + 1):
        if game.over:
            break
        slot = game.asked[picks.below(len(game.asked))]
        asked = f"{game.question()}  {SEAT_NAMES[game.seat_to_act]}  {len(game.asked)}"
        lines.append(f"{number:4} {asked}  {SLOTS.name(slot)}")
        game.pick(slot)
        if number % LOOK_EVERY == 0:
            lines.append(tracks(game))
    if game.over:
        lines.append(tracks(game))
        lines.append(f"{SIDE_NAMES[game.winner]} won by {REASON_NAMES[game.reason]}")
    return "\n".join(lines) + "\n"
