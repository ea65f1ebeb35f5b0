"""What a household is like at one moment: where the person is and looks, and where everything is. Small and frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Point = tuple[float, float]
"""On the floor, metres, to the centimetre."""
HEADINGS = 8
"""Directions in which the person looks: 0 along x, then every 45 degrees to the left."""
DOWN, LEVEL, UP = -1, 0, 1
IN_HAND = "person"
"""Where a held thing is."""


class Spot(NamedTuple):
    """Where a thing is: the furniture, the number of its surface, and metres from that surface's middle."""

    place: str
    surface: int = 0
    x: float = 0.0
    y: float = 0.0


HELD = Spot(IN_HAND)


class Pose(NamedTuple):
    """Where the person is and where they look.

    at: the furniture, doorway or room where they stand. heading: 0 to 7. pitch: DOWN, LEVEL or UP. seat: the furniture
    on which they sit, "" while they stand.
    """

    room: str
    at: str
    point: Point
    heading: int
    pitch: int = LEVEL
    seat: str = ""


@dataclass(frozen=True, slots=True)
class HouseholdState:
    """things: one spot for each thing of the task, in its order. opened, on: ids, sorted, of what stands open and of
    what is switched on. drunk: ids, sorted, of drinks that are empty."""

    pose: Pose
    hand: str
    things: tuple[Spot, ...]
    opened: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    drunk: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Equal for equal states, and only for them."""
        return repr((tuple(self.pose), self.hand, tuple(map(tuple, self.things)), self.opened, self.on, self.drunk))


def with_name(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Sorted names and one more."""
    return tuple(sorted({*names, name}))


def without_name(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Names but for one."""
    return tuple(other for other in names if other != name)
