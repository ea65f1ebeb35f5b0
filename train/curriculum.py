"""A curriculum by measured success: what the policy neither masters nor always fails is drawn more often.

A group teaches by the difference between its episodes. Returns of 0 and 1 with success p differ with variance
p (1 - p), which is also how fast p rises with a logit, and a group of G has no difference at all with probability
p^G + (1 - p)^G. So a kind of task weighs

    w(p) = p^(2 t) (1 - p)^(2 (1 - t)),

which is that variance for the target t = 0.5 and has its peak at p = t for any other. A task's chance is

    (floor + (1 - floor) w(p) / mean of w over tasks) / number of tasks:

never less than `floor` times what it would be without a curriculum, so nothing is forgotten or left untried. Success is
measured by kind ("bucket"), since practice tasks are often drawn from so many that each is seen once or twice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from envs.episode import Task
from envs.settings import Settings, SettingsError, check_settings

PRIOR = 2.0
"""Episodes, with success at the target, that a bucket starts with: what is untried is taken to be worth trying."""
MOST_LOGGED = 20
"""Buckets; of more only the summary is logged."""


class CurriculumSettings(Settings):
    """`curriculum:` of an RL configuration."""

    by: str | Annotated[list[str], Field(min_length=1)]
    """What makes a bucket: `task` (each for itself), `steps` (`Task.optimal_steps`), or a parameter of the world's
    tasks, dotted where it lies deeper (`family`, `device.category`); of a list or mapping its length counts (`goals`).
    Several keys make a bucket of each combination."""
    bands: Annotated[int, Field(ge=2)] | None = None
    """Numbers (`steps`, say) are put together to at most so many bands of about as many tasks each."""
    target: Annotated[float, Field(gt=0, lt=1)] = 0.5
    """The success at which a bucket weighs most."""
    memory: Annotated[float, Field(ge=1)] = 64.0
    """Episodes over which a bucket's success is averaged, with exponential decay."""
    floor: Annotated[float, Field(ge=0, le=1)] = 0.2
    """Least share of a bucket, as a fraction of its share among all tasks. 1 draws all alike."""

    @property
    def keys(self) -> tuple[str, ...]:
        """`by` as a tuple."""
        return (self.by,) if isinstance(self.by, str) else tuple(self.by)


def check_curriculum(raw: Mapping[str, Any]) -> CurriculumSettings:
    """The mapping of a configuration file, checked; SettingsError names field and value."""
    return check_settings(dict(raw), CurriculumSettings, "curriculum")


def buckets_of(tasks: Sequence[Task], settings: CurriculumSettings) -> list[str]:
    """The bucket of each task, such as `family=FDP,steps=4-6`. SettingsError for a parameter that a task lacks."""
    columns, banded = [], False
    for key in settings.keys:
        values = [_value(task, key) for task in tasks]
        names = _bands(values, settings.bands) if settings.bands else {}
        banded = banded or bool(names)
        columns.append([f"{key}={names.get(value, value) if _is_number(value) else value}" for value in values])
    if settings.bands and not banded:
        raise SettingsError(f"curriculum: bands: {settings.bands}, but {', '.join(settings.keys)} is no number")
    return [",".join(parts) for parts in zip(*columns, strict=True)]


class Curriculum:
    """Success and share of each bucket. All of it follows from the recorded results, in their order."""

    def __init__(self, buckets: Sequence[str], settings: CurriculumSettings) -> None:
        """buckets: that of each task."""
        self.settings = settings
        self.sizes = dict(sorted(Counter(buckets).items()))
        self.measured: dict[str, tuple[float, float]] = {}
        """Bucket -> (episodes, successes), both decayed."""

    def record(self, bucket: str, success: float) -> None:
        """One episode's success, from 0 to 1."""
        keep = 1 - 1 / self.settings.memory
        episodes, successes = self.measured.get(bucket, (0.0, 0.0))
        self.measured[bucket] = (keep * episodes + 1, keep * successes + success)

    def success(self, bucket: str) -> float:
        """Measured success, above 0 and below 1; at the target as long as nothing has been measured."""
        episodes, successes = self.measured.get(bucket, (0.0, 0.0))
        return (successes + PRIOR * self.settings.target) / (episodes + PRIOR)

    def shares(self) -> dict[str, float]:
        """The chance of each bucket; they sum to 1."""
        target, floor = self.settings.target, self.settings.floor
        weights = {}
        for bucket, size in self.sizes.items():
            p = self.success(bucket)
            weights[bucket] = size * p ** (2 * target) * (1 - p) ** (2 * (1 - target))
        tasks, total = sum(self.sizes.values()), sum(weights.values())
        return {b: floor * size / tasks + (1 - floor) * weights[b] / total for b, size in self.sizes.items()}

    def allot(self, count: int, room: Mapping[str, int], rng: random.Random) -> dict[str, int]:
        """How many of `count` draws each bucket gets, by its share among those with room and at most its room.

        Systematic sampling: a bucket gets its share of `count` rounded down or up, with that as expectation, so a
        draw strays from the shares as little as it can. The sum is below `count` where room was too small, and at
        least 1 where there was any.
        """
        shares = self.shares()
        names = [bucket for bucket in shares if room[bucket] > 0]
        rng.shuffle(names)
        total = sum(shares[bucket] for bucket in names)
        start, passed, given = rng.random(), 0.0, 0
        allotted = {}
        for bucket in names:
            passed += shares[bucket] / total
            upto = count if bucket == names[-1] else min(count, max(given, int(passed * count + start)))
            allotted[bucket] = min(upto - given, room[bucket])
            given = upto
        return {bucket: number for bucket, number in allotted.items() if number}

    def metrics(self) -> dict[str, float]:
        """Share and measured success by bucket; of many buckets only how many have been tried."""
        found = {"curriculum/tried": len(self.measured) / len(self.sizes)}
        if len(self.sizes) <= MOST_LOGGED:
            found |= {f"curriculum/share/{bucket}": share for bucket, share in self.shares().items()}
            found |= {f"curriculum/success/{bucket}": s / n for bucket, (n, s) in sorted(self.measured.items())}
        return found


def _value(task: Task, key: str) -> Any:
    if key == "task":
        return task.id
    if key == "steps":
        return task.optimal_steps
    value: Any = task.parameters
    for part in key.split("."):
        if not isinstance(value, Mapping) or part not in value:
            known = ", ".join(("task", "steps", *task.parameters))
            raise SettingsError(f"curriculum: by: {key!r} is no parameter of task {task.id}; known: {known}")
        value = value[part]
    return len(value) if isinstance(value, list | tuple | Mapping) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bands(values: Sequence[Any], most: int) -> dict[float, str]:
    """Number -> name of its band; equal numbers are in one band."""
    counts = Counter(value for value in values if _is_number(value))
    total, before = counts.total(), 0
    bands: dict[int, list[float]] = {}
    for value, count in sorted(counts.items()):
        bands.setdefault(int(most * (before + count / 2) / total), []).append(value)
        before += count
    return {v: f"{b[0]}-{b[-1]}" if len(b) > 1 else str(v) for b in bands.values() for v in b}
