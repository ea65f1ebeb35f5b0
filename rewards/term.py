"""One reward term: what it keeps, its settings, and the table of known names.

A term reads Steps and nothing else, so that a saved episode is re-scored without its simulator. `score` gives
the value before the weight; the sign belongs to the term (a cost is negative), the weight is never negative.
"""

from __future__ import annotations

import importlib
from typing import Annotated, Any, Protocol

from pydantic import Field

from envs.episode import Step, Task
from envs.settings import Settings, SettingsError

Size = Annotated[float, Field(ge=0)]
"""A finite number that is not negative."""


class TermSettings(Settings):
    """What every term can be told. `weight` multiplies its value; at 0 it is logged as 0."""

    weight: Size = 1.0


class RewardTerm(Protocol):
    """A term is built from its settings, started once an episode, then asked once a step, in order."""

    settings: Any
    """The class attribute is the settings' model; the instance's is what it was built with."""

    def __init__(self, settings: Any) -> None: ...

    def start(self, task: Task) -> None:
        """Forget the last episode; the next step is this task's first. SettingsError for a task it cannot score."""
        ...

    def score(self, step: Step) -> float:
        """The step's value before the weight."""
        ...


_BUILT_IN = {
    "ssm_distance": "rewards.ssm_distance:SsmDistance",
    "goal": "rewards.goal:Goal",
    "step_cost": "rewards.step_cost:StepCost",
    "failed_action": "rewards.failed_action:FailedAction",
    "repetition": "rewards.repetition:Repetition",
    "reply_format": "rewards.reply_format:ReplyFormat",
    "task_progress": "rewards.task_progress:TaskProgress",
    "ask": "rewards.ask:Ask",
    "person_progress": "rewards.person_progress:PersonProgress",
    "error_help": "rewards.error_help:ErrorHelp",
    "answer": "rewards.answer:Answer",
    "notification": "rewards.notification:Notification",
    "message_quality": "rewards.message_quality:MessageQuality",
    "uptake": "rewards.uptake:Uptake",
    "chatter": "rewards.chatter:Chatter",
    "neglect": "rewards.neglect:Neglect",
}
_REGISTERED: dict[str, type[RewardTerm]] = {}


def register(name: str, term: type[RewardTerm]) -> None:
    """Add a term under a name of its own; a name that is taken is refused."""
    if name in terms():
        raise ValueError(f"reward term {name!r} is registered already")
    _REGISTERED[name] = term


def terms() -> tuple[str, ...]:
    """Names of every known term."""
    return (*_BUILT_IN, *_REGISTERED)


def find(name: str, where: str) -> type[RewardTerm]:
    """The class of a term; SettingsError, opened by `where`, lists the known names."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name not in _BUILT_IN:
        raise SettingsError(f"{where}: unknown term {name!r}; known: {', '.join(terms())}")
    module, _, attribute = _BUILT_IN[name].partition(":")
    return getattr(importlib.import_module(module), attribute)
