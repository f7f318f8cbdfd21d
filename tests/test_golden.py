"""Games play out as written down; `scripts/golden.py --write` writes them anew after a change of the rules."""

from __future__ import annotations

import difflib

import pytest

from tests.golden import FOLDER, play, playthroughs

MOST_SHOWN = 40


def difference(name: str, written: str, played: str) -> str:
    """The first lines in which a game differs from its file."""
    then, now = written.splitlines(), played.splitlines()
    lines = list(difflib.unified_diff(then, now, f"{name}.txt", "as played now", lineterm="", n=2))
    return "\n".join([*lines[:MOST_SHOWN], f"... {len(lines) - MOST_SHOWN} more lines"][: len(lines)])


def test_every_file_is_a_playthrough() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(playthroughs())


@pytest.mark.parametrize("name", sorted(playthroughs()))
def test_playthrough(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    played = play(name)
    if played != written:
        pytest.fail(difference(name, written, played), pytrace=False)
