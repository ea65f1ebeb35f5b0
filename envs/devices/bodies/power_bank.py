"""A power bank: a flat slab with round corners, lying or standing, with cable ports in an edge and charge lamps."""

from __future__ import annotations

from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, lay_out, uniform
from envs.devices.bodies.fixtures import DIGIT, Display, Haze, Lamps, Signs, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector, cross

POWER, INLET, PHONE, TABLET = "power_key", "charging_inlet", "phone_outlet", "tablet_outlet"
PLATE, TORCH, BOOST, FLAP = "wireless_plate", "torch_key", "boost_key", "cable_flap"
SHELLS: tuple[Colour, ...] = (
    (0.2, 0.21, 0.24),
    (0.9, 0.9, 0.9),
    (0.62, 0.65, 0.69),
    (0.24, 0.34, 0.5),
    (0.72, 0.56, 0.54),
    (0.36, 0.5, 0.44),
)
PORT_SIGNS = {INLET: ("IN", "@power_plug"), PHONE: ("@cellphone",), TABLET: ("@tablet",)}
SIGNS = {
    "phone": "@cellphone_charging",
    "fast": "@flash",
    "fill": "@battery_charging",
    "both": "@swap_horizontal",
    "help": "SOS",
    "pad": "@battery_charging_wireless",
    "tablet": "@tablet",
    "two": "@tablet_cellphone",
}
FILLING: Colour = (1.0, 0.7, 0.15)
BEAM: Colour = (1.0, 0.97, 0.75)


class _Slab:
    """Where things lie on the faces of the slab."""

    def __init__(self, centre: Vector, half: Vector) -> None:
        self.centre, self.half = centre, half

    def size(self, face: str) -> tuple[float, float]:
        """A face's half size (right, up)."""
        right, up = (sum(abs(a) * h for a, h in zip(axis, self.half, strict=True)) for axis in FRAMES[face])
        return right, up

    def at(self, face: str, u: float, v: float, out: float = 0.0) -> Vector:
        """The point (right, up) from a face's middle, `out` above the face."""
        right, up = FRAMES[face]
        away = cross(right, up)
        x, y, z = (
            c + u * r + v * w + a * (h + out)
            for c, r, w, a, h in zip(self.centre, right, up, away, self.half, strict=True)
        )
        return (x, y, z)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a slab whose stance, proportions and colours come from `rng`."""
    standing = rng.random() < 0.5
    long, wide, thick = uniform(rng, 0.68, 0.74), uniform(rng, 0.42, 0.45), uniform(rng, 0.17, 0.2)
    foot = 0.05
    half = (wide, thick, long) if standing else (long, wide, thick)
    slab = _Slab((0, 0, foot + half[2]), half)
    face, edge = ("front", "top") if standing else ("top", "front")
    shell = rng.choice(SHELLS)
    ink = DARK if sum(shell) > 1.4 else (0.9, 0.9, 0.9)
    root = Node("bank")
    fit = Fitter(choices)

    case = root.child("case", slab.centre, FRAMES[face])
    mw, mh = slab.size(face)
    soft_box(case, (mw, mh, thick), (0, 0, 0), shell, uniform(rng, 0.07, 0.1), rng.choice(("matte", "gloss")))
    trim = rng.choice((DARK, METAL, ink))
    soft_box(case, (mw + 0.006, mh + 0.006, 0.02), (0, 0, -0.45 * thick), trim, 0.1)
    _feet(root, half, standing)

    ports = [c for c in (INLET, PHONE, TABLET) if c in choices]
    rng.shuffle(ports)
    strip = _ports(rng, root, slab, fit, ports, face, edge, ink)

    left = rng.random() < 0.5
    sides = ("left", "right") if left else ("right", "left")
    beam = _torch(root, slab, sides[0], standing) if TORCH in choices else None
    a, b = slab.size(sides[1])
    flap_at = (0.0, -0.3) if standing else (0.14, 0.0)
    if FLAP in choices:
        size = (min(0.15, a - 0.03), 0.2) if standing else (0.2, min(0.15, b - 0.02))
        fit.fix(root, FLAP, sides[1], slab.at(sides[1], *flap_at), size)
    if rng.random() < 0.35:  # as on many, the main key sits in the narrow side
        spot = (0.0, 0.32) if standing else (-0.24, 0.0)
        fit.fix(root, POWER, sides[1], slab.at(sides[1], *spot), (0.14, 0.14))

    screen, signs, lamps, phone = _main_face(rng, root, slab, fit, face, strip, ink, standing)

    def paint(look: LookBuilder, state: Features) -> None:
        colour = FILLING if state.get("tone") == "filling" else DIGIT
        screen.show(look, state.get("screen", ""), colour)
        signs.show(look, state.get("sign"), colour)
        lamps.light(look, state.get("lamps", 0), colour)
        if phone and not state.get("resting"):
            look.hide(*phone)
        elif phone:
            look.paint(phone[1], (0.25, 0.85, 0.45), "glow")
        if beam:
            lens, haze = beam
            haze.show(look, state.get("torch", 0), BEAM)
            if state.get("torch"):
                look.paint(lens, BEAM, "glow")

    return Draft((root,), fit.parts, paint)


def _feet(root: Node, half: Vector, standing: bool) -> None:
    if standing:  # a shoe, so that it stands safely
        root.box((half[0] * 0.86, half[1] * 0.9, 0.03), (0, 0, 0.03), DARK)
        return
    for x in (-1, 1):
        for y in (-1, 1):
            root.disc(0.05, 0.03, (x * (half[0] - 0.16), y * (half[1] - 0.14), 0.03), DARK)


def _ports(
    rng: Random, root: Node, slab: _Slab, fit: Fitter, ports: list[str], face: str, edge: str, ink: Colour
) -> float:
    """The ports in the edge, each with its sign beside it on the main face; the height of the signs' strip."""
    room, tall = slab.size(edge)
    room -= 0.06  # the corners are round
    _, mh = slab.size(face)
    count = len(ports)
    end = mh if edge == "top" else -mh
    for i, port in enumerate(ports):
        u = room * ((2 * i + 1) / count - 1)
        wide = min(0.17, room / count - 0.01)
        fit.fix(root, port, edge, slab.at(edge, u, 0), (wide, min(0.16, tall - 0.015)))
        sign = root.child(f"sign {port}", slab.at(face, u, end - 0.075 * (1 if end > 0 else -1)), FRAMES[face])
        print_mark(sign, rng.choice(PORT_SIGNS[port]), (0, 0, 0.002), (0.07, 0.05), ink)
    return 0.14


def _torch(root: Node, slab: _Slab, side: str, standing: bool) -> tuple[str, Haze]:
    """A lens in a narrow side, and its beam."""
    node = root.child("torch", slab.at(side, 0, 0.35 if standing else 0), FRAMES[side])
    node.disc(0.12, 0.012, (0, 0, 0.012), METAL)
    lens = node.disc(0.095, 0.012, (0, 0, 0.018), (0.55, 0.57, 0.6), material="gloss")
    clouds = [((0, 0, 0.08 + 0.07 * i), (0.08 + 0.025 * i, 0.08 + 0.025 * i, 0.07)) for i in range(4)]
    return lens, Haze(node, clouds, 0.35)


def _main_face(
    rng: Random, root: Node, slab: _Slab, fit: Fitter, face: str, strip: float, ink: Colour, standing: bool
) -> tuple[Display, Signs, Lamps, list[str]]:
    """Screen, charge lamps, keys, and the plate with its phone or a print instead."""
    mw, mh = slab.size(face)
    keys = [c for c in (POWER, TORCH, BOOST) if fit.wants(c)]
    rng.shuffle(keys)
    if standing:  # from above: port signs, screen, keys, plate
        high = mh - strip
        screen = (0.0, high - 0.1)
        field = ((0.0, high - 0.42), (mw - 0.04, 0.14))
        big, size = (0.0, (high - 0.58 - mh) / 2), (mw - 0.08, (high - 0.58 + mh) / 2 - 0.04)
    else:  # from the left: plate, then screen above keys
        screen = (0.34, mh - 0.11)
        field = ((0.34, (strip - 0.29) / 2), (mw - 0.38, (2 * mh - 0.29 - strip) / 2))
        big, size = (0.36 - mw, strip / 2 + 0.01), (0.3, mh - strip / 2 - 0.05)
    if keys:
        lay_out(fit, root, keys, face, slab.at(face, *field[0]), field[1], 0.14, len(keys))
    root.child("window", slab.at(face, *screen), FRAMES[face]).box(
        (0.23, 0.075, 0.01), (0, 0, 0.006), (0.05, 0.07, 0.09), material="gloss"
    )
    display = Display(root, "screen", slab.at(face, screen[0] + 0.07, screen[1], 0.004), (0.12, 0.068), 2, face)
    signs = Signs(root, "signs", slab.at(face, screen[0] - 0.14, screen[1], 0.018), (0.07, 0.055), SIGNS, DIGIT, face)
    spots = [slab.at(face, screen[0] + 0.1 * (i - 1.5), screen[1] - 0.125) for i in range(4)]
    lamps = Lamps(root, "lamp", spots, 0.024, face)
    if PLATE not in fit.choices:
        name = root.child("print", slab.at(face, *big), FRAMES[face])
        print_mark(
            name, rng.choice(("@flash", "@battery_charging", "@lightning_bolt")), (0, 0.07, 0.002), (0.14, 0.13), ink
        )
        print_mark(name, rng.choice(("20000", "10000", "5000")), (0, -0.12, 0.002), (0.2, 0.05), ink)
        return display, signs, lamps, []
    part = fit.fix(root, PLATE, face, slab.at(face, *big), size)
    assert part.moving
    w, h = min(0.17, 0.55 * size[0]), 0.86 * size[1]
    phone = [
        part.moving.box((w, h, 0.025), (0, 0, 0.105), (0.1, 0.11, 0.13), material="gloss", decor=True),
        part.moving.box((0.88 * w, 0.88 * h, 0.003), (0, 0, 0.132), (0.2, 0.3, 0.5), decor=True),
    ]
    return display, signs, lamps, phone
