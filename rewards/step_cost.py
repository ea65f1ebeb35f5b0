"""A constant cost for every step, so that of two ways to succeed the shorter one is better."""

from __future__ import annotations

from envs.episode import Step, Task
from rewards.term import TermSettings


class StepCost:
    """-1 a step, before the weight."""

    settings = TermSettings

    def __init__(self, settings: TermSettings) -> None:
        self.settings = settings

    def start(self, task: Task) -> None:
        """Nothing to forget."""

    def score(self, step: Step) -> float:
        return -1.0
