"""A humidifier: a water tank (a drop, a cylinder or a box) on a base, with a nozzle on top from which mist rises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, uniform
from envs.devices.bodies.fixtures import Display, Haze, Lamps, Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector

POWER, LEVEL, WARM, TARGET = "power_control", "mist_level_control", "warm_mist_control", "humidity_target"
NIGHT, TIMER, AROMA = "night_mist_control", "misting_timer", "aroma_control"
MOOD, RINSE = "mood_light_control", "tank_rinse_control"
ORDER = (POWER, LEVEL, WARM, TARGET, NIGHT, TIMER, AROMA, MOOD, RINSE)
SIGNS = {
    "warm": "@thermometer",
    "keep": "@water_percent",
    "night": "@weather_night",
    "timer": "@timer_outline",
    "scent": "@flower",
    "rinse": "@water_sync",
}
MIST: dict[str, Colour] = {"cool": (1.0, 1.0, 1.0), "warm": (1.0, 0.8, 0.6), "scent": (1.0, 0.72, 0.9)}
PILOT: dict[str, Colour] = {
    "mist": (0.3, 0.7, 1.0),
    "warm": (1.0, 0.45, 0.15),
    "keep": (0.3, 0.9, 0.4),
    "night": (0.2, 0.25, 0.5),
    "scent": (1.0, 0.5, 0.8),
    "rinse": (1.0, 0.9, 0.4),
}
GLOWS: tuple[Colour, ...] = ((1.0, 0.75, 0.35), (0.75, 0.45, 1.0), (0.3, 0.9, 0.75), (1.0, 0.5, 0.6))
WATER: tuple[Colour, ...] = ((0.3, 0.58, 0.85), (0.35, 0.66, 0.82), (0.26, 0.5, 0.8))
GLASS: tuple[Colour, ...] = ((0.75, 0.88, 0.97), (0.85, 0.92, 0.95), (0.62, 0.78, 0.9), (0.45, 0.5, 0.56))
CLOUDS: tuple[tuple[Vector, Vector], ...] = (
    ((0.0, 0.0, 0.04), (0.07, 0.06, 0.07)),
    ((0.02, 0.0, 0.11), (0.11, 0.08, 0.06)),
    ((0.12, -0.01, 0.13), (0.13, 0.09, 0.07)),
    ((-0.12, 0.01, 0.12), (0.12, 0.09, 0.06)),
    ((0.25, -0.02, 0.06), (0.13, 0.1, 0.08)),
    ((-0.25, 0.0, 0.05), (0.14, 0.1, 0.07)),
    ((0.36, -0.02, -0.06), (0.12, 0.1, 0.08)),
    ((-0.36, -0.02, -0.08), (0.12, 0.1, 0.09)),
)
"""Mist above the nozzle, from its root outwards: it rises and then sinks to both sides."""


@dataclass
class _Tank:
    """The shapes of a tank that show a state, and the tip of its nozzle."""

    glass: str
    water: str
    bubbles: list[str]
    tip: Vector


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a humidifier whose shape, proportions and colours come from `rng`."""
    shell, water, glass, glow = (rng.choice(tones) for tones in (SHELLS, WATER, GLASS, GLOWS))
    root, fit = Node("humidifier"), Fitter(choices)
    wanted = [c for c in ORDER if fit.wants(c)]
    tail = wanted[1:]
    rng.shuffle(tail)
    wanted = [*wanted[:1], *tail] if rng.random() < 0.7 else [*tail, *wanted[:1]]

    upright = rng.random() < 0.3
    if upright:  # base and tank are flush; the nozzle stands at the back of the lid
        w, d, h = uniform(rng, 0.74, 0.84), uniform(rng, 0.56, 0.64), uniform(rng, 0.42, 0.48)
    else:  # the base reaches out before the tank
        w, d, h = uniform(rng, 0.98, 1.12), uniform(rng, 0.8, 0.88), uniform(rng, 0.29, 0.34)
    edge, low = rng.choice((0.05, 0.09, 0.12) if upright else (0.05, 0.12, 0.17)), 0.03
    front, top = -d / 2, low + h
    root.box((0.42 * w, 0.4 * d, low / 2), (0, 0, low / 2), DARK)
    soft_box(root, (w / 2, d / 2, h / 2), (0, 0, low + h / 2), shell, edge)

    span = w / 2 - edge - 0.01
    wide = 0.17
    side = rng.choice((-1.0, 1.0))
    if upright:
        tank = _upright(rng, root, (w, d, top), edge, shell, glass, water)
        deck = ((0.0, -0.24 * d, tank.tip[2] - 0.1), (w / 2 - max(edge, 0.06), 0.22 * d))
        window = (0.0, front, top - 0.09)
        strip = ((0.0, front, low + (h - 0.16) / 2), (span, (h - 0.16) / 2 - 0.01))
    else:
        maker: Callable[..., _Tank] = rng.choice((_drop, _drop, _cylinder, _box))
        tank = maker(rng, root, (0.0, 0.12 * d, top), w, shell, glass, water)
        back = 0.12 * d - 0.32
        deck = ((0.0, (front + back) / 2 + 0.01, top), (w / 2 - max(0.7 * edge, 0.05), (back - front) / 2 - 0.02))
        window = (side * (span - wide), front, low + h / 2)
        strip = ((-side * wide - side * 0.01, front, low + h / 2), (span - wide - 0.01, h / 2 - 0.02))
    x, y, z = window
    half = 0.075
    root.box((wide, 0.01, half + 0.01), (x, y, z), rng.choice((DARK, *PANELS[:1])))
    display = Display(root, "display", (x - 0.06, y - 0.01, z), (0.09, half - 0.012), 2)
    signs = Signs(root, "signs", (x + 0.095, y - 0.012, z - 0.02), (0.05, 0.042), SIGNS)
    pilot = Lamps(root, "pilot", [(x + 0.095, y - 0.01, z + 0.05)], 0.014)
    mist = Haze(root, [((tank.tip[0] + p[0], tank.tip[1] + p[1], tank.tip[2] + p[2]), s) for p, s in CLOUDS], 0.42)

    count = min(len(wanted) - 1, rng.choice((0, 1, 2, 2, 3, 3)))
    lay_out(fit, root, wanted[:count], "front", *strip, most=0.13)
    lay_out(fit, root, wanted[count:], "top", *deck, most=0.13)

    def paint(look: LookBuilder, state: Features) -> None:
        kind = "warm" if state.get("warm") else "scent" if state.get("scent") else "cool"
        mist.show(look, state.get("mist", 0.0), MIST[kind])
        if state.get("glow"):
            look.paint(tank.glass, glow, "glow", 0.6)
            look.paint(tank.water, glow, "glow")
        elif state.get("warm"):
            look.paint(tank.water, (0.85, 0.5, 0.4))
        if not state.get("rinse"):
            look.hide(*tank.bubbles)
        lamp = state.get("pilot", "")
        if lamp:
            pilot.light_one(look, 0, PILOT[lamp])
        display.show(look, state.get("screen", ""), PILOT["mist"])
        signs.show(look, state.get("sign"))

    return Draft((root,), fit.parts, paint)


def _nozzle(rng: Random, root: Node, at: Vector, colour: Colour) -> Vector:
    """A short spout on a flat ring; its tip."""
    x, y, z = at
    ink = METAL if sum(colour) < 1.4 else rng.choice((DARK, METAL))
    root.disc(0.12, 0.012, (x, y, z + 0.012), ink)
    root.disc(0.075, 0.05, (x, y, z + 0.05), colour)
    root.disc(0.05, 0.004, (x, y, z + 0.1), (0.05, 0.06, 0.08))
    return (x, y, z + 0.1)


def _bubbles(rng: Random, root: Node, middle: Vector, spread: tuple[float, float]) -> list[str]:
    """Foam at the front of the water."""
    names = []
    for i in range(14):
        x, z = spread[0] * (2 * ((i * 5) % 14) / 13 - 1), spread[1] * uniform(rng, -1, 1)
        r = uniform(rng, 0.02, 0.042)
        names.append(root.shape("sphere", (r,), (middle[0] + x, middle[1], middle[2] + z), (0.97, 0.98, 1.0)))
    return names


def _drop(rng: Random, root: Node, at: Vector, w: float, shell: Colour, glass: Colour, water: Colour) -> _Tank:
    """A drop: a round belly that draws out to a point, which is the nozzle."""
    x, y, z = at
    r, tall = min(0.3, 0.3 * w), uniform(rng, 0.82, 0.94)
    belly = 0.27
    inner = root.shape("ellipsoid", (0.9 * r, 0.9 * r, 0.86 * belly), (x, y, z + belly - 0.03), water, material="gloss")
    outer = root.shape("ellipsoid", (r, r, belly), (x, y, z + belly - 0.02), (*glass, 0.45), material="gloss")
    root.disc(0.8 * r, 0.03, (x, y, z + 0.03), shell)
    start, count = belly + 0.08, 40
    for i in range(count):
        t = i / (count - 1)
        wide = 0.94 * r * (1 - t) ** 1.25 * (1 + 0.35 * t) + 0.045 * t
        step = (tall - start) / count
        root.disc(wide, step / 2 + 0.001, (x, y, z + start + step * (i + 0.5)), shell)
    root.disc(0.034, 0.004, (x, y, z + tall + 0.002), (0.05, 0.06, 0.08))
    foam = _bubbles(rng, root, (x, y - 0.86 * r, z + belly - 0.04), (0.3 * r, 0.08))
    return _Tank(outer, inner, foam, (x, y, z + tall))


def _cylinder(rng: Random, root: Node, at: Vector, w: float, shell: Colour, glass: Colour, water: Colour) -> _Tank:
    """A round tank with a domed lid."""
    x, y, z = at
    r, tall = 0.295, uniform(rng, 0.46, 0.6)
    level = uniform(rng, 0.5, 0.75)
    inner = root.disc(0.9 * r, level * tall / 2, (x, y, z + level * tall / 2), water, material="gloss")
    outer = root.shape("cylinder", (r, tall / 2), (x, y, z + tall / 2), (*glass, 0.4), material="gloss")
    root.shape("ellipsoid", (1.02 * r, 1.02 * r, 0.13), (x, y, z + tall), shell)
    root.disc(1.03 * r, 0.03, (x, y, z + tall), shell)
    _drop_sign(root, (x, y - 1.01 * r, z + 0.3 * tall), 0.1)
    foam = _bubbles(rng, root, (x, y - 0.85 * r, z + 0.55 * level * tall), (0.4 * r, 0.3 * level * tall))
    return _Tank(outer, inner, foam, _nozzle(rng, root, (x, y, z + tall + 0.11), shell))


def _box(rng: Random, root: Node, at: Vector, w: float, shell: Colour, glass: Colour, water: Colour) -> _Tank:
    """A broad tank with a carrying handle beside its nozzle."""
    x, y, z = at
    a, b, tall = 0.42 * w, 0.27, uniform(rng, 0.44, 0.54)
    tank = _flat(rng, root, at, (a, b), tall, glass, water)
    soft_box(root, (a + 0.01, b + 0.01, 0.035), (x, y, z + tall + 0.035), shell, 0.03)
    root.rod(0.025, (x - 0.3, y, z + tall + 0.13), (x + 0.02, y, z + tall + 0.13), shell)
    for end in (-0.3, 0.02):
        root.rod(0.025, (x + end, y, z + tall + 0.06), (x + end, y, z + tall + 0.13), shell)
    tank.tip = _nozzle(rng, root, (x + 0.22, y, z + tall + 0.07), shell)
    return tank


def _upright(
    rng: Random,
    root: Node,
    size: tuple[float, float, float],
    edge: float,
    shell: Colour,
    glass: Colour,
    water: Colour,
) -> _Tank:
    """A tank flush with its base, under a lid with the nozzle at the back."""
    w, d, z = size
    tall = uniform(rng, 0.5, 0.62)
    tank = _flat(rng, root, (0, 0, z), (0.44 * w, 0.44 * d), tall, glass, water)
    soft_box(root, (w / 2, d / 2, 0.05), (0, 0, z + tall + 0.05), shell, edge)
    tank.tip = _nozzle(rng, root, (0, 0.24 * d, z + tall + 0.1), shell)
    return tank


def _flat(
    rng: Random, root: Node, at: Vector, half: tuple[float, float], tall: float, glass: Colour, water: Colour
) -> _Tank:
    x, y, z = at
    level = uniform(rng, 0.5, 0.75)
    size = (0.93 * half[0], 0.9 * half[1], level * tall / 2)
    inner = root.box(size, (x, y, z + level * tall / 2), water, material="gloss")
    outer = root.shape("box", (*half, tall / 2), (x, y, z + tall / 2), (*glass, 0.4), material="gloss")
    for i in range(3):  # the marks of a scale
        root.box((0.04, 0.003, 0.006), (x - 0.75 * half[0], y - half[1], z + tall * (0.3 + 0.22 * i)), DARK)
    _drop_sign(root, (x, y - half[1] - 0.001, z + 0.35 * tall), 0.11)
    foam = _bubbles(rng, root, (x, y - 0.9 * half[1], z + level * tall * 0.6), (0.7 * half[0], 0.3 * level * tall))
    return _Tank(outer, inner, foam, (x, y, z + tall))


def _drop_sign(root: Node, at: Vector, size: float) -> None:
    print_mark(root.child("sign", at, FRAMES["front"]), "@water", (0, 0, 0.002), (size, size), (0.95, 0.97, 1.0))
