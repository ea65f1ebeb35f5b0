"""A schedule drawn from what a domain offers: errors that do not meet, questions and requests along the way."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from envs.assist.cases.composition import Pattern
from envs.assist.condition import Share
from envs.assist.event_option import EventOption
from envs.assist.schedule import (
    ErrorKind,
    QuestionKind,
    ScheduledChange,
    ScheduledError,
    ScheduledEvent,
    ScheduledQuestion,
    ScheduledRequest,
)

APART = 12
"""Ticks between two errors at least: the first can be mended before the second."""


def draw_schedule(
    options: Sequence[EventOption],
    pattern: Pattern,
    questions: Sequence[tuple[QuestionKind, bool]],
    kinds: Collection[ErrorKind],
    rng: random.Random,
) -> tuple[ScheduledEvent, ...] | None:
    """Events of the pattern's numbers, in the order of their types; None when the options do not hold as many."""
    errors = _errors([option for option in options if isinstance(option.event, ScheduledError)], pattern, kinds, rng)
    requests = _some(
        [option for option in options if isinstance(option.event, ScheduledRequest)], pattern.requests, rng
    )
    changes = _some([option for option in options if isinstance(option.event, ScheduledChange)], pattern.changes, rng)
    if errors is None or requests is None or changes is None:
        return None
    events: list[ScheduledEvent] = []
    for letter, found in (("e", errors), ("r", requests), ("p", changes)):
        events += [option.event.model_copy(update={"id": f"{letter}{n}"}) for n, option in enumerate(found, 1)]
    shares = sorted(rng.uniform(0.2, 0.8) for _ in questions)
    for number, ((kind, false), share) in enumerate(zip(questions, shares, strict=True), 1):
        when = Share(share=round(share, 2))
        events.append(ScheduledQuestion(id=f"q{number}", kind=kind, false_premise=false, when=when))
    return tuple(events)


def _errors(
    options: Sequence[EventOption], pattern: Pattern, kinds: Collection[ErrorKind], rng: random.Random
) -> list[EventOption] | None:
    """Errors apart from each other, a kind twice only if there are no others; in the order in which they come."""
    chosen: list[EventOption] = []
    pool = [option for option in options if _kind(option) in kinds]
    while len(chosen) < pattern.errors:
        fitting = [option for option in pool if all(_fit(option, other) for other in chosen)]
        used = {_kind(option) for option in chosen}
        fresh = [option for option in fitting if _kind(option) not in used] or fitting
        if not fresh:
            return None
        kind = rng.choice(sorted({_kind(option) for option in fresh}))
        chosen.append(rng.choice([option for option in fresh if _kind(option) == kind]))
    return sorted(chosen, key=lambda option: option.tick)


def _kind(option: EventOption) -> ErrorKind:
    assert isinstance(option.event, ScheduledError)
    return option.event.kind


def _fit(a: EventOption, b: EventOption) -> bool:
    return abs(a.tick - b.tick) >= APART and not a.touches & b.touches


def _some(options: Sequence[EventOption], count: int, rng: random.Random) -> list[EventOption] | None:
    if len(options) < count:
        return None
    return sorted(rng.sample(list(options), count), key=lambda option: option.tick)
