"""A weighing scale: a kitchen scale with a plate over its panel, or a flat one for the table or the bathroom floor."""

from __future__ import annotations

from random import Random

from envs.devices.bodies.draft import SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Display, Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.node import Colour, Node, Vector

POWER, UNIT, TARE, HOLD = "power_switch", "unit_selector", "tare_button", "hold_button"
LIGHT, TIMER, TRIM, PORT, PLATE = "screen_light", "timer_key", "zero_trimmer", "charging_port", "weighing_plate"
LCD: Colour = (0.62, 0.68, 0.58)
DEAD: Colour = (0.42, 0.45, 0.42)
LIT: Colour = (0.55, 0.85, 1.0)
INK: Colour = (0.08, 0.1, 0.09)
FRUIT: tuple[Colour, ...] = ((0.8, 0.12, 0.1), (0.45, 0.7, 0.15), (0.95, 0.6, 0.1), (0.9, 0.8, 0.2))
GRIP: Colour = (0.36, 0.37, 0.4)
UNITS = {"kg": "kg", "lb": "lb"}
SIGNS = {"tare": "TARE", "hold": "HOLD", "timer": "@timer_outline", "charge": "@battery_charging"}


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a scale whose kind and proportions come from `rng`."""
    fit = Fitter(choices)
    root = Node("scale")
    kind = rng.choice(("kitchen", "kitchen", "kitchen", "table", "bathroom"))
    controls = [c for c in (POWER, UNIT, TARE, HOLD, LIGHT, TIMER, TRIM) if c in choices]
    rng.shuffle(controls)
    if kind == "kitchen":
        load, window = _kitchen(rng, root, fit, controls)
    else:
        load, window = _flat(rng, root, fit, controls, kind == "bathroom")

    def paint(look: LookBuilder, state: Features) -> None:
        window.show(look, state)
        if not state.get("load"):
            look.hide(*load)

    return Draft((root,), fit.parts, paint)


def _kitchen(rng: Random, root: Node, fit: Fitter, controls: list[str]) -> tuple[list[str], _Window]:
    """A body with its panel in front; a neck carries the plate."""
    shell = rng.choice(SHELLS)
    width, depth = uniform(rng, 1.15, 1.3), uniform(rng, 0.72, 0.85)
    rows = 2 if len(controls) > 4 else 1
    screen, low = uniform(rng, 0.27, 0.3), 0.04
    high = screen + 0.33 * rows + 0.06
    front, top = -depth / 2, low + high
    soft_box(root, (width / 2, depth / 2, high / 2), (0, 0, low + high / 2), shell, 0.07)
    for x in (-1, 1):
        for y in (-1, 1):
            root.disc(0.06, low / 2, (x * (width / 2 - 0.12), y * (depth / 2 - 0.12), low / 2), DARK)
    window = _Window(root, (0, front, top - 0.03 - screen / 2), (uniform(rng, 0.36, 0.44), screen / 2), "front")

    if len(controls) > 2 and rng.random() < 0.6:
        x, face = rng.choice(((width / 2, "right"), (-width / 2, "left")))
        fit.fix(root, controls.pop(), face, (x, 0, low + high / 2), (0.17, 0.17))
    if len(controls) > 2 and rng.random() < 0.4:
        fit.fix(root, controls.pop(), "back", (-0.25, depth / 2, low + high / 2), (0.17, 0.17))
    if PORT in fit.choices:
        fit.fix(root, PORT, "back", (0.25, depth / 2, low + high / 2), (0.13, 0.13))
    room = (high - screen - 0.06) / 2
    lay_out(fit, root, controls, "front", (0, front, low + 0.02 + room), (width / 2 - 0.04, room), 0.18)

    root.disc(0.2, 0.05, (0, 0, top + 0.05), METAL, material="gloss")
    half = (uniform(rng, 0.56, 0.64), uniform(rng, 0.4, 0.46))
    return _platform(rng, root, fit, (0, 0, top + 0.08), half, shell, False), window


def _flat(rng: Random, root: Node, fit: Fitter, controls: list[str], bathroom: bool) -> tuple[list[str], _Window]:
    """A slab with everything on its top: the panel before the plate, or at the far end of a bathroom scale."""
    shell = rng.choice(SHELLS)
    rows = 2 if len(controls) > 4 else 1
    width, panel = 1.3, 0.3 * rows
    screen = 0.25
    depth = panel + screen + uniform(rng, 0.78, 0.86)
    low, high = 0.05, uniform(rng, 0.12, 0.18)
    top = low + high
    soft_box(root, (width / 2, depth / 2, high / 2), (0, 0, low + high / 2), shell, 0.14)
    for x in (-1, 1):
        for y in (-1, 1):
            root.disc(0.08, low / 2, (x * (width / 2 - 0.15), y * (depth / 2 - 0.15), low / 2), DARK)
    way = 1 if bathroom else -1
    far = depth / 2 - 0.03
    at = way * (far - screen / 2) if bathroom else way * (far - panel - screen / 2)
    window = _Window(root, (0, at, top), (0.42, screen / 2 - 0.01), "top")
    keys = way * (far - screen - panel / 2) if bathroom else way * (far - panel / 2)
    lay_out(fit, root, controls, "top", (0, keys, top), (width / 2 - 0.06, panel / 2), 0.17, -(-len(controls) // rows))
    if PORT in fit.choices:  # the slab is low: a socket of its own height at the side
        root.box((0.16, 0.08, 0.15), (0.3, depth / 2 + 0.06, 0.15), shell)
        fit.fix(root, PORT, "back", (0.3, depth / 2 + 0.14, 0.16), (0.13, 0.13))
    room = (depth - panel - screen) / 2 - 0.04
    middle = (0, -way * (far - room), top)
    return _platform(rng, root, fit, middle, (width / 2 - 0.07, room), shell, bathroom), window


def _platform(
    rng: Random, root: Node, fit: Fitter, pos: Vector, half: tuple[float, float], shell: Colour, bathroom: bool
) -> list[str]:
    """The plate with the shapes that lie on it when it is loaded; a bare platform where it cannot be worked."""
    a, b = half
    if PLATE not in fit.choices:
        root.box((a, b, 0.025), (pos[0], pos[1], pos[2] + 0.03), mixed(shell, METAL, 0.6), material="gloss")
        slab, square = root.child("platform", (pos[0], pos[1], pos[2] - 0.02), FRAMES["top"]), True
    else:
        style = 0.2 if bathroom else None
        part = fit.fix(root, PLATE, "top", pos, half, style)
        slab, square = part.moving or part.node, bathroom or fit.choices[PLATE].style < 0.5
    if bathroom:
        for x in (-1, 1):  # where the feet go
            for i in range(5):
                slab.box((0.13, 0.012, 0.003), (x * 0.3, (i - 2) * 0.13, 0.077), GRIP)
        return _shoes(slab, rng)
    if not square and rng.random() < 0.6:
        slab.disc(min(a, b) - 0.04, 0.012, (0, 0, 0.08), METAL, material="gloss")
    load = []
    for x, y, r in ((-0.15, -0.08, 0.14), (0.13, -0.1, 0.13), (0.0, 0.13, 0.15)):
        colour = rng.choice(FRUIT)
        load.append(slab.shape("sphere", (r,), (x, y, 0.085 + r), colour, material="gloss"))
        load.append(slab.rod(0.014, (x, y, 0.08 + 2 * r), (x + 0.02, y, 0.13 + 2 * r), (0.3, 0.2, 0.1)))
    return load


def _shoes(slab: Node, rng: Random) -> list[str]:
    """A pair of shoes with the ends of two legs."""
    leather, cloth = rng.choice(((0.4, 0.22, 0.12), (0.75, 0.15, 0.15), (0.2, 0.3, 0.5))), (0.2, 0.25, 0.4)
    load = []
    for x in (-0.3, 0.3):
        load.append(slab.shape("ellipsoid", (0.1, 0.26, 0.08), (x, 0.0, 0.15), leather, material="gloss"))
        load.append(slab.box((0.09, 0.22, 0.02), (x, 0.0, 0.1), DARK))
        load.append(slab.disc(0.085, 0.17, (x, -0.13, 0.34), cloth))
    return load


class _Window:
    """The display with its digits, the point between them, the unit and one sign."""

    def __init__(self, root: Node, pos: Vector, half: tuple[float, float], face: str) -> None:
        a, b = half
        frame = root.child("window", pos, FRAMES[face])
        frame.box((a + 0.03, b, 0.008), (0, 0, 0.008), DARK)
        self.pane = frame.box((a + 0.01, b - 0.02, 0.008), (0, 0, 0.012), LCD)
        inner = root.child("digits", pos, FRAMES[face])
        reach = 0.72 * a
        left = reach - a + 0.01
        self.numbers = Display(root, "numbers", _along(pos, face, left, 0.0, 0.002), (reach, b - 0.03), 4, face)
        self.point = inner.box((0.012, 0.012, 0.003), (left, -0.64 * (b - 0.03), 0.03), INK)
        right = left + reach + 0.26 * a
        size = (0.24 * a, 0.3 * b)
        self.units = Signs(root, "units", _along(pos, face, right, -0.4 * b, 0.024), size, UNITS, INK, face)
        self.signs = Signs(root, "signs", _along(pos, face, right, 0.4 * b, 0.024), size, SIGNS, INK, face)

    def show(self, look: LookBuilder, state: Features) -> None:
        """What the display says in a state."""
        text, sign = state.get("digits", ""), state.get("sign")
        ground = LIT if state.get("light") else LCD if text or sign else DEAD
        for shape in (self.pane, self.numbers.screen):
            look.paint(shape, ground, "glow" if state.get("light") else "soft")
        self.numbers.show(look, text, INK)
        self.units.show(look, state.get("unit"), INK)
        self.signs.show(look, sign, INK)
        if not state.get("point"):
            look.hide(self.point)


def _along(pos: Vector, face: str, right: float, up: float, out: float) -> Vector:
    """A point beside `pos` on a face that looks to the front or up."""
    x, y, z = pos
    return (x + right, y - out, z + up) if face == "front" else (x + right, y + up, z + out)
