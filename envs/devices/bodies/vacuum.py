"""A vacuum cleaner: a cylinder on wheels with hose, wand and floor head, or an upright one; its dust bin is clear."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from envs.devices.bodies.draft import SHELLS, Draft, Features, Fitter, uniform
from envs.devices.bodies.fixtures import Haze, Lamps, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node, Rgba, Vector

POWER, SUCTION, CARPET, BLOW = "motor_pedal", "suction_regulator", "carpet_selector", "blow_selector"
TANK, FILTER, REEL, HUSH, PLUG = "dust_tank_catch", "exhaust_filter_cap", "cord_reel", "hush_key", "mains_plug"
BODIES: tuple[Colour, ...] = (*SHELLS, (0.68, 0.16, 0.18), (0.2, 0.34, 0.58), (0.36, 0.26, 0.46))
CLEAR: Rgba = (0.78, 0.86, 0.92, 0.45)
DUST: Colour = (0.45, 0.4, 0.34)
AIR: Colour = (0.85, 0.94, 1.0)
HUSHED: Colour = (0.35, 0.75, 1.0)
PULL = 0.2
"""How far the dust bin is pulled out."""
Slot = tuple[str, Vector, tuple[float, float]]
"""A place for a control: face, middle and half size."""


@dataclass
class _Kit:
    """What a kind of vacuum hands over: places for controls, plug and filter, and what its painter moves."""

    slots: list[Slot]
    plug: Vector
    filter: Vector
    bin: Node
    brush: tuple[str, str]
    """The roller's joint and its shape."""
    whirl: str
    sucked: Haze
    blown: Haze
    lamps: Lamps


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a vacuum cleaner whose kind, proportions and colours come from `rng`."""
    shell = rng.choice(BODIES)
    trim = rng.choice((DARK, METAL, (0.3, 0.32, 0.36), (0.55, 0.58, 0.62)))
    root = Node("vacuum")
    fit = Fitter(choices)
    kit = (_cylinder if rng.random() < 0.6 else _upright)(rng, root, fit, shell, trim)

    if FILTER in choices:
        fit.fix(root, FILTER, "back", kit.filter, (0.13, 0.13))
    cable: list[str] = []
    if PLUG in choices:
        fit.fix(root, PLUG, "back", kit.plug, (0.12, 0.12))
        x, y, z = kit.plug
        for a, b in (((x, y + 0.05, z), (x, y + 0.15, 0.03)), ((x, y + 0.15, 0.03), (x - 0.3, y + 0.14, 0.03))):
            cable.append(root.shape("capsule", (0.02,), colour=DARK, ends=(a, b), decor=True))
    wanted = [c for c in (SUCTION, CARPET, BLOW, HUSH, REEL) if c in choices]
    rng.shuffle(wanted)
    wanted.insert(rng.randrange(3) if len(wanted) > 2 else 0, POWER)
    for component, (face, pos, half) in zip(wanted, kit.slots, strict=False):
        fit.fix(root, component, face, pos, half)

    def paint(look: LookBuilder, state: Features) -> None:
        force, blowing, rolling = state.get("suck", 0.0), state.get("blow", 0), state.get("brush", 0)
        look.joint("bin", PULL * state.get("out", 0))
        look.joint(kit.brush[0], 0.8 * rolling, inner=True)
        if rolling:
            look.paint(kit.brush[1], (0.95, 0.5, 0.15), "soft")
        if force:
            look.paint(kit.whirl, DUST, "matte", 0.35 + 0.4 * force)
        else:
            look.hide(kit.whirl)
        colour = HUSHED if state.get("hush") else AIR
        kit.sucked.show(look, force, colour)
        kit.blown.show(look, blowing)
        kit.lamps.light(
            look, 1 if blowing else math.ceil(3 * force - 0.05), colour if state.get("hush") else (0.2, 0.9, 0.5)
        )
        if not state.get("cable"):
            look.hide(*cable)

    return Draft((root,), fit.parts, paint)


def _cylinder(rng: Random, root: Node, fit: Fitter, shell: Colour, trim: Colour) -> _Kit:
    """A low body on wheels; a hose leads to a wand that stands beside it."""
    a, b, c = uniform(rng, 0.47, 0.5), uniform(rng, 0.35, 0.38), uniform(rng, 0.21, 0.24)
    mid = 0.1 + c
    top = mid + c
    soft_box(root, (a, b, c), (0, 0, mid), shell, rng.choice((0.1, 0.18)))
    soft_box(root, (a + 0.012, b + 0.012, 0.03), (0, 0, 0.13), trim, 0.15)
    for x in (-1, 1):
        wheel = uniform(rng, 0.19, 0.21)
        for r, out, ink in ((wheel, 0.03, DARK), (0.62 * wheel, 0.04, METAL), (0.2 * wheel, 0.05, DARK)):
            root.disc(r, out, (x * (a + 0.02), 0.16, wheel), ink, axis=(1, 0, 0), material="gloss")
        root.disc(0.06, 0.03, (x * 0.3, -b + 0.12, 0.06), DARK, axis=(1, 0, 0))
    for x in (-0.2, 0.2):  # the carrying handle
        root.rod(0.03, (x, -b + 0.08, top - 0.02), (x, -b + 0.1, top + 0.08), trim)
    root.rod(0.035, (-0.2, -b + 0.1, top + 0.09), (0.2, -b + 0.1, top + 0.09), trim)

    box = root.child("bin", (-0.23, -b, mid), joint=("slide", (0, -1, 0), (0, 0, 0)))
    size = (0.19, 0.14, c - 0.05)
    box.shape("box", size, (0, 0, 0), CLEAR, "gloss")
    box.box((0.195, 0.145, 0.02), (0, 0, size[2]), trim)
    box.box((0.195, 0.145, 0.02), (0, 0, -size[2]), trim)
    box.box((0.15, 0.1, 0.04), (0, 0, 0.06 - size[2]), DUST)
    whirl = box.shape("ellipsoid", (0.15, 0.12, 0.1), (0, 0, 0.02), (*DUST, 0.5), decor=True)
    _catch(fit, box, (0, -0.14, 0), trim)

    side = a + 0.25
    head_y = -0.2
    for p, q in _bent(
        (
            (a - 0.02, head_y, mid + 0.1),
            (a + 0.1, head_y, mid + 0.12),
            (a + 0.08, head_y, 0.75),
            (a + 0.1, head_y, 1.05),
            (side - 0.02, head_y + 0.01, 1.27),
            (side, head_y + 0.03, 1.16),
        ),
        4,
    ):
        root.rod(0.045, p, q, DARK)
    root.disc(0.09, 0.03, (a, head_y, mid + 0.1), trim, axis=(1, 0, 0))
    root.rod(0.035, (side, head_y + 0.04, 0.16), (side, head_y + 0.04, 1.1), METAL, material="gloss")
    root.rod(0.05, (side, head_y + 0.03, 0.95), (side, head_y + 0.03, 1.16), trim)
    root.rod(0.05, (side, head_y + 0.04, 0.45), (side, head_y + 0.04, 0.52), trim)
    brush, sucked = _floor_head(root, (side - 0.01, head_y - 0.02), (0.19, 0.15), shell, trim)

    panel = (0.225, -b - 0.005, mid)
    root.box((0.225, 0.012, c - 0.03), panel, trim)
    places: list[Slot] = [("front", (x, -b - 0.017, mid - 0.015), (0.105, c - 0.055)) for x in (0.115, 0.335)]
    places += [("top", (x, 0.14, top), (0.13, 0.17)) for x in (-0.3, 0.0, 0.3)]
    if rng.random() < 0.5:
        places = [places[0], places[2], places[1], *places[3:]]
    places.append(("left", (-a, -0.18, mid + 0.03), (0.13, c - 0.05)))
    lamps = Lamps(root, "level", [(0.225 + 0.06 * (i - 1), -b - 0.017, top - 0.045) for i in range(3)], 0.011)
    for x in (-0.36, 0.36):
        slots(root, "back", (x, b, mid + 0.06), (0.06, 0.09), 4, DARK)
    blown = Haze(
        root, [((0.2 * i, b + 0.15, mid + 0.1 + 0.04 * (i % 2)), (0.02, 0.16, 0.02)) for i in (-2, -1, 0, 1, 2)], 0.6
    )
    return _Kit(places, (-0.14, b, mid), (0.15, b, mid), box, brush, whirl, sucked, blown, lamps)


def _upright(rng: Random, root: Node, fit: Fitter, shell: Colour, trim: Colour) -> _Kit:
    """A floor head, a column with the dust bin in front, and a stick with a grip on top."""
    a, b, high = uniform(rng, 0.24, 0.26), 0.15, uniform(rng, 1.08, 1.14)
    y, low = 0.16, 0.2
    soft_box(root, (a, b, (high - low) / 2), (0, y, (high + low) / 2), shell, 0.07)
    front = y - b
    root.rod(0.045, (0, y, high), (0, y + 0.04, high + 0.2), trim)
    grip = rng.choice((METAL, DARK, shell))
    for p, q in _bent(
        (
            (0, y + 0.04, high + 0.2),
            (0, y - 0.04, high + 0.36),
            (0, y + 0.14, high + 0.38),
            (0, y + 0.14, high + 0.2),
            (0, y + 0.04, high + 0.16),
        ),
        3,
    ):
        root.rod(0.035, p, q, grip)
    root.rod(0.03, (a - 0.05, y + b, 0.3), (a - 0.05, y + b + 0.03, high - 0.1), DARK)

    box = root.child("bin", (0, front - 0.13, 0.46), joint=("slide", (0, -1, 0), (0, 0, 0)))
    box.shape("cylinder", (0.18, 0.2), (0, 0, 0), CLEAR, "gloss")
    for z in (-0.2, 0.2):
        box.disc(0.186, 0.022, (0, 0, z), trim)
    box.disc(0.05, 0.17, (0, 0, 0.02), METAL)
    box.disc(0.15, 0.05, (0, 0, -0.13), DUST)
    whirl = box.shape("ellipsoid", (0.16, 0.16, 0.13), (0, 0, 0.02), (*DUST, 0.5), decor=True)
    _catch(fit, box, (0, -0.18, 0), trim)

    brush, sucked = _floor_head(root, (0, -0.06), (uniform(rng, 0.48, 0.52), 0.3), shell, trim)
    for x in (-1, 1):
        root.disc(0.12, 0.04, (x * 0.3, y + 0.12, 0.12), DARK, axis=(1, 0, 0))
    root.box((a - 0.02, 0.012, 0.2), (0, front - 0.008, 0.91), trim)
    places: list[Slot] = [("front", (x, front - 0.02, 0.895), (0.105, 0.17)) for x in (-0.11, 0.11)]
    side = ("right", "left") if rng.random() < 0.5 else ("left", "right")
    over: list[Slot] = [("top", (x, -0.15, 0.2), (0.13, 0.17)) for x in (-0.34, 0.34)]
    flanks: list[Slot] = [(f, (a if f == "right" else -a, y, 0.84), (0.13, 0.18)) for f in side]
    places = [places[0], flanks[0], places[1], over[0], over[1], flanks[1]]
    lamps = Lamps(root, "level", [(0.06 * (i - 1), front - 0.02, 1.085) for i in range(3)], 0.011)
    slots(root, "back", (0, y + b, high - 0.1), (0.14, 0.06), 3, DARK)
    blown = Haze(root, [((0.08 * i, y + b + 0.15, high - 0.1), (0.02, 0.16, 0.02)) for i in (-2, -1, 0, 1, 2)], 0.6)
    return _Kit(places, (-0.06, y + b, 0.4), (0.0, y + b, 0.72), box, brush, whirl, sucked, blown, lamps)


def _catch(fit: Fitter, box: Node, pos: Vector, trim: Colour) -> None:
    """What the bin is pulled by: its part, or a mere mould where it does not come out."""
    if TANK in fit.choices:
        box.box((0.09, 0.015, 0.15), (pos[0], pos[1] - 0.01, pos[2]), DARK)
        fit.fix(box, TANK, "front", (pos[0], pos[1] - 0.025, pos[2]), (0.08, 0.15))
    else:
        box.box((0.08, 0.012, 0.03), (pos[0], pos[1] - 0.01, pos[2] + 0.08), trim)


def _floor_head(
    root: Node, at: tuple[float, float], half: tuple[float, float], shell: Colour, trim: Colour
) -> tuple[tuple[str, str], Haze]:
    """The head on the floor with a roller at its front edge, and the dirt that flies to it."""
    (x, y), (a, b) = at, half
    soft_box(root, (a, b, 0.08), (x, y, 0.12), shell, 0.05)
    root.box((a + 0.01, b * 0.96, 0.025), (x, y, 0.045), trim)
    roller = root.child("roller", (x, y - b - 0.02, 0.065), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    core = roller.disc(0.045, a * 0.94, (0, 0, 0), (0.4, 0.42, 0.46), axis=(1, 0, 0))
    for i in range(4):
        t = math.pi * i / 2
        roller.rod(
            0.012,
            (-0.9 * a, 0.045 * math.cos(t), 0.045 * math.sin(t)),
            (0.9 * a, 0.045 * math.sin(t), -0.045 * math.cos(t)),
            DARK,
        )
    specks = [
        ((x + a * (0.35 * (i % 5) - 0.7), y - b - 0.13 - 0.06 * (i % 3), 0.04), (0.012, 0.06, 0.012)) for i in range(9)
    ]
    return ("roller", core), Haze(root, specks, 0.7)


def _bent(points: tuple[Vector, ...], steps: int) -> list[tuple[Vector, Vector]]:
    """Short pieces of a smooth curve through the points."""
    fine: list[Vector] = []
    for i in range(len(points) - 1):
        p, q, r, s = (points[min(max(k, 0), len(points) - 1)] for k in (i - 1, i, i + 1, i + 2))
        for j in range(steps):
            t = j / steps
            w = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            x, y, z = (sum(k * o[n] for k, o in zip(w, (p, q, r, s), strict=True)) / 2 for n in range(3))
            fine.append((x, y, z))
    fine.append(points[-1])
    return list(zip(fine, fine[1:], strict=False))
