"""Hand-written logs of a small kitchen: entries at named ticks, messages with the acts that are heard in them."""

from __future__ import annotations

from typing import Any

from envs.assist.action import Action
from envs.assist.errors import ErrorFacts
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.log import Entry, EntryKind, Log, UserAct
from envs.assist.persona import Persona
from envs.assist.quality import Item, MessageVerdict, RuleJudge, Verdict
from envs.assist.quality.uptake import IntentVerdict
from envs.episode import Episode, Observation, Outcome, Step, Task, ToolCall, Turn

THINGS = {
    "rice": ["rice"],
    "steak": ["steak", "sliced steak"],
    "tomato": ["tomato"],
    "tomato_2": ["second portion of tomato"],
    "onion": ["onion"],
    "pan_1": ["pan"],
    "timer": ["timer"],
    "source": ["food source"],
    "stove": ["stove"],
    "prep": ["prep station"],
    "plate_1": ["plate"],
}
PLACES = ["source", "stove", "prep", "plate_1"]
FACTS = {
    ("person", "at"): "source",
    ("person", "hand"): "nothing",
    ("rice", "at"): "source",
    ("rice", "state"): "raw",
    ("steak", "at"): "pan_1",
    ("steak", "state"): "raw",
    ("pan_1", "at"): "stove",
    ("stove", "power"): "off",
    ("tomato", "at"): "source",
    ("tomato", "form"): "whole",
    ("onion", "at"): "source",
    ("onion", "form"): "whole",
    ("timer", "value"): "0",
}
SHEET = {
    "text": "Sear the steak and chop the tomato. Plate the steak first.",
    "parts": {"steak": "sear the steak", "tomato": "chop the tomato"},
}
CHOP = Action("chop", "tomato")
PLATE_TOMATO = Action("put", "tomato", "plate_1")
PLATE_STEAK = Action("put", "steak", "plate_1")
BARE = Action("")
EARLY = ErrorFacts("e1", "wrong_order", (PLATE_TOMATO,), ("tomato",), (PLATE_STEAK,), ("tomato_plated",))
"""The tomato is about to be plated before the steak."""


def advise(action: Action, **more: Any) -> Act:
    return Act(ActKind.ADVISE, verb=action.verb, target=action.target, place=action.place, **more)


def warn(action: Action = BARE) -> Act:
    return Act(ActKind.WARN, verb=action.verb, target=action.target, place=action.place)


def claim(target: str, prop: str, value: str, **more: Any) -> Act:
    return Act(ActKind.CLAIM, target=target, prop=prop, value=value, **more)


def did(action: Action, **more: Any) -> Act:
    return Act(ActKind.CLAIM, prop="did", verb=action.verb, target=action.target, place=action.place, **more)


def number(value: float, target: str = "") -> Act:
    return Act(ActKind.NUMBER, number=value, target=target)


def plain(kind: ActKind) -> Act:
    return Act(kind)


class Kitchen:
    """A log in the making. Every method appends entries at `tick` and returns the kitchen."""

    def __init__(self, persona: Persona | None = None, facts: dict[tuple[str, str], str] | None = None) -> None:
        self.entries: list[Entry] = []
        self.sent = self.spoken = 0
        data = {
            "world": "cook",
            "deadline": 200,
            "last": 250,
            "ticks_per_turn": 3,
            "delay": "fixed",
            "persona": (persona or Persona()).model_dump(),
            "conditions": ["steak_plated", "tomato_plated"],
            "met": [],
            "facts": [[thing, prop, value] for (thing, prop), value in {**FACTS, **(facts or {})}.items()],
            "sheet": SHEET,
            "places": PLACES,
            "things": THINGS,
            "events": [],
        }
        self.note(0, EntryKind.START, **data)

    def note(self, tick: int, kind: EntryKind, /, **data: Any) -> Kitchen:
        assert not self.entries or tick >= self.entries[-1].tick
        self.entries.append(Entry(tick, kind, data))
        return self

    def begins(self, tick: int, action: Action, until: int = 0) -> Kitchen:
        return self.note(tick, EntryKind.BEGAN, action=action.to_json(), until=until or tick + 1)

    def does(self, tick: int, action: Action, *facts: tuple[str, str, str | None], meets: str = "") -> Kitchen:
        self.note(tick, EntryKind.DID, action=action.to_json())
        if facts:
            self.changes(tick, *facts)
        return self.note(tick, EntryKind.MET, condition=meets) if meets else self

    def changes(self, tick: int, *facts: tuple[str, str, str | None]) -> Kitchen:
        return self.note(tick, EntryKind.CHANGED, facts=[list(fact) for fact in facts])

    def refused(self, tick: int, action: Action, why: str = "not now") -> Kitchen:
        return self.note(tick, EntryKind.REFUSED, action=action.to_json(), why=why)

    def strays(self, tick: int, error: ErrorFacts = EARLY) -> Kitchen:
        return self.note(tick, EntryKind.DEVIATING, **error.to_json())

    def says(
        self, tick: int, act: UserAct, text: str, event: str | None = None, reply_to: int | None = None
    ) -> Kitchen:
        more = {name: value for name, value in (("event", event), ("reply_to", reply_to)) if value is not None}
        self.note(tick, EntryKind.SAID, utterance=self.spoken, text=text, act=act.value, **more)
        self.spoken += 1
        return self

    def asks(self, tick: int, kind: str, about: dict[str, Any], text: str, event: str = "q1") -> Kitchen:
        self.note(tick, EntryKind.ASKED, event=event, kind=kind, about=about, false_premise=False)
        return self.says(tick, UserAct.QUESTION, text, event)

    def requests(self, tick: int, thing: str, value: str, text: str, event: str = "r1") -> Kitchen:
        until = {"thing": thing, "property": "state", "value": value}
        return self.note(tick, EntryKind.REQUESTED, event=event, until=until).says(tick, UserAct.REQUEST, text, event)

    def hears(self, tick: int, text: str, *acts: Act, unknown: tuple[str, ...] = (), delay: int = 2) -> Kitchen:
        """The assistant says something at `tick`."""
        unreal = {act.target for act in acts if act.prop == "exists"} - set(THINGS)
        named = dict.fromkeys(name for act in acts for name in (act.target, act.place) if name and name not in unreal)
        unknown += tuple(unreal)
        heard = Understood(acts, tuple(named), unknown).to_json()
        self.note(tick, EntryKind.SENT, message=self.sent, text=text, arrives=tick + delay, heard_as=heard)
        self.sent += 1
        return self

    def ends(self, tick: int) -> Kitchen:
        return self.note(tick, EntryKind.ENDED, fulfilled=False, in_time=False)

    @property
    def log(self) -> Log:
        return Log(self.entries)

    @property
    def verdicts(self) -> list[MessageVerdict]:
        return RuleJudge().judge(self.log)

    @property
    def intents(self) -> tuple[IntentVerdict, ...]:
        return RuleJudge().judge_all(self.entries)[1]

    def last(self, item: Item) -> Verdict:
        """An item's verdict on the last message."""
        return self.verdicts[-1].items[item].verdict

    def episode(self, name: str = "case-1", outcome: Outcome | None = Outcome.FAILURE, turns: int = 3) -> Episode:
        """The log as a saved episode has it, spread over some turns."""
        plain = [entry.to_json() for entry in self.entries]
        size = -(-len(plain) // turns)
        parts = [plain[start : start + size] for start in range(0, len(plain), size)]
        steps = [
            Step(Observation("Cook."), "a", "b", (), outcome=outcome if part is parts[-1] else None, info={"log": part})
            for part in parts
        ]
        made = tuple(Turn(Observation("Cook."), "{}", step, ToolCall("stay_silent")) for step in steps)
        return Episode(Task("cook", name, 0, {}), made, outcome)
