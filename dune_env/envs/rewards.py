"""Rewards: +1 / -1 / 0 at the end, and the potential of `reward="shaped"`.

The potential is made of public facts only, the tracks that everybody sees: half the mean of the three Prescience
markers minus half of Supremacy, each as a share of its track, from the Atreides' side; the Harkonnen's is its negative.
It is taken relative to a side's first decision, counts as 0 once the episode is over (won, lost or truncated), and a
side is credited `shaping_gamma * potential now - potential at its last decision` when it is asked again or the episode
ends. So at `shaping_gamma=1` all of an episode's credits sum to zero, and shaping never changes which play is best.
"""

from __future__ import annotations

from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.view import View


def potential(game: Game | View, seat: int) -> float:
    """How far the tracks stand in favour of *seat*, from -0.5 to 0.5."""
    prescience = sum(game.prescience) / (3 * game.content.prescience_last)
    supremacy = game.supremacy / game.content.supremacy_last
    ahead = 0.5 * (prescience - supremacy)
    return ahead if seat == ATREIDES else -ahead


class Shaping:
    """The running potential of one side."""

    def __init__(self, gamma: float) -> None:
        self.gamma = gamma
        self.started = False
        self.start = 0.0
        self.last = 0.0

    def asked(self, game: Game, seat: int) -> float:
        """The credit due when *seat* is asked: nothing at its first decision, which the potential is relative to."""
        now = potential(game, seat)
        if not self.started:
            self.started = True
            self.start = now
            return 0.0
        before = self.last
        self.last = now - self.start
        return self.gamma * self.last - before

    def ended(self) -> float:
        """The credit due when the episode ends: the potential goes back to 0."""
        before = self.last
        self.last = 0.0
        return -before
