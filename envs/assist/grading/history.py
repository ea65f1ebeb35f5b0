"""What a log says of the past: when a property had which value, and when food was on the heat.

Everything is read from the entries, START and CHANGED; the tick of a CHANGED entry is the first at which it is so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from envs.assist.log import EntryKind, Log

RAW, COOKING, DONE, BURNT = "raw", "cooking", "done", "burnt"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time in which a property had one value: from `start` up to `end`, None while it lasts."""

    value: str
    start: int
    end: int | None = None


def spans(log: Log, thing: str, prop: str, tick: int | None = None) -> list[Span]:
    """The values of a thing's property in order, up to and including `tick` (None: now)."""
    found: list[Span] = []
    for at, value in _changes(log, thing, prop):
        if tick is not None and at > tick:
            break
        last = found[-1] if found else None
        if last is not None and last.end is None:
            if last.value == value:
                continue
            found[-1] = Span(last.value, last.start, at)
        if value is not None:
            found.append(Span(value, at))
    return found


def fact_at(log: Log, thing: str, prop: str, tick: int | None = None) -> str | None:
    """A property's value at a tick; None where there is none."""
    if tick is None or tick >= log.tick:
        return log.fact(thing, prop)
    found = spans(log, thing, prop, tick)
    return found[-1].value if found and found[-1].end is None else None


def cooking(log: Log, thing: str, tick: int | None = None) -> list[Span]:
    """When food cooked: its state is "cooking" from the tick at which it is both loaded and lit until it is done or
    taken off.
    """
    return [span for span in spans(log, thing, "state", tick) if span.value == COOKING]


def on_heat_since(log: Log, thing: str, tick: int | None = None) -> int | None:
    """Since when food has been on the heat; None where it is not.

    Food that is done or burnt is still on the heat while it is where it cooked and the power there has not gone off.
    """
    times = cooking(log, thing, tick)
    if not times:
        return None
    start = times[-1].start
    state = fact_at(log, thing, "state", tick)
    if state == COOKING:
        return start
    if state not in (DONE, BURNT):
        return None
    where = spans(log, thing, "at", tick)
    if not where or where[-1].end is not None or where[-1].start > start:
        return None
    power = spans(log, where[-1].value, "power", tick)
    return start if power and power[-1].value == "on" and power[-1].start <= start else None


def _changes(log: Log, thing: str, prop: str) -> Iterator[tuple[int, str | None]]:
    for entry in log.entries:
        if entry.kind in (EntryKind.START, EntryKind.CHANGED):
            for name, of, value in entry.data["facts"]:
                if name == thing and of == prop:
                    yield entry.tick, value
