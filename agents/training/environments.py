"""The environments that a learner plays in: many games, positions to start from, rewards in one measure."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv, VecNormalize

import dune_env  # noqa: F401  (registers the environments)
from agents.training.delegation import Delegation
from agents.training.errors import SettingError
from agents.training.settings import adviser_name
from agents.training.wrappers import Advised, EvaluationShaping, MarginReward
from dune_env.envs.sb3 import MahdiVecEnv

SCENARIOS = Path(__file__).resolve().parents[2] / "configs" / "scenarios"
Env = gymnasium.Env[Any, Any]
Wrap = Callable[[Env, int], Env]


def read_scenarios(names: list[str]) -> list[dict[str, Any]]:
    """Positions from files: names of those in configs/scenarios, or paths."""
    found: list[dict[str, Any]] = []
    for name in names:
        path = Path(name) if str(name).endswith(".json") else SCENARIOS / f"{name}.json"
        if not path.is_file():
            shipped = ", ".join(sorted(each.stem for each in SCENARIOS.glob("*.json")))
            raise SettingError(f"starts.scenarios: there is no {name!r}, takes paths of .json files or {shipped}")
        try:
            found.append(json.loads(path.read_text(encoding="utf-8")))
        except ValueError as error:
            raise SettingError(f"starts.scenarios: {path} takes JSON: {error}") from error
    return found


class ScenarioStarts(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Starts a *share* of the games from positions drawn from a list, the others at the set-up."""

    def __init__(self, env: Env, scenarios: list[dict[str, Any]], share: float, seed: int) -> None:
        super().__init__(env)
        self.scenarios = scenarios
        self.share = share
        self.random = random.Random(seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Reset to a position of the list or to the set-up; options given take precedence."""
        if options is None and self.random.random() < self.share:
            options = {"scenario": self.random.choice(self.scenarios)}
        return self.env.reset(seed=seed, options=options)

    def action_masks(self) -> Any:
        """The legal slots, where sb3-contrib looks for them."""
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


def make_envs(
    settings: dict[str, Any], count: int, seed: int, wrap: Wrap | None = None, opponents: list[Any] | None = None
) -> VecEnv:
    """*count* games side by side.

    Args:
        settings: those of the stage under way.
        count: how many games.
        seed: game i begins with seed + i.
        wrap: puts more around each environment, given its number.
        opponents: one for each game, in place of the settings' opponent.
    """
    starts = settings.get("starts") or {}
    options = settings.get("env_options", {})
    one_by_one = starts or wrap is not None or settings.get("subprocesses") or settings.get("asked")
    if "Mahdi" in settings["env"] and not one_by_one:
        envs: VecEnv = MahdiVecEnv(count, **options)
    else:
        rivals = [{"opponent": each} for each in opponents] if opponents else [{}] * count
        makers = [_maker(settings, seed + i, i, wrap, rivals[i]) for i in range(count)]
        envs = SubprocVecEnv(makers) if settings.get("subprocesses") else DummyVecEnv(makers)
    envs.seed(seed)
    if settings.get("margin"):
        envs = MarginReward(envs, float(settings["margin"]))
    if settings.get("evaluation_shaping"):
        envs = EvaluationShaping(envs, float(settings["evaluation_shaping"]), settings["ppo"].get("gamma", 0.99))
    return Advised(envs, adviser_name(settings), seed) if settings.get("advice") else envs


def _maker(
    settings: dict[str, Any], seed: int, number: int, wrap: Wrap | None, rival: dict[str, Any]
) -> Callable[[], Env]:
    options = {**settings.get("env_options", {}), **rival}
    starts = settings.get("starts") or {}
    scenarios = read_scenarios(starts.get("scenarios", []))

    def make() -> Env:
        env: Env = gymnasium.make(settings["env"], disable_env_checker=True, **options)
        if scenarios:
            env = ScenarioStarts(env, scenarios, float(starts.get("share", 0.5)), seed)
        if settings.get("asked"):
            env = Delegation(env, settings["asked"], seed)
        if wrap is not None:
            env = wrap(env, number)
        return Monitor(env)

    return make


def with_normal_rewards(
    settings: dict[str, Any], envs: VecEnv, known: Path | None = None, learning: bool = True
) -> VecEnv:
    """Rewards divided by the running spread of returns, if the settings ask for it.

    Args:
        settings: of the run.
        envs: the games.
        known: the file of the spread that a checkpoint was saved with.
        learning: False for games that only measure: their rewards stay as they are.
    """
    if not settings.get("normalise", {}).get("rewards"):
        return envs
    if known is not None and known.is_file():
        return VecNormalize.load(str(known), envs)
    gamma = settings["ppo"].get("gamma", 0.99)
    return VecNormalize(envs, training=learning, norm_obs=False, norm_reward=learning, gamma=gamma)


def reward_scale(envs: VecEnv | None) -> float:
    """What a learner's value has to be multiplied with to be a return."""
    if isinstance(envs, VecNormalize):
        return float((envs.ret_rms.var + envs.epsilon) ** 0.5)
    return 1.0
