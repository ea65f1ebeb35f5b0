"""Factual grounding: T1, what is claimed is true; T2, what is spoken of exists (IVG Table 21).

T1 holds claims against the log's facts at the tick at which the message is sent, the tick of what its author saw. The
facts are all that is true, so a claim about a property that this world keeps and this thing has not is wrong. Where a
thing lies in another, it is also where that one is. Numbers, yes and no are judged as answers to a scheduled question
that is open; without one they are undecided, unless they can only be an agreement. A clause that was not understood may
hold a claim: it leaves T1 undecided where nothing else fails it.

Beside facts the grounding hears claims that something was done ("did"), or was done before another ("before"), that a
thing exists, that the task is fulfilled, and that the task needs a thing; the last is T2's.

T2 holds names against the world's things, and advice against the task: a thing that can be carried or cooked and is
named neither by the sheet, by a goal condition, by a live error nor by the person is none of this task's. Of controls
and other fixed things the sheet names only the last ones, so advice about those is undecided until the person has acted
(`envs.assist.quality.hindsight`).
"""

from __future__ import annotations

from collections.abc import Iterator

from envs.assist.action import WAIT
from envs.assist.grading.truth import exists
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.log import UserAct
from envs.assist.quality.rubric import Judgement, Verdict, all_of, failed, passed, undecided
from envs.assist.quality.situation import Sent, Situation
from envs.assist.quality.uptake import answer_to

LONGEST_NAME = 3
"""Words that a name has at most; what could not be grounded and is longer is a clause."""
NOWHERE = frozenset({"person", "nothing"})
"""Values of places and hands that are no ids of things."""
YES_OR_NO = frozenset({"exists", "needed", "fulfilled"})
"""What a claim can say without a value."""
VALUES = {
    "state": frozenset({"raw", "cooking", "done", "burnt"}),
    "form": frozenset({"whole", "chopped"}),
    "power": frozenset({"on", "off"}),
    "open": frozenset({"open", "closed"}),
}
"""Values that the shared properties can have at all (`envs.assist.domain`)."""


def truthful(sent: Sent, situation: Situation) -> Judgement:
    """T1."""
    return all_of(_truths(sent, situation), "claims nothing")


def existing(sent: Sent, situation: Situation) -> Judgement:
    """The first half of T2: what is named is there, and values can be."""
    return all_of(_names(sent, situation), "names nothing")


def belonging(sent: Sent, situation: Situation) -> tuple[tuple[Act, Judgement], ...]:
    """The second half of T2, by piece of advice: what is advised belongs to the task."""
    return tuple((act, _belongs(act, situation)) for act in sent.heard_as.acts if act.kind == ActKind.ADVISE)


def _truths(sent: Sent, situation: Situation) -> Iterator[Judgement]:
    heard = sent.heard_as
    right = next((each for each in _answered(heard, situation) if each is not None), None)
    if right is not None:
        yield passed("answers rightly") if right else failed("answers the question wrongly")
    for act in heard.acts:
        if (
            act.kind == ActKind.CLAIM
            and act.prop != "needed"
            and (right is None or act.target in situation.names or act.prop == "did")
        ):
            yield _claim(act, situation)
        elif act.kind == ActKind.NUMBER and right is None:
            yield undecided(f"no question is open that {act.number:g} could answer")
        elif act.kind in (ActKind.YES, ActKind.NO) and right is None and _asserts(situation):
            yield undecided(f"the log cannot tell whether {act.kind.value} is right")
    if any(len(words.split()) > LONGEST_NAME for words in heard.unknown):
        yield undecided("a clause is not understood")


def _answered(heard: Understood, situation: Situation) -> Iterator[bool | None]:
    """For every scheduled question that waits, the latest first: whether it is answered, and rightly."""
    for each in reversed(situation.pending()):
        if each.asked is not None:
            yield answer_to(each.asked, heard, situation)


def _asserts(situation: Situation) -> bool:
    """Whether yes or no says that something is so: when a question or a doubt is open, not a request."""
    factual = (UserAct.QUESTION, UserAct.ASK_BACK, UserAct.DOUBT, UserAct.DONE)
    return any(pending.act in factual for pending in situation.pending())


def _claim(act: Act, situation: Situation) -> Judgement:
    if act.prop in ("did", "before"):
        return _past(act, situation)
    if act.prop == "exists" and act.target:
        there = exists(situation.log, act.target)
        return _said_so(act, there, f"there is {'a' if there else 'no'} {situation.name(act.target)}")
    if act.prop == "fulfilled":
        missing = [name for name in situation.log.conditions if name not in situation.log.met]
        return _said_so(act, not missing, f"{missing[0]} is not met" if missing else "all conditions are met")
    if not (act.target and act.prop and act.value):
        return undecided(f"a claim that is not understood in full: {act.text!r}")
    if act.target not in situation.names and act.target not in NOWHERE:
        return undecided(f"nothing is known of {act.target}")
    if act.prop not in situation.props:
        return undecided(f"this world keeps no property {act.prop!r}")
    value = situation.log.fact(act.target, act.prop)
    holds = value == act.value or (act.prop == "at" and act.value in situation.whereabouts(act.target))
    told = situation.name(value) if value is not None else "nothing"
    return _said_so(act, holds, f"{situation.name(act.target)}: {act.prop} is {told}")


def _past(act: Act, situation: Situation) -> Judgement:
    """A claim that an action was done, or that it was done to one thing before another, its value."""
    if not act.verb:
        return undecided(f"not said what was done: {act.text!r}")
    times = situation.log.times
    if act.prop == "did":
        done = bool(times(act.verb, act.target, act.place))
        return _said_so(act, done, f"{situation.says(act.action)} {'was' if done else 'was not'} done")
    other = act.value or act.place
    if not (act.target and other):
        return undecided(f"not said what came first: {act.text!r}")
    first, second = times(act.verb, act.target), times(act.verb, other)
    holds = bool(first and second) and first[0] < second[0]
    names = f"{situation.name(act.target)} {'before' if holds else 'not before'} {situation.name(other)}"
    return _said_so(act, holds, f"{act.verb}: {names}")


def _said_so(act: Act, holds: bool, reason: str) -> Judgement:
    return passed(reason) if holds == affirms(act) else failed(reason)


def affirms(act: Act) -> bool:
    """Whether a claim says that something is so. Claims without a value of their own have yes or no for one."""
    return (act.prop in YES_OR_NO and act.value == "no") == act.negated


def _names(sent: Sent, situation: Situation) -> Iterator[Judgement]:
    heard = sent.heard_as
    claims = [act for act in heard.acts if act.kind == ActKind.CLAIM]
    denied = {act.target.lower() for act in claims if act.prop in ("exists", "needed") and not affirms(act)}
    in_acts = (thing for act in heard.acts for thing in (act.target, act.place) if thing)
    for thing in dict.fromkeys((*heard.things, *in_acts)):
        there = thing in situation.names or thing in NOWHERE or thing.lower() in denied
        yield passed("what it names is there") if there else failed(f"there is no {thing}")
    for words in heard.unknown:
        if len(words.split()) > LONGEST_NAME:
            yield undecided(f"a clause is not understood: {words[:40]!r}")
        elif words.lower() in denied or any(words.lower() in each.text.lower() for each in situation.pending()):
            yield passed(f"nobody says that there is {words!r}")
        else:
            yield failed(f"there is no {words!r} here")
    for act in claims:
        if act.prop == "needed" and act.target:
            yield _needed(act, situation)
        elif _impossible(act, situation):
            yield failed(f"{act.prop} is never {act.value}")
        elif act.prop == "at" and act.value and act.value not in situation.names and act.value not in NOWHERE:
            yield failed(f"there is no place {act.value}")


def _needed(act: Act, situation: Situation) -> Judgement:
    """A claim that the task needs a thing, or does not."""
    own = _belongs(act, situation)
    if act.target in situation.task_things:
        return _said_so(act, True, f"the task needs {situation.name(act.target)}")
    if act.target not in situation.names or own.verdict == Verdict.FAIL:
        return _said_so(act, False, f"the task does not need {situation.name(act.target)}")
    return undecided(f"the sheet does not say whether {situation.name(act.target)} is needed")


def _impossible(act: Act, situation: Situation) -> bool:
    """Whether a property cannot have the value that is claimed: it is none of those it has everywhere, and the thing
    has one of those.
    """
    known = VALUES.get(act.prop, frozenset())
    if not act.value or act.value in known or situation.log.fact(act.target, act.prop) not in known:
        return False
    return all(prop != act.prop or value != act.value for (_, prop), value in situation.log.facts.items())


def _belongs(act: Act, situation: Situation) -> Judgement:
    action = act.action
    if action.verb == WAIT or not (action.target or action.place):
        return passed("needs no thing")
    thing = action.target or action.place
    if thing in situation.task_things:
        return passed(f"{situation.name(thing)} is of the task")
    for error in situation.errors.values():
        if thing in error.wrong or any(thing in (right.target, right.place) for right in error.remedy):
            return passed(f"{situation.name(thing)} is of the error")
    if any(thing in situation.mentioned(each.text) for each in situation.pending()):
        return passed(f"the person speaks of {situation.name(thing)}")
    if any(thing == request["thing"] for request in situation.requests.values()):
        return passed(f"the person wants to hear of {situation.name(thing)}")
    if thing in situation.places or thing not in situation.names:
        return passed("a place to go to") if thing in situation.places else undecided(f"nothing is known of {thing}")
    if situation.log.fact(thing, "at") is not None:
        return failed(f"{situation.name(thing)} is none of this task's things")
    return undecided(f"the sheet does not name {situation.name(thing)}")
