"""Open things that hold others: bowls, plates, trays, baskets."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from pydantic import Field

from envs.home.objects.palette import COLOURS, METAL, WOOD, ColourWord, shade
from envs.home.objects.sculptor import Sculptor


def bowl(
    s: Sculptor,
    radius: float = 0.075,
    height: float = 0.06,
    base: float = 0.5,
    content: ColourWord = "",
    pieces: bool = False,
    handles: bool = False,
    tool: bool = False,
    foot: float = 0.0,
) -> None:
    """A hollow bowl. base: its bottom's radius as a share of its mouth's. content: a colour; pieces: in lumps.

    tool: a pestle, spoon or whisk handle leans in it, in the colour of wood. foot: a pedestal's height.
    """
    colours = (s.main, s.accent) if s.pattern in ("striped", "two-tone") else (s.main,)
    patterned, low = s.take_pattern(), 0.0
    if foot:
        s.disc(radius * 0.5, 0.003, (0, 0, 0.003), s.dim)
        s.column(radius * 0.16, 0, foot, s.dim)
        low = foot
    s.column(radius * base, low, low + height * 0.14, s.accent if patterned == "two-tone" else s.main)
    colours = (s.main,) if patterned == "two-tone" else colours
    thick, belly = max(0.004, radius * 0.05), radius * (1 - 0.3 * (1 - base))
    if base < 0.8:
        s.wall(radius * base, belly, low, low + height * 0.45, thick, 10, colours)
        s.wall(belly, radius, low + height * 0.42, low + height, thick, 10, colours)
    else:
        s.wall(radius * base, radius, low, low + height, thick, 12, colours)
    if patterned == "banded":
        s.wall(
            radius * 0.985,
            radius * 1.03,
            low + height * 0.75,
            low + height,
            0.006,
            10 if base < 0.8 else 12,
            (s.accent,),
        )
    elif patterned == "dotted":
        for i in range(6):
            angle = math.pi * (i + 0.5) / 3 + math.pi / 12
            r = belly if base < 0.8 else radius * (base + (1 - base) * 0.55)
            s.ball(height * 0.13, (r * math.cos(angle), r * math.sin(angle), low + height * 0.55), s.accent)
    if content:
        level = radius * (base + (1 - base) * 0.78) if base < 0.8 else radius * 0.97
        s.disc(level * 0.96, 0.002, (0, 0, low + height * 0.6), COLOURS[content])
    if pieces:
        for i in range(6):
            angle = math.pi * i / 3
            r = radius * (0.42 if i else 0.0)
            colour = COLOURS[content] if content else s.accent
            at = (r * math.cos(angle), r * math.sin(angle), low + height * 0.78)
            s.ball((radius * 0.26, radius * 0.26, radius * 0.22), at, shade(colour, 0.85 if i % 2 else 1.1))
    if handles:
        for side in (1, -1):
            s.box((radius * 0.13, radius * 0.28, 0.004), (side * radius * 1.08, 0, low + height * 0.93), s.dim)
    if tool:
        s.rod(radius * 0.13, (radius * 0.1, 0, low + height * 0.3), (radius * 0.85, 0, low + height * 1.5), WOOD)


def plate(
    s: Sculptor,
    radius: float = 0.12,
    height: float = 0.016,
    rim: float = 0.72,
    square: bool = False,
    stem: float = 0.0,
    hole: bool = False,
    content: ColourWord = "",
) -> None:
    """A flat round or square plate. stem: the height of a pedestal under it. content: a round food's colour."""
    low = stem
    if stem:
        s.disc(radius * 0.5, 0.004, (0, 0, 0.004), s.dim)
        s.column(radius * 0.12, 0, stem, s.dim)
    if square:
        s.box((radius, radius, height * 0.3), (0, 0, low + height * 0.7), s.dim)
        s.block((radius * 0.8, radius * 0.8, height * 0.52), (0, 0, low + height * 0.52))
        return
    if hole:
        s.column(radius, low, low + height, s.main)
        s.face(radius, low + height, rim, s.accent)
        s.disc(radius * 0.1, 0.0016, (0, 0, low + height), COLOURS["white"])
        return
    s.column(radius * 0.65, low, low + height * 0.5, s.dim)
    s.column(radius, low + height * 0.4, low + height, s.main)
    s.face(radius, low + height, rim)
    if content:
        s.column(radius * 0.6, low + height, low + height * 1.8, COLOURS[content])


def tray(
    s: Sculptor,
    width: float = 0.3,
    depth: float = 0.2,
    height: float = 0.03,
    handles: Literal["none", "rims"] = "none",
    cells: Annotated[str, Field(pattern=r"^([1-9]x[1-9])?$")] = "",
    content: ColourWord = "",
    round_cells: bool = False,
) -> None:
    """An open rectangular tray or tin. cells: columns x rows of compartments ("3x2")."""
    x, y, thick = width / 2, depth / 2, max(0.003, min(width, depth) * 0.02)
    s.block((x, y, height * 0.08), (0, 0, height * 0.08), s.main)
    for side in (1, -1):
        s.box((thick, y, height / 2), (side * (x - thick), 0, height / 2), s.main)
        s.box((x, thick, height / 2), (0, side * (y - thick), height / 2), s.main)
    if cells:
        columns, rows = (int(n) for n in cells.split("x"))
        if round_cells:
            s.box((x, y, 0.002), (0, 0, height), s.main)
            radius = min(x / columns, y / rows) * 0.8
            for i in range(columns):
                for j in range(rows):
                    at = (x * (2 * i + 1 - columns) / columns, y * (2 * j + 1 - rows) / rows, height + 0.002)
                    s.disc(radius, 0.001, at, COLOURS[content] if content else shade(s.main, 0.4))
        else:
            for i in range(1, columns):
                s.box((thick * 0.7, y, height * 0.42), (x * (2 * i / columns - 1), 0, height * 0.42), s.dim)
            for j in range(1, rows):
                s.box((x, thick * 0.7, height * 0.42), (0, y * (2 * j / rows - 1), height * 0.42), s.dim)
    elif content:
        s.box((x - thick, y - thick, height * 0.3), (0, 0, height * 0.4), COLOURS[content])
    if handles == "rims":
        for side in (1, -1):
            s.arc(thick, (side * x, 0, height * 0.85), (side * width * 0.07, depth * 0.22), (-90, 90), s.dim, "xy")


def basket(
    s: Sculptor,
    radius: float = 0.12,
    height: float = 0.14,
    base: float = 0.8,
    handle: Literal["none", "arch", "ears", "bail"] = "none",
    content: ColourWord = "",
    solid: bool = False,
    lid: bool = False,
) -> None:
    """A round woven basket, bin or bucket. handle: none, arch, bail (a wire) or ears."""
    weave = (s.main, s.main if solid else s.dim)
    patterned = s.take_pattern()
    if patterned == "striped":
        weave = (s.main, s.accent)
    s.column(radius * base, 0, height * 0.06, s.dim)
    s.wall(radius * base, radius, 0, height, 0.005, 12, weave)
    if patterned in ("banded", "two-tone"):
        s.wall(radius * 0.97, radius * 1.03, height * 0.7, height * 0.95, 0.006, 12, (s.accent,))
    if content:
        for i in range(4):
            at = (radius * 0.45 * math.cos(i * math.pi / 2), radius * 0.45 * math.sin(i * math.pi / 2), height * 0.85)
            s.ball((radius * 0.45, radius * 0.45, height * 0.2), at, shade(COLOURS[content], 1.0 - 0.12 * (i % 2)))
    if lid:
        s.column(radius * 1.04, height, height * 1.06, s.dim)
        s.ball(radius * 0.12, (0, 0, height * 1.1), s.dim)
    if handle == "arch":
        s.arc(
            radius * 0.06, (0, 0, height * 0.9), (radius * 0.98, radius * 1.05), (0, 180), shade(s.main, 1.25), pieces=6
        )
    elif handle == "bail":
        s.arc(0.004, (0, 0, height * 0.93), (radius, radius * 0.95), (0, 180), METAL, pieces=6)
        top = height * 0.93 + radius * 0.93
        s.rod(0.008, (-radius * 0.3, 0, top), (radius * 0.3, 0, top), s.dim)
    elif handle == "ears":
        for side in (1, -1):
            s.arc(
                radius * 0.07,
                (side * radius * 0.95, 0, height * 0.95),
                (radius * 0.25, height * 0.2),
                (0, 180),
                s.dim,
                "yz",
            )
