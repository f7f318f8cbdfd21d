"""Dune: War for Arrakis as a PettingZoo environment.

```python
from dune_env import war_for_arrakis_v0

env = war_for_arrakis_v0.env(mode="two_player")
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
    env.step(action)
```
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from dune_env.envs.aec import AecObservation, RawEnv


def env(**options: Any) -> OrderEnforcingWrapper[str, AecObservation, Any]:
    """The environment with the checks that PettingZoo's own carry; keywords as for `raw_env`.

    Calls in a wrong order are refused by PettingZoo's `OrderEnforcingWrapper`. Its wrappers against illegal actions are
    left out: the environment refuses each by itself, naming the slot and the question, or ends with `illegal="lose"`.
    """
    return OrderEnforcingWrapper(raw_env(**options))


def raw_env(**options: Any) -> RawEnv:
    """The environment itself; see `RawEnv` for the keywords."""
    return RawEnv(**options)
