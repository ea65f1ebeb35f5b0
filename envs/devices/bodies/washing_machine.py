"""A front loader: a tall white box with a round glass door before its drum, and a panel with a powder drawer on top.

With a narrow panel the controls are too small from the standard views; they can be used from the dashboard view only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from envs.devices.bodies.draft import PANELS, Draft, Features, Fitter, Panel, lay_out, uniform
from envs.devices.bodies.fixtures import DIGIT, Display, Haze
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector

POWER, START, PAUSE, DIAL = "power_button", "wash_start", "wash_pause", "programme_dial"
DOOR, DRAWER, FILTER, PLUG = "laundry_door", "detergent_drawer", "lint_filter", "power_plug"
SHELLS: tuple[Colour, ...] = ((0.94, 0.94, 0.93), (0.94, 0.94, 0.93), (0.8, 0.82, 0.84), (0.42, 0.44, 0.48))
FRONT = FRAMES["front"]
STEEL: Colour = (0.62, 0.64, 0.67)
WATER: Colour = (0.35, 0.65, 0.95)
LAUNDRY: tuple[Colour, ...] = (
    (0.85, 0.25, 0.25), (0.95, 0.85, 0.4), (0.3, 0.45, 0.8), (0.92, 0.92, 0.95), (0.35, 0.65, 0.45), (0.85, 0.55, 0.75),
)  # fmt: skip
DASHBOARD_SHARE = 0.25
OPENING = math.radians(105)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a machine whose proportions, door and panel come from `rng`."""
    small = rng.random() < DASHBOARD_SHARE
    width, depth, top = uniform(rng, 1.1, 1.18), uniform(rng, 0.62, 0.7), uniform(rng, 1.46, 1.54)
    panel_h = 0.24 if small else uniform(rng, 0.4, 0.42)
    shell = rng.choice(SHELLS)
    left, front, low = -width / 2, -depth / 2, 0.06
    split = top - panel_h  # the panel begins here
    radius = uniform(rng, 0.25, 0.28)
    middle = (0.0, front, low + (split - low) * 0.56)
    root = Node("washer")
    fit = Fitter(choices)

    _shell(rng, root, shell, (width, depth, top), split, middle, radius)
    drum, flood = _drum(root, middle, radius), Haze(root, [((0.1, front - 0.1, 0.012), (0.5, 0.2, 0.012))], 0.7)
    side = rng.choice((-1.0, 1.0))
    door = root.child(
        "door", (middle[0] - side * 1.36 * radius, front, middle[2]), joint=("hinge", (0, 0, 1), (0, 0, 0))
    )
    _door(rng, door, fit, side, radius, shell)

    if FILTER in choices:
        spot = (rng.choice((-1, 1)) * (width / 2 - 0.2), front, low + 0.13)
        fit.fix(root, FILTER, "front", spot, (0.14, 0.1))
    for x in (-0.2, 0.05):  # the hose ends, for water in and out
        root.disc(0.05, 0.03, (x, depth / 2 + 0.03, top - 0.2), DARK, axis=(0, 1, 0))
        root.rod(0.03, (x, depth / 2 + 0.05, top - 0.2), (x, depth / 2 + 0.05, 0.2), (0.45, 0.46, 0.48))
    if PLUG in choices:
        fit.fix(root, PLUG, "back", (0.3, depth / 2, low + uniform(rng, 0.4, 0.9)), (0.15, 0.15))

    face = rng.choice((*PANELS, (0.9, 0.9, 0.9) if shell[0] < 0.9 else (0.3, 0.32, 0.36)))
    root.box((width / 2 - 0.012, 0.015, panel_h / 2 - 0.012), (0, front - 0.015, split + panel_h / 2), face)
    y, high = front - 0.03, split + panel_h / 2
    # From left to right: drawer or a brand's sign, the dial, then buttons under the display; or the other way round.
    flip = rng.choice((-1.0, 1.0))
    at = left + 0.03
    if DRAWER in choices:
        wide = 0.32
        fit.fix(
            root, DRAWER, "front", (flip * (at + wide / 2), y, high), (wide / 2 - 0.012, min(0.14, panel_h / 2 - 0.03))
        )
    else:
        wide = 0.26
        sign = root.child("brand", (flip * (at + wide / 2), y, high), FRONT)
        ink = DARK if sum(face) > 1.2 else METAL
        print_mark(sign, rng.choice(("AQUA", "LAVO", "@waves", "@water")), (0, 0, 0.002), (0.1, 0.05), ink)
    at += wide + 0.01
    start_x = at
    crowded = DIAL in choices and PAUSE in choices and not small
    if POWER in choices and (choices[POWER].word == "switch" or crowded or not small and rng.random() < 0.15):
        if rng.random() < 0.5:
            fit.fix(root, POWER, "right", (width / 2, front + 0.2, top - 0.2), (0.16, 0.17))
        else:
            fit.fix(root, POWER, "top", (width / 2 - 0.22, front + 0.22, top + 0.025), (0.16, 0.17))
    if DIAL in choices:
        size = min(0.14, panel_h / 2 - 0.02)
        fit.fix(root, DIAL, "front", (flip * (at + size), y, high), (size, panel_h / 2 - 0.025))
        at += 2 * size + 0.02
    room = -left - 0.03 - at
    buttons = [c for c in (POWER, START, PAUSE) if fit.wants(c)]
    if rng.random() < 0.5:
        buttons.reverse()
    if small:  # the display stands beside the buttons
        screen = (flip * (at + 0.1), y, high), (0.09, 0.06)
        field = (flip * (at + 0.1 + room / 2), y, high), (room / 2 - 0.1, panel_h / 2 - 0.01)
    else:
        screen = (flip * (at + room / 2), y, top - 0.075), (min(0.16, room / 2), 0.05)
        rest = (panel_h - 0.13) / 2
        field = (flip * (at + room / 2), y, split + 0.012 + rest), (room / 2, rest)
    display = Display(root, "display", *screen, 3)
    lay_out(fit, root, buttons, "front", *field, 0.12, len(buttons))

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("door", -side * OPENING * state.get("door", 0))
        display.show(look, state.get("display", ""), DIGIT)
        drum(look, state.get("drum", "still"))
        flood.show(look, state.get("flood", 0), WATER)

    if not small:
        return Draft((root,), fit.parts, paint)
    near = {*buttons, DIAL} & fit.parts.keys()
    panel = Panel((flip * (start_x - left - 0.03) / 2, y, high), ((-left - 0.03 - start_x) / 2 + 0.02, panel_h / 2))
    return Draft((root,), fit.parts, paint, panel, frozenset(near))


def _shell(
    rng: Random,
    root: Node,
    colour: Colour,
    size: Vector,
    split: float,
    middle: Vector,
    radius: float,
) -> None:
    """Walls around a hollow, with a round hole in the front one, a lid above and feet below."""
    width, depth, top = size
    low, wall, hole = 0.06, 0.03, 1.04 * radius
    front, z = -depth / 2, middle[2]
    for x in (-1, 1):
        root.box((wall / 2, depth / 2, (top - low) / 2), (x * (width - wall) / 2, 0, (low + top) / 2), colour)
        between = width / 2 - wall - hole
        root.box((between / 2, wall / 2, hole), (x * (hole + between / 2), front + wall / 2, z), colour)
        for y in (-1, 1):
            root.disc(0.05, low / 2, (x * (width / 2 - 0.1), y * (depth / 2 - 0.1), low / 2), DARK)
    for a, b in ((low, z - hole), (z + hole, split)):
        root.box((width / 2 - wall, wall / 2, (b - a) / 2), (0, front + wall / 2, (a + b) / 2), colour)
    root.box((width / 2 - wall, depth / 2 - wall, wall / 2), (0, 0, low + wall / 2), colour)
    root.box((width / 2 - wall, wall / 2, (top - low) / 2), (0, (depth - wall) / 2, (low + top) / 2), colour)
    root.box((width / 2 - wall, (depth - wall) / 2, (top - split) / 2), (0, -wall / 2, (split + top) / 2), colour)
    lid = rng.choice((colour, colour, METAL, (0.3, 0.31, 0.33)))
    root.box((width / 2 + 0.012, depth / 2 + 0.012, 0.02), (0, 0, top + 0.005), lid)
    # The square's corners are filled up to the round hole.
    corner = root.child("corners", (0, front + wall / 2, z), FRONT)
    _hoop(corner, hole, 1.42 * hole, wall / 2 - 0.002, 0.0, colour)


def _hoop(
    node: Node, inner: float, outer: float, half: float, z: float, colour: Colour, material: str = "matte"
) -> None:
    """A flat ring about the node's z axis, made of short boxes."""
    count, mid = 28, (inner + outer) / 2
    for i in range(count):
        t = 2 * math.pi * i / count
        at = (-mid * math.sin(t), mid * math.cos(t), z)
        node.box((math.pi * outer / count * 1.02, (outer - inner) / 2, half), at, colour, turn=t, material=material)


def _drum(root: Node, middle: Vector, radius: float) -> Callable[[LookBuilder, str], None]:
    """The steel drum behind the door with laundry in it; the painter of its four ways (still, wash, soak, spin)."""
    tub = root.child("tub", middle, FRONT)
    _hoop(tub, radius, 1.06 * radius, 0.05, -0.05, DARK)
    _hoop(tub, radius, 1.05 * radius, 0.1, -0.2, STEEL)
    tub.disc(1.05 * radius, 0.01, (0, 0, -0.31), STEEL)
    drum = tub.child("drum", (0, 0, -0.3), joint=("hinge", (0, 0, 1), (0, 0, 0)))
    for i in range(3):
        t = 2 * math.pi * i / 3
        drum.box(
            (0.1 * radius, 0.28 * radius, 0.02),
            (0.7 * radius * math.sin(t), 0.7 * radius * math.cos(t), 0.02),
            METAL,
            turn=-t,
        )
    for i in range(8):
        t = 2 * math.pi * (i + 0.5) / 8
        drum.disc(0.05 * radius, 0.003, (0.42 * radius * math.sin(t), 0.42 * radius * math.cos(t), 0.011), DARK)

    def heap(spots: list[tuple[float, float]], size: float) -> list[str]:
        return [
            tub.shape("ellipsoid", (size * radius, 0.75 * size * radius, 0.09), (x * radius, y * radius, -0.14), c)
            for (x, y), c in zip(spots, LAUNDRY, strict=True)
        ]

    piles = {
        "still": heap([(-0.5, -0.52), (0.5, -0.5), (0.02, -0.62), (-0.2, -0.38), (0.24, -0.3), (0.0, -0.78)], 0.3),
        "wash": heap([(-0.62, -0.25), (0.3, -0.6), (-0.2, -0.62), (-0.45, 0.3), (0.1, 0.05), (0.6, -0.3)], 0.28),
        "spin": heap([(0.72 * math.sin(1.05 * i + 0.4), 0.72 * math.cos(1.05 * i + 0.4)) for i in range(6)], 0.29),
    }
    piles["soak"] = piles["still"]
    water = Haze(tub, [((0, -0.5 * radius, -0.08), (0.82 * radius, 0.45 * radius, 0.05))], 0.5)
    spots = ((-0.6, -0.1, 0.13), (-0.3, -0.02, 0.16), (0.0, -0.1, 0.15), (0.3, -0.03, 0.17), (0.58, -0.12, 0.13))
    foam = Haze(tub, [((x * radius, y * radius, -0.03), (s * radius, s * radius, 0.02)) for x, y, s in spots], 0.9)

    def paint(look: LookBuilder, way: str) -> None:
        look.joint("drum", {"still": 0.0, "soak": 0.0, "wash": 0.5, "spin": 1.0}[way], inner=True)
        for key in ("still", "wash", "spin"):
            if piles[key] is not piles[way]:
                look.hide(*piles[key])
        water.show(look, 1 if way in ("wash", "soak") else 0, WATER)
        foam.show(look, 1 if way == "wash" else 0)

    return paint


def _door(rng: Random, door: Node, fit: Fitter, side: float, radius: float, shell: Colour) -> None:
    """A round frame with a bulging pane, its handle on the edge away from the hinge."""
    outer = 1.36 * radius
    leaf = door.child("leaf", (side * outer, 0, 0), FRONT)
    frame = rng.choice((STEEL, (0.9, 0.9, 0.9) if shell[0] < 0.9 else (0.72, 0.74, 0.77), (0.2, 0.21, 0.24)))
    colour = fit.choices[DOOR].colour
    if colour == "black" and frame[0] < 0.5 or colour == "grey" and 0.4 < frame[0] < 0.7:
        frame = (0.86, 0.87, 0.88)  # the handle must stand out from it
    _hoop(leaf, 0.95 * radius, outer, 0.03, 0.035, frame, "gloss")
    _hoop(leaf, 0.9 * radius, 1.0 * radius, 0.036, 0.035, DARK if frame[0] > 0.5 else METAL, "gloss")
    leaf.shape(
        "ellipsoid", (0.97 * radius, 0.97 * radius, 0.06), (0, 0, 0.03), (0.55, 0.7, 0.8, 0.28), "gloss", decor=True
    )
    fit.fix(door, DOOR, "front", (side * (outer + 1.17 * radius), -0.06, 0), (0.075, uniform(rng, 0.16, 0.2)))
