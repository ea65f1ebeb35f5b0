"""Parts that are rotated. They turn within their outline, except a crank."""

from __future__ import annotations

import math

from envs.devices.parts.part import Part, mark_colour, rim_colour
from envs.devices.parts.vocabulary import COLOURS, DARK, METAL, PALE
from envs.rendering.node import Node

_TURN = math.radians(110)
"""How far knobs and dials turn to either side of straight up; plus is clockwise."""


def knob(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    r = min(a, b)
    lamp = node.disc(r, 0.012, (0, 0, 0.012), rim_colour(colour))
    cap = node.child(f"{node.name}/cap", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    cap.disc(0.86 * r, 0.045, (0, 0, 0.065), COLOURS[colour], material="gloss")
    if style < 0.5:  # a grip bar across, as on cookers
        cap.box((0.2 * r, 0.84 * r, 0.02), (0, 0, 0.12), COLOURS[colour])
        cap.box((0.1 * r, 0.3 * r, 0.003), (0, 0.5 * r, 0.142), mark_colour(colour))
    else:
        cap.box((0.11 * r, 0.36 * r, 0.003), (0, 0.46 * r, 0.112), mark_colour(colour))
    return Part("knob", colour, node, cap.name, _TURN, -_TURN, lamp, cap, inner=True)


def dial(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A flat disc with a pointer over a printed scale."""
    r = min(a, b)
    lamp = node.disc(r, 0.008, (0, 0, 0.008), PALE)
    for i in range(9):
        t = math.radians(-120 + 30 * i)
        x, y = 0.88 * r * math.sin(t), 0.88 * r * math.cos(t)
        node.box((0.035 * r, 0.09 * r, 0.002), (x, y, 0.018), DARK, turn=-t)
    disc = node.child(f"{node.name}/disc", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    disc.disc(0.7 * r, 0.03, (0, 0, 0.045), COLOURS[colour], material="gloss")
    disc.box((0.07 * r, 0.3 * r, 0.003), (0, 0.36 * r, 0.077), mark_colour(colour))
    if style > 0.5:
        disc.disc(0.3 * r, 0.02, (0, 0, 0.09), COLOURS[colour])
    return Part("dial", colour, node, disc.name, _TURN, -_TURN, lamp, disc, inner=True)


def wheel(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A thumb wheel, half sunk, its axis lying across; plus rolls it up."""
    node.box((a, b, 0.012), (0, 0, 0.012), rim_colour(colour))
    rim = node.child(f"{node.name}/rim", (0, 0, 0.0), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    r, half = 0.8 * b, 0.72 * a
    rim.disc(r, half, (0, 0, 0), COLOURS[colour], axis=(1, 0, 0), material="gloss")
    for i in range(12):
        t = 2 * math.pi * i / 12
        y, z = 0.97 * r * math.cos(t), 0.97 * r * math.sin(t)
        ink = mark_colour(colour) if i == 3 else DARK if colour != "black" else METAL
        rim.rod(0.06 * r, (-half, y, z), (half, y, z), ink)
    return Part("wheel", colour, node, rim.name, math.radians(25), math.radians(-35), None, rim, inner=True)


def ring(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A ring to turn, as around a lens or a lamp's head; what it surrounds is the body's."""
    r, count = min(a, b), 18
    hoop = node.child(f"{node.name}/hoop", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    thick = 0.13 * r
    for i in range(count):
        t = 2 * math.pi * i / count
        x, y = (r - thick) * math.sin(t), (r - thick) * math.cos(t)
        ridge = 1.0 if i % 2 else 0.86
        shade = mark_colour(colour) if i == 0 else COLOURS[colour]
        hoop.box((1.15 * math.pi * r / count, thick * ridge, 0.07), (x, y, 0.06), shade, turn=-t)
    return Part("ring", colour, node, hoop.name, math.radians(60), math.radians(-60), None, hoop, inner=True)


def cap(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A ribbed screw cap; turned to plus it stands open, away from its thread."""
    r = min(a, b)
    node.disc(0.62 * r, 0.05, (0, 0, 0.03), METAL)
    top = node.child(f"{node.name}/top", joint=("slide", (0.0, 0.45, 1.0), (0, 0, 0)))
    top.disc(0.9 * r, 0.05, (0, 0, 0.07), COLOURS[colour], material="gloss")
    for i in range(14):
        t = 2 * math.pi * i / 14
        top.box(
            (0.05 * r, 0.05 * r, 0.045),
            (0.93 * r * math.cos(t), 0.93 * r * math.sin(t), 0.07),
            rim_colour(colour),
            turn=t,
        )
    top.box((0.5 * r, 0.06 * r, 0.004), (0, 0, 0.122), mark_colour(colour))
    return Part("cap", colour, node, top.name, 0.0, 0.55 * r, None, top)


def crank(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """An arm with a grip that goes round."""
    r = min(a, b)
    node.disc(0.3 * r, 0.02, (0, 0, 0.02), METAL)
    arm = node.child(f"{node.name}/arm", joint=("hinge", (0, 0, 1), (0, 0, 0)))
    arm.disc(0.22 * r, 0.04, (0, 0, 0.05), COLOURS[colour])
    arm.box((0.14 * r, 0.42 * r, 0.02), (0, 0.4 * r, 0.075), COLOURS[colour], material="gloss")
    if style < 0.5:
        arm.disc(0.2 * r, 0.05, (0, 0.76 * r, 0.13), COLOURS[colour], material="gloss")
    else:  # the wings of a key
        arm.box((0.14 * r, 0.42 * r, 0.02), (0, -0.4 * r, 0.075), COLOURS[colour], material="gloss")
        for y in (-0.7, 0.7):
            arm.disc(0.24 * r, 0.03, (0, y * r, 0.085), COLOURS[colour], material="gloss")
    return Part("crank", colour, node, arm.name, math.radians(70), math.radians(-70), None, arm)
