"""The environment under RLlib, where Ray is installed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

pytest.importorskip("ray.rllib")

from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS, PASS
from dune_env.engine.steps import IllegalSlot
from dune_env.envs.rllib import WarForArrakisMultiAgentEnv

LAST_ROUND = {"scenario": {"prescience": {"kwisatz_haderach": 8, "sand_dwellers": 8, "jihad": 8}}}


def played(env: Any, seed: int, options: Any = None) -> dict[str, list[float]]:
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed, options=options)
    rewards: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    over = False
    while not over:
        assert len(seen) == 1
        agent, observation = next(iter(seen.items()))
        assert env.observation_spaces[agent].contains(observation)
        slot = rng.choice(np.flatnonzero(observation["action_mask"]))
        seen, told, terminated, truncated, infos = env.step({agent: slot})
        for name, reward in told.items():
            rewards[name].append(reward)
        over = terminated["__all__"] or truncated["__all__"]
        assert set(seen) == set(told) == set(infos) == set(terminated) - {"__all__"}
    assert list(seen) == env.possible_agents
    assert all(observation["action_mask"][PASS] == 1 for observation in seen.values())
    assert all("result" in info for info in infos.values())
    return rewards


def test_both_sides_are_rewarded_at_the_end() -> None:
    env = WarForArrakisMultiAgentEnv({"mode": "two_player"})
    for seed in range(3):
        rewards = played(env, seed, LAST_ROUND)
        assert rewards["atreides"][-1] == 1.0 and rewards["harkonnen"][-1] == -1.0
        assert sum(map(sum, rewards.values())) == 0.0
    shaped = played(WarForArrakisMultiAgentEnv({"reward": "shaped", "max_rounds": 1}), 1)
    assert sum(map(sum, shaped.values())) == pytest.approx(0.0)
    assert played(WarForArrakisMultiAgentEnv({"mode": "solo"}), 1)["atreides"][-1] == -1.0


def test_whoever_was_not_asked_is_refused() -> None:
    env = WarForArrakisMultiAgentEnv()
    seen, _ = env.reset(seed=1)
    (asked,) = seen
    other = "atreides" if asked == "harkonnen" else "harkonnen"
    for wrong in ({}, {other: 0}, {asked: 0, other: 0}):
        with pytest.raises(ValueError, match=f"takes the slot of {asked} alone"):
            env.step(wrong)
    with pytest.raises(IllegalSlot):
        env.step({asked: 0.5})


def test_ppo_trains_a_few_steps() -> None:
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    root = str(Path(__file__).resolve().parent.parent)
    ray.init(num_cpus=1, include_dashboard=False, runtime_env={"env_vars": {"PYTHONPATH": root}})
    try:
        config = (
            PPOConfig()
            .environment(
                WarForArrakisMultiAgentEnv,
                env_config={"mode": "two_player", "max_rounds": 1},
                disable_env_checking=True,
            )
            .env_runners(num_env_runners=0)
            .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **kwargs: "shared")
            .rl_module(
                rl_module_spec=RLModuleSpec(
                    module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [16]}
                )
            )
            .training(train_batch_size_per_learner=300, minibatch_size=100, num_epochs=1)
        )
        algorithm = config.build_algo()
        before = {name: value.copy() for name, value in weights(algorithm).items()}
        result = algorithm.train()
        # `illegal="raise"` is the default, so one unmasked action would have ended this.
        assert result["env_runners"]["num_env_steps_sampled"] >= 300
        assert any(not np.array_equal(before[name], value) for name, value in weights(algorithm).items())
        algorithm.stop()
    finally:
        ray.shutdown()
        os.environ.pop("RAY_ADDRESS", None)


def weights(algorithm: Any) -> dict[str, Any]:
    found: dict[str, Any] = algorithm.get_module("shared").get_state()
    return found


def test_bad_calls_are_refused_by_name() -> None:
    with pytest.raises(ConfigError, match=r"^config: got 'solo', takes a dict or None"):
        WarForArrakisMultiAgentEnv("solo")  # type: ignore[arg-type]
    env = WarForArrakisMultiAgentEnv({"illegal": "lose"})
    with pytest.raises(ResetNeeded, match="before reset"):
        env.step({"atreides": 0})
    (asked,) = env.reset(seed=1)[0]
    for wrong in (None, 3, [asked]):
        with pytest.raises(ValueError, match=f"takes the slot of {asked} alone"):
            env.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match=r"^agent: got 'x', takes atreides or harkonnen"):
        env.get_observation_space("x")
    with pytest.raises(ConfigError, match=r"^agent: got 'x', takes atreides or harkonnen"):
        env.get_action_space("x")
    assert env.get_action_space(asked) == env.action_spaces[asked]
    env.step({asked: N_SLOTS})
    with pytest.raises(ResetNeeded, match="after the end"):
        env.step({asked: 0})
