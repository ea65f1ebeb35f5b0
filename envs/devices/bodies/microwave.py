"""A microwave: a box with a door that swings open to the left, and a panel on the right or, with small controls, a
narrow one.

With a narrow panel the controls are too small from the standard views; they can be used from the dashboard view only.
"""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import (
    PANELS,
    SHELLS,
    Draft,
    Features,
    Fitter,
    Panel,
    grid,
    uniform,
)
from envs.devices.bodies.fixtures import DIGIT, Display
from envs.devices.body import Colour, LookBuilder, Node
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL

DOOR, MODE, TIME = "door_latch", "mode_dial", "time_setting"
START, STOP, LIGHT, PLUG = "start_control", "stop_control", "cavity_light", "mains_plug"
GLASS: Colour = (0.1, 0.11, 0.13)
LIT: Colour = (1.0, 0.85, 0.5)
BUSY: dict[str, Colour] = {"cook": LIT, "defrost": (0.55, 0.8, 1.0), "grill": (1.0, 0.4, 0.15)}
DASHBOARD_SHARE = 0.25
OPENING = math.radians(78)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a microwave whose proportions come from `rng`."""
    small = rng.random() < DASHBOARD_SHARE
    width, height, depth = uniform(rng, 1.3, 1.42), uniform(rng, 0.86, 0.94), uniform(rng, 0.6, 0.72)
    panel_w = 0.3 if small else uniform(rng, 0.5, 0.54)
    shell = rng.choice(SHELLS)
    root = Node("microwave")
    fit = Fitter(choices)
    left, right, front = -width / 2, width / 2, -depth / 2
    split = right - panel_w  # the door ends here, the panel begins
    low = 0.06

    cavity_mid, cavity_w = (left + split) / 2, split - left
    wall = 0.05
    root.box((wall / 2, depth / 2, height / 2), (left + wall / 2, 0, low + height / 2), shell)
    root.box((panel_w / 2, depth / 2, height / 2), (right - panel_w / 2, 0, low + height / 2), shell)
    for z in (low + wall / 2, low + height - wall / 2):
        root.box((cavity_w / 2, depth / 2, wall / 2), (cavity_mid, 0, z), shell)
    back = root.box(
        (cavity_w / 2, 0.02, height / 2), (cavity_mid, depth / 2 - 0.02, low + height / 2), (0.4, 0.4, 0.42)
    )
    root.box((cavity_w / 2, 0.01, height / 2), (cavity_mid, depth / 2 + 0.005, low + height / 2), shell)
    plate = root.disc(min(cavity_w, depth) * 0.4, 0.015, (cavity_mid, 0, low + wall + 0.05), (0.75, 0.85, 0.9))
    for x in (left + 0.12, right - 0.12):
        for y in (front + 0.1, -front - 0.1):
            root.disc(0.04, low / 2, (x, y, low / 2), DARK)
    for i in range(4):  # vents on the right side
        root.box((0.004, 0.12, 0.012), (right, 0.05, low + height * 0.62 + 0.06 * i), DARK)

    # The door: a frame around a dark window, hinged at the left edge.
    door = root.child("door", (left, front, low), joint=("hinge", (0, 0, 1), (0, 0, 0)))
    trim = rng.choice((DARK, shell, METAL))
    if DOOR in choices and choices[DOOR].colour == "black":
        trim = METAL  # a black handle would vanish on a dark door
    door.box((cavity_w / 2 - 0.005, 0.03, height / 2 - 0.005), (cavity_w / 2, -0.03, height / 2), trim)
    knobbed = DOOR in choices and choices[DOOR].word == "handle"
    margin = 0.22 if knobbed else 0.1
    window = door.box(
        ((cavity_w - 0.1 - margin) / 2, 0.006, height / 2 - 0.13),
        (0.1 + (cavity_w - 0.1 - margin) / 2, -0.063, height / 2),
        GLASS,
        material="gloss",
    )
    if knobbed:
        fit.fix(
            door,
            DOOR,
            "front",
            (cavity_w - 0.11, -0.06, height / 2),
            (0.085, height * uniform(rng, 0.26, 0.36)),
        )

    if PLUG in choices:
        spot = (rng.choice((-0.3, 0.0, 0.3)), depth / 2, low + height * uniform(rng, 0.3, 0.5))
        fit.fix(root, PLUG, "back", spot, (0.14, 0.14))

    mid = right - panel_w / 2
    root.box(
        (panel_w / 2 - 0.012, 0.02, height / 2 - 0.015),
        (mid, front - 0.02, low + height / 2),
        rng.choice(PANELS),
    )
    if not small and LIGHT in choices and rng.random() < 0.5:
        face, spot = rng.choice(
            (("right", (right, -0.1, low + height * 0.3)), ("top", (mid - 0.02, -0.08, low + height)))
        )
        fit.fix(root, LIGHT, face, spot, (0.15, 0.15))
    wanted = [c for c in (TIME, MODE, LIGHT, STOP, START, DOOR) if fit.wants(c)]
    if MODE in wanted and rng.random() < 0.5:
        wanted[0], wanted[1] = wanted[1], wanted[0]
    if START in wanted and STOP in wanted and rng.random() < 0.5:
        i, j = wanted.index(START), wanted.index(STOP)
        wanted[i], wanted[j] = wanted[j], wanted[i]
    face_y = front - 0.04
    screen = 0.11 if small else 0.16
    rows = math.ceil(len(wanted) / 2)
    room = 0.14 * rows if small else height - screen - 0.1
    top = low + height - 0.04
    display = Display(root, "display", (mid, face_y, top - screen / 2), (panel_w / 2 - 0.04, screen / 2 - 0.01), 4)
    region = (panel_w / 2 - 0.02, room / 2)
    centre = (mid, face_y, top - screen - 0.02 - room / 2)
    cells = grid("front", centre, region, 2, rows, 0.84)
    if len(wanted) % 2:
        (a, size), (b, _) = cells[-2:]
        cells[-2] = ((0.5 * (a[0] + b[0]), a[1], a[2]), size)
    for component, (pos, half) in zip(wanted, cells, strict=False):
        fit.fix(root, component, "front", pos, half)

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("door", -OPENING * state.get("door", 0))
        inside, busy = state.get("inside", 0.0), state.get("busy")
        if inside:
            colour = BUSY.get(busy or "", LIT)
            shine = tuple(g + (c - g) * min(1.0, inside + 0.1) for g, c in zip(GLASS, colour, strict=True))
            if not state.get("door"):
                look.paint(window, (shine[0], shine[1], shine[2]), "glow" if busy else "soft")
            look.paint(back, (0.75, 0.68, 0.5), "soft")
            look.paint(plate, (0.75, 0.85, 0.9), "soft")
        display.show(look, state.get("display", ""), BUSY.get(busy or "", DIGIT))

    if not small:
        return Draft((root,), fit.parts, paint)
    panel = Panel((mid, face_y, top - (screen + room + 0.02) / 2), (panel_w / 2, (screen + room + 0.02) / 2 + 0.02))
    return Draft((root,), fit.parts, paint, panel, frozenset(wanted))
