"""A policy that hears the heuristic's advice: it starts as the heuristic and learns where to depart from it.

Beside the observation stands a number for each slot: 0 for the answer that the heuristic likes best, less for the
others. The network's logits are added to them. An untrained network adds nothing, so the most probable answer is the
heuristic's, and every other one still has its chance.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from agents.heuristics import heuristic_of
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.view import InfoSet

ADVISED_SIZE = LAYOUT.size + N_SLOTS
SECOND_BEST = 1.5  # how much less likely, in nats, any answer is than the best one
FARTHEST = 3.0  # what the distance of the scores adds to that at most


class Adviser:
    """The heuristic of one side, asked for its opinion only."""

    def __init__(self, side: int) -> None:
        self.heuristic = heuristic_of(side, 0)

    def advise(self, info_set: InfoSet, row: NDArray[np.float32]) -> None:
        """Write the advice on a question into *row*, shape (349,): 0 for the best answers, below 0 for the others."""
        row[:] = 0.0
        if len(info_set.options()) < 2:
            return
        scores = self.heuristic.scores(info_set)
        best = max(scores.values())
        for slot, score in scores.items():
            if score < best:
                row[slot] = -SECOND_BEST - min(FARTHEST, best - score)


def advised_space(seen: gymnasium.spaces.Box) -> gymnasium.spaces.Box:
    """The space of observations *seen* with the advice behind them."""
    least = np.concatenate([seen.low, np.full(N_SLOTS, -SECOND_BEST - FARTHEST, np.float32)])
    most = np.concatenate([seen.high, np.zeros(N_SLOTS, np.float32)])
    return gymnasium.spaces.Box(least, most, dtype=np.float32)


def seen_space(advised: gymnasium.spaces.Box) -> gymnasium.spaces.Box:
    """The space without the advice."""
    return gymnasium.spaces.Box(advised.low[: LAYOUT.size], advised.high[: LAYOUT.size], dtype=np.float32)


class AdvisedExtractor(BaseFeaturesExtractor):
    """Features of what is seen, and the advice as it is."""

    def __init__(self, observation_space: gymnasium.spaces.Box, inner: Any, options: dict[str, Any]) -> None:
        made = inner(seen_space(observation_space), **options)
        super().__init__(observation_space, features_dim=made.features_dim + N_SLOTS)
        self.inner = made

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        features = self.inner(observations[:, : LAYOUT.size])
        return torch.cat([features, observations[:, LAYOUT.size :]], dim=1)


class AdvisedLayers(MlpExtractor):
    """The usual layers on the features; the policy's side hands the advice on."""

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return torch.cat([super().forward_actor(features[:, :-N_SLOTS]), features[:, -N_SLOTS:]], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return super().forward_critic(features[:, :-N_SLOTS])


class AdvisedLogits(nn.Module):
    """The network's opinion, nothing at first, on top of the advice."""

    def __init__(self, opinion: nn.Linear) -> None:
        super().__init__()
        self.opinion = opinion
        nn.init.zeros_(opinion.weight)
        nn.init.zeros_(opinion.bias)

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.opinion(latent[:, :-N_SLOTS]) + latent[:, -N_SLOTS:]
        return logits


class AdvisedPolicy(MaskableActorCriticPolicy):
    """A maskable actor-critic whose observation ends with the advice on each slot."""

    action_net: nn.Module

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = AdvisedLayers(
            self.features_dim - N_SLOTS, net_arch=self.net_arch, activation_fn=self.activation_fn, device=self.device
        )

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        assert isinstance(self.action_net, nn.Linear)
        self.action_net = AdvisedLogits(self.action_net)
        nn.init.zeros_(self.value_net.weight)  # nothing expected beyond the rewards' own potentials
        arguments: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **arguments)
