"""Bottles, cups and blocks: icons about one unit wide round the pen's origin."""

from __future__ import annotations

import math

from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, path
from envs.assist.cook.drawing.pieces import CUBES


def tofu(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A smooth white block, tan when done; cubes when chopped."""
    _block(pen, heat, chopped, (250, 248, 238), (226, 172, 96), "")


def paneer(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A cream block with a rough face and marks of the cloth, orange brown when done; cubes when chopped."""
    _block(pen, heat, chopped, (255, 232, 176), (206, 116, 44), "cloth")


def butter(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A yellow block, half in its silver wrapping."""
    _block(pen, heat, False, (255, 232, 110), (255, 232, 110), "foil")


def _block(pen: Pen, heat: Heat, chopped: bool, raw: Colour, done: Colour, mark: str) -> None:
    body, edge = heat(raw, done), heat.edge(darker(raw, 0.35), darker(done, 0.3))
    spot = heat(darker(raw, 0.18), darker(done, 0.3))
    if chopped:
        for x, y, turn in CUBES:
            one = pen.moved(x, y, 1, turn)
            one.box(-0.15, -0.11, 0.15, 0.14, darker(body, 0.25), edge, 0.02)
            one.box(-0.15, -0.11, 0.15, 0.06, body, None, 0.02)
            if mark == "cloth":
                one.ellipse(0.0, -0.03, 0.05, 0.03, spot)
        return
    pen.polygon([(-0.44, -0.04), (-0.2, -0.3), (0.44, -0.3), (0.24, -0.04)], lighter(body, 0.3), edge)
    pen.polygon([(0.24, -0.04), (0.44, -0.3), (0.44, 0.04), (0.24, 0.32)], darker(body, 0.25), edge)
    pen.polygon([(-0.44, -0.04), (0.24, -0.04), (0.24, 0.32), (-0.44, 0.32)], body, edge)
    if mark == "cloth":
        for x in (-0.32, -0.16, 0.0, 0.14):
            pen.line([(x, 0.04), (x, 0.26)], spot, 0.03)
        for y in (0.08, 0.2):
            pen.line([(-0.38, y), (0.2, y)], spot, 0.03)
    elif mark == "foil":
        pen.polygon([(-0.06, -0.04), (0.24, -0.04), (0.24, 0.32), (-0.06, 0.32)], (196, 204, 216), edge)
        pen.polygon([(-0.06, -0.04), (0.18, -0.3), (0.44, -0.3), (0.24, -0.04)], (232, 236, 244), edge)
        pen.line([(0.06, 0.04), (0.06, 0.26)], (120, 150, 200), 0.05)


def cheese(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge, side = (
        heat((255, 214, 70), (255, 190, 60)),
        heat.edge((200, 150, 20)),
        heat((240, 176, 40), (226, 150, 40)),
    )
    pen.polygon([(-0.44, 0.06), (0.3, -0.34), (0.44, -0.02)], body, edge)
    pen.polygon([(-0.44, 0.06), (0.44, -0.02), (0.44, 0.24), (-0.44, 0.34)], side, edge)
    for x, y, r in ((-0.2, 0.2, 0.07), (0.12, 0.1, 0.055), (0.3, 0.16, 0.06), (0.18, -0.14, 0.05)):
        pen.ellipse(x, y, r, r * 0.8, heat((206, 140, 20)))


def ketchup(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A red squeeze bottle with a white cap and a tomato on it."""
    _bottle(pen, (214, 28, 28), (250, 250, 250))
    pen.ellipse(0, 0.16, 0.12, 0.11, (250, 110, 90), (255, 240, 230))
    pen.line([(-0.04, 0.06), (0.04, 0.06)], (70, 160, 60), 0.05)


def hot_sauce(pen: Pen, heat: Heat, chopped: bool) -> None:
    """An orange red squeeze bottle with a green cap and a flame on it."""
    _bottle(pen, (240, 84, 10), (30, 140, 60))
    pen.blob(path("0,0 9,14 7,26 0,30 -7,26 -9,14"), (255, 226, 60), (110, 20, 0))


def _bottle(pen: Pen, body: Colour, cap: Colour) -> None:
    edge = darker(body, 0.6)
    pen.polygon([(-0.06, -0.46), (0.06, -0.46), (0.1, -0.26), (-0.1, -0.26)], cap, edge)
    pen.box(-0.22, -0.28, 0.22, 0.46, body, edge, 0.1)
    pen.line([(-0.14, -0.14), (-0.14, 0.34)], lighter(body, 0.5), 0.045)


def yogurt(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A white cup with a pink band and a berry."""
    _cup(pen, (248, 130, 180))
    pen.ellipse(0, 0.14, 0.08, 0.08, (200, 20, 70), (120, 0, 40))


def sour_cream(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A white cup with a blue band and a white swirl."""
    _cup(pen, (40, 110, 200))
    pen.curve([(-0.1, 0.16), (-0.02, 0.08), (0.06, 0.14), (0.0, 0.2)], (255, 255, 255), 0.05)


def _cup(pen: Pen, band: Colour) -> None:
    edge: Colour = (110, 116, 130)
    pen.polygon([(-0.36, -0.24), (0.36, -0.24), (0.26, 0.42), (-0.26, 0.42)], (252, 252, 252), edge)
    pen.polygon([(-0.33, -0.02), (0.33, -0.02), (0.285, 0.28), (-0.285, 0.28)], band)
    pen.ellipse(0, -0.25, 0.38, 0.13, (226, 230, 238), edge)
    pen.ellipse(0.3, -0.27, 0.07, 0.04, (250, 250, 250), edge)


def lemonade(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A glass bottle of yellow drink with a slice of lemon on it."""
    _flask(pen, (255, 222, 60), (240, 160, 20))
    pen.ellipse(0, 0.18, 0.12, 0.12, (255, 246, 170), (200, 150, 0))
    for k in range(3):
        a = math.pi * k / 3
        pen.line(
            [(-0.09 * math.cos(a), 0.18 - 0.09 * math.sin(a)), (0.09 * math.cos(a), 0.18 + 0.09 * math.sin(a))],
            (220, 180, 30),
            0.025,
        )


def water(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A blue bottle with a drop on it."""
    _flask(pen, (140, 210, 246), (30, 110, 200))
    pen.blob(path("0,4 8,18 6,27 0,30 -6,27 -8,18"), (30, 110, 200), (255, 255, 255))


def _flask(pen: Pen, body: Colour, cap: Colour) -> None:
    edge = darker(body, 0.6)
    pen.blob(path("-8,-34 8,-34 10,-20 20,-6 21,20 20,44 0,46 -20,44 -21,20 -20,-6 -10,-20"), body, edge)
    pen.box(-0.1, -0.47, 0.1, -0.34, cap, darker(cap, 0.5), 0.02)
    pen.line([(-0.13, 0.0), (-0.13, 0.36)], lighter(body, 0.7), 0.045)
