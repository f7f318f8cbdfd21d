"""Where the facts of a content file come from: labels by entry, and which of them are not the published values."""

from __future__ import annotations

from typing import Final

# From the surest to the least sure.
LABELS: Final = ["rulebook", "components", "single", "inferred", "disputed", "assumed"]
DOUBTFUL: Final = ["single", "inferred", "disputed", "assumed"]


def provenance_of(stated: dict[str, str], path: str) -> str:
    """What is stated about the entry at *path*: its own words, else those of the nearest entry around it."""
    at = path
    while at:
        if at in stated:
            return stated[at]
        at = at.rpartition(".")[0]
    return ""


def labels_in(words: str) -> list[str]:
    """The labels that a provenance names, the surest first; one of several parts has several."""
    return [label for label in LABELS if label in words]


def doubtful_entries(stated: dict[str, str]) -> list[str]:
    """Paths whose provenance is, in part at least, single, inferred, disputed or assumed."""
    return [path for path, words in stated.items() if any(label in words for label in DOUBTFUL)]
