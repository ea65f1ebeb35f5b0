"""Long things one holds at one end, and small things of metal."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.families.tool_heads import HEADS
from envs.home.objects.palette import COLOURS, CREAM, DARK, METAL, PAPER, STEEL
from envs.home.objects.sculptor import Sculptor


def tool(
    s: Sculptor,
    length: float = 0.25,
    grip: float = 0.012,
    head: Literal[
        "knife",
        "spoon",
        "ladle",
        "fork",
        "spatula",
        "turner",
        "whisk",
        "hammer",
        "mallet",
        "driver",
        "wrench",
        "brush",
        "bristles",
        "hairbrush",
        "roundbrush",
        "peeler",
        "cutter",
        "masher",
        "scoop",
        "roller",
        "net",
        "lens",
        "paddle",
        "razor",
        "trowel",
        "rake",
        "saw",
        "dustpan",
        "broom",
        "plunger",
        "squeegee",
        "racket",
    ] = "knife",
    share: float = 0.45,
    metal: bool = True,
) -> None:
    """A handle along x in the instance's colour, with a head at its right end. share: the handle's part of the length.

    metal: whether the head is of metal rather than of the handle's colour.
    """
    handle = length * share
    left, joint = -length / 2, -length / 2 + handle
    z = grip
    colour = METAL if metal else s.main
    s.block((handle / 2, grip, grip * 0.8), ((left + joint) / 2, 0, grip * 0.8))
    s.disc(grip, grip * 0.8, (left, 0, grip * 0.8), s.dim)
    free = length - handle
    right = joint + free
    HEADS[head](s, joint, right, free, z, colour)


def pen(
    s: Sculptor,
    length: float = 0.15,
    radius: float = 0.006,
    tip: Literal["cone", "lead", "felt", "wax", "stick"] = "cone",
    cap: bool = False,
    clip: bool = False,
) -> None:
    """Something to write with, lying along x. tip: lead is a pencil with its rubber, wax a crayon."""
    half = length / 2
    patterned = s.take_pattern()
    s.box((half * 0.7, radius * 0.8, radius * 0.5), (0, 0, radius * 0.5), s.main)
    s.disc(radius, half * 0.75, (-half * 0.1, 0, radius), s.main, (1, 0, 0))
    spots = {"striped": (-0.6, -0.3, 0.0, 0.3), "banded": (-0.1,), "dotted": (-0.5, 0.2), "two-tone": (-0.45,)}
    for u in spots.get(patterned, ()):
        wide = {"striped": 0.06, "banded": 0.2, "dotted": 0.1, "two-tone": 0.4}[patterned]
        s.disc(radius * 1.06, half * wide, (half * u, 0, radius * 1.06), s.accent, (1, 0, 0))
    front = half * 0.65
    if tip == "lead":
        for i in range(3):
            at = (front + half * 0.08 * (i + 0.5), 0, radius)
            s.disc(radius * (0.85 - 0.25 * i), half * 0.04, at, CREAM if i < 2 else DARK, (1, 0, 0))
        s.rod(radius * 0.25, (front + half * 0.2, 0, radius), (half, 0, radius), DARK)
        s.disc(radius * 1.02, half * 0.05, (-half * 0.88, 0, radius * 1.02), METAL, (1, 0, 0))
        s.disc(radius, half * 0.05, (-half * 0.96, 0, radius), COLOURS["pink"], (1, 0, 0))
    elif tip == "wax":
        s.disc(radius * 0.8, half * 0.1, (front + half * 0.1, 0, radius), s.dim, (1, 0, 0))
        s.disc(radius * 0.5, half * 0.07, (front + half * 0.25, 0, radius), s.dim, (1, 0, 0))
        s.disc(radius * 1.04, half * 0.03, (-half * 0.7, 0, radius * 1.04), DARK, (1, 0, 0))
        s.disc(radius * 1.04, half * 0.03, (half * 0.5, 0, radius * 1.04), DARK, (1, 0, 0))
    elif tip == "stick":
        s.disc(radius * 0.9, half * 0.2, (front + half * 0.2, 0, radius), PAPER, (1, 0, 0))
        s.disc(radius * 1.05, half * 0.1, (-half * 0.75, 0, radius * 1.05), s.dim, (1, 0, 0))
    else:
        s.disc(radius * 0.7, half * 0.1, (front + half * 0.1, 0, radius), METAL if tip == "cone" else PAPER, (1, 0, 0))
        s.rod(radius * (0.25 if tip == "cone" else 0.4), (front + half * 0.2, 0, radius), (half, 0, radius), DARK)
    if cap:
        s.disc(radius * 1.15, half * 0.28, (-half * 0.7, 0, radius * 1.15), s.dim, (1, 0, 0))
    if clip:
        s.box((half * 0.2, radius * 0.25, radius * 0.2), (-half * 0.65, 0, radius * 2.2), METAL)


def pair(
    s: Sculptor,
    length: float = 0.18,
    grip: float = 0.007,
    kind: Literal["scissors", "pliers", "tongs", "tweezers", "sticks"] = "scissors",
) -> None:
    """Two legs that cross or run side by side."""
    half, z = length / 2, grip
    patterned = s.take_pattern()
    grips = (s.main, s.accent if patterned != "plain" else s.main)
    for side, paint in zip((1, -1), grips, strict=True):
        if kind == "scissors":
            for i in range(6):
                a, b = math.pi * i / 3, math.pi * (i + 1) / 3
                x, y, r = -half * 0.66, side * length * 0.14, length * 0.11
                p = (x + 1.3 * r * math.cos(a), y + r * math.sin(a), z)
                s.rod(grip * 0.8, p, (x + 1.3 * r * math.cos(b), y + r * math.sin(b), z), paint)
            axes = ((0.985, -side * 0.17, 0.0), (side * 0.17, 0.985, 0.0))
            s.box(
                (half * 0.68, length * 0.032, 0.0016),
                (half * 0.34, -side * length * 0.02, z + side * 0.0017),
                METAL,
                axes,
            )
        elif kind == "pliers":
            s.path(
                grip,
                [(-half, side * length * 0.17, z), (-half * 0.3, side * length * 0.15, z), (half * 0.35, 0, z)],
                paint,
            )
            s.box((half * 0.3, length * 0.045, grip * 0.8), (half * 0.7, -side * length * 0.045, z), STEEL)
        elif kind == "tongs":
            s.rod(grip, (-half, side * length * 0.02, z), (half * 0.6, side * length * 0.13, z), METAL)
            s.ball((length * 0.1, grip * 1.4, grip * 1.5), (half * 0.75, side * length * 0.13, z * 1.5), paint)
            s.rod(
                grip * 1.2,
                (-half * 0.7, side * length * 0.04, z * 1.2),
                (-half * 0.1, side * length * 0.08, z * 1.2),
                paint,
            )
        elif kind == "tweezers":
            s.path(grip, [(-half, 0, z), (0, side * length * 0.09, z), (half, side * length * 0.02, z)], paint)
        elif kind == "sticks":
            axes = ((0.998, side * 0.06, 0.0), (-side * 0.06, 0.998, 0.0))
            s.box((half, grip, grip), (0, side * length * 0.06, grip), paint, axes)
            s.box(
                (half * 0.25, grip * 1.03, grip * 1.03),
                (-half * 0.7, side * length * 0.02, grip),
                s.accent if patterned == "banded" else s.dim,
                axes,
            )
        else:
            axes = ((0.99, side * 0.13, 0.0), (-side * 0.13, 0.99, 0.0))
            s.box((half, grip * 0.8, grip), (0, side * length * 0.08, grip), paint, axes)
    if kind == "scissors":
        s.disc(grip * 0.7, grip * 0.6, (-half * 0.1, 0, z), STEEL)
    elif kind == "pliers":
        s.disc(length * 0.075, grip, (half * 0.4, 0, z), STEEL)
    elif kind == "tongs":
        s.disc(grip * 1.4, grip, (-half, 0, grip), METAL)


def rolling(s: Sculptor, length: float = 0.3, radius: float = 0.025) -> None:
    """A roller with a grip at either end."""
    body = length * 0.3
    s.box((body, radius * 0.4, radius * 0.2), (0, 0, radius * 0.2), s.main)
    s.disc(radius, body, (0, 0, radius), s.main, (1, 0, 0))
    patterned = s.take_pattern()
    spots = {"striped": (-0.6, 0.0, 0.6), "banded": (0.0,), "dotted": (-0.8, 0.8), "two-tone": (0.5,)}
    for u in spots.get(patterned, ()):
        wide = {"striped": 0.1, "banded": 0.3, "dotted": 0.1, "two-tone": 0.5}[patterned]
        s.disc(radius * 1.02, body * wide, (body * u, 0, radius * 1.02), s.accent, (1, 0, 0))
    for side in (1, -1):
        s.rod(radius * 0.38, (side * body, 0, radius), (side * (length / 2 - radius * 0.38), 0, radius), s.dim)
        s.disc(radius * 0.6, 0.004, (side * (body + 0.004), 0, radius), METAL, (1, 0, 0))


def small_steel(
    s: Sculptor,
    length: float = 0.08,
    kind: Literal["key", "keys", "opener", "corkscrew", "ruler", "lighter", "clip"] = "key",
) -> None:
    """Small things of metal, most of them flat."""
    half = length / 2
    metal = METAL if s.main != METAL else STEEL
    if kind == "key":
        s.column(half * 0.42, 0, 0.006, s.main, (-half * 0.6, 0))
        s.disc(half * 0.14, 0.0008, (-half * 0.75, 0, 0.006), DARK)
        s.box((half * 0.6, half * 0.1, 0.002), (half * 0.3, 0, 0.003), metal)
        for x in (0.5, 0.7, 0.85):
            s.box((half * 0.05, half * 0.1, 0.002), (x * half, -half * 0.18, 0.003), metal)
        if s.take_pattern() != "plain":
            s.column(half * 0.3, 0.006, 0.008, s.accent, (-half * 0.52, 0))
    elif kind == "keys":
        s.arc(0.0022, (-half * 0.4, 0, 0.003), (half * 0.35, half * 0.35), (0, 360), METAL, "xy", 6)
        for y, paint in ((0.35, s.main), (-0.35, METAL)):
            s.column(half * 0.26, 0, 0.005, paint, (half * 0.05, y * half))
            s.box((half * 0.4, half * 0.08, 0.002), (half * 0.6, y * half, 0.003), metal)
        s.block((half * 0.32, half * 0.2, 0.006), (-half * 0.95, 0, 0.006))
    elif kind == "opener":
        s.block((half * 0.65, half * 0.16, 0.006), (-half * 0.35, 0, 0.006))
        s.arc(0.004, (half * 0.6, 0, 0.006), (half * 0.4, half * 0.3), (-170, 170), metal, "xy", 6)
    elif kind == "corkscrew":
        s.block((half * 0.22, half * 0.75, half * 0.15), (-half * 0.75, 0, half * 0.15))
        s.rod(half * 0.06, (-half * 0.5, 0, half * 0.15), (-half * 0.05, 0, half * 0.15), metal)
        for i in range(6):
            y = half * 0.12 * (-1) ** i
            s.rod(
                half * 0.05,
                (half * (-0.05 + 0.17 * i), y, half * 0.15),
                (half * (0.12 + 0.17 * i), -y, half * 0.15),
                metal,
            )
    elif kind == "ruler":
        s.block((half, length * 0.075, 0.002), (0, 0, 0.002))
        for i in range(9):
            long = 0.03 if i % 2 else 0.045
            s.box(
                (0.0008, length * long / 2, 0.0024), (half * (i - 4) * 0.22, length * (0.075 - long / 2), 0.0024), DARK
            )
    elif kind == "lighter":
        s.block((half * 0.35, half * 0.2, half * 0.7), (0, 0, half * 0.7))
        s.box((half * 0.35, half * 0.2, half * 0.18), (0, 0, half * 1.58), METAL)
        s.disc(half * 0.14, half * 0.14, (half * 0.15, 0, half * 1.8), STEEL, (0, 1, 0))
        s.box((half * 0.14, half * 0.16, half * 0.05), (-half * 0.18, 0, half * 1.8), COLOURS["red"])
    else:
        for low, reach in ((0.0, (half, half * 0.32)), (half * 0.15, (half * 0.75, half * 0.2))):
            s.arc(half * 0.06, (low, 0, half * 0.06), reach, (20, 340), s.main, "xy", 7)
        s.take_pattern()
