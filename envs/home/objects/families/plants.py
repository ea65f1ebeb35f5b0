"""Plants in their pots, and vases."""

from __future__ import annotations

from typing import Literal

from envs.home.objects.palette import COLOURS, LEAF, shade
from envs.home.objects.sculptor import Sculptor


def planted(
    s: Sculptor,
    radius: float = 0.06,
    height: float = 0.22,
    plant: Literal["bush", "cactus", "aloe", "snake", "flowers", "tree", "ivy", "herb", "none"] = "bush",
    pot: float = 0.4,
) -> None:
    """A pot with a plant in it; pot: the pot's share of the height."""
    rim = height * pot
    s.barrel(radius * 0.85, 0, rim * 0.8)
    s.column(radius, rim * 0.75, rim, s.dim)
    s.disc(radius * 0.86, 0.001, (0, 0, rim), (0.24, 0.15, 0.09))
    free = height - rim
    light = shade(LEAF, 1.25)
    if plant == "bush":
        for x, y, z in ((0, 0, 0.55), (0.55, 0.1, 0.4), (-0.55, -0.1, 0.4), (0.1, -0.55, 0.35), (-0.1, 0.55, 0.38)):
            colour = LEAF if z > 0.38 else light
            s.ball((radius * 0.6, radius * 0.6, free * 0.42), (x * radius, y * radius, rim + free * z), colour)
    elif plant == "cactus":
        s.rod(radius * 0.34, (0, 0, rim), (0, 0, height - radius * 0.34), LEAF)
        for side, low in ((1, 0.3), (-1, 0.45)):
            x = side * radius * 0.75
            s.rod(radius * 0.17, (0, 0, rim + free * low), (x, 0, rim + free * low), LEAF)
            s.rod(radius * 0.17, (x, 0, rim + free * low), (x, 0, rim + free * (low + 0.3)), light)
        s.ball(radius * 0.18, (0, 0, height - radius * 0.05), COLOURS["pink"])
    elif plant in ("aloe", "snake"):
        lean = 0.95 if plant == "aloe" else 0.25
        spots = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, -0.7))
        for i, (x, y) in enumerate(spots):
            tip = (x * radius * lean * 1.4, y * radius * lean * 1.4, rim + free * (1 - 0.3 * lean * bool(i)) - 0.006)
            s.rod(radius * 0.13, (x * radius * 0.3, y * radius * 0.3, rim), tip, LEAF if i % 2 else light)
    elif plant == "flowers":
        spots = ((0, 0, 1), (0.6, 0.1, 0.8), (-0.6, 0, 0.85), (0.1, -0.6, 0.75), (0, 0.6, 0.8))
        for i, (x, y, z) in enumerate(spots):
            top = (x * radius, y * radius, rim + free * z * 0.85)
            s.rod(0.003, (0, 0, rim), top, LEAF)
            s.ball((radius * 0.34, radius * 0.34, radius * 0.2), top, COLOURS[("pink", "white", "purple")[i % 3]])
    elif plant == "tree":
        s.path(
            radius * 0.13,
            [(0, 0, rim), (radius * 0.3, 0, rim + free * 0.3), (0, 0, rim + free * 0.6)],
            COLOURS["brown"],
        )
        for x, z, r in ((0, 0.8, 0.7), (0.7, 0.62, 0.5), (-0.75, 0.55, 0.5)):
            s.ball((radius * r, radius * r, free * 0.18), (x * radius, 0, rim + free * z), LEAF)
    elif plant == "ivy":
        s.ball((radius * 0.95, radius * 0.95, free * 0.7), (0, 0, rim + free * 0.3), LEAF)
        for x, y, z in ((1.05, 0, 0.1), (-1.05, 0, 0.2), (0.3, -1.05, -0.2), (-0.5, -1, -0.5), (0.8, -0.7, -0.4)):
            s.ball((radius * 0.25, radius * 0.25, radius * 0.3), (x * radius, y * radius, rim + z * rim * 0.7), light)
    elif plant == "herb":
        for x, y in ((0, 0), (0.5, 0.2), (-0.5, 0.1), (0.1, -0.5), (-0.2, 0.5)):
            s.rod(0.003, (x * radius, y * radius, rim), (x * radius * 1.4, y * radius * 1.4, rim + free * 0.6), light)
            s.ball(
                (radius * 0.3, radius * 0.3, free * 0.2), (x * radius * 1.4, y * radius * 1.4, rim + free * 0.75), light
            )


def vase(
    s: Sculptor,
    radius: float = 0.05,
    height: float = 0.22,
    shape: Literal["round", "column", "square", "cone"] = "round",
    flowers: bool = False,
    handles: bool = False,
) -> None:
    """A vase. shape: round (bellied), column, cone or square."""
    if shape == "round":
        s.column(radius * 0.6, 0, height * 0.06, s.dim)
        s.blob((radius, radius, height * 0.34), (0, 0, height * 0.38))
        s.column(radius * 0.42, height * 0.6, height * 0.94, s.main)
        s.column(radius * 0.58, height * 0.94, height, s.dim)
    elif shape == "column":
        s.barrel(radius * 0.7, 0, height * 0.95)
        s.column(radius * 0.78, height * 0.95, height, s.dim)
    elif shape == "square":
        s.block((radius * 0.7, radius * 0.7, height * 0.48), (0, 0, height * 0.48))
        s.box((radius * 0.76, radius * 0.76, height * 0.02), (0, 0, height * 0.98), s.dim)
    else:
        s.column(radius * 0.75, 0, height * 0.04, s.dim)
        s.barrel(radius * 0.5, height * 0.04, height * 0.5)
        s.wall(radius * 0.45, radius, height * 0.5, height, 0.004, 10)
    if shape != "cone":
        s.hollow(radius * 0.36, height)
    if handles:
        for side in (1, -1):
            s.arc(0.005, (side * radius * 0.4, 0, height * 0.7), (side * radius * 0.6, height * 0.17), (-80, 80), s.dim)
    if flowers:
        heads = ((0, 0, 0.5, "red"), (0.9, 0.2, 0.38, "yellow"), (-0.9, -0.2, 0.4, "pink"), (0.1, -0.9, 0.3, "white"))
        for x, y, z, colour in heads:
            top = (x * radius, y * radius, height * (1 + z))
            s.rod(0.003, (0, 0, height * 0.9), top, LEAF)
            s.ball((radius * 0.38, radius * 0.38, radius * 0.26), top, COLOURS[colour])
