"""A features extractor that knows the map: features of each Area, messages over borders, pooled with the rest."""

from __future__ import annotations

import gymnasium
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from dune_env.arrakis.board import BORDERS
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.state import N_AREAS


def border_matrix() -> torch.Tensor:
    """Row by row the mean over an Area's neighbours, impassable borders included; shape (101, 101)."""
    matrix = torch.zeros(N_AREAS, N_AREAS)
    for area, neighbours in enumerate(BORDERS):
        matrix[area, neighbours] = 1.0 / len(neighbours)
    return matrix


class MapNetwork(BaseFeaturesExtractor):
    """Area features -> *layers* rounds of messages -> one number row an Area and a pooled row, beside the other blocks.

    Args:
        observation_space: the flat observation.
        width: features of an Area inside the network.
        layers: rounds of messages; each reaches one border further.
        rest: features made of everything that is not the map.
    """

    def __init__(
        self, observation_space: gymnasium.spaces.Box, width: int = 32, layers: int = 2, rest: int = 128
    ) -> None:
        areas = LAYOUT.blocks[0]
        features = areas.shape[0]
        per_area = 4
        super().__init__(observation_space, features_dim=N_AREAS * per_area + 2 * width + rest)
        self.map_size = features * N_AREAS
        self.map_shape = (features, N_AREAS)
        self.register_buffer("borders", border_matrix())
        self.enter = nn.Linear(features, width)
        self.here = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.near = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(layers))
        self.leave = nn.Linear(width, per_area)
        self.other = nn.Sequential(nn.Linear(LAYOUT.size - self.map_size, rest), nn.ReLU())

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        areas = observations[:, : self.map_size].view(-1, *self.map_shape).transpose(1, 2)
        hidden = torch.relu(self.enter(areas))
        for here, near in zip(self.here, self.near, strict=True):
            hidden = hidden + torch.relu(here(hidden) + near(self.borders @ hidden))
        pooled = torch.cat([hidden.mean(dim=1), hidden.amax(dim=1)], dim=1)
        others = self.other(observations[:, self.map_size :])
        return torch.cat([self.leave(hidden).flatten(1), pooled, others], dim=1)
