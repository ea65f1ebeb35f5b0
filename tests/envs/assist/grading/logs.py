"""Logs written by hand: a small kitchen, its lexicon, and a `Story` that adds entry after entry at a tick."""

from __future__ import annotations

from typing import Any

from envs.assist.action import Action
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.lexicon import Lexicon, VerbForms
from envs.assist.log import Entry, EntryKind, Log, Response, UserAct
from envs.episode import Episode, Observation, Outcome, Step, Task, Turn

FOODS = ("rice", "steak", "tomato", "lettuce")
PLACES = ("fridge", "pantry", "board", "stove_1", "stove_2", "plate")
THINGS = {thing: [thing.replace("_", " ")] for thing in (*FOODS, *PLACES)}
FACTS = {
    ("person", "at"): "board",
    ("person", "hand"): "nothing",
    **{(food, "at"): "fridge" for food in FOODS},
    **{(food, "state"): "raw" for food in FOODS},
    ("tomato", "form"): "whole",
    ("lettuce", "form"): "whole",
    ("stove_1", "power"): "off",
    ("stove_2", "power"): "off",
}
LEXICON = Lexicon(
    things={thing: tuple(names) for thing, names in THINGS.items()},
    places=frozenset(PLACES),
    verbs={
        "go_to": VerbForms(("go to",), ("went to",), ("going to",), "place"),
        "pick_up": VerbForms(("pick up",), ("picked up",), ("picking up",)),
        "put": VerbForms(("put",), ("put",), ("putting",), "both", "on"),
        "chop": VerbForms(("chop",), ("chopped",), ("chopping",)),
        "turn_on": VerbForms(("turn on",), ("turned on",), ("turning on",)),
    },
    values={("state", "done"): ("done", "ready"), ("state", "cooking"): ("cooking",)},
    unreal=("avocado", "waffles"),
    bare=frozenset({"stove_1", "stove_2"}),
)

YES, NO = Act(ActKind.YES), Act(ActKind.NO)
ACK, PRAISE, PROMISE = Act(ActKind.ACKNOWLEDGE), Act(ActKind.PRAISE), Act(ActKind.PROMISE)


def advise(verb: str, target: str = "", place: str = "", later: bool = False) -> Act:
    return Act(ActKind.ADVISE, verb=verb, target=target, place=place, later=later)


def warn(verb: str = "", target: str = "", place: str = "") -> Act:
    return Act(ActKind.WARN, verb=verb, target=target, place=place)


def claim(thing: str, prop: str, value: str, negated: bool = False) -> Act:
    return Act(ActKind.CLAIM, target=thing, prop=prop, value=value, negated=negated)


def did(verb: str, target: str, negated: bool = False) -> Act:
    return Act(ActKind.CLAIM, verb=verb, target=target, prop="did", negated=negated)


def number(value: float, target: str = "", unit: str = "") -> Act:
    return Act(ActKind.NUMBER, number=value, target=target, value=unit)


def understood(*acts: Act, things: tuple[str, ...] | None = None) -> Understood:
    """Acts, and as things those that they name, unless said otherwise."""
    named = (thing for act in acts for thing in (act.target, act.place) if thing in THINGS)
    return Understood(acts, tuple(dict.fromkeys(named)) if things is None else things)


class Story:
    """A log in the making. `at` moves the clock; every other method adds one entry at that tick."""

    def __init__(self, deadline: int = 200, last: int = 300) -> None:
        self.tick = self.messages = self.utterances = 0
        self.entries: list[Entry] = []
        self._add(
            EntryKind.START,
            world="cook",
            deadline=deadline,
            last=last,
            ticks_per_turn=3,
            delay="fixed",
            persona={"skill": "medium", "trust": "medium", "speed": "balanced", "interruption": "moderate"},
            conditions=["served"],
            met=[],
            facts=[[thing, prop, value] for (thing, prop), value in FACTS.items()],
            sheet={"text": "Serve it.", "parts": {"serve": "serve it"}},
            places=list(PLACES),
            things=THINGS,
            events=[],
        )

    @property
    def log(self) -> Log:
        return Log(self.entries)

    def at(self, tick: int) -> Story:
        assert tick >= self.tick
        self.tick = tick
        return self

    def _add(self, kind: EntryKind, /, **data: Any) -> Story:
        self.entries.append(Entry(self.tick, kind, data))
        return self

    # -- the person ----------------------------------------------------------------------------------------------------

    def began(self, *action: str) -> Story:
        return self._add(EntryKind.BEGAN, action=Action(*action).to_json(), until=self.tick + 5)

    def did(self, *action: str) -> Story:
        return self._add(EntryKind.DID, action=Action(*action).to_json())

    def changed(self, *facts: tuple[str, str, str | None]) -> Story:
        return self._add(EntryKind.CHANGED, facts=[list(fact) for fact in facts])

    def said(self, act: UserAct, text: str = "Well then.", reply_to: int | None = None) -> Story:
        data: dict[str, Any] = {"utterance": self.utterances, "text": text, "act": act.value}
        self.utterances += 1
        return self._add(EntryKind.SAID, **data, **({} if reply_to is None else {"reply_to": reply_to}))

    def asked(self, event: str, kind: str, about: dict[str, Any], false_premise: bool = False) -> Story:
        self._add(EntryKind.ASKED, event=event, kind=kind, about=about, false_premise=false_premise)
        return self.said(UserAct.QUESTION, "Well, tell me?")

    def requested(self, event: str, thing: str = "rice", prop: str = "state", value: str = "done") -> Story:
        self._add(EntryKind.REQUESTED, event=event, until={"thing": thing, "property": prop, "value": value})
        return self.said(UserAct.REQUEST, "Tell me when it is.")

    # -- errors --------------------------------------------------------------------------------------------------------

    def deviating(
        self,
        event: str = "e1",
        kind: str = "wrong_thing",
        actions: tuple[Action, ...] = (Action("pick_up", "lettuce"),),
        wrong: tuple[str, ...] = ("lettuce",),
        remedy: tuple[Action, ...] = (Action("pick_up", "tomato"),),
    ) -> Story:
        """By default: the person takes the lettuce in place of the tomato."""
        return self._add(
            EntryKind.DEVIATING,
            event=event,
            kind=kind,
            actions=[action.to_json() for action in actions],
            wrong=list(wrong),
            remedy=[action.to_json() for action in remedy],
            blind=[],
        )

    def committed(self, event: str = "e1") -> Story:
        return self._add(EntryKind.COMMITTED, event=event)

    def averted(self, message: int, event: str = "e1") -> Story:
        return self._add(EntryKind.AVERTED, event=event, message=message)

    def corrected(self, message: int, event: str = "e1") -> Story:
        return self._add(EntryKind.CORRECTED, event=event, message=message)

    def noticed(self, event: str = "e1") -> Story:
        return self._add(EntryKind.NOTICED, event=event)

    def repaired(self, event: str = "e1") -> Story:
        return self._add(EntryKind.REPAIRED, event=event)

    def void(self, event: str) -> Story:
        return self._add(EntryKind.VOID, event=event)

    def changed_plan(self, event: str = "p1") -> Story:
        sheet = {"text": "Serve it twice.", "parts": {"serve": "serve it"}}
        self._add(EntryKind.CHANGED_PLAN, event=event, kind="modify", conditions=["served", "twice"], sheet=sheet)
        return self.said(UserAct.PLAN_CHANGE, "I want two of it.")

    # -- the assistant -------------------------------------------------------------------------------------------------

    def sent(
        self, *acts: Act, delay: int = 2, text: str = "Some words.", things: tuple[str, ...] | None = None
    ) -> Story:
        heard_as = understood(*acts, things=things).to_json()
        data = {"message": self.messages, "text": text, "arrives": self.tick + delay, "heard_as": heard_as}
        self.messages += 1
        return self._add(EntryKind.SENT, **data)

    def heard(self, message: int | None = None, response: Response = Response.NOTE) -> Story:
        """The latest message, unless said otherwise."""
        number = self.messages - 1 if message is None else message
        return self._add(EntryKind.HEARD, message=number, response=response.value)

    def told(self, *acts: Act, response: Response = Response.NOTE) -> Story:
        """A message that is sent now and heard two ticks later; the clock stands there then."""
        return self.sent(*acts).at(self.tick + 2).heard(response=response)

    # -- the end -------------------------------------------------------------------------------------------------------

    def ended(self, fulfilled: bool = False, in_time: bool = False) -> Story:
        if fulfilled:
            self._add(EntryKind.FULFILLED, in_time=in_time)
        return self._add(EntryKind.ENDED, fulfilled=fulfilled, in_time=in_time)

    def episode(self, cuts: int = 1) -> Episode:
        """The log as a saved episode bears it, spread over `cuts` turns."""
        shares = [
            self.entries[i * len(self.entries) // cuts : (i + 1) * len(self.entries) // cuts] for i in range(cuts)
        ]
        seen = Observation("guide")
        turns = tuple(
            Turn(seen, "", Step(seen, "", "", (), info={"log": [entry.to_json() for entry in share]}))
            for share in shares
        )
        return Episode(Task("cook", "by-hand", 0, {}), turns, Outcome.TRUNCATED, seen)
