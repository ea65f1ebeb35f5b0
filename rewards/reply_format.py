"""A penalty for a reply that holds no valid call.

Never a reward for a valid one: summed over turns, it would pay retries more than a success at first try
(SkyRL#2104).
"""

from __future__ import annotations

from envs.episode import EventKind, Step, Task
from rewards.term import TermSettings


class ReplyFormat:
    """-1 for an invalid reply, before the weight; 0 otherwise."""

    settings = TermSettings

    def __init__(self, settings: TermSettings) -> None:
        self.settings = settings

    def start(self, task: Task) -> None:
        """Nothing to forget."""

    def score(self, step: Step) -> float:
        return -1.0 if step.has(EventKind.INVALID_REPLY) else 0.0
