"""An apartment as somebody who walks in it knows it: rooms, doorways, where one stands, and the ways between.

Rooms are rectangles and everything stands square to them, so a way within a room is a straight line, or a few round
the corners of furniture. Everything is a function of the scene and is worked out once.
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from envs.assist.household.state import HEADINGS, Point
from envs.home.apartments import load_scene
from envs.home.apartments.plan import WALL
from envs.home.scene import Receptacle, Scene

Rect = tuple[float, float, float, float]
"""x0, y0, x1, y1."""
THRESHOLD = 0.65
"""Metres from a doorway's middle at which one stands before it."""
SHOULDER = 0.18
"""Half the person's width: bodies of furniture are kept that far from."""
FROM_WALL = 0.3
STRIDE = 1.0
"""Metres that one goes straight on, if nothing is in the way."""
SHORTEST = 0.35
"""Metres that must be free ahead to go straight at all."""


@dataclass(frozen=True)
class Door:
    """A doorway. sides: room -> where one stands in it before the doorway; ahead: room -> the heading from there to it.

    opening: the floor under the lintel, as deep as the wall is thick.
    """

    id: str
    middle: Point
    rooms: tuple[str, str]
    sides: dict[str, Point]
    ahead: dict[str, int]
    opening: Rect

    def beyond(self, room: str) -> str:
        """The room on the other side."""
        return self.rooms[1] if room == self.rooms[0] else self.rooms[0]


class Floor:
    """One scene's floor; get it by `floor_of`."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.rooms: dict[str, Rect] = {
            room.id: (*room.corner, room.corner[0] + room.size[0], room.corner[1] + room.size[1])
            for room in scene.rooms
        }
        self.bodies: dict[str, Rect] = {name: _body(piece) for name, piece in scene.receptacles.items()}
        self.doors: dict[str, Door] = {door.id: door for door in self._find_doors()}
        self.room_of: dict[str, str] = {name: piece.room for name, piece in scene.receptacles.items()}
        self.stands: dict[str, Point] = {name: _round(piece.stand) for name, piece in scene.receptacles.items()}
        self.facing: dict[str, int] = {
            name: heading_to(self.stands[name], piece.position) for name, piece in scene.receptacles.items()
        }
        self._towards = self._route()
        self._blocks = {room: [self.bodies[n] for n, r in self.room_of.items() if r == room] for room in self.rooms}
        self.centres: dict[str, Point] = {room: self._centre(room) for room in self.rooms}
        self._ways: dict[tuple[str, Point, Point], tuple[Point, ...]] = {}

    def next_door(self, room: str, target: str) -> str:
        """The doorway through which one leaves a room for another."""
        return self._towards[room, target]

    def rooms_between(self, room: str, target: str) -> int:
        """How many doorways lie between two rooms."""
        count = 0
        while room != target:
            room, count = self.doors[self.next_door(room, target)].beyond(room), count + 1
        return count

    def way(self, room: str, start: Point, end: Point) -> tuple[Point, ...]:
        """The corners of the way between two points of a room, both ends among them."""
        key = room, start, end
        if key not in self._ways:
            self._ways[key] = self._find_way(room, start, end)
        return self._ways[key]

    def length(self, room: str, start: Point, end: Point) -> float:
        """Metres of that way."""
        way = self.way(room, start, end)
        return sum(math.dist(a, b) for a, b in zip(way, way[1:], strict=False))

    def ahead(self, room: str, point: Point, heading: int) -> Point | None:
        """Where one is after going straight on; None where something is in the way."""
        angle = heading * math.tau / HEADINGS
        for step in (STRIDE, 0.7, 0.5, SHORTEST):
            end = _round((point[0] + step * math.cos(angle), point[1] + step * math.sin(angle)))
            if self._inside(room, end) and self._free(room, point, end):
                return end
        return None

    # -- finding ways --------------------------------------------------------------------------------------------------

    def _find_doors(self) -> Iterator[Door]:
        for doorway in self.scene.doorways:
            sides, ahead = {}, {}
            x, y = doorway.middle
            for room in doorway.rooms:
                x0, y0, x1, y1 = self.rooms[room]
                away = ((x0 + x1) / 2 - x, 0.0) if doorway.upright else (0.0, (y0 + y1) / 2 - y)
                step = (
                    (math.copysign(THRESHOLD, away[0]), 0.0)
                    if doorway.upright
                    else (0.0, math.copysign(THRESHOLD, away[1]))
                )
                sides[room] = _round((x + step[0], y + step[1]))
                ahead[room] = heading_to(sides[room], (x, y))
            wide, deep = doorway.width / 2, WALL / 2
            half = (deep, wide) if doorway.upright else (wide, deep)
            opening = (x - half[0], y - half[1], x + half[0], y + half[1])
            yield Door(f"door_{'_'.join(sorted(doorway.rooms))}", doorway.middle, doorway.rooms, sides, ahead, opening)

    def _route(self) -> dict[tuple[str, str], str]:
        """(from, to) -> the doorway to leave by."""
        found: dict[tuple[str, str], str] = {}
        for target in self.rooms:
            queue, seen = deque([target]), {target}
            while queue:
                room = queue.popleft()
                for door in self.doors.values():
                    if room in door.rooms and door.beyond(room) not in seen:
                        found[door.beyond(room), target] = door.id
                        seen.add(door.beyond(room))
                        queue.append(door.beyond(room))
        return found

    def _centre(self, room: str) -> Point:
        """The free point nearest to a room's middle."""
        x0, y0, x1, y1 = self.rooms[room]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        steps = [0.15 * i for i in range(-8, 9)]
        points = [_round((middle[0] + dx, middle[1] + dy)) for dx in steps for dy in steps]
        free = [p for p in points if self._inside(room, p) and self._free(room, p, p)]
        return min(free or points, key=lambda p: (math.dist(p, middle), p))

    def _find_way(self, room: str, start: Point, end: Point) -> tuple[Point, ...]:
        """The shortest way along corners of furniture; a straight line where none is free."""
        if start == end:
            return (start,)
        if self._free(room, start, end):
            return start, end
        corners = [p for block in self._blocks[room] for p in _corners(block, SHOULDER + 0.06) if self._inside(room, p)]
        nodes = [start, end, *(p for p in corners if self._free(room, p, p))]
        best: dict[int, float] = {0: 0.0}
        before: dict[int, int] = {}
        queue = [(0.0, 0)]
        while queue:
            so_far, i = heapq.heappop(queue)
            if i == 1:
                way = [1]
                while way[-1]:
                    way.append(before[way[-1]])
                return tuple(nodes[j] for j in reversed(way))
            if so_far > best[i]:
                continue
            for j, node in enumerate(nodes):
                total = so_far + math.dist(nodes[i], node)
                if total < best.get(j, math.inf) and self._free(room, nodes[i], node):
                    best[j], before[j] = total, i
                    heapq.heappush(queue, (total, j))
        return start, end

    def _inside(self, room: str, point: Point) -> bool:
        x0, y0, x1, y1 = self.rooms[room]
        return x0 + FROM_WALL <= point[0] <= x1 - FROM_WALL and y0 + FROM_WALL <= point[1] <= y1 - FROM_WALL

    def _free(self, room: str, a: Point, b: Point) -> bool:
        """Whether one can go straight from a to b; furniture beside which one already stands is no closer kept from."""
        for block in self._blocks[room]:
            for gap in (SHOULDER, 0.02):
                grown = (block[0] - gap, block[1] - gap, block[2] + gap, block[3] + gap)
                if not (_holds(grown, a) or _holds(grown, b)) or gap == 0.02:
                    if crosses(grown, a, b):
                        return False
                    break
        return True


@lru_cache(64)
def floor_of(scene: str) -> Floor:
    """The floor of a scene by its name."""
    return Floor(load_scene(scene))


@lru_cache(1 << 16)
def heading_to(start: Point, end: Point) -> int:
    """The heading nearest to the direction from one point to another; 0 where they are one."""
    if math.dist(start, end) < 1e-6:
        return 0
    return round(math.atan2(end[1] - start[1], end[0] - start[0]) / (math.tau / HEADINGS)) % HEADINGS


def crosses(rect: Rect, a: Point, b: Point) -> bool:
    """Whether a straight line touches an upright rectangle."""
    low, high = 0.0, 1.0
    for i in (0, 1):
        step = b[i] - a[i]
        if abs(step) < 1e-9:
            if not rect[i] <= a[i] <= rect[i + 2]:
                return False
            continue
        enter, leave = sorted(((rect[i] - a[i]) / step, (rect[i + 2] - a[i]) / step))
        low, high = max(low, enter), min(high, leave)
        if low > high:
            return False
    return True


def _body(piece: Receptacle) -> Rect:
    """The floor that a piece of furniture covers; it stands square to the walls."""
    points = [piece.to_world((i * piece.half[0], j * piece.half[1], 0.0)) for i in (-1, 1) for j in (-1, 1)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _corners(rect: Rect, gap: float) -> list[Point]:
    x0, y0, x1, y1 = rect
    return [_round((x, y)) for x in (x0 - gap, x1 + gap) for y in (y0 - gap, y1 + gap)]


def _holds(rect: Rect, point: Point) -> bool:
    return rect[0] <= point[0] <= rect[2] and rect[1] <= point[1] <= rect[3]


def _round(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)
