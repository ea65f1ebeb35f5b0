"""The colours of household objects, by name; a colour word is part of how people single an object out."""

from __future__ import annotations

from typing import Literal

from envs.rendering.node import Colour

COLOURS: dict[str, Colour] = {
    "red": (0.84, 0.1, 0.11),
    "orange": (0.98, 0.48, 0.05),
    "yellow": (0.97, 0.83, 0.12),
    "green": (0.15, 0.6, 0.22),
    "teal": (0.05, 0.62, 0.62),
    "blue": (0.13, 0.3, 0.85),
    "purple": (0.5, 0.2, 0.72),
    "pink": (0.98, 0.52, 0.72),
    "brown": (0.42, 0.25, 0.12),
    "beige": (0.86, 0.74, 0.54),
    "white": (0.95, 0.95, 0.95),
    "grey": (0.55, 0.57, 0.6),
    "black": (0.1, 0.1, 0.11),
}
"""Colour word -> what it looks like (red, green, blue, each 0 to 1)."""

ACCENTS: dict[str, str] = {
    "red": "white",
    "orange": "blue",
    "yellow": "purple",
    "green": "white",
    "teal": "yellow",
    "blue": "yellow",
    "purple": "yellow",
    "pink": "purple",
    "brown": "beige",
    "beige": "brown",
    "white": "red",
    "grey": "black",
    "black": "white",
}
"""Colour word -> the colour of stripes and dots on it."""

ColourWord = Literal[
    "", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "beige", "white", "grey", "black"
]
"""A word of `COLOURS`, or "" for nothing."""

METAL: Colour = (0.74, 0.75, 0.78)
STEEL: Colour = (0.6, 0.62, 0.66)
DARK: Colour = (0.13, 0.13, 0.15)
PAPER: Colour = (0.93, 0.92, 0.86)
WOOD: Colour = (0.7, 0.48, 0.26)
LEAF: Colour = (0.13, 0.48, 0.16)
CREAM: Colour = (0.95, 0.9, 0.76)
CRUST: Colour = (0.72, 0.45, 0.18)
SCREEN: Colour = (0.16, 0.2, 0.27)
GLOW: Colour = (1.0, 0.93, 0.6)
SOIL: Colour = (0.24, 0.15, 0.09)
GOLD: Colour = (0.85, 0.66, 0.2)
SKIN: Colour = (0.93, 0.74, 0.6)


def shade(colour: Colour, factor: float) -> Colour:
    """Darker for a factor below 1, lighter (towards white) above it."""
    if factor <= 1:
        return (colour[0] * factor, colour[1] * factor, colour[2] * factor)
    part = min(factor - 1, 1)
    red, green, blue = (c + (1 - c) * part for c in colour)
    return (red, green, blue)
