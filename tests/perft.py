"""Node counts: in how many ways a position plays on, answer by answer.

Each file of tests/perft/ holds a scenario, the seed that chance goes by, and the counts to be met: `nodes[d]` positions
after `d + 1` answers of the players, how the deepest of them divide among the answers to the first question, and how
often each question is met on the way. An answer that ends the game counts where it is given.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from dune_env.arrakis.game import Game
from dune_env.arrakis.ruleset import config_from
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import SLOTS

FOLDER = Path(__file__).resolve().parent / "perft"


def names() -> list[str]:
    """The positions, by the names of their files."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(name: str) -> dict[str, Any]:
    """The file of one position."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def start(entry: dict[str, Any]) -> Game:
    """The game at the position of *entry*."""
    return build(entry["position"], entry["seed"], config_from(entry["config"]) if "config" in entry else None)


def walk(game: Game, nodes: list[int], met: Counter[str], level: int = 0) -> None:
    """Add to *nodes* the answers at each level from *level* on, and to *met* the questions that ask for them."""
    met[game.question()] += 1
    nodes[level] += len(game.asked)
    if level + 1 == len(nodes):
        return
    for slot in game.asked:
        after = game.copy()
        after.pick(slot)
        if not after.over:
            walk(after, nodes, met, level + 1)


def counted(entry: dict[str, Any], depth: int) -> dict[str, Any]:
    """The counts of a position down to *depth*, as its file holds them."""
    game = start(entry)
    nodes = [len(game.asked)] + [0] * (depth - 1)
    met: Counter[str] = Counter({game.question(): 1})
    divided: dict[str, int] = {}
    for slot in game.asked if depth > 1 else []:
        after = game.copy()
        after.pick(slot)
        below = [0] * (depth - 1)
        if not after.over:
            walk(after, below, met)
        nodes[1:] = [n + more for n, more in zip(nodes[1:], below)]
        divided[SLOTS.name(slot)] = below[-1]
    return {"nodes": nodes, "divide": divided, "questions": dict(sorted(met.items()))}
