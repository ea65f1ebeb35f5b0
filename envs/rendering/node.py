"""Bodies of primitive shapes in a tree of nodes, written as MJCF; every world builds its things from these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Vector = tuple[float, float, float]
Colour = tuple[float, float, float]
Rgba = tuple[float, float, float, float]

MATERIALS: dict[str, str] = {
    "matte": 'specular=".1" shininess=".2"',
    "gloss": 'specular=".45" shininess=".6"',
    "soft": 'specular="0" emission=".2"',
    "glow": 'specular="0" emission=".5"',
}
"""Surface kinds; `soft` and `glow` shine by themselves."""


def numbers(values: Sequence[float]) -> str:
    return " ".join(f"{v:.4g}" for v in values)


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@dataclass
class Node:
    """A rigid piece with its own frame and at most one joint; its shapes are named `<node>/<number>`.

    frame: the parent's directions of this node's x and y axes. For a part, x is right, y up and z out of its face.
    """

    name: str
    pos: Vector = (0.0, 0.0, 0.0)
    frame: tuple[Vector, Vector] | None = None
    joint: tuple[str, Vector, Vector] | None = None
    """(kind, axis, anchor): kind is hinge or slide; the joint bears the node's name."""
    shapes: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    def child(
        self,
        name: str,
        pos: Vector = (0.0, 0.0, 0.0),
        frame: tuple[Vector, Vector] | None = None,
        joint: tuple[str, Vector, Vector] | None = None,
    ) -> Node:
        node = Node(name, pos, frame, joint)
        self.children.append(node)
        return node

    def add(self, node: Node) -> Node:
        self.children.append(node)
        return node

    def shape(
        self,
        kind: str,
        size: Sequence[float],
        pos: Vector = (0.0, 0.0, 0.0),
        colour: Colour | Rgba = (0.5, 0.5, 0.5),
        material: str = "matte",
        axis: Vector | None = None,
        ends: tuple[Vector, Vector] | None = None,
        turn: float = 0.0,
        decor: bool = False,
    ) -> str:
        """Add a primitive (MuJoCo's type and half sizes) and return its name.

        axis: the direction of a cylinder's or capsule's length; ends: instead of pos, its two end points;
        turn: radians about the node's z; decor: seen, but looked through by ids.
        """
        name = f"{self.name}/{len(self.shapes)}"
        rgba = (*colour, 1.0) if len(colour) == 3 else colour
        place = f'fromto="{numbers((*ends[0], *ends[1]))}"' if ends else f'pos="{numbers(pos)}"'
        if axis:
            place += f' zaxis="{numbers(axis)}"'
        elif turn:
            place += f' euler="0 0 {turn:.4g}"'
        group = ' group="2"' if decor else ""
        self.shapes.append(
            f'<geom name="{name}" type="{kind}" size="{numbers(size)}" {place} '
            f'rgba="{numbers(rgba)}" material="{material}"{group}/>'
        )
        return name

    def box(self, half: Vector, pos: Vector = (0.0, 0.0, 0.0), colour: Colour = (0.5, 0.5, 0.5), **more) -> str:
        return self.shape("box", half, pos, colour, **more)

    def disc(
        self,
        radius: float,
        half: float,
        pos: Vector = (0.0, 0.0, 0.0),
        colour: Colour = (0.5, 0.5, 0.5),
        **more,
    ) -> str:
        """A cylinder along z unless `axis` says otherwise."""
        return self.shape("cylinder", (radius, half), pos, colour, **more)

    def rod(self, radius: float, a: Vector, b: Vector, colour: Colour = (0.5, 0.5, 0.5), **more) -> str:
        """A capsule from a to b."""
        return self.shape("capsule", (radius,), colour=colour, ends=(a, b), **more)

    def xml(self) -> str:
        frame = f' xyaxes="{numbers((*self.frame[0], *self.frame[1]))}"' if self.frame else ""
        joint = ""
        if self.joint:
            kind, axis, anchor = self.joint
            joint = f'<joint name="{self.name}" type="{kind}" axis="{numbers(axis)}" pos="{numbers(anchor)}"/>'
        inner = "".join(self.shapes) + "".join(c.xml() for c in self.children)
        return f'<body name="{self.name}" pos="{numbers(self.pos)}"{frame}>{joint}{inner}</body>'
