"""What is written on, wound up or framed: books, rolls, pictures."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import COLOURS, DARK, METAL, PAPER, STEEL, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def book(
    s: Sculptor,
    width: float = 0.14,
    height: float = 0.21,
    thick: float = 0.025,
    style: Literal["hard", "tabs", "spiral", "band", "photo", "magazine", "soft", "rings"] = "hard",
    open_at: bool = False,
) -> None:
    """A lying book. style: hard, soft, spiral, band (an elastic), rings, photo, magazine or tabs."""
    x, y, z = width / 2, height / 2, thick / 2
    if open_at:
        for side in (1, -1):
            s.box((x * 1.06, y * 1.08, 0.003), (side * x * 1.06, 0, 0.003), s.main)
            s.box((x * 0.95, y * 0.95, z * 0.6), (side * x * 0.97, 0, z * 0.6 + 0.003), PAPER)
            for i in (-0.5, -0.1, 0.3):
                s.box((x * 0.7, 0.003, 0.001), (side * x, i * y, z * 1.2 + 0.003), STEEL)
        s.box((x * 0.72, y * 0.5, 0.0012), (-x, y * 0.3, z * 1.2 + 0.0032), s.main)
        s.box((x * 0.1, y * 0.6, 0.0016), (x * 0.06, -y * 0.62, z * 1.2 + 0.0036), s.main)
        return
    cover = 0.0025 if style in ("hard", "rings", "photo") else 0.0012
    s.box((x * 0.97, y * 0.965, z - cover), (x * 0.02, 0, z), PAPER)
    s.box((x, y, cover), (0, 0, cover), s.dim)
    s.block((x, y, cover), (0, 0, thick - cover))
    if style not in ("spiral", "soft", "magazine"):
        s.box((cover * 1.2, y, z), (-x, 0, z), s.dim)
    if style == "spiral":
        for i in range(9):
            s.disc(z + 0.004, 0.002, (-x * 0.96, y * (i - 4) * 0.22, z + 0.003), METAL, (0, 1, 0))
    elif style == "band":
        s.box((x * 0.05, y + 0.001, z + 0.001), (x * 0.72, 0, z), DARK)
    elif style == "rings":
        s.box((x * 0.22, y * 0.6, 0.001), (-x * 0.3, 0, thick), PAPER)
        s.disc(y * 0.08, 0.004, (-x, -y * 0.5, z), METAL, (1, 0, 0))
        return
    elif style == "photo":
        s.box((x * 0.5, y * 0.36, 0.001), (0, y * 0.1, thick), PAPER)
        s.box((x * 0.43, y * 0.28, 0.0016), (0, y * 0.1, thick), (0.45, 0.66, 0.85))
        s.box((x * 0.43, y * 0.1, 0.002), (0, -y * 0.08, thick), (0.3, 0.55, 0.25))
        return
    elif style == "magazine":
        if s.mark or s.pattern != "plain":
            return
        s.box((x * 0.86, y * 0.14, 0.001), (0, y * 0.76, thick), s.accent)
        s.ball((x * 0.4, y * 0.36, 0.002), (0, -y * 0.2, thick), (0.93, 0.74, 0.6))
        s.ball((x * 0.44, y * 0.2, 0.0026), (0, y * 0.05, thick), COLOURS["brown"])
        return
    elif style == "tabs":
        for i in range(4):
            at = (x * 1.02, y * (0.7 - 0.45 * i), z)
            s.box((x * 0.06, y * 0.15, 0.002), at, COLOURS[("red", "yellow", "green", "blue")[i]])
    if s.pattern == "plain" and not s.mark:
        s.box((x * 0.66, y * 0.13, 0.0006), (x * 0.04, y * 0.5, thick), PAPER)
        s.box((x * 0.36, y * 0.04, 0.0006), (x * 0.04, -y * 0.6, thick), PAPER)


def roll(
    s: Sculptor,
    radius: float = 0.055,
    width: float = 0.1,
    core: float = 0.4,
    lying: bool = False,
    sheet: bool = False,
    flange: bool = False,
    spiral: bool = False,
) -> None:
    """Something wound up. core: the hole's radius in radii. flange: a spool's ends. sheet: its end hangs out."""
    if lying:
        s.box((width * 0.48, radius * 0.35, radius * 0.2), (0, 0, radius * 0.2), s.main)
        s.disc(radius, width / 2, (0, 0, radius), s.main, (1, 0, 0))
        patterned = s.take_pattern()
        places = {"striped": (-0.6, 0.0, 0.6), "dotted": (-0.75, 0.75), "banded": (0.0,), "two-tone": (0.5,)}
        for at in places.get(patterned, ()):
            half = {"striped": 0.08, "banded": 0.22, "dotted": 0.12, "two-tone": 0.5}[patterned]
            s.disc(radius + 0.001, width / 2 * half, (at * width / 2, 0, radius), s.accent, (1, 0, 0))
        for side in (1, -1):
            s.disc(radius * core, 0.001, (side * width / 2, 0, radius), s.dim, (1, 0, 0))
            if spiral:
                s.disc(radius * 0.75, 0.0006, (side * width / 2, 0, radius), s.dim, (1, 0, 0))
                s.disc(radius * 0.62, 0.0008, (side * width / 2, 0, radius), s.main, (1, 0, 0))
        if spiral:
            for side in (0.5, -0.5):
                s.disc(radius * 1.02, width * 0.02, (side * width / 2, 0, radius * 1.02), s.dim, (1, 0, 0))
        return
    low, high = 0.0, width
    if flange:
        s.column(radius, 0, width * 0.12, WOOD)
        s.column(radius, width * 0.88, width, WOOD)
        low, high = width * 0.12, width * 0.88
        s.barrel(radius * 0.8, low, high)
    else:
        s.barrel(radius, low, high)
    s.disc(radius * core * 1.25, 0.0006, (0, 0, width), WOOD)
    s.disc(radius * core, 0.0012, (0, 0, width), DARK)
    if sheet:
        s.box((radius * 0.35, 0.0015, width / 2), (radius * 0.35, -radius, width / 2), shade(s.main, 0.93))


def frame(
    s: Sculptor,
    width: float = 0.16,
    height: float = 0.21,
    style: Literal["photo", "scene", "mirror", "calendar", "board"] = "photo",
) -> None:
    """A board that leans on its stand."""
    x, y, lean = width / 2, height / 2, 0.26
    axes = ((1.0, 0.0, 0.0), (0.0, lean, 0.966))
    normal = (0.0, -0.966, lean)

    def at(out: float, up: float = 0.0, right: float = 0.0) -> tuple[float, float, float]:
        return (right, normal[1] * out + lean * up, y + normal[2] * out + 0.966 * up)

    s.box((x, y, 0.007), at(0), s.main, axes)
    patterned = s.take_pattern()
    if patterned in ("striped", "dotted"):
        for u, v in ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)):
            if patterned == "striped":
                s.box((x * 0.11, y * 0.1, 0.0078), at(0, v * y * 0.62, u * x * 0.89), s.accent, axes)
            else:
                s.disc(x * 0.08, 0.008, at(0, v * y * 0.88, u * x * 0.88), s.accent, normal)
    elif patterned in ("banded", "two-tone"):
        s.box((x * 0.88, y * 0.9, 0.0078), at(0), s.accent, axes)
    inner = (x * 0.78, y * 0.82, 0.001)
    if style == "mirror":
        s.box(inner, at(0.0085), (0.78, 0.87, 0.92), axes)
        s.box((x * 0.1, y * 0.6, 0.0012), at(0.0087, 0, -x * 0.3), (0.94, 0.97, 0.98), axes)
    elif style == "calendar":
        s.box(inner, at(0.0085, -y * 0.08), PAPER, axes)
        s.box((x * 0.78, y * 0.14, 0.0014), at(0.009, y * 0.6), s.accent, axes)
        for i in range(9):
            s.box(
                (x * 0.13, y * 0.1, 0.0014), at(0.009, y * (0.25 - 0.34 * (i // 3)), x * 0.5 * (i % 3 - 1)), STEEL, axes
            )
        for i in (-0.5, 0, 0.5):
            s.rod(0.004, at(0, y * 0.98, x * i - 0.008), at(0, y * 0.98, x * i + 0.008), METAL)
    elif style == "board":
        s.box(inner, at(0.0085), (0.16, 0.27, 0.2), axes)
        for i in (0.4, 0.0, -0.4):
            s.box((x * 0.5, y * 0.03, 0.0012), at(0.009, y * i), PAPER, axes)
    elif style == "scene":
        s.box(inner, at(0.0085), (0.5, 0.72, 0.92), axes)
        s.box((x * 0.78, y * 0.3, 0.0014), at(0.009, -y * 0.52), (0.25, 0.52, 0.24), axes)
        s.disc(x * 0.16, 0.0014, at(0.009, y * 0.4, x * 0.36), COLOURS["yellow"], normal)
    else:
        s.box(inner, at(0.0085), PAPER, axes)
        s.box((x * 0.6, y * 0.64, 0.0012), at(0.009), (0.55, 0.68, 0.74), axes)
        s.disc(x * 0.24, 0.0014, at(0.0096, y * 0.12), (0.93, 0.74, 0.6), normal)
        s.box((x * 0.36, y * 0.2, 0.0014), at(0.0096, -y * 0.44), COLOURS["red"], axes)
    s.box((x * 0.25, y * 0.8, 0.003), (0, y * 0.62, y * 0.76), s.dim, ((1, 0, 0), (0, -0.42, 0.907)))
    s.box((x * 0.8, 0.02, 0.003), (0, -lean * y, 0.003), s.dim)
    s.box((x * 0.25, y * 0.5, 0.003), (0, y * 0.4, 0.003), s.dim)
