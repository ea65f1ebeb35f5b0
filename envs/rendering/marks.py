"""Symbols and words as they are printed on devices: icons of Material Design Icons, letters of Pillow's own font.

The renderer draws no textures, so a mark is cut into thin boxes: its glyphs are rasterised once, and the pixels merged
into rectangles. `@power` is the icon of that name, everything else is printed as it stands.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from fonticon_mdi7.mdi7 import MDI7
from PIL import Image, ImageDraw, ImageFont

from envs.rendering.node import Colour, Node

ICON = "@"
"""What an icon's name begins with."""
MOST_LETTERS = 5
_ICON_PIXELS, _LETTER_PIXELS = 18, 13
_THICK = 0.0015
"""Half thickness of the print."""

Rectangle = tuple[float, float, float, float]
"""x, y of the middle and half sizes, in units of the mark's half height, y up."""


def check_mark(mark: str) -> str:
    """The mark itself. ValueError for an unknown icon, and for a word that is empty or too long."""
    if mark.startswith(ICON):
        if not isinstance(getattr(MDI7, mark[1:], None), str) or mark.startswith("@_"):
            raise ValueError(f"{mark!r} is no icon of Material Design Icons 7 (names like '@power', '@weather_night')")
    elif not (0 < len(mark) <= MOST_LETTERS and mark.isprintable() and mark.strip() == mark):
        raise ValueError(f"{mark!r} has not 1 to {MOST_LETTERS} printable letters, and is no icon ('@name')")
    return mark


@cache
def rectangles(mark: str) -> tuple[float, tuple[Rectangle, ...]]:
    """Half width (in half heights) and the rectangles of a mark."""
    pixels = _rasterise(mark)
    height, width = pixels.shape
    unit = height / 2
    cut = []
    for left, top, right, bottom in _cut(pixels):
        x, y = ((left + right) / 2 - width / 2) / unit, (height / 2 - (top + bottom) / 2) / unit
        cut.append((x, y, (right - left) / 2 / unit, (bottom - top) / 2 / unit))
    return width / height, tuple(cut)


def print_mark(
    node: Node, mark: str, pos: tuple[float, float, float], half: tuple[float, float], colour: Colour
) -> tuple[str, ...]:
    """Print a mark on a node's surface (z out of it) around `pos`, as large as fits into `half`; the shapes' names."""
    wide, cut = rectangles(mark)
    scale = min(half[1], half[0] / wide)
    return tuple(
        node.box((w * scale, h * scale, _THICK), (pos[0] + x * scale, pos[1] + y * scale, pos[2]), colour)
        for x, y, w, h in cut
    )


def _rasterise(mark: str) -> np.ndarray:
    """Inked pixels of a mark, bool (height, width), without empty margins."""
    if mark.startswith(ICON):
        text, font = getattr(MDI7, mark[1:]), ImageFont.truetype(MDI7.__font_file__, _ICON_PIXELS)
    else:
        text, font = mark, ImageFont.load_default(_LETTER_PIXELS)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (int(right - left) + 2, int(bottom - top) + 2))
    ImageDraw.Draw(picture).text((1 - left, 1 - top), text, font=font, fill=255)
    inked = np.asarray(picture) >= 110
    rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    return inked[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _cut(inked: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Rectangles (left, top, right, bottom) that cover exactly the inked pixels, each grown as far as it goes."""
    free = inked.copy()
    found = []
    for y, x in zip(*np.nonzero(inked), strict=True):
        if not free[y, x]:
            continue
        right = x
        while right < free.shape[1] and free[y, right]:
            right += 1
        bottom = y
        while bottom < free.shape[0] and free[bottom, x:right].all():
            bottom += 1
        free[y:bottom, x:right] = False
        found.append((int(x), int(y), int(right), int(bottom)))
    return found
