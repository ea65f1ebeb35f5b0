"""Floor plans: rooms as rectangles in two rows, with a corridor between them where there is a hallway to be one.

Rooms tile one rectangle. Walls stand on their borders, half their thickness in each room. Every room can be reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

WALL = 0.1
"""Thickness of walls."""
DOORWAY = 0.95
CLEAR = 0.75
"""How far into the rooms on both sides the floor is kept free at a doorway."""
CORNER = 0.25
"""The least distance of a doorway from a wall's end."""
CORRIDOR = 2.35


class Rect(NamedTuple):
    """An upright rectangle on the floor."""

    x0: float
    y0: float
    x1: float
    y1: float

    def grown(self, by: float) -> Rect:
        return Rect(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def hits(self, other: Rect) -> bool:
        """Whether the two share more than a border."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def within(self, other: Rect) -> bool:
        return self.x0 >= other.x0 and self.y0 >= other.y0 and self.x1 <= other.x1 and self.y1 <= other.y1

    def holds(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@dataclass(frozen=True)
class Wall:
    """A straight wall: from a to b along x (or y if upright) at `at`, with doorways cut out."""

    upright: bool
    at: float
    a: float
    b: float
    doorways: tuple[float, ...] = ()
    """Their middles along the wall."""

    def doorway(self, middle: float, clear: float) -> Rect:
        """The floor that a doorway needs, `clear` deep on both sides."""
        low, high = middle - DOORWAY / 2, middle + DOORWAY / 2
        near, far = self.at - clear, self.at + clear
        return Rect(near, low, far, high) if self.upright else Rect(low, near, high, far)


@dataclass(frozen=True)
class Plan:
    """rooms: kind -> its rectangle. walls: all of them. entrance: the doorway to the outside and the room behind it."""

    rooms: Mapping[str, Rect]
    walls: tuple[Wall, ...]
    entrance: tuple[str, Rect]

    @property
    def doorways(self) -> tuple[Rect, ...]:
        return tuple(wall.doorway(middle, CLEAR) for wall in self.walls for middle in wall.doorways)


def draw_plan(needs: Mapping[str, tuple[float, float]], rng: Random) -> Plan:
    """A plan in which each room has at least the length and about the depth (metres) that it needs."""
    corridor = "hallway" in needs and len(needs) >= 5
    kinds = [kind for kind in needs if not (corridor and kind == "hallway")]
    rng.shuffle(kinds)
    kinds.sort(key=lambda kind: -needs[kind][0])
    rows: tuple[list[str], list[str]] = ([], [])
    for kind in kinds:
        min(rows, key=lambda row: sum(needs[k][0] for k in row)).append(kind)
    for row in rows:
        rng.shuffle(row)
    width = max(sum(needs[k][0] for k in row) for row in rows)
    depths = [max(needs[k][1] for k in row) for row in rows]
    between = CORRIDOR if corridor else 0.0
    rooms: dict[str, Rect] = {}
    y = 0.0
    for row, depth in zip(rows, depths, strict=True):
        x, scale = 0.0, width / sum(needs[k][0] for k in row)
        for kind in row:
            right = width if kind == row[-1] else round(x + scale * needs[kind][0], 2)
            rooms[kind] = Rect(x, y, right, round(y + depth, 2))
            x = right
        y = round(y + depth + between, 2)
    if corridor:
        rooms["hallway"] = Rect(0.0, depths[0], width, round(depths[0] + between, 2))
    if rng.random() < 0.5:
        rooms = {kind: Rect(r.y0, r.x0, r.y1, r.x1) for kind, r in rooms.items()}
    return _with_walls({kind: rooms[kind] for kind in needs}, rng)


def _with_walls(rooms: dict[str, Rect], rng: Random) -> Plan:
    """Walls on all borders, a tree of doorways that joins all rooms, and one to the outside."""
    borders = _borders(rooms)
    inner = [(pair, wall) for pair, wall in borders if pair[1] is not None]
    first = next(kind for kind in ("hallway", "living_room", "kitchen") if kind in rooms)
    reached, doors = {first}, {}
    while len(reached) < len(rooms):
        open_to = [
            (pair, wall)
            for pair, wall in inner
            if (pair[0] in reached) != (pair[1] in reached) and wall.b - wall.a > DOORWAY + 2 * CORNER
        ]
        # A corridor leads everywhere it touches; elsewhere rooms lead on to each other.
        open_to = [item for item in open_to if first in item[0]] or open_to
        pair, wall = rng.choice(open_to)
        doors[wall] = rng.uniform(wall.a + CORNER + DOORWAY / 2, wall.b - CORNER - DOORWAY / 2)
        reached |= {kind for kind in pair if kind}
    outer = [wall for pair, wall in borders if pair == (first, None) and wall.b - wall.a > DOORWAY + 2 * CORNER]
    front = rng.choice(outer)
    doors[front] = rng.uniform(front.a + CORNER + DOORWAY / 2, front.b - CORNER - DOORWAY / 2)
    walls = {
        wall: Wall(wall.upright, wall.at, wall.a, wall.b, (round(doors[wall], 2),) if wall in doors else ())
        for _, wall in borders
    }
    entrance = walls[front]
    return Plan(rooms, tuple(walls.values()), (first, entrance.doorway(entrance.doorways[0], CLEAR)))


def _borders(rooms: Mapping[str, Rect]) -> Sequence[tuple[tuple[str, str | None], Wall]]:
    """Every stretch of border, with the room on it and the one on its other side (None: outside)."""
    found: list[tuple[tuple[str, str | None], Wall]] = []
    names = list(rooms)
    outline = Rect(
        min(r.x0 for r in rooms.values()),
        min(r.y0 for r in rooms.values()),
        max(r.x1 for r in rooms.values()),
        max(r.y1 for r in rooms.values()),
    )
    for i, name in enumerate(names):
        r = rooms[name]
        for other in names[i + 1 :]:
            o = rooms[other]
            for upright, mine, theirs, span, reach in (
                (True, (r.x0, r.x1), (o.x0, o.x1), (r.y0, r.y1), (o.y0, o.y1)),
                (False, (r.y0, r.y1), (o.y0, o.y1), (r.x0, r.x1), (o.x0, o.x1)),
            ):
                a, b = max(span[0], reach[0]), min(span[1], reach[1])
                found += [((name, other), Wall(upright, at, a, b)) for at in mine if at in theirs and b > a]
        for upright, at, edge, a, b in (
            (True, r.x0, outline.x0, r.y0, r.y1),
            (True, r.x1, outline.x1, r.y0, r.y1),
            (False, r.y0, outline.y0, r.x0, r.x1),
            (False, r.y1, outline.y1, r.x0, r.x1),
        ):
            if at == edge:
                found.append(((name, None), Wall(upright, at, a, b)))
    return found
