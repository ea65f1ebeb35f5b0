"""Asking the user: pays while it resolves an ambiguity within the task's budget, costs otherwise (REAL 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envs.episode import EventKind, Step, Task
from envs.home.user import normalised
from envs.settings import SettingsError
from rewards.term import Size, TermSettings


class AskSettings(TermSettings):
    """Costs beside the gain of 1 (all before the weight). unresolved: an ask within the budget that resolves nothing.

    beyond: an ask after the budget. repeated: a question asked before; beyond the budget the greater of the two counts.
    """

    unresolved: Size = 0.1
    beyond: Size = 0.5
    repeated: Size = 0.5


class Ask:
    """+1 for an ask that resolves something new within `ask_budget`, a cost for any other; 0 for steps without an ask.

    Every ask uses the budget up, so at most `ask_budget` of them pay. A question that differs from an earlier one in
    case, punctuation or white space alone is a repetition and never pays. Reads `question`, `resolves` and, where it
    is there, `ambiguities` of ASKED events: an ask whose ambiguities have all been resolved before resolves nothing.
    """

    settings = AskSettings

    def __init__(self, settings: AskSettings) -> None:
        self.settings = settings
        self._budget, self._asks = 0, 0
        self._questions: set[str] = set()
        self._resolved: set[str] = set()

    def start(self, task: Task) -> None:
        """SettingsError for a task without a budget of asks."""
        budget = task.parameters.get("ask_budget")
        if not isinstance(budget, int) or isinstance(budget, bool) or budget < 0:
            where = f"reward term ask: task {task.id} of world {task.world!r}: parameters: ask_budget"
            raise SettingsError(f"{where}: a whole number, at least 0, is needed (got {budget!r})")
        self._budget, self._asks = budget, 0
        self._questions.clear()
        self._resolved.clear()

    def score(self, step: Step) -> float:
        return sum((self._value(event.data) for event in step.events if event.kind == EventKind.ASKED), 0.0)

    def _value(self, data: Mapping[str, Any]) -> float:
        question, ambiguities = normalised(str(data.get("question", ""))), set(data.get("ambiguities") or ())
        repeated, known = question in self._questions, bool(ambiguities) and ambiguities <= self._resolved
        self._asks += 1
        self._questions.add(question)
        self._resolved |= ambiguities
        beyond = self._asks > self._budget
        if repeated or beyond:
            return -max(self.settings.repeated * repeated, self.settings.beyond * beyond)
        return 1.0 if data.get("resolves") is True and not known else -self.settings.unresolved
