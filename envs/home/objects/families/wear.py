"""Things of cloth and leather, and what one finds in a bathroom: shoes, hats, folded cloth, cushions, soap, candles."""

from __future__ import annotations

import math

from envs.home.objects.palette import COLOURS, DARK, GLOW, GOLD, METAL, PAPER, SKIN, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def shoe(s: Sculptor, length: float = 0.27, kind: str = "sneaker") -> None:
    """A shoe along x, toe to the left. kind: sneaker, boot, slipper, sandal, heel, rain, loafer, flip, clog or skate."""
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
    if kind in ("boot", "rain", "skate"):
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
    if kind in ("sneaker", "boot", "skate", "cleat"):
        for i in range(3):
            z = sole + length * (0.2 + 0.03 * i) if kind != "boot" else sole + length * (0.22 + 0.12 * i)
            x = h * (-0.18 + 0.13 * i) if kind not in ("boot", "skate") else h * 0.55 - w * 0.95
            s.rod(length * 0.014, (x, -w * 0.5, z), (x, w * 0.5, z), white)
        if kind == "sneaker":
            for side in (1, -1):
                s.box(
                    (h * 0.2, 0.002, length * 0.025),
                    (h * 0.35, side * w * 0.92, sole + length * 0.12),
                    s.accent,
                    ((0.9, 0, 0.43), (0, 1, 0)),
                )
    if kind == "skate":
        s.box((h * 0.85, w * 0.1, sole * 1.2), (0, 0, -sole * 0.6), METAL)
        for side in (1, -1):
            s.box((h * 0.12, w * 0.5, sole * 0.6), (side * h * 0.5, 0, -sole * 0.5), METAL)
    elif kind == "cleat":
        for x in (-0.6, -0.2, 0.6):
            for side in (1, -1):
                s.column(length * 0.022, -length * 0.04, 0.002, DARK, (x * h, side * w * 0.6))
    elif kind == "slipper":
        s.ball((h * 0.3, w * 0.5, length * 0.06), (-h * 0.4, 0, sole + length * 0.19), PAPER)
    elif kind == "loafer":
        s.box((h * 0.1, w * 0.7, length * 0.02), (-h * 0.12, 0, sole + length * 0.18), GOLD)


def hat(s: Sculptor, radius: float = 0.1, kind: str = "cap") -> None:
    """A hat that lies on its brim. kind: cap, sun, cowboy, top, beanie, beret, helmet, bowler, chef, hard, party or santa."""
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
    elif kind in ("sun", "cowboy", "bowler", "top", "witch"):
        brim = {"sun": 1.75, "cowboy": 1.6, "bowler": 1.35, "top": 1.45, "witch": 1.6}[kind]
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
        patterned = s._once()
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
    s: Sculptor, width: float = 0.26, depth: float = 0.2, layers: int = 3, thick: float = 0.02, kind: str = "fold"
) -> None:
    """Folded cloth. kind: fold (a pile), shirt (collar and sleeves), jeans, roll, scarf (with fringes), sock, glove, tie,
    belt, bra, mitt, bib or flat.
    """
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
        if s._once() != "plain":
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
        s._once()
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
        s._once()
        s.rod(y * 0.12, (-x, 0, y), (-x * 0.8, 0, y), METAL)
        s.rod(y * 0.22, (x * 0.6, 0, y), (x * 1.05, 0, y), WOOD)
        s.arc(y * 0.22, (x * 1.05, y * 0.7, y), (y * 0.7, y * 0.7), (-90, 90), WOOD, "xy", 3)
    else:
        s.block((x, y, z), (0, 0, z))
        s.arc(0.005, (0, y * 0.9, z), (x * 0.5, y * 0.6), (0, 180), s.dim, "xy", 5)


def cushion(s: Sculptor, width: float = 0.3, depth: float = 0.3, thick: float = 0.09, kind: str = "square") -> None:
    """A stuffed thing. kind: square, round, pillow, neck, bolster or pins."""
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
        if s._once() != "plain":
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
        for u in spots.get(s._once(), ()):
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


def bar(s: Sculptor, length: float = 0.09, width: float = 0.06, thick: float = 0.03, kind: str = "soap") -> None:
    """A small bar. kind: soap, sponge, chocolate, butter, eraser, pumice, notes, card, wallet, cards or tin."""
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


def candle(s: Sculptor, radius: float = 0.035, height: float = 0.12, kind: str = "pillar") -> None:
    """A candle with its flame. kind: pillar, taper (in a holder), glass (scented), tea or branches (three arms)."""
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
        if s._once() != "plain":
            s.column(radius * 1.02, height * 0.3, height * 0.6, s.accent)
        flame(0, height, radius * 0.5)
    else:
        s.column(radius, 0, height * 0.06, s.main)
        s.column(radius * 0.18, 0, height * 0.6, s.main)
        s.arc(radius * 0.16, (0, 0, height * 0.6), (radius * 1.3, height * 0.25), (180, 360), s.main, pieces=6)
        wax = s.accent if s._once() != "plain" else PAPER
        for x in (-1.3, 0, 1.3):
            s.column(radius * 0.28, height * 0.56, height * 0.62, s.main, (x * radius, 0))
            s.column(radius * 0.18, height * 0.6, height * 0.88, wax, (x * radius, 0))
            flame(x * radius, height * 0.88, radius * 0.25)


def stand(s: Sculptor, width: float = 0.16, height: float = 0.12, kind: str = "toast") -> None:
    """Small holders. kind: toast, paper (a pole), keys (hooks), pens (a cup with pens), brushes, mug tree, egg, letters,
    rack (for dishes) or board (to cut on).
    """
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
    elif kind == "tree_rings":
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
    elif kind == "hand":
        s.barrel(x * 0.6, 0, height * 0.3)
        s.box((x * 0.5, x * 0.2, height * 0.16), (0, 0, height * 0.46), SKIN)
        for i in range(4):
            s.rod(x * 0.1, (x * (i - 1.5) * 0.3, 0, height * 0.6), (x * (i - 1.5) * 0.36, 0, height * 0.9), SKIN)
    else:
        s.block((x, 0.01, z), (0, 0, z))
        for i in range(4):
            at = x * (i - 1.5) * 0.45
            s.path(0.003, [(at, -0.01, z * 0.8), (at, -0.03, z * 0.6), (at, -0.03, z * 0.9)], METAL)
        s.box((x * 0.9, 0.04, 0.005), (0, 0, 0.005), s.dim)
