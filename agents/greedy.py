"""One-ply greedy: every answer is tried on games drawn from what the seat knows, and the best position wins.

After the answer the heuristics finish the turn under way; then `evaluation.advantage` says what it has come to. With
many answers only those that the heuristic likes best are tried.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from agents.evaluation import advantage
from agents.heuristic import Heuristic
from agents.heuristic_atreides import HeuristicAtreides
from agents.heuristic_harkonnen import HeuristicHarkonnen
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.view import InfoSet

MOST_ANSWERS = 12  # tried at a question
SAMPLES = 2
LONGEST = 60  # answers after which a turn is taken as finished

# Questions of little weight, or of many answers alike: the heuristic answers them alone.
SMALL = (
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
        self.heuristics: list[Heuristic] = [HeuristicAtreides(seed), HeuristicHarkonnen(seed + 1)]
        self.sign = 1.0 if side == ATREIDES else -1.0

    def act(self, info_set: InfoSet) -> int:
        options = info_set.options()
        if len(options) == 1:
            return options[0]
        mine = self.heuristics[self.side]
        scores = mine.scores(info_set)
        if mine.question in SMALL:
            return max(scores, key=lambda slot: (scores[slot], -slot))
        tried = sorted(options, key=lambda slot: (-scores[slot], slot))[:MOST_ANSWERS]
        total = dict.fromkeys(tried, 0.0)
        for _ in range(self.samples):
            drawn = info_set.sample(self.random.randrange(1 << 30))
            for slot in tried:
                total[slot] += self.sign * self.outcome(drawn.copy(history=False), slot)
        return max(tried, key=lambda slot: (total[slot], scores[slot]))

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        """One slot for each question; the games are independent."""
        return [self.act(info_set) for info_set in info_sets]

    def outcome(self, game: Game, slot: int) -> float:
        """What *slot* leads to once the heuristics have finished the turn."""
        turn, phase = game.turns, game.phase
        game.pick(slot)
        for _ in range(LONGEST):
            if game.over or game.turns != turn or game.phase != phase:
                break
            asked = game.asked
            game.pick(asked[0] if len(asked) == 1 else self.answer(game))
        return advantage(game)

    def answer(self, game: Game) -> int:
        """The heuristic's answer to the question of *game*, from what its seat knows."""
        seat = game.seat_to_act
        return self.heuristics[seat].act(game.info_set(seat))


