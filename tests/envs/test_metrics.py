"""Success, path efficiency, intervals and paired differences."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from envs.episode import Episode, Outcome, Task
from envs.images import ImageStore
from envs.metrics import TaskResult, by_category, paired_difference, summarize, task_result, wilson
from tests.demonstrations import demonstration


def result(task: str, success: bool, steps: int = 4, best: int | None = 2, group: str = "", **more) -> TaskResult:
    outcome = Outcome.SUCCESS if success else Outcome.TRUNCATED
    return TaskResult(task, outcome.value, int(success), 1, steps, steps, best, "Lamp", group, **more)


def test_spl_is_equation_four() -> None:
    assert result("a", True, steps=8, best=2).spl == 0.25
    assert result("a", True, steps=2, best=2).spl == 1.0
    assert result("a", False, steps=2, best=2).spl == 0.0
    assert result("a", True, best=None).spl is None


def test_infra_errors_are_in_no_rate() -> None:
    fault = TaskResult("c", Outcome.INFRA_ERROR.value, 0, 1, 0, 0, 2)
    with_fault = summarize([result("a", True), result("b", False), fault])
    without = summarize([result("a", True), result("b", False)])
    assert replace(with_fault, outcomes=without.outcomes) == without
    assert with_fault.outcomes["infra_error"] == 1


def test_of_nothing_nothing_is_claimed() -> None:
    summary = summarize([])
    assert (summary.sr.value, summary.ssr, summary.spl, summary.valid_replies) == (None,) * 4


def test_wilson_interval_is_the_published_one() -> None:
    rate = wilson(8, 10)
    assert (rate.low, rate.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 50).low == 0
    assert 0 < wilson(0, 50).high < 0.1
    assert wilson(50, 50).high == 1


def test_results_of_an_episode_come_from_its_last_step() -> None:
    episode = demonstration(ImageStore(None), seed=1, turns=3)
    seen = task_result(episode)
    assert seen.success
    assert (seen.goals_done, seen.goals_total, seen.steps, seen.valid_replies) == (1, 1, 3, 3)
    assert (seen.category, seen.group, seen.spl) == ("Lamp", "Lamp:1", 1.0)
    broken = Episode(Task("devices", "x", 0, {"goals": ["a", "b"]}), outcome=Outcome.INFRA_ERROR, error="gone")
    assert (task_result(broken).goals_total, task_result(broken).error) == (2, "gone")
    with pytest.raises(ValueError, match="not ended"):
        task_result(replace(episode, outcome=None))


def test_categories_add_up() -> None:
    results = [result("a", True), replace(result("b", False), category="Kettle"), result("c", True)]
    parts = by_category(results)
    assert {name: part.episodes for name, part in parts.items()} == {"Kettle": 1, "Lamp": 2}


def test_difference_is_paired_by_task_and_leaves_out_what_one_side_lacks() -> None:
    first = [result("a", False), result("b", False), result("c", True), result("lone", True)]
    second = [result("c", True), result("a", True), result("b", False)]
    difference = paired_difference(first, second)
    assert difference.value == pytest.approx(1 / 3)
    assert (difference.tasks, difference.first_better, difference.second_better, difference.left_out) == (3, 0, 1, 1)
    half = 1.959964 * math.sqrt(1 / 3) / math.sqrt(3)
    assert difference.high - difference.value == pytest.approx(half, rel=1e-4)


def test_the_paired_interval_covers_the_truth_nineteen_times_in_twenty() -> None:
    rng = random.Random(0)
    covered = 0
    for _ in range(400):
        first = [result(str(i), rng.random() < 0.4) for i in range(100)]
        second = [result(str(i), rng.random() < 0.6) for i in range(100)]
        d = paired_difference(first, second)
        covered += d.low <= 0.2 <= d.high
    assert 0.92 < covered / 400 < 0.98


def test_tasks_of_one_device_are_no_independent_evidence() -> None:
    def of(device: int, success: bool) -> list[TaskResult]:
        return [result(f"{device}-{i}", success, group=str(device)) for i in range(10)]

    first = [r for d in range(6) for r in of(d, False)]
    second = [r for d in range(6) for r in of(d, d < 3)]
    d = paired_difference(first, second)
    assert d.clustered is not None
    assert d.clustered[1] - d.clustered[0] > 2.5 * (d.high - d.low)
