"""The exploration map (REAL 3.1): what the latest exploration found, where, under which number.

A mark is all that manipulation can refer to. Its `target` is the simulator's own link to the thing and never told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from envs.home.perception import Detection
from envs.rendering.node import Vector

PADDING = 0.02
"""Metres around the boxes of two detections when they are compared: of a thin thing, two sides see two faces."""
SAME_THING = 0.35
"""Share of the smaller of two padded boxes that the larger covers where both are taken for one thing."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One found thing. number: from 1. label: what the detector takes it for. anchor: its place in the world's frame.

    receptacle: before which it was seen. target: the object, or a body that opens (`cabinet_2.door`); privileged.
    """

    number: int
    label: str
    anchor: Vector
    receptacle: str
    target: str


def merge(views: Iterable[Sequence[Detection]]) -> list[Detection]:
    """The detections of several views as one list: those that fill one place are one thing, named by the largest.

    Two detections of one view are two things, however close. What fills a place most equally is joined first, so that
    the things in a drawer do not become the drawer.
    """
    found = [(number, detection) for number, view in enumerate(views) for detection in view]
    pairs = []
    for i, j in combinations(range(len(found)), 2):
        if found[i][0] != found[j][0]:
            covered, equal = _overlap(found[i][1], found[j][1])
            if covered >= SAME_THING:
                pairs.append((-equal, i, j))
    things = [{i} for i in range(len(found))]
    for _, i, j in sorted(pairs):
        one, other = things[i], things[j]
        if {found[k][0] for k in one}.isdisjoint(found[k][0] for k in other):
            one |= other
            for k in other:
                things[k] = one
    largest = [max(thing, key=lambda k: (found[k][1].pixels, -k)) for thing in things]
    return [found[k][1] for k in sorted(set(largest))]


def number_marks(detections: Sequence[Detection], receptacle: str) -> tuple[Mark, ...]:
    """Marks from 1 on. The order is that of the places, so that it says nothing of which thing is wanted."""
    ordered = sorted(detections, key=lambda d: (tuple(round(c, 3) for c in d.anchor), d.owner))
    return tuple(Mark(i, d.label, d.anchor, receptacle, d.owner) for i, d in enumerate(ordered, 1))


def find_mark(marks: Sequence[Mark], number: int) -> Mark | None:
    """The mark of this number."""
    return next((mark for mark in marks if mark.number == number), None)


def _overlap(a: Detection, b: Detection) -> tuple[float, float]:
    """What both padded boxes cover, as a share of the shorter sides and of the longer sides, axis by axis, 0 to 1."""
    shorter = longer = 1.0
    for low, high, other_low, other_high in zip(a.low, a.high, b.low, b.high, strict=True):
        common = max(0.0, min(high, other_high) - max(low, other_low) + 2 * PADDING)
        shorter *= common / (min(high - low, other_high - other_low) + 2 * PADDING)
        longer *= common / (max(high - low, other_high - other_low) + 2 * PADDING)
    return shorter, longer
