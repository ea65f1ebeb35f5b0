"""`Task.parameters` of the assist worlds, checked: the domain's own part, the person, the schedule and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError, model_validator

from envs.assist.persona import Persona
from envs.assist.schedule import ScheduledEvent
from envs.environment import TaskError
from envs.episode import Task

LONGEST = 100_000
"""Ticks of an episode at most."""


class AssistTask(BaseModel):
    """One case with one persona. All times are in ticks."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    domain: Mapping[str, Any]
    """What the world itself is made from, such as recipe and layout; each domain checks its own."""
    persona: Persona
    schedule: tuple[ScheduledEvent, ...] = ()
    deadline: Annotated[StrictInt, Field(ge=1, le=LONGEST)]
    """Done by then is done in time."""
    last: Annotated[StrictInt, Field(ge=1, le=LONGEST)]
    """The episode ends then."""
    family: StrictStr = ""
    """Kind of task, which reports group by: a dish, a chore, a configuration."""
    scene: StrictStr = ""
    """The case: what differs in its person alone shares it, and reports take it together."""
    ticks_per_turn: Annotated[StrictInt, Field(ge=1, le=60)] = 3
    """The assistant is asked this often, and at once when the person says what wants an answer."""

    @model_validator(mode="after")
    def _ordered(self) -> AssistTask:
        if self.last < self.deadline:
            raise ValueError(f"last: {self.last} is before the deadline, {self.deadline}")
        ids = [event.id for event in self.schedule]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"schedule: id {twice!r} stands twice")
        return self


def checked(task: Task) -> AssistTask:
    """A task's parameters. TaskError names the field and its value."""
    try:
        return AssistTask.model_validate(dict(task.parameters))
    except RecursionError as error:
        raise TaskError(f"task {task.id}: parameters: nested too deeply") from error
    except ValidationError as error:
        item = error.errors()[0]
        field = ".".join(map(str, item["loc"]))
        got = f" (got {str(item['input'])[:80]!r})" if field else ""
        raise TaskError(
            f"task {task.id}: parameters.{field}: {item['msg'].removeprefix('Value error, ')}{got}"
        ) from error
