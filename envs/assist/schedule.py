"""Out-of-plan events that a case schedules: errors, questions, requests and changes of plan (IVG Table 1A).

Each waits for its condition on the task's progress, then happens once. What an event is about is bound when it happens,
by the domain (errors, changes of plan) or by `envs.assist.questions` (questions), unless the case says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr

from envs.assist.condition import Condition, FactIs

ErrorKind = Literal[
    "misstep",  # repeat, forget or skip a step: `about.how` says which
    "wrong_order",
    "wrong_thing",
    "unwanted_thing",
    "unfinished",  # raw food plated; a step taken before the one that it needs
    "unattended",  # left on the heat, left running, left open
]
"""The six kinds. In the kitchen: repeat, forget or skip a step; wrong plating order; wrong ingredient; unwanted
ingredient; raw food plated; unattended cooking. The other worlds give the same kinds their own form."""
ERROR_KINDS: tuple[ErrorKind, ...] = (
    "misstep",
    "wrong_order",
    "wrong_thing",
    "unwanted_thing",
    "unfinished",
    "unattended",
)
QuestionKind = Literal["order", "count", "elapsed", "duration", "recall"]
QUESTION_KINDS: tuple[QuestionKind, ...] = ("order", "count", "elapsed", "duration", "recall")
ChangeKind = Literal["modify", "side_task"]


class _Event(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[StrictStr, Field(min_length=1)]
    """Of the event, once in a schedule."""
    when: Condition
    """It happens as soon as this holds and the person can."""
    about: Mapping[str, Any] = {}
    """What the domain is to do it with; empty: the domain chooses. For questions see `envs.assist.questions`."""


class ScheduledError(_Event):
    """The person is about to do something wrong."""

    type: Literal["error"] = "error"
    kind: ErrorKind


class ScheduledQuestion(_Event):
    """The person asks what the assistant should have seen. false_premise: about something that was not or is not so."""

    type: Literal["question"] = "question"
    kind: QuestionKind
    false_premise: StrictBool = False


class ScheduledRequest(_Event):
    """The person wants to be told when something is so: `until`, such as the rice being done."""

    type: Literal["request"] = "request"
    until: FactIs


class ScheduledChange(_Event):
    """The person changes the plan: another recipe, or a side task."""

    type: Literal["plan_change"] = "plan_change"
    kind: ChangeKind


ScheduledEvent = Annotated[
    ScheduledError | ScheduledQuestion | ScheduledRequest | ScheduledChange, Field(discriminator="type")
]
