"""A flashlight: a barrel or a box with a carrying handle, a flared head at one end, and a beam in front of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from envs.devices.bodies.draft import Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Haze, Lamps
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL
from envs.rendering.node import Colour, Node, Vector

POWER, MODE, RING, FILTER = "power_button", "beam_mode", "beam_ring", "filter_wheel"
SIGNAL, SIDE, CAP, PORT = "signal_button", "worklight_lever", "tail_cap", "torch_charging_port"
SHELLS: tuple[Colour, ...] = (
    (0.2, 0.21, 0.23),
    (0.9, 0.7, 0.1),
    (0.66, 0.68, 0.71),
    (0.3, 0.36, 0.28),
    (0.2, 0.32, 0.55),
    (0.7, 0.16, 0.14),
    (0.86, 0.44, 0.12),
)
BEDS: tuple[Colour, ...] = ((0.55, 0.57, 0.6), (0.3, 0.31, 0.34), (0.78, 0.78, 0.76))
ALONG: Vector = (1.0, 0.0, 0.0)
WARM: Colour = (1.0, 0.93, 0.65)
RED: Colour = (1.0, 0.12, 0.08)
FRONT_END, TAIL = 0.6, -0.74
MIDDLE, REACH = -0.25, 0.42
"""Where along the barrel controls sit: their middle and half the room for them."""


@dataclass(frozen=True)
class Way:
    """Where the light goes, and the faces of the world that lie ahead, behind, and at the near and far side."""

    frame: tuple[Vector, Vector]
    ahead: str
    behind: str
    near: str
    far: str
    near_sign: float

    def at(self, u: float, v: float, w: float) -> Vector:
        """A point `u` ahead, `v` to the near side and `w` up."""
        d, e = self.frame
        v *= self.near_sign
        return (u * d[0] + v * e[0], u * d[1] + v * e[1], w)


WAYS = (
    Way(((1, 0, 0), (0, 1, 0)), "right", "left", "front", "back", -1),
    Way(((-1, 0, 0), (0, -1, 0)), "left", "right", "front", "back", 1),
    Way(((0, -1, 0), (1, 0, 0)), "front", "back", "right", "left", 1),
)


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a flashlight whose style, colours and direction come from `rng`."""
    way = rng.choices(WAYS, (0.5, 0.22, 0.28))[0]
    boxy = rng.random() < 0.35
    shell, bed = rng.choice(SHELLS), rng.choice(BEDS)
    trim = rng.choice((DARK, METAL, mixed(shell, DARK, 0.5)))
    thick = uniform(rng, 0.19, 0.22)
    high = 0.38  # of the axis above the ground
    root = Node("flashlight")
    torch = root.child("torch", (0, 0, high), way.frame)
    fit = Fitter(choices)

    if boxy:
        _box_body(rng, torch, thick, shell, trim)
    else:
        _barrel(rng, torch, thick, shell, trim)
    lens, spark, ring_x = _head(rng, torch, thick, shell, trim, RING in choices and choices[RING].word == "ring")
    if RING in choices and choices[RING].word == "ring":
        fit.fix(root, RING, way.ahead, way.at(ring_x, 0, high), (0.335, 0.335))
    if CAP in choices:
        fit.fix(root, CAP, way.behind, way.at(TAIL, 0, high), (thick - 0.01, thick - 0.01))
        torch.disc(0.5 * thick, 0.02, (TAIL - 0.07, 0, 0), (0.85, 0.6, 0.2), axis=ALONG)

    lamp = _controls(rng, root, torch, fit, way, boxy, thick, high, bed)
    strip = None
    if SIDE in choices:
        v = way.near_sign * (thick + 0.01 if boxy else 0.78 * thick)
        w = 0.13 - thick if boxy else -0.72 * thick
        torch.rod(0.045, (MIDDLE - 0.36, v, w), (MIDDLE + 0.36, v, w), trim)
        strip = torch.rod(0.04, (MIDDLE - 0.34, v * 1.05, w), (MIDDLE + 0.34, v * 1.05, w), (0.75, 0.76, 0.74))
    beams, pulses = _beams(torch)
    pool = Haze(torch, [((MIDDLE, way.near_sign * 0.24, -0.2), (0.46, 0.2, 0.2))], 0.3)
    # An unseen speck ahead keeps room for the light within the pictures.
    torch.shape("box", (0.01, 0.01, 0.01), (FRONT_END + 0.28, 0, 0), (0, 0, 0, 0))

    def paint(look: LookBuilder, state: Features) -> None:
        light, width = state.get("light", 0.0), state.get("width", 1)
        colour = RED if state.get("red") else mixed(WARM, (1.0, 1.0, 1.0), max(0.0, light - 0.4))
        if light:
            look.paint(lens, mixed((0.5, 0.5, 0.45), colour, 0.25 + 0.75 * light), "glow")
            look.paint(spark, mixed(colour, (1.0, 1.0, 1.0), 0.6), "glow")
        pulse = state.get("pulse", 0)
        for i, beam in enumerate(beams):
            beam.show(look, light if i == width and not pulse else 0, colour)
        pulses.show(look, pulse)
        pool.show(look, state.get("side", 0))
        if state.get("side") and strip:
            look.paint(strip, (1.0, 1.0, 0.95), "glow")
        if state.get("charge") and lamp:
            lamp.light(look, 1, (1.0, 0.5, 0.05))

    return Draft((root,), fit.parts, paint)


def _barrel(rng: Random, torch: Node, thick: float, shell: Colour, trim: Colour) -> None:
    """A round barrel with knurled bands."""
    torch.disc(thick, 0.53, (-0.21, 0, 0), shell, axis=ALONG)
    torch.disc(thick + 0.015, 0.04, (TAIL + 0.06, 0, 0), trim, axis=ALONG)
    for i in range(rng.choice((6, 9, 12))):
        torch.disc(thick + 0.006, 0.012, (-0.62 + 0.055 * i, 0, 0), mixed(shell, DARK, 0.4), axis=ALONG)


def _box_body(rng: Random, torch: Node, thick: float, shell: Colour, trim: Colour) -> None:
    """A box with a carrying handle, as of hand lanterns."""
    edge = 0.07
    torch.box((0.5, thick, thick - edge), (-0.22, 0, 0), shell)
    torch.box((0.5, thick - edge, thick), (-0.22, 0, 0), shell)
    for y in (-1, 1):
        for z in (-1, 1):
            at = (y * (thick - edge), z * (thick - edge))
            torch.rod(edge, (-0.65, *at), (0.21, *at), shell)
    torch.box((0.02, thick - 0.03, thick - 0.03), (TAIL + 0.02, 0, 0), trim)
    rise, bar = thick + uniform(rng, 0.18, 0.24), 0.045
    path = [(-0.62, 0.0, thick), (-0.54, 0.0, rise), (0.1, 0.0, rise), (0.24, 0.0, thick)]
    for a, b in zip(path, path[1:], strict=False):
        torch.rod(bar, a, b, trim)
    for y in (-1, 1):
        torch.rod(0.03, (-0.6, y * 0.12, -thick - 0.015), (0.15, y * 0.12, -thick - 0.015), DARK)


def _head(rng: Random, torch: Node, thick: float, shell: Colour, trim: Colour, ringed: bool) -> tuple[str, str, float]:
    """The head, smaller where a ring goes round it: its lens, the bright middle of that, and where a ring sits."""
    wide = 0.247 if ringed else uniform(rng, 0.32, 0.38)
    colour = rng.choice((shell, trim, mixed(shell, DARK, 0.3)))
    steps = 10
    for i in range(steps):
        r = thick + 0.01 + (wide - thick) * (i / (steps - 1)) ** 0.8
        torch.disc(r, 0.014, (0.26 + 0.02 * i, 0, 0), colour, axis=ALONG)
    torch.disc(wide, 0.085, (0.515, 0, 0), colour, axis=ALONG)
    if not ringed:
        for i in range(3):  # cooling fins
            torch.disc(wide + 0.008, 0.01, (0.47 + 0.035 * i, 0, 0), mixed(colour, DARK, 0.4), axis=ALONG)
    torch.disc(wide + 0.005, 0.012, (FRONT_END, 0, 0), trim, axis=ALONG)
    torch.disc(0.9 * wide, 0.004, (FRONT_END + 0.012, 0, 0), METAL, axis=ALONG)
    lens = torch.disc(0.82 * wide, 0.004, (FRONT_END + 0.018, 0, 0), (0.46, 0.48, 0.52), axis=ALONG, material="gloss")
    spark = torch.disc(0.26 * wide, 0.004, (FRONT_END + 0.024, 0, 0), (0.8, 0.78, 0.55), axis=ALONG, material="gloss")
    return lens, spark, 0.42


def _beams(torch: Node) -> tuple[list[Haze], Haze]:
    """The beams from narrow to wide, each in clouds from weak to strong; and the flashes of a call for help."""
    beams = []
    for long, wide in ((0.5, 0.1), (0.36, 0.25), (0.22, 0.48)):
        clouds = []
        for share in (0.6, 0.8, 1.0):
            half = share * long / 2
            clouds.append(((FRONT_END + half, 0.0, 0.0), (half, share * wide, share * wide)))
        beams.append(Haze(torch, clouds, 0.34))
    at = ((0.08, 0.09), (0.22, 0.13), (0.38, 0.17))
    return beams, Haze(torch, [((FRONT_END + u, 0, 0), (0.045, r, r)) for u, r in at], 0.75)


def _controls(
    rng: Random, root: Node, torch: Node, fit: Fitter, way: Way, boxy: bool, thick: float, high: float, bed: Colour
) -> Lamps | None:
    """Controls on flat beds along the barrel, or on the tail; the lamp of devices that can be charged."""
    if not fit.wants(CAP) and CAP not in fit.choices and rng.random() < 0.35:
        half = 0.11 if fit.choices[POWER].word == "button" else 0.13
        fit.fix(root, POWER, way.behind, way.at(TAIL, 0, high), (half, half))
    wanted = [c for c in (POWER, MODE, RING, FILTER, SIGNAL, SIDE) if fit.wants(c)]
    rng.shuffle(wanted)
    sides: list[list[str]] = [[], [], []]  # near, top, far
    for component in wanted:
        free = [i for i in range(3) if len(sides[i]) < 2 and not (i == 1 and boxy)]
        sides[rng.choices(free, [(4, 4, 1)[i] for i in free])[0]].append(component)
    if fit.wants(PORT):
        room = [i for i in (2, 0) if len(sides[i]) < 2] or [2]
        sides[room[0]].append(PORT)
    out = thick + (0.004 if boxy else 0.025)
    for i, here in enumerate(sides):
        if not here:
            continue
        face = (way.near, "top", way.far)[i]
        pos = way.at(MIDDLE, (out, 0, -out)[i], high + (out if i == 1 else 0))
        if not boxy:
            v = (1, 0, -1)[i] * way.near_sign * (thick - 0.02)
            half = (REACH, 0.13, 0.045) if i == 1 else (REACH, 0.045, 0.13)
            torch.box(half, (MIDDLE, v, (thick - 0.02) * (i == 1)), bed)
        space = (REACH - 0.02, 0.19 if boxy else 0.16)
        columns = len(here)
        if face == "top" and way.ahead == "front":
            space, columns = (space[1], space[0]), 1
        lay_out(fit, root, here, face, pos, space, 0.2, columns)
    if PORT not in fit.parts:
        return None
    if not boxy:
        torch.box((0.035, 0.03, 0.035), (MIDDLE + REACH + 0.035, way.near_sign * (out - 0.03), 0), bed)
    spot = way.at(MIDDLE + REACH + 0.035, out + 0.002, high + (0.09 if boxy else 0))
    return Lamps(root, "charging", (spot,), 0.026, way.near)
