"""A scene given as MJCF, drawn as colours or as ids, from its named cameras.

    with SceneRenderer(mjcf, 128) as scene:
        scene.set_joint("door", 1.6)
        picture = scene.rgb("front")    # uint8 (128, 128, 3)
        which = scene.ids("front")      # int32 (128, 128): geom ids, -1 for nothing

The promise: a picture is a function of the scene, what was set, the camera and the size. Colours are drawn at twice the
size and halved, which gives smooth edges without multisampling; ids are drawn at the size itself, so each is what
lies at its pixel's centre. No shadow map: it would take most of the time on a CPU (shared/notes/rendering.md).
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

import numpy as np

from envs.rendering.context import canvas, load_mujoco

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
        self._geoms = {self.model.geom(i).name: i for i in range(self.model.ngeom)}
        self._joints = {self.model.joint(i).name: int(self.model.jnt_qposadr[i]) for i in range(self.model.njnt)}
        self._materials = {self.model.mat(i).name: i for i in range(self.model.nmat)}
        self._groups = self.model.geom_group.copy()
        self._rgba = self.model.geom_rgba.copy()
        self._matid = self.model.geom_matid.copy()
        self._moved = True

    # -- changing the scene ---------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Undo every change: joints to zero, colours, materials and visibility as in the MJCF."""
        self.data.qpos[:] = self.model.qpos0
        self.model.geom_rgba[:] = self._rgba
        self.model.geom_matid[:] = self._matid
        self.model.geom_group[:] = self._groups
        self._moved = True

    def set_joint(self, name: str, value: float) -> None:
        """Move a hinge (radians) or slide (length) joint."""
        self.data.qpos[self._joints[name]] = value
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

    def geom_id(self, name: str) -> int:
        """The id that `ids` writes where this geom is seen."""
        return self._geoms[name]

    # -- looking at it --------------------------------------------------------------------------------------------

    def rgb(self, camera: str) -> np.ndarray:
        """The picture from a camera: uint8 (height, width, 3), first row on top."""
        raw = self._draw([camera], 2 * self.width, 2 * self.height, ids=False)[0].astype(np.uint16)
        rows = raw[0::2] + raw[1::2]
        return ((rows[:, 0::2] + rows[:, 1::2] + 2) >> 2).astype(np.uint8)

    def ids(self, camera: str) -> np.ndarray:
        """The geom seen at each pixel's centre: int32 (height, width), -1 where there is none."""
        return self.ids_many([camera])[0]

    def ids_many(self, cameras: list[str]) -> list[np.ndarray]:
        """`ids` for several cameras; one read-back for all, which is faster than asking one by one."""
        return self._draw(cameras, self.width, self.height, ids=True)

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

    def _draw(self, cameras: list[str], width: int, height: int, ids: bool) -> list[np.ndarray]:
        if self._closed:
            raise ValueError("this scene is closed")
        mj, scene = self._mj, self._scene
        surface = canvas()
        surface.require(width, height * len(cameras))
        self._settle()
        scene.flags[mj.mjtRndFlag.mjRND_SEGMENT] = ids
        scene.flags[mj.mjtRndFlag.mjRND_IDCOLOR] = ids
        option = self._touchable if ids else self._option
        eye = mj.MjvCamera()
        eye.type = mj.mjtCamera.mjCAMERA_FIXED
        lookups = []
        for i, name in enumerate(cameras):
            eye.fixedcamid = self._cameras[name]
            mj.mjv_updateScene(self.model, self.data, option, None, eye, mj.mjtCatBit.mjCAT_ALL, scene)
            if ids:
                lookups.append(np.array([-1, *(g.objid for g in scene.geoms[: scene.ngeom])], np.int32))
            else:
                self._add_backdrop(eye.fixedcamid)
            mj.mjr_render(mj.MjrRect(0, i * height, width, height), scene, surface.mjr)
        raw = np.empty((height * len(cameras), width, 3), np.uint8)
        mj.mjr_readPixels(raw, None, mj.MjrRect(0, 0, width, height * len(cameras)), surface.mjr)
        tiles = [raw[i * height : (i + 1) * height][::-1] for i in range(len(cameras))]
        if not ids:
            return tiles
        return [
            lookup[tile[..., 0] + tile[..., 1].astype(np.int32) * 256]
            for tile, lookup in zip(tiles, lookups, strict=True)
        ]

    def _add_backdrop(self, camera: int) -> None:
        """A wall behind everything, square to the camera: an even background that haloes can blend with."""
        mj, scene = self._mj, self._scene
        geom = scene.geoms[scene.ngeom]
        turn = self.data.cam_xmat[camera].reshape(3, 3)
        far = self.data.cam_xpos[camera] - 20.0 * turn[:, 2]
        mj.mjv_initGeom(
            geom,
            mj.mjtGeom.mjGEOM_BOX,
            np.array([50.0, 50.0, 0.1]),
            far,
            turn.flatten(),
            np.array([0.0, 0.0, 0.0, 1.0], np.float32),
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
