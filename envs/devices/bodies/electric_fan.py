"""An electric fan: blades in a round cage over a console, on a desk, on a pole, in a yoke, or in a square box."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, uniform
from envs.devices.bodies.fixtures import Haze, Lamps, round_slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.node import Colour, Node, Vector

POWER, SPEED, SWING, MODE = "fan_power_key", "wind_speed_control", "swing_control", "breeze_mode_key"
TIMER, TILT, GRILLE, PLUG = "fan_timer", "neck_joint", "grille_catch", "mains_plug"
BLADES: tuple[Colour, ...] = ((0.25, 0.5, 0.78), (0.3, 0.32, 0.36), (0.35, 0.68, 0.62), (0.8, 0.5, 0.32))
WIRES: tuple[Colour, ...] = (METAL, DARK, (0.9, 0.9, 0.88), (0.72, 0.6, 0.35))
AIR: dict[str, Colour] = {"": (0.85, 0.94, 1.0), "natural": (0.65, 1.0, 0.7), "sleep": (0.6, 0.6, 1.0)}
OPENING = math.radians(76)
"""How far the front grille swings open to the left."""
REACH = 0.12
"""From the cage's middle to its front."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a fan whose kind, proportions and colours come from `rng`."""
    kinds = ["desk", "pole"]
    if SWING not in choices:
        kinds.append("yoke")
        if TILT not in choices:
            kinds.append("box")
    kind = rng.choice(kinds)
    shell, wire = rng.choice(SHELLS), rng.choice(WIRES)
    radius = uniform(rng, 0.38, 0.43)
    root = Node("fan")
    fit = Fitter(choices)
    panel = [c for c in (POWER, SPEED, MODE, TIMER) if c in choices]
    if SWING in choices and choices[SWING].word == "key":
        panel.append(SWING)
    rng.shuffle(panel)
    aside = panel.pop() if len(panel) > 4 or (len(panel) > 2 and rng.random() < 0.45) else None

    width = max(0.62 if kind == "pole" else 0.8, 0.25 * len(panel) + 0.1)
    high, deep = uniform(rng, 0.32, 0.35), uniform(rng, 0.42, 0.5)
    if kind == "box":
        width, deep = 2 * radius + 0.2, uniform(rng, 0.34, 0.4)
    elif kind == "yoke":
        width = 2 * radius + 0.26
    low = uniform(rng, 0.2, 0.26) if kind == "pole" else 0.03
    console: Vector = (0.0, 0.0, low + high / 2)
    if kind == "pole":
        root.disc(0.42, 0.03, (0, 0, 0.03), shell)
        root.disc(0.3, 0.015, (0, 0, 0.07), DARK)
        root.disc(0.06, low / 2, (0, 0, low / 2), METAL)
    else:
        for x in (-1, 1):
            root.box((0.09, deep / 2 - 0.04, 0.02), (x * (width / 2 - 0.16), 0, 0.02), DARK)
    soft_box(root, (width / 2, deep / 2, high / 2), console, shell, 0.06)
    face = -deep / 2
    root.box((width / 2 - 0.06, 0.012, high / 2 - 0.02), (0, face, console[2]), rng.choice(PANELS))

    gap = 0.05 if kind in ("box", "yoke") else uniform(rng, 0.07, 0.12)
    hub: Vector = (0.0, 0.04, low + high + gap + radius)
    if kind == "box":
        _frame(root, hub, radius, (width / 2, deep / 2), low + high, shell)
    elif kind == "yoke":
        for x in (-1, 1):
            arm = x * (radius + 0.08)
            foot = low + high - 0.02
            root.box((0.03, 0.1, (hub[2] - foot) / 2), (arm, 0.04, (hub[2] + foot) / 2), shell)
            root.disc(0.1, 0.034, (arm, 0.04, hub[2]), shell, axis=(1, 0, 0))
            root.rod(0.03, (x * (radius - 0.02), 0.04, hub[2]), (arm, 0.04, hub[2]), METAL)
    else:
        root.rod(0.055, (0, 0.2, low + high - 0.05), (0, 0.2, hub[2] - 0.12), METAL)
        root.disc(0.13, 0.02, (0, 0.16, low + high + 0.02), DARK)

    # The head turns about the upright axis, then nods about the one across.
    axis = 0.04 if kind in ("yoke", "box") else 0.2
    swivel = root.child("swivel", (0, axis, hub[2]), joint=("hinge", (0, 0, 1), (0, 0, 0)))
    swivel.shape("sphere", (0.03,), (0, 0, 0), METAL)
    head = swivel.child("head", joint=("hinge", (1, 0, 0), (0, 0, 0)))
    middle: Vector = (0.0, hub[1] - axis - 0.06, 0.0)
    rotor, blur, wind = _cage(rng, head, middle, radius, shell if rng.random() < 0.5 else wire, wire, fit)
    if kind != "box":
        head.rod(0.15, (0, middle[1] + 0.16, 0), (0, middle[1] + 0.3, 0), shell)
        head.disc(0.152, 0.012, (0, middle[1] + 0.24, 0), DARK, axis=(0, 1, 0))

    if TILT in choices:
        side = rng.choice((-1.0, 1.0))
        where = "right" if side > 0 else "left"
        if kind == "yoke":
            at = (side * (radius + 0.114), 0.04, hub[2])
        else:
            root.rod(0.05, (0, 0.2, hub[2] - 0.18), (side * 0.24, 0.2, hub[2] - 0.18), DARK)
            at = (side * 0.27, 0.2, hub[2] - 0.18)
            root.box((0.03, 0.12, 0.15), (side * 0.24, 0.2, at[2]), shell)
        fit.fix(root, TILT, where, at, (0.12, 0.15))
    if fit.wants(SWING) and SWING not in (*panel, aside):
        head.box((0.12, 0.14, 0.05), (0, middle[1] + 0.3, 0.14), shell)
        fit.fix(head, SWING, "top", (0, middle[1] + 0.3, 0.19), (0.12, 0.14))
    if PLUG in choices:
        spread = 0.25 * width * rng.choice((-1.0, 1.0))
        fit.fix(root, PLUG, "back", (spread, deep / 2, console[2]), (0.13, 0.13))
    if aside:
        side = rng.choice((-1.0, 1.0))
        where = "right" if side > 0 else "left"
        fit.fix(root, aside, where, (side * width / 2, 0, console[2]), (0.15, high / 2 - 0.02))
    lay_out(fit, root, panel, "front", (0, face - 0.012, console[2] - 0.015), (width / 2 - 0.06, high / 2 - 0.04), 0.2)
    row = [(0.07 * (i - 1), face - 0.012, console[2] + high / 2 - 0.035) for i in range(3)]
    lamps = Lamps(root, "level", row, 0.011)

    def paint(look: LookBuilder, state: Features) -> None:
        force = state.get("wind", 0.0)
        look.joint("swivel", math.radians(30) * state.get("swing", 0))
        look.joint("head", -math.radians(26) * state.get("tilt", 0))
        if GRILLE in choices:
            look.joint("cover", -OPENING * state.get("open", 0))
        look.joint(rotor, 1.9 * force, inner=True)
        colour = AIR[state.get("mood", "")]
        if force:
            look.paint(blur, colour, "soft", 0.25 + 0.3 * force)
        else:
            look.hide(blur)
        wind.show(look, force, colour)
        lamps.light(look, math.ceil(3 * force - 0.05))

    return Draft((root,), fit.parts, paint)


def _cage(
    rng: Random, head: Node, middle: Vector, radius: float, rim: Colour, wire: Colour, fit: Fitter
) -> tuple[str, str, Haze]:
    """Blades between two grilles, the front one perhaps on hinges: the blades' joint, their blur, and the wind."""
    x, y, z = middle
    spokes = rng.choice((6, 9))
    back = y + 0.1
    behind = head.child("behind", (x, back, z), FRAMES["back"])
    for i in range(spokes // 3 * 2):
        behind.box((0.012, radius, 0.006), (0, 0, 0), wire, turn=math.pi * i / (spokes // 3 * 2))
    _hoop(head, "rim", (x, y + 0.01, z), radius, 0.09, rim)

    colour = rng.choice([c for c in BLADES if c != wire])
    rotor = head.child("blades", (x, y, z), FRAMES["front"], joint=("hinge", (0, 0, 1), (0, 0, 0)))
    count, reach = rng.choice((3, 4, 5)), 0.86 * radius
    for i in range(count):
        t = 2 * math.pi * i / count
        out, along = (math.cos(t), math.sin(t), 0.0), (-0.9 * math.sin(t), 0.9 * math.cos(t), 0.42)
        blade = rotor.child(f"blade{i}", frame=(out, along))
        blade.shape(
            "ellipsoid", (0.44 * reach, (0.9 if count == 3 else 0.6) * 0.4 * reach, 0.014), (0.56 * reach, 0, 0), colour
        )
    rotor.disc(0.2 * radius, 0.06, (0, 0, 0), colour, material="gloss")
    screen = head.child("blur", (x, y - 0.07, z), FRAMES["front"])
    blur = screen.disc(0.9 * radius, 0.004, colour=(1, 1, 1), decor=True)

    front = y - REACH
    cover, at = head, (x, front, z)
    if GRILLE in fit.choices:
        cover = head.child("cover", (x - radius, front, z), joint=("hinge", (0, 0, 1), (0, 0, 0)))
        at = (radius, 0.0, 0.0)
    round_slots(cover, "front", at, radius, spokes, wire)
    _hoop(cover, "edge", (at[0], at[1] + 0.015, at[2]), radius + 0.004, 0.022, rim)
    badge = cover.child("badge", at, FRAMES["front"])
    badge.disc(0.24 * radius, 0.012, (0, 0, 0.018), rim, material="gloss")
    badge.disc(0.15 * radius, 0.004, (0, 0, 0.032), colour, material="gloss")
    if GRILLE in fit.choices:
        cover.box((0.05, 0.012, 0.19), (at[0] + radius - 0.08, -0.028, 0), DARK)
        fit.fix(cover, GRILLE, "front", (at[0] + radius - 0.08, -0.04, 0), (0.08, 0.2))

    streaks = []
    for i in range(12):
        t, share = 2.4 * i, 0.3 + 0.5 * ((i * 5) % 12) / 12
        spot = (x + share * radius * math.cos(t), front - 0.2 - 0.02 * (i % 5), z + share * radius * math.sin(t))
        streaks.append((spot, (0.014, 0.12, 0.014)))
    return rotor.name, blur, Haze(head, streaks, 0.5)


def _hoop(node: Node, name: str, middle: Vector, radius: float, half: float, colour: Colour) -> None:
    """A band around the axis that looks at the viewer, `half` its half width along that axis."""
    holder = node.child(f"{node.name}:{name}", middle, FRAMES["front"])
    count = 20
    for i in range(count):
        t = 2 * math.pi * i / count
        at = (-radius * math.sin(t), radius * math.cos(t), 0.0)
        holder.box((1.04 * math.pi * radius / count, 0.016, half), at, colour, turn=t)


def _frame(root: Node, hub: Vector, radius: float, half: tuple[float, float], low: float, colour: Colour) -> None:
    """The square housing of a box fan, open in front and behind, with a carrying handle on top."""
    a, b = half
    top = hub[2] + radius + 0.05
    for x in (-1, 1):
        root.box((0.04, b, (top - low) / 2 + 0.02), (x * (a - 0.04), 0, (top + low) / 2), colour)
    root.box((a, b, 0.03), (0, 0, top + 0.03), colour)
    count = 24
    holder = root.child("front", (0, -0.09, hub[2]), FRAMES["front"])
    for i in range(count):  # the front plate, from the round opening to the square frame
        t = 2 * math.pi * i / count
        edge = (radius + 0.035) / max(abs(math.cos(t)), abs(math.sin(t)))
        far, near = edge, radius + 0.01
        at = (-math.sin(t) * (near + far) / 2, math.cos(t) * (near + far) / 2, 0.0)
        holder.box((math.pi * far / count, (far - near) / 2, 0.02), at, colour, turn=t)
    for x in (-0.16, 0.16):
        root.rod(0.025, (x, 0, top + 0.05), (x, 0, top + 0.12), DARK)
    root.rod(0.03, (-0.16, 0, top + 0.13), (0.16, 0, top + 0.13), DARK)
