"""Agents to compare with: each sees an `InfoSet` only and answers with a slot.

`make_agent("heuristic", side, seed)` is how scripts and environments get one by name.
"""

from __future__ import annotations

from agents.base import Agent, make_agent, names

__all__ = ["Agent", "make_agent", "names"]
