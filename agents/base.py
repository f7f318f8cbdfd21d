"""What every agent is, and how one is made from its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dune_env.arrakis.names import ATREIDES, SIDE_NAMES
from dune_env.arrakis.view import InfoSet


class Agent:
    """Answers questions for one side. Subclasses override `act`, or `act_many` if they answer batches faster."""

    name = "agent"

    def act(self, info_set: InfoSet) -> int:
        """A legal slot for the question that *info_set* asks."""
        raise NotImplementedError

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        """One slot for each question; the games are independent."""
        return [self.act(info_set) for info_set in info_sets]


def _random(side: int, seed: int) -> Agent:
    from agents.random_agent import RandomAgent

    return RandomAgent(seed)


def _heuristic(side: int, seed: int) -> Agent:
    if side == ATREIDES:
        from agents.heuristic_atreides import HeuristicAtreides

        return HeuristicAtreides(seed)
    from agents.heuristic_harkonnen import HeuristicHarkonnen

    return HeuristicHarkonnen(seed)


def _greedy(side: int, seed: int) -> Agent:
    from agents.greedy import Greedy

    return Greedy(side, seed)


MAKERS: dict[str, Callable[[int, int], Agent]] = {"random": _random, "heuristic": _heuristic, "greedy": _greedy}


def names() -> list[str]:
    """Names that `make_agent` knows, beside paths of trained models."""
    return sorted(MAKERS)


def make_agent(name: str, side: int, seed: int = 0) -> Agent:
    """The agent called *name* for *side*, or the trained model in the .zip file of that name.

    Raises:
        ValueError: the name is unknown, or no such file exists.
    """
    if name in MAKERS:
        return MAKERS[name](side, seed)
    if name.endswith(".zip"):
        if not Path(name).is_file():
            raise ValueError(f"agent: there is no file {name!r}")
        from agents.learned import LearnedAgent

        return LearnedAgent(name, seed)
    known = ", ".join(names())
    raise ValueError(f"agent: got {name!r} for {SIDE_NAMES[side]}, takes {known} or the path of a model's .zip file")
