"""The heads of tools, by word. Each is drawn from x = a (where the handle ends) to x = b, `free` long.

z: the height of the handle's middle. colour: the head's, where it is not of steel.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from envs.home.objects.palette import CREAM, DARK, METAL, PAPER, STEEL, WOOD, shade
from envs.home.objects.sculptor import Sculptor
from envs.rendering.node import Colour


def knife(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free * 0.4, free * 0.1, 0.0015), (a + free * 0.4, 0, z), colour)
    s.box((free * 0.14, free * 0.05, 0.0014), (a + free * 0.86, free * 0.045, z), colour)
    s.box((0.004, free * 0.11, z), (a, 0, z), STEEL)


def spoon(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.45, (a, 0, z), (b - free * 0.4, 0, z), colour)
    s.ball((free * 0.24, free * 0.16, z * 0.8), (b - free * 0.24, 0, z * 0.8), colour)
    s.ball((free * 0.17, free * 0.11, z * 0.4), (b - free * 0.24, 0, z * 1.3), shade(colour, 0.65))


def ladle(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.5, (a, 0, z), (b - free * 0.4, 0, z), colour)
    r = free * 0.26
    s.wall(r * 0.7, r, 0, r * 0.9, 0.003, 8, (colour,), (b - r, 0.0))
    s.disc(r * 0.75, 0.002, (b - r, 0, 0.003), shade(colour, 0.6))


def fork(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.45, (a, 0, z), (b - free * 0.5, 0, z), colour)
    s.box((free * 0.08, free * 0.16, z * 0.25), (b - free * 0.45, 0, z), colour)
    for i in (-1, -0.34, 0.34, 1):
        s.rod(free * 0.022, (b - free * 0.4, i * free * 0.13, z), (b, i * free * 0.13, z), colour)


def spatula(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.4, (a, 0, z), (b - free * 0.5, 0, z * 0.8), METAL)
    s.box((free * 0.26, free * 0.22, 0.002), (b - free * 0.26, 0, 0.004), colour)
    for i in (-0.5, 0, 0.5):
        s.box((free * 0.17, free * 0.025, 0.0026), (b - free * 0.26, i * free * 0.22, 0.004), DARK)


def turner(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.4, (a, 0, z), (b - free * 0.4, 0, z), METAL)
    s.box((free * 0.22, free * 0.17, z * 0.5), (b - free * 0.24, 0, z * 0.5), s.accent)
    s.disc(free * 0.17, z * 0.5, (b - free * 0.05, 0, z * 0.5), s.accent)


def whisk(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    wide = free * 0.22
    for y, up in ((1, 0), (-1, 0), (0.55, 0.6), (-0.55, 0.6)):
        points = [(a, 0.0, wide), (a + free * 0.6, y * wide, wide * (1 + up)), (b, 0.0, wide)]
        s.path(0.0022, points, METAL)
    s.rod(0.003, (a, 0, z), (a + free * 0.06, 0, wide), METAL)
    s.rod(0.003, (b, 0, 0.003), (b, 0, wide), METAL)


def hammer(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.8, (a, 0, z), (b - 0.01, 0, z), WOOD if not s.main == WOOD else s.dim)
    r = free * 0.16
    s.disc(r, free * 0.3, (b - r, free * 0.1, r), STEEL, (0, 1, 0))
    s.disc(r * 1.2, free * 0.08, (b - r, -free * 0.24, r * 1.2), METAL, (0, 1, 0))
    s.box((r * 0.4, free * 0.14, r * 0.8), (b - r, free * 0.5, r), STEEL, ((0.92, 0.38, 0), (-0.38, 0.92, 0)))


def mallet(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.7, (a, 0, z), (b - 0.01, 0, z), s.main)
    s.box((free * 0.2, free * 0.34, free * 0.18), (b - free * 0.2, 0, free * 0.18), METAL)
    for i in (-0.5, 0.5):
        s.box((free * 0.22, free * 0.04, free * 0.19), (b - free * 0.2, i * free * 0.5, free * 0.19), STEEL)


def driver(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.9, (a - z, 0, z), (a + z * 0.2, 0, z), s.accent)
    s.rod(z * 0.3, (a, 0, z), (b, 0, z), METAL)
    s.box((free * 0.06, z * 0.45, z * 0.15), (b, 0, z), STEEL)


def wrench(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free * 0.3, z * 0.6, z * 0.5), (a + free * 0.3, 0, z * 0.7), METAL)
    s.disc(free * 0.24, z * 0.6, (b - free * 0.3, 0, z * 0.6), METAL)
    for y in (1, -1):
        s.box((free * 0.2, free * 0.07, z * 0.6), (b - free * 0.1, y * free * 0.17, z * 0.6), METAL)
    s.box((free * 0.1, free * 0.09, z * 0.62), (b - free * 0.2, 0, z * 0.62), DARK)


def brush(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free * 0.2, free * 0.3, z * 0.7), (a + free * 0.2, 0, z * 0.7), METAL)
    s.box((free * 0.34, free * 0.28, z * 0.6), (a + free * 0.7, 0, z * 0.65), (0.28, 0.2, 0.12))
    s.box((free * 0.06, free * 0.26, z * 0.5), (b - 0.002, 0, z * 0.6), s.accent)


def bristles(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free * 0.5, free * 0.16, z * 0.5), (a + free * 0.5, 0, z * 0.8), s.main)
    tall = max(z * 1.1, free * 0.12)
    for i in range(4):
        s.box(
            (free * 0.09, free * 0.13, tall * 0.6),
            (a + free * (0.2 + 0.22 * i), 0, z + tall),
            PAPER if i % 2 else s.accent,
        )


def hairbrush(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.ball((free * 0.55, free * 0.32, z * 0.8), (a + free * 0.5, 0, z * 0.8), s.main)
    s.ball((free * 0.45, free * 0.25, z * 0.6), (a + free * 0.5, 0, z * 1.3), DARK)
    for u, v in ((0.25, 0), (0.5, 0.12), (0.5, -0.12), (0.75, 0), (0.38, 0.1), (0.62, -0.1), (0.38, -0.1)):
        s.rod(0.0022, (a + free * u, v * free, z), (a + free * u, v * free, z * 2.6), PAPER)


def roundbrush(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.3, (a, 0, z), (b - free * 0.4, 0, z * 1.4), METAL)
    r = free * 0.24
    s.box((r, r * 0.5, r * 0.2), (b - r, 0, r * 0.2), PAPER)
    s.ball((r * 1.2, r, r), (b - r * 1.2, 0, r), PAPER)
    for i in (-0.5, 0, 0.5):
        s.disc(r * (1.02 - 0.2 * i * i), 0.002, (b - r * 1.2 + i * r, 0, r), s.accent, (1, 0, 0))


def peeler(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    for y in (1, -1):
        s.rod(z * 0.35, (a, 0, z), (a + free * 0.4, y * free * 0.35, z), METAL)
        s.rod(z * 0.35, (a + free * 0.4, y * free * 0.35, z), (b, y * free * 0.35, z), METAL)
    s.box((free * 0.08, free * 0.36, 0.002), (b - free * 0.1, 0, z), STEEL)


def cutter(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    r = free * 0.42
    s.rod(z * 0.4, (a, 0, z), (b - r, 0, z), METAL)
    s.disc(r, 0.0015, (b - r, 0, z), METAL)
    s.disc(r * 0.2, 0.004, (b - r, 0, z), s.main)


def masher(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    for y in (1, -1):
        s.rod(z * 0.35, (a, 0, z), (b, y * free * 0.25, z), METAL)
    for y in (-0.35, -0.12, 0.12, 0.35):
        s.box((0.003, free * 0.1, free * 0.2), (b, y * free, free * 0.2), METAL if y * y > 0.1 else STEEL)
    s.box((0.003, free * 0.44, 0.004), (b, 0, z), METAL)


def scoop(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    r = free * 0.34
    s.rod(z * 0.6, (a, 0, z), (b - r, 0, z), METAL)
    s.ball((r, r, r * 0.8), (b - r, 0, r * 0.8), METAL)
    s.disc(r * 0.8, 0.001, (b - r, 0, r * 1.42), DARK)


def roller(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    r = free * 0.2
    s.path(z * 0.3, [(a, 0, z), (b - r * 2, 0, z), (b - r, 0, r)], METAL)
    s.disc(r, free * 0.5, (b - r, 0, r), s.accent, (0, 1, 0))
    s.box((r * 0.5, free * 0.45, r * 0.2), (b - r, 0, r * 0.2), s.accent)


def net(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.5, (a, 0, z), (b - free * 0.6, 0, z), METAL)
    s.box((free * 0.3, free * 0.28, 0.002), (b - free * 0.3, 0, z), s.main)
    for i in (-0.6, -0.2, 0.2, 0.6):
        s.box((0.002, free * 0.25, 0.0026), (b - free * 0.3 + i * free * 0.3, 0, z), DARK)
        s.box((free * 0.27, 0.002, 0.0026), (b - free * 0.3, i * free * 0.28, z), DARK)


def lens(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    r = free * 0.48
    s.disc(r, z * 0.7, (b - r, 0, z * 0.7), s.dim)
    s.disc(r * 0.84, z * 0.75, (b - r, 0, z * 0.75), (0.78, 0.88, 0.94))
    s.ball((r * 0.25, r * 0.1, 0.001), (b - r * 1.2, r * 0.35, z * 1.5), PAPER)


def paddle(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    r = free * 0.5
    s.disc(r, z * 0.35, (b - r, 0, z * 0.8), WOOD)
    s.disc(r * 0.97, z * 0.42, (b - r, 0, z * 0.8), s.main)
    s.box((r * 0.3, r * 0.4, z * 0.45), (a + r * 0.1, 0, z * 0.8), WOOD)


def razor(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.6, (a, 0, z), (b - free * 0.25, 0, z), METAL)
    s.box((free * 0.14, free * 0.5, z * 0.6), (b - free * 0.12, 0, z), s.main)
    for i in (-0.4, 0.4):
        s.box((free * 0.02, free * 0.46, z * 0.7), (b - free * (0.12 + 0.14 * i), 0, z), METAL)


def trowel(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.4, (a, 0, z), (a + free * 0.3, 0, z), METAL)
    for i in range(4):
        u = i / 4
        s.box((free * 0.1, free * 0.22 * (1 - u * 0.8), 0.0025), (a + free * (0.36 + 0.18 * i), 0, 0.005), METAL)


def rake(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.4, (a, 0, z), (a + free * 0.45, 0, z), METAL)
    for y in (-1, 0, 1):
        s.path(
            0.003,
            [(a + free * 0.4, 0, z), (a + free * 0.7, y * free * 0.25, z * 1.6), (b, y * free * 0.25, 0.003)],
            METAL,
        )


def saw(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free / 2, free * 0.12, 0.0015), (a + free / 2, 0, z), METAL)
    for i in range(7):
        s.box((0.004, 0.004, 0.0014), (a + free * (i + 1) / 8, -free * 0.12, z), STEEL, ((0.7, 0.7, 0), (-0.7, 0.7, 0)))
    s.box((0.02, free * 0.16, z * 0.9), (a - 0.01, -free * 0.05, z * 0.9), s.main)


def dustpan(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free / 2, free * 0.56, 0.003), (a + free / 2, 0, 0.003), s.main)
    for y in (1, -1):
        s.box((free / 2, 0.004, free * 0.12), (a + free / 2, y * free * 0.56, free * 0.12), s.dim)
    s.box((0.004, free * 0.56, free * 0.16), (a, 0, free * 0.16), s.dim)


def broom(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.box((free * 0.14, free * 0.4, z * 0.9), (a + free * 0.1, 0, z * 0.9), s.dim)
    for i in range(5):
        s.box(
            (free * 0.36, free * 0.085, z * 0.8),
            (a + free * 0.6, (i - 2) * free * 0.19, z * 0.8),
            CREAM if i % 2 else shade(CREAM, 0.8),
        )


def plunger(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    r = free * 0.5
    s.disc(r, free * 0.3, (b - free * 0.3, 0, r), s.dim, (1, 0, 0))
    s.box((free * 0.25, r * 0.4, r * 0.2), (b - free * 0.3, 0, r * 0.2), s.dim)
    s.rod(z * 0.8, (a - 0.01, 0, z), (b - free * 0.5, 0, r), WOOD)


def squeegee(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    s.rod(z * 0.6, (a, 0, z), (b - free * 0.15, 0, z), METAL)
    s.box((free * 0.1, free * 0.8, z * 0.6), (b - free * 0.15, 0, z), s.dim)
    s.box((free * 0.06, free * 0.8, z * 0.2), (b, 0, z), DARK)


def racket(s: Sculptor, a: float, b: float, free: float, z: float, colour: Colour) -> None:
    points = []
    for i in range(9):
        angle = 2 * math.pi * i / 8
        points.append((b - free * 0.4 + free * 0.4 * math.cos(angle), free * 0.34 * math.sin(angle), z))
    s.path(z * 0.4, points, s.main)
    s.rod(z * 0.4, (a, 0, z), (b - free * 0.8, 0, z), METAL)
    s.disc(free * 0.33, 0.001, (b - free * 0.4, 0, z), PAPER)


HEADS: dict[str, Callable[[Sculptor, float, float, float, float, Colour], None]] = {
    "knife": knife,
    "spoon": spoon,
    "ladle": ladle,
    "fork": fork,
    "spatula": spatula,
    "turner": turner,
    "whisk": whisk,
    "hammer": hammer,
    "mallet": mallet,
    "driver": driver,
    "wrench": wrench,
    "brush": brush,
    "bristles": bristles,
    "hairbrush": hairbrush,
    "roundbrush": roundbrush,
    "peeler": peeler,
    "cutter": cutter,
    "masher": masher,
    "scoop": scoop,
    "roller": roller,
    "net": net,
    "lens": lens,
    "paddle": paddle,
    "razor": razor,
    "trowel": trowel,
    "rake": rake,
    "saw": saw,
    "dustpan": dustpan,
    "broom": broom,
    "plunger": plunger,
    "squeegee": squeegee,
    "racket": racket,
}
"""Head word -> what draws it."""
