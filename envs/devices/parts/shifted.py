"""Parts that are pushed or pulled along: switch, slider, lever, cord."""

from __future__ import annotations

import math

from envs.devices.parts.part import Part, mark_colour, rim_colour
from envs.devices.parts.vocabulary import COLOURS, DARK, METAL
from envs.rendering.node import Node


def switch(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    b = min(b, 1.7 * a)
    a = min(a, 0.72 * b)
    node.box((a, b, 0.025), (0, 0, 0.025), rim_colour(colour))
    paddle = node.child(f"{node.name}/paddle", (0, 0, 0.05), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    paddle.box((0.8 * a, 0.84 * b, 0.03), (0, 0, 0.0), COLOURS[colour], material="gloss")
    lamp = node.disc(0.16 * a, 0.004, (0, 0.9 * b, 0.051), (0.3, 0.32, 0.34))
    ink = mark_colour(colour)
    paddle.box((0.09 * a, 0.2 * b, 0.002), (0, 0.48 * b, 0.031), ink)
    paddle.shape("cylinder", (0.26 * a, 0.002), (0, -0.48 * b, 0.031), ink)
    paddle.shape("cylinder", (0.15 * a, 0.002), (0, -0.48 * b, 0.032), COLOURS[colour])
    return Part("switch", colour, node, paddle.name, math.radians(17), math.radians(-17), lamp, paddle, inner=True)


def slider(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    if a > b:  # lies down: right is plus
        node = node.child(f"{node.name}/across", frame=((0, -1, 0), (1, 0, 0)))
        a, b = b, a
    a = min(a, 0.75 * b)
    lamp = node.box((0.3 * a, b, 0.012), (0, 0, 0.012), DARK)
    thumb = node.child(f"{node.name}/thumb", joint=("slide", (0, 1, 0), (0, 0, 0)))
    thumb.box((0.92 * a, 0.34 * b, 0.035), (0, 0, 0.05), COLOURS[colour], material="gloss")
    thumb.box((0.92 * a, 0.05 * b, 0.003), (0, 0, 0.087), mark_colour(colour))
    return Part("slider", colour, node, thumb.name, -0.62 * b, 0.62 * b, lamp, thumb)


def lever(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    a = min(a, 0.7 * b)
    lamp = node.box((0.8 * a, 0.8 * b, 0.015), (0, 0, 0.015), DARK)
    stick = node.child(f"{node.name}/stick", (0, 0, 0.02), joint=("hinge", (1, 0, 0), (0, 0, 0)))
    length = 0.95 * b
    stick.rod(0.24 * a, (0, 0, 0), (0, 0, length), METAL, material="gloss")
    stick.shape("sphere", (0.62 * a,), (0, 0, length), COLOURS[colour], material="gloss")
    return Part("lever", colour, node, stick.name, math.radians(42), math.radians(-42), lamp, stick)


def cord(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
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
