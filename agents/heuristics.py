"""The heuristic of either side."""

from __future__ import annotations

from agents.heuristic import Heuristic
from agents.heuristic_atreides import HeuristicAtreides
from agents.heuristic_harkonnen import HeuristicHarkonnen
from dune_env.arrakis.names import ATREIDES


def heuristic_of(side: int, seed: int) -> Heuristic:
    """The heuristic that plays *side*."""
    return HeuristicAtreides(seed) if side == ATREIDES else HeuristicHarkonnen(seed)
