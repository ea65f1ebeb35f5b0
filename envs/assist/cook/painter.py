"""The kitchen's frames: a slightly oblique view from above in which an eye can tell everything that is not shut away.

The look is our choice; the paper shows its kitchen only in Figure 2. No frame holds words but the stations' stickers,
and nothing that a camera would not show: heat is seen by flames, bubbles, steam, smoke and colour, progress by the
pieces on the board, and what a fridge or a pantry holds only while the person stands before it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Protocol

import numpy as np
from PIL import Image

from envs.assist.cook.drawing.fixtures import LIFT, MIDDLE
from envs.assist.cook.drawing.grid import Grid
from envs.assist.cook.drawing.kitchen import KitchenPictures
from envs.assist.cook.drawing.pen import Pen, reduced, sheet
from envs.assist.cook.drawing.person import cook, held_at
from envs.assist.cook.drawing.scene import STEPS, CookLook, Look, Scene, look_at
from envs.assist.cook.drawing.things import on_station, thing
from envs.assist.cook.kitchen import Kitchen
from envs.assist.cook.layout import COOKERS
from envs.assist.cook.state import CookState
from envs.assist.domain import Motion

FEET = 0.85
"""How far in front of its tile's back edge a person stands, in tiles."""
HELD = 0.6
"""Width of held food, in the person's units."""
SMALLEST = 32
"""Pixels a side; in smaller pictures nothing could be told."""
MOST_SPRITES = 4096
"""Small pictures that are kept."""

Sprite = tuple[Image.Image, int, int]
"""An RGBA picture, and the pixel of its upper left corner as seen from its own origin."""


class HasKitchen(Protocol):
    """What a painter needs of a domain."""

    @property
    def kitchen(self) -> Kitchen: ...


class CookPainter:
    """Draws one task's frames of `size` pixels a side (SMALLEST at least, else ValueError).

    A frame is a function of the domain's layout and stock, of the state and of the motion; the clock is not seen.
    """

    def __init__(self, domain: HasKitchen, size: int) -> None:
        if size < SMALLEST:
            raise ValueError(f"size: {size} is less than {SMALLEST} pixels")
        kitchen = domain.kitchen
        self._layout = kitchen.layout
        self._grid = Grid.of(self._layout, size)
        self._kitchen = KitchenPictures(self._layout, kitchen.stock, self._grid)
        self._empty: Image.Image | None = None
        self._sprites: dict[Hashable, Sprite] = {}

    def key(self, state: CookState, tick: int, motion: Motion) -> Scene:
        """Equal for frames that look equal; the tick plays no part."""
        return look_at(self._layout, state, motion)

    def frame(self, state: CookState, tick: int, motion: Motion) -> np.ndarray:
        """The camera's picture, uint8 (size, size, 3)."""
        return self.draw(self.key(state, tick, motion))

    def draw(self, scene: Scene) -> np.ndarray:
        """The picture of a scene, uint8 (size, size, 3)."""
        if self._empty is None:
            self._empty = self._kitchen.empty()
            for id in self._layout.of_kind(*COOKERS):
                self._station(self._empty, id, False, ())
        picture, person = self._empty.copy(), scene.cook
        row = person.y // STEPS
        behind = [look for look in scene.stations if self._layout.tiles[look.id][1] <= row]
        for look in behind:
            self._station(picture, look.id, look.on, look.things)
        at = (person.x / STEPS + 0.5, person.y / STEPS + FEET)
        self._put(picture, self._figure(person), *at, behind=row + 1)
        for look in scene.stations[len(behind) :]:
            self._station(picture, look.id, look.on, look.things)
        if person.held is not None:  # last, so that nothing ever hides it
            self._put(picture, self._held(person.held, person), *at)
        return np.array(picture)

    def close(self) -> None:
        """Free what it holds; safe to call twice, and a later frame draws everything anew."""
        self._empty = None
        self._sprites.clear()

    def _station(self, picture: Image.Image, id: str, on: bool, things: tuple[Look, ...]) -> None:
        """Draw over the empty kitchen's station."""
        x, y = tile = self._layout.tiles[id]
        if on:
            block, corner = self._kitchen.block(tile, True)
            picture.paste(block, corner, block)
        kind = self._layout.stations[id].kind
        if things or kind in COOKERS:
            key = (kind, on, things)
            sprite = self._sprites.get(key)
            if sprite is None:
                pen = self._paper(self._grid.thing)
                on_station(pen, kind, on, things)
                sprite = self._keep(key, pen)
            self._put(picture, sprite, x + MIDDLE[0], y + MIDDLE[1])

    def _figure(self, person: CookLook) -> Sprite:
        """The person."""
        key = (person.facing, person.pose, person.phase)
        sprite = self._sprites.get(key)
        if sprite is None:
            pen = self._paper(self._grid.unit)
            mirrored = person.facing == "left"
            cook(pen, "right" if mirrored else person.facing, person.pose, person.phase)
            if mirrored:
                pen.paper.paste(pen.paper.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
            sprite = self._keep(key, pen)
        return sprite

    def _held(self, held: Look, person: CookLook) -> Sprite:
        """What the person holds, round the person's own origin."""
        key = (person.facing, person.pose == "offer", held)
        sprite = self._sprites.get(key)
        if sprite is None:
            pen = self._paper(self._grid.unit)
            thing(pen.moved(*held_at(person.facing, person.pose)), held, HELD)
            sprite = self._keep(key, pen)
        return sprite

    def _paper(self, unit: float) -> Pen:
        """A pen on paper that holds any sprite, its origin in the middle."""
        half = round(1.8 * unit)
        return sheet(2 * half, 2 * half, unit, half, half)

    def _keep(self, key: Hashable, pen: Pen) -> Sprite:
        """What was drawn, cut to what is there."""
        image = reduced(pen)
        half = image.width // 2
        left, top, right, bottom = image.getbbox() or (half, half, half + 1, half + 1)
        sprite = (image.crop((left, top, right, bottom)), left - half, top - half)
        if len(self._sprites) >= MOST_SPRITES:
            self._sprites.clear()
        self._sprites[key] = sprite
        return sprite

    def _put(self, picture: Image.Image, sprite: Sprite, x: float, y: float, behind: int | None = None) -> None:
        """Paste a sprite, its origin at a point in tiles; without what blocks of the row `behind` which it is hide."""
        px, py = self._grid.at(x, y)
        image, dx, dy = sprite
        left, top = round(px) + dx, round(py) + dy
        if behind is not None:
            image, edge = image.copy(), max(math.floor(self._grid.at(0, behind - LIFT)[1]) - top, 0)
            for column in range(self._layout.width):
                if self._kitchen.is_block((column, behind)) and edge < image.height:
                    start, end = (round(self._grid.at(column + side, 0)[0]) - left for side in (0, 1))
                    start, end = max(start, 0), min(end, image.width)
                    if start < end:
                        image.paste((0, 0, 0, 0), (start, edge, end, image.height))
        picture.paste(image, (left, top), image)
