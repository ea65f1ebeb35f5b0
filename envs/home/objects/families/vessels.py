"""What one drinks from or stores in: mugs, glasses, bottles, jars, cans."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import COLOURS, CREAM, DARK, METAL, PAPER, STEEL, ColourWord, shade
from envs.home.objects.sculptor import Sculptor


def mug(
    s: Sculptor,
    radius: float = 0.04,
    height: float = 0.095,
    handles: int = 1,
    saucer: bool = False,
    lid: bool = False,
    content: ColourWord = "",
    spout: bool = False,
) -> None:
    """A cup with handles at its side; without any, a beaker."""
    low = 0.0
    if saucer:
        s.disc(radius * 1.75, 0.004, (0, 0, 0.004), s.main)
        s.disc(radius * 1.3, 0.0006, (0, 0, 0.0085), s.dim)
        low = 0.009
    s.barrel(radius, low, low + height)
    for side in (1, -1)[:handles]:
        reach = (radius * 0.62, height * 0.3)
        s.arc(
            radius * 0.13, (side * radius * 0.95, 0, low + height * 0.52), (side * reach[0], reach[1]), (-75, 75), s.dim
        )
    if lid:
        s.column(radius * 1.06, low + height, low + height * 1.08, DARK)
        s.column(radius * 0.75, low + height * 1.08, low + height * 1.13, DARK)
        s.box((radius * 0.2, radius * 0.12, 0.001), (0, -radius * 0.5, low + height * 1.132), PAPER)
    else:
        s.hollow(radius * 0.86, low + height, COLOURS[content] if content else None)
    if spout:
        s.rod(radius * 0.2, (0, -radius * 0.5, low + height * 1.05), (0, -radius * 0.7, low + height * 1.3), s.dim)


def glass(
    s: Sculptor,
    radius: float = 0.035,
    height: float = 0.12,
    stem: float = 0.0,
    fill: float = 0.5,
    flare: float = 1.0,
    straw: bool = False,
) -> None:
    """A see-through glass in its colour, with a drink in it; `stem` is the share of its height that is stem."""
    tint = (*shade(s.main, 1.35), 0.45)
    low = height * stem
    if stem:
        s.disc(radius * 0.85, 0.002, (0, 0, 0.002), shade(s.main, 1.35))
        s.rod(0.0045, (0, 0, 0.004), (0, 0, low + 0.004), shade(s.main, 1.35))
        s.ball((radius * 0.8, radius * 0.8, (height - low) * 0.22), (0, 0, low + (height - low) * 0.2), s.dim)
        low += (height - low) * 0.18
    else:
        s.disc(radius * 0.98, 0.004, (0, 0, 0.004), shade(s.main, 1.35))
        low = 0.008
    if fill:
        s.column(radius * 0.86, low, low + (height - low) * fill, s.dim if s.dim != s.main else s.main)
    if straw:
        s.rod(0.004, (0, 0, height * 0.5), (radius * 0.9, 0, height * 1.2), s.accent)
        s.ball((radius * 0.9, radius * 0.9, radius * 0.5), (0, 0, height * 0.88), CREAM)
    if flare > 1.0:
        s.wall(radius, radius * flare, low, height, 0.002, 12, (shade(s.main, 1.35),))
        return
    s.barrel(radius * 0.975, low, low + (height - low) * max(fill, 0.3), badge=False)
    s.disc(radius, (height - low) / 2, (0, 0, (height + low) / 2), tint)
    s.disc(radius * 0.97, 0.0007, (0, 0, height), (*PAPER, 0.35))


def bottle(
    s: Sculptor,
    radius: float = 0.035,
    height: float = 0.22,
    neck: float = 0.35,
    neck_share: float = 0.3,
    cap: Literal["dark", "white", "main", "metal"] = "dark",
    square: bool = False,
    depth: float = 1.0,
    label: bool = False,
    handle: bool = False,
    top: Literal["cap", "nozzle", "dropper", "brush", "nipple", "sport"] = "cap",
) -> None:
    """A bottle: neck is the neck's radius as a share of the body's, neck_share the neck's part of the height.

    cap: dark, metal, white or main. top: cap, nipple, dropper, sport, brush or nozzle.
    """
    caps = {"dark": DARK, "metal": METAL, "white": PAPER, "main": s.dim}
    colour = caps[cap]
    shoulder = height * (1 - neck_share)
    thin = radius * neck
    if square:
        s.block((radius, radius * depth, shoulder / 2), (0, 0, shoulder / 2))
        s.box((radius * 0.7, radius * depth * 0.8, height * 0.02), (0, 0, shoulder + height * 0.015), s.main)
    else:
        s.barrel(radius, 0, shoulder * 0.9)
        s.ball((radius, radius, shoulder * 0.22), (0, 0, shoulder * 0.9), s.main)
    if label and s.pattern not in ("banded", "striped"):
        width = radius + 0.0008
        if square:
            s.box((radius * 0.75, radius * depth + 0.0008, shoulder * 0.22), (0, 0, shoulder * 0.5), PAPER)
        else:
            s.column(width, shoulder * 0.25, shoulder * 0.68, PAPER)
            s.column(width + 0.0004, shoulder * 0.4, shoulder * 0.5, s.accent)
    s.column(thin, shoulder * 0.9, height * 0.95, s.main)
    if top == "cap":
        s.column(thin * 1.18, height * 0.9, height, colour)
    elif top == "nipple":
        s.column(radius * 0.85, height * 0.82, height * 0.88, colour)
        s.ball((thin, thin, height * 0.08), (0, 0, height * 0.92), CREAM)
    elif top == "dropper":
        s.column(thin * 1.2, height * 0.8, height * 0.88, DARK)
        s.ball((thin * 0.9, thin * 0.9, height * 0.1), (0, 0, height * 0.92), DARK)
    elif top == "sport":
        s.column(radius * 0.9, shoulder, shoulder + height * 0.07, colour)
        s.column(thin * 0.8, shoulder, height, colour)
        s.arc(radius * 0.1, (0, 0, shoulder + height * 0.06), (radius * 0.8, height * 0.16), (0, 180), colour)
    elif top == "brush":
        s.column(thin * 1.1, shoulder, height, colour)
        s.ball((thin * 1.1, thin * 1.1, height * 0.04), (0, 0, height), colour)
    else:
        s.column(thin * 1.2, height * 0.8, height * 0.86, colour)
        s.rod(thin * 0.35, (0, 0, height * 0.85), (0, 0, height * 0.98), colour)
    if handle:
        grip = shoulder * 0.62
        s.arc(radius * 0.14, (radius * 0.95, 0, grip), (radius * 0.5, shoulder * 0.24), (-80, 80), s.dim)


def jar(
    s: Sculptor,
    radius: float = 0.04,
    height: float = 0.1,
    lid: Literal["metal", "main", "dark", "wood", "white"] = "metal",
    lid_share: float = 0.16,
    lid_width: float = 0.95,
    content: ColourWord = "",
    label: bool = True,
    knob: bool = False,
    clip: bool = False,
    holes: bool = False,
) -> None:
    """A jar with a wide lid. lid: metal, wood, main, dark, white or cloth. content: what is seen through its glass."""
    lids = {"metal": METAL, "wood": COLOURS["beige"], "main": s.dim, "dark": DARK, "white": PAPER, "cloth": s.main}
    top = height * (1 - lid_share)
    if content:
        s.column(radius, 0, top * 0.86, COLOURS[content])
        s.column(radius * 0.99, top * 0.86, top, shade(COLOURS[content], 1.7))
        s.barrel(radius + 0.001, top * 0.28, top * 0.58)
        colour = s.main if lid == "main" else lids[lid]
    else:
        s.barrel(radius, 0, top)
        if label:
            s.column(radius + 0.0006, top * 0.28, top * 0.72, PAPER)
            s.column(radius + 0.001, top * 0.44, top * 0.56, s.accent)
        colour = lids[lid]
    s.column(radius * lid_width, top, height, colour)
    if knob:
        s.ball(radius * 0.22, (0, 0, height + radius * 0.15), colour)
    if clip:
        s.column(radius * 1.04, top - 0.004, top + 0.002, STEEL)
        s.box((radius * 0.12, 0.003, height * 0.14), (0, -radius * 1.05, top), STEEL)
    if holes:
        for x, y in ((0, 0), (0.45, 0), (-0.45, 0), (0, 0.45), (0, -0.45)):
            s.disc(radius * 0.1, 0.0008, (x * radius, y * radius, height), DARK)


def can(
    s: Sculptor,
    radius: float = 0.033,
    height: float = 0.12,
    top: Literal["tab", "rim", "paint", "plastic"] = "tab",
    handle: bool = False,
    label: bool = False,
) -> None:
    """A metal can. top: tab (drinks), rim (food), plastic (a lid), paint (open, with paint)."""
    s.column(radius * 0.94, 0, height * 0.04, METAL)
    s.barrel(radius, height * 0.04, height * 0.94)
    s.column(radius * 0.94, height * 0.94, height, METAL)
    if label:
        s.column(radius + 0.0006, height * 0.3, height * 0.7, PAPER)
        s.ball((radius * 0.5, radius * 0.25, height * 0.14), (0, -radius * 0.85, height * 0.5), s.accent)
    if top == "tab":
        s.disc(radius * 0.8, 0.0006, (0, 0, height), STEEL)
        s.box((radius * 0.16, radius * 0.3, 0.0016), (0, -radius * 0.15, height + 0.0012), shade(METAL, 1.6))
    elif top == "rim":
        s.disc(radius * 0.82, 0.0006, (0, 0, height), STEEL)
        s.disc(radius * 0.5, 0.001, (0, 0, height), METAL)
    elif top == "plastic":
        s.column(radius * 1.04, height * 0.93, height * 1.02, PAPER)
    else:
        s.disc(radius * 0.86, 0.0006, (0, 0, height), s.main)
        s.column(radius * 1.03, height * 0.92, height * 0.96, STEEL)
    if handle:
        s.arc(0.002, (0, 0, height * 0.9), (radius, radius * 0.9), (0, 180), STEEL, pieces=5)
