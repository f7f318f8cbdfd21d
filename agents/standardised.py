"""A features extractor that first brings every observed number to mean 0 and spread 1, by fixed statistics.

The statistics are measured once, before training, and are part of the weights, so that a saved policy needs nothing
beside it. A feature of the map has the same statistics in every Area, or the Areas would no longer be alike.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, FlattenExtractor

from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.state import N_AREAS

LEAST_SPREAD = 0.02  # a number that hardly ever changes is not blown up
LIMIT = 5.0


class Standardised(BaseFeaturesExtractor):
    """Standardised numbers, handed to another extractor.

    Args:
        observation_space: the flat observation.
        inner: the features extractor that they are handed to.
        options: its arguments.
    """

    mean: torch.Tensor
    spread: torch.Tensor

    def __init__(
        self,
        observation_space: gymnasium.spaces.Box,
        inner: Any = FlattenExtractor,
        options: dict[str, Any] | None = None,
    ) -> None:
        made = inner(observation_space, **(options or {}))
        super().__init__(observation_space, features_dim=made.features_dim)
        self.inner = made
        self.register_buffer("mean", torch.zeros(LAYOUT.size))
        self.register_buffer("spread", torch.ones(LAYOUT.size))

    def learn_statistics(self, observations: torch.Tensor) -> None:
        """Take mean and spread from a sample of observations, shape (sample, layout size)."""
        features = LAYOUT.blocks[0].shape[0]
        cut = features * N_AREAS
        areas = observations[:, :cut].reshape(-1, features, N_AREAS)
        mean, spread = observations.mean(dim=0), observations.std(dim=0)
        mean[:cut] = areas.mean(dim=(0, 2)).repeat_interleave(N_AREAS)
        spread[:cut] = areas.transpose(1, 2).reshape(-1, features).std(dim=0).repeat_interleave(N_AREAS)
        self.mean.copy_(mean)
        self.spread.copy_(spread.clamp(min=LEAST_SPREAD))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        features: torch.Tensor = self.inner(((observations - self.mean) / self.spread).clamp(-LIMIT, LIMIT))
        return features
