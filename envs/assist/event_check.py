"""Checks of a schedule's events that need no episode: what an event is about has to be there from the start.

Each domain's `check` knows what its errors and changes of plan may be about; what the person says is the same for all.
A TaskError names the event's id, the field and its value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NoReturn

from envs.assist.action import WAIT
from envs.assist.lexicon import Lexicon
from envs.assist.questions import check_about
from envs.assist.schedule import ScheduledEvent, ScheduledQuestion, ScheduledRequest
from envs.environment import TaskError

SHOWN = 80
"""Characters of a wrong value that an error shows."""


def refuse(event: ScheduledEvent, field: str, value: Any, why: str) -> NoReturn:
    """Raise the TaskError for a field of an event. field: such as "about.thing". why: "is no food of this kitchen"."""
    raise TaskError(f"schedule: event {event.id!r}: {field}: {repr(value)[:SHOWN]} {why}")


def check_fields(event: ScheduledEvent, allowed: Iterable[str]) -> None:
    """TaskError for a field of `about` that this kind of event does not take."""
    known = sorted(allowed)
    for field in event.about:
        if field not in known:
            takes = f"takes {', '.join(known)}" if known else "takes nothing"
            refuse(event, "about", field, f"is no field: {event.type} {getattr(event, 'kind', '')} {takes}")


def check_name(event: ScheduledEvent, field: str, known: Collection[str], what: str) -> None:
    """TaskError for a field of `about` that is given and none of the known names. what: "food of this kitchen"."""
    if field in event.about:
        value = event.about[field]
        if not isinstance(value, str) or value not in known:
            refuse(event, f"about.{field}", value, f"is no {what}")


def check_said(event: ScheduledQuestion | ScheduledRequest, lexicon: Lexicon) -> None:
    """TaskError for a question or a request that the person could not put into words."""
    if isinstance(event, ScheduledRequest):
        check_fields(event, ())
        if event.until.thing not in lexicon.things:
            refuse(event, "until.thing", event.until.thing, "is no thing of this task")
        return
    check_about(event)
    for field in ("action", "first", "second"):
        if field in event.about:
            verb = event.about[field][0]
            if verb != WAIT and verb not in lexicon.verbs:
                refuse(event, f"about.{field}", event.about[field], "has no verb of this world")
