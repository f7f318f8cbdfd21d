"""What guides a tree search: how likely each answer is to be good, and what a position is worth.

Here the heuristics, which finish the turn under way and evaluate what comes of it; `learned_guide.py` has a trained
policy, which says both at once.
"""

from __future__ import annotations

import math
from typing import Final, Protocol

from agents.evaluation import win_value
from agents.heuristic import Heuristic
from agents.heuristic_atreides import HeuristicAtreides
from agents.heuristic_harkonnen import HeuristicHarkonnen
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.view import InfoSet

TEMPERATURE: Final = 0.5  # how far apart scores must be for one answer to be e times as likely as another
LONGEST: Final = 40  # answers after which a turn is taken as finished
START_OF_TURN: Final = "turn.ChooseDie"


class Guide(Protocol):
    """Priors and values for the nodes of a search."""

    def begin(self) -> None:
        """A new search begins: forget what was kept for the last one."""
        raise NotImplementedError

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """How likely each answer is, adding up to 1, from what the seat that is asked knows."""
        raise NotImplementedError

    def look(self, game: Game) -> tuple[float, dict[int, float]]:
        """The expected result of the Atreides, -1 to 1, and the priors of the question asked or {}; *game* is spent."""
        raise NotImplementedError


class HeuristicGuide:
    """The heuristics' scores as priors; their play to the end of the turn and the evaluation as the value.

    The Atreides keep the campaign and the errands that they plan in the first position of a search.
    """

    def __init__(self, seed: int) -> None:
        self.atreides = HeuristicAtreides(seed)
        self.atreides.keeps_plan = True
        self.harkonnen = HeuristicHarkonnen(seed + 1)

    def begin(self) -> None:
        """A new search begins."""
        self.atreides.plan_anew()

    def of(self, side: int) -> Heuristic:
        """The heuristic of *side*."""
        return self.atreides if side == ATREIDES else self.harkonnen

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """Chances from the heuristic's scores."""
        return softmax(self.of(info_set.seat).scores(info_set))

    def look(self, game: Game) -> tuple[float, dict[int, float]]:
        """What the position is worth once the turn is finished; the priors if that begins with the question asked."""
        priors: dict[int, float] = {}
        if not game.over and len(game.asked) > 1 and game.question() != START_OF_TURN:
            turn, phase = game.turns, game.phase
            priors = self.priors(game.info_set(game.seat_to_act))
            game.pick(max(priors, key=lambda slot: (priors[slot], -slot)))
            if game.turns != turn or game.phase != phase:
                return win_value(game), priors
        return self.value(game), priors

    def value(self, game: Game) -> float:
        """What the position is worth once the heuristics have finished the turn."""
        self.finish(game)
        return win_value(game)

    def finish(self, game: Game) -> None:
        """Let the heuristics play the turn under way to its end; at the start of a turn there is nothing to finish."""
        turn, phase = game.turns, game.phase
        for _ in range(LONGEST):
            if game.over or game.turns != turn or game.phase != phase or game.question() == START_OF_TURN:
                return
            asked = game.asked
            if len(asked) == 1:
                game.pick(asked[0])
            else:
                seat = game.seat_to_act
                game.pick(self.of(seat).act(game.info_set(seat)))


def softmax(scores: dict[int, float]) -> dict[int, float]:
    """Chances from scores."""
    best = max(scores.values())
    weights = {slot: math.exp(max(-20.0, (score - best) / TEMPERATURE)) for slot, score in scores.items()}
    total = sum(weights.values())
    return {slot: weight / total for slot, weight in weights.items()}
