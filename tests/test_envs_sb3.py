"""The environments under Stable-Baselines3 and sb3-contrib."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import dune_env  # noqa: F401  (registers the environments)
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecMonitor

from dune_env.envs.sb3 import MahdiVecEnv

NAME = "dune_env/WarForArrakis-v0"
MAHDI = "dune_env/WarForArrakisMahdi-v0"


def short() -> Any:
    return gym.make(NAME, max_rounds=1)


@pytest.mark.parametrize(
    ("name", "options"),
    [(NAME, {}), (NAME, {"dtype": "uint8", "side": "harkonnen"}), (NAME, {"observation": "blocks"}), (MAHDI, {})],
)
def test_check_env(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(gym.make(name, illegal="lose", **options).unwrapped)
    told = {str(w.message) for w in caught}
    if "observation" in options:  # a word to those who would feed tables to a plain network
        assert all("unconventional shape" in message for message in told)
    else:
        assert not told


@pytest.mark.parametrize(("kind", "steps"), [(DummyVecEnv, 300), (SubprocVecEnv, 120)])
def test_vec_envs(kind: Any, steps: int) -> None:
    env = kind([short, short])
    try:
        env.seed(3)
        env.reset()
        rng = np.random.default_rng(3)
        ended = []
        for _ in range(steps):
            masks = get_action_masks(env)
            assert masks.shape == (2, N_SLOTS) and masks.any(axis=1).all()
            _, _, dones, infos = env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))
            ended += [info for done, info in zip(dones, infos) if done]
        assert ended
        for info in ended:
            assert info["episode"]["reason"] == "max_rounds" and "terminal_observation" in info
    finally:
        env.close()


def test_monitors_keep_the_result() -> None:
    env = VecMonitor(DummyVecEnv([short]))
    env.reset()
    done = False
    while not done:
        _, _, dones, infos = env.step(np.array([np.flatnonzero(get_action_masks(env)[0])[0]]))
        done = bool(dones[0])
    told = infos[0]["episode"]
    assert told["l"] > 1 and told["r"] == 0.0 and told["winner"] is None and told["rounds"] == 1

    single = Monitor(short())
    single.reset(seed=1)
    ended = False
    while not ended:
        _, _, terminated, truncated, info = single.step(int(np.flatnonzero(single.unwrapped.action_masks())[0]))
        ended = terminated or truncated
    assert info["episode"]["l"] == single.get_episode_lengths()[0] and info["episode"]["reason"] == "max_rounds"


@pytest.mark.parametrize(("name", "dtype"), [(NAME, "float32"), (MAHDI, "uint8")])
def test_maskable_ppo_learns_a_few_steps(name: str, dtype: str) -> None:
    """`illegal="raise"` is the default, so one unmasked action would end this."""
    env = DummyVecEnv([lambda: Monitor(gym.make(name, max_rounds=1, dtype=dtype)) for _ in range(2)])
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1, policy_kwargs={"net_arch": [16]}, device="cpu"
    )
    model.learn(256)
    assert model.num_timesteps == 256
    assert len(model.ep_info_buffer) > 0 and "reason" in model.ep_info_buffer[0]


def test_maskable_ppo_learns_in_subprocesses() -> None:
    """The masks come from each environment's own method, through the pipe."""
    env = SubprocVecEnv([short])
    try:
        model = MaskablePPO(
            "MlpPolicy", env, n_steps=64, n_epochs=1, seed=1, policy_kwargs={"net_arch": [8]}, device="cpu"
        )
        model.learn(64)
        assert model.num_timesteps == 64
    finally:
        env.close()


@pytest.mark.parametrize("indices", [-1, 2, "first", [0, 2], 0.5])
def test_a_game_that_is_not_there(indices: Any) -> None:
    env = MahdiVecEnv(2)
    env.reset()
    for ask in (
        lambda: env.get_attr("game", indices),
        lambda: env.env_method("action_masks", indices=indices),
        lambda: env.env_is_wrapped(Monitor, indices),
    ):
        with pytest.raises(ConfigError, match=r"^(index|indices): got .*, takes an int"):
            ask()
    assert env.get_attr("game", [1]) == [env.games.games[1]]


@pytest.mark.parametrize("name", ["autoreset_mode", "copy"])
def test_keywords_that_would_break_a_rollout(name: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name}: unknown"):
        MahdiVecEnv(2, **{name: False})
