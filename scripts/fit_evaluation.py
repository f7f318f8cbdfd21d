"""Fit the evaluation's weights anew on games of the heuristics, and tell what the present and the new ones explain.

    python scripts/fit_evaluation.py --mode two_player --games 4000 --workers 2
    python scripts/fit_evaluation.py --mode solo --games 9000 --content objectives_sum_15
    python scripts/fit_evaluation.py --value race --mode two_player --games 13000

The heuristics play with random answers here and there, positions are taken where a die is chosen, and a logistic
regression with a little ridge fits the games' ends: in the solo game the margin and 0.3 for a victory, in the
two-player game 0.7 of the victory and 0.3 of the margin. Every fifth game is left out, and what is explained is
measured on those. The column goes into the tables of agents/evaluation.py by hand, with `--value race`, which is of the
two-player game and has goods by round too, into those of agents/race.py.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from tqdm import tqdm

from agents.evaluation import SOLO, TWO_PLAYER, WEIGHTS, features
from agents.heuristics import heuristic_of
from agents.margin import atreides_margin
from agents.race import GOODS, NAMES, RACE, race_features
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import MODES, GameConfig

CHOICE = "turn.ChooseDie"
VARIED = (CHOICE, "turn.ChooseAction", "move_legions.PickMover", "action_resolution.PlaceBeneGesserit")
CHANCES = (0.0, 0.1, 0.3)  # of a random answer to one of these, drawn for each game
MILD = 0.7  # the less an answer scores, the less often it is drawn
SHARE = 0.5  # of the choices of a die is kept
BATCH = 50
LEFT_OUT = 5  # every so many-th game
RIDGE = 1e-4
SURE = 0.99  # ends are held inside of it, where a logistic curve can be fitted
VICTORY = {"solo": (1.0, 0.3), "two_player": (0.3, 0.7)}  # weights of margin and result

# What must not count against the side that has it, whatever the games made it look like.
HELPS = [
    "last_steps", "standing", "ranks", "homes", "row_hope", "campaign", "stations_near", "regulars", "elites",
    "fedaykin", "naibs", "tokens", "named", "cards", "bene_gesserit", "worms", "signs",
]  # fmt: skip
HARMS = [  # beside all that begins with enemy_
    "need", "supremacy", "supremacy_squared", "harvesters", "ornithopters", "carryalls", "towns", "threats", "assault",
    "second_assault", "late_assault",
]  # fmt: skip
# Of the solo game, whose value leaves the campaign out for speed; and what single dice say in the two-player game.
UNUSED = {"solo": {"campaign"}, "two_player": {"enemy_dice"}}

# Of the goods of agents/race.py: what each round gone, each round left and the good itself makes of their worth.
LATE, EARLY, SQUARED = "_late", "_early", "_squared"

Positions = tuple[list[list[float]], float]  # of one game, and how it ended


def ended(game: Game) -> float:
    """The end of a game as the number that is fitted."""
    margin, result = VICTORY[game.config.mode]
    won = game.winner == ATREIDES
    sign = float(won) if game.solo else 1.0 if won else -1.0
    return max(-SURE, min(SURE, margin * atreides_margin(game) + result * sign))


def played(config: GameConfig, seeds: range) -> list[Positions]:
    """Games of the heuristics with random answers here and there."""
    heuristics = [heuristic_of(side, seeds.start) for side in (ATREIDES, HARKONNEN)]
    found: list[Positions] = []
    for seed in seeds:
        draw = random.Random(seed)
        chance = draw.choice(CHANCES)
        game = new_game(config, seed)
        rows: list[list[float]] = []
        while not game.over:
            if len(game.asked) == 1:
                game.pick(game.asked[0])
                continue
            question, seat = game.question(), game.seat_to_act
            if question == CHOICE and draw.random() < SHARE:
                rows.append(features(game))
            info_set = game.info_set(seat)
            if question in VARIED and draw.random() < chance:
                scores = heuristics[seat].scores(info_set)
                best = max(scores.values())
                weights = [math.exp(-MILD * min(3.0, best - score)) for score in scores.values()]
                game.pick(draw.choices(list(scores), weights)[0])
            else:
                game.pick(heuristics[seat].act(info_set))
        found.append((rows, ended(game)))
    return found


def bounds_of(name: str, unused: set[str]) -> tuple[float | None, float | None]:
    """The least and the highest weight that a feature may have."""
    if name in unused:
        return 0.0, 0.0
    if name in HELPS or name.endswith((LATE, EARLY, SQUARED)):
        return 0.0, None
    return None, 0.0 if name in HARMS or name.startswith("enemy_") else None


def fitted(names: list[str], rows: NDArray[np.float64], ends: NDArray[np.float64], unused: set[str]) -> list[float]:
    """The weights whose hyperbolic tangent comes nearest to the ends of the games."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    constant = spread < 1e-6
    mean[constant], spread[constant] = 0.0, 1.0
    scaled = (rows - mean) / spread
    likely = (ends + 1.0) / 2.0
    ridge = np.where([name == "one" for name in names], 0.0, RIDGE)
    bounds = [bounds_of(name, unused) for name in names]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = 2.0 * (scaled @ weights)
        error = 1.0 / (1.0 + np.exp(-logits)) - likely
        value = np.logaddexp(0.0, logits) - likely * logits
        slope = 2.0 * scaled.T @ error / len(ends) + 2.0 * ridge * weights
        return float(value.mean() + (ridge * weights**2).sum()), slope

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B", bounds=bounds).x / spread
    found[names.index("one")] -= float((found * mean).sum())
    return [float(weight) for weight in found]


def explained(weights: list[float], rows: NDArray[np.float64], ends: NDArray[np.float64]) -> float:
    """The share of the variance of the ends that the evaluation explains."""
    return 1.0 - float(((np.tanh(rows @ np.asarray(weights)) - ends) ** 2).mean() / ends.var())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", choices=MODES, default="solo")
    parser.add_argument("--value", choices=("evaluation", "race"), default="evaluation", help="which one to fit")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5_000_000, help="of the first game")
    parser.add_argument("--content", help="a shipped pack, or a JSON file that overrides content")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    for name, least in (("games", 2 * LEFT_OUT), ("workers", 1), ("seed", 0)):
        if getattr(options, name) < least:
            parser.error(f"--{name} takes a whole number of {least} or more")
    race, solo = options.value == "race", options.mode == "solo"
    if race and solo:
        parser.error("--value race takes --mode two_player: the value is of that game alone")
    try:
        config = GameConfig(mode=options.mode, content=options.content)
        new_game(config, options.seed)
    except ValueError as error:
        parser.error(str(error))

    last = options.seed + options.games
    batches = [range(first, min(last, first + BATCH)) for first in range(options.seed, last, BATCH)]
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(played, config, batch) for batch in batches]
        games = [game for job in tqdm(jobs, leave=False) for game in job.result()]
    number = np.repeat(np.arange(len(games)), [len(rows) for rows, _ in games])
    rows = np.array([row for found, _ in games for row in found])
    ends = np.array([end for found, end in games for _ in found])
    left_out = number % LEFT_OUT == LEFT_OUT - 1

    names = [name for name, *_ in WEIGHTS] if solo else list(NAMES)
    present = SOLO if solo else TWO_PLAYER
    if race:
        names += [good + kind for kind in (LATE, EARLY, SQUARED) for good, *_ in GOODS]
        rows = np.array([race_features(row) for row in rows.tolist()])
        present = RACE
    new = fitted(names, rows[~left_out], ends[~left_out], UNUSED[options.mode])
    print(f"{len(games)} games, {len(rows)} choices of a die; {len(set(number[left_out]))} games left out of the fit")
    print(f"{'feature':28}{'present':>10}{'fitted':>10}")
    for name, before, after in zip(names, present, new, strict=True):
        print(f"{name:28}{before:10.5f}{after:10.5f}")
    for name, weights in (("present", present), ("fitted", new)):
        print(f"explained of the games left out, {name}: {explained(weights, rows[left_out], ends[left_out]):.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
