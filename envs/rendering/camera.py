"""A free pinhole camera: z is up in the world, x right and y down in the picture. Pure geometry, no MuJoCo."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from envs.rendering.node import Vector


@dataclass(frozen=True)
class Perspective:
    """Looks from `eye` at `target` (the picture's middle) with the horizon level.

    Metres; fov: the vertical field of view in degrees, above 0 and below 180. Looking straight up or down, the
    picture's right is the world's -y, as for a camera that faced +x and tilted. ValueError for a camera that cannot be.
    """

    eye: Vector
    target: Vector
    fov: float = 60.0

    def __post_init__(self) -> None:
        if not 0.0 < self.fov < 180.0:
            raise ValueError(f"fov: must be above 0 and below 180 degrees (got {self.fov!r})")
        if not (math.isfinite(self.distance) and self.distance > 1e-6):
            raise ValueError(f"target: must be finite and apart from eye (got {self.target!r} from {self.eye!r})")

    @property
    def distance(self) -> float:
        return math.dist(self.eye, self.target)

    @property
    def azimuth(self) -> float:
        """Degrees from the world's x axis to the view's heading, seen from above."""
        return math.degrees(math.atan2(self.target[1] - self.eye[1], self.target[0] - self.eye[0]))

    @property
    def elevation(self) -> float:
        """Degrees above the horizon, -90 to 90."""
        level = math.hypot(self.target[0] - self.eye[0], self.target[1] - self.eye[1])
        return math.degrees(math.atan2(self.target[2] - self.eye[2], level))

    @cached_property
    def axes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The picture's right and up, and the view axis: unit vectors (3,) in the world."""
        a, e = math.radians(self.azimuth), math.radians(self.elevation)
        right = np.array([math.sin(a), -math.cos(a), 0.0])
        forward = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
        return right, np.cross(right, forward), forward

    def point(self, x: float, y: float, depth: float, aspect: float = 1.0) -> Vector:
        """The world's point at (x, y), 0 to 1 from the picture's upper left corner, `depth` along the view axis."""
        right, up, forward = self.axes
        tall = depth * math.tan(math.radians(self.fov) / 2)
        found = np.array(self.eye) + depth * forward + tall * ((2 * x - 1) * aspect * right + (1 - 2 * y) * up)
        return float(found[0]), float(found[1]), float(found[2])

    def project(self, point: Vector, aspect: float = 1.0) -> tuple[float, float] | None:
        """Inverse of `point`: where a point appears, 0 to 1 within the picture; None for one not before the camera."""
        right, up, forward = self.axes
        away = np.subtract(point, self.eye)
        depth = float(away @ forward)
        if depth <= 1e-6:
            return None
        tall = depth * math.tan(math.radians(self.fov) / 2)
        return float(away @ right) / (tall * aspect) / 2 + 0.5, 0.5 - float(away @ up) / tall / 2
