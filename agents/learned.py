"""A trained MaskablePPO policy as an agent; questions of many games are answered in one batch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents.base import Agent
from dune_env.arrakis.layout import LAYOUT, encode
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.view import InfoSet

SCALES = np.asarray(LAYOUT.scales, np.float32)


class LearnedAgent(Agent):
    """Plays the most probable legal slot of a saved policy."""

    name = "learned"

    def __init__(self, path: str, seed: int = 0, deterministic: bool = True) -> None:
        self.model = MaskablePPO.load(path, device="cpu")
        self.deterministic = deterministic
        size = self.model.observation_space.shape
        if size != (LAYOUT.size,):
            raise ValueError(f"agent: {path!r} was trained on observations of shape {size}, now: ({LAYOUT.size},)")

    def act(self, info_set: InfoSet) -> int:
        return self.act_many([info_set])[0]

    def policy(self, info_set: InfoSet) -> dict[int, float]:
        """The policy's probability of each legal slot."""
        options = info_set.options()
        observation, mask = self._encode([info_set])
        with torch.no_grad():
            tensor = torch.as_tensor(observation, device=self.model.device)
            _, log_chances, _ = self.model.policy.evaluate_actions(
                tensor.expand(len(options), -1), torch.as_tensor(options), action_masks=torch.as_tensor(mask)
            )
        return {slot: float(chance) for slot, chance in zip(options, log_chances.exp(), strict=True)}

    def value(self, info_set: InfoSet) -> float:
        """The return that the policy expects from here."""
        observation, _ = self._encode([info_set])
        with torch.no_grad():
            tensor = torch.as_tensor(observation, device=self.model.device)
            return float(self.model.policy.predict_values(tensor)[0])

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        observations, masks = self._encode(info_sets)
        slots, _ = self.model.predict(observations, action_masks=masks, deterministic=self.deterministic)
        return [int(slot) for slot in slots]

    def _encode(self, info_sets: Sequence[InfoSet]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations and masks of a batch."""
        observations = np.empty((len(info_sets), LAYOUT.size), np.float32)
        masks = np.zeros((len(info_sets), N_SLOTS), bool)
        raw = bytearray(LAYOUT.size)
        for row, info_set in enumerate(info_sets):
            encode(info_set.view, raw)
            np.multiply(np.frombuffer(raw, np.uint8), SCALES, out=observations[row])
            masks[row, info_set.options()] = True
        return observations, masks
