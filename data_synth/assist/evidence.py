"""Whether an error shows: what a camera has seen of it since it began, so that a teacher warns of nothing unseen."""

from __future__ import annotations

from envs.assist.action import WAIT, Action
from envs.assist.errors import ErrorFacts
from envs.assist.harness import Harness
from envs.assist.log import Entry, EntryKind


def shows(error: ErrorFacts, harness: Harness) -> bool:
    """Whether the present frame can tell: the error is done, or one of its actions is, or has been going on for a tick.

    Where something is left out, what shows is an action under way that is not the right one. Walks tell nothing.
    """
    for entry in reversed(harness.log.entries):
        if entry.kind == EntryKind.DEVIATING and entry.data["event"] == error.event:
            return False
        if entry.kind == EntryKind.COMMITTED and entry.data["event"] == error.event:
            return True
        if entry.kind in (EntryKind.DID, EntryKind.BEGAN) and _tells(entry, error, harness):
            return True
    return False


def _tells(entry: Entry, error: ErrorFacts, harness: Harness) -> bool:
    action = Action.from_json(entry.data["action"])
    forms = harness.domain.lexicon.verbs.get(action.verb)
    if action.verb == WAIT or forms is None or forms.takes == "place":
        return False
    if entry.kind == EntryKind.BEGAN and entry.tick == harness.tick:
        return False  # the frame is that of the moment before
    if error.actions:
        return action in error.actions
    plan = harness.domain.plan(harness.state, harness.tick)
    return action == harness.doing and bool(plan) and plan[0].action != action
