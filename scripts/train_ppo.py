"""Train MaskablePPO against Mahdi, or against an agent in the two-player game, and measure what was learned.

    python scripts/train_ppo.py --config configs/quick.yaml
    python scripts/train_ppo.py --config configs/quick.yaml --resume runs/quick/checkpoints/model_100000_steps.zip

The YAML file holds every setting; it stops by steps, never by clock. Model, checkpoints, curves and the evaluation go
to `runs/<name>/`. With the same config on one machine two runs give the same weights; their hash is printed.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
import yaml
from evaluate import evaluate
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from stable_baselines3.common.callbacks import CallbackList, CheckpointCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv
from tqdm import trange

import dune_env  # noqa: F401  (registers the environments)
from agents import make_agent
from dune_env.arrakis.game import GameConfig, new_game
from dune_env.arrakis.layout import LAYOUT, encode
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.slots import N_SLOTS

SCALES = torch.tensor(list(LAYOUT.scales), dtype=torch.float32)

KEYS = {
    "name": str, "env": str, "env_options": dict, "seed": int, "threads": int, "n_envs": int, "subprocesses": bool,
    "total_steps": int, "policy": dict, "ppo": dict, "imitation": dict, "checkpoint_every": int, "evaluation": dict,
}  # fmt: skip
TAKES = {str: "a text", dict: "a mapping", int: "a whole number", bool: "true or false"}


class SettingError(ValueError):
    """A setting of the YAML file is missing, unknown or of the wrong kind."""


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a YAML file, checked."""
    settings = yaml.safe_load(path.read_text())
    if not isinstance(settings, dict):
        raise SettingError(f"{path}: takes a mapping of settings")
    for key, value in settings.items():
        if key not in KEYS:
            raise SettingError(f"{path}: {key}: unknown, takes {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or (KEYS[key] is int and isinstance(value, bool)):
            raise SettingError(f"{path}: {key}: got {value!r}, takes {TAKES[KEYS[key]]}")
    for key in ("name", "env", "total_steps", "ppo"):
        if key not in settings:
            raise SettingError(f"{path}: {key}: missing")
    return settings


def make_envs(settings: dict[str, Any], count: int, seed: int) -> VecEnv:
    """*count* environments side by side; the mask comes from each env's own `action_masks`."""
    options = settings.get("env_options", {})

    def make() -> gymnasium.Env[Any, Any]:
        return Monitor(gymnasium.make(settings["env"], disable_env_checker=True, **options))

    envs: VecEnv = SubprocVecEnv([make] * count) if settings.get("subprocesses") else DummyVecEnv([make] * count)
    envs.seed(seed)
    return envs


def learner_side(settings: dict[str, Any]) -> int:
    return SIDE_NAMES.index(settings.get("env_options", {}).get("side", "atreides"))


def game_config(settings: dict[str, Any]) -> GameConfig:
    """The games that the learner plays, for imitation and evaluation."""
    options = settings.get("env_options", {})
    known = {key: options[key] for key in ("content", "max_rounds", "ties", "ruleset") if key in options}
    return GameConfig(mode="solo" if "Mahdi" in settings["env"] else "two_player", **known)


def opponent_name(settings: dict[str, Any]) -> str:
    return str(settings.get("env_options", {}).get("opponent", "random"))


# --- warm start


def heuristic_games(settings: dict[str, Any], games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Decisions of the heuristic: raw observations, packed masks, slots."""
    side, config = learner_side(settings), game_config(settings)
    teacher = make_agent("heuristic", side, settings.get("seed", 0))
    rival = make_agent(opponent_name(settings), 1 - side, 1) if config.mode == "two_player" else teacher
    raw = bytearray(LAYOUT.size)
    seen: list[np.ndarray] = []
    masks: list[np.ndarray] = []
    picks: list[int] = []
    for seed in trange(games, desc="heuristic games"):
        game = new_game(config, seed)
        while not game.over and game.round <= config.max_rounds:
            if len(game.asked) == 1:
                game.pick(game.asked[0])
                continue
            seat = game.seat_to_act
            info_set = game.info_set(seat)
            slot = (teacher if seat == side else rival).act(info_set)
            if seat == side:
                encode(info_set.view, raw)
                mask = np.zeros(N_SLOTS, bool)
                mask[game.asked] = True
                seen.append(np.frombuffer(bytes(raw), np.uint8))
                masks.append(np.packbits(mask))
                picks.append(slot)
            game.pick(slot)
    return np.stack(seen), np.stack(masks), np.asarray(picks)


def imitate(model: MaskablePPO, settings: dict[str, Any]) -> None:
    """Fit the policy to the heuristic's choices before reinforcement learning begins."""
    plan = settings["imitation"]
    observations, masks, picks = heuristic_games(settings, plan["games"])
    optimiser = torch.optim.Adam(model.policy.parameters(), lr=plan["learning_rate"])
    order = np.random.default_rng(settings.get("seed", 0))
    model.policy.set_training_mode(True)
    for epoch in trange(plan["epochs"], desc="imitation"):
        losses: list[float] = []
        shuffled = order.permutation(len(picks))
        for start in range(0, len(picks), plan["batch_size"]):
            rows = shuffled[start : start + plan["batch_size"]]
            batch = torch.as_tensor(observations[rows]).float() * SCALES
            legal = np.unpackbits(masks[rows], axis=1, count=N_SLOTS).astype(bool)
            _, log_prob, _ = model.policy.evaluate_actions(batch, torch.as_tensor(picks[rows]), action_masks=legal)
            loss = -log_prob.mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        print(f"imitation epoch {epoch + 1}: loss {np.mean(losses):.3f} over {len(picks)} decisions")


# --- training


def policy_arguments(settings: dict[str, Any]) -> dict[str, Any]:
    """The policy's arguments; `network: map` stands for the features extractor that knows the board."""
    arguments = dict(settings.get("policy", {}))
    network = arguments.pop("network", "flat")
    if network == "map":
        from agents.map_network import MapNetwork

        arguments["features_extractor_class"] = MapNetwork
    elif network != "flat":
        raise SettingError(f"policy.network: got {network!r}, takes flat or map")
    return arguments


def build_model(settings: dict[str, Any], envs: VecEnv, home: Path) -> MaskablePPO:
    """A fresh learner with the settings of the file."""
    return MaskablePPO(
        "MlpPolicy",
        envs,
        seed=settings.get("seed", 0),
        policy_kwargs=policy_arguments(settings),
        tensorboard_log=str(home / "tensorboard"),
        device="cpu",
        **settings["ppo"],
    )


def callbacks(settings: dict[str, Any], envs: VecEnv, eval_envs: VecEnv, home: Path) -> CallbackList:
    """Checkpoints and evaluations on the way, both counted in steps."""
    every = max(1, settings.get("checkpoint_every", 50_000) // envs.num_envs)
    plan = settings.get("evaluation", {})
    return CallbackList(
        [
            CheckpointCallback(every, str(home / "checkpoints"), name_prefix="model"),
            MaskableEvalCallback(
                eval_envs,
                n_eval_episodes=plan.get("episodes_on_the_way", 10),
                eval_freq=every,
                log_path=str(home / "evaluations"),
                best_model_save_path=str(home / "best"),
                deterministic=True,
                verbose=0,
            ),
        ]
    )


def weights_hash(model: MaskablePPO) -> str:
    """A fingerprint of every weight of the policy."""
    digest = hashlib.sha256()
    for name, tensor in sorted(model.policy.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().numpy().tobytes())
    return digest.hexdigest()[:16]


def draw_curve(home: Path) -> Path | None:
    """The returns of the evaluations on the way as a PNG."""
    source = home / "evaluations" / "evaluations.npz"
    if not source.exists():
        return None
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    record = np.load(source)
    figure, axes = plt.subplots(figsize=(7, 3.5))
    axes.plot(record["timesteps"], record["results"].mean(axis=1), color="#2d6a8e", marker="o")
    axes.set_xlabel("steps")
    axes.set_ylabel("mean return of an evaluation")
    figure.tight_layout()
    figure.savefig(home / "curve.png", dpi=120)
    plt.close(figure)
    return home / "curve.png"


def measure(settings: dict[str, Any], model_path: Path, home: Path) -> None:
    """Random, heuristic and the learner on the same seeds, in one table."""
    plan = settings.get("evaluation", {})
    evaluate(
        agents=["random", "heuristic", str(model_path)],
        opponent=opponent_name(settings),
        side=learner_side(settings),
        config=game_config(settings),
        games=plan.get("games", 200),
        first_seed=plan.get("first_seed", 1_000_000),
        workers=plan.get("workers", 2),
        out=home,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, required=True, help="a YAML file of settings")
    parser.add_argument("--resume", type=Path, default=None, help="a checkpoint to go on from")
    parser.add_argument("--steps", type=int, default=None, help="total steps instead of the file's")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="folder under which the run's folder is made")
    parser.add_argument("--no-evaluation", action="store_true", help="leave out the table at the end")
    options = parser.parse_args()
    if options.steps is not None and options.steps < 1:
        parser.error("--steps takes a whole number of 1 or more")
    for path in (options.config, options.resume):
        if path is not None and not path.is_file():
            parser.error(f"there is no file {str(path)!r}")
    settings = read_settings(options.config)
    home = options.out / settings["name"]
    home.mkdir(parents=True, exist_ok=True)
    seed = settings.get("seed", 0)
    torch.set_num_threads(settings.get("threads", 1))
    set_random_seed(seed)
    envs = make_envs(settings, settings.get("n_envs", 8), seed)
    eval_envs = make_envs({**settings, "subprocesses": False}, 1, seed + 10_000)
    total = options.steps or settings["total_steps"]
    if options.resume is not None:
        model = MaskablePPO.load(options.resume, env=envs, device="cpu", tensorboard_log=str(home / "tensorboard"))
        total = max(0, total - model.num_timesteps)
    else:
        model = build_model(settings, envs, home)
        if settings.get("imitation"):
            print("warm start: the policy first imitates the heuristic, then learns by playing")
            imitate(model, settings)
    model.learn(
        total,
        callback=callbacks(settings, envs, eval_envs, home),
        progress_bar=True,
        reset_num_timesteps=options.resume is None,
        tb_log_name="ppo",
    )
    model_path = home / "model.zip"
    model.save(model_path)
    envs.close()
    eval_envs.close()
    print(f"weights {weights_hash(model)} after {model.num_timesteps} steps")
    if not options.no_evaluation:
        measure(settings, model_path, home)
    curve = draw_curve(home)
    print(f"model: {model_path}\ncurves: {home / 'tensorboard'}" + (f", {curve}" if curve else ""))


if __name__ == "__main__":
    main()
