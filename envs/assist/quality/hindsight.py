"""What the rest of the log settles of a message that was undecided when it was sent.

Only undecided judgements change, so what a reward saw step by step stays true of the whole.

H1 passes when the person begins the advised action before the message arrives or within LATELY ticks after, or within
PENDING_FOR with nothing in between but walks and handling of the same things; it fails when the world refuses the
action first. H2 passes when the advised action is done and a goal condition comes to hold later by the same thing (for
a walk, by what is done at its end), or when a warning is of an error that begins within PENDING_FOR ticks; it fails
when what was advised commits an error, or what was warned of was needed. T2 passes when advice about a fixed thing that
the sheet does not name was on the way like that. What nobody did stays undecided: the log does not tell what would have
come of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from envs.assist.action import Action
from envs.assist.errors import addresses
from envs.assist.grounding.act import Act, ActKind
from envs.assist.log import EntryKind
from envs.assist.quality.actionable import ADVICE, errs, first_advised, fits, weigh
from envs.assist.quality.rubric import Item, Judgement, Verdict, all_of, failed, passed, undecided
from envs.assist.quality.situation import LATELY, PENDING_FOR, Deed, Sent, Situation


@dataclass(frozen=True)
class Case:
    """What hindsight needs of a message. index: of its SENT entry. exists, belongs: the halves of T2, the second by
    piece of advice.
    """

    index: int
    sent: Sent
    exists: Judgement
    belongs: tuple[tuple[Act, Judgement], ...]


def settle(items: Mapping[Item, Judgement], case: Case, situation: Situation) -> dict[Item, Judgement]:
    """The items with all that the whole log settles. situation: at the end."""
    settled = dict(items)
    if items[Item.H1].verdict == Verdict.UNDECIDED:
        settled[Item.H1] = _started(items[Item.H1], case, situation)
    if items[Item.H2].verdict == Verdict.UNDECIDED:
        advice = [act for act in case.sent.heard_as.acts if act.kind in ADVICE]
        settled[Item.H2] = weigh([_advanced(act, case, situation) for act in advice], "advises nothing")
    if items[Item.T2].verdict == Verdict.UNDECIDED and case.exists.verdict != Verdict.UNDECIDED:
        belongs = [_belonged(act, judged, case, situation) for act, judged in case.belongs]
        settled[Item.T2] = all_of([case.exists, *belongs], "names nothing")
    return settled


def _started(judged: Judgement, case: Case, situation: Situation) -> Judgement:
    action = first_advised(case.sent.heard_as.acts)
    assert action is not None
    strayed = False
    entries = situation.log.entries
    for index in range(case.index + 1, len(entries)):
        entry = entries[index]
        wait = entry.tick - case.sent.arrives
        if wait > PENDING_FOR:
            break
        if entry.kind == EntryKind.REFUSED and fits(action, Action.from_json(entry.data["action"])):
            return failed(f"the world refused it: {entry.data['why']}")
        if entry.kind != EntryKind.BEGAN:
            continue
        begun = Action.from_json(entry.data["action"])
        if fits(action, begun):
            close = wait <= LATELY or not strayed
            return passed(f"begun {wait} ticks after it arrived") if close else judged
        handled = {begun.target, begun.place} & {action.target, action.place} - {""}
        strayed = strayed or not (begun.target in situation.places or handled)
    return judged


def _advanced(act: Act, case: Case, situation: Situation) -> Judgement:
    if act.kind == ActKind.WARN:
        return _warned(act, case, situation)
    deed = _deed(act.action, case, situation)
    for index, tick, error in situation.deviations:
        first = case.index < index and (deed is None or index < situation.done[deed].index)
        if first and tick <= case.sent.tick + PENDING_FOR and errs(act, error):
            return failed(f"advises the error {error.event} itself")
    needed = _needed(act.action, case, situation)
    return passed(f"done on the way to {needed}") if needed else undecided("not done on the way to a condition")


def _warned(act: Act, case: Case, situation: Situation) -> Judgement:
    for index, tick, error in situation.deviations:
        if case.index < index and tick <= case.sent.tick + PENDING_FOR and addresses(act, error):
            return passed(f"warns of the error {error.event} before it begins")
    if not act.verb:
        return undecided("does not say what not to do")
    needed = _needed(act.action, case, situation)
    return failed(f"warns of what brought about {needed}") if needed else undecided("nothing went wrong")


def _deed(action: Action, case: Case, situation: Situation) -> int | None:
    """Place in `situation.done` of the first such action after the message."""
    done = situation.done
    later = range(bisect_right(done, case.index, key=lambda deed: deed.index), len(done))
    return next((number for number in later if fits(action, done[number].action)), None)


def _needed(action: Action, case: Case, situation: Situation) -> str:
    """The condition on whose way such an action was done later; "" where there is none."""
    number = _deed(action, case, situation)
    if number is None:
        return ""
    deed = situation.done[number]
    things = {deed.action.target}
    if _walked(deed, situation):
        things.add(deed.action.place)
        aim = next((each for each in situation.done[number + 1 :] if not _walked(each, situation)), None)
        things |= {aim.action.target} if aim is not None else set()  # a walk is for what is done at its end
    things -= {""}
    marks = situation.milestones
    return next((mark.condition for mark in marks if mark.index > deed.index and mark.things & things), "")


def _walked(deed: Deed, situation: Situation) -> bool:
    """Whether an action was of a place, or took the person elsewhere: to another place, or another screen."""
    if deed.action.target in situation.places:
        return True
    for entry in situation.log.entries[deed.index + 1 : deed.index + 2]:
        if entry.kind == EntryKind.CHANGED:
            return any(thing == "person" and prop == "at" for thing, prop, _ in entry.data["facts"])
    return False


def _belonged(act: Act, judged: Judgement, case: Case, situation: Situation) -> Judgement:
    if judged.verdict != Verdict.UNDECIDED:
        return judged
    needed = _needed(act.action, case, situation)
    return passed(f"needed for {needed}") if needed else judged
