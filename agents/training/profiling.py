"""Where the time of training goes: the environments, the network's answers while playing, and the update."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper

PARTS = ("environments", "network while playing", "update")


class TimedEnvs(VecEnvWrapper):
    """Environments whose time is taken, masks and resets included."""

    def __init__(self, envs: VecEnv, seconds: Counter[str]) -> None:
        super().__init__(envs)
        self.seconds = seconds

    def reset(self) -> Any:
        return timed(self.seconds, PARTS[0], self.venv.reset)()

    def step_async(self, actions: Any) -> None:
        timed(self.seconds, PARTS[0], self.venv.step_async)(actions)

    def step_wait(self) -> Any:
        return timed(self.seconds, PARTS[0], self.venv.step_wait)()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        return list(timed(self.seconds, PARTS[0], self.venv.env_method)(method_name, *args, indices=indices, **options))


def timed(seconds: Counter[str], part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """*function* with its seconds added up under *part*."""

    def run(*arguments: Any, **options: Any) -> Any:
        began = time.perf_counter()
        try:
            return function(*arguments, **options)
        finally:
            seconds[part] += time.perf_counter() - began  # type: ignore[assignment]

    return run


def profile(model: MaskablePPO, envs: VecEnv, steps: int) -> dict[str, float]:
    """Train for *steps* steps without evaluations; seconds by part, `other` and `all`."""
    seconds: Counter[str] = Counter()
    model.set_env(TimedEnvs(envs, seconds))
    model.policy.forward = timed(seconds, PARTS[1], model.policy.forward)  # type: ignore[method-assign]
    model.train = timed(seconds, PARTS[2], model.train)  # type: ignore[method-assign]
    began = time.perf_counter()
    model.learn(steps)
    found = {part: float(seconds[part]) for part in PARTS}
    found["all"] = time.perf_counter() - began
    found["other"] = found["all"] - sum(found[part] for part in PARTS)
    return found


def told(found: dict[str, float], steps: int) -> str:
    """The profile as text."""
    lines = [f"{steps} steps in {found['all']:.1f} s, {steps / found['all']:.0f} a second"]
    lines += [f"{part:<24} {found[part]:8.1f} s {found[part] / found['all']:7.1%}" for part in (*PARTS, "other")]
    return "\n".join(lines)
