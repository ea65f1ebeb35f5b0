"""User intent uptake: whether a message takes up what the person has said (a column of IVG Table 2).

The paper names the column and does not define it; this is ours. An intent is an utterance that asks for the next step,
asks a question, asks to be told something, changes the plan, objects, doubts or asks back. It is taken up when a
message that reaches the person within LATELY ticks does one of these:

    question      answers it, rightly or wrongly (`envs.assist.grading.answers`); one that no schedule asks: says yes,
                  no, a number, or something of a thing that is asked about
    request       promises, agrees, gives a reason with a refusal, or already says something of the thing in question
    next step     advises something with a thing of the task or a place, or says something of a thing of the task
    plan change   agrees, or advises something about a thing of the new plan
    objection     gives in, says something of what is disputed, or advises something else with a thing of the task;
                  the same advice again, bare, is neither (a doubt likewise)
    asking back   advises, warns, claims, or says yes, no or a number

Putting an intent off, even for an urgent reason, does not take it up: it is still to be answered. The ratio is intents
taken up in time over intents that had that time before the episode ended, undecided ones left out of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from envs.assist.action import Action
from envs.assist.grounding.act import Act, ActKind, Understood
from envs.assist.log import UserAct
from envs.assist.quality.rubric import Judgement, failed, not_applicable, passed, undecided
from envs.assist.quality.situation import INTENTS, LATELY, Pending, Situation
from envs.assist.questions import answers, truth

AGREES = frozenset({ActKind.YES, ActKind.ACKNOWLEDGE, ActKind.PROMISE})
STATES = frozenset({ActKind.YES, ActKind.NO, ActKind.NUMBER, ActKind.CLAIM})
SAYS_SOMETHING = STATES | {ActKind.ADVISE, ActKind.WARN}


@dataclass(frozen=True, slots=True)
class IntentVerdict:
    """One intent of the person judged: taken up in time or not."""

    utterance: int
    tick: int
    act: UserAct
    text: str
    judgement: Judgement


def takes_up(pending: Pending, heard: Understood, situation: Situation) -> Judgement:
    """Whether an utterance is taken up by a message: pass, fail, or undecided where the message is not understood."""
    if pending.asked is not None:
        answered = answer_to(pending.asked, heard, situation) is not None
        reason = passed("answers the question") if answered else None
    else:
        reason = _taken(pending, heard.acts, situation)
    if reason is not None:
        return reason
    if heard.unknown:
        return undecided(f"not understood: {heard.unknown[0]!r}")
    return failed(f"the person's {pending.act.value} is not taken up")


def answer_to(asked: Mapping[str, Any], heard: Understood, situation: Situation) -> bool | None:
    """Whether a message answers a scheduled question rightly, as of now; None when it is no answer. asked: the data of
    its ASKED entry.
    """
    return answers(heard, truth(asked["kind"], asked["about"], situation.log))


def intent_verdict(pending: Pending, tick: int) -> IntentVerdict:
    """An utterance as it stands at a tick."""
    judged = _judged(pending, tick)
    return IntentVerdict(pending.utterance, pending.tick, pending.act, pending.text, judged)


def intents(situation: Situation) -> tuple[IntentVerdict, ...]:
    """All intents so far, in order; those that still have time do not apply."""
    return tuple(intent_verdict(each, situation.tick) for each in situation.utterances if each.act in INTENTS)


def _judged(pending: Pending, tick: int) -> Judgement:
    if pending.taken_up is not None:
        message, arrives = pending.taken_up
        after = arrives - pending.tick
        return (passed if after <= LATELY else failed)(f"message {message} takes it up after {after} ticks")
    if pending.unclear:
        return undecided("a message came in time that is not understood")
    if tick < pending.tick + LATELY:
        return not_applicable("there is still time")
    return failed(f"nothing took it up within {LATELY} ticks")


def _taken(pending: Pending, acts: tuple[Act, ...], situation: Situation) -> Judgement | None:
    kinds = {act.kind for act in acts}
    act = pending.act
    if act == UserAct.QUESTION:
        return _answers(acts, subjects(pending, situation))
    if act == UserAct.REQUEST:
        return _grants(acts, kinds, subjects(pending, situation))
    if act == UserAct.PLAN_CHANGE:
        about = subjects(pending, situation) | situation.task_things
        if kinds & AGREES:
            return passed("agrees to the new plan")
        return passed("goes by the new plan") if _of(acts, ActKind.ADVISE, about) else None
    if act == UserAct.ASK_NEXT:
        if _advises(acts, situation.task_things | situation.places):
            return passed("says what to do next")
        return passed("says how the task stands") if _of(acts, ActKind.CLAIM, situation.task_things) else None
    if act == UserAct.ASK_BACK:
        return passed("answers what was asked back") if kinds & SAYS_SOMETHING else None
    if act == UserAct.DONE:
        answers = SAYS_SOMETHING | {ActKind.ACKNOWLEDGE, ActKind.PRAISE}
        return passed("answers that the person is done") if kinds & answers else None
    return _settles(pending, acts, kinds, situation)


def subjects(pending: Pending, situation: Situation) -> frozenset[str]:
    """Ids of what an utterance is about, as far as the log tells."""
    things = set(situation.mentioned(pending.text))
    if pending.asked is not None:
        things |= {thing for thing in _strings(pending.asked.get("about", {})) if thing in situation.names}
    if pending.until is not None:
        things.add(pending.until["thing"])
    return frozenset(things)


def _answers(acts: Iterable[Act], about: frozenset[str]) -> Judgement | None:
    for act in acts:
        named = {act.target, act.place, act.value} - {""}
        if act.kind in (ActKind.YES, ActKind.NO) or (act.kind == ActKind.NUMBER and (not named or named & about)):
            return passed("answers the question")
        if act.kind in (ActKind.CLAIM, ActKind.ADVISE) and (named & about or not about):
            return passed("says something of what is asked about")
    return None


def _grants(acts: tuple[Act, ...], kinds: set[ActKind], about: frozenset[str]) -> Judgement | None:
    if kinds & AGREES:
        return passed("agrees to the request")
    if _of(acts, ActKind.CLAIM, about):
        return passed("says something of what is to be told")
    if ActKind.NO in kinds:
        reason = kinds & {ActKind.CLAIM, ActKind.ADVISE, ActKind.WARN}
        return passed("refuses with a reason") if reason else failed("refuses without a reason")
    return None


def _settles(pending: Pending, acts: tuple[Act, ...], kinds: set[ActKind], situation: Situation) -> Judgement | None:
    """An objection or a doubt: given in to, answered with a reason, or met with other advice."""
    message = _message(pending, situation)
    disputed = {act.action for act in message if act.kind == ActKind.ADVISE}
    about = subjects(pending, situation) | ({thing for act in message for thing in (act.target, act.place)} - {""})
    if any(act.kind == ActKind.WARN and _same(act.action, disputed) for act in acts):
        return passed("takes the disputed advice back")
    claims = [act for act in acts if act.kind == ActKind.CLAIM]
    if ActKind.NUMBER in kinds or any(not about or act.target in about or act.prop == "fulfilled" for act in claims):
        return passed("gives a reason")
    advice = [act for act in acts if act.kind == ActKind.ADVISE]
    others = [act for act in advice if act.action not in disputed]
    if _advises(others, about | situation.task_things | situation.places):
        return passed("advises something else")
    if kinds & {ActKind.YES, ActKind.ACKNOWLEDGE} and not advice:
        return passed("gives in")
    if ActKind.NO in kinds or advice:
        return failed("insists without a reason")
    return None


def _message(pending: Pending, situation: Situation) -> tuple[Act, ...]:
    """Acts of the message that an utterance replies to; else of the last one that had arrived before it."""
    for sent in reversed(situation.sent):
        if sent.number == pending.reply_to or (pending.reply_to is None and sent.arrives <= pending.tick):
            return sent.heard_as.acts
    return ()


def _same(action: Action, others: Iterable[Action]) -> bool:
    return any(action == other or (action.target and action.target == other.target) for other in others)


def _advises(acts: Iterable[Act], about: frozenset[str] | set[str]) -> bool:
    """Whether anything is advised that is done to one of these, or to nothing, such as turning left."""
    return any(
        act.kind == ActKind.ADVISE and (act.target in about or act.place in about or not act.target) for act in acts
    )


def _of(acts: Iterable[Act], kind: ActKind, about: frozenset[str]) -> bool:
    return any(act.kind == kind and {act.target, act.place} & about for act in acts)


def _strings(value: object) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _strings(part)
