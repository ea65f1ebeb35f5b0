"""The Simulators protocol: many worlds behind one face, in this process or in others.

    simulators.start(7, task)             # key 7: an episode
    for key, answer in simulators.collect(wait=math.inf):
        ...                               # its first Observation
    simulators.step(7, call)              # its next answer is a Step
    simulators.release(7)                 # the episode is over, whether it has ended or not

Every `start` and `step` brings one answer. Whatever a world raises, and a world that hangs or takes its process with
it, comes back as the InfraError of its own episode and of no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from envs.environment import InfraError, ReplyError, ToolSpec
from envs.episode import Observation, Step, Task, ToolCall

Answer = Observation | Step | InfraError
"""Of `start`, of `step`, and of either when it failed. After an InfraError the episode can only be released."""


@dataclass(frozen=True)
class WorldSeconds:
    """Seconds that worlds took: drawing pictures, and everything else. Those of worlds side by side are summed."""

    simulate: float = 0.0
    render: float = 0.0

    def __add__(self, other: WorldSeconds) -> WorldSeconds:
        return WorldSeconds(self.simulate + other.simulate, self.render + other.render)


class Simulators(Protocol):
    """Plays many episodes of one kind of world, each under a key of the caller's."""

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that the world offers."""
        ...

    @property
    def pending(self) -> int:
        """Requests whose answers are still to be collected and will come without another call."""
        ...

    def start(self, key: int, task: Task) -> None:
        """Begin an episode under a key that no other has at the time."""
        ...

    def step(self, key: int, call: ToolCall | ReplyError) -> None:
        """Advance an episode whose last answer has been collected."""
        ...

    def collect(self, wait: float) -> list[tuple[int, Answer]]:
        """All answers that are there, as (key, answer), in any order; at most `wait` seconds pass until there is one.

        0 does not wait, math.inf waits until there is one. Empty at once when nothing is pending.
        """
        ...

    def release(self, key: int) -> None:
        """End an episode; an answer that is under way is dropped. Nothing happens for a key that is not in use."""
        ...

    def take_seconds(self) -> WorldSeconds:
        """What worlds took since the last call."""
        ...

    def close(self) -> None:
        """Close every world; safe to call twice."""
        ...
