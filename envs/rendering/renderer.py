"""A scene given as MJCF, drawn as colours, ids or depths, from its named cameras or from a free one.

    with SceneRenderer(mjcf, 128) as scene:
        scene.set_joint("door", 1.6)
        picture = scene.rgb("front")    # uint8 (128, 128, 3)
        which = scene.ids("front")      # int32 (128, 128): geom ids, -1 for nothing
        which, far = scene.ids_and_depth(Perspective(eye=(0, -2, 1.4), target=(0, 0, 0.8)))

The promise: a picture is a function of the scene, what was set, the camera and the size. Colours are drawn at twice the
size and halved, which gives smooth edges without multisampling; ids are drawn at the size itself, so each is what
lies at its pixel's centre. No shadow map: it would take most of the time on a CPU (shared/notes/rendering.md). From a
free camera only the geoms in its view are sent to OpenGL.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

import numpy as np

from envs.rendering.camera import Perspective
from envs.rendering.context import canvas, load_mujoco
from envs.rendering.node import Vector
from envs.timing import rendering

BACKGROUND = (0.42, 0.46, 0.5)
"""The backdrop's paint; the lights make it a shade brighter."""
HIDDEN_GROUP = 5
"""MuJoCo draws geom groups 0 to 2 by default; hidden geoms are moved to this one."""
DECOR_GROUP = 2
"""Geoms in this group (haloes, steam) are seen but cannot be touched: ids look through them."""


class SceneRenderer:
    """Draws one MJCF scene of primitive geoms, `size` pixels a side (or (width, height)).

    Not to be shared between threads while in use; each thread draws on its own OpenGL context.
    """

    @rendering()
    def __init__(self, mjcf: str, size: int | tuple[int, int]) -> None:
        mujoco = self._mj = load_mujoco()
        self._closed = False
        self.model = mujoco.MjModel.from_xml_string(mjcf)
        if self.model.nmesh or self.model.nhfield or self.model.ntex:
            raise ValueError("scenes are made of primitive geoms; meshes, height fields and textures are not drawn")
        self.data = mujoco.MjData(self.model)
        self.width, self.height = (size, size) if isinstance(size, int) else size
        self._scene = mujoco.MjvScene(self.model, maxgeom=self.model.ngeom + 2)
        self._option = mujoco.MjvOption()
        self._touchable = mujoco.MjvOption()
        self._touchable.geomgroup[DECOR_GROUP] = 0
        self._cameras = {self.model.camera(i).name: i for i in range(self.model.ncam)}
        self.geom_names = _names(self.model, self.model.name_geomadr)
        """Every geom's name by id, "" for one without."""
        self._geoms = {name: i for i, name in enumerate(self.geom_names)}
        joints = _names(self.model, self.model.name_jntadr)
        self._joints = dict(zip(joints, self.model.jnt_qposadr.tolist(), strict=True))
        self._materials = {self.model.mat(i).name: i for i in range(self.model.nmat)}
        self._parents: list[int] = self.model.body_parentid.tolist()
        self._bodies = {name: i for i, name in enumerate(_names(self.model, self.model.name_bodyadr))}
        self._groups = self.model.geom_group.copy()
        self._pos = self.model.body_pos.copy()
        self._quat = self.model.body_quat.copy()
        self._rgba = self.model.geom_rgba.copy()
        self._matid = self.model.geom_matid.copy()
        self._moved = True

    # -- changing the scene ---------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Undo every change: joints to zero, poses, colours, materials and visibility as in the MJCF."""
        self.data.qpos[:] = self.model.qpos0
        self.model.body_pos[:] = self._pos
        self.model.body_quat[:] = self._quat
        self.model.geom_rgba[:] = self._rgba
        self.model.geom_matid[:] = self._matid
        self.model.geom_group[:] = self._groups
        self._moved = True

    def set_joint(self, name: str, value: float) -> None:
        """Move a hinge (radians) or slide (length) joint."""
        self.data.qpos[self._joints[name]] = value
        self._moved = True

    def set_body(self, name: str, position: Vector, quaternion: tuple[float, float, float, float]) -> None:
        """Put a body at a position with a unit quaternion (w, x, y, z), both in its parent's frame."""
        index = self._bodies[name]
        self.model.body_pos[index] = position
        self.model.body_quat[index] = quaternion
        self._moved = True

    def set_colour(self, geom: str, rgba: tuple[float, float, float, float], material: str | None = None) -> None:
        """Paint a geom (red, green, blue, alpha, each 0 to 1), in another of the scene's materials if named."""
        index = self._geoms[geom]
        self.model.geom_rgba[index] = rgba
        if material is not None:
            self.model.geom_matid[index] = self._materials[material]

    def show(self, geom: str, visible: bool = True) -> None:
        """Show or hide a geom, in colours and in ids."""
        index = self._geoms[geom]
        self.model.geom_group[index] = self._groups[index] if visible else HIDDEN_GROUP

    def show_body(self, name: str, visible: bool = True) -> None:
        """Show or hide every geom of a body and of the bodies below it."""
        first = last = self._bodies[name]
        while last + 1 < len(self._parents) and self._parents[last + 1] >= first:
            last += 1  # MuJoCo numbers bodies depth first: those below follow without a gap
        geoms = (self.model.geom_bodyid >= first) & (self.model.geom_bodyid <= last)
        self.model.geom_group[geoms] = self._groups[geoms] if visible else HIDDEN_GROUP

    def body_pose(self, name: str) -> tuple[Vector, tuple[float, float, float, float]]:
        """Where a body is in the world: position and unit quaternion (w, x, y, z)."""
        self._settle()
        index = self._bodies[name]
        x, y, z = self.data.xpos[index].tolist()
        w, i, j, k = self.data.xquat[index].tolist()
        return (x, y, z), (w, i, j, k)

    def geom_id(self, name: str) -> int:
        """The id that `ids` writes where this geom is seen."""
        return self._geoms[name]

    # -- looking at it --------------------------------------------------------------------------------------------

    def rgb(self, camera: str | Perspective, size: tuple[int, int] | None = None) -> np.ndarray:
        """The picture from a camera: uint8 (height, width, 3), first row on top.

        size: (width, height) of this picture, where it is not the scene's.
        """
        width, height = size or (self.width, self.height)
        raw = self._draw([camera], 2 * width, 2 * height, ids=False)[0].astype(np.uint16)
        rows = raw[0::2] + raw[1::2]
        return ((rows[:, 0::2] + rows[:, 1::2] + 2) >> 2).astype(np.uint8)

    def ids(self, camera: str | Perspective) -> np.ndarray:
        """The geom seen at each pixel's centre: int32 (height, width), -1 where there is none."""
        return self.ids_many([camera])[0]

    def ids_many(self, cameras: Sequence[str | Perspective]) -> list[np.ndarray]:
        """`ids` for several cameras; one read-back for all, which is faster than asking one by one."""
        return self._draw(cameras, self.width, self.height, ids=True)

    def ids_and_depth(self, camera: str | Perspective, solid_decor: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """`ids` and, from the same pass, how far each pixel's centre lies along the view axis.

        Returns int32 (height, width) and float32 (height, width) in metres, inf where there is nothing.
        solid_decor: opaque decor (a wall) hides what is behind it and has its id; translucent decor never does.
        """
        depth = np.empty((self.height, self.width), np.float32)
        ids = self._draw([camera], self.width, self.height, ids=True, depth=depth, solid_decor=solid_decor)[0]
        eye = self._scene.camera[0]
        near, far = float(eye.frustum_near), float(eye.frustum_far)
        z = depth[::-1].astype(np.float64)  # MuJoCo's reversed buffer: 1 at the near plane, 0 at the far one
        metres = far - z * (far - near) if eye.orthographic else near * far / (near + z * (far - near))
        return ids, np.where(ids < 0, np.inf, metres).astype(np.float32)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Per visible, touchable geom, the world corners of its axis-aligned box: two (n, 3) arrays."""
        self._settle()
        shown = self.model.geom_group < DECOR_GROUP
        centre, half = self.model.geom_aabb[shown, :3], self.model.geom_aabb[shown, 3:]
        turn = self.data.geom_xmat[shown].reshape(-1, 3, 3)
        middle = self.data.geom_xpos[shown] + np.einsum("nij,nj->ni", turn, centre)
        reach = np.einsum("nij,nj->ni", np.abs(turn), half)
        return middle - reach, middle + reach

    def _settle(self) -> None:
        if self._moved:
            self._mj.mj_kinematics(self.model, self.data)
            self._mj.mj_camlight(self.model, self.data)
            self._moved = False

    @rendering()
    def _draw(
        self,
        cameras: Sequence[str | Perspective],
        width: int,
        height: int,
        ids: bool,
        depth: np.ndarray | None = None,
        solid_decor: bool = False,
    ) -> list[np.ndarray]:
        if self._closed:
            raise ValueError("this scene is closed")
        mj, scene = self._mj, self._scene
        surface = canvas()
        surface.require(width, height * len(cameras))
        self._settle()
        scene.flags[mj.mjtRndFlag.mjRND_SEGMENT] = ids
        scene.flags[mj.mjtRndFlag.mjRND_IDCOLOR] = ids
        lookups = []
        for i, camera in enumerate(cameras):
            self._fill_scene(camera, width / height, ids, solid_decor)
            if ids:
                lookups.append(np.array([-1, *(g.objid for g in scene.geoms[: scene.ngeom])], np.int32))
            else:
                self._add_backdrop(camera, width / height)
            mj.mjr_render(mj.MjrRect(0, i * height, width, height), scene, surface.mjr)
        raw = np.empty((height * len(cameras), width, 3), np.uint8)
        surface.mjr.readDepthMap = mj.mjtDepthMap.mjDEPTH_ZEROFAR
        mj.mjr_readPixels(raw, depth, mj.MjrRect(0, 0, width, height * len(cameras)), surface.mjr)
        tiles = [raw[i * height : (i + 1) * height][::-1] for i in range(len(cameras))]
        if not ids:
            return tiles
        return [
            lookup[tile[..., 0] + tile[..., 1].astype(np.int32) * 256]
            for tile, lookup in zip(tiles, lookups, strict=True)
        ]

    def _fill_scene(self, camera: str | Perspective, aspect: float, ids: bool, solid_decor: bool) -> None:
        """Put the geoms to be drawn, the camera and the lights into the scene."""
        mj = self._mj
        eye = mj.MjvCamera()
        groups = self.model.geom_group
        shown = groups.copy()
        if isinstance(camera, Perspective):
            eye.type = mj.mjtCamera.mjCAMERA_FREE
            eye.lookat[:] = camera.target
            eye.distance, eye.azimuth, eye.elevation = camera.distance, camera.azimuth, camera.elevation
            self.model.vis.global_.fovy = camera.fov
            groups[~self._in_view(camera, aspect)] = HIDDEN_GROUP
        else:
            eye.type = mj.mjtCamera.mjCAMERA_FIXED
            eye.fixedcamid = self._cameras[camera]
        option = self._touchable if ids else self._option
        if solid_decor:
            option = self._option
            groups[(groups == DECOR_GROUP) & (self.model.geom_rgba[:, 3] < 1)] = HIDDEN_GROUP
        mj.mjv_updateScene(self.model, self.data, option, None, eye, mj.mjtCatBit.mjCAT_ALL, self._scene)
        groups[:] = shown

    def _in_view(self, camera: Perspective, aspect: float) -> np.ndarray:
        """Which geoms have a bounding sphere in the camera's view: bool (geoms,)."""
        right, up, forward = camera.axes
        away = self.data.geom_xpos - np.array(camera.eye)
        radius = self.model.geom_rbound
        tall = math.tan(math.radians(camera.fov) / 2)
        along = away @ forward
        inside = along > -radius
        for axis, slope in ((up, tall), (right, tall * aspect)):
            inside &= np.abs(away @ axis) - slope * along < radius * math.hypot(1.0, slope)
        return inside | (radius == 0)  # planes have no bounding sphere

    def _add_backdrop(self, camera: str | Perspective, aspect: float) -> None:
        """A wall behind everything, square to the camera: an even background that haloes can blend with."""
        mj, scene = self._mj, self._scene
        geom = scene.geoms[scene.ngeom]
        if isinstance(camera, Perspective):
            right, up, forward = camera.axes
            turn = np.stack([right, up, -forward], axis=1)
            far = 0.9 * scene.camera[0].frustum_far
            reach = 1.1 * far * math.tan(math.radians(camera.fov) / 2)
            middle, half = np.array(camera.eye) + far * forward, (reach * aspect, reach, 0.1)
        else:
            index = self._cameras[camera]
            turn = self.data.cam_xmat[index].reshape(3, 3)
            middle, half = self.data.cam_xpos[index] - 20.0 * turn[:, 2], (50.0, 50.0, 0.1)
        mj.mjv_initGeom(
            geom, mj.mjtGeom.mjGEOM_BOX, np.array(half), middle, turn.flatten(), np.array([0, 0, 0, 1], np.float32)
        )
        geom.rgba[:] = (*BACKGROUND, 1.0)
        geom.emission = 0.5
        geom.specular = 0.0
        scene.ngeom += 1

    # -- closing --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Forget the scene. The OpenGL context stays for the thread's next scene and is closed at exit."""
        self._closed = True
        self._scene = self._mj.MjvScene()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _names(model: Any, addresses: np.ndarray) -> tuple[str, ...]:
    """The names that begin at these bytes; asking MuJoCo for one after the other takes ten times as long."""
    names: bytes = model.names
    return tuple(names[at : names.index(0, at)].decode() for at in addresses.tolist())
