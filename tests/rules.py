"""The mark that ties a test to the rules it holds."""

from __future__ import annotations

import pytest

MOST_IDS = 3


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as holding these rule ids; it makes an assertion for each, so at most 3."""
    if not 1 <= len(ids) <= MOST_IDS:
        raise ValueError(f"a test holds 1 to {MOST_IDS} rules, got {len(ids)}: {', '.join(ids)}")
    return pytest.mark.rule(*ids)
