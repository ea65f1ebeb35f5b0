"""A microwave: a box with a door that swings open to the left, and a panel on the right or, with small controls, a
narrow one.

With a narrow panel the controls are too small from the standard views; they can be used from the dashboard view only.
"""

from __future__ import annotations

import itertools
import math
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, Panel, grid, uniform
from envs.devices.bodies.fixtures import DIGIT, Display, Signs
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node, Vector

DOOR, MODE, TIME = "door_latch", "mode_dial", "time_setting"
START, STOP, LIGHT = "start_control", "stop_control", "cavity_light"
KNOBS = (TIME, MODE)
SIGNS = {"cook": "@waves", "defrost": "@snowflake", "grill": "@fire"}
GLASS: Colour = (0.1, 0.11, 0.13)
LIT: Colour = (1.0, 0.85, 0.5)
BUSY: dict[str, Colour] = {"cook": LIT, "defrost": (0.55, 0.8, 1.0), "grill": (1.0, 0.4, 0.15)}
DASHBOARD_SHARE = 0.25
WIDE, LONG = 0.8, ("START", "LIGHT")
"""The style of an angular button, and the words that have no room on a round one."""
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

    cavity_w = split - left
    back, plate = _cabinet(root, (width, depth, height), panel_w, low, shell)

    # The door: a frame around a dark window, hinged at the left edge.
    door = root.child("door", (left, front, low), joint=("hinge", (0, 0, 1), (0, 0, 0)))
    trim = rng.choice((DARK, shell, METAL))
    levered = choices[DOOR].word == "lever"
    if levered and choices[DOOR].colour == "black":
        trim = METAL  # a black lever would vanish on a dark door
    door.box((cavity_w / 2 - 0.005, 0.03, height / 2 - 0.005), (cavity_w / 2, -0.03, height / 2), trim)
    margin = 0.28 if levered else 0.1
    window = door.box(
        ((cavity_w - 0.1 - margin) / 2, 0.006, height / 2 - 0.13),
        (0.1 + (cavity_w - 0.1 - margin) / 2, -0.063, height / 2),
        GLASS,
        material="gloss",
    )
    if levered:
        fit.fix(door, DOOR, "front", (cavity_w - 0.14, -0.06, height / 2), (0.11, uniform(rng, 0.22, 0.25)))

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
    buttons = [c for c in (LIGHT, STOP, START, DOOR) if fit.wants(c)]
    rows = _rows(rng, choices, buttons, small)
    shares = [1.25 if row[0] in KNOBS else 1.0 for row in rows]

    face_y, screen = front - 0.04, 0.11 if small else 0.13
    room = 0.13 * sum(shares) if small else height - screen - 0.08
    top = low + height - 0.03
    wide = panel_w / 2 - 0.03
    root.box((wide, 0.01, screen / 2 - 0.005), (mid, face_y + 0.003, top - screen / 2), (0.05, 0.07, 0.09))
    display = Display(
        root, "display", (mid + 0.24 * wide, face_y, top - screen / 2), (0.74 * wide, screen / 2 - 0.01), 4
    )
    spot = (mid - 0.74 * wide, face_y - 0.008, top - screen / 2)
    signs = Signs(root, "signs", spot, (0.2 * wide, 0.3 * screen), SIGNS)
    z = top - screen - 0.01
    for row, share in zip(rows, shares, strict=True):
        half = 0.5 * room * share / sum(shares)
        cells = grid("front", (mid, face_y, z - half), (panel_w / 2 - 0.02, half), len(row), 1, 0.9)
        for component, (pos, (across, tall)) in zip(row, cells, strict=True):
            style = WIDE if component in buttons and choices[component].mark in LONG else None
            fit.fix(root, component, "front", pos, (min(across, 1.6 * tall), tall), style)
        z -= 2 * half

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
        signs.show(look, state.get("sign"), BUSY.get(state.get("sign", ""), DIGIT))

    if not small:
        return Draft((root,), fit.parts, paint)
    panel = Panel((mid, face_y, top - (screen + room + 0.02) / 2), (panel_w / 2, (screen + room + 0.02) / 2 + 0.02))
    return Draft((root,), fit.parts, paint, panel, frozenset(itertools.chain(*rows)))


def _cabinet(root: Node, size: Vector, panel_w: float, low: float, shell: Colour) -> tuple[str, str]:
    """The case around an open cavity, on feet; the shapes of the cavity's back and of its turntable."""
    width, depth, height = size
    left, right, front = -width / 2, width / 2, -depth / 2
    cavity_w = width - panel_w
    cavity_mid = left + cavity_w / 2
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
    return back, plate


def _rows(rng: Random, choices: dict[str, Choice], buttons: list[str], small: bool) -> list[list[str]]:
    """Which controls lie beside each other on the panel, from its top down: knobs, then buttons."""
    knobs = [c for c in KNOBS if c in choices]
    if rng.random() < 0.5:
        knobs.reverse()
    if STOP in buttons and rng.random() < 0.5:
        i, j = buttons.index(START), buttons.index(STOP)
        buttons[i], buttons[j] = buttons[j], buttons[i]
    stacked = not small and len(buttons) <= 2 and rng.random() < 0.6
    rows = [[c] for c in knobs] if stacked else [knobs]
    return [*rows, buttons] if len(buttons) <= 2 else [*rows, buttons[:-2], buttons[-2:]]
