"""A kitchen's tile grid: floor, cabinets and stations, and how far it is from one station to another.

The person stands on the one floor tile in front of a station (`Layout.front`) and walks shortest paths over floor, one
tile a tick. x counts columns from the left, y rows from the top. The layouts and station kinds are our choice; the
paper names the stations (Table 19) and that the benchmark has two kitchens (Table 17).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictStr, model_validator

from envs.assist.plain_text import NameText, plain

Kind = Literal["fridge", "pantry", "crate", "pan", "pot", "fryer", "board", "counter", "plates", "pass", "trash"]
SOURCES: tuple[Kind, ...] = ("fridge", "pantry", "crate")
"""Kinds that hold food. One sees into crates, and into the others only while standing there."""
COOKERS: tuple[Kind, ...] = ("pan", "pot", "fryer")
"""Kinds that heat: a stove with a pan or a pot on it, and a fryer. Each takes one portion."""
SURFACES: tuple[Kind, ...] = ("counter", "board")
"""Kinds on which one thing can lie."""
NEEDED: tuple[Kind, ...] = (*SOURCES, *COOKERS, "board", "counter", "plates", "pass", "trash")
Tile = tuple[int, int]
"""(x, y)."""
FLOOR, CABINET = ".", "#"
LARGEST = 40
"""Tiles of a kitchen's side at most."""
RowText = Annotated[StrictStr, Field(max_length=LARGEST), AfterValidator(plain)]


class Station(BaseModel):
    """One station. id: once in a layout. label: its short name, printed on it and spoken: "fridge", "left board"."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: NameText
    kind: Kind
    label: NameText


class Layout(BaseModel):
    """A kitchen. rows: one string a row; "." floor, "#" a cabinet or wall, other characters stations by `legend`.

    start: id of the station where the person stands at first. Refused are: rows of unequal length, characters that the
    legend lacks or that do not stand exactly once, equal ids or labels, a missing kind of station, less than two boards
    or three counters, and stations that cannot be reached on foot.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: NameText
    rows: Annotated[tuple[RowText, ...], Field(max_length=LARGEST)]
    legend: Mapping[StrictStr, Station]
    start: NameText

    @model_validator(mode="after")
    def _sound(self) -> Layout:
        if not self.rows or len({len(row) for row in self.rows}) != 1:
            raise ValueError(f"rows: not one width: {[len(row) for row in self.rows]}")
        drawn = [tile for row in self.rows for tile in row if tile not in (FLOOR, CABINET)]
        odd = sorted(set(drawn) ^ set(self.legend)) or sorted({tile for tile in drawn if drawn.count(tile) > 1})
        if odd:
            raise ValueError(f"legend: {odd[0]!r} must stand once in rows and once in the legend")
        for values, what in (([s.id for s in self.legend.values()], "id"), ([*self._labels()], "label")):
            twice = next((value for value in values if values.count(value) > 1), None)
            if twice is not None:
                raise ValueError(f"legend: {what} {twice!r} stands twice")
        kinds = [station.kind for station in self.legend.values()]
        least = {"board": 2, "counter": 3}
        short = next((kind for kind in NEEDED if kinds.count(kind) < least.get(kind, 1)), None)
        if short is not None:
            raise ValueError(f"legend: too few stations of kind {short!r}: {kinds.count(short)}")
        single = next((kind for kind in ("plates", "pass", "trash") if kinds.count(kind) > 1), None)
        if single is not None:
            raise ValueError(f"legend: more than one station of kind {single!r}")
        if self.start not in self.tiles:
            raise ValueError(f"start: no station {self.start!r}")
        reached = self._steps(self.front[self.start])
        lost = next((id for id, tile in self.front.items() if tile not in reached), None)
        if lost is not None:
            raise ValueError(f"rows: station {lost!r} cannot be reached from {self.start!r}")
        return self

    def _labels(self) -> list[str]:
        return [station.label for station in self.legend.values()]

    @property
    def width(self) -> int:
        """Tiles from left to right."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Tiles from top to bottom."""
        return len(self.rows)

    @cached_property
    def stations(self) -> dict[str, Station]:
        """id -> station, row by row from the top left."""
        return {self.legend[c].id: self.legend[c] for row in self.rows for c in row if c in self.legend}

    @cached_property
    def tiles(self) -> dict[str, Tile]:
        """id -> the station's tile."""
        return {
            self.legend[c].id: (x, y) for y, row in enumerate(self.rows) for x, c in enumerate(row) if c in self.legend
        }

    @cached_property
    def front(self) -> dict[str, Tile]:
        """id -> the floor tile on which one stands to use the station. ValueError where there is none."""
        found: dict[str, Tile] = {}
        for id, (x, y) in self.tiles.items():
            around = ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y))
            tile = next((tile for tile in around if self.is_floor(tile)), None)
            if tile is None:
                raise ValueError(f"rows: no floor beside station {id!r}")
            found[id] = tile
        return found

    @cached_property
    def beside(self) -> dict[str, frozenset[str]]:
        """id -> stations within arm's reach of one who stands at it, itself left out."""
        at = {tile: id for id, tile in self.tiles.items()}
        found: dict[str, frozenset[str]] = {}
        for id, (x, y) in self.front.items():
            around = ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y))
            found[id] = frozenset(at[tile] for tile in around if tile in at) - {id}
        return found

    def is_floor(self, tile: Tile) -> bool:
        """Whether one can stand there."""
        x, y = tile
        return 0 <= y < self.height and 0 <= x < self.width and self.rows[y][x] == FLOOR

    def of_kind(self, *kinds: Kind) -> tuple[str, ...]:
        """Ids of the stations of these kinds, row by row."""
        return tuple(id for id, station in self.stations.items() if station.kind in kinds)

    @cached_property
    def paths(self) -> dict[tuple[str, str], tuple[Tile, ...]]:
        """(from, to) -> the floor tiles of a shortest path between two stations, both ends among them."""
        found: dict[tuple[str, str], tuple[Tile, ...]] = {}
        for there, goal in self.front.items():
            steps = self._steps(goal)
            for here, tile in self.front.items():
                path = [tile]
                while path[-1] != goal:
                    path.append(steps[path[-1]])
                found[here, there] = tuple(path)
        return found

    @cached_property
    def distances(self) -> dict[tuple[str, str], int]:
        """(from, to) -> ticks of the walk: its tiles, 1 at least between two stations, 0 from one to itself."""
        return {(a, b): 0 if a == b else max(1, len(path) - 1) for (a, b), path in self.paths.items()}

    def _steps(self, goal: Tile) -> dict[Tile, Tile]:
        """Every floor tile from which the goal can be reached -> the next tile on the way to it."""
        steps, queue = {goal: goal}, deque([goal])
        while queue:
            x, y = tile = queue.popleft()
            for near in ((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)):
                if near not in steps and self.is_floor(near):
                    steps[near] = tile
                    queue.append(near)
        return steps
