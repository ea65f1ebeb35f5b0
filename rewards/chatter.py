"""What speaking costs: every message a little, by how much this person wants to be spoken to (IVG Tables 1B and 22).

So a policy that always speaks pays for it, and silence is free. What a message brings is paid by other terms; this one
never pays.
"""

from __future__ import annotations

from envs.assist.grading import Grader, VerdictKind
from envs.assist.log import Entry, EntryKind
from rewards.log_term import LogTerm
from rewards.term import Size, TermSettings


class ChatterSettings(TermSettings):
    """Before the weight, of one message to a person who welcomes close guidance, who is in between, who wants the
    necessary only.
    """

    step_by_step: Size = 0.2
    moderate: Size = 0.5
    necessary_only: Size = 1.0
    unneeded: Size = 1.0
    """On top, for a message that gives the person nothing: a repeat, talk without a point, advice for what is under
    way."""
    word: Size = 0.0
    """On top, for each word."""


class Chatter(LogTerm):
    """Minus the cost of the messages that were sent."""

    name = "chatter"
    settings = ChatterSettings

    def begin(self) -> None:
        self._grader = Grader()
        self._cost = 0.0

    def value(self, entry: Entry) -> float:
        unneeded = sum(verdict.kind == VerdictKind.UNNEEDED for verdict in self._grader.add(entry))
        value = self.settings.unneeded * unneeded
        if entry.kind == EntryKind.START:
            self._cost = getattr(self.settings, entry.data["persona"]["interruption"])
        if entry.kind == EntryKind.SENT:
            value += self._cost + self.settings.word * len(entry.data["text"].split())
        return -value
