"""What must hold of every log of an episode, whoever played it: the rules by which the harness writes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from envs.assist.harness import QUIET
from envs.assist.log import Entry, EntryKind, Log
from envs.assist.persona import Persona

LETTERS = {
    EntryKind.DEVIATING: "d",
    EntryKind.COMMITTED: "c",
    EntryKind.AVERTED: "a",
    EntryKind.CORRECTED: "k",
    EntryKind.NOTICED: "n",
    EntryKind.REPAIRED: "r",
    EntryKind.VOID: "v",
    EntryKind.ASKED: "q",
    EntryKind.REQUESTED: "w",
    EntryKind.CHANGED_PLAN: "p",
}
LIVES: Mapping[str, str] = {
    "error": "v|d(v|a|c([kn]r?)?)?",
    "question": "[qv]",
    "request": "[wv]",
    "plan_change": "[pv]",
}
"""Type of event -> all that can become of one, in this order, and each at most once: an error that is given up in time
is never done; what is done can be understood, then repaired."""


def check_log(log: Log) -> None:
    """Every rule."""
    entries = log.entries
    assert [entry.kind for entry in entries if entry.kind in (EntryKind.START, EntryKind.ENDED)] == [
        EntryKind.START,
        EntryKind.ENDED,
    ]
    assert entries[0].kind == EntryKind.START and entries[-1].kind == EntryKind.ENDED
    ticks = [entry.tick for entry in entries]
    assert ticks == sorted(ticks) and ticks[0] == 0 and ticks[-1] <= log.start["last"]
    _check_events(log)
    _check_actions(entries)
    _check_messages(entries)
    _check_goal(log)
    _check_utterances(entries)


def _check_events(log: Log) -> None:
    """Each event of the schedule happens once or is VOID, by the life that its type can have."""
    lives: dict[str, str] = defaultdict(str)
    persona = Persona(**log.start["persona"])
    committed: dict[str, int] = {}
    for entry in log.entries:
        if entry.kind in LETTERS:
            event = entry.data["event"]
            lives[event] += LETTERS[entry.kind]
            if entry.kind == EntryKind.COMMITTED:
                committed[event] = entry.tick
            elif entry.kind == EntryKind.NOTICED:
                assert persona.notices_after is not None
                assert entry.tick == committed[event] + persona.notices_after
    assert lives.keys() == {event for event, _ in log.start["events"]}
    for event, kind in log.start["events"]:
        assert re.fullmatch(LIVES[kind], lives[event]), (event, kind, lives[event])


def _check_actions(entries: list[Entry]) -> None:
    """One action at a time; it ends when it was said to end, or is dropped before."""
    begun: Entry | None = None
    for entry in entries:
        if entry.kind == EntryKind.BEGAN:
            assert begun is None and entry.data["until"] > entry.tick
            begun = entry
        elif entry.kind in (EntryKind.DID, EntryKind.DROPPED):
            assert begun is not None and entry.data["action"] == begun.data["action"]
            done = entry.tick == begun.data["until"]
            assert done or (entry.kind == EntryKind.DROPPED and entry.tick < begun.data["until"])
            begun = None


def _check_messages(entries: list[Entry]) -> None:
    """Messages arrive when they were to arrive, in their order; one that is under way at the end never does."""
    sent = [entry for entry in entries if entry.kind == EntryKind.SENT]
    heard = [entry for entry in entries if entry.kind == EntryKind.HEARD]
    assert [entry.data["message"] for entry in sent] == list(range(len(sent)))
    assert [entry.data["message"] for entry in heard] == list(range(len(heard)))
    arrivals = [entry.data["arrives"] for entry in sent]
    assert arrivals == sorted(arrivals)
    assert [entry.tick for entry in heard] == [max(at, s.tick) for at, s in zip(arrivals, sent, strict=True)][
        : len(heard)
    ]
    assert all(at >= entries[-1].tick for at in arrivals[len(heard) :])
    known = {entry.data["message"] for entry in heard}
    for entry in entries:
        if entry.kind in (EntryKind.AVERTED, EntryKind.CORRECTED):
            assert entry.data["message"] in known


def _check_goal(log: Log) -> None:
    """Conditions change as they are said to; the episode is a success when all hold, and ends then; a repair is one."""
    now = Log()
    blind: dict[str, frozenset[str]] = {}
    for entry in log.entries:
        if entry.kind == EntryKind.MET:
            assert entry.data["condition"] not in now.met
        elif entry.kind == EntryKind.UNMET:
            assert entry.data["condition"] in now.met
        elif entry.kind == EntryKind.DEVIATING:
            blind[entry.data["event"]] = frozenset(entry.data["blind"])
        elif entry.kind == EntryKind.REPAIRED:
            assert blind[entry.data["event"]] & frozenset(now.conditions) <= now.met
        now.add(entry)
    fulfilled = log.of_kind(EntryKind.FULFILLED)
    end = log.entries[-1]
    assert bool(fulfilled) == (now.met >= set(now.conditions)) == end.data["fulfilled"]
    in_time = bool(fulfilled) and end.tick <= log.start["deadline"]
    assert end.data["in_time"] == in_time
    assert [(entry.tick, entry.data) for entry in fulfilled] == (
        [(end.tick, {"in_time": in_time})] if fulfilled else []
    )


def _check_utterances(entries: list[Entry]) -> None:
    """Numbered; what the schedule has the person say comes QUIET ticks apart, once for each event."""
    said: list[Mapping[str, Any]] = [entry.data for entry in entries if entry.kind == EntryKind.SAID]
    assert [data["utterance"] for data in said] == list(range(len(said)))
    scheduled = [entry for entry in entries if entry.kind == EntryKind.SAID and "event" in entry.data]
    assert all(b.tick - a.tick >= QUIET for a, b in zip(scheduled, scheduled[1:], strict=False))
    asked = [
        (entry.tick, entry.data["event"])
        for entry in entries
        if entry.kind in (EntryKind.ASKED, EntryKind.REQUESTED, EntryKind.CHANGED_PLAN)
    ]
    assert asked == [(entry.tick, entry.data["event"]) for entry in scheduled]
