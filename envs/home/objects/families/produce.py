"""Fruit and vegetables, round, long and in many pieces."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, CREAM, DARK, LEAF, shade
from envs.home.objects.sculptor import Sculptor


def _foot(s: Sculptor, radius: float) -> None:
    """A small flat foot that keeps a round thing from rolling."""
    s.column(radius * 0.45, 0, radius * 0.17, shade(s.main, 0.8))


def fruit(
    s: Sculptor,
    radius: float = 0.038,
    tall: float = 0.92,
    long: float = 1.0,
    top: Literal["stalk", "dimple", "tips", "calyx", "roots", "husk", "none", "crown"] = "stalk",
    lobes: int = 0,
    neck: float = 0.0,
    leaf: bool = False,
) -> None:
    """A round fruit. tall, long: height and length in diameters. lobes: ribs around it. neck: a pear's narrow top.

    top: stalk, calyx (green leaves), crown (spiky leaves), dimple, tips (pointed ends), husk (eyes), roots or none.
    """
    _foot(s, radius)
    height = radius * tall
    proud = 1.05 if s.pattern in ("striped", "banded") else 1.01
    middle = (0.0, 0.0, height * proud + 0.0005)
    ribs = s.take_pattern() if lobes else "plain"
    s.blob((radius * long, radius, height), middle)
    peak = middle[2] + height
    for i in range(lobes):
        angle = 2 * math.pi * i / lobes
        at = (radius * 0.5 * math.cos(angle), radius * 0.5 * math.sin(angle), middle[2])
        other = s.accent if ribs == "striped" else shade(s.main, 0.9)
        s.ball((radius * 0.56, radius * 0.56, height * 1.01), at, s.main if i % 2 else other)
    if neck:
        s.ball((radius * 0.58, radius * 0.58, height * neck), (0, 0, peak - height * 0.3), s.main)
        peak += height * (neck - 0.36)
    stalk = COLOURS["brown"] if top != "calyx" else LEAF
    if top in ("stalk", "calyx"):
        s.rod(radius * 0.07, (0, 0, peak - radius * 0.1), (radius * 0.12, 0, peak + radius * 0.32), stalk)
    if top == "calyx":
        for angle in (0.3, 1.35, 2.4):
            axes = ((math.cos(angle), math.sin(angle), 0.0), (-math.sin(angle), math.cos(angle), 0.0))
            s.ball((radius * 0.55, radius * 0.14, radius * 0.08), (0, 0, peak), LEAF, axes)
    elif top == "crown":
        for i in range(6):
            angle = i * math.pi / 3
            tip = (radius * 0.75 * math.cos(angle), radius * 0.75 * math.sin(angle), peak + radius * 0.9)
            s.rod(radius * 0.1, (0, 0, peak - radius * 0.1), tip, LEAF if i % 2 else shade(LEAF, 1.25))
        s.rod(radius * 0.12, (0, 0, peak), (0, 0, peak + radius * 1.3), LEAF)
    elif top == "dimple":
        s.ball((radius * 0.2, radius * 0.2, radius * 0.06), (0, 0, peak - radius * 0.03), LEAF)
    elif top == "tips":
        for side in (1, -1):
            s.ball((radius * 0.34, radius * 0.3, radius * 0.3), (side * radius * long * 0.92, 0, middle[2]), s.main)
    elif top == "husk":
        for x, y in ((0.25, -0.1), (-0.25, -0.1), (0, 0.28)):
            s.ball(radius * 0.13, (x * radius, y * radius, peak - radius * 0.1), DARK)
    elif top == "roots":
        s.rod(radius * 0.12, (0, 0, peak - radius * 0.05), (0, 0, peak + radius * 0.5), CREAM)
        for x in (-0.5, 0.5):
            s.rod(radius * 0.12, (0, 0, peak), (x * radius, 0, peak + radius * 1.1), LEAF)
    if leaf:
        axes = ((0.9, 0.0, 0.436), (0.0, 1.0, 0.0))
        s.ball((radius * 0.5, radius * 0.22, radius * 0.06), (radius * 0.5, 0, peak + radius * 0.24), LEAF, axes)


def heads(
    s: Sculptor,
    radius: float = 0.07,
    kind: Literal["cabbage", "broccoli", "garlic", "grapes", "mushroom", "artichoke", "ginger"] = "cabbage",
) -> None:
    """A vegetable in many pieces."""
    light = shade(s.main, 1.3)
    if kind == "cabbage":
        _foot(s, radius)
        s.ball(radius * 0.9, (0, 0, radius * 0.88), light)
        s.blob((radius, radius * 0.96, radius * 0.7), (0, 0, radius * 0.72))
        for i in range(4):
            a = i * math.pi / 2 + 0.4
            axes = ((-math.sin(a), math.cos(a), 0.0), (0.5 * math.cos(a), 0.5 * math.sin(a), 0.866))
            at = (radius * 0.85 * math.cos(a), radius * 0.85 * math.sin(a), radius * 0.85)
            s.ball((radius * 0.75, radius * 0.7, radius * 0.08), at, s.main if i % 2 else s.dim, axes)
    elif kind == "broccoli":
        s.column(radius * 0.42, 0, radius * 0.8, shade(LEAF, 1.55))
        s.blob((radius * 0.62, radius * 0.62, radius * 0.5), (0, 0, radius * 1.35))
        for i in range(6):
            a = i * math.pi / 3
            at = (radius * 0.6 * math.cos(a), radius * 0.6 * math.sin(a), radius * 1.05)
            s.ball((radius * 0.42, radius * 0.42, radius * 0.38), at, s.main if i % 2 else s.dim)
    elif kind == "garlic":
        _foot(s, radius)
        s.blob((radius * 0.8, radius * 0.8, radius * 0.8), (0, 0, radius * 0.82))
        for i in range(5):
            a = i * math.pi * 0.4
            at = (radius * 0.5 * math.cos(a), radius * 0.5 * math.sin(a), radius * 0.7)
            s.ball((radius * 0.5, radius * 0.5, radius * 0.7), at, s.main if i % 2 else shade(s.main, 0.9))
        s.rod(radius * 0.15, (0, 0, radius), (0, 0, radius * 2.0), shade(s.main, 0.85))
    elif kind == "grapes":
        s.column(radius * 0.9, 0, radius * 0.12, s.dim)
        r = radius * 0.42
        spots = (
            (0, 0, 1.3),
            (0.8, 0, 0.5),
            (-0.8, 0, 0.5),
            (0, 0.8, 0.5),
            (0, -0.8, 0.5),
            (0.4, 0.4, 1.0),
            (-0.4, -0.4, 1.0),
        )
        for i, (x, y, z) in enumerate((*spots, (0.4, -0.4, 0.9), (-0.4, 0.4, 0.9))):
            s.ball(r, (x * radius, y * radius, r * 0.97 + z * r), s.main if i % 2 else shade(s.main, 1.2))
        s.rod(radius * 0.06, (0, 0, radius), (radius * 0.2, 0, radius * 1.6), COLOURS["brown"])
    elif kind == "mushroom":
        s.column(radius * 0.4, 0, radius * 0.9, CREAM)
        s.blob((radius, radius, radius * 0.6), (0, 0, radius * 1.05))
        s.column(radius * 0.9, radius * 0.85, radius * 0.95, shade(CREAM, 0.8))
    elif kind == "artichoke":
        s.column(radius * 0.25, 0, radius * 0.4, shade(LEAF, 1.3))
        for low, wide in ((0.6, 0.85), (0.95, 1.0), (1.35, 0.8)):
            for i in range(4):
                a = i * math.pi / 2 + low * 2
                at = (radius * wide * 0.42 * math.cos(a), radius * wide * 0.42 * math.sin(a), radius * low)
                s.ball((radius * 0.5, radius * 0.5, radius * 0.45), at, s.main if i % 2 else s.dim)
    else:
        s.box((radius * 0.7, radius * 0.3, radius * 0.12), (0, 0, radius * 0.12), s.main)
        s.blob((radius * 0.95, radius * 0.4, radius * 0.36), (0, 0, radius * 0.36))
        for x, y in ((0.6, 0.5), (-0.5, 0.5), (0.1, -0.5)):
            s.ball(
                (radius * 0.34, radius * 0.5, radius * 0.3), (x * radius, y * radius, radius * 0.32), shade(s.main, 0.9)
            )


def stick(
    s: Sculptor,
    length: float = 0.2,
    radius: float = 0.02,
    bend: float = 0.0,
    taper: float = 1.0,
    end: Literal["none", "tips", "leaves", "calyx"] = "none",
    bunch: int = 1,
    husk: bool = False,
    knobs: bool = False,
) -> None:
    """A long fruit or vegetable that lies along x. bend: its arrow in lengths. taper: the thin end in radii.

    end: none, stalk, leaves (a tuft), calyx or tips (dark ends). bunch: how many lie beside each other.
    """
    stripes = s.take_pattern()
    for n in range(bunch):
        shift = (n - (bunch - 1) / 2) * radius * 1.9
        s.box(
            (length * 0.3, radius * 0.5, radius * 0.2),
            (0, shift + bend * length * 0.6, radius * 0.2),
            shade(s.main, 0.85),
        )
        points = []
        for i in range(5):
            u = i / 4
            points.append((length * (u - 0.5) * 0.94, shift + bend * length * (1 - (2 * u - 1) ** 2), radius))
        if bend:
            widths = (0.6, 1.0, 1.0, 0.65)
            for (a, b), wide in zip(zip(points, points[1:], strict=False), widths, strict=True):
                s.rod(radius * max(wide, 0.55), a, b, s.main)
        elif taper < 1:
            for i in range(4):
                wide = radius * (taper + (1 - taper) * (i + 1) / 4)
                half = length * 0.15
                at = (length * (-0.36 + 0.24 * i), shift, max(wide, radius * 0.6))
                s.ball((half * 1.5, wide, wide), at, s.main if i % 2 else shade(s.main, 0.95))
        else:
            s.rod(radius, (-length / 2 + radius, shift, radius), (length / 2 - radius, shift, radius), s.main)
    right = length / 2
    at_y = 0.0
    rings = {
        "striped": (-0.5, -0.15, 0.2, 0.5),
        "banded": (0.0,),
        "dotted": (-0.4, -0.2, 0.0, 0.2, 0.4),
        "two-tone": (0.3,),
    }
    for u in rings.get(stripes, ()):
        y = at_y + bend * length * (1 - (2 * u) ** 2)
        local = radius * (taper + (1 - taper) * (u + 0.5)) if taper < 1 else radius
        if stripes == "dotted":
            s.ball(radius * 0.45, (u * length * 0.94, y - local * 0.3, local * 1.75), s.accent)
        else:
            half = {"striped": 0.03, "banded": 0.1, "two-tone": 0.18}[stripes]
            z = radius if not taper < 1 else max(local, radius * 0.6)
            s.disc(local * 1.05, length * half, (u * length * 0.94, y, z), s.accent, (1, 0, 0))
    if end == "calyx":
        s.ball((radius * 0.5, radius * 0.85, radius * 0.85), (right - radius * 0.2, 0, radius), LEAF)
        s.rod(radius * 0.22, (right, 0, radius), (right + radius * 1.2, 0, radius * 1.2), LEAF)
    elif end == "leaves":
        for y, z in ((0, 0.5), (0.9, 0), (-0.9, 0), (0.4, 0.9), (-0.4, 0.9)):
            tip = (right + length * 0.26, y * radius, radius * (1 + z))
            s.rod(radius * 0.2, (right - radius * 0.5, 0, radius), tip, LEAF if z else shade(LEAF, 1.25))
    elif end == "tips":
        for i in (0, 4):
            s.ball(radius * 0.5, points[i], COLOURS["brown"])
    if husk:
        for y in (1, -1):
            axes = ((0.97, y * 0.243, 0.0), (-y * 0.243, 0.97, 0.0))
            s.ball(
                (length * 0.33, radius * 0.3, radius * 0.75), (right * 0.5, y * radius * 0.9, radius * 0.8), LEAF, axes
            )
        for i in range(5):
            s.disc(radius * 1.03, 0.001, (length * (-0.4 + 0.12 * i), 0, radius), shade(s.main, 0.75), (1, 0, 0))
    if knobs:
        for u, v in ((-0.3, 0.5), (0.1, -0.4), (0.35, 0.3)):
            s.ball(radius * 0.3, (u * length, v * radius, radius * 1.75), shade(s.main, 0.8))
