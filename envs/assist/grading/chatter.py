"""Messages that give the person nothing: repeats, talk without a point, advice for what is being done.

Never counted: a message to which another finding belongs (it detects, answers, notifies), and talk that responds to the
person, who has spoken since the latest message. The rules are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from envs.assist.grading.message import Sent
from envs.assist.grading.verdict import Verdict, VerdictKind
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Entry, EntryKind, Log

REPEATS = 15
"""Ticks within which the same acts are a repeat."""
POINTLESS = frozenset((ActKind.PRAISE, ActKind.GREET, ActKind.ACKNOWLEDGE))


class Chatter:
    """A fold over entries."""

    def __init__(self) -> None:
        self._said: dict[frozenset[Act], int] = {}
        """Acts of messages -> when they were sent last, since the person has spoken."""
        self._spoken_to = False

    def sent(self, message: Sent, log: Log, useful: bool) -> Iterator[Verdict]:
        """What a message settles. log: up to the message. useful: whether another finding speaks for it."""
        acts = frozenset(replace(act, text="") for act in message.acts if act.kind not in POINTLESS)
        before = self._said.get(acts)
        repeated = bool(acts) and before is not None and message.sent <= before + REPEATS
        pointless = not acts and not self._spoken_to
        self._said[acts] = message.sent
        self._spoken_to = False
        if not useful and (repeated or pointless or _known(acts, log)):
            yield Verdict(VerdictKind.UNNEEDED, message.sent, message=message.number)

    def add(self, entry: Entry) -> None:
        """Another entry."""
        if entry.kind == EntryKind.SAID:
            self._said.clear()
            self._spoken_to = True


def _known(acts: frozenset[Act], log: Log) -> bool:
    """Whether all that is said is to do what is being done."""
    doing = log.doing
    if doing is None or not acts:
        return False
    for act in acts:
        pairs = ((act.verb, doing.verb), (act.target, doing.target), (act.place, doing.place))
        if act.kind != ActKind.ADVISE or act.later or any(said not in ("", done) for said, done in pairs):
            return False
    return True
