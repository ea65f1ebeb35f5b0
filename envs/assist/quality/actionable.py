"""Actionable guidance as far as it shows when a message is sent: H1, H2 (IVG Table 21).

The log holds no dynamics: whether an action is possible, and what it is good for, mostly shows in what follows
(`envs.assist.quality.hindsight`), and is undecided until then. At once it shows that an action is under way or was
refused with nothing changed since, that advice repairs a live error or is the error, and that it answers a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from envs.assist.action import WAIT, Action
from envs.assist.errors import ErrorFacts, addresses
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import UserAct
from envs.assist.quality.rubric import Judgement, Verdict, failed, not_applicable, passed, undecided
from envs.assist.quality.situation import Pending, Sent, Situation

ADVICE = (ActKind.ADVISE, ActKind.WARN)
ASKED_FOR = frozenset({UserAct.QUESTION, UserAct.ASK_BACK})
"""Utterances that are answered by advice itself. What to do next is not among them: that advice has to be good, too."""


def fits(advised: Action, done: Action) -> bool:
    """Whether what was done is what was advised; what the advice leaves open fits anything, but not all of it."""
    if not (advised.verb or advised.target):
        return False
    pairs = ((advised.verb, done.verb), (advised.target, done.target), (advised.place, done.place))
    return all(said in ("", was) for said, was in pairs)


def first_advised(acts: Sequence[Act]) -> Action | None:
    """The first action that is advised for now."""
    return next((act.action for act in acts if act.kind == ActKind.ADVISE and not act.later), None)


def startable(sent: Sent, situation: Situation) -> Judgement:
    """H1 when the message is sent."""
    action = first_advised(sent.heard_as.acts)
    if action is None:
        return not_applicable("advises nothing for now")
    if action.verb == WAIT:
        return passed("anyone can wait")
    if situation.log.doing is not None and fits(action, situation.log.doing):
        return passed("it is under way")
    if any(fits(action, refused) for refused in situation.refused):
        return failed(f"the world refused {situation.says(action)} and nothing has changed since")
    return undecided("the log does not show whether it could be started")


def advancing(sent: Sent, pending: Sequence[tuple[Pending, Judgement]], situation: Situation) -> Judgement:
    """H2 when the message is sent. pending: the utterances that wait, each with whether this message takes it up."""
    errors = tuple(situation.errors.values())
    advice = [act for act in sent.heard_as.acts if act.kind in ADVICE]
    judged = [_at_once(act, errors, situation) for act in advice]
    if ActKind.ADVISE in {act.kind for act in advice}:
        judged += [
            passed(f"gives what the person asked for: {each.text!r}")
            for each, taken in pending
            if each.act in ASKED_FOR and taken.verdict == Verdict.PASS
        ]
    return weigh(judged, "advises nothing")


def weigh(judged: Sequence[Judgement], nothing: str) -> Judgement:
    """H2 of several pieces of advice: bad advice fails it, otherwise one that is good suffices."""
    for verdict in (Verdict.FAIL, Verdict.PASS, Verdict.UNDECIDED):
        for each in judged:
            if each.verdict == verdict:
                return each
    return not_applicable(nothing)


def _at_once(act: Act, errors: Sequence[ErrorFacts], situation: Situation) -> Judgement:
    about = next((error for error in errors if addresses(act, error)), None)
    if about is not None:
        return passed(f"prevents or repairs the error {about.event}")
    if act.kind == ActKind.ADVISE:
        wrong = next((error for error in errors if errs(act, error)), None)
        return failed(f"advises the error {wrong.event} itself") if wrong else undecided("not yet done")
    if not (act.verb or act.target):
        return undecided("does not say what is wrong") if errors else failed("warns while nothing is wrong")
    if situation.on_heat(act.target) and situation.log.fact(act.target, "state") == "done":
        return passed(f"the {situation.name(act.target)} would burn")
    return undecided("nothing is wrong yet")


def errs(act: Act, error: ErrorFacts) -> bool:
    """Whether what is advised is the very action that commits the error."""
    last = error.actions[-1:]
    return bool(act.target) and any(fits(act.action, action) for action in last)
