"""Base of the terms that read the event log of an assist world, entry by entry (IVG).

A term pays for what the log says, as soon as it says so; so a saved episode is scored as the live one was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from envs.assist.log import Entry, entries_of
from envs.episode import Step, Task
from envs.settings import SettingsError
from rewards.term import TermSettings

NEEDED = ("domain", "persona", "deadline")
"""Parameters that every task of an assist world has."""


class LogTerm(ABC):
    """Sums `value` over the entries that a step added."""

    name: ClassVar[str]
    """Under which the term is registered, for messages."""
    settings: Any = TermSettings

    def __init__(self, settings: Any) -> None:
        self.settings = settings

    def start(self, task: Task) -> None:
        """SettingsError for a task of a world without an event log."""
        self._task = task
        missing = next((name for name in NEEDED if name not in task.parameters), None)
        if missing is not None:
            raise self._other_world(f"parameters: {missing}: missing")
        self.begin()

    def score(self, step: Step) -> float:
        """The sum over the step's entries. SettingsError for a step without a log."""
        if "log" not in step.info:
            raise self._other_world("a step bears no event log")
        return sum((self.value(entry) for entry in entries_of(step)), 0.0)

    def _other_world(self, why: str) -> SettingsError:
        where = f"reward term {self.name}: task {self._task.id} of world {self._task.world!r}"
        return SettingsError(f"{where}: {why}; this term is for the assist worlds")

    @abstractmethod
    def begin(self) -> None:
        """Forget the last episode."""

    @abstractmethod
    def value(self, entry: Entry) -> float:
        """What the next entry is worth, before the weight."""
