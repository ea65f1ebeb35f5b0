"""Scheduled errors: which were detected, prevented, corrected or missed.

An error is detected by a message that is sent after it began (DEVIATING), of which an act `addresses` it, at the latest
WINDOW ticks after it was done (COMMITTED), and before the person understood or saw it (AVERTED, CORRECTED, NOTICED).
Recall counts each error that began once. One that could not be made any more (VOID) is nobody's: it leaves all counts.
A message that was sent before the error began can prevent it, but does not detect it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grading.message import Sent
from envs.assist.grading.verdict import Verdict, VerdictKind
from envs.assist.log import Entry, EntryKind

WINDOW = 30
"""Ticks after the commit in which a message still detects the error; ours."""


@dataclass
class _Open:
    """An error that can still be detected. last: the last tick for it, None before the commit."""

    facts: ErrorFacts
    begun: int
    last: int | None = None
    detected: bool = False


class Detections:
    """A fold over entries."""

    def __init__(self) -> None:
        self.begun: dict[str, str] = {}
        """Errors that began and were not withdrawn: event -> kind."""
        self._open: dict[str, _Open] = {}

    def expire(self, tick: int) -> Iterator[Verdict]:
        """What is settled because this tick is reached."""
        for error in tuple(self._open.values()):
            if error.last is not None and tick > error.last:
                yield from self._close(error, error.last)

    def sent(self, message: Sent) -> Iterator[Verdict]:
        """What a message settles."""
        facts = [error.facts for error in self._open.values() if not error.detected]
        for found in addressed(message.acts, facts):
            error = self._open[found.event]
            error.detected = True
            yield self._verdict(VerdictKind.DETECTED, error, message.sent, message.number, message.sent - error.begun)

    def add(self, entry: Entry) -> Iterator[Verdict]:
        """What another entry settles."""
        kind, tick = entry.kind, entry.tick
        if kind == EntryKind.DEVIATING:
            facts = ErrorFacts.read(entry)
            self.begun[facts.event] = facts.kind
            self._open[facts.event] = _Open(facts, tick)
        elif kind == EntryKind.COMMITTED and entry.data["event"] in self._open:
            self._open[entry.data["event"]].last = tick + WINDOW
        elif kind in (EntryKind.AVERTED, EntryKind.CORRECTED):
            what = VerdictKind.PREVENTED if kind == EntryKind.AVERTED else VerdictKind.CORRECTED
            event, message = entry.data["event"], entry.data["message"]
            self._open.pop(event, None)
            yield Verdict(what, tick, event, message, family=self.begun.get(event, ""))
        elif kind == EntryKind.NOTICED and entry.data["event"] in self._open:
            yield from self._close(self._open[entry.data["event"]], tick)
        elif kind == EntryKind.VOID and self._open.pop(entry.data["event"], None) is not None:
            del self.begun[entry.data["event"]]
        elif kind == EntryKind.ENDED:
            for error in tuple(self._open.values()):
                yield from self._close(error, tick)

    def _close(self, error: _Open, tick: int) -> Iterator[Verdict]:
        del self._open[error.facts.event]
        if not error.detected:
            yield self._verdict(VerdictKind.MISSED, error, tick)

    def _verdict(
        self, kind: VerdictKind, error: _Open, tick: int, message: int | None = None, delay: int | None = None
    ) -> Verdict:
        return Verdict(kind, tick, error.facts.event, message, delay, error.facts.kind)
