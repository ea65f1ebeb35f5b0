"""Clocks and small machines that stand on a table."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GOLD, METAL, PAPER, SCREEN, STEEL, shade
from envs.home.objects.sculptor import Sculptor


def clock(
    s: Sculptor,
    radius: float = 0.06,
    kind: Literal["round", "bells", "digital", "cuckoo", "watch", "timer", "compass", "hourglass"] = "round",
) -> None:
    """Clocks and dials."""
    if kind == "watch":
        s.box((radius * 0.45, radius * 0.25, 0.002), (0, radius * 1.0, 0.002), s.main)
        for side in (1, -1):
            s.box((radius * 0.42, radius * 0.75, 0.003), (0, side * radius * 1.6, 0.003), s.main)
            s.box((radius * 0.42, radius * 0.2, 0.003), (0, side * radius * 0.95, 0.004), s.main)
        s.column(radius, 0, radius * 0.36, METAL)
        s.disc(radius * 0.86, 0.0008, (0, 0, radius * 0.36), PAPER if s.take_pattern() == "plain" else s.accent)
        s.box((radius * 0.05, radius * 0.3, 0.0016), (0, radius * 0.28, radius * 0.36), DARK)
        s.box((radius * 0.22, radius * 0.05, 0.0016), (radius * 0.2, 0, radius * 0.36), DARK)
        s.box((radius * 0.3, radius * 0.07, 0.004), (0, -radius * 2.2, 0.004), METAL)
        return
    if kind == "hourglass":
        for z in (0.0, 3.0):
            s.column(radius, z * radius, (z + 0.2) * radius, s.main)
        s.ball((radius * 0.72, radius * 0.72, radius * 0.78), (0, 0, radius * 0.95), (0.85, 0.92, 0.95))
        s.ball((radius * 0.72, radius * 0.72, radius * 0.78), (0, 0, radius * 2.25), (0.85, 0.92, 0.95))
        s.column(radius * 0.6, radius * 0.2, radius * 0.85, s.accent)
        s.column(radius * 0.74, radius * 2.2, radius * 2.4, s.accent)
        for i in range(3):
            a = 2 * math.pi * i / 3 + 0.5
            x, y = 0.85 * radius * math.cos(a), 0.85 * radius * math.sin(a)
            s.rod(radius * 0.08, (x, y, radius * 0.1), (x, y, radius * 3.1), s.dim)
        s.take_pattern()
        return
    if kind in ("compass", "timer"):
        tall = radius * (0.35 if kind == "compass" else 0.9)
        if kind == "timer":
            s.column(radius, 0, radius * 0.3, s.dim)
            s.blob((radius, radius, radius * 0.95), (0, 0, radius * 0.75))
            s.column(radius * 1.02, radius * 0.62, radius * 0.8, PAPER)
            s.rod(radius * 0.13, (-radius * 0.35, 0, radius * 1.72), (radius * 0.35, 0, radius * 1.72), s.dim)
            for i in range(6):
                a = i * math.pi / 3
                at = (radius * 1.0 * math.cos(a), radius * 1.0 * math.sin(a), radius * 0.71)
                s.box((0.002, 0.002, radius * 0.08), at, DARK)
            return
        s.barrel(radius, 0, tall)
        s.disc(radius * 0.84, 0.001, (0, 0, tall), PAPER)
        axes = ((0.87, 0.5, 0.0), (-0.5, 0.87, 0.0))
        s.box((radius * 0.09, radius * 0.35, 0.002), (-radius * 0.17, radius * 0.3, tall), COLOURS["red"], axes)
        s.box((radius * 0.09, radius * 0.35, 0.002), (radius * 0.17, -radius * 0.3, tall), DARK, axes)
        s.disc(radius * 0.1, 0.003, (0, 0, tall), GOLD)
        s.arc(radius * 0.06, (0, radius * 1.15, tall / 2), (radius * 0.2, radius * 0.2), (0, 360), METAL, "xy", 6)
        return
    depth, z = radius * 0.5, radius * 1.12
    front = -depth - 0.0006
    if kind == "digital":
        s.block((radius * 1.5, depth, radius * 0.7), (0, 0, radius * 0.7))
        s.box((radius * 1.3, 0.001, radius * 0.5), (0, front, radius * 0.7), DARK)
        for x in (-0.85, -0.4, 0.3, 0.75):
            s.box(
                (radius * 0.14, 0.002, radius * 0.3), (x * radius, front, radius * 0.7), COLOURS["red"], material="glow"
            )
            s.box((radius * 0.07, 0.003, radius * 0.08), (x * radius, front, radius * 0.84), DARK)
            s.box((radius * 0.07, 0.003, radius * 0.08), (x * radius, front, radius * 0.56), DARK)
        s.box((radius * 0.5, depth * 0.4, 0.004), (0, 0, radius * 1.42), s.dim)
        return
    elif kind == "cuckoo":
        s.block((radius, depth, radius), (0, 0, radius))
        for side in (1, -1):
            axes = ((0.77, 0.0, -side * 0.64), (0.0, 1.0, 0.0))
            s.box((radius * 0.95, depth * 1.2, radius * 0.1), (side * radius * 0.62, 0, radius * 2.35), s.dim, axes)
        s.box((radius * 0.45, depth * 0.9, radius * 0.4), (0, 0, radius * 2.2), s.main)
        s.box((radius * 0.2, 0.003, radius * 0.2), (0, front, radius * 2.15), DARK)
        z = radius
    else:
        s.disc(radius, depth, (0, 0, z), s.main, (0, 1, 0))
        s.box((radius * 0.55, depth, radius * 0.1), (0, 0, radius * 0.1), s.dim)
        patterned = s.take_pattern()
        if patterned != "plain":
            s.disc(radius * 1.02, depth * 0.4, (0, 0, z), s.accent, (0, 1, 0))
    s.disc(radius * 0.84, 0.001, (0, front, z), PAPER, (0, 1, 0))
    for i in range(4):
        a = i * math.pi / 2
        s.box(
            (radius * 0.05, 0.002, radius * 0.05),
            (radius * 0.7 * math.cos(a), front, z + radius * 0.7 * math.sin(a)),
            DARK,
        )
    s.rod(radius * 0.045, (0, front - 0.001, z), (radius * 0.3, front - 0.001, z + radius * 0.22), DARK)
    s.rod(radius * 0.035, (0, front - 0.001, z), (-radius * 0.25, front - 0.001, z + radius * 0.5), DARK)
    if kind == "bells":
        for side in (1, -1):
            s.ball((radius * 0.4, radius * 0.4, radius * 0.3), (side * radius * 0.6, 0, z + radius * 1.02), METAL)
            s.rod(radius * 0.08, (side * radius * 0.5, 0, radius * 0.3), (side * radius * 0.8, 0, radius * 0.08), METAL)
        s.arc(radius * 0.06, (0, 0, z + radius * 1.1), (radius * 0.3, radius * 0.35), (0, 180), METAL)


def scales(
    s: Sculptor,
    width: float = 0.22,
    height: float = 0.12,
    kind: Literal["kitchen", "blender", "grinder", "telephone", "mixer", "juicer", "hotplate"] = "kitchen",
) -> None:
    """Machines that stand on a kitchen table or a desk."""
    x, z = width / 2, height / 2
    if kind == "kitchen":
        s.block((x, x * 0.8, height * 0.25), (0, 0, height * 0.25))
        s.column(x * 0.25, height * 0.5, height * 0.8, METAL)
        s.column(x * 0.85, height * 0.8, height * 0.88, METAL)
        s.box((x * 0.45, 0.002, height * 0.13), (0, -x * 0.8, height * 0.27), SCREEN)
    elif kind == "blender":
        s.block((x * 0.8, x * 0.8, height * 0.14), (0, 0, height * 0.14))
        s.disc(x * 0.2, 0.006, (0, -x * 0.8, height * 0.14), METAL, (0, 1, 0))
        s.column(x * 0.6, height * 0.28, height * 0.34, DARK)
        s.wall(x * 0.6, x * 0.85, height * 0.34, height * 0.9, 0.004, 10, ((0.75, 0.86, 0.9),))
        s.column(x * 0.62, height * 0.34, height * 0.6, s.accent)
        s.column(x * 0.88, height * 0.9, height, s.dim)
        s.arc(x * 0.12, (x * 0.7, 0, height * 0.64), (x * 0.55, height * 0.2), (-80, 80), s.dim)
    elif kind == "grinder":
        s.block((x, x, height * 0.25), (0, 0, height * 0.25))
        s.box((x * 0.6, 0.003, height * 0.16), (0, -x, height * 0.25), s.dim)
        s.ball(x * 0.1, (0, -x * 1.05, height * 0.25), METAL)
        s.ball((x * 0.8, x * 0.8, height * 0.2), (0, 0, height * 0.52), METAL)
        s.rod(x * 0.07, (0, 0, height * 0.7), (0, 0, height * 0.85), METAL)
        s.rod(x * 0.07, (0, 0, height * 0.85), (x * 1.1, 0, height * 0.85), METAL)
        s.ball(x * 0.16, (x * 1.1, 0, height * 0.93), s.dim)
    elif kind == "telephone":
        s.block((x, x * 0.8, height * 0.25), (0, 0, height * 0.25))
        s.disc(x * 0.5, 0.003, (0, -x * 0.15, height * 0.5), PAPER)
        for i in range(8):
            a = i * math.pi / 4
            s.disc(x * 0.09, 0.004, (x * 0.35 * math.cos(a), -x * 0.15 + x * 0.35 * math.sin(a), height * 0.5), DARK)
        s.box((x * 0.6, x * 0.16, height * 0.12), (0, x * 0.5, height * 0.6), s.dim)
        s.rod(x * 0.13, (-x * 0.85, x * 0.5, height * 0.85), (x * 0.85, x * 0.5, height * 0.85), s.main)
        for side in (1, -1):
            s.ball((x * 0.24, x * 0.24, height * 0.14), (side * x * 0.85, x * 0.5, height * 0.78), s.main)
    elif kind == "mixer":
        s.box((x, x * 0.6, height * 0.06), (0, 0, height * 0.06), s.main)
        s.block((x * 0.25, x * 0.4, height * 0.35), (x * 0.7, 0, height * 0.4))
        s.ball((x * 0.95, x * 0.4, height * 0.15), (0, 0, height * 0.82), s.main)
        s.column(x * 0.08, height * 0.4, height * 0.7, METAL, (-x * 0.45, 0))
        s.column(x * 0.45, height * 0.12, height * 0.5, METAL, (-x * 0.45, 0))
        s.disc(x * 0.4, 0.001, (-x * 0.45, 0, height * 0.5), DARK)
    elif kind == "juicer":
        s.barrel(x, 0, height * 0.4)
        s.column(x * 1.1, height * 0.4, height * 0.5, s.dim)
        s.ball((x * 0.6, x * 0.6, height * 0.45), (0, 0, height * 0.52), PAPER)
        for i in range(3):
            a = i * math.pi / 3
            s.ball(
                (x * 0.64, x * 0.1, height * 0.46),
                (0, 0, height * 0.52),
                shade(PAPER, 0.8),
                ((math.cos(a), math.sin(a), 0), (-math.sin(a), math.cos(a), 0)),
            )
        s.box((x * 0.25, x * 0.2, height * 0.06), (0, -x * 1.05, height * 0.35), s.dim)
    else:
        s.block((x, x * 0.8, z * 0.7), (0, 0, z * 0.7))
        for side in (1, -1):
            s.disc(x * 0.36, 0.004, (side * x * 0.48, x * 0.15, height * 0.7), DARK)
            s.disc(x * 0.2, 0.005, (side * x * 0.48, x * 0.15, height * 0.7), STEEL)
            s.disc(x * 0.08, 0.006, (side * x * 0.4, -x * 0.8, z * 0.7), DARK, (0, 1, 0))
