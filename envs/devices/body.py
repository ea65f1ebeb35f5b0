"""A device's body: primitive shapes in a tree of nodes, and the recipe from which its pictures are drawn.

`Node` builds MJCF. `Look` is what a state changes in it (joints, paint, hidden shapes). `Body` is the finished
recipe: plain strings, numbers and tuples, so that it pickles, compares and travels to a worker process without
MuJoCo.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from envs.devices.views import FRAMES, Vector

Colour = tuple[float, float, float]
Rgba = tuple[float, float, float, float]

MATERIALS: dict[str, str] = {
    "matte": 'specular=".1" shininess=".2"',
    "gloss": 'specular=".45" shininess=".6"',
    "soft": 'specular="0" emission=".2"',
    "glow": 'specular="0" emission=".5"',
}
"""Surface kinds; `soft` and `glow` shine by themselves."""


def _numbers(values: Sequence[float]) -> str:
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
        place = f'fromto="{_numbers((*ends[0], *ends[1]))}"' if ends else f'pos="{_numbers(pos)}"'
        if axis:
            place += f' zaxis="{_numbers(axis)}"'
        elif turn:
            place += f' euler="0 0 {turn:.4g}"'
        group = ' group="2"' if decor else ""
        self.shapes.append(
            f'<geom name="{name}" type="{kind}" size="{_numbers(size)}" {place} '
            f'rgba="{_numbers(rgba)}" material="{material}"{group}/>'
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
        frame = f' xyaxes="{_numbers((*self.frame[0], *self.frame[1]))}"' if self.frame else ""
        joint = ""
        if self.joint:
            kind, axis, anchor = self.joint
            joint = f'<joint name="{self.name}" type="{kind}" axis="{_numbers(axis)}" pos="{_numbers(anchor)}"/>'
        inner = "".join(self.shapes) + "".join(c.xml() for c in self.children)
        return f'<body name="{self.name}" pos="{_numbers(self.pos)}"{frame}>{joint}{inner}</body>'


@dataclass(frozen=True)
class Look:
    """What one state changes in the body. Two states with equal looks have the same pictures."""

    joints: tuple[tuple[str, float], ...] = ()
    inner_joints: tuple[tuple[str, float], ...] = ()
    """Joints that move something within its part's outline (a knob's cap): boxes do not depend on them."""
    paint: tuple[tuple[str, Rgba, str], ...] = ()
    """(shape, colour, material)."""
    hidden: tuple[str, ...] = ()

    @property
    def form(self) -> tuple[object, ...]:
        """The part of a look that boxes depend on: hidden shapes are digits and steam, never parts."""
        return self.joints


class LookBuilder:
    """Collects a look; the last word on a shape or joint counts, and the order of words does not matter."""

    def __init__(self) -> None:
        self._joints: dict[str, float] = {}
        self._inner: dict[str, float] = {}
        self._paint: dict[str, tuple[Rgba, str]] = {}
        self._hidden: set[str] = set()

    def joint(self, name: str, value: float, inner: bool = False) -> None:
        (self._inner if inner else self._joints)[name] = round(value, 5)

    def paint(self, shape: str, colour: Colour, material: str = "matte", alpha: float = 1.0) -> None:
        self._paint[shape] = ((*colour, alpha), material)

    def hide(self, *shapes: str) -> None:
        self._hidden.update(shapes)

    def build(self) -> Look:
        return Look(
            tuple(sorted((k, v) for k, v in self._joints.items() if v)),
            tuple(sorted((k, v) for k, v in self._inner.items() if v)),
            tuple(sorted((k, *v) for k, v in self._paint.items())),
            tuple(sorted(self._hidden)),
        )


@dataclass(frozen=True)
class Camera:
    """An orthographic camera: what it looks at, and how much it sees from bottom to top and side to side."""

    view: str
    centre: Vector
    extent: float

    def xml(self) -> str:
        right, up = FRAMES["front" if self.view == "dashboard" else self.view]
        back = cross(right, up)
        pos = tuple(c + 8.0 * b for c, b in zip(self.centre, back, strict=True))
        return (
            f'<camera name="{self.view}" pos="{_numbers(pos)}" xyaxes="{_numbers((*right, *up))}" '
            f'projection="orthographic" fovy="{self.extent:.5g}"/>'
        )


@dataclass(frozen=True)
class Body:
    """The recipe of a device's pictures: MJCF without cameras, the cameras, and each state's look."""

    shapes: str
    cameras: tuple[Camera, ...]
    looks: Mapping[str, Look]
    touch: Mapping[str, str]
    """Component -> prefix of the names of its shapes."""

    @property
    def views(self) -> tuple[str, ...]:
        return tuple(camera.view for camera in self.cameras)

    def mjcf(self) -> str:
        materials = "".join(f'<material name="{name}" {kind}/>' for name, kind in MATERIALS.items())
        return (
            '<mujoco><compiler angle="radian"/><statistic extent="2" center="0 0 0"/>'
            '<visual><quality shadowsize="0" offsamples="0"/><map znear=".01" zfar="50"/>'
            '<headlight ambient=".4 .4 .4" diffuse=".38 .38 .38" specular=".15 .15 .15"/></visual>'
            f"<asset>{materials}</asset><worldbody>"
            '<light directional="true" dir=".45 .55 -.8" diffuse=".25 .25 .25" specular=".1 .1 .1" castshadow="false"/>'
            '<light directional="true" dir="-.6 .2 -.3" diffuse=".1 .1 .1" specular="0 0 0" castshadow="false"/>'
            f"{self.shapes}{''.join(camera.xml() for camera in self.cameras)}</worldbody></mujoco>"
        )
