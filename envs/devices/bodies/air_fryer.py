"""An air fryer: a tall rounded tower whose lower half is a basket with a big handle, its dials above it or on top."""

from __future__ import annotations

from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Display, Haze, Lamps, Signs, round_slots, slots, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL, Part
from envs.rendering.node import Colour, Node

POWER, HEAT, TIME = "fryer_power", "frying_heat_dial", "frying_time_dial"
DISH, BASKET, START, PREHEAT = "dish_program_dial", "frying_basket_pull", "fryer_start_pause", "fryer_preheat"
BLACKS: tuple[Colour, ...] = ((0.17, 0.18, 0.2), (0.24, 0.25, 0.28), (0.2, 0.22, 0.25))
FRIES: tuple[Colour, ...] = ((0.95, 0.75, 0.25), (0.88, 0.62, 0.18))
GLASS: Colour = (0.1, 0.1, 0.12)
EMBER: Colour = (1.0, 0.42, 0.1)
TRAVEL = 0.42
"""How far the basket slides out."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on an air fryer whose proportions, style and colours come from `rng`."""
    width, depth, height = uniform(rng, 0.88, 1.0), uniform(rng, 0.84, 0.95), uniform(rng, 1.2, 1.32)
    shell = rng.choice((*BLACKS, *BLACKS, *SHELLS))
    trim = DARK if shell not in BLACKS else rng.choice((METAL, (0.75, 0.55, 0.38), (0.36, 0.37, 0.4)))
    root = Node("fryer")
    fit = Fitter(choices)
    front, low, split = -depth / 2, 0.05, 0.05 + height * uniform(rng, 0.46, 0.5)
    bay = width / 2 - 0.05

    # The tower, round in plan, with a flat bay in front that holds basket and panel.
    edge = rng.choice((0.14, 0.34))
    soft_box(root, (width / 2, depth / 2 - 0.03, height / 2), (0, 0.03, low + height / 2), shell, edge)
    panel_mid = (split + low + height) / 2
    soft_box(root, (bay, 0.22, (low + height - split) / 2), (0, front + 0.22, panel_mid), shell, 0.06)
    seam = root.box((bay - 0.02, 0.19, 0.012), (0, front + 0.2, split - 0.012), DARK)
    soft_box(root, (width / 2 - 0.05, depth / 2 - 0.07, low / 2), (0, 0.03, low / 2), DARK, edge)
    root.disc(0.17, 0.02, (0, depth / 2 - 0.02, low + height * 0.66), DARK, axis=(0, 1, 0))
    round_slots(root, "back", (0, depth / 2, low + height * 0.66), 0.16, 8, METAL)
    cord = (0.2, depth / 2 - 0.02, low + 0.1)
    root.rod(0.03, cord, (0.2, depth / 2 + 0.06, low + 0.1), DARK)
    root.rod(0.02, (0.2, depth / 2 + 0.06, low + 0.1), (0.3, depth / 2 + 0.06, 0.02), DARK)
    for side in (-1, 1):
        for z in (0.8, 0.86):
            root.box((0.008, 0.14, 0.012), (side * width / 2, 0.1, low + height * z), DARK)

    window, basket = _basket(rng, root, fit, shell, trim, (bay, front, low, split))

    # Some fryers have their dials on top, some a key there; the rest stands on the panel in front.
    wanted = [c for c in (HEAT, TIME, DISH, PREHEAT, START, POWER) if c in choices]
    if rng.random() < 0.5:
        wanted.reverse()
    kind = rng.random()
    above = [c for c in wanted if c in (HEAT, TIME)] if kind < 0.4 else wanted[:1] if kind < 0.75 else []
    if len(wanted) - len(above) > 4:
        above = above or wanted[:1]
    roof = low + height
    if above:
        plate = (0.21 * len(above) + 0.02, 0.24)
        soft_box(root, (*plate, 0.012), (0, -0.08, roof + 0.012), rng.choice(PANELS), 0.08)
        lay_out(fit, root, above, "top", (0, -0.08, roof + 0.024), (plate[0] - 0.02, plate[1] - 0.02), 0.21, len(above))
    else:
        root.shape("ellipsoid", (width / 2 - 0.04, depth / 2 - 0.08, 0.1), (0, 0.04, roof), shell)
    rest = [c for c in wanted if c not in above]
    display, sign, lamps = _panel(rng, root, fit, rest, trim, (bay, front, split + 0.02, roof))
    spot = (0.0, depth / 2 - 0.1, roof)
    haze = Haze(root, [((dx, spot[1] + 0.02, spot[2] + z), (r, r, 1.3 * r)) for dx, z, r in CLOUDS], 0.3)

    def paint(look: LookBuilder, state: Features) -> None:
        if basket:
            look.joint(basket, TRAVEL * state.get("basket", 0))
        glow = state.get("glow", 0.0)
        if glow:
            look.paint(seam, mixed((0.5, 0.12, 0.05), EMBER, glow), "glow")
            for shape in window:
                look.paint(shape, mixed(GLASS, EMBER, 0.25 + 0.6 * glow), "glow")
        haze.show(look, glow)
        if display:
            display.show(look, state.get("display", ""), EMBER if glow == 1 else (0.85, 0.95, 1.0))
        sign.show(look, state.get("dish"), (0.95, 0.85, 0.4))
        lamps.light(look, state.get("lamp", 0), (1.0, 0.5, 0.15))

    return Draft((root,), fit.parts, paint)


CLOUDS = ((0.0, 0.05, 0.05), (0.1, 0.08, 0.06), (-0.09, 0.09, 0.07))


def _basket(
    rng: Random,
    root: Node,
    fit: Fitter,
    shell: Colour,
    trim: Colour,
    room: tuple[float, float, float, float],
) -> tuple[list[str], str | None]:
    """The basket with its food: the shapes of its window, and its joint unless the part moves it by itself."""
    bay, front, low, split = room
    half, mid = (split - low) / 2 - 0.02, (split + low) / 2 - 0.01
    root.box((bay - 0.03, 0.2, half), (0, front + 0.22, mid), DARK)
    if fit.choices[BASKET].word == "drawer":
        drawer = fit.fix(root, BASKET, "front", (0, front + 0.02, mid), (bay - 0.01, half))
        _food(rng, drawer, bay, half)
        root.box((bay - 0.01, 0.02, half), (0, front + 0.04, mid), DARK)
        return [], None
    node = root.child("basket", (0, front, mid), joint=("slide", (0, -1, 0), (0, 0, 0)))
    face = mixed(shell, DARK, 0.25) if rng.random() < 0.5 else shell
    soft_box(node, (bay, 0.045, half), (0, -0.005, 0), face, 0.04)
    back = 0.04
    for x in (-1, 1):
        node.box((0.012, 0.2, half - 0.06), (x * (bay - 0.08), back + 0.2, -0.05), METAL)
    node.box((bay - 0.08, 0.2, 0.012), (0, back + 0.2, 0.01 - half), METAL)
    node.box((bay - 0.08, 0.012, half - 0.06), (0, back + 0.39, -0.05), METAL)
    _pile(rng, node, bay - 0.14, (0.06, 0.36), half - 0.15)
    window = []
    tall = rng.random() < 0.5
    if fit.choices[BASKET].word == "button":  # it sits on a thick handle of the body's own
        node.rod(0.075, (0, -0.13, half - 0.12), (0, -0.13, 0.1 - half), trim)
        node.box((0.05, 0.06, 0.06), (0, -0.09, 0.1 - half), trim)
        node.box((0.13, 0.1, 0.12), (0, -0.11, half - 0.13), trim)
        fit.fix(node, BASKET, "front", (0, -0.21, half - 0.13), (0.11, 0.105))
        tall = True
    else:
        pad = METAL if fit.choices[BASKET].colour == "black" else trim if trim != METAL else DARK
        if fit.choices[BASKET].colour == "grey":
            pad = DARK if face not in BLACKS else (0.85, 0.85, 0.86)
        size = (0.09, half - 0.06) if tall else (bay - 0.2, 0.08)
        at = 0.0 if tall else half - 0.14
        node.box((size[0] + 0.02, 0.01, size[1] + 0.02), (0, -0.055, at), pad)
        fit.fix(node, BASKET, "front", (0, -0.065, at), size)
    if tall:
        for x in (-1, 1):
            at = (x * (bay / 2 + 0.06), -0.052, 0.0)
            window.append(node.box((bay / 2 - 0.13, 0.006, half - 0.1), at, GLASS, material="gloss"))
    else:
        at = (0.0, -0.052, -0.08)
        window.append(node.box((bay - 0.16, 0.006, half - 0.18), at, GLASS, material="gloss"))
    return window, node.name


def _food(rng: Random, drawer: Part, bay: float, half: float) -> None:
    """Fries in a drawer, whose own frame has y up and z out of the front."""
    node = drawer.moving
    assert node is not None
    depth = 0.5 * min(bay - 0.01, half) + 0.08
    for _ in range(16):
        x, z = uniform(rng, -0.7, 0.7) * bay, -depth * uniform(rng, 0.3, 1.7)
        y = uniform(rng, 0.2, 0.45) * half
        node.rod(0.025, (x - 0.08, y, z), (x + 0.08, y + 0.03, z + uniform(rng, -0.05, 0.05)), rng.choice(FRIES))
    node.box((0.85 * bay, 0.3 * half, depth * 0.85), (0, -0.1 * half, -depth), FRIES[1])


def _pile(rng: Random, node: Node, wide: float, reach: tuple[float, float], top: float) -> None:
    """Fries heaped in the basket."""
    near, far = reach
    node.box((wide, (far - near) / 2, 0.05), (0, (near + far) / 2, top - 0.06), FRIES[1])
    for _ in range(16):
        x, y = uniform(rng, -0.8, 0.8) * wide, uniform(rng, near + 0.04, far - 0.04)
        dy = uniform(rng, -0.04, 0.04)
        node.rod(0.024, (x - 0.07, y - dy, top), (x + 0.07, y + dy, top + 0.03), rng.choice(FRIES))


def _panel(
    rng: Random,
    root: Node,
    fit: Fitter,
    wanted: list[str],
    trim: Colour,
    room: tuple[float, float, float, float],
) -> tuple[Display | None, Signs, Lamps]:
    """The panel above the basket: a strip with display or vents, then the controls."""
    bay, front, low, high = room
    root.box((bay - 0.05, 0.014, (high - low) / 2 - 0.03), (0, front - 0.006, (low + high) / 2), trim)
    face = front - 0.02
    strip, top = 0.13, high - 0.05
    z = top - strip / 2
    root.box((bay - 0.07, 0.006, strip / 2), (0, face - 0.002, z), (0.06, 0.07, 0.08), material="gloss")
    display = None
    if rng.random() < 0.7:
        display = Display(root, "display", (-0.06, face - 0.006, z), (0.2, strip / 2 - 0.012), 4)
    else:
        slots(root, "front", (-0.06, face - 0.008, z), (0.17, strip / 2 - 0.02), 4, (0.4, 0.41, 0.43))
    marks = {"fries": "@french_fries", "chicken": "@food_drumstick"}
    sign = Signs(root, "dish", (bay - 0.16, face - 0.009, z), (0.06, 0.05), marks)
    lamps = Lamps(root, "lamp", [(x - bay, face - 0.008, z) for x in (0.11, 0.17)], 0.018)
    if wanted:
        floor = low + 0.04
        room_half = (top - strip - floor) / 2 - 0.01
        centre = (0, face - 0.006, floor + room_half)
        root.box((bay - 0.07, 0.006, room_half + 0.01), (0, face - 0.001, centre[2]), rng.choice(PANELS))
        columns = len(wanted) if len(wanted) <= 3 else 2
        lay_out(fit, root, wanted, "front", (0, face - 0.007, centre[2]), (bay - 0.09, room_half), 0.19, columns)
    else:
        slots(root, "front", (0, face - 0.002, (low + top - strip) / 2), (bay - 0.15, 0.12), 5, DARK)
    return display, sign, lamps
