"""Errors of the person that the assistant sees, prevents and mends, and alarms that are false (IVG Tables 2 and 20).

Errors come by the schedule alone, so there is nothing to farm: each pays at most once as detected and once as prevented
or corrected, and to let it happen so as to mend it pays less. Whoever warns of everything pays for each false alarm.
"""

from __future__ import annotations

from collections.abc import Iterable

from envs.assist.grading import Verdict, VerdictKind
from envs.assist.grading.alarms import FORESIGHT, Alarms
from envs.assist.grading.message import Sent
from envs.assist.log import Entry, EntryKind
from rewards.graded import Graded
from rewards.term import Size, TermSettings


class ErrorHelpSettings(TermSettings):
    """Values before the weight; costs are given as sizes."""

    prevented: Size = 1.0
    corrected: Size = 0.5
    detected: Size = 0.25
    missed: Size = 0.0
    false_alarm: Size = 0.5
    late_by: Size = 0.0
    """Off `detected`, for each tick from the error's begin to the message."""
    foresight: bool = True
    """Whether a warning of what is not wrong yet waits for an error that it may have foreseen. False, for step-wise
    credit: it is a false alarm in the turn in which it is sent, for nobody sees an error before it begins."""


class ErrorHelp(Graded):
    """+ prevented, corrected, detected; - missed, false alarms."""

    name = "error_help"
    settings = ErrorHelpSettings
    signs = {
        VerdictKind.PREVENTED: 1,
        VerdictKind.CORRECTED: 1,
        VerdictKind.DETECTED: 1,
        VerdictKind.MISSED: -1,
        VerdictKind.FALSE_ALARM: -1,
    }

    def begin(self) -> None:
        super().begin()
        self._alarms = Alarms()

    def verdicts(self, entry: Entry) -> Iterable[Verdict]:
        found = self._grader.add(entry)
        if self.settings.foresight:
            return found
        kept = [verdict for verdict in found if verdict.kind != VerdictKind.FALSE_ALARM]
        if entry.kind != EntryKind.SENT:
            return [*kept, *self._alarms.add(entry)]
        answered = any(verdict.kind in (VerdictKind.RIGHT, VerdictKind.WRONG) for verdict in found)
        at_once = self._alarms.sent(Sent.read(entry), self._grader.log, answered)
        return [*kept, *at_once, *self._alarms.expire(entry.tick + FORESIGHT + 1)]
