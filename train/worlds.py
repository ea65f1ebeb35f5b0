"""Makes the worlds of one process, so that episodes side by side share what is costly: devices, renderers, pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from envs.environment import Environment, make
from envs.images import ImageStore


def world_maker(
    world: str, images: ImageStore, picture_size: int, device_cache: str | Path | None = None
) -> Callable[[], Environment]:
    """A factory of worlds that draw into `images` at `picture_size` pixels a side."""
    options: dict[str, Any] = {"images": images, "picture_size": picture_size}
    if world == "devices":
        from envs.devices.sources import DeviceLibrary

        options["library"] = DeviceLibrary(images, picture_size, cache=device_cache)
    return lambda: make(world, options)
