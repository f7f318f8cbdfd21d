"""A trained MaskablePPO policy as an agent; questions of many games are answered in one batch.

Beside a policy's file stands one with the same name that ends in .yaml: how it was trained, for which side, and the
hash of its weights.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.distributions import Categorical

from agents.base import Agent
from dune_env.arrakis.layout import LAYOUT, written
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.view import InfoSet

SCALES = np.asarray(LAYOUT.scales, np.float32)


def load_policy(path: str) -> MaskableActorCriticPolicy:
    """The policy of a model's .zip file or of a policy's .pt file, on the CPU, in single precision."""
    if path.endswith(".zip"):
        policy = MaskablePPO.load(path, device="cpu").policy
        assert isinstance(policy, MaskableActorCriticPolicy)
        return policy
    return MaskableActorCriticPolicy.load(path, device="cpu")


def about(path: str) -> dict[str, Any]:
    """What the .yaml file beside a policy's file tells of it; nothing if there is none."""
    beside = Path(path).with_suffix(".yaml")
    found = yaml.safe_load(beside.read_text()) if beside.is_file() else None
    return found if isinstance(found, dict) else {}


def weights_hash(policy: torch.nn.Module) -> str:
    """The SHA-256 of every weight of a policy, names included."""
    digest = hashlib.sha256()
    for name, tensor in sorted(policy.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().numpy().tobytes())
    return digest.hexdigest()


class LearnedAgent(Agent):
    """Plays the most probable legal slot of a saved policy."""

    name = "learned"

    def __init__(self, path: str, seed: int = 0, deterministic: bool = True, side: int | None = None) -> None:
        self.policy_network = load_policy(path)
        self.policy_network.set_training_mode(False)
        self.deterministic = deterministic
        self.about = about(path)
        size = self.policy_network.observation_space.shape
        if size != (LAYOUT.size,):
            raise ValueError(f"agent: {path!r} was trained on observations of shape {size}, now: ({LAYOUT.size},)")
        trained = self.about.get("side")
        if side is not None and trained is not None and trained != SIDE_NAMES[side]:
            raise ValueError(f"agent: {path!r} was trained for {trained}, asked for {SIDE_NAMES[side]}")

    def act(self, info_set: InfoSet) -> int:
        return self.act_many([info_set])[0]

    def policy(self, info_set: InfoSet) -> dict[int, float]:
        """The policy's probability of each legal slot."""
        options = info_set.options()
        observation, mask = self._encode([info_set])
        with torch.no_grad():
            found = self.policy_network.get_distribution(torch.as_tensor(observation), action_masks=mask).distribution
        assert isinstance(found, Categorical)
        chances = found.probs[0]
        return {slot: float(chances[slot]) for slot in options}

    def value(self, info_set: InfoSet) -> float:
        """The return that the policy expects from here."""
        return self.values([info_set])[0]

    def values(self, info_sets: Sequence[InfoSet]) -> list[float]:
        """The returns that the policy expects from each."""
        observations, _ = self._encode(info_sets)
        with torch.no_grad():
            found = self.policy_network.predict_values(torch.as_tensor(observations))
        return [float(value) for value in found[:, 0]]

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        observations, masks = self._encode(info_sets)
        slots, _ = self.policy_network.predict(observations, action_masks=masks, deterministic=self.deterministic)
        return [int(slot) for slot in slots]

    def _encode(self, info_sets: Sequence[InfoSet]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations and masks of a batch."""
        observations = np.empty((len(info_sets), LAYOUT.size), np.float32)
        masks = np.zeros((len(info_sets), N_SLOTS), bool)
        for row, info_set in enumerate(info_sets):
            np.multiply(np.frombuffer(written(info_set.view), np.uint8), SCALES, out=observations[row])
            masks[row, info_set.options()] = True
        return observations, masks
