"""One primitive shape of an object, placed in the object's frame, with its exact bounding box and its MJCF."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from envs.rendering.node import Colour, Rgba, Vector, cross, numbers

Frame = tuple[Vector, Vector]
"""Directions of a shape's own x and y axes."""
STRAIGHT: Frame = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


def along(axis: Vector) -> Frame:
    """A frame whose z is `axis`; its x is level."""
    length = math.sqrt(sum(c * c for c in axis))
    z = (axis[0] / length, axis[1] / length, axis[2] / length)
    level = math.hypot(z[0], z[1])
    x = (-z[1] / level, z[0] / level, 0.0) if level > 1e-9 else (1.0, 0.0, 0.0)
    return x, cross(z, x)


def turned(angle: float) -> Frame:
    """The frame turned about z by `angle` radians."""
    c, s = math.cos(angle), math.sin(angle)
    return (c, s, 0.0), (-s, c, 0.0)


def unit(frame: Frame) -> Frame:
    """The frame with directions of length 1, as MuJoCo would read it; the two must be square to each other."""
    if frame is STRAIGHT:
        return frame
    (a, b, c), (d, e, f) = frame
    u, v = math.sqrt(a * a + b * b + c * c), math.sqrt(d * d + e * e + f * f)
    return (a / u, b / u, c / u), (d / v, e / v, f / v)


@dataclass(frozen=True, slots=True)
class Shape:
    """A MuJoCo primitive: kind, half sizes as MuJoCo wants them, middle (metres), frame and paint."""

    kind: str
    size: tuple[float, ...]
    pos: Vector
    frame: Frame
    colour: Colour | Rgba
    material: str

    @property
    def reach(self) -> Vector:
        """Half extents of its bounding box along the object's axes."""
        x, y = self.frame
        z = cross(x, y)
        size = self.size
        out = []
        for i in range(3):
            if self.kind == "sphere":
                out.append(size[0])
            elif self.kind == "box":
                out.append(abs(x[i]) * size[0] + abs(y[i]) * size[1] + abs(z[i]) * size[2])
            elif self.kind == "ellipsoid":
                out.append(math.sqrt((x[i] * size[0]) ** 2 + (y[i] * size[1]) ** 2 + (z[i] * size[2]) ** 2))
            elif self.kind == "cylinder":
                out.append(size[0] * math.sqrt(max(1 - z[i] ** 2, 0.0)) + abs(z[i]) * size[1])
            else:  # a capsule
                out.append(size[0] + abs(z[i]) * size[1])
        return (out[0], out[1], out[2])

    @property
    def volume(self) -> float:
        """Cubic metres."""
        size = self.size
        if self.kind == "box":
            return 8 * size[0] * size[1] * size[2]
        if self.kind in ("ellipsoid", "sphere"):
            return 4 / 3 * math.pi * (size[0] ** 3 if len(size) == 1 else size[0] * size[1] * size[2])
        caps = 4 / 3 * math.pi * size[0] ** 3 if self.kind == "capsule" else 0.0
        return 2 * math.pi * size[0] ** 2 * size[1] + caps

    def moved(self, offset: Vector, scale: float) -> Shape:
        """The shape enlarged about the origin, then shifted."""
        x, y, z = (scale * p + o for p, o in zip(self.pos, offset, strict=True))
        size = tuple([scale * s for s in self.size])
        return Shape(self.kind, size, (x, y, z), self.frame, self.colour, self.material)

    @property
    def attributes(self) -> str:
        """The attributes of its MJCF geom, but for the name."""
        rgba = self.colour if len(self.colour) == 4 else (*self.colour, 1.0)
        axes = "" if self.frame == STRAIGHT else f' xyaxes="{numbers((*self.frame[0], *self.frame[1]))}"'
        return (
            f'type="{self.kind}" size="{numbers(self.size)}" '
            f'pos="{numbers(self.pos)}"{axes} rgba="{numbers(rgba)}" material="{self.material}"'
        )


def bounds(shapes: Sequence[Shape]) -> tuple[Vector, Vector]:
    """Lower and upper corner of the box around all shapes."""
    lows, highs = [], []
    for shape in shapes:
        reach, pos = shape.reach, shape.pos
        lows.append((pos[0] - reach[0], pos[1] - reach[1], pos[2] - reach[2]))
        highs.append((pos[0] + reach[0], pos[1] + reach[1], pos[2] + reach[2]))
    low = (min(c[0] for c in lows), min(c[1] for c in lows), min(c[2] for c in lows))
    return low, (max(c[0] for c in highs), max(c[1] for c in highs), max(c[2] for c in highs))
