"""Lists of a position that are replaced, never changed in place, so that copies of a game share them."""

from __future__ import annotations


def replaced(values: list[int], at: int, value: int) -> list[int]:
    """*values* with *value* at *at*."""
    changed = values[:]
    changed[at] = value
    return changed


def increased(values: list[int], at: int, by: int) -> list[int]:
    """*values* with the number at *at* raised by *by*."""
    changed = values[:]
    changed[at] += by
    return changed
