"""The settings of a training run: the keys of its YAML file, checked. `docs/training.md` says what each does."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from agents.advised import ADVISERS, HEURISTIC
from agents.files import is_name, read_mapping
from agents.training.delegation import check_questions
from agents.training.errors import SettingError
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.ruleset import GameConfig

Kinds = dict[str, type | tuple[type, ...]]
NUMBER = (int, float)
KEYS: Kinds = {
    "name": str, "env": str, "env_options": dict, "seed": int, "threads": int, "device": str, "n_envs": int,
    "subprocesses": bool, "total_steps": int, "policy": dict, "ppo": dict, "schedules": dict, "normalise": dict,
    "advice": bool, "adviser": str, "asked": list, "margin": NUMBER, "evaluation_shaping": NUMBER, "imitation": dict,
    "start_from": str, "starts": dict, "stages": list, "self_play": dict, "checkpoint_every": int,
    "evaluation": dict,
}  # fmt: skip
ENVIRONMENTS = ("dune_env/WarForArrakisMahdi-v0", "dune_env/WarForArrakis-v0")
INNER: dict[str, Kinds] = {
    "normalise": {"observations": int, "rewards": bool},
    "imitation": {"teacher": str, "worths": bool, "games": int, "workers": int, "epochs": int, "batch_size": int,
                  "learning_rate": NUMBER},
    "starts": {"scenarios": list, "share": NUMBER},
    "self_play": {"steps": int, "snapshot_every": int, "size": int, "fixed": list, "newest": NUMBER,
                  "fixed_share": NUMBER},
    "evaluation": {"episodes_on_the_way": int, "games": int, "first_seed": int, "workers": int},
}  # fmt: skip
# What a file can say of the arguments of MaskablePPO and of its policy.
PPO: Kinds = {
    "learning_rate": NUMBER, "n_steps": int, "batch_size": int, "n_epochs": int, "gamma": NUMBER, "gae_lambda": NUMBER,
    "clip_range": NUMBER, "clip_range_vf": NUMBER, "normalize_advantage": bool, "ent_coef": NUMBER, "vf_coef": NUMBER,
    "max_grad_norm": NUMBER, "target_kl": NUMBER, "stats_window_size": int, "verbose": int,
}  # fmt: skip
POLICY: Kinds = {
    "network": str, "net_arch": (list, dict), "features_extractor_kwargs": dict, "share_features_extractor": bool,
    "ortho_init": bool, "optimizer_kwargs": dict,
}  # fmt: skip
STAGE: Kinds = {"until": int, "env_options": dict, "starts": dict}
SCHEDULE: Kinds = {"end": NUMBER, "until": NUMBER}
SCHEDULED = ("learning_rate", "ent_coef", "clip_range")
LEAST = {
    "total_steps": 1, "threads": 1, "n_envs": 1, "seed": 0, "checkpoint_every": 1, "normalise.observations": 0,
    "ppo.learning_rate": 0, "ppo.n_steps": 1, "ppo.batch_size": 2, "ppo.n_epochs": 1, "ppo.clip_range": 0,
    "ppo.ent_coef": 0, "ppo.stats_window_size": 1, "imitation.games": 1, "imitation.workers": 1, "imitation.epochs": 1,
    "imitation.batch_size": 1, "imitation.learning_rate": 0,
    "self_play.steps": 1, "self_play.snapshot_every": 1, "self_play.size": 1,
    "evaluation.episodes_on_the_way": 1, "evaluation.games": 1, "evaluation.first_seed": 0, "evaluation.workers": 1,
}  # fmt: skip
MOST_SEED = 2**32 - 1  # that numpy takes
LEARNED_FROM = {"observation": "flat", "dtype": "float32"}
SHARES = ("ppo.gamma", "ppo.gae_lambda", "starts.share", "self_play.newest", "self_play.fixed_share")  # from 0 to 1
NEEDED = {
    "imitation": ["games", "epochs", "batch_size", "learning_rate"],
    "starts": ["scenarios"],
    "self_play": ["steps"],
}
TAKES = {str: "a text", dict: "a mapping", int: "a whole number", bool: "true or false", list: "a list",
         NUMBER: "a number", (list, dict): "a list or a mapping"}  # fmt: skip


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a YAML file; SettingError names a key that is missing, unknown or of the wrong kind."""
    settings = read_mapping(path, SettingError)
    _check(settings, KEYS, f"{path}: ")
    for key in ("name", "env", "total_steps", "ppo"):
        if key not in settings:
            raise SettingError(f"{path}: {key}: missing")
    if settings["env"] not in ENVIRONMENTS:
        raise SettingError(f"{path}: env: got {settings['env']!r}, takes one of {', '.join(ENVIRONMENTS)}")
    if not is_name(settings["name"]):
        raise SettingError(f"{path}: name: got {settings['name']!r}, takes the name of a folder, without a path")
    for key, kinds in {"ppo": PPO, "policy": POLICY, **INNER}.items():
        if key in settings:
            _check(settings[key], kinds, f"{path}: {key}.")
            for needed in NEEDED.get(key, []):
                if needed not in settings[key]:
                    raise SettingError(f"{path}: {key}.{needed}: missing")
    _check_ranges(settings, path)
    _check_env_options(settings.get("env_options", {}), f"{path}: ")
    _check(settings.get("schedules", {}), dict.fromkeys(SCHEDULED, dict), f"{path}: schedules.")
    for name, schedule in settings.get("schedules", {}).items():
        _check(schedule, SCHEDULE, f"{path}: schedules.{name}.")
        if "end" not in schedule:
            raise SettingError(f"{path}: schedules.{name}.end: missing")
        if schedule["end"] < 0:
            raise SettingError(f"{path}: schedules.{name}.end: got {schedule['end']}, takes 0 or more")
        if name not in settings["ppo"]:
            raise SettingError(f"{path}: schedules.{name}: takes a first value under ppo.{name}")
        if not 0 < schedule.get("until", 1) <= 1:
            raise SettingError(f"{path}: schedules.{name}.until: got {schedule['until']}, takes above 0 and at most 1")
    _check_stages(settings, path)
    for key in ("advice", "asked", "margin", "evaluation_shaping"):
        if settings.get(key) and "Mahdi" not in settings["env"]:
            raise SettingError(f"{path}: {key}: takes the game against Mahdi, env: dune_env/WarForArrakisMahdi-v0")
    if adviser_name(settings) not in ADVISERS:
        raise SettingError(f"{path}: adviser: got {adviser_name(settings)!r}, takes one of {', '.join(ADVISERS)}")
    if "adviser" in settings and not settings.get("advice"):
        raise SettingError(f"{path}: adviser: takes advice: true as well, nothing is heard without")
    if "asked" in settings:
        check_questions(settings["asked"])
    if settings.get("subprocesses") and any(settings.get(key) for key in ("advice", "margin", "evaluation_shaping")):
        raise SettingError(f"{path}: subprocesses: takes false with advice, margin or evaluation_shaping")
    _check_self_play(settings, path)
    return settings


def _check(given: dict[str, Any], kinds: Kinds, where: str) -> None:
    for key, value in given.items():
        if key not in kinds:
            raise SettingError(f"{where}{key}: unknown, takes {', '.join(kinds)}")
        if isinstance(value, float) and not math.isfinite(value):
            raise SettingError(f"{where}{key}: got {value}, takes a finite number")
        if not isinstance(value, kinds[key]) or (isinstance(value, bool) and kinds[key] is not bool):
            raise SettingError(f"{where}{key}: got {value!r}, takes {TAKES[kinds[key]]}")


def _check_env_options(options: dict[str, Any], where: str) -> None:
    """What the environment takes is checked by itself; a learner sees flat observations of floats alone."""
    for key, only in LEARNED_FROM.items():
        if options.get(key, only) != only:
            raise SettingError(f"{where}env_options.{key}: got {options[key]!r}, a learner takes {only!r} only")


def _check_ranges(settings: dict[str, Any], path: Path) -> None:
    def given(name: str) -> Any:
        outer, _, inner = name.partition(".")
        return settings.get(outer, {}).get(inner) if inner else settings.get(outer)

    for name, least in LEAST.items():
        value = given(name)
        if value is not None and value < least:
            raise SettingError(f"{path}: {name}: got {value}, takes {least} or more")
    if settings.get("seed", 0) > MOST_SEED:
        raise SettingError(f"{path}: seed: got {settings['seed']}, takes {MOST_SEED} at most")
    for name in SHARES:
        value = given(name)
        if value is not None and not 0 <= value <= 1:
            raise SettingError(f"{path}: {name}: got {value}, takes 0 to 1")


def _check_self_play(settings: dict[str, Any], path: Path) -> None:
    if "self_play" not in settings:
        return
    if "Mahdi" in settings["env"]:
        raise SettingError(f"{path}: self_play: takes the two-player game, env: dune_env/WarForArrakis-v0")
    if "stages" in settings:
        raise SettingError(f"{path}: stages: self-play has none")
    for key in ("side", "opponent"):
        if key in settings.get("env_options", {}):
            raise SettingError(f"{path}: env_options.{key}: self-play trains both sides, each against the other's past")


def _check_stages(settings: dict[str, Any], path: Path) -> None:
    reached = 0
    stages = settings.get("stages", [])
    for at, stage in enumerate(stages):
        where = f"{path}: stages.{at}"
        if not isinstance(stage, dict):
            raise SettingError(f"{where}: got {stage!r}, takes a mapping")
        _check(stage, STAGE, f"{where}.")
        _check_env_options(stage.get("env_options", {}), f"{where}.")
        _check(stage.get("starts", {}), INNER["starts"], f"{where}.starts.")
        last = at == len(stages) - 1
        if last == ("until" in stage):
            raise SettingError(f"{where}.until: every stage but the last takes the step at which it ends")
        if not last and stage["until"] <= reached:
            raise SettingError(f"{where}.until: got {stage['until']}, takes more than {reached}")
        reached = stage.get("until", reached)


# --- what follows from the settings


def stage_at(settings: dict[str, Any], step: int) -> tuple[int, dict[str, Any], int | None]:
    """The stage that *step* falls into: its number, the settings as they are in it, and where it ends."""
    stages = settings.get("stages") or [{}]
    for at, stage in enumerate(stages):
        if "until" not in stage or step < stage["until"]:
            options = {**settings.get("env_options", {}), **stage.get("env_options", {})}
            starts = stage.get("starts", settings.get("starts", {}))
            return at, {**settings, "env_options": options, "starts": starts}, stage.get("until")
    raise AssertionError("the last stage has no end")


def learner_side(settings: dict[str, Any]) -> int:
    """The side that learns."""
    return SIDE_NAMES.index(settings.get("env_options", {}).get("side", "atreides"))


def game_config(settings: dict[str, Any]) -> GameConfig:
    """The games that the learner is measured on, and that it imitates."""
    options = settings.get("env_options", {})
    known = {key: options[key] for key in ("content", "max_rounds", "ties", "ruleset") if key in options}
    return GameConfig(mode="solo" if "Mahdi" in settings["env"] else "two_player", **known)


def opponent_name(settings: dict[str, Any]) -> str:
    """Who plays the other side of the two-player game."""
    return str(settings.get("env_options", {}).get("opponent", "random"))


def adviser_name(settings: dict[str, Any]) -> str:
    """Whose opinion the policy hears with `advice`."""
    return str(settings.get("adviser", HEURISTIC))
