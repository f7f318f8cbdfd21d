"""Who plays the other side inside `step`: at random, an agent by name, or whatever the caller brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from dune_env.arrakis.game import Game
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.view import InfoSet
from dune_env.engine.chance import Generator
from dune_env.engine.steps import IllegalSlot
from dune_env.envs.episode import plain_slot

OPPONENT_STREAM = 0x0990  # mixed into the game's seed, so that the opponent's choices are not tied to the dice
NAMED = ("random", "heuristic")
TAKES = "'random', 'heuristic', a function from an InfoSet to a slot, or an object with such a method, act"


class Opponent(Protocol):
    """Answers for a seat from what that seat may know."""

    def act(self, info_set: InfoSet) -> int:
        """The slot to pick, one of `info_set.options()`."""
        ...


class RandomOpponent:
    """Picks uniformly among the legal slots."""

    def __init__(self, seed: int) -> None:
        self._rng = Generator()
        self._rng.seed(seed)

    def act(self, info_set: InfoSet) -> int:
        """Any legal slot."""
        return self.choose(info_set.options())

    def choose(self, slots: list[int]) -> int:
        """One of *slots*."""
        return slots[self._rng.below(len(slots))]


class FunctionOpponent:
    """Asks a plain function."""

    def __init__(self, choose: Callable[[InfoSet], int]) -> None:
        self._choose = choose

    def act(self, info_set: InfoSet) -> int:
        """What the function answers."""
        return self._choose(info_set)


def make_opponent(opponent: Any, seat: int, seed: int) -> Opponent:
    """The opponent for the game of *seed*, playing *seat*; ConfigError for what cannot play."""
    if isinstance(opponent, str):
        if opponent not in NAMED:
            raise ConfigError(f"opponent: got {opponent!r}, takes {TAKES}")
        return RandomOpponent(seed ^ OPPONENT_STREAM << 32) if opponent == "random" else _agent(opponent, seat, seed)
    act = getattr(opponent, "act", None)
    if callable(act):
        given: Opponent = opponent
        return given
    if not callable(opponent):
        raise ConfigError(f"opponent: got {opponent!r}, takes {TAKES}")
    return FunctionOpponent(opponent)


def ask(opponent: Opponent, game: Game) -> int:
    """The legal slot that *opponent* picks in *game*; IllegalSlot blames it for any other answer."""
    if isinstance(opponent, RandomOpponent):
        return opponent.choose(game.asked)  # needs no view
    slot = opponent.act(InfoSet(game.view(game.seat_to_act)))
    try:
        slot = plain_slot(slot)
        if slot in game.asked:
            return slot
        name = SLOTS.name(slot) if 0 <= slot < SLOTS.size else "no slot"
    except IllegalSlot:
        name = "no slot"
    raise IllegalSlot(f"the opponent picked {slot!r} ({name}) for {game.question()}: takes one of info_set.options()")


def _agent(name: str, seat: int, seed: int) -> Opponent:
    """One of the project's agents, which stand beside the package."""
    try:
        from agents import make_agent

        agent: Opponent = make_agent(name, seat, seed)
    except ImportError as problem:
        raise ConfigError(
            f"opponent: {name!r} takes the project's agents/ folder on the import path, got {problem}"
        ) from problem
    return agent
