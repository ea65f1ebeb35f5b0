"""Progress of the person's task: conditions of the goal as they come to hold, and a bonus at success (IVG Table 2).

A difference of potentials: a condition that ceases to hold gives back what it paid, so undoing and doing again earns
nothing, and an episode's sum is the share that holds at its end, less that at its start, and the bonus. The bonus is
paid once, for the episode ends with it. A change of the plan changes the share as well: what the new plan asks for is
still to be done.
"""

from __future__ import annotations

from envs.assist.log import Entry, EntryKind, Log
from rewards.log_term import LogTerm
from rewards.term import Size, TermSettings


class PersonProgressSettings(TermSettings):
    """success_bonus: (before the weight) when the task is done in time. late_bonus: when it is done later."""

    success_bonus: Size = 1.0
    late_bonus: Size = 0.25


class PersonProgress(LogTerm):
    """Change of the share of conditions that hold, plus the bonus."""

    name = "person_progress"
    settings = PersonProgressSettings

    def begin(self) -> None:
        self._log = Log()
        self._share = 0.0

    def value(self, entry: Entry) -> float:
        self._log.add(entry)
        before, total = self._share, len(self._log.conditions)
        if entry.kind in (EntryKind.START, EntryKind.MET, EntryKind.UNMET, EntryKind.CHANGED_PLAN) and total:
            self._share = len(self._log.met) / total
        if entry.kind == EntryKind.START:
            return 0.0  # what holds at the start is nobody's doing
        value = self._share - before
        if entry.kind == EntryKind.FULFILLED:
            value += self.settings.success_bonus if entry.data["in_time"] else self.settings.late_bonus
        return value
