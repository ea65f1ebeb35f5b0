"""The order of tasks: whole passes, no task twice in a draw, the same on every rank and after every restart."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.episode import Task
from envs.settings import SettingsError
from train.curriculum import check_curriculum
from train.task_source import FILE, TaskSource

CURRICULA = (None, {"by": "task"}, {"by": "steps", "floor": 0.1}, {"by": ["family", "steps"], "bands": 2})
unhurried = settings(deadline=None, max_examples=60)
draws = st.lists(st.integers(1, 9), min_size=1, max_size=12)


def some_tasks(count: int = 12) -> list[Task]:
    return [Task("w", f"t{i}", i, {"family": "AB"[i % 2]}, optimal_steps=1 + i % 4) for i in range(count)]


def source(curriculum: dict[str, Any] | None = None, count: int = 12, seed: int = 3) -> TaskSource:
    return TaskSource(some_tasks(count), seed, check_curriculum(curriculum) if curriculum else None)


def practise(over: TaskSource, counts: list[int], luck: random.Random) -> list[list[str]]:
    """Draw so often, each time recording what a policy of changing luck makes of it."""
    drawn = []
    for count in counts:
        tasks = over.draw(count)
        drawn.append([task.id for task in tasks])
        over.record([(task.id, float(luck.random() < 0.5)) for task in tasks for _ in range(2)])
    return drawn


@unhurried
@given(st.integers(1, 12), draws, st.integers(0, 5))
def test_every_pass_holds_every_task_once(count: int, counts: list[int], seed: int) -> None:
    """However the draws fall over the ends of passes; what a draw has put off, since it held it already, is owed."""
    over = source(count=count, seed=seed)
    seen: Counter[str] = Counter()
    for tasks in map(over.draw, counts):
        seen.update(task.id for task in tasks)
        state = over.state()["passes"]["all"]
        owed = Counter(over.tasks[number].id for number in state["waiting"])
        passes = state["gone"] // count
        assert all(seen[task.id] + owed[task.id] in (passes, passes + 1) for task in over.tasks)
        assert state["gone"] == seen.total() + owed.total()


@given(st.integers(1, 12), st.integers(1, 30), st.sampled_from(CURRICULA))
@unhurried
def test_no_task_comes_twice_in_a_draw_before_all_have_come(
    count: int, number: int, curriculum: dict[str, Any] | None
) -> None:
    over = source(curriculum, max(count, 4))
    practise(over, [3], random.Random(0))
    seen = Counter(task.id for task in over.draw(number))
    assert seen.total() == number
    assert max(seen.values()) == -(-number // len(over.tasks))


def test_the_order_of_an_epoch_follows_from_seed_and_epoch_alone() -> None:
    whole, pieces = source(), source()
    epochs = [[task.id for task in whole.draw(12)] for _ in range(3)]
    random.seed(5)  # nobody else's randomness has a say
    assert [task.id for _ in range(12) for task in pieces.draw(3)] == [name for epoch in epochs for name in epoch]
    assert len({tuple(epoch) for epoch in epochs}) == 3
    assert [task.id for task in source(seed=4).draw(12)] != epochs[0]


@unhurried
@given(draws, draws, st.sampled_from(CURRICULA))
def test_a_restored_source_goes_on_as_an_unbroken_one(
    before: list[int], after: list[int], curriculum: dict[str, Any] | None
) -> None:
    whole, luck = source(curriculum), random.Random(1)
    practise(whole, before, luck)
    restored = source(curriculum)
    restored.load(json.loads(json.dumps(whole.state())))
    assert restored.state() == whole.state() and restored.metrics() == whole.metrics()
    other = random.Random()
    other.setstate(luck.getstate())
    assert practise(restored, after, other) == practise(whole, after, luck)


_RANK = """
import json
from envs.episode import Task
from train.curriculum import check_curriculum
from train.task_source import TaskSource
tasks = [Task("w", f"t{i}", i, {"family": "AB"[i % 2]}, optimal_steps=1 + i % 4) for i in range(12)]
source = TaskSource(tasks, 3, check_curriculum({"by": ["family", "steps"], "bands": 2}))
drawn = []
for count in (5, 4, 5):
    drawn.append([task.id for task in source.draw(count)])
    source.record([(name, float(name > "t3")) for name in drawn[-1]])
print(json.dumps([drawn, source.state()]))
"""


def test_ranks_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """Another process, whose hashes of strings differ, draws the same and comes to the same state."""
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    there = subprocess.run([sys.executable, "-c", _RANK], env=environment, capture_output=True, text=True, check=True)
    exec(_RANK, {})
    here = capsys.readouterr().out
    assert here == there.stdout and len(json.loads(here)[0]) == 3


@pytest.mark.parametrize("curriculum", CURRICULA[:2])
def test_a_file_restores_what_was_saved(tmp_path: Path, curriculum: dict[str, Any] | None) -> None:
    first, second = source(curriculum), source(curriculum)
    practise(first, [5, 9], random.Random(0))
    first.save(tmp_path / FILE)
    second.read(tmp_path / FILE)
    assert second.state() == first.state()
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_state_of_another_run_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    other = source(CURRICULA[2])
    practise(other, [5], random.Random(0))
    path = tmp_path / FILE
    other.save(path)
    for run, named in (
        (source(CURRICULA[2], seed=9), "seed: saved with 3, now 9"),
        (source(CURRICULA[2], count=11), "tasks: saved with 12 tasks, sha256 .*, now 11 tasks.*not the same"),
        (source(), "by: saved with .'steps'., now None"),
        (source({"by": "steps", "bands": 2}), "bands: saved with None, now 2"),
    ):
        before = run.state()
        with pytest.raises(SettingsError, match=f"^{path}: {named}"):
            run.read(path)
        assert run.state() == before


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"draws": -1}, "draws"),
        ({"passes": {"steps=7": {"gone": 1}}}, "passes: .'steps=7'."),
        ({"passes": {"steps=1": {"gone": 1, "waiting": [1]}}}, "passes: .'steps=1'."),
        ({"measured": {"steps=1": [1.0]}}, "measured"),
        ({"more": 1}, "more"),
    ],
)
def test_a_broken_state_is_refused(change: dict[str, Any], named: str) -> None:
    over = source(CURRICULA[2])
    with pytest.raises(SettingsError, match=named):
        over.load({**over.state(), **change})


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with pytest.raises(SettingsError, match=f"^{path}: cannot be read"):
        source().read(path)
    path.write_text('{"seed": ')
    with pytest.raises(SettingsError, match=f"^{path}: cannot be read"):
        source().read(path)


def test_tasks_need_ids_of_their_own() -> None:
    for tasks in ([], some_tasks() * 2):
        with pytest.raises(SettingsError, match="every task needs its own"):
            TaskSource(tasks, 0)


@pytest.mark.parametrize(
    ("result", "named"), [(("x", 1.0), "'x'"), (("t1", 1.5), "1.5"), (("t1", float("nan")), "nan")]
)
def test_a_bad_result_is_refused_and_nothing_of_its_batch_is_recorded(result: tuple[str, float], named: str) -> None:
    over = source(CURRICULA[1])
    before = over.state()
    with pytest.raises(ValueError, match=named):
        over.record([("t0", 1.0), result])
    assert over.state() == before


def test_passes_are_counted() -> None:
    over = source()
    over.draw(6)
    assert over.metrics() == {"tasks/passes": 0.5}
