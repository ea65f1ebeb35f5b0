"""A car key that stands on its key ring: a flat fob full of buttons, with a steel blade that is fixed, springs out, or
is missing, as on keys that need only be near.

What the car does shows on the key, by a row of small lamps or as an icon in a small dark window.
"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Lamps, Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node

LOCK, UNLOCK, TRUNK, PANIC = "central_locking", "door_unlocking", "trunk_release", "panic_alarm"
WINDOWS, SLIDE, START, LAMPS = "window_lowering", "sliding_door_key", "remote_start", "headlight_remote"
BLADE = "blade_release"
SHELLS: tuple[Colour, ...] = (
    (0.11, 0.11, 0.12),
    (0.14, 0.15, 0.17),
    (0.24, 0.25, 0.28),
    (0.1, 0.13, 0.22),
    (0.36, 0.07, 0.09),
    (0.86, 0.86, 0.85),
)
STEEL: Colour = (0.76, 0.77, 0.79)
WINDOW: Colour = (0.04, 0.05, 0.06)
TINTS: dict[str, Colour] = {
    "red": (1.0, 0.22, 0.16),
    "green": (0.25, 0.95, 0.4),
    "amber": (1.0, 0.7, 0.1),
    "blue": (0.45, 0.75, 1.0),
}
SIGNS = {"lock": "@lock", "double": "@lock_plus", "driver": "@account_lock_open", "unlock": "@lock_open_variant"}
MORE_SIGNS = {
    TRUNK: {"trunk": "@car_back"},
    PANIC: {"alarm": "@bullhorn"},
    WINDOWS: {"ajar": "@car_door", "window": "@arrow_down_bold_box"},
    SLIDE: {"slide": "@van_passenger"},
    START: {"engine": "@engine"},
    LAMPS: {"light": "@car_light_high"},
}
BADGES = ("@car_side", "@car_hatchback", "@car_sports", "@car_estate")
SAME_COLOUR = 0.75
"""Share of keys whose plain buttons all have one colour."""
THIN = 0.13
"""Half the thickness of a fob."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen buttons out on a key whose outline, colours and blade come from `rng`."""
    shell = rng.choice(SHELLS)
    face = mixed(shell, (1.0, 1.0, 1.0), uniform(rng, 0.1, 0.2)) if shell[0] < 0.5 else (0.62, 0.63, 0.65)
    fit = Fitter(_matched(rng, choices))
    flips = BLADE in choices
    bladed = flips or rng.random() < 0.8
    wide, tall = uniform(rng, 0.3, 0.34), uniform(rng, 0.45, 0.5)
    if not bladed:
        tall += 0.08
    ring_r = uniform(rng, 0.11, 0.14)
    low = 1.6 * ring_r + 0.06  # the fob begins here, above its ring
    mid, top = low + tall, low + 2 * tall
    side = rng.choice((-1.0, 1.0))  # where the blade folds in

    root = Node("key")
    fob = root.child("fob", (0, 0, mid), FRAMES["front"])  # x right, y up, z out of the front
    _shell(rng, fob, wide, tall, shell, face)
    _ring(rng, root, low, ring_r)

    # Indicators at the top of the front, the badge at its bottom.
    head = mid + 0.8 * tall
    shift = -0.36 * side * wide if flips else 0.0
    lamps = signs = None
    if rng.random() < 0.5:
        step = 0.09
        spots = [(shift + (i - 1) * step, -THIN - 0.012, head) for i in range(3)]
        lamps = Lamps(root, "lamp", spots, 0.026)
    else:
        window = root.child("window", (shift, -THIN - 0.012, head), FRAMES["front"])
        window.box((0.15, 0.085, 0.006), (0, 0, 0.002), METAL)
        window.box((0.14, 0.075, 0.006), (0, 0, 0.005), WINDOW, material="gloss")
        known = dict(SIGNS)
        for component in choices:
            known |= MORE_SIGNS.get(component, {})
        signs = Signs(root, "sign", (shift, -THIN - 0.025, head), (0.12, 0.062), known)

    if flips:
        _folding_blade(rng, root, fit, side, wide, top)
    elif bladed:
        _blade(root.child("blade", (0, 0, top)), uniform(rng, 0.5, 0.6), 0.0, shell)
    back = _buttons(rng, root, fit, side, wide, tall, mid, flips, bladed)
    if not back:  # the maker's badge
        plain = root.child("badge", (0, THIN, mid + 0.1), FRAMES["back"])
        print_mark(plain, rng.choice(BADGES), (0, 0, 0.002), (0.14, 0.1), METAL)

    def paint(look: LookBuilder, state: Features) -> None:
        tint = TINTS[state["tint"]]
        if lamps:
            lamps.light(look, state["lamps"], tint)
        if signs:
            signs.show(look, state["sign"], tint)
        if flips:
            look.joint("blade", math.pi * state.get("blade", 0))

    return Draft((root,), fit.parts, paint)


def _matched(rng: Random, choices: dict[str, Choice]) -> dict[str, Choice]:
    """The choices, most often with the plain buttons in one colour, so that only their marks tell them apart."""
    same, style = rng.random() < SAME_COLOUR, rng.random()
    matched = {}
    for name, choice in choices.items():
        colour = choices[LOCK].colour if same and name not in (PANIC, START, BLADE) else choice.colour
        # Words need the room of a square button.
        matched[name] = replace(choice, colour=colour, style=style if choice.mark.startswith("@") else 0.8)
    return matched


def _shell(rng: Random, fob: Node, wide: float, tall: float, shell: Colour, face: Colour) -> None:
    """The fob in one of four outlines, each with a seam around and a lighter field for the buttons."""
    kind = rng.choice(("brick", "pill", "shield", "waist"))
    edge = {"brick": 0.08, "pill": 0.26, "shield": 0.14, "waist": 0.18}[kind]
    soft_box(fob, (wide, tall, THIN), (0, 0, 0), shell, edge)
    soft_box(fob, (wide - 0.035, tall - 0.035, 0.01), (0, 0, THIN), face, max(edge - 0.035, 0.04))
    seam = rng.choice((METAL, mixed(shell, (0.0, 0.0, 0.0), 0.5)))
    soft_box(fob, (wide + 0.012, tall + 0.012, 0.022), (0, 0, -0.35 * THIN), seam, edge + 0.012)
    if kind == "shield":  # broad shoulders
        soft_box(fob, (wide + 0.035, 0.3 * tall, 0.8 * THIN), (0, 0.6 * tall, -0.03), shell, 0.12)
    elif kind == "waist":  # a broad foot
        soft_box(fob, (wide + 0.03, 0.24 * tall, 0.8 * THIN), (0, -0.66 * tall, -0.03), shell, 0.14)


def _ring(rng: Random, root: Node, low: float, radius: float) -> None:
    """An eye below the fob and a steel ring through it."""
    root.rod(0.045, (-0.07, 0, low), (0.07, 0, low), METAL)
    node = root.child("ring", (0, 0, 1.08 * radius), FRAMES[rng.choice(("front", "front", "right"))])
    for i in range(20):
        a, b = (2 * math.pi * (i + k) / 20 for k in (0, 1))
        node.rod(
            0.016,
            (radius * math.cos(a), radius * math.sin(a), 0),
            (radius * math.cos(b), radius * math.sin(b), 0),
            STEEL,
            material="gloss",
        )


def _blade(node: Node, length: float, x: float, collar: Colour | None) -> None:
    """A blade up from the node's origin, its middle at `x`: a groove along it and teeth on one edge."""
    half, thick = 0.062, 0.02
    if collar:
        node.box((0.13, 0.08, 0.035), (0, 0, 0.03), collar)
    node.box((half, thick, length / 2), (x, 0, length / 2), STEEL, material="gloss")
    node.box((0.4 * half, thick, 0.03), (x, 0, length), STEEL, material="gloss")
    node.box((0.008, thick + 0.003, 0.42 * length), (x - 0.012, 0, 0.52 * length), (0.45, 0.46, 0.48))
    for i, deep in enumerate((0.018, 0.03, 0.012, 0.026, 0.016)):
        z = length * (0.36 + 0.13 * i)
        node.box((deep / 2, thick, 0.02), (x + half + deep / 2, 0, z), STEEL, material="gloss")


def _folding_blade(rng: Random, root: Node, fit: Fitter, side: float, wide: float, top: float) -> None:
    """The blade on its hub in an upper corner, folded down along the fob, and the button that lets it out."""
    hub = (side * (wide - 0.13), 0.0, top - 0.13)
    blade = root.child("blade", hub, joint=("hinge", (0, 1, 0), (0, 0, 0)))
    length = uniform(rng, 0.66, 0.74)
    blade.disc(0.125, THIN * 0.55, (0, 0, 0), METAL, axis=(0, 1, 0))
    turned = blade.child("steel", (0, 0, 0), ((-1, 0, 0), (0, 1, 0)))  # x to the left, z down
    _blade(turned, length, -0.115 * side, None)
    fit.fix(root, BLADE, "front", (hub[0], -THIN - 0.01, hub[2] - 0.01), (0.11, 0.11), style=0.3)


def _buttons(
    rng: Random,
    root: Node,
    fit: Fitter,
    side: float,
    wide: float,
    tall: float,
    mid: float,
    flips: bool,
    bladed: bool,
) -> bool:
    """Up to two buttons on the edges, the back or the top, the others in rows on the front; whether one is behind."""
    spots = [("back", (0.0, THIN, mid + uniform(rng, -0.2, 0.15)), (0.15, 0.15))]
    free = (-side,) if flips else (-1.0, 1.0)
    for x in free:
        edge = "right" if x > 0 else "left"
        spots.append((edge, (x * (wide + 0.012), 0.0, mid + uniform(rng, -0.12, 0.0)), (0.115, 0.15)))
    if not bladed:
        spots.append(("top", (0.0, 0.0, mid + tall), (0.17, 0.115)))
    rng.shuffle(spots)
    wanted = [c for c in (LOCK, UNLOCK, TRUNK, WINDOWS, SLIDE, START, LAMPS, PANIC) if fit.wants(c)]
    many = len(wanted)
    apart = [c for c in (PANIC, TRUNK, START, LAMPS, SLIDE, WINDOWS, LOCK) if c in wanted]
    count = rng.choice((0, 1, 1, 2)) if many < 5 else rng.choice((1, 2, 2))
    moved = rng.sample(apart, min(count, many - 2))
    for component, (face, pos, half) in zip(moved, spots, strict=False):
        fit.fix(root, component, face, pos, half)
    front = [c for c in wanted if c not in fit.parts]
    if rng.random() < 0.3:
        front[0], front[1] = front[1], front[0]
    columns = 1 if len(front) < (3 if bladed else 4) else 2
    high, room = 0.58 * tall, 1.42 * tall  # below the indicators
    if len(front) < 5:
        room -= 0.16 * tall
    most = 0.17 if bladed else 0.15
    lay_out(
        fit, root, front, "front", (0, -THIN - 0.008, mid + high - room / 2), (wide - 0.045, room / 2), most, columns
    )
    return "back" in [face for face, _, _ in spots[: len(moved)]]
