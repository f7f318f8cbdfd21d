"""The vector environment as Stable-Baselines3's `VecEnv`, for `MaskablePPO`; needs the extra `train`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from dune_env.arrakis.ruleset import ConfigError
from dune_env.envs.episode import plain_index
from dune_env.envs.vector import MahdiVectorEnv

Indices = int | Iterable[int] | None


class MahdiVecEnv(VecEnv):
    """*num_envs* games against Mahdi in one process, as Stable-Baselines3 steps them.

    A game that has ended starts anew in the same step: its last observation stands in `info["terminal_observation"]`,
    `info["TimeLimit.truncated"]` says whether it was broken off, and `info["episode"]` holds return, length and seconds
    (`r`, `l`, `t`) as a Monitor would write them, with winner, reason, rounds and tracks beside them. So no Monitor is
    needed around it. Masks are served by `env_method("action_masks")`, where sb3-contrib looks for them.

    Args:
        num_envs: how many games.
        options: the keywords of `dune_env/WarForArrakisMahdi-v0`.
    """

    def __init__(self, num_envs: int, **options: Any) -> None:
        for name in ("autoreset_mode", "copy"):
            if name in options:
                raise ConfigError(f"{name}: unknown, games start anew in the same step and arrays are copies")
        self.games = MahdiVectorEnv(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **options)
        self._actions: Any = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, dtype=np.int64)
        self._began = time.time()
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)
        self.metadata = self.games.metadata

    def reset(self) -> Any:
        """Start all games, of the seeds and options set before."""
        if any(options != self._options[0] for options in self._options):
            raise ConfigError("set_options: takes the same options for every game")
        observations, _ = self.games.reset(seed=list(self._seeds), options=self._options[0])
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        return observations

    def step_async(self, actions: Any) -> None:
        """Keep the slots for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Answer in every game: observations, rewards, whether each game ended, infos."""
        observations, rewards, terminated, truncated, infos = self.games.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        ended = terminated | truncated
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(ended).tolist():
            told[i] = self._ending(i, infos, bool(truncated[i]))
        return observations, rewards.astype(np.float32), ended, told

    def _ending(self, i: int, infos: dict[str, Any], truncated: bool) -> dict[str, Any]:
        result = _of_game(infos["final_info"]["result"], i)
        episode = {
            "r": round(float(self._returns[i]), 6),
            "l": int(self._lengths[i]),
            "t": round(time.time() - self._began, 6),
        }
        self._returns[i] = 0.0
        self._lengths[i] = 0
        return {
            "episode": {**result, **episode},
            "result": result,
            "terminal_observation": infos["final_obs"][i],
            "TimeLimit.truncated": truncated,
        }

    def close(self) -> None:
        """Nothing is held open."""
        self.games.close()

    def get_images(self) -> Sequence[Any]:
        """The positions as images, for `render_mode="rgb_array"`."""
        return list(self.games.render()) if self.render_mode == "rgb_array" else [None] * self.num_envs

    # --- attributes and methods of single games, as far as there are any

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """`action_masks`, `game`, or what all games share; AttributeError for anything else."""
        chosen = self._chosen(indices)
        if attr_name == "action_masks":
            return [lambda i=i: self.games.action_masks()[i] for i in chosen]
        if attr_name == "game":
            return [self.games.games[i] for i in chosen]
        return [getattr(self.games, attr_name)] * len(chosen)

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refused: nothing about a single game can be set."""
        raise AttributeError(f"{attr_name}: the games of a MahdiVecEnv have no attributes to set")

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """`action_masks`, `record` or `render` of every game; AttributeError for anything else."""
        chosen = self._chosen(indices)
        if method_name == "action_masks":
            return list(self.games.action_masks()[chosen])
        if method_name == "record":
            return [self.games.record(i) for i in chosen]
        if method_name == "render":
            shown = self.games.render()
            return [shown[i] for i in chosen]
        raise AttributeError(f"{method_name}: a MahdiVecEnv calls action_masks, record and render of its games only")

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        """Only `Monitor` counts as being there, because infos are those of a Monitor."""
        return [wrapper_class is Monitor] * len(self._chosen(indices))

    def _chosen(self, indices: Indices) -> list[int]:
        try:
            given = list(self._get_indices(indices))
        except TypeError:
            raise ConfigError(f"indices: got {indices!r}, takes an int, several, or None for all games") from None
        return [plain_index(i, self.num_envs) for i in given]


def _of_game(batched: dict[str, Any], i: int) -> dict[str, Any]:
    """What an info that Gymnasium has batched says of game *i*."""
    found: dict[str, Any] = {}
    for key, values in batched.items():
        if not key.startswith("_"):
            value = _of_game(values, i) if isinstance(values, dict) else values[i]
            found[key] = value.item() if isinstance(value, np.generic) else value
    return found
