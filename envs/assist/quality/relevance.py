"""Situational relevance: S1, the message is about what matters now; S2, what is pending is met (IVG Table 21).

S1 passes with the first act that is about one of these: a live error; a pending utterance; an open request; what the
person does, holds or has just done; something that changed lately, or food on the heat; what the person has announced;
a thing of the task, or where to go. Thanks and praise are about what was just done or said. Greetings do
not apply. S2 applies while an utterance is pending: one of them is taken up (`envs.assist.quality.uptake`), or the
message speaks of a live error or of food on the heat first, which is an urgent reason to put it off.
"""

from __future__ import annotations

from collections.abc import Sequence

from envs.assist.errors import addressed
from envs.assist.grounding.act import Act, ActKind
from envs.assist.quality.rubric import Judgement, Verdict, failed, not_applicable, passed, undecided
from envs.assist.quality.situation import LATELY, Pending, Sent, Situation
from envs.assist.quality.uptake import subjects


def relevant(sent: Sent, pending: Sequence[tuple[Pending, Judgement]], situation: Situation) -> Judgement:
    """S1. pending: the utterances that wait, each with whether this message takes it up."""
    heard = sent.heard_as
    errors = addressed(heard.acts, tuple(situation.errors.values()))
    if errors:
        return passed(f"about the error {errors[0].event}")
    taken = next((each for each, judged in pending if judged.verdict == Verdict.PASS), None)
    if taken is not None:
        return passed(f"about the person's {taken.act.value}")
    for act in heard.acts:
        reason = _matters(act, [each for each, _ in pending], situation)
        if reason:
            return passed(reason)
    acts = [act for act in heard.acts if act.kind != ActKind.GREET]
    if heard.unknown:
        return undecided(f"not understood: {heard.unknown[0][:40]!r}")
    if not acts:
        return not_applicable("a greeting") if heard.acts else undecided("nothing is understood")
    if any(act.kind == ActKind.WARN and not (act.verb or act.target) for act in acts) and situation.errors:
        return undecided("a bare warning while an error is live")
    return failed("about nothing that matters now")


def met(sent: Sent, pending: Sequence[tuple[Pending, Judgement]], situation: Situation) -> Judgement:
    """S2. pending: as in `relevant`."""
    if not pending:
        return not_applicable("nothing is pending")
    taken = next((judged for _, judged in pending if judged.verdict == Verdict.PASS), None)
    if taken is not None:
        return taken
    acts = sent.heard_as.acts
    errors = addressed(acts, tuple(situation.errors.values()))
    if errors:
        return passed(f"puts it off for the error {errors[0].event}")
    hot = next((act.target for act in acts if act.kind != ActKind.GREET and situation.on_heat(act.target)), None)
    if hot is not None:
        return passed(f"puts it off for the {situation.name(hot)} on the heat")
    unclear = next((judged for _, judged in pending if judged.verdict == Verdict.UNDECIDED), None)
    return unclear if unclear is not None else pending[-1][1]


def _matters(act: Act, pending: Sequence[Pending], situation: Situation) -> str:
    """Why an act is about what matters now; "" when it is not."""
    log, tick = situation.log, situation.tick
    if act.kind == ActKind.PRAISE:
        return "praises what was just done" if situation.done and situation.done[-1].tick >= tick - LATELY else ""
    if act.kind == ActKind.PROMISE:
        named = {act.target, act.place} & {request["thing"] for request in situation.requests.values()}
        return "about an open request" if named else ""
    if act.kind == ActKind.CLAIM and act.prop in ("needed", "fulfilled"):
        return "about what the task needs"
    things = {act.target, act.place} - {""}
    if not things:
        return "waits for something on the heat" if act.verb == "wait" and _anything_hot(situation) else ""
    if log.doing is not None and things & {log.doing.target, log.doing.place}:
        return "about the action under way"
    if log.fact("person", "hand") in things:
        return "about what the person holds"
    if situation.done and situation.done[-1].tick >= tick - LATELY:
        last = situation.done[-1].action
        if things & {last.target, last.place}:
            return "about what was just done"
    for thing in sorted(things):
        if any(thing in subjects(each, situation) for each in pending):
            return "about what the person speaks of"
        if any(request["thing"] == thing for request in situation.requests.values()):
            return "about an open request"
        if situation.on_heat(thing):
            return "about what is on the heat"
        if situation.changed.get(thing, -LATELY - 1) >= tick - LATELY:
            return "about what changed lately"
        if any(at >= tick - LATELY and thing in situation.mentioned(text) for at, text in situation.announced):
            return "about what the person has announced"
        if thing in situation.task_things:
            return "about a part of the task"
        if act.kind == ActKind.ADVISE and thing in situation.places:
            return "about where to go next"
    return ""


def _anything_hot(situation: Situation) -> bool:
    return any(situation.on_heat(thing) for thing, prop in situation.log.facts if prop == "state")
