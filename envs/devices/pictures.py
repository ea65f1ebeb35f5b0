"""Pictures of a generated device, each drawn once.

    with DevicePictures(generate("Lamp", 3), size=128) as pictures:
        pictures.picture("Off", "front")  # uint8 (128, 128, 3), read-only

A picture is a function of (category, seed, state, view, size) and nothing else. States that look the same share one.
MuJoCo is imported at the first picture, not before.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np

from envs.devices.generate import Device
from envs.devices.measure import apply_look

if TYPE_CHECKING:
    from envs.devices.body import Look
    from envs.rendering import SceneRenderer


class DevicePictures:
    """The pictures of one device at one size (pixels a side). Use from one thread at a time."""

    def __init__(self, device: Device, size: int = 128) -> None:
        if size < 1:
            raise ValueError(f"size: {size} is not a number of pixels")
        self.device = device
        self.size = size
        self.renders = 0
        """How many pictures were drawn so far."""
        self._scene: SceneRenderer | None = None
        self._shown: Look | None = None
        looks = dict.fromkeys(device.body.looks.values())
        numbers = {look: i for i, look in enumerate(looks)}
        self._look_number = {state: numbers[look] for state, look in device.body.looks.items()}
        self._memo: dict[tuple[int, str], np.ndarray] = {}

    def picture(self, state: str, view: str) -> np.ndarray:
        """What is seen in `view` while the device is in `state`. ValueError for a state or view it does not have."""
        body = self.device.body
        if state not in body.looks:
            raise ValueError(f"state: {state!r} is not one of {', '.join(body.looks)}")
        if view not in body.views:
            raise ValueError(f"view: {view!r} is not one of {', '.join(body.views)}")
        key = (self._look_number[state], view)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._draw(body.looks[state], view)
        return found

    def _draw(self, look: Look, view: str) -> np.ndarray:
        from envs.rendering import SceneRenderer

        if self._scene is None:
            self._scene = SceneRenderer(self.device.body.mjcf(), self.size)
        if self._shown != look:
            apply_look(self._scene, look)
            self._shown = look
        picture = self._scene.rgb(view)
        picture.setflags(write=False)
        self.renders += 1
        return picture

    def close(self) -> None:
        """Free the scene and forget the pictures; a later `picture` draws anew."""
        if self._scene is not None:
            self._scene.close()
        self._scene = self._shown = None
        self._memo.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
