"""Figures of a match: win rates with Wilson intervals, and comparisons on the same seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from agents.arena.games import Result


@dataclass(frozen=True)
class Rate:
    """A share of games with its 95 % Wilson interval."""

    wins: int
    games: int
    low: float
    high: float

    @property
    def share(self) -> float:
        return self.wins / self.games

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%}-{self.high:.1%})"


def rate(wins: int, games: int) -> Rate:
    """*wins* of *games* with the interval."""
    interval = stats.binomtest(wins, games).proportion_ci(method="wilson")
    return Rate(wins, games, float(interval.low), float(interval.high))


def paired_interval(ours: list[float], theirs: list[float]) -> list[float]:
    """95 % interval (t distribution) of the mean difference on the same seeds."""
    if len(ours) < 2 or np.allclose(ours, theirs):
        return [0.0, 0.0]
    interval = stats.ttest_rel(ours, theirs).confidence_interval(0.95)
    return [float(interval.low), float(interval.high)]


def paired_wins(ours: list[bool], theirs: list[bool]) -> dict[str, float]:
    """Games that only one of two agents won on the same seeds, and how likely so uneven a split is by chance.

    The probability is that of McNemar's exact test, two-sided.
    """
    only_ours = sum(a and not b for a, b in zip(ours, theirs, strict=True))
    only_theirs = sum(b and not a for a, b in zip(ours, theirs, strict=True))
    apart = only_ours + only_theirs
    chance = float(stats.binomtest(only_ours, apart).pvalue) if apart else 1.0
    return {"only_ours": only_ours, "only_theirs": only_theirs, "p": chance}


def summary(name: str, results: list[Result], baseline: list[Result] | None) -> dict[str, Any]:
    """The figures of one agent; *baseline* played the same seeds."""
    found = rate(sum(r.won for r in results), len(results))
    row: dict[str, Any] = {
        "agent": name,
        "games": found.games,
        "wins": found.wins,
        "win_rate": found.share,
        "win_rate_95": [found.low, found.high],
        "margin": float(np.mean([r.margin for r in results])),
        "rounds": float(np.mean([r.rounds for r in results])),
        "supremacy": float(np.mean([r.supremacy for r in results])),
        "prescience": [float(x) for x in np.mean([r.prescience for r in results], axis=0)],
        "decisions": float(np.mean([r.decisions for r in results])),
        "ends": dict(Counter(r.reason for r in results)),
    }
    if baseline is not None:
        if len(results) > 1:
            row["margin_over_first_95"] = paired_interval([r.margin for r in results], [r.margin for r in baseline])
        row["wins_against_first"] = paired_wins([r.won for r in results], [r.won for r in baseline])
    return row


def table(rows: list[dict[str, Any]], title: str) -> str:
    """The rows as text."""
    columns = ("agent", "wins", "win rate (95 %)", "margin", "over first (95 %)", "rounds")
    widths = (-28, 9, 22, 7, 18, 6)
    head = " ".join(f"{name:<{-w}}" if w < 0 else f"{name:>{w}}" for name, w in zip(columns, widths, strict=True))
    lines = [title, f"{head}  ends"]
    for row in rows:
        low, high = row["win_rate_95"]
        share = f"{row['win_rate']:.1%} ({low:.1%}-{high:.1%})"
        over = row.get("margin_over_first_95")
        gain = f"{over[0]:+.3f} {over[1]:+.3f}" if over else ""
        ends = ", ".join(f"{k} {v}" for k, v in sorted(row["ends"].items()))
        wins = f"{row['wins']}/{row['games']}"
        figures = f"{wins:>9} {share:>22} {row['margin']:>+7.3f} {gain:>18} {row['rounds']:>6.1f}"
        lines.append(f"{row['agent']!s:<28} {figures}  {ends}")
    return "\n".join(lines)


def by_objective(name: str, results: list[Result]) -> str:
    """Wins of one agent by the Secret Objective that the Atreides drew, as text."""
    groups: dict[tuple[int, ...], list[Result]] = {}
    for result in results:
        groups.setdefault(tuple(result.objective), []).append(result)
    cells = [
        f"{'-'.join(map(str, goal))}: {sum(r.won for r in group)}/{len(group)}"
        for goal, group in sorted(groups.items())
    ]
    return f"  {name}, wins by objective (Kwisatz Haderach-Sand Dwellers-Jihad): {', '.join(cells)}"
