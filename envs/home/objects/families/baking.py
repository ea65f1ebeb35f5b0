"""Bread, cakes and other things to eat."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, CREAM, CRUST, PAPER, SOIL, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def bread(
    s: Sculptor,
    length: float = 0.22,
    width: float = 0.1,
    height: float = 0.08,
    kind: Literal[
        "loaf", "tin", "bun", "croissant", "burger", "hotdog", "sandwich", "toast", "wrap", "sushi", "pretzel"
    ] = "loaf",
) -> None:
    """Baked and filled things to eat."""
    x, y, z = length / 2, width / 2, height / 2
    pale = shade(s.main, 1.35)
    if kind in ("loaf", "bun"):
        s.column(min(x, y) * 0.8, 0, z * 0.3, s.dim)
        s.box((x * 0.7, y * 0.6, z * 0.25), (0, 0, z * 0.25), s.dim)
        s.blob((x, y, z), (0, 0, z))
        if kind == "loaf" and s.pattern == "plain":
            for i in (-1, 0, 1):
                axes = ((0.5, 0.866, 0.0), (-0.866, 0.5, 0.0))
                s.ball((y * 0.75, y * 0.1, z * 0.14), (i * x * 0.42, 0, height * (0.99 - 0.1 * i * i)), pale, axes)
    elif kind == "tin":
        s.block((x, y, z * 0.7), (0, 0, z * 0.7))
        s.ball((x * 1.02, y * 1.04, z * 0.7), (0, 0, z * 1.4), s.dim)
        s.box((0.002, y * 0.92, z * 0.62), (x, 0, z * 0.7), CREAM)
    elif kind == "croissant":
        parts = (
            (-1.0, -0.5, 0.4),
            (-0.7, -0.12, 0.65),
            (-0.36, 0.1, 0.9),
            (0, 0.18, 1),
            (0.36, 0.1, 0.9),
            (0.7, -0.12, 0.65),
            (1.0, -0.5, 0.4),
        )
        s.box((x * 0.6, y * 0.3, z * 0.2), (0, y * 0.3, z * 0.2), s.dim)
        for i, (u, v, w) in enumerate(parts):
            at = (u * x * 0.85, y * (v + 0.3), max(z * w, z * 0.42))
            s.ball((x * 0.24, y * 0.8 * w, z * w), at, s.main if i % 2 else shade(s.main, 0.78))
        if s.take_pattern() == "dotted":
            for i in (-1, 0, 1):
                s.ball(z * 0.2, (i * x * 0.35, y * 0.4, height * 0.95), s.accent)
    elif kind == "burger":
        s.column(x * 0.92, 0, height * 0.22, s.main)
        s.column(x * 1.0, height * 0.22, height * 0.3, COLOURS["green"])
        s.column(x * 0.94, height * 0.3, height * 0.46, COLOURS["brown"])
        s.box(
            (x * 0.8, x * 0.8, height * 0.03), (0, 0, height * 0.48), COLOURS["yellow"], ((0.7, 0.7, 0), (-0.7, 0.7, 0))
        )
        s.column(x * 0.95, height * 0.5, height * 0.55, COLOURS["red"])
        s.blob((x * 0.98, x * 0.98, height * 0.45), (0, 0, height * 0.58))
    elif kind == "hotdog":
        for side in (1, -1):
            s.ball((x * 0.94, y * 0.55, z * 0.8), (0, side * y * 0.48, z * 0.8), CRUST)
        s.box((x * 0.7, y * 0.6, z * 0.2), (0, 0, z * 0.2), CRUST)
        s.rod(y * 0.36, (-x * 0.85, 0, z * 1.3), (x * 0.85, 0, z * 1.3), s.main)
        s.take_pattern()
        if s.pattern != "plain":
            colour = s.accent if s.pattern == "striped" else COLOURS["yellow"]
            for i in range(4):
                v = y * 0.22 * (1 if i % 2 else -1)
                s.rod(y * 0.08, (x * (-0.7 + 0.35 * i), v, z * 1.95), (x * (-0.35 + 0.35 * i), -v, z * 1.95), colour)
    elif kind == "sandwich":
        s.box((x, y, height * 0.13), (0, 0, height * 0.13), CREAM)
        s.box((x * 1.04, y * 1.04, height * 0.07), (0, 0, height * 0.33), COLOURS["green"])
        s.box((x * 0.98, y * 0.98, height * 0.06), (0, 0, height * 0.46), COLOURS["red"])
        s.box((x * 1.02, y * 1.02, height * 0.05), (0, 0, height * 0.58), COLOURS["yellow"])
        s.block((x, y, height * 0.17), (0, 0, height * 0.8))
    elif kind == "toast":
        s.box((x, y * 0.8, z), (0, -y * 0.1, z), s.dim)
        for side in (1, -1):
            s.disc(x * 0.52, z, (side * x * 0.5, y * 0.72, z), s.dim)
        s.block((x * 0.88, y * 0.76, z * 0.3), (0, 0, height * 0.9))
    elif kind == "wrap":
        s.box((x * 0.7, y * 0.5, z * 0.2), (0, 0, z * 0.2), s.dim)
        s.disc(z, x, (0, 0, z), s.main, (1, 0, 0))
        s.disc(z * 0.8, 0.001, (x, 0, z), COLOURS["green"], (1, 0, 0))
        s.disc(z * 0.4, 0.0016, (x, 0, z), COLOURS["red"], (1, 0, 0))
        s.disc(
            z * 1.03, x * 0.45, (-x * 0.5, 0, z * 1.03), s.accent if s.take_pattern() != "plain" else PAPER, (1, 0, 0)
        )
    elif kind == "sushi":
        for i in range(3):
            at = x * (i - 1) * 0.68
            s.box((x * 0.24, y * 0.7, z * 0.5), (at, 0, z * 0.5), PAPER)
            s.ball((x * 0.3, y, z * 0.55), (at, 0, z * 1.1), s.main)
            s.ball((x * 0.24, y * 0.5, z * 0.3), (at, 0, z * 1.45), shade(s.main, 1.25))
            if s.pattern == "banded":
                s.box((x * 0.31, y * 0.24, z * 0.86), (at, 0, z * 0.88), (0.08, 0.13, 0.1))
        s.take_pattern()
    else:
        r = height / 2
        s.box((x * 0.5, y * 0.4, r * 0.3), (0, 0, r * 0.3), s.dim)
        s.arc(r, (0, 0, r), (x - r, y - r), (-60, 240), s.main, "xy", 7)
        s.rod(r, (-x * 0.5, -y * 0.7, r), (x * 0.35, y * 0.35, r), s.dim)
        s.rod(r, (x * 0.5, -y * 0.7, r), (-x * 0.35, y * 0.35, r), s.dim)
        if s.take_pattern() != "plain":
            for i in (-0.6, 0.0, 0.6):
                s.ball(r * 0.4, (i * x, y * 0.8 - abs(i) * y * 0.6, r * 1.9), COLOURS["white"])


def ring(s: Sculptor, radius: float = 0.045, tube: float = 0.018, icing: bool = False) -> None:
    """A ring that lies: a doughnut, a bagel, a roll of tape, a wreath."""
    middle = radius - tube
    count = 10
    patterned = s.take_pattern()
    for i in range(count):
        a, b = 2 * math.pi * i / count, 2 * math.pi * (i + 1) / count
        colour = s.accent if patterned == "striped" and i % 2 or patterned == "two-tone" and i < count / 2 else s.main
        body = CRUST if icing else colour
        p, q = (middle * math.cos(a), middle * math.sin(a)), (middle * math.cos(b), middle * math.sin(b))
        s.rod(tube, (*p, tube), (*q, tube), body)
        if icing:
            s.rod(tube * 0.86, (*p, tube * 1.3), (*q, tube * 1.3), colour)
    if patterned in ("dotted", "banded"):
        for i in range(7):
            a = 2 * math.pi * i / 7
            out = middle + tube * 0.3 * (-1) ** i
            size = tube * (0.24 if patterned == "dotted" else 0.36)
            s.ball(size, (out * math.cos(a), out * math.sin(a), tube * (2.1 if icing else 1.95)), s.accent)


def cake(
    s: Sculptor,
    radius: float = 0.1,
    height: float = 0.08,
    kind: Literal[
        "cake",
        "cupcake",
        "muffin",
        "pie",
        "pancakes",
        "cookie",
        "slice",
        "wedge",
        "wheel",
        "pizza",
        "icecream",
        "pudding",
        "waffle",
        "lollipop",
        "popsicle",
    ] = "cake",
) -> None:
    """Sweet round things, and wedges and slices."""
    if kind == "cake":
        s.column(radius * 1.15, 0, height * 0.05, PAPER)
        s.barrel(radius, height * 0.05, height)
        s.column(radius * 1.01, height * 0.9, height * 1.03, s.dim)
        for i in range(6):
            a = i * math.pi / 3
            at = (radius * 0.75 * math.cos(a), radius * 0.75 * math.sin(a), height * 1.08)
            s.ball(radius * 0.12, at, COLOURS["red"] if s.accent != COLOURS["red"] else COLOURS["white"])
    elif kind in ("cupcake", "muffin"):
        s.wall(radius * 0.65, radius * 0.92, 0, height * 0.55, 0.003, 10, (s.accent, shade(s.accent, 0.75)))
        s.column(radius * 0.66, 0, height * 0.5, CRUST)
        s.blob((radius, radius, height * 0.24), (0, 0, height * 0.62))
        if kind == "cupcake":
            s.ball((radius * 0.7, radius * 0.7, height * 0.18), (0, 0, height * 0.8), s.main)
            s.ball((radius * 0.38, radius * 0.38, height * 0.14), (0, 0, height * 0.95), s.main)
            s.ball(radius * 0.18, (0, 0, height * 1.1), COLOURS["red"])
        for i in range(7 if s.pattern == "dotted" else 0):
            a = 2 * math.pi * i / 7
            at = (
                radius * 0.62 * math.cos(a),
                radius * 0.62 * math.sin(a),
                height * (0.88 if kind == "cupcake" else 0.81),
            )
            s.ball(radius * 0.14, at, s.accent)
    elif kind == "pie":
        s.column(radius * 0.85, 0, height * 0.4, shade(CRUST, 0.8))
        s.column(radius, height * 0.4, height * 0.8, CRUST)
        s.disc(radius * 0.86, 0.002, (0, 0, height * 0.8), s.main)
        s.take_pattern()
        for i in (-0.5, 0, 0.5):
            wide = radius * math.sqrt(1 - i * i) * 0.9
            s.box((radius * 0.09, wide, 0.003), (i * radius, 0, height * 0.82), CRUST)
            if s.pattern != "striped":
                s.box((wide, radius * 0.09, 0.003), (0, i * radius, height * 0.83), CRUST)
    elif kind == "pancakes":
        for i in range(4):
            at = (radius * 0.05 * (-1) ** i, radius * 0.04 * (i % 3 - 1))
            s.column(
                radius * (1 - 0.03 * i),
                height * 0.2 * i,
                height * 0.2 * (i + 1) - 0.001,
                s.main if i % 2 else s.dim,
                at,
            )
        s.take_pattern()
        s.box((radius * 0.2, radius * 0.2, height * 0.08), (0, 0, height * 0.88), COLOURS["yellow"])
        if s.pattern != "plain":
            for x, y in ((0.5, 0.3), (-0.5, 0.3), (0, -0.55)):
                s.ball(radius * 0.14, (x * radius, y * radius, height * 0.85), COLOURS["red"])
    elif kind == "cookie":
        s.column(radius, 0, height, s.main)
        s.ball((radius * 0.94, radius * 0.94, height * 0.5), (0, 0, height), s.main)
        pattern = s.take_pattern()
        colour = COLOURS["brown"] if s.main != COLOURS["brown"] else CREAM
        if pattern in ("plain", "dotted"):
            colour = s.accent if pattern == "dotted" else colour
            for x, y in ((0, 0), (0.55, 0.2), (-0.5, 0.3), (0.1, 0.6), (0.3, -0.5), (-0.4, -0.4)):
                z = height * (1 + 0.5 * math.sqrt(1 - min(0.95, x * x + y * y)))
                s.ball(radius * 0.13, (x * radius, y * radius, z), colour)
        elif pattern == "two-tone":
            s.ball((radius * 0.6, radius * 0.6, height * 0.6), (0, 0, height), s.accent)
        else:
            for i in (-0.4, 0, 0.4):
                s.rod(
                    radius * 0.07,
                    (i * radius, -radius * 0.6, height * 1.35),
                    (i * radius, radius * 0.6, height * 1.35),
                    s.accent,
                )
    elif kind in ("slice", "wedge", "pizza"):
        count, length = 6, radius * 2
        for i in range(count):
            u = (i + 0.5) / count
            colour = s.main if kind != "pizza" else CRUST
            s.box(
                (length / count / 2, radius * 0.62 * (u + 0.05), height / 2),
                (length * (u - 0.5), 0, height / 2),
                colour,
            )
            if kind == "pizza" and i < count - 1:
                s.box((length / count / 2, radius * 0.6 * u, 0.002), (length * (u - 0.5), 0, height), s.main)
            if kind == "slice":
                s.box(
                    (length / count / 2, radius * 0.63 * (u + 0.05), height * 0.07),
                    (length * (u - 0.5), 0, height * 0.5),
                    s.accent,
                )
        pattern = s.take_pattern()
        spots = ((0.7, 0, 0.2), (0.15, 0.12, 0.16), (0.5, -0.32, 0.16)) if kind == "pizza" else ()
        for x, y, r in spots:
            colour = COLOURS["red"] if pattern == "plain" else s.accent
            s.disc(radius * r, 0.004, (x * radius, y * radius, height), colour)
        if kind == "wedge":
            for x, y, z in ((0.5, 0, 1), (0.1, 0.1, 1), (0.75, -0.3, 1)):
                s.ball((radius * 0.13, radius * 0.13, 0.002), (x * radius, y * radius, height * z), shade(s.main, 0.65))
            if pattern == "two-tone":
                s.box(
                    (radius * 0.1, radius * 0.7, height / 2 + 0.002), (radius * 0.98, 0, height / 2 + 0.002), s.accent
                )
        if kind == "slice":
            s.ball(radius * 0.2, (radius * 0.5, 0, height * 1.1), COLOURS["red"])
            if pattern == "two-tone":
                s.box((radius * 0.1, radius * 0.7, height / 2 + 0.002), (radius * 0.98, 0, height / 2 + 0.002), s.dim)
    elif kind == "wheel":
        s.barrel(radius, 0, height)
        s.disc(radius * 0.9, 0.001, (0, 0, height), s.main)
        s.box((radius * 0.5, radius * 0.3, 0.002), (radius * 0.4, 0, height), CREAM, ((0.9, 0.43, 0), (-0.43, 0.9, 0)))
    elif kind == "icecream":
        s.column(radius * 0.7, 0, height * 0.08, PAPER)
        s.wall(radius * 0.7, radius, 0, height * 0.5, 0.004, 10, (PAPER, s.accent))
        for x, y, z in ((0.42, 0.2, 0.6), (-0.42, 0.2, 0.6), (0, -0.4, 0.6)):
            s.ball(radius * 0.5, (x * radius, y * radius, height * z), s.main if y > 0 else CREAM)
        s.rod(radius * 0.12, (0, 0, height * 0.6), (radius * 0.5, radius * 0.3, height * 1.15), WOOD)
        s.take_pattern()
    elif kind == "pudding":
        s.column(radius * 1.2, 0, height * 0.06, PAPER)
        s.barrel(radius, height * 0.06, height * 0.5)
        s.column(radius * 0.85, height * 0.5, height * 0.85, s.main)
        s.column(radius * 0.78, height * 0.85, height, SOIL)
    elif kind == "waffle":
        s.block((radius, radius * 0.85, height / 2), (0, 0, height / 2))
        for i in (-0.66, -0.22, 0.22, 0.66):
            s.box((radius * 0.07, radius * 0.85, 0.003), (i * radius, 0, height), s.dim)
            s.box((radius, radius * 0.07, 0.003), (0, i * radius * 0.85, height), s.dim)
    elif kind == "lollipop":
        s.rod(radius * 0.09, (radius * 0.8, 0, height * 0.5), (radius * 3.4, 0, radius * 0.1), PAPER)
        s.column(radius, 0, height, s.main)
        s.face(radius, height, 0.7, s.main)
        s.disc(radius * 0.3, 0.002, (0, 0, height), s.accent)
    else:
        s.block((radius, radius * 0.55, height / 2), (0, 0, height / 2))
        s.disc(radius * 0.55, height / 2, (-radius, 0, height / 2), s.main)
        s.box((radius * 0.5, radius * 0.16, height * 0.15), (radius * 1.45, 0, height * 0.5), WOOD)
