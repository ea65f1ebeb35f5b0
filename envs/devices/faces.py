"""What can be touched in one configuration: hit tables, smallest box first, and the points that trigger a move.

Boxes are cut down to the integers 0 to 1000 that `Box.contains` accepts, so that a look-up is a few comparisons and
gives the same answer as the box itself. `Face.touch` is the hierarchical check of VGEBench 3.4 from the view onwards.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from envs.devices.machine import Box, Transition
from envs.episode import Event, EventKind

RANGE = 1000
"""Coordinates are integers from 0 to RANGE, relative to the picture."""

NULL_TEXT = "Nothing happened: no part responds there."
WAIT_TEXT = "Waiting had no effect."
HINT_TEXT = "It seems that this component can be operated, but not in this way."
LOOK_ONLY_TEXT = "This view is for looking only. Switch to another view to operate the device."
RANGE_TEXT = f"The coordinate lies outside the picture: both numbers must be from 0 to {RANGE}."
NO_REGION_TEXT = "There is nothing at that point to look at more closely."
ACTIVE_UNLOCK_TEXT = "You moved closer: this is the dashboard view."
PASSIVE_UNLOCK_TEXT = "The controls here are too small to operate from this view. The dashboard view is now available."


class Configuration(NamedTuple):
    """What the dynamics depend on: the machine's state, the view, and whether the dashboard is unlocked."""

    state: str
    view: str
    unlocked: bool = False


class Move(NamedTuple):
    """One way to change the device: a transition of `component` (or of timed_wait) and all that follows at once.

    number: the transition's place in its component's list. visited: states entered, in order, the last of which is
    where the device rests.
    """

    component: str
    number: int
    transition: Transition
    visited: tuple[str, ...]
    text: str

    @property
    def rest(self) -> str:
        """The state in which the device comes to rest."""
        return self.visited[-1]


class Change(NamedTuple):
    """What one action did: where it led, what is told, which states were entered, and by which move, if any."""

    to: Configuration
    event: Event
    visited: tuple[str, ...] = ()
    move: Move | None = None


class Touch(NamedTuple):
    """A point, integers 0 to RANGE, that triggers a move in some configuration; it lies in `box`."""

    box: Box
    x: int
    y: int


class Area:
    """One box of a face and what each (action, parameter) on it does."""

    __slots__ = ("any", "bottom", "box", "exact", "left", "miss", "right", "share", "top")

    def __init__(self, box: Box, miss: Change) -> None:
        self.box = box
        self.left, self.right = span(box.coordinate[0], box.coordinate[2], box.coordinate[4])
        self.top, self.bottom = span(box.coordinate[1], box.coordinate[3], box.coordinate[5])
        self.share = box.relative_area
        self.exact: dict[tuple[str, tuple[str, ...]], Change] = {}
        self.any: dict[str, Change] = {}
        self.miss = miss


class Face:
    """A configuration, compiled: what can be touched, and the ready-made answers."""

    __slots__ = (
        "areas",
        "closer",
        "looking_only",
        "no_region",
        "no_view",
        "null",
        "out_of_range",
        "regions",
        "switches",
        "touches",
        "unlock",
        "wait",
    )

    def __init__(self, at: Configuration) -> None:
        self.looking_only: Change | None = None
        self.out_of_range = Change(at, Event(EventKind.SYSTEM, RANGE_TEXT))
        self.null = Change(at, Event(EventKind.NULL, NULL_TEXT))
        self.wait = Change(at, Event(EventKind.NULL, WAIT_TEXT))
        self.regions: list[tuple[int, int, int, int]] = []
        self.unlock = self.closer = self.no_region = self.no_view = self.null
        self.areas: list[Area] = []
        self.switches: dict[str, Change] = {}
        self.touches: dict[tuple[str, int], Touch] | None = None

    def touch(self, action: str, x: int, y: int, parameter: tuple[str, ...]) -> Change:
        if self.looking_only is not None:
            return self.looking_only
        if not (0 <= x <= RANGE and 0 <= y <= RANGE):
            return self.out_of_range
        for left, top, right, bottom in self.regions:
            if left <= x <= right and top <= y <= bottom:
                return self.unlock
        hits: list[Area] = []
        share = 0.0
        for area in self.areas:  # smallest first
            if hits and area.share > share:
                break
            if area.left <= x <= area.right and area.top <= y <= area.bottom:
                hits.append(area)
                share = area.share
        if not hits:
            return self.null
        for area in hits:
            if change := area.exact.get((action, parameter)):
                return change
        for area in hits:
            if change := area.any.get(action):
                return change
        return hits[0].miss


def span(start: float, length: float, whole: float) -> tuple[int, int]:
    """First and last integer of 0..RANGE with start <= i * whole / RANGE <= start + length, as `Box.contains`."""
    low, high = math.ceil(start * RANGE / whole), math.floor((start + length) * RANGE / whole)
    # Dividing the other way round may be off by one; the box's own arithmetic decides.
    low += low * whole / RANGE < start
    low -= low > 0 and (low - 1) * whole / RANGE >= start
    high -= high * whole / RANGE > start + length
    high += high < RANGE and (high + 1) * whole / RANGE <= start + length
    return max(low, 0), min(high, RANGE)


def points_of(area: Area, edges_x: list[int], edges_y: list[int]) -> list[tuple[int, int]]:
    """Points of an area, its centre first, one at least in every cell that the edges of all boxes cut out of it."""
    middle = ((area.left + area.right) // 2, (area.top + area.bottom) // 2)
    if area.left > area.right or area.top > area.bottom:
        return []
    xs, ys = _cells(area.left, area.right, edges_x), _cells(area.top, area.bottom, edges_y)
    rest = ((x, y) for x in xs for y in ys)
    return [middle, *sorted(rest, key=lambda p: (p[0] - middle[0]) ** 2 + (p[1] - middle[1]) ** 2)]


def _cells(low: int, high: int, edges: list[int]) -> list[int]:
    """The middle of each stretch into which `edges` (first integers of a new stretch) cut low..high."""
    starts = sorted({low, *(e for e in edges if low < e <= high)})
    return [(a + b - 1) // 2 for a, b in zip(starts, [*starts[1:], high + 1], strict=True)]
