"""A features extractor of one wide layer that policy and value share: the cheap baseline to the network of the map."""

from __future__ import annotations

import gymnasium
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class FlatNetwork(BaseFeaturesExtractor):
    """One layer over the whole observation.

    Args:
        observation_space: the flat observation.
        width: numbers in the layer.
    """

    def __init__(self, observation_space: gymnasium.spaces.Box, width: int = 128) -> None:
        super().__init__(observation_space, features_dim=width)
        self.enter = nn.Sequential(nn.Linear(observation_space.shape[0], width), nn.ReLU())

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        features: torch.Tensor = self.enter(observations)
        return features
