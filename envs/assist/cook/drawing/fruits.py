"""Fruit, and pumpkin and avocado, which are fruit: icons about one unit wide round the pen's origin."""

from __future__ import annotations

import math

from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, path
from envs.assist.cook.drawing.pieces import CUBES, LEAF


def avocado(pen: Pen, heat: Heat, chopped: bool) -> None:
    skin, flesh, edge = heat((48, 92, 44)), heat((214, 230, 120)), heat.edge((24, 56, 24))
    if chopped:
        for k in range(4):
            one = pen.moved(-0.27 + 0.18 * k, 0.02, 1, 0.3)
            arc = [(0.1 * math.cos(a) - 0.05, 0.34 * math.sin(a)) for a in (-1.4, -0.7, 0, 0.7, 1.4)]
            one.curve(arc, edge, 0.17)
            one.curve(arc, skin, 0.13)
            one.curve([(px - 0.02, py) for px, py in arc], flesh, 0.1)
        return
    one = pen.moved(0, 0, 1, 0.5)
    one.blob(path("0,-44 14,-30 30,0 30,26 0,42 -30,26 -30,0 -14,-30"), skin, edge)
    one.blob(path("0,-36 9,-25 22,2 21,22 0,33 -21,22 -22,2 -9,-25"), flesh)
    one.ellipse(0, 0.1, 0.13, 0.13, heat((140, 84, 44)), edge)


def pumpkin(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Orange and ribbed; orange cubes when chopped."""
    body, edge = heat((246, 126, 16)), heat.edge((180, 80, 0))
    if chopped:
        _wedges(pen, heat, (232, 110, 10), (255, 176, 50))
        return
    for x, r in ((-0.26, 0.2), (0.26, 0.2), (-0.14, 0.2), (0.14, 0.2), (0.0, 0.17)):
        pen.ellipse(x, 0.06, r, 0.32, body, edge)
    pen.line([(0, -0.24), (0.06, -0.42)], heat((90, 120, 50)), 0.11)


def melon(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Grey green with a net; salmon coloured wedges when chopped."""
    body, edge, net = heat((182, 190, 120)), heat.edge((120, 130, 70)), heat((232, 230, 190))
    if chopped:
        _wedges(pen, heat, (170, 190, 110), (255, 176, 126))
        return
    pen.ellipse(0, 0, 0.44, 0.4, body, edge)
    for dx in (-0.26, 0.0, 0.26):
        pen.curve([(dx * 0.4, -0.36), (dx * 1.2, 0.0), (dx * 0.4, 0.36)], net, 0.04)
    for dy in (-0.18, 0.06, 0.26):
        wide = 0.4 * math.sqrt(max(1 - (dy / 0.4) ** 2, 0))
        pen.curve([(-wide, dy - 0.03), (0, dy + 0.05), (wide, dy - 0.03)], net, 0.04)


def _wedges(pen: Pen, heat: Heat, rind: Colour, flesh: Colour) -> None:
    edge, rind, flesh = heat.edge(darker(rind, 0.3)), heat(rind), heat(flesh)
    for x, y, turn in ((-0.2, -0.2, 0.2), (0.2, -0.14, -0.2), (-0.18, 0.12, -0.1), (0.22, 0.22, 0.3)):
        one = pen.moved(x, y, 1, turn)
        one.ellipse(0, -0.06, 0.22, 0.19, rind, edge, start=0.0, end=0.5)
        one.ellipse(0, -0.06, 0.17, 0.13, flesh, start=0.0, end=0.5)


def apple(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Red with a leaf and a dent; white slices with red skin when chopped."""
    _pome(pen, heat, chopped, (214, 34, 60), "0,-26 20,-34 42,-14 36,20 16,40 0,36 -16,40 -36,20 -42,-14 -20,-34")


def pear(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Yellow green, narrow above; white slices with green skin when chopped."""
    _pome(pen, heat, chopped, (196, 206, 60), "0,-38 14,-30 17,-10 34,10 32,32 0,42 -32,32 -34,10 -17,-10 -14,-30")


def _pome(pen: Pen, heat: Heat, chopped: bool, skin: Colour, outline: str) -> None:
    edge, skin = heat.edge(darker(skin, 0.3)), heat(skin)
    if chopped:
        for x, y, turn in ((-0.2, -0.2, 0.2), (0.2, -0.14, -0.3), (-0.18, 0.12, -0.2), (0.2, 0.22, 0.3)):
            one = pen.moved(x, y, 1, turn)
            one.ellipse(0, -0.06, 0.22, 0.18, skin, edge, start=0.0, end=0.5)
            one.ellipse(0, -0.07, 0.2, 0.13, heat((255, 250, 226)), start=0.0, end=0.5)
            one.ellipse(0, -0.02, 0.025, 0.035, (90, 56, 30))
        return
    pen.line([(0, -0.28), (0.05, -0.46)], heat((110, 70, 40)), 0.06)
    pen.blob(path(outline), skin, edge)
    pen.ellipse(0.15, -0.4, 0.12, 0.055, heat(LEAF), heat.edge((40, 100, 36)), -0.4)
    pen.ellipse(-0.17, 0.02, 0.05, 0.1, lighter(skin, 0.6), None, 0.3)


def banana(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Two yellow crescents; pale discs when chopped."""
    skin, edge = heat((255, 216, 50)), heat.edge((190, 140, 10))
    if chopped:
        for x, y in ((-0.24, -0.18), (0.08, -0.24), (0.28, 0.0), (-0.04, 0.06), (-0.28, 0.18), (0.14, 0.28)):
            pen.ellipse(x, y, 0.15, 0.14, skin, edge)
            pen.ellipse(x, y, 0.11, 0.1, heat((255, 246, 200)))
            pen.ellipse(x, y, 0.03, 0.03, heat((190, 150, 90)))
        return
    for turn in (0.5, 0.0):
        one = pen.moved(0.06, -0.08, 1, turn)
        one.blob(path("-44,-16 -34,12 -8,30 24,26 38,8 22,10 -2,10 -22,-2 -34,-20"), skin, edge)
        one.line([(-0.4, -0.18), (-0.44, -0.24)], heat((110, 80, 30)), 0.08)
        one.ellipse(0.36, 0.1, 0.04, 0.04, heat((90, 64, 30)))


def mango(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A slanted oval, red to yellow; yellow cubes when chopped."""
    skin, edge = heat((255, 170, 40)), heat.edge((190, 100, 10))
    if chopped:
        for x, y, turn in CUBES:
            one = pen.moved(x, y, 1, turn)
            one.box(-0.14, -0.1, 0.14, 0.13, heat((232, 140, 10)), edge, 0.02)
            one.box(-0.14, -0.1, 0.14, 0.05, heat((255, 190, 50)), None, 0.02)
        return
    pen.ellipse(0, 0.02, 0.45, 0.31, skin, edge, -0.5)
    pen.ellipse(0.1, -0.1, 0.26, 0.16, heat((226, 70, 50)), None, -0.5)
    pen.ellipse(-0.2, 0.12, 0.11, 0.06, heat((200, 206, 70)), None, -0.5)
    pen.line([(0.34, -0.24), (0.4, -0.34)], heat((90, 64, 30)), 0.06)
