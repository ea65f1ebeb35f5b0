"""Numbered marks on a picture (set-of-marks prompting): an outline round each found thing and its number beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from envs.home.exploration import Mark
from envs.home.stage import Sight

COLOURS = ((230, 25, 75), (0, 130, 200), (60, 180, 75), (245, 130, 48), (145, 30, 180), (0, 128, 128), (170, 110, 40))
"""Of marks, in turn by number; neighbours in number differ."""
NUMBER_SHARE = 0.05
"""Height of a number, of the picture's side."""
LEAST_NUMBER = 9
"""Pixels; smaller digits cannot be read."""


def draw_marks(picture: np.ndarray, marks: Sequence[Mark], sight: Sight) -> np.ndarray:
    """A copy of `picture`, uint8 (side, side, 3), with the marks whose things are in `sight`, taken from the same eye.

    Numbers keep off each other where there is room; a number stands above its thing, which may be small.
    """
    if not marks:
        return picture
    image = Image.fromarray(picture)
    draw, side = ImageDraw.Draw(image), len(picture)
    font = ImageFont.load_default(max(LEAST_NUMBER, round(NUMBER_SHARE * side)))
    taken: list[tuple[float, float, float, float]] = []
    pixels = np.asarray(image).copy()
    masks = {mark.number: _mask(sight, mark.target, side) for mark in marks}
    things = np.logical_or.reduce(list(masks.values()))
    for mark in marks:
        pixels[_outline(masks[mark.number]) & ~things] = _colour(
            mark
        )  # round things, whose own colour may be asked for
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    for mark in marks:
        rows, columns = np.nonzero(masks[mark.number])
        text = str(mark.number)
        left, top, right, bottom = draw.textbbox((0, 0), text, font)
        wide, high = right - left + 2, bottom - top + 2
        x, y = _place(float(columns.mean()), float(rows.min()), wide, high, side, taken)
        taken.append((x, y, x + wide, y + high))
        draw.rectangle((x, y, x + wide, y + high), fill=_colour(mark))
        draw.text((x + 1 - left, y + 1 - top), text, (255, 255, 255), font)
    return np.asarray(image)


def _place(
    middle: float, top: float, wide: float, high: float, side: int, taken: Sequence[tuple[float, float, float, float]]
) -> tuple[float, float]:
    """The upper left corner of a number: above its thing, or the first place around that no other number covers."""
    steps = [
        (0.0, 0.0),
        (0.0, high),
        (0.0, -high),
        (wide, 0.0),
        (-wide, 0.0),
        (wide, high),
        (-wide, high),
        (0.0, 2 * high),
    ]
    first: tuple[float, float] | None = None
    for right, down in steps:
        x = min(max(middle - wide / 2 + right, 0.0), side - wide - 1)
        y = min(max(top - high + down, 0.0), side - high - 1)
        first = first or (x, y)
        if not any(x < r and left < x + wide and y < b and up < y + high for left, up, r, b in taken):
            return round(x), round(y)
    assert first is not None
    return round(first[0]), round(first[1])


def _mask(sight: Sight, target: str, side: int) -> np.ndarray:
    """Pixels of a thing, bool (side, side)."""
    mask = sight.owner == sight.names.index(target)
    if len(mask) == side:
        return mask
    image = Image.fromarray(mask.astype(np.uint8) * 255).resize((side, side), Image.Resampling.NEAREST)
    found = np.asarray(image) > 0
    if not found.any():  # a thing of a few pixels that a smaller picture steps over
        rows, columns = np.nonzero(mask)
        found[int(rows.mean() * side / len(mask)), int(columns.mean() * side / len(mask))] = True
    return found


def _outline(mask: np.ndarray) -> np.ndarray:
    """Pixels beside the mask."""
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown & ~mask


def _colour(mark: Mark) -> tuple[int, int, int]:
    return COLOURS[(mark.number - 1) % len(COLOURS)]
