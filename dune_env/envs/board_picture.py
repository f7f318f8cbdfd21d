"""The map of Arrakis, drawn from the polygons of the board file, and where everything on it stands."""

from __future__ import annotations

import json
from functools import lru_cache

from dune_env.arrakis.board import (
    AREA_IDS,
    AREA_INDEX,
    AREA_NAMES,
    DEEP_DESERT,
    MINOR_ERG,
    MOUNTAIN,
    N_AREAS,
    PLATEAU,
    SECTORS_OF,
    TERRAIN,
)
from dune_env.arrakis.entries import shipped_text
from dune_env.envs.canvas import Canvas, Point, text_width

WIDTH = 1400
HEADER = 44
SCALE = 1.4
MAP_HEIGHT = 648
PANEL = 212
HEIGHT = HEADER + MAP_HEIGHT + PANEL

INK = "#2b2118"
PAPER = "#f4ead6"
NIGHT = "#231a14"
SAND = "#e9cf9f"
TERRAIN_COLORS = ["#8d6e57", "#c29f72", "#d9bd8a", SAND, "#f0dcb6"]
GRID = "#a5855a"
SECTOR_LINE = "#5c4328"
WALL = "#b3261e"
LABEL = "#5b452c"


class Geometry:
    """Cells, centers and borders in picture coordinates."""

    def __init__(self) -> None:
        data = json.loads(shipped_text("board.json"))
        self.cells: list[list[Point]] = [[_at(p) for p in area["cell"]] for area in data["areas"]]
        self.centers: list[Point] = [_middle(cell) for cell in self.cells]
        self.printed: list[bool] = [bool(area["printed_name"]) for area in data["areas"]]
        self.zones: list[Point] = [_at(zone["center"]) for zone in data["air_zones"]]
        impassable = [{AREA_INDEX[name] for name in area["impassable"]} for area in data["areas"]]
        self.sector_edges: list[list[Point]] = []
        self.walls: list[list[Point]] = []
        owners: dict[frozenset[Point], int] = {}
        for area, cell in enumerate(self.cells):
            for first, second in zip(cell, cell[1:] + cell[:1]):
                other = owners.setdefault(frozenset([first, second]), area)
                if other == area:
                    continue
                if other in impassable[area]:
                    self.walls.append([first, second])
                elif not SECTORS_OF[area] & SECTORS_OF[other]:
                    self.sector_edges.append([first, second])


def _at(point: list[float]) -> Point:
    return point[0] * SCALE, HEADER + point[1] * SCALE


def _middle(cell: list[Point]) -> Point:
    """The centroid of a polygon."""
    doubled = x = y = 0.0
    for (x1, y1), (x2, y2) in zip(cell, cell[1:] + cell[:1]):
        cross = x1 * y2 - x2 * y1
        doubled += cross
        x += (x1 + x2) * cross
        y += (y1 + y2) * cross
    return x / (3 * doubled), y / (3 * doubled)


@lru_cache(maxsize=1)
def geometry() -> Geometry:
    return Geometry()


@lru_cache(maxsize=4)
def base_map(atomics: int) -> Canvas:
    """The empty board as it is after the Family Atomics token *atomics*, 0 for none; copy it before drawing on it."""
    canvas = Canvas(WIDTH, HEIGHT, NIGHT)
    shape = geometry()
    for area in range(N_AREAS):
        terrain = TERRAIN[atomics][area]
        canvas.polygon(shape.cells[area], TERRAIN_COLORS[terrain])
        _texture(canvas, shape, area, terrain)
    for cell in shape.cells:
        canvas.polygon(cell, None, GRID, 1)
    for edge in shape.sector_edges:
        canvas.line(edge, SECTOR_LINE, 3)
    for edge in shape.walls:
        canvas.line(edge, PAPER, 5)
        canvas.line(edge, WALL, 2.5)
    for area in range(N_AREAS):
        _label(canvas, shape, area)
    return canvas


def _texture(canvas: Canvas, shape: Geometry, area: int, terrain: int) -> None:
    """A few marks that tell the terrain without its colour."""
    cell = shape.cells[area]
    left, right = min(p[0] for p in cell), max(p[0] for p in cell)
    top, bottom = min(p[1] for p in cell), max(p[1] for p in cell)
    step = {MOUNTAIN: 15.0, PLATEAU: 17.0, MINOR_ERG: 13.0, DEEP_DESERT: 22.0}.get(terrain)
    if step is None:
        return
    row = 0
    y = top + step / 2
    while y < bottom:
        x = left + (step / 2 if row % 2 else step)
        while x < right:
            if inside((x, y), cell, 6):
                _mark(canvas, (x, y), terrain)
            x += step
        y += step * 0.8
        row += 1


def _mark(canvas: Canvas, at: Point, terrain: int) -> None:
    x, y = at
    if terrain == MOUNTAIN:
        canvas.line([(x - 4, y + 2.5), (x, y - 3), (x + 4, y + 2.5)], "#775a45", 1.2)
    elif terrain == PLATEAU:
        canvas.line([(x - 4, y), (x + 4, y)], "#b18e62", 1.2)
    elif terrain == MINOR_ERG:
        canvas.circle(at, 0.9, "#b8965f")
    else:
        canvas.arc((x, y + 4), 6, 215, 325, "#e0c690", 1.2)


def inside(point: Point, cell: list[Point], margin: float = 0) -> bool:
    """Whether *point* lies in a polygon and at least *margin* away from its corners and edges."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in zip(cell, cell[1:] + cell[:1]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            within = not within
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        along = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) if length else 0.0
        if (x1 + along * (x2 - x1) - x) ** 2 + (y1 + along * (y2 - y1) - y) ** 2 < margin**2:
            return False
    return within


def _label(canvas: Canvas, shape: Geometry, area: int) -> None:
    """The name of an Area along its top; our own short one where the board prints none."""
    lines, x, y, size = label(area)
    color = (INK if shape.printed[area] else LABEL) if TERRAIN[0][area] != MOUNTAIN else PAPER
    for index, line in enumerate(lines):
        at = (x, y + (index - (len(lines) - 1) / 2) * 1.1 * size)
        canvas.text(at, line, size, color, "mm", TERRAIN_COLORS[TERRAIN[0][area]])


@lru_cache(maxsize=N_AREAS)
def label(area: int) -> tuple[list[str], float, float, float]:
    """The lines of an Area's name, the middle of them, and their size."""
    shape = geometry()
    text = AREA_NAMES[area] if shape.printed[area] else short_name(area)
    size = 11.5 if shape.printed[area] else 9.5
    lines = [text]
    place = label_place(area, text_width(text, size), size)
    if place is None and " " in text:
        lines = _halves(text)
        place = label_place(area, max(text_width(line, size) for line in lines), 2.1 * size)
    x, y = place or (shape.centers[area][0], min(p[1] for p in shape.cells[area]) + 1.2 * size)
    return lines, x, y, size


def label_box(area: int) -> tuple[float, float, float, float]:
    """What an Area's name covers: left, top, right, bottom."""
    lines, x, y, size = label(area)
    width = max(text_width(line, size) for line in lines)
    height = 1.1 * size * len(lines)
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _halves(text: str) -> list[str]:
    """A name in two lines of about the same length."""
    words = text.split()
    cuts = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(cuts, key=lambda cut: max(len(cut[0]), len(cut[1])))


def label_place(area: int, width: float, size: float) -> Point | None:
    """The highest place in a cell where a line of text fits; None if there is none."""
    cell = geometry().cells[area]
    middle = geometry().centers[area]
    y = min(p[1] for p in cell) + size * 0.75
    while y < middle[1]:
        for shift in (0, -4, 4, -8, 8, -12, 12, -16, 16):
            x = middle[0] + shift
            corners = [(x + dx * width / 2, y + dy * size / 2) for dx in (-1, -0.5, 0, 0.5, 1) for dy in (-1, 1)]
            if all(inside(corner, cell, 1.5) for corner in corners):
                return x, y
        y += 1.5
    return None


def short_name(area: int) -> str:
    """An Area without a printed name, as on the map: `central_north_east_4` is "CNE 4"."""
    *words, number = AREA_IDS[area].split("_")
    return "".join(word[0].upper() for word in words) + " " + number
