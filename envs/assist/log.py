"""The event log: everything that happened in an episode, with its tick, and the running summary that it adds up to.

The harness writes entries as things happen and gives them out in `Step.info["log"]`; grading, metrics, rewards and
judges read them from a saved episode by `Log.of` and nothing else. Data of each kind:

    START        world, deadline, last, ticks_per_turn, delay, persona, conditions, met, facts [[thing, property, value]
                 ...], sheet {text, parts}, places, things {id: [names]}, events [ids and types of the schedule]
    BEGAN        action, until
    DID          action                   completed; the facts that it changed follow as CHANGED
    DROPPED      action                   abandoned before its end, without effect
    REFUSED      action, why              the person tried what cannot be done
    CHANGED      facts [[thing, property, value or null]]
    MET, UNMET   condition                a goal condition came to hold, or ceased to
    DEVIATING    event, kind, actions, wrong, remedy, blind    a scheduled error begins: the person is about to do it
    COMMITTED    event                    it is done
    AVERTED      event, message           given up before it was done, because of a message
    CORRECTED    event, message           the person has understood the error after it was done, because of a message
    NOTICED      event                    the person has seen it alone, after it was done
    REPAIRED     event                    its effects are gone
    VOID         event                    the schedule's event can no longer happen
    SAID         utterance, text, act, event, reply_to         by the person; act: one of `UserAct`
    SENT         message, text, arrives, heard_as {acts, things, unknown}     by the assistant
    HEARD        message, response        the message has reached the person; response: one of `Response`
    ASKED        event, kind, about, false_premise             a scheduled question; the words are SAID in the same tick
    REQUESTED    event, until {thing, property, value}         a proactive request
    CHANGED_PLAN event, kind, conditions, sheet
    FULFILLED    in_time                  the task is done
    ENDED        fulfilled, in_time       the last entry
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from envs.assist.action import Action
from envs.episode import Episode, Step


class EntryKind(StrEnum):
    """Kinds of entries; their data are listed above."""

    START = "start"
    BEGAN = "began"
    DID = "did"
    DROPPED = "dropped"
    REFUSED = "refused"
    CHANGED = "changed"
    MET = "met"
    UNMET = "unmet"
    DEVIATING = "deviating"
    COMMITTED = "committed"
    AVERTED = "averted"
    CORRECTED = "corrected"
    NOTICED = "noticed"
    REPAIRED = "repaired"
    VOID = "void"
    SAID = "said"
    SENT = "sent"
    HEARD = "heard"
    ASKED = "asked"
    REQUESTED = "requested"
    CHANGED_PLAN = "changed_plan"
    FULFILLED = "fulfilled"
    ENDED = "ended"


class UserAct(StrEnum):
    """What an utterance of the person is."""

    ASK_NEXT = "ask_next"
    QUESTION = "question"
    REQUEST = "request"
    PLAN_CHANGE = "plan_change"
    ANNOUNCE = "announce"
    OBJECT = "object"
    DOUBT = "doubt"
    ASK_BACK = "ask_back"
    ACKNOWLEDGE = "acknowledge"
    THANK = "thank"
    COMPLAIN = "complain"
    DONE = "done"
    COMMENT = "comment"


PENDING = frozenset(
    {UserAct.ASK_NEXT, UserAct.QUESTION, UserAct.REQUEST, UserAct.OBJECT, UserAct.DOUBT, UserAct.ASK_BACK, UserAct.DONE}
)
"""Acts that want an answer; a turn ends when one is said."""


class Response(StrEnum):
    """What the person does about a message."""

    FOLLOW = "follow"
    NOTE = "note"
    """Taken in; nothing to do now."""
    DOUBT = "doubt"
    OBJECT = "object"
    ASK_BACK = "ask_back"
    IGNORE = "ignore"
    ANNOYED = "annoyed"


SUMMED = frozenset(
    {
        EntryKind.START,
        EntryKind.BEGAN,
        EntryKind.DID,
        EntryKind.DROPPED,
        EntryKind.CHANGED,
        EntryKind.MET,
        EntryKind.UNMET,
        EntryKind.CHANGED_PLAN,
    }
)
"""Kinds that the log's summary adds up."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; `data` is JSON-plain."""

    tick: int
    kind: EntryKind
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> list[Any]:
        """[tick, kind, data]."""
        return [self.tick, self.kind.value, dict(self.data)]

    @classmethod
    def from_json(cls, data: list[Any]) -> Entry:
        """Inverse of `to_json`."""
        return cls(data[0], EntryKind(data[1]), data[2])


class Log:
    """Entries and what they add up to so far. Fed in order by `add`; see `envs.assist.condition.Progress`."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = []
        self.facts: dict[tuple[str, str], str] = {}
        """What is true now."""
        self.start: Mapping[str, Any] = {}
        """Data of the START entry."""
        self.doing: Action | None = None
        self._tick = 0
        self._met: frozenset[str] = frozenset()
        self._conditions: tuple[str, ...] = ()
        self._did: dict[tuple[str, str, str], list[int]] = {}
        """Ticks of the actions completed: by the action, and by what it matches with its target or place left open."""
        self.extend(entries)

    @classmethod
    def of(cls, episode: Episode) -> Log:
        """The log of a saved or live episode."""
        return cls(entry for turn in episode.turns for entry in entries_of(turn.step))

    def extend(self, entries: Iterable[Entry]) -> None:
        """Add entries."""
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Add one entry and keep the summary."""
        self.entries.append(entry)
        self._tick = entry.tick
        kind, data = entry.kind, entry.data
        if kind not in SUMMED:
            return
        if kind == EntryKind.CHANGED:
            for thing, prop, value in data["facts"]:
                if value is None:
                    self.facts.pop((thing, prop), None)
                else:
                    self.facts[thing, prop] = value
        elif kind == EntryKind.BEGAN:
            self.doing = Action(*data["action"])
        elif kind == EntryKind.DID:
            self.doing = None
            verb, target, place = data["action"]
            for key in {(verb, target, place), (verb, target, ""), (verb, "", place), (verb, "", "")}:
                self._did.setdefault(key, []).append(entry.tick)
        elif kind == EntryKind.DROPPED:
            self.doing = None
        elif kind == EntryKind.MET:
            self._met |= {data["condition"]}
        elif kind == EntryKind.UNMET:
            self._met -= {data["condition"]}
        elif kind == EntryKind.CHANGED_PLAN:
            self._conditions = tuple(data["conditions"])
            self._met &= set(self._conditions)
        elif kind == EntryKind.START:
            self.start = data
            self.facts = {(thing, prop): value for thing, prop, value in data["facts"]}
            self._conditions, self._met = tuple(data["conditions"]), frozenset(data["met"])

    @property
    def tick(self) -> int:
        """Now: the tick of the last entry, or what the clock was set to since."""
        return self._tick

    @tick.setter
    def tick(self, tick: int) -> None:
        self._tick = tick

    @property
    def met(self) -> frozenset[str]:
        """Goal conditions that hold."""
        return self._met

    @property
    def conditions(self) -> tuple[str, ...]:
        """All goal conditions, as the plan is now."""
        return self._conditions

    def fact(self, thing: str, prop: str) -> str | None:
        """Present value of a thing's property; None where there is none."""
        return self.facts.get((thing, prop))

    def times(self, verb: str, target: str = "", place: str = "") -> list[int]:
        """Ticks at which actions were completed, in order; "" matches anything. Not to be written to."""
        return self._did.get((verb, target, place), [])

    def begun(self, verb: str, target: str = "") -> bool:
        """Whether such an action is being done now."""
        return self.doing is not None and self.doing.verb == verb and target in ("", self.doing.target)

    def of_kind(self, *kinds: EntryKind) -> list[Entry]:
        """Entries of these kinds, in order."""
        return [entry for entry in self.entries if entry.kind in kinds]


def entries_of(step: Step) -> list[Entry]:
    """What one step added to the log. The first step brings the START entry along."""
    return [Entry.from_json(data) for data in step.info.get("log", ())]
