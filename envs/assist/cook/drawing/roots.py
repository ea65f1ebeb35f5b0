"""Roots and bulbs: icons about one unit wide round the pen's origin."""

from __future__ import annotations

import math

from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, path
from envs.assist.cook.drawing.pieces import CUBES, LEAF


def onion(pen: Pen, heat: Heat, chopped: bool) -> None:
    skin, edge = heat((168, 58, 122), (196, 132, 80)), heat.edge((110, 30, 80), (130, 80, 40))
    pale = heat((246, 220, 240), (232, 190, 120))
    if chopped:
        for x, y, r in ((-0.2, -0.14, 0.22), (0.2, -0.12, 0.24), (0.0, 0.18, 0.24)):
            pen.ellipse(x, y, r, r * 0.9, skin, edge)
            pen.ellipse(x, y, r * 0.8, r * 0.7, pale)
            pen.ellipse(x, y, r * 0.55, r * 0.48, skin)
            pen.ellipse(x, y, r * 0.42, r * 0.36, pale)
        return
    pen.blob(path("0,-44 7,-28 32,-16 42,8 28,30 0,38 -28,30 -42,8 -32,-16 -7,-28"), skin, edge)
    for dx in (-0.22, 0.0, 0.22):
        pen.curve([(dx * 0.2, -0.3), (dx, 0.0), (dx * 0.5, 0.32)], lighter(skin, 0.4), 0.035)


def garlic(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A white bulb with cloves; white bits when chopped."""
    body, edge, line = heat((252, 248, 240)), heat.edge((150, 130, 120)), heat((206, 176, 190))
    if chopped:
        for k in range(16):
            a, r = 2.4 * k, 0.09 * math.sqrt(k)
            one = pen.moved(r * math.cos(a), r * math.sin(a), 1, a)
            one.box(-0.075, -0.055, 0.075, 0.055, body, edge, 0.015)
        return
    pen.blob(path("0,-46 5,-26 24,-12 40,10 30,32 0,38 -30,32 -40,10 -24,-12 -5,-26"), body, edge)
    for dx in (-0.2, 0.0, 0.2):
        pen.curve([(dx * 0.2, -0.24), (dx, 0.06), (dx * 0.6, 0.32)], line, 0.04)


def carrot(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Orange."""
    _carrot(pen, heat, chopped, (250, 128, 28), (255, 190, 110))


def parsnip(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Ivory."""
    _carrot(pen, heat, chopped, (248, 232, 186), (255, 248, 224))


def _carrot(pen: Pen, heat: Heat, chopped: bool, root: Colour, core: Colour) -> None:
    body, edge = heat(root), heat.edge(darker(root, 0.25))
    light = heat(core)
    if chopped:
        for x, y in ((-0.26, -0.18), (0.04, -0.24), (0.28, -0.08), (-0.12, 0.06), (0.14, 0.2), (-0.26, 0.26)):
            pen.ellipse(x, y, 0.16, 0.14, body, edge)
            pen.ellipse(x, y, 0.08, 0.07, light)
        return
    one = pen.moved(0, 0, 1, 0.7)
    for dx in (-0.12, 0.0, 0.12):
        one.curve([(0, -0.24), (dx, -0.38), (dx * 1.8, -0.5)], LEAF, 0.09)
    one.blob(path("-17,-22 0,-30 17,-22 14,4 6,34 0,48 -6,34 -14,4"), body, edge)
    for y, w in ((-0.1, 0.1), (0.06, 0.08), (0.2, 0.05)):
        one.line([(-w, y), (w * 0.2, y + 0.02)], edge, 0.03)


def potato(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Brown and spotted; yellow cubes, golden when done."""
    body, edge = heat((200, 150, 88), (236, 176, 70)), heat.edge((150, 104, 56), (150, 90, 40))
    if chopped:
        _cubes(pen, heat, (255, 234, 168), (252, 196, 72))
        return
    pen.blob(path("-44,2 -32,-27 2,-30 34,-22 45,8 28,30 -6,32 -34,26"), body, edge)
    pen.ellipse(-0.16, -0.14, 0.14, 0.06, lighter(body, 0.35), None, -0.3)
    for x, y in ((0.1, -0.08), (0.26, 0.08), (-0.1, 0.12), (-0.27, 0.06), (0.06, 0.2)):
        pen.ellipse(x, y, 0.035, 0.022, edge, None, 0.5)


def turnip(pen: Pen, heat: Heat, chopped: bool) -> None:
    """White with a violet shoulder; white cubes."""
    body, edge = heat((250, 244, 246), (240, 222, 190)), heat.edge((150, 110, 150), (150, 110, 80))
    if chopped:
        _cubes(pen, heat, (250, 244, 250), (234, 210, 176))
        return
    for dx in (-0.14, 0.0, 0.14):
        pen.curve([(0, -0.26), (dx, -0.38), (dx * 1.6, -0.47)], heat(LEAF), 0.09)
    pen.blob(path("0,-30 26,-28 42,-6 32,20 8,34 0,47 -8,34 -32,20 -42,-6 -26,-28"), body, edge)
    pen.blob(path("0,-27 24,-25 37,-8 16,-4 0,2 -16,-4 -37,-8 -24,-25"), heat((176, 82, 168), (190, 130, 150)))


def _cubes(pen: Pen, heat: Heat, raw: Colour, done: Colour) -> None:
    body, edge = heat(raw, done), heat.edge(darker(raw), darker(done))
    for x, y, turn in CUBES:
        one = pen.moved(x, y, 1, turn)
        one.box(-0.14, -0.1, 0.14, 0.13, darker(body, 0.25), edge, 0.02)
        one.box(-0.14, -0.1, 0.14, 0.05, body, None, 0.02)
