"""The words for parts a hand can use, and how each is used. A part's look says how it is used; that holds for every
device and every seed.

Each word has one way of use (`PART_TYPES`): pressing a button, turning a knob. Directions come in pairs, plus (on, up,
open, in, clockwise) and minus (off, down, close, out, anticlockwise); what is pressed and what hangs on a cord knows
only one.
"""

from __future__ import annotations

from dataclasses import dataclass

from envs.devices.machine import AtomicAction
from envs.rendering.node import Colour

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


Use = tuple[AtomicAction, tuple[str, ...]]
"""An atomic action with its parameter."""


@dataclass(frozen=True)
class PartType:
    """How parts of one word are worked towards plus and towards minus."""

    plus: Use
    minus: Use


def _same(action: AtomicAction) -> PartType:
    """One action for both ways, told apart by its parameter."""
    return PartType((action, ("1",)), (action, ("0",)))


_PRESSED = PartType(("press", ()), ("press", ()))
_TURNED, _SHIFTED, _TILTED, _HELD = _same("rotate"), _same("push"), _same("pull"), _same("grasp")
_PULLED_OPEN = PartType(("pull", ("1",)), ("push", ("0",)))
_PUSHED_IN = PartType(("push", ("1",)), ("pull", ("0",)))

PART_TYPES: dict[str, PartType] = {
    "button": _PRESSED,
    "switch": _SHIFTED,
    "knob": _TURNED,
    "slider": _SHIFTED,
    "lever": _TILTED,
    "handle": _PULLED_OPEN,
    "cord": PartType(("pull", ("1",)), ("pull", ("1",))),
    "plug": _PUSHED_IN,
    "key": _PRESSED,
    "pad": _PRESSED,
    "bar": _PRESSED,
    "trigger": _PRESSED,
    "dial": _TURNED,
    "wheel": _TURNED,
    "ring": _TURNED,
    "cap": _TURNED,
    "crank": _TURNED,
    "lid": _PULLED_OPEN,
    "flap": _PULLED_OPEN,
    "drawer": _PULLED_OPEN,
    "port": _PUSHED_IN,
    "head": _PUSHED_IN,
    "plate": _PUSHED_IN,
    "grip": _HELD,
    "cup": _HELD,
    "receiver": _HELD,
}
"""Part word -> its use. Opened: handle, lid, flap, drawer (pulled open, pushed shut). Put in: plug, port, head, plate
(pushed in or loaded, pulled out or freed). Held: grip, cup, receiver (1 takes hold, 0 lets go)."""
PART_WORDS: tuple[str, ...] = tuple(PART_TYPES)


def use(word: str, plus: bool) -> Use:
    """The atomic action and parameter that work a part towards plus or minus."""
    kind = PART_TYPES[word]
    return kind.plus if plus else kind.minus
