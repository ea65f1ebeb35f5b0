"""Metrics of a benchmark: pure functions over Episodes (VGEBench 4.2 and appendix F).

An episode that ended as `infra_error` is nobody's failure: it counts in no rate, only in its own count. Intervals
are 95%: Wilson's for the success rate; for a ratio over episodes the normal one, episodes being independent; for the
difference of two policies the normal one on differences paired by task.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from envs.episode import Episode, Outcome
from envs.metric_set import Ratios, metrics_of
from envs.task_kind import category, goals, scene

Z = 1.959963984540054
"""Two-sided 95% of the normal distribution."""


@dataclass(frozen=True)
class TaskResult:
    """What one episode came to. category: kind of device, or family of tasks. group: tasks on one and the same scene
    (device, apartment), which succeed and fail together.
    """

    task: str
    outcome: str
    goals_done: int
    goals_total: int
    steps: int
    valid_replies: int
    optimal_steps: int | None = None
    category: str = ""
    group: str = ""
    trajectory_return: float = 0.0
    error: str | None = None
    ratios: Ratios = field(default_factory=dict)
    """Metrics beside success, those of the world's `MetricSet`."""
    world: str = "devices"

    @property
    def success(self) -> bool:
        return self.outcome == Outcome.SUCCESS

    @property
    def counts(self) -> bool:
        """Whether the episode says something about the policy."""
        return self.outcome != Outcome.INFRA_ERROR

    @property
    def subgoal_rate(self) -> float:
        """Reached goals over all goals (SSR of one episode)."""
        return self.goals_done / self.goals_total if self.goals_total else float(self.success)

    @property
    def spl(self) -> float | None:
        """Success weighted by path length, equation 4; None when the shortest path is not known."""
        if self.optimal_steps is None:
            return None
        return self.success * self.optimal_steps / max(self.steps, self.optimal_steps, 1)


@dataclass(frozen=True)
class Rate:
    """A mean with its 95% interval, of `count` cases. All None without cases."""

    value: float | None
    low: float | None
    high: float | None
    count: int


@dataclass(frozen=True)
class Summary:
    """All numbers of a set of episodes. sr: success rate with Wilson's interval. ssr, spl, valid_replies: rates, 0
    to 1.

    steps: mean steps of an episode. steps_of_successes: the same over successes. spl_count: episodes whose shortest
    path is known, over which spl is taken. outcomes: episodes by outcome, infra_error among them.
    """

    episodes: int
    sr: Rate
    ssr: float | None
    spl: float | None
    spl_count: int
    valid_replies: float | None
    steps: float | None
    steps_of_successes: float | None
    trajectory_return: float | None
    outcomes: Mapping[str, int]
    ratios: Mapping[str, Rate]
    """Metrics beside success, pooled; none in a world that tells no facts."""


@dataclass(frozen=True)
class Difference:
    """Mean of (second - first) over tasks that both counted, with its interval.

    clustered: the interval when tasks of one group move together. first_better, second_better: tasks where one beat the
    other. left_out: tasks that one side alone counted.
    """

    value: float | None
    low: float | None
    high: float | None
    clustered: tuple[float, float] | None
    tasks: int
    first_better: int
    second_better: int
    left_out: int


def task_result(episode: Episode) -> TaskResult:
    """The result of an ended episode. Goals come from the last step's info, or from the outcome in a world without
    them.
    """
    outcome = episode.outcome
    if outcome is None:
        raise ValueError(f"task {episode.task.id}: the episode has not ended")
    info = episode.turns[-1].step.info if episode.turns else {}
    done = info.get("goals_done", int(outcome == Outcome.SUCCESS))
    own = metrics_of(episode.task.world)
    return TaskResult(
        task=episode.task.id,
        outcome=outcome.value,
        goals_done=int(done),
        goals_total=goals(episode) or 1,
        steps=len(episode.turns),
        valid_replies=sum(turn.call is not None for turn in episode.turns),
        optimal_steps=episode.task.optimal_steps,
        category=category(episode.task) or episode.task.world,
        group=scene(episode.task),
        trajectory_return=episode.trajectory_return,
        error=episode.error,
        ratios=own.ratios(episode) if own is not None else {},
        world=episode.task.world,
    )


def summarize(results: Sequence[TaskResult]) -> Summary:
    """Every number of these results."""
    counted = [r for r in results if r.counts]
    spl = [value for r in counted if (value := r.spl) is not None]
    turns = sum(r.steps for r in counted)
    return Summary(
        episodes=len(counted),
        sr=wilson(sum(r.success for r in counted), len(counted)),
        ssr=_mean([r.subgoal_rate for r in counted]),
        spl=_mean(spl),
        spl_count=len(spl),
        valid_replies=sum(r.valid_replies for r in counted) / turns if turns else None,
        steps=_mean([r.steps for r in counted]),
        steps_of_successes=_mean([r.steps for r in counted if r.success]),
        trajectory_return=_mean([r.trajectory_return for r in counted]),
        outcomes={o.value: sum(r.outcome == o for r in results) for o in Outcome},
        ratios=pooled([r.ratios for r in counted], _counts(counted)),
    )


def _counts(results: Sequence[TaskResult]) -> set[str]:
    """Metrics of these results' worlds that are no shares."""
    sets = (metrics_of(world) for world in {result.world for result in results})
    return {name for own in sets if own is not None for name in own.counts}


def by_category(results: Iterable[TaskResult]) -> dict[str, Summary]:
    """A summary for every category, by name."""
    groups: dict[str, list[TaskResult]] = {}
    for result in results:
        groups.setdefault(result.category, []).append(result)
    return {name: summarize(groups[name]) for name in sorted(groups)}


def wilson(successes: int, count: int, z: float = Z) -> Rate:
    """Success rate with Wilson's score interval; honest at 0 and 1 too."""
    if count == 0:
        return Rate(None, None, None, 0)
    p = successes / count
    scale = 1 + z**2 / count
    middle = (p + z**2 / (2 * count)) / scale
    half = z * math.sqrt(p * (1 - p) / count + z**2 / (4 * count**2)) / scale
    low = 0.0 if successes == 0 else middle - half  # exactly, not up to rounding
    high = 1.0 if successes == count else middle + half
    return Rate(p, low, high, count)


def pooled(parts: Sequence[Ratios], counts: Collection[str] = ()) -> dict[str, Rate]:
    """Each metric over all episodes: sum of numerators / sum of denominators, in the order of first appearance.

    The interval is that of a ratio estimator (delta method) over independent episodes; for a share of 0 or 1, where it
    would have no width, Wilson's. count is the sum of denominators. All None where the denominators sum to 0, no
    interval for one episode. counts: metrics that are no shares.
    """
    names = dict.fromkeys(name for part in parts for name in part)
    return {name: _ratio([part[name] for part in parts if name in part], name not in counts) for name in names}


def _ratio(cases: Sequence[tuple[float, float]], share: bool) -> Rate:
    total = math.fsum(b for _, b in cases)
    if not total:
        return Rate(None, None, None, 0)
    value, n = math.fsum(a for a, _ in cases) / total, len(cases)
    if n == 1:
        return Rate(value, None, None, round(total))
    spread = math.fsum((a - value * b) ** 2 for a, b in cases) * n / (n - 1)
    if share and value in (0.0, 1.0):
        return wilson(round(value * total), round(total))
    half = Z * math.sqrt(spread) / total
    high = min(1.0, value + half) if share else value + half
    return Rate(value, max(0.0, value - half), high, round(total))


def paired_difference(
    first: Iterable[TaskResult],
    second: Iterable[TaskResult],
    value: Callable[[TaskResult], float] = lambda result: float(result.success),
) -> Difference:
    """Second minus first, paired by task, with the normal interval: mean +- 1.96 x deviation / sqrt(tasks).

    A task played several times counts with its mean. Tasks that only one side counted (the other's ended as
    infra_error, or was not played) are left out and numbered. `clustered` uses the deviation of the groups' sums
    instead (devices), so it is the one to read when several tasks share a device; None with fewer than two groups.
    """
    left, left_groups = _by_task(first, value)
    right, _ = _by_task(second, value)
    shared = sorted(left.keys() & right.keys())
    lone = len(left.keys() | right.keys()) - len(shared)
    wins = [right[task] - left[task] for task in shared]
    counts = (len(shared), sum(d < 0 for d in wins), sum(d > 0 for d in wins), lone)
    if not shared:
        return Difference(None, None, None, None, *counts)
    mean = math.fsum(wins) / len(wins)
    if len(wins) == 1:
        return Difference(mean, None, None, None, *counts)
    half = Z * math.sqrt(math.fsum((d - mean) ** 2 for d in wins) / (len(wins) - 1) / len(wins))
    sums: defaultdict[str, float] = defaultdict(float)
    for task, d in zip(shared, wins, strict=True):
        sums[left_groups[task]] += d - mean
    clustered = None
    if len(sums) > 1:
        spread = math.fsum(s**2 for s in sums.values()) * len(sums) / (len(sums) - 1)
        wide = Z * math.sqrt(spread) / len(wins)
        clustered = (mean - wide, mean + wide)
    return Difference(mean, mean - half, mean + half, clustered, *counts)


def paired_ratio_differences(first: Iterable[TaskResult], second: Iterable[TaskResult]) -> dict[str, Difference]:
    """Second minus first of every metric that both worlds' sets pool, over tasks that both sides counted.

    A metric is a ratio of sums, so its interval is that of the difference of two ratio estimators over paired tasks
    (delta method): each task moves both ratios. Better and worse are not told: a ratio is not a task's own.
    """
    left, right = _ratios_by_task(first), _ratios_by_task(second)
    shared = sorted(left.keys() & right.keys())
    lone = len(left.keys() | right.keys()) - len(shared)
    names = [name for task in shared for name in left[task] if name in right[task]]
    found: dict[str, Difference] = {}
    for name in dict.fromkeys(names):
        tasks = [task for task in shared if name in left[task] and name in right[task]]
        pulls: list[list[float]] = []
        values: list[float] = []
        for side in (left, right):
            parts = [side[task][name] for task in tasks]
            total = math.fsum(b for _, b in parts)
            value = math.fsum(a for a, _ in parts) / total if total else math.nan
            values.append(value)
            pulls.append([len(tasks) * (a - value * b) / total if total else math.nan for a, b in parts])
        change = values[1] - values[0]
        if math.isnan(change):
            continue
        half = None
        if len(tasks) > 1:
            spread = math.fsum((b - a) ** 2 for a, b in zip(*pulls, strict=True)) / (len(tasks) - 1)
            half = Z * math.sqrt(spread / len(tasks))
        bounds = (None, None) if half is None else (change - half, change + half)
        found[name] = Difference(change, *bounds, None, len(tasks), 0, 0, lone)
    return found


def _ratios_by_task(results: Iterable[TaskResult]) -> dict[str, Ratios]:
    """Task -> its metrics' parts, summed over the times that it was played."""
    found: dict[str, Ratios] = {}
    for result in results:
        if result.counts and result.ratios:
            sums = found.setdefault(result.task, {})
            for name, (a, b) in result.ratios.items():
                before = sums.get(name, (0.0, 0.0))
                sums[name] = (before[0] + a, before[1] + b)
    return found


def _by_task(
    results: Iterable[TaskResult], value: Callable[[TaskResult], float]
) -> tuple[dict[str, float], dict[str, str]]:
    values: dict[str, list[float]] = {}
    groups: dict[str, str] = {}
    for result in results:
        if result.counts:
            values.setdefault(result.task, []).append(value(result))
            groups[result.task] = result.group or result.task
    return {task: sum(v) / len(v) for task, v in values.items()}, groups


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
