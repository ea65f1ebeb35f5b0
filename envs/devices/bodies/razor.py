"""An electric shaver: an upright handle under a wide head with three round blades or with long foils."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, uniform
from envs.devices.bodies.fixtures import Display, Haze, Signs, round_slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node, Vector

POWER, HEAD, TRIMMER, PORT = "power_button", "shaver_head", "flip_trimmer", "shaver_charging_port"
LOCK, TURBO, COMFORT, CHAMBER = "shaver_lock_key", "turbo_shave_key", "skin_comfort_switch", "hair_chamber_flap"
TONES: tuple[Colour, ...] = ((0.35, 1.0, 0.55), (1.0, 0.35, 0.25), (0.45, 0.7, 1.0), (1.0, 0.75, 0.25))
STEEL: Colour = (0.82, 0.83, 0.85)
BODIES: tuple[Colour, ...] = (*SHELLS, (0.16, 0.17, 0.2), (0.2, 0.28, 0.42))


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a shaver whose proportions and style come from `rng`."""
    shell = rng.choice(BODIES)
    accent = rng.choice([c for c in (*PANELS, DARK) if sum(abs(a - b) for a, b in zip(c, shell, strict=True)) > 0.4])
    wide, deep, high = uniform(rng, 0.27, 0.3), uniform(rng, 0.2, 0.23), uniform(rng, 0.84, 0.92)
    root = Node("shaver")
    fit = Fitter(choices)

    low = 0.06
    soft_box(root, (wide, deep, high / 2), (0, 0, low + high / 2), shell, uniform(rng, 0.1, 0.19), "gloss")
    foot = rng.choice((accent, DARK))
    soft_box(root, (wide + 0.02, deep + 0.02, low), (0, 0, low), foot, 0.15)
    for x in (-1, 1):  # rubber at the edges, for the hand
        for i in range(5):
            root.rod(
                0.014,
                (x * wide * 0.93, -deep * 0.8, 0.3 + 0.09 * i),
                (x * wide * 0.93, -deep * 0.4, 0.3 + 0.09 * i),
                DARK,
            )
    shoulder = low + high
    root.shape("ellipsoid", (wide * 0.93, deep * 0.93, 0.09), (0, 0, shoulder), accent, material="gloss")
    root.disc(0.14, 0.06, (0, 0, shoulder + 0.07), DARK)

    top = shoulder + 0.11
    root.rod(0.05, (0, 0, shoulder), (0, 0, top + 0.16), METAL)
    if HEAD in choices:
        part = replace(fit.fix(root, HEAD, "top", (0, 0, top), (0.17, 0.17), 0.0), low=0.17)
        fit.parts[HEAD] = part
        neck = part.moving or part.node
    else:
        neck = root.child("neck", (0, 0, top))
        neck.disc(0.15, 0.06, (0, 0, 0.06), accent)
    round_blades = rng.random() < 0.5
    (_round_head if round_blades else _foil_head)(neck, shell, accent)
    centre = (0.0, -0.12, top + 0.33) if round_blades else (0.0, 0.0, top + 0.36)
    axes = (0.34, 0.22, 0.24) if round_blades else (0.4, 0.2, 0.16)
    blur = Haze(root, [(centre, (a * s, b * s, c * s)) for s in (0.8, 1.0, 1.15) for a, b, c in (axes,)], 0.24)

    cutter, buzz = _trimmer(root, (0, deep, shoulder - 0.04)) if TRIMMER in choices else (None, None)
    display, sign = _controls(rng, root, fit, accent, (wide, deep, low, shoulder))

    def paint(look: LookBuilder, state: Features) -> None:
        tone = TONES[state.get("tone", 0)]
        blur.show(look, state.get("run", 0), tone)
        if cutter and buzz:
            look.joint(cutter, math.radians(-62) * state.get("trimmer", 0))
            buzz.show(look, state.get("trim", 0), tone)
        display.show(look, state.get("display", ""), tone)
        sign.show(look, state.get("sign"), TONES[3])

    return Draft((root,), fit.parts, paint)


def _round_head(neck: Node, shell: Colour, accent: Colour) -> None:
    """Three round blades on a plate that leans back."""
    neck.shape("ellipsoid", (0.3, 0.16, 0.14), (0, 0.02, 0.22), accent, material="gloss")
    face = neck.child(f"{neck.name}/face", (0, -0.03, 0.3), ((1, 0, 0), (0, 0.42, 0.91)))
    for t in range(3):
        turn = math.radians(90 + 120 * t)
        x, y = 0.165 * math.cos(turn), 0.165 * math.sin(turn)
        face.disc(0.185, 0.055, (x, y, 0), shell, material="gloss")
        face.disc(0.145, 0.02, (x, y, 0.07), STEEL, material="gloss")
        face.disc(0.1, 0.012, (x, y, 0.085), DARK)
        round_slots(face, "top", (x, y, 0.088), 0.11, 6, STEEL)
        face.disc(0.04, 0.012, (x, y, 0.1), accent)
    face.disc(0.1, 0.05, (0, 0, 0.01), accent)


def _foil_head(neck: Node, shell: Colour, accent: Colour) -> None:
    """Two foils with a cutter between them, across a wide block."""
    soft_box(neck, (0.22, 0.14, 0.06), (0, 0, 0.09), accent, 0.06)
    soft_box(neck, (0.32, 0.17, 0.1), (0, 0, 0.23), shell, 0.06, "gloss")
    soft_box(neck, (0.345, 0.185, 0.025), (0, 0, 0.2), accent, 0.06)
    for y in (-0.095, 0.095):
        neck.rod(0.075, (-0.22, y, 0.34), (0.22, y, 0.34), STEEL, material="gloss")
        for i in range(9):
            neck.box((0.006, 0.05, 0.004), (-0.2 + 0.05 * i, y, 0.413), DARK)
            neck.box((0.006, 0.004, 0.03), (-0.2 + 0.05 * i, y + math.copysign(0.074, y), 0.35), DARK)
    neck.box((0.25, 0.016, 0.05), (0, 0, 0.36), (0.85, 0.68, 0.3))
    for x in (-1, 1):
        neck.box((0.02, 0.16, 0.09), (x * 0.305, 0, 0.34), accent)


def _trimmer(root: Node, pos: Vector) -> tuple[str, Haze]:
    """A toothed blade that lies against the back and swings out; its joint, and the blur of its running."""
    arm = root.child("cutter", pos, joint=("hinge", (1, 0, 0), (0, 0, 0)))
    arm.rod(0.03, (-0.13, 0.02, 0), (0.13, 0.02, 0), DARK)
    arm.box((0.13, 0.018, 0.1), (0, 0.03, 0.1), DARK)
    arm.box((0.15, 0.012, 0.02), (0, 0.03, 0.21), STEEL)
    for i in range(9):
        arm.box((0.007, 0.01, 0.025), (-0.136 + 0.034 * i, 0.03, 0.25), STEEL)
    return "cutter", Haze(arm, [((0, 0.03, 0.25), (0.2, 0.07, 0.09))], 0.4)


def _controls(
    rng: Random, root: Node, fit: Fitter, accent: Colour, size: tuple[float, float, float, float]
) -> tuple[Display, Signs]:
    """Fix all parts of the handle; the display and the sign on it."""
    wide, deep, low, top = size
    y = -deep - 0.012
    inner = wide - 0.05
    root.box((inner, 0.05, (top - low - 0.16) / 2), (0, y + 0.05, (top + low + 0.06) / 2), accent)
    screen = top - 0.12
    display = Display(root, "display", (0, y, screen), (inner - 0.03, 0.075), 2)
    sign = Signs(root, "locked", (0, y - 0.026, screen), (0.06, 0.06), {"lock": "@lock"})

    side, other = rng.sample(("left", "right"), 2)
    free = [(side, 0.66), (other, 0.26), ("back", 0.32), (side, 0.27), (other, 0.66)]
    front: list[str] = [POWER]
    spots: list[tuple[str, str, float]] = []
    if fit.wants(TRIMMER):
        spots.append((TRIMMER, *free.pop(rng.choice((0, 2)))))
    if fit.wants(PORT):  # low, on the back or on a side
        spots.append((PORT, *free.pop(next(i for i, (_, z) in enumerate(free) if z < 0.4))))
    for component in (CHAMBER, COMFORT, LOCK, TURBO):
        if not fit.wants(component):
            continue
        shifted = fit.choices[component].word in ("slider", "switch")
        if free and (shifted or component == CHAMBER or len(front) > 1 or rng.random() < 0.3):
            spots.append((component, *free.pop(0)))
        else:
            front.append(component)
    place: dict[str, Callable[[float], Vector]] = {
        "left": lambda z: (-wide, 0, low + z),
        "right": lambda z: (wide, 0, low + z),
        "back": lambda z: (0, deep, low + z),
    }
    for component, face, z in spots:
        fit.fix(
            root,
            component,
            face,
            place[face](z),
            (0.15, 0.18 if fit.choices[component].word in ("slider", "switch", "lever") else 0.14),
        )
    rng.shuffle(front)
    bottom = low + 0.08
    room = (screen - 0.09 - bottom) / 2
    lay_out(fit, root, front, "front", (0, y, bottom + room), (inner, room), 0.2, 1 if len(front) < 3 else 2)
    return display, sign
