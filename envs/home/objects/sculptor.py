"""What shape families build with: primitives, and four main bodies that bear the instance's pattern and print.

A family speaks in its own frame (metres, z up, front towards -y); `Sculptor.done` scales the result, centres it and
puts its base on z = 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from envs.home.objects.palette import COLOURS, DARK, PAPER, shade
from envs.home.objects.shape import STRAIGHT, Frame, Shape, along, bounds, turned, unit
from envs.rendering.marks import rectangles
from envs.rendering.node import Colour, Rgba, Vector

PATTERNS = ("plain", "striped", "banded", "dotted", "two-tone")
PROUD = 0.0012
"""How far a pattern stands out of its body, metres."""
FLAT = 0.6
"""A block lower than this share of its narrower side bears pattern and print on top."""


class Sculptor:
    """Collects the shapes of one instance. colour, accent: words of its main colour and of its pattern's; mark: what is
    printed on it, or "".
    """

    def __init__(self, colour: str, accent: str, pattern: str = "plain", mark: str = "") -> None:
        self.main: Colour = COLOURS[colour]
        self.accent: Colour = COLOURS[accent]
        self.dim: Colour = shade(self.main, 0.62) if colour != "black" else (0.22, 0.22, 0.24)
        """A neighbour of the main colour, for lids, seams and handles."""
        self.pattern = pattern
        self.mark = mark
        self.shapes: list[Shape] = []
        self._patterned = False
        self._printed = False

    # -- primitives ------------------------------------------------------------------------------------------------

    def box(
        self, half: Vector, pos: Vector, colour: Colour | Rgba, frame: Frame = STRAIGHT, material: str = "matte"
    ) -> None:
        self.shapes.append(Shape("box", half, pos, unit(frame), colour, material))

    def disc(
        self,
        radius: float,
        half: float,
        pos: Vector,
        colour: Colour | Rgba,
        axis: Vector | None = None,
        material: str = "matte",
    ) -> None:
        """A cylinder, along z unless `axis` says otherwise."""
        self.shapes.append(Shape("cylinder", (radius, half), pos, along(axis) if axis else STRAIGHT, colour, material))

    def column(
        self, radius: float, low: float, high: float, colour: Colour | Rgba, at: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        """A level-ended cylinder between two heights."""
        self.disc(radius, (high - low) / 2, (*at, (low + high) / 2), colour)

    def ball(
        self,
        radii: Vector | float,
        pos: Vector,
        colour: Colour | Rgba,
        frame: Frame = STRAIGHT,
        material: str = "matte",
    ) -> None:
        """An ellipsoid, or a sphere for a single radius."""
        size = radii if isinstance(radii, tuple) else (radii, radii, radii)
        self.shapes.append(Shape("ellipsoid", size, pos, unit(frame), colour, material))

    def rod(self, radius: float, a: Vector, b: Vector, colour: Colour | Rgba, material: str = "matte") -> None:
        """A capsule from a to b."""
        axis = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)
        self.shapes.append(Shape("capsule", (radius, math.dist(a, b) / 2), middle, along(axis), colour, material))

    def path(self, radius: float, points: Sequence[Vector], colour: Colour) -> None:
        """Capsules through the points."""
        for a, b in zip(points, points[1:], strict=False):
            self.rod(radius, a, b, colour)

    def arc(
        self, radius: float, middle: Vector, reach: tuple[float, float], angles: tuple[float, float], colour: Colour,
        plane: str = "xz", pieces: int = 4,
    ) -> None:  # fmt: skip
        """A bow of capsules: half axes `reach`, from one angle to the other (degrees), in a plane of two axes."""
        points = []
        for i in range(pieces + 1):
            angle = math.radians(angles[0] + (angles[1] - angles[0]) * i / pieces)
            u, v = reach[0] * math.cos(angle), reach[1] * math.sin(angle)
            x, y, z = middle
            points.append({"xz": (x + u, y, z + v), "yz": (x, y + u, z + v), "xy": (x + u, y + v, z)}[plane])
        self.path(radius, points, colour)

    def wall(
        self, base: float, top: float, low: float, high: float, thick: float = 0.004, count: int = 12,
        colours: tuple[Colour, ...] | None = None, at: tuple[float, float] = (0.0, 0.0),
    ) -> None:  # fmt: skip
        """A round, hollow, conical wall of boxes around `at`; two colours take turns where two are given."""
        colours = colours or (self.main,)
        rise, run = high - low, top - base
        slope = math.hypot(rise, run)
        out, up = run / slope, rise / slope
        for i in range(count):
            angle = 2 * math.pi * (i + 0.5) / count
            c, s = math.cos(angle), math.sin(angle)
            radius = (base + top) / 2 - thick / 2 * up
            frame = ((-s, c, 0.0), (c * out, s * out, up))
            pos = (at[0] + c * radius, at[1] + s * radius, (low + high) / 2 + thick / 2 * out)
            half = (max(base, top) * math.tan(math.pi / count), slope / 2, thick / 2)
            self.box(half, pos, colours[i % len(colours)], frame)

    def hollow(self, radius: float, height: float, colour: Colour | None = None) -> None:
        """What one sees in an open vessel: a dark disc, or its content, at its mouth."""
        self.disc(radius, 0.0008, (0.0, 0.0, height), colour or shade(self.main, 0.4))

    # -- bodies with pattern and print -----------------------------------------------------------------------------

    def take_pattern(self) -> str:
        """The instance's pattern for the first body that asks, plain for all others."""
        if self._patterned:
            return "plain"
        self._patterned = True
        return self.pattern

    def barrel(self, radius: float, low: float, high: float, colour: Colour | None = None, badge: bool = True) -> None:
        """An upright round body."""
        self.column(radius, low, high, colour or self.main)
        tall, out = high - low, radius + PROUD
        pattern = self.take_pattern()
        if pattern == "striped":
            half = (out, radius * 0.17, tall * 0.46)
            for i in range(4):
                self.box(half, (0.0, 0.0, (low + high) / 2), self.accent, turned((i + 0.5) * math.pi / 4))
        elif pattern == "banded":
            self.column(out, low + tall * 0.36, low + tall * 0.64, self.accent)
        elif pattern == "dotted":
            dot = min(radius * 0.22, tall * 0.14)
            for i in range(6):
                angle = i * math.pi / 6
                height = low + tall * (0.3 if i % 2 else 0.7)
                self.disc(dot, out, (0.0, 0.0, height), self.accent, (math.cos(angle), math.sin(angle), 0.0))
        elif pattern == "two-tone":
            self.column(radius + PROUD / 2, low + tall / 2, high + PROUD / 2, self.accent)
        if badge and self.mark and not self._printed:
            half = (radius * 0.6, min(radius * 0.62, tall * 0.36))
            self.box((half[0], radius * 0.25, half[1]), (0.0, -0.8 * radius, (low + high) / 2), PAPER)
            self.print(half, (0.0, -1.05 * radius, (low + high) / 2), top=False)

    def block(self, half: Vector, pos: Vector, colour: Colour | None = None, badge: bool = True) -> None:
        """A box. Flat ones bear their pattern on top, tall ones all around."""
        x, y, z = half
        self.box(half, pos, colour or self.main)
        pattern, flat = self.take_pattern(), z < FLAT * min(x, y)
        long_y = flat and y > 1.3 * x
        if pattern == "striped":
            for i in (-1, 0, 1):
                if long_y:
                    bar, at = (x + PROUD, y * 0.13, z + PROUD / 2), (0.0, i * y * 0.6)
                else:
                    bar, at = (x * 0.13, y + PROUD, z + PROUD / 2), (i * x * 0.6, 0.0)
                self.box(bar, (pos[0] + at[0], pos[1] + at[1], pos[2] + PROUD / 2), self.accent)
        elif pattern == "banded" and flat:
            bar = (x + PROUD, y * 0.25, z + PROUD / 2) if long_y else (x * 0.25, y + PROUD, z + PROUD / 2)
            self.box(bar, (pos[0], pos[1], pos[2] + PROUD / 2), self.accent)
        elif pattern == "banded":
            self.box((x + PROUD, y + PROUD, z * 0.3), pos, self.accent)
        elif pattern == "dotted":
            if flat:
                dot = min(x, y) * 0.2
                for u, v in ((-0.6, -0.6), (0.6, -0.6), (0.0, 0.0), (-0.6, 0.6), (0.6, 0.6)):
                    top = (pos[0] + u * x, pos[1] + v * y, pos[2] + PROUD / 2)
                    self.disc(dot, z + PROUD / 2, top, self.accent)
            else:
                dot = min(x, z) * 0.2
                for u, v in ((-0.6, -0.6), (0.6, -0.6), (0.0, 0.0), (-0.6, 0.6), (0.6, 0.6)):
                    front = (pos[0] + u * x, pos[1], pos[2] + v * z)
                    self.disc(dot, y + PROUD, front, self.accent, (0.0, 1.0, 0.0))
                for v in (-0.5, 0.5):
                    self.disc(min(y, z) * 0.22, x + PROUD, (pos[0], pos[1], pos[2] + v * z), self.accent, (1.0, 0, 0))
        elif pattern == "two-tone" and flat:
            if long_y:
                self.box((x + PROUD, y / 2, z + PROUD / 2), (pos[0], pos[1] + y / 2, pos[2] + PROUD / 2), self.accent)
            else:
                self.box((x / 2, y + PROUD, z + PROUD / 2), (pos[0] + x / 2, pos[1], pos[2] + PROUD / 2), self.accent)
        elif pattern == "two-tone":
            upper = (x + PROUD, y + PROUD, z / 2 + PROUD / 2)
            self.box(upper, (pos[0], pos[1], pos[2] + z / 2 + PROUD / 2), self.accent)
        if badge and self.mark and not self._printed:
            if flat:
                self.box((x * 0.66, y * 0.66, 0.001), (pos[0], pos[1], pos[2] + z + 0.001), PAPER)
                self.print((x * 0.54, y * 0.54), (pos[0], pos[1], pos[2] + z + 0.002), top=True)
            else:
                self.box((x * 0.72, 0.001, z * 0.5), (pos[0], pos[1] - y - 0.001, pos[2]), PAPER)
                self.print((x * 0.62, z * 0.4), (pos[0], pos[1] - y - 0.002, pos[2]), top=False)

    def blob(self, radii: Vector, pos: Vector, colour: Colour | None = None, frame: Frame = STRAIGHT) -> None:
        """An ellipsoid; its pattern is made of ellipsoids that come out of it."""
        colour = colour or self.main
        self.ball(radii, pos, colour, frame)
        a, b, c = radii
        pattern, long = self.take_pattern(), a > 1.35 * b
        if pattern == "striped" and not long:
            for i in range(3):
                angle = i * math.pi / 3
                wide = math.sqrt((a * math.sin(angle)) ** 2 + (b * math.cos(angle)) ** 2)
                if frame == STRAIGHT:
                    self.ball((a * 0.4, wide * 1.03, c * 1.03), pos, self.accent, turned(angle))
        elif pattern == "striped":
            for i in (-1, 0, 1):
                local = math.sqrt(1 - (0.5 * i) ** 2)
                at = tuple(p + i * 0.5 * a * d for p, d in zip(pos, frame[0], strict=True))
                self.ball((a * 0.22, b * local * 1.05, c * local * 1.05), (at[0], at[1], at[2]), self.accent, frame)
        elif pattern == "banded" and long:
            self.ball((a * 0.7, b * 1.04, c * 1.04), pos, self.accent, frame)
        elif pattern == "banded":
            self.ball((a * 1.04, b * 1.04, c * 0.8), pos, self.accent, frame)
        elif pattern == "dotted":
            for up, count in ((0.75, 3), (0.3, 5), (-0.2, 3)):
                ring = math.sqrt(1 - up * up)
                for i in range(count):
                    angle = 2 * math.pi * (i + up) / count
                    u, v = a * ring * math.cos(angle), b * ring * math.sin(angle)
                    at = tuple(
                        p + u * x + v * y + c * up * z for p, x, y, z in zip(pos, *frame, (0.0, 0.0, 1.0), strict=True)
                    )
                    dot = min(b, c) * 0.26
                    sunk = 1 - 0.7 * dot / max(a, b, c)
                    x, y, z = (p + sunk * (q - p) for p, q in zip(pos, at, strict=True))
                    self.ball((dot, dot, dot), (x, y, z), self.accent)
        elif pattern == "two-tone":
            shift = tuple(0.4 * (a * x if long else c * z) for x, z in zip(frame[0], (0.0, 0.0, 1.0), strict=True))
            top = (pos[0] + shift[0], pos[1] + shift[1], pos[2] + shift[2])
            squeeze = 0.93 if long else 0.96
            self.ball(
                (a * (0.75 if long else squeeze), b * squeeze, c * (squeeze if long else 0.75)), top, self.accent, frame
            )

    def face(self, radius: float, height: float, rim: float = 0.82, colour: Colour | None = None) -> None:
        """A round top, seen from above: a thin disc inside the rim, with the pattern on it."""
        thin = 0.0007
        pattern = self.take_pattern()
        if pattern == "two-tone":
            self.disc(radius * rim, thin, (0.0, 0.0, height), self.accent)
        elif pattern == "banded":
            self.disc(radius * 0.97, thin / 2, (0.0, 0.0, height), self.accent)
            self.disc(radius * rim * 0.9, thin, (0.0, 0.0, height), colour or self.main)
        else:
            self.disc(radius * rim, thin, (0.0, 0.0, height), colour or shade(self.main, 0.85))
        if pattern == "striped":
            for i in (-1, 0, 1):
                wide = math.sqrt(1 - (0.45 * i) ** 2) * radius * 0.96
                self.box((radius * 0.1, wide, thin * 1.8), (i * radius * 0.45, 0.0, height), self.accent)
        elif pattern == "dotted":
            for i in range(7):
                angle = 2 * math.pi * i / 7
                at = (radius * 0.72 * math.cos(angle), radius * 0.72 * math.sin(angle), height)
                self.disc(radius * 0.15, thin * 1.8, at, self.accent)
        if self.mark and not self._printed:
            self.print((radius * 0.5, radius * 0.5), (0.0, 0.0, height + thin * 2), top=True)

    def print(self, half: tuple[float, float], pos: Vector, top: bool) -> None:
        """Print the instance's mark, as large as fits into `half`, on a face that looks up or to the front."""
        wide, cut = rectangles(self.mark)
        self._printed = True
        scale = min(half[1], half[0] / wide)
        for u, v, w, h in cut:
            if top:
                at, size = (pos[0] + u * scale, pos[1] + v * scale, pos[2]), (w * scale, h * scale, PROUD)
            else:
                at, size = (pos[0] + u * scale, pos[1], pos[2] + v * scale), (w * scale, PROUD, h * scale)
            self.box(size, at, DARK)

    # -- the result ------------------------------------------------------------------------------------------------

    def done(self, scale: float = 1.0) -> tuple[tuple[Shape, ...], Vector]:
        """The shapes, scaled, centred in x and y and with their base on z = 0, and half of their bounding box.

        ValueError for a mark that the family had no place for.
        """
        if self.mark and not self._printed:
            raise ValueError(f"mark: {self.mark!r} has no place on such an object")
        low, high = bounds(self.shapes)
        offset = (-scale * (low[0] + high[0]) / 2, -scale * (low[1] + high[1]) / 2, -scale * low[2])
        half = (scale * (high[0] - low[0]) / 2, scale * (high[1] - low[1]) / 2, scale * (high[2] - low[2]) / 2)
        return tuple(shape.moved(offset, scale) for shape in self.shapes), half
