"""Dune: War for Arrakis as a reinforcement-learning environment."""

import warnings

from gymnasium.envs.registration import register

from dune_env.staleness import ADVICE, stale_source

__version__ = "0.1.0"

if (_newer := stale_source()) is not None:
    warnings.warn(f"{_newer.name} is newer than the compiled rules, which are played: {ADVICE}", stacklevel=2)

# Named by strings, so that importing the package loads no rules.
register(
    id="dune_env/WarForArrakisMahdi-v0",
    entry_point="dune_env.envs.gym:WarForArrakisMahdiEnv",
    vector_entry_point="dune_env.envs.vector:MahdiVectorEnv",
)
register(id="dune_env/WarForArrakis-v0", entry_point="dune_env.envs.gym:WarForArrakisEnv")
