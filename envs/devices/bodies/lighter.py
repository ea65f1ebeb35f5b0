"""A pocket lighter: a metal case with a cover that flips aside, or a bright plastic tank under a metal hood."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, lay_out, uniform
from envs.devices.bodies.fixtures import Haze, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import COLOURS, DARK, METAL
from envs.rendering.node import Colour, Node, Vector

FLINT, HEIGHT, GAS, LID = "flint_wheel", "flame_height_wheel", "gas_pedal", "flip_lid"
LOCK, REFILL, TORCH, JET = "child_lock_slider", "refill_valve", "pocket_torch_switch", "jet_flame_dial"
PLASTICS: tuple[Colour, ...] = (
    (0.85, 0.3, 0.28), (0.3, 0.5, 0.85), (0.3, 0.68, 0.45), (0.95, 0.78, 0.25), (0.92, 0.55, 0.25), (0.6, 0.45, 0.78),
)  # fmt: skip
CASES: tuple[Colour, ...] = (
    (0.8, 0.81, 0.83), (0.78, 0.64, 0.34), (0.25, 0.26, 0.29), (0.62, 0.4, 0.3), (0.45, 0.52, 0.6),
)  # fmt: skip
ORANGE: Colour = (1.0, 0.6, 0.12)
YELLOW: Colour = (1.0, 0.92, 0.45)
BLUE: Colour = (0.35, 0.6, 1.0)
FLAMES: dict[str, tuple[float, float]] = {
    "small": (0.07, 0.09), "middle": (0.1, 0.17), "tall": (0.13, 0.27), "jet": (0.05, 0.25),
}  # fmt: skip
"""Half width and half height of each flame."""
OPEN = math.radians(104)
LEVELS = 4


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a lighter whose proportions and style come from `rng`."""
    flips = LID in choices
    shell = rng.choice(CASES if flips else PLASTICS)
    wide, deep, high = uniform(rng, 0.35, 0.38), uniform(rng, 0.19, 0.22), uniform(rng, 0.82, 0.9)
    edge = uniform(rng, 0.03, 0.09) if flips else uniform(rng, 0.12, 0.18)
    root = Node("lighter")
    fit = Fitter(choices)

    soft_box(root, (wide, deep, high / 2), (0, 0, high / 2), shell, edge, "gloss")
    if flips:
        soft_box(root, (wide - 0.03, deep - 0.03, 0.02), (0, 0, high + 0.015), METAL, edge)
    else:
        soft_box(root, (wide + 0.006, deep + 0.006, 0.035), (0, 0, high - 0.02), METAL, edge + 0.006, "gloss")
        soft_box(root, (wide + 0.006, deep + 0.006, 0.03), (0, 0, 0.03), rng.choice((shell, DARK)), edge + 0.006)

    # The hood around the flame, with the wheel at its left side and the pedal before that.
    left, right = 0.03, wide - 0.04
    mid, rise = (left + right) / 2, uniform(rng, 0.25, 0.29)
    hood = _hood(root, (mid, 0, high), ((right - left) / 2, deep - 0.05, rise / 2), flips)
    root.box((0.05, 0.13, 0.13), (left, 0, high + 0.13), METAL)
    fit.fix(root, FLINT, "left", (left - 0.05, 0, high + 0.14), (0.12, 0.125))
    if GAS in choices:
        root.box((0.1, deep - 0.04, 0.015), (0.13 - wide, 0, high + 0.012), DARK)
        fit.fix(root, GAS, "top", (0.13 - wide, 0, high + 0.027), (0.105, 0.12))
    cover = _cover(root, fit, shell, (wide, deep, high), edge) if flips else None
    level = _controls(rng, root, fit, (wide, deep, high))

    tip = high + rise
    flames = {}
    for name, (a, b) in FLAMES.items():
        outer = Haze(root, [((mid, 0, tip + 0.85 * b), (a, a, b))], 0.55)
        core = Haze(root, [((mid, 0, tip + 0.6 * b), (0.55 * a, 0.55 * a, 0.6 * b))], 0.7)
        flames[name] = (outer, core)
    puffs = ((0.0, 0.05), (0.05, 0.13), (-0.04, 0.2))
    gas = Haze(root, [((mid + x, 0, tip + z), (0.09, 0.08, 0.06)) for x, z in puffs], 0.3)
    beam = None
    if TORCH in choices:
        root.disc(0.06, 0.015, (0.08, -deep, 0.11), METAL, axis=(0, 1, 0))
        bulb = root.disc(0.042, 0.02, (0.08, -deep - 0.004, 0.11), (0.8, 0.8, 0.75), axis=(0, 1, 0), material="gloss")
        beam = (bulb, Haze(root, [((0.08, -deep - 0.06, 0.11), (r, 0.09, r)) for r in (0.09, 0.15)], 0.35))

    def paint(look: LookBuilder, state: Features) -> None:
        if cover:
            look.joint(cover, 0.0 if state.get("shut") else OPEN)
        for name, (outer, core) in flames.items():
            burns = 1.0 if state.get("flame") == name else 0.0
            outer.show(look, burns, BLUE if name == "jet" else ORANGE)
            core.show(look, burns, (0.85, 0.93, 1.0) if name == "jet" else YELLOW)
        gas.show(look, state.get("gas", 0), (0.85, 0.95, 0.9))
        for shape in hood if state.get("hot") else ():
            look.paint(shape, (1.0, 0.3, 0.12), "glow")
        look.hide(*level[state.get("fuel", 2) :])
        if beam:
            beam[1].show(look, state.get("torch", 0), (1.0, 1.0, 0.85))
            if state.get("torch"):
                look.paint(beam[0], (1.0, 1.0, 0.9), "glow")

    return Draft((root,), fit.parts, paint)


def _hood(root: Node, pos: Vector, half: Vector, holes: bool) -> list[str]:
    """The metal around the flame, open above; the shapes that glow when it is hot."""
    x, y, z = pos
    a, b, c = half
    steel: Colour = (0.76, 0.77, 0.79)
    metal = [root.box((a, 0.012, c), (x, s * (b - 0.012), z + c), steel, material="gloss") for s in (-1, 1)]
    metal += [root.box((0.012, b, c), (x + s * (a - 0.012), 0, z + c), METAL, material="gloss") for s in (-1, 1)]
    root.disc(0.035, c - 0.04, (x, y, z + c - 0.04), (0.85, 0.8, 0.68))
    root.box((a - 0.02, b - 0.02, 0.02), (x, y, z + 0.04), DARK)
    for side in (-1, 1):
        if holes:
            for row in range(3):
                for column in range(3 - row % 2):
                    at = x + (column - 1 + 0.5 * (row % 2)) * 0.1
                    root.disc(0.03, 0.004, (at, side * b, z + c + (1 - row) * 0.085), DARK, axis=(0, 1, 0))
        else:
            root.box((0.55 * a, 0.004, 0.03), (x, side * b, z + 1.3 * c), DARK)
            root.disc(0.035, 0.004, (x, side * b, z + 0.6 * c), DARK, axis=(0, 1, 0))
    return metal


def _cover(root: Node, fit: Fitter, shell: Colour, size: Vector, edge: float) -> str:
    """A hollow cover that flips to the right about the case's upper right edge, with its part before it; its joint."""
    wide, deep, high = size
    tall = 0.36
    cover = root.child("cover", (wide, 0, high), joint=("hinge", (0, 1, 0), (0, 0, 0)))
    for side in (-1, 1):
        cover.box((wide, 0.014, tall / 2), (-wide, side * (deep - 0.014), tall / 2), shell, material="gloss")
    for x in (-0.014, 0.014 - 2 * wide):
        cover.box((0.014, deep - 0.02, tall / 2), (x, 0, tall / 2), shell, material="gloss")
    soft_box(cover, (wide, deep, 0.02), (-wide, 0, tall - 0.01), shell, edge, "gloss")
    root.rod(0.03, (wide + 0.005, -0.1, high), (wide + 0.005, 0.1, high), METAL)
    part = fit.fix(cover, LID, "front", (-wide, -deep, tall / 2), (0.2, 0.12))
    if part.word == "handle":
        part.node.box((0.22, 0.11, 0.012), (0, 0, 0.008), COLOURS[part.colour])
    return "cover"


def _controls(rng: Random, root: Node, fit: Fitter, size: Vector) -> list[str]:
    """Fix the parts of the case; the bars of the fuel window, from low to high."""
    wide, deep, high = size
    x, low, top = 0.09 - wide, 0.16, high - 0.13
    root.box((0.045, 0.01, (top - low) / 2 + 0.02), (x, -deep, (low + top) / 2), DARK)
    step = (top - low) / LEVELS
    bars = [(x, -deep - 0.01, low + (i + 0.5) * step) for i in range(LEVELS)]
    level = [root.box((0.032, 0.006, step / 2), bar, (0.85, 0.93, 0.8), material="gloss") for bar in bars]
    front = [c for c in (HEIGHT, JET) if fit.wants(c)]
    rng.shuffle(front)
    spots = [("right", 0.5 * high), ("left", 0.42 * high), ("back", 0.66 * high), ("back", 0.24 * high)]
    if len(front) < 2 and rng.random() < 0.5:
        spots.reverse()
    for component in (LOCK, TORCH, REFILL):
        if not fit.wants(component):
            continue
        if len(front) < 2 and (not front or rng.random() < 0.4) and component != REFILL:
            front.append(component)
            continue
        face, z = spots.pop(0)
        at = {"right": (wide, 0, z), "left": (-wide, 0, z), "back": (0, deep, z)}[face]
        fit.fix(root, component, face, at, (0.15, 0.18) if component != REFILL else (0.14, 0.14))
    bottom = 0.19 if TORCH in fit.choices else 0.06
    room = (high - 0.06 - bottom) / 2
    lay_out(fit, root, front, "front", (0.06, -deep, bottom + room), (wide - 0.1, room), 0.2, 1)
    return level
