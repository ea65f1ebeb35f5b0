"""Makes the worlds of one process, so that episodes side by side share what is costly: devices, renderers, pictures."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from envs.environment import WORLDS, Environment, make
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.settings import SettingsError


def world_maker(
    world: str,
    images: ImageStore,
    picture_size: int,
    device_cache: str | Path | None = None,
    perturbation: Perturbation | None = None,
    own: Mapping[str, Any] | None = None,
) -> Callable[[], Environment]:
    """A factory of worlds that draw into `images` at `picture_size` pixels a side.

    A world that has much to share offers a class method `share(images, picture_size, cache, perturbation)`, which
    returns options for its constructor, made once. SettingsError for a perturbation in a world without it, whose
    pictures are not ours to perturb.

    own: further options of the world's constructor, as plain data ("user" of the home world). SettingsError for one
    that it does not have, or that it refuses.
    """
    options: dict[str, Any] = {"images": images, "picture_size": picture_size}
    share = getattr(WORLDS.get(world), "share", None) if world in WORLDS.names() else None
    if share is not None:
        options |= share(images=images, picture_size=picture_size, cache=device_cache, perturbation=perturbation)
    elif perturbation:
        raise SettingsError(f"perturbation: the world {world!r} has none")
    if own:
        _check(world, own, set(options))
        options |= own
        make(world, options).close()  # an option of the wrong form is refused here
    return lambda: make(world, options)


def _check(world: str, own: Mapping[str, Any], ours: Collection[str]) -> None:
    known = [name for name in inspect.signature(WORLDS.get(world)).parameters if name not in ours]
    for name in own:
        if name not in known:
            raise SettingsError(
                f"world_options: {name!r} is no option of {world!r}; known: {', '.join(known) or 'none'}"
            )
