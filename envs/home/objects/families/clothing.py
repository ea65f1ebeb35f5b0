"""What is worn: shoes, hats, folded clothes; and cushions."""

from __future__ import annotations

import math
from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, GOLD, METAL, PAPER, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def shoe(
    s: Sculptor,
    length: float = 0.27,
    kind: Literal["sneaker", "boot", "rain", "slipper", "sandal", "flip", "heel"] = "sneaker",
) -> None:
    """A shoe along x, its toe to the left."""
    h, w = length / 2, length * 0.165
    sole = length * 0.05
    white = PAPER if s.main != COLOURS["white"] else COLOURS["grey"]
    patterned = s.pattern
    if kind in ("sandal", "flip"):
        s.block((h * 0.62, w, sole * 0.5), (h * 0.2, 0, sole * 0.5), badge=False)
        s.disc(w, sole * 0.5, (-h * 0.62 + w * 0.4, 0, sole * 0.5), s.main)
        s.disc(w * 0.9, sole * 0.5, (h * 0.82, 0, sole * 0.5), s.main)
        if kind == "flip":
            for side in (1, -1):
                s.rod(length * 0.018, (-h * 0.62, 0, sole), (h * 0.0, side * w * 0.85, sole * 2.2), s.dim)
                s.rod(length * 0.018, (h * 0.0, side * w * 0.85, sole * 2.2), (h * 0.05, side * w * 0.9, sole), s.dim)
        else:
            for x in (-0.45, 0.0, 0.75):
                s.arc(length * 0.022, (x * h, 0, sole), (w, length * 0.12), (0, 180), s.dim, "yz", 4)
        return
    if kind == "heel":
        s.box((h * 0.42, w * 0.8, sole * 0.25), (-h * 0.5, 0, sole * 0.25), DARK)
        s.blob((h * 0.5, w * 0.85, sole * 1.0), (-h * 0.5, 0, sole * 0.9))
        s.box((h * 0.52, w * 0.5, sole * 0.35), (h * 0.35, 0, length * 0.2), s.main, ((0.84, 0, 0.54), (0, 1, 0)))
        s.ball((h * 0.22, w * 0.6, length * 0.12), (h * 0.78, 0, length * 0.36), s.main)
        s.column(length * 0.03, 0, length * 0.3, s.dim, (h * 0.85, 0))
        return
    s.box((h * 0.72, w * 0.98, sole / 2), (h * 0.16, 0, sole / 2), white if kind == "sneaker" else s.dim)
    s.disc(w * 0.98, sole / 2, (-h + w, 0, sole / 2), white if kind == "sneaker" else s.dim)
    s.blob((h * 0.6, w * 0.95, length * 0.13), (-h * 0.4, 0, sole + length * 0.07))
    tall = {
        "boot": 0.62,
        "rain": 0.8,
        "skate": 0.55,
        "sneaker": 0.3,
        "slipper": 0.16,
        "loafer": 0.22,
        "clog": 0.22,
        "cleat": 0.28,
    }[kind]
    high = sole + length * tall
    if kind in ("boot", "rain"):
        s.column(w * 0.95, sole, high, s.main, (h * 0.55, 0))
        s.box((h * 0.3, w * 0.9, length * 0.1), (h * 0.3, 0, sole + length * 0.1), s.main)
        s.disc(w * 0.75, 0.001, (h * 0.55, 0, high), shade(s.main, 0.4))
        if patterned == "banded" or kind == "rain":
            s.column(
                w * 0.98,
                high - length * 0.07,
                high - length * 0.001,
                s.accent if patterned != "plain" else s.dim,
                (h * 0.55, 0),
            )
    else:
        s.box((h * 0.42, w * 0.9, length * tall * 0.5), (h * 0.45, 0, sole + length * tall * 0.5), s.main)
        s.disc(w * 0.9, length * tall * 0.5, (h * 0.85, 0, sole + length * tall * 0.5), s.main)
        s.ball((h * 0.42, w * 0.66, 0.002), (h * 0.55, 0, high), shade(s.main, 0.4))
    if kind in ("sneaker", "boot"):
        for i in range(3):
            z = sole + length * (0.2 + 0.03 * i) if kind != "boot" else sole + length * (0.22 + 0.12 * i)
            x = h * (-0.18 + 0.13 * i) if kind != "boot" else h * 0.55 - w * 0.95
            s.rod(length * 0.014, (x, -w * 0.5, z), (x, w * 0.5, z), white)
        if kind == "sneaker":
            for side in (1, -1):
                s.box(
                    (h * 0.2, 0.002, length * 0.025),
                    (h * 0.35, side * w * 0.92, sole + length * 0.12),
                    s.accent,
                    ((0.9, 0, 0.43), (0, 1, 0)),
                )
    if kind == "slipper":
        s.ball((h * 0.3, w * 0.5, length * 0.06), (-h * 0.4, 0, sole + length * 0.19), PAPER)


def hat(
    s: Sculptor,
    radius: float = 0.1,
    kind: Literal[
        "cap", "sun", "cowboy", "top", "witch", "beanie", "beret", "helmet", "hard", "chef", "party", "santa"
    ] = "cap",
) -> None:
    """A hat that lies on its brim."""
    r = radius
    if kind in ("cap", "hard", "helmet"):
        s.column(r * 0.98, 0, r * 0.6, s.main)
        s.blob((r, r * 0.98, r * 0.6), (0, 0, r * 0.62))
        if kind == "helmet":
            for i in (-1, 0, 1):
                s.ball((r * 0.75, r * 0.09, r * 0.5), (0, i * r * 0.38, r * (0.78 - 0.07 * abs(i))), DARK)
            s.path(r * 0.04, [(-r * 0.2, -r * 0.9, r * 0.1), (0, -r * 1.15, 0.006), (r * 0.2, -r * 0.9, r * 0.1)], DARK)
        else:
            s.box((r * 0.4, r * 0.6, 0.005), (-r * 1.1, 0, r * 0.09), s.dim)
            s.disc(r * 0.62, 0.005, (-r * 1.25, 0, r * 0.09), s.dim)
            if kind == "cap":
                s.ball(r * 0.09, (0, 0, r * 1.22), s.dim)
            else:
                s.ball((r * 0.95, r * 0.16, r * 0.6), (0, 0, r * 0.68), s.dim)
                s.column(r * 1.08, 0, r * 0.08, s.dim)
    elif kind in ("sun", "cowboy", "top", "witch"):
        brim = {"sun": 1.75, "cowboy": 1.6, "top": 1.45, "witch": 1.6}[kind]
        s.column(r * brim, 0, r * 0.05, s.main)
        if kind == "cowboy":
            for side in (1, -1):
                axes = ((1, 0, 0), (0, 0.5, side * 0.866))
                s.box((r * 1.0, r * 0.24, 0.005), (0, side * r * 1.5, r * 0.2), s.main, axes)
        if kind == "top":
            s.barrel(r, r * 0.05, r * 1.6)
        elif kind == "witch":
            for i in range(5):
                s.column(r * (1.0 - 0.2 * i), r * (0.05 + 0.4 * i), r * (0.45 + 0.4 * i), s.main)
        else:
            s.barrel(r * 0.98, r * 0.05, r * 0.5, badge=False)
            s.ball((r * 0.98, r * 0.94, r * 0.45), (0, 0, r * 0.5), s.main)
        if s.pattern == "plain":
            s.column(r * 1.01, r * 0.05, r * 0.25, DARK if s.main != COLOURS["black"] else COLOURS["red"])
        if kind == "cowboy":
            s.ball((r * 0.6, r * 0.14, r * 0.1), (0, 0, r * 0.92), s.dim)
    elif kind == "beanie":
        s.column(r * 1.03, 0, r * 0.42, s.dim)
        s.column(r * 0.98, 0, r * 0.75, s.main)
        s.blob((r, r, r * 0.72), (0, 0, r * 0.74))
        s.ball(r * 0.3, (0, 0, r * 1.6), s.accent)
    elif kind == "beret":
        s.column(r * 0.8, 0, r * 0.15, s.dim)
        s.blob((r * 1.15, r * 1.1, r * 0.3), (r * 0.1, 0, r * 0.35))
        s.rod(r * 0.05, (0, 0, r * 0.6), (0, 0, r * 0.75), s.dim)
    elif kind == "chef":
        s.barrel(r * 0.85, 0, r * 0.7)
        for i in range(5):
            a = i * math.pi * 0.4
            s.ball(
                (r * 0.62, r * 0.62, r * 0.5),
                (r * 0.55 * math.cos(a), r * 0.55 * math.sin(a), r * 1.05),
                s.main if i % 2 else shade(s.main, 0.93),
            )
        s.ball((r * 0.6, r * 0.6, r * 0.5), (0, 0, r * 1.2), s.main)
    else:
        steps = 6
        if kind == "santa":
            s.column(r * 1.08, 0, r * 0.35, PAPER)
        patterned = s.take_pattern()
        for i in range(steps):
            colour = (
                s.accent
                if patterned in ("striped",)
                and i % 2
                or patterned == "banded"
                and i == 2
                or patterned == "two-tone"
                and i > 2
                else s.main
            )
            lean = r * 0.06 * i * i if kind == "santa" else 0.0
            low = r * 0.3 * i + (r * 0.3 if kind == "santa" else 0)
            s.column(r * (1 - i / (steps + 0.5)), low, low + r * 0.31, colour, (lean * 0.5, 0))
            if patterned == "dotted" and i < 4:
                s.ball(r * 0.12, (r * 0.3 * (-1) ** i, -r * (0.93 - 0.17 * i), low + r * 0.15), s.accent)
        top = r * 0.3 * steps + (r * 0.35 if kind == "santa" else r * 0.05)
        s.ball(r * 0.24, (r * 0.6 if kind == "santa" else 0, 0, top), PAPER if kind == "santa" else s.accent)


def cloth(
    s: Sculptor,
    width: float = 0.26,
    depth: float = 0.2,
    layers: int = 3,
    thick: float = 0.02,
    kind: Literal[
        "fold", "shirt", "jeans", "scarf", "sock", "glove", "mitt", "belt", "tie", "bow", "mask", "umbrella", "flat"
    ] = "fold",
) -> None:
    """Folded cloth and small clothes; layers: of a pile, or a shirt's buttons."""
    x, y, z = width / 2, depth / 2, thick / 2
    if kind == "fold":
        for i in range(layers - 1):
            s.box(
                (x * (1 - 0.015 * i), y * (1 - 0.015 * i), z * 0.88),
                (0, 0, z * (2 * i + 1)),
                s.main if i % 2 else s.dim,
            )
            s.disc(z * 0.92, x * (1 - 0.015 * i), (0, -y, z * (2 * i + 1)), s.main, (1, 0, 0))
        s.block((x, y, z * 0.9), (0, 0, z * (2 * layers - 1)))
        s.disc(z * 0.92, x, (0, -y, z * (2 * layers - 1)), s.main, (1, 0, 0))
    elif kind == "shirt":
        s.block((x, y, z), (0, 0, z))
        for side in (1, -1):
            s.box(
                (x * 0.22, y * 0.5, z * 0.7),
                (side * x * 1.15, y * 0.4, z * 0.7),
                s.dim,
                ((0.9, -side * 0.43, 0), (side * 0.43, 0.9, 0)),
            )
        s.ball((x * 0.42, y * 0.22, 0.003), (0, y * 0.95, thick), s.dim)
        s.ball((x * 0.28, y * 0.14, 0.004), (0, y * 0.97, thick), DARK)
        for i in range(layers):
            s.disc(
                0.005, 0.001, (0, y * (0.5 - 0.4 * i), thick + 0.0015), PAPER if s.main != COLOURS["white"] else DARK
            )
    elif kind == "jeans":
        s.block((x, y, z), (0, 0, z))
        s.box((x * 1.01, y * 0.1, z * 1.04), (0, y * 0.9, z * 1.04), s.dim)
        s.box((0.002, y * 0.9, 0.001), (0, -y * 0.1, thick), s.dim)
        for side in (1, -1):
            s.box((x * 0.3, y * 0.26, 0.001), (side * x * 0.5, y * 0.42, thick), s.dim)
        s.disc(0.008, 0.002, (0, y * 0.9, thick + 0.001), GOLD)
    elif kind == "scarf":
        for i in range(layers):
            s.box((x, y, z * 0.9), (0, 0, z * (2 * i + 1)), s.main if i % 2 else s.dim)
        s.block((x, y, z * 0.9), (0, 0, z * (2 * layers + 1)))
        for i in range(6):
            s.rod(0.004, (x * (i - 2.5) * 0.36, -y, 0.004), (x * (i - 2.5) * 0.36, -y * 1.25, 0.004), s.dim)
    elif kind == "sock":
        s.block((x, y * 0.45, z), (x * 0.1, y * 0.3, z), badge=False)
        s.box((x * 0.4, y * 0.45, z), (-x * 0.7, -y * 0.2, z), s.main, ((0.6, 0.8, 0), (-0.8, 0.6, 0)))
        s.disc(y * 0.42, z, (-x * 0.95, -y * 0.6, z), s.dim)
        s.box((x * 0.14, y * 0.48, z * 1.08), (x * 1.05, y * 0.3, z * 1.08), s.dim)
    elif kind in ("glove", "mitt"):
        s.block((x * 0.6, y, z), (-x * 0.1, 0, z), badge=False)
        s.box((x * 0.12, y * 1.06, z * 1.1), (-x * 0.75, 0, z * 1.1), s.dim)
        if kind == "mitt":
            s.disc(y, z, (x * 0.5, 0, z), s.main)
        else:
            for i in range(4):
                v = y * (i - 1.5) * 0.52
                s.rod(z * 0.95, (x * 0.4, v, z), (x * (1.0 - 0.12 * abs(i - 1.3)), v, z), s.main)
        s.rod(z * 0.98, (-x * 0.1, -y, z), (x * 0.35, -y * 1.55, z), s.main)
    elif kind == "belt":
        for i in range(3):
            s.wall(x * (1 - 0.14 * i), x * (1 - 0.14 * i), 0, depth, 0.005, 10, (s.main,))
        s.box((x * 0.25, 0.004, y * 1.1), (0, -x, y * 1.1), GOLD)
        s.box((x * 0.16, 0.005, y * 0.7), (0, -x, y * 1.1), DARK)
        if s.take_pattern() != "plain":
            for i in range(6):
                a = i * math.pi / 3
                s.ball(y * 0.35, (x * math.cos(a), x * math.sin(a), y), s.accent)
    elif kind == "tie":
        s.block((x, y, z), (-x * 0.1, 0, z), badge=False)
        s.box((y * 0.7, y * 0.7, z), (-x * 1.1, 0, z), s.main, ((0.7, 0.7, 0), (-0.7, 0.7, 0)))
        s.box((y * 0.6, y * 0.75, z * 1.5), (x * 0.95, 0, z * 1.5), s.dim)
    elif kind == "bow":
        for side in (1, -1):
            for i in range(3):
                s.box(
                    (x * 0.17, y * (0.35 + 0.3 * i), z),
                    (side * x * (0.2 + 0.32 * i), 0, z),
                    s.main if i % 2 or s.pattern != "striped" else s.accent,
                )
            if s.pattern in ("dotted", "banded"):
                s.disc(y * 0.25, 0.002, (side * x * 0.7, 0, 2 * z), s.accent)
        s.box((x * 0.12, y * 0.35, z * 1.4), (0, 0, z * 1.4), s.dim if s.pattern != "two-tone" else s.accent)
        s.take_pattern()
    elif kind == "mask":
        s.blob((x, y, z), (0, 0, z))
        for side in (1, -1):
            s.arc(0.003, (side * x * 0.9, 0, 0.004), (side * x * 0.4, y * 0.8), (-90, 90), s.dim, "xy")
            s.ball((x * 0.35, y * 0.1, 0.003), (side * x * 0.45, 0, z * 1.9), s.dim)
    elif kind == "umbrella":
        s.box((x * 0.6, y * 0.5, y * 0.3), (0, 0, y * 0.3), s.dim)
        for i in range(4):
            s.disc(
                y * (0.55 + 0.15 * i),
                x * 0.18,
                (-x * (0.62 - 0.36 * i), 0, y),
                s.accent if s.pattern in ("striped", "banded") and i % 2 else s.main,
                (1, 0, 0),
            )
        s.disc(y * 1.0, x * 0.05, (x * 0.1, 0, y), s.dim if s.pattern != "two-tone" else s.accent, (1, 0, 0))
        s.take_pattern()
        s.rod(y * 0.12, (-x, 0, y), (-x * 0.8, 0, y), METAL)
        s.rod(y * 0.22, (x * 0.6, 0, y), (x * 1.05, 0, y), WOOD)
        s.arc(y * 0.22, (x * 1.05, y * 0.7, y), (y * 0.7, y * 0.7), (-90, 90), WOOD, "xy", 3)
    else:
        s.block((x, y, z), (0, 0, z))
        s.arc(0.005, (0, y * 0.9, z), (x * 0.5, y * 0.6), (0, 180), s.dim, "xy", 5)


def cushion(
    s: Sculptor,
    width: float = 0.3,
    depth: float = 0.3,
    thick: float = 0.09,
    kind: Literal["square", "pillow", "round", "neck", "bolster", "pins"] = "square",
) -> None:
    """A stuffed thing that lies flat."""
    x, y, z = width / 2, depth / 2, thick / 2
    if kind in ("square", "pillow"):
        s.block((x * 0.96, y * 0.96, z * 0.5), (0, 0, z * 0.6), badge=False)
        s.box((x * 0.82, y * 0.82, z * 0.3), (0, 0, z * 0.3), s.dim)
        if s.pattern == "plain":
            s.ball((x * 0.94, y * 0.94, z), (0, 0, z), s.main)
            s.ball((0.01, 0.01, 0.004), (0, 0, thick), s.dim)
        for u in (1, -1):
            for v in (1, -1):
                s.ball((x * 0.14, y * 0.14, z * 0.42), (u * x * 0.9, v * y * 0.9, z * 0.6), s.dim)
    elif kind == "round":
        s.column(x * 0.95, 0, thick * 0.3, s.dim)
        s.ball((x, y, z * 0.9), (0, 0, z * 0.9), s.main)
        s.barrel(x * 0.9, z * 0.6, z * 1.5)
        s.face(x * 0.88, z * 1.5, 0.85)
        s.ball((0.012, 0.012, 0.006), (0, 0, z * 1.6), s.accent)
    elif kind == "neck":
        s.arc(z, (0, 0, z), (x - z, y - z), (-50, 230), s.main, "xy", 7)
        s.box((x * 0.5, z * 0.5, z * 0.2), (0, y - z, z * 0.2), s.dim)
        if s.take_pattern() != "plain":
            for a in (20, 90, 160):
                at = ((x - z) * math.cos(math.radians(a)), (y - z) * math.sin(math.radians(a)), z)
                s.ball(
                    z * (1.05 if s.pattern != "dotted" else 0.5),
                    (at[0], at[1], z if s.pattern != "dotted" else z * 1.7),
                    s.accent,
                )
    elif kind == "bolster":
        s.box((x * 0.9, y * 0.5, y * 0.2), (0, 0, y * 0.2), s.dim)
        s.disc(y, x, (0, 0, y), s.main, (1, 0, 0))
        spots = {"striped": (-0.6, 0.0, 0.6), "banded": (0.0,), "dotted": (-0.85, 0.85), "two-tone": (0.5,)}
        for u in spots.get(s.take_pattern(), ()):
            wide = {"striped": 0.12, "banded": 0.3, "dotted": 0.08, "two-tone": 0.5}[s.pattern]
            s.disc(y * 1.01, x * wide, (x * u, 0, y * 1.01), s.accent, (1, 0, 0))
        for side in (1, -1):
            s.ball((0.01, y * 0.25, y * 0.25), (side * x, 0, y), s.dim)
    else:
        s.column(x, 0, thick * 0.25, WOOD)
        s.blob((x * 0.95, y * 0.95, z * 1.3), (0, 0, z * 0.9))
        for i in range(5):
            a = i * math.pi * 0.4
            tip = (x * 0.7 * math.cos(a), x * 0.7 * math.sin(a), thick * 1.5)
            s.rod(0.0014, (x * 0.4 * math.cos(a), x * 0.4 * math.sin(a), thick * 0.9), tip, METAL)
            s.ball(0.004, tip, COLOURS[("red", "blue", "yellow", "green", "white")[i]])
