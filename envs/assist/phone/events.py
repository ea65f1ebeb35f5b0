"""What a case can schedule on a phone: the errors that a task gives occasion for, each with its moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from envs.assist.condition import AllOf, Condition, Met, Since
from envs.assist.event_option import EventOption
from envs.assist.persona import PROFILES
from envs.assist.phone.deviations import Deviations
from envs.assist.phone.domain import PhoneDomain
from envs.assist.phone.state import PhoneState
from envs.assist.schedule import ErrorKind, ScheduledError

UNWANTED = 6
"""Settings that are offered to be changed unasked, spread over the phone."""
MISTAKABLE = 3
"""Settings that are offered to be taken for a wanted one."""
EARLIEST = 3
"""Tick from which errors are made that follow on nothing."""
PACES = tuple(sorted({persona.pace for persona in PROFILES.values()}))


def event_options(domain: PhoneDomain) -> tuple[EventOption, ...]:
    """All errors that a task allows, in the order in which they can come, with ids that are unique among them.

    Each can be made, at any pace, when the person has gone by the plan up to its tick: the first one after `when` at
    which it can be seen coming.
    """
    course = list(undisturbed(domain))[:-1]  # at the goal the episode is over
    wanted = list(domain.goal.wanted)
    found: list[EventOption] = []
    for slot in range(len(wanted)):
        when = _after(wanted[:slot])
        there = [
            (state, tick) for state, tick in course if tick >= EARLIEST and domain.met(state).issuperset(wanted[:slot])
        ]
        for kind, about, touches in _offered(domain, slot):
            event = ScheduledError(id=f"{kind}_{slot}_{len(found)}", when=when, kind=kind, about=about)
            tick = next((tick for state, tick in there if _possible(domain, state, tick, event)), None)
            if tick is not None:
                found.append(EventOption(event, tick, touches))
    return tuple(sorted(found, key=lambda option: option.tick))


def undisturbed(domain: PhoneDomain) -> Iterator[tuple[PhoneState, int]]:
    """(state, tick) at the start and after each action of the plan, at balanced pace; the last one is the goal."""
    state, tick = domain.start(), 0
    yield state, tick
    for step in domain.plan(state, 0):
        tick += domain.duration(state, step.action)
        state = domain.apply(state, step.action, tick).state
        yield state, tick


def _offered(domain: PhoneDomain, slot: int) -> Iterator[tuple[ErrorKind, Mapping[str, Any], frozenset[str]]]:
    """Kind, what it is about and the conditions that it touches, of errors once `slot` wanted settings are right."""
    goal, deviations = domain.goal, Deviations(domain.steps, domain.goal)
    wanted = list(goal.wanted)
    setting = wanted[slot]
    own = frozenset({setting})
    yield "misstep", {"how": "skip" if slot < len(wanted) - 1 else "forget", "setting": setting}, own
    yield "wrong_order", {"setting": setting}, own | deviations.lost_by(setting)
    yield "unfinished", {"setting": setting}, own
    for other in islice(deviations.mistakable(setting), MISTAKABLE):
        yield "wrong_thing", {"setting": setting, "instead": other}, own | {goal.condition(other) or setting}
    unwanted = list(deviations.unwanted())
    spread = unwanted[:: max(1, len(unwanted) // UNWANTED)][:UNWANTED]
    for other in spread[slot % 2 :: 2]:
        yield "unwanted_thing", {"instead": other}, frozenset({goal.condition(other) or setting})
    for done in wanted[:slot]:
        yield "misstep", {"how": "repeat", "setting": done}, frozenset({done})


def _after(settings: list[str]) -> Condition:
    """When these are right; with none, soon after the start."""
    if not settings:
        return Since(tick=EARLIEST)
    return Met(condition=settings[0]) if len(settings) == 1 else AllOf(of=tuple(Met(condition=one) for one in settings))


def _possible(domain: PhoneDomain, state: PhoneState, tick: int, event: ScheduledError) -> bool:
    return all(domain.deviate(state, tick, event, pace) is not None for pace in PACES)
