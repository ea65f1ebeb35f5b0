"""Base of the terms that pay for the grader's verdicts: each kind of verdict has its value, each counts once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from envs.assist.grading import Grader, Verdict, VerdictKind
from envs.assist.log import Entry
from rewards.log_term import LogTerm


class Graded(LogTerm):
    """Sum of its verdicts' values: the setting named like the kind, with the sign that `signs` gives.

    The setting `late_by` is taken off what is paid for each tick of the verdict's delay, at most all of it: help that
    comes late is worth less, never less than nothing. Costs, and verdicts without a delay, are as they are.
    """

    signs: ClassVar[Mapping[VerdictKind, int]]

    def begin(self) -> None:
        self._grader = Grader()

    def value(self, entry: Entry) -> float:
        return sum((self._worth(verdict) for verdict in self.verdicts(entry)), 0.0)

    def verdicts(self, entry: Entry) -> Iterable[Verdict]:
        """What the next entry settles."""
        return self._grader.add(entry)

    def _worth(self, verdict: Verdict) -> float:
        sign = self.signs.get(verdict.kind, 0)
        if not sign:
            return 0.0
        size = getattr(self.settings, verdict.kind.value)
        if sign < 0:
            return -size
        return max(0.0, size - self.settings.late_by * (verdict.delay or 0))
