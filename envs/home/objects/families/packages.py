"""What things come in and are carried in: boxes, cartons, bags."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import COLOURS, CRUST, DARK, GOLD, METAL, PAPER, SCREEN, ColourWord, shade
from envs.home.objects.sculptor import Sculptor


def carton(
    s: Sculptor,
    width: float = 0.1,
    depth: float = 0.06,
    height: float = 0.2,
    top: Literal[
        "flat",
        "gable",
        "straw",
        "tissue",
        "eggs",
        "ribbon",
        "lid",
        "tape",
        "cross",
        "handle",
        "clasp",
        "fries",
        "knives",
        "slots",
        "window",
        "holes",
    ] = "flat",
    panel: bool = True,
    picture: ColourWord = "",
) -> None:
    """A box. top: what is on it or how it opens. picture: the colour of a round thing shown on its front."""
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


def bag(
    s: Sculptor,
    width: float = 0.25,
    depth: float = 0.12,
    height: float = 0.2,
    style: Literal["tote", "paper", "hand", "back", "case", "duffel", "pouch", "pillow", "brick", "sack"] = "tote",
) -> None:
    """A bag. style: pillow is a bag of snacks, brick a bag of flour, back a rucksack, hand a handbag."""
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
    else:
        s.block((x, y, z), (0, 0, z))
        s.box((x * 0.97, 0.003, 0.0016), (0, -y * 0.6, height), METAL)
        s.ball((0.006, 0.01, 0.004), (x * 0.8, -y * 0.75, height), METAL)
