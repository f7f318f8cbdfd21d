"""Pictures of the results as small PNG files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

SAND = "#c8963e"
DARK = "#333333"
DPI = 90


def save(figure: Figure, path: Path) -> None:
    """Write a figure; without a date or version inside, so that the same figures give the same file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout()
    figure.savefig(path, dpi=DPI, metadata={"Software": None})
    plt.close(figure)


def draw_rates(names: list[str], figures: list[dict[str, Any]], title: str, path: Path) -> None:
    """Win rates with their intervals, and mean margins beside them."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 0.4 * len(names) + 1.4), sharey=True, width_ratios=(3, 2))
    for at, row in enumerate(figures):
        low, high = row["win_rate_95"]
        share = row["win_rate"]
        left.barh(at, share, color=SAND)
        left.errorbar(share, at, xerr=[[max(0.0, share - low)], [max(0.0, high - share)]], color=DARK, capsize=3)
        right.barh(at, row["margin"], color=SAND)
    left.set_yticks(range(len(names)), names)
    left.invert_yaxis()
    left.set_xlim(0, 1)
    left.set_xlabel("win rate, 95 % Wilson interval")
    right.set_xlim(-1, 1)
    right.axvline(0, color=DARK, linewidth=0.8)
    right.set_xlabel("mean margin")
    figure.suptitle(title)
    save(figure, path)


def draw_round_robin(
    shares: list[list[float]], atreides: list[str], harkonnen: list[str], title: str, path: Path
) -> None:
    """How often the Atreides of each row beat the Harkonnen of each column."""
    figure, axes = plt.subplots(figsize=(1.3 * len(harkonnen) + 2.5, 0.6 * len(atreides) + 1.8))
    axes.imshow(shares, vmin=0, vmax=1, cmap="PuOr_r", aspect="auto")
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            axes.text(x, y, f"{share:.0%}", ha="center", va="center", color="white" if abs(share - 0.5) > 0.3 else DARK)
    axes.set_xticks(range(len(harkonnen)), harkonnen)
    axes.set_yticks(range(len(atreides)), atreides)
    axes.set_xlabel("Harkonnen")
    axes.set_ylabel("Atreides")
    axes.set_title(title)
    save(figure, path)


def draw_calibration(bins: list[dict[str, float]], title: str, path: Path) -> None:
    """What was expected against what came, a point for each bin of expectations."""
    figure, axes = plt.subplots(figsize=(4, 4))
    calibration_axes(axes, bins)
    axes.set_title(title)
    save(figure, path)


def calibration_axes(axes: Axes, bins: list[dict[str, float]]) -> None:
    """The points of a reliability diagram, larger the more positions stand behind them."""
    total = sum(each["positions"] for each in bins) or 1
    axes.plot([-1, 1], [-1, 1], color=DARK, linewidth=0.8)
    axes.scatter(
        [each["expected"] for each in bins],
        [each["came"] for each in bins],
        s=[20 + 300 * each["positions"] / total for each in bins],
        color=SAND,
    )
    axes.set_xlim(-1.05, 1.05)
    axes.set_ylim(-1.05, 1.05)
    axes.set_xlabel("expected result")
    axes.set_ylabel("mean result")
