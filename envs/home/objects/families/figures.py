"""Figures that stand, and balls."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GLOW, GOLD, LEAF, METAL, PAPER, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def figure(
    s: Sculptor,
    height: float = 0.2,
    kind: Literal[
        "robot",
        "owl",
        "angel",
        "gnome",
        "nutcracker",
        "snowman",
        "trophy",
        "bell",
        "globe",
        "snow",
        "duck",
        "dinosaur",
        "horse",
        "house",
        "drum",
        "pyramid",
        "top",
        "pawn",
        "knight",
        "pig",
    ] = "robot",
) -> None:
    """A standing figure, toy or ornament."""
    u = height / 10
    if kind == "robot":
        for side in (1, -1):
            s.box((u * 0.8, u * 1.1, u * 1.3), (side * u * 1.1, 0, u * 1.3), s.dim)
            s.box((u * 0.5, u * 0.7, u * 1.6), (side * u * 2.7, 0, u * 4.2), s.dim)
            s.disc(u * 0.45, u * 0.1, (side * u * 0.8, -u * 1.4, u * 8.0), GLOW, (0, 1, 0), material="glow")
        s.block((u * 2.1, u * 1.4, u * 1.9), (0, 0, u * 4.5))
        s.box((u * 1.6, u * 1.3, u * 1.2), (0, 0, u * 7.7), s.main)
        s.box((u * 0.8, u * 0.1, u * 0.2), (0, -u * 1.35, u * 7.1), DARK)
        s.rod(u * 0.12, (0, 0, u * 8.8), (0, 0, u * 9.7), METAL)
        s.ball(u * 0.3, (0, 0, u * 9.7), COLOURS["red"])
    elif kind == "duck":
        s.column(u * 2.6, 0, u * 0.6, s.main)
        s.blob((u * 4.4, u * 3.2, u * 2.6), (u * 0.3, 0, u * 2.7))
        s.ball(u * 2.1, (-u * 2.2, 0, u * 6.8), s.main)
        s.ball(
            (u * 1.4, u * 1.0, u * 0.5),
            (-u * 4.5, 0, u * 6.5),
            COLOURS["orange"] if s.main != COLOURS["orange"] else COLOURS["yellow"],
        )
        for side in (1, -1):
            s.ball(u * 0.35, (-u * 3.5, side * u * 1.2, u * 7.6), DARK)
            s.ball((u * 2.2, u * 0.7, u * 1.3), (u * 1.0, side * u * 2.8, u * 3.3), s.dim)
        s.ball((u * 1.2, u * 1.2, u * 0.8), (u * 4.3, 0, u * 4.4), s.main)
    elif kind == "dinosaur":
        for x in (1.6, -1.6):
            for y in (1.2, -1.2):
                s.column(u * 0.8, 0, u * 3.0, s.dim, (x * u, y * u))
        s.blob((u * 3.6, u * 1.9, u * 2.0), (0, 0, u * 4.0))
        s.path(u * 0.8, [(-u * 2.8, 0, u * 4.6), (-u * 4.0, 0, u * 6.8), (-u * 4.3, 0, u * 8.4)], s.main)
        s.ball((u * 1.5, u * 0.9, u * 0.9), (-u * 4.9, 0, u * 8.9), s.main)
        s.ball(u * 0.25, (-u * 5.2, -u * 0.8, u * 9.2), DARK)
        s.path(u * 0.55, [(u * 2.8, 0, u * 4.2), (u * 5.0, 0, u * 2.6), (u * 6.6, 0, u * 2.2)], s.main)
        for x in (-1.6, 0, 1.6):
            s.ball((u * 0.6, u * 0.2, u * 0.8), (x * u, 0, u * (6.2 - 0.15 * abs(x))), s.accent)
    elif kind == "horse":
        for x in (2.0, -2.0):
            for y in (0.9, -0.9):
                s.column(u * 0.5, 0, u * 4.0, s.dim, (x * u, y * u))
        s.blob((u * 3.2, u * 1.5, u * 1.6), (0, 0, u * 5.0))
        s.rod(u * 0.85, (-u * 2.4, 0, u * 5.6), (-u * 3.5, 0, u * 8.2), s.main)
        s.ball((u * 1.6, u * 0.7, u * 0.75), (-u * 4.3, 0, u * 8.5), s.main)
        s.rod(u * 0.35, (-u * 2.0, 0, u * 6.8), (-u * 2.9, 0, u * 9.2), s.accent)
        s.path(u * 0.35, [(u * 3.0, 0, u * 5.4), (u * 4.0, 0, u * 4.4), (u * 4.1, 0, u * 2.6)], s.accent)
        for y in (0.4, -0.4):
            s.ball((u * 0.2, u * 0.2, u * 0.5), (-u * 3.5, y * u, u * 9.4), s.main)
    elif kind in ("angel", "gnome", "nutcracker"):
        skin = (0.93, 0.74, 0.6)
        s.barrel(u * 2.0, 0, u * 1.4)
        s.wall(u * 2.3, u * 1.1, 0, u * 5.4, u * 0.4, 10, (s.main, s.accent if s.pattern == "striped" else s.main))
        s.column(u * 1.05, u * 1.0, u * 5.6, s.main)
        s.ball(u * 1.5, (0, 0, u * 6.9), skin)
        for side in (1, -1):
            s.rod(
                u * 0.42,
                (side * u * 1.1, 0, u * 5.1),
                (side * u * 2.2, -u * 0.5, u * 3.5),
                s.main,
            )
            s.ball(u * 0.22, (side * u * 0.55, -u * 1.38, u * 7.1), DARK)
        if kind == "gnome":
            for i in range(4):
                s.column(u * (1.5 - 0.36 * i), u * (7.4 + 0.65 * i), u * (8.05 + 0.65 * i), s.accent)
            s.ball((u * 1.2, u * 0.6, u * 1.3), (0, -u * 1.0, u * 5.7), PAPER)
        elif kind == "angel":
            s.ball((u * 1.55, u * 1.4, u * 1.2), (0, u * 0.4, u * 7.4), COLOURS["yellow"])
            s.arc(u * 0.14, (0, 0, u * 9.2), (u * 1.1, u * 1.1), (0, 360), GOLD, "xy", 6)
            for side in (1, -1):
                s.ball((u * 1.5, u * 0.2, u * 1.9), (side * u * 1.7, u * 1.2, u * 5.2), PAPER)
        else:
            s.column(u * 1.3, u * 7.9, u * 9.7, DARK)
            s.column(u * 1.34, u * 7.9, u * 8.3, GOLD)
            s.box((u * 0.7, u * 0.2, u * 0.35), (0, -u * 1.4, u * 6.2), PAPER)
    elif kind == "owl":
        s.column(u * 2.2, 0, u * 0.8, s.dim)
        s.blob((u * 2.9, u * 2.4, u * 4.3), (0, 0, u * 4.4))
        for side in (1, -1):
            s.disc(u * 1.1, u * 0.5, (side * u * 1.1, -u * 1.9, u * 6.6), PAPER, (0, 1, 0))
            s.disc(u * 0.5, u * 0.6, (side * u * 1.1, -u * 1.95, u * 6.6), DARK, (0, 1, 0))
            s.ball((u * 0.7, u * 0.5, u * 1.1), (side * u * 1.7, 0, u * 8.6), s.dim)
            s.ball((u * 0.7, u * 1.6, u * 2.6), (side * u * 2.6, 0, u * 4.0), s.dim)
        s.ball((u * 0.4, u * 0.6, u * 0.6), (0, -u * 2.4, u * 5.8), COLOURS["orange"])
    elif kind in ("knight", "pawn"):
        s.column(u * 2.6, 0, u * 0.8, s.dim)
        s.barrel(u * 2.2, u * 0.8, u * 2.0)
        s.column(u * 1.2, u * 2.0, u * 6.2, s.main)
        s.column(u * 1.8, u * 6.0, u * 6.6, s.dim)
        if kind == "pawn":
            s.ball(u * 1.9, (0, 0, u * 8.1), s.main)
        else:
            s.box((u * 1.0, u * 0.9, u * 1.6), (u * 0.3, 0, u * 8.0), s.main, ((0.94, 0, 0.34), (0, 1, 0)))
            s.box((u * 1.3, u * 0.8, u * 0.8), (-u * 0.9, 0, u * 8.9), s.main, ((0.94, 0, 0.34), (0, 1, 0)))
    elif kind == "pig":
        for x in (1.8, -1.8):
            for y in (1.3, -1.3):
                s.column(u * 0.8, 0, u * 2.4, s.dim, (x * u, y * u))
        s.blob((u * 4.4, u * 3.2, u * 3.3), (0, 0, u * 5.0))
        s.disc(u * 1.2, u * 0.5, (-u * 4.5, 0, u * 5.0), s.dim, (1, 0, 0))
        for y in (1.4, -1.4):
            s.ball((u * 0.5, u * 0.8, u * 0.9), (-u * 2.6, y * u, u * 8.0), s.dim)
            s.ball(u * 0.3, (-u * 4.0, y * u, u * 6.4), DARK)
        s.box((u * 1.0, u * 0.25, u * 0.12), (u * 0.3, 0, u * 8.3), DARK)
    elif kind == "snowman":
        s.column(u * 2.0, 0, u * 0.5, PAPER)
        s.ball((u * 2.7, u * 2.7, u * 2.5), (0, 0, u * 2.55), PAPER)
        s.ball(u * 1.8, (0, 0, u * 6.2), PAPER)
        s.barrel(u * 1.9, u * 4.5, u * 5.2)
        s.rod(u * 0.3, (0, -u * 1.6, u * 6.3), (0, -u * 2.6, u * 6.2), COLOURS["orange"])
        s.column(u * 2.0, u * 7.5, u * 7.8, s.main)
        s.column(u * 1.3, u * 7.8, u * 9.6, s.main)
        for z in (2.0, 3.4):
            s.ball(u * 0.28, (0, -u * 2.6, u * z), DARK)
        for side in (1, -1):
            s.ball(u * 0.25, (side * u * 0.6, -u * 1.6, u * 6.8), DARK)
    elif kind == "trophy":
        s.box((u * 2.0, u * 2.0, u * 0.9), (0, 0, u * 0.9), DARK)
        s.column(u * 0.6, u * 1.8, u * 4.6, s.main)
        s.ball((u * 1.0, u * 1.0, u * 0.5), (0, 0, u * 3.4), s.main)
        s.ball((u * 2.2, u * 2.2, u * 2.0), (0, 0, u * 6.2), s.main)
        s.barrel(u * 2.3, u * 6.2, u * 9.4)
        s.hollow(u * 2.0, u * 9.4)
        for side in (1, -1):
            s.arc(u * 0.3, (side * u * 2.2, 0, u * 7.4), (side * u * 1.5, u * 1.7), (-85, 85), s.dim)
    elif kind == "bell":
        s.wall(u * 3.6, u * 1.6, 0, u * 5.6, u * 0.3, 12, (s.main, s.accent if s.pattern == "striped" else s.main))
        s.column(u * 3.2, 0, u * 0.7, s.dim)
        s.barrel(u * 1.7, u * 0.5, u * 5.8)
        s.rod(u * 0.7, (0, 0, u * 6.0), (0, 0, u * 9.2), WOOD)
    elif kind == "house":
        s.block((u * 3.2, u * 2.6, u * 2.6), (0, 0, u * 2.6))
        for side in (1, -1):
            axes = ((0.77, 0.0, -side * 0.64), (0.0, 1.0, 0.0))
            s.box((u * 2.6, u * 2.9, u * 0.25), (side * u * 1.85, 0, u * 6.9), s.dim, axes)
        s.box((u * 1.9, u * 2.5, u * 0.9), (0, 0, u * 5.9), s.main)
        s.box((u * 0.8, u * 0.1, u * 1.3), (0, -u * 2.6, u * 1.3), WOOD)
        for side in (1, -1):
            s.box((u * 0.6, u * 0.1, u * 0.6), (side * u * 2.1, -u * 2.6, u * 3.3), (0.6, 0.8, 0.95))
        s.box((u * 0.5, u * 0.5, u * 1.2), (u * 1.8, u * 1.0, u * 8.4), s.dim)
    elif kind == "drum":
        s.barrel(u * 4.6, 0, u * 6.4)
        for z in (0.0, 5.6):
            s.column(u * 4.8, u * z, u * (z + 0.9), s.dim)
        s.column(u * 4.3, u * 6.4, u * 6.6, PAPER)
        for side in (1, -1):
            s.rod(u * 0.25, (-u * 3.6, side * u * 1.5, u * 6.9), (u * 4.4, -side * u * 1.2, u * 7.5), WOOD)
            s.ball(u * 0.5, (-u * 3.6, side * u * 1.5, u * 7.2), WOOD)
    elif kind in ("globe", "snow"):
        s.column(u * 2.6, 0, u * 0.8, s.dim)
        if kind == "globe":
            s.column(u * 0.4, 0, u * 2.2, s.dim)
            s.blob((u * 3.7, u * 3.7, u * 3.7), (0, 0, u * 5.8))
            if s.pattern == "plain":
                for x, y, z in (
                    (-0.5, -0.75, 0.35),
                    (0.45, -0.8, -0.1),
                    (0.1, -0.5, 0.8),
                    (-0.8, 0.3, 0.4),
                    (0.8, 0.3, 0.4),
                ):
                    s.ball((u * 1.3, u * 1.3, u * 1.0), (x * u * 2.7, y * u * 2.7, u * 5.8 + z * u * 2.7), LEAF)
            s.arc(u * 0.2, (0, 0, u * 5.8), (u * 4.1, u * 4.1), (-100, 100), GOLD, "xz", 6)
        else:
            s.barrel(u * 3.7, 0, u * 2.6)
            s.disc(u * 2.6, u * 0.1, (0, 0, u * 2.7), PAPER)
            for i in range(3):
                s.column(u * (1.6 - 0.5 * i), u * (2.7 + 1.2 * i), u * (4.1 + 1.2 * i), LEAF)
            s.ball((u * 3.5, u * 3.5, u * 3.6), (0, 0, u * 5.9), (0.75, 0.88, 0.97, 0.4))
            for x, y, z in ((1.8, -1.8, 6.5), (-1.5, -2.2, 5.2), (0.3, -2.4, 7.6), (-0.5, 1.5, 8.3)):
                s.ball(u * 0.25, (x * u, y * u, z * u), COLOURS["white"])
    elif kind == "top":
        s.column(u * 1.4, 0, u * 0.6, s.dim)
        for i, r in enumerate((1.6, 3.0, 4.2)):
            s.column(u * r, u * (0.6 + 1.3 * i), u * (1.9 + 1.3 * i), s.main if i % 2 else s.dim)
        s.blob((u * 4.2, u * 4.2, u * 1.6), (0, 0, u * 4.5))
        s.rod(u * 0.5, (0, 0, u * 5.5), (0, 0, u * 9.2), METAL)
        s.ball(u * 0.9, (0, 0, u * 9.4), COLOURS["red"])
    else:  # stacked rings
        names = ("purple", "white", "green", "grey", "orange")
        s.column(u * 3.8, 0, u * 0.7, s.main)
        for i, name in enumerate(names):
            paint = s.main if i % 2 == 0 else COLOURS[name]
            s.ball((u * (3.6 - 0.5 * i), u * (3.6 - 0.5 * i), u * 0.85), (0, 0, u * (1.5 + 1.4 * i)), paint)
        s.take_pattern()
        s.ball(u * 1.2, (0, 0, u * 8.8), s.main)


def ball(
    s: Sculptor,
    radius: float = 0.06,
    seam: Literal["", "tennis", "foot", "basket", "base", "volley", "laces", "yarn"] = "",
    long: float = 1.0,
    hook: bool = False,
    holes: bool = False,
) -> None:
    """A ball on a small flat foot. seam: tennis, basket, foot (spots), base (stitches), volley, yarn or none."""
    if long > 1:
        s.box((radius * long * 0.5, radius * 0.42, radius * 0.1), (0, 0, radius * 0.1), s.dim)
    else:
        s.column(radius * 0.45, 0, radius * 0.17, s.dim)
    middle = (0.0, 0.0, radius * (1.05 if s.pattern in ("striped", "banded") or seam else 1.01) + 0.0005)
    s.blob((radius * long, radius, radius), middle)
    z = middle[2]
    if seam == "tennis":
        for side in (1, -1):
            s.disc(radius * 0.93, radius * 0.035, (side * radius * 0.42, 0, z), PAPER, (0.94, side * 0.2, 0.28))
    elif seam == "basket":
        for axis in ((1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0)):
            s.disc(radius * 1.006, radius * 0.025, middle, DARK, axis)
        for side in (1, -1):
            s.disc(radius * 0.83, radius * 0.025, (side * radius * 0.58, 0, z), DARK, (1, 0, 0))
    elif seam == "foot" and s.pattern == "plain":
        paint = DARK if s.main != COLOURS["black"] else PAPER
        for x, y, up in (
            (0, -0.35, 0.94),
            (0.85, -0.3, 0.42),
            (-0.85, -0.3, 0.42),
            (0, -0.97, 0.2),
            (0.5, 0.7, 0.5),
            (-0.5, 0.7, 0.5),
        ):
            s.disc(
                radius * 0.3,
                radius * 0.03,
                (x * radius * 0.95, y * radius * 0.95, z + up * radius * 0.95),
                paint,
                (x, y, up),
            )
    elif seam == "base":
        for side in (1, -1):
            s.disc(radius * 0.86, radius * 0.03, (side * radius * 0.53, 0, z), COLOURS["red"], (0.9, 0.3 * side, 0.3))
    elif seam == "volley":
        for axis in ((0.8, 0, 0.6), (0.8, 0, -0.6), (0, 0.8, 0.6)):
            s.disc(radius * 1.006, radius * 0.05, middle, s.accent, axis)
    elif seam == "yarn":
        for i, axis in enumerate(
            ((0.7, 0.2, 0.6), (-0.6, 0.4, 0.6), (0.1, 0.8, 0.5), (0.9, 0.4, 0.1), (0.2, -0.7, 0.7))
        ):
            s.disc(radius * 1.02, radius * 0.07, middle, s.dim if i % 2 else shade(s.main, 1.25), axis)
        s.path(
            radius * 0.06,
            [
                (radius * 0.5, -radius * 0.6, 0.004),
                (radius * 1.2, -radius * 1.0, 0.004),
                (radius * 1.6, -radius * 0.5, 0.004),
            ],
            s.main,
        )
    elif seam == "laces":
        for i in (-1, 0, 1):
            s.box(
                (radius * 0.05, radius * 0.2, radius * 0.05),
                (i * radius * 0.25, -radius * 0.3, z + radius * 0.93),
                PAPER,
            )
        for side in (1, -1):
            s.disc(radius * 0.66, radius * 0.05, (side * radius * long * 0.76, 0, z), PAPER, (1, 0, 0))
    if holes:
        for x, y in ((0.2, -0.3), (-0.2, -0.3), (0, 0.0)):
            up = math.sqrt(1 - x * x - y * y)
            s.ball(
                radius * 0.13,
                (x * radius * 0.92, y * radius * 0.92, z + up * radius * 0.92),
                PAPER if s.main == COLOURS["black"] else DARK,
            )
    if hook:
        s.column(radius * 0.22, z + radius * 0.93, z + radius * 1.12, GOLD)
        s.arc(radius * 0.04, (0, 0, z + radius * 1.2), (radius * 0.13, radius * 0.13), (0, 360), GOLD, pieces=6)
