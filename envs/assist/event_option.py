"""What a domain offers the makers of cases: an event that can be scheduled in its task, and when it comes."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.schedule import ScheduledChange, ScheduledError, ScheduledRequest


@dataclass(frozen=True)
class EventOption:
    """One event, its `id` still to be given.

    tick: at which it comes when nothing goes wrong, at balanced pace; to space events out. touches: goal conditions
    that it is about; two errors of one schedule touch none in common, so that mending one leaves the other.
    """

    event: ScheduledError | ScheduledRequest | ScheduledChange
    tick: int
    touches: frozenset[str] = frozenset()
