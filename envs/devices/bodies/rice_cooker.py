"""A rice cooker: a plump pot under a domed lid hinged at the back, full of rice, with a panel of keys in front."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Display, Haze, Lamps, Signs, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL, PALE
from envs.rendering.node import Colour, Node

LID, COOK, WARM, CANCEL = "cooker_lid_catch", "rice_start_key", "warming_key", "cooker_cancel_key"
MENU, QUICK, DELAY, COLLECTOR = "rice_menu_key", "quick_rice_key", "rice_delay_key", "dew_collector"
RICE: Colour = (0.97, 0.96, 0.9)
TINTS: dict[str, Colour] = {"cook": (1.0, 0.45, 0.1), "warm": (1.0, 0.8, 0.3)}
OPENING = math.radians(55)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a rice cooker whose proportions, style and colours come from `rng`."""
    rounded = rng.random() < 0.5
    radius, high = uniform(rng, 0.52, 0.57), uniform(rng, 0.66, 0.74)
    shell = rng.choice(((0.95, 0.95, 0.93), *SHELLS, (0.75, 0.28, 0.25)))
    trim = rng.choice((METAL, DARK, (0.6, 0.62, 0.65), (0.75, 0.66, 0.5)))
    root = Node("cooker")
    fit = Fitter(choices)
    foot, cy = 0.05, 0.1
    back, rim = cy + radius, foot + high
    front, bay = cy - radius - 0.24, radius * 0.92

    # The pot, round or square with round corners, and the bay in front of it that carries the panel.
    middle = (foot + rim) / 2
    if rounded:
        for i in range(10):  # a barrel
            t = (2 * i + 1) / 10 - 1
            belly = radius + 0.06 * math.sqrt(1 - t * t)
            root.disc(belly, high / 20, (0, cy, foot + high * (i + 0.5) / 10), shell, material="gloss")
    else:
        soft_box(root, (radius, radius, high / 2), (0, cy, middle), shell, 0.24, "gloss")
    soft_box(root, (bay, 0.3, high / 2), (0, front + 0.3, middle), shell, 0.1, "gloss")
    root.disc(radius * 0.9, foot / 2, (0, cy, foot / 2), DARK)
    band = root.disc(radius * 0.985, 0.012, (0, cy, rim + 0.012), trim)
    _inside(rng, root, radius * 0.84, (0, cy, rim + 0.024))
    for side in (-1, 1):
        x = side * (radius + (0.05 if rounded else 0.01))
        if rounded:
            root.box((0.05, 0.14, 0.03), (x + 0.03 * side, cy, rim - 0.14), trim if trim != METAL else DARK)
        else:
            root.rod(0.035, (x + 0.01 * side, cy, rim - 0.12), (x + 0.01 * side, back + 0.07, rim - 0.16), trim)
    if not rounded:  # a carrying handle, folded back
        root.rod(0.035, (-radius - 0.02, back + 0.07, rim - 0.16), (radius + 0.02, back + 0.07, rim - 0.16), trim)
    root.box((0.09, 0.05, 0.04), (-0.25, back, foot + 0.1), DARK)
    root.rod(0.02, (-0.25, back + 0.04, foot + 0.1), (-0.4, back + 0.1, 0.02), DARK)

    root.box((0.16, 0.05, 0.1), (0, back, rim - 0.06), trim if trim != METAL else DARK)
    lid, vent = _lid(rng, root, fit, rounded, (radius, cy, back, rim + 0.026), shell, trim)
    if COLLECTOR in choices:
        pale = (0.82, 0.83, 0.82)
        root.box(
            (0.21, 0.1, 0.17), (0.12, back - 0.02, foot + 0.24), pale if choices[COLLECTOR].colour != "white" else DARK
        )
        fit.fix(root, COLLECTOR, "back", (0.12, back + 0.08, foot + 0.24), (0.18, 0.14))

    # Two keys may lie on the bay's top, beside the lid's handle; the others surround the display.
    wanted = [c for c in (MENU, DELAY, QUICK, CANCEL, WARM, COOK) if c in choices]
    if rng.random() < 0.5:
        wanted[-1], wanted[0] = wanted[0], wanted[-1]
    above = max(len(wanted) - 4, 1 if len(wanted) > 1 and rng.random() < 0.45 else 0)
    sides = [-1.0, 1.0]
    rng.shuffle(sides)
    for side, key in zip(sides, wanted[:above], strict=False):
        fit.fix(root, key, "top", (side * (bay - 0.15), front + 0.125, rim), (0.115, 0.105))
    if choices[LID].word == "button":
        fit.fix(root, LID, "top", (0, front + 0.125, rim), (0.15, 0.105))
    elif choices[LID].word == "lever":
        fit.fix(root, LID, "right", (bay, front + 0.21, middle + 0.06), (0.17, 0.23))
    display, sign, lamps = _panel(rng, root, fit, wanted[above:], (bay, front, foot, rim), trim)
    clouds = [((dx, vent[1] + 0.02, vent[2] + z), (r, r, 1.3 * r)) for dx, z, r in CLOUDS]
    haze = Haze(root, clouds, 0.45)

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint(lid, -OPENING * state.get("lid", 0))
        tint = TINTS.get(state.get("glow", ""))
        if tint:
            look.paint(band, tint, "glow")
            lamps.light_one(look, 0 if state["glow"] == "cook" else 1, tint)
        if state.get("late"):
            lamps.light_one(look, 2, (0.4, 0.7, 1.0))
        haze.show(look, state.get("steam", 0.0))
        display.show(look, state.get("display", ""), tint or (0.6, 0.9, 1.0))
        sign.show(look, state.get("dish"), (0.95, 0.9, 0.5))

    return Draft((root,), fit.parts, paint)


CLOUDS = ((0.0, 0.07, 0.07), (0.08, 0.19, 0.09), (-0.07, 0.31, 0.11))


def _inside(rng: Random, root: Node, radius: float, pos: tuple[float, float, float]) -> None:
    """The inner pot's rim, and the rice in it."""
    x, y, z = pos
    root.disc(radius, 0.004, (x, y, z), METAL, material="gloss")
    root.disc(0.93 * radius, 0.004, (x, y, z + 0.003), (0.2, 0.2, 0.22))
    root.disc(0.86 * radius, 0.004, (x, y, z + 0.006), RICE)
    for _ in range(26):
        turn, far = uniform(rng, 0, 2 * math.pi), radius * 0.74 * math.sqrt(rng.random())
        at = (x + far * math.cos(turn), y + far * math.sin(turn), z + 0.006)
        root.shape("ellipsoid", (0.07, 0.06, 0.014), at, mixed(RICE, (0.8, 0.78, 0.7), 0.5 * rng.random()))


def _lid(
    rng: Random,
    root: Node,
    fit: Fitter,
    rounded: bool,
    room: tuple[float, float, float, float],
    shell: Colour,
    trim: Colour,
) -> tuple[str, tuple[float, float, float]]:
    """The lid with its steam vent: its joint, and where the vent's steam comes out."""
    radius, cy, back, low = room
    node = root.child("lid", (0, back, low), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    mid, thick = -radius, 0.085
    choice = fit.choices[LID]
    glass = rounded and choice.word == "handle" and rng.random() < 0.5
    colour = (0.55, 0.63, 0.68) if glass else mixed(shell, PALE, 0.3)
    node.disc(radius * 0.8, 0.01, (0, mid, 0.0), METAL)
    if rounded:
        node.disc(radius * 0.99, thick / 2, (0, mid, 0.015 + thick / 2), trim if glass else colour, material="gloss")
    else:
        soft_box(node, (radius * 0.99, radius * 0.99, thick / 2), (0, mid, 0.015 + thick / 2), colour, 0.24, "gloss")
    top = 0.015 + thick
    node.box((0.13, 0.1, 0.035), (0, -0.06, 0.045), trim if trim != METAL else DARK)
    node.shape("ellipsoid", (radius * 0.93, radius * 0.93, 0.13), (0, mid, top), colour, "gloss")
    peak = top + 0.13
    vent = (0.0, mid * 0.42, top + 0.07)
    node.disc(0.085, 0.05, vent, trim if trim != METAL else DARK)
    node.disc(0.05, 0.054, vent, (0.05, 0.05, 0.06))
    if choice.word == "handle":
        light = choice.colour != "black"
        mount = DARK if light else METAL
        if rounded:
            node.disc(0.2, 0.03, (0, mid, peak - 0.01), mount)
            fit.fix(node, LID, "top", (0, mid, peak + 0.02), (0.21, 0.09))
        else:
            y = mid - radius * 0.99
            node.box((0.24, 0.012, 0.07), (0, y, top - 0.04), mount)
            fit.fix(node, LID, "front", (0, y - 0.012, top - 0.04), (0.23, 0.085))
    else:
        node.disc(0.13, 0.008, (0, mid, peak), trim)
    return node.name, (vent[0], back + vent[1], low + vent[2] + 0.05)


def _panel(
    rng: Random,
    root: Node,
    fit: Fitter,
    wanted: list[str],
    room: tuple[float, float, float, float],
    trim: Colour,
) -> tuple[Display, Signs, Lamps]:
    """The display with keys on both sides of it, or below it where they are few."""
    bay, front, low, high = room
    half, z = (bay - 0.07, (high - low) / 2 - 0.06), (low + high) / 2 + 0.01
    root.box((half[0] + 0.02, 0.01, half[1] + 0.02), (0, front - 0.004, z), trim)
    root.box((half[0], 0.012, half[1]), (0, front - 0.008, z), rng.choice(PANELS))
    face = front - 0.02
    beside = len(wanted) > 2 or rng.random() < 0.4
    wide, tall = (0.135, 0.21) if beside else (0.24, 0.11)
    at = z if beside else z + half[1] - 0.03 - tall
    root.box((wide, 0.006, tall), (0, face - 0.004, at), (0.05, 0.07, 0.09), material="gloss")
    place = (0, face - 0.01, at + 0.09) if beside else (-0.06, face - 0.01, at)
    display = Display(root, "display", place, (wide - 0.015 if beside else 0.16, 0.075), 4)
    spot = (0, face - 0.011, at - 0.06) if beside else (0.17, face - 0.011, at + 0.025)
    sign = Signs(root, "dish", spot, (0.06, 0.06), {"porridge": "@bowl_mix", "steam": "@weather_windy"})
    row = at - 0.165 if beside else at - 0.075
    first = 0.0 if beside else 0.17
    lamps = Lamps(root, "lamp", [(first + 0.06 * i, face - 0.01, row) for i in (-1, 0, 1)], 0.018)
    if beside:
        room_half = ((half[0] - wide) / 2 - 0.01, half[1] - 0.02)
        cut = len(wanted) // 2
        for side, keys in ((-1, wanted[:cut]), (1, wanted[cut:])):
            x = side * (wide + half[0]) / 2
            if keys:
                lay_out(fit, root, keys, "front", (x, face, z), room_half, 0.13, 1)
            else:
                slots(root, "front", (x, face, z), (room_half[0] - 0.03, 0.12), 4, DARK)
    else:
        floor, roof = z - half[1], at - tall
        lay_out(
            fit, root, wanted, "front", (0, face, (floor + roof) / 2), (half[0] - 0.08, (roof - floor) / 2), 0.16,
            len(wanted),
        )  # fmt: skip
    return display, sign, lamps
