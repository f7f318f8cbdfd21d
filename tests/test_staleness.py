"""Compiled rules that are older than their sources are noticed."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from dune_env import staleness


def test_only_a_source_newer_than_the_compiled_rules_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staleness, "HOME", tmp_path)
    sources = [tmp_path / "engine" / "steps.py", tmp_path / "arrakis" / "game.py"]
    for source in sources:
        source.parent.mkdir()
        source.touch()
        os.utime(source, (100, 100))
    assert staleness.stale_source() is None  # nothing is compiled
    compiled = tmp_path / "arrakis" / f"game{EXTENSION_SUFFIXES[0]}"
    compiled.touch()
    os.utime(compiled, (200, 200))
    assert staleness.stale_source() is None
    os.utime(sources[0], (300, 300))
    assert staleness.stale_source() == sources[0]
