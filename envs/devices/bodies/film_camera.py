"""A film camera: a leather-clad metal body with a lens of turning rings, and cranks and dials on its top plate."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, mixed, uniform
from envs.devices.bodies.fixtures import Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node

ADVANCE, SHUTTER, SPEED, APERTURE = "advance_crank", "exposure_button", "speed_dial", "aperture_ring"
FOCUS, REWIND, TIMER, LATCH = "focus_ring", "rewind_crank", "timer_winder", "back_latch"
PLATES: tuple[Colour, ...] = ((0.76, 0.77, 0.79), (0.62, 0.63, 0.65), (0.3, 0.31, 0.33), (0.72, 0.64, 0.45))
LEATHER: tuple[Colour, ...] = (
    (0.15, 0.15, 0.16),
    (0.38, 0.24, 0.16),
    (0.16, 0.28, 0.24),
    (0.45, 0.14, 0.15),
    (0.2, 0.26, 0.38),
    (0.6, 0.5, 0.38),
)
GLASS: Colour = (0.45, 0.5, 0.66)
ALONG = (0.0, 1.0, 0.0)
WHITE: Colour = (0.96, 0.96, 0.93)
FALLING = math.radians(62)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a camera whose proportions and style come from `rng`."""
    mirrored = rng.random() < 0.55  # with a prism on top, as reflex cameras have it
    width = uniform(rng, 1.36, 1.4) if mirrored else uniform(rng, 1.28, 1.36)
    height, depth = uniform(rng, 0.74, 0.82), uniform(rng, 0.38, 0.42)
    plate, leather = rng.choice(PLATES), rng.choice(LEATHER)
    edge = uniform(rng, 0.06, 0.19)
    root = Node("camera")
    fit = Fitter(choices)
    front = -depth / 2
    lens = (uniform(rng, 0.03, 0.07), front, height * 0.45)

    soft_box(root, (width / 2, depth / 2, height / 2), (0, 0, height / 2), plate, edge)
    soft_box(root, (width / 2 + 0.008, depth / 2 + 0.008, height * 0.36), (0, 0, height * 0.44), leather, edge)
    for side in (-1, 1):  # the strap's lugs
        root.disc(0.035, 0.03, (side * (width / 2 + 0.02), 0.06, height - 0.08), METAL, axis=(1, 0, 0))
    root.disc(0.06, 0.008, (lens[0], 0, -0.002), METAL)
    root.disc(0.035, 0.01, (lens[0], 0, -0.003), DARK)
    ink = DARK if sum(plate) > 1.5 else WHITE
    name = rng.choice(("NOVA", "LUMA", "ORION", "ZORA", "KINO"))
    if mirrored:
        _prism(root, lens[0], height, depth, plate)
        brand = root.child("brand", (lens[0], front + 0.004, height + 0.08), FRAMES["front"])
        print_mark(brand, name, (0, 0, 0.002), (0.11, 0.034), ink)
    else:
        _windows(rng, root, lens[0], height, depth)
        brand = root.child("brand", (lens[0] - 0.42, front - 0.001, height - 0.075), FRAMES["front"])
        print_mark(brand, name, (0, 0, 0.002), (0.14, 0.036), ink)

    tube, holes = _lens(rng, root, fit, lens)
    _controls(rng, root, fit, lens[0], mirrored, (width, height, depth))
    counter, door = _back(root, (width, height, depth), leather)

    def paint(look: LookBuilder, state: Features) -> None:
        look.joint("tube", 0.12 * state.get("reach", 0.5))
        look.hide(*holes[state.get("hole", 2) :])
        look.joint(door, FALLING * state.get("back", 0))
        counter.show(look, state.get("count"), (1.0, 0.95, 0.8))

    return Draft((root,), fit.parts, paint)


def _prism(root: Node, x: float, height: float, depth: float, plate: Colour) -> None:
    """The housing of the prism, narrower towards its top, with the eyepiece at its back and a shoe on it."""
    for i in range(9):
        root.box((0.18 - 0.011 * i, depth / 2 - 0.02 - 0.008 * i, 0.012), (x, 0, height + 0.01 + 0.02 * i), plate)
    root.box((0.13, 0.02, 0.05), (x, -depth / 2 + 0.025, height + 0.09), plate)
    for side in (-1, 1):
        root.box((0.012, 0.08, 0.012), (x + side * 0.06, 0.02, height + 0.19), METAL)
    root.box((0.11, 0.03, 0.055), (x, depth / 2, height + 0.06), DARK)
    root.box((0.075, 0.004, 0.032), (x, depth / 2 + 0.031, height + 0.06), (0.25, 0.3, 0.4), material="gloss")


def _windows(rng: Random, root: Node, x: float, height: float, depth: float) -> None:
    """The windows of a finder that looks past the lens."""
    z, y = height - 0.075, -depth / 2 - 0.004
    root.box((0.11, 0.01, 0.056), (x + 0.4, y, z), DARK)
    root.box((0.09, 0.006, 0.04), (x + 0.4, y - 0.008, z), (0.35, 0.42, 0.55), material="gloss")
    if rng.random() < 0.7:
        root.box((0.06, 0.01, 0.045), (x + 0.19, y, z), (0.85, 0.86, 0.84))
    root.box((0.06, 0.012, 0.04), (x + 0.4, -y, z), DARK)


def _lens(rng: Random, root: Node, fit: Fitter, lens: tuple[float, float, float]) -> tuple[Node, list[str]]:
    """The lens with its rings; the tube that comes out of it, and the holes in it from small to wide."""
    x, y, z = lens
    big = uniform(rng, 0.3, 0.325)
    metal = rng.choice((DARK, (0.2, 0.2, 0.22), METAL, (0.55, 0.56, 0.58)))
    if APERTURE in fit.choices and fit.choices[APERTURE].colour == "black":
        metal = METAL
    root.disc(big + 0.02, 0.03, (x, y - 0.02, z), mixed(metal, METAL, 0.5), axis=ALONG)
    root.disc(0.73 * big, 0.18, (x, y - 0.18, z), metal, axis=ALONG)
    if fit.wants(APERTURE) and fit.choices[APERTURE].word == "ring":
        fit.fix(root, APERTURE, "front", (x, y - 0.05, z), (big, big))
    else:
        root.disc(0.92 * big, 0.06, (x, y - 0.1, z), metal, axis=ALONG)
    small = 0.88 * big
    if fit.wants(FOCUS) and fit.choices[FOCUS].word == "ring":
        fit.fix(root, FOCUS, "front", (x, y - 0.225, z), (small, small))
    else:
        root.disc(0.95 * small, 0.055, (x, y - 0.29, z), mixed(metal, DARK, 0.3), axis=ALONG)
    tube = root.child("tube", (x, y - 0.2, z), joint=("slide", (0, -1, 0), (0, 0, 0)))
    r = 0.7 * small
    tube.disc(r, 0.1, (0, -0.08, 0), mixed(metal, METAL, 0.2), axis=ALONG)
    tube.disc(0.96 * r, 0.006, (0, -0.183, 0), DARK, axis=ALONG)
    tube.disc(0.84 * r, 0.005, (0, -0.19, 0), GLASS, axis=ALONG, material="gloss")
    holes = [
        tube.disc(share * r, 0.003, (0, -0.197 - 0.002 * i, 0), (0.03, 0.03, 0.05), axis=ALONG)
        for i, share in enumerate((0.16, 0.42, 0.72))
    ]
    tube.disc(0.07 * r, 0.003, (0.55 * r, -0.204, 0.5 * r), WHITE, axis=ALONG)
    return tube, holes


def _controls(
    rng: Random, root: Node, fit: Fitter, mid: float, mirrored: bool, size: tuple[float, float, float]
) -> None:
    """What is turned and pressed besides the lens: on the top plate, beside the lens, at the bottom or an end."""
    width, height, depth = size
    deep, left, right = depth / 2 - 0.02, -width / 2, width / 2
    fit.fix(root, ADVANCE, "top", (left + 0.18, 0, height), (0.165, deep))
    if fit.wants(REWIND):
        fit.fix(root, REWIND, "top", (right - 0.19, 0, height), (0.17, deep))
    y, end = -depth / 2 - 0.008, ((mid + 0.34 + right) / 2, height * 0.45)
    beside, space = ((left + mid - 0.33) / 2, y, height * 0.45), ((mid - 0.33 - left) / 2 - 0.03, 0.2)
    if fit.wants(SPEED) and not (mirrored and REWIND in fit.parts) and rng.random() < 0.6:
        fit.fix(root, SPEED, "top", (right - 0.22 if mirrored else mid + 0.03, 0, height), (0.16, deep))
    wheels = [c for c in (FOCUS, APERTURE) if fit.wants(c)]
    if wheels:  # a thumb wheel between the lens and the end
        fit.fix(root, wheels.pop(0), "front", (end[0], y, end[1]), (0.12, 0.18))
    places = [("front", beside, space), ("left", (left - 0.008, 0, height * 0.45), (deep, 0.22))]
    places.append(("bottom", (-0.36, 0, 0), (0.18, deep)))
    for component in (*wheels, *(c for c in (TIMER, SPEED) if fit.wants(c))):
        fit.fix(root, component, *places.pop(0))
    if len(places) == 3 and rng.random() < 0.7:
        fit.fix(root, SHUTTER, "front", beside, (0.11, 0.11))
    else:
        fit.fix(root, SHUTTER, "top", (left + 0.45, 0.0, height), (0.095, 0.095))
    if fit.wants(LATCH):
        if rng.random() < 0.5:
            fit.fix(root, LATCH, "bottom", (0.4, 0, 0), (0.18, deep))
        else:
            fit.fix(root, LATCH, "right", (right + 0.008, 0, height * 0.42), (deep, 0.22))


def _back(root: Node, size: tuple[float, float, float], leather: Colour) -> tuple[Signs, str]:
    """The counter's window and the back that falls open over the film; the joint of the latter."""
    width, height, depth = size
    y = depth / 2 + 0.008
    at = (0.2 - width / 2, depth / 2 + 0.004, height - 0.075)
    root.box((0.1, 0.006, 0.055), at, DARK, material="gloss")
    marks = {"12": "12", "13": "13", "S": "S", "E": "E"}
    counter = Signs(root, "counter", (at[0], at[1] + 0.008, at[2]), (0.07, 0.04), marks, face="back")
    tall, wide, low = 0.25, width / 2 - 0.1, height * 0.12
    root.box((wide - 0.02, 0.004, tall - 0.02), (0, y, low + tall), (0.05, 0.05, 0.06))
    root.box((wide - 0.1, 0.004, 0.13), (0, y + 0.004, low + tall), (0.42, 0.3, 0.22))
    root.box((0.2, 0.006, 0.15), (0, y + 0.006, low + tall), (0.12, 0.12, 0.13))
    root.disc(0.07, 0.18, (wide - 0.13, y - 0.06, low + tall), (0.95, 0.75, 0.1))
    door = root.child("door", (0, y, low), joint=("hinge", (-1, 0, 0), (0, 0, 0)))
    door.box((wide, 0.014, tall), (0, 0.03, tall), mixed(leather, METAL, 0.12))
    door.box((0.16, 0.004, 0.1), (0, 0.046, tall), mixed(leather, METAL, 0.3))
    return counter, door.name
