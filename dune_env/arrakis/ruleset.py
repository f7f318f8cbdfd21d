"""The switches between printed editions and between readings of open points, and the configuration of a game."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

MODES = ("two_player", "solo")
TIES = ("ask", "seeded")


class ConfigError(ValueError):
    """A configuration field holds what it does not take."""


@dataclass(frozen=True)
class Ruleset:
    """One reading of the rules; the defaults are those of the v1.1 rulebook. `docs/rulings.md` explains each field."""

    # Where the editions differ. The 2023 text leaves some of these open: its preset then takes the v1.1 value.
    advance_is_optional: bool = True  # Q-A1; the 2023 text moves the winner in
    every_fallen_ban: bool = True  # Q-A2; the 2023 text activates one Ban among the markers that fell
    arrakeen_win_check: bool = True  # Q-A3; the 2023 text checks at the End of the Round only
    phase_ends_with_harkonnen: bool = True  # Q-A4; the 2023 text has both this and "when both are done"
    fifth_wormsign: bool = True  # Q-A6; the 2023 text stops at four
    wild_maker_from_wormsign: bool = True  # Q-A6; the 2023 text speaks of Sandworms alone
    wild_maker_enters_empty: bool = True  # Q-A5; v1.1 leaves "empty" out, the 2023 text and the card have it
    worm_from_the_board: bool = True  # Q-G16; the 2023 text relocates only when none is off the board
    scouting_reveals_all: bool = True  # Q-A8; the 2023 text reveals the Sietch and/or the tokens
    transport_adds_an_area: bool = True  # Q-A10; in the 2023 text two Areas are all
    tank_advances_arrivals: bool = True  # Q-D8, Q-L4; the 2023 text moves figures already there
    elite_falls_without_regular: bool = True  # Q-A13; the 2023 text is silent
    alternate_surplus_dice: bool = True  # the 2023 text is silent
    used_bene_gesserit_leaves: bool = True  # Q-A7; the 2023 text is silent

    # Points that every edition leaves open.
    trim_may_take_token: bool = True  # Q-C14
    worms_cross_impassable: bool = True  # Q-I15
    retreat_takes_station: bool = True  # Q-I17
    hawat_leaves_tank: bool = True  # Q-K15
    token_backs_differ: bool = True  # Q-M13
    unused_bene_gesserit_returns: bool = True  # Q-N1

    # Mahdi, where the editions differ.
    guerrilla_only_barred: bool = True  # Q-P43; the 2023 text bars every voluntary reveal
    mahdi_largest_margin: bool = True  # Q-P3; the 2023 text takes the highest Combat Power
    mahdi_merge_keeps_below_limit: bool = True  # the 2023 text asks that the limit is not exceeded
    mahdi_reserves_spice: bool = True  # Q-P40; the 2023 text is silent
    mahdi_leads_with_leaders: bool = True  # the 2023 text is silent

    # Mahdi, points that every edition leaves open.
    mahdi_attacks_equal_basic: bool = True  # Q-P8
    mahdi_ignores_impassable_attacks: bool = True  # Q-P7
    mahdi_retreats_over_impassable: bool = True  # Q-P63
    mahdi_skips_blocked_legions: bool = True  # Q-P6
    mahdi_stays_when_too_weak: bool = True  # Q-P14
    mahdi_may_cease_at_once: bool = True  # Q-P16
    mahdi_reshuffles_for_target: bool = True  # Q-P24
    mahdi_point_takes_all_spice: bool = True  # Q-P39
    mahdi_schemes_without_hawat: bool = True  # Q-P45
    mahdi_always_advances: bool = True  # Q-P47
    mahdi_moves_new_tokens: bool = True  # Q-P71

    def __post_init__(self) -> None:
        for each in fields(self):
            _check_switch(each.name, getattr(self, each.name))

    def __reduce__(self) -> tuple[object, ...]:
        return ruleset_from, ({each.name: getattr(self, each.name) for each in fields(self)},)


def _check_switch(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise ConfigError(f"ruleset.{name}: got {value!r}, takes True or False")


V1_1 = Ruleset()
EXCLUSIVE_2023 = replace(
    V1_1,
    advance_is_optional=False,
    every_fallen_ban=False,
    arrakeen_win_check=False,
    fifth_wormsign=False,
    wild_maker_from_wormsign=False,
    worm_from_the_board=False,
    scouting_reveals_all=False,
    transport_adds_an_area=False,
    tank_advances_arrivals=False,
    guerrilla_only_barred=False,
    mahdi_largest_margin=False,
    mahdi_merge_keeps_below_limit=False,
)
PRESETS = {"v1_1": V1_1, "exclusive_2023": EXCLUSIVE_2023}


def ruleset_from(choice: object) -> Ruleset:
    """A Ruleset from itself, from the name of a preset, or from a dict of fields that differ from its `preset`.

    `{"preset": "exclusive_2023", "advance_is_optional": True}` is the 2023 text with one switch of v1.1; without a
    preset the dict differs from v1.1. ConfigError names an unknown field and what there is.
    """
    if isinstance(choice, Ruleset):
        return choice
    if isinstance(choice, str) and choice in PRESETS:
        return PRESETS[choice]
    if not isinstance(choice, dict):
        raise ConfigError(
            f"ruleset: got {choice!r}, takes a Ruleset, a dict of its fields or one of {', '.join(PRESETS)}"
        )
    changes = dict(choice)
    preset = changes.pop("preset", "v1_1")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ConfigError(f"ruleset.preset: got {preset!r}, takes one of {', '.join(PRESETS)}")
    known = [each.name for each in fields(Ruleset)]
    for name, value in changes.items():
        if name not in known:
            raise ConfigError(f"ruleset.{name}: unknown, a Ruleset takes preset, {', '.join(known)}")
        _check_switch(name, value)
    return replace(PRESETS[preset], **changes)


def ruleset_differences(rules: Ruleset) -> list[str]:
    """The fields in which *rules* differ from v1.1."""
    return [each.name for each in fields(Ruleset) if getattr(rules, each.name) != getattr(V1_1, each.name)]


@dataclass(frozen=True)
class GameConfig:
    """What is fixed for a whole game.

    Attributes:
        mode: "two_player", or "solo" with Mahdi as the Harkonnen.
        ruleset: a `Ruleset`, the name of a preset, "v1_1" or "exclusive_2023", or a dict of fields (`ruleset_from`).
        content: a shipped pack by name, or the path of a JSON file, that overrides content; None for none.
        max_rounds: rounds after which the environments truncate; not a rule of the game.
        ties: who settles Mahdi's ties: "ask" the Atreides (R-36.3) or draw them, "seeded".
    """

    mode: str = "two_player"
    ruleset: Ruleset | str | dict[str, Any] = field(default=V1_1)
    content: str | None = None
    max_rounds: int = 20
    ties: str = "ask"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigError(f"mode: got {self.mode!r}, takes one of {', '.join(MODES)}")
        object.__setattr__(self, "ruleset", ruleset_from(self.ruleset))
        if self.content is not None and not isinstance(self.content, str):
            raise ConfigError(f"content: got {self.content!r}, takes a pack's name, the path of a JSON file or None")
        if isinstance(self.max_rounds, bool) or not isinstance(self.max_rounds, int) or self.max_rounds < 1:
            raise ConfigError(f"max_rounds: got {self.max_rounds!r}, takes an int of 1 or more")
        if self.ties not in TIES:
            raise ConfigError(f"ties: got {self.ties!r}, takes one of {', '.join(TIES)}")

    def __reduce__(self) -> tuple[object, ...]:
        return config_from, ({each.name: getattr(self, each.name) for each in fields(self)},)

    @property
    def rules(self) -> Ruleset:
        """The ruleset, with presets resolved."""
        assert isinstance(self.ruleset, Ruleset)
        return self.ruleset


def config_from(options: dict[str, object]) -> GameConfig:
    """A GameConfig from keywords; an unknown one is named in the error."""
    known = [f.name for f in fields(GameConfig)]
    for name in options:
        if name not in known:
            raise ConfigError(f"{name}: unknown, a game takes {', '.join(known)}")
    _check_kinds(options)
    if "ruleset" in options:
        options = {**options, "ruleset": ruleset_from(options["ruleset"])}
    return GameConfig(**options)  # type: ignore[arg-type]


def _check_kinds(options: dict[str, object]) -> None:
    """Refuse by name what compiled code would refuse by a TypeError that names no field."""
    for name, choices in (("mode", MODES), ("ties", TIES)):
        if not isinstance(options.get(name, ""), str):
            raise ConfigError(f"{name}: got {options[name]!r}, takes one of {', '.join(choices)}")
    content, rounds = options.get("content"), options.get("max_rounds", 1)
    if content is not None and not isinstance(content, str):
        raise ConfigError(f"content: got {content!r}, takes a pack's name, the path of a JSON file or None")
    if isinstance(rounds, bool) or not isinstance(rounds, int):
        raise ConfigError(f"max_rounds: got {rounds!r}, takes an int of 1 or more")
