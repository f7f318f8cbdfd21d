"""Compiled rules that are older than their sources are noticed."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from dune_env import staleness


def test_only_a_source_newer_than_the_compiled_rules_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "dune_env"
    monkeypatch.setattr(staleness, "HOME", home)
    sources = [home / "engine" / "steps.py", home / "arrakis" / "game.py", tmp_path / "agents" / "odds.py"]
    for source in sources:
        source.parent.mkdir(parents=True)
        source.touch()
        os.utime(source, (100, 100))
    assert staleness.stale_source() is None  # nothing is compiled
    compiled = home / "arrakis" / f"game{EXTENSION_SUFFIXES[0]}"
    compiled.touch()
    os.utime(compiled, (200, 200))
    assert staleness.stale_source() is None
    os.utime(sources[0], (300, 300))
    assert staleness.stale_source() == sources[0]
    os.utime(sources[0], (100, 100))
    os.utime(sources[2], (300, 300))
    assert staleness.stale_source() is None  # this agent is not compiled
    sources[2].with_name(f"odds{EXTENSION_SUFFIXES[0]}").touch()
    assert staleness.stale_source() == sources[2]
