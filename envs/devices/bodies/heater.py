"""A heater: an oil radiator with fins, a fan heater with a glowing grille, or a panel with glowing rods."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, grid, mixed, uniform
from envs.devices.bodies.fixtures import Display, Haze, Lamps, Signs, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node, Vector

POWER, MODE, THERMOSTAT, CLOCK = "power_control", "heating_mode_knob", "room_thermostat", "heating_clock"
SWING, FROST, LOCK = "louvre_swing", "frost_guard", "heater_lock"
TURNED = (MODE, THERMOSTAT, CLOCK)
PRESSED = (POWER, SWING, FROST, LOCK)
SIGNS = {
    "cool": "@fan",
    "keep": "@thermometer",
    "timer": "@timer_outline",
    "swing": "@arrow_left_right",
    "frost": "@snowflake",
    "lock": "@lock",
}
EMBER: Colour = (1.0, 0.36, 0.06)
BREEZE: Colour = (0.75, 0.88, 1.0)
RED: Colour = (1.0, 0.3, 0.2)
TURN = math.radians(24)

Place = tuple[str, Vector, tuple[float, float]]
"""A face of the body, the middle of a rectangle on it and its half size."""


@dataclass
class _Case:
    """A kind of heater as built: what glows, and where its controls may sit."""

    root: Node
    body: Node
    """What turns when the heater swings."""
    cold: Colour
    """The colour of what glows, while it is cold."""
    glowing: list[str]
    many: Place
    """Room for turned controls."""
    few: Place
    """Room for pressed controls."""
    window: Vector
    across: int
    """How many controls stand beside each other in `many`."""
    clouds: list[tuple[Vector, Vector]]
    shine: float = 1.0
    """How strongly what glows takes the colour of embers."""
    swaps: bool = False
    """Whether turned and pressed controls may change places."""
    backs: list[str] = field(default_factory=list)
    """Reflectors behind what glows."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a heater whose kind, proportions and colours come from `rng`."""
    shell = rng.choice((*SHELLS[:4], SHELLS[0], SHELLS[6]))
    kinds = (_fan, _rods, _fan, _rods) if SWING in choices else (_radiator, _radiator, _radiator, _rods)
    case = rng.choice(kinds)(rng, shell)
    fit, body = Fitter(choices), case.body

    x, y, z = case.window
    body.box((0.19, 0.012, 0.075), (x, y, z), DARK)
    display = Display(body, "display", (x - 0.075, y - 0.008, z), (0.09, 0.06), 2)
    signs = Signs(body, "signs", (x + 0.1, y - 0.014, z - 0.018), (0.055, 0.04), SIGNS)
    pilots = Lamps(body, "pilot", [(x + 0.08 + 0.045 * i, y - 0.012, z + 0.045) for i in range(2)], 0.013)
    air = Haze(body, case.clouds, 0.22)

    places = [(case.many, [c for c in TURNED if c in choices]), (case.few, [c for c in PRESSED if c in choices])]
    if case.swaps and rng.random() < 0.35 and len(places[1][1]) <= 3:
        places = [(case.many, places[1][1]), (case.few, places[0][1])]
    for i, ((face, centre, half), wanted) in enumerate(places):
        rng.shuffle(wanted)
        if not wanted:
            continue
        columns = min(len(wanted), case.across) if i == 0 else _columns(len(wanted), half)
        rows = math.ceil(len(wanted) / columns)
        for component, (pos, size) in zip(wanted, grid(face, centre, half, columns, rows, 0.93), strict=False):
            fit.fix(body, component, face, pos, (min(size[0], 0.16), min(size[1], 0.16)))

    def paint(look: LookBuilder, state: Features) -> None:
        heat, breeze = state.get("heat", 0.0), state.get("wind", 0.0)
        look.joint(body.name, TURN * state.get("turn", 0))
        count = math.ceil(heat * len(case.glowing)) if case.shine == 1 else len(case.glowing)
        for shape in case.glowing[:count] if heat else ():
            tone = mixed(case.cold, EMBER, case.shine * (0.35 + 0.65 * heat))
            look.paint(shape, tone, "glow" if case.shine == 1 else "soft")
        for shape in case.backs if heat else ():
            look.paint(shape, mixed(METAL, EMBER, 0.2 + 0.3 * heat), "soft")
        air.show(
            look, breeze or (heat if case.shine < 1 else 0), mixed(EMBER, (1.0, 0.7, 0.4), 0.6) if heat else BREEZE
        )
        pilots.light(look, state.get("power", 0), RED)
        display.show(look, state.get("screen", ""), (1.0, 0.6, 0.2))
        signs.show(look, state.get("sign"), BREEZE if state.get("sign") in ("cool", "frost") else (1.0, 0.6, 0.2))

    return Draft((case.root,), fit.parts, paint)


def _columns(count: int, half: tuple[float, float]) -> int:
    return max(range(1, count + 1), key=lambda c: min(half[0] / c, half[1] / math.ceil(count / c)))


def _radiator(rng: Random, shell: Colour) -> _Case:
    """Upright rounded fins in a row on wheels, a control box at one end."""
    root = Node("heater")
    body = root.child("body", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    fins, pitch = rng.choice((6, 7, 8)), uniform(rng, 0.115, 0.125)
    side = rng.choice((-1.0, 1.0))
    deep, low, tall = uniform(rng, 0.16, 0.19), 0.12, uniform(rng, 0.84, 0.94)
    box = 0.235
    length = fins * pitch
    start = -side * (box + length / 2)
    glowing = []
    for i in range(fins):
        x = start + side * (0.5 * pitch + i * pitch)
        glowing.append(body.box((0.042, deep, tall / 2 - deep), (x, 0, low + tall / 2), shell, material="gloss"))
        for z in (low + deep, low + tall - deep):
            glowing.append(body.disc(deep, 0.042, (x, 0, z), shell, axis=(1, 0, 0), material="gloss"))
        body.box((0.05, 0.03, tall / 2 - 0.13), (x, 0, low + tall / 2), shell)  # the seam
    end = start + side * length
    for z in (low + 0.14, low + tall - 0.14):
        body.disc(0.075, length / 2, ((start + end) / 2, 0, z), mixed(shell, DARK, 0.25), axis=(1, 0, 0))
    middle, half = end + side * box, tall / 2
    case = rng.choice((DARK, mixed(shell, DARK, 0.55), shell, (0.3, 0.32, 0.36)))
    soft_box(body, (box, 0.25, half), (middle, 0, low + half), case, 0.05)
    body.box((box - 0.03, 0.01, half - 0.04), (middle, -0.25, low + half), rng.choice(PANELS))
    for x in (start + side * 1.2 * pitch, middle):
        body.rod(0.025, (x, -0.24, 0.08), (x, 0.24, 0.08), DARK)
        body.box((0.04, 0.05, 0.05), (x, 0, 0.1), DARK)
        for y in (-0.24, 0.24):
            body.disc(0.07, 0.03, (x, y, 0.07), DARK, axis=(1, 0, 0))
    if rng.random() < 0.6:  # a handle over the fins
        a, b, z = start + side * 1.5 * pitch, end - side * 1.5 * pitch, low + tall
        body.rod(0.02, (a, 0, z + 0.07), (b, 0, z + 0.07), DARK)
        for x in (a, b):
            body.rod(0.02, (x, 0, z - 0.02), (x, 0, z + 0.07), DARK)
    edge = middle + side * box
    top = ("top", (middle, 0.0, low + tall), (box - 0.03, 0.22))
    flank = ("right" if side > 0 else "left", (edge, 0.0, low + 0.6 * tall), (0.2, 0.34 * tall))
    many: Place = ("front", (middle, -0.26, low + 0.42 * tall), (box - 0.04, 0.38 * tall))
    cloud_z = low + tall + 0.08
    clouds = [((start + side * length * t, 0.0, cloud_z + 0.07 * (i % 2)), (0.17, 0.1, 0.07))
              for i, t in enumerate((0.3, 0.7, 0.1, 0.5, 0.9))]  # fmt: skip
    return _Case(root, body, shell, glowing, many, rng.choice((top, flank)), (middle, -0.26, low + tall - 0.13), 1,
                 clouds, 0.42, True)  # fmt: skip


def _fan(rng: Random, shell: Colour) -> _Case:
    """A compact box that turns on its foot: a grille with heating coils behind it, controls on top and below."""
    w, d, h = uniform(rng, 0.84, 0.98), uniform(rng, 0.52, 0.6), uniform(rng, 0.92, 1.06)
    root, low = Node("heater"), 0.08
    root.disc(0.36 * w, 0.025, (0, 0, 0.025), DARK)
    root.disc(0.16 * w, 0.03, (0, 0, 0.06), METAL)
    body = root.child("body", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    edge = rng.choice((0.04, 0.1, 0.14))
    soft_box(body, (w / 2, d / 2, h / 2), (0, 0, low + h / 2), shell, edge)
    front, sill = -d / 2, low + 0.46
    high = low + h - 0.06
    tall, wide = (high - sill) / 2, w / 2 - max(edge, 0.06)
    body.box((wide, 0.008, tall), (0, front, sill + tall), (0.07, 0.07, 0.08))
    cold = (0.3, 0.2, 0.18)
    coils = rng.choice((4, 5))
    glowing = []
    for i in range(coils):
        z = sill + tall * (2 * i + 1) / coils
        glowing.append(body.rod(0.022, (-wide + 0.06, front - 0.012, z), (wide - 0.06, front - 0.012, z), cold))
    glowing = glowing[::2] + glowing[1::2]
    wires = rng.choice((9, 13))
    ink = rng.choice((METAL, DARK, shell))
    for i in range(wires):  # the guard before the coils
        x = wide * (2 * (i + 0.5) / wires - 1)
        body.box((0.007, 0.006, tall), (x, front - 0.036, sill + tall), ink)
    for z in (sill, high):
        body.box((wide + 0.015, 0.022, 0.018), (0, front - 0.02, z), ink)
    for x in (-wide, wide):
        body.box((0.018, 0.022, tall + 0.018), (x, front - 0.02, sill + tall), ink)
    for face, x in (("left", -w / 2), ("right", w / 2)):
        slots(body, face, (x, 0.02, low + 0.6 * h), (0.28 * d, 0.16), 5, DARK)
    body.rod(0.025, (-0.2, 0.4 * d, low + h + 0.06), (0.2, 0.4 * d, low + h + 0.06), DARK)
    for x in (-0.2, 0.2):
        body.rod(0.025, (x, 0.4 * d, low + h - 0.02), (x, 0.4 * d, low + h + 0.06), DARK)
    many: Place = ("top", (0, -0.1 * d, low + h), (w / 2 - max(0.06, 0.6 * edge), 0.36 * d))
    few: Place = ("front", (0, front, low + 0.14), (w / 2 - edge - 0.02, 0.12))
    clouds = [
        ((x, front - 0.16, sill + tall + z), (0.16, 0.12, 0.09)) for x, z in ((-0.15, 0), (0.2, -0.1), (0.1, 0.12))
    ]
    return _Case(root, body, cold, glowing, many, few, (0, front, low + 0.35), 3, clouds, swaps=True)


def _rods(rng: Random, shell: Colour) -> _Case:
    """A broad panel on a foot: glass rods before a bright reflector, controls beside them and on top."""
    w, d, h = uniform(rng, 1.2, 1.34), uniform(rng, 0.42, 0.48), uniform(rng, 0.84, 0.96)
    root, low = Node("heater"), 0.13
    root.box((0.34 * w, 0.32, 0.025), (0, 0, 0.025), DARK)
    root.disc(0.1, 0.05, (0, 0, 0.08), METAL)
    body = root.child("body", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    side, front = rng.choice((-1.0, 1.0)), -d / 2
    soft_box(body, (w / 2, d / 2, h / 2), (0, 0, low + h / 2), shell, rng.choice((0.02, 0.06)))
    column = 0.22
    edge = side * (w / 2 - 2 * column - 0.07)  # the reflector reaches from the other end to here
    far = -side * (w / 2 - 0.07)
    middle, wide, tall = (edge + far) / 2, abs(edge - far) / 2, h / 2 - 0.07
    centre = low + h / 2
    backs = [body.box((wide, 0.006, tall), (middle, front, centre), METAL, material="gloss")]
    cold = (0.62, 0.56, 0.54)
    count = rng.choice((2, 3, 4))
    glowing = []
    for i in range(count):
        z = centre + tall * ((2 * i + 1) / count - 1)
        ends = ((middle - wide + 0.08, front - 0.035, z), (middle + wide - 0.08, front - 0.035, z))
        glowing.append(body.rod(0.034, *ends, cold, material="gloss"))
        for x in (middle - wide + 0.04, middle + wide - 0.04):
            body.box((0.03, 0.035, 0.05), (x, front - 0.03, z), (0.9, 0.88, 0.84))
    bars = rng.choice((7, 10))
    for i in range(bars):
        x = middle + wide * (2 * (i + 0.5) / bars - 1)
        body.box((0.006, 0.006, tall), (x, front - 0.09, centre), DARK)
    for z in (centre - tall, centre + tall):
        body.box((wide + 0.02, 0.05, 0.016), (middle, front - 0.05, z), DARK)
    spot = side * (w / 2 - column - 0.02)
    body.box((column - 0.01, 0.01, h / 2 - 0.04), (spot, front, centre), rng.choice(PANELS))
    slots(body, "back", (0, d / 2, centre + 0.15), (0.35 * w, 0.12), 5, DARK)
    many: Place = ("front", (spot, front - 0.01, low + 0.42 * h), (column - 0.03, 0.39 * h))
    few: Place = ("top", (0, 0, low + h), (0.42 * w, 0.16))
    clouds = [
        ((middle + x, front - 0.2, centre + z), (0.2, 0.1, 0.12)) for x, z in ((0, 0), (0.2, 0.15), (-0.2, -0.12))
    ]
    return _Case(root, body, cold, glowing, many, few, (spot, front - 0.01, low + h - 0.13), 1, clouds, backs=backs,
                 swaps=True)  # fmt: skip
