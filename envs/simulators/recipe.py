"""How the worlds of one process are made, so that episodes side by side share what is costly: devices, renderers,
pictures. A recipe is plain data, so another process can follow it too.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from envs.environment import WORLDS, Environment, make
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.settings import SettingsError


@dataclass(frozen=True)
class WorldRecipe:
    """A world by name, and the options that its instances have in common.

    picture_size: pixels a side. device_cache: folder for what a world generates. perturbation: what is done to each
    picture. own: further options of the world's constructor, as plain data ("user" of the home world). imports: modules
    to import first, where a module of one's own registers the world.
    """

    world: str
    picture_size: int
    device_cache: str | Path | None = None
    perturbation: Perturbation | None = None
    own: Mapping[str, Any] = field(default_factory=dict)
    imports: tuple[str, ...] = ()

    def maker(self, images: ImageStore) -> Callable[[], Environment]:
        """A factory of worlds that draw into `images`.

        A world that has much to share offers a class method `share(images, picture_size, cache, perturbation)`, which
        returns options for its constructor, made once. SettingsError for a perturbation in a world without it, whose
        pictures are not ours to perturb, and for an option in `own` that it does not have, or that it refuses.
        """
        for name in self.imports:
            importlib.import_module(name)
        size, world = self.picture_size, self.world
        options: dict[str, Any] = {"images": images, "picture_size": size}
        share = getattr(WORLDS.get(world), "share", None) if world in WORLDS.names() else None
        if share is not None:
            options |= share(images=images, picture_size=size, cache=self.device_cache, perturbation=self.perturbation)
        elif self.perturbation:
            raise SettingsError(f"perturbation: the world {world!r} has none")
        if self.own:
            _check(world, self.own, set(options))
            options |= self.own
            make(world, options).close()  # an option of the wrong form is refused here
        return lambda: make(world, options)


def _check(world: str, own: Mapping[str, Any], ours: Collection[str]) -> None:
    known = [name for name in inspect.signature(WORLDS.get(world)).parameters if name not in ours]
    for name in own:
        if name not in known:
            raise SettingsError(
                f"world_options: {name!r} is no option of {world!r}; known: {', '.join(known) or 'none'}"
            )
