"""Train MaskablePPO against Mahdi, against an agent, or by self-play, and measure what was learned.

    python scripts/train_ppo.py --config configs/quick.yaml
    python scripts/train_ppo.py --config configs/quick.yaml --resume runs/quick/checkpoints/model_16384_steps.zip
    python scripts/train_ppo.py --config configs/self_play.yaml            # one policy a side
    python scripts/train_ppo.py --config configs/self_play.yaml --resume runs/self_play
    python scripts/train_ppo.py --config configs/quick.yaml --profile --steps 16384
    python scripts/train_ppo.py --config configs/quick.yaml --twice --steps 20000

The YAML file holds every setting (docs/training.md); training stops by steps, never by clock. Model, checkpoints,
curves and the evaluation go to `runs/<name>/`. With the same config on one machine two runs give the same weights,
whose SHA-256 is printed; `--twice` makes both runs and compares.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from evaluate import evaluate
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.utils import set_random_seed

from agents.base import SIDES
from agents.files import check_folder, read_mapping
from agents.learned import about, weights_hash
from agents.training import profiling
from agents.training.environments import make_envs, reward_scale, with_normal_rewards
from agents.training.errors import SettingError
from agents.training.learner import build_model, callbacks, check_same, describe, load_model, warm_start
from agents.training.self_play import SelfPlay
from agents.training.settings import game_config, learner_side, opponent_name, read_settings, stage_at
from dune_env.arrakis.components import ContentError
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.scenario import ScenarioError

RUN = "settings.yaml"  # of a run, in its folder


def prepared(settings: dict[str, Any]) -> int:
    """Set threads and seeds; the seed."""
    torch.set_num_threads(settings.get("threads", 1))
    seed = int(settings.get("seed", 0))
    set_random_seed(seed)
    return seed


def rewards_beside(checkpoint: Path) -> Path:
    """The reward statistics that were saved with a checkpoint."""
    return checkpoint.with_name(f"{checkpoint.stem.replace('model_', 'model_vecnormalize_', 1)}.pkl")


def settings_of_run(checkpoint: Path) -> dict[str, Any]:
    """The settings that a checkpoint was trained with, {} where nothing tells."""
    inner = checkpoint.parent.name in ("checkpoints", "best")
    run = (checkpoint.parent.parent if inner else checkpoint.parent) / RUN
    if run.is_file():
        return read_mapping(run, SettingError)
    found: dict[str, Any] = about(str(checkpoint)).get("settings", {})
    return found


def gone_on_with(settings: dict[str, Any], checkpoint: Path, home: Path, total: int) -> MaskablePPO:
    """The learner of a checkpoint, with the environments of the stage that it has reached."""
    check_same(settings, settings_of_run(checkpoint), f"--resume {checkpoint}")
    rewards = rewards_beside(checkpoint)
    if settings.get("normalise", {}).get("rewards") and not rewards.is_file():
        raise SettingError(f"--resume {checkpoint}: takes one of checkpoints/, where the rewards' statistics are too")
    seed, count = int(settings.get("seed", 0)), settings.get("n_envs", 8)
    envs = make_envs(stage_at(settings, 0)[1], count, seed)
    model = load_model(checkpoint, settings, envs, home)
    envs.close()
    if model.num_timesteps >= total:
        raise SettingError(f"--steps: got {total}, takes more than the {model.num_timesteps} of the checkpoint")
    number, now, _ = stage_at(settings, model.num_timesteps)
    model.set_env(with_normal_rewards(settings, make_envs(now, count, seed + number), rewards))
    return model


def check_stages(settings: dict[str, Any]) -> None:
    """Make the games of every stage once: what cannot be is told before anything is played."""
    start: int | None = 0
    while start is not None:
        _, now, start = stage_at(settings, start)
        make_envs(now, 1, 0).close()


def learn(settings: dict[str, Any], home: Path, total: int, resume: Path | None) -> MaskablePPO:
    """Train to *total* steps, stage by stage."""
    check_stages(settings)
    seed = prepared(settings)
    if resume is not None:
        model = gone_on_with(settings, resume, home, total)
    else:
        envs = with_normal_rewards(settings, make_envs(stage_at(settings, 0)[1], settings.get("n_envs", 8), seed))
        model = build_model(settings, envs, home)
        if warm_start(model, settings):
            model.save(home / "warm_start.zip")
            describe(home / "warm_start.zip", settings, 0, reward_scale(model.get_vec_normalize_env()))
    # For whoever goes on from the checkpoints to come.
    (home / RUN).write_text(yaml.safe_dump(settings, sort_keys=False), encoding="utf-8")
    number, now, until = stage_at(settings, model.num_timesteps)
    while model.num_timesteps < total:
        if until is not None and model.num_timesteps >= until:
            number, now, until = stage_at(settings, model.num_timesteps)
            next_stage(settings, now, home, model, seed + number)
        eval_envs = make_envs({**now, "subprocesses": False}, 1, seed + 10_000)
        eval_envs = with_normal_rewards(settings, eval_envs, None, learning=False)
        goal = total if until is None else min(total, until)
        model.learn(
            goal - model.num_timesteps,
            callback=CallbackList(callbacks(settings, eval_envs, home, total)),
            progress_bar=True,
            reset_num_timesteps=model.num_timesteps == 0,
            tb_log_name="ppo",
        )
        eval_envs.close()
    assert model.env is not None
    model.env.close()
    return model


def next_stage(settings: dict[str, Any], now: dict[str, Any], home: Path, model: MaskablePPO, seed: int) -> None:
    """Put the environments of the next stage in place of the last one's."""
    known = None
    normal = model.get_vec_normalize_env()
    if normal is not None:
        known = home / "rewards.pkl"
        normal.save(str(known))
    assert model.env is not None
    model.env.close()
    model.set_env(with_normal_rewards(settings, make_envs(now, model.n_envs, seed), known))


def draw_curve(home: Path) -> Path | None:
    """The returns of the evaluations on the way as a PNG."""
    source = home / "evaluations" / "evaluations.npz"
    if not source.exists():
        return None
    import matplotlib.pyplot as plt

    from agents.arena.plots import save

    record = np.load(source)
    figure, axes = plt.subplots(figsize=(7, 3.5))
    axes.plot(record["timesteps"], record["results"].mean(axis=1), color="#2d6a8e", marker="o")
    axes.set_xlabel("steps")
    axes.set_ylabel("mean return of an evaluation")
    save(figure, home / "curve.png")
    return home / "curve.png"


def measure(settings: dict[str, Any], model_path: Path, out: Path, side: int, opponent: str) -> None:
    """Random, heuristic and the learner on the same seeds, in one table."""
    plan = settings.get("evaluation", {})
    evaluate(
        agents=["random", "heuristic", str(model_path)],
        opponent=opponent,
        side=side,
        config=game_config(settings),
        games=plan.get("games", 200),
        first_seed=plan.get("first_seed", 1_000_000),
        workers=plan.get("workers", 2),
        out=out,
    )


def one_learner(settings: dict[str, Any], home: Path, total: int, options: argparse.Namespace) -> None:
    """Train one policy, save it with its description, and measure it."""
    model = learn(settings, home, total, options.resume)
    path = home / "model.zip"
    model.save(path)
    describe(path, settings, model.num_timesteps, reward_scale(model.get_vec_normalize_env()))
    print(f"weights {weights_hash(model.policy)} after {model.num_timesteps} steps")
    if not options.no_evaluation:
        measure(settings, path, home, learner_side(settings), opponent_name(settings))
    curve = draw_curve(home)
    print(f"model: {path}\ncurves: {home / 'tensorboard'}" + (f", {curve}" if curve else ""))


def two_learners(settings: dict[str, Any], home: Path, total: int, options: argparse.Namespace) -> None:
    """Train one policy a side by self-play, and measure each against the heuristic."""
    prepared(settings)
    run = SelfPlay(settings, home, total, options.resume is not None)
    for side, digest in zip(SIDES, run.run(), strict=True):
        steps = about(str(run.model_path(side)))["steps"]
        print(f"weights {digest} of {SIDE_NAMES[side]} after {steps} steps")
    for side in SIDES:
        if not options.no_evaluation:
            measure(settings, run.model_path(side), home / SIDE_NAMES[side], side, "heuristic")
        print(f"model: {run.model_path(side)}")


def show_profile(settings: dict[str, Any], home: Path, steps: int) -> None:
    """Train for a while and print where the time went; nothing is saved."""
    seed = prepared(settings)
    _, now, _ = stage_at(settings, 0)
    envs = make_envs(now, settings.get("n_envs", 8), seed)
    model = build_model(settings, envs, home)
    print(profiling.told(profiling.profile(model, envs, steps), steps))


def twice(options: argparse.Namespace, home: Path) -> int:
    """Make the same run twice, each in a process of its own, and compare the weights; 1 if they differ."""
    found: list[list[str]] = []
    for name in ("first", "second"):
        command = [sys.executable, __file__, "--config", str(options.config), "--out", str(home / name)]
        command += ["--no-evaluation"] + (["--steps", str(options.steps)] if options.steps else [])
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            print(f"the {name} run failed", file=sys.stderr)
            return done.returncode
        found.append([line for line in done.stdout.splitlines() if line.startswith("weights ")])
        print(f"{name}: {'; '.join(found[-1])}", flush=True)
    same = found[0] == found[1] and bool(found[0])
    print("the same weights" if same else "the weights differ")
    return 0 if same else 1


def read_arguments() -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, required=True, help="a YAML file of settings")
    parser.add_argument("--resume", type=Path, help="a checkpoint to go on from; for self-play the run's folder")
    parser.add_argument("--steps", type=int, default=None, help="total steps instead of the file's")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="folder under which the run's folder is made")
    parser.add_argument("--no-evaluation", action="store_true", help="leave out the table at the end")
    parser.add_argument(
        "--profile", action="store_true", help="show where the time of --steps steps goes, save nothing"
    )
    parser.add_argument(
        "--twice", action="store_true", help="run twice and compare the weights; exits 1 if they differ"
    )
    return parser, parser.parse_args()


def main() -> int:
    parser, options = read_arguments()
    if options.steps is not None and options.steps < 1:
        parser.error("--steps takes a whole number of 1 or more")
    if options.resume is not None and (options.twice or options.profile):
        parser.error("--resume takes neither --twice nor --profile: both begin anew")
    if not options.config.is_file():
        parser.error(f"there is no file {str(options.config)!r}")
    try:
        check_folder("--out", options.out, SettingError)
        settings = read_settings(options.config)
        play_self = "self_play" in settings
        if options.resume is not None and not (options.resume.is_dir() if play_self else options.resume.is_file()):
            parser.error(f"there is no {'folder' if play_self else 'file'} {str(options.resume)!r}")
        home = options.resume if play_self and options.resume else options.out / settings["name"]
        home.mkdir(parents=True, exist_ok=True)
        total = options.steps or settings["total_steps"]
        if options.twice:
            return twice(options, home)
        if options.profile:
            if play_self:
                parser.error("--profile takes settings of one learner, without self_play")
            show_profile(settings, home, total)
        elif play_self:
            two_learners(settings, home, total, options)
        else:
            one_learner(settings, home, total, options)
    except (SettingError, ConfigError, ContentError, ScenarioError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
