"""What furniture is put together from: cases, legs, boards, handles, doors, flaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from envs.home.apartments.furniture.piece import COLOURS, METALS, Fact, Segment, shade
from envs.rendering.node import Colour, Node

DOOR = 0.022
"""Thickness of doors, flaps and drawer fronts."""
SWUNG = 1.6
"""How far a hinged door opens: a little over 90 degrees, so that it stays before its own piece."""
FLAP_DOWN = 1.5
BOARD = 0.02


def between(rng: Random, low: float, high: float) -> float:
    """A length between two, to the centimetre."""
    return round(rng.uniform(low, high), 2)


def board(node: Node, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], c: Colour, **more) -> str:
    """A box by its ends along x, y and z."""
    half = ((x[1] - x[0]) / 2, (y[1] - y[0]) / 2, (z[1] - z[0]) / 2)
    return node.box(half, ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, (z[0] + z[1]) / 2), c, **more)


def case(
    node: Node,
    width: float,
    y: tuple[float, float],
    z: tuple[float, float],
    outer: Colour,
    inner: Colour | None = None,
    thick: float = 0.025,
    middle: float = 0.0,
    lined: bool = False,
) -> str:
    """A box open to the front, its outside from y[0] to y[1] and z[0] to z[1], its middle at x = middle.

    inner: the colour of its back, and of a lining on its floor (5 mm) and sides if it is lined. Returns a side's shape.
    """
    t, left, right = thick, middle - width / 2, middle + width / 2
    side = board(node, (left, left + t), y, z, outer)
    board(node, (right - t, right), y, z, outer)
    board(node, (left + t, right - t), y, (z[0], z[0] + t), outer)
    board(node, (left + t, right - t), y, (z[1] - t, z[1]), outer)
    board(node, (left + t, right - t), (y[1] - t / 2, y[1]), (z[0] + t, z[1] - t), inner or outer)
    if lined:
        deep, lining = (y[0] + 0.005, y[1] - t / 2), inner or outer
        board(node, (left + t, right - t), deep, (z[0] + t, z[0] + t + 0.005), shade(lining, 0.9))
        board(node, (left + t, left + t + 0.004), deep, (z[0] + t, z[1] - t), lining)
        board(node, (right - t - 0.004, right - t), deep, (z[0] + t, z[1] - t), lining)
    return side


def legs(node: Node, width: float, depth: float, top: float, thick: float, colour: Colour, kind: str) -> str:
    """Four legs from the floor to `top`, in from the corners: square, round or slanted. Returns one's shape."""
    name = ""
    x, y = width / 2 - thick - 0.02, depth / 2 - thick - 0.02
    for i in (-1, 1):
        for j in (-1, 1):
            if kind == "square":
                name = node.box((thick, thick, top / 2), (i * x, j * y, top / 2), colour)
            elif kind == "round":
                name = node.disc(thick, top / 2, (i * x, j * y, top / 2), colour)
            else:
                inner = (i * (x - 0.08), j * (y - 0.04), top - thick)
                name = node.rod(thick * 0.8, (i * x, j * y, thick * 0.8), inner, colour)
    return name


def metal_for(rng: Random, word: str, among: Sequence[str] = METALS) -> str:
    """A metal for handles that stands out on a colour."""
    poor = {
        "white": ("steel",),
        "grey": ("steel",),
        "black": ("black",),
        "dark brown": ("black",),
        "yellow": ("brass",),
    }
    return rng.choice([m for m in among if m not in poor.get(word, ())])


def handle(node: Node, metal: str, at: tuple[float, float, float], length: float, upright: bool, knob: bool) -> str:
    """A bar or a knob on a front whose outer face is at y = at[1]; it stands 3 cm out of it."""
    x, y, z = at
    colour = COLOURS[metal]
    if knob:
        return node.disc(0.02, 0.018, (x, y - 0.018, z), colour, axis=(0, 1, 0), material="gloss")
    half = (0.011, 0.014, length / 2) if upright else (length / 2, 0.014, 0.011)
    return node.box(half, (x, y - 0.016, z), colour, material="gloss")


def handle_fact(metal: str, shape: str, knob: bool, many: bool) -> Fact:
    words = f"{metal} {'knob' if knob else 'handle'}"
    text = f"with {words}s" if many else f"with {'an' if metal[0] in 'aeiou' else 'a'} {words}"
    return Fact("handles", text, True, metal, shape)


def door(
    node: Node,
    suffix: str,
    side: int,
    x: tuple[float, float],
    face: float,
    z: tuple[float, float],
    colour: Colour,
) -> tuple[Node, Segment]:
    """A door with its hinge at the left (side -1) or right (1); its outer face is at y = face when closed.

    Its joint opens it at +SWUNG. Returns its node, whose frame has the hinge at the origin and z as the floor's, and
    the segment where it stands opened.
    """
    hinge, wide = (x[0] if side < 0 else x[1]), x[1] - x[0]
    back = face + DOOR
    axis = (0.0, 0.0, float(side))
    leaf = node.child(f"{node.name}.{suffix}", (hinge, back, 0.0), joint=("hinge", axis, (0, -DOOR / 2, 0)))
    across = (0.003, wide - 0.003) if side < 0 else (0.003 - wide, -0.003)  # a hair of play at both edges
    board(leaf, across, (-DOOR, 0.0), z, colour)
    reach = (hinge - side * wide * math.cos(SWUNG), back - wide * math.sin(SWUNG))
    return leaf, ((hinge, back), reach)


def flap(
    node: Node, suffix: str, width: float, face: float, z: tuple[float, float], colour: Colour
) -> tuple[Node, float]:
    """A door that drops forward about its lower edge; opens at FLAP_DOWN. Returns its node (origin on the hinge) and
    how far it reaches out when open."""
    leaf = node.child(f"{node.name}.{suffix}", (0.0, face + DOOR / 2, z[0]), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    board(leaf, (-width / 2, width / 2), (-DOOR / 2, DOOR / 2), (0.0, z[1] - z[0]), colour)
    return leaf, z[1] - z[0]


def levels(low: float, high: float, count: int) -> Sequence[float]:
    """`count` heights from low to high, evenly."""
    return [low + (high - low) * i / max(count - 1, 1) for i in range(count)]
