"""The keywords of an environment: its own, and the fields of the game's configuration."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from dune_env.arrakis.content import load_content
from dune_env.arrakis.ruleset import ConfigError, GameConfig, config_from

RENDER_MODES = ("ansi", "rgb_array")
ILLEGAL = ("raise", "lose")
REWARDS = ("sparse", "shaped")
OBSERVATIONS = ("flat", "blocks")
DTYPES = ("float32", "uint8")


@dataclass(frozen=True)
class Settings:
    """What an environment adds to a game.

    Attributes:
        config: the game's own configuration.
        render_mode: None, "ansi" or "rgb_array".
        skip_forced: answer questions that have one answer inside `step`; only each side's first is always asked.
        illegal: "raise" `IllegalSlot` for an illegal action, or "lose" the episode at once.
        reward: "sparse" or "shaped" (see `rewards.py`).
        shaping_gamma: the learner's discount, for the shaped reward.
        observation: "flat" vector, or named "blocks"; Gymnasium environments only.
        dtype: "float32", or the raw "uint8" (times `layout.scales` it is the float32); Gymnasium environments only.
    """

    config: GameConfig
    render_mode: str | None = None
    skip_forced: bool = True
    illegal: str = "raise"
    reward: str = "sparse"
    shaping_gamma: float = 1.0
    observation: str = "flat"
    dtype: str = "float32"

    def __post_init__(self) -> None:
        load_content(self.config.content)  # a ContentError now, not at the first reset
        if self.render_mode is not None:
            _one_of("render_mode", self.render_mode, RENDER_MODES)
        _one_of("illegal", self.illegal, ILLEGAL)
        _one_of("reward", self.reward, REWARDS)
        _one_of("observation", self.observation, OBSERVATIONS)
        _one_of("dtype", self.dtype, DTYPES)
        if not isinstance(self.skip_forced, bool):
            raise ConfigError(f"skip_forced: got {self.skip_forced!r}, takes True or False")
        gamma = self.shaping_gamma
        if isinstance(gamma, bool) or not isinstance(gamma, (int, float)) or not 0 < gamma <= 1:
            raise ConfigError(f"shaping_gamma: got {gamma!r}, takes a number above 0 and up to 1")


def _one_of(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ConfigError(f"{name}: got {value!r}, takes one of {', '.join(choices)}")


AEC_KEYWORDS = ["render_mode", "skip_forced", "illegal", "reward", "shaping_gamma"]
GYM_KEYWORDS = [*AEC_KEYWORDS, "observation", "dtype"]


def settings_from(options: dict[str, Any], own: list[str], also: list[str], mode: str | None = None) -> Settings:
    """Settings from an environment's keywords.

    Raises ConfigError, which names an unknown keyword and what there is, and ContentError for content that cannot be
    used.

    Args:
        options: the keywords given.
        own: those that belong to `Settings`; all others are fields of `GameConfig`.
        also: further keywords of this environment, for the message.
        mode: the only mode that this environment plays, or None for any.
    """
    game = [field.name for field in fields(GameConfig)]
    for name in options:
        if name not in own and name not in game:
            raise ConfigError(f"{name}: unknown, this environment takes {', '.join([*also, *own, *game])}")
    chosen = {name: value for name, value in options.items() if name in game}
    if mode is not None and chosen.setdefault("mode", mode) != mode:
        raise ConfigError(f"mode: got {chosen['mode']!r}, this environment takes {mode!r} only")
    return Settings(config_from(chosen), **{name: value for name, value in options.items() if name in own})
