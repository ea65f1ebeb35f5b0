"""Parts that are pulled open and pushed shut: handle, lid, flap, drawer."""

from __future__ import annotations

import math

from envs.devices.parts.part import Part, mark_colour, rim_colour
from envs.devices.parts.vocabulary import COLOURS, DARK
from envs.rendering.node import Node, Vector


def handle(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
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


def lid(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A plate over an opening, hinged at its upper edge, with a tab at its lower one."""
    node.box((0.9 * a, 0.88 * b, 0.008), (0, 0, 0.008), DARK)
    leaf = node.child(f"{node.name}/leaf", (0, b, 0.02), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    leaf.box((a, 0.9 * b, 0.02), (0, -0.9 * b, 0.015), COLOURS[colour], material="gloss")
    leaf.box((0.3 * a, 0.1 * b, 0.03), (0, -1.86 * b, 0.02), rim_colour(colour))
    leaf.box((0.16 * a, 0.04 * b, 0.004), (0, -1.6 * b, 0.038), mark_colour(colour))
    return Part("lid", colour, node, leaf.name, 0.0, math.radians(-68), None, leaf)


def flap(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A small door over an opening, hinged at its left edge, with a dent for the finger at its right one."""
    node.box((0.9 * a, 0.88 * b, 0.008), (0, 0, 0.008), DARK)
    leaf = node.child(f"{node.name}/leaf", (-a, 0, 0.02), joint=("hinge", (0, 1, 0), (0, 0, 0)))
    leaf.box((0.95 * a, b, 0.018), (0.95 * a, 0, 0.012), COLOURS[colour], material="gloss")
    leaf.shape("cylinder", (0.16 * min(a, b), 0.003), (1.65 * a, 0, 0.03), rim_colour(colour))
    return Part("flap", colour, node, leaf.name, 0.0, math.radians(-62), None, leaf)


def drawer(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A box that slides out of its face; its front has a bar to pull at."""
    node.box((0.97 * a, 0.95 * b, 0.006), (0, 0, 0.004), DARK)
    box = node.child(f"{node.name}/box", joint=("slide", (0, 0, 1), (0, 0, 0)))
    box.box((a, b, 0.02), (0, 0, 0.022), COLOURS[colour], material="gloss")
    box.rod(0.09 * min(a, b) + 0.012, (-0.5 * a, 0.5 * b, 0.06), (0.5 * a, 0.5 * b, 0.06), rim_colour(colour))
    depth = 0.5 * min(a, b) + 0.08
    for x in (-1, 1):
        box.box((0.02, 0.8 * b, depth), (x * 0.9 * a, -0.1 * b, -depth), COLOURS[colour])
    box.box((0.9 * a, 0.02, depth), (0, -0.8 * b, -depth), COLOURS[colour])
    return Part("drawer", colour, node, box.name, 0.0, 1.7 * depth, None, box)
