"""Small bars, candles and holders."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GLOW, GOLD, METAL, PAPER, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def bar(
    s: Sculptor,
    length: float = 0.09,
    width: float = 0.06,
    thick: float = 0.03,
    kind: Literal[
        "soap", "dish", "sponge", "chocolate", "butter", "eraser", "notes", "wallet", "card", "envelope", "cards"
    ] = "soap",
) -> None:
    """A small bar or card that lies."""
    x, y, z = length / 2, width / 2, thick / 2
    if kind == "soap":
        s.block((x * 0.86, y * 0.86, z), (0, 0, z))
        if s.pattern == "plain" and not s.mark:
            s.ball((x, y, z * 0.9), (0, 0, z), s.main)
            s.ball((x * 0.6, y * 0.5, 0.002), (0, 0, thick), s.dim)
        else:
            s.box((x, y * 0.7, z * 0.7), (0, 0, z), s.main)
    elif kind == "dish":
        s.box((x, y, z * 0.3), (0, 0, z * 0.3), s.dim)
        for side in (1, -1):
            s.box((0.003, y, z * 0.6), (side * x, 0, z * 0.6), s.main)
            s.box((x, 0.003, z * 0.6), (0, side * y, z * 0.6), s.main)
        s.block((x * 0.7, y * 0.66, z * 0.6), (0, 0, z * 1.2), PAPER if s.main != COLOURS["white"] else COLOURS["pink"])
    elif kind == "sponge":
        s.block((x, y, z * 0.72), (0, 0, z * 0.72))
        s.box((x * 1.0, y * 1.0, z * 0.28), (0, 0, z * 1.72), s.accent if s.pattern != "two-tone" else DARK)
        for u, v in ((0.5, 0.4), (-0.4, 0.2), (0.0, -0.5), (-0.7, -0.5), (0.7, -0.3)):
            s.disc(x * 0.07, y * 1.004, (u * x, 0, z * (0.72 + v * 0.6)), s.dim, (0, 1, 0))
    elif kind == "chocolate":
        s.block((x, y, z * 0.8), (0, 0, z * 0.8))
        s.box((x * 0.3, y * 0.96, z * 0.7), (x * 1.2, 0, z * 0.7), COLOURS["brown"])
        for u in (1.1, 1.34):
            for v in (-0.5, 0.0, 0.5):
                s.box((x * 0.1, y * 0.2, z * 0.3), (u * x, v * y * 1.2, z * 1.5), shade(COLOURS["brown"], 0.8))
        s.box((x * 0.05, y, z * 0.85), (x * 0.95, 0, z * 0.85), METAL)
        if s.pattern == "plain" and not s.mark:
            s.box((x * 0.6, y * 0.3, 0.001), (-x * 0.1, 0, z * 1.6), GOLD)
    elif kind == "butter":
        s.box((x * 1.25, y * 1.3, z * 0.2), (0, 0, z * 0.2), s.main)
        s.box((x, y, z * 0.9), (0, 0, z * 1.1), (0.97, 0.88, 0.5))
        s.block((x * 0.4, y * 1.02, z * 0.92), (x * 0.62, 0, z * 1.12), s.main)
    elif kind == "eraser":
        s.box((x, y * 0.96, z * 0.95), (0, 0, z * 0.95), PAPER)
        s.block((x * 0.6, y, z), (-x * 0.4, 0, z))
    elif kind == "notes":
        s.block((x, y, z), (0, 0, z))
        s.box(
            (x * 0.98, y * 0.7, 0.001), (0, -y * 0.28, thick + 0.004), shade(s.main, 1.2), ((1, 0, 0), (0, 0.98, -0.2))
        )
        for i in (0.3, -0.1, -0.5):
            s.box((x * 0.6, 0.0015, 0.001), (0, i * y, thick + 0.008 + 0.004 * -i), DARK)
    elif kind == "wallet":
        s.block((x, y, z), (0, 0, z))
        s.box((x * 1.01, 0.001, z * 1.01), (0, y * 0.85, z * 1.01), s.dim)
        s.box((x * 0.2, y * 0.22, z * 1.1), (x * 0.85, 0, z * 1.1), s.dim)
        s.disc(y * 0.1, 0.002, (x * 0.85, 0, thick * 1.1), GOLD)
        s.box((x * 0.9, 0.004, z * 0.4), (0, y, z), COLOURS["green"])
    elif kind == "card":
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.16, y * 0.2, 0.001), (-x * 0.55, y * 0.1, thick), GOLD)
        s.box((x * 0.7, y * 0.06, 0.001), (-x * 0.1, -y * 0.4, thick), PAPER)
    elif kind == "envelope":
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.14, y * 0.24, 0.001), (x * 0.72, y * 0.5, thick), COLOURS["red"])
        for i in (0.0, -0.25, -0.5):
            s.box((x * 0.4, 0.0016, 0.001), (0, i * y, thick), DARK)
    else:
        s.block((x, y, z), (0, 0, z))
        for i in range(3):
            axes = ((0.97, 0.24 * (i - 1), 0.0), (-0.24 * (i - 1), 0.97, 0.0))
            s.box(
                (x * 0.7, y * 0.7, 0.001),
                (0.006 * (i - 1), 0, thick + 0.001 * i),
                (PAPER, COLOURS["red"], DARK)[i],
                axes,
            )


def candle(
    s: Sculptor,
    radius: float = 0.035,
    height: float = 0.12,
    kind: Literal["pillar", "taper", "glass", "tea", "branches"] = "pillar",
) -> None:
    """A candle with its flame: branches are three on one foot, tea is a tea light in its cup."""
    flame_at = height

    def flame(x: float, z: float, size: float) -> None:
        s.rod(size * 0.12, (x, 0, z), (x, 0, z + size * 0.5), DARK)
        s.ball((size * 0.34, size * 0.34, size * 0.8), (x, 0, z + size * 1.1), GLOW, material="glow")

    if kind == "pillar":
        s.barrel(radius, 0, height)
        s.disc(radius * 0.8, 0.001, (0, 0, height), s.dim)
        flame(0, flame_at, radius * 0.6)
    elif kind == "taper":
        s.column(radius, 0, height * 0.04, s.dim)
        s.arc(radius * 0.12, (radius, 0, height * 0.06), (radius * 0.35, radius * 0.35), (0, 360), s.dim, pieces=6)
        s.column(radius * 0.45, 0, height * 0.2, s.dim)
        s.barrel(radius * 0.3, height * 0.15, height * 0.9, badge=False)
        flame(0, height * 0.9, radius * 0.4)
    elif kind == "glass":
        s.column(radius, 0, height * 0.05, PAPER)
        s.barrel(radius * 0.98, height * 0.03, height * 0.7)
        s.disc(radius, height / 2, (0, 0, height / 2), (0.85, 0.92, 0.95, 0.35))
        if s.pattern == "plain":
            s.box((radius * 0.6, radius * 0.3, height * 0.2), (0, -radius * 0.78, height * 0.4), PAPER)
        flame(0, height * 0.7, radius * 0.5)
    elif kind == "tea":
        s.column(radius, 0, height * 0.9, METAL)
        s.column(radius * 0.88, height * 0.5, height, s.main)
        if s.take_pattern() != "plain":
            s.column(radius * 1.02, height * 0.3, height * 0.6, s.accent)
        flame(0, height, radius * 0.5)
    else:
        s.column(radius, 0, height * 0.06, s.main)
        s.column(radius * 0.18, 0, height * 0.6, s.main)
        s.arc(radius * 0.16, (0, 0, height * 0.6), (radius * 1.3, height * 0.25), (180, 360), s.main, pieces=6)
        wax = s.accent if s.take_pattern() != "plain" else PAPER
        for x in (-1.3, 0, 1.3):
            s.column(radius * 0.28, height * 0.56, height * 0.62, s.main, (x * radius, 0))
            s.column(radius * 0.18, height * 0.6, height * 0.88, wax, (x * radius, 0))
            flame(x * radius, height * 0.88, radius * 0.25)


def stand(
    s: Sculptor,
    width: float = 0.16,
    height: float = 0.12,
    kind: Literal[
        "toast", "paper", "pens", "brushes", "toilet", "tree", "egg", "letters", "rack", "board", "tree_rings"
    ] = "toast",
) -> None:
    """Small holders with what they hold."""
    x, z = width / 2, height / 2
    if kind == "toast":
        s.block((x, x * 0.5, height * 0.06), (0, 0, height * 0.06))
        for i in range(5):
            s.arc(0.003, (x * (i - 2) * 0.42, 0, height * 0.1), (x * 0.45, height * 0.85), (0, 180), s.main, "yz", 4)
    elif kind == "paper":
        s.barrel(x * 1.1, 0, height * 0.14)
        s.column(x * 0.18, 0, height, s.main)
        s.ball(x * 0.36, (0, 0, height), s.main)
        s.column(x * 0.68, height * 0.14, height * 0.88, PAPER)
        s.disc(x * 0.25, 0.001, (0, 0, height * 0.88), WOOD)
    elif kind == "pens":
        s.barrel(x, 0, height * 0.62)
        s.hollow(x * 0.86, height * 0.62)
        for i, name in enumerate(("red", "yellow", "blue", "green")):
            a = i * math.pi / 2 + 0.4
            foot = (x * 0.3 * math.cos(a), x * 0.3 * math.sin(a), height * 0.5)
            s.rod(0.004, foot, (x * 0.9 * math.cos(a), x * 0.9 * math.sin(a), height * (0.9 + 0.03 * i)), COLOURS[name])
    elif kind == "brushes":
        s.barrel(x, 0, height * 0.55)
        s.hollow(x * 0.84, height * 0.55)
        for side, name in ((1, "red"), (-1, "teal")):
            tip = (side * x * 0.9, 0, height * 0.95)
            s.rod(0.004, (side * x * 0.2, 0, height * 0.45), tip, COLOURS[name])
            s.box((0.006, 0.012, 0.012), (side * x * 0.9 + side * 0.006, 0, height * 0.94), PAPER)
    elif kind == "toilet":
        s.barrel(x, 0, height * 0.34)
        s.column(x * 1.05, height * 0.32, height * 0.36, s.dim)
        s.column(x * 0.12, height * 0.36, height * 0.95, PAPER)
        s.column(x * 0.22, height * 0.75, height, s.dim)
    elif kind == "tree":
        s.barrel(x * 0.8, 0, height * 0.05)
        s.column(x * 0.09, 0, height, s.main)
        for level, turn in ((0.9, 0.0), (0.6, 1.57)):
            for side in (1, -1):
                c, d = math.cos(turn) * side, math.sin(turn) * side
                s.rod(x * 0.07, (0, 0, height * (level - 0.1)), (x * 0.85 * c, x * 0.85 * d, height * level), s.main)
        s.ball(x * 0.14, (0, 0, height), s.dim)
    elif kind == "egg":
        s.column(x * 0.8, 0, height * 0.08, s.main)
        s.column(x * 0.3, 0, height * 0.3, s.main)
        s.barrel(x, height * 0.3, height * 0.6)
        s.ball(
            (x * 0.8, x * 0.8, height * 0.3),
            (0, 0, height * 0.7),
            COLOURS["beige"] if s.main != COLOURS["beige"] else PAPER,
        )
    elif kind == "letters":
        s.block((x, x * 0.4, height * 0.05), (0, 0, height * 0.05))
        for i in (-1, 0, 1):
            s.box((x, 0.003, z * (0.75 + 0.2 * i)), (0, x * 0.32 * i, z * (0.75 + 0.2 * i)), s.main)
        s.box((x * 0.8, 0.002, z * 0.85), (x * 0.1, -x * 0.16, z * 0.9), PAPER)
        s.box((x * 0.7, 0.002, z * 0.9), (-x * 0.1, x * 0.16, z), (0.95, 0.85, 0.6))
    elif kind == "rack":
        s.block((x, x * 0.66, height * 0.05), (0, 0, height * 0.05))
        for i in range(4):
            s.arc(0.003, (x * (i - 1.5) * 0.5, 0, height * 0.1), (x * 0.5, height * 0.5), (0, 180), METAL, "yz", 4)
        for i in range(2):
            s.disc(x * 0.55, 0.004, (x * (i - 0.5) * 0.5 - 0.02, 0, height * 0.1 + x * 0.5), PAPER, (1, 0, 0))
    elif kind == "board":
        s.block((x, z, 0.008), (0, 0, 0.008))
        s.box((x * 0.16, z * 0.2, 0.008), (x * 1.14, 0, 0.008), s.main)
        s.disc(z * 0.1, 0.001, (x * 1.16, 0, 0.016), DARK)
        for v in (1, -1):
            s.box((x * 0.9, 0.002, 0.001), (0, v * z * 0.85, 0.016), s.dim)
    else:
        s.barrel(x, 0, height * 0.08)
        s.column(x * 0.09, 0, height, GOLD)
        for level in (0.5, 0.85):
            s.rod(x * 0.06, (-x * 0.8, 0, height * level), (x * 0.8, 0, height * level), GOLD)
        for side in (1, -1):
            s.arc(
                x * 0.05,
                (side * x * 0.6, 0, height * 0.68),
                (x * 0.16, height * 0.15),
                (0, 360),
                COLOURS["teal" if side > 0 else "red"],
                pieces=6,
            )
