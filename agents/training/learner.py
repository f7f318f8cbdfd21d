"""The learner itself: a MaskablePPO from the settings, its schedules, and what is told of its weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback, CallbackList, CheckpointCallback, EventCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, FlattenExtractor
from stable_baselines3.common.utils import ConstantSchedule
from stable_baselines3.common.vec_env import VecEnv

import dune_env
from agents.advised import HEURISTIC, AdvisedExtractor, AdvisedPolicy, BriefExtractor
from agents.base import UNREADABLE, policy_file
from agents.flat_network import FlatNetwork
from agents.learned import load_policy, weights_hash
from agents.map_network import MapNetwork
from agents.standardised import Standardised
from agents.training.errors import SettingError
from agents.training.imitation import check_teacher, imitate, teacher_games
from agents.training.settings import learner_side
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import SIDE_NAMES

NETWORKS: dict[str, type[BaseFeaturesExtractor]] = {
    "flat": FlattenExtractor,
    "wide": FlatNetwork,
    "map": MapNetwork,
    "brief": BriefExtractor,
}
SAME = ("env", "policy", "advice", "adviser", "asked")  # in a run that goes on


def policy_arguments(settings: dict[str, Any]) -> dict[str, Any]:
    """The policy's arguments, with the features extractor that network, statistics and advice come to."""
    arguments = dict(settings.get("policy", {}))
    network = arguments.pop("network", "flat")
    if network not in NETWORKS:
        raise SettingError(f"policy.network: got {network!r}, takes one of {', '.join(NETWORKS)}")
    extractor = NETWORKS[network]
    options = arguments.pop("features_extractor_kwargs", {})
    if extractor is BriefExtractor:  # hears the advice itself, and brings its features to one measure
        if not settings.get("advice"):
            raise SettingError("policy.network: brief takes advice: true")
        return {**arguments, "features_extractor_class": extractor, "features_extractor_kwargs": options}
    if settings.get("normalise", {}).get("observations"):
        extractor, options = Standardised, {"inner": extractor, "options": options}
    if settings.get("advice"):
        extractor, options = AdvisedExtractor, {"inner": extractor, "options": options}
    return {**arguments, "features_extractor_class": extractor, "features_extractor_kwargs": options}


def build_model(settings: dict[str, Any], envs: VecEnv, home: Path) -> MaskablePPO:
    """A fresh learner with the settings of the file; SettingError where torch or MaskablePPO cannot make it."""
    policy = policy_arguments(settings)
    try:
        return MaskablePPO(
            AdvisedPolicy if settings.get("advice") else MaskableActorCriticPolicy,
            envs,
            seed=settings.get("seed", 0),
            policy_kwargs=policy,
            tensorboard_log=str(home / "tensorboard"),
            device=settings.get("device", "cpu"),
            **settings["ppo"],
        )
    except (AssertionError, RuntimeError, TypeError, ValueError) as error:
        raise SettingError(f"device, policy or ppo: takes what a learner can be made of: {error}") from error


def check_same(settings: dict[str, Any], before: dict[str, Any], what: str) -> None:
    """SettingError where *what* goes on and was trained with another network or on another game than the settings have.

    Nothing is known of a checkpoint without its settings *before*.
    """
    for key in SAME:
        if before and (before.get(key) or None) != (settings.get(key) or None):
            raise SettingError(f"{what}: {key}: trained with {before.get(key)}, now {settings.get(key)}")


def load_model(path: Path, settings: dict[str, Any], envs: VecEnv, home: Path) -> MaskablePPO:
    """The learner of a checkpoint, to go on with what the settings say of PPO; SettingError where it cannot."""
    try:
        return MaskablePPO.load(
            path,
            env=envs,
            device=settings.get("device", "cpu"),
            tensorboard_log=str(home / "tensorboard"),
            **settings["ppo"],
        )
    except (ValueError, *UNREADABLE) as error:
        raise SettingError(f"--resume {path}: takes a checkpoint of these settings: {error}") from error


def warm_start(model: MaskablePPO, settings: dict[str, Any]) -> bool:
    """What comes before playing: statistics of observations, weights of another run, imitation.

    Returns:
        Whether the settings ask for any of them.
    """
    plan, start = settings.get("imitation", {}), None
    teacher = plan.get("teacher", "heuristic")
    if plan:
        check_teacher(settings, teacher, plan.get("worths", False))
    if settings.get("start_from"):
        start = policy_file(settings["start_from"])
        if start is None or not start.is_file():
            raise SettingError(f"start_from: there is no {settings['start_from']!r}, takes a shipped policy or a file")
    games = settings.get("normalise", {}).get("observations", 0)
    extractor = model.policy.features_extractor
    if isinstance(extractor, AdvisedExtractor):
        extractor = extractor.inner
    if games and isinstance(extractor, BriefExtractor):
        features_alone = {**settings, "adviser": HEURISTIC}  # whose opinion costs least: none is looked at
        extractor.learn_statistics(torch.as_tensor(teacher_games(features_alone, games).advice))
    if games and isinstance(extractor, Standardised):
        seen = teacher_games({**settings, "advice": False}, games).observations * np.asarray(LAYOUT.scales, np.float32)
        extractor.learn_statistics(torch.as_tensor(seen))
    if start is not None:
        try:
            model.policy.load_state_dict(load_policy(str(start)).state_dict())
        except (ValueError, *UNREADABLE) as error:
            raise SettingError(f"start_from: {start.name} holds no policy of this shape: {error}") from error
    if plan:
        print(f"warm start: the policy first imitates {teacher}, then learns by playing")
        imitate(model, settings)
    return bool(games) or any(settings.get(way) for way in ("start_from", "imitation"))


# --- while it learns


class Schedules(BaseCallback):
    """Moves a number from its value in `ppo` to `end`, in a straight line until the share `until` of all steps."""

    def __init__(self, settings: dict[str, Any], total: int) -> None:
        super().__init__()
        self.plans: dict[str, tuple[float, float, float]] = {}
        for name, plan in settings.get("schedules", {}).items():
            self.plans[name] = (float(settings["ppo"][name]), float(plan["end"]), float(plan.get("until", 1.0)))
        self.total = total

    def value(self, name: str, step: int) -> float:
        """What the number called *name* is after *step* steps."""
        begin, end, until = self.plans[name]
        share = min(1.0, step / max(1.0, until * self.total))
        return begin + share * (end - begin)

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        """The update follows right behind."""
        for name in self.plans:
            value = self.value(name, self.num_timesteps)
            if name == "learning_rate":
                self.model.lr_schedule = ConstantSchedule(value)
            elif name == "clip_range":
                self.model.clip_range = ConstantSchedule(value)  # type: ignore[attr-defined]
            else:
                self.model.ent_coef = value  # type: ignore[attr-defined]
            self.logger.record(f"schedules/{name}", value)


class AfterUpdates(EventCallback):
    """Calls others every so many steps, once the learner has learned from them.

    Both SB3's checkpoints and its evaluations fall into the games otherwise, where the last steps are counted already
    and not yet learned from: a run that goes on from there would never do so.
    """

    def __init__(self, every: int, others: list[BaseCallback]) -> None:
        super().__init__(CallbackList(others))
        self.every = every
        self.done = 0

    def _on_training_start(self) -> None:
        super()._on_training_start()
        self.done = self.model.num_timesteps // self.every

    def _on_rollout_start(self) -> None:
        self._call()

    def _on_training_end(self) -> None:
        self._call()

    def _on_step(self) -> bool:
        return True

    def _call(self) -> None:
        reached = self.model.num_timesteps // self.every
        if reached > self.done:
            self.done = reached
            self._on_event()


def callbacks(settings: dict[str, Any], eval_envs: VecEnv, home: Path, total: int) -> list[BaseCallback]:
    """Schedules, checkpoints and evaluations on the way, counted in steps."""
    plan = settings.get("evaluation", {})
    checkpoints = CheckpointCallback(1, str(home / "checkpoints"), name_prefix="model", save_vecnormalize=True)
    evaluations = MaskableEvalCallback(
        eval_envs,
        n_eval_episodes=plan.get("episodes_on_the_way", 10),
        eval_freq=1,
        log_path=str(home / "evaluations"),
        best_model_save_path=str(home / "best"),
        deterministic=True,
        verbose=0,
    )
    return [
        Schedules(settings, total),
        AfterUpdates(settings.get("checkpoint_every", 50_000), [checkpoints, evaluations]),
    ]


# --- weights


def save_policy(policy: MaskableActorCriticPolicy, path: Path) -> None:
    """The policy alone in half precision, a tenth of a whole model's file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    small = {name: tensor.detach().cpu().half() for name, tensor in policy.state_dict().items()}
    torch.save({"state_dict": small, "data": policy._get_constructor_parameters()}, path)  # as the policy's own `save`


def describe(path: Path, settings: dict[str, Any], steps: int, scale: float, side: int | None = None) -> str:
    """Write the .yaml file beside a model's file: what it is and how it came about; the hash of its weights."""
    digest = weights_hash(load_policy(str(path)))
    options = settings.get("env_options", {})
    told = {
        "side": SIDE_NAMES[learner_side(settings) if side is None else side],
        "mode": "solo" if "Mahdi" in settings["env"] else "two_player",
        "steps": steps,
        "sha256": digest,
        "version": dune_env.__version__,
        "reward": options.get("reward", "sparse"),
        "reward_scale": scale,
        "settings": settings,
    }
    path.with_suffix(".yaml").write_text(yaml.safe_dump(told, sort_keys=False))
    return digest
