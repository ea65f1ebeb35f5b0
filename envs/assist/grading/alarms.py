"""False alarms: messages that warn of what is not wrong, or say that something was left undone which was done.

An act that warns is right when it addresses an error that has begun and whose effects are not gone, or went at most
GRACE ticks ago (the message may have crossed the person's insight); when it names an action of such an error; or when
the log shows a reason for it: a thing that is on, open or burnt, food on the heat. A warning of what is being done now,
outside of any error, is a false alarm at once. Any other warning is one unless an error that it addresses begins within
FORESIGHT ticks: to see a mistake coming is no false alarm. A bare "stop" is one unless an error is under way.

An act that denies what the log says was done is a false alarm too, except in a message that answers a question. At most
one false alarm is counted for a message. The rules are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from envs.assist.action import Action
from envs.assist.errors import ErrorFacts, addresses
from envs.assist.grading.history import BURNT, on_heat_since
from envs.assist.grading.message import Sent
from envs.assist.grading.verdict import Verdict, VerdictKind
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import Entry, EntryKind, Log

GRACE = 15
FORESIGHT = 15
GONE = frozenset((EntryKind.AVERTED, EntryKind.REPAIRED, EntryKind.VOID))
"""Entries after which an error's effects are gone."""


@dataclass
class _Error:
    facts: ErrorFacts
    gone: int | None = None


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """A warning that only an error to come can justify."""

    act: Act
    message: int
    last: int


class Alarms:
    """A fold over entries."""

    def __init__(self) -> None:
        self._errors: dict[str, _Error] = {}
        self._doubtful: list[_Doubtful] = []
        self._begun = 0
        """When the action under way was begun."""

    def expire(self, tick: int) -> Iterator[Verdict]:
        """What is settled because this tick is reached."""
        return self._settle([doubt for doubt in self._doubtful if tick > doubt.last])

    def sent(self, message: Sent, log: Log, answers: bool) -> Iterator[Verdict]:
        """What a message settles. log: up to the message. answers: whether it answers a question."""
        doubts: list[Act] = []
        for act in message.acts:
            false = self._warns_falsely(act, log) if act.kind == ActKind.WARN else not answers and _denies(act, log)
            if false:
                yield Verdict(VerdictKind.FALSE_ALARM, message.sent, message=message.number)
                return
            if false is None:
                doubts.append(act)
        self._doubtful += [_Doubtful(act, message.number, message.sent + FORESIGHT) for act in doubts]

    def add(self, entry: Entry) -> Iterator[Verdict]:
        """What another entry settles."""
        if entry.kind == EntryKind.BEGAN:
            self._begun = entry.tick
        elif entry.kind == EntryKind.DEVIATING:
            error = _Error(ErrorFacts.read(entry))
            self._errors[error.facts.event] = error
            self._doubtful = [doubt for doubt in self._doubtful if not addresses(doubt.act, error.facts)]
        elif entry.kind in GONE and entry.data["event"] in self._errors:
            self._errors[entry.data["event"]].gone = entry.tick
        elif entry.kind == EntryKind.ENDED:
            yield from self._settle(self._doubtful, entry.tick)

    def _settle(self, doubts: list[_Doubtful], tick: int | None = None) -> Iterator[Verdict]:
        """These were false alarms."""
        settled = {doubt.message: doubt.last if tick is None else tick for doubt in doubts}
        self._doubtful = [doubt for doubt in self._doubtful if doubt.message not in settled]
        for message, at in settled.items():
            yield Verdict(VerdictKind.FALSE_ALARM, at, message=message)

    def _warns_falsely(self, act: Act, log: Log) -> bool | None:
        """Whether a warning is a false alarm; None while an error to come can justify it."""
        open_errors = [error.facts for error in self._errors.values() if error.gone is None]
        if not (act.verb or act.target or act.place):
            return not open_errors
        if any(_about(act, facts) for facts in open_errors):
            return False
        doing = log.doing is not None and _names(act, log.doing)
        for error in self._errors.values():
            if error.gone is not None and log.tick <= error.gone + GRACE and _about(act, error.facts):
                if not doing or self._begun < error.gone:
                    return False
        if doing:
            return True
        return False if _has_reason(act.target, log) else None


def _about(act: Act, error: ErrorFacts) -> bool:
    """Whether a warning is of this error, or of one of the actions that lead to it."""
    return addresses(act, error) or any(_names(act, action) for action in error.actions)


def _names(act: Act, action: Action) -> bool:
    """Whether a warning is of this action; what it leaves open matches anything."""
    pairs = ((act.verb, action.verb), (act.target, action.target), (act.place, action.place))
    return all(said in ("", done) for said, done in pairs)


def _has_reason(thing: str, log: Log) -> bool:
    """Whether the log shows that the thing wants care."""
    if not thing:
        return False
    on = log.fact(thing, "power") == "on" or log.fact(thing, "open") == "open"
    return on or log.fact(thing, "state") == BURNT or on_heat_since(log, thing) is not None


def _denies(act: Act, log: Log) -> bool:
    """Whether the act says that something was not done which was done."""
    if act.kind != ActKind.CLAIM or act.prop != "did" or not act.negated or not (act.target or act.place):
        return False
    return bool(log.times(act.verb, act.target, act.place))
