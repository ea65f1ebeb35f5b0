"""Closed and open vessels one drinks from or stores in: mugs, glasses, bottles, jars, cans, pumps, sprayers, tubes."""

from __future__ import annotations

from envs.home.objects.palette import COLOURS, CREAM, DARK, LEAF, METAL, PAPER, STEEL, shade
from envs.home.objects.sculptor import Sculptor


def mug(
    s: Sculptor,
    radius: float = 0.04,
    height: float = 0.095,
    handles: int = 1,
    saucer: bool = False,
    lid: bool = False,
    content: str = "",
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
    cap: str = "dark",
    square: bool = False,
    depth: float = 1.0,
    label: bool = False,
    handle: bool = False,
    top: str = "cap",
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
    lid: str = "metal",
    lid_share: float = 0.16,
    lid_width: float = 0.95,
    content: str = "",
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
    top: str = "tab",
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


def pump(s: Sculptor, radius: float = 0.035, height: float = 0.18, square: bool = False, label: bool = True) -> None:
    """A bottle with a pump head whose nozzle points to the front."""
    body = height * 0.68
    if square:
        s.block((radius, radius * 0.7, body / 2), (0, 0, body / 2))
        if label:
            s.box((radius * 0.7, radius * 0.7 + 0.0008, body * 0.22), (0, 0, body * 0.45), PAPER)
    else:
        s.barrel(radius, 0, body)
        if label:
            s.column(radius + 0.0006, body * 0.25, body * 0.68, PAPER)
            s.column(radius + 0.001, body * 0.4, body * 0.52, s.accent)
    s.column(radius * 0.42, body, body + height * 0.09, s.dim)
    s.column(radius * 0.14, body, height * 0.94, METAL)
    s.box((radius * 0.26, radius * 0.6, height * 0.03), (0, -radius * 0.35, height * 0.96), s.dim)
    s.box((radius * 0.12, radius * 0.1, height * 0.03), (0, -radius * 0.9, height * 0.93), s.dim)


def sprayer(s: Sculptor, radius: float = 0.04, height: float = 0.25, tank: float = 1.0) -> None:
    """A bottle with a trigger head whose nozzle points to the left."""
    body = height * 0.6
    s.barrel(radius, 0, body)
    s.ball((radius, radius, height * 0.12 * tank), (0, 0, body), s.main)
    s.column(radius * 0.36, body, height * 0.82, PAPER)
    s.box((radius * 0.85, radius * 0.32, height * 0.06), (-radius * 0.25, 0, height * 0.9), s.dim)
    s.box((radius * 0.2, radius * 0.2, height * 0.03), (-radius * 1.25, 0, height * 0.92), DARK)
    s.rod(radius * 0.12, (-radius * 0.55, 0, height * 0.85), (-radius * 0.85, 0, height * 0.72), DARK)


def aerosol(s: Sculptor, radius: float = 0.028, height: float = 0.19, nozzle: str = "cap", label: bool = True) -> None:
    """A spray can. nozzle: cap (a dome over it), button, or cream (a star-shaped beak)."""
    body = height * 0.78
    s.column(radius * 1.02, 0, height * 0.02, METAL)
    s.barrel(radius, height * 0.02, body)
    if label:
        s.ball((radius * 0.66, radius * 0.3, height * 0.12), (0, -radius * 0.82, height * 0.4), s.accent)
    s.column(radius * 0.95, body, body + height * 0.02, METAL)
    if nozzle == "cap":
        s.column(radius * 0.92, body, height * 0.95, s.dim)
        s.ball((radius * 0.92, radius * 0.92, height * 0.05), (0, 0, height * 0.95), s.dim)
    elif nozzle == "button":
        s.ball((radius * 0.9, radius * 0.9, height * 0.07), (0, 0, body), METAL)
        s.column(radius * 0.35, body, height * 0.95, PAPER)
        s.disc(radius * 0.08, 0.001, (0, -radius * 0.35, height * 0.9), DARK, (0, 1, 0))
    else:
        s.ball((radius * 0.9, radius * 0.9, height * 0.06), (0, 0, body), METAL)
        s.rod(radius * 0.22, (0, 0, body), (0, 0, height * 0.9), PAPER)
        s.rod(radius * 0.14, (0, 0, height * 0.92), (-radius * 0.6, 0, height * 0.98), PAPER)


def tube(s: Sculptor, length: float = 0.16, width: float = 0.045, upright: bool = False, cap: float = 0.16) -> None:
    """A squeezed tube: flat and wide at its end, round at its cap; lying, or standing on its cap."""
    if upright:
        s.column(width * 0.42, 0, length * cap, PAPER)
        s.block((width / 2, width * 0.3, length * 0.25), (0, 0, length * (cap + 0.25)))
        s.box((width * 0.56, width * 0.18, length * 0.12), (0, 0, length * (cap + 0.6)), s.main)
        s.box((width * 0.6, width * 0.06, length * 0.07), (0, 0, length * (cap + 0.77)), s.dim)
        return
    body = length * (1 - cap)
    s.block((body / 2, width / 2, width * 0.16), (0, 0, width * 0.16))
    s.ball((body * 0.42, width * 0.46, width * 0.3), (-body * 0.1, 0, width * 0.24), s.main)
    s.box((length * 0.05, width * 0.54, 0.003), (body / 2, 0, width * 0.16), s.dim)
    s.disc(width * 0.25, length * cap / 2, (-body / 2 - length * cap / 2, 0, width * 0.25), PAPER, (1, 0, 0))


def shaker(s: Sculptor, radius: float = 0.025, height: float = 0.2, knob: bool = True, wood: bool = True) -> None:
    """A turned mill: waisted body, round head, a knob."""
    s.barrel(radius, 0, height * 0.25)
    s.column(radius * 0.7, height * 0.25, height * 0.5, s.main)
    s.ball((radius, radius, height * 0.12), (0, 0, height * 0.58), s.main)
    s.column(radius * 0.6, height * 0.6, height * 0.72, METAL if wood else s.dim)
    s.ball((radius * 0.95, radius * 0.95, height * 0.12), (0, 0, height * 0.8), s.dim)
    if knob:
        s.ball(radius * 0.3, (0, 0, height * 0.95), METAL)


def planted(s: Sculptor, radius: float = 0.06, height: float = 0.22, plant: str = "bush", pot: float = 0.4) -> None:
    """A pot with a plant in it. plant: bush, cactus, aloe, flowers, tree, ivy, snake, herb or none."""
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
    shape: str = "round",
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
