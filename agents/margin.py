"""How narrowly a game is won or lost: the share of the Secret Objective reached less that of Supremacy, 1 to -1."""

from __future__ import annotations

from collections.abc import Sequence

from dune_env.arrakis.state import State
from dune_env.arrakis.view import View


def goals_of(state: State | View) -> list[Sequence[int]]:
    """The markers that each Secret Objective held asks for."""
    return [state.content.objectives[index] for index in state.objectives]


def progress(goals: Sequence[Sequence[int]], prescience: Sequence[int]) -> float:
    """How much of the nearest goal the markers have reached, 0 to 1."""
    return max((sum(map(min, prescience, goal)) / sum(goal) for goal in goals), default=0.0)


def atreides_margin(state: State | View) -> float:
    """The margin of the Atreides as the tracks stand."""
    return progress(goals_of(state), state.prescience) - state.supremacy / state.content.supremacy_last
