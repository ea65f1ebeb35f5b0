"""Where a thing goes when it is put somewhere: the first free spot of the furniture, middle first, from what is there.

The rule is ours and needs no physics: things stand square, side by side with a little room, on the surface that the
person sees best; plates and clothes stand on edge in their machines. The same things in the same spots leave the same
spot free.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from envs.assist.household.state import Spot
from envs.home.objects import ObjectModel
from envs.home.scene import Receptacle, Surface

GAP = 0.035
"""Metres kept free between two things."""
EDGE = 0.008
HEADROOM = 0.01
GRID = 0.03
"""Metres between two spots that are tried."""
STACKED = {"dishwasher": math.radians(12), "washer": 0.0}
"""Categories in which flat things stand on edge -> how far they are turned to the front, to show their faces."""
FLAT = 0.45
"""A thing that is lower than this share of its width can stand on edge."""
EYE_LEVEL = 1.25
"""Surfaces above it are hard to look onto; they come last."""
Size = tuple[float, float, float]
"""Half extents of a thing."""


def on_edge(piece: Receptacle, model: ObjectModel) -> bool:
    """Whether a thing stands on its edge there, its face to the right: a plate in a dishwasher, a shirt in a washer."""
    x, y, z = model.half
    return piece.category in STACKED and z < FLAT * min(x, y) and 2 * x + HEADROOM < piece.surfaces[0].clearance


def size_at(piece: Receptacle, model: ObjectModel) -> Size:
    """Half extents of a thing as it stands there, along the furniture's axes."""
    x, y, z = model.half
    if not on_edge(piece, model):
        return x, y, z
    c, s = math.cos(STACKED[piece.category]), math.sin(STACKED[piece.category])
    return c * z + s * y, c * y + s * z, x


def free_spot(piece: Receptacle, model: ObjectModel, there: Iterable[tuple[Spot, ObjectModel]]) -> Spot | None:
    """The spot for one more thing beside those that are there; None where there is no room."""
    taken = [(spot.surface, spot.x, spot.y, *size_at(piece, other)[:2]) for spot, other in there]
    half = size_at(piece, model)
    for number in _order(piece.surfaces):
        surface = piece.surfaces[number]
        if 2 * half[2] + HEADROOM > surface.clearance:
            continue
        others = [
            (ox, oy, half[0] + hx + GAP, half[1] + hy + GAP) for where, ox, oy, hx, hy in taken if where == number
        ]
        for x, y in _grid(surface.half, half[:2]):
            for ox, oy, apart_x, apart_y in others:
                if abs(x - ox) < apart_x and abs(y - oy) < apart_y:
                    break
            else:
                return Spot(piece.id, number, x, y)
    return None


def _order(surfaces: Sequence[Surface]) -> list[int]:
    """Numbers of surfaces, those that are looked onto most easily first."""

    def awkward(number: int) -> tuple[bool, float, int]:
        surface = surfaces[number]
        return surface.centre[2] > EYE_LEVEL, -surface.centre[2], number

    return sorted(range(len(surfaces)), key=awkward)


@lru_cache(4096)
def _grid(surface: tuple[float, float], thing: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """Spots on a surface for a thing of that size (half sizes both), near the front's middle first."""
    room = surface[0] - EDGE - thing[0], surface[1] - EDGE - thing[1]
    if min(room) < 0:
        return ()
    columns, rows = (int(r / GRID) for r in room)
    front = -0.25 * room[1]
    points = [
        (round(GRID * i, 3), round(GRID * j, 3)) for i in range(-columns, columns + 1) for j in range(-rows, rows + 1)
    ]
    return tuple(sorted(points, key=lambda p: (abs(p[0]) + 2.0 * abs(p[1] - front), p)))
