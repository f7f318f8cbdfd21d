"""What guides a tree search: how likely each answer is to be good, and what a position is worth.

All values of a search stand at the same point of the game: where the next turn of a player begins, Mahdi's reply behind
it, or at the end of the phase. Here the heuristics play on to there and the fitted evaluation says what has come of it;
`learned_guide.py` has a trained policy instead.
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
LONGEST: Final = 80  # answers after which a turn is taken as finished
START_OF_TURN: Final = "turn.ChooseDie"


class Guide(Protocol):
    """Priors and values for the nodes of a search."""

    def begin(self, info_set: InfoSet) -> None:
        """A new search begins at this question: forget what was kept for the last one."""
        raise NotImplementedError

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """How likely each answer is, adding up to 1, from what the seat that is asked knows."""
        raise NotImplementedError

    def value(self, game: Game) -> float:
        """The expected result of the Atreides, -1 to 1; *game* is spent."""
        raise NotImplementedError

    def look(self, game: Game) -> tuple[float, dict[int, float]]:
        """The value, and the priors of the question asked in the turn under way or {}; *game* is spent."""
        raise NotImplementedError


class HeuristicGuide:
    """The heuristics' scores as priors; their play to the next turn and the evaluation as the value.

    The Atreides keep the campaign and the errands that they plan in the first position of a search.
    """

    def __init__(self, seed: int) -> None:
        self.atreides = HeuristicAtreides(seed)
        self.atreides.keeps_plan = True
        self.harkonnen = HeuristicHarkonnen(seed + 1)
        self.turn = 0
        self.phase = 0

    def begin(self, info_set: InfoSet) -> None:
        """A new search begins."""
        self.atreides.plan_anew()
        self.turn, self.phase = info_set.view.turns, info_set.view.phase

    def of(self, side: int) -> Heuristic:
        """The heuristic of *side*."""
        return self.atreides if side == ATREIDES else self.harkonnen

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """Chances from the heuristic's scores."""
        return softmax(self.of(info_set.seat).scores(info_set))

    def look(self, game: Game) -> tuple[float, dict[int, float]]:
        """The value, which begins with the likeliest answer to the question asked, and the priors of all answers."""
        priors: dict[int, float] = {}
        if not game.over and len(game.asked) > 1:
            priors = self.priors(game.info_set(game.seat_to_act))
            game.pick(max(priors, key=lambda slot: (priors[slot], -slot)))
        return self.value(game), priors

    def value(self, game: Game) -> float:
        """What the position is worth once the heuristics have played on to where values are compared."""
        self.play_on(game)
        return self.worth(game)

    def worth(self, game: Game) -> float:
        """What the position is worth as it stands."""
        return win_value(game)

    def play_on(self, game: Game) -> None:
        """Let the heuristics finish the turn under way, with the reply of Mahdi, but not more than the phase."""
        for _ in range(LONGEST):
            if game.over or game.phase != self.phase or (game.turns != self.turn and game.question() == START_OF_TURN):
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
