"""What a body builder hands back, and the small layout tools they share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import Part, build_part
from envs.devices.views import FRAMES
from envs.rendering.node import Colour, Node, Vector

Features = Mapping[str, Any]
"""A state's entry under `looks` in the category's parts file."""

SHELLS: tuple[Colour, ...] = (
    (0.93, 0.93, 0.91),
    (0.78, 0.8, 0.83),
    (0.32, 0.34, 0.38),
    (0.86, 0.8, 0.68),
    (0.66, 0.78, 0.86),
    (0.7, 0.84, 0.76),
    (0.88, 0.74, 0.72),
)
"""Body colours: pale or greyish, so that the saturated controls stand out."""

PANELS: tuple[Colour, ...] = ((0.62, 0.65, 0.69), (0.74, 0.76, 0.78), (0.82, 0.83, 0.82), (0.55, 0.6, 0.66))


@dataclass(frozen=True)
class Panel:
    """The centre and half size (right, up) of the region that a dashboard view shows."""

    centre: Vector
    half: tuple[float, float]


@dataclass(frozen=True)
class Draft:
    """A body before measuring.

    paint: writes a state's features into a look; part values and lamps are written by the caller.
    panel: where small controls sit; None when every control is big enough from the standard views.
    panel_parts: the components that can be used from the dashboard only.
    """

    roots: tuple[Node, ...]
    parts: dict[str, Part]
    paint: Callable[[LookBuilder, Features], None]
    panel: Panel | None = None
    panel_parts: frozenset[str] = frozenset()


class Fitter:
    """Fixes chosen parts on a body, each once."""

    def __init__(self, choices: dict[str, Choice]) -> None:
        self.choices = choices
        self.parts: dict[str, Part] = {}

    def wants(self, component: str) -> bool:
        return component in self.choices and component not in self.parts

    def fix(
        self,
        parent: Node,
        component: str,
        face: str,
        pos: Vector,
        half: tuple[float, float],
        style: float | None = None,
    ) -> Part:
        choice = self.choices[component]
        style = choice.style if style is None else style
        part = build_part(parent, component, choice.word, choice.colour, face, pos, half, style, choice.mark)
        self.parts[component] = part
        return part


def grid(
    face: str, centre: Vector, half: tuple[float, float], columns: int, rows: int, fill: float = 0.82
) -> list[tuple[Vector, tuple[float, float]]]:
    """Cells of a rectangle on a face, row by row from the top left: each its centre and the half size to fill."""
    right, up = FRAMES[face]
    a, b = half[0] / columns, half[1] / rows
    cells = []
    for row in range(rows):
        for column in range(columns):
            u, v = (2 * column + 1) * a - half[0], half[1] - (2 * row + 1) * b
            pos = tuple(c + u * r + v * w for c, r, w in zip(centre, right, up, strict=True))
            cells.append(((pos[0], pos[1], pos[2]), (fill * a, fill * b)))
    return cells


def mixed(a: Colour, b: Colour, t: float) -> Colour:
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2]))


def uniform(rng: Random, low: float, high: float) -> float:
    return low + (high - low) * rng.random()


def lay_out(
    fit: Fitter,
    parent: Node,
    components: list[str],
    face: str,
    centre: Vector,
    half: tuple[float, float],
    most: float = 0.3,
    columns: int | None = None,
) -> None:
    """Fix the components, in their order, on a rectangle of a face: rows of cells, a last short row in the middle.

    half: the rectangle's half size (right, up); most: largest half size of one part; columns: as many as give the
    largest parts unless said.
    """
    if not components:
        return
    count = len(components)
    columns = columns or max(range(1, count + 1), key=lambda c: min(half[0] / c, half[1] / math.ceil(count / c)))
    rows = math.ceil(count / columns)
    cells = grid(face, centre, half, columns, rows)
    missing = rows * columns - count
    right = FRAMES[face][0]
    for i, (component, (pos, size)) in enumerate(zip(components, cells, strict=False)):
        if i >= (rows - 1) * columns:
            shift = missing * half[0] / columns
            pos = (pos[0] + shift * right[0], pos[1] + shift * right[1], pos[2] + shift * right[2])
        fit.fix(parent, component, face, pos, (min(size[0], most), min(size[1], most)))
