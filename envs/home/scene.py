"""What an apartment is made of: receptacles with surfaces, joints and viewpoints, in rooms. Plain data, no MuJoCo.

Metres and radians. The world's x runs right and y back on the floor plan, z is up, the floor is z = 0. A receptacle's
own frame has its origin on the floor in its middle; x is right and y is away from somebody who faces its front.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from envs.rendering.node import Vector

EYE_HEIGHT = 1.4
"""Height of the robot's camera above the floor."""


@dataclass(frozen=True)
class Surface:
    """A level rectangle on which objects stand.

    body: the MJCF body that it belongs to and moves with (a drawer's inside moves, a table top does not).
    centre: its middle in that body's frame, z the height at which objects stand. half: half its width and depth.
    clearance: free height above it. inside: whether it is within reach and in sight only while the receptacle is open.
    """

    body: str
    centre: Vector
    half: tuple[float, float]
    clearance: float
    inside: bool = False


@dataclass(frozen=True)
class Viewpoint:
    """A place to look from: where the eye is, and the point in the middle of its picture. World frame."""

    eye: Vector
    target: Vector


@dataclass(frozen=True)
class Articulation:
    """How a receptacle opens. kind: door (hinge), drawer (slide) or lid (hinge).

    joints: (joint name, its value when open); 0 is closed. body: the MJCF body that moves, the first where there are
    several. Every joint bears the name of the body that it moves.
    """

    kind: str
    joints: tuple[tuple[str, float], ...]
    body: str

    @property
    def bodies(self) -> tuple[str, ...]:
        """All bodies that move; one touches any of them to open or close it."""
        return tuple(joint for joint, _ in self.joints)


@dataclass(frozen=True)
class Receptacle:
    """One piece of furniture in which or on which objects are.

    id: category and number, `cabinet_2`. xml: its MJCF body; bodies and geoms bear names that begin with the id, as
    `cabinet_2`, `cabinet_2.door` and `cabinet_2.door/0`. use: what it is for, a noun phrase
    ("the cabinet for the dishes"); looks: how it differs from the others of its category in sight
    ("the tall white cabinet with two doors"). Both single it out among all receptacles of the scene.
    stand: where the robot stands before it (x, y). viewpoints: the first from `stand`, the others around it. half,
    height: half its width and depth, doors closed, and how high it reaches.
    """

    id: str
    category: str
    room: str
    position: tuple[float, float]
    yaw: float
    xml: str
    surfaces: tuple[Surface, ...]
    stand: tuple[float, float]
    viewpoints: tuple[Viewpoint, ...]
    use: str
    looks: str
    articulation: Articulation | None = None
    half: tuple[float, float] = (0.0, 0.0)
    height: float = 0.0

    def to_world(self, point: Vector) -> Vector:
        """A point of the receptacle's own frame in the world's."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        return (
            self.position[0] + c * point[0] - s * point[1],
            self.position[1] + s * point[0] + c * point[1],
            point[2],
        )


@dataclass(frozen=True)
class Room:
    """A rectangle of floor: kind (one of eleven), its lower left corner and its size."""

    id: str
    kind: str
    corner: tuple[float, float]
    size: tuple[float, float]


@dataclass(frozen=True)
class Doorway:
    """An opening in a wall. middle: its middle on the floor; width: of the opening; rooms: ids of the two it joins.

    upright: whether its wall runs along y.
    """

    middle: tuple[float, float]
    width: float
    rooms: tuple[str, str]
    upright: bool


@dataclass(frozen=True)
class Scene:
    """An apartment.

    receptacles: by id, in a fixed order. backdrop: MJCF of floors and walls, which hide what is behind them and belong
    to nobody. doorways: those between rooms, not the entrance.
    """

    name: str
    rooms: tuple[Room, ...]
    receptacles: Mapping[str, Receptacle]
    backdrop: str
    start: Viewpoint = field(default=Viewpoint((0.0, 0.0, EYE_HEIGHT), (0.0, 1.0, 1.0)))
    """What the robot sees before it has gone anywhere."""
    doorways: tuple[Doorway, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self.receptacles)

    @property
    def opening(self) -> tuple[str, ...]:
        """Ids of the receptacles that open and close."""
        return tuple(name for name, receptacle in self.receptacles.items() if receptacle.articulation)
