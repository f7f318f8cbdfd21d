"""Positions out of random games: some at random, and the first few of each question and seat."""

from __future__ import annotations

import random
from functools import cache

from dune_env.arrakis.game import Game, from_json, new_game
from dune_env.arrakis.ruleset import GameConfig, Ruleset

TWO_PLAYER = "two_player"
ALIKE = "two_player with token backs alike"
SOLO = "solo"
SOLO_SEEDED = "solo with seeded ties"
GAMES = {TWO_PLAYER: 100, ALIKE: 25, SOLO: 100, SOLO_SEEDED: 25}
BOXES = list(GAMES)

ROUNDS = 8  # by then most random games have used every phase, deck and token
LONG_GAMES = 10  # of every so many games, one goes on to its end
LONG_ROUNDS = 40
PER_QUESTION = 4
SHARE = 0.004


def config_of(box: str) -> GameConfig:
    """The configuration that a name in BOXES stands for."""
    if box == SOLO_SEEDED:
        return GameConfig(mode="solo", ties="seeded")
    if box == SOLO:
        return GameConfig(mode="solo")
    return GameConfig(ruleset=Ruleset(token_backs_differ=box != ALIKE))


def editable(game: Game) -> Game:
    """The same game with lists of its own, to be changed by hand; those of a copy are shared."""
    return from_json(game.to_json())


@cache
def positions(box: str) -> list[Game]:
    """Positions of random games of one kind; to be copied, not changed."""
    chooser = random.Random(2024)
    share = SHARE * 8 if config_of(box).mode == "solo" else SHARE
    found: list[Game] = []
    met: dict[tuple[str, int], int] = {}
    for seed in range(GAMES[box]):
        game = new_game(config_of(box), seed)
        last = LONG_ROUNDS if seed % LONG_GAMES == 0 else ROUNDS
        while not game.over and game.round <= last:
            key = (game.question(), game.seat_to_act)
            met[key] = met.get(key, 0) + 1
            if met[key] <= PER_QUESTION or chooser.random() < share:
                found.append(game.copy())
            game.pick(chooser.choice(game.asked))
        found.append(game.copy())
    return found
