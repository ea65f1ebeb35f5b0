"""What food lies in or on: pan, pot, frying basket, plate; and what rises from it."""

from __future__ import annotations

import math

from envs.assist.cook.drawing.pen import Colour, Pen

IRON: Colour = (46, 48, 56)
STEEL: Colour = (168, 178, 190)


def pan(pen: Pen) -> None:
    """A frying pan from above, its handle to the front."""
    pen.line([(0.22, 0.26), (0.4, 0.56)], (20, 18, 22), 0.13)
    pen.line([(0.22, 0.26), (0.39, 0.55)], (128, 72, 48), 0.075)
    pen.ellipse(0, 0.03, 0.42, 0.39, (18, 18, 22))
    pen.ellipse(0, 0, 0.42, 0.38, (100, 104, 114), (24, 24, 30))
    pen.ellipse(0, 0, 0.35, 0.31, IRON)


def pot(pen: Pen) -> None:
    """A deep steel pot with water in it."""
    for side in (-1, 1):
        pen.line([(side * 0.36, 0.02), (side * 0.44, 0.02)], (40, 44, 52), 0.13)
    pen.box(-0.39, -0.06, 0.39, 0.38, STEEL, (70, 78, 88), 0.12)
    pen.line([(-0.28, 0.16), (-0.28, 0.28)], (224, 230, 238), 0.05)
    pen.ellipse(0, -0.06, 0.4, 0.34, (216, 222, 230), (70, 78, 88))
    pen.ellipse(0, -0.06, 0.345, 0.285, (86, 170, 218), (60, 110, 150))
    pen.curve([(-0.22, -0.2), (-0.1, -0.25), (0.02, -0.24)], (196, 230, 246), 0.03)


def basket(pen: Pen) -> None:
    """The wire basket of a fryer."""
    pen.line([(0, 0.3), (0, 0.58)], (30, 30, 34), 0.1)
    pen.box(-0.32, -0.32, 0.32, 0.32, (206, 168, 96), (60, 64, 72), 0.06)
    for k in range(1, 5):
        at = -0.32 + 0.128 * k
        pen.line([(at, -0.32), (at, 0.32)], (120, 112, 96), 0.02)
        pen.line([(-0.32, at), (0.32, at)], (120, 112, 96), 0.02)


def plate(pen: Pen) -> None:
    """A white plate with a blue rim."""
    pen.ellipse(0, 0.04, 0.46, 0.38, (120, 130, 146))
    pen.ellipse(0, 0, 0.46, 0.38, (252, 252, 254), (100, 114, 134))
    pen.ellipse(0, 0, 0.4, 0.325, (252, 252, 254), (60, 120, 206))
    pen.ellipse(0, 0.01, 0.31, 0.24, (206, 220, 240))


def stack(pen: Pen, plates: int) -> None:
    """Clean plates on each other."""
    for k in range(plates):
        plate(pen.moved(0, 0.12 - 0.12 * k, 0.9))


def ladle(pen: Pen) -> None:
    """A big spoon, its bowl at the origin, its handle up."""
    pen.line([(0, 0), (0, -0.5)], (70, 78, 88), 0.12)
    pen.line([(0, 0), (0, -0.5)], (206, 214, 224), 0.06)
    pen.ellipse(0, 0.04, 0.17, 0.14, (206, 214, 224), (70, 78, 88))


def bubbles(pen: Pen, colour: Colour) -> None:
    """Bubbles round the edge of what cooks."""
    for k, r in enumerate((0.065, 0.05, 0.06, 0.045, 0.065, 0.05, 0.055, 0.045)):
        a = 2 * math.pi * k / 8 + 0.3
        x, y = 0.28 * math.cos(a), 0.24 * math.sin(a)
        pen.ellipse(x, y, r, r, colour, (110, 120, 134))
        pen.ellipse(x - r * 0.25, y - r * 0.25, r * 0.35, r * 0.35, (255, 255, 255))


def steam(pen: Pen) -> None:
    """Three white wisps."""
    for x, low in ((-0.24, -0.2), (0.0, -0.26), (0.24, -0.2)):
        wave = [(x, low), (x + 0.08, low - 0.17), (x - 0.07, low - 0.34), (x + 0.05, low - 0.52)]
        pen.stroke_haze([(px + 0.015, py + 0.015) for px, py in wave], (70, 84, 104, 150), 0.13)
        pen.stroke_haze(wave, (255, 255, 255, 250), 0.085)


def smoke(pen: Pen) -> None:
    """A dark cloud."""
    dark = ((-0.14, -0.18, 0.13), (0.12, -0.24, 0.14), (-0.1, -0.38, 0.17), (0.14, -0.46, 0.19), (-0.08, -0.62, 0.2))
    light = ((-0.14, -0.36, 0.07), (0.1, -0.48, 0.08), (-0.12, -0.64, 0.09))
    pen.haze([(x, y) for x, y, _ in dark], [r for _, _, r in dark], (38, 36, 40, 230), 0.035)
    pen.haze([(x, y) for x, y, _ in light], [r for _, _, r in light], (120, 116, 120, 170), 0.03)
