"""Fixing a part on a body, by its word, with what is printed beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from envs.devices.parts import fitted, opened, pressed, shifted, turned
from envs.devices.parts.part import Part
from envs.devices.parts.vocabulary import DARK, PALE
from envs.devices.views import FRAMES
from envs.rendering.marks import print_mark
from envs.rendering.node import Node, Vector

_BUILDERS: dict[str, Callable[[Node, str, float, float, float, str], Part]] = {
    "button": pressed.button,
    "switch": shifted.switch,
    "knob": turned.knob,
    "slider": shifted.slider,
    "lever": shifted.lever,
    "handle": opened.handle,
    "cord": shifted.cord,
    "plug": fitted.plug,
    "key": pressed.key,
    "pad": pressed.pad,
    "bar": pressed.bar,
    "trigger": pressed.trigger,
    "dial": turned.dial,
    "wheel": turned.wheel,
    "ring": turned.ring,
    "cap": turned.cap,
    "crank": turned.crank,
    "lid": opened.lid,
    "flap": opened.flap,
    "drawer": opened.drawer,
    "port": fitted.port,
    "head": fitted.head,
    "plate": fitted.plate,
    "grip": fitted.grip,
    "cup": fitted.cup,
    "receiver": fitted.receiver,
}
MARKED_THEMSELVES = frozenset({"button", "key", "pad", "bar"})
"""Parts that carry their mark; others have it on a label above them."""
LABELLED = frozenset({"switch", "slider", "knob", "dial", "wheel", "lever"})
MARKED = MARKED_THEMSELVES | LABELLED
"""Parts that can bear a mark at all."""
LABEL_SHARE = 0.27
"""Share of a labelled part's place that its label takes."""


def build_part(
    parent: Node,
    name: str,
    word: str,
    colour: str,
    face: str,
    pos: Vector,
    half: tuple[float, float],
    style: float,
    mark: str = "",
) -> Part:
    """Fix a part on `parent` at `pos`, facing `face`, within half sizes (right, up).

    style, 0 to 1, picks its shape. mark: an icon (`@name`) or a short word, printed on the part or on a label above
    it; parts of other words take none.
    """
    if word not in MARKED:
        mark = ""
    a, b = half
    if mark and word in LABELLED:
        up = FRAMES[face][1]
        tag, left = LABEL_SHARE * b, (1 - LABEL_SHARE) * b
        label = parent.child(f"{name}:label", _along(pos, up, left), FRAMES[face])
        wide = min(a, 2.6 * tag)
        label.box((wide, 0.92 * tag, 0.004), (0, 0, 0.004), PALE)
        print_mark(label, mark, (0, 0, 0.009), (0.86 * wide, 0.72 * tag), DARK)
        pos, b = _along(pos, up, -tag), left * 0.96
    node = parent.child(name, pos, FRAMES[face])
    part = _BUILDERS[word](node, colour, a, b, style, mark if word in MARKED_THEMSELVES else "")
    return replace(part, mark=mark)


def _along(pos: Vector, way: Vector, far: float) -> Vector:
    return (pos[0] + far * way[0], pos[1] + far * way[1], pos[2] + far * way[2])
