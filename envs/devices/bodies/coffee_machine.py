"""A coffee machine: a head with a spout over a cup on a drip tray, keys on its front or on a column beside the cup."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Display, Haze, Lamps, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL, PALE
from envs.rendering.node import Colour, Node

POWER, SMALL, LARGE, MILK = "power_main_key", "espresso_key", "long_coffee_key", "milk_coffee_key"
TAP, RINSE, CUP, TANK, CAPSULE = "hot_water_tap", "rinse_cycle_key", "coffee_cup", "water_tank", "capsule_lever"
BROWN: Colour = (0.36, 0.19, 0.08)
POURS: dict[str, Colour] = {"coffee": BROWN, "milk": (0.9, 0.78, 0.6), "water": (0.62, 0.85, 1.0)}
READY: Colour = (0.3, 0.9, 0.4)
WAITING: Colour = (1.0, 0.6, 0.1)
BASE = 0.15
TURNED = ("knob", "dial")


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a coffee machine whose proportions, style and colours come from `rng`."""
    column = rng.choice((-1.0, 1.0)) if rng.random() < 0.4 else 0.0  # at which end, if any
    manual = not column and CAPSULE not in choices and rng.random() < 0.5
    width = uniform(rng, 1.04, 1.14) if column else uniform(rng, 0.86, 1.0)
    depth, high, under = uniform(rng, 0.86, 0.96), uniform(rng, 1.2, 1.26), uniform(rng, 0.6, 0.62)
    shell = rng.choice((METAL, (0.2, 0.21, 0.23), (0.72, 0.2, 0.17), *SHELLS))
    trim = DARK if shell != (0.2, 0.21, 0.23) else METAL
    root = Node("machine")
    fit = Fitter(choices)
    front, back, right = -depth / 2, depth / 2, width / 2
    aisle = width - 0.46 if column else width  # how wide the place for the cup is
    cx, cy = column * (aisle - width) / 2, front + 0.22
    wall = front + 0.42

    # Base, back and head make a C; a column may close one end.
    edge = rng.choice((0.05, 0.12))
    soft_box(root, (width / 2, depth / 2, BASE / 2), (0, 0, BASE / 2 + 0.02), shell, edge)
    root.box((width / 2 - 0.06, depth / 2 - 0.06, 0.012), (0, 0, 0.012), DARK)
    soft_box(root, (width / 2, (back - wall) / 2, high / 2), (0, (back + wall) / 2, 0.02 + high / 2), shell, 0.05)
    root.box(
        (aisle / 2 - 0.05, 0.006, (under - BASE) / 2), (cx, wall, (under + BASE) / 2 + 0.02), mixed(shell, DARK, 0.6)
    )
    head = (high + 0.02 - under) / 2
    soft_box(root, (width / 2, depth / 2, head), (0, 0, under + head), shell, edge)
    if column:
        soft_box(root, (0.23, depth / 2, high / 2), (column * (right - 0.23), 0, 0.02 + high / 2), shell, edge)
    tray = BASE + 0.02
    root.box((aisle / 2 - 0.07, 0.17, 0.012), (cx, front + 0.21, tray + 0.004), trim)
    slots(root, "top", (cx, front + 0.21, tray + 0.016), (aisle / 2 - 0.1, 0.15), 6, METAL if trim == DARK else DARK)
    root.rod(0.02, (0.25, back, 0.1), (0.4, back + 0.07, 0.02), DARK)
    slots(root, "back", (0, back, 0.75), (0.22, 0.12), 5, DARK)

    streams, coffee = _spout(rng, root, fit, manual, (cx, cy, under, aisle, front, tray + 0.018), trim)
    top = _roof(rng, root, fit, (right, front, back, high + 0.02), trim)
    side = rng.choice((-1.0, 1.0))
    if TAP in choices and choices[TAP].word in TURNED:
        face = "right" if side > 0 else "left"
        fit.fix(root, TAP, face, (side * right, front + 0.24, high - 0.26), (0.16, 0.2))
    if choices[POWER].word == "switch":
        face = "left" if side > 0 else "right"
        fit.fix(root, POWER, face, (-side * right, front + 0.24, high - 0.27), (0.13, 0.19))
    wanted = [c for c in (SMALL, LARGE, MILK, TAP, RINSE, POWER) if fit.wants(c)]
    if top is not None and len(wanted) > 1 and rng.random() < 0.4:
        fit.fix(root, wanted.pop(), "top", top, (0.11, 0.11))
    if rng.random() < 0.4:
        wanted.reverse()
    display, lamps = _panel(rng, root, fit, wanted, column, manual, (right, front, under, high + 0.02))
    haze = Haze(root, [((cx + dx, cy - 0.02, tray + z), (r, r, 1.4 * r)) for dx, z, r in CLOUDS], 0.5)

    def paint(look: LookBuilder, state: Features) -> None:
        flow, pour = state.get("flow", 0), state.get("pour")
        for i, stream in enumerate(streams):
            if i < flow and pour:
                look.paint(stream, POURS[pour], "soft")
            else:
                look.hide(stream)
        if not state.get("full"):
            look.hide(*coffee)
        haze.show(look, float(state.get("full", 0)))
        lamp = state.get("lamp", 0)
        if lamp:
            lamps.light_one(look, lamp - 1, READY if lamp == 2 else WAITING)
        if display:
            display.show(look, state.get("display", ""), READY if lamp == 2 else WAITING)

    return Draft((root,), fit.parts, paint)


CLOUDS = ((0.0, 0.3, 0.045), (0.06, 0.36, 0.055), (-0.05, 0.41, 0.06))


def _spout(
    rng: Random,
    root: Node,
    fit: Fitter,
    manual: bool,
    room: tuple[float, float, float, float, float, float],
    trim: Colour,
) -> tuple[list[str], list[str]]:
    """The spout and the cup under it: the streams that may flow, and the shapes of a full cup."""
    cx, cy, under, aisle, front, floor = room
    low = under - 0.085
    if manual:  # a group with a filter holder, whose handle points at the user, and a steam wand
        root.disc(0.15, 0.03, (cx, cy, under - 0.02), METAL, material="gloss")
        root.disc(0.12, 0.03, (cx, cy, under - 0.055), METAL, material="gloss")
        root.rod(0.03, (cx, cy - 0.1, under - 0.05), (cx, front - 0.03, under - 0.055), METAL)
        root.rod(0.042, (cx, front - 0.05, under - 0.055), (cx, front - 0.22, under - 0.075), DARK)
        x = cx + rng.choice((-1, 1)) * (aisle / 2 - 0.09)
        root.rod(0.02, (x, front + 0.12, under), (x, front + 0.1, under - 0.2), METAL, material="gloss")
        root.rod(0.02, (x, front + 0.1, under - 0.2), (x, front + 0.04, under - 0.3), METAL, material="gloss")
    else:
        root.box((0.13, 0.1, 0.04), (cx, cy, under - 0.03), trim)
    streams = []
    for side in (-1, 1):
        x = cx + side * 0.04
        root.rod(0.025, (x, cy, under - 0.05), (x, cy, low + 0.02), DARK if trim != DARK or manual else METAL)
        streams.append(root.disc(0.013, (low - floor - 0.03) / 2, (x, cy, (low + floor + 0.03) / 2), BROWN))
    a, b = 0.15, 0.14
    if CUP in fit.choices:
        part = fit.fix(root, CUP, "front", (cx, cy + 0.112, floor + 0.9 * b), (a, b))
        mug, at = part.moving, (-0.1 * a, 0.9 * b, 0.112)
        assert mug is not None
        coffee = [mug.disc(0.092, 0.004, (at[0], at[1] + 0.012, at[2]), BROWN, axis=(0, 1, 0), material="gloss")]
        return streams, coffee
    colour = rng.choice((PALE, (0.85, 0.4, 0.3), (0.3, 0.5, 0.7), (0.25, 0.26, 0.28)))
    glass, top = rng.random() < 0.3, floor + 0.23
    if glass:
        root.shape("cylinder", (0.11, 0.115), (cx, cy, floor + 0.115), (0.85, 0.93, 0.97, 0.4), "gloss", decor=True)
        full = [
            root.disc(0.095, 0.09, (cx, cy, floor + 0.1), BROWN),
            root.disc(0.095, 0.008, (cx, cy, top - 0.03), PALE),
        ]
        return streams, full
    root.disc(0.11, 0.115, (cx, cy, floor + 0.115), colour, material="gloss")
    root.disc(0.096, 0.004, (cx, cy, top), DARK)
    ear = [
        (cx + 0.1, cy, floor + 0.18),
        (cx + 0.17, cy, floor + 0.17),
        (cx + 0.17, cy, floor + 0.07),
        (cx + 0.1, cy, floor + 0.05),
    ]
    for p, q in zip(ear, ear[1:], strict=False):
        root.rod(0.018, p, q, colour)
    return streams, [root.disc(0.096, 0.004, (cx, cy, top + 0.006), BROWN, material="gloss")]


def _roof(
    rng: Random,
    root: Node,
    fit: Fitter,
    room: tuple[float, float, float, float],
    trim: Colour,
) -> tuple[float, float, float] | None:
    """What stands on the head: beans, cups, the capsule lever, the water's lid; a free place for one key, if any."""
    right, front, back, z = room
    side = rng.choice((-1.0, 1.0))
    if TANK in fit.choices:
        if fit.choices[TANK].word == "drawer":
            face = "right" if side > 0 else "left"
            rim = METAL if fit.choices[TANK].colour == "black" else DARK
            at = back - 0.24
            root.box((0.006, 0.2, 0.24), (side * (right + 0.002), at, 0.52), rim)
            fit.fix(root, TANK, face, (side * (right + 0.009), at, 0.52), (0.17, 0.21))
        else:
            fit.fix(root, TANK, "top", (-side * (right - 0.26), back - 0.22, z), (0.2, 0.17))
    x, y = side * (right - 0.26), back - 0.25
    if rng.random() < 0.55:  # a hopper full of beans
        root.disc(0.2, 0.015, (x, y, z + 0.015), trim)
        for _ in range(22):
            turn, far = uniform(rng, 0, 2 * math.pi), 0.13 * math.sqrt(rng.random())
            at = (x + far * math.cos(turn), y + far * math.sin(turn), z + uniform(rng, 0.05, 0.14))
            root.shape(
                "ellipsoid", (0.045, 0.03, 0.03), at, mixed((0.46, 0.25, 0.1), DARK, 0.5 * rng.random()), "gloss"
            )
        root.shape("cylinder", (0.19, 0.09), (x, y, z + 0.12), (0.75, 0.8, 0.85, 0.16), "gloss", decor=True)
        root.disc(0.2, 0.018, (x, y, z + 0.228), trim)
        root.disc(0.05, 0.015, (x, y, z + 0.26), trim)
    else:  # cups that are kept warm
        cup = rng.choice((PALE, (0.8, 0.75, 0.66), (0.35, 0.4, 0.45)))
        for dx, dy in ((-0.11, 0.09), (0.11, 0.07), (0.01, -0.11)):
            root.disc(0.085, 0.06, (x + dx, y + dy, z + 0.06), cup, material="gloss")
            root.disc(0.055, 0.01, (x + dx, y + dy, z + 0.125), cup)
        for dx in (-1, 1):
            root.rod(0.014, (x + 0.23 * dx, y - 0.22, z + 0.05), (x + 0.23 * dx, y + 0.2, z + 0.05), METAL)
        root.rod(0.014, (x - 0.23, y - 0.22, z + 0.05), (x + 0.23, y - 0.22, z + 0.05), METAL)
    ahead = front + 0.2
    if CAPSULE in fit.choices:
        fit.fix(root, CAPSULE, "top", (-side * (right - 0.22), front + 0.25, z), (0.17, 0.24))
        return (side * (right - 0.2), front + 0.17, z)
    return (side * (right - 0.2), ahead - 0.03, z)


def _panel(
    rng: Random,
    root: Node,
    fit: Fitter,
    wanted: list[str],
    column: float,
    manual: bool,
    room: tuple[float, float, float, float],
) -> tuple[Display | None, Lamps]:
    """The panel with its display or gauge and the keys: on the head, or all down the column."""
    right, front, under, high = room
    low = BASE + 0.08 if column else under + 0.025
    mid, half = (column * (right - 0.23), 0.2) if column else (0.0, right - 0.07)
    top = high - 0.03
    root.box((half, 0.012, (top - low) / 2), (mid, front - 0.006, (top + low) / 2), rng.choice(PANELS))
    face, strip = front - 0.018, 0.2 if column else 0.11
    z = top - strip / 2 - 0.01
    display = None
    if manual and rng.random() < 0.7:  # a round gauge instead of figures
        root.disc(0.075, 0.012, (mid, face - 0.006, z), DARK, axis=(0, 1, 0))
        root.disc(0.062, 0.014, (mid, face - 0.006, z), PALE, axis=(0, 1, 0))
        root.rod(0.006, (mid, face - 0.022, z - 0.01), (mid + 0.04, face - 0.022, z + 0.035), (0.8, 0.1, 0.1))
        lamps = Lamps(root, "lamp", [(mid + dx, face, z) for dx in (0.14, 0.21)], 0.022)
    else:
        screen = half - 0.02 if column else 0.26
        root.box((screen, 0.006, strip / 2), (mid, face - 0.002, z), (0.05, 0.06, 0.07), material="gloss")
        figures = (mid, face - 0.008, z + 0.03) if column else (mid - 0.07, face - 0.008, z)
        display = Display(root, "display", figures, (screen - 0.015 if column else 0.17, 0.047), 4)
        spots = [(mid + dx, z - 0.065) for dx in (-0.05, 0.05)] if column else [(mid + dx, z) for dx in (0.15, 0.21)]
        lamps = Lamps(root, "lamp", [(x, face - 0.008, y) for x, y in spots], 0.02)
    roof, floor = z - strip / 2 - 0.005, low + 0.005
    columns = (
        (1 if len(wanted) <= 3 else 2) if column else len(wanted) if len(wanted) <= 3 else math.ceil(len(wanted) / 2)
    )
    centre, size = (mid, face, (roof + floor) / 2), (half - 0.01, (roof - floor) / 2)
    lay_out(fit, root, wanted, "front", centre, size, 0.14, columns)
    return display, lamps
