"""The parts a hand can use. A part's look says how it is used; that holds for every device and every seed.

Each part word has one way of use (`PART_TYPES`): pressing a button, turning a knob. Directions come in pairs, plus
(on, up, open, in, clockwise) and minus (off, down, close, out, anticlockwise); buttons and cords know only one. A
part sits on a face in its own frame (x right, y up, z out) and its looks follow a value from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from envs.devices.body import Colour, LookBuilder, Node
from envs.devices.machine import AtomicAction
from envs.devices.views import FRAMES, Vector

COLOURS: dict[str, Colour] = {
    "red": (0.86, 0.08, 0.1),
    "orange": (1.0, 0.48, 0.02),
    "yellow": (0.98, 0.86, 0.08),
    "green": (0.1, 0.66, 0.2),
    "blue": (0.1, 0.3, 0.9),
    "purple": (0.52, 0.16, 0.75),
    "pink": (1.0, 0.45, 0.7),
    "white": (0.97, 0.97, 0.97),
    "grey": (0.5, 0.52, 0.54),
    "black": (0.08, 0.08, 0.09),
}
"""Colour word -> what it looks like."""

DARK: Colour = (0.13, 0.14, 0.16)
PALE: Colour = (0.93, 0.93, 0.9)
METAL: Colour = (0.72, 0.73, 0.75)


@dataclass(frozen=True)
class PartType:
    """How parts of one word are used: the atomic action, and its parameter towards plus and towards minus."""

    action: AtomicAction
    plus: tuple[str, ...]
    minus: tuple[str, ...]


PART_TYPES: dict[str, PartType] = {
    "button": PartType("press", (), ()),
    "switch": PartType("push", ("1",), ("0",)),
    "knob": PartType("rotate", ("1",), ("0",)),
    "slider": PartType("push", ("1",), ("0",)),
    "lever": PartType("pull", ("1",), ("0",)),
    "handle": PartType("pull", ("1",), ("0",)),
    "cord": PartType("pull", ("1",), ("1",)),
    "plug": PartType("push", ("1",), ("0",)),
}
PART_WORDS: tuple[str, ...] = tuple(PART_TYPES)

MINUS_ACTIONS: dict[str, AtomicAction] = {"handle": "push", "plug": "pull"}
"""Parts whose way back is another action: a door is pulled open and pushed shut, a plug pushed in and pulled out."""


def use(word: str, plus: bool) -> tuple[AtomicAction, tuple[str, ...]]:
    """The atomic action and parameter that work a part towards plus or minus."""
    kind = PART_TYPES[word]
    if plus:
        return kind.action, kind.plus
    return MINUS_ACTIONS.get(word, kind.action), kind.minus


@dataclass(frozen=True)
class Part:
    """A part as built: its node and how its value (0 to 1) and its lamp show."""

    word: str
    colour: str
    node: Node
    joint: str | None = None
    low: float = 0.0
    high: float = 0.0
    lamp: str | None = None

    @property
    def visual_name(self) -> str:
        return f"{self.colour} {self.word}"

    def show(self, look: LookBuilder, value: float, lit: bool = False) -> None:
        """Write the part's value, and whether its lamp is lit, into a look."""
        if self.joint:
            inner = self.word in ("switch", "knob", "slider")
            look.joint(self.joint, self.low + (self.high - self.low) * value, inner)
        if self.lamp and lit:
            look.paint(self.lamp, (0.65, 1.0, 0.75), "glow")


def _mark_colour(colour: str) -> Colour:
    """Marks on a part stand out from it."""
    return DARK if colour in ("white", "yellow") else COLOURS["white"]


def _rim_colour(colour: str) -> Colour:
    """Rims and bezels set a part off from its device and from itself."""
    return METAL if colour == "black" else DARK


def _button(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    rgb, mark, rim = COLOURS[colour], _mark_colour(colour), _rim_colour(colour)
    r = min(a, b)
    if style < 0.6:
        collar = node.disc(r, 0.02, (0, 0, 0.02), rim)
        node.disc(0.84 * r, 0.022, (0, 0, 0.05), rgb, material="gloss")
    else:
        collar = node.box((a, 0.92 * r, 0.02), (0, 0, 0.02), rim)
        node.box((a - 0.16 * r, 0.76 * r, 0.022), (0, 0, 0.05), rgb, material="gloss")
    node.disc(0.24 * r, 0.003, (0, 0, 0.074), mark)
    return Part("button", colour, node, lamp=collar)


def _switch(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    b = min(b, 1.7 * a)
    a = min(a, 0.72 * b)
    node.box((a, b, 0.025), (0, 0, 0.025), _rim_colour(colour))
    paddle = node.child(f"{node.name}/paddle", (0, 0, 0.05), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    paddle.box((0.8 * a, 0.84 * b, 0.03), (0, 0, 0.0), COLOURS[colour], material="gloss")
    lamp = node.disc(0.16 * a, 0.004, (0, 0.9 * b, 0.051), (0.3, 0.32, 0.34))
    mark = _mark_colour(colour)
    paddle.box((0.09 * a, 0.2 * b, 0.002), (0, 0.48 * b, 0.031), mark)
    paddle.shape("cylinder", (0.26 * a, 0.002), (0, -0.48 * b, 0.031), mark)
    paddle.shape("cylinder", (0.15 * a, 0.002), (0, -0.48 * b, 0.032), COLOURS[colour])
    return Part("switch", colour, node, paddle.name, math.radians(17), math.radians(-17), lamp)


def _knob(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    r = min(a, b)
    lamp = node.disc(r, 0.012, (0, 0, 0.012), _rim_colour(colour))
    cap = node.child(f"{node.name}/cap", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    cap.disc(0.86 * r, 0.045, (0, 0, 0.065), COLOURS[colour], material="gloss")
    if style < 0.5:  # a grip bar across, as on cookers
        cap.box((0.2 * r, 0.84 * r, 0.02), (0, 0, 0.12), COLOURS[colour])
        cap.box((0.1 * r, 0.3 * r, 0.003), (0, 0.5 * r, 0.142), _mark_colour(colour))
    else:
        cap.box((0.11 * r, 0.36 * r, 0.003), (0, 0.46 * r, 0.112), _mark_colour(colour))
    return Part("knob", colour, node, cap.name, math.radians(110), math.radians(-110), lamp)


def _slider(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    if a > b:  # lies down: right is plus
        node = node.child(f"{node.name}/across", frame=((0, -1, 0), (1, 0, 0)))
        a, b = b, a
    a = min(a, 0.75 * b)
    lamp = node.box((0.3 * a, b, 0.012), (0, 0, 0.012), DARK)
    thumb = node.child(f"{node.name}/thumb", joint=("slide", (0, 1, 0), (0, 0, 0)))
    thumb.box((0.92 * a, 0.34 * b, 0.035), (0, 0, 0.05), COLOURS[colour], material="gloss")
    thumb.box((0.92 * a, 0.05 * b, 0.003), (0, 0, 0.087), _mark_colour(colour))
    return Part("slider", colour, node, thumb.name, -0.62 * b, 0.62 * b, lamp)


def _lever(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    a = min(a, 0.7 * b)
    lamp = node.box((0.8 * a, 0.8 * b, 0.015), (0, 0, 0.015), DARK)
    stick = node.child(f"{node.name}/stick", (0, 0, 0.02), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    length = 0.95 * b
    stick.rod(0.24 * a, (0, 0, 0), (0, 0, length), METAL, material="gloss")
    stick.shape("sphere", (0.62 * a,), (0, 0, length), COLOURS[colour], material="gloss")
    return Part("lever", colour, node, stick.name, math.radians(42), math.radians(-42), lamp)


def _handle(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    rgb = COLOURS[colour]
    long_y = b >= a
    reach, thick = (b, min(a, 0.075)) if long_y else (a, min(b, 0.075))

    def at(t: float, z: float) -> Vector:
        return (0, t, z) if long_y else (t, 0, z)

    for end in (-0.78, 0.78):
        node.rod(0.8 * thick, at(end * reach, 0), at(end * reach, 0.09), rgb)
    if style < 0.5:
        node.rod(thick, at(thick - reach, 0.1), at(reach - thick, 0.1), rgb, material="gloss")
    else:
        node.box((thick, reach, thick * 0.7) if long_y else (reach, thick, thick * 0.7), (0, 0, 0.1), rgb)
    return Part("handle", colour, node)


def _cord(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    node.rod(0.018, (0, b, 0), (0, -0.4 * b, 0), METAL)
    if style < 0.5:
        node.shape("sphere", (0.85 * a,), (0, -0.4 * b - 0.6 * a, 0), COLOURS[colour], material="gloss")
    else:
        node.shape(
            "ellipsoid",
            (0.75 * a, 1.1 * a, 0.75 * a),
            (0, -0.4 * b - 0.8 * a, 0),
            COLOURS[colour],
            material="gloss",
        )
    return Part("cord", colour, node)


def _plug(node: Node, colour: str, a: float, b: float, style: float) -> Part:
    r = min(a, b)
    node.box((r, r, 0.015), (0, 0, 0.015), PALE if colour != "white" else DARK)
    for side in (-0.3, 0.3):
        node.disc(0.13 * r, 0.004, (side * r, 0, 0.03), DARK if colour != "white" else METAL)
    axis = (0.0, -0.77, 0.64)
    plug = node.child(f"{node.name}/plug", joint=("slide", axis, (0, 0, 0)))
    plug.box((0.66 * r, 0.6 * r, 0.05), (0, 0, 0.08), COLOURS[colour])
    plug.disc(0.3 * r, 0.02, (0, 0, 0.145), COLOURS[colour])
    plug.rod(0.14 * r, (0, 0, 0.15), (0, -1.0 * r, 0.15), COLOURS[colour])
    for side in (-0.3, 0.3):
        plug.box((0.07 * r, 0.04 * r, 0.03), (side * r, 0, 0.0), METAL)
    return Part("plug", colour, node, plug.name, 1.5 * r, 0.0)


_BUILDERS: dict[str, Callable[[Node, str, float, float, float], Part]] = {
    "button": _button,
    "switch": _switch,
    "knob": _knob,
    "slider": _slider,
    "lever": _lever,
    "handle": _handle,
    "cord": _cord,
    "plug": _plug,
}


def build_part(
    parent: Node,
    name: str,
    word: str,
    colour: str,
    face: str,
    pos: Vector,
    half: tuple[float, float],
    style: float,
) -> Part:
    """Fix a part on `parent` at `pos`, facing `face`, within half sizes (right, up). style, 0 to 1, picks its shape."""
    node = parent.child(name, pos, FRAMES[face])
    return _BUILDERS[word](node, colour, half[0], half[1], style)
