"""The image store: every picture once, by content hash, in a folder beside the episodes; decoding is lazy.

A picture's name is the SHA-256 of its size and pixels, so equal pictures are one file whoever wrote them. Files are
PNG, written to a temporary name and moved, so that a kill never leaves half a picture under a real name.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections import OrderedDict
from pathlib import Path

import numpy as np
from PIL import Image

DECODED_AT_ONCE = 256
"""Decoded pictures kept in memory by one store."""


class ImageError(ValueError):
    """A picture that is missing or damaged; the message names the file."""


def content_hash(pixels: np.ndarray) -> str:
    """SHA-256 of the shape and pixels of an array of uint8 (height, width, 3)."""
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        raise ValueError(f"a picture is uint8 (height, width, 3), got {pixels.dtype} {pixels.shape}")
    digest = hashlib.sha256(f"{pixels.shape[0]}x{pixels.shape[1]}:".encode())
    digest.update(np.ascontiguousarray(pixels).tobytes())
    return digest.hexdigest()


class ImageStore:
    """Pictures by content hash. With `folder=None` they live in memory only (tests, short rollouts)."""

    def __init__(self, folder: str | Path | None) -> None:
        self.folder = Path(folder) if folder is not None else None
        self._memory: dict[str, bytes] = {}
        self._decoded: OrderedDict[str, Image.Image] = OrderedDict()
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)

    def put(self, pixels: np.ndarray) -> str:
        """Keep a picture, uint8 (height, width, 3); returns its hash. A picture that is there costs no write."""
        name = content_hash(pixels)
        if name not in self:
            buffer = io.BytesIO()
            Image.fromarray(pixels).save(buffer, "PNG", compress_level=1)
            self._write(name, buffer.getvalue())
        return name

    def get(self, name: str) -> Image.Image:
        """The picture as RGB; ImageError when it is missing or damaged. Do not draw on it: it is shared."""
        if name in self._decoded:
            self._decoded.move_to_end(name)
            return self._decoded[name]
        data = self.read(name)
        try:
            image = Image.open(io.BytesIO(data)).convert("RGB")
        except (OSError, SyntaxError) as error:
            raise ImageError(f"{self._where(name)}: damaged picture: {error}") from error
        self._decoded[name] = image
        if len(self._decoded) > DECODED_AT_ONCE:
            self._decoded.popitem(last=False)
        return image

    def read(self, name: str) -> bytes:
        """The picture's PNG bytes."""
        if self.folder is None:
            if name not in self._memory:
                raise ImageError(f"{self._where(name)}: no such picture")
            return self._memory[name]
        try:
            return self._path(name).read_bytes()
        except OSError as error:
            raise ImageError(f"{self._where(name)}: no such picture") from error

    def copy_to(self, other: ImageStore, names: set[str]) -> None:
        """Give `other` the named pictures that it lacks."""
        for name in names:
            if name not in other:
                other._write(name, self.read(name))

    def __contains__(self, name: str) -> bool:
        return name in self._memory if self.folder is None else self._path(name).exists()

    def _write(self, name: str, data: bytes) -> None:
        if self.folder is None:
            self._memory[name] = data
            return
        path = self._path(name)
        path.parent.mkdir(exist_ok=True)
        part = path.with_name(f".{name}.{os.getpid()}.part")
        part.write_bytes(data)
        os.replace(part, path)

    def _path(self, name: str) -> Path:
        if len(name) != 64 or not all(c in "0123456789abcdef" for c in name):
            raise ImageError(f"{name!r} is not a picture's hash")
        assert self.folder is not None
        return self.folder / name[:2] / f"{name}.png"

    def _where(self, name: str) -> str:
        return f"{self.folder or 'memory'}: picture {name[:12]}"
