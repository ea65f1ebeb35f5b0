"""Questions: answered rightly, wrongly, or not (IVG Table 12).

The first message that is an answer counts: it is sent after the question and arrives at most WINDOW ticks after it, and
before it is sent no other question was asked. What it says is held against what is so when it is sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from envs.assist.grading.answers import answers
from envs.assist.grading.message import Sent
from envs.assist.grading.truth import truth
from envs.assist.grading.verdict import Verdict, VerdictKind
from envs.assist.log import Entry, EntryKind, Log
from envs.assist.schedule import QuestionKind

WINDOW = 20
"""Ticks from a question to the arrival of its answer; ours."""


@dataclass(frozen=True)
class _Asked:
    event: str
    kind: QuestionKind
    about: Mapping[str, Any]
    tick: int


class Replies:
    """A fold over entries."""

    def __init__(self) -> None:
        self._open: _Asked | None = None

    def expire(self, tick: int) -> Iterator[Verdict]:
        """What is settled because this tick is reached."""
        if self._open is not None and tick > self._open.tick + WINDOW:
            yield self._unanswered(self._open, self._open.tick + WINDOW)

    def sent(self, message: Sent, log: Log) -> Iterator[Verdict]:
        """What a message settles. log: up to the message."""
        asked = self._open
        if asked is None or message.arrives > asked.tick + WINDOW:
            return
        right = answers(message.said, truth(asked.kind, asked.about, log))
        if right is None:
            return
        self._open = None
        kind = VerdictKind.RIGHT if right else VerdictKind.WRONG
        yield Verdict(kind, message.sent, asked.event, message.number, message.sent - asked.tick, asked.kind)

    def add(self, entry: Entry) -> Iterator[Verdict]:
        """What another entry settles."""
        if entry.kind == EntryKind.ASKED:
            if self._open is not None:
                yield self._unanswered(self._open, entry.tick)
            data = entry.data
            self._open = _Asked(data["event"], data["kind"], data["about"], entry.tick)
        elif entry.kind == EntryKind.ENDED and self._open is not None:
            # Asked at the very end: the assistant had no turn any more.
            asked, self._open = self._open, None
            if entry.tick > asked.tick:
                yield self._unanswered(asked, entry.tick)

    def _unanswered(self, asked: _Asked, tick: int) -> Verdict:
        self._open = None
        return Verdict(VerdictKind.UNANSWERED, tick, asked.event, family=asked.kind)
