"""Where an object stands in a receptacle: on which surface, at which spot, turned how. Plain data."""

from __future__ import annotations

from dataclasses import dataclass

from envs.rendering.node import Vector

Quaternion = tuple[float, float, float, float]
"""Unit quaternion (w, x, y, z)."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A pose on one of a receptacle's surfaces; it holds while the surface's body moves (a drawer slides).

    surface: number of the surface in `Receptacle.surfaces`. position: of the object's origin (the middle of its base)
    from the surface's centre, metres, in the frame of the surface's body. quaternion: of the object in that frame.
    """

    surface: int
    position: Vector
    quaternion: Quaternion
