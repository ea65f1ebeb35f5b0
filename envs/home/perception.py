"""What a detector makes of a view: things with labels, masks and places, as faulty as a real one (REAL 3.1).

It works on the id buffer of a view, so it finds what the camera sees and nothing else. The faults are fixed by a seed:
a look at the same things from the same place always gives the same answer, and another place may give a better one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from envs.home.stage import Sight
from envs.rendering.node import Vector
from envs.settings import Settings

SIGHT_SIZE = 256
"""Pixels a side of the views that the detector works on, whatever size the policy's pictures have."""

TRIM = 0.02
"""Share of a mask's points that its box leaves out at either end: a pixel at the edge may show what is behind."""


Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Noise(Settings):
    """How a detector fails. The defaults are mild; all zeros is a perfect one."""

    missed: Share = 0.03
    """Chance to overlook a plainly visible thing."""
    missed_when_hidden: Share = 0.5
    """Chance to overlook a thing of which `least_share` is seen; falls linearly to `missed` for one seen whole."""
    mislabelled: Share = 0.02
    """Chance to take it for another category of like shape."""
    least_pixels: Annotated[int, Field(ge=0, le=256 * 256)] = 20
    """Fewer pixels, of a view of 256 x 256, are never found."""
    least_share: Share = 0.2
    """A thing is never found while less than this share of it is seen."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A found thing in one view.

    box: left, top, right, bottom in 0..1000 of the picture. anchor: middle of what is seen of it, in the world's frame.
    low, high: corners of the upright box around what is seen of it, in the world's frame, without the outermost pixels.
    pixels: of its mask. share: of it that is seen, 0 to 1. owner: whose it is; privileged.
    """

    label: str
    owner: str
    pixels: int
    share: float
    box: tuple[int, int, int, int]
    anchor: Vector
    low: Vector
    high: Vector


class Detector:
    """Finds things in views.

    labels: owner -> what a perfect detector would call it; what is not in it is background. alike: label -> labels that
    it may be taken for.
    """

    def __init__(
        self,
        labels: Mapping[str, str],
        alike: Callable[[str], tuple[str, ...]],
        noise: Noise,
        seed: int,
    ) -> None:
        self._labels, self._alike, self._noise, self._seed = dict(labels), alike, noise, seed

    def detect(self, sight: Sight, whole: Mapping[str, int], view: str) -> list[Detection]:
        """What is found, from left to right.

        whole: owner -> pixels that the thing would have unhidden, from the same eye. view: names the place of the eye
        and what is in sight; the faults are drawn from it.
        """
        found = []
        for index, owner in enumerate(sight.names):
            label = self._labels.get(owner)
            if label is None:
                continue
            rows, columns = np.nonzero(sight.owner == index)
            pixels = len(rows)
            share = min(1.0, pixels / max(whole.get(owner, pixels), 1))
            if not self._seen(owner, pixels * (SIGHT_SIZE / len(sight.owner)) ** 2, share, view):
                continue
            side = len(sight.owner)
            box = tuple(
                round(1000 * edge / side) for edge in (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
            )
            named = self._named(owner, label, view)
            points = sight.points(rows, columns)
            low, high = ((float(x), float(y), float(z)) for x, y, z in np.quantile(points, (TRIM, 1 - TRIM), axis=0))
            found.append(Detection(named, owner, pixels, share, box, _middle(sight, rows, columns), low, high))
        return sorted(found, key=lambda d: (d.box[0], d.box[1], d.owner))

    def _seen(self, owner: str, pixels: float, share: float, view: str) -> bool:
        noise = self._noise
        if pixels < max(noise.least_pixels, 1) or share < noise.least_share:
            return False
        hidden = (1.0 - share) / max(1.0 - noise.least_share, 1e-9)
        chance = noise.missed + hidden * max(0.0, noise.missed_when_hidden - noise.missed)
        return self._draw("missed", owner, view) >= chance

    def _named(self, owner: str, label: str, view: str) -> str:
        others = self._alike(label)
        if not others or self._draw("mislabelled", owner, view) >= self._noise.mislabelled:
            return label
        return others[int(self._draw("other", owner, view) * len(others))]

    def _draw(self, *what: str) -> float:
        """A number in [0, 1) fixed by the seed and the words."""
        digest = hashlib.sha256(":".join((str(self._seed), *what)).encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64


def _middle(sight: Sight, rows: np.ndarray, columns: np.ndarray) -> Vector:
    """Back-projection of the mask's median pixel, which lies on the mask or near it."""
    at = int(np.argmin((rows - np.median(rows)) ** 2 + (columns - np.median(columns)) ** 2))
    return sight.point(int(rows[at]), int(columns[at]))
