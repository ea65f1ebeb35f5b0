"""Finds where objects come to rest: free spots are drawn from a seed, and MuJoCo lets the object down on them.

    settle(receptacle, objects, {"mug_1": placement}, "plate_2", seed=7)    # {"plate_2": Placement(...)}

A placement found here is stable: upright within 10 degrees, at rest, with its whole outline on the surface, under the
surface's free height, and touching nothing else. What stands there already does not move. The same arguments give the
same placements.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from envs.home.placement import Placement
from envs.home.scene import Receptacle, Surface
from envs.rendering.context import load_mujoco
from envs.rendering.node import MATERIALS, numbers

if TYPE_CHECKING:
    from envs.home.objects import ObjectModel

STEP = 0.004
"""Seconds of a physics step."""
LONGEST = 1.0
"""Seconds that an object is given to come to rest."""
CALM = 8
"""Steps at rest in a row after which it stays so."""
SLOW, SLOW_TURN = 0.01, 0.1
"""Metres and radians a second; slower is at rest."""
DROP = 0.001
"""Metres above the surface from which an object is let go."""
NUDGE = 0.2
"""Radians a second about x and y with which it is let go, so that nothing balances on a tip."""
DAMPING = 5.0
"""Share of its turning that is lost a second, for the give of real things: without it a ball rolls on and on."""
FOOT = 0.35
"""Share of its outline's sides on which every object rests at least, for a cap or a pear gives where it touches."""
TILT = math.cos(math.radians(10.0))
GAP = 0.012
"""Metres kept free between outlines, so that two things are told apart in sight."""
EDGE = 0.006
"""Metres kept free to the surface's edge."""
HEADROOM = 0.01
"""Metres kept free above an object on a surface with something over it."""
SPOTS = 160
"""Spots drawn a surface; most fail at the outlines, which is cheap."""
DROPS = 6
"""Spots of a surface at which the object is let down before the surface is given up."""


class NoRoomError(ValueError):
    """No spot is left in a receptacle for an object; the message names both."""


@dataclass(frozen=True)
class _Outline:
    """A rectangle on a surface: middle, half sizes, turn in radians; what an object covers, seen from above."""

    x: float
    y: float
    half: tuple[float, float]
    turn: float

    @property
    def reach(self) -> float:
        return math.hypot(*self.half)

    def spread(self) -> tuple[float, float]:
        """Half sizes of the upright rectangle around it."""
        return _spread(self.half, self.turn)

    def apart(self, other: _Outline, gap: float) -> bool:
        """Whether at least `gap` lies between the two (never true for less)."""
        dx, dy = other.x - self.x, other.y - self.y
        if math.hypot(dx, dy) > self.reach + other.reach + gap:
            return True
        for turn in (self.turn, other.turn):  # separating axes: the sides' directions of both rectangles
            for axis in (turn, turn + math.pi / 2):
                c, s = math.cos(axis), math.sin(axis)
                if abs(c * dx + s * dy) >= self._along(axis) + other._along(axis) + gap:
                    return True
        return False

    def _along(self, axis: float) -> float:
        """Half its length along a direction."""
        return self.half[0] * abs(math.cos(axis - self.turn)) + self.half[1] * abs(math.sin(axis - self.turn))


def settle(
    receptacle: Receptacle,
    objects: Mapping[str, ObjectModel],
    standing: Mapping[str, Placement],
    new: str | Sequence[str],
    seed: int,
) -> dict[str, Placement]:
    """Where the new objects come to rest in a receptacle.

    objects: models of at least the standing and the new ones. standing: what is in the receptacle already. Several new
    ones are let down one after another, the largest first, and none touches another. Raises NoRoomError when one finds
    no spot; KeyError for a name without a model.
    """
    names = [new] if isinstance(new, str) else list(new)
    names.sort(key=lambda name: (-objects[name].half[0] * objects[name].half[1], name))
    there = {name: standing[name] for name in sorted(standing) if name not in names}
    found: dict[str, Placement] = {}
    for name in names:
        rng = np.random.default_rng([seed % 2**63, zlib.crc32(f"{receptacle.id}/{name}".encode())])
        found[name] = _find(receptacle, objects, there | found, name, rng)
    return found


def _find(
    receptacle: Receptacle,
    objects: Mapping[str, ObjectModel],
    standing: Mapping[str, Placement],
    name: str,
    rng: np.random.Generator,
) -> Placement:
    """The first spot that holds. Surfaces come in an order drawn by their areas."""
    model = objects[name]
    areas = np.array([surface.half[0] * surface.half[1] for surface in receptacle.surfaces])
    # Smallest of exponential draws over the areas: a draw without putting back, weighted by area.
    for number in np.argsort(rng.exponential(size=len(areas)) / areas):
        surface = receptacle.surfaces[number]
        if 2 * model.half[2] + HEADROOM > surface.clearance:
            continue
        others = {other: spot for other, spot in standing.items() if spot.surface == number}
        outlines = {other: _outline(objects[other], spot) for other, spot in others.items()}
        drops = 0
        for spot in _spots(model, surface, rng):
            if not all(spot.apart(outline, GAP) for outline in outlines.values()):
                continue
            near = {o: others[o] for o, outline in outlines.items() if not _out_of_fall(spot, outline, model)}
            placement = _let_down(int(number), surface, objects, near, name, spot)
            if placement is not None:
                return placement
            drops += 1
            if drops == DROPS:
                break
    raise NoRoomError(f"{receptacle.id}: no room for {name} ({model.label}) beside {len(standing)} objects")


def _spots(model: ObjectModel, surface: Surface, rng: np.random.Generator) -> Iterator[_Outline]:
    """Outlines on the surface, at random first and then in rows, so that room that there is gets found.

    Half of the random ones, and all in rows, stand square to the surface: that is how a tray fits a narrow shelf.
    """
    half = (model.half[0], model.half[1])
    for i in range(SPOTS):
        turn = float(rng.uniform(-math.pi, math.pi))
        if i % 2:
            turn = round(2 * turn / math.pi) * math.pi / 2
        x, y = rng.uniform(-1, 1, 2)
        room = _room(half, surface, turn)
        if room is not None:
            yield _Outline(float(x) * room[0], float(y) * room[1], half, turn)
    for turn in (0.0, math.pi / 2):
        room = _room(half, surface, turn)
        if room is None:
            continue
        columns, rows = (min(1 + math.ceil(2 * r / 0.02), 40) for r in room)
        for y in np.linspace(-room[1], room[1], rows):
            for x in np.linspace(-room[0], room[0], columns):
                yield _Outline(float(x), float(y), half, turn)


def _room(half: tuple[float, float], surface: Surface, turn: float) -> tuple[float, float] | None:
    """How far from the surface's middle an outline may lie in x and y; None where it does not fit."""
    wide, deep = _spread(half, turn)
    x, y = surface.half[0] - EDGE - wide, surface.half[1] - EDGE - deep
    return (x, y) if x >= 0 and y >= 0 else None


def _spread(half: tuple[float, float], turn: float) -> tuple[float, float]:
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    return c * half[0] + s * half[1], s * half[0] + c * half[1]


def _outline(model: ObjectModel, placement: Placement) -> _Outline:
    w, x, y, z = placement.quaternion
    turn = math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return _Outline(placement.position[0], placement.position[1], (model.half[0], model.half[1]), turn)


def _out_of_fall(spot: _Outline, other: _Outline, model: ObjectModel) -> bool:
    """Whether the object could not touch the other even if it fell over."""
    away = math.hypot(other.x - spot.x, other.y - spot.y)
    return away > 2 * spot.reach + 2 * model.half[2] + other.reach


def _let_down(
    number: int,
    surface: Surface,
    objects: Mapping[str, ObjectModel],
    near: Mapping[str, Placement],
    name: str,
    spot: _Outline,
) -> Placement | None:
    """Let the object down and see where it comes to rest; None if it falls over, slides off or touches something."""
    mj = load_mujoco()
    model = mj.MjModel.from_xml_string(_mjcf(objects, near, name))
    model.geom_contype[model.geom_group > 1] = 0  # decor: labels and the like touch nothing
    model.geom_conaffinity[model.geom_group > 1] = 0
    model.dof_damping[3:] = DAMPING * model.dof_M0[3:]
    data = mj.MjData(model)
    data.qpos[:] = (spot.x, spot.y, DROP, math.cos(spot.turn / 2), 0.0, 0.0, math.sin(spot.turn / 2))
    data.qvel[3:5] = NUDGE
    velocity, calm = data.qvel, 0
    for _ in range(round(LONGEST / STEP)):
        mj.mj_step(model, data)
        touches_surface = data.ncon > 0
        calm = calm + 1 if touches_surface and _still(*velocity.tolist()) else 0
        if calm == CALM:
            break
    else:
        return None
    if data.contact.geom.all(axis=1).any():
        return None  # geom 0 is the surface
    x, y, z, *quaternion = (float(v) for v in data.qpos)
    w, i, j, k = quaternion
    placement = Placement(number, (x, y, z), (w, i, j, k))
    rest = _outline(objects[name], placement)
    wide, deep = rest.spread()
    on_it = abs(x) + wide <= surface.half[0] and abs(y) + deep <= surface.half[1] and abs(z) < 0.02
    upright = 1 - 2 * (i * i + j * j) >= TILT
    clear = all(rest.apart(_outline(objects[other], placed), GAP / 2) for other, placed in near.items())
    return placement if on_it and upright and clear else None


def _still(x: float, y: float, z: float, roll: float, pitch: float, turn: float) -> bool:
    """Whether these velocities are those of something at rest."""
    return max(abs(x), abs(y), abs(z)) < SLOW and max(abs(roll), abs(pitch), abs(turn)) < SLOW_TURN


def _mjcf(objects: Mapping[str, ObjectModel], near: Mapping[str, Placement], name: str) -> str:
    """The surface at z = 0, what stands near as fixed bodies, and the new object as a free one.

    The surface is a plane, on which MuJoCo rests round things without jitter; outlines keep them within the edges. An
    object's mass is spread over its bounding box.
    """
    model = objects[name]
    a, b, c = model.half
    third = model.mass / 3
    inertia = [max(third * (u * u + v * v), 1e-7) for u, v in ((b, c), (a, c), (a, b))]
    fixed = "".join(
        f'<body pos="{numbers(placement.position)}" quat="{numbers(placement.quaternion)}">'
        f"{objects[other].node(other).xml()}</body>"
        for other, placement in near.items()
    )
    materials = "".join(f'<material name="{material}"/>' for material in MATERIALS)
    return (
        f'<mujoco><compiler angle="radian"/><option timestep="{STEP}"/>'
        '<default><geom density="0"/></default>'
        f'<asset>{materials}</asset><worldbody><geom type="plane" size="5 5 .1"/>{fixed}'
        f'<body><freejoint/><inertial pos="0 0 {c:.6g}" mass="{max(model.mass, 1e-3):.6g}" '
        f'diaginertia="{numbers(inertia)}"/><geom type="box" size="{FOOT * a:.6g} {FOOT * b:.6g} .001" pos="0 0 .001"/>'
        f"{model.node(name).xml()}</body></worldbody></mujoco>"
    )
