"""A policy that hears the advice of another agent: it starts as that agent and learns where to depart from it.

Behind the observation stand the features of the evaluation (`agents/evaluation.py`) and the advice, a number for each
slot: 0 for the answer that the adviser likes best, less for the others, least for what is not legal. The network's
logits are added to the advice, which it can make count more or less. An untrained network changes nothing, so the most
probable answer is the adviser's, and every other one still has its chance. The adviser is the heuristic, or greedy,
which tries the likeliest answers on games drawn from what the seat knows.
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

from agents.evaluation import WEIGHTS, features
from agents.greedy import Greedy
from agents.heuristics import heuristic_of
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.view import InfoSet

N_FEATURES = len(WEIGHTS)
QUESTION = slice(LAYOUT.start("program"), LAYOUT.start("depth"))  # which question, one of each block hot
N_QUESTIONS = QUESTION.stop - QUESTION.start
HEURISTIC, GREEDY = ADVISERS = ("heuristic", "greedy")
LIMIT = 4.0  # spreads beyond which a feature counts no more
ADVISED_SIZE = LAYOUT.size + N_FEATURES + N_SLOTS
ADVICE_SIZE = N_FEATURES + N_SLOTS
SECOND_BEST = 1.5  # how much less likely, in nats, any answer is than the best one
FARTHEST = 3.0  # what the distance of the scores adds to that at most
LEAST = -SECOND_BEST - FARTHEST


class Adviser:
    """The heuristic of one side or greedy, asked for its opinion only, and the features of the evaluation."""

    def __init__(self, side: int, name: str = HEURISTIC, seed: int = 0) -> None:
        self.agent = Greedy(side, seed) if name == GREEDY else heuristic_of(side, seed)

    def advise(self, info_set: InfoSet, row: NDArray[np.float32]) -> None:
        """Write the features and the advice on a question into *row*, shape (ADVICE_SIZE,)."""
        row[:N_FEATURES] = features(info_set.view)
        advice = row[N_FEATURES:]
        advice[:] = LEAST
        options = info_set.options()
        if len(options) < 2:
            advice[options] = 0.0
            return
        scores = self.agent.scores(info_set)
        best = max(scores.values())
        for slot, score in scores.items():
            advice[slot] = -SECOND_BEST - min(FARTHEST, best - score) if score < best else 0.0


def advised_space(seen: gymnasium.spaces.Box) -> gymnasium.spaces.Box:
    """The space of observations *seen* with features and advice behind them."""
    unbounded = np.full(N_FEATURES, np.inf, np.float32)
    least = np.concatenate([seen.low, -unbounded, np.full(N_SLOTS, LEAST, np.float32)])
    most = np.concatenate([seen.high, unbounded, np.zeros(N_SLOTS, np.float32)])
    return gymnasium.spaces.Box(least, most, dtype=np.float32)


def seen_space(advised: gymnasium.spaces.Box) -> gymnasium.spaces.Box:
    """The space without features and advice."""
    return gymnasium.spaces.Box(advised.low[: LAYOUT.size], advised.high[: LAYOUT.size], dtype=np.float32)


class AdvisedExtractor(BaseFeaturesExtractor):
    """Features of what is seen, and the advice as it is."""

    def __init__(self, observation_space: gymnasium.spaces.Box, inner: Any, options: dict[str, Any]) -> None:
        made = inner(seen_space(observation_space), **options)
        super().__init__(observation_space, features_dim=made.features_dim + N_SLOTS)
        self.inner = made

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        features = self.inner(observations[:, : LAYOUT.size])
        return torch.cat([features, observations[:, -N_SLOTS:]], dim=1)


class BriefExtractor(BaseFeaturesExtractor):
    """The question, one small layer over question, features and advice, and the advice as it is: nothing of the map.

    Args:
        observation_space: that of advised observations.
        width: numbers in the layer.
    """

    mean: torch.Tensor
    spread: torch.Tensor

    def __init__(self, observation_space: gymnasium.spaces.Box, width: int = 16) -> None:
        super().__init__(observation_space, features_dim=N_QUESTIONS + width + N_SLOTS)
        self.register_buffer("mean", torch.zeros(N_FEATURES))
        self.register_buffer("spread", torch.ones(N_FEATURES))
        self.enter = nn.Sequential(nn.Linear(N_QUESTIONS + N_FEATURES + N_SLOTS, width), nn.ReLU())

    def learn_statistics(self, advice: torch.Tensor) -> None:
        """Take the features' mean and spread from what the adviser wrote of a sample of positions."""
        self.mean.copy_(advice[:, :N_FEATURES].mean(dim=0))
        self.spread.copy_(advice[:, :N_FEATURES].std(dim=0).clamp(min=1e-3))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return self.hear(observations[:, QUESTION], observations[:, LAYOUT.size :])

    def hear(self, question: torch.Tensor, advice: torch.Tensor) -> torch.Tensor:
        """The features of questions, shape (batch, 256), and what the adviser wrote, shape (batch, ADVICE_SIZE)."""
        scaled = ((advice[:, :N_FEATURES] - self.mean) / self.spread).clamp(-LIMIT, LIMIT)
        liked = 1.0 - advice[:, N_FEATURES:] / LEAST
        hidden = self.enter(torch.cat([question, scaled, liked], dim=1))
        return torch.cat([question, hidden, advice[:, N_FEATURES:]], dim=1)


class AdvisedLayers(MlpExtractor):
    """The usual layers on the features; the policy's side hands the advice on."""

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return torch.cat([super().forward_actor(features[:, :-N_SLOTS]), features[:, -N_SLOTS:]], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return super().forward_critic(features[:, :-N_SLOTS])


class AdvisedLogits(nn.Module):
    """The network's opinion on top of the advice, which it trusts more or less; untrained it has none and trusts."""

    def __init__(self, opinion: nn.Linear) -> None:
        super().__init__()
        self.opinion = opinion
        self.trust = nn.Linear(opinion.in_features, 1)
        for layer in (self.opinion, self.trust):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        own, advice = latent[:, :-N_SLOTS], latent[:, -N_SLOTS:]
        logits: torch.Tensor = self.opinion(own) + self.trust(own).exp() * advice
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
