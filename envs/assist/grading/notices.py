"""Proactive requests ("tell me when the rice is done"): told in time, early, late, or not (IVG Table 12).

What is told is judged at the tick at which the person hears it, for a notification is for that moment. The window opens
when the fact comes true after the request, and lasts until it ceases, at most WINDOW ticks. A notification is a claim
that it is so, or advice to do something with the thing now. A promise or an acknowledgement is none. The first
notification counts: a claim that is heard before the fact is true settles the request, so that claiming it again and
again gains nothing. After the window a notification is late for another LATE ticks; then there was none.

A request whose fact never came true, or whose window was open when the episode ended, is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from envs.assist.grading.message import Sent
from envs.assist.grading.verdict import Verdict, VerdictKind
from envs.assist.grounding.act import ActKind
from envs.assist.log import Entry, EntryKind, Log

WINDOW = 15
LATE = 15


@dataclass
class _Wanted:
    """A request that is not settled. opened: when the fact came true. last: the window's last tick, once it is open."""

    event: str
    thing: str
    prop: str
    value: str
    after: int
    """Number of the latest message at the request: those up to it count for nothing, whenever they arrive."""
    opened: int | None = None
    last: int | None = None

    def claimed(self, message: Sent) -> bool:
        """Whether it is told in so many words."""
        return any(
            (act.target, act.prop, act.value, act.negated) == (self.thing, self.prop, self.value, False)
            for act in message.of_kind(ActKind.CLAIM)
        )

    def advised(self, message: Sent) -> bool:
        """Whether something is to be done with the thing now."""
        return any(act.target == self.thing and not act.later for act in message.of_kind(ActKind.ADVISE))


class Notices:
    """A fold over entries."""

    def __init__(self) -> None:
        self._open: dict[str, _Wanted] = {}
        self._under_way: dict[int, Sent] = {}
        self._latest = -1

    def expire(self, tick: int) -> Iterator[Verdict]:
        """What is settled because this tick is reached."""
        for wanted in tuple(self._open.values()):
            if wanted.last is not None and tick > wanted.last + LATE:
                yield self._settle(VerdictKind.UNNOTIFIED, wanted, wanted.last + LATE)

    def sent(self, message: Sent) -> None:
        """A message is on its way."""
        self._latest = message.number
        if self._open:
            self._under_way[message.number] = message

    def add(self, entry: Entry, log: Log) -> Iterator[Verdict]:
        """What another entry settles. log: up to it."""
        kind, tick = entry.kind, entry.tick
        if kind == EntryKind.REQUESTED:
            until = entry.data["until"]
            wanted = _Wanted(entry.data["event"], until["thing"], until["property"], until["value"], self._latest)
            self._open[wanted.event] = wanted
            self._look(wanted, tick, log)
        elif kind == EntryKind.CHANGED:
            for wanted in self._open.values():
                self._look(wanted, tick, log)
        elif kind == EntryKind.HEARD:
            message = self._under_way.pop(entry.data["message"], None)
            if message is not None:
                yield from self._heard(message, tick)
        elif kind == EntryKind.VOID:
            self._open.pop(entry.data["event"], None)
        elif kind == EntryKind.ENDED:
            for wanted in tuple(self._open.values()):
                if wanted.last is not None and tick > wanted.last:
                    yield self._settle(VerdictKind.UNNOTIFIED, wanted, tick)
            self._open.clear()

    @staticmethod
    def _look(wanted: _Wanted, tick: int, log: Log) -> None:
        so = log.fact(wanted.thing, wanted.prop) == wanted.value
        if so and wanted.opened is None:
            wanted.opened, wanted.last = tick, tick + WINDOW
        elif not so and wanted.last is not None:
            wanted.last = min(wanted.last, tick - 1)

    def _heard(self, message: Sent, tick: int) -> Iterator[Verdict]:
        for wanted in [wanted for wanted in self._open.values() if wanted.after < message.number]:
            claimed = wanted.claimed(message)
            if wanted.opened is None or wanted.last is None:
                if claimed:
                    yield self._settle(VerdictKind.EARLY, wanted, tick, message.number)
            elif claimed or wanted.advised(message):
                kind = VerdictKind.NOTIFIED if tick <= wanted.last else VerdictKind.LATE
                yield self._settle(kind, wanted, tick, message.number, tick - wanted.opened)

    def _settle(
        self, kind: VerdictKind, wanted: _Wanted, tick: int, message: int | None = None, delay: int | None = None
    ) -> Verdict:
        del self._open[wanted.event]
        return Verdict(kind, tick, wanted.event, message, delay)
