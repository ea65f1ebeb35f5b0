"""A bonus for each goal as it is reached, sharing 1 among the task's goals, and one more at success.

Each goal pays once: the world counts goals in order and never takes one back.
"""

from __future__ import annotations

from envs.episode import Outcome, Step, Task
from rewards.term import Size, TermSettings


class GoalSettings(TermSettings):
    """success_bonus: paid (before the weight) when the episode succeeds, on top of the goals' sum of 1."""

    success_bonus: Size = 0.0


class Goal:
    """Goals newly reached over goals in all, plus the bonus."""

    settings = GoalSettings

    def __init__(self, settings: GoalSettings) -> None:
        self.settings = settings
        self._done = 0

    def start(self, task: Task) -> None:
        self._done = 0

    def score(self, step: Step) -> float:
        total = step.info.get("goals_total") or 0
        done = step.info.get("goals_done") or 0
        gained, self._done = max(0, done - self._done), max(done, self._done)
        value = gained / total if total else 0.0
        return value + (self.settings.success_bonus if step.outcome == Outcome.SUCCESS else 0.0)
