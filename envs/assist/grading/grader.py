"""The grader: a fold over the event log, entry by entry, so that rewards score a step as the benchmark a whole episode.

It reads entries and nothing else. A finding is given out with the entry that settles it; one that is settled by time
comes with the first entry after that time, or with the last (ENDED). What is still open in a log that has not ended is
not counted.
"""

from __future__ import annotations

from collections.abc import Iterable

from envs.assist.grading.alarms import Alarms
from envs.assist.grading.chatter import Chatter
from envs.assist.grading.detections import Detections
from envs.assist.grading.grades import Grades, error_counts, question_counts, request_counts
from envs.assist.grading.message import Sent
from envs.assist.grading.notices import Notices
from envs.assist.grading.replies import Replies
from envs.assist.grading.verdict import Verdict, VerdictKind
from envs.assist.log import Entry, EntryKind, Log
from envs.episode import Episode


class Grader:
    """One episode's. `log` holds the entries so far."""

    def __init__(self) -> None:
        self.log = Log()
        self._verdicts: list[Verdict] = []
        self._detections, self._replies, self._notices = Detections(), Replies(), Notices()
        self._alarms, self._chatter = Alarms(), Chatter()
        self._messages = 0
        self._fulfilled = self._in_time = False

    def extend(self, entries: Iterable[Entry]) -> tuple[Verdict, ...]:
        """Add entries; what they settle."""
        return tuple(verdict for entry in entries for verdict in self.add(entry))

    def add(self, entry: Entry) -> tuple[Verdict, ...]:
        """Add the next entry; what it settles, in order."""
        found: list[Verdict] = []
        for watch in (self._detections, self._replies, self._notices, self._alarms):
            found += watch.expire(entry.tick)
        self.log.add(entry)
        found += self._sent(Sent.read(entry)) if entry.kind == EntryKind.SENT else self._happened(entry)
        self._verdicts += found
        return tuple(found)

    def _sent(self, message: Sent) -> list[Verdict]:
        self._messages += 1
        self._notices.sent(message)
        found = list(self._detections.sent(message))
        answer = list(self._replies.sent(message, self.log))
        alarm = list(self._alarms.sent(message, self.log, bool(answer)))
        found += answer + alarm
        return found + list(self._chatter.sent(message, self.log, bool(found)))

    def _happened(self, entry: Entry) -> list[Verdict]:
        self._chatter.add(entry)
        if entry.kind == EntryKind.FULFILLED:
            self._fulfilled, self._in_time = True, bool(entry.data["in_time"])
        found = list(self._detections.add(entry))
        found += self._replies.add(entry)
        found += self._notices.add(entry, self.log)
        return found + list(self._alarms.add(entry))

    @property
    def grades(self) -> Grades:
        """What the entries so far come to."""
        verdicts = tuple(self._verdicts)
        kinds = [verdict.kind for verdict in verdicts]
        return Grades(
            in_time=self._in_time,
            any_success=self._fulfilled,
            deadline=int(self.log.start.get("deadline", 0)),
            ticks=self.log.tick,
            messages=self._messages,
            unneeded=kinds.count(VerdictKind.UNNEEDED),
            false_alarms=kinds.count(VerdictKind.FALSE_ALARM),
            by_kind=error_counts(self._detections.begun, verdicts),
            questions=question_counts(verdicts),
            requests=request_counts(verdicts),
            verdicts=verdicts,
        )


def grade(played: Log | Episode) -> Grades:
    """Grades of a whole log, or of an episode's."""
    log = Log.of(played) if isinstance(played, Episode) else played
    grader = Grader()
    grader.extend(log.entries)
    return grader.grades
