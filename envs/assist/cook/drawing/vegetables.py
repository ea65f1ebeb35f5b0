"""Vegetables that grow above the ground: icons about one unit wide round the pen's origin."""

from __future__ import annotations

import math
import random

from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, path
from envs.assist.cook.drawing.pieces import LEAF


def tomato(pen: Pen, heat: Heat, chopped: bool) -> None:
    red, edge = heat((230, 44, 34), (196, 54, 28)), heat.edge((200, 30, 26), (170, 40, 20))
    flesh, seed = heat((255, 128, 104), (224, 110, 70)), heat((255, 226, 140), (236, 190, 110))
    if chopped:
        for x, y, r in ((-0.22, -0.14, 0.23), (0.22, -0.1, 0.23), (0.0, 0.19, 0.25)):
            pen.ellipse(x, y, r, r * 0.92, red, edge)
            pen.ellipse(x, y, r * 0.74, r * 0.68, flesh)
            for k in range(3):
                a = 2 * math.pi * k / 3 + x
                pen.ellipse(x + 0.45 * r * math.cos(a), y + 0.4 * r * math.sin(a), r * 0.22, r * 0.17, seed)
        return
    pen.blob(path("0,-30 30,-32 45,-2 30,32 0,38 -30,32 -45,-2 -30,-32"), red, edge)
    pen.ellipse(-0.2, -0.08, 0.1, 0.07, lighter(red, 0.55), None, -0.6)
    green = heat(LEAF, (96, 120, 50))
    for k in range(5):
        a = 2 * math.pi * k / 5 - 0.3
        tip = (0.24 * math.cos(a), -0.26 + 0.13 * math.sin(a))
        pen.line([(0, -0.26), tip], green, 0.085)
    pen.line([(0, -0.26), (0.05, -0.42)], green, 0.07)


def pepper(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((226, 34, 44), (180, 60, 40)), heat.edge((150, 16, 26), (110, 30, 20))
    pale, green = heat((255, 150, 140), (220, 120, 90)), heat(LEAF, (96, 120, 50))
    if chopped:
        for x, y, turn in (
            (-0.22, -0.2, 0.3),
            (0.2, -0.18, -0.5),
            (-0.24, 0.14, -0.2),
            (0.06, 0.04, 0.7),
            (0.24, 0.22, 0.1),
            (-0.04, 0.32, -0.5),
        ):
            one = pen.moved(x, y, 1, turn)
            arc = [(0.17 * math.cos(a), 0.13 * math.sin(a)) for a in (-3.0, -2.3, -1.6, -0.9, -0.2)]
            one.curve(arc, edge, 0.14)
            one.curve(arc, body, 0.085)
            one.curve(arc, pale, 0.03)
        return
    pen.blob(path("0,-22 20,-30 40,-16 40,12 26,38 10,34 0,40 -12,34 -28,38 -40,12 -40,-16 -20,-30"), body, edge)
    pen.curve([(-0.06, -0.18), (-0.14, 0.06), (-0.1, 0.3)], edge, 0.025)
    pen.curve([(0.08, -0.18), (0.16, 0.06), (0.1, 0.3)], edge, 0.025)
    pen.ellipse(-0.27, -0.06, 0.045, 0.11, lighter(body, 0.6))
    pen.curve([(0, -0.22), (0.02, -0.36), (0.1, -0.44)], green, 0.1)


def lettuce(pen: Pen, heat: Heat, chopped: bool) -> None:
    outer, inner = heat((92, 184, 60), (120, 150, 54)), heat((186, 228, 112), (170, 180, 90))
    edge, vein = heat.edge((60, 140, 44), (90, 110, 36)), heat((232, 246, 190), (210, 200, 140))
    if chopped:
        rng = random.Random(5)
        for k in range(11):
            x, y = rng.uniform(-0.32, 0.32), -0.24 + 0.05 * k
            leaf = pen.moved(x, y, 1, rng.uniform(-0.9, 0.9))
            wave = path("-20,-3 -10,-8 0,-3 10,-8 20,-3 20,5 10,1 0,6 -10,1 -20,6")
            leaf.blob(wave, outer if k % 2 else inner, edge)
        return
    frill = [
        (
            0.45 * (1 + 0.1 * (-1) ** k) * math.cos(2 * math.pi * k / 18),
            0.42 * (1 + 0.1 * (-1) ** k) * math.sin(2 * math.pi * k / 18),
        )
        for k in range(18)
    ]
    pen.blob(frill, outer, edge)
    pen.blob([(0.68 * x + 0.03, 0.68 * y + 0.03) for x, y in frill], heat((134, 208, 82), (140, 160, 66)))
    pen.blob([(0.38 * x + 0.04, 0.38 * y + 0.06) for x, y in frill], inner)
    for k in range(5):
        a = 2 * math.pi * k / 5 + 0.5
        pen.line([(0.1 * math.cos(a), 0.1 * math.sin(a)), (0.32 * math.cos(a), 0.3 * math.sin(a))], vein, 0.03)


def spinach(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Dark leaves with stalks; shreds when chopped."""
    leaf, vein, edge = heat((30, 110, 52)), heat((150, 206, 120)), heat.edge((16, 70, 30))
    if chopped:
        rng = random.Random(11)
        for k in range(12):
            one = pen.moved(rng.uniform(-0.3, 0.3), -0.27 + 0.05 * k, 1, rng.uniform(-0.8, 0.8))
            one.blob(path("-19,0 -8,-7 8,-6 19,0 8,6 -8,7"), leaf if k % 3 else heat((70, 150, 70)), edge)
        return
    for x, y, turn in ((-0.2, 0.02, -0.6), (0.2, 0.02, 0.6), (0.0, -0.04, 0.0)):
        one = pen.moved(x, y, 1, turn)
        one.line([(0, 0.1), (0, 0.42)], vein, 0.07)
        one.blob(path("0,-40 14,-22 20,2 12,20 0,25 -12,20 -20,2 -14,-22"), leaf, edge)
        one.line([(0, -0.26), (0, 0.22)], vein, 0.035)


def cabbage(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A smooth pale round head with white veins; pale shreds when chopped."""
    leaf, light, edge = heat((186, 216, 150)), heat((236, 246, 214)), heat.edge((110, 150, 90))
    if chopped:
        rng = random.Random(12)
        for k in range(15):
            one = pen.moved(rng.uniform(-0.25, 0.25), -0.28 + 0.04 * k, 1, rng.uniform(-0.6, 0.6))
            one.curve([(-0.2, 0.03), (-0.06, -0.04), (0.08, 0.03), (0.2, -0.03)], edge, 0.075)
            one.curve([(-0.2, 0.03), (-0.06, -0.04), (0.08, 0.03), (0.2, -0.03)], light if k % 2 else leaf, 0.045)
        return
    pen.ellipse(0, 0.02, 0.44, 0.42, leaf, edge)
    pen.blob(path("-44,4 -30,-8 -6,40 -24,38 -38,22"), heat((150, 190, 116)), edge)
    pen.blob(path("44,4 30,-8 6,40 24,38 38,22"), heat((150, 190, 116)), edge)
    pen.line([(0, 0.4), (0, -0.26)], light, 0.06)
    for side in (-1, 1):
        pen.curve([(0, 0.2), (0.14 * side, 0.0), (0.2 * side, -0.22)], light, 0.04)
        pen.curve([(0, 0.0), (0.07 * side, -0.12), (0.09 * side, -0.28)], light, 0.035)


def cucumber(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Dark green with long stripes."""
    _cucumber(pen, heat, chopped, (30, 112, 52), (206, 238, 168), (92, 170, 100))


def zucchini(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Yellow green, pale inside."""
    _cucumber(pen, heat, chopped, (136, 174, 42), (250, 246, 196), (206, 224, 110))


def _cucumber(pen: Pen, heat: Heat, chopped: bool, skin: Colour, flesh: Colour, stripe: Colour) -> None:
    edge = heat.edge(skin)
    skin, flesh = heat(skin), heat(flesh)
    if chopped:
        for x, y in ((-0.24, -0.16), (0.08, -0.22), (0.28, 0.06), (-0.06, 0.08), (-0.28, 0.2), (0.12, 0.28)):
            pen.ellipse(x, y, 0.18, 0.16, skin, edge)
            pen.ellipse(x, y, 0.135, 0.12, flesh)
            for k in range(3):
                pen.ellipse(x + 0.06 * math.cos(2.1 * k), y + 0.05 * math.sin(2.1 * k), 0.025, 0.018, (244, 252, 224))
        return
    one = pen.moved(0, 0, 1, -0.6)
    one.box(-0.48, -0.15, 0.48, 0.15, skin, edge, 0.14)
    for y in (-0.06, 0.05):
        one.line([(-0.36, y), (0.36, y)], heat(stripe), 0.03)


def mushroom(pen: Pen, heat: Heat, chopped: bool) -> None:
    cap, stem = heat((196, 156, 122), (134, 88, 54)), heat((250, 240, 222), (214, 176, 124))
    edge = heat.edge((130, 94, 66), (84, 52, 30))
    parts = (
        ((0, 0, 0, 1.0),)
        if not chopped
        else ((-0.2, -0.18, -0.3, 0.52), (0.24, -0.12, 0.4, 0.52), (-0.14, 0.22, 0.2, 0.52), (0.24, 0.24, -0.2, 0.52))
    )
    for x, y, turn, scale in parts:
        one = pen.moved(x, y, scale, turn)
        one.box(-0.13, -0.05, 0.13, 0.38, stem, edge, 0.08)
        one.blob(path("-44,6 -36,-20 0,-40 36,-20 44,6 20,12 -20,12"), stem if chopped else cap, edge)
        if chopped:
            one.curve(path("-36,-12 -20,-28 0,-34 20,-28 36,-12"), cap, 0.09)
            one.curve([(-0.26, 0.04), (0, -0.04), (0.26, 0.04)], cap, 0.05)
        else:
            one.ellipse(-0.14, -0.18, 0.1, 0.06, lighter(cap, 0.45), None, -0.5)


def eggplant(pen: Pen, heat: Heat, chopped: bool) -> None:
    skin, edge = heat((96, 34, 120), (70, 40, 50)), heat.edge((60, 16, 80), (44, 22, 24))
    flesh = heat((240, 232, 196), (196, 140, 70))
    if chopped:
        for x, y in ((-0.22, -0.18), (0.14, -0.22), (0.24, 0.1), (-0.08, 0.08), (-0.26, 0.24), (0.1, 0.3)):
            pen.ellipse(x, y, 0.18, 0.16, skin, edge)
            pen.ellipse(x, y, 0.135, 0.115, flesh)
        return
    one = pen.moved(0, 0, 1, 0.7)
    one.blob(path("0,-30 12,-20 22,8 22,30 0,47 -22,30 -22,8 -12,-20"), skin, edge)
    one.ellipse(-0.09, 0.12, 0.035, 0.14, lighter(skin, 0.5))
    one.blob(path("0,-36 14,-24 10,-12 0,-18 -10,-12 -14,-24"), heat(LEAF), heat.edge((40, 100, 36)))
    one.line([(0, -0.32), (0.03, -0.46)], heat(LEAF), 0.08)


def broccoli(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A dark green tree."""
    _broccoli(pen, heat, chopped, (44, 142, 56), (62, 112, 40))


def cauliflower(pen: Pen, heat: Heat, chopped: bool) -> None:
    """The same in white."""
    _broccoli(pen, heat, chopped, (252, 246, 226), (250, 222, 160))


def _broccoli(pen: Pen, heat: Heat, chopped: bool, raw: Colour, done: Colour) -> None:
    crown, stem = heat(raw, done), heat((166, 206, 110), (150, 166, 84))
    edge = heat.edge(darker(raw), darker(done))
    parts = (
        ((0, 0, 0, 1.0),)
        if not chopped
        else ((-0.22, -0.18, -0.3, 0.52), (0.24, -0.14, 0.4, 0.52), (-0.16, 0.24, 0.3, 0.52), (0.24, 0.24, -0.2, 0.52))
    )
    for x, y, turn, scale in parts:
        one = pen.moved(x, y, scale, turn)
        one.polygon([(-0.2, 0.0), (0.2, 0.0), (0.11, 0.42), (-0.11, 0.42)], stem, edge)
        for dx, dy, r in (
            (-0.26, 0.0, 0.18),
            (0.26, 0.0, 0.18),
            (-0.14, -0.2, 0.2),
            (0.15, -0.2, 0.2),
            (0, -0.04, 0.2),
        ):
            one.ellipse(dx, dy, r, r * 0.9, crown, edge)
        for dx, dy in ((-0.2, -0.2), (0.1, -0.26), (-0.04, -0.08), (0.22, -0.04)):
            one.ellipse(dx, dy, 0.05, 0.04, lighter(crown, 0.35))
