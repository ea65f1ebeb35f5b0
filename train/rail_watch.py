"""Safety rails at work: which numbers of a run's logs are beyond an alarm, and when that must stop the run.

`Watch.look` reads the metrics of one log at a time. It is plain Python and follows from the logs alone, so a resumed
run that looks at its log history once more stands where it stood. The rails themselves are settings (`train.rails`);
`train.collapse` ties both to the trainer.

A rail stops a run when its number is at or beyond `stop` in `patience` logs in a row. Most of them only stop what has
once been on the good side of the alarm: a base model that has not learnt the reply format yet gives invalid replies
from the start, which is worth a warning, but it is nothing that has collapsed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, model_validator

from envs.settings import Settings


class Rail(Settings):
    """One rail. Keys that a configuration leaves out keep the rail's default."""

    alarm: float
    """From here on a warning is logged, once per crossing."""
    stop: float | None
    """From here on, for `patience` logs in a row, the run is stopped. Null: never."""
    patience: Annotated[int, Field(ge=1)] = 3
    """Logs; with `logging_steps: 1` that is updates."""
    from_start: bool = False
    """Whether it also stops a run that was never on the good side of the alarm."""

    def beyond(self, value: float, threshold: float | None) -> bool:
        """Whether a value is at the threshold or above."""
        return threshold is not None and value >= threshold

    @model_validator(mode="after")
    def _in_order(self) -> Rail:
        if self.stop is not None and not self.beyond(self.stop, self.alarm):
            raise ValueError(f"stop: {self.stop} is on the good side of alarm: {self.alarm}")
        return self


class LowRail(Rail):
    """A rail of a number that must not fall."""

    def beyond(self, value: float, threshold: float | None) -> bool:
        """Whether a value is at the threshold or below."""
        return threshold is not None and value <= threshold


METRICS: dict[str, tuple[str, ...]] = {
    "logp_gap": ("sampling/sampling_logp_difference/mean",),
    "zero_variance": ("groups/zero_variance",),
    "invalid_replies": ("episodes/invalid_replies",),
    "repeated_characters": ("episodes/repeated_characters",),
    "entropy": ("entropy",),
    "clip_ratio": ("clip_ratio/region_mean",),
    "infra_error": ("episodes/infra_error",),
    "kl": ("kl",),
    "nonfinite": ("loss", "grad_norm"),
}
"""Rail -> what it reads. `nonfinite` counts those that are no finite numbers."""


@dataclass(frozen=True)
class Crossing:
    """A rail at or beyond a threshold.

    step: of the log that showed it. clean: step of the last log in which this rail was on the good side of its alarm;
    None when there was none.
    """

    rail: str
    value: float
    threshold: float
    step: int
    clean: int | None
    readings: str

    def __str__(self) -> str:
        return f"{self.rail} ({self.readings}) at step {self.step}"


@dataclass
class _Standing:
    """Where a rail stands."""

    clean: int | None = None
    alarmed: bool = False
    streak: int = 0


@dataclass(frozen=True)
class Sight:
    """What one log showed: alarms that are new, the rails that are beyond their alarm, and what stops the run."""

    new: tuple[Crossing, ...]
    alarmed: tuple[str, ...]
    stop: Crossing | None


class Watch:
    """All rails over the logs of a run, in order."""

    def __init__(self, rails: Mapping[str, Rail]) -> None:
        self.rails = rails
        self._standing = {name: _Standing() for name in self.rails}

    @property
    def clean(self) -> int | None:
        """Step of the last log that showed no rail beyond its alarm, of those that may stop the run now.

        None when there has been none, which is so before the first log.
        """
        standings = [self._standing[name] for name, rail in self.rails.items() if self._may_stop(name, rail)]
        steps = [standing.clean for standing in standings if standing.clean is not None or standing.alarmed]
        return None if None in steps else min((step for step in steps if step is not None), default=None)

    def look(self, step: int, metrics: Mapping[str, Any]) -> Sight:
        """Read one log. A rail whose metric it does not hold (no rollout since the last log) stands where it stood."""
        new, stops = [], []
        for name, rail in self.rails.items():
            value = read_rail(name, metrics)
            if value is None:
                continue
            standing = self._standing[name]
            readings = ", ".join(f"{key} {metrics[key]:.4g}" for key in METRICS[name] if metrics.get(key) is not None)
            if not rail.beyond(value, rail.alarm):
                standing.clean, standing.alarmed, standing.streak = step, False, 0
                continue
            if not standing.alarmed:
                new.append(Crossing(name, value, rail.alarm, step, standing.clean, readings))
            standing.alarmed = True
            standing.streak = standing.streak + 1 if rail.beyond(value, rail.stop) else 0
            if rail.stop is not None and standing.streak >= rail.patience and self._may_stop(name, rail):
                stops.append(Crossing(name, value, rail.stop, step, standing.clean, readings))
        alarmed = tuple(name for name, standing in self._standing.items() if standing.alarmed)
        earliest = min(stops, key=lambda crossing: -1 if crossing.clean is None else crossing.clean, default=None)
        return Sight(tuple(new), alarmed, earliest)

    def _may_stop(self, name: str, rail: Rail) -> bool:
        return rail.stop is not None and (rail.from_start or self._standing[name].clean is not None)


def read_rail(name: str, metrics: Mapping[str, Any]) -> float | None:
    """The rail's number among the metrics of a log; None where there is none."""
    values = [metrics[key] for key in METRICS[name] if metrics.get(key) is not None]
    if not values:
        return None
    if name == "nonfinite":
        return float(sum(not math.isfinite(value) for value in values))
    return None if math.isnan(values[0]) else float(values[0])
