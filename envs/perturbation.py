"""Worse pictures, for robustness: JPEG compression, Gaussian blur and coarse dropout (VGEBench E.2).

A perturbation is a pure function of the picture and a key, so an episode played again sees the same pictures.
"""

from __future__ import annotations

import hashlib
import io
import math
import random
from typing import Annotated

import numpy as np
from PIL import Image, ImageFilter
from pydantic import Field

from envs.settings import Settings

PATCHES = 8
GRID = 4
"""Patches lie in different cells of a GRID x GRID grid, so they never overlap and their area is exact."""
MOST_DROPPED = PATCHES / GRID**2
"""Largest share of a picture that so many patches can cover."""


class Perturbation(Settings):
    """What is done to every picture that the policy sees, in this order; a field left out does nothing."""

    jpeg_quality: Annotated[int, Field(ge=1, le=95)] | None = None
    """Quality of a JPEG that the picture goes through; the paper takes 50 and 20."""
    blur: Annotated[float, Field(gt=0, le=100)] | None = None
    """Sigma of a Gaussian, in pixels; the paper takes 1, 3 and 5."""
    dropout: Annotated[float, Field(gt=0, le=MOST_DROPPED)] | None = None
    """Share of the picture that eight black squares cover; the paper takes 0.10, 0.25 and 0.40."""

    def __bool__(self) -> bool:
        return any(value is not None for value in self.model_dump().values())

    def apply(self, pixels: np.ndarray, key: object) -> np.ndarray:
        """The perturbed picture, uint8 (height, width, 3); `key` decides where squares fall."""
        if not self:
            return pixels
        image = Image.fromarray(pixels)
        if self.jpeg_quality is not None:
            packed = io.BytesIO()
            image.save(packed, "JPEG", quality=self.jpeg_quality)
            image = Image.open(packed).convert("RGB")
        if self.blur is not None:
            image = image.filter(ImageFilter.GaussianBlur(self.blur))
        result = np.array(image)
        if self.dropout is not None:
            _drop(result, self.dropout, key)
        return result


def _drop(pixels: np.ndarray, share: float, key: object) -> None:
    height, width = pixels.shape[:2]
    side = math.sqrt(share / PATCHES)
    rng = random.Random(hashlib.sha256(repr(key).encode()).digest())
    h, w = max(1, round(side * height)), max(1, round(side * width))
    for cell in rng.sample(range(GRID**2), PATCHES):
        row, column = divmod(cell, GRID)
        top = row * height // GRID + rng.randint(0, max(0, height // GRID - h))
        left = column * width // GRID + rng.randint(0, max(0, width // GRID - w))
        pixels[top : top + h, left : left + w] = 0
