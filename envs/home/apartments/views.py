"""From where a receptacle is looked at: first from the robot's stand, then from the left, the right and nearer.

A view is taken only if its eye is in the room, clear of walls and furniture, and if no other piece, and no opened door
of its own, stands between it and the surfaces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from envs.home.apartments.furniture import Piece
from envs.home.apartments.placing import Spot
from envs.home.apartments.plan import WALL, Rect
from envs.home.scene import EYE_HEIGHT, Viewpoint
from envs.rendering.node import Vector

EYE_TO_WALL = WALL / 2 + 0.12
EYE_CLEAR = 0.12
"""Metres kept free around an eye."""
ABOVE = 0.08
"""Metres above a surface at which one looks."""
COVERED = 0.9
"""A surface with less free height is looked into from before it, not from above."""
ANGLES = (38, 30, 23, 16)
Obstacle = tuple[Rect, float]
"""A body on the plan and its height."""


def look_points(piece: Piece) -> list[Vector]:
    """What one wants to see, in the piece's own frame: the middles of its surfaces, as they are when it is open."""
    return [
        (s.centre[0], s.centre[1] - (piece.slide if s.body != piece.node.name else 0.0), s.centre[2] + ABOVE)
        for s in piece.surfaces
    ]


def viewpoints(
    piece: Piece, spot: Spot, room: Rect, others: Sequence[Obstacle], swept: Sequence[Obstacle]
) -> tuple[Viewpoint, ...] | None:
    """3 to 5 views, the first from the stand; None if there are no three.

    others: the other pieces in the room. swept: where their opened parts may be, in which no eye is either.
    """
    points = look_points(piece)
    xs, zs = [p[0] for p in points], [p[2] for p in points]
    depth = sum(p[1] for p in points) / len(points) + piece.slide / 2
    target = ((min(xs) + max(xs)) / 4, depth, _aim(piece, zs))  # halfway to the piece's own middle
    front, anything = -piece.half[1], [*others, *swept]
    first = (0.0, front - piece.stand, EYE_HEIGHT)
    if not _clear(first, spot, room, anything) or _hidden(first, points, piece, spot, others):
        return None
    found = [first]
    covered = min(s.clearance for s in piece.surfaces) < COVERED and not piece.slide and _flat_lid(piece)
    reach = depth - front + piece.stand - 0.1
    for side in (-1, 1):
        for angle in ANGLES:
            turn = math.radians(side * angle)
            eye = (target[0] + reach * math.sin(turn), depth - reach * math.cos(turn), 1.3 if covered else 1.5)
            if _clear(eye, spot, room, anything) and not _hidden(eye, points, piece, spot, others):
                found.append(eye)
                break
    near = max(0.75, min(1.25, target[2] + 0.3)) if covered else 1.65
    away = max(0.62, min(piece.stand - 0.2, 0.75)) if covered else 0.5
    for eye in ((0.0, front - away, near), (0.0, front - piece.stand, 1.62 if not covered else 1.15)):
        if _clear(eye, spot, room, anything) and not _hidden(eye, points, piece, spot, others):
            found.append(eye)
    if len(found) < 3:
        return None
    return tuple(Viewpoint(_world(spot, eye), _world(spot, target)) for eye in found[:5])


def _flat_lid(piece: Piece) -> bool:
    return piece.articulation is None or piece.articulation.kind == "door"


def _aim(piece: Piece, zs: Sequence[float]) -> float:
    """The height to look at: the surfaces' middle, drawn a little towards that of what stands on them."""
    top = max(zs[i] + min(s.clearance, 0.25) for i, s in enumerate(piece.surfaces))
    return (min(zs) + top) / 2 - ABOVE / 2


def _world(spot: Spot, point: Vector) -> Vector:
    x, y = spot.place(point[0], point[1])
    return (round(x, 4), round(y, 4), round(point[2], 4))


def _clear(eye: Vector, spot: Spot, room: Rect, others: Sequence[Obstacle]) -> bool:
    x, y = spot.place(eye[0], eye[1])
    if not room.grown(-EYE_TO_WALL).holds(x, y):
        return False
    return not any(eye[2] < high + EYE_CLEAR and body.grown(EYE_CLEAR).holds(x, y) for body, high in others)


def _hidden(eye: Vector, points: Sequence[Vector], piece: Piece, spot: Spot, others: Sequence[Obstacle]) -> bool:
    """Whether something stands between the eye and one of the points."""
    ex, ey = spot.place(eye[0], eye[1])
    for point in points:
        px, py = spot.place(point[0], point[1])
        for i in range(1, 16):
            t = i / 16
            x, y, z = ex + t * (px - ex), ey + t * (py - ey), eye[2] + t * (point[2] - eye[2])
            if any(z < high and body.holds(x, y) for body, high in others):
                return True
        if any(_cross((eye[0], eye[1]), (point[0], point[1]), *panel) for panel in piece.panels):
            return True
    return False


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    """Whether two segments on the plan cross."""

    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
