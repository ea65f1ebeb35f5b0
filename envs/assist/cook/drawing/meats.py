"""Meat, fish and eggs: icons about one unit wide round the pen's origin."""

from __future__ import annotations

import math

from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, path

CREAM: Colour = (255, 246, 224)


def steak(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Dark red with a white rim and a bone."""
    _cut(pen, heat, chopped, (214, 48, 62), (128, 66, 36))


def pork(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Pale pink, paler than steak when done too."""
    _cut(pen, heat, chopped, (250, 146, 152), (206, 148, 96))


def _cut(pen: Pen, heat: Heat, chopped: bool, raw: Colour, done: Colour) -> None:
    fat, meat = heat((250, 224, 206), (196, 142, 92)), heat(raw, done)
    edge = heat.edge(raw, done)
    grill = heat(lighter(raw, 0.4), darker(done, 0.55))
    if chopped:
        for x, y, turn in (
            (-0.24, -0.16, -0.35),
            (0.02, -0.2, -0.1),
            (0.27, -0.1, 0.25),
            (-0.14, 0.2, -0.2),
            (0.16, 0.22, 0.15),
        ):
            slice_ = pen.moved(x, y, 1, turn)
            slice_.blob(path("-10,-20 10,-20 13,0 9,20 -10,20 -13,0"), fat, edge)
            slice_.blob(path("-5,-15 8,-15 9,0 7,16 -5,15"), meat)
            slice_.line([(-0.03, -0.04), (0.06, -0.07)], grill, 0.035)
            slice_.line([(-0.03, 0.07), (0.06, 0.04)], grill, 0.035)
        return
    pen.blob(path("-46,-2 -36,-30 -5,-33 28,-24 46,4 34,29 6,27 -12,30 -36,26"), fat, edge)
    pen.blob(path("-37,-2 -29,-22 -5,-25 23,-17 37,5 27,20 5,18 -13,22 -30,17"), meat)
    if heat.state == "raw":
        pen.curve([(-0.24, -0.08), (-0.06, 0.02), (0.12, -0.08), (0.26, 0.04)], grill, 0.035)
        pen.curve([(-0.22, 0.08), (-0.06, 0.13), (0.08, 0.08)], grill, 0.03)
    else:
        for dx in (-0.2, -0.02, 0.16):
            pen.line([(dx - 0.07, 0.14), (dx + 0.07, -0.16)], grill, 0.055)
    pen.ellipse(-0.27, 0.0, 0.07, 0.09, CREAM if heat.state != "burnt" else heat(CREAM), edge)


def chicken(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A pink fillet, golden when done."""
    body, edge = heat((255, 202, 190), (222, 150, 74)), heat.edge((220, 150, 140), (150, 84, 34))
    light, dark = heat((255, 228, 220), (244, 190, 116)), heat((240, 168, 160), (168, 96, 40))
    if chopped:
        for x, y, turn in (
            (-0.24, -0.16, 0.4),
            (0.06, -0.22, -0.2),
            (0.3, -0.02, 0.8),
            (-0.28, 0.14, -0.5),
            (0.0, 0.08, 0.1),
            (0.2, 0.26, -0.3),
            (-0.1, 0.3, 0.6),
        ):
            one = pen.moved(x, y, 1, turn)
            one.box(-0.14, -0.1, 0.14, 0.12, dark, edge, 0.04)
            one.box(-0.13, -0.1, 0.13, 0.04, body, None, 0.03)
            one.line([(-0.07, -0.04), (0.05, -0.05)], light, 0.03)
        return
    pen.blob(path("-45,8 -40,-16 -14,-32 18,-26 36,-6 46,20 30,26 2,24 -26,30"), body, edge)
    pen.blob(path("-34,2 -14,-22 12,-18 20,-6 -6,-6 -20,6"), light)
    for k in range(3):
        pen.curve([(-0.16 + 0.16 * k, 0.2), (-0.1 + 0.16 * k, 0.08), (-0.02 + 0.16 * k, 0.02)], dark, 0.045)


def turkey(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A thick violet pink breast with a skin, deep brown when done; slices when chopped."""
    body, skin = heat((226, 140, 160), (236, 192, 140)), heat((255, 218, 170), (134, 66, 24))
    edge = heat.edge((190, 100, 120), (120, 60, 26))
    parts = ((0.0, 0.0, 1.0),) if not chopped else ((0.0, -0.24, 0.66), (-0.06, 0.02, 0.66), (0.06, 0.26, 0.66))
    for x, y, scale in parts:
        one = pen.moved(x, y, scale)
        one.blob(path("-46,6 -38,-20 -10,-36 22,-32 43,-10 46,14 28,30 -6,32 -36,26"), skin, edge)
        one.blob(path("-40,12 -24,0 6,-4 34,0 40,14 26,25 -6,27 -32,22"), body)
        one.line([(-0.2, 0.12), (0.22, 0.12)], edge, 0.03)


def sausage(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((240, 150, 130), (156, 70, 34)), heat.edge((190, 90, 80), (96, 40, 20))
    light = heat((255, 196, 180), (206, 120, 70))
    if chopped:
        for x, y in ((-0.22, -0.18), (0.1, -0.24), (0.28, 0.02), (-0.04, 0.06), (-0.28, 0.18), (0.14, 0.28)):
            pen.ellipse(x, y, 0.15, 0.13, body, edge)
            pen.ellipse(x, y, 0.08, 0.07, light)
        return
    for y in (-0.16, 0.16):
        arc = [(-0.36, y - 0.06), (-0.12, y + 0.06), (0.12, y + 0.06), (0.36, y - 0.06)]
        pen.curve(arc, edge, 0.25)
        pen.curve(arc, body, 0.19)
        pen.curve([(px, py - 0.05) for px, py in arc], light, 0.04)


def shrimp(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((150, 168, 184), (255, 138, 84)), heat.edge((110, 130, 150), (206, 84, 44))
    band, tail = heat((196, 210, 222), (255, 206, 170)), heat((104, 122, 150), (222, 62, 40))
    spots = ((-0.2, -0.17, 0.3, 0.62), (0.22, -0.12, 2.3, 0.62), (0.0, 0.2, 4.4, 0.62))
    for x, y, turn, scale in spots:
        one = pen.moved(x, y, scale, turn)
        path = [(0.3 * math.cos(a), 0.3 * math.sin(a)) for a in (-2.6, -1.9, -1.2, -0.5, 0.2, 0.9)]
        fan = path[-1]
        one.polygon([fan, (fan[0] - 0.28, fan[1] + 0.12), (fan[0] - 0.2, fan[1] - 0.06)], tail, edge)
        one.curve(path, edge, 0.3)
        one.curve(path, body, 0.22)
        for a in (-2.1, -1.5, -0.9, -0.3, 0.3):
            one.line([(0.21 * math.cos(a), 0.21 * math.sin(a)), (0.39 * math.cos(a), 0.39 * math.sin(a))], band, 0.05)
        if chopped:
            one.line([(0.1, -0.2), (0.45, -0.25)], edge, 0.05)


def salmon(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((255, 122, 82), (244, 170, 138)), heat.edge((210, 80, 50), (176, 104, 74))
    line, skin = heat((255, 206, 176), (255, 224, 206)), heat((128, 142, 156), (150, 120, 100))
    parts = (
        ((0, 0, 0, 1.0),)
        if not chopped
        else ((-0.2, -0.2, 0.2, 0.5), (0.22, -0.14, -0.3, 0.5), (-0.16, 0.2, -0.2, 0.5), (0.2, 0.22, 0.3, 0.5))
    )
    for x, y, turn, scale in parts:
        one = pen.moved(x, y, scale, turn)
        one.blob(path("-44,0 -34,-22 10,-28 42,-18 46,8 36,26 -10,30 -38,22"), skin, edge)
        one.blob(path("-44,-4 -34,-24 10,-29 42,-18 44,2 34,14 -10,18 -38,12"), body)
        for dx in (-0.24, -0.06, 0.12, 0.3):
            one.curve([(dx - 0.05, -0.2), (dx + 0.05, -0.06), (dx - 0.05, 0.1)], line, 0.04)


def fish(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A whole white fish, silver when raw, in golden batter when done."""
    body, edge = heat((206, 220, 232), (240, 176, 66)), heat.edge((130, 150, 170), (170, 104, 24))
    light = heat((246, 250, 255), (255, 216, 130))
    pen.polygon([(0.2, 0.0), (0.48, -0.24), (0.42, 0.0), (0.48, 0.24)], body, edge)
    pen.polygon([(-0.1, -0.16), (0.04, -0.32), (0.18, -0.14)], body, edge)
    pen.blob(path("-47,2 -32,-16 -6,-23 18,-14 30,0 18,16 -6,25 -32,18"), body, edge)
    pen.blob(path("-32,10 -6,16 18,9 6,2 -20,2"), light)
    pen.ellipse(-0.3, -0.04, 0.045, 0.045, (30, 30, 36))
    pen.curve([(-0.18, -0.14), (-0.13, 0.0), (-0.18, 0.14)], edge, 0.03)


def nuggets(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((244, 214, 160), (214, 134, 40)), heat.edge((200, 160, 100), (140, 76, 16))
    light = heat((255, 236, 200), (248, 186, 90))
    for x, y, turn in ((-0.2, -0.2, 0.3), (0.22, -0.18, -0.4), (-0.24, 0.2, -0.2), (0.2, 0.22, 0.5), (0.0, 0.02, 0.1)):
        one = pen.moved(x, y, 0.5, turn)
        one.blob(path("-44,0 -34,-26 0,-32 34,-24 46,2 30,28 -4,30 -34,24"), body, edge)
        one.ellipse(-0.12, -0.12, 0.12, 0.06, light)


def egg(pen: Pen, heat: Heat, chopped: bool) -> None:
    if heat.state == "raw" and not chopped:
        for x, y, turn in ((-0.18, -0.02, -0.25), (0.18, 0.04, 0.2)):
            one = pen.moved(x, y, 1, turn)
            one.blob(path("0,-30 17,-12 21,10 12,27 -12,27 -21,10 -17,-12"), (244, 206, 166), (150, 100, 60))
            one.ellipse(-0.07, -0.06, 0.05, 0.09, (255, 236, 212))
        return
    pen.blob(
        path("-44,6 -34,-22 -6,-30 20,-34 42,-12 44,16 22,30 -4,26 -28,34"),
        heat((240, 240, 236), (255, 255, 255)),
        heat.edge((170, 170, 170), (190, 160, 120)),
    )
    pen.ellipse(0.02, -0.02, 0.17, 0.15, heat((250, 170, 20), (255, 190, 30)), heat.edge((200, 120, 10)))
    pen.ellipse(-0.04, -0.07, 0.05, 0.035, heat((255, 226, 140)))
