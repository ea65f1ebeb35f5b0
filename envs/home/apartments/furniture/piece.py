"""A piece of furniture before it stands anywhere: its body, its measures, its surfaces and what one sees of it.

A piece's frame is a receptacle's: origin on the floor in its middle, x right, y away from somebody who faces its front.
What is said of it (`Fact`) bears the shape and the colour that make it true, so that a test can look them up.
"""

from __future__ import annotations

from dataclasses import dataclass

from envs.home.scene import Articulation, Surface
from envs.rendering.node import Colour, Node

COLOURS: dict[str, Colour] = {
    "white": (0.94, 0.94, 0.92),
    "grey": (0.5, 0.52, 0.55),
    "black": (0.09, 0.09, 0.1),
    "red": (0.74, 0.12, 0.12),
    "blue": (0.14, 0.33, 0.7),
    "green": (0.18, 0.48, 0.26),
    "yellow": (0.94, 0.77, 0.2),
    "orange": (0.92, 0.46, 0.1),
    "purple": (0.45, 0.24, 0.58),
    "pink": (0.93, 0.56, 0.68),
    "light brown": (0.78, 0.6, 0.4),
    "dark brown": (0.33, 0.2, 0.12),
    "brass": (0.8, 0.58, 0.16),
    "steel": (0.74, 0.76, 0.79),
}
"""Every colour word that a description may hold -> what it looks like."""

WOODS = ("light brown", "dark brown")
PAINTS = ("white", "grey", "blue", "green", "red", "yellow")
FABRICS = ("red", "blue", "green", "yellow", "orange", "purple", "grey", "pink", "white")
ENAMELS = ("white", "grey", "black", "red")
METALS = ("brass", "black", "steel")

Segment = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Fact:
    """One thing that can be seen of a piece, in words.

    key: what it is about; two pieces with the same key and other words look different. text: an adjective ("tall",
    "light brown wooden") or words that follow the noun ("with two doors", "on black legs"). colour and shape: the
    colour word in the text and a shape that is painted so.
    """

    key: str
    text: str
    after: bool = False
    colour: str | None = None
    shape: str | None = None


@dataclass(frozen=True)
class Piece:
    """A piece of furniture at the origin.

    half: half its width and depth, doors closed, handles left out. swing: how far opened parts reach beyond the front
    edge. stand: distance of the robot's stand from the front edge. panels: opened doors as segments on the floor plan
    (own frame). free: it may stand away from the walls.
    """

    category: str
    noun: str
    node: Node
    half: tuple[float, float]
    height: float
    surfaces: tuple[Surface, ...]
    facts: tuple[Fact, ...]
    articulation: Articulation | None = None
    swing: float = 0.0
    stand: float = 0.9
    panels: tuple[Segment, ...] = ()
    free: bool = False
    slide: float = 0.0
    """How far its surfaces move towards the robot when it opens."""

    def apart(self, other: Piece) -> int:
        """How many facts tell this piece from another of its category, and that one from this: the lesser number."""
        mine, theirs = ({f.key: f.text for f in piece.facts} for piece in (self, other))
        return min(
            sum(mine[key] != theirs.get(key) for key in mine),
            sum(theirs[key] != mine.get(key) for key in theirs),
        )


def coloured(word: str) -> str:
    """The adjective for a main colour: browns are wood."""
    return f"{word} wooden" if word in WOODS else word


def a(words: str) -> str:
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def shade(colour: Colour, factor: float) -> Colour:
    """A darker (below 1) or lighter (above 1, towards white) tone of a colour."""
    if factor <= 1:
        return (colour[0] * factor, colour[1] * factor, colour[2] * factor)
    t = min(factor - 1, 1.0)
    red, green, blue = (c + (1 - c) * t for c in colour)
    return (red, green, blue)


def main_fact(word: str, shape: str) -> Fact:
    return Fact("colour", coloured(word), False, word, shape)
