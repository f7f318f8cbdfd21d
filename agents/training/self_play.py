"""Self-play of the two-player game: one policy a side, each learning in turn against a pool of the other side's past.

A generation is `steps` steps of the Atreides' policy, then as many of the Harkonnen's, each against the pool as it
stood at the beginning of the generation. Every generation begins with seeds of its own, and all that it needs is on
disk, so that a run broken off and taken up again ends with the same weights as one that was not. What a generation
leaves lies in a folder of its own until `state.json` says that it is whole; then it takes the place of the last one's.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnv
from tqdm import tqdm

from agents.base import SIDES
from agents.learned import about, weights_hash
from agents.training.environments import make_envs, reward_scale, with_normal_rewards
from agents.training.errors import SettingError
from agents.training.learner import Schedules, build_model, check_same, describe, load_model, warm_start
from agents.training.pool import DrawnRivals, Outcomes, Pool, Rival, loaded
from dune_env.arrakis.names import SIDE_NAMES

SPACING = 1_000_003  # between the seeds of generations


class SelfPlay:
    """A run of self-play in the folder *home*.

    Args:
        settings: of the YAML file, with the key `self_play`.
        home: folder of the run.
        total: steps of each side.
        resume: go on from what the folder holds.
    """

    def __init__(self, settings: dict[str, Any], home: Path, total: int, resume: bool) -> None:
        self.settings = settings
        self.plan = settings["self_play"]
        self.home = home
        self.total = total
        self.pools = [Pool(home / "pool", side, self.plan) for side in SIDES]
        self.state = home / "state.json"
        self.generation = 0
        if total < self.plan["steps"]:
            raise SettingError(f"total_steps: got {total}, takes {self.plan['steps']} or more, those of a generation")
        if settings.get("subprocesses"):
            raise SettingError("subprocesses: self-play draws its opponents inside one process, takes false")
        if resume:
            if not self.state.is_file():
                raise SettingError(f"--resume: there is no run of self-play to go on with in {str(home)!r}")
            try:
                self.generation = int(json.loads(self.state.read_text())["generation"])
            except (KeyError, TypeError, ValueError) as error:
                raise SettingError(f"--resume: {self.state} does not tell the generation: {error!r}") from error
            for side in SIDES:
                before = about(str(self.left(side))).get("settings", {})
                check_same(settings, before, f"--resume {home}")
                steps = before.get("self_play", self.plan)["steps"]
                if steps != self.plan["steps"]:
                    raise SettingError(f"--resume {home}: self_play.steps: {steps} so far, now {self.plan['steps']}")

    def model_path(self, side: int) -> Path:
        """The policy of a side, as the last generation left it."""
        return self.home / f"{SIDE_NAMES[side]}.zip"

    def left(self, side: int) -> Path:
        """The same in the folder of its generation, from which a run goes on."""
        return self.folder(self.generation) / f"{SIDE_NAMES[side]}.zip"

    def folder(self, generation: int) -> Path:
        return self.home / "generations" / str(generation)

    def side_settings(self, side: int) -> dict[str, Any]:
        """The settings with which one side learns; what it imitates plays against the heuristic."""
        options = {**self.settings.get("env_options", {}), "side": SIDE_NAMES[side], "opponent": "heuristic"}
        return {**self.settings, "env_options": options}

    def envs(self, side: int, seed: int) -> VecEnv:
        """Games of one side against rivals drawn from the other's pool."""
        count = self.settings.get("n_envs", 8)
        rivals = [Rival() for _ in range(count)]

        def wrap(env: gymnasium.Env[Any, Any], number: int) -> gymnasium.Env[Any, Any]:
            return DrawnRivals(env, rivals[number], self.pools[1 - side], seed + number)

        envs = make_envs(self.side_settings(side), count, seed, wrap, rivals)
        known = self.folder(self.generation) / f"{SIDE_NAMES[side]}_rewards.pkl"
        return with_normal_rewards(self.settings, envs, known if self.generation else None)

    def begin(self, side: int) -> MaskablePPO:
        """A side's policy as it was left, or a fresh one."""
        seed = self.settings.get("seed", 0) + side
        set_random_seed(seed)
        envs = self.envs(side, seed)
        if self.generation:
            return load_model(self.left(side), self.settings, envs, self.home)
        model = build_model({**self.side_settings(side), "seed": seed}, envs, self.home)
        warm_start(model, self.side_settings(side))
        return model

    def learn(self, model: MaskablePPO, side: int) -> str:
        """One side's part of a generation; how its games went."""
        seed = self.settings.get("seed", 0) + SPACING * (self.generation + 1) + 500_000 * side
        set_random_seed(seed)
        envs = self.envs(side, seed)
        model.set_env(envs)
        outcomes = Outcomes(side)
        model.learn(
            self.plan["steps"],
            callback=CallbackList([Schedules(self.settings, self.total), outcomes]),
            reset_num_timesteps=model.num_timesteps == 0,
            tb_log_name=SIDE_NAMES[side],
        )
        envs.close()
        return f"{SIDE_NAMES[side]} won {outcomes.told()}"

    def run(self, generations: int | None = None) -> list[str]:
        """Learn to the end, or for so many generations; the hashes of both sides' weights."""
        models = [self.begin(side) for side in SIDES]
        self.forget()
        last = self.total // self.plan["steps"]
        if generations is not None:
            last = min(last, self.generation + generations)
        with tqdm(total=last, initial=self.generation, desc="generations") as bar:
            while self.generation < last:
                told = [self.learn(models[side], side) for side in SIDES]
                self.keep(models)
                bar.write(f"generation {self.generation}: {'; '.join(told)}")
                bar.update()
        return [weights_hash(model.policy) for model in models]

    def forget(self) -> None:
        """Remove what this run does not go on from, once nothing is left that could keep it from beginning."""
        if not self.generation:
            self.state.unlink(missing_ok=True)
        for pool in self.pools:
            pool.forget_after(self.generation * self.plan["steps"])
            pool.thin()
        loaded.cache_clear()  # snapshots to come may have the names of those that went
        self.forget_folders()

    def forget_folders(self) -> None:
        """Remove the folders of all generations but the present one."""
        for folder in (self.home / "generations").glob("*"):
            if folder != self.folder(self.generation):
                shutil.rmtree(folder)

    def keep(self, models: list[MaskablePPO]) -> None:
        """Put both policies on disk, into the pools when it is time, say that this has been done, and clear away."""
        self.generation += 1
        folder = self.folder(self.generation)
        folder.mkdir(parents=True, exist_ok=True)
        for side, model in enumerate(models):
            if self.generation % self.plan.get("snapshot_every", 1) == 0:
                self.pools[side].add(model.policy, self.generation * self.plan["steps"])
            path = self.left(side)
            model.save(path)
            normal = model.get_vec_normalize_env()
            if normal is not None:
                normal.save(str(folder / f"{SIDE_NAMES[side]}_rewards.pkl"))
            describe(path, self.settings, model.num_timesteps, reward_scale(normal), side)
        written = self.state.with_suffix(".new")
        written.write_text(json.dumps({"generation": self.generation}))
        written.replace(self.state)
        for pool in self.pools:
            pool.thin()
        for path in folder.iterdir():
            shutil.copyfile(path, self.home / path.name)
        self.forget_folders()
