"""Base of the terms that read the event log of an assist world, entry by entry (IVG).

A term pays for what the log says, as soon as it says so; so a saved episode is scored as the live one was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from envs.assist.log import Entry, entries_of
from envs.episode import Step, Task
from envs.settings import SettingsError
from rewards.term import TermSettings


class LogTerm(ABC):
    """Sums `value` over the entries that a step added. SettingsError for a step without a log: another world's."""

    settings: Any = TermSettings

    def __init__(self, settings: Any) -> None:
        self.settings = settings

    def start(self, task: Task) -> None:
        self._task = task
        self.begin()

    def score(self, step: Step) -> float:
        if "log" not in step.info:
            raise SettingsError(
                f"reward term {type(self).__name__}: task {self._task.id} of world {self._task.world!r}: "
                "its steps bear no event log; this term is for assist worlds"
            )
        return sum((self.value(entry) for entry in entries_of(step)), 0.0)

    @abstractmethod
    def begin(self) -> None:
        """Forget the last episode."""

    @abstractmethod
    def value(self, entry: Entry) -> float:
        """What the next entry is worth, before the weight."""
