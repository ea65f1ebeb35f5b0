"""What an episode comes to: success, errors, questions, requests, messages (IVG Tables 2, 3, 6, 20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from envs.assist.grading.verdict import Verdict, VerdictKind

FAMILIES: Mapping[str, str] = {
    "order": "order",
    "count": "count",
    "elapsed": "duration",
    "duration": "duration",
    "recall": "recall",
}
"""Kind of question -> family under which Tables 3 and 12 report it."""


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """Scheduled errors: how many began, and of those how many came to what."""

    begun: int = 0
    detected: int = 0
    prevented: int = 0
    corrected: int = 0

    def __add__(self, other: ErrorCounts) -> ErrorCounts:
        return ErrorCounts(
            self.begun + other.begun,
            self.detected + other.detected,
            self.prevented + other.prevented,
            self.corrected + other.corrected,
        )


@dataclass(frozen=True)
class Grades:
    """An episode, or the part of it that the log holds.

    in_time, any_success: done by the deadline, done at all. deadline, ticks: in ticks, `ticks` the last entry's.
    messages: sent. unneeded, false_alarms: of those. by_kind: errors by kind. questions: family of Table 12 ->
    (answered rightly, asked). requests: (notified in the window, judged). verdicts: all findings, in order.
    """

    in_time: bool
    any_success: bool
    deadline: int
    ticks: int
    messages: int
    unneeded: int
    false_alarms: int
    by_kind: Mapping[str, ErrorCounts]
    questions: Mapping[str, tuple[int, int]]
    requests: tuple[int, int]
    verdicts: tuple[Verdict, ...]

    @property
    def errors(self) -> ErrorCounts:
        """Errors of all kinds."""
        return sum(self.by_kind.values(), ErrorCounts())

    @property
    def answers(self) -> tuple[int, int]:
        """(answered rightly, asked) over all families."""
        pairs = self.questions.values()
        return sum(right for right, _ in pairs), sum(asked for _, asked in pairs)


def error_counts(begun: Mapping[str, str], verdicts: tuple[Verdict, ...]) -> dict[str, ErrorCounts]:
    """Errors by kind. begun: event -> kind, of the errors that count."""
    kinds = (VerdictKind.DETECTED, VerdictKind.PREVENTED, VerdictKind.CORRECTED)
    events = {kind: {verdict.event for verdict in verdicts if verdict.kind == kind} for kind in kinds}
    counts: dict[str, ErrorCounts] = {}
    for event, family in begun.items():
        found = ErrorCounts(1, *(int(event in events[kind]) for kind in kinds))
        counts[family] = counts.get(family, ErrorCounts()) + found
    return counts


def question_counts(verdicts: tuple[Verdict, ...]) -> dict[str, tuple[int, int]]:
    """Family -> (answered rightly, asked), of the questions that are settled."""
    counts: dict[str, tuple[int, int]] = {}
    for verdict in verdicts:
        if verdict.kind in (VerdictKind.RIGHT, VerdictKind.WRONG, VerdictKind.UNANSWERED):
            right, asked = counts.get(FAMILIES[verdict.family], (0, 0))
            counts[FAMILIES[verdict.family]] = right + (verdict.kind == VerdictKind.RIGHT), asked + 1
    return counts


def request_counts(verdicts: tuple[Verdict, ...]) -> tuple[int, int]:
    """(notified in the window, judged)."""
    judged = (VerdictKind.NOTIFIED, VerdictKind.EARLY, VerdictKind.LATE, VerdictKind.UNNOTIFIED)
    settled = [verdict.kind for verdict in verdicts if verdict.kind in judged]
    return settled.count(VerdictKind.NOTIFIED), len(settled)
