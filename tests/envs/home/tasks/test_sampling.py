"""Lists of home tasks: fixed by split and number, in apartments of their own, solved before they are given."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pydantic import ValidationError

from envs.home.apartments import STANDARD
from envs.home.tasks import SPLITS, TaskOptions, list_tasks, task_at
from envs.home.tasks.sampling import budget
from envs.home.tasks.task_list import HomeTasks
from envs.settings import SettingsError, check_settings, read_yaml

CONFIGS = Path(__file__).resolve().parents[4] / "configs"


def test_splits_share_no_apartment_and_none_has_a_standard_scene():
    for a, b in itertools.combinations(SPLITS.values(), 2):
        assert set(a).isdisjoint(b)
    assert not any(name.startswith("apartment_") for name in STANDARD)


def test_unknown_splits_and_numbers_are_refused():
    with pytest.raises(ValueError, match="no such split: 'exam'; known: sft"):
        task_at("exam", 0)
    with pytest.raises(ValueError, match="has no task 400000"):
        task_at("test", 400_000)
    with pytest.raises(ValueError, match="has no task -1"):
        task_at("test", -1)


def test_budgets_grow_with_the_plan_up_to_sixty_steps():
    assert budget(5) == 20
    assert budget(6, search=10) == 32
    assert budget(40) == 60
    assert all(budget(n) <= budget(n + 1) for n in range(1, 60))


@pytest.mark.parametrize(
    ("key", "value"),
    [("clutter", [4, 2]), ("candidates", [1, 3]), ("families", ["FDP", "FDP"]), ("families", []), ("open_share", 1.5)],
)
def test_options_that_cannot_be_are_refused(key, value):
    with pytest.raises(ValidationError, match=key):
        TaskOptions(**{key: value})


@pytest.mark.parametrize("name", ["benchmarks/home_validation", "tasks/home_practice", "tasks/home_practice_demo"])
def test_the_lists_of_the_repository_can_be_read(name):
    path = CONFIGS / f"{name}.yaml"
    check_settings(read_yaml(path), HomeTasks, str(path))


def test_a_list_names_what_is_wrong_with_it():
    with pytest.raises(SettingsError, match="x: split: no such split; known: sft"):
        check_settings({"split": "exam", "count": 1}, HomeTasks, "x")


@pytest.mark.long
def test_tasks_are_fixed_by_split_and_number_and_solved_in_the_fewest_steps(solve):
    options = TaskOptions(tasks_per_apartment=4)
    tasks = list_tasks("validation", 4, options)
    assert [task.parameters["family"] for task in tasks] == options.families
    assert task_at("validation", 3, options) == tasks[3]
    for task in tasks:
        solve(task)
