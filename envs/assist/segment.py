"""The stretches of a turn in which nothing happened, and the moments of them that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from envs.assist.action import Action
from envs.assist.domain import Motion


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of time in which nothing happened. start: its first tick. doing: action, its begin and its end."""

    start: int
    state: Any
    doing: tuple[Action, int, int] | None

    def motion(self, tick: int) -> Motion:
        """What the person is doing at a tick of the stretch."""
        if self.doing is None:
            return Motion()
        action, begun, until = self.doing
        return Motion(action, min(1.0, max(0.0, (tick - begun) / (until - begun))))


def moments(segments: Sequence[Segment], now: int, count: int) -> list[tuple[Segment, int]]:
    """The latest `count` moments to draw: evenly spread from the stretches' start to now, now last, each tick once."""
    first = segments[0].start
    ticks = sorted({now - round(place * (now - first) / count) for place in range(count)})
    found = []
    for tick in ticks:
        segment = [segment for segment in segments if segment.start <= tick][-1]
        found.append((segment, tick))
    return found
