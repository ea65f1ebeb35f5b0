"""A table lamp: a base with controls, a stem, and a shade that may tilt."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, grid, mixed, uniform
from envs.devices.body import Colour, LookBuilder, Node
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL

POWER, BRIGHTNESS, TONE = "power_switch", "brightness_control", "tone_control"
TILT, SLEEP, PLUG = "head_joint", "sleep_control", "mains_plug"
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


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a lamp whose proportions and style come from `rng`."""
    shell, shade = rng.choice(SHELLS), rng.choice(SHADES)
    metal = rng.choice((METAL, DARK, (0.75, 0.6, 0.3)))
    tilts = TILT in choices
    side = 1.0 if tilts or rng.random() < 0.4 else 0.0
    side *= rng.choice((-1.0, 1.0))
    width, depth, high = uniform(rng, 0.98, 1.1), uniform(rng, 0.56, 0.66), uniform(rng, 0.33, 0.37)
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

    # The stem, with the joint of the head on top.
    rise = uniform(rng, 0.55, 0.7)
    stem_x, stem_y = -0.16 * side, 0.1
    joint = (stem_x, stem_y, high + rise)
    root.disc(0.11, 0.02, (stem_x, stem_y, high + 0.02), metal)
    root.rod(0.035, (stem_x, stem_y, high), joint, metal)

    head = root.child("head", joint, joint=("hinge", (0, 1, 0), (0, 0, 0)))
    reach = 0.3 * side
    if side:
        head.rod(0.035, (0, 0, 0), (reach, -0.0, 0.16), metal)
    glow, bulb, halo = _shade(rng, head, reach, shade)

    _controls(rng, root, head, fit, joint, reach, (width, depth, high), side)

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("head", math.radians(38) * side * state.get("tilt", 0))
        light, tone = state.get("light", 0.0), state.get("tone", 0)
        if not light:
            look.hide(*halo)
            return
        colour = {-1: WARM, 0: NEUTRAL, 1: COOL}[tone]
        look.paint(bulb, colour, "glow")
        for shape in glow:
            look.paint(shape, mixed(shade, colour, min(1.0, 0.25 + 0.75 * light)), "glow" if light > 0.5 else "soft")
        for i, shape in enumerate(halo):
            if light > (0.35, 0.7)[i]:
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


def _controls(
    rng: Random,
    root: Node,
    head: Node,
    fit: Fitter,
    joint: tuple[float, float, float],
    reach: float,
    size: tuple[float, float, float],
    side: float,
) -> None:
    width, depth, high = size
    if TILT in fit.choices:
        # At the joint, in front of the stem, where a hand would look for it.
        root.box((0.1, 0.05, 0.1), (joint[0], joint[1] - 0.06, joint[2] - 0.02), DARK)
        fit.fix(root, TILT, "front", (joint[0], joint[1] - 0.11, joint[2] - 0.02), (0.13, 0.13))
    if POWER in fit.choices and fit.choices[POWER].word == "cord":
        node = head if TILT not in fit.choices else root
        at = (reach, -0.2, -0.08) if node is head else (0.42 * -side, -depth / 2 + 0.04, high + 0.5)
        if node is root:  # a post of its own, so that the cord hangs straight whatever the head does
            root.rod(0.02, (at[0], 0.1, high), (at[0], 0.1, at[2] + 0.14), METAL)
            root.rod(0.02, (at[0], 0.1, at[2] + 0.14), (at[0], at[1], at[2] + 0.14), METAL)
        fit.fix(node, POWER, "front", at, (0.1, 0.16))
    if PLUG in fit.choices:
        fit.fix(root, PLUG, "back", (rng.choice((-0.2, 0.2)), depth / 2, high / 2 + 0.02), (0.14, 0.14))
    others = [c for c in (POWER, BRIGHTNESS, TONE, SLEEP) if fit.wants(c)]
    rng.shuffle(others)
    if len(others) > 1 and rng.random() < 0.4:
        # One control at an end of the base: seen from that side only.
        end = rng.choice((-1.0, 1.0))
        face = "right" if end > 0 else "left"
        fit.fix(root, others.pop(), face, (end * (width / 2 - 0.02), -0.02, high / 2), (0.15, high / 2 - 0.03))
    if side and len(others) > 1 and rng.random() < 0.4 and fit.choices[POWER].word != "cord":
        # One on top of the base, on the side that the head leaves free.
        fit.fix(root, others.pop(), "top", (-0.36 * side, -0.06, high), (0.12, 0.17))
    if others:
        cells = grid(
            "front",
            (0, -depth / 2 - 0.03, high / 2),
            (width / 2 - 0.07, high / 2 - 0.02),
            len(others),
            1,
            0.86,
        )
        for component, (pos, half) in zip(others, cells, strict=True):
            fit.fix(root, component, "front", pos, (min(half[0], 0.24), half[1]))
