"""What results hang on, as hashes: the rules as they play, the code behind each agent, trained weights."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from agents.arena.games import Match
from agents.base import Agent, make_agent, policy_file
from dune_env.arrakis.game import new_game
from dune_env.arrakis.records import config_data
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.slots import SLOTS
from dune_env.engine.chance import Generator

MAKER = "base"  # knows every agent by name and plays none itself
# Imported by every search, but against Mahdi nobody is asked for the Harkonnen, and no value counts their assaults.
HARKONNEN_PLAYER = {"heuristic_harkonnen", "harkonnen_aims"}
AGENTS = Path(__file__).resolve().parent.parent
GAMES = 6  # random games whose course stands for the rules
ANSWERS = 1_500  # most answers of one of them


def digest(data: object) -> str:
    """A short hash of plain data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


@cache
def rules_fingerprint(mode: str) -> str:
    """The course of a few random games: it stays if the rules play the same games, however they are written."""
    courses: list[object] = []
    picks = Generator()
    for seed in range(GAMES):
        game = new_game(GameConfig(mode=mode), seed)
        picks.seed(seed)
        course: list[str] = []
        while not game.over and len(course) < ANSWERS:
            slot = game.asked[picks.below(len(game.asked))]
            course.append(SLOTS.name(slot))
            game.pick(slot)
        courses.append([course, game.supremacy, list(game.prescience), game.winner])
    return digest(courses)


def modules_behind(entries: set[str], mode: str) -> set[str]:
    """The modules of agents named, and all those that they import, one through the other, wherever in their code.

    Without those that a game of this *mode* has no questions for.
    """
    unasked = HARKONNEN_PLAYER if mode == "solo" else set()
    found: set[str] = set()
    open_ones = set(entries)
    while open_ones:
        name = open_ones.pop()
        found.add(name)
        open_ones |= imports_of(AGENTS / f"{name}.py") - found - unasked
    return found


@cache
def imports_of(path: Path) -> set[str]:
    """The modules of agents that a file imports."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    sources = [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    return {source.partition(".")[2] for source in sources if source.startswith("agents.")} - {MAKER}


def code_fingerprint(agent: Agent, mode: str) -> str:
    """The code behind an agent, comments and docstrings aside: of its class, of its guide, and of what they import."""
    parts = filter(None, [agent, getattr(agent, "guide", None)])
    modules = modules_behind({type(part).__module__.partition(".")[2] for part in parts}, mode)
    return digest({name: _code(AGENTS / f"{name}.py") for name in sorted(modules)})


@cache
def _code(path: Path) -> str:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.unparse(tree)  # of another Python's tree it is the same text, unlike a dump


@cache
def agent_fingerprint(name: str, side: int, mode: str) -> str:
    """What decides how the agent of this name plays this side in games of this mode: its code, and weights if any."""
    if name in ("random", "mahdi"):
        return name
    code = code_fingerprint(make_agent(name, side), mode)
    path = policy_file(name)
    if path is None:
        return code
    from agents.learned import load_policy, weights_hash

    return f"{code} {weights_hash(load_policy(str(path)))}"


def match_key(match: Match) -> str:
    """Results with the same key need not be played again."""
    config = config_data(match.config)
    content = new_game(match.config, 0).content.digest
    mode = match.config.mode
    return digest(
        {
            "agents": [match.agent, agent_fingerprint(match.agent, match.side, mode)],
            "opponent": [match.opponent, agent_fingerprint(match.opponent, 1 - match.side, mode)],
            "side": match.side,
            "config": {**config, "content": content},
            "seeds": [match.first_seed, match.games],
            "rules": rules_fingerprint(mode),
        }
    )


def content_digest(config: GameConfig) -> str:
    """The hash of the content that a game of *config* is played with."""
    return str(new_game(config, 0).content.digest)


def weights_of(name: str) -> dict[str, Any] | None:
    """The file and hash of an agent's weights, for the record; None for one without."""
    path = policy_file(name)
    if path is None:
        return None
    from agents.learned import load_policy, weights_hash

    return {"agent": name, "file": path.name, "sha256": weights_hash(load_policy(str(path)))}
