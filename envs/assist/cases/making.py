"""One case: a task's world, a person, a schedule that comes about, and a deadline that a good assistant can keep.

The deadline is that of a rehearsal at the person's speed, with some slack, and allowances for what words take: each
part of the task that is announced, each error that is talked about. The paper does not give its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from envs.assist.cases.composition import Pattern
from envs.assist.cases.rehearsal import rehearse
from envs.assist.cases.schedule_draw import draw_schedule
from envs.assist.domain import Domain
from envs.assist.event_option import EventOption
from envs.assist.persona import Persona, Speed
from envs.assist.schedule import ERROR_KINDS, ErrorKind, QuestionKind, ScheduledEvent
from envs.assist.task import AssistTask

SLACK = 1.15
PART, ERROR = 4, 8
"""Ticks allowed for each part of the task and each error, beside the slack."""
OVERTIME = 1.5
"""The episode's last tick over its deadline."""
DRAWS = 40
"""Schedules that are tried for one case."""


REHEARSED: tuple[tuple[Speed, bool], ...] = (
    ("balanced", False),
    ("balanced", True),
    ("cautious", False),
    ("quick", False),
)
"""Speed of the person, and whether the helper says what to do instead, of the rehearsals of a schedule."""


class NoCaseError(ValueError):
    """A task that does not hold the wanted events."""


@dataclass(frozen=True)
class CaseMaker:
    """What the making of cases needs of one world.

    domain: parameters -> domain. options: domain -> what can be scheduled. drawn: a generator, the list's options and
    whether it is for evaluation -> parameters of a task, none of which is a benchmark's. bases: names and parameters of
    the benchmark's tasks.
    """

    world: str
    domain: Callable[[Mapping[str, Any]], Any]
    options: Callable[[Any], tuple[EventOption, ...]]
    drawn: Callable[[random.Random, Any, bool], Mapping[str, Any]]
    bases: Callable[[], Sequence[tuple[str, Mapping[str, Any]]]]


def make_schedule(
    maker: CaseMaker,
    parameters: Mapping[str, Any],
    pattern: Pattern,
    questions: Sequence[tuple[QuestionKind, bool]],
    rng: random.Random,
    kinds: Sequence[ErrorKind] = ERROR_KINDS,
) -> tuple[ScheduledEvent, ...]:
    """A schedule of which rehearsals have seen every event come about, at every speed and by either kind of help.
    NoCaseError when none is found.
    """
    domain = maker.domain(parameters)
    options = maker.options(domain)
    for _ in range(DRAWS):
        schedule = draw_schedule(options, pattern, questions, kinds, rng)
        if schedule is not None and all(
            _comes_about(maker.world, domain, parameters, schedule, speed, remedies) for speed, remedies in REHEARSED
        ):
            return schedule
    raise NoCaseError(f"{maker.world}: no schedule of {pattern} in {DRAWS} draws")


def make_case(
    maker: CaseMaker,
    parameters: Mapping[str, Any],
    schedule: tuple[ScheduledEvent, ...],
    persona: Persona,
    seed: int,
    family: str,
    scene: str,
    slack: float = SLACK,
    ticks_per_turn: int = 3,
    overtime: float = OVERTIME,
) -> dict[str, Any]:
    """`Task.parameters` of the case. family, scene: as reports group it. NoCaseError when the rehearsal does not reach
    the goal.
    """
    domain = maker.domain(parameters)
    draft = AssistTask(
        domain=parameters,
        persona=persona,
        schedule=schedule,
        deadline=1,
        last=1,
        family=family,
        scene=scene,
        ticks_per_turn=ticks_per_turn,
    )
    ticks = rehearse(maker.world, domain, draft, seed).ticks
    if ticks is None:
        raise NoCaseError(f"{maker.world}: the rehearsal of {dict(parameters)} does not reach the goal")
    errors = sum(event.type == "error" for event in schedule)
    deadline = round(slack * ticks) + PART * len(domain.sheet.parts) + ERROR * errors
    asked = draft.model_copy(update={"deadline": deadline, "last": round(overtime * deadline)})
    return asked.model_dump(mode="json")


def _comes_about(
    world: str,
    domain: Domain[Any],
    parameters: Mapping[str, Any],
    schedule: tuple[ScheduledEvent, ...],
    speed: Speed,
    remedies: bool,
) -> bool:
    asked = AssistTask(domain=parameters, persona=Persona(speed=speed), schedule=schedule, deadline=1, last=1)
    rehearsal = rehearse(world, domain, asked, 0, remedies)
    return rehearsal.ticks is not None and rehearsal.happened == {event.id for event in schedule}
