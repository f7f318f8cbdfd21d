"""What every agent is, and how one is made from its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Protocol
from zipfile import BadZipFile

from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.view import InfoSet

if TYPE_CHECKING:
    from agents.learned import LearnedAgent

WEIGHTS = Path(__file__).parent / "weights"  # trained policies that are shipped, NAME.pt each
SIDES = range(len(SIDE_NAMES))
# What comes of reading a policy from a file that holds something else.
UNREADABLE = (
    AssertionError, AttributeError, BadZipFile, EOFError, LookupError, OSError, RuntimeError, TypeError,
    UnpicklingError,
)  # fmt: skip


class Agent(Protocol):
    """Answers questions for one side; compiled agents look like this without inheriting it."""

    name: str

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
    from agents.heuristics import heuristic_of

    return heuristic_of(side, seed)


def _greedy(side: int, seed: int) -> Agent:
    from agents.greedy import Greedy

    return Greedy(side, seed)


def _mcts(side: int, seed: int) -> Agent:
    from agents.mcts import Mcts

    return Mcts(side, seed)


MAKERS: dict[str, Callable[[int, int], Agent]] = {
    "random": _random,
    "heuristic": _heuristic,
    "greedy": _greedy,
    "mcts": _mcts,
}


def names() -> list[str]:
    """Names that `make_agent` knows, beside shipped policies, paths of trained ones and searches with their budget."""
    return sorted(MAKERS)


def shipped_policies() -> list[str]:
    """Names of the trained policies in `agents/weights/`."""
    return sorted(path.stem for path in WEIGHTS.glob("*.pt"))


def policy_file(name: str) -> Path | None:
    """The file of the trained policy that *name* stands for, there or not; None for an agent without one."""
    if name.startswith("mcts:"):
        guide = name.split(":", 2)[2:]
        return policy_file(guide[0]) if guide else None
    if name.endswith((".zip", ".pt")):
        return Path(name)
    shipped = WEIGHTS / f"{name}.pt"
    return shipped if name not in MAKERS and shipped.is_file() else None


def make_agent(name: str, side: int, seed: int = 0) -> Agent:
    """The agent called *name* for *side*.

    Args:
        name: one of `names()` or `shipped_policies()`; the path of a trained model's .zip or .pt file; "mcts:64" for a
            search with 64 simulations a decision; "mcts:64:MODEL" for one that a trained model guides.

    Raises:
        ValueError: the name or the side is unknown, a budget is no number, a file does not exist or holds no policy,
            or a model was trained for the other side.
    """
    if isinstance(side, bool) or side not in SIDES:
        raise ValueError(f"side: got {side!r}, takes {' or '.join(f'{at} ({SIDE_NAMES[at]})' for at in SIDES)}")
    if name in MAKERS:
        return MAKERS[name](side, seed)
    if name.startswith("mcts:"):
        return _mcts_with(name, side, seed)
    if policy_file(name) is not None:
        return _learned(name, side, seed)
    known = ", ".join([*names(), *shipped_policies()])
    takes = f"takes {known}, mcts:SIMULATIONS, mcts:SIMULATIONS:MODEL or the path of a model's .zip or .pt file"
    raise ValueError(f"agent: got {name!r} for {SIDE_NAMES[side]}, {takes}")


def _learned(name: str, side: int, seed: int) -> LearnedAgent:
    path = policy_file(name)
    if path is None or not path.is_file():
        raise ValueError(f"agent: there is no file {name!r}")
    from agents.learned import LearnedAgent

    try:
        return LearnedAgent(str(path), seed, side=side)
    except UNREADABLE as error:
        raise ValueError(f"agent: {str(path)!r} holds no policy that can be read: {error!r}") from error


def _mcts_with(name: str, side: int, seed: int) -> Agent:
    """A search as its name says: mcts:SIMULATIONS, or mcts:SIMULATIONS:MODEL."""
    from agents.mcts import Mcts

    _, budget, *model = name.split(":", 2)
    if not budget.isdecimal() or int(budget) < 1:
        raise ValueError(f"agent: {name!r} takes a number of simulations, 1 or more, after mcts:, got {budget!r}")
    if not model:
        return Mcts(side, seed, int(budget))
    learned = _learned(model[0], side, seed)
    from agents.learned_guide import LearnedGuide  # needs torch, which comes with a model only

    return Mcts(side, seed, int(budget), LearnedGuide(seed, side, learned))
