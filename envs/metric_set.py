"""What a world measures beside success: its metrics, and how a report calls them.

Every metric is a ratio: an episode adds a numerator and a denominator, and a set of episodes has the ratio of the sums
(`envs.metrics.pooled`). A world enters its set in METRIC_SETS: built in here, by `METRIC_SETS.register`, or as entry
point of the group `apprentice.metrics`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from envs.episode import Episode
from envs.registry import Registry

Ratios = dict[str, tuple[float, float]]
"""Metric -> (numerator, denominator) of one episode; (0, 0) says nothing."""


@dataclass(frozen=True)
class MetricSet:
    """One world's metrics.

    ratios: every metric's part of one episode; empty where the episode tells no facts. tables: title -> (metric -> the
    column's name), each as wide as a terminal bears. counts: those that are no shares, but numbers with a mean. shares:
    title -> (metric -> name) of classes that make up a whole.
    """

    ratios: Callable[[Episode], Ratios]
    tables: Mapping[str, Mapping[str, str]]
    counts: frozenset[str] = frozenset()
    shares: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def rates(self) -> dict[str, str]:
        """Metric -> the column's name, over all tables."""
        return {metric: name for table in self.tables.values() for metric, name in table.items()}


METRIC_SETS: Registry[MetricSet] = Registry(
    "set of metrics",
    "apprentice.metrics",
    {
        "devices": "envs.devices.metrics:METRICS",
        "home": "envs.home.metrics:METRICS",
        "cook": "envs.assist.metrics:METRICS",
        "household": "envs.assist.metrics:METRICS",
        "phone": "envs.assist.metrics:METRICS",
    },
)
"""World -> its metrics."""


def metrics_of(world: str) -> MetricSet | None:
    """The metrics of a world; None where it has none."""
    return METRIC_SETS.get(world) if world in METRIC_SETS.names() else None
