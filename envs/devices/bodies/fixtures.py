"""What bodies have besides parts: displays, signs, indicator lamps, haze, and shells with soft edges.

None of them can be operated; a body's painter says what they show in a state.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from envs.devices.body import LookBuilder
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Colour, Node, Vector

DIGIT: Colour = (0.2, 0.9, 0.5)

SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc",
    "8": "abcdefg", "9": "abcdfg", "-": "g", "E": "afged", "d": "bcdeg", "n": "ceg", " ": "",
}  # fmt: skip


class Display:
    """A dark window with seven-segment digits."""

    def __init__(
        self, parent: Node, name: str, pos: Vector, half: tuple[float, float], digits: int, face: str = "front"
    ) -> None:
        node = parent.child(name, pos, FRAMES[face])
        a, b = half
        self.screen = node.box((a, b, 0.012), (0, 0, 0.012), (0.05, 0.07, 0.09), material="gloss")
        self.digits: list[dict[str, str]] = []
        w, h, t = 0.62 * a / digits, 0.64 * b, 0.17 * a / digits
        for i in range(digits):
            x = (2 * i + 1 - digits) * 0.94 * a / digits
            bars = {
                "a": (x, h, w, t), "g": (x, 0, w, t), "d": (x, -h, w, t),
                "f": (x - w, h / 2, t, h / 2), "b": (x + w, h / 2, t, h / 2),
                "e": (x - w, -h / 2, t, h / 2), "c": (x + w, -h / 2, t, h / 2),
            }  # fmt: skip
            self.digits.append(
                {k: node.box((hw, hh, 0.003), (px, py, 0.026), DIGIT) for k, (px, py, hw, hh) in bars.items()}
            )

    def show(self, look: LookBuilder, text: str, colour: Colour) -> None:
        """Write text, right-aligned; a blank text switches the display off."""
        for bars, letter in zip(self.digits, text.rjust(len(self.digits)), strict=True):
            for segment, shape in bars.items():
                if segment in SEGMENTS[letter]:
                    look.paint(shape, colour, "glow")
                else:
                    look.hide(shape)


class Signs:
    """Marks printed at one place, of which at most one shows: what a screen or a printed window says.

    marks: key -> mark (`@icon` or a short word). All are hidden until `show` names one.
    """

    def __init__(
        self,
        parent: Node,
        name: str,
        pos: Vector,
        half: tuple[float, float],
        marks: Mapping[str, str],
        colour: Colour = DIGIT,
        face: str = "front",
    ) -> None:
        node = parent.child(name, pos, FRAMES[face])
        self._marks = {key: print_mark(node, mark, (0, 0, 0.002), half, colour) for key, mark in marks.items()}

    def show(self, look: LookBuilder, key: str | None, colour: Colour = DIGIT) -> None:
        """Light up one mark and hide the others; None hides all. KeyError for a key that was not given."""
        for known, shapes in self._marks.items():
            if known != key:
                look.hide(*shapes)
        for shape in self._marks[key] if key is not None else ():
            look.paint(shape, colour, "glow")


class Lamps:
    """A row of small indicator lamps, dark until lit."""

    def __init__(self, parent: Node, name: str, centres: Sequence[Vector], radius: float, face: str = "front") -> None:
        self._lamps = []
        for i, centre in enumerate(centres):
            node = parent.child(f"{name}{i}", centre, FRAMES[face])
            node.disc(1.25 * radius, 0.004, (0, 0, 0.004), (0.2, 0.2, 0.22))
            self._lamps.append(node.disc(radius, 0.006, (0, 0, 0.006), (0.32, 0.34, 0.35), material="gloss"))

    def light(self, look: LookBuilder, count: int, colour: Colour = DIGIT) -> None:
        """Light the first `count` lamps."""
        for lamp in self._lamps[:count]:
            look.paint(lamp, colour, "glow")

    def light_one(self, look: LookBuilder, which: int, colour: Colour = DIGIT) -> None:
        """Light one lamp, counted from 0."""
        look.paint(self._lamps[which], colour, "glow")


class Haze:
    """Steam, mist, a beam or a glow: clouds that are seen but looked through by ids, hidden unless shown."""

    def __init__(self, parent: Node, clouds: Sequence[tuple[Vector, Vector]], alpha: float = 0.4) -> None:
        """clouds: (middle, half axes) of ellipsoids in the parent's frame."""
        self._alpha = alpha
        self._clouds = [parent.shape("ellipsoid", axes, pos, (1, 1, 1, alpha), decor=True) for pos, axes in clouds]

    def show(self, look: LookBuilder, amount: float, colour: Colour = (1.0, 1.0, 1.0)) -> None:
        """Show the first share `amount` (0 to 1) of the clouds in a colour, and hide the rest."""
        count = round(amount * len(self._clouds))
        for cloud in self._clouds[:count]:
            look.paint(cloud, colour, "glow", self._alpha)
        look.hide(*self._clouds[count:])


def soft_box(node: Node, half: Vector, pos: Vector, colour: Colour, edge: float, material: str = "matte") -> list[str]:
    """A box whose vertical edges are round, `edge` their radius; the shapes' names, the core first.

    Its faces lie where those of a box of the same half sizes would, so that parts can be fixed on them.
    """
    a, b, c = half
    edge = min(edge, 0.9 * a, 0.9 * b)
    names = [
        node.box((a - edge, b, c), pos, colour, material=material),
        node.box((a, b - edge, c), pos, colour, material=material),
    ]
    for x in (-1, 1):
        for y in (-1, 1):
            at = (pos[0] + x * (a - edge), pos[1] + y * (b - edge), pos[2])
            names.append(node.disc(edge, c, at, colour, material=material))
    return names


def slots(node: Node, face: str, pos: Vector, half: tuple[float, float], count: int, colour: Colour) -> None:
    """A grille of `count` dark slots lying across a face, as air and sound pass through."""
    holder = node.child(f"{node.name}:slots{len(node.children)}", pos, FRAMES[face])
    for i in range(count):
        y = half[1] * ((2 * i + 1) / count - 1)
        holder.box((half[0], 0.28 * half[1] / count * 1.6, 0.004), (0, y, 0.003), colour)


def round_slots(node: Node, face: str, pos: Vector, radius: float, count: int, colour: Colour) -> None:
    """A round grille: spokes and a rim, as before a fan or a loudspeaker."""
    holder = node.child(f"{node.name}:grille{len(node.children)}", pos, FRAMES[face])
    for i in range(count):
        holder.box((0.02 * radius, radius, 0.006), (0, 0, 0.01), colour, turn=math.pi * i / count)
    for share in (0.55, 1.0):
        for i in range(24):
            turn = 2 * math.pi * i / 24
            x, y = -share * radius * math.sin(turn), share * radius * math.cos(turn)
            holder.box((share * radius * 0.14, 0.018 * radius + 0.004, 0.008), (x, y, 0.012), colour, turn=turn)
