"""The scene as MuJoCo draws it, following the state: what stands open, and what lies where.

    with Stage(scene, objects, 256) as stage:
        stage.show({"cabinet_2": True}, {"mug_3": ("cabinet_2", placement)})
        picture = stage.picture(view)    # uint8 (256, 256, 3)
        sight = stage.sight(view)        # whose each pixel is, and how far

The promise: a picture or sight is a function of the scene, the last `show` and the viewpoint, whatever was shown
before. Things inside a closed receptacle and things without a place are not drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np

from envs.home.placement import Placement, Quaternion
from envs.home.scene import Scene, Surface, Viewpoint
from envs.home.sight import Sight
from envs.rendering import Perspective, SceneRenderer
from envs.rendering.node import MATERIALS, Vector, cross, numbers

if TYPE_CHECKING:
    from envs.home.objects import ObjectModel

__all__ = ["FIELD_OF_VIEW", "Sight", "Stage"]

FIELD_OF_VIEW = 60.0
"""Degrees from the picture's lower to its upper edge, and from its left to its right."""
NEAR, FAR = 0.03, 60.0
"""Metres: nothing nearer or farther is drawn."""
LIGHTS: tuple[tuple[Vector, float], ...] = (
    ((0.35, 0.5, -0.8), 0.28),
    ((-0.6, 0.25, -0.45), 0.15),
    ((0.5, -0.7, -0.35), 0.11),
)
"""(direction, strength) of lights that come from far away: a ceiling's light and two windows', so that the three faces
of a box that one sees differ. They cast no shadows; a light at the eye makes the insides of furniture readable.
"""


class Stage:
    """Draws one scene with a task's objects. Holds an OpenGL scene: close it, or use it as a context manager.

    Not to be shared between threads while in use.
    """

    def __init__(self, scene: Scene, objects: Mapping[str, ObjectModel], size: int) -> None:
        clash = sorted(set(objects) & set(scene.receptacles))
        if clash:
            raise ValueError(f"objects: {clash[0]!r} is a receptacle of {scene.name}")
        self.scene, self.size = scene, size
        self._renderer = SceneRenderer(_mjcf(scene, objects), size)
        self._names, self._owner = _owners(self._renderer.geom_names, scene, objects)
        self._opened = dict.fromkeys(scene.opening, False)
        self._places: dict[str, tuple[str, Placement]] = {}
        self._poses: dict[str, tuple[Vector, Quaternion] | None] = dict.fromkeys(objects)
        self._drawn = dict.fromkeys(objects, True)
        self._arrange(objects)

    # -- following the state --------------------------------------------------------------------------------------

    def show(self, opened: Mapping[str, bool], places: Mapping[str, tuple[str, Placement]]) -> None:
        """Make the scene look so; only what differs from what is shown is touched.

        opened: which receptacles stand open; those not named are closed. places: object -> (receptacle, where in it);
        objects not named (a held one) are not drawn. ValueError for names that the scene does not have.
        """
        self._check(opened, places)
        turned = {name for name in self._opened if self._opened[name] != opened.get(name, False)}
        changed = [
            name
            for name in self._poses
            if self._places.get(name) != places.get(name) or (name in places and places[name][0] in turned)
        ]
        for name in turned:
            self._opened[name] = opened.get(name, False)
            articulation = self.scene.receptacles[name].articulation
            for joint, value in articulation.joints if articulation else ():
                self._renderer.set_joint(joint, value if self._opened[name] else 0.0)
        self._places = dict(places)
        self._arrange(changed)

    def _check(self, opened: Mapping[str, bool], places: Mapping[str, tuple[str, Placement]]) -> None:
        for name in opened:
            if name not in self._opened:
                raise ValueError(f"opened: {name!r} is no receptacle of {self.scene.name} that opens")
        for name, (receptacle, placement) in places.items():
            if name not in self._poses:
                raise ValueError(f"places: {name!r} is none of the objects")
            if receptacle not in self.scene.receptacles:
                raise ValueError(f"places.{name}: {receptacle!r} is no receptacle of {self.scene.name}")
            if not 0 <= placement.surface < len(self.scene.receptacles[receptacle].surfaces):
                raise ValueError(f"places.{name}.surface: {receptacle} has no surface {placement.surface}")

    def _arrange(self, objects: Mapping[str, object] | list[str]) -> None:
        """Put these objects where `self._places` has them."""
        # All poses are read before an object moves: the first reading after a change costs a pass over the scene.
        poses = {name: self._pose(*self._places[name]) for name in objects if name in self._places}
        for name in objects:
            self._poses[name] = poses.get(name)
            if name in poses:
                self._renderer.set_body(name, *poses[name])
            drawn = name in poses and not self._shut_in(*self._places[name])
            if self._drawn[name] != drawn:
                self._renderer.show_body(name, drawn)
                self._drawn[name] = drawn

    def _surface(self, receptacle: str, placement: Placement) -> Surface:
        return self.scene.receptacles[receptacle].surfaces[placement.surface]

    def _shut_in(self, receptacle: str, placement: Placement) -> bool:
        return self._surface(receptacle, placement).inside and not self._opened.get(receptacle, True)

    def _pose(self, receptacle: str, placement: Placement) -> tuple[Vector, Quaternion]:
        """An object's position and quaternion in the world."""
        surface = self._surface(receptacle, placement)
        position, quaternion = self._renderer.body_pose(surface.body)
        away = _rotate(quaternion, _sum(surface.centre, placement.position))
        return _sum(position, away), _compose(quaternion, placement.quaternion)

    # -- looking at it --------------------------------------------------------------------------------------------

    def picture(self, view: Viewpoint, size: int | None = None) -> np.ndarray:
        """What the eye sees: uint8 (size, size, 3). size: pixels a side, the stage's own where not given."""
        return self._renderer.rgb(_camera(view), (size, size) if size else None)

    def sight(self, view: Viewpoint) -> Sight:
        """Whose each pixel is and how far away, from the same camera as `picture`, at the stage's size."""
        camera = _camera(view)
        ids, depth = self._renderer.ids_and_depth(camera, solid_decor=True)
        owner = self._owner[ids]
        seen = np.unique(owner)
        seen = seen[seen >= 0]
        compact = np.full(len(self._names) + 1, -1, np.int16)
        compact[seen] = np.arange(len(seen))
        owner = compact[owner]
        owner.flags.writeable = depth.flags.writeable = False
        return Sight(tuple(self._names[i] for i in seen), owner, depth, camera)

    def world_point(self, name: str, point: Vector) -> Vector:
        """A point of an object's own frame in the world's, as shown. ValueError for an object without a place."""
        pose = self._poses.get(name)
        if pose is None:
            raise ValueError(f"name: {name!r} has no place in what is shown")
        return _sum(pose[0], _rotate(pose[1], point))

    # -- closing --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Forget the scene; a closed stage draws no more."""
        self._renderer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@lru_cache(4096)
def _camera(view: Viewpoint) -> Perspective:
    return Perspective(view.eye, view.target, FIELD_OF_VIEW)


def _owners(
    geoms: tuple[str, ...], scene: Scene, objects: Mapping[str, ObjectModel]
) -> tuple[tuple[str, ...], np.ndarray]:
    """The names of all owners in the scene's order, and each geom's owner as an index, with a last -1 for no geom."""
    order: dict[str, int] = {}
    owners = []
    for geom in geoms:
        name = geom.partition("/")[0]
        known = name in objects or name.partition(".")[0] in scene.receptacles
        owners.append(order.setdefault(name, len(order)) if known else -1)
    return tuple(order), np.array([*owners, -1], np.int16)


def _mjcf(scene: Scene, objects: Mapping[str, ObjectModel]) -> str:
    materials = "".join(f'<material name="{name}" {kind}/>' for name, kind in MATERIALS.items())
    lights = "".join(
        f'<light directional="true" dir="{numbers(direction)}" diffuse="{numbers([strength] * 3)}" '
        'specular=".08 .08 .08" castshadow="false"/>'
        for direction, strength in LIGHTS
    )
    receptacles = "".join(receptacle.xml for receptacle in scene.receptacles.values())
    bodies = "".join(model.node(name).xml() for name, model in objects.items())
    return (
        '<mujoco><compiler angle="radian"/><statistic extent="1" center="0 0 0"/>'
        f'<visual><quality shadowsize="0" offsamples="0"/><map znear="{NEAR}" zfar="{FAR}"/>'
        '<headlight ambient=".5 .5 .5" diffuse=".28 .28 .28" specular=".06 .06 .06"/></visual>'
        f"<asset>{materials}</asset><worldbody>{lights}{scene.backdrop}{receptacles}{bodies}</worldbody></mujoco>"
    )


def _rotate(quaternion: Quaternion, vector: Vector) -> Vector:
    w, axis = quaternion[0], quaternion[1:]
    x, y, z = cross(axis, vector)
    twice = (2 * x, 2 * y, 2 * z)
    a, b, c = (v + w * t + u for v, t, u in zip(vector, twice, cross(axis, twice), strict=True))
    return a, b, c


def _compose(first: Quaternion, second: Quaternion) -> Quaternion:
    """The quaternion of turning by `second` within the frame that `first` has turned."""
    a, b = first[0], second[0]
    u, v = first[1:], second[1:]
    x, y, z = (a * q + b * p + c for p, q, c in zip(u, v, cross(u, v), strict=True))
    return a * b - sum(p * q for p, q in zip(u, v, strict=True)), x, y, z


def _sum(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]
