"""The empty kitchen, and its stations one by one: floor, back wall, blocks, what sources hold, stickers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

from PIL import Image

from envs.assist.cook.drawing.fixtures import FIXTURES, LIFT, MIDDLE, TALL, fridge, pantry
from envs.assist.cook.drawing.grid import Grid
from envs.assist.cook.drawing.pen import Colour, Pen, darker, lighter, reduced, sheet, text_width
from envs.assist.cook.drawing.things import stocked
from envs.assist.cook.layout import CABINET, COOKERS, FLOOR, Layout, Tile

FLOORS: tuple[Colour, Colour] = ((222, 200, 168), (212, 188, 154))
TILES: Colour = (126, 158, 164)
SIDES = {"left": "L", "right": "R"}
LEAST_WORD = 4.6
"""Pixels of capital letters; words that come out smaller are left off."""
LEAST_SIGN = 5.0
"""The same of single signs, which are drawn larger instead."""


class KitchenPictures:
    """Pictures of one layout on one grid. stock: source -> foods that it holds."""

    def __init__(self, layout: Layout, stock: Mapping[str, tuple[str, ...]], grid: Grid) -> None:
        self._layout, self._stock, self._grid = layout, stock, grid
        self._ids = {tile: id for id, tile in layout.tiles.items()}
        self._blocks: dict[tuple[Tile, bool], tuple[Image.Image, tuple[int, int]]] = {}

    def empty(self) -> Image.Image:
        """The kitchen with nothing in it but its stations, all off and closed; RGB."""
        grid = self._grid
        pen = sheet(grid.size, grid.size, grid.wide, grid.left, grid.top, grid.aspect)
        wall, end = -grid.top / grid.high, self._layout.height + 0.5
        left, right = -grid.left / grid.wide - 0.1, (grid.size - grid.left) / grid.wide + 0.1
        pen.box(left, wall, right, end, darker(TILES, 0.6))
        pen.box(left, wall, right, 0.2, TILES)
        course = 0
        y = -LIFT
        while y > wall:
            y -= 0.22
            pen.line([(left, y), (right, y)], lighter(TILES, 0.3), 0.03)
            for k in range(math.floor(left) * 2, math.ceil(right) * 2):
                x = k / 2 + 0.25 * (course % 2)
                pen.line([(x, y), (x, y + 0.22)], lighter(TILES, 0.3), 0.03)
            course += 1
        for tile in self._tiles():
            x, y = tile
            if self._layout.is_floor(tile):
                pen.box(x, y, x + 1, y + 1, FLOORS[(x + y) % 2])
        pen.box(left, -0.05, right, 0.0, darker(FLOORS[1], 0.4))
        picture = reduced(pen).convert("RGB")
        for tile in self._tiles():
            if not self._layout.is_floor(tile):
                block, corner = self.block(tile, False)
                picture.paste(block, corner, block)
        return picture

    def is_block(self, tile: Tile) -> bool:
        """Whether something stands on the tile."""
        x, y = tile
        return 0 <= x < self._layout.width and 0 <= y < self._layout.height and self._layout.rows[y][x] != FLOOR

    def block(self, tile: Tile, on: bool) -> tuple[Image.Image, tuple[int, int]]:
        """What stands on a tile, RGBA, and the pixel of its upper left corner in the frame."""
        found = self._blocks.get((tile, on))
        if found is None:
            found = self._blocks[tile, on] = self._drawn(tile, on)
        return found

    def _drawn(self, tile: Tile, on: bool) -> tuple[Image.Image, tuple[int, int]]:
        grid, (x, y) = self._grid, tile
        id = self._ids.get(tile, "")
        station = self._layout.stations.get(id)
        kind = station.kind if station else "cabinet"
        rise = TALL if kind in ("fridge", "pantry") and not self._before(tile) else LIFT
        low = 1 - LIFT if self.is_block((x, y + 1)) else 1.0
        (left, top), (right, bottom) = grid.at(x, y - rise), grid.at(x + 1, y + low)
        box = (math.floor(left), math.floor(top), math.ceil(right), round(bottom))
        origin_x, origin_y = grid.at(x, y)
        wide, high = box[2] - box[0], box[3] - box[1]
        pen = sheet(wide, high, grid.wide, origin_x - box[0], origin_y - box[1], grid.aspect)
        draw = FIXTURES[kind]
        if kind in ("fridge", "pantry"):
            draw = partial(fridge if kind == "fridge" else pantry, high=rise)
        draw(pen, on)
        foods = self._stock.get(id, ())
        if foods and kind == "crate":
            stocked(pen.upright(*MIDDLE), foods, 0.76 * grid.aspect)
        elif foods and on:
            end = 0.5 if rise == TALL else 0.62
            stocked(pen.upright(0.5, (0.05 - rise + end) / 2), foods, (end - 0.05 + rise) * grid.aspect)
        if station and not (on and kind in ("fridge", "pantry")):
            self._sticker(pen, 1 - rise, station.label, kind in COOKERS)
        return reduced(pen), box[:2]

    def _before(self, tile: Tile) -> bool:
        """Whether a station, floor or a frame's edge is behind the tile, which something tall would hide."""
        x, y = tile
        return y > 0 and self._layout.rows[y - 1][x] != CABINET

    def _sticker(self, pen: Pen, edge: float, label: str, aside: bool) -> None:
        """A white sticker behind the front edge of a top: a station's number or side, or its whole name where there is
        room for it to be read. aside: leave the right to a knob."""
        unit = self._grid.wide
        sign = next((word for word in label.split() if word.isdigit() or word in SIDES), "")
        words = sign or label
        room = 0.62 if aside else 0.84
        height = min(0.19, room * 0.19 / text_width(words, 0.19))
        ink: Colour = (40, 34, 40)
        if height * unit >= LEAST_WORD and not sign.isdigit():
            half = text_width(words, height) / 2 + 0.04
        elif sign:
            words = SIDES.get(sign, sign)
            height = max(0.19, LEAST_SIGN / unit)
            half = max(text_width(words, height) / 2 + 0.05, height * 0.6)
        else:
            return
        spot = pen.upright(0, edge).moved(half + 0.04 if sign or aside else 0.5, -height * 0.85 - 0.05)
        spot.box(-half, -height * 0.8, half, height * 0.8, (255, 255, 255), (120, 110, 104), 0.03)
        spot.text(0, 0, words, height, ink)

    def _tiles(self) -> list[Tile]:
        return [(x, y) for y in range(self._layout.height) for x in range(self._layout.width)]
