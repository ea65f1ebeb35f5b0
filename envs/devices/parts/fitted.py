"""Parts that are put in, on or down and taken away again: plug, port, head, plate; and parts that a hand holds: grip,
cup, receiver.
"""

from __future__ import annotations

import math

from envs.devices.parts.part import Part, mark_colour, rim_colour
from envs.devices.parts.vocabulary import COLOURS, DARK, METAL, PALE
from envs.rendering.node import Colour, Node

SKIN: Colour = (0.9, 0.68, 0.55)


def plug(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
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
    return Part("plug", colour, node, plug.name, 1.5 * r, 0.0, None, plug)


def port(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A flat slot, as for a charging cable, with the cable's connector."""
    h = min(0.55 * a, 0.8 * b)
    node.box((a, h, 0.012), (0, 0.1 * b, 0.012), METAL if colour not in ("grey", "white") else DARK)
    node.box((0.8 * a, 0.55 * h, 0.004), (0, 0.1 * b, 0.024), (0.03, 0.03, 0.04))
    cable = node.child(f"{node.name}/cable", (0, 0.1 * b, 0), joint=("slide", (0.0, -0.8, 0.6), (0, 0, 0)))
    cable.box((0.78 * a, 0.62 * h, 0.05), (0, 0, 0.085), COLOURS[colour], material="gloss")
    cable.box((0.6 * a, 0.36 * h, 0.03), (0, 0, 0.03), METAL)
    cable.rod(0.22 * h, (0, 0, 0.13), (0, -1.1 * h, 0.14), COLOURS[colour])
    return Part("port", colour, node, cable.name, 1.5 * h, 0.0, None, cable)


def head(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """An attachment that is pushed on and pulled off along its axis; bodies add to `moving` what it carries."""
    r = min(a, b)
    node.disc(0.5 * r, 0.03, (0, 0, 0.03), METAL)
    piece = node.child(f"{node.name}/piece", joint=("slide", (0, 0, 1), (0, 0, 0)))
    if style < 0.5:
        piece.disc(0.9 * r, 0.6 * r, (0, 0, 0.6 * r + 0.01), COLOURS[colour], material="gloss")
    else:
        piece.box((a * 0.9, b * 0.9, 0.6 * r), (0, 0, 0.6 * r + 0.01), COLOURS[colour], material="gloss")
    piece.disc(0.94 * r, 0.03, (0, 0, 0.05), rim_colour(colour))
    return Part("head", colour, node, piece.name, 0.9 * r, 0.0, None, piece)


def plate(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A platform that things are put on: pushed down by a load, and free again when that is pulled away."""
    slab = node.child(f"{node.name}/slab", joint=("slide", (0, 0, 1), (0, 0, 0)))
    if style < 0.5:
        slab.box((a, b, 0.025), (0, 0, 0.05), COLOURS[colour], material="gloss")
    else:
        slab.disc(min(a, b), 0.025, (0, 0, 0.05), COLOURS[colour], material="gloss")
    r = 0.55 * min(a, b)
    for x in (-1, 1):
        slab.box((0.02 * r, r, 0.002), (0.5 * x * r, 0, 0.077), mark_colour(colour))
    return Part("plate", colour, node, slab.name, 0.02, -0.02, None, slab)


def grip(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A ribbed zone to hold; while it is held, fingers lie around it."""
    node.box((a, b, 0.02), (0, 0, 0.015), COLOURS[colour], material="gloss")
    long_y = b >= a
    count = 5
    for i in range(count):
        t = (2 * i + 1 - count) / count
        half, pos = ((0.9 * a, 0.05 * b, 0.006), (0.0, t * b, 0.038))
        if not long_y:
            half, pos = (0.05 * a, 0.9 * b, 0.006), (t * a, 0.0, 0.038)
        node.box(half, pos, rim_colour(colour))
    hand = node.child(f"{node.name}/hand", (0, 0, -0.2), joint=("slide", (0, 0, 1), (0, 0, 0)))
    for i in range(4):
        t = 0.36 * (i - 1.5)
        thick = 0.16 * max(a, b)
        ends = ((-0.85 * a, t * b, 0.0), (0.85 * a, t * b, 0.0))
        if not long_y:
            ends = ((t * a, -0.85 * b, 0.0), (t * a, 0.85 * b, 0.0))
        hand.rod(min(thick, 0.05), *ends, SKIN)
    return Part("grip", colour, node, hand.name, 0.0, 0.245, None, hand)


def cup(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A cup with an ear that stands with its foot on the lower edge of its place; taken, it is held up and away."""
    r = min(a * 0.8, b * 0.8)
    mug = node.child(f"{node.name}/mug", joint=("slide", (0.0, 0.55, 0.8), (0, 0, 0)))
    mug.disc(r, 0.9 * b, (-0.1 * a, 0, r), COLOURS[colour], axis=(0, 1, 0), material="gloss")
    mug.disc(0.86 * r, 0.01, (-0.1 * a, 0.9 * b, r), DARK, axis=(0, 1, 0))
    x = r - 0.1 * a
    for low, high in (((x, 0.5 * b), (x + 0.45 * r, 0.5 * b)), ((x, -0.5 * b), (x + 0.45 * r, -0.5 * b))):
        mug.rod(0.12 * r, (*low, r), (*high, r), COLOURS[colour])
    mug.rod(0.12 * r, (x + 0.45 * r, -0.5 * b, r), (x + 0.45 * r, 0.5 * b, r), COLOURS[colour])
    mug.box((0.5 * r, 0.06 * b, 0.004), (-0.1 * a, 0.1 * b, 2.0 * r), mark_colour(colour))
    return Part("cup", colour, node, mug.name, 0.0, 0.8 * r, None, mug)


def receiver(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A telephone's receiver on its rest; taken, it is held off."""
    long_y = b >= a
    reach, thick = (b, 0.3 * a) if long_y else (a, 0.3 * b)
    piece = node.child(f"{node.name}/piece", joint=("slide", (0.0, 0.3, 0.95), (0, 0, 0)))
    for end in (-1, 1):
        at = (0, end * 0.74 * reach, 0.06) if long_y else (end * 0.74 * reach, 0, 0.06)
        node.disc(0.5 * thick, 0.012, (at[0], at[1], 0.012), PALE if colour != "white" else DARK)
        piece.shape(
            "ellipsoid",
            (0.9 * min(a, b), 0.26 * reach, 0.07) if long_y else (0.26 * reach, 0.9 * min(a, b), 0.07),
            at,
            COLOURS[colour],
            material="gloss",
        )
    ends = (
        ((0, -0.7 * reach, 0.12), (0, 0.7 * reach, 0.12))
        if long_y
        else ((-0.7 * reach, 0, 0.12), (0.7 * reach, 0, 0.12))
    )
    piece.rod(1.4 * thick * 0.8, *ends, COLOURS[colour], material="gloss")
    return Part("receiver", colour, node, piece.name, 0.0, 0.3 + 0.2 * math.sqrt(a * b), None, piece)
