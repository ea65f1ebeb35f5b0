"""A part as built, and what its builders share."""

from __future__ import annotations

from dataclasses import dataclass

from envs.devices.body import LookBuilder
from envs.devices.parts.vocabulary import COLOURS, DARK, METAL
from envs.rendering.marks import ICON
from envs.rendering.node import Colour, Node

GLOW: Colour = (0.65, 1.0, 0.75)


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
    moving: Node | None = None
    """The node that the joint moves; bodies may add to it."""
    mark: str = ""
    """What is printed on it or beside it."""
    inner: bool = False
    """The joint moves something within the part's outline, so that boxes do not depend on it."""

    @property
    def visual_name(self) -> str:
        """What a person would call it: "red button", "grey button marked START", "white knob with a fan symbol"."""
        name = f"{self.colour} {self.word}"
        if self.mark.startswith(ICON):
            return f"{name} with a {self.mark[len(ICON) :].replace('_', ' ')} symbol"
        return f"{name} marked {self.mark}" if self.mark else name

    def show(self, look: LookBuilder, value: float, lit: bool = False) -> None:
        """Write the part's value, and whether its lamp is lit, into a look."""
        if self.joint:
            look.joint(self.joint, self.low + (self.high - self.low) * value, self.inner)
        if self.lamp and lit:
            look.paint(self.lamp, GLOW, "glow")


def mark_colour(colour: str) -> Colour:
    """Marks on a part stand out from it."""
    return DARK if colour in ("white", "yellow") else COLOURS["white"]


def rim_colour(colour: str) -> Colour:
    """Rims and bezels set a part off from its device and from itself."""
    return METAL if colour == "black" else DARK
