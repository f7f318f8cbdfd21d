"""Dune: War for Arrakis as a reinforcement-learning environment."""

from gymnasium.envs.registration import register

__version__ = "0.1.0"

# Named by strings, so that importing the package loads no rules.
register(
    id="dune_env/WarForArrakisMahdi-v0",
    entry_point="dune_env.envs.gym:WarForArrakisMahdiEnv",
    vector_entry_point="dune_env.envs.vector:MahdiVectorEnv",
)
register(id="dune_env/WarForArrakis-v0", entry_point="dune_env.envs.gym:WarForArrakisEnv")
