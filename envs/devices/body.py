"""A device's body: the recipe from which its pictures are drawn.

`Look` is what a state changes in it (joints, paint, hidden shapes). `Body` is the finished
recipe: plain strings, numbers and tuples, so that it pickles, compares and travels to a worker process without
MuJoCo.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from envs.devices.views import FRAMES
from envs.rendering.node import MATERIALS, Colour, Rgba, Vector, cross, numbers


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
            f'<camera name="{self.view}" pos="{numbers(pos)}" xyaxes="{numbers((*right, *up))}" '
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
