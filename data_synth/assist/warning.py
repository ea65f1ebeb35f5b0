"""What the expert says of an error: why it is one, what not to do, and what to do instead, each where it helps.

A reason is a true claim that the person can check: by memory that they did not do the right thing yet, by eye how a
thing is, or that it is not needed. What to do instead is advised only where the plan would do it next: a person who
carries out advice at a bad time loses more than the error costs. Every sentence is tried on the grammar first, so that
it is understood as it is meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from data_synth.assist import speech
from envs.assist.action import Action
from envs.assist.domain import PlanStep
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grounding import Grammar
from envs.assist.grounding.act import Act, ActKind
from envs.assist.harness import Harness
from envs.assist.quality.conciseness import MOST_WORDS

TELLING: Mapping[str, tuple[str, ...]] = {
    "misstep": ("form", "value", "open", "power"),
    "wrong_order": ("open", "value"),
    "wrong_thing": ("value",),
    "unwanted_thing": ("value",),
    "unfinished": ("state", "form", "value"),
    "unattended": ("state", "open", "power"),
}
"""Kind of error -> properties that show it."""
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
        """The first message tried that is about the error and not too long for this person; else the shortest."""
        stop, advice = self._stop(), self._advice()
        reasons = list(dict.fromkeys(self._reasons()))
        turned = before % len(reasons) if reasons else 0
        reasons = [*reasons[turned:], *reasons[:turned], ""]
        if not reasoned:
            reasons = ["", *reasons[:-1]]
        tried = [" ".join(filter(None, parts)) for reason in reasons for parts in ((reason, stop, advice), (reason, stop))]
        about = [text for text in (*tried, self._insisting()) if self._is_about_it(text)]
        most = MOST_WORDS[self.harness.asked.persona.interruption]
        short = (text for text in about if len(text.split()) <= most)
        return next(short, None) or min(about, key=len, default=" ".join(filter(None, (stop, advice))))

    # -- its parts -----------------------------------------------------------------------------------------------------

    def _stop(self) -> str:
        """Not to do what is about to be done, unless only its time is wrong."""
        if self.done or not self.error.actions or self.error.actions[-1] in self.error.remedy:
            return ""
        return self._spoken("stop", self.error.actions[-1], ActKind.WARN)

    def _advice(self) -> str:
        """What to do instead, where it is next."""
        for action, way in self.ways.items():
            if way and tuple(self.plan[: len(way)]) == way:
                return self._spoken("remedy_instead" if self.error.actions and not self.done else "remedy", action)
        return ""

    def _reasons(self) -> Iterator[str]:
        """The most telling first."""
        late: list[str] = []
        for action, way in self.ways.items():
            if way and way[-1] in self.plan and not self._times(action) and self._handles(action):
                yield self._spoken("undone", action, ActKind.CLAIM)
        things = dict.fromkeys((*self.error.wrong, *(action.target for action in self.ways)))
        for thing in things:
            for prop in TELLING[self.error.kind]:
                claim = self._fact(thing, prop)
                if claim and thing in self.visible:
                    yield claim
                late += [claim] if claim else []
        if self.done:
            yield from filter(None, (self._fact(thing, "at") for thing in self.error.wrong[:1]))
        elif self.error.kind == "misstep":
            for action in self.ways:
                if self._times(action) and self._handles(action):
                    yield self._spoken("already", action, ActKind.CLAIM)
        if self.error.kind in STRAY:
            yield self._said("needless", self._claims(self.error.wrong[0]), self.error.wrong[0])
        yield from late

    def _insisting(self) -> str:
        """The first right action, whatever comes first by the plan."""
        return next((words for action in self.ways if (words := self._spoken("remedy", action))), "")

    # -- words that are understood -------------------------------------------------------------------------------------

    def _spoken(self, kind: str, action: Action, act: ActKind = ActKind.ADVISE) -> str:
        """A sentence about an action; "" where no wording is understood as it."""

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
        return self._said("claim", self._claims(thing), thing, words) if words else ""

    def _said(self, kind: str, meant: Callable[[Sequence[Act]], bool], thing: str, value: str = "") -> str:
        if thing not in self.lexicon.things:
            return ""
        return self._first(speech.wordings(self.rng, kind, **speech.being(self.lexicon, thing, value)), meant)

    @staticmethod
    def _claims(thing: str) -> Callable[[Sequence[Act]], bool]:
        return lambda acts: len(acts) == 1 and acts[0].kind == ActKind.CLAIM and acts[0].target == thing

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

    def _handles(self, action: Action) -> bool:
        return bool(action.target) and self.lexicon.verbs[action.verb].takes in ("thing", "both")
