"""The finger that touches the phone: where it is during an action, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from envs.assist.phone.look import SKIN, SKIN_EDGE, SMOOTH

Point = tuple[float, float]


@dataclass(frozen=True)
class Touch:
    """A fingertip at a point, in units. down: it touches the glass. trail: where a swipe began, None without one."""

    at: Point
    down: bool
    trail: Point | None = None


AWAY = (11.0, 13.0)
"""How far off a finger is before it touches, to the right and below."""
REACH = 112.0
"""Units that the drawn finger is long at most, so that its end is out of the picture."""
RING: tuple[int, int, int] = (230, 60, 40)


def approach(at: Point, done: float) -> Touch:
    """A tap: the finger comes, and is down from the middle of the action on."""
    return Touch(at, True) if done >= 0.4 else Touch((at[0] + AWAY[0], at[1] + AWAY[1]), False)


def stroke(start: Point, end: Point, done: float) -> Touch:
    """A swipe in four steps."""
    share = min(3, int(4 * done)) / 3
    return Touch((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])), True, start)


def put(image: Image.Image, touch: Touch, unit: float) -> None:
    """Draw the hand into a picture."""
    if touch.trail is not None and touch.trail != touch.at:
        sprite, corner = _trail(touch.trail, touch.at, unit)
        image.paste(RING, corner, sprite)
    picture, mask, tip = _finger(unit, touch.down)
    x, y = round(touch.at[0] * unit) - tip, round(touch.at[1] * unit) - tip
    image.paste(picture, (x, y), mask)


@lru_cache(maxsize=32)
def _finger(unit: float, down: bool) -> tuple[Image.Image, Image.Image, int]:
    """A forefinger that points to the upper left, with a ring around its tip while it is down: picture, mask, and where
    the tip is in them."""
    side, tip = round(REACH * unit), round(8 * unit)
    large = Image.new("RGBA", (SMOOTH * side, SMOOTH * side), (0, 0, 0, 0))
    pen, scale = ImageDraw.Draw(large), SMOOTH * unit
    middle = 8.0

    def disc(
        x: float, y: float, radius: float, fill: tuple[int, ...] | None, line: tuple[int, ...] | None = None
    ) -> None:
        corners = [(x - radius) * scale, (y - radius) * scale, (x + radius) * scale, (y + radius) * scale]
        pen.ellipse(corners, fill=fill, outline=line, width=round(1.6 * scale))

    for radius, colour in ((5.4, SKIN_EDGE), (4.6, SKIN)):
        path = [((middle + 1.6) * scale, (middle + 1.6) * scale), (0.78 * REACH * scale, 1.1 * REACH * scale)]
        pen.line(path, fill=(*colour, 255), width=round(2 * radius * scale))
        disc(middle + 1.6, middle + 1.6, radius, (*colour, 255))
    disc(middle + 1.2, middle + 1.0, 2.3, (246, 222, 206, 255))
    if down:
        disc(middle, middle, 7.4, None, (*RING, 255))
    small = large.resize((side, side), Image.Resampling.BOX)
    return small.convert("RGB"), small.getchannel("A"), tip


@lru_cache(maxsize=256)
def _trail(start: Point, end: Point, unit: float) -> tuple[Image.Image, tuple[int, int]]:
    """A line along a swipe, half transparent, and where its picture begins."""
    left, top = (min(start[axis], end[axis]) - 3 for axis in (0, 1))
    size = [round((abs(start[axis] - end[axis]) + 6) * unit) for axis in (0, 1)]
    mask = Image.new("L", (SMOOTH * size[0], SMOOTH * size[1]), 0)
    path = [((x - left) * SMOOTH * unit, (y - top) * SMOOTH * unit) for x, y in (start, end)]
    ImageDraw.Draw(mask).line(path, fill=130, width=round(2.4 * SMOOTH * unit))
    return mask.resize((size[0], size[1]), Image.Resampling.BOX), (round(left * unit), round(top * unit))
