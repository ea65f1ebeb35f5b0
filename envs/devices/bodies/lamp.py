"""A table lamp: a base with buttons, a stem with a foot that may glow, and a shade, straight or tilted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, grid, mixed, uniform
from envs.devices.bodies.fixtures import Haze
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.marks import ICON
from envs.rendering.node import Colour, Node, Vector

POWER, BRIGHTER, DIMMER = "power_switch", "brighter_control", "dimmer_control"
TONE, NIGHT, READING, SLEEP = "tone_control", "night_control", "reading_control", "sleep_control"
SHADES: tuple[Colour, ...] = (
    (0.8, 0.72, 0.6),
    (0.45, 0.52, 0.62),
    (0.55, 0.68, 0.58),
    (0.72, 0.55, 0.55),
    (0.6, 0.6, 0.62),
)
NEUTRAL: Colour = (1.0, 0.96, 0.8)
WARM: Colour = (1.0, 0.6, 0.2)
COOL: Colour = (0.62, 0.82, 1.0)
AMBER: Colour = (1.0, 0.7, 0.25)
SQUARE = 0.8
"""The style of a button whose word needs its whole width."""
MOST_IN_FRONT = 3
Unit = tuple[str, ...]
"""Buttons that lie beside each other."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a lamp whose proportions and style come from `rng`."""
    shell, shade = rng.choice(SHELLS), rng.choice(SHADES)
    metal = rng.choice((METAL, DARK, (0.75, 0.6, 0.3)))
    side = rng.choice((-1.0, 1.0)) if rng.random() < 0.65 else 0.0
    tilt = rng.choice((0.0, 22.0, 38.0))
    width, depth, high = uniform(rng, 1.06, 1.2), uniform(rng, 0.56, 0.66), uniform(rng, 0.33, 0.37)
    root = Node("lamp")
    fit = Fitter(choices)

    root.box((width / 2 - 0.04, depth / 2, high / 2), (0, 0, high / 2), shell)
    for x in (-1, 1):
        root.rod(
            0.06,
            (x * (width / 2 - 0.06), depth / 2 - 0.06, 0.06),
            (x * (width / 2 - 0.06), depth / 2 - 0.06, high - 0.06),
            shell,
        )
        root.rod(
            0.06,
            (x * (width / 2 - 0.06), 0.06 - depth / 2, 0.06),
            (x * (width / 2 - 0.06), 0.06 - depth / 2, high - 0.06),
            shell,
        )
    root.box((width / 2 - 0.06, 0.02, high / 2 - 0.03), (0, -depth / 2 - 0.01, high / 2), rng.choice(PANELS))

    stem_x, stem_y, rise = -0.16 * side, 0.1, uniform(rng, 0.55, 0.7)
    joint = (stem_x, stem_y, high + rise)
    foot = root.disc(0.14, 0.035, (stem_x, stem_y, high + 0.035), (0.84, 0.83, 0.78))
    root.disc(0.11, 0.012, (stem_x, stem_y, high + 0.08), metal)
    root.rod(0.035, (stem_x, stem_y, high), joint, metal)
    night = Haze(root, [((stem_x, stem_y, high + 0.06), (0.24, 0.24, 0.13))], 0.35)

    turn = math.radians(tilt) * side
    head = root.child("head", joint, ((math.cos(turn), 0, -math.sin(turn)), (0, 1, 0)))
    reach = 0.3 * side
    head.rod(0.035, (0, 0, 0), (reach, 0, 0.16), metal)
    glow, bulb, halo = _shade(rng, head, reach, shade)
    rays = [(0.1 + 0.035 * i, 0.14 - 0.09 * i) for i in range(6)]
    beam = Haze(head, [((reach, 0, z), (r, r, 0.09)) for r, z in rays], 0.3)

    _controls(rng, root, fit, (width, depth, high), side)

    def paint(look: LookBuilder, state: Features) -> None:
        light, tone = state.get("light", 0.0), state.get("tone", 0)
        colour = {-1: WARM, 0: NEUTRAL, 1: COOL}[tone]
        night.show(look, state.get("foot", 0), AMBER)
        beam.show(look, state.get("beam", 0), NEUTRAL)
        if state.get("foot"):
            look.paint(foot, AMBER, "glow")
        if not light:
            look.hide(*halo)
            return
        look.paint(bulb, colour, "glow")
        for shape in glow:
            look.paint(shape, mixed(shade, colour, min(1.0, 0.25 + 0.75 * light)), "glow" if light > 0.5 else "soft")
        for i, shape in enumerate(halo):
            if light > (0.35, 0.7)[i] and not state.get("beam"):
                look.paint(shape, colour, "glow", 0.2)
            else:
                look.hide(shape)

    return Draft((root,), fit.parts, paint)


def _shade(rng: Random, head: Node, x: float, colour: Colour) -> tuple[list[str], str, list[str]]:
    """The shade over the bulb: the shapes that shine through, the bulb, and the haloes from inner to outer."""
    kind = rng.choice(("drum", "dome", "bell", "bar"))
    z = 0.2 if x else 0.18
    if kind == "drum":
        shapes = [head.disc(0.3, 0.17, (x, 0, z + 0.1), colour)]
        head.disc(0.305, 0.012, (x, 0, z + 0.27), DARK)
    elif kind == "dome":
        shapes = [head.shape("ellipsoid", (0.31, 0.31, 0.24), (x, 0, z + 0.09), colour)]
        head.disc(0.07, 0.03, (x, 0, z + 0.34), DARK)
    elif kind == "bell":
        shapes = [
            head.disc(r, 0.05, (x, 0, z + dz), colour)
            for r, dz in ((0.32, 0), (0.27, 0.09), (0.21, 0.18), (0.14, 0.26))
        ]
    else:
        shapes = [head.box((0.36, 0.15, 0.075), (x, 0, z + 0.04), colour)]
        head.box((0.34, 0.13, 0.02), (x, 0, z + 0.13), DARK)
    floor = {"drum": -0.09, "dome": -0.12, "bell": -0.06, "bar": -0.04}[kind]
    bulb = head.shape("ellipsoid", (0.16, 0.13, 0.07), (x, 0, z + floor), (0.75, 0.75, 0.72))
    halo = [
        head.shape("ellipsoid", (r, r, 0.85 * r), (x, 0, z + 0.05), (1, 1, 1, 0.3), decor=True) for r in (0.42, 0.53)
    ]
    return shapes, bulb, halo


def _controls(rng: Random, root: Node, fit: Fitter, size: tuple[float, float, float], side: float) -> None:
    """Lay the buttons out on the base: most in front, some on an end, some on top where the head leaves room."""
    width, depth, high = size
    pair = tuple(c for c in (DIMMER, BRIGHTER) if fit.wants(c))
    units: list[Unit] = [pair, *((c,) for c in (POWER, TONE, NIGHT, READING, SLEEP) if fit.wants(c))]
    rng.shuffle(units)
    ends = ["top"] * bool(side) + rng.sample(["left", "right"], 2)
    rng.shuffle(ends)
    while ends and len(units) > 1:
        crowded = sum(map(len, units)) > MOST_IN_FRONT
        if not crowded and rng.random() < 0.5:
            break
        face, unit = ends.pop(), units.pop()
        if face == "top":
            middle, half = (-0.38 * side, -0.05, high), (0.13, 0.15 if len(unit) == 1 else 0.23)
        else:
            out = width / 2 - 0.02
            middle, half = (out if face == "right" else -out, -0.01, high / 2), (depth / 2 - 0.08, high / 2 - 0.03)
        _fix_row(fit, root, unit, face, middle, half)
    front = [c for unit in units for c in unit]
    _fix_row(fit, root, front, "front", (0, -depth / 2 - 0.03, high / 2), (width / 2 - 0.07, high / 2 - 0.02))


def _fix_row(
    fit: Fitter, root: Node, components: Sequence[str], face: str, middle: Vector, half: tuple[float, float]
) -> None:
    """Fix buttons beside each other, on top behind each other; one with a word on it is square and wide."""
    columns, rows = (1, len(components)) if face == "top" else (len(components), 1)
    order = components[::-1] if face == "top" else components
    for component, (pos, room) in zip(order, grid(face, middle, half, columns, rows, 0.88), strict=True):
        mark = fit.choices[component].mark
        style = None if mark.startswith(ICON) else SQUARE
        most = 0.2 if style is None else 0.24
        fit.fix(root, component, face, pos, (min(room[0], most), room[1]), style)
