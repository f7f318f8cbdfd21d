"""What the compiler would get wrong is not written in the modules that it compiles."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.build import ROOT, sources


def whole_float_tuples(path: Path) -> list[int]:
    """Lines of module constants that are tuples of so many floats: mypyc takes such a constant for one never set."""
    found: list[int] = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
        told = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else "Final"
        if isinstance(value, ast.Tuple) and value.elts and told == "Final":
            parts = [each.operand if isinstance(each, ast.UnaryOp) else each for each in value.elts]
            if all(isinstance(each, ast.Constant) and isinstance(each.value, float) for each in parts):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("name", sources())
def test_no_constant_is_a_tuple_of_floats(name: str) -> None:
    assert not whole_float_tuples(ROOT / name), "annotate Final[tuple[float, ...]]"


def test_such_constants_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text("A: Final = (0.1, -2.0)\nB = (0.1, 2)\nC: Final[tuple[float, ...]] = (0.1,)\nD = ()\nE = (1.0,)\n")
    assert whole_float_tuples(path) == [1, 5]


INTERRUPTED = """
import random, signal, sys
from agents import make_agent
from dune_env.arrakis.game import GameConfig, new_game

def interrupt(*_):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
mode, name = sys.argv[1:]
chance = random.Random(1)
agents = [make_agent(name, side) for side in range(2)]
for count in range(60):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005 + 0.01 * chance.random())
        for seed in range(1000):
            game = new_game(GameConfig(mode=mode), seed)
            while not game.over:
                seat = game.seat_to_act
                game.pick(agents[seat].act(game.info_set(seat)))
    except KeyboardInterrupt:
        pass
print("still there")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm to interrupt by")
@pytest.mark.parametrize("mode", ["solo", "two_player"])
@pytest.mark.parametrize("name", ["random", "heuristic", "mcts:16"])
def test_an_interrupt_leaves_the_process(mode: str, name: str) -> None:
    """A compiled product of large ints would end it (`engine/chance.py`, `atreides_aims.py`)."""
    command = [sys.executable, "-c", INTERRUPTED, mode, name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=100)
    assert done.stdout == "still there\n", done.stderr
