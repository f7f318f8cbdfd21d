"""The games as RLlib's `MultiAgentEnv`, in the form that its action-masking modules take; needs the extra `rllib`.

```python
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from dune_env.envs.rllib import WarForArrakisMultiAgentEnv

config = (
    PPOConfig()
    .environment(WarForArrakisMultiAgentEnv, env_config={"mode": "two_player"}, disable_env_checking=True)
    .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **kwargs: "shared")
    .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
)
```

RLlib's check of environments plays a slot at random without looking at the mask, so it is turned off here, or the
environment is made with `illegal="lose"`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS, PASS
from dune_env.envs.aec import RawEnv
from dune_env.envs.episode import plain_agent, plain_slot

Told = dict[str, Any]


class WarForArrakisMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]  # Ray's classes count as untyped
    """Only the agent that has to decide is told anything; at the end all are, each with the rewards due to it.

    An observation is `{"observations": float32 vector, "action_mask": float32 vector}`, under RLlib's names. A mask is
    never empty: at the end, where nobody is asked any more, it offers `pass`.

    Args:
        config: the keywords of `war_for_arrakis_v0.env`.
    """

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        if config is not None and not isinstance(config, dict):
            raise ConfigError(f"config: got {config!r}, takes a dict or None")
        self.env = RawEnv(**(config or {}))
        self.render_mode = self.env.render_mode
        self.possible_agents = self.env.possible_agents[:]
        self.agents = self.possible_agents[:]
        inner = self.env.observation_space(self.agents[0])
        assert isinstance(inner, spaces.Dict)
        mask = spaces.Box(0.0, 1.0, (N_SLOTS,), np.float32)
        space = spaces.Dict({"observations": inner["observation"], "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: self.env.action_space(agent) for agent in self.possible_agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Start a game, as `RawEnv.reset` does."""
        super().reset(seed=seed, options=options)
        self.env.reset(seed=seed, options=options)
        agent = self.env.agent_selection
        return {agent: self._observation(agent)}, {agent: {}}

    def step(self, action_dict: dict[str, Any]) -> tuple[Told, Told, Told, Told, Told]:
        """Let the agent that was asked pick its slot; what the next one is told, or at the end everybody."""
        env = self.env
        if not env.agents or any(env.terminations.values()) or any(env.truncations.values()):
            raise ResetNeeded("step() was called after the end or before reset(): reset() starts a game")
        asked = env.agent_selection
        if not isinstance(action_dict, dict) or set(action_dict) != {asked}:
            raise ValueError(f"action_dict: got {action_dict!r}, takes the slot of {asked} alone")
        env.step(plain_slot(action_dict[asked]))
        over = any(env.terminations.values()) or any(env.truncations.values())
        told = self.possible_agents if over else [env.agent_selection]
        rewards = {agent: float(env._cumulative_rewards[agent]) for agent in told}
        terminated = {agent: env.terminations[agent] for agent in told}
        truncated = {agent: env.truncations[agent] for agent in told}
        terminated["__all__"] = all(env.terminations.values())
        truncated["__all__"] = all(env.truncations.values())
        infos = {agent: {"result": env.infos[agent]["result"]} if over else {} for agent in told}
        return {agent: self._observation(agent) for agent in told}, rewards, terminated, truncated, infos

    def _observation(self, agent: str) -> Told:
        seen = self.env.observe(agent)
        mask = seen["action_mask"].astype(np.float32)
        if not mask.any():
            mask[PASS] = 1.0
        return {"observations": seen["observation"], "action_mask": mask}

    def get_observation_space(self, agent_id: Any) -> spaces.Space[Any]:
        """The observations of an agent, as RLlib asks for them."""
        plain_agent(agent_id, self.possible_agents)
        return self.observation_spaces[agent_id]

    def get_action_space(self, agent_id: Any) -> spaces.Space[Any]:
        """The slots that an agent may ever pick."""
        return self.env.action_space(agent_id)

    def render(self) -> Any:
        """The position as the agent that is asked knows it."""
        return self.env.render()
