"""Opponents of a learner in self-play: fixed agents, and snapshots of the other side's policy as it has been.

For each game one is drawn: with the chance `fixed_share` one of the fixed agents; otherwise with the chance `newest`
the newest snapshot; otherwise one of the older ones, each as likely as the others. While there are no snapshots the
fixed agents play, and while there is only one, it stands for the older ones too.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback

from agents import make_agent
from agents.base import Agent
from agents.learned import LearnedAgent
from agents.training.errors import SettingError
from agents.training.learner import save_policy
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.view import InfoSet

KEPT_LOADED = 12  # snapshots held in memory


class Pool:
    """The opponents that play one side.

    Args:
        folder: of the snapshots, which are files named after the steps that they have learned for.
        side: that they play.
        plan: the mapping `self_play` of the settings.
    """

    def __init__(self, folder: Path, side: int, plan: dict[str, Any]) -> None:
        self.folder = folder
        self.side = side
        self.size = int(plan.get("size", 10))
        self.fixed = [str(name) for name in plan.get("fixed", ["random", "heuristic"])]
        self.newest = float(plan.get("newest", 0.5))
        self.fixed_share = float(plan.get("fixed_share", 0.2))
        if not self.fixed:
            raise SettingError("self_play.fixed: takes one agent or more, who play before there are snapshots")
        for name in self.fixed:
            try:
                make_agent(name, side)
            except ValueError as error:
                raise SettingError(f"self_play.fixed: {error}") from error

    def snapshots(self) -> list[Path]:
        """The snapshots, oldest first."""
        return sorted(self.folder.glob(f"{SIDE_NAMES[self.side]}_*.pt"), key=steps_of)

    def draw(self, source: random.Random) -> str:
        """The opponent of the next game: an agent's name or a snapshot's path."""
        snapshots = self.snapshots()
        if not snapshots or source.random() < self.fixed_share:
            return source.choice(self.fixed)
        if len(snapshots) == 1 or source.random() < self.newest:
            return str(snapshots[-1])
        return str(source.choice(snapshots[:-1]))

    def kind(self, name: str) -> str:
        """What an opponent counts as in the figures: a fixed agent by its name, `newest` or `older`."""
        if name in self.fixed:
            return name
        return "newest" if name == str(self.snapshots()[-1]) else "older"

    def add(self, policy: MaskableActorCriticPolicy, steps: int) -> None:
        """Take a snapshot."""
        save_policy(policy, self.folder / f"{SIDE_NAMES[self.side]}_{steps:09d}.pt")

    def thin(self) -> None:
        """Beyond the pool's size the snapshot goes that follows closest on another, never first or last."""
        found = self.snapshots()
        while len(found) > max(2, self.size):
            gaps = [steps_of(found[at + 1]) - steps_of(found[at - 1]) for at in range(1, len(found) - 1)]
            found.pop(1 + gaps.index(min(gaps))).unlink()

    def forget_after(self, steps: int) -> None:
        """Remove snapshots that a run which was broken off took after the point where it is taken up again."""
        for path in self.snapshots():
            if steps_of(path) > steps:
                path.unlink()


def steps_of(path: Path) -> int:
    """The steps that a snapshot has learned for."""
    return int(path.stem.rpartition("_")[2])


@lru_cache(maxsize=KEPT_LOADED)
def loaded(path: str) -> LearnedAgent:
    """A snapshot, read once.

    A network that is made draws from torch's generator, by which the learner samples. What is read must leave it as it
    was: a run that was broken off has other snapshots in memory.
    """
    with torch.random.fork_rng(devices=[]):
        return LearnedAgent(path)


class Sampled(Agent):
    """Plays a policy's answers as likely as it finds them, by a generator of its own."""

    name = "sampled"

    def __init__(self, learned: LearnedAgent, seed: int) -> None:
        self.learned = learned
        self.random = random.Random(seed)

    def act(self, info_set: InfoSet) -> int:
        chances = self.learned.policy(info_set)
        return self.random.choices(list(chances), list(chances.values()))[0]


class Rival:
    """The opponent that an environment holds; who it is changes from game to game."""

    def __init__(self) -> None:
        self.agent: Agent | None = None
        self.kind = ""

    def act(self, info_set: InfoSet) -> int:
        """The answer of whoever plays this game."""
        assert self.agent is not None
        return self.agent.act(info_set)


class DrawnRivals(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Draws the opponent anew at every reset, and tells at the end of a game what it was."""

    def __init__(self, env: gymnasium.Env[Any, Any], rival: Rival, pool: Pool, seed: int) -> None:
        super().__init__(env)
        self.rival = rival
        self.pool = pool
        self.random = random.Random(seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        name = self.pool.draw(self.random)
        self.rival.kind = self.pool.kind(name)
        own = self.random.randrange(1 << 30)
        snapshot = name.endswith(".pt")
        self.rival.agent = Sampled(loaded(name), own) if snapshot else make_agent(name, self.pool.side, own)
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        observation, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            info["rival"] = self.rival.kind
        return observation, reward, terminated, truncated, info

    def action_masks(self) -> Any:
        """The legal slots, where sb3-contrib looks for them."""
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


class Outcomes(BaseCallback):
    """Counts finished games by kind of opponent, and how many of them the learner won."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = SIDE_NAMES[side]
        self.games: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "rival" in info:
                self.games[info["rival"]] += 1
                self.wins[info["rival"]] += info["result"]["winner"] == self.side
        return True

    def _on_rollout_end(self) -> None:
        for kind, games in self.games.items():
            self.logger.record(f"won/{kind}", self.wins[kind] / games)

    def told(self) -> str:
        """The counts in a line."""
        return (
            ", ".join(f"{kind} {self.wins[kind]}/{self.games[kind]}" for kind in sorted(self.games)) or "no game over"
        )
