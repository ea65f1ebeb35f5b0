"""The right answer to a scheduled question, from the log's entries alone (IVG Table 12).

What moves with time is taken at the tick at which the answer is sent: an assistant answers for what it has seen by
then. A tick is a second in speech. `about` is described in `envs.assist.questions`; "" in an action matches anything.

* order: yes when the first completion of one action came before the first of the other. Where one of the two was not
  done, the stated relation does not hold: no.
* count: completed actions; a walk to a place is a visit, the place where the person starts is none.
* elapsed: ticks since the last completion, or since the start.
* duration: ticks since food began to cook (loaded and lit), or from then until it was done; or the food that has been
  on the heat longest. Five ticks of tolerance.
* recall: yes when the action was completed at least once, or when the world holds such a thing.

Where the question's premise is wrong (never done, not cooking, nothing on the heat) the truth is `yes=False` without a
number or a thing: a good answer says so. A count of nothing is 0, and "no" is right as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from envs.assist.action import Action
from envs.assist.grading.history import DONE, cooking, on_heat_since, spans
from envs.assist.grading.wording import answer_words
from envs.assist.lexicon import Lexicon
from envs.assist.log import Log
from envs.assist.schedule import QuestionKind

TOLERANCE = 5
"""Ticks by which a stated duration may be off (Table 12)."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The right answer to one question: `yes`, `number` or `thing`, as the question wants it; `yes=False` alone where
    there is no number or thing to tell. tolerance: by which a number may be off.
    """

    kind: QuestionKind
    about: Mapping[str, Any]
    yes: bool | None = None
    number: int | None = None
    tolerance: int = 0
    thing: str | None = None
    undone: Action | None = None
    """Of what an order question asks about: what was not done."""
    candidates: tuple[str, ...] = ()
    """Where a thing is wanted: what can be named."""

    def words(self, lexicon: Lexicon, rng: Random | None = None) -> str:
        """How a good assistant says it: one of several wordings, without `rng` the first."""
        variants = answer_words(self, lexicon)
        return variants[0] if rng is None else rng.choice(variants)


def truth(kind: QuestionKind, about: Mapping[str, Any], log: Log, tick: int | None = None) -> Truth:
    """The answer as it is right at `tick`, the log's own tick by default; later entries do not count."""
    now = log.tick if tick is None else tick
    if kind == "order":
        return _order(about, log, now)
    if kind == "count":
        return Truth(kind, about, number=len(completions(log, action_of(about), now)))
    if kind == "elapsed":
        return _elapsed(about, log, now)
    if kind == "duration":
        return _duration(about, log, now)
    if "thing" in about:
        return Truth(kind, about, yes=exists(log, about["thing"]))
    return Truth(kind, about, yes=bool(completions(log, action_of(about), now)))


def action_of(about: Mapping[str, Any], name: str = "action") -> Action:
    """An action that a question is about."""
    return Action.from_json(about[name])


def completions(log: Log, action: Action, tick: int) -> list[int]:
    """Ticks up to `tick` at which such an action was completed, in order."""
    return [done for done in log.times(action.verb, action.target, action.place) if done <= tick]


def exists(log: Log, thing: str) -> bool:
    """Whether the world holds a thing of this id or name."""
    things: Mapping[str, Any] = log.start.get("things", {})
    return thing in things or any(thing in names for names in things.values())


def foods(log: Log) -> list[str]:
    """Things that bear a state: what can be on the heat."""
    found = [thing for thing, prop, _ in log.start.get("facts", ()) if prop == "state"]
    return list(dict.fromkeys([*found, *(thing for thing, prop in log.facts if prop == "state")]))


def _order(about: Mapping[str, Any], log: Log, now: int) -> Truth:
    first, second = action_of(about, "first"), action_of(about, "second")
    done = {action: completions(log, action, now) for action in (first, second)}
    undone = next((action for action in (first, second) if not done[action]), None)
    before = undone is None and done[first][0] < done[second][0]
    return Truth("order", about, yes=before, undone=undone)


def _elapsed(about: Mapping[str, Any], log: Log, now: int) -> Truth:
    if about.get("since") == "start":
        return Truth("elapsed", about, number=now, tolerance=TOLERANCE)
    done = completions(log, action_of(about), now)
    if not done:
        return Truth("elapsed", about, yes=False)
    return Truth("elapsed", about, number=now - done[-1], tolerance=TOLERANCE)


def _duration(about: Mapping[str, Any], log: Log, now: int) -> Truth:
    if about["of"] == "longest":
        candidates = tuple(foods(log))
        since = {food: on_heat_since(log, food, now) for food in candidates}
        hot = {food: start for food, start in since.items() if start is not None}
        if not hot:
            return Truth("duration", about, yes=False, candidates=candidates)
        return Truth("duration", about, thing=min(hot, key=lambda food: (hot[food], food)), candidates=candidates)
    times = cooking(log, about["thing"], now)
    if about["of"] == "cooked":
        times = [span for span in times if span.end is not None and _completed(log, about["thing"], span.end)]
    elif times and times[-1].end is not None and not _completed(log, about["thing"], times[-1].end):
        times = []  # taken off before it was done: it is not cooking
    if not times:
        return Truth("duration", about, yes=False)
    span = times[-1]
    return Truth("duration", about, number=(now if span.end is None else span.end) - span.start, tolerance=TOLERANCE)


def _completed(log: Log, thing: str, tick: int) -> bool:
    """Whether food was done at this tick."""
    return any(span.value == DONE and span.start == tick for span in spans(log, thing, "state"))
