"""What the expert says of an error: why it is one, what not to do, and what to do instead, each where it helps.

A reason is a true claim that the person can check: by memory that they did not do the right thing yet, by eye how a
thing is, or that it is not needed. What to do instead is advised only where the plan does it next: a person who carries
out advice at a bad time, while something burns, loses more than the error costs. Every sentence is tried on the
grammar first, so that it is understood as it is meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from data_synth.assist import speech
from envs.assist.action import Action
from envs.assist.domain import PlanStep
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grounding import Grammar
from envs.assist.grounding.act import Act, ActKind
from envs.assist.harness import Harness
from envs.assist.quality.conciseness import MOST_WORDS

PLACELESS = frozenset({"scoop"})
"""Verbs whose place can go without saying."""
TELLING: Mapping[str, tuple[str, ...]] = {
    "misstep": ("form", "value", "open", "power"),
    "wrong_order": ("open", "value"),
    "wrong_thing": ("value",),
    "unwanted_thing": ("value",),
    "unfinished": ("state", "form", "value"),
    "unattended": ("state", "open", "power"),
}
"""Kind of error -> properties that show it."""
SHOWN = ("unfinished", "unattended")
"""Kinds that the state of a thing shows best."""
STRAY = ("wrong_thing", "unwanted_thing")
"""Kinds that are about a thing which the task does not need."""


def warning(
    rng: random.Random | None,
    harness: Harness,
    error: ErrorFacts,
    plan: Sequence[PlanStep],
    reasoned: bool,
    before: int,
) -> str:
    """The message. plan: the right one from here. reasoned: whether a reason is given where one is known. before: how
    often the error was spoken of; each time another reason is given, as far as there are several.
    """
    return _Warning(rng, harness, error, plan).words(reasoned, before)


class _Warning:
    def __init__(
        self, rng: random.Random | None, harness: Harness, error: ErrorFacts, plan: Sequence[PlanStep]
    ) -> None:
        self.rng, self.harness, self.error, self.plan = rng, harness, error, [step.action for step in plan]
        self.domain, self.lexicon, self.log = harness.domain, harness.domain.lexicon, harness.log
        self.grammar = Grammar.of(self.lexicon)
        self.done = harness.error is not error
        self.visible = self.domain.visible(harness.state)
        self.ways = {action: self._way(action) for action in error.remedy if action.verb in self.lexicon.verbs}

    def words(self, reasoned: bool, before: int) -> str:
        """The message: with the reason whose turn it is, if one is due; as long as this person likes, if it can be."""
        reasons = list(dict.fromkeys(filter(None, self._reasons())))
        turned = before % len(reasons) if reasons else 0
        reasons = [*reasons[turned:], *reasons[:turned]]
        due = [reasons, [""]] if reasoned or not (self._stop(False) or self._advice()) else [[""], reasons]
        most = MOST_WORDS[self.harness.asked.persona.interruption]
        for group in due:
            about = [text for reason in group for text in self._messages(reason) if self._is_about_it(text)]
            if about:
                return next((text for text in about if len(text.split()) <= most), min(about, key=len))
        return reasons[0] if reasons else self._insisting()

    # -- its parts -----------------------------------------------------------------------------------------------------

    def _messages(self, reason: str) -> Iterator[str]:
        """Messages that give a reason, or none, the fullest first."""
        stops, advice = [words for short in (False, True) if (words := self._stop(short))] or [""], self._advice()
        for stop in stops:
            yield from (" ".join(filter(None, parts)) for parts in ((reason, stop, advice), (reason, stop)))
        yield " ".join(filter(None, (reason, self._insisting())))

    def _stop(self, short: bool) -> str:
        """Not to do what is about to be done, unless only its time is wrong. short: without the place."""
        if self.done or not self.error.actions or self.error.actions[-1] in self.error.remedy:
            return ""
        return self._spoken("stop", self.error.actions[-1], ActKind.WARN, short)

    def _advice(self) -> str:
        """What to do instead, where it is next and takes no more than a walk."""
        for action, way in self.ways.items():
            if way and tuple(self.plan[: len(way)]) == way and not any(map(self._handles, way[:-1])):
                return self._spoken("remedy_instead" if self.error.actions and not self.done else "remedy", action)
        return ""

    def _reasons(self) -> Iterator[str]:
        """The most telling first; some "", where it cannot be said."""
        error = self.error
        seen, unseen = self._states()
        undone = [action for action, way in self.ways.items() if way and way[-1] in self.plan and self._is_new(action)]
        missing = [self._spoken("undone", action, ActKind.CLAIM, short) for action in undone for short in (False, True)]
        yield from (*seen, *missing) if error.kind in SHOWN else (*missing, *seen)
        if self.done:
            yield from (self._fact(thing, "at") for thing in self._matter())
        elif error.kind == "misstep":
            again = [action for action in self.ways if self._handles(action) and self._times(action)]
            yield from (self._spoken("already", action, ActKind.CLAIM) for action in again)
        if error.kind in STRAY:
            yield self._needless(error.wrong[0])
            unseen.append(self._fact(error.wrong[0], "at"))
        yield from unseen

    def _states(self) -> tuple[list[str], list[str]]:
        """How the things are that the error is about: of those in view, and of the others."""
        seen: list[str] = []
        unseen: list[str] = []
        for thing in self._matter():
            facts = seen if thing in self.visible else unseen
            facts += [self._fact(thing, prop) for prop in TELLING[self.error.kind]]
        return seen, unseen

    def _matter(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.error.wrong, *(action.target for action in self.ways))))

    def _insisting(self) -> str:
        """The first right action, whatever comes first by the plan."""
        return next((words for action in self.ways if (words := self._spoken("remedy", action))), "")

    # -- words that are understood -------------------------------------------------------------------------------------

    def _spoken(self, kind: str, action: Action, act: ActKind = ActKind.ADVISE, short: bool = False) -> str:
        """A sentence about an action; "" where no wording is understood as it. short: without the action's place, which
        needs that nothing else was done that would be called the same.
        """
        if short:
            if action.verb not in PLACELESS:
                return ""
            action = replace(action, place="")
            if act == ActKind.CLAIM and self._times(action):
                return ""

        def meant(acts: Sequence[Act]) -> bool:
            return bool(acts) and all(each.kind == act and each.action == action and not each.later for each in acts)

        try:
            base, past = self.lexicon.say(action), self.lexicon.say(action, "past")
        except KeyError:
            return ""
        return self._first(speech.wordings(self.rng, kind, action=base, past=past), meant)

    def _fact(self, thing: str, prop: str) -> str:
        """A sentence about how a thing is, or where."""
        value = self.log.fact(thing, prop)
        if value is None or thing not in self.lexicon.things:
            return ""
        if prop == "at":
            if value not in self.lexicon.things:
                return ""
            joint = self.lexicon.joints.get(value) or next(
                (forms.joint for forms in self.lexicon.verbs.values() if forms.takes == "both" and forms.joint), "in"
            )
            words = f"{joint} {self.lexicon.name(value)}"
        else:
            words = self.lexicon.value(prop, value)
        return self._said("claim", Act(ActKind.CLAIM, target=thing, prop=prop, value=value), words) if words else ""

    def _needless(self, thing: str) -> str:
        """That a thing is not needed, unless the task speaks of it."""
        if any(name in self.domain.sheet.text for name in self.lexicon.things.get(thing, ())):
            return ""
        return self._said("needless", Act(ActKind.CLAIM, target=thing, prop="needed", value="no"))

    def _said(self, kind: str, claim: Act, value: str = "") -> str:
        """A sentence that is understood as this claim."""
        thing = claim.target
        if thing not in self.lexicon.things:
            return ""
        words = speech.wordings(self.rng, kind, **speech.being(self.lexicon, thing, value))
        return self._first(words, lambda acts: [replace(act, text="") for act in acts] == [claim])

    def _first(self, wordings: Sequence[str], meant: Callable[[Sequence[Act]], bool]) -> str:
        for text in wordings:
            heard = self.grammar.ground(text)
            if not heard.unknown and meant(heard.acts):
                return text
        return ""

    def _is_about_it(self, text: str) -> bool:
        return bool(addressed(self.grammar.ground(text).acts, [self.error]))

    # -- what is known -------------------------------------------------------------------------------------------------

    def _way(self, action: Action) -> tuple[Action, ...]:
        return self.domain.towards(self.harness.state, self.harness.tick, action)

    def _times(self, action: Action) -> list[int]:
        return self.log.times(action.verb, action.target, action.place)

    def _is_new(self, action: Action) -> bool:
        return self._handles(action) and not self._times(action)

    def _handles(self, action: Action) -> bool:
        return bool(action.target) and self.lexicon.verbs[action.verb].takes in ("thing", "both")
