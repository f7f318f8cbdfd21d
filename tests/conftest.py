"""Tests run compiled or interpreted alike, but never against compiled files that are older than their sources."""

from __future__ import annotations

from pathlib import Path

import pytest

import dune_env.arrakis.game as rules

PACKAGES = ("engine", "arrakis")


def pytest_sessionstart(session: pytest.Session) -> None:
    compiled = Path(str(rules.__file__))
    if compiled.suffix == ".py":
        return
    home = compiled.parent.parent
    sources = [path for package in PACKAGES for path in (home / package).rglob("*.py")]
    newer = [path.name for path in sources if path.stat().st_mtime > compiled.stat().st_mtime]
    if newer:
        pytest.exit(f"{newer[0]} is newer than what was compiled: run make build, or scripts/build.py --clean", 3)
