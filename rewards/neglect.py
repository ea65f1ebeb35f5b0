"""What silence costs while something is due: the turn itself answers for it, not the end of a window (IVG Table 1A).

For step-wise credit, where `missed`, `unanswered` and `unnotified` come many turns too late. Due is what a turn begins
with: an error that no message has addressed, a question without an answer, a request whose fact has come to be and was
not told, and other words of the person to which nothing was said. A cost and nothing else: where nothing is due,
silence costs nothing, and nobody is paid for ending a neglect. Whether the words were the right ones is for the
other terms to say, but what addresses no error and answers no question ends neither's neglect.
"""

from __future__ import annotations

from collections.abc import Iterator

from envs.assist.condition import FactIs
from envs.assist.errors import ErrorFacts, addressed
from envs.assist.grading import Grader, VerdictKind
from envs.assist.grading.message import Sent
from envs.assist.grounding.act import ActKind
from envs.assist.log import Entry, EntryKind, UserAct
from envs.assist.quality.situation import LATELY
from envs.episode import Step
from rewards.log_term import LogTerm
from rewards.term import Size, TermSettings

UNDERSTOOD = (EntryKind.AVERTED, EntryKind.CORRECTED, EntryKind.NOTICED, EntryKind.REPAIRED, EntryKind.VOID)
ANSWERED = frozenset({VerdictKind.RIGHT, VerdictKind.WRONG, VerdictKind.UNANSWERED})
TOLD = frozenset({VerdictKind.NOTIFIED, VerdictKind.EARLY, VerdictKind.LATE, VerdictKind.UNNOTIFIED})
WAITS = frozenset({UserAct.ASK_NEXT, UserAct.DONE, UserAct.REQUEST, UserAct.PLAN_CHANGE})
"""Words that wait for any message at all, for LATELY ticks."""


class NeglectSettings(TermSettings):
    """Costs of one turn, before the weight, for each thing of the kind that is due and passed over."""

    error: Size = 1.0
    question: Size = 1.0
    request: Size = 1.0
    utterance: Size = 0.5


class Neglect(LogTerm):
    """Minus what was due when the turn began and no message of the turn has met."""

    name = "neglect"
    settings = NeglectSettings

    def begin(self) -> None:
        self._grader = Grader()
        self._errors: dict[str, ErrorFacts] = {}
        self._questions: set[str] = set()
        self._requests: dict[str, FactIs] = {}
        self._waiting: dict[int, int] = {}
        """Utterance -> its tick."""
        self._met: set[tuple[str, object]] = set()
        self._now = 0
        """When the turn begins. Turns in which nothing happens bring no entry."""

    def score(self, step: Step) -> float:
        due = tuple(self._due())
        self._met.clear()
        super().score(step)
        self._now = step.info["tick"]
        return -sum((getattr(self.settings, kind) for kind, which in due if (kind, which) not in self._met), 0.0)

    def _due(self) -> Iterator[tuple[str, object]]:
        """(setting, which) of all that waits now."""
        log = self._grader.log
        yield from (("error", event) for event in self._errors)
        yield from (("question", event) for event in self._questions)
        yield from (("request", event) for event, until in self._requests.items() if until.holds(log))
        yield from (("utterance", number) for number, tick in self._waiting.items() if self._now <= tick + LATELY)

    def value(self, entry: Entry) -> float:
        """Keep account; nothing is to be paid for."""
        kind, data = entry.kind, entry.data
        for verdict in self._grader.add(entry):
            if verdict.kind in ANSWERED:
                self._questions.discard(verdict.event)
                if verdict.kind != VerdictKind.UNANSWERED:
                    self._met.add(("question", verdict.event))
            elif verdict.kind in TOLD:
                self._requests.pop(verdict.event, None)
        if kind == EntryKind.SENT:
            self._sent(Sent.read(entry))
        elif kind == EntryKind.DEVIATING:
            self._errors[data["event"]] = ErrorFacts.read(entry)
        elif kind in UNDERSTOOD:
            self._errors.pop(data["event"], None)
        elif kind == EntryKind.ASKED:
            self._questions = {data["event"]}  # only the latest can still be answered
        elif kind == EntryKind.REQUESTED:
            self._requests[data["event"]] = FactIs(**data["until"])
        elif kind == EntryKind.SAID and data["act"] in WAITS:
            self._waiting[data["utterance"]] = entry.tick
        return 0.0

    def _sent(self, message: Sent) -> None:
        """What a message meets is due no more."""
        for error in addressed(message.acts, tuple(self._errors.values())):
            self._met.add(("error", error.event))
            del self._errors[error.event]
        told = {act.target for act in message.of_kind(ActKind.CLAIM, ActKind.ADVISE) if not act.later}
        for event, until in tuple(self._requests.items()):
            if until.thing in told and until.holds(self._grader.log):
                self._met.add(("request", event))
                del self._requests[event]
        self._met |= {("utterance", number) for number in self._waiting}
        self._waiting.clear()
