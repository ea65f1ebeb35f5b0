"""A penalty for a step that brings nothing new: trying again what failed, or going back to where one has been.

Worlds are deterministic, so what failed in a state fails in it again. Unlike a penalty for failing, this one leaves
trying something new free, which is how an unknown device is learnt. Going back counts too, or idle looks around
would be the cheapest way not to fail.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from pydantic import Field

from envs.episode import FAILURES, Event, EventKind, Step, Task
from rewards.term import TermSettings


class RepetitionSettings(TermSettings):
    """radius: how far apart two places may be, along x and y, to count as one; 0 to 1000, in coordinate units."""

    radius: Annotated[float, Field(ge=0, le=1000)] = 40.0


class Repetition:
    """-1, before the weight, for a step that brings nothing new; 0 for an invalid reply, which has its own term.

    That is a failed action that had failed before in the same state of the world, used the same way at nearly the
    same place, and any other step that ends in a state that the episode has been in.

    Reads `tool`, `coordinate` and further arguments in a failed event's data; one without a tool counts as new.
    """

    settings = RepetitionSettings

    def __init__(self, settings: RepetitionSettings) -> None:
        self.settings = settings
        self._been: set[str] = set()
        self._failed: defaultdict[Any, list[Any]] = defaultdict(list)

    def start(self, task: Task) -> None:
        self._been.clear()
        self._failed.clear()

    def score(self, step: Step) -> float:
        self._been.add(step.before)
        back = step.after in self._been
        self._been.add(step.after)
        if step.has(EventKind.INVALID_REPLY):
            return 0.0
        failures = [event for event in step.events if event.kind in FAILURES]
        if failures:
            return -float(all([self._again(step.before, event) for event in failures]))
        return -float(back)

    def _again(self, state: str, event: Event) -> bool:
        """Whether this failure repeats one; it is remembered if not."""
        if "tool" not in event.data:
            return False
        how = {name: value for name, value in event.data.items() if name != "coordinate"}
        earlier, place = self._failed[state, repr(sorted(how.items()))], event.data.get("coordinate")
        if any(self._near(place, other) for other in earlier):
            return True
        earlier.append(place)
        return False

    def _near(self, a: Any, b: Any) -> bool:
        if a is None or b is None:
            return a is b
        return max(abs(p - q) for p, q in zip(a, b, strict=True)) <= self.settings.radius
