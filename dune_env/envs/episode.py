"""One game inside an environment: forced answers, the limit of rounds, illegal actions and how it ended."""

from __future__ import annotations

import contextlib
import copy
import operator
from typing import Any

from gymnasium.error import ResetNeeded

from dune_env.arrakis.game import Game, check_seed, from_json, new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN, REASON_NAMES, SIDE_NAMES
from dune_env.arrakis.records import Record, record_of
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.scenario import build
from dune_env.engine.steps import NONE, IllegalSlot
from dune_env.envs.settings import Settings

PLAYING = 0
TERMINATED = 1
TRUNCATED = 2


def checked_options(options: object) -> dict[str, Any]:
    """The options of a `reset`; ConfigError for what is neither a dict nor None."""
    if options is not None and not isinstance(options, dict):
        raise ConfigError(f"options: got {options!r}, takes a dict or None")
    return options or {}


class Info(dict[str, Any]):
    """An info dict that tells at the end how the game went: `info["result"]`, which `info["episode"]` reads too.

    Gymnasium's `RecordEpisodeStatistics` and Stable-Baselines3's `Monitor` write their statistics (r, l, t) to
    `info["episode"]`, the former only if the key is not there yet. So it is not there (`"episode" in info` is False,
    `info["episode"]` still answers), and when a wrapper writes it, winner, reason, rounds and tracks stand beside
    the wrapper's own entries.
    """

    def __missing__(self, key: str) -> Any:
        if key == "episode" and "result" in self:
            return self["result"]
        raise KeyError(key)

    def __setitem__(self, key: str, value: Any) -> None:
        if key == "episode" and isinstance(value, dict):
            value = {**self.get("result", {}), **value}
        super().__setitem__(key, value)

    def copy(self) -> Info:
        return Info(self)


def plain_agent(agent: object, agents: list[str]) -> int:
    """The place of *agent* among *agents*; ConfigError for anybody else."""
    if not isinstance(agent, str) or agent not in agents:
        raise ConfigError(f"agent: got {agent!r}, takes {' or '.join(agents)}")
    return agents.index(agent)


def plain_index(index: object, count: int) -> int:
    """*index* as the place of one of *count* games; ConfigError for anything else."""
    place = -1
    if not isinstance(index, bool):
        with contextlib.suppress(TypeError):
            place = operator.index(index)  # type: ignore[arg-type]
    if not 0 <= place < count:
        raise ConfigError(f"index: got {index!r}, takes an int from 0 to {count - 1}, the place of a game")
    return place


def plain_seed(seed: object) -> int:
    """*seed* as an int of 0 or more, numpy's ints included; ConfigError says what it takes."""
    try:
        return check_seed(seed if isinstance(seed, (bool, str)) else operator.index(seed))  # type: ignore[arg-type]
    except TypeError:
        return check_seed(seed)


def plain_slot(action: object) -> int:
    """*action* as an int, numpy's ints included; IllegalSlot for anything else."""
    if not isinstance(action, bool):
        try:
            return operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise IllegalSlot(f"illegal action {action!r}: takes an int, the slot picked")


class Episode:
    """One game and the rules of the environment around it; at every rest it waits for a decision or is over."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.status = PLAYING
        self.loser = NONE  # by an illegal action
        self.decided = [False, False]
        self._game: Game | None = None
        self._start: dict[str, object] | None = None  # the scenario that the game began at

    @property
    def game(self) -> Game:
        """The game being played; ResetNeeded before the first."""
        if self._game is None:
            raise ResetNeeded("reset() has to start a game first")
        return self._game

    def start(self, seed: int, options: dict[str, Any] | None = None) -> None:
        """Set up the game of *seed*, or of the scenario in *options*, up to its first decision."""
        scenario = checked_options(options).get("scenario")
        game = new_game(self.settings.config, seed) if scenario is None else self._scenario(scenario, seed)
        self._game = game
        self._start = copy.deepcopy(scenario)
        self.status = PLAYING
        self.loser = NONE
        self.decided = [False, False]
        self._advance()

    def _scenario(self, scenario: object, seed: int) -> Game:
        if not isinstance(scenario, dict):
            raise ConfigError(f"scenario: got {scenario!r}, takes a dict such as scenario.dump returns")
        return build(scenario, seed, self.settings.config)

    def record(self) -> Record:
        """The game so far as a line of a record file; an environment's own verdicts are no part of it."""
        return record_of(self.game, self._start)

    def require_decision(self) -> None:
        """Refuse a start that leaves nothing to decide."""
        if self.status == TRUNCATED:
            limit = self.settings.config.max_rounds
            raise ConfigError(f"max_rounds: {limit} is below the round of the scenario, {self.game.round}")
        if self.status == TERMINATED:
            raise ConfigError("scenario: takes a position from which somebody gets a decision")

    @property
    def seat(self) -> int:
        """Who has to decide."""
        return self.game.seat_to_act

    def pick(self, action: object) -> None:
        """Carry out the decision *action* and go on to the next one; an illegal action changes nothing, or loses."""
        slot = plain_slot(action)
        game = self.game
        if slot not in game.asked:
            if self.settings.illegal == "lose":
                self.loser = game.seat_to_act
                self.status = TERMINATED
                return
            game.pick(slot)  # raises, naming slot and question
        self.decided[game.seat_to_act] = True
        game.pick(slot)
        self._advance()

    def _advance(self) -> None:
        """Answer forced questions; each side is asked at least once, so that nobody's result goes uncredited."""
        game = self.game
        last_round = self.settings.config.max_rounds
        skip = self.settings.skip_forced
        while not game.over:
            if game.round > last_round:
                self.status = TRUNCATED
                return
            asked = game.asked
            if not skip or len(asked) != 1 or not self.decided[game.seat_to_act]:
                return
            game.pick(asked[0])
        self.status = TERMINATED

    def returns(self) -> list[float]:
        """What the episode is worth to each seat so far: 0 unless it is won."""
        if self.loser != NONE:
            returns = [1.0, 1.0]
            returns[self.loser] = -1.0
            return returns
        return self.game.returns()

    def result(self) -> dict[str, Any]:
        """Winner (None if there is none), reason, rounds, and where the tracks stand (Prescience in marker order)."""
        game = self.game
        winner = game.winner
        reason = REASON_NAMES[game.reason]
        if self.loser != NONE:
            winner = 1 - self.loser
            reason = "illegal_action"
        elif self.status == TRUNCATED:
            reason = "max_rounds"
        return {
            "winner": SIDE_NAMES[winner] if winner in (ATREIDES, HARKONNEN) else None,
            "reason": reason,
            "rounds": min(game.round, self.settings.config.max_rounds),
            "tracks": {"supremacy": game.supremacy, "prescience": list(game.prescience)},
        }

    def __getstate__(self) -> dict[str, Any]:
        """Saved as JSON, so that pickle and deepcopy do not depend on how the rules are compiled."""
        state = self.__dict__.copy()
        state["_game"] = self._game.to_json() if self._game else None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._game = from_json(state["_game"]) if state["_game"] else None
