"""Tests run compiled or interpreted alike, but never against compiled files that are older than their sources."""

from __future__ import annotations

import pytest

from dune_env.staleness import ADVICE, stale_source


def pytest_sessionstart(session: pytest.Session) -> None:
    newer = stale_source()
    if newer is not None:
        pytest.exit(f"{newer.name} is newer than what was compiled: {ADVICE}", 3)
