"""Whether what an assistant says answers a question, and whether it is right.

The first message that is an answer counts, so the reading must be strict on what an answer is and fair to how people
give one:

* yes or no (order, recall): "yes", "no", or a claim of what is asked or of the contrary: that the action was done, that
  it came first, that there is such a thing. Saying both is wrong.
* a number (count, elapsed, duration): all numbers in a fitting unit, of this thing or of none named, must be right:
  naming several is no way to hit one. Rejecting the premise ("no", "you did not", "it is not cooking") answers too.
* a thing (longest on the heat): the first food that is named outside of advice, warnings and news of other kinds.

"No" or "yes" beside a warning belongs to the warning ("No, stop, not the onion").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envs.assist.action import Action
from envs.assist.grading.history import COOKING, DONE, RAW
from envs.assist.grading.truth import Truth
from envs.assist.grounding.act import Act, ActKind, Understood

DID, STATE, BEFORE, EXISTS = "did", "state", "before", "exists"
UNITS: Mapping[bool, Mapping[str, int]] = {
    True: {"": 1, "time": 1},
    False: {"": 1, "tick": 1, "second": 1, "minute": 60},
}
"""Whether a count is wanted -> units of numbers that answer it, and what one of them is worth."""


def answers(said: Understood, truth: Truth) -> bool | None:
    """True or False when the message answers the question that `truth` is of, rightly or wrongly; None when it is no
    answer: an acknowledgement, a promise, another topic.
    """
    about = truth.about
    votes = _votes(said.acts, truth)
    if truth.kind == "duration" and about["of"] == "longest":
        named = _named(said, truth)
        if named is not None:
            return named == truth.thing and False not in votes
        return truth.thing is None if False in votes else None
    if truth.kind in ("order", "recall"):
        if not votes:
            return None
        return votes == {truth.yes}
    numbers = _numbers(said.acts, truth)
    rejected = False in votes
    if truth.number is None:
        return (rejected and not numbers) if rejected or numbers else None
    if not numbers:
        return truth.number == 0 if rejected else None
    right = all(abs(number - truth.number) <= truth.tolerance for number in numbers)
    return right and not (rejected and truth.number != 0)


def _numbers(acts: tuple[Act, ...], truth: Truth) -> list[float]:
    """The numbers that can be the answer, in ticks or as a count."""
    units, things = UNITS[truth.kind == "count"], ("", *_things(truth.about))
    numbers = [act for act in acts if act.kind == ActKind.NUMBER and act.number is not None]
    fitting = [act for act in numbers if act.value in units and act.target in things]
    return [(act.number or 0.0) * units[act.value] for act in fitting]


def _votes(acts: tuple[Act, ...], truth: Truth) -> set[bool]:
    """What the acts say to the question's statement: True for it, False against it, both perhaps."""
    warns = any(act.kind == ActKind.WARN for act in acts)
    votes = set[bool]()
    for act in acts:
        if act.kind in (ActKind.YES, ActKind.NO) and not warns:
            votes.add(act.kind == ActKind.YES)
        elif act.kind == ActKind.CLAIM:
            votes |= _claimed(act, truth)
    return votes


def _claimed(act: Act, truth: Truth) -> set[bool]:
    about = truth.about
    if act.prop == DID:
        if truth.kind == "order":
            # That one was done says nothing of the order; that one was not done does.
            both = [Action.from_json(about[name]) for name in ("first", "second")]
            return {False} if act.negated and any(_same(act, action) for action in both) else set()
        return {not act.negated} if "action" in about and _same(act, Action.from_json(about["action"])) else set()
    if act.prop == BEFORE and truth.kind == "order":
        return _ordered(act, *(Action.from_json(about[name]) for name in ("first", "second")))
    if truth.kind == "recall" and act.target == about.get("thing"):
        return {not act.negated and (act.prop != EXISTS or act.value != "no")}
    if truth.kind == "duration" and act.prop == STATE and act.target == about.get("thing"):
        wanted, before = (COOKING, (RAW,)) if about["of"] == "cooking" else (DONE, (RAW, COOKING))
        return {False} if (act.value == wanted if act.negated else act.value in before) else set()
    return set()


def _ordered(act: Act, first: Action, second: Action) -> set[bool]:
    """A claim that its target came before the thing that it names as its value, or before all else."""
    votes = set[bool]()
    for vote, earlier, later in ((True, first, second), (False, second, first)):
        if _same(act, earlier, strict=False) and act.value in ("", later.target, later.place):
            votes.add(vote is not act.negated)
    return votes if len(votes) == 1 else set()


def _same(act: Act, action: Action, strict: bool = True) -> bool:
    """Whether a claim is of this action, as far as it says; strict: it must name the verb."""
    pairs = ((act.verb, action.verb), (act.target, action.target), (act.place, action.place))
    return bool(act.verb or not strict) and all(said == asked or "" in (said, asked) for said, asked in pairs)


def _things(about: Mapping[str, Any]) -> tuple[str, ...]:
    """What a number may be said of."""
    if "action" in about:
        return tuple(filter(None, about["action"][1:]))
    return (about["thing"],) if "thing" in about else ()


def _named(said: Understood, truth: Truth) -> str | None:
    """The food that is named as the answer."""
    elsewhere = {
        thing
        for act in said.acts
        if act.kind in (ActKind.ADVISE, ActKind.WARN) or act.prop == DID or (act.prop == STATE and act.value != COOKING)
        for thing in (act.target, act.place)
    }
    return next((thing for thing in said.things if thing in truth.candidates and thing not in elsewhere), None)
