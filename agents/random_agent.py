"""The floor of every ladder: uniform over the legal slots."""

from __future__ import annotations

import random

from agents.base import Agent
from dune_env.arrakis.view import InfoSet


class RandomAgent(Agent):
    """Picks any legal slot with equal chance."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def act(self, info_set: InfoSet) -> int:
        return self.random.choice(info_set.options())
