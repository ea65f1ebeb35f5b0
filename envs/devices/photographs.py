"""Pictures of an imported device: the files that its SSM's `path` names, one a view (VGEBench's own format).

    SSM file        some/folder/kettle_17.json, with "path": "image_view/ElectricKettle/17"
    pictures        some/folder/image_view/ElectricKettle/17/front.png, back.png, ...

The original benchmark's pictures do not follow the state. A picture is scaled so that its longer side has the wanted
size; coordinates are relative to its width and height, so boxes stay right.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PureWindowsPath

import numpy as np
from PIL import Image

from envs.devices.machine import MachineError

KINDS = (".png", ".jpg", ".jpeg", ".webp")


class Photographs:
    """The pictures of one device at one size (pixels of the longer side), each read once."""

    def __init__(self, files: dict[str, Path], size: int) -> None:
        self.files = files
        self.size = size
        self._memo: dict[str, np.ndarray] = {}

    def picture(self, state: str, view: str) -> np.ndarray:
        """What `view` shows in any state; uint8 (height, width, 3), read-only. ValueError for an unknown view."""
        if view not in self.files:
            raise ValueError(f"view: {view!r} is not one of {', '.join(self.files)}")
        if view not in self._memo:
            with Image.open(self.files[view]) as opened:
                image = opened.convert("RGB")
            scale = self.size / max(image.size)
            width, height = (max(1, round(scale * side)) for side in image.size)
            pixels = np.array(image.resize((width, height), Image.Resampling.LANCZOS))
            pixels.setflags(write=False)
            self._memo[view] = pixels
        return self._memo[view]

    def close(self) -> None:
        """Forget the pictures; a later `picture` reads anew."""
        self._memo.clear()


def find_photographs(file: Path, path: str | None, views: Sequence[str]) -> dict[str, Path]:
    """View -> picture file of the SSM in `file`. MachineError names what is missing, damaged or leads elsewhere."""
    if path is None:
        raise MachineError(f"{file}: path: missing, so there are no pictures to show; make the world with render=False")
    folder = file.parent.joinpath(*PureWindowsPath(path).parts)
    if not folder.is_dir():
        raise MachineError(f"{file}: path: {folder} is no folder")
    if not folder.resolve().is_relative_to(file.parent.resolve()):
        raise MachineError(f"{file}: path: {path!r} leaves the folder of its file")
    found = {name.stem.lower().replace(" ", "_").replace("-", "_"): name for name in sorted(folder.iterdir())}
    missing = [view for view in views if view not in found or found[view].suffix.lower() not in KINDS]
    if missing:
        raise MachineError(f"{file}: path: {folder} has no picture for {', '.join(missing)} ({', '.join(KINDS)})")
    for view in views:
        try:
            with Image.open(found[view]) as image:
                image.verify()
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
            raise MachineError(f"{found[view]}: damaged picture: {error}") from error
    return {view: found[view] for view in views}
