"""Base of the terms that pay for the grader's verdicts: each kind of verdict has its value, each verdict counts once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from envs.assist.grading import Grader, VerdictKind
from envs.assist.log import Entry
from rewards.log_term import LogTerm


class Graded(LogTerm):
    """Sum of its verdicts' values: the setting named like the kind, with the sign that `signs` gives. A setting
    `late_by`, where there is one, costs so much for each tick of a paid verdict's delay.
    """

    signs: ClassVar[Mapping[VerdictKind, int]]

    def begin(self) -> None:
        self._grader = Grader()

    def value(self, entry: Entry) -> float:
        value = 0.0
        for verdict in self._grader.add(entry):
            sign = self.signs.get(verdict.kind)
            if sign is None:
                continue
            value += sign * getattr(self.settings, verdict.kind.value)
            if sign > 0 and verdict.delay is not None:
                value -= min(self.settings.late_by * verdict.delay, getattr(self.settings, verdict.kind.value))
        return value
