"""Where furniture stands in a room: along the walls, tables free on the floor, with room to stand before each piece.

A piece's zone is the floor before it, as far as its stand point and a bit, and as wide as its doors swing; no other
piece's body reaches into it, nor any body into the floor before a doorway. Opened doors and drawers meet no
others, and nobody at another piece's stand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from envs.home.apartments.furniture import Piece
from envs.home.apartments.plan import WALL, Rect

FROM_WALL = WALL / 2 + 0.02
"""Distance of a piece's back from its room's border."""
ROOM_TO_STAND = 0.3
"""Free floor behind and around a stand point."""
DOOR_PLAY = 0.09
"""Free floor beside a piece whose doors swing out."""
FEET = 0.2
"""Half the robot's width."""
_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True)
class Spot:
    """Where a piece stands. quarter: its yaw in quarter turns; 0 faces south. body and zone: see the module.

    swept: the floor that its opened parts may cover; empty for what does not open. feet: the floor that the robot
    covers at its stand.
    """

    position: tuple[float, float]
    quarter: int
    body: Rect
    zone: Rect
    swept: Rect
    feet: Rect
    free: bool

    @property
    def yaw(self) -> float:
        return (0.0, math.pi / 2, math.pi, -math.pi / 2)[self.quarter]

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the piece's own frame on the floor plan."""
        c, s = _QUARTERS[self.quarter]
        return self.position[0] + c * x - s * y, self.position[1] + s * x + c * y


def spot(piece: Piece, position: tuple[float, float], quarter: int, free: bool) -> Spot:
    x, y = piece.half
    side = max(x + (DOOR_PLAY if piece.panels else 0.02), 0.35)
    # A centimetre or two for what juts out: tops, crowns, handles.
    body = _turned((-x - 0.01, -y - 0.02, x + 0.01, y), position, quarter)
    zone = _turned((-side, -y - piece.stand - ROOM_TO_STAND, side, -y), position, quarter)
    reach = (DOOR_PLAY if piece.panels else 0.02, piece.swing) if piece.articulation else (-x, 0.0)
    swept = _turned((-x - reach[0], -y - reach[1], x + reach[0], -y), position, quarter)
    ahead = -y - piece.stand
    feet = _turned((-FEET, ahead - FEET, FEET, ahead + FEET), position, quarter)
    return Spot(position, quarter, body, zone, swept, feet, free)


def _turned(r: tuple[float, float, float, float], at: tuple[float, float], quarter: int) -> Rect:
    x0, y0, x1, y1 = (r, (-r[3], r[0], -r[1], r[2]), (-r[2], -r[3], -r[0], -r[1]), (r[1], -r[2], r[3], -r[0]))[quarter]
    return Rect(at[0] + x0, at[1] + y0, at[0] + x1, at[1] + y1)


def place_all(room: Rect, pieces: Sequence[Piece], doorways: Sequence[Rect], rng: Random) -> list[Spot] | None:
    """A spot for each piece, in their order; None where it does not work out this time."""
    inner = room.grown(-FROM_WALL)
    order = sorted(range(len(pieces)), key=lambda i: (pieces[i].free, -pieces[i].half[0] * pieces[i].half[1]))
    found: dict[int, Spot] = {}
    for i in order:
        placed = list(found.values())
        for candidate in _candidates(inner, pieces[i], placed, rng):
            if _fits(candidate, inner, placed, doorways):
                found[i] = candidate
                break
        else:
            return None
    return [found[i] for i in range(len(pieces))]


def _fits(new: Spot, inner: Rect, placed: Sequence[Spot], doorways: Sequence[Rect]) -> bool:
    body = new.body.grown(-0.002)
    if not body.within(inner) or not new.zone.within(inner):
        return False
    if any(body.hits(doorway) for doorway in doorways):
        return False
    margin = new.body.grown(0.35) if new.free else new.body.grown(0.01)
    for other in placed:
        if margin.hits(other.body) or body.hits(other.zone) or new.zone.hits(other.body.grown(-0.001)):
            return False
        if new.swept.hits(other.swept) or new.feet.hits(other.swept) or new.swept.hits(other.feet):
            return False
    return True


def _candidates(inner: Rect, piece: Piece, placed: Sequence[Spot], rng: Random) -> Iterator[Spot]:
    """Spots to try, in this order: free on the floor for a table, beside what stands already, anywhere at a wall.

    The last two change places now and then.
    """
    if piece.free:
        reach = max(piece.half) + 0.3
        if inner.x1 - inner.x0 > 2 * reach and inner.y1 - inner.y0 > 2 * reach:
            for _ in range(40):
                x, y = rng.uniform(inner.x0 + reach, inner.x1 - reach), rng.uniform(inner.y0 + reach, inner.y1 - reach)
                yield spot(piece, (round(x, 2), round(y, 2)), rng.randrange(4), True)
    wide, deep = piece.half
    gap = 0.04 + (DOOR_PLAY if piece.panels else 0.0)
    beside: list[tuple[float, int]] = []
    anywhere: list[tuple[float, int]] = []
    for quarter in range(4):
        low, high = (inner.x0, inner.x1) if quarter in (0, 2) else (inner.y0, inner.y1)
        for other in placed:
            if other.quarter == quarter and not other.free:
                a, b = (other.body.x0, other.body.x1) if quarter in (0, 2) else (other.body.y0, other.body.y1)
                room = gap + rng.choice((0.0, 0.07, 0.2))
                beside += [(a - room - wide, quarter), (b + room + wide, quarter)]
        low, high = low + wide + gap, high - wide - gap
        if low < high:
            anywhere += [(low, quarter), (high, quarter), *((rng.uniform(low, high), quarter) for _ in range(6))]
    rng.shuffle(beside)
    rng.shuffle(anywhere)
    for middle, quarter in [*beside, *anywhere] if rng.random() < 0.6 else [*anywhere, *beside]:
        across = (inner.y1 - deep, inner.x0 + deep, inner.y0 + deep, inner.x1 - deep)[quarter]
        at = (middle, across) if quarter in (0, 2) else (across, middle)
        yield spot(piece, (round(at[0], 3), round(at[1], 3)), quarter, False)
