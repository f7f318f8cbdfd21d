"""A trained MaskablePPO policy as an agent; questions of many games are answered in one batch.

Beside a policy's file stands one with the same name that ends in .yaml: how it was trained, for which side, and the
hash of its weights.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.distributions import Categorical

from agents.advised import ADVISED_SIZE, HEURISTIC, AdvisedPolicy, Adviser
from agents.base import Agent, make_agent
from agents.evaluation import win_value
from agents.files import read_mapping
from agents.margin import atreides_margin
from dune_env.arrakis.layout import LAYOUT, written
from dune_env.arrakis.names import ATREIDES, SIDE_NAMES
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.view import InfoSet
from dune_env.envs.rewards import potential

SCALES = np.asarray(LAYOUT.scales, np.float32)


def load_policy(path: str) -> MaskableActorCriticPolicy:
    """The policy of a model's .zip file or of a policy's .pt file, on the CPU, in single precision."""
    if path.endswith(".zip"):
        policy = MaskablePPO.load(path, device="cpu").policy
        assert isinstance(policy, MaskableActorCriticPolicy)
        return policy
    saved = torch.load(path, map_location="cpu", weights_only=False)
    kind = AdvisedPolicy if is_advised(saved["data"]["observation_space"]) else MaskableActorCriticPolicy
    made = kind(**saved["data"])
    made.load_state_dict(saved["state_dict"])
    return made


def is_advised(space: gymnasium.Space[Any]) -> bool:
    """Whether a policy with this observation space wants advice."""
    return space.shape == (ADVISED_SIZE,)


def about(path: str) -> dict[str, Any]:
    """What the .yaml file beside a policy's file tells of it; nothing if there is none."""
    beside = Path(path).with_suffix(".yaml")
    return read_mapping(beside, ValueError) if beside.is_file() else {}


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
        space = self.policy_network.observation_space
        if space.shape not in ((LAYOUT.size,), (ADVISED_SIZE,)):
            raise ValueError(f"agent: {path!r} was trained on observations of {space.shape}, now: ({LAYOUT.size},)")
        trained = self.about.get("side")
        if side is not None and trained is not None and trained != SIDE_NAMES[side]:
            raise ValueError(f"agent: {path!r} was trained for {trained}, asked for {SIDE_NAMES[side]}")
        if side is None:
            side = SIDE_NAMES.index(trained) if trained in SIDE_NAMES else ATREIDES
        settings = self.about.get("settings", {})
        self.adviser = Adviser(side, settings.get("adviser", HEURISTIC), seed) if is_advised(space) else None
        self.asked: list[str] = settings.get("asked", [])
        self.rest = make_agent("heuristic", side, seed) if self.asked else None

    def answers(self, info_set: InfoSet) -> bool:
        """Whether the policy answers this question itself, as all if it was not trained to be `asked` some only."""
        return self.rest is None or PROGRAMS.describe(info_set.view.stack) in self.asked

    def act(self, info_set: InfoSet) -> int:
        return self.act_many([info_set])[0]

    def policy(self, info_set: InfoSet) -> dict[int, float]:
        """The policy's probability of each legal slot; all of it on the heuristic's answer where that answers."""
        options = info_set.options()
        if self.rest is not None and not self.answers(info_set):
            answer = self.rest.act(info_set)
            return {slot: float(slot == answer) for slot in options}
        observation, mask = self._encode([info_set])
        with torch.no_grad():
            found = self.policy_network.get_distribution(torch.as_tensor(observation), action_masks=mask).distribution
        assert isinstance(found, Categorical)
        chances = found.probs[0]
        return {slot: float(chances[slot]) for slot in options}

    def value(self, info_set: InfoSet) -> float:
        """The return that the policy expects from here."""
        return self.values([info_set])[0]

    def expected_result(self, info_set: InfoSet) -> float:
        """The result that the policy expects, -1 to 1: its value freed from what the reward of its training added.

        What a potential gives until now, of the tracks or of the fitted evaluation, is taken back at the end.
        Of result and margin together only the sum is known, so their mean stands for the result.
        """
        value = float(self.about.get("reward_scale", 1.0)) * self.value(info_set)
        if self.about.get("reward") == "shaped":
            value += potential(info_set.view, info_set.seat)
        settings = self.about.get("settings", {})
        if settings.get("evaluation_shaping"):
            value += float(settings["evaluation_shaping"]) * win_value(info_set.sample(0))
        margin = float(settings.get("margin", 0.0))
        value = (value + margin * atreides_margin(info_set.view)) / (1.0 + margin)
        return max(-1.0, min(1.0, value))

    def values(self, info_sets: Sequence[InfoSet]) -> list[float]:
        """The returns that the policy expects from each."""
        observations, _ = self._encode(info_sets)
        with torch.no_grad():
            found = self.policy_network.predict_values(torch.as_tensor(observations))
        return [float(value) for value in found[:, 0]]

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        if self.rest is None:
            return self._picked(info_sets)
        own = [info_set for info_set in info_sets if self.answers(info_set)]
        picked = iter(self._picked(own))
        return [next(picked) if self.answers(each) else self.rest.act(each) for each in info_sets]

    def _picked(self, info_sets: Sequence[InfoSet]) -> list[int]:
        if not info_sets:
            return []
        observations, masks = self._encode(info_sets)
        slots, _ = self.policy_network.predict(observations, action_masks=masks, deterministic=self.deterministic)
        return [int(slot) for slot in slots]

    def _encode(self, info_sets: Sequence[InfoSet]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations and masks of a batch."""
        observations = np.empty((len(info_sets), ADVISED_SIZE if self.adviser else LAYOUT.size), np.float32)
        masks = np.zeros((len(info_sets), N_SLOTS), bool)
        for row, info_set in enumerate(info_sets):
            seen = observations[row, : LAYOUT.size]
            np.multiply(np.frombuffer(written(info_set.view), np.uint8), SCALES, out=seen)
            if self.adviser:
                self.adviser.advise(info_set, observations[row, LAYOUT.size :])
            masks[row, info_set.options()] = True
        return observations, masks
