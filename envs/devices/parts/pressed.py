"""Parts that are pressed. Their symbol or word is printed on them."""

from __future__ import annotations

from envs.devices.parts.part import Part, mark_colour, rim_colour
from envs.devices.parts.vocabulary import COLOURS, METAL
from envs.rendering.marks import print_mark
from envs.rendering.node import Node


def button(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    rgb, ink, rim = COLOURS[colour], mark_colour(colour), rim_colour(colour)
    r = min(a, b)
    if style < 0.6:
        collar = node.disc(r, 0.02, (0, 0, 0.02), rim)
        node.disc(0.84 * r, 0.022, (0, 0, 0.05), rgb, material="gloss")
    else:
        collar = node.box((a, 0.92 * r, 0.02), (0, 0, 0.02), rim)
        node.box((a - 0.16 * r, 0.76 * r, 0.022), (0, 0, 0.05), rgb, material="gloss")
    if mark:
        wide = 0.6 * r if style < 0.6 else 0.8 * (a - 0.16 * r)
        print_mark(node, mark, (0, 0, 0.073), (wide, 0.52 * r), ink)
    else:
        node.disc(0.24 * r, 0.003, (0, 0, 0.074), ink)
    return Part("button", colour, node, lamp=collar)


def key(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A flat square key of a keypad."""
    node.box((a, b, 0.01), (0, 0, 0.01), rim_colour(colour))
    node.box((0.9 * a, 0.88 * b, 0.02), (0, 0, 0.035), COLOURS[colour])
    print_mark(node, mark or "@circle_small", (0, 0, 0.056), (0.74 * a, 0.6 * b), mark_colour(colour))
    return Part("key", colour, node)


def pad(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A touch field that lies flush in its panel; its frame lights up."""
    frame = node.box((a, b, 0.006), (0, 0, 0.006), METAL if colour != "grey" else (0.2, 0.2, 0.22))
    node.box((0.93 * a, 0.91 * b, 0.007), (0, 0, 0.008), COLOURS[colour], material="gloss")
    print_mark(node, mark or "@gesture_tap", (0, 0, 0.016), (0.76 * a, 0.66 * b), mark_colour(colour))
    return Part("pad", colour, node, lamp=frame)


def bar(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A long bar that the whole hand can hit."""
    b = min(b, 0.8 * a) if a > b else b
    collar = node.box((a, b, 0.018), (0, 0, 0.018), rim_colour(colour))
    if a >= b:
        node.rod(0.8 * b, (0.82 * b - a, 0, 0.0), (a - 0.82 * b, 0, 0.0), COLOURS[colour], material="gloss")
        height = 0.8 * b
    else:
        node.rod(0.8 * a, (0, 0.82 * a - b, 0.0), (0, b - 0.82 * a, 0.0), COLOURS[colour], material="gloss")
        height = 0.8 * a
    if mark:
        print_mark(node, mark, (0, 0, height), (0.5 * a, 0.42 * b), mark_colour(colour))
    return Part("bar", colour, node, lamp=collar)


def trigger(node: Node, colour: str, a: float, b: float, style: float, mark: str) -> Part:
    """A curved trigger, as on guns: it sticks out of its face and bends down."""
    r = 0.42 * min(a, b)
    node.box((0.8 * a, 0.9 * b, 0.015), (0, 0, 0.015), rim_colour(colour))
    node.rod(r, (0, 0.85 * b - r, 0.02), (0, 0.1 * b, 0.05 + 0.3 * b), COLOURS[colour], material="gloss")
    node.rod(0.9 * r, (0, 0.1 * b, 0.05 + 0.3 * b), (0, 0.9 * r - 0.9 * b, 0.06), COLOURS[colour], material="gloss")
    return Part("trigger", colour, node)
