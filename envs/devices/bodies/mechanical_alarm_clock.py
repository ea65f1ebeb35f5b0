"""A mechanical alarm clock: a round face with hands, bells and a hammer on top, winding keys and knobs at the back."""

from __future__ import annotations

import math
from random import Random

from envs.devices.bodies.draft import PANELS, SHELLS, Draft, Features, Fitter, lay_out, mixed, uniform
from envs.devices.bodies.fixtures import Haze, soft_box
from envs.devices.body import LookBuilder
from envs.devices.category import Choice
from envs.devices.parts import DARK, METAL, PALE
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node

MAIN, BELLS, HANDS, WAKE = "mainspring_key", "bell_spring_key", "hands_knob", "wake_hand_knob"
CATCH, HUSH, SPEED, LIGHT = "bell_catch", "hush_button", "tick_regulator", "dial_lamp"
BRASS: Colour = (0.78, 0.6, 0.25)
COPPER: Colour = (0.74, 0.44, 0.3)
CASES: tuple[Colour, ...] = (*SHELLS, BRASS, COPPER, (0.62, 0.13, 0.14), (0.14, 0.15, 0.17), (0.2, 0.42, 0.42))
FACES: tuple[Colour, ...] = (PALE, (0.97, 0.97, 0.97), (0.94, 0.89, 0.76), (0.12, 0.13, 0.16))
WAKES: tuple[Colour, ...] = ((0.86, 0.08, 0.1), (0.1, 0.5, 0.9), (1.0, 0.45, 0.02))
WARM: Colour = (1.0, 0.93, 0.62)
RINGING: Colour = (1.0, 0.85, 0.35)
BELL = tuple((0.02 * i, math.sqrt(1 - (i / 9.4) ** 2)) for i in range(9))
"""Height of each ring of a bell, and its radius relative to the mouth's."""


def build(rng: Random, choices: dict[str, Choice]) -> Draft:
    """Lay the chosen parts out on a clock whose case, bells and face come from `rng`."""
    fit = Fitter(choices)
    root = Node("clock")
    kind = rng.choice(("drum", "plinth", "plinth", "square", "square"))
    case, metal = rng.choice(CASES), rng.choice((METAL, BRASS, BRASS, COPPER))
    radius = uniform(rng, 0.54, 0.58) if kind == "drum" else uniform(rng, 0.48, 0.52)
    half_depth = uniform(rng, 0.2, 0.25)
    strip = 0.0 if kind == "drum" else uniform(rng, 0.33, 0.36)
    feet = 0.13 if kind == "drum" else 0.05
    half_width = radius + (0.06 if kind == "square" else 0.1)
    mid = feet + strip + radius
    if kind == "plinth":
        mid -= 0.06  # the drum sinks into its plinth
    top = mid + radius + (0.04 if kind == "square" else 0.0)
    _case(root, kind, (half_width, half_depth, radius), (feet, strip, mid, top), case, metal)

    face = _Face(rng, root, (0, -half_depth, mid), radius * (0.94 if kind == "square" else 1.0), metal, case)
    ringer = _Ringer(rng, root, kind != "square", (radius, mid, top), metal, case if rng.random() < 0.2 else metal)
    if HUSH in choices and ringer.stand:
        fit.fix(root, HUSH, "top", ringer.stand, (uniform(rng, 0.17, 0.26), 0.13))

    # A few controls on the strip below the face, one at a side, the rest in a ring at the back.
    loose = [c for c in (CATCH, LIGHT, HANDS, WAKE, SPEED, HUSH) if fit.wants(c)]
    rng.shuffle(loose)
    if strip:
        before, loose = loose[:4], loose[4:]
        if len(before) > 1 and rng.random() < 0.5:
            loose.append(before.pop())
        deep = half_depth + (0.1 if kind == "plinth" else 0.0)
        lay_out(fit, root, before, "front", (0, -deep, feet + strip / 2), (half_width - 0.04, strip / 2), 0.17, 4)
    if kind == "square" and loose and rng.random() < 0.5:
        sign, side = rng.choice(((1, "right"), (-1, "left")))
        fit.fix(root, loose.pop(), side, (sign * half_width, 0, mid + 0.1), (0.17, 0.17))
    rear = [c for c in (MAIN, BELLS) if c in choices] + loose
    _rear(rng, root, fit, rear, (half_depth, mid, radius))

    def paint(look: LookBuilder, state: Features) -> None:
        face.show(look, state)
        ringer.show(look, state.get("armed", 0), state.get("ringing", 0))

    return Draft((root,), fit.parts, paint)


def _case(
    root: Node,
    kind: str,
    size: tuple[float, float, float],
    heights: tuple[float, float, float, float],
    case: Colour,
    metal: Colour,
) -> None:
    """A drum on two legs or on a plinth, or a case with round edges."""
    half_width, depth, radius = size
    feet, strip, mid, top = heights
    if kind == "square":
        soft_box(root, (half_width, depth, (top - feet) / 2), (0, 0, (top + feet) / 2), case, 0.06)
    else:
        root.disc(radius, depth, (0, 0, mid), case, axis=(0, 1, 0))
        for y in (-1, 1):
            root.disc(radius + 0.015, 0.02, (0, y * (depth - 0.01), mid), metal, axis=(0, 1, 0), material="gloss")
    if kind == "drum":
        for x in (-1, 1):
            end = (x * 0.5, 0, 0.045)
            root.rod(0.03, (x * 0.6 * radius, 0, mid - 0.7 * radius), end, metal, material="gloss")
            root.shape("sphere", (0.045,), end, metal, material="gloss")
        return
    if kind == "plinth":
        soft_box(root, (half_width, depth + 0.1, strip / 2), (0, 0, feet + strip / 2), case, 0.06)
        root.box((half_width - 0.03, depth + 0.07, 0.012), (0, 0, feet + strip + 0.01), metal)
        depth += 0.1
    for x in (-1, 1):
        root.box((0.09, depth - 0.06, feet / 2), (x * (half_width - 0.16), 0, feet / 2), DARK)


def _rear(rng: Random, root: Node, fit: Fitter, components: list[str], size: tuple[float, float, float]) -> None:
    """Keys and knobs in a ring on the back plate, the keys with a sign of what they wind."""
    depth, mid, radius = size
    plate = rng.choice((*PANELS, METAL))
    root.disc(0.97 * radius, 0.012, (0, depth + 0.008, mid), plate, axis=(0, 1, 0))
    face_y, count = depth + 0.02, len(components)
    ring = 0.64 * radius if count > 1 else 0.4 * radius
    half = min(0.18, 0.93 * ring * math.sin(math.pi / max(count, 2)))
    start = uniform(rng, 0, 2 * math.pi)
    for i, component in enumerate(components):
        turn = start + 2 * math.pi * i / count
        x, z = math.sin(turn), math.cos(turn)
        fit.fix(root, component, "back", (ring * x, face_y, mid + ring * z), (half, half))
        if component in (MAIN, BELLS):
            near = ring - half - 0.05
            sign = root.child(f"{component}:sign", (near * x, face_y, mid + near * z), FRAMES["back"])
            print_mark(sign, "@clock_outline" if component == MAIN else "@bell", (0, 0, 0.004), (0.06, 0.06), DARK)


class _Face:
    """The dial with its numbers, the two hands, and the small coloured hand of the alarm."""

    def __init__(
        self, rng: Random, root: Node, pos: tuple[float, float, float], radius: float, rim: Colour, case: Colour
    ) -> None:
        node = root.child("face", pos, FRAMES["front"])
        self.ground = rng.choice(FACES)
        ink = DARK if sum(self.ground) > 1.5 else PALE
        r = 0.86 * radius
        node.disc(0.95 * radius, 0.02, (0, 0, 0.02), rim if rng.random() < 0.7 else mixed(case, DARK, 0.4))
        self.plate = node.disc(r, 0.02, (0, 0, 0.026), self.ground)
        numbers = rng.choice((12, 4, 0))
        for i in range(12):
            t = math.pi * i / 6
            x, y = math.sin(t), math.cos(t)
            if numbers and i % (12 // numbers) == 0:
                size = 0.11 if numbers == 12 else 0.15
                print_mark(node, str(i or 12), (0.82 * r * x, 0.82 * r * y, 0.048), (size * r, size * r), ink)
            else:
                node.box(
                    (0.022 * r, (0.09 if i % 3 else 0.12) * r, 0.002), (0.84 * r * x, 0.84 * r * y, 0.048), ink, turn=-t
                )
        self.hands = ("wake_hand", "hour_hand", "minute_hand")
        wide = uniform(rng, 0.035, 0.055) * r
        for name, reach, half, z, colour in zip(
            self.hands,
            (0.52 * r, 0.55 * r, 0.8 * r),
            (0.7 * wide, 1.25 * wide, 0.85 * wide),
            (0.054, 0.064, 0.074),
            (rng.choice(WAKES), ink, ink),
            strict=True,
        ):
            hand = node.child(name, (0, 0, z), joint=("hinge", (0, 0, 1), (0, 0, 0)))
            hand.box((half, reach / 2 + 0.03, 0.004), (0, reach / 2 - 0.03, 0), colour)
            if name == "wake_hand":
                hand.disc(0.055 * r, 0.004, (0, 0.86 * reach, 0), colour)
        node.disc(0.06 * r, 0.02, (0, 0, 0.07), rim, material="gloss")

    def show(self, look: LookBuilder, state: Features) -> None:
        """Turn the hands to the state's hours, and light the dial."""
        minute = state.get("minute", 8)
        hours = (state.get("wake", 6), state.get("hour", 10) + minute / 60, minute / 5)
        for name, hour in zip(self.hands, hours, strict=True):
            look.joint(name, -math.pi * hour / 6, inner=True)
        if state.get("light"):
            look.paint(self.plate, mixed(self.ground, WARM, 0.75 if sum(self.ground) > 1.5 else 0.3), "glow")


class _Ringer:
    """Two bells with a hammer between them under a strap, or one bell with its hammer beside it."""

    def __init__(
        self, rng: Random, root: Node, round_case: bool, size: tuple[float, float, float], metal: Colour, colour: Colour
    ) -> None:
        radius, mid, top = size
        self.single = rng.random() < 0.2
        wide = uniform(rng, 0.24, 0.28)
        self.hit = 0.3
        self.stand: tuple[float, float, float] | None = None
        if self.single:
            wide += 0.06
            self._bell(root, "bell", (0, 0.02, top - 0.02), 0.0, wide, colour, metal)
            foot = (wide + 0.1, 0.02, mid + math.sqrt(radius**2 - (wide + 0.1) ** 2) if round_case else top)
            clouds = [((0, 0.02, top + 0.16), (wide + 0.1, wide + 0.1, 0.22))]
        else:
            lean = math.radians(36 if round_case else 14)
            reach = radius - 0.01 if round_case else 0.36 / math.sin(lean)
            drop = mid if round_case else top - 0.01 - reach * math.cos(lean)
            ends = []
            for sign, name in ((-1, "left_bell"), (1, "right_bell")):
                at = (sign * reach * math.sin(lean), 0, drop + reach * math.cos(lean))
                self._bell(root, name, at, sign * lean, wide, colour, metal)
                ends.append((at[0] + sign * 0.3 * math.sin(lean), 0.0, at[2] + 0.3 * math.cos(lean)))
            clouds = [((x, 0, z - 0.06), (wide + 0.02, wide + 0.02, 0.17)) for x, _, z in ends]
            foot = (0.0, 0.0, top - 0.01)
            high = max(ends[0][2] + 0.05, top + 0.29)
            corners = [ends[0], (-0.2, 0.0, high), (0.2, 0.0, high), ends[1]]
            for a, b in zip(corners, corners[1:], strict=False):
                root.rod(0.026, a, b, metal, material="gloss")
            root.box((0.18, 0.11, 0.02), (0, 0, high + 0.01), metal, material="gloss")
            self.stand = (0.0, 0.0, high + 0.03)
        root.disc(0.06, 0.02, (foot[0], foot[1], foot[2] + 0.01), DARK)
        hammer = root.child("hammer", foot, joint=("hinge", (0, 1, 0), (0, 0, 0)))
        hammer.rod(0.018, (0, 0, 0), (0, 0, 0.16), METAL, material="gloss")
        hammer.rod(0.05, (-0.035, 0, 0.17), (0.035, 0, 0.17), DARK, material="gloss")
        self.din = Haze(root, clouds, 0.3)

    def _bell(
        self,
        root: Node,
        name: str,
        at: tuple[float, float, float],
        lean: float,
        wide: float,
        colour: Colour,
        metal: Colour,
    ) -> None:
        bell = root.child(name, at, ((math.cos(lean), 0, -math.sin(lean)), (0, 1, 0)))
        bell.rod(0.035, (0, 0, 0), (0, 0, 0.12), metal)
        for z, share in BELL:
            bell.disc(share * wide, 0.012, (0, 0, 0.08 + z), colour, material="gloss")
        bell.shape("sphere", (0.045,), (0, 0, 0.29), metal, material="gloss")

    def show(self, look: LookBuilder, armed: float, ringing: float) -> None:
        """Let the hammer stand, lean a little when it is free, or beat."""
        way = -1 if self.single else 1
        look.joint("hammer", way * self.hit * (1.0 if ringing else 0.35 if armed else 0.0), inner=True)
        self.din.show(look, ringing, RINGING)
