"""The kitchen's stations as blocks seen from above and a little from the front.

The origin is the tile's back left corner on the floor, y runs to the camera, one tile is one unit each way. A working
surface appears LIFT higher than the floor; `on` is what an eye sees of a station beside what lies on it: heat on, the
door open, the board's knife in use.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter

LIFT = 0.28
"""How much higher than the floor a working surface appears, in tiles."""
TALL = 0.8
"""The same of the top of a fridge or a pantry that stands at a back wall."""
MIDDLE = (0.5, 0.44 - LIFT)
"""Where things lie on a station."""
LINE: Colour = (70, 52, 46)
STONE: Colour = (238, 229, 212)
CABINET: Colour = (150, 104, 72)
STEEL: Colour = (186, 194, 202)
DARK: Colour = (62, 66, 76)


def _block(pen: Pen, top: Colour, front: Colour) -> None:
    """A block as high as a counter."""
    pen.box(0, 1 - LIFT, 1, 1, front)
    pen.box(0, -LIFT, 1, 1 - LIFT, top)
    pen.box(0, 1 - LIFT - 0.03, 1, 1 - LIFT + 0.025, darker(top, 0.22))
    pen.line([(0, 1 - 0.012), (1, 1 - 0.012)], darker(front, 0.5), 0.024)
    for x in (0.0, 1.0):
        pen.line([(x, -LIFT), (x, 1 - LIFT)], darker(top, 0.2), 0.02)
        pen.line([(x, 1 - LIFT), (x, 1)], darker(front, 0.4), 0.03)


def _doors(pen: Pen, front: Colour) -> None:
    pen.box(0.1, 1 - LIFT + 0.07, 0.9, 0.95, lighter(front, 0.12), darker(front, 0.3))
    pen.line([(0.42, 1 - LIFT + 0.12), (0.58, 1 - LIFT + 0.12)], lighter(front, 0.6), 0.03)


def cabinet(pen: Pen, on: bool) -> None:
    """What is no station: dark wood on which nothing can lie."""
    wood: Colour = (122, 84, 62)
    _block(pen, wood, darker(wood, 0.25))
    for x in (0.25, 0.5, 0.75):
        pen.line([(x, -LIFT), (x, 1 - LIFT - 0.03)], darker(wood, 0.14), 0.025)


def counter(pen: Pen, on: bool) -> None:
    """A pale stone top."""
    _block(pen, STONE, CABINET)
    _doors(pen, CABINET)


def board(pen: Pen, on: bool) -> None:
    """A cutting board on a counter, and its knife."""
    counter(pen, False)
    wood: Colour = (216, 158, 92)
    pen.box(0.05, 0.01 - LIFT, 0.79, 0.8 - LIFT, darker(wood, 0.5))
    pen.box(0.05, 0.0 - LIFT + 0.01, 0.79, 0.77 - LIFT, wood, darker(wood, 0.5))
    for y in (0.14, 0.3, 0.46, 0.62):
        pen.line([(0.11, y - LIFT), (0.73, y - LIFT)], darker(wood, 0.13), 0.018)
    if not on:
        knife(pen.upright(0.9, 0.4 - LIFT, 0.7))


def knife(pen: Pen) -> None:
    """A chef's knife, edge to the left, point up."""
    blade = [(0.06, -0.62), (0.08, 0.1), (-0.1, 0.1), (-0.12, -0.2), (-0.06, -0.46)]
    pen.polygon(blade, (226, 232, 238), (90, 96, 106))
    pen.box(-0.05, 0.1, 0.09, 0.52, (52, 44, 48), (24, 20, 22), 0.04)


def stove(pen: Pen, on: bool) -> None:
    """A burner in a dark steel top; with the heat on it glows, and so does its knob."""
    _block(pen, (92, 98, 108), (206, 210, 216))
    pen.box(0.05, 0.03 - LIFT, 0.95, 0.8 - LIFT, DARK, (40, 42, 50))
    pen.box(0.14, 0.82, 0.86, 0.95, (52, 56, 66), (110, 114, 122))
    _knob(pen.upright(0.83, 0.88 - LIFT), on)
    burner = pen.upright(*MIDDLE)
    if on:
        burner.haze([(0, 0)], [0.47], (255, 120, 20, 210), 0.03)
        burner.ellipse(0, 0, 0.45, 0.42, (255, 106, 20))
        burner.ellipse(0, 0, 0.3, 0.27, (255, 214, 70))
    else:
        burner.ellipse(0, 0, 0.42, 0.38, (44, 46, 54), (100, 104, 114))
        burner.ellipse(0, 0, 0.24, 0.21, DARK, (100, 104, 114))
    for k in range(4):
        c, s = math.cos(math.pi / 4 + k * math.pi / 2), math.sin(math.pi / 4 + k * math.pi / 2)
        burner.line([(0.2 * c, 0.18 * s), (0.5 * c, 0.46 * s)], (24, 25, 30), 0.05)


def _knob(pen: Pen, on: bool) -> None:
    if on:
        pen.ellipse(0, 0, 0.13, 0.12, (255, 50, 24), (255, 220, 190))
        pen.ellipse(0, 0, 0.05, 0.05, (255, 236, 170))
    else:
        pen.ellipse(0, 0, 0.1, 0.09, (150, 154, 162), (30, 32, 38))
        pen.line([(0, -0.06), (0, 0)], (30, 32, 38), 0.03)


def flames(pen: Pen) -> None:
    """Fire that licks up the front of a vessel; the origin is the middle of the burner."""
    for x, high in ((-0.36, 0.2), (-0.22, 0.24), (-0.07, 0.27), (0.08, 0.25), (0.23, 0.24), (0.37, 0.2)):
        y = 0.43 - 0.5 * x * x
        outer = [(0, -high), (0.06, -0.1), (0.075, 0), (0, 0.045), (-0.075, 0), (-0.05, -0.09)]
        inner = [(0, -high * 0.5), (0.035, -0.02), (0, 0.03), (-0.035, -0.02)]
        pen.blob([(x + dx, y + dy) for dx, dy in outer], (255, 110, 16), (214, 50, 0))
        pen.blob([(x + dx, y + dy) for dx, dy in inner], (255, 230, 90))


def fryer(pen: Pen, on: bool) -> None:
    """A steel tub of oil; the oil shines, bubbles and its lamp burns with the heat on."""
    _block(pen, STEEL, (206, 210, 216))
    oil: Colour = (255, 184, 30) if on else (150, 112, 56)
    pen.box(0.05, 0.03 - LIFT, 0.95, 0.8 - LIFT, (108, 114, 122), (60, 64, 72))
    pen.box(0.1, 0.07 - LIFT, 0.9, 0.76 - LIFT, oil, darker(oil, 0.5))
    pen.box(0.14, 0.82, 0.86, 0.95, (150, 156, 164), (90, 96, 104))
    _knob(pen.upright(0.83, 0.88 - LIFT), on)
    if on:
        tub = pen.upright(*MIDDLE)
        for x, y in ((-0.34, -0.42), (0.3, -0.4), (-0.1, -0.44), (0.34, 0.38), (-0.33, 0.4), (0.12, 0.44)):
            tub.ellipse(x, y, 0.05, 0.05, (255, 244, 190), (214, 130, 0))


def _cupboard(pen: Pen, colour: Colour, high: float) -> None:
    """A closed cupboard."""
    pen.box(0.02, -high, 0.98, 1 - high, lighter(colour, 0.3), darker(colour, 0.5))
    pen.box(0.02, 1 - high, 0.98, 0.99, colour, darker(colour, 0.55))


def _opened(pen: Pen, colour: Colour, inside: Colour, high: float) -> None:
    """The same with its doors open: shelves."""
    pen.box(0.0, -high, 1.0, 0.99, colour, darker(colour, 0.55))
    pen.box(0.06, 0.04 - high, 0.94, 0.92, inside, darker(colour, 0.55))


def fridge(pen: Pen, on: bool, high: float = TALL) -> None:
    """Pale blue, with a snow flake and two doors."""
    white: Colour = (206, 226, 238)
    if on:
        _opened(pen, white, (255, 252, 226), high)
        return
    _cupboard(pen, white, high)
    top = 1 - high
    middle = top + 0.62 * (0.99 - top)
    pen.line([(0.05, middle), (0.95, middle)], darker(white, 0.4), 0.03)
    pen.line([(0.86, top + 0.1), (0.86, middle - 0.06)], (92, 104, 116), 0.055)
    pen.line([(0.86, middle + 0.06), (0.86, 0.94)], (92, 104, 116), 0.055)
    flake = pen.upright(0.45, 0.55 * (1 - high) + 0.5 * -high if high < TALL else 0.5 - high, 0.26)
    for k in range(3):
        c, s = math.cos(math.pi * k / 3 + math.pi / 2), math.sin(math.pi * k / 3 + math.pi / 2)
        flake.line([(-0.9 * c, -0.9 * s), (0.9 * c, 0.9 * s)], (40, 130, 210), 0.22)


def pantry(pen: Pen, on: bool, high: float = TALL) -> None:
    """Brown wood with two doors."""
    wood: Colour = (186, 118, 62)
    if on:
        _opened(pen, wood, (92, 58, 38), high)
        return
    _cupboard(pen, wood, high)
    top = 1 - high
    for left, right, grip in ((0.08, 0.48, 0.42), (0.52, 0.92, 0.58)):
        pen.box(left, top + 0.05, right, 0.93, lighter(wood, 0.18), darker(wood, 0.4))
        pen.upright(grip, top + 0.5 * (1 - top)).ellipse(0, 0, 0.045, 0.045, (250, 216, 110), LINE)


def crate(pen: Pen, on: bool) -> None:
    """A wooden crate, open above."""
    wood: Colour = (190, 134, 74)
    pen.box(0.02, 1 - LIFT, 0.98, 1, wood)
    pen.box(0.02, -LIFT + 0.01, 0.98, 1 - LIFT, wood, darker(wood, 0.5))
    pen.box(0.08, -LIFT + 0.06, 0.92, 1 - LIFT - 0.04, (98, 66, 40), (66, 42, 26))
    for y in (1 - LIFT + 0.02, 0.87):
        pen.box(0.02, y, 0.98, y + 0.11, lighter(wood, 0.16), darker(wood, 0.5))


def plates(pen: Pen, on: bool) -> None:
    """A rack for clean plates."""
    _block(pen, (196, 214, 206), (98, 128, 120))
    pen.box(0.06, 0.03 - LIFT, 0.94, 0.8 - LIFT, (226, 238, 232), (120, 150, 142))


def hatch(pen: Pen, on: bool) -> None:
    """The pass: a blue hatch with a striped front and a bell."""
    blue: Colour = (60, 120, 190)
    _block(pen, (120, 176, 226), blue)
    pen.box(0.06, 0.03 - LIFT, 0.94, 0.8 - LIFT, (226, 240, 250), darker(blue, 0.2))
    for k in range(5):
        pen.box(k * 0.2, 1 - LIFT + 0.03, k * 0.2 + 0.1, 0.92, (246, 246, 250))
    bell(pen.upright(0.8, 0.1 - LIFT, 0.36))


def bell(pen: Pen) -> None:
    """A brass bell of a counter."""
    pen.box(-0.42, 0.16, 0.42, 0.32, (70, 54, 44), (30, 22, 18), 0.08)
    pen.ellipse(0, 0.18, 0.36, 0.42, (250, 200, 50), (130, 84, 0), start=0.5, end=1.0)
    pen.ellipse(0, -0.26, 0.08, 0.08, (250, 200, 50), (130, 84, 0))
    pen.curve([(-0.2, 0.06), (-0.14, -0.08), (-0.04, -0.14)], (255, 246, 200), 0.07)


def trash(pen: Pen, on: bool) -> None:
    """A green bin in a gap between the counters, its lid off."""
    green: Colour = (74, 132, 92)
    pen.box(0, -LIFT, 1, 1, (92, 74, 66))
    pen.polygon([(0.08, 0.16), (0.92, 0.16), (0.8, 0.93), (0.2, 0.93)], green, darker(green, 0.55))
    for x in (0.3, 0.5, 0.7):
        pen.line([(0.5 + (x - 0.5) * 1.2, 0.4), (x, 0.9)], darker(green, 0.3), 0.03)
    mouth = pen.upright(0.5, 0.14)
    mouth.ellipse(0, 0, 0.44, 0.32, lighter(green, 0.3), darker(green, 0.55))
    mouth.ellipse(0, 0.02, 0.36, 0.25, (26, 32, 30))


FIXTURES: dict[str, Callable[[Pen, bool], None]] = {
    "cabinet": cabinet,
    "counter": counter,
    "board": board,
    "pan": stove,
    "pot": stove,
    "fryer": fryer,
    "fridge": fridge,
    "pantry": pantry,
    "crate": crate,
    "plates": plates,
    "pass": hatch,
    "trash": trash,
}
"""Kind of station, or "cabinet" -> how it is drawn."""
