"""Evaluation plans: the YAML files `configs/eval_*.yaml`, checked, and the matches that they ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.arena.games import Match, scaled
from agents.files import is_name, read_mapping
from dune_env.arrakis.names import ATREIDES, HARKONNEN, SIDE_NAMES
from dune_env.arrakis.ruleset import config_from

GAME_KEYS = ("ties", "content", "max_rounds", "ruleset")


class PlanError(ValueError):
    """A key of an evaluation plan is missing, unknown or of the wrong kind."""


@dataclass(frozen=True)
class Setting:
    """One way to play: a label for the table, and the fields of `GameConfig` that are set."""

    label: str
    options: dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What one part of the results measures.

    Attributes:
        name: of the files under docs/results.
        title: the heading of the part.
        about: a sentence or two under it.
        kind: "ladder": each agent in each setting against one opponent; "round_robin": every pair.
        agents: of a ladder.
        opponent: of a ladder, "mahdi" or an agent.
        side: that the agents of a ladder play.
        atreides: the Atreides agents of a round-robin.
        harkonnen: its Harkonnen agents.
        first_seed: every pair plays the seeds first_seed, first_seed + 1, ...
        games: how many.
        smaller: this is a smaller set of games, which every table says.
        compare_with: the agent of a ladder that the others are compared with, seed by seed.
        settings: ways to play.
        explain: also look inside this many games of each row.
        order: of the parts on the page.
    """

    name: str
    title: str
    kind: str
    first_seed: int
    games: int
    about: str = ""
    agents: list[str] = field(default_factory=list)
    opponent: str = "mahdi"
    side: str = "atreides"
    atreides: list[str] = field(default_factory=list)
    harkonnen: list[str] = field(default_factory=list)
    smaller: bool = False
    compare_with: str | None = None
    settings: list[Setting] = field(default_factory=lambda: [Setting("", {})])
    explain: int = 0
    order: int = 0


@dataclass(frozen=True)
class Row:
    """A match with the label of its setting."""

    label: str
    match: Match

    @property
    def name(self) -> str:
        return " ".join(filter(None, [self.match.agent, self.label]))


KEYS: dict[str, type] = {
    "name": str, "title": str, "about": str, "kind": str, "agents": list, "opponent": str, "side": str,
    "atreides": list, "harkonnen": list, "first_seed": int, "games": int, "smaller": bool, "compare_with": str,
    "settings": list, "explain": int, "order": int,
}  # fmt: skip
TAKES = {str: "a text", list: "a list", int: "a whole number", bool: "true or false"}
KINDS = ("ladder", "round_robin")
UNUSED = {"ladder": ("atreides", "harkonnen"), "round_robin": ("agents", "opponent", "side", "compare_with")}
LEAST = {"first_seed": 0, "games": 1, "explain": 0}


def read_plan(path: Path) -> Plan:
    """The plan of a YAML file; PlanError names what is wrong with it."""
    data = read_mapping(path, PlanError)
    for key, value in data.items():
        if key not in KEYS:
            raise PlanError(f"{path}: {key}: unknown, takes {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or (KEYS[key] is int and isinstance(value, bool)):
            raise PlanError(f"{path}: {key}: got {value!r}, takes {TAKES[KEYS[key]]}")
    for key in ("name", "title", "kind", "first_seed", "games"):
        if key not in data:
            raise PlanError(f"{path}: {key}: missing")
    if data["kind"] not in KINDS:
        raise PlanError(f"{path}: kind: got {data['kind']!r}, takes one of {', '.join(KINDS)}")
    for key, least in LEAST.items():
        if data.get(key, least) < least:
            raise PlanError(f"{path}: {key}: got {data[key]}, takes {least} or more")
    if not is_name(data["name"]):
        raise PlanError(f"{path}: name: got {data['name']!r}, takes the name of a file, without a path")
    for key in ("agents", "atreides", "harkonnen"):
        for name in data.get(key, []):
            if not isinstance(name, str):
                raise PlanError(f"{path}: {key}: got {name!r}, takes names of agents")
    if data.get("side", "atreides") not in SIDE_NAMES:
        raise PlanError(f"{path}: side: got {data['side']!r}, takes one of {', '.join(SIDE_NAMES)}")
    for key in data:
        if key in UNUSED[data["kind"]]:
            raise PlanError(f"{path}: {key}: a {data['kind']} takes none")
    data["settings"] = [_setting(path, each) for each in data.get("settings", [{}])]
    labels = [setting.label for setting in data["settings"]]
    if not labels or len(set(labels)) < len(labels):
        raise PlanError(f"{path}: settings: takes one or more, each with a label of its own")
    if data["kind"] == "round_robin" and len(labels) > 1:
        raise PlanError(f"{path}: settings: a round_robin takes one, its ratings are of one game")
    plan = Plan(**data)
    _check_players(path, plan)
    return plan


def _setting(path: Path, data: Any) -> Setting:
    if not isinstance(data, dict):
        raise PlanError(f"{path}: settings: got {data!r}, takes a list of mappings")
    for key in data:
        if key not in (*GAME_KEYS, "label"):
            raise PlanError(f"{path}: settings.{key}: unknown, takes label, {', '.join(GAME_KEYS)}")
    options = {key: value for key, value in data.items() if key != "label"}
    config_from(options)  # refuses what no game takes
    return Setting(str(data.get("label", "")), options)


def _check_players(path: Path, plan: Plan) -> None:
    if plan.kind == "ladder" and not plan.agents:
        raise PlanError(f"{path}: agents: a ladder takes one or more")
    if plan.kind == "round_robin" and not (plan.atreides and plan.harkonnen):
        raise PlanError(f"{path}: atreides, harkonnen: a round_robin takes one agent or more of each")
    if plan.compare_with is not None and plan.compare_with not in plan.agents:
        raise PlanError(f"{path}: compare_with: got {plan.compare_with!r}, takes one of {', '.join(plan.agents)}")
    if plan.kind == "ladder" and plan.opponent == "mahdi" and plan.side == SIDE_NAMES[HARKONNEN]:
        raise PlanError(f"{path}: side: Mahdi plays the Harkonnen, takes atreides or another opponent")


def rows_of(plan: Plan, scale: float = 1.0) -> list[Row]:
    """The matches of a plan, setting by setting."""
    rows: list[Row] = []
    for setting in plan.settings:
        if plan.kind == "ladder":
            mode = "solo" if plan.opponent == "mahdi" else "two_player"
            pairs = [(agent, plan.opponent) for agent in plan.agents]
            side = SIDE_NAMES.index(plan.side)
        else:
            mode, side = "two_player", ATREIDES
            pairs = [(ours, theirs) for ours in plan.atreides for theirs in plan.harkonnen]
        config = config_from({"mode": mode, **setting.options})
        for agent, opponent in pairs:
            match = Match(agent, opponent, side, config, plan.first_seed, plan.games)
            rows.append(Row(setting.label, scaled(match, scale)))
    return rows
