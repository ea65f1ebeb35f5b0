"""Shapes with smooth edges on a transparent picture, in units of a tile.

Shapes are drawn four times as large and reduced at the end. A pen is a place, a scale and an angle on a picture, so
that the same lines draw a tomato in a crate, on a plate and in a hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from PIL import Image, ImageDraw, ImageFilter, ImageFont

SUPER = 4
"""Drawn pixels to one pixel of the result, each way."""
EDGE = 0.028
"""Width of an outline, of a tile at scale 1."""
LEAST_EDGE = 0.4
"""Pixels; thinner outlines would vanish in small pictures."""

CAPITALS = 0.72
"""Height of a capital letter by the font's size."""

Colour = tuple[int, int, int] | tuple[int, int, int, int]
Point = tuple[float, float]


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with this share, 0 to 1, of `other`."""
    r, g, b = (round(a + (b - a) * share) for a, b in zip(one[:3], other[:3], strict=True))
    return r, g, b


def darker(colour: Colour, share: float = 0.35) -> Colour:
    """The colour towards a warm black."""
    return mixed(colour, (24, 14, 16), share)


def lighter(colour: Colour, share: float = 0.35) -> Colour:
    """The colour towards white."""
    return mixed(colour, (255, 255, 255), share)


@dataclass(frozen=True)
class Pen:
    """Draws on `paper`, RGBA and SUPER times as large as the result. unit: drawn pixels a tile's width. (x, y), scale,
    angle (radians, clockwise): where the pen's own origin lies on the paper and how its units do. aspect: height of a
    tile by its width; only a pen that is not turned has one other than 1."""

    paper: Image.Image
    unit: float
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    angle: float = 0.0
    aspect: float = 1.0

    def moved(self, x: float, y: float, scale: float = 1.0, angle: float = 0.0) -> Pen:
        """The pen with its origin at (x, y) of this one, its units `scale` as large and turned."""
        px, py = self._to(x, y)
        return replace(self, x=px, y=py, scale=self.scale * scale, angle=self.angle + angle)

    def upright(self, x: float, y: float, scale: float = 1.0) -> Pen:
        """The same, for what is as high as it is wide whatever the tiles are."""
        px, py = self._to(x, y)
        return replace(self, x=px, y=py, scale=self.scale * scale, aspect=1.0)

    def polygon(self, points: Sequence[Point], fill: Colour, edge: Colour | None = None) -> None:
        """A closed shape with straight sides."""
        self._shape([self._to(*p) for p in points], fill, edge)

    def blob(self, points: Sequence[Point], fill: Colour, edge: Colour | None = None) -> None:
        """A closed smooth shape through the points."""
        self._shape([self._to(*p) for p in _smooth(points, True)], fill, edge)

    def ellipse(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float | None = None,
        fill: Colour = (0, 0, 0),
        edge: Colour | None = None,
        turn: float = 0.0,
        *,
        start: float = 0.0,
        end: float = 1.0,
    ) -> None:
        """An ellipse round (x, y), turned; or the part of it from `start` to `end` of the way round, from the right."""
        ry = rx if ry is None else ry
        steps = 40
        points = []
        for i in range(steps + 1):
            around = 2 * math.pi * (start + (end - start) * i / steps)
            dx, dy = rx * math.cos(around), ry * math.sin(around)
            points.append(
                (x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn))
            )
        self.polygon(points, fill, edge)

    def box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: Colour,
        edge: Colour | None = None,
        radius: float = 0.0,
    ) -> None:
        """A rectangle, with rounded corners for a radius above 0."""
        if radius <= 0:
            self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, edge)
            return
        radius = min(radius, (right - left) / 2, (bottom - top) / 2)
        points = []
        for cx, cy, first in (
            (right - radius, top + radius, -0.25),
            (right - radius, bottom - radius, 0.0),
            (left + radius, bottom - radius, 0.25),
            (left + radius, top + radius, 0.5),
        ):
            for i in range(9):
                around = 2 * math.pi * (first + 0.25 * i / 8)
                points.append((cx + radius * math.cos(around), cy + radius * math.sin(around)))
        self.polygon(points, fill, edge)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round ends and corners. width: in tiles at scale 1."""
        self._stroke([self._to(*p) for p in points], colour, max(width * self.scale * self.unit, 1.0))

    def curve(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A smooth line through the points."""
        self.line(_smooth(points, False), colour, width)

    def text(self, x: float, y: float, words: str, height: float, colour: Colour) -> None:
        """Upright words, capital letters `height` high, round (x, y)."""
        px, py = self._to(x, y)
        font = _font(max(round(height * self.scale * self.unit / CAPITALS), 4))
        ImageDraw.Draw(self.paper).text((px, py), words, font=font, fill=colour, anchor="mm")

    def haze(self, points: Sequence[Point], radii: Sequence[float], colour: Colour, soft: float) -> None:
        """Round translucent puffs that run into each other. colour: with alpha. soft: blur, in tiles at scale 1."""
        mask = Image.new("L", self.paper.size, 0)
        draw = ImageDraw.Draw(mask)
        for point, radius in zip(points, radii, strict=True):
            (px, py), r = self._to(*point), radius * self.scale * self.unit
            draw.ellipse((px - r, py - r, px + r, py + r), fill=255)
        if soft > 0:
            mask = mask.filter(ImageFilter.GaussianBlur(soft * self.scale * self.unit))
        alpha = colour[3] if len(colour) == 4 else 255
        layer = Image.new("RGBA", self.paper.size, (*colour[:3], 0))
        layer.putalpha(mask.point([i * alpha // 255 for i in range(256)]))
        self.paper.alpha_composite(layer)

    def stroke_haze(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A smooth translucent line. colour: with alpha."""
        layer = replace(self, paper=Image.new("RGBA", self.paper.size, (*colour[:3], 0)))
        layer.curve(points, (*colour[:3], colour[3] if len(colour) == 4 else 255), width)
        self.paper.alpha_composite(layer.paper)

    def _to(self, x: float, y: float) -> Point:
        c, s, k = math.cos(self.angle), math.sin(self.angle), self.scale * self.unit
        return self.x + k * (x * c - y * s), self.y + k * (x * s + y * c) * self.aspect

    def _shape(self, points: Sequence[Point], fill: Colour, edge: Colour | None) -> None:
        draw = ImageDraw.Draw(self.paper)
        draw.polygon(points, fill=fill)
        if edge is not None:
            width = max(EDGE * self.scale * self.unit, LEAST_EDGE * SUPER)
            self._stroke([*points, points[0]], edge, width)

    def _stroke(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        draw, r = ImageDraw.Draw(self.paper), width / 2
        draw.line(points, fill=colour, width=max(round(width), 1), joint="curve")
        if r > 0.8:
            for px, py in (points[0], points[-1]):
                draw.ellipse((px - r, py - r, px + r, py + r), fill=colour)


@cache
def path(words: str) -> tuple[Point, ...]:
    """Points in hundredths of a tile, "x,y x,y ...", in tiles."""
    return tuple((int(x) / 100, int(y) / 100) for x, y in (word.split(",") for word in words.split()))


def sheet(wide: int, high: int, unit: float, x: float, y: float, aspect: float = 1.0) -> Pen:
    """A pen on fresh transparent paper for a result of wide x high pixels, its origin at pixel (x, y) of it. unit:
    pixels of the result a tile's width."""
    paper = Image.new("RGBA", (wide * SUPER, high * SUPER), (0, 0, 0, 0))
    return Pen(paper, unit * SUPER, x * SUPER, y * SUPER, aspect=aspect)


def reduced(pen: Pen) -> Image.Image:
    """What was drawn, RGBA at the result's own size."""
    wide, high = pen.paper.size
    return pen.paper.resize((wide // SUPER, high // SUPER), Image.Resampling.BOX)


def text_width(words: str, height: float) -> float:
    """Width of words whose capital letters are `height` high."""
    return _font(100).getlength(words) / 100 * height / CAPITALS


@cache
def _font(pixels: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(pixels)


def _smooth(points: Sequence[Point], closed: bool, steps: int = 8) -> list[Point]:
    """Points on a Catmull-Rom spline through the given ones."""
    n = len(points)
    if n < 3:
        return list(points)
    found: list[Point] = []
    for i in range(n if closed else n - 1):
        a, b, c, d = (points[(i + k) % n] if closed else points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            found.append(
                (
                    _spline(a[0], b[0], c[0], d[0], t),
                    _spline(a[1], b[1], c[1], d[1], t),
                )
            )
    if not closed:
        found.append(points[-1])
    return found


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
