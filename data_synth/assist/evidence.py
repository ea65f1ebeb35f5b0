"""Whether an error shows: what a camera has seen of it since it began, so that a teacher warns of nothing unseen."""

from __future__ import annotations

from envs.assist.action import WAIT, Action
from envs.assist.errors import ErrorFacts
from envs.assist.lexicon import Lexicon
from envs.assist.log import Entry, EntryKind, Log


def shows(error: ErrorFacts, log: Log, lexicon: Lexicon) -> bool:
    """Whether the person has begun more of the error than a walk: one of its actions, or, where something is left out,
    whatever is done in its place. What is done (COMMITTED) shows in any case.
    """
    for entry in reversed(log.entries):
        if entry.kind == EntryKind.DEVIATING and entry.data["event"] == error.event:
            return False
        if entry.kind == EntryKind.COMMITTED and entry.data["event"] == error.event:
            return True
        if entry.kind == EntryKind.BEGAN and _tells(entry, error, lexicon):
            return True
    return False


def _tells(entry: Entry, error: ErrorFacts, lexicon: Lexicon) -> bool:
    action = Action.from_json(entry.data["action"])
    forms = lexicon.verbs.get(action.verb)
    if action.verb == WAIT or forms is None or forms.takes == "place":
        return False
    return not error.actions or action in error.actions
