"""Boxes, cartons, bags, books and rolls: what things come in, are carried in or are written on."""

from __future__ import annotations

from envs.home.objects.palette import COLOURS, CRUST, DARK, GOLD, METAL, PAPER, SCREEN, STEEL, WOOD, shade
from envs.home.objects.sculptor import Sculptor


def carton(
    s: Sculptor,
    width: float = 0.1,
    depth: float = 0.06,
    height: float = 0.2,
    top: str = "flat",
    panel: bool = True,
    picture: str = "",
) -> None:
    """A box. top: flat, gable, straw, ribbon, tissue, tape, lid, handle, clasp, flap, eggs, keys, slots, window or
    cross. picture: the colour of a round thing shown on its front.
    """
    x, y, z = width / 2, depth / 2, height / 2
    s.block((x, y, z), (0, 0, z))
    flat = height < 0.6 * min(width, depth)
    if panel and not s.mark and s.pattern == "plain":
        if flat:
            s.box((x * 0.7, y * 0.6, 0.0008), (0, 0, height), PAPER)
            s.box((x * 0.6, y * 0.14, 0.0012), (0, y * 0.3, height), s.accent)
        else:
            s.box((x * 0.86, y + 0.0008, z * 0.24), (0, 0, height * 0.76), PAPER)
            s.box((x * 0.66, y + 0.0014, z * 0.07), (0, 0, height * 0.76), s.accent)
    if picture:
        if flat:
            s.ball((x * 0.3, y * 0.3, 0.004), (0, -y * 0.2, height), COLOURS[picture])
        else:
            s.ball((x * 0.6, 0.004, min(z * 0.36, x * 0.6)), (0, -y, height * 0.34), COLOURS[picture])
    if top == "gable":
        for side in (1, -1):
            s.box(
                (x, y * 0.72, 0.0015), (0, side * y * 0.5, height + y * 0.5), s.dim, ((1, 0, 0), (0, -side * 0.7, 0.7))
            )
        s.box((x, 0.002, y * 0.25), (0, 0, height + y * 1.2), PAPER)
        s.disc(x * 0.22, 0.006, (0, -y * 0.5, height + y * 0.6), s.accent, (0, -0.7, 0.7))
    elif top == "straw":
        s.path(0.003, [(x * 0.5, 0, height), (x * 0.5, 0, height * 1.2), (x * 1.1, 0, height * 1.3)], PAPER)
    elif top == "ribbon":
        s.box((x * 0.13, y + 0.002, z + 0.001), (0, 0, z + 0.001), s.accent)
        s.box((x + 0.002, y * 0.13, z + 0.001), (0, 0, z + 0.001), s.accent)
        for side in (1, -1):
            s.ball((x * 0.32, y * 0.2, x * 0.16), (side * x * 0.3, 0, height + x * 0.12), s.accent)
    elif top == "tissue":
        s.ball((x * 0.55, y * 0.4, 0.001), (0, 0, height), DARK)
        s.box((x * 0.3, 0.002, y * 0.5), (0, 0, height + y * 0.4), PAPER, ((1, 0, 0), (0, 0.3, 0.954)))
        s.box((x * 0.26, 0.002, y * 0.4), (x * 0.05, y * 0.1, height + y * 0.3), PAPER, ((1, 0, 0), (0, -0.3, 0.954)))
    elif top == "tape":
        s.box((x + 0.001, y * 0.14, z + 0.0005), (0, 0, z + 0.0005), shade(s.main, 1.4))
        s.box((x * 0.35, y * 0.22, 0.001), (x * 0.45, -y * 0.55, height), PAPER)
    elif top == "lid":
        s.box((x * 1.04, y * 1.04, height * 0.16), (0, 0, height * 0.86), s.dim)
    elif top == "handle":
        reach = (x * 0.45, min(x * 0.4, 0.05))
        s.arc(0.006, (0, 0, height), reach, (0, 180), DARK)
        s.box((x * 1.01, y * 1.01, 0.002), (0, 0, height * 0.72), s.dim)
        for side in (1, -1):
            s.box((x * 0.08, 0.003, height * 0.08), (side * x * 0.55, -y, height * 0.72), METAL)
    elif top == "clasp":
        s.box((x * 1.01, y * 1.01, 0.0015), (0, 0, height * 0.66), s.dim)
        s.box((x * 0.1, 0.003, height * 0.14), (0, -y, height * 0.64), GOLD)
    elif top == "flap":
        s.box((x, y * 0.9, 0.002), (0, y * 1.2, height + y * 0.75), s.main, ((1, 0, 0), (0, 0.5, 0.866)))
        s.box((x * 0.9, y * 0.9, 0.001), (0, 0, height), shade(s.main, 0.55))
        for i in (-0.6, -0.2, 0.2, 0.6):
            s.rod(0.003, (i * x, 0, height * 0.95), (i * x, 0, height * 1.05), CRUST)
    elif top == "eggs":
        for i in range(6):
            at = (x * (i % 3 - 1) * 0.62, y * (i // 3 - 0.5) * 0.95, height)
            s.ball((x * 0.24, x * 0.24, x * 0.3), at, CRUST if i % 2 else COLOURS["beige"])
    elif top == "slots":
        for i in (-0.45, 0.45):
            s.box((x * 0.7, y * 0.14, 0.001), (0, i * y, height), DARK)
        s.box((0.004, y * 0.25, 0.005), (x + 0.004, 0, height * 0.6), DARK)
        s.disc(height * 0.08, 0.004, (x, -y * 0.55, height * 0.3), METAL, (1, 0, 0))
    elif top == "knives":
        for i, u in enumerate((-0.6, -0.2, 0.2, 0.6)):
            for v in (-0.4, 0.4):
                s.rod(0.007, (u * x, v * y, height), (u * x, v * y, height * (1.3 + 0.06 * (i % 2))), DARK)
    elif top == "fries":
        for i in range(8):
            u, v = x * (i % 4 - 1.5) * 0.45, y * (i // 4 - 0.5) * 0.8
            tall = height * (0.2 + 0.08 * ((i * 3) % 4))
            s.box((x * 0.13, y * 0.2, tall / 2), (u, v, height + tall / 2), COLOURS["yellow"])
    elif top == "window":
        s.box((x * 0.62, y + 0.001, z * 0.5), (0, 0, z * 0.95), SCREEN)
        s.box((x * 0.62, 0.004, 0.003), (0, -y - 0.006, height * 0.78), METAL)
    elif top == "cross":
        arm = min(x, z if not flat else y) * 0.5
        if flat:
            s.box((arm, arm * 0.32, 0.002), (0, 0, height), COLOURS["white"])
            s.box((arm * 0.32, arm, 0.002), (0, 0, height), COLOURS["white"])
        else:
            s.box((arm, 0.003, arm * 0.32), (0, -y, z), COLOURS["white"])
            s.box((arm * 0.32, 0.003, arm), (0, -y, z), COLOURS["white"])
            s.arc(0.006, (0, 0, height), (x * 0.4, 0.03), (0, 180), DARK)
    elif top == "holes":
        for i in range(12):
            at = (x * ((i % 3) - 1) * 0.55, 0.0, height * (0.2 + 0.17 * (i // 3)))
            s.disc(min(x, z) * 0.09, y + 0.001, at, DARK, (0, 1, 0))
        s.arc(0.006, (0, 0, height), (x * 0.6, 0.035), (0, 180), DARK)
    elif top == "coin":
        s.box((x * 0.5, 0.0015, 0.0008), (0, 0, height), DARK)
        s.disc(x * 0.3, 0.003, (0, -y, z), METAL, (0, 1, 0))


def book(
    s: Sculptor,
    width: float = 0.14,
    height: float = 0.21,
    thick: float = 0.025,
    style: str = "hard",
    title: bool = True,
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
    if title and s.pattern == "plain" and not s.mark:
        s.box((x * 0.66, y * 0.13, 0.0006), (x * 0.04, y * 0.5, thick), PAPER)
        s.box((x * 0.36, y * 0.04, 0.0006), (x * 0.04, -y * 0.6, thick), PAPER)


def bag(
    s: Sculptor,
    width: float = 0.25,
    depth: float = 0.12,
    height: float = 0.2,
    style: str = "tote",
    pocket: bool = False,
) -> None:
    """A bag. style: tote (two bows), hand (rounded, one bow), back (rucksack), paper, sack (tied), pillow (snacks),
    case (a hard case), duffel, pouch (zipped) or shoulder (flap).
    """
    x, y, z = width / 2, depth / 2, height / 2
    if style in ("tote", "paper"):
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.94, y * 0.8, 0.001), (0, 0, height), shade(s.main, 0.45))
        for side in (1, -1):
            bow = (x * 0.42, min(z * 0.7, 0.07))
            s.arc(0.004 if style == "tote" else 0.0025, (0, side * y * 0.85, height), bow, (0, 180), s.dim, pieces=5)
    elif style == "hand":
        s.block((x, y, z * 0.72), (0, 0, z * 0.72))
        s.disc(y, x, (0, 0, height * 0.72), s.main, (1, 0, 0))
        s.box((x * 0.1, 0.004, z * 0.14), (0, -y, height * 0.7), GOLD)
        s.arc(0.006, (0, 0, height * 0.8), (x * 0.6, z * 1.0), (0, 180), s.dim, pieces=6)
    elif style == "back":
        s.block((x, y * 0.75, z * 0.85), (0, 0, z * 0.85))
        s.disc(x, y * 0.75, (0, 0, height * 0.72), s.main, (0, 1, 0))
        s.box((x * 0.75, y * 0.3, z * 0.36), (0, -y * 0.9, z * 0.5), s.dim)
        s.rod(0.003, (-x * 0.6, -y * 1.2, z * 0.78), (x * 0.6, -y * 1.2, z * 0.78), METAL)
        s.arc(0.007, (0, 0, height * 0.72 + x * 0.95), (x * 0.25, z * 0.25), (0, 180), s.dim)
        for side in (1, -1):
            s.arc(0.01, (side * x * 0.55, y * 0.75, z), (y * 0.5, z * 0.6), (-85, 85), s.dim, "yz")
    elif style == "sack":
        s.barrel(x, 0, height * 0.3)
        s.ball((x * 1.03, x * 1.03, height * 0.42), (0, 0, height * 0.4), s.main)
        s.column(x * 0.35, height * 0.7, height * 0.88, s.main)
        s.column(x * 0.4, height * 0.78, height * 0.82, s.accent)
        s.ball((x * 0.5, x * 0.5, height * 0.07), (0, 0, height * 0.93), s.main)
    elif style == "pillow":
        s.block((x * 0.9, y * 0.5, z), (0, 0, z))
        s.ball((x * 0.9, y, z * 0.85), (0, 0, z), s.main)
        s.box((x, 0.003, z * 0.07), (0, 0, height), s.dim)
        s.box((x, 0.003, z * 0.07), (0, 0, z * 0.07), s.dim)
        s.ball((x * 0.5, y * 0.4, z * 0.3), (0, -y * 0.68, z), s.accent)
    elif style == "brick":
        s.block((x, y, z * 0.82), (0, 0, z * 0.82))
        s.box((x * 0.95, y * 0.45, z * 0.12), (0, 0, height * 0.9), s.dim)
        s.box((x * 1.0, 0.004, z * 0.1), (0, 0, height), s.main)
        if s.pattern == "plain" and not s.mark:
            s.box((x * 0.7, y + 0.001, z * 0.32), (0, 0, z * 0.8), PAPER)
            s.ball((x * 0.35, 0.003, z * 0.18), (0, -y - 0.001, z * 0.8), s.accent)
    elif style == "case":
        s.block((x, y, z), (0, 0, z))
        for side in (1, -1):
            s.box((x * 0.06, y * 1.03, z * 1.01), (side * x * 0.62, 0, z * 1.01), s.dim)
            s.box((x * 0.09, 0.004, z * 0.1), (side * x * 0.3, -y, height * 0.85), METAL)
        s.arc(0.007, (0, 0, height), (x * 0.3, z * 0.3), (0, 180), DARK)
    elif style == "duffel":
        s.box((x * 0.85, y * 0.7, 0.01), (0, 0, 0.01), s.dim)
        s.disc(z, x, (0, 0, z), s.main, (1, 0, 0))
        s.block((x * 0.96, z * 0.72, z * 0.72), (0, 0, z * 0.98))
        for side in (1, -1):
            s.disc(z * 1.02, x * 0.05, (side * x * 0.5, 0, z * 1.02), s.dim, (1, 0, 0))
        s.arc(0.007, (0, 0, height * 0.9), (x * 0.5, z * 0.8), (0, 180), s.dim, pieces=5)
    elif style == "pouch":
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.97, 0.003, 0.0016), (0, -y * 0.6, height), METAL)
        s.ball((0.006, 0.01, 0.004), (x * 0.8, -y * 0.75, height), METAL)
    else:
        s.block((x, y, z), (0, 0, z))
        s.box((x * 1.02, 0.004, z * 0.62), (0, -y - 0.002, height * 0.68), s.dim)
        s.box((x * 0.12, 0.004, z * 0.12), (0, -y - 0.006, height * 0.42), GOLD)
        s.arc(0.005, (0, 0, height), (x * 0.8, z * 0.7), (0, 180), s.dim, pieces=6)


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
        patterned = s._once()
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
    s: Sculptor, width: float = 0.16, height: float = 0.21, style: str = "photo", oval: bool = False, stand: bool = True
) -> None:
    """Something flat that leans on its stand, or a tent of card. style: photo, scene, mirror, calendar, board or dial."""
    x, y, lean = width / 2, height / 2, 0.26
    axes = ((1.0, 0.0, 0.0), (0.0, lean, 0.966))
    normal = (0.0, -0.966, lean)

    def at(out: float, up: float = 0.0, right: float = 0.0) -> tuple[float, float, float]:
        return (right, normal[1] * out + lean * up, y + normal[2] * out + 0.966 * up)

    s.box((x, y, 0.007), at(0), s.main, axes)
    patterned = s._once()
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
    if stand:
        s.box((x * 0.25, y * 0.8, 0.003), (0, y * 0.62, y * 0.76), s.dim, ((1, 0, 0), (0, -0.42, 0.907)))
        s.box((x * 0.8, 0.02, 0.003), (0, -lean * y, 0.003), s.dim)
        s.box((x * 0.25, y * 0.5, 0.003), (0, y * 0.4, 0.003), s.dim)
