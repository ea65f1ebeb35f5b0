"""A telephone with a cord: a slanting or wall-hung body with a receiver on its rest, a keypad and a small screen."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, grid, lay_out, uniform
from envs.devices.bodies.fixtures import DIGIT, Display, Lamps, Signs, slots
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import COLOURS, DARK
from envs.devices.parts.part import mark_colour, rim_colour
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector

RECEIVER, ONE, TWO, REDIAL = "call_receiver", "digit_one", "digit_two", "redial_key"
MUTE, SPEAKER, MESSAGE, VOLUME, HOLD = "call_mute", "loudspeaker_key", "message_key", "voice_volume", "hold_key"
SHELLS: tuple[Colour, ...] = (
    (0.92, 0.91, 0.86),
    (0.84, 0.78, 0.64),
    (0.66, 0.69, 0.73),
    (0.26, 0.28, 0.32),
    (0.62, 0.16, 0.16),
    (0.3, 0.42, 0.5),
)
KEYPAD = "123456789*0#"
SIGNS = {
    "bell": "@bell_off",
    "call": "@phone",
    "mute": "@microphone_off",
    "loud": "@volume_plus",
    "room": "@volume_high",
    "message": "@voicemail",
    "hold": "@music",
}
THICK = 0.13


@dataclass(frozen=True)
class _Slope:
    """The slanting front as a plane: its middle and its direction up the slope."""

    middle: Vector
    tilt: float

    def world(self, x: float, y: float, z: float) -> Vector:
        """A point of the plane (right, up, out) in the world."""
        c, s = math.cos(self.tilt), math.sin(self.tilt)
        return (self.middle[0] + x, self.middle[1] + y * c - z * s, self.middle[2] + y * s + z * c)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a telephone whose slope, arrangement and colours come from `rng`."""
    choices = _alike(choices)
    kind = rng.choice(("flat", "steep", "wall"))
    low, high = {"flat": (24, 30), "steep": (60, 66), "wall": (90, 90)}[kind]
    tilt = math.radians(uniform(rng, low, high))
    across = rng.random() < 0.45  # the receiver lies across the top instead of down the left
    wide, tall = uniform(rng, 0.64, 0.67), uniform(rng, 0.54, 0.56)
    dark_receiver = choices[RECEIVER].colour in ("black",)
    shell = rng.choice([c for c in SHELLS if (sum(c) > 1.2 or not dark_receiver) and _far(c, choices[RECEIVER].colour)])
    root = Node("telephone")
    fit = Fitter(choices)
    c, s = math.cos(tilt), math.sin(tilt)
    slope = _Slope((0.0, 0.0, 0.06 + tall * s + THICK * c), tilt)
    slab = root.child("slab", slope.middle, ((1, 0, 0), (0, c, s)))
    slab.box((wide, tall, THICK / 2), (0, 0, -THICK / 2), shell)
    _stand(root, slope, wide, tall, shell, kind)

    ink = (0.55, 0.57, 0.6) if sum(shell) < 1.2 else (0.36, 0.38, 0.42)
    if across:
        rest, size = (0.0, tall - 0.19), (wide - 0.07, 0.15)
        area = (-wide + 0.04, wide - 0.04, -tall + 0.03, tall - 0.38)
    else:
        rest, size = (-wide + 0.2, 0.0), (0.15, tall - 0.06)
        area = (-wide + 0.39, wide - 0.04, -tall + 0.03, tall - 0.03)
    slab.box((size[0] + 0.015, size[1] + 0.015, 0.006), (*rest, 0.004), ink)
    fit.fix(slab, RECEIVER, "top", (*rest, 0.01), size)
    cords = _cords(root, slope, rest, size, across, wide, tall, COLOURS[choices[RECEIVER].colour])
    screen, signs, lamps = _controls(rng, slab, fit, area, across, ink)

    def paint(look: LookBuilder, state: Features) -> None:
        lifted = state.get("values", {}).get(RECEIVER, 0)
        look.hide(*cords[0 if lifted else 1])
        screen.show(look, state["screen"], DIGIT)
        signs.show(look, state.get("sign"))
        lamps.light(look, state.get("lamp", 0), (0.3, 1.0, 0.4))

    return Draft((root,), fit.parts, paint)


def _alike(choices: dict[str, Choice]) -> dict[str, Choice]:
    """The choices with one kind and colour of digit key and one kind of key for all functions, as phones have them."""
    choices = dict(choices)
    choices[TWO] = replace(choices[TWO], colour=choices[ONE].colour)
    functions = [c for c in (REDIAL, MUTE, SPEAKER, MESSAGE, HOLD) if c in choices]
    for name in functions:
        first = choices[functions[0]]
        choices[name] = replace(choices[name], word=first.word, style=first.style)
    return choices


def _far(shell: Colour, colour: str) -> bool:
    return sum(abs(a - b) for a, b in zip(shell, COLOURS[colour], strict=True)) > 0.55


def _stand(root: Node, slope: _Slope, wide: float, tall: float, shell: Colour, kind: str) -> None:
    """What the slab rests on: a wedge built of slices, or a plate on the wall."""
    if kind == "wall":
        root.box((wide - 0.05, 0.05, tall - 0.05), (0, THICK + 0.05, slope.middle[2]), (0.45, 0.46, 0.48))
        return
    s, c, count = math.sin(slope.tilt), math.cos(slope.tilt), 12
    for i in range(count):
        y = tall * (2 * (i + 0.5) / count - 1) * 0.99
        at = slope.world(0, y, -THICK)
        top = at[2] + 0.5 * THICK * c
        root.box((wide - 0.006, 0.99 * tall * c / count + 0.002, top / 2), (0, at[1] - 0.3 * THICK * s, top / 2), shell)
    back = slope.world(0, tall, -THICK)
    root.box((0.12, 0.02, 0.05), (0.2, back[1], 0.12), DARK)


def _cords(
    root: Node, slope: _Slope, rest: tuple[float, float], size: tuple[float, float], across: bool, wide: float,
    tall: float, colour: Colour,
) -> list[list[str]]:  # fmt: skip
    """The coiled cord from the receiver's end to the body's left side, with the receiver at rest and lifted."""
    lift = 0.3 + 0.2 * math.sqrt(size[0] * size[1])
    socket = slope.world(-wide, 0.14 - tall if across else 0.0, -0.5 * THICK)
    end = (rest[0] - size[0] + 0.06, rest[1]) if across else (rest[0], rest[1] - size[1] + 0.06)
    out = []
    for up in (0.0, lift):
        start = slope.world(end[0] - 0.06 * across, end[1] + 0.3 * up - 0.04 * (not across), 0.06 + 0.95 * up)
        belly = (-wide - 0.16, min(start[1], socket[1]) - 0.04, min(start[2], socket[2]) * 0.6 + 0.02)
        points: list[Vector] = []
        count = 60
        for i in range(count + 1):
            t = i / count
            a, b, d = (1 - t) ** 2, 2 * t * (1 - t), t * t
            x, y, z = (a * p + b * q + d * r for p, q, r in zip(start, belly, socket, strict=True))
            curl = 0.025 * min(1.0, 6 * t, 6 * (1 - t))
            points.append((x + curl * math.cos(2.1 * i), y, z + curl * math.sin(2.1 * i)))
        out.append([
            root.shape("capsule", (0.011,), colour=colour, ends=(p, q), decor=True)
            for p, q in zip(points[:-1], points[1:], strict=True)
        ])  # fmt: skip
    return out


def _controls(
    rng: Random, slab: Node, fit: Fitter, area: tuple[float, float, float, float], across: bool, ink: Colour
) -> tuple[Display, Signs, Lamps]:
    """Keypad, function keys, and a row with the screen; area: left, right, low, high on the slab."""
    left, right, low, high = area
    functions = [c for c in (REDIAL, MUTE, SPEAKER, MESSAGE, HOLD) if fit.wants(c)]
    rng.shuffle(functions)
    pitch = 0.165
    keys_high = 4 * 0.172
    split = left + 3 * pitch + 0.03
    head = 0.27 if not across else 0.29
    x0 = split if across else left
    screen_x = x0 + 0.19
    y = high - head / 2
    slab.box((0.175, 0.085, 0.01), (screen_x, y, 0.01), (0.05, 0.07, 0.09), material="gloss")
    display = Display(slab, "screen", (screen_x + 0.05, y, 0.012), (0.115, 0.07), 3, "top")
    signs = Signs(slab, "signs", (screen_x - 0.12, y, 0.021), (0.04, 0.045), SIGNS, DIGIT, "top")
    lamps = Lamps(slab, "lamp", [(screen_x + 0.215, y + v, 0) for v in (0.05, -0.05)], 0.022, "top")
    rest_x = (screen_x + 0.25 + right) / 2
    if VOLUME in fit.choices:
        fit.fix(slab, VOLUME, "top", (rest_x, y, 0), (min(0.13, (right - screen_x - 0.25) / 2), head / 2 - 0.008))
    else:
        slots(slab, "top", (rest_x, y, 0), (min(0.16, (right - screen_x - 0.28) / 2), 0.07), 5, ink)

    mid = (left + 1.5 * pitch, low + keys_high / 2, 0.0)
    cells = grid("top", mid, (1.5 * pitch, keys_high / 2), 3, 4, 0.93)
    colour = fit.choices[ONE].colour
    for digit, (pos, half) in zip(KEYPAD, cells, strict=True):
        if digit in "12":
            fit.fix(slab, ONE if digit == "1" else TWO, "top", pos, half)
        else:
            _plain_key(slab, digit, pos, half, colour)
    field_high = (high - head if across else low + keys_high) - low
    columns = {1: 1, 2: 1 if not across else 2, 3: 1 if not across else 2}.get(len(functions), 2 if not across else 3)
    middle = ((split + right) / 2, low + field_high / 2, 0.0)
    lay_out(fit, slab, functions, "top", middle, ((right - split) / 2, field_high / 2), 0.12, columns)
    return display, signs, lamps


def _plain_key(slab: Node, digit: str, pos: Vector, half: tuple[float, float], colour: str) -> None:
    """A key like the digit keys, for a figure that no call here needs."""
    node = slab.child(f"key {digit}", pos)
    node.box((half[0], half[1], 0.01), (0, 0, 0.01), rim_colour(colour))
    node.box((0.9 * half[0], 0.88 * half[1], 0.02), (0, 0, 0.035), COLOURS[colour])
    print_mark(node, digit, (0, 0, 0.056), (0.74 * half[0], 0.6 * half[1]), mark_colour(colour))
