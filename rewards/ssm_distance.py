"""Nearness to the goals on the state machine, as a difference of potentials (Ng, Harada and Russell, 1999).

    value = gamma * phi(after) - phi(before),    phi = (bound - distance) / bound,  0 <= phi <= 1

`distance` is what is left of the best plan over all goals not yet reached, counted in changes of the device or
in actions, of which switches of the view are some; `bound` is where far ends in this task. phi is never
negative: with a negative potential and gamma < 1, standing still would earn (gamma - 1) * phi > 0 a step. So a
step that changes nothing earns at most 0, and so does a loop. At gamma 1 an episode's sum telescopes to phi_T -
phi_0. A truncated ending keeps its phi (no correction to 0 at the end): of two failures the one that came
closer is better.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from envs.episode import Step, Task
from rewards.term import TermSettings


class SsmDistanceSettings(TermSettings):
    """gamma: discount of the potential after the step, above 0, at most 1.

    measure: `changes` counts changes of the device; `actions` also counts switches of the view, so that a look from the
    right side is nearer, too.
    """

    measure: Literal["changes", "actions"] = "changes"
    gamma: Annotated[float, Field(gt=0, le=1)] = 1.0


class SsmDistance:
    """Potential difference over a step's distances before and after it; 0 for a task without goals."""

    settings = SsmDistanceSettings

    def __init__(self, settings: SsmDistanceSettings) -> None:
        self.settings = settings
        self._key = "distance" if settings.measure == "changes" else "actions"

    def start(self, task: Task) -> None:
        """Nothing to forget: both distances stand in the step."""

    def score(self, step: Step) -> float:
        bound = step.info.get(f"{self._key}_bound")
        if not bound:
            return 0.0
        before, after = step.info.get(f"{self._key}_before"), step.info.get(self._key)
        return self.settings.gamma * potential(after, bound) - potential(before, bound)


def potential(distance: float | None, bound: float) -> float:
    """phi in [0, 1]; a distance of None (no way leads to the goals) is as far as can be."""
    return 0.0 if distance is None else max(0.0, bound - distance) / bound
