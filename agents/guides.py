"""What guides a tree search: how likely each answer is to be good, and what a position is worth.

Either the heuristics, which finish the turn under way and evaluate what comes of it; or a trained policy, which says
both at once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agents.evaluation import win_value
from agents.heuristic import Heuristic
from agents.heuristic_atreides import HeuristicAtreides
from agents.heuristic_harkonnen import HeuristicHarkonnen
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.view import InfoSet

if TYPE_CHECKING:
    from agents.learned import LearnedAgent

TEMPERATURE = 0.5  # how far apart scores must be for one answer to be e times as likely as another
LONGEST = 40  # answers after which a turn is taken as finished


class Guide:
    """Priors and values for the nodes of a search."""

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """How likely each answer is, adding up to 1, from what the seat that is asked knows."""
        raise NotImplementedError

    def value(self, game: Game) -> float:
        """The expected result of the Atreides, -1 to 1; *game* may be played on."""
        raise NotImplementedError


class HeuristicGuide(Guide):
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


class LearnedGuide(HeuristicGuide):
    """A policy trained for one side; the other side's answers come from the heuristic."""

    def __init__(self, seed: int, side: int, learned: LearnedAgent) -> None:
        super().__init__(seed)
        self.side = side
        self.sign = 1.0 if side == ATREIDES else -1.0
        self.learned = learned

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        if info_set.seat != self.side:
            return super().priors(info_set)
        return self.learned.policy(info_set)

    def value(self, game: Game) -> float:
        if game.over or game.seat_to_act != self.side:
            return super().value(game)
        return self.sign * max(-1.0, min(1.0, self.learned.value(game.info_set(self.side))))


def softmax(scores: dict[int, float]) -> dict[int, float]:
    """Chances from scores."""
    best = max(scores.values())
    weights = {slot: math.exp(max(-20.0, (score - best) / TEMPERATURE)) for slot, score in scores.items()}
    total = sum(weights.values())
    return {slot: weight / total for slot, weight in weights.items()}
