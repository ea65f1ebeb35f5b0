"""Grain, pulses and noodles, bread, and what is fried: icons about one unit wide round the pen's origin."""

from __future__ import annotations

import math
import random

from envs.assist.cook.drawing.heat import Heat
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, path


def rice(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Grains, beige when raw; a high white heap when done."""
    _heap(pen, heat, ((226, 206, 158), (255, 255, 252)), ((176, 142, 88), (206, 212, 226)), (0.055, 0.022))


def couscous(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Round crumbs, dull yellow when raw; a high golden heap when done."""
    _heap(pen, heat, ((196, 160, 84), (255, 214, 92)), ((140, 104, 40), (222, 160, 30)), (0.03, 0.03))


def lentils(pen: Pen, heat: Heat, chopped: bool) -> None:
    """Small discs, bright orange; a dull brown heap when done."""
    _heap(pen, heat, ((246, 124, 60), (176, 116, 40)), ((255, 176, 110), (220, 166, 80)), (0.045, 0.035))


Pair = tuple[Colour, Colour]
"""A raw and a done colour."""


def _heap(pen: Pen, heat: Heat, bodies: Pair, grains: Pair, size: tuple[float, float]) -> None:
    body = heat(*bodies)
    edge = heat.edge(darker(bodies[0], 0.2), darker(bodies[1], 0.35))
    rng = random.Random(3)
    high = 0.3 if heat.cooked else 0.16
    pen.blob(
        [
            (-0.45, 0.26),
            (-0.4, 0.08),
            (-0.2, -high),
            (0.0, -high - 0.08),
            (0.2, -high),
            (0.4, 0.08),
            (0.45, 0.26),
            (0.2, 0.33),
            (-0.2, 0.33),
        ],
        body,
        edge,
    )
    grain, light = heat(*grains), heat(lighter(bodies[0], 0.6), lighter(bodies[1], 0.6))
    for k in range(26):
        a, r = rng.uniform(0, 2 * math.pi), math.sqrt(rng.random())
        x, y = 0.36 * r * math.cos(a), 0.06 + 0.2 * r * math.sin(a)
        y = max(y, -high + 0.05 + 0.9 * abs(x) * (0.4 + high))
        turn = rng.uniform(0, math.pi)
        pen.ellipse(x, y, *size, grain if k % 3 else light, None, turn)


def beans(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((52, 44, 66), (136, 44, 52)), heat.edge((20, 16, 30), (60, 16, 24))
    rng = random.Random(4)
    for k in range(13):
        a = 2.4 * k
        r = 0.09 * math.sqrt(k)
        one = pen.moved(r * math.cos(a), 0.9 * r * math.sin(a), 1, rng.uniform(0, 6))
        one.blob(
            [(-0.11, 0.0), (-0.07, -0.075), (0.07, -0.075), (0.11, 0.0), (0.05, 0.06), (0.0, 0.035), (-0.05, 0.06)],
            body,
            edge,
        )
        one.ellipse(-0.03, -0.035, 0.03, 0.015, lighter(body, 0.5))


def noodles(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A bundle of straight sticks; a pale nest when cooked."""
    body, edge = heat((226, 168, 48), (255, 236, 176)), heat.edge((200, 150, 40), (206, 160, 70))
    light = heat((250, 216, 120), (255, 244, 200))
    if heat.state == "raw":
        for k in range(7):
            x = -0.24 + 0.08 * k
            pen.line(
                [(x * 1.15, -0.42 + 0.02 * (k % 3)), (x * 0.55, 0.0), (x * 1.15, 0.42 - 0.02 * (k % 2))], edge, 0.085
            )
        for k in range(7):
            x = -0.24 + 0.08 * k
            pen.line(
                [(x * 1.15, -0.42 + 0.02 * (k % 3)), (x * 0.55, 0.0), (x * 1.15, 0.42 - 0.02 * (k % 2))],
                body if k % 2 else light,
                0.05,
            )
        pen.box(-0.19, -0.06, 0.19, 0.06, heat((208, 60, 60), (208, 60, 60)), heat.edge((160, 40, 40)), 0.03)
        return
    pen.ellipse(0, 0.06, 0.45, 0.33, body, edge)
    for k, (cx, cy, rx, ry) in enumerate(
        ((0, 0.06, 0.38, 0.27), (-0.1, 0.0, 0.24, 0.17), (0.14, 0.1, 0.2, 0.13), (0.02, 0.02, 0.12, 0.08))
    ):
        ring = [
            (cx + rx * math.cos(a / 10 * math.pi), cy + ry * math.sin(a / 10 * math.pi))
            for a in range(2 * k, 18 + 2 * k)
        ]
        pen.curve(ring, edge, 0.055)
        pen.curve(ring, light, 0.032)
    pen.curve([(-0.4, 0.16), (-0.3, 0.36), (-0.1, 0.34), (0.1, 0.4)], edge, 0.075)
    pen.curve([(-0.4, 0.16), (-0.3, 0.36), (-0.1, 0.34), (0.1, 0.4)], body, 0.045)


def ramen(pen: Pen, heat: Heat, chopped: bool) -> None:
    """A square wavy block; loose waves when cooked."""
    body, edge = heat((250, 214, 130), (255, 206, 90)), heat.edge((200, 150, 60), (196, 130, 30))
    loose = 0.0 if heat.state == "raw" else 0.05
    if not loose:
        pen.box(-0.4, -0.36, 0.4, 0.36, heat((226, 176, 84)), edge, 0.08)
    for k in range(6):
        y, reach = -0.27 + 0.108 * k, 0.34 if not loose else 0.42 - 0.05 * abs(k - 2.5)
        wave = [(-reach + reach * i / 5, y + (0.035 + loose) * (-1) ** (i + k)) for i in range(11)]
        pen.curve(wave, edge, 0.1)
        pen.curve(wave, body, 0.06)


def chips(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((250, 238, 196), (248, 184, 48)), heat.edge((200, 180, 120), (190, 116, 20))
    side = heat((226, 208, 150), (222, 148, 30))
    rng = random.Random(2)
    for k in range(12):
        x, y = rng.uniform(-0.2, 0.2), -0.22 + 0.04 * k
        one = pen.moved(x, y, 1, rng.uniform(-0.75, 0.75) + (math.pi / 2 if k % 4 == 3 else 0) * 0.6)
        one.box(-0.27, -0.055, 0.27, 0.06, side, edge, 0.015)
        one.box(-0.26, -0.05, 0.26, 0.015, body)


def onion_rings(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, edge = heat((248, 230, 184), (226, 140, 36)), heat.edge((200, 170, 110), (140, 78, 14))
    for x, y, rx, ry in (
        (-0.2, -0.18, 0.2, 0.16),
        (0.22, -0.14, 0.19, 0.17),
        (-0.18, 0.2, 0.2, 0.17),
        (0.2, 0.22, 0.2, 0.15),
    ):
        ring = [(x + rx * math.cos(a * math.pi / 8), y + ry * math.sin(a * math.pi / 8)) for a in range(17)]
        pen.line(ring, edge, 0.17)
        pen.line(ring, body, 0.115)


def bun(pen: Pen, heat: Heat, chopped: bool) -> None:
    crust, edge = heat((224, 148, 70), (184, 106, 44)), heat.edge((160, 96, 40), (120, 66, 24))
    crumb = heat((255, 230, 180), (236, 184, 112))
    if chopped:
        for x, y in ((-0.18, -0.12), (0.18, 0.12)):
            pen.ellipse(x, y, 0.29, 0.26, crust, edge)
            pen.ellipse(x, y, 0.22, 0.19, crumb)
        return
    pen.box(-0.44, 0.06, 0.44, 0.32, crust, edge, 0.12)
    pen.box(-0.42, 0.04, 0.42, 0.14, crumb, None, 0.04)
    pen.blob(path("-45,6 -36,-20 0,-36 36,-20 45,6 0,10"), crust, edge)
    for x, y in ((-0.2, -0.12), (0.0, -0.22), (0.2, -0.12), (0.06, -0.06), (-0.08, -0.04)):
        pen.ellipse(x, y, 0.035, 0.022, heat((255, 244, 214)), None, 0.4)


def tortilla(pen: Pen, heat: Heat, chopped: bool) -> None:
    body, spot = heat((246, 222, 168), (236, 194, 120)), heat((214, 168, 100), (160, 98, 44))
    edge = heat.edge((210, 160, 90), (170, 110, 50))
    if chopped:
        for k in range(6):
            a = 2 * math.pi * k / 6 + 0.3
            wedge = pen.moved(0.07 * math.cos(a), 0.07 * math.sin(a))
            wedge.polygon(
                [(0, 0)] + [(0.38 * math.cos(a + d), 0.38 * math.sin(a + d)) for d in (-0.42, -0.2, 0, 0.2, 0.42)],
                body,
                edge,
            )
        return
    pen.ellipse(0, 0.04, 0.46, 0.42, heat((222, 190, 130), (200, 150, 84)), edge)
    pen.ellipse(0, 0, 0.46, 0.42, body, edge)
    for x, y, r in (
        (-0.2, -0.14, 0.06),
        (0.14, -0.2, 0.045),
        (0.22, 0.1, 0.065),
        (-0.08, 0.14, 0.05),
        (-0.28, 0.1, 0.035),
        (0.02, -0.02, 0.03),
    ):
        pen.ellipse(x, y, r, r * 0.8, spot)
