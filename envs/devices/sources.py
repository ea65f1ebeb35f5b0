"""Where the device world gets its devices and their pictures: SSM files, the generator, a cache of what that made.

A `DeviceLibrary` keeps devices ready and remembers every picture's hash, so that no picture is rendered or encoded
twice, however many worlds of one process share it. Generation measures boxes on pictures and so needs MuJoCo. A
cached device without rendering does not: everything that draws is imported only when it is needed. The cache's folder
bears a fingerprint of the generator's source, so that devices of an older generator are never taken for the present
one's.
"""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from functools import cache as memo
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, StrictInt, StrictStr, model_validator

from envs.devices.budget import Objective
from envs.devices.distance import Distances
from envs.devices.dynamics import Configuration, Dynamics
from envs.devices.grounding import Grounding
from envs.devices.machine import MachineError, StateMachine, load_machine
from envs.environment import InfraError
from envs.images import ImageStore
from envs.perturbation import Perturbation
from envs.timing import rendering

if TYPE_CHECKING:
    from envs.devices.generate import Device
    from envs.devices.photographs import Photographs
    from envs.devices.pictures import DevicePictures

_NOT_GENERATOR = {
    *("dynamics.py", "faces.py", "distance.py", "budget.py", "grounding.py", "tools.py", "world.py", "sources.py"),
    *("tasks.py", "instructions.py", "imported.py", "photographs.py", "validate.py", "mix.py"),
}
OBJECTIVES_KEPT = 256
"""Tasks that one device remembers the costs of."""


class DeviceSource(BaseModel):
    """Where a task's device comes from: a category and a seed, or an SSM file, whose category is for reports alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    category: StrictStr | None = None
    seed: StrictInt | None = None
    file: StrictStr | None = None

    @model_validator(mode="after")
    def _one(self) -> DeviceSource:
        given = {name for name in ("category", "seed", "file") if getattr(self, name) is not None}
        if given not in ({"category", "seed"}, {"file"}, {"file", "category"}):
            raise ValueError('expected {"category": ..., "seed": ...} or {"file": ...}')
        return self


class LoadedDevice:
    """A device ready to be played: its dynamics, its distances and, when it has a body, its pictures."""

    def __init__(self, machine: StateMachine, body: Device | None = None) -> None:
        self.machine = machine
        self.dynamics = Dynamics(machine)
        self.body = body
        self.photographs: dict[str, Path] | None = None
        """View -> picture file, for a device that was imported with its pictures."""
        self._pictures: DevicePictures | Photographs | None = None
        self._objectives: dict[tuple[Configuration, tuple[str, ...], float], Objective] = {}

    @cached_property
    def distances(self) -> Distances:
        """Made when first asked for."""
        return Distances(self.dynamics)

    @cached_property
    def grounding(self) -> Grounding:
        """Made when first asked for."""
        return Grounding(self.distances)

    def objective(self, at: Configuration, goals: tuple[str, ...], factor: float) -> Objective:
        """A task's goals on this device, kept for the next episode of the same task. ValueError as `Objective`."""
        key = (at, goals, factor)
        if key not in self._objectives:
            if len(self._objectives) >= OBJECTIVES_KEPT:
                self._objectives.clear()
            self._objectives[key] = Objective(self.distances, at, goals, factor)
        return self._objectives[key]

    def pictures(self, size: int) -> DevicePictures | Photographs:
        """What shows the device, opened once."""
        if self._pictures is None and self.photographs is not None:
            from envs.devices.photographs import Photographs

            self._pictures = Photographs(self.photographs, size)
        elif self._pictures is None:
            from envs.devices.pictures import DevicePictures

            assert self.body is not None
            self._pictures = DevicePictures(self.body, size)
        return self._pictures

    def close(self) -> None:
        """Release the renderer; it opens again when next needed."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None


class DeviceLibrary:
    """Devices and pictures that worlds of one process share.

    images: where pictures go; in memory when None. picture_size: pixels a side. render=False leaves pictures out.
    cache: a folder for generated state machines, so that a device known there needs no drawing when render is False.
    perturbation: what is done to each picture before it is kept.
    """

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        render: bool = True,
        cache: str | Path | None = None,
        devices_at_once: int = 32,
        perturbation: Perturbation | None = None,
    ) -> None:
        self.images = images if images is not None else ImageStore(None)
        self.picture_size = picture_size
        self.render = render
        self.cache = Path(cache) if cache is not None else None
        self.devices_at_once = devices_at_once
        self.perturbation = perturbation or Perturbation()
        self._devices: OrderedDict[DeviceSource, LoadedDevice] = OrderedDict()
        self._hashes: dict[tuple[DeviceSource, str, str], str] = {}

    def device(self, source: DeviceSource) -> LoadedDevice:
        """The device, built or found; ValueError (MachineError among them) names what was wrong with the source."""
        device = self._devices.get(source)
        if device is None:
            device = self._devices[source] = self._load(source)
            while len(self._devices) > self.devices_at_once:
                self._devices.popitem(last=False)[1].close()  # a world that still plays it opens it again
        self._devices.move_to_end(source)
        return device

    def picture(self, source: DeviceSource, state: str, view: str) -> str:
        """Hash of what `view` shows in `state`, drawn and stored at the first call. InfraError when drawing fails."""
        key = (source, state, view)
        if key not in self._hashes:
            with rendering():
                self._hashes[key] = self._draw(*key)
        return self._hashes[key]

    def close(self) -> None:
        """Release every renderer; the library can be used again afterwards."""
        for device in self._devices.values():
            device.close()
        self._devices.clear()

    def _draw(self, source: DeviceSource, state: str, view: str) -> str:
        key = (source, state, view)
        try:
            pixels = self.device(source).pictures(self.picture_size).picture(state, view)
        except Exception as error:  # whatever the renderer met, the policy is not to blame
            raise InfraError(f"rendering {key}: {type(error).__name__}: {error}") from error
        return self.images.put(self.perturbation.apply(pixels, (str(source), state, view)))

    def _load(self, source: DeviceSource) -> LoadedDevice:
        if source.file is not None:
            return load_file(source.file, self.render)
        assert source.category is not None and source.seed is not None
        return load_generated(source.category, source.seed, self.render, self.cache)


def load_file(path: str | Path, pictures: bool = False) -> LoadedDevice:
    """A device from an SSM file, with the pictures that it names if asked for; MachineError names file and field."""
    machine = load_machine(path)
    try:
        device = LoadedDevice(machine)
    except MachineError as error:
        raise MachineError(f"{path}: {error}") from error
    if pictures:
        from envs.devices.photographs import find_photographs

        device.photographs = find_photographs(Path(path), machine.path, device.dynamics.all_views)
    return device


def load_generated(category: str, seed: int, body: bool, cache: Path | None = None) -> LoadedDevice:
    """A generated device; without `body` its state machine alone, from the cache where it is there."""
    kept = cached_file(category, seed, cache) if cache is not None else None
    if kept is not None and not body and kept.exists():
        return load_file(kept)
    from envs.devices.generate import generate

    device = generate(category, seed)
    if kept is not None and not kept.exists():
        save_machine(device.machine, kept)
    return LoadedDevice(device.machine, device if body else None)


def cached_file(category: str, seed: int, cache: Path) -> Path:
    """Where the cache keeps a generated device, whether it is there or not."""
    if not category.isalnum():
        raise ValueError(f"category: {category!r} is no category's name")
    return cache / fingerprint() / f"{category}-{seed}.json"


def save_machine(machine: StateMachine, path: Path) -> None:
    """Write a state machine as JSON that `load_machine` reads; the file appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.write_text(machine.model_dump_json(indent=1, exclude_defaults=True), encoding="utf-8")
    os.replace(part, path)


@memo
def fingerprint() -> str:
    """Short hash over the source and data that decide what the generator makes."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for root in (here, here.parent / "rendering"):
        for file in sorted(root.rglob("*")):
            if file.suffix in (".py", ".json", ".yaml") and not (file.parent == here and file.name in _NOT_GENERATOR):
                digest.update(f"{file.relative_to(here.parent)}:".encode() + file.read_bytes())
    return digest.hexdigest()[:12]
