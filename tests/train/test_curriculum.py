"""The curriculum's shares follow from measured success; nothing is forgotten; and it pays where tasks are chains."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.episode import Task
from envs.settings import SettingsError
from train.curriculum import Curriculum, buckets_of, check_curriculum
from train.task_source import TaskSource

unhurried = settings(deadline=None)
results = st.lists(st.tuples(st.sampled_from("abcd"), st.floats(0, 1)), max_size=60)
SIZES = {"a": 1, "b": 2, "c": 5, "d": 12}
BUCKETS = [name for name, size in SIZES.items() for _ in range(size)]


def measured(history: list[tuple[str, float]], **settings: Any) -> Curriculum:
    curriculum = Curriculum(BUCKETS, check_curriculum({"by": "kind", **settings}))
    for bucket, success in history:
        curriculum.record(bucket, success)
    return curriculum


@unhurried
@given(results, st.floats(0, 1), st.floats(0.05, 0.95), st.floats(1, 100))
def test_no_share_falls_below_the_floor(
    history: list[tuple[str, float]], floor: float, target: float, memory: float
) -> None:
    shares = measured(history, floor=floor, target=target, memory=memory).shares()
    assert math.isclose(sum(shares.values()), 1)
    assert all(shares[b] >= floor * size / len(BUCKETS) - 1e-12 for b, size in SIZES.items())


@unhurried
@given(results, st.integers(1, 200), st.integers(0, 3))
def test_draws_keep_to_the_shares(history: list[tuple[str, float]], count: int, seed: int) -> None:
    curriculum = measured(history)
    room = dict.fromkeys(SIZES, count)
    allotted = curriculum.allot(count, room, random.Random(seed))
    assert sum(allotted.values()) == count
    for bucket, share in curriculum.shares().items():
        assert abs(allotted.get(bucket, 0) - share * count) < 1 + 1e-6


@unhurried
@given(results, st.integers(1, 30), st.fixed_dictionaries({b: st.integers(0, size) for b, size in SIZES.items()}))
def test_no_bucket_gets_more_than_it_has_room_for(
    history: list[tuple[str, float]], count: int, room: dict[str, int]
) -> None:
    allotted = measured(history).allot(count, room, random.Random(0))
    assert all(0 < number <= room[bucket] for bucket, number in allotted.items())
    assert sum(allotted.values()) <= count and (allotted or not any(room.values()))


def test_draws_come_to_the_shares_in_the_long_run() -> None:
    curriculum = measured([("a", 1.0), ("d", 0.0)] * 20)
    rng, counts = random.Random(0), dict.fromkeys(SIZES, 0)
    for _ in range(4000):
        for bucket, number in curriculum.allot(3, dict.fromkeys(SIZES, 3), rng).items():
            counts[bucket] += number
    assert {b: n / 12000 for b, n in counts.items()} == pytest.approx(curriculum.shares(), abs=0.01)


@pytest.mark.parametrize("target", [0.3, 0.5, 0.7])
def test_success_at_the_target_weighs_most(target: float) -> None:
    """One task a bucket, success from 0 to 1 measured over and over."""
    levels = [i / 10 for i in range(11)]
    curriculum = Curriculum([str(p) for p in levels], check_curriculum({"by": "kind", "target": target}))
    for _ in range(400):
        for p in levels:
            curriculum.record(str(p), p)
    shares = [curriculum.shares()[str(p)] for p in levels]
    peak = levels.index(target)
    assert shares[: peak + 1] == sorted(shares[: peak + 1]) and shares[peak:] == sorted(shares[peak:], reverse=True)


def test_weights_at_one_half_are_the_variance_of_a_binary_return() -> None:
    curriculum = measured([("c", 1.0)] * 6, floor=0.0, memory=1e9)
    p = (6 + 1) / (6 + 2)
    shares = curriculum.shares()
    assert curriculum.success("c") == pytest.approx(p)
    assert (shares["c"] / 5) / (shares["d"] / 12) == pytest.approx(p * (1 - p) / 0.25)


def test_the_untried_is_drawn_most() -> None:
    shares = measured([(b, float(i % 4 == 0)) for i in range(100) for b in "abc"]).shares()
    assert max(SIZES, key=lambda bucket: shares[bucket] / SIZES[bucket]) == "d"


def test_a_floor_of_one_draws_all_tasks_alike() -> None:
    shares = measured([("a", 0.0), ("b", 1.0)] * 9, floor=1.0).shares()
    assert shares == pytest.approx({bucket: size / len(BUCKETS) for bucket, size in SIZES.items()})


def test_old_results_fade() -> None:
    curriculum = measured([("a", 0.0)] * 50 + [("a", 1.0)] * 50, memory=10)
    assert curriculum.success("a") > 0.85


# ---- buckets ------------------------------------------------------------------------------------------------------

TASKS = [
    Task("w", f"t{i}", i, {"family": "AB"[i % 2], "goals": ["x"] * (1 + i % 3), "device": {"category": "Lamp"}}, 2 + i)
    for i in range(8)
]


@pytest.mark.parametrize(
    ("settings", "third"),
    [
        ({"by": "task"}, "task=t2"),
        ({"by": "steps"}, "steps=4"),
        ({"by": "family"}, "family=A"),
        ({"by": "goals"}, "goals=3"),
        ({"by": "device.category"}, "device.category=Lamp"),
        ({"by": ["family", "goals"]}, "family=A,goals=3"),
        ({"by": "steps", "bands": 2}, "steps=2-5"),
        ({"by": ["family", "steps"], "bands": 4}, "family=A,steps=4-5"),
        ({"by": "goals", "bands": 8}, "goals=3"),
    ],
)
def test_a_bucket_is_what_the_settings_name(settings: dict[str, Any], third: str) -> None:
    assert buckets_of(TASKS, check_curriculum(settings))[2] == third


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"by": "famly"}, "by: 'famly'.*task t0.*known: task, steps, family, goals, device"),
        ({"by": "device.colour"}, "by: 'device.colour'"),
        ({"by": "family", "bands": 3}, "bands: 3, but family is no number"),
    ],
)
def test_what_the_tasks_do_not_have_is_named(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        buckets_of(TASKS, check_curriculum(settings))


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({}, "by"),
        ({"by": []}, "by"),
        ({"by": "task", "target": 0}, "target"),
        ({"by": "task", "target": 1.0}, "target"),
        ({"by": "task", "memory": 0.5}, "memory"),
        ({"by": "task", "floor": 1.1}, "floor"),
        ({"by": "task", "floor": float("nan")}, "floor"),
        ({"by": "steps", "bands": 1}, "bands"),
        ({"by": "task", "goal": 1}, "goal: unknown key; known: by, bands, target, memory, floor"),
    ],
)
def test_bad_settings_are_named(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError, match=f"^curriculum: {named}"):
        check_curriculum(settings)


def test_shares_and_success_are_logged_by_bucket() -> None:
    found = measured([("a", 1.0), ("b", 0.0)]).metrics()
    assert found["curriculum/tried"] == 0.5
    assert sum(value for name, value in found.items() if "share" in name) == pytest.approx(1)
    assert {n: v for n, v in found.items() if "success" in n} == {"curriculum/success/a": 1, "curriculum/success/b": 0}
    many = Curriculum([str(i) for i in range(100)], check_curriculum({"by": "task"}))
    assert many.metrics() == {"curriculum/tried": 0}


# ---- does it pay? -------------------------------------------------------------------------------------------------


def updates_to_learn(floor: float, seed: int, skills: int = 30, goal: float = 0.8) -> int:
    """Updates until the mean success over all tasks reaches `goal`: a task of n steps succeeds if the policy does
    right in each of the skills 1 to n, and the policy, one logit a skill, is trained by the policy gradient over groups
    of 8 with the mean return as baseline. Nothing here knows the curriculum's formula.
    """
    tasks = [Task("chain", f"{n}-{i}", i, {}, optimal_steps=n) for n in range(1, skills + 1) for i in range(20)]
    source = TaskSource(tasks, seed, check_curriculum({"by": "steps", "floor": floor}))
    rng, logits, group = np.random.default_rng(seed), np.zeros(skills), 8
    for update in range(1, 2000):
        chances = 1 / (1 + np.exp(-logits))
        if np.cumprod(chances).mean() >= goal:
            return update
        gradient = np.zeros(skills)
        for task in source.draw(8):
            n = task.optimal_steps or 0
            right = rng.random((group, n)) < chances[:n]
            returns = right.all(axis=1).astype(float)
            gradient[:n] += ((returns - returns.mean())[:, None] * (right - chances[:n])).mean(axis=0)
            source.record([(task.id, float(value)) for value in returns])
        logits += 0.3 * gradient
    return 2000


def test_a_curriculum_learns_chains_in_fewer_draws_than_uniform_sampling() -> None:
    uniform, curriculum = ([updates_to_learn(floor, seed) for seed in range(3)] for floor in (1.0, 0.2))
    assert max(curriculum) < 0.8 * min(uniform)
