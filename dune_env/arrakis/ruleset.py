"""The switches between printed editions and between readings of open points, and the configuration of a game."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

MODES = ("two_player", "solo")
TIES = ("ask", "seeded")


class ConfigError(ValueError):
    """A configuration field holds what it does not take."""


@dataclass(frozen=True)
class Ruleset:
    """One reading of the rules; the defaults are those of the v1.1 rulebook."""

    advance_is_optional: bool = True  # the 2023 text moves the winner in
    every_fallen_ban: bool = True  # the 2023 text activates one Ban among the markers that fell
    arrakeen_win_check: bool = True
    fifth_wormsign: bool = True
    wild_maker_from_wormsign: bool = True
    worm_from_the_board: bool = True  # the 2023 text relocates only when none is off the board
    elite_falls_without_regular: bool = True
    alternate_surplus_dice: bool = True
    tank_advances_arrivals: bool = True  # Q-D8
    token_backs_differ: bool = True  # Q-M13
    worms_cross_impassable: bool = True  # Q-I15
    retreat_takes_station: bool = True  # Q-I17
    trim_may_take_token: bool = True  # Q-C14
    unused_bene_gesserit_returns: bool = True  # Q-N1
    guerrilla_only_barred: bool = True  # the 2023 text bars every voluntary reveal
    mahdi_largest_margin: bool = True  # the 2023 text takes the highest Combat Power
    mahdi_attacks_equal_basic: bool = True  # Q-P8
    mahdi_ignores_impassable_attacks: bool = True  # Q-P7
    mahdi_retreats_over_impassable: bool = True  # Q-P63
    mahdi_merge_keeps_below_limit: bool = True
    mahdi_reserves_spice: bool = True
    mahdi_moves_new_tokens: bool = True  # Q-P71


V1_1 = Ruleset()
EXCLUSIVE_2023 = replace(
    V1_1,
    advance_is_optional=False,
    every_fallen_ban=False,
    arrakeen_win_check=False,
    fifth_wormsign=False,
    wild_maker_from_wormsign=False,
    worm_from_the_board=False,
    elite_falls_without_regular=True,  # silent in the 2023 text, so v1.1's value
    alternate_surplus_dice=False,
    guerrilla_only_barred=False,
    mahdi_largest_margin=False,
    mahdi_merge_keeps_below_limit=False,
    mahdi_reserves_spice=False,
)
PRESETS = {"v1_1": V1_1, "exclusive_2023": EXCLUSIVE_2023}


@dataclass(frozen=True)
class GameConfig:
    """What is fixed for a whole game.

    Attributes:
        mode: "two_player", or "solo" with Mahdi as the Harkonnen.
        ruleset: a `Ruleset` or the name of a preset, "v1_1" or "exclusive_2023".
        content: path of a JSON file that overrides shipped content; None for the shipped content.
        max_rounds: rounds after which the environments truncate; not a rule of the game.
        ties: who settles Mahdi's ties: "ask" the Atreides (R-36.3) or draw them, "seeded".
    """

    mode: str = "two_player"
    ruleset: Ruleset | str = field(default=V1_1)
    content: str | None = None
    max_rounds: int = 20
    ties: str = "ask"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ConfigError(f"mode: got {self.mode!r}, takes one of {', '.join(MODES)}")
        if isinstance(self.ruleset, str):
            if self.ruleset not in PRESETS:
                raise ConfigError(f"ruleset: got {self.ruleset!r}, takes a Ruleset or one of {', '.join(PRESETS)}")
            object.__setattr__(self, "ruleset", PRESETS[self.ruleset])
        elif not isinstance(self.ruleset, Ruleset):
            raise ConfigError(f"ruleset: got {self.ruleset!r}, takes a Ruleset or one of {', '.join(PRESETS)}")
        if self.content is not None and not isinstance(self.content, str):
            raise ConfigError(f"content: got {self.content!r}, takes the path of a JSON file or None")
        if isinstance(self.max_rounds, bool) or not isinstance(self.max_rounds, int) or self.max_rounds < 1:
            raise ConfigError(f"max_rounds: got {self.max_rounds!r}, takes an int of 1 or more")
        if self.ties not in TIES:
            raise ConfigError(f"ties: got {self.ties!r}, takes one of {', '.join(TIES)}")

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
    return GameConfig(**options)  # type: ignore[arg-type]
