"""A digital alarm clock: a low box, pill or cube with big glowing numbers, and the snooze bar on its top."""

from __future__ import annotations

from random import Random

from envs.devices.bodies.draft import SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Display, Signs, round_slots, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node

SNOOZE, ALARM, DIMMER, PLUG = "snooze_bar", "alarm_toggle", "dimmer_control", "power_plug"
CLOCK_SET, ALARM_SET, HOUR = "clock_setting", "alarm_setting", "hour_adjuster"
RADIO, WARMTH = "radio_control", "temperature_key"
GLASS: Colour = (0.05, 0.07, 0.09)
LCD: Colour = (0.66, 0.72, 0.6)
INK: Colour = (0.08, 0.1, 0.09)
RED: Colour = (1.0, 0.16, 0.12)
GLOWS: tuple[Colour, ...] = ((0.2, 0.9, 0.5), (1.0, 0.25, 0.2), (0.35, 0.75, 1.0), (0.95, 0.95, 1.0), (1.0, 0.65, 0.2))
CASES: tuple[Colour, ...] = (*SHELLS, (0.55, 0.38, 0.24), (0.16, 0.17, 0.19))
SIGNS = {
    "set": "SET",
    "alarm": "@alarm",
    "bell": "@bell",
    "ring": "@bell_ring",
    "snooze": "@sleep",
    "radio": "@radio",
    "loud": "@volume_high",
    "warmth": "@thermometer",
}
PILL_EDGE = 0.22


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a clock whose shape, colour and zones come from `rng`."""
    fit = Fitter(choices)
    root = Node("clock")
    kind = rng.choice(("box", "box", "pill", "radio", "cube"))
    case = rng.choice(CASES)
    setters = [c for c in (CLOCK_SET, ALARM_SET, HOUR) if c in choices]
    others = [c for c in (ALARM, RADIO, WARMTH, DIMMER) if c in choices]
    rng.shuffle(setters)
    rng.shuffle(others)
    zones = ["front", "top", "back"]
    if kind == "cube":
        zones.remove("top")  # its top is short, and the snooze bar takes it whole
    first, second = rng.sample(zones, 2)
    if "front" not in (first, second) and rng.random() < 0.5:
        second = "front"
    placed = {first: setters, second: others}
    if kind != "pill" and len(others) > 1 and rng.random() < 0.4:
        placed["side"] = [others.pop()]
    strip = 0.3 if placed.get("front") else 0.0

    width = {"box": uniform(rng, 1.25, 1.45), "pill": 1.55, "radio": uniform(rng, 1.45, 1.6), "cube": 1.1}[kind]
    high = strip + {"box": uniform(rng, 0.44, 0.54), "pill": 0.48, "radio": 0.52, "cube": uniform(rng, 0.6, 0.66)}[kind]
    depth = uniform(rng, 0.54, 0.66)
    front, low = -depth / 2, 0.05
    top = low + high
    flat = _shell(root, kind, (width, depth, high), low, case)

    # The face: a dark pane with the numbers, and the controls on a strip below it.
    span = flat - 0.03 if kind == "pill" else width / 2 - 0.06
    pane_half = (span, (high - strip) / 2 - 0.04)
    pane_mid = (0.0, front, low + strip + (high - strip) / 2)
    if kind == "radio":
        holes = 0.17
        pane_half = (span - holes, pane_half[1])
        side = rng.choice((-1, 1))
        pane_mid = (-side * holes, front, pane_mid[2])
        _speaker(rng, root, (side * (width / 2 - 0.04 - holes), front, pane_mid[2]), holes, pane_half[1], case)
    screen = _Face(root, pane_mid, pane_half, rng)

    lay_out(fit, root, placed.get("front", []), "front", (0, front, low + strip / 2 + 0.005), (span, 0.16), 0.17, 4)
    row = placed.get("top", [])
    bar_half = 0.13 if row else uniform(rng, 0.14, 0.17)
    if SNOOZE in choices:
        at = (0, front + 0.03 + bar_half, top) if row else (0, uniform(rng, -0.06, 0.02), top)
        fit.fix(root, SNOOZE, "top", at, (min(flat - 0.06, uniform(rng, 0.36, 0.6)), bar_half))
        room = (depth - 0.06 - 2 * bar_half) / 2
        spot = (0, depth / 2 - 0.02 - room, top)
    else:
        room, spot = 0.19, (0, 0, top)
    lay_out(fit, root, row, "top", spot, (flat - 0.04, room), 0.18, max(1, len(row)))
    behind = placed.get("back", [])
    if PLUG in choices:
        fit.fix(root, PLUG, "back", (flat - 0.15, depth / 2, low + 0.5 * high), (0.13, 0.13))
    shift, reach = (-0.14, flat - 0.16) if PLUG in choices else (0.0, flat - 0.04)
    lay_out(fit, root, behind, "back", (shift, depth / 2, low + high / 2), (reach, high / 2 - 0.05), 0.17)
    if "side" in placed:
        face, x = rng.choice((("right", width / 2), ("left", -width / 2)))
        lay_out(fit, root, placed["side"], face, (x, 0, low + high / 2), (depth / 2 - 0.06, high / 2 - 0.04), 0.18)
    if not behind:
        slots(root, "back", (-0.1 if PLUG in choices else 0, depth / 2, low + 0.5 * high), (0.3, 0.1), 4, DARK)

    def paint(look: LookBuilder, state: Features) -> None:
        screen.show(look, state)

    return Draft((root,), fit.parts, paint)


def _shell(root: Node, kind: str, size: tuple[float, float, float], low: float, case: Colour) -> float:
    """The case on its feet; half the length of its flat top."""
    width, depth, high = size
    mid = low + high / 2
    if kind == "pill":
        r = PILL_EDGE
        root.box((width / 2 - r, depth / 2, high / 2), (0, 0, mid), case)
        root.box((width / 2, depth / 2, high / 2 - r), (0, 0, mid), case)
        for x in (r - width / 2, width / 2 - r):
            for z in (low + r, low + high - r):
                root.disc(r, depth / 2, (x, 0, z), case, axis=(0, 1, 0))
        foot = width / 2 - r - 0.05
    else:
        soft_box(root, (width / 2, depth / 2, high / 2), (0, 0, mid), case, 0.05)
        foot = width / 2 - 0.16
    for x in (-1, 1):
        root.box((0.1, depth / 2 - 0.08, low / 2), (x * foot, 0, low / 2), DARK)
    return width / 2 - (PILL_EDGE if kind == "pill" else 0.02)


def _speaker(rng: Random, root: Node, pos: tuple[float, float, float], half: float, tall: float, case: Colour) -> None:
    """The holes of the loudspeaker, round or in rows."""
    ink = METAL if sum(case) < 0.9 else DARK
    if rng.random() < 0.5:
        root.disc(half - 0.01, 0.006, (pos[0], pos[1], pos[2]), mixed(case, ink, 0.5), axis=(0, 1, 0))
        round_slots(root, "front", pos, half - 0.02, 8, ink)
    else:
        slots(root, "front", pos, (half - 0.02, tall), 6, ink)


class _Face:
    """The pane: numbers with their colon at the left, signs at the right, glowing or dark on a pale screen."""

    def __init__(self, root: Node, mid: tuple[float, float, float], half: tuple[float, float], rng: Random) -> None:
        x, y, z = mid
        a, b = half
        self.pale = rng.random() < 0.3
        self.glow = rng.choice(GLOWS)
        rim = rng.choice((DARK, METAL, (0.3, 0.31, 0.34)))
        root.box((a + 0.02, 0.008, b + 0.02), (x, y - 0.006, z), rim)
        self.pane = root.box((a, 0.012, b), (x, y - 0.01, z), GLASS, material="gloss")
        mark = min(0.16 * a + 0.02, 0.13)
        reach = min(a - mark - 0.03, 2.3 * b)
        left = x - a + 0.01 + reach if rng.random() < 0.6 else x - mark - 0.01
        left = max(left, x - a + 0.01 + reach)
        self.numbers = Display(root, "numbers", (left, y - 0.004, z), (reach, b - 0.015), 4)
        dots = root.child("colon", (left, y - 0.03, z))
        self.colon = [dots.box((0.025 * reach + 0.006, 0.003, 0.035 * b + 0.006), (0, 0, s * 0.3 * b)) for s in (-1, 1)]
        at = ((left + reach + x + a) / 2, y - 0.024, z + 0.4 * b * rng.choice((0, 1)))
        self.signs = Signs(root, "sign", at, (mark, min(mark, 0.5 * b)), SIGNS)

    def show(self, look: LookBuilder, state: Features) -> None:
        """What the pane says in a state."""
        text, ringing = state.get("digits", ""), state.get("ringing", 0)
        ground, colour = (LCD, INK) if self.pale else (GLASS, self.glow)
        if self.pale and not text:
            ground = mixed(LCD, (0.4, 0.42, 0.4), 0.6)
        if state.get("dim"):
            ground, colour = (mixed(LCD, GLASS, 0.6), INK) if self.pale else (GLASS, mixed(self.glow, GLASS, 0.72))
        if ringing:  # the pane flashes
            ground, colour = ((1.0, 0.85, 0.5), INK) if self.pale else ((0.4, 0.04, 0.04), (1.0, 0.9, 0.85))
        for shape in (self.pane, self.numbers.screen):
            look.paint(shape, ground, "soft" if ringing or (self.pale and text) else "gloss")
        self.numbers.show(look, text, colour)
        self.signs.show(look, state.get("sign"), RED if ringing and self.pale else colour)
        for dot in self.colon:
            if state.get("colon"):
                look.paint(dot, colour, "glow")
            else:
                look.hide(dot)
