"""Puts the pieces of a position on the map."""

from __future__ import annotations

from dune_env.arrakis.board import N_AREAS
from dune_env.arrakis.names import ATREIDES, HARKONNEN, WILD_MAKER
from dune_env.arrakis.state import (
    FACEDOWN_TOKENS,
    FIGURES,
    HARVESTERS,
    NAMED,
    SIETCHES,
    SIGNS,
    STATIONS,
    STRENGTH,
    TOWNS,
    WORMS,
)
from dune_env.arrakis.view import View
from dune_env.envs import glyphs
from dune_env.envs.ansi import target_area
from dune_env.envs.board_picture import geometry
from dune_env.envs.canvas import Canvas, Point, text_width
from dune_env.envs.placing import arrange

CHIP = 21.0
PLATE = 25.0
SITE = 28.0


def draw_pieces(canvas: Canvas, view: View) -> None:
    """Everything on the board that *view* shows."""
    shape = geometry()
    for zone, vehicle in enumerate(view.zones):
        if not vehicle:
            glyphs.air_zone(canvas, shape.zones[zone], 0)
    for area in range(N_AREAS):
        _draw_area(canvas, view, area)
    for zone, vehicle in enumerate(view.zones):
        if vehicle:
            glyphs.air_zone(canvas, shape.zones[zone], vehicle)


def _draw_area(canvas: Canvas, view: View, area: int) -> None:
    """The pieces of one Area: sites and Legions side by side where that fits better, else Legions below."""
    cells = view.cells
    sites = [field for field in (TOWNS, SIETCHES, STATIONS, HARVESTERS, WORMS, SIGNS) if cells[field + area]]
    legions = [
        counter
        for side in (ATREIDES, HARKONNEN)
        if cells[STRENGTH + side * N_AREAS + area] and (counter := _counter(canvas, view, side, area))
    ]
    if not sites and not legions:
        return
    row = SITE * len(sites)
    width = max((counter.width for counter in legions), default=0.0)
    height = sum(counter.height for counter in legions)
    beside = (row + width, max(SITE if sites else 0.0, height))
    below = (max(row, width), (SITE if sites else 0.0) + height)
    (x, y), zoom, arranged = arrange(area, below, beside if sites and legions else below)
    if sites and legions and arranged == beside:
        center, top = x - beside[0] / 2 + row + width / 2, y - height / 2
        first, site_y = x - beside[0] / 2 + SITE / 2, y + height / 2 - SITE / 2
    else:
        center, top = x, y + below[1] / 2 - height
        first, site_y = x - (len(sites) - 1) * SITE / 2, y - below[1] / 2 + SITE / 2
    lens = canvas if zoom == 1 else canvas.zoomed((x, y), zoom)
    for index, field in enumerate(sites):
        at = (first + index * SITE, site_y)
        _draw_site(lens, view, field, area, at)
        if field == SIETCHES and view.solo and area == target_area(view):
            glyphs.target(lens, at)
    for counter in legions:
        top += counter.height
        counter.draw(lens, (center, top - PLATE / 2 - 1))


def _draw_site(canvas: Canvas, view: View, field: int, area: int, at: Point) -> None:
    value = view.cells[field + area]
    if field == TOWNS:
        glyphs.settlement(canvas, at, value)
    elif field == SIETCHES:
        rank = view.sietch_rank[value - 1]
        glyphs.sietch(canvas, at, str(rank) if rank > 0 else "?")
    elif field == STATIONS:
        glyphs.station(canvas, at)
    elif field == HARVESTERS:
        glyphs.harvester(canvas, at)
    elif field == WORMS:
        glyphs.worm(canvas, at, value == WILD_MAKER)
    else:
        glyphs.wormsign(canvas, at, value)


class Counter:
    """A Legion's counter: its Units by grade, facedown tokens, and the Leaders above them."""

    def __init__(self, canvas: Canvas, side: int, units: list[int], generics: int, named: list[str]) -> None:
        self.side = side
        self.shown = [(kind, count) for kind, count in enumerate(units) if count]
        self.tags: list[tuple[str, float]] = [(name, text_width(name, glyphs.TAG) + 10) for name in named]
        self.tags += [("", 10.0)] * generics
        self.height = PLATE + (14.0 if named else 10.0 if generics else 2.0)
        self.width = max(CHIP * len(self.shown) + 10, sum(width for _, width in self.tags))

    def draw(self, canvas: Canvas, at: Point) -> None:
        """Draw it with the middle of its plate at a point."""
        x, y = at
        glyphs.plate(canvas, at, CHIP * len(self.shown) + 9, PLATE, self.side)
        for index, (kind, count) in enumerate(self.shown):
            glyphs.grade(canvas, (x + (index - (len(self.shown) - 1) / 2) * CHIP, y), kind, count, self.side)
        left = x - sum(width for _, width in self.tags) / 2
        for name, width in self.tags:
            if name:
                glyphs.named_leader(canvas, (left + width / 2, y - PLATE / 2 - 4), name, width - 1, self.side)
            else:
                glyphs.generic_leader(canvas, (left + width / 2, y - PLATE / 2 - 2), self.side)
            left += width


def _counter(canvas: Canvas, view: View, side: int, area: int) -> Counter:
    cells = view.cells
    units = [cells[FIGURES + (side * 4 + figure) * N_AREAS + area] for figure in range(3)]
    units.append(cells[FACEDOWN_TOKENS + side * N_AREAS + area])
    named: list[str] = []
    if cells[NAMED + side * N_AREAS + area]:
        sides = view.content.leader_side
        names = view.content.leader_names
        named = [initials(names[x]) for x in range(len(names)) if view.leader_at[x] == area and sides[x] == side]
    return Counter(canvas, side, units, cells[FIGURES + (side * 4 + 3) * N_AREAS + area], named)


def initials(name: str) -> str:
    """A Leader's initials, "Lady Jessica" being LJ."""
    return "".join(word[0] for word in name.replace("-", " ").split())[:3]
