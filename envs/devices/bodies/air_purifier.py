"""An air purifier: a round column, a tower or a broad box with a round grille, an air outlet and a sensor light."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import DIGIT, Display, Haze, Signs, round_slots, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector

POWER, SPEED, AUTO, NIGHT = "power_control", "air_speed_control", "auto_clean_control", "quiet_night_control"
IONS, TIMER, LOCK, FILTER = "ionizer_control", "purifying_timer", "panel_lock", "filter_check"
GLOW = "glow_ring_control"
ORDER = (POWER, SPEED, AUTO, NIGHT, TIMER, IONS, FILTER, LOCK, GLOW)
SIGNS = {
    "auto": "AUTO",
    "night": "@weather_night",
    "ion": "ION",
    "timer": "@timer_outline",
    "lock": "@lock",
    "filter": "@air_filter",
}
AIR: dict[str, Colour] = {
    "good": (0.25, 0.65, 1.0),
    "fair": (0.3, 0.9, 0.4),
    "bad": (1.0, 0.3, 0.15),
    "ion": (0.75, 0.5, 1.0),
    "lamp": (1.0, 0.85, 0.5),
    "dim": (0.12, 0.2, 0.42),
}
"""The colour of the sensor light by what it says of the air."""
WIND: Colour = (0.8, 0.92, 1.0)
DULL: Colour = (0.42, 0.44, 0.46)


@dataclass
class _Shell:
    """What the painter and the layout need of a body."""

    root: Node
    light: list[str]
    vanes: list[str]
    """The fan's blades behind the grille."""
    deck: tuple[Vector, tuple[float, float]]
    """Where controls sit on top, and the half size there."""
    strip: tuple[Vector, tuple[float, float]]
    """Where controls sit on the front."""
    window: Vector
    """The middle of the screen."""
    screen: tuple[float, float]
    outlet: Vector


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on an air purifier whose shape, proportions and colours come from `rng`."""
    colour = rng.choice((*SHELLS[:3], SHELLS[0], SHELLS[3], SHELLS[5]))
    trim = DARK if sum(colour) > 1.6 else (0.5, 0.52, 0.55)
    shape = rng.choice((_column, _tower, _broad))(rng, colour, trim)
    root, fit = shape.root, Fitter(choices)

    (x, y, z), (a, b) = shape.window, shape.screen
    panel = root.child("screen", (x, y, z), FRAMES["front"])
    panel.box((a, b, 0.01), (0, 0, 0.006), (0.05, 0.06, 0.08), material="gloss")
    print_mark(panel, "PM2.5", (-0.56 * a, 0.68 * b, 0.018), (0.34 * a, 0.22 * b), (0.75, 0.8, 0.85))
    display = Display(root, "display", (x - 0.32 * a, y - 0.003, z - 0.22 * b), (0.56 * a, 0.66 * b), 3)
    signs = Signs(root, "signs", (x + 0.6 * a, y - 0.018, z), (0.3 * a, 0.6 * b), SIGNS)
    wind = Haze(
        root,
        [
            (
                (shape.outlet[0], shape.outlet[1] + 0.02 * i, shape.outlet[2] + 0.07 + 0.09 * i),
                (0.2 + 0.05 * i, 0.1, 0.06),
            )
            for i in range(3)
        ],
        0.3,
    )

    wanted = [c for c in ORDER if fit.wants(c)]
    tail = wanted[1:]
    if rng.random() < 0.5:
        rng.shuffle(tail)
    wanted = [*wanted[:1], *tail]
    room = min(4, len(wanted) - 1)
    count = rng.choice((0, 0, room - 1, room, room))
    before = wanted[:count] if rng.random() < 0.6 else wanted[len(wanted) - count :]
    above = [c for c in wanted if c not in before]
    lay_out(fit, root, before, "front", *shape.strip, most=0.13)
    if not before and all(node.name != "emblem" for node in root.children):
        _emblem(rng, root, shape.strip[0], 0.6 * min(shape.strip[1]), DULL if sum(colour) > 1.6 else SHELLS[0])
    lay_out(fit, root, above, "top", *shape.deck, most=0.14)

    def paint(look: LookBuilder, state: Features) -> None:
        air = state.get("air", "")
        for part in shape.light if air else ():
            look.paint(part, AIR[air], "glow")
        blowing = state.get("wind", 0.0)
        for vane in shape.vanes if blowing else ():
            look.paint(vane, mixed((0.4, 0.43, 0.46), WIND, 0.3 + 0.7 * blowing), "soft")
        wind.show(look, blowing, WIND)
        display.show(look, state.get("screen", ""), AIR["bad"] if air == "bad" else DIGIT)
        signs.show(look, state.get("sign"))

    return Draft((root,), fit.parts, paint)


def _halo(root: Node, at: Vector, radius: float, width: float) -> list[str]:
    """A ring of light on the front: a pale disc of which the rim stays free."""
    holder = root.child("halo", at, FRAMES["front"])
    return [holder.disc(radius + width, 0.008, (0, 0, 0.004), DULL)]


def _grille(rng: Random, root: Node, at: Vector, radius: float, ink: Colour) -> list[str]:
    """A round grille in the front with a fan behind it; the blades."""
    holder = root.child("fan", at, FRAMES["front"])
    holder.disc(radius, 0.012, (0, 0, 0.006), (0.09, 0.1, 0.12))
    blades = rng.choice((5, 6, 7))
    names = [
        holder.box(
            (0.13 * radius, 0.36 * radius, 0.004), _around(0.52 * radius, turn), (0.3, 0.32, 0.35), turn=-turn - 0.4
        )
        for turn in (2 * math.pi * i / blades for i in range(blades))
    ]
    round_slots(root, "front", (at[0], at[1] - 0.018, at[2]), 0.97 * radius, rng.choice((8, 12)), ink)
    holder.disc(0.2 * radius, 0.02, (0, 0, 0.03), ink)
    return names


def _around(radius: float, turn: float) -> Vector:
    return (radius * math.sin(turn), radius * math.cos(turn), 0.021)


def _emblem(rng: Random, root: Node, at: Vector, size: float, ink: Colour) -> None:
    mark = rng.choice(("@leaf", "@weather_windy", "@air_purifier", "@pine_tree"))
    print_mark(root.child("emblem", at, FRAMES["front"]), mark, (0, 0, 0.002), (size, size), ink)


def _tower(rng: Random, colour: Colour, trim: Colour) -> _Shell:
    """A slim upright box: the grille low in the front, the screen above it, the outlet behind the controls."""
    w, d, h = uniform(rng, 0.72, 0.82), uniform(rng, 0.58, 0.64), uniform(rng, 1.16, 1.32)
    root, low = Node("purifier"), 0.05
    edge = rng.choice((0.03, 0.1, 0.16))
    root.disc(0.36 * w, low / 2, (0, 0, low / 2), DARK)
    soft_box(root, (w / 2, d / 2, h / 2), (0, 0, low + h / 2), colour, edge)
    front, r = -d / 2, 0.36 * w
    middle = low + r + 0.09
    light = _halo(root, (0, front, middle), r, 0.035)
    vanes = _grille(rng, root, (0, front - 0.012, middle), r, rng.choice((colour, trim)))
    head = low + h
    sign = head - 0.12
    span = w / 2 - max(edge, 0.05) - 0.01
    free = (middle + r + 0.06, sign - 0.1)
    strip = ((0.0, front, (free[0] + free[1]) / 2), (span, (free[1] - free[0]) / 2))
    _vents(root, w / 2, d, low + 0.15, head - 0.3, trim)
    return _Shell(root, light, vanes, _top(root, w, d, head, edge, trim), strip=strip, window=(0, front, sign),
                  screen=(span, 0.085), outlet=(0, 0.27 * d, head))  # fmt: skip


def _broad(rng: Random, colour: Colour, trim: Colour) -> _Shell:
    """A broad box on feet: the grille on one side of the front, screen and controls on the other."""
    w, d, h = uniform(rng, 1.12, 1.26), uniform(rng, 0.5, 0.58), uniform(rng, 0.9, 1.02)
    root, low, edge = Node("purifier"), 0.1, rng.choice((0.03, 0.09))
    for x in (-1, 1):
        root.box((0.05, 0.42 * d, low / 2), (0.36 * x * w, 0, low / 2), DARK)
    soft_box(root, (w / 2, d / 2, h / 2), (0, 0, low + h / 2), colour, edge)
    side, front, r = rng.choice((-1.0, 1.0)), -d / 2, min(0.255 * w, 0.34 * h)
    far, middle, head = side * (w / 2 - r - 0.09), low + 0.47 * h, low + h
    light = _halo(root, (far, front, middle), r, 0.035)
    vanes = _grille(rng, root, (far, front - 0.012, middle), r, rng.choice((colour, trim)))
    span = (w - 2 * r - 0.26) / 2
    near = -side * (w / 2 - span - 0.07)
    root.box((span + 0.025, 0.01, h / 2 - 0.06), (near, front, low + h / 2), rng.choice(PANELS))
    _emblem(rng, root, (near, front - 0.01, low + 0.15), 0.06, trim)
    strip = ((near, front - 0.01, low + 0.47 * h), (span, 0.22 * h))
    _vents(root, w / 2, d, low + 0.15, head - 0.2, trim)
    window = (near, front - 0.01, head - 0.17)
    return _Shell(
        root, light, vanes, _top(root, w, d, head, edge, trim), strip, window, (span, 0.085), (0, 0.27 * d, head)
    )


def _top(root: Node, w: float, d: float, z: float, edge: float, trim: Colour) -> tuple[Vector, tuple[float, float]]:
    """The outlet's slots in the back of the top; the place for controls before them."""
    inset = max(0.05, 0.6 * edge)
    root.box((w / 2 - inset, 0.19 * d, 0.006), (0, 0.26 * d, z), (0.2, 0.21, 0.23))
    slots(root, "top", (0, 0.26 * d, z + 0.004), (w / 2 - inset - 0.02, 0.17 * d), 5, trim if trim != DARK else DULL)
    return (0.0, -0.2 * d, z), (w / 2 - inset, 0.26 * d)


def _vents(root: Node, x: float, d: float, low: float, high: float, ink: Colour) -> None:
    for face, at in (("left", -x), ("right", x)):
        slots(root, face, (at, 0.06 * d, (low + high) / 2), (0.26 * d, (high - low) / 2), 9, ink)


def _column(rng: Random, colour: Colour, trim: Colour) -> _Shell:
    """A round column: holes all around below, a ring of light, a round outlet on top around the controls."""
    r, h = uniform(rng, 0.42, 0.47), uniform(rng, 1.12, 1.28)
    root, low = Node("purifier"), 0.04
    root.disc(0.9 * r, low / 2, (0, 0, low / 2), DARK)
    root.disc(r, h / 2, (0, 0, low + h / 2), colour)
    head, waist = low + h, low + uniform(rng, 0.5, 0.54) * h
    rows, around = rng.choice(((1, 44), (3, 40), (7, 30)))
    tall = (waist - low - 0.12) / rows
    for row in range(rows):
        for i in range(around):
            turn = 2 * math.pi * (i + 0.5 * (row % 2)) / around
            at = (r * math.sin(turn), -r * math.cos(turn), low + 0.07 + tall * (row + 0.5))
            root.box((0.022 if rows > 5 else 0.013, 0.006, 0.42 * tall), at, trim, turn=turn)
    light = [root.disc(1.012 * r, 0.018, (0, 0, waist), DULL)]
    front, span = -r - 0.015, 0.56 * r
    bottom = waist + 0.05
    middle = (bottom + head - 0.03) / 2
    facia = rng.choice((colour, *PANELS))
    root.box((span + 0.03, 0.08, (head - 0.03 - bottom) / 2), (0, front + 0.08, middle), facia)
    sign = head - 0.15
    strip = ((0.0, front, (bottom + sign - 0.1) / 2), (span, (sign - 0.1 - bottom) / 2))
    root.disc(0.96 * r, 0.008, (0, 0, head + 0.004), (0.2, 0.21, 0.23))
    spokes = 40
    for i in range(spokes):
        turn = 2 * math.pi * i / spokes
        root.box((0.009, 0.17 * r, 0.008), (0.76 * r * math.sin(turn), 0.76 * r * math.cos(turn), head + 0.012),
                 colour, turn=-turn)  # fmt: skip
    back, near = 0.36 * r, -0.62 * r
    root.box((0.74 * r, (back - near) / 2, 0.014), (0, (back + near) / 2, head + 0.02), colour)
    deck = ((0.0, (back + near) / 2, head + 0.034), (0.71 * r, (back - near) / 2 - 0.01))
    return _Shell(root, light, [], deck, strip, (0, front, sign), (span, 0.085), (0, 0.68 * r, head + 0.02))
