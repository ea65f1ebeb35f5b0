"""Lights and what is worn, plugged in or charged."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GLOW, GOLD, METAL, PAPER, STEEL
from envs.home.objects.sculptor import Sculptor


def headset(
    s: Sculptor,
    radius: float = 0.08,
    kind: Literal["headphones", "glasses", "sunglasses", "goggles", "cable", "plug"] = "headphones",
) -> None:
    """What is worn on the head or plugged into a wall."""
    if kind == "headphones":
        thick = radius * 0.08
        s.arc(thick, (0, 0, radius * 0.7), (radius, radius * 1.1), (0, 180), s.dim, pieces=8)
        for side in (1, -1):
            s.ball((radius * 0.2, radius * 0.42, radius * 0.5), (side * radius * 0.95, 0, radius * 0.5), s.main)
            s.ball((radius * 0.16, radius * 0.36, radius * 0.42), (side * radius * 0.83, 0, radius * 0.5), DARK)
            s.box((radius * 0.14, radius * 0.42, radius * 0.06), (side * radius * 0.95, 0, radius * 0.06), s.dim)
        s.take_pattern()
        if s.pattern != "plain":
            for side in (1, -1):
                s.disc(radius * 0.24, 0.002, (side * radius * 1.15, 0, radius * 0.5), s.accent, (1, 0, 0))
            s.arc(thick * 1.15, (0, 0, radius * 0.7), (radius, radius * 1.1), (60, 120), s.accent, pieces=3)
        return
    if kind in ("glasses", "sunglasses", "goggles"):
        glass = {"glasses": (0.85, 0.92, 0.95), "sunglasses": DARK, "goggles": (0.4, 0.7, 0.9)}[kind]
        for side in (1, -1):
            s.disc(radius * 0.42, 0.003, (side * radius * 0.5, 0, radius * 0.42), s.main, (0, 1, 0))
            s.disc(radius * 0.34, 0.0036, (side * radius * 0.5, 0, radius * 0.42), glass, (0, 1, 0))
            s.box((radius * 0.12, 0.003, 0.002), (side * radius * 0.5, 0, 0.002), s.main)
            if kind != "goggles":
                s.rod(
                    0.003,
                    (side * radius * 0.92, 0, radius * 0.5),
                    (side * radius * 0.88, radius * 1.2, radius * 0.42),
                    s.dim,
                )
                s.rod(
                    0.003,
                    (side * radius * 0.88, radius * 1.2, radius * 0.42),
                    (side * radius * 0.88, radius * 1.45, 0.003),
                    s.dim,
                )
        s.rod(0.003, (-radius * 0.12, 0, radius * 0.5), (radius * 0.12, 0, radius * 0.5), s.main)
        if kind == "goggles":
            s.arc(0.008, (0, 0, 0.008), (radius * 0.95, radius * 1.1), (0, 180), s.dim, "xy", 6)
            s.box((radius * 0.8, radius * 0.15, 0.004), (0, radius * 0.1, 0.004), s.main)
        s.take_pattern()
        if s.pattern != "plain":
            for side in (1, -1):
                s.ball(0.006, (side * radius * 0.94, 0, radius * 0.55), s.accent)
                s.box((radius * 0.2, 0.004, 0.004), (side * radius * 0.5, 0, radius * 0.8), s.accent)
        return
    if kind == "cable":
        for i in range(3):
            colour = s.accent if s.pattern == "striped" and i % 2 else s.main
            s.arc(0.005, (0, 0, 0.005 + 0.008 * i), (radius * (1 - 0.06 * i), radius * 0.8), (0, 360), colour, "xy", 8)
        s.take_pattern()
        s.box((0.018, 0.012, 0.01), (radius * 1.15, 0, 0.01), PAPER if s.pattern == "plain" else s.accent)
        for y in (0.005, -0.005):
            s.rod(0.002, (radius * 1.15 + 0.018, y, 0.01), (radius * 1.15 + 0.034, y, 0.01), METAL)
        return
    s.block((radius, radius * 0.7, radius * 0.6), (0, 0, radius * 0.6))
    for y in (0.35, -0.35):
        s.rod(radius * 0.1, (radius, y * radius, radius * 0.6), (radius * 1.8, y * radius, radius * 0.6), METAL)
    s.box((radius * 0.2, radius * 0.4, 0.001), (0, 0, radius * 1.2), DARK)


def torch(
    s: Sculptor,
    length: float = 0.18,
    radius: float = 0.018,
    kind: Literal["torch", "bulb", "table", "lantern", "lava", "dryer", "tongs", "shaver"] = "torch",
) -> None:
    """Lights, and things of a torch's shape; table is a lamp with a shade."""
    if kind == "torch":
        half = length / 2
        s.box((half * 0.9, radius * 0.8, radius * 0.4), (0, 0, radius * 0.4), s.dim)
        s.disc(radius, half * 0.72, (-half * 0.28, 0, radius * 1.35), s.main, (1, 0, 0))
        s.disc(radius * 1.35, half * 0.2, (half * 0.6, 0, radius * 1.35), s.dim, (1, 0, 0))
        s.disc(radius * 1.6, half * 0.12, (half * 0.88, 0, radius * 1.6), s.main, (1, 0, 0))
        s.disc(radius * 1.3, 0.001, (half, 0, radius * 1.6), GLOW, (1, 0, 0), material="glow")
        s.box((half * 0.1, radius * 0.3, radius * 0.15), (0, 0, radius * 2.35), COLOURS["red"])
        patterned = s.take_pattern()
        for u in {"striped": (-0.8, -0.5, -0.2), "banded": (-0.5,), "two-tone": (-0.7,)}.get(patterned, ()):
            wide = {"striped": 0.06, "banded": 0.16, "two-tone": 0.3}[patterned]
            s.disc(radius * 1.05, half * wide, (half * u, 0, radius * 1.35), s.accent, (1, 0, 0))
        return
    if kind == "bulb":
        s.column(radius * 0.5, 0, length * 0.3, METAL)
        for z in (0.08, 0.16, 0.24):
            s.column(radius * 0.54, length * z, length * (z + 0.03), STEEL)
        s.column(radius * 0.6, length * 0.28, length * 0.5, s.main)
        s.blob((radius, radius, length * 0.3), (0, 0, length * 0.7))
        return
    if kind == "table":
        s.column(radius * 0.6, 0, length * 0.05, s.dim)
        s.column(radius * 0.1, 0, length * 0.6, METAL)
        s.ball((radius * 0.3, radius * 0.3, length * 0.14), (0, 0, length * 0.22), s.dim)
        s.barrel(radius * 0.62, length * 0.62, length * 0.98)
        s.wall(
            radius,
            radius * 0.64,
            length * 0.55,
            length,
            0.003,
            12,
            (s.main, s.accent if s.pattern == "striped" else s.main),
        )
        s.disc(radius * 0.5, 0.002, (0, 0, length), GLOW, material="glow")
        return
    if kind == "lantern":
        s.barrel(radius, 0, length * 0.2)
        s.column(radius * 0.75, length * 0.2, length * 0.65, GLOW)
        for i in range(4):
            a = i * math.pi / 2 + math.pi / 4
            x, y = radius * 0.9 * math.cos(a), radius * 0.9 * math.sin(a)
            s.rod(radius * 0.07, (x, y, length * 0.18), (x, y, length * 0.66), s.dim)
        s.column(radius, length * 0.65, length * 0.75, s.main)
        s.ball((radius * 0.7, radius * 0.7, length * 0.08), (0, 0, length * 0.76), s.dim)
        s.arc(0.004, (0, 0, length * 0.76), (radius * 0.7, length * 0.24), (0, 180), METAL, pieces=6)
        return
    if kind == "lava":
        s.column(radius, 0, length * 0.08, METAL)
        s.wall(radius, radius * 0.6, 0, length * 0.25, 0.004, 10, (METAL,))
        s.column(radius * 0.6, length * 0.25, length * 0.85, s.main)
        s.take_pattern()
        for z, r in ((0.34, 0.55), (0.52, 0.4), (0.68, 0.5), (0.78, 0.3)):
            s.ball((radius * r * 1.15, radius * r * 1.15, length * 0.06), (0, 0, length * z), s.accent)
        s.column(radius * 0.5, length * 0.85, length, METAL)
        if s.pattern == "banded":
            s.column(radius * 1.05, 0, length * 0.06, s.accent)
        return
    if kind == "dryer":
        s.box((radius * 0.9, radius * 0.7, radius * 0.2), (0, 0, radius * 0.2), s.dim)
        s.disc(radius, length * 0.28, (0, 0, radius), s.main, (1, 0, 0))
        s.disc(radius * 0.7, length * 0.16, (length * 0.42, 0, radius), s.dim, (1, 0, 0))
        s.disc(radius * 0.6, 0.001, (length * 0.58, 0, radius), DARK, (1, 0, 0))
        s.disc(radius * 0.8, 0.002, (-length * 0.28, 0, radius), DARK, (1, 0, 0))
        s.block((radius * 0.45, length * 0.28, radius * 0.4), (-length * 0.12, -length * 0.4, radius * 0.6))
        s.box((radius * 0.15, radius * 0.3, 0.003), (-length * 0.12, -length * 0.35, radius), COLOURS["red"])
        return
    if kind == "tongs":
        s.box((length * 0.3, radius, radius * 0.5), (0, 0, radius * 0.5), s.dim)
        s.disc(radius, length * 0.25, (-length * 0.25, 0, radius), s.main, (1, 0, 0))
        s.disc(radius * 0.6, length * 0.25, (length * 0.25, 0, radius), METAL, (1, 0, 0))
        s.box((length * 0.24, radius * 0.35, 0.002), (length * 0.22, 0, radius * 1.8), STEEL)
        if s.take_pattern() != "plain":
            s.disc(radius * 1.05, length * 0.08, (-length * 0.25, 0, radius), s.accent, (1, 0, 0))
        return
    s.box((radius * 0.9, length * 0.4, radius * 0.4), (0, 0, radius * 0.4), s.dim)
    s.blob((radius * 1.1, length * 0.48, radius * 0.8), (0, 0, radius * 0.9))
    for x, y in ((0.45, 0.36), (-0.45, 0.36), (0, 0.24)):
        s.disc(radius * 0.36, 0.006, (x * radius, y * length, radius * 1.45), METAL)
        s.disc(radius * 0.2, 0.007, (x * radius, y * length, radius * 1.45), DARK)
    s.disc(radius * 0.26, 0.004, (0, -length * 0.05, radius * 1.68), STEEL)


def battery(s: Sculptor, radius: float = 0.016, height: float = 0.06, square: bool = False) -> None:
    """A standing cell with its terminals."""
    if square:
        s.block((radius * 1.3, radius * 0.85, height * 0.46), (0, 0, height * 0.46))
        for side in (1, -1):
            s.column(radius * 0.4, height * 0.92, height, METAL, (side * radius * 0.6, 0))
        s.box((radius * 1.32, radius * 0.87, height * 0.1), (0, 0, height * 0.82), DARK)
        return
    s.column(radius * 0.96, 0, height * 0.03, METAL)
    s.barrel(radius, height * 0.03, height * 0.92)
    s.column(radius * 1.01, height * 0.68, height * 0.92, GOLD)
    s.column(radius * 0.35, height * 0.92, height, METAL)
