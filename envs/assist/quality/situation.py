"""What a message is judged against: the log so far, and what in it is still open.

A `Situation` is fed entries in order and holds the log's summary, the errors that are live, the utterances that wait
for an answer, what was sent lately, and the marks at which goal conditions came to hold. It reads nothing ahead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from envs.assist.action import Action
from envs.assist.errors import ErrorFacts
from envs.assist.grounding.act import Understood
from envs.assist.log import Entry, EntryKind, Log, Response, UserAct
from envs.assist.persona import Persona

LATELY = 15
"""Ticks within which something counts as just said, changed or done: the paper's own window for uptake (Table 13)."""
PENDING_FOR = 30
"""Ticks for which an utterance waits for an answer. After that the person has given up, and nobody owes one."""
INTENTS = frozenset(
    {
        UserAct.ASK_NEXT,
        UserAct.QUESTION,
        UserAct.REQUEST,
        UserAct.PLAN_CHANGE,
        UserAct.OBJECT,
        UserAct.DOUBT,
        UserAct.ASK_BACK,
    }
)
"""Acts of the person that want to be taken up."""

Calls = tuple[tuple[str, tuple[str, ...]], ...]
"""(id, its names) of every thing."""


@dataclass
class Pending:
    """An utterance that wants to be taken up. asked: data of the ASKED entry of a scheduled question. until: what a
    request waits for, {thing, property, value}. taken_up: number and arrival of the first message that takes it up.
    unclear: a message came in time of which nobody can tell.
    """

    utterance: int
    tick: int
    act: UserAct
    text: str
    event: str | None = None
    reply_to: int | None = None
    asked: Mapping[str, Any] | None = None
    until: Mapping[str, str] | None = None
    taken_up: tuple[int, int] | None = None
    unclear: bool = False


@dataclass(frozen=True)
class Sent:
    """A message as it was sent."""

    number: int
    tick: int
    arrives: int
    text: str
    heard_as: Understood

    @classmethod
    def read(cls, entry: Entry) -> Sent:
        """Of a SENT entry."""
        data = entry.data
        heard = Understood.from_json(data["heard_as"])
        return cls(data["message"], entry.tick, data.get("arrives", entry.tick), data["text"], heard)


@dataclass(frozen=True, slots=True)
class Deed:
    """A completed action. index: of its DID entry."""

    index: int
    tick: int
    action: Action


@dataclass(frozen=True)
class Milestone:
    """A goal condition came to hold. index: of the MET entry. things: what brought it about, and what that is at."""

    index: int
    tick: int
    condition: str
    things: frozenset[str]


@dataclass
class Situation:
    """Everything up to the last entry that was added.

    errors: event -> live error, from its start until averted, repaired or void. deviations: (index, tick, error) of
    all that have begun. requests: event -> what to tell of. changed: thing -> tick of its last change. refused: actions
    that the world refused and, since nothing has changed, would refuse again. heard: message -> response.
    """

    log: Log = field(default_factory=Log)
    errors: dict[str, ErrorFacts] = field(default_factory=dict)
    requests: dict[str, Mapping[str, str]] = field(default_factory=dict)
    utterances: list[Pending] = field(default_factory=list)
    announced: list[tuple[int, str]] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    heard: dict[int, Response] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    refused: list[Action] = field(default_factory=list)
    done: list[Deed] = field(default_factory=list)
    deviations: list[tuple[int, int, ErrorFacts]] = field(default_factory=list)
    milestones: list[Milestone] = field(default_factory=list)
    persona: Persona = field(default_factory=Persona)
    sheet: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    task_things: frozenset[str] = frozenset()
    """Ids that the sheet or a goal condition names, and further ones of a kind: with `chips` also `chips_2`."""
    props: frozenset[str] = frozenset()
    """Properties that this world has kept facts of."""
    _calls: Calls = ()

    def add(self, entry: Entry) -> None:
        """One more entry."""
        self.log.add(entry)
        kind, data, tick = entry.kind, entry.data, entry.tick
        if kind == EntryKind.CHANGED:
            self.refused.clear()
            for thing, prop, _ in data["facts"]:
                self.changed[thing] = tick
                if prop not in self.props:
                    self.props |= {prop}
        elif kind == EntryKind.DID:
            self.done.append(Deed(len(self.log.entries) - 1, tick, Action.from_json(data["action"])))
        elif kind == EntryKind.REFUSED:
            self.refused.append(Action.from_json(data["action"]))
        elif kind == EntryKind.MET:
            self.milestones.append(Milestone(len(self.log.entries) - 1, tick, data["condition"], self._met_by(tick)))
        elif kind == EntryKind.DEVIATING:
            self.errors[data["event"]] = error = ErrorFacts.read(entry)
            self.deviations.append((len(self.log.entries) - 1, tick, error))
        elif kind in (EntryKind.AVERTED, EntryKind.REPAIRED, EntryKind.VOID):
            self.errors.pop(data["event"], None)
        elif kind == EntryKind.SAID:
            self._said(entry)
        elif kind == EntryKind.ASKED:
            self._about(data["event"], asked=data)
        elif kind == EntryKind.REQUESTED:
            self.requests[data["event"]] = data["until"]
            self._about(data["event"], until=data["until"])
        elif kind == EntryKind.SENT:
            self.sent.append(Sent.read(entry))
        elif kind == EntryKind.HEARD:
            self.heard[data["message"]] = Response(data["response"])
        elif kind == EntryKind.START:
            self.names = {thing: tuple(words) for thing, words in data["things"].items()}
            self.places = frozenset(data["places"])
            self.props = frozenset(prop for _, prop, _ in data["facts"])
            self.persona = Persona.model_validate(data["persona"])
            self._calls = tuple(self.names.items())
            self._plan(data)
        elif kind == EntryKind.CHANGED_PLAN:
            self._plan(data)

    @property
    def tick(self) -> int:
        """Now."""
        return self.log.tick

    def pending(self) -> list[Pending]:
        """Utterances that wait for an answer, in order."""
        recent = self.tick - PENDING_FOR
        return [each for each in self.utterances if each.taken_up is None and each.tick >= recent]

    def mentioned(self, text: str) -> frozenset[str]:
        """Ids of the things that a text names."""
        return mentioned(text, self._calls)

    def name(self, thing: str) -> str:
        """What a thing is called; its id where it has no name."""
        return next(iter(self.names.get(thing, ())), thing)

    def says(self, action: Action) -> str:
        """An action in words, for reasons."""
        return " ".join([action.verb, *(self.name(thing) for thing in (action.target, action.place) if thing)])

    def whereabouts(self, thing: str) -> list[str]:
        """Where a thing is, and where that is, and so on."""
        chain: list[str] = []
        place = self.log.fact(thing, "at")
        while place is not None and place not in chain and place != thing:
            chain.append(place)
            place = self.log.fact(place, "at")
        return chain

    def on_heat(self, thing: str) -> bool:
        """Whether a thing is food that cooks, or would go on to burn."""
        if self.log.fact(thing, "state") not in ("cooking", "done"):
            return False
        return any(self.log.fact(place, "power") == "on" for place in self.whereabouts(thing))

    def _said(self, entry: Entry) -> None:
        data, act = entry.data, UserAct(entry.data["act"])
        if act == UserAct.ANNOUNCE:
            self.announced.append((entry.tick, data["text"]))
        if act in INTENTS or act == UserAct.DONE:
            event = data.get("event")
            made = Pending(data["utterance"], entry.tick, act, data["text"], event, data.get("reply_to"))
            self.utterances.append(made)
            if event is not None:  # the entry that says what it is about may stand before it
                for other in self.log.entries[-8:]:
                    if other.kind in (EntryKind.ASKED, EntryKind.REQUESTED) and other.data["event"] == event:
                        made.asked = other.data if other.kind == EntryKind.ASKED else None
                        made.until = other.data["until"] if other.kind == EntryKind.REQUESTED else None

    def _about(self, event: str, **fields: Any) -> None:
        for each in self.utterances:
            if each.event == event:
                for name, value in fields.items():
                    setattr(each, name, value)

    def _plan(self, data: Mapping[str, Any]) -> None:
        self.sheet = data["sheet"]
        words = " . ".join([self.sheet["text"], *self.sheet["parts"].values()])
        named = self.mentioned(words) | _in_ids(tuple(data["conditions"]), tuple(self.names))
        self.task_things = frozenset(thing for thing in self.names if {thing, _kind(thing)} & named)

    def _met_by(self, tick: int) -> frozenset[str]:
        things = {thing for thing, changed in self.changed.items() if changed == tick}
        if self.done and self.done[-1].tick == tick:
            things |= {self.done[-1].action.target, self.done[-1].action.place}
        around = {place for thing in things for place in self.whereabouts(thing)}
        return frozenset(things | around) - {"person", "nothing", ""}


@lru_cache(maxsize=4096)
def mentioned(text: str, calls: Calls) -> frozenset[str]:
    """Ids of the things that a text names, by the longest names that fit, also in the plural."""
    pattern, ids = _reader(calls)
    return frozenset(thing for found in pattern.findall(_plain(text)) for thing in ids[found])


@lru_cache(maxsize=256)
def _reader(calls: Calls) -> tuple[re.Pattern[str], dict[str, list[str]]]:
    ids: dict[str, list[str]] = {}
    for thing, names in calls:
        for name in filter(None, map(_plain, names)):
            plural = f"{name[:-1]}ies" if name.endswith("y") else f"{name}es"
            for form in (name, f"{name}s", plural):
                ids.setdefault(form, []).append(thing)
    longest_first = sorted(ids, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first) or '(?!)'})\b"), ids


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


@lru_cache(maxsize=256)
def _in_ids(conditions: tuple[str, ...], things: tuple[str, ...]) -> frozenset[str]:
    """Things whose ids stand in ids of conditions, as `steak` in `plated_steak`."""
    return frozenset(
        thing
        for thing in things
        if any(re.search(rf"(?<![a-z0-9]){re.escape(thing)}(?![a-z0-9])", condition) for condition in conditions)
    )


def _kind(thing: str) -> str:
    """An id without its number."""
    return re.sub(r"_\d+$", "", thing)
