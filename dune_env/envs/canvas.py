"""A drawing surface in picture coordinates: drawn larger than it is shown, so that its edges come out smooth."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Color = str
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

OVERSAMPLING = 2


@lru_cache(maxsize=64)
def font(size: float) -> Font:
    """Pillow's own typeface, so that no font needs to be installed."""
    return ImageFont.load_default(size * OVERSAMPLING)


def text_width(text: str, size: float) -> float:
    """How wide a line of text is."""
    return float(font(size).getlength(text)) / OVERSAMPLING


class Canvas:
    """Shapes and text on an image; all lengths are pixels of the finished picture."""

    def __init__(self, width: int, height: int, ground: Color = "#000000", image: Image.Image | None = None) -> None:
        self.width = width
        self.height = height
        size = (width * OVERSAMPLING, height * OVERSAMPLING)
        self.image = image if image is not None else Image.new("RGB", size, ground)
        self._draw = ImageDraw.Draw(self.image)
        self._zoom = float(OVERSAMPLING)
        self._shift: Point = (0.0, 0.0)

    def copy(self) -> Canvas:
        """A canvas that begins with what is on this one."""
        return Canvas(self.width, self.height, image=self.image.copy())

    def zoomed(self, center: Point, factor: float) -> Canvas:
        """The same picture, what is drawn through it being smaller by *factor* about *center*."""
        lens = Canvas(self.width, self.height, image=self.image)
        lens._zoom = OVERSAMPLING * factor
        lens._shift = (center[0] * OVERSAMPLING * (1 - factor), center[1] * OVERSAMPLING * (1 - factor))
        return lens

    def finished(self) -> Image.Image:
        """The picture at its real size."""
        return self.image.resize((self.width, self.height), Image.Resampling.BOX)

    def polygon(self, points: list[Point], fill: Color | None, edge: Color | None = None, width: float = 1) -> None:
        scaled = [self._at(point) for point in points]
        if fill is not None:
            self._draw.polygon(scaled, fill=fill)
        if edge is not None:
            self._draw.line(scaled + scaled[:2], fill=edge, width=self._pen(width), joint="curve")

    def line(self, points: list[Point], color: Color, width: float = 1) -> None:
        self._draw.line([self._at(point) for point in points], fill=color, width=self._pen(width), joint="curve")

    def circle(
        self, center: Point, radius: float, fill: Color | None, edge: Color | None = None, width: float = 1
    ) -> None:
        self._draw.ellipse(self._around(center, radius), fill=fill, outline=edge, width=self._pen(width) if edge else 0)

    def arc(self, center: Point, radius: float, start: float, end: float, color: Color, width: float = 1) -> None:
        """An arc from *start* to *end* degrees, clockwise from three o'clock."""
        self._draw.arc(self._around(center, radius), start, end, fill=color, width=self._pen(width))

    def rectangle(
        self,
        corner: Point,
        size: Point,
        fill: Color | None,
        edge: Color | None = None,
        width: float = 1,
        radius: float = 0,
    ) -> None:
        box = [*self._at(corner), *self._at((corner[0] + size[0], corner[1] + size[1]))]
        pen = self._pen(width) if edge else 0
        self._draw.rounded_rectangle(box, radius * self._zoom, fill=fill, outline=edge, width=pen)

    def text(
        self, at: Point, text: str, size: float, color: Color, anchor: str = "mm", halo: Color | None = None
    ) -> None:
        """Text with its *anchor* (Pillow's two letters) at a point; a *halo* keeps it legible on any ground."""
        stroke = OVERSAMPLING if halo else 0
        self._draw.text(self._at(at), text, color, self._font(size), anchor, stroke_width=stroke, stroke_fill=halo)

    def bold(self, at: Point, text: str, size: float, color: Color, anchor: str = "mm") -> None:
        """Heavier text: the typeface has one weight only."""
        stroke = size * 0.03 * self._zoom
        self._draw.text(self._at(at), text, color, self._font(size), anchor, stroke_width=stroke, stroke_fill=color)

    def _at(self, point: Point) -> Point:
        return self._shift[0] + point[0] * self._zoom, self._shift[1] + point[1] * self._zoom

    def _around(self, center: Point, radius: float) -> list[float]:
        x, y = center
        return [*self._at((x - radius, y - radius)), *self._at((x + radius, y + radius))]

    def _pen(self, width: float) -> int:
        return max(1, round(width * self._zoom))

    def _font(self, size: float) -> Font:
        return font(size * self._zoom / OVERSAMPLING)


def star(center: Point, radius: float, points: int, inner: float = 0.5, turn: float = -90) -> list[Point]:
    """A star of *points* rays; with `inner=1` a regular polygon of twice as many corners."""
    corners: list[Point] = []
    for i in range(2 * points):
        reach = radius if i % 2 == 0 else radius * inner
        angle = math.radians(turn + 180 * i / points)
        corners.append((center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)))
    return corners


def regular(center: Point, radius: float, corners: int, turn: float = -90) -> list[Point]:
    """A regular polygon."""
    return [
        (
            center[0] + radius * math.cos(math.radians(turn + 360 * i / corners)),
            center[1] + radius * math.sin(math.radians(turn + 360 * i / corners)),
        )
        for i in range(corners)
    ]
