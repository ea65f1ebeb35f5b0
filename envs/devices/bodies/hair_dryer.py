"""A hair dryer: a barrel with an outlet at one end and an intake at the other, on a handle that stands in a base."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, grid, lay_out, uniform
from envs.devices.bodies.fixtures import Haze, round_slots, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.node import Colour, Node, Vector

GRIP, AIR, HEAT, COLD = "dryer_grip", "airflow_slider", "heat_slider", "cold_air_key"
ION, TURBO, NOZZLE, PLUG = "ion_key", "turbo_key", "slim_nozzle", "mains_plug"
SHELLS: tuple[Colour, ...] = (
    (0.9, 0.9, 0.89),
    (0.3, 0.31, 0.34),
    (0.86, 0.6, 0.64),
    (0.6, 0.72, 0.84),
    (0.66, 0.62, 0.78),
    (0.75, 0.78, 0.8),
    (0.62, 0.8, 0.74),
)
TRIMS: tuple[Colour, ...] = (METAL, DARK, (0.78, 0.62, 0.42), (0.5, 0.52, 0.56))
WARMTH: dict[str, Colour] = {
    "warm": (1.0, 0.72, 0.3),
    "hot": (1.0, 0.3, 0.12),
    "cold": (0.4, 0.72, 1.0),
    "care": (0.8, 0.5, 1.0),
}
RISE = 0.07
"""How far a hand lifts the dryer in its base."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a hair dryer whose proportions, style and colours come from `rng`."""
    shell, trim = rng.choice(SHELLS), rng.choice(TRIMS)
    way = rng.choice((-1.0, 1.0))  # where the outlet points: left or right
    radius, handle_half = uniform(rng, 0.23, 0.26), (uniform(rng, 0.18, 0.2), uniform(rng, 0.15, 0.17))
    root = Node("base")
    fit = Fitter(choices)

    # The base: a foot with a socket for the handle, from which the cable leaves.
    foot, side = rng.choice((trim, shell, DARK)), rng.choice((-1.0, 1.0))
    wide, top = uniform(rng, 0.34, 0.4), uniform(rng, 0.15, 0.18)
    if rng.random() < 0.6:
        root.disc(wide, 0.025, (0, 0, 0.025), foot)
    else:
        soft_box(root, (wide, 0.3, 0.025), (0, 0, 0.025), foot, 0.1)
    soft_box(root, (handle_half[0] + 0.05, handle_half[1] + 0.05, top / 2), (0, 0, top / 2), foot, 0.08)
    root.box((handle_half[0] + 0.015, handle_half[1] + 0.015, 0.006), (0, 0, top + 0.004), DARK)
    bend: Vector = (side * 0.16, 0.36, 0.09)
    root.rod(0.025, (0, handle_half[1], 0.09), bend, DARK)
    if PLUG in choices:
        root.box((0.14, 0.05, 0.15), (side * 0.16, 0.41, 0.15), foot)
        fit.fix(root, PLUG, "back", (side * 0.16, 0.46, 0.17), (0.115, 0.115))
    else:
        root.rod(0.025, bend, (side * 0.34, 0.4, 0.025), DARK)
        root.rod(0.025, (side * 0.34, 0.4, 0.025), (side * 0.56, 0.3, 0.025), DARK)

    dryer = root.child("dryer", joint=("slide", (0, 0, 1), (0, 0, 0)))
    length = uniform(rng, 0.66, 0.7)
    low = top + 0.03
    axis = low + length + radius - 0.04
    soft_box(dryer, (*handle_half, (axis - 0.06) / 2), (0, 0, 0.06 + (axis - 0.06) / 2), shell, uniform(rng, 0.04, 0.1))
    outlet, glow = _barrel(rng, dryer, radius, axis, way, shell, trim)

    # The switches sit on the handle, the keys on the barrel or on the side of the handle that faces the outlet.
    handle = [c for c in (AIR, HEAT) if c in choices]
    rng.shuffle(handle)
    keys = [c for c in (COLD, ION, TURBO) if c in choices]
    rng.shuffle(keys)
    inner, outer = ("right", "left") if way > 0 else ("left", "right")
    middle = low + length / 2 - 0.01
    if len(handle) == 1 and keys and rng.random() < 0.6:
        handle.append(keys.pop())
    dryer.box(
        (handle_half[0] - 0.03, 0.01, length / 2 - 0.02), (0, -handle_half[1], middle), trim if trim != DARK else METAL
    )
    cells = grid("front", (0, -handle_half[1] - 0.01, middle), (handle_half[0] - 0.02, 0.33), 1, len(handle), 0.95)
    for component, (pos, half) in zip(handle, cells, strict=True):
        fit.fix(dryer, component, "front", pos, (half[0], min(half[1], 0.2)))
    hand = rng.choice((outer, "back")) if keys else rng.choice((inner, outer, "back"))
    depth = {"back": (0.0, handle_half[1]), inner: (way * handle_half[0], 0.0), outer: (-way * handle_half[0], 0.0)}
    across = handle_half[0 if hand == "back" else 1] - 0.02
    fit.fix(dryer, GRIP, hand, (*depth[hand], middle), (across, 0.26))
    if keys and rng.random() < 0.5:
        fit.fix(dryer, keys.pop(), inner, (*depth[inner], low + length - 0.17), (handle_half[1] - 0.03, 0.13))
    if keys:
        wide = 0.14 * len(keys)
        at = -way * uniform(rng, 0.0, 0.06)
        dryer.box((wide + 0.02, 0.05, 0.14), (at, 0.03 - radius, axis), trim)
        lay_out(fit, dryer, keys, "front", (at, -0.02 - radius, axis), (wide, 0.13), 0.13, len(keys))
    elif rng.random() < 0.6:
        dryer.disc(0.09, 0.01, (0, -radius, axis), trim, axis=(0, 1, 0), material="gloss")

    if NOZZLE in choices:
        part = fit.fix(dryer, NOZZLE, inner, outlet, (0.17, 0.17))
        if part.moving:
            part.moving.box((0.17, 0.045, 0.06), (0, 0, 0.26), DARK)
    else:
        _mouth(rng, dryer, inner, outlet, trim)
    clouds = []
    start = outlet[0] + way * 0.38
    for i in range(12):
        x, y, z = start + way * 0.05 * (i // 3), 0.06 * ((i * 5) % 3 - 1), 0.13 * (i % 3 - 1)
        clouds.append(((x, y, axis + z * (1 + 0.18 * (i // 3))), (0.09, 0.016, 0.016)))
    narrow = Haze(dryer, clouds, 0.6)
    ring = [2 * math.pi * i / 9 for i in range(9)]
    spread = [
        ((outlet[0] + way * 0.2, 0.26 * math.cos(t), axis + 0.26 * math.sin(t)), (0.16, 0.02, 0.02)) for t in ring
    ]
    broad = Haze(dryer, spread, 0.6)

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("dryer", RISE * state.get("held", 0))
        air, colour = state.get("air", 0.0), WARMTH[state.get("heat", "warm")]
        narrow.show(look, 0 if state.get("wide") else air, colour)
        broad.show(look, state.get("wide", 0), colour)
        if air:
            look.paint(glow, colour, "glow")

    return Draft((root,), fit.parts, paint)


def _barrel(
    rng: Random, dryer: Node, radius: float, axis: float, way: float, shell: Colour, trim: Colour
) -> tuple[Vector, str]:
    """The barrel with its intake: the middle of its outlet, and the ring there that glows while air flows."""
    along: Vector = (1.0, 0.0, 0.0)
    tail, tip = uniform(rng, 0.26, 0.32), uniform(rng, 0.36, 0.42)
    taper = rng.choice((0.0, 0.2, 0.3))
    steps = 1 if not taper else 8
    dryer.disc(radius, (tail + 0.16) / 2, (way * (0.16 - tail) / 2, 0, axis), shell, axis=along, material="gloss")
    for i in range(steps):
        a, b = 0.16 + (tip - 0.16) * i / steps, 0.16 + (tip - 0.16) * (i + 1) / steps
        r = radius * (1 - taper * (i + 0.5) / steps)
        dryer.disc(r, (b - a) / 2, (way * (a + b) / 2, 0, axis), shell, axis=along, material="gloss")
    end = radius * (1 - taper) + 0.012
    glow = dryer.disc(end, 0.025, (way * tip, 0, axis), trim, axis=along, material="gloss")
    dryer.disc(end * 0.84, 0.006, (way * (tip + 0.026), 0, axis), DARK, axis=along)

    face = "left" if way > 0 else "right"
    stop = -way * tail
    if rng.random() < 0.5:  # a round back under its grille
        dryer.shape("ellipsoid", (0.14, radius, radius), (stop, 0, axis), shell, "gloss")
        dryer.disc(radius * 0.72, 0.05, (stop - way * 0.07, 0, axis), DARK, axis=along)
        round_slots(dryer, face, (stop - way * 0.12, 0, axis), radius * 0.7, 4, trim)
    else:
        dryer.disc(radius + 0.012, 0.04, (stop, 0, axis), trim, axis=along)
        dryer.disc(radius * 0.9, 0.006, (stop - way * 0.042, 0, axis), DARK, axis=along)
        slots(dryer, face, (stop - way * 0.045, 0, axis), (radius * 0.6, radius * 0.62), 6, trim)
    if rng.random() < 0.6:
        dryer.disc(radius + 0.006, 0.012, (-way * tail * 0.75, 0, axis), trim, axis=along)
    return (way * (tip + 0.026), 0.0, axis), glow


def _mouth(rng: Random, dryer: Node, face: str, outlet: Vector, colour: Colour) -> None:
    """A mouthpiece that stays on: narrow for styling, or a wide bowl with fingers."""
    node = dryer.child("mouth", outlet, FRAMES[face])
    if rng.random() < 0.7:
        node.disc(0.17, 0.06, (0, 0, 0.06), colour)
        node.box((0.2, 0.07, 0.06), (0, 0, 0.16), colour)
        node.box((0.2, 0.05, 0.05), (0, 0, 0.25), colour)
        node.box((0.18, 0.03, 0.004), (0, 0, 0.3), DARK)
        return
    for i in range(4):
        node.disc(0.16 + 0.045 * i, 0.03, (0, 0, 0.03 + 0.06 * i), colour)
    node.disc(0.26, 0.004, (0, 0, 0.242), DARK)
    for i in range(6):
        t = math.pi * i / 3
        node.rod(
            0.025,
            (0.17 * math.cos(t), 0.17 * math.sin(t), 0.24),
            (0.17 * math.cos(t), 0.17 * math.sin(t), 0.32),
            colour,
        )
