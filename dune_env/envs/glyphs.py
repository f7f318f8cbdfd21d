"""Pictograms of the pieces. Sides differ in colour and in form: the Atreides round, the Harkonnen square."""

from __future__ import annotations

from dune_env.arrakis.names import ATREIDES
from dune_env.envs.board_picture import INK, PAPER
from dune_env.envs.canvas import Canvas, Point, regular, star

SIDE_COLORS = ["#0b4f8a", "#7a1f12"]
SIDE_LIGHT = ["#cfe3f5", "#f8d3bd"]
GOLD = "#f2b632"
GREEN = "#0f7a5c"
SPICE = "#d9691e"
TAG = 10.0  # size of a Leader's initials


def plate(canvas: Canvas, center: Point, width: float, height: float, side: int) -> None:
    """The ground of a Legion's counter."""
    x, y = center[0] - width / 2, center[1] - height / 2
    radius = height / 2 if side == ATREIDES else 2.5
    canvas.rectangle((x + 1, y + 1.5), (width, height), "#6e5a43", radius=radius)
    canvas.rectangle((x, y), (width, height), SIDE_COLORS[side], "#ffffff", 1.2, radius)


def grade(canvas: Canvas, center: Point, kind: int, count: int, side: int) -> None:
    """Units of one kind with their number: 0 Regular, 1 Elite, 2 Special Elite, 3 facedown tokens."""
    light = SIDE_LIGHT[side]
    if kind == 0:
        canvas.circle(center, 9, light)
    elif kind == 1:
        canvas.polygon(regular(center, 12, 4), GOLD)
    elif kind == 2:
        canvas.polygon(star(center, 12.5, 6, 0.64), "#ffffff")
    else:
        canvas.rectangle((center[0] - 7.5, center[1] - 8), (15, 16), INK, light, 1.2, 2)
        canvas.bold(center, "?" if count == 1 else f"{count}?", 11 if count == 1 else 9.5, light)
        return
    canvas.bold(center, str(count), 13, INK)


def generic_leader(canvas: Canvas, center: Point, side: int) -> None:
    """A Naib or Bashar."""
    canvas.circle(center, 4.4, "#ffffff", SIDE_COLORS[side], 1.6)


def named_leader(canvas: Canvas, center: Point, initials: str, width: float, side: int) -> None:
    """A Named Leader's tag."""
    corner = (center[0] - width / 2, center[1] - 7)
    canvas.rectangle(corner, (width, 14), GOLD, SIDE_COLORS[side], 1.5, 5 if side == ATREIDES else 1)
    canvas.bold(center, initials, TAG, INK)


def sietch(canvas: Canvas, center: Point, rank: str) -> None:
    """A Sietch: a cave, with its rank where it is known."""
    x, y = center
    cave = [(-7, 7), (-7, 0), (-4, -5.5), (0, -7), (4, -5.5), (7, 0), (7, 7)]
    canvas.circle(center, 12.5, SIDE_COLORS[0], "#ffffff", 1.4)
    canvas.polygon([(x + dx, y + dy) for dx, dy in cave], INK)
    canvas.bold((x, y + 0.8), rank, 12.5, "#ffffff")


def target(canvas: Canvas, center: Point) -> None:
    """Rings a Sietch that Mahdi targets."""
    x, y = center
    canvas.circle(center, 15.5, None, SIDE_COLORS[1], 2.6)
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        canvas.line([(x + dx * 12, y + dy * 12), (x + dx * 19, y + dy * 19)], SIDE_COLORS[1], 2.6)


def settlement(canvas: Canvas, center: Point, rank: int) -> None:
    """A Harkonnen settlement: battlements, with its rank."""
    x, y = center
    wall = [(-12, -11), (-6.5, -11), (-6.5, -7), (-3, -7), (-3, -11), (3, -11), (3, -7), (6.5, -7), (6.5, -11)]
    wall += [(12, -11), (12, 11), (-12, 11)]
    canvas.polygon([(x + dx, y + dy) for dx, dy in wall], SIDE_COLORS[1], "#ffffff", 1.4)
    canvas.bold((x, y + 2.5), str(rank), 13, "#ffffff")


def station(canvas: Canvas, center: Point) -> None:
    """An Ecological Testing Station, facedown."""
    x, y = center
    canvas.polygon([(x, y - 10), (x + 10, y + 7), (x - 10, y + 7)], GREEN, "#ffffff", 1.2)
    canvas.line([(x, y + 4), (x, y - 2)], "#ffffff", 1.5)
    canvas.arc((x - 2.5, y - 1.5), 3, 270, 60, "#ffffff", 1.3)
    canvas.arc((x + 2.5, y - 1.5), 3, 120, 270, "#ffffff", 1.3)


def worm(canvas: Canvas, center: Point, wild_maker: bool) -> None:
    """A Sandworm's open mouth; the Wild Maker's is ringed with gold."""
    canvas.circle(center, 12.5, GOLD if wild_maker else "#5a3a22", "#ffffff", 1.2)
    canvas.circle(center, 9.5, "#c9813c")
    canvas.polygon(star(center, 9, 9, 0.62), PAPER)
    canvas.circle(center, 4.8, "#2a0f08")


def wormsign(canvas: Canvas, center: Point, kind: int) -> None:
    """A Wormsign: facedown, or turned up as sand, Sandworm or burrowing Sandworm."""
    x, y = center
    canvas.circle(center, 9.5, "#fff6e2", "#7a5a34", 1.3)
    for radius in (2.6, 5.2, 7.6):
        canvas.arc((x, y + 4), radius, 205, 335, "#7a5a34", 1.4)
    if kind > 1:
        canvas.bold((x, y + 1), ("·", "W", "B")[kind - 2], 11, SIDE_COLORS[1])


def harvester(canvas: Canvas, center: Point) -> None:
    """A Harvester on its tracks."""
    x, y = center
    hull = [(-12, 3), (-9, -8), (4, -8), (12, -2), (12, 3)]
    canvas.polygon([(x + dx, y + dy) for dx, dy in hull], SPICE, "#ffffff", 1.3)
    canvas.rectangle((x - 12.5, y + 2), (25, 8), INK, "#ffffff", 1.2, 4)
    for dx in (-7.5, 0, 7.5):
        canvas.circle((x + dx, y + 6), 1.8, "#ffffff")


def air_zone(canvas: Canvas, center: Point, vehicle: int) -> None:
    """An Air Zone: a faint ring, or the vehicle in it."""
    x, y = center
    if not vehicle:
        canvas.circle(center, 8, None, "#ffffff", 1.4)
        canvas.circle(center, 2, "#ffffff")
        return
    canvas.circle(center, 14, "#2e3a40", "#ffffff", 1.4)
    if vehicle == 1:  # an Ornithopter: two pairs of wings
        for dx in (-1, 1):
            canvas.polygon([(x, y - 2), (x + dx * 11, y - 7), (x + dx * 8, y - 1)], "#f6dc8c")
            canvas.polygon([(x, y + 1), (x + dx * 9, y + 6), (x + dx * 4, y + 6)], "#f6dc8c")
        canvas.polygon([(x - 2.5, y - 8), (x + 2.5, y - 8), (x + 1.5, y + 9), (x - 1.5, y + 9)], "#ffffff")
    else:  # a Carryall: one broad wing
        canvas.polygon([(x - 11, y + 2), (x - 9, y - 4), (x + 9, y - 4), (x + 11, y + 2)], "#f6dc8c")
        canvas.polygon([(x - 3, y - 9), (x + 3, y - 9), (x + 4, y + 8), (x - 4, y + 8)], "#ffffff")
        canvas.line([(x - 4, y + 2), (x + 4, y + 2)], INK, 1)


def die(canvas: Canvas, center: Point, letter: str, side: int, faded: bool = False) -> None:
    """An Action die; a faded one is spent or not there."""
    x, y = center
    fill = SIDE_COLORS[side] if not faded else "#4a3d32"
    canvas.rectangle((x - 10, y - 10), (20, 20), fill, "#ffffff" if not faded else "#6b5b4c", 1.2, 4)
    canvas.bold((x, y), letter, 12, "#ffffff" if not faded else "#8d7b69")
