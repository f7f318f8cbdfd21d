"""One-ply greedy: every answer is tried on games drawn from what the seat knows, and the best position wins.

After the answer the heuristics play on to the next turn (`guides.py`); then `evaluation.advantage` says what it has
come to. With many answers only those that the heuristic likes best are tried, all of them on the same draws and dice.
An answer that the heuristic likes less has to be better by so much more.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from agents.guides import HeuristicGuide
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.view import InfoSet

MOST_ANSWERS: Final = 6  # tried at a question
SAMPLES: Final = 3
TRUST: Final = 0.02  # of the heuristic's scores: what a useful step is worth as an expected result

# Questions of little weight, or of many answers alike: the heuristic answers them alone.
SMALL: Final = (
    "casualties.AbsorbHit",
    "trim.TrimUnit",
    "battle.UseSpecials",
    "battle.DefenderUseSpecials",
    "mahdi_vehicles.PlaceHarvester",
    "mahdi_vehicles.PlaceOrnithopter",
    "mahdi_vehicles.PlaceCarryall",
    "mahdi_deploy.PickGrade",
    "place_vehicles.PlaceVehicle",
    "discard_to_limit.DiscardToLimit",
)


class Greedy:
    """Looks one answer ahead."""

    name = "greedy"

    def __init__(self, side: int, seed: int, samples: int = SAMPLES) -> None:
        self.side = side
        self.samples = samples
        self.random = random.Random(seed)
        self.guide = HeuristicGuide(seed)
        self.sign = 1.0 if side == ATREIDES else -1.0

    def act(self, info_set: InfoSet) -> int:
        """The answer that leads to the best positions, from what the seat knows."""
        options = info_set.options()
        if len(options) == 1:
            return options[0]
        scores = self.scores(info_set)
        return max(scores, key=lambda slot: (scores[slot], -slot))

    def scores(self, info_set: InfoSet) -> dict[int, float]:
        """The worth of the answers tried, in the measure of the heuristic's scores; its own where none is tried."""
        self.guide.begin(info_set)
        mine = self.guide.of(self.side)
        scores = mine.scores(info_set)
        if mine.question in SMALL:
            return scores
        tried = sorted(scores, key=lambda slot: (-scores[slot], slot))[:MOST_ANSWERS]
        total = dict.fromkeys(tried, 0.0)
        for _ in range(self.samples):
            drawn = info_set.sample(self.random.randrange(1 << 30))
            for slot in tried:
                total[slot] += self.sign * self.outcome(drawn.copy(history=False), slot)
        return {slot: scores[slot] + total[slot] / (self.samples * TRUST) for slot in tried}

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        """One slot for each question; the games are independent."""
        return [self.act(info_set) for info_set in info_sets]

    def outcome(self, game: Game, slot: int) -> float:
        """What *slot* leads to once the heuristics have played on to the next turn."""
        game.pick(slot)
        return self.guide.value(game)
