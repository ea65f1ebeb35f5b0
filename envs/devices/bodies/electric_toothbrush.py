"""An electric toothbrush: a slim handle that stands on a charging foot and bears a neck with a small brush."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, grid, uniform
from envs.devices.bodies.fixtures import Display, Haze, Lamps, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import COLOURS, DARK, METAL, PALE
from envs.rendering.node import Colour, Node, Vector

POWER, HEAD, MODE = "power_button", "bristle_head", "brush_mode_ring"
SPEED, TIMER, GRIP = "bristle_speed_dial", "quadrant_timer_key", "handle_grip"
CURRENT, UV, LOCK = "foot_current_switch", "uv_sanitizer_key", "travel_lock_slider"
MODES: tuple[Colour, ...] = ((0.3, 1.0, 0.5), (0.55, 0.8, 1.0), (1.0, 0.5, 0.75))
VIOLET: Colour = (0.62, 0.35, 1.0)
AMBER: Colour = (1.0, 0.7, 0.2)
TUFTS: tuple[Colour, ...] = ((0.25, 0.5, 0.9), (0.2, 0.7, 0.6), (0.85, 0.4, 0.6), (0.9, 0.6, 0.2))
LIFT = 0.09
FOOT = 0.17


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a toothbrush whose proportions and style come from `rng`."""
    shell, accent, tuft = rng.choice(SHELLS), rng.choice((*PANELS, DARK, (0.3, 0.5, 0.75))), rng.choice(TUFTS)
    radius, high = uniform(rng, 0.185, 0.2), uniform(rng, 0.74, 0.78)
    root = Node("toothbrush")
    fit = Fitter(choices)
    at, display, chamber = _foot(rng, root, fit, shell, accent)

    brush = root.child("brush", (at, 0, FOOT), joint=("slide", (0, 0, 1), (0, 0, 0)))
    if rng.random() < 0.5:
        brush.disc(radius, high / 2, (0, 0, high / 2), shell, material="gloss")
    else:
        soft_box(brush, (radius, radius, high / 2), (0, 0, high / 2), shell, 0.8 * radius, "gloss")
    brush.disc(radius + 0.006, 0.02, (0, 0, 0.02), accent)
    brush.shape("ellipsoid", (radius, radius, 0.1), (0, 0, high), shell, material="gloss")
    lamps = _handle(rng, brush, fit, shell, accent, radius, high)

    top = high + 0.08
    brush.rod(0.035, (0, 0, high), (0, 0, top + 0.17), METAL)
    if HEAD in choices:
        part = replace(fit.fix(brush, HEAD, "top", (0, 0, top), (0.105, 0.105), 0.0), low=0.15)
        fit.parts[HEAD] = part
        neck = part.moving or part.node
    else:
        neck = brush.child("neck", (0, 0, top))
        neck.disc(0.09, 0.05, (0, 0, 0.05), PALE)
    middle = _brush(rng, neck, tuft)
    blur = Haze(brush, [((x, -0.09, top + middle), (0.09 + a, 0.1, 0.15 + a)) for x, a in _BLUR], 0.3)

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("brush", LIFT if state.get("held") and GRIP in choices else 0.0)
        blur.show(look, state.get("run", 0), MODES[state.get("mode", 0)])
        if state.get("run"):
            lamps.light_one(look, state["mode"], MODES[state["mode"]])
        if state.get("locked"):
            lamps.light(look, 3, AMBER)
        if display:
            display.show(look, state.get("display", ""), AMBER if state.get("charge") else MODES[0])
        if chamber:
            window, glow = chamber
            glow.show(look, state.get("uv", 0), VIOLET)
            if state.get("uv"):
                look.paint(window, VIOLET, "glow")

    return Draft((root,), fit.parts, paint)


_BLUR = ((0.0, 0.0), (0.0, 0.05), (0.0, 0.1))
"""Where the running brush blurs, and by how much more than the brush itself."""


def _foot(
    rng: Random, root: Node, fit: Fitter, shell: Colour, accent: Colour
) -> tuple[float, Display | None, tuple[str, Haze] | None]:
    """The charging foot: where on it the brush stands, its display, and its chamber's window and glow."""
    if not fit.wants(CURRENT) and not fit.wants(UV):
        r = uniform(rng, 0.28, 0.33)
        root.disc(r, FOOT / 2 - 0.02, (0, 0, FOOT / 2 - 0.02), shell)
        root.disc(r - 0.05, 0.02, (0, 0, FOOT - 0.02), accent)
        root.rod(0.022, (0, r - 0.03, 0.03), (0, r + 0.3, 0.03), DARK)
        return 0.0, None, None
    side = rng.choice((-1.0, 1.0))
    half = (uniform(rng, 0.45, 0.5), 0.3)
    deep = 0.19 if fit.wants(UV) else 0.0  # behind the brush, so that the chamber hides nothing of its sides
    soft_box(root, (half[0], half[1] + deep / 2, FOOT / 2), (0, deep / 2, FOOT / 2), shell, uniform(rng, 0.05, 0.2))
    at = -side * (half[0] - 0.26)
    root.disc(0.23, 0.012, (at, 0, FOOT), accent)
    root.rod(0.022, (at, half[1] + deep - 0.03, 0.04), (at, half[1] + deep + 0.15, 0.04), DARK)
    display = Display(root, "display", (at, -half[1], FOOT / 2), (0.16, 0.062), 3)
    x = side * (half[0] - 0.17)
    chamber = None
    if fit.wants(UV):
        y, tall = 0.33, 0.5
        soft_box(root, (0.155, 0.14, tall / 2), (x, y, FOOT + tall / 2), accent, 0.05)
        front = y - 0.14
        window = root.box((0.11, 0.008, 0.12), (x, front, FOOT + 0.35), (0.1, 0.1, 0.13), material="gloss")
        _brush(rng, root.child("spare", (x, front - 0.004, FOOT + 0.18)), TUFTS[0], 0.5)
        glow = Haze(root, [((x, front - 0.02, FOOT + 0.34), (0.17, 0.1, 0.19))], 0.35)
        chamber = (window, glow)
        place = rng.choice(("front", "top", "right" if side > 0 else "left"))
        spots: dict[str, Vector] = {"front": (x, front, FOOT + 0.11), "top": (x, y, FOOT + tall)}
        fit.fix(root, UV, place, spots.get(place, (x + side * 0.155, y, FOOT + 0.3)), (0.1, 0.1))
    if fit.wants(CURRENT):
        fit.fix(root, CURRENT, "top", (x, -0.1, FOOT), (0.13, 0.135))
    return at, display, chamber


def _handle(rng: Random, brush: Node, fit: Fitter, shell: Colour, accent: Colour, radius: float, high: float) -> Lamps:
    """The controls of the handle; its mode lamps."""
    end = high - 0.03
    if fit.wants(MODE) and fit.choices[MODE].word == "ring":
        around = (radius + 0.012) / 0.76
        ring = fit.fix(brush, MODE, "top", (0, 0, high - 0.19), (around, around))
        hoop = ring.moving or ring.node
        hoop.disc(0.8 * around, 0.105, (0, 0, 0.06), COLOURS[ring.colour])
        brush.disc(0.88 * around, 0.02, (0, 0, high - 0.02), shell, material="gloss")  # seen from the sides only
        end = high - 0.26
    front = [c for c in (MODE, SPEED, POWER, TIMER) if fit.wants(c)]
    free = ["left", "right"]
    rng.shuffle(free)
    free.insert(rng.randrange(3), "back")
    if fit.wants(SPEED) and (len(front) > 2 or end < 0.6 or rng.random() < 0.5):
        _mount(brush, fit, SPEED, free.pop(), 0.56 if end > 0.6 else 0.34, (0.12, 0.15), radius, accent)
    if fit.wants(GRIP):
        _mount(brush, fit, GRIP, free.pop(), 0.26, (0.1, 0.2), radius, accent)
    if fit.wants(LOCK):
        _mount(brush, fit, LOCK, free.pop(), 0.27, (0.14, 0.2), radius, accent)
    front = [c for c in front if fit.wants(c)]
    if len(front) > 2 and free:
        front.remove(TIMER)
        _mount(brush, fit, TIMER, free.pop(), 0.3, (0.12, 0.12), radius, accent)
    if rng.random() < 0.5:
        front.reverse()
    low = 0.05
    brush.box((0.14, 0.05, (end - low) / 2), (0, 0.044 - radius, (end + low) / 2), accent)
    lamps = Lamps(brush, "lamp", [(x, -radius - 0.006, end - 0.035) for x in (-0.06, 0.0, 0.06)], 0.018)
    room = end - 0.07 - low
    cells = grid("front", (0, -radius - 0.006, low + room / 2), (0.14, room / 2), 1, len(front), 0.9)
    for component, (pos, half) in zip(front, cells, strict=True):
        fit.fix(brush, component, "front", pos, (0.13, min(half[1], 0.13)))
    return lamps


def _mount(
    brush: Node,
    fit: Fitter,
    component: str,
    face: str,
    z: float,
    half: tuple[float, float],
    radius: float,
    colour: Colour,
) -> None:
    """Fix a part on a flat base on the round handle's side or back."""
    x, y = {"left": (-1, 0), "right": (1, 0), "back": (0, 1)}[face]
    deep = 0.04
    far = radius - deep + 0.012
    size = (deep, half[0] + 0.01, half[1] + 0.01) if x else (half[0] + 0.01, deep, half[1] + 0.01)
    brush.box(size, (x * far, y * far, z), colour)
    fit.fix(brush, component, face, (x * (far + deep), y * (far + deep), z), half)


def _brush(rng: Random, neck: Node, tuft: Colour, scale: float = 1.0) -> float:
    """A slim neck upwards from the node's origin and the brush at its end, which faces the front; its height."""
    s = scale
    middle = 0.31 * s
    neck.rod(0.055 * s, (0, 0, 0.04 * s), (0, 0, 0.14 * s), PALE, material="gloss")
    neck.rod(0.038 * s, (0, 0, 0.1 * s), (0, 0, middle), PALE, material="gloss")
    if rng.random() < 0.5:  # a round brush
        neck.disc(0.105 * s, 0.028 * s, (0, -0.03 * s, middle), PALE, axis=(0, 1, 0), material="gloss")
        for ring, count in ((0.03, 4), (0.078, 10)):
            for i in range(count):
                t = 2 * math.pi * i / count
                x, z = ring * math.sin(t), ring * math.cos(t)
                _tuft(neck, (x * s, middle + z * s), s, tuft if ring < 0.05 or i % 2 else (1.0, 1.0, 1.0))
        return middle
    neck.box((0.075 * s, 0.028 * s, 0.11 * s), (0, -0.03 * s, middle), PALE, material="gloss")
    for end in (-1, 1):
        neck.disc(0.075 * s, 0.028 * s, (0, -0.03 * s, middle + end * 0.11 * s), PALE, axis=(0, 1, 0), material="gloss")
    for row in range(7):
        for x in (-0.045, 0.0, 0.045):
            _tuft(neck, (x * s, middle + (row - 3) * 0.045 * s), s, tuft if row in (0, 1, 5, 6) else (1.0, 1.0, 1.0))
    return middle


def _tuft(neck: Node, at: tuple[float, float], s: float, colour: Colour) -> None:
    neck.box((0.016 * s, 0.05 * s, 0.016 * s), (at[0], -0.1 * s, at[1]), colour)
