"""Finds room for pieces in the cells of the map, off the names of the Areas."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw

from dune_env.envs.board_picture import geometry, label_box
from dune_env.envs.canvas import Point

ZOOMS = (1.0, 0.88, 0.78, 0.7)
SHIFTS = [(dx, dy) for dx in range(-32, 33, 4) for dy in range(-24, 41, 4)]
SHIFTS.sort(key=lambda shift: abs(shift[0]) + abs(shift[1] - 4))  # the nearest to the middle first


class Ground:
    """The free pixels of a cell, summed up so that those in any box are counted at once."""

    def __init__(self, area: int) -> None:
        cell = geometry().cells[area]
        self.left = int(min(x for x, _ in cell))
        self.top = int(min(y for _, y in cell))
        self.width = int(max(x for x, _ in cell)) - self.left + 2
        self.height = int(max(y for _, y in cell)) - self.top + 2
        image = Image.new("1", (self.width, self.height))
        pen = ImageDraw.Draw(image)
        pen.polygon([(x - self.left, y - self.top) for x, y in cell], fill=1)
        left, top, right, bottom = label_box(area)
        pen.rectangle([left - self.left, top - self.top, right - self.left, bottom - self.top], fill=0)
        sums = np.zeros((self.height + 1, self.width + 1), dtype=np.int64)
        sums[1:, 1:] = np.asarray(image, dtype=np.int64).cumsum(0).cumsum(1)
        self.sums: list[list[int]] = sums.tolist()

    def free(self, center: Point, width: float, height: float) -> float:
        """The free share of a box."""
        left = int(center[0] - width / 2 - self.left)
        top = int(center[1] - height / 2 - self.top)
        right, bottom = left + int(width), top + int(height)
        x0, x1 = max(0, min(left, self.width)), max(0, min(right, self.width))
        y0, y1 = max(0, min(top, self.height)), max(0, min(bottom, self.height))
        inside = self.sums[y1][x1] - self.sums[y0][x1] - self.sums[y1][x0] + self.sums[y0][x0]
        return inside / max(1, int(width) * int(height))


@lru_cache(maxsize=128)
def ground(area: int) -> Ground:
    return Ground(area)


@lru_cache(maxsize=4096)
def arrange(area: int, first: Point, second: Point) -> tuple[Point, float, Point]:
    """The middle of a group of pieces, how much smaller it is drawn to fit, and which of two sizes it takes on."""
    best: tuple[float, Point, float, Point] = (-99.0, geometry().centers[area], 1.0, first)
    for zoom in ZOOMS:
        for size in (first, second):
            score, at = _place(area, size[0] * zoom, size[1] * zoom)
            score -= 3 * (1 - zoom)
            if score > best[0]:
                best = (score, at, zoom, size)
    return best[1:]


def _place(area: int, width: float, height: float) -> tuple[float, Point]:
    """Where a box fits best, with a mark for how well: on free ground first, then near the middle of the cell."""
    x, y = geometry().centers[area]
    best: tuple[float, Point] = (-99.0, (x, y))
    free = ground(area).free
    for dx, dy in SHIFTS:
        far = (abs(dx) + abs(dy - 4)) / 40
        if 20 - far <= best[0]:
            break  # all that follow are farther away
        score = 20 * free((x + dx, y + dy), width, height) - far
        if score > best[0]:
            best = (score, (x + dx, y + dy))
    return best
