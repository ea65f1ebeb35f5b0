"""Where a layout's tiles lie in a square picture that they fill."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.cook.drawing.fixtures import LIFT, TALL
from envs.assist.cook.layout import CABINET, Layout

DEEPEST = 1.75
"""Height of a tile by its width at most; what is left of the picture is wall."""
WALL = TALL + 0.06
"""Height of the back wall above the floor's end, in tiles at least."""
STUB = 0.3
"""Width that is drawn of an outer column, and depth of a last row's top, in which no station stands."""
LARGEST = 1.5
"""Scale of upright things at most."""


@dataclass(frozen=True)
class Grid:
    """Tile (x, y) has its back left corner on the floor at pixel (left + x * wide, top + y * high).

    size: of the picture. aspect: height of a tile by its width. unit: pixels that stand for one unit of the person,
    thing: of what lies on stations.
    """

    size: int
    left: float
    top: float
    wide: float
    high: float

    @classmethod
    def of(cls, layout: Layout, size: int) -> Grid:
        """The grid that shows the whole kitchen as large as it can be."""
        columns = list(zip(*layout.rows, strict=True))
        cut_left, cut_right = (1 - STUB if set(columns[side]) == {CABINET} else 0.0 for side in (0, -1))
        cut_low = 1 + LIFT - STUB if set(layout.rows[-1]) == {CABINET} else 0.0
        across, down = layout.width - cut_left - cut_right, layout.height - cut_low + WALL
        wide, high = size / across, size / down
        wide, high = min(wide, high), min(high, wide * DEEPEST)
        side = (size - wide * across) / 2
        return cls(size, side - cut_left * wide, size - (layout.height - cut_low) * high, wide, high)

    @property
    def aspect(self) -> float:
        return self.high / self.wide

    @property
    def unit(self) -> float:
        """Pixels to one unit of the person, who may be wider than a tile where tiles are deep."""
        return self.wide * min(max(0.9 * self.aspect, 1.0), LARGEST)

    @property
    def thing(self) -> float:
        """Pixels to one unit of what lies on stations; smaller on less deep ones, to leave their front free."""
        return self.wide * min(0.85 * self.aspect, 1.08)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a point in tiles."""
        return self.left + x * self.wide, self.top + y * self.high
