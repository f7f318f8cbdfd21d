"""What guides a tree search: how likely each answer is to be good, and what a position is worth.

Here the heuristics, which finish the turn under way and evaluate what comes of it; `learned_guide.py` has a trained
policy, which says both at once.
"""

from __future__ import annotations

import math
from typing import Protocol

from agents.evaluation import win_value
from agents.heuristic import Heuristic
from agents.heuristic_atreides import HeuristicAtreides
from agents.heuristic_harkonnen import HeuristicHarkonnen
from dune_env.arrakis.game import Game
from dune_env.arrakis.view import InfoSet

TEMPERATURE = 0.5  # how far apart scores must be for one answer to be e times as likely as another
LONGEST = 40  # answers after which a turn is taken as finished


class Guide(Protocol):
    """Priors and values for the nodes of a search."""

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """How likely each answer is, adding up to 1, from what the seat that is asked knows."""
        raise NotImplementedError

    def value(self, game: Game) -> float:
        """The expected result of the Atreides, -1 to 1; *game* may be played on."""
        raise NotImplementedError


class HeuristicGuide:
    """The heuristics' scores as priors; their play to the end of the turn and the evaluation as the value."""

    def __init__(self, seed: int) -> None:
        self.heuristics: list[Heuristic] = [HeuristicAtreides(seed), HeuristicHarkonnen(seed + 1)]

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        return softmax(self.heuristics[info_set.seat].scores(info_set))

    def value(self, game: Game) -> float:
        turn, phase = game.turns, game.phase
        for _ in range(LONGEST):
            if game.over or game.turns != turn or game.phase != phase:
                break
            asked = game.asked
            game.pick(asked[0] if len(asked) == 1 else self.answer(game))
        return win_value(game)

    def answer(self, game: Game) -> int:
        """The heuristic's answer to the question of *game*, from what its seat knows."""
        seat = game.seat_to_act
        return self.heuristics[seat].act(game.info_set(seat))


def softmax(scores: dict[int, float]) -> dict[int, float]:
    """Chances from scores."""
    best = max(scores.values())
    weights = {slot: math.exp(max(-20.0, (score - best) / TEMPERATURE)) for slot, score in scores.items()}
    total = sum(weights.values())
    return {slot: weight / total for slot, weight in weights.items()}
