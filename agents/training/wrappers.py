"""What may be put around the games against Mahdi while a policy learns: advice, and a reward for the margin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv, VecEnvWrapper

from agents.advised import ADVISED_SIZE, HEURISTIC, Adviser, advised_space
from agents.evaluation import win_value
from agents.margin import atreides_margin, goals_of, progress
from agents.training.errors import SettingError
from dune_env.arrakis.game import Game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES
from dune_env.envs.sb3 import MahdiVecEnv


def games_of(envs: VecEnv) -> list[Game]:
    """The games being played in this process."""
    inner = envs.unwrapped
    if isinstance(inner, MahdiVecEnv):
        return inner.games.games
    if isinstance(inner, DummyVecEnv):
        return [env.unwrapped.game for env in inner.envs]  # type: ignore[attr-defined]
    raise SettingError("subprocesses: takes false with advice or margin, which look at the games")


class Advised(VecEnvWrapper):
    """Observations with the evaluation's features and an adviser's opinion behind them, shape (games, ADVISED_SIZE)."""

    def __init__(self, envs: VecEnv, adviser: str = HEURISTIC, seed: int = 0) -> None:
        assert isinstance(envs.observation_space, Box)
        super().__init__(envs, observation_space=advised_space(envs.observation_space))
        self.adviser = Adviser(ATREIDES, adviser, seed)

    def reset(self) -> Any:
        return self._with_advice(self.venv.reset())

    def step_wait(self) -> Any:
        observations, rewards, ended, infos = self.venv.step_wait()
        for i in np.flatnonzero(ended).tolist():
            last = np.zeros(ADVISED_SIZE, np.float32)
            last[: LAYOUT.size] = infos[i]["terminal_observation"]
            infos[i]["terminal_observation"] = last
        return self._with_advice(observations), rewards, ended, infos

    def _with_advice(self, observations: Any) -> NDArray[np.float32]:
        found = np.empty((self.num_envs, ADVISED_SIZE), np.float32)
        found[:, : LAYOUT.size] = observations
        for game, row in zip(games_of(self.venv), found, strict=True):
            self.adviser.advise(game.info_set(ATREIDES), row[LAYOUT.size :])
        return found


class MarginReward(VecEnvWrapper):
    """Adds *weight* times the change of the margin to every reward.

    The margin is the share of the nearest Secret Objective reached less the share of the Supremacy track. Unlike the
    potential of `reward="shaped"` it is not given back at the end: an episode adds up to its result plus *weight* times
    the margin, so that a defeat by a narrow margin is worth more than a rout, and a learner that never wins is told
    what comes nearer to it. The best play for this sum may differ from the best for wins alone.
    """

    def __init__(self, envs: VecEnv, weight: float) -> None:
        super().__init__(envs)
        self.weight = weight
        self.before: list[float] = []
        self.goals: list[list[Sequence[int]]] = []
        self.added = np.zeros(self.num_envs, np.float32)

    def reset(self) -> Any:
        observations = self.venv.reset()
        self._look()
        self.added[:] = 0.0
        return observations

    def step_wait(self) -> Any:
        observations, rewards, ended, infos = self.venv.step_wait()
        before, goals = self.before, self.goals
        self._look()
        now = self.before[:]
        finished = np.flatnonzero(ended).tolist()
        for i in finished:  # its game is gone, another one has begun
            tracks = infos[i]["episode"]["tracks"]
            supremacy = tracks["supremacy"] / games_of(self.venv)[i].content.supremacy_last
            now[i] = progress(goals[i], tracks["prescience"]) - supremacy
        more = np.float32(self.weight) * np.subtract(now, before, dtype=np.float32)
        self.added += more
        for i in finished:
            infos[i]["episode"]["r"] += float(self.added[i])
            self.added[i] = 0.0
        return observations, rewards + more, ended, infos

    def _look(self) -> None:
        games = games_of(self.venv)
        self.before = [atreides_margin(game) for game in games]
        self.goals = [goals_of(game) for game in games]


class EvaluationShaping(VecEnvWrapper):
    """Adds *weight* times the change of the fitted evaluation (`agents/evaluation.py`) to every reward.

    It is a potential, 0 at the end of a game, so that it takes nothing from a whole game but what the set-up is worth,
    and changes not which play is best. A value that starts at 0 then starts as the evaluation, and what an answer is
    worth is told at once.
    """

    def __init__(self, envs: VecEnv, weight: float, gamma: float) -> None:
        super().__init__(envs)
        self.weight = weight
        self.gamma = gamma
        self.before = np.zeros(self.num_envs, np.float32)

    def reset(self) -> Any:
        observations = self.venv.reset()
        self.before = self._look()
        return observations

    def step_wait(self) -> Any:
        observations, rewards, ended, infos = self.venv.step_wait()
        seen = self._look()
        now = np.where(ended, 0.0, seen)  # where a game has ended another has begun
        more = self.weight * (self.gamma * now - self.before)
        self.before = seen
        return observations, rewards + more.astype(np.float32), ended, infos

    def _look(self) -> NDArray[np.float32]:
        return np.asarray([win_value(game) for game in games_of(self.venv)], np.float32)
