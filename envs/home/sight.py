"""What a depth camera and a perfect segmentation give from one place: whose each pixel is, and how far away."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from envs.rendering.camera import Perspective
from envs.rendering.node import Vector


@dataclass(frozen=True, eq=False)
class Sight:
    """One view of a scene, `size` pixels a side. The arrays are read-only.

    names: who is seen, in the scene's order: objects, and receptacles part by part ("cabinet_2", "cabinet_2.door").
    owner: int16 (size, size), indexes `names`; -1 for floors, walls and nothing. depth: float32 (size, size), metres
    along the view axis, of whatever is seen, a wall too; inf for nothing.
    """

    names: tuple[str, ...]
    owner: np.ndarray
    depth: np.ndarray
    camera: Perspective

    @property
    def size(self) -> int:
        return len(self.owner)

    def owner_at(self, row: int, column: int) -> str:
        """Whose a pixel is; "" for floors, walls and nothing."""
        index = int(self.owner[row, column])
        return "" if index < 0 else self.names[index]

    def point(self, row: int, column: int) -> Vector:
        """The world's point that a pixel's centre shows. ValueError where nothing is seen."""
        depth = float(self.depth[row, column])
        if math.isinf(depth):
            raise ValueError(f"row, column: nothing is seen at {(row, column)}")
        return self.camera.point((column + 0.5) / self.size, (row + 0.5) / self.size, depth)

    def points(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        """The world's points that these pixels' centres show: float (n, 3); not finite where nothing is seen."""
        right, up, forward = self.camera.axes
        depth = self.depth[rows, columns].astype(float)[:, None]
        tall = depth * math.tan(math.radians(self.camera.fov) / 2)
        across = (2 * (columns + 0.5) / self.size - 1)[:, None]
        down = (1 - 2 * (rows + 0.5) / self.size)[:, None]
        return np.array(self.camera.eye) + depth * forward + tall * (across * right + down * up)

    def project(self, point: Vector) -> tuple[float, float] | None:
        """Where a point of the world appears: (x, y) from the upper left, 0 to 1000 within the picture and beyond that
        outside it; None for a point that is not before the eye.
        """
        found = self.camera.project(point)
        return None if found is None else (1000 * found[0], 1000 * found[1])
