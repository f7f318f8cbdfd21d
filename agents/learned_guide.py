"""A trained policy as the guide of a tree search."""

from __future__ import annotations

from agents.learned import LearnedAgent
from agents.race import SearchGuide, search_value
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.view import InfoSet


class LearnedGuide:
    """A policy trained for one side; the other side's answers come from the heuristic.

    Of a policy that was trained to answer some questions only, the priors are used and not the values.
    """

    def __init__(self, seed: int, side: int, learned: LearnedAgent) -> None:
        self.heuristic = SearchGuide(seed)
        self.side = side
        self.sign = 1.0 if side == ATREIDES else -1.0
        self.learned = learned

    def begin(self, info_set: InfoSet) -> None:
        """A new search begins."""
        self.heuristic.begin(info_set)

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        """How likely each answer is, adding up to 1."""
        learned = info_set.seat == self.side and self.learned.answers(info_set)
        return self.learned.policy(info_set) if learned else self.heuristic.priors(info_set)

    def value(self, game: Game) -> float:
        """What the policy expects where the next turn begins; the heuristics play on to there."""
        self.heuristic.play_on(game)
        if self.learned.rest is not None or game.over or game.seat_to_act != self.side:
            return search_value(game)
        return self.sign * self.learned.expected_result(game.info_set(self.side))

    def look(self, game: Game) -> tuple[float, dict[int, float]]:
        """The value; priors come when they are needed."""
        return self.value(game), {}
