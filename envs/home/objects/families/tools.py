"""Long things one holds at one end: kitchen and workshop tools, eating irons, brushes, pens."""

from __future__ import annotations

import math

from envs.home.objects.palette import COLOURS, CREAM, DARK, METAL, PAPER, SCREEN, STEEL, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def tool(
    s: Sculptor, length: float = 0.25, grip: float = 0.012, head: str = "blade", share: float = 0.45, metal: bool = True
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


def _knife(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free * 0.4, free * 0.1, 0.0015), (a + free * 0.4, 0, z), colour)
    s.box((free * 0.14, free * 0.05, 0.0014), (a + free * 0.86, free * 0.045, z), colour)
    s.box((0.004, free * 0.11, z), (a, 0, z), STEEL)


def _spoon(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.45, (a, 0, z), (b - free * 0.4, 0, z), colour)
    s.ball((free * 0.24, free * 0.16, z * 0.8), (b - free * 0.24, 0, z * 0.8), colour)
    s.ball((free * 0.17, free * 0.11, z * 0.4), (b - free * 0.24, 0, z * 1.3), shade(colour, 0.65))


def _ladle(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.5, (a, 0, z), (b - free * 0.4, 0, z), colour)
    r = free * 0.26
    s.wall(r * 0.7, r, 0, r * 0.9, 0.003, 8, (colour,), (b - r, 0.0))
    s.disc(r * 0.75, 0.002, (b - r, 0, 0.003), shade(colour, 0.6))


def _fork(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.45, (a, 0, z), (b - free * 0.5, 0, z), colour)
    s.box((free * 0.08, free * 0.16, z * 0.25), (b - free * 0.45, 0, z), colour)
    for i in (-1, -0.34, 0.34, 1):
        s.rod(free * 0.022, (b - free * 0.4, i * free * 0.13, z), (b, i * free * 0.13, z), colour)


def _spatula(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.4, (a, 0, z), (b - free * 0.5, 0, z * 0.8), METAL)
    s.box((free * 0.26, free * 0.22, 0.002), (b - free * 0.26, 0, 0.004), colour)
    for i in (-0.5, 0, 0.5):
        s.box((free * 0.17, free * 0.025, 0.0026), (b - free * 0.26, i * free * 0.22, 0.004), DARK)


def _turner(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.4, (a, 0, z), (b - free * 0.4, 0, z), METAL)
    s.box((free * 0.22, free * 0.17, z * 0.5), (b - free * 0.24, 0, z * 0.5), s.accent)
    s.disc(free * 0.17, z * 0.5, (b - free * 0.05, 0, z * 0.5), s.accent)


def _whisk(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    wide = free * 0.22
    for y, up in ((1, 0), (-1, 0), (0.55, 0.6), (-0.55, 0.6)):
        points = [(a, 0.0, wide), (a + free * 0.6, y * wide, wide * (1 + up)), (b, 0.0, wide)]
        s.path(0.0022, points, METAL)
    s.rod(0.003, (a, 0, z), (a + free * 0.06, 0, wide), METAL)
    s.rod(0.003, (b, 0, 0.003), (b, 0, wide), METAL)


def _hammer(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.8, (a, 0, z), (b - 0.01, 0, z), WOOD if not s.main == WOOD else s.dim)
    r = free * 0.16
    s.disc(r, free * 0.3, (b - r, free * 0.1, r), STEEL, (0, 1, 0))
    s.disc(r * 1.2, free * 0.08, (b - r, -free * 0.24, r * 1.2), METAL, (0, 1, 0))
    s.box((r * 0.4, free * 0.14, r * 0.8), (b - r, free * 0.5, r), STEEL, ((0.92, 0.38, 0), (-0.38, 0.92, 0)))


def _mallet(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.7, (a, 0, z), (b - 0.01, 0, z), s.main)
    s.box((free * 0.2, free * 0.34, free * 0.18), (b - free * 0.2, 0, free * 0.18), METAL)
    for i in (-0.5, 0.5):
        s.box((free * 0.22, free * 0.04, free * 0.19), (b - free * 0.2, i * free * 0.5, free * 0.19), STEEL)


def _driver(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.9, (a - z, 0, z), (a + z * 0.2, 0, z), s.accent)
    s.rod(z * 0.3, (a, 0, z), (b, 0, z), METAL)
    s.box((free * 0.06, z * 0.45, z * 0.15), (b, 0, z), STEEL)


def _wrench(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free * 0.3, z * 0.6, z * 0.5), (a + free * 0.3, 0, z * 0.7), METAL)
    s.disc(free * 0.24, z * 0.6, (b - free * 0.3, 0, z * 0.6), METAL)
    for y in (1, -1):
        s.box((free * 0.2, free * 0.07, z * 0.6), (b - free * 0.1, y * free * 0.17, z * 0.6), METAL)
    s.box((free * 0.1, free * 0.09, z * 0.62), (b - free * 0.2, 0, z * 0.62), DARK)


def _brush(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free * 0.2, free * 0.3, z * 0.7), (a + free * 0.2, 0, z * 0.7), METAL)
    s.box((free * 0.34, free * 0.28, z * 0.6), (a + free * 0.7, 0, z * 0.65), (0.28, 0.2, 0.12))
    s.box((free * 0.06, free * 0.26, z * 0.5), (b - 0.002, 0, z * 0.6), s.accent)


def _bristles(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free * 0.5, free * 0.16, z * 0.5), (a + free * 0.5, 0, z * 0.8), s.main)
    tall = max(z * 1.1, free * 0.12)
    for i in range(4):
        s.box(
            (free * 0.09, free * 0.13, tall * 0.6),
            (a + free * (0.2 + 0.22 * i), 0, z + tall),
            PAPER if i % 2 else s.accent,
        )


def _hairbrush(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.ball((free * 0.55, free * 0.32, z * 0.8), (a + free * 0.5, 0, z * 0.8), s.main)
    s.ball((free * 0.45, free * 0.25, z * 0.6), (a + free * 0.5, 0, z * 1.3), DARK)
    for u, v in ((0.25, 0), (0.5, 0.12), (0.5, -0.12), (0.75, 0), (0.38, 0.1), (0.62, -0.1), (0.38, -0.1)):
        s.rod(0.0022, (a + free * u, v * free, z), (a + free * u, v * free, z * 2.6), PAPER)


def _roundbrush(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.3, (a, 0, z), (b - free * 0.4, 0, z * 1.4), METAL)
    r = free * 0.24
    s.box((r, r * 0.5, r * 0.2), (b - r, 0, r * 0.2), PAPER)
    s.ball((r * 1.2, r, r), (b - r * 1.2, 0, r), PAPER)
    for i in (-0.5, 0, 0.5):
        s.disc(r * (1.02 - 0.2 * i * i), 0.002, (b - r * 1.2 + i * r, 0, r), s.accent, (1, 0, 0))


def _peeler(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    for y in (1, -1):
        s.rod(z * 0.35, (a, 0, z), (a + free * 0.4, y * free * 0.35, z), METAL)
        s.rod(z * 0.35, (a + free * 0.4, y * free * 0.35, z), (b, y * free * 0.35, z), METAL)
    s.box((free * 0.08, free * 0.36, 0.002), (b - free * 0.1, 0, z), STEEL)


def _cutter(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    r = free * 0.42
    s.rod(z * 0.4, (a, 0, z), (b - r, 0, z), METAL)
    s.disc(r, 0.0015, (b - r, 0, z), METAL)
    s.disc(r * 0.2, 0.004, (b - r, 0, z), s.main)


def _masher(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    for y in (1, -1):
        s.rod(z * 0.35, (a, 0, z), (b, y * free * 0.25, z), METAL)
    for y in (-0.35, -0.12, 0.12, 0.35):
        s.box((0.003, free * 0.1, free * 0.2), (b, y * free, free * 0.2), METAL if y * y > 0.1 else STEEL)
    s.box((0.003, free * 0.44, 0.004), (b, 0, z), METAL)


def _scoop(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    r = free * 0.34
    s.rod(z * 0.6, (a, 0, z), (b - r, 0, z), METAL)
    s.ball((r, r, r * 0.8), (b - r, 0, r * 0.8), METAL)
    s.disc(r * 0.8, 0.001, (b - r, 0, r * 1.42), DARK)


def _roller(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    r = free * 0.2
    s.path(z * 0.3, [(a, 0, z), (b - r * 2, 0, z), (b - r, 0, r)], METAL)
    s.disc(r, free * 0.5, (b - r, 0, r), s.accent, (0, 1, 0))
    s.box((r * 0.5, free * 0.45, r * 0.2), (b - r, 0, r * 0.2), s.accent)


def _net(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.5, (a, 0, z), (b - free * 0.6, 0, z), METAL)
    s.box((free * 0.3, free * 0.28, 0.002), (b - free * 0.3, 0, z), s.main)
    for i in (-0.6, -0.2, 0.2, 0.6):
        s.box((0.002, free * 0.25, 0.0026), (b - free * 0.3 + i * free * 0.3, 0, z), DARK)
        s.box((free * 0.27, 0.002, 0.0026), (b - free * 0.3, i * free * 0.28, z), DARK)


def _lens(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    r = free * 0.48
    s.disc(r, z * 0.7, (b - r, 0, z * 0.7), s.dim)
    s.disc(r * 0.84, z * 0.75, (b - r, 0, z * 0.75), (0.78, 0.88, 0.94))
    s.ball((r * 0.25, r * 0.1, 0.001), (b - r * 1.2, r * 0.35, z * 1.5), PAPER)


def _paddle(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    r = free * 0.5
    s.disc(r, z * 0.35, (b - r, 0, z * 0.8), WOOD)
    s.disc(r * 0.97, z * 0.42, (b - r, 0, z * 0.8), s.main)
    s.box((r * 0.3, r * 0.4, z * 0.45), (a + r * 0.1, 0, z * 0.8), WOOD)


def _razor(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.6, (a, 0, z), (b - free * 0.25, 0, z), METAL)
    s.box((free * 0.14, free * 0.5, z * 0.6), (b - free * 0.12, 0, z), s.main)
    for i in (-0.4, 0.4):
        s.box((free * 0.02, free * 0.46, z * 0.7), (b - free * (0.12 + 0.14 * i), 0, z), METAL)


def _shaft(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.9, (a, 0, z), (b, 0, z), colour)


def _shoehorn(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.ball((free * 0.55, free * 0.17, z * 0.5), (a + free * 0.5, 0, z * 0.5), colour)
    s.ball((free * 0.42, free * 0.11, z * 0.5), (a + free * 0.55, 0, z * 0.7), shade(colour, 0.6))


def _trowel(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.4, (a, 0, z), (a + free * 0.3, 0, z), METAL)
    for i in range(4):
        u = i / 4
        s.box((free * 0.1, free * 0.22 * (1 - u * 0.8), 0.0025), (a + free * (0.36 + 0.18 * i), 0, 0.005), METAL)


def _rake(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.4, (a, 0, z), (a + free * 0.45, 0, z), METAL)
    for y in (-1, 0, 1):
        s.path(
            0.003,
            [(a + free * 0.4, 0, z), (a + free * 0.7, y * free * 0.25, z * 1.6), (b, y * free * 0.25, 0.003)],
            METAL,
        )


def _saw(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free / 2, free * 0.12, 0.0015), (a + free / 2, 0, z), METAL)
    for i in range(7):
        s.box((0.004, 0.004, 0.0014), (a + free * (i + 1) / 8, -free * 0.12, z), STEEL, ((0.7, 0.7, 0), (-0.7, 0.7, 0)))
    s.box((0.02, free * 0.16, z * 0.9), (a - 0.01, -free * 0.05, z * 0.9), s.main)


def _dustpan(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free / 2, free * 0.56, 0.003), (a + free / 2, 0, 0.003), s.main)
    for y in (1, -1):
        s.box((free / 2, 0.004, free * 0.12), (a + free / 2, y * free * 0.56, free * 0.12), s.dim)
    s.box((0.004, free * 0.56, free * 0.16), (a, 0, free * 0.16), s.dim)


def _broom(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free * 0.14, free * 0.4, z * 0.9), (a + free * 0.1, 0, z * 0.9), s.dim)
    for i in range(5):
        s.box(
            (free * 0.36, free * 0.085, z * 0.8),
            (a + free * 0.6, (i - 2) * free * 0.19, z * 0.8),
            CREAM if i % 2 else shade(CREAM, 0.8),
        )


def _plunger(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    r = free * 0.5
    s.disc(r, free * 0.3, (b - free * 0.3, 0, r), s.dim, (1, 0, 0))
    s.box((free * 0.25, r * 0.4, r * 0.2), (b - free * 0.3, 0, r * 0.2), s.dim)
    s.rod(z * 0.8, (a - 0.01, 0, z), (b - free * 0.5, 0, r), WOOD)


def _thermometer(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.box((free * 0.16, z * 0.6, 0.001), (a - free * 0.5, 0, z * 1.65), SCREEN)
    s.rod(z * 0.4, (a, 0, z), (b, 0, z), METAL)


def _squeegee(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    s.rod(z * 0.6, (a, 0, z), (b - free * 0.15, 0, z), METAL)
    s.box((free * 0.1, free * 0.8, z * 0.6), (b - free * 0.15, 0, z), s.dim)
    s.box((free * 0.06, free * 0.8, z * 0.2), (b, 0, z), DARK)


def _racket(s: Sculptor, a: float, b: float, free: float, z: float, colour: tuple) -> None:
    points = []
    for i in range(9):
        angle = 2 * math.pi * i / 8
        points.append((b - free * 0.4 + free * 0.4 * math.cos(angle), free * 0.34 * math.sin(angle), z))
    s.path(z * 0.4, points, s.main)
    s.rod(z * 0.4, (a, 0, z), (b - free * 0.8, 0, z), METAL)
    s.disc(free * 0.33, 0.001, (b - free * 0.4, 0, z), PAPER)


HEADS = {
    name[1:]: function
    for name, function in list(globals().items())
    if name.startswith("_") and not name.startswith("__") and callable(function)
}
"""Head word -> what draws it."""


def pen(
    s: Sculptor, length: float = 0.15, radius: float = 0.006, tip: str = "cone", cap: bool = False, clip: bool = False
) -> None:
    """Something to write with, lying along x. tip: cone, lead (a pencil with its rubber), felt, wax or stick."""
    half = length / 2
    patterned = s._once()
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


def pair(s: Sculptor, length: float = 0.18, grip: float = 0.007, kind: str = "scissors", metal: bool = True) -> None:
    """Two legs that cross or run side by side. kind: scissors, pliers, tongs, tweezers, sticks, clothespin or nutcracker."""
    half, z = length / 2, grip
    colour = METAL if metal else s.main
    patterned = s._once()
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
                colour,
                axes,
            )
        elif kind in ("pliers", "nutcracker"):
            s.path(
                grip,
                [(-half, side * length * 0.17, z), (-half * 0.3, side * length * 0.15, z), (half * 0.35, 0, z)],
                paint,
            )
            s.box((half * 0.3, length * 0.045, grip * 0.8), (half * 0.7, -side * length * 0.045, z), STEEL)
        elif kind == "tongs":
            s.rod(grip, (-half, side * length * 0.02, z), (half * 0.6, side * length * 0.13, z), colour)
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
    elif kind in ("pliers", "nutcracker"):
        s.disc(length * 0.075, grip, (half * 0.4, 0, z), STEEL)
    elif kind == "clothespin":
        s.disc(grip * 1.6, grip, (half * 0.1, 0, grip * 1.1), METAL)
    elif kind == "tongs":
        s.disc(grip * 1.4, grip, (-half, 0, grip), METAL)


def rolling(s: Sculptor, length: float = 0.3, radius: float = 0.025) -> None:
    """A roller with a grip at either end."""
    body = length * 0.3
    s.box((body, radius * 0.4, radius * 0.2), (0, 0, radius * 0.2), s.main)
    s.disc(radius, body, (0, 0, radius), s.main, (1, 0, 0))
    patterned = s._once()
    spots = {"striped": (-0.6, 0.0, 0.6), "banded": (0.0,), "dotted": (-0.8, 0.8), "two-tone": (0.5,)}
    for u in spots.get(patterned, ()):
        wide = {"striped": 0.1, "banded": 0.3, "dotted": 0.1, "two-tone": 0.5}[patterned]
        s.disc(radius * 1.02, body * wide, (body * u, 0, radius * 1.02), s.accent, (1, 0, 0))
    for side in (1, -1):
        s.rod(radius * 0.38, (side * body, 0, radius), (side * (length / 2 - radius * 0.38), 0, radius), s.dim)
        s.disc(radius * 0.6, 0.004, (side * (body + 0.004), 0, radius), METAL, (1, 0, 0))


def small_steel(s: Sculptor, length: float = 0.08, kind: str = "key") -> None:
    """Small flat things of metal. kind: key, opener, corkscrew, clip, ruler, clippers, lighter, file, safety or hook."""
    half = length / 2
    metal = METAL if s.main != METAL else STEEL
    if kind == "key":
        s.column(half * 0.42, 0, 0.006, s.main, (-half * 0.6, 0))
        s.disc(half * 0.14, 0.0008, (-half * 0.75, 0, 0.006), DARK)
        s.box((half * 0.6, half * 0.1, 0.002), (half * 0.3, 0, 0.003), metal)
        for x in (0.5, 0.7, 0.85):
            s.box((half * 0.05, half * 0.1, 0.002), (x * half, -half * 0.18, 0.003), metal)
        if s._once() != "plain":
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
    elif kind == "clippers":
        s.box((half, half * 0.18, 0.002), (0, 0, 0.002), metal)
        s.box((half, half * 0.17, 0.002), (0, 0, 0.011), metal, ((0.99, 0, -0.06), (0, 1, 0)))
        s.block((half * 0.75, half * 0.15, 0.002), (-half * 0.1, 0, 0.017))
        s.column(0.004, 0, 0.02, STEEL, (half * 0.6, 0))
    elif kind == "file":
        s.block((half * 0.7, half * 0.1, 0.003), (half * 0.3, 0, 0.003))
        s.box((half * 0.3, half * 0.13, 0.005), (-half * 0.7, 0, 0.005), s.dim)
    elif kind == "lighter":
        s.block((half * 0.35, half * 0.2, half * 0.7), (0, 0, half * 0.7))
        s.box((half * 0.35, half * 0.2, half * 0.18), (0, 0, half * 1.58), METAL)
        s.disc(half * 0.14, half * 0.14, (half * 0.15, 0, half * 1.8), STEEL, (0, 1, 0))
        s.box((half * 0.14, half * 0.16, half * 0.05), (-half * 0.18, 0, half * 1.8), COLOURS["red"])
    else:
        for low, reach in ((0.0, (half, half * 0.32)), (half * 0.15, (half * 0.75, half * 0.2))):
            s.arc(half * 0.06, (low, 0, half * 0.06), reach, (20, 340), s.main, "xy", 7)
        s._once()
