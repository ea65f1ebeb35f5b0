"""A penalty for actions that did not do what was meant, its size by what went wrong.

Kept small in the default composition: on an unknown device, trying is how one learns.
"""

from __future__ import annotations

from envs.devices.machine import ERROR_STATE
from envs.episode import Event, EventKind, Outcome, Severity, Step, Task
from rewards.term import Size, TermSettings


class FailedActionSettings(TermSettings):
    """A size for each kind of failed event. FAILED counts by its severity, moderate when it has none."""

    operational_error: Size = 1.0
    null_effect: Size = 1.0
    system: Size = 1.0
    minor: Size = 0.5
    moderate: Size = 1.0
    severe: Size = 2.0
    invalid_reply: Size = 0.0
    """A reply without a valid call; for compositions that have no `reply_format` beside this term."""
    error_state: Size = 2.0
    """Beside the events: the device was driven into its Error state, a dangerous or invalid operation."""
    ended: Size = 0.0
    """Beside the events: the step ended the episode in failure. As dear as the time saved, it is no way out."""


class FailedAction:
    """Minus the sizes of the step's failed events."""

    settings = FailedActionSettings

    def __init__(self, settings: FailedActionSettings) -> None:
        self.settings = settings

    def start(self, task: Task) -> None:
        """Nothing to forget."""

    def score(self, step: Step) -> float:
        value = sum(self._size(event) for event in step.events)
        if ERROR_STATE in step.visited:
            value += self.settings.error_state
        if step.outcome == Outcome.FAILURE:
            value += self.settings.ended
        return -value

    def _size(self, event: Event) -> float:
        if event.kind == EventKind.OPERATIONAL_ERROR:
            return self.settings.operational_error
        if event.kind == EventKind.NULL:
            return self.settings.null_effect
        if event.kind == EventKind.SYSTEM:
            return self.settings.system
        if event.kind == EventKind.INVALID_REPLY:
            return self.settings.invalid_reply
        if event.kind == EventKind.FAILED:
            return getattr(self.settings, (event.severity or Severity.MODERATE).value)
        return 0.0
