"""Questions about what the assistant should have seen: bound to the episode so far, put into a person's words.

`about` of a question, by kind; an action is [verb, target, place], "" leaves a part open:

    order      {"first": action, "second": action}      did I do the first before the second?
    count      {"action": action}                       how many times did I do it? A walk to a place is a visit.
    elapsed    {"action": action} or {"since": "start"}
    duration   {"thing": id, "of": "cooking"}           how long has it been cooking?
               {"thing": id, "of": "cooked"}            how long did it cook until it was done?
               {"of": "longest"}                        which has been on the heat longest?
    recall     {"action": action}                       did I already do it?
               {"thing": id or name}                    is there any?

With an empty `about` the question is bound when it is asked: to what the log holds and what has a clear answer now. A
false premise is about what was not done, is not cooking, or is not there. Which of the two ways round an order question
is put, and what is chosen among what fits, is drawn from `rng`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from envs.assist.action import WAIT, Action
from envs.assist.grading.answers import answers
from envs.assist.grading.history import COOKING, cooking, on_heat_since
from envs.assist.grading.truth import TOLERANCE, Truth, completions, exists, foods, truth
from envs.assist.grading.wording import is_visit, question_words
from envs.assist.lexicon import Lexicon
from envs.assist.log import EntryKind, Log
from envs.assist.schedule import QuestionKind, ScheduledQuestion
from envs.environment import TaskError

__all__ = ["BoundQuestion", "Truth", "answers", "bind", "check_about", "truth"]

FORMS: dict[str, tuple[frozenset[str], ...]] = {
    "order": (frozenset(("first", "second")),),
    "count": (frozenset(("action",)),),
    "elapsed": (frozenset(("action",)), frozenset(("since",))),
    "duration": (frozenset(("thing", "of")), frozenset(("of",))),
    "recall": (frozenset(("action",)), frozenset(("thing",))),
}


@dataclass(frozen=True, slots=True)
class BoundQuestion:
    """A question as it is asked. about: JSON-plain. text: in a person's words."""

    kind: QuestionKind
    about: Mapping[str, Any]
    text: str
    false_premise: bool = False


def check_about(question: ScheduledQuestion) -> None:
    """TaskError names what is wrong with a question's `about`; an empty one is right."""
    about = question.about
    if not about:
        return
    name = f"question {question.id}: about"
    if frozenset(about) not in FORMS[question.kind]:
        known = " or ".join(str(sorted(form)) for form in FORMS[question.kind])
        raise TaskError(f"{name}: a question of kind {question.kind} takes {known}, got {sorted(about)}")
    for key in ("first", "second", "action"):
        parts = about.get(key)
        if key in about and not (
            isinstance(parts, list | tuple)
            and len(parts) == 3
            and all(isinstance(part, str) for part in parts)
            and parts[0]
        ):
            raise TaskError(f"{name}.{key}: expected [verb, target, place], got {parts!r}")
    ways = ("cooking", "cooked") if "thing" in about else ("longest",)
    for key, known in (("since", ("start",)), ("of", ways)):
        if key in about and about[key] not in known:
            raise TaskError(f"{name}.{key}: expected {' or '.join(known)}, got {about[key]!r}")
    if "thing" in about and not (isinstance(about["thing"], str) and about["thing"]):
        raise TaskError(f"{name}.thing: expected a thing's id or name, got {about['thing']!r}")


def bind(question: ScheduledQuestion, log: Log, lexicon: Lexicon, rng: Random) -> BoundQuestion | None:
    """The question as the person asks it now; None while nothing fits it. TaskError for an `about` of another form."""
    check_about(question)
    if question.about:
        about: Mapping[str, Any] | None = question.about
    else:
        about = _Binder(log, lexicon, rng).about(question.kind, question.false_premise)
    if about is None:
        return None
    text = rng.choice(question_words(question.kind, about, lexicon))
    return BoundQuestion(question.kind, about, text, question.false_premise)


class _Binder:
    """Finds what a question can be about in the episode so far."""

    def __init__(self, log: Log, lexicon: Lexicon, rng: Random) -> None:
        self.log, self.lexicon, self.rng = log, lexicon, rng
        done = (Action(*entry.data["action"]) for entry in log.of_kind(EntryKind.DID))
        known = [action for action in dict.fromkeys(done) if action.verb != WAIT and action.verb in lexicon.verbs]
        self.visits = [action for action in known if is_visit(lexicon, action)]
        self.handled = [action for action in known if action not in self.visits and action.target in lexicon.things]
        """What was done to things, each action once, in order."""
        self.known = {thing for thing, _ in log.facts}
        """Of which the log tells anything."""
        sheets = [entry.data["sheet"] for entry in log.of_kind(EntryKind.START, EntryKind.CHANGED_PLAN)]
        self.sheet: str = sheets[-1]["text"] if sheets else ""

    def about(self, kind: QuestionKind, false_premise: bool) -> Mapping[str, Any] | None:
        """What is asked about; None where nothing fits."""
        if kind == "order":
            return self._order(false_premise)
        if kind == "count":
            return self._action(self._never() if false_premise else self._counted())
        if kind == "elapsed":
            if not false_premise and self.log.tick and (not self.handled or self.rng.random() < 0.25):
                return {"since": "start"}
            return self._action(self._never() if false_premise else self._pick(self.handled))
        if kind == "duration":
            return self._uncooked() if false_premise else self._cooked()
        return self._absent() if false_premise else self._present()

    def _pick(self, actions: Iterable[Action]) -> Action | None:
        """One action, each verb as likely as any: people walk and carry more than they chop."""
        actions = list(actions)
        if not actions:
            return None
        verb = self.rng.choice(list(dict.fromkeys(action.verb for action in actions)))
        return self.rng.choice([action for action in actions if action.verb == verb])

    def _choice(self, things: Iterable[str]) -> str | None:
        things = list(things)
        return self.rng.choice(things) if things else None

    @staticmethod
    def _action(action: Action | None) -> Mapping[str, Any] | None:
        return None if action is None else {"action": action.to_json()}

    def _times(self, action: Action) -> list[int]:
        return completions(self.log, action, self.log.tick)

    def _order(self, false_premise: bool) -> Mapping[str, Any] | None:
        once = [action for action in self.handled if len(self._times(action)) == 1]
        second = self._pick(once)
        if second is None:
            return None
        if false_premise:
            first = self._never()
        else:
            first = self._pick(action for action in once if self._times(action) != self._times(second))
        return None if first is None else {"first": first.to_json(), "second": second.to_json()}

    def _counted(self) -> Action | None:
        often = [action for action in self.visits + self.handled if len(self._times(action)) > 1]
        verbs = [Action(verb) for verb in dict.fromkeys(action.verb for action in self.handled)]
        groups = [often, self.visits, [verb for verb in verbs if len(self._times(verb)) > 1], self.handled]
        groups = [group for group in groups if group]
        return self.rng.choice(self.rng.choice(groups)) if groups else None

    def _never(self) -> Action | None:
        """An action that was not done, on a thing of the kind that it was done to, or on one that is not there."""
        props: dict[str, set[str]] = {}
        for thing, prop in self.log.facts:
            props.setdefault(thing, set()).add(prop)
        kin, unreal = list[Action](), list[Action]()
        for action in self.handled:
            own = props.get(action.target, set())
            for thing in self.lexicon.things:
                if props.get(thing) == own or ("at" in own and thing in self._in_store):
                    kin.append(Action(action.verb, thing, action.place))
            if "at" in own:
                unreal += [Action(action.verb, name, action.place) for name in self.lexicon.unreal]
        kin = [action for action in dict.fromkeys(kin) if self._untouched(action)]
        kin = [action for action in kin if action.target in props or self._on_sheet(action.target)] or kin
        # Where something else was put says little of where this could be: what takes no place goes first.
        kin, unreal = ([a for a in group if not a.place] or group for group in (kin, list(dict.fromkeys(unreal))))
        groups = [group for group in (kin, unreal) if group]
        return self._pick(self.rng.choice(groups)) if groups else self._unvisited()

    @cached_property
    def _in_store(self) -> frozenset[str]:
        """Things of which nothing is known yet. What is called after another one is left out: its second portion."""
        first: dict[str, str] = {}
        for thing, names in self.lexicon.things.items():
            first.setdefault(names[0], thing)
        found = set[str]()
        for thing in self.lexicon.things.keys() - self.known - self.lexicon.places:
            words = self.lexicon.things[thing][0].split()
            tails = [" ".join(words[start:]) for start in range(len(words))]
            if first[tails[0]] == thing and not any(tail in first for tail in tails[1:]):
                found.add(thing)
        return frozenset(found)

    def _on_sheet(self, thing: str) -> bool:
        """Whether the task sheet names it."""
        return any(
            re.search(rf"\b{re.escape(name)}\b", self.sheet, re.IGNORECASE) for name in self.lexicon.things[thing]
        )

    def _untouched(self, action: Action) -> bool:
        return not self.log.times(action.verb, action.target) and not self.log.begun(action.verb, action.target)

    def _unvisited(self) -> Action | None:
        """A walk to a place to which the person has not gone."""
        if not self.visits:
            return None
        walk = self.visits[0]
        seen = {action.target or action.place for action in self.visits} | {self.log.fact("person", "at")}
        place = self._choice(place for place in sorted(self.lexicon.places) if place not in seen)
        if place is None or self.log.doing is not None and place in (self.log.doing.target, self.log.doing.place):
            return None
        return Action(walk.verb, place) if walk.target else Action(walk.verb, "", place)

    def _cooked(self) -> Mapping[str, Any] | None:
        log = self.log
        ways: list[list[Mapping[str, Any]]] = [[], [], []]
        since: list[int] = []
        for food in foods(log):
            times = cooking(log, food) if food in self.lexicon.things else []
            if not times:
                continue
            start = on_heat_since(log, food)
            if start is not None:
                since.append(start)
            if len(times) > 1:
                continue  # taken off and put on again: the question would not be clear
            if start is not None and log.fact(food, "state") == COOKING and log.tick > start:
                ways[0].append({"thing": food, "of": "cooking"})
            if truth("duration", {"thing": food, "of": "cooked"}, log).number is not None:
                ways[1].append({"thing": food, "of": "cooked"})
        since.sort()
        if len(since) > 1 and since[1] - since[0] >= TOLERANCE:
            ways[2].append({"of": "longest"})
        ways = [way for way in ways if way]
        return self.rng.choice(self.rng.choice(ways)) if ways else None

    def _uncooked(self) -> Mapping[str, Any] | None:
        cold = [food for food in foods(self.log) if food in self.lexicon.things and not cooking(self.log, food)]
        groups = [group for group in (cold, list(self.lexicon.unreal)) if group]
        return {"thing": self.rng.choice(self.rng.choice(groups)), "of": "cooking"} if groups else None

    def _present(self) -> Mapping[str, Any] | None:
        if self.handled and self.rng.random() < 0.7:
            return self._action(self._pick(self.handled))
        handled = {action.target for action in self.handled}
        there = (self.known | self._in_store) - self.lexicon.places
        things = [thing for thing in self.lexicon.things if thing in there]
        thing = self._choice([thing for thing in things if thing not in handled] or things)
        return None if thing is None else {"thing": thing}

    def _absent(self) -> Mapping[str, Any] | None:
        missing = [name for name in self.lexicon.unreal if not exists(self.log, name)]
        undone = self._never()
        if undone is None or (missing and self.rng.random() < 0.4):
            return {"thing": self.rng.choice(missing)} if missing else self._action(undone)
        return self._action(undone)
