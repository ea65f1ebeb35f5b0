"""`home_bench`: REAL-Bench's 241 tasks (REAL 5.1) in the seven standard scenes, which no split of training has.

The list is stored, in configs/benchmarks/home_bench.jsonl; `scripts/make_home_bench.py` remakes it, scene by scene.
"""

from __future__ import annotations

from collections.abc import Iterable

from envs.episode import Task
from envs.home.apartments import STANDARD
from envs.home.tasks.sampling import sample_task

COUNTS: dict[str, int] = {"FDP": 72, "FODP": 56, "FDO": 48, "SUL": 65}
"""Tasks of each family, as in REAL-Bench."""
SEED = 241
"""Seed of the first task of each family in each scene; the next one's is one more."""
ANEW = 100
"""What is added to the seed of a task that is told like an earlier one."""


def make(scene: str) -> list[Task]:
    """The tasks of one scene at full difficulty, family by family. No two are told alike."""
    tasks: dict[str, Task] = {}
    for number, family in _places(scene):
        seed = SEED + number // len(STANDARD)
        task = sample_task(scene, family, seed)
        while task.parameters["instruction"] in tasks:
            seed += ANEW
            task = sample_task(scene, family, seed)
        tasks[task.parameters["instruction"]] = task
    return list(tasks.values())


def arranged(by_scene: Iterable[list[Task]]) -> list[Task]:
    """The whole list of the scenes' tasks: family by family, the scenes dealt out in turn."""
    placed = {
        (family, number): task
        for scene, tasks in zip(STANDARD, by_scene, strict=True)
        for (number, family), task in zip(_places(scene), tasks, strict=True)
    }
    return [placed[family, number] for family, count in COUNTS.items() for number in range(count)]


def _places(scene: str) -> list[tuple[int, str]]:
    """(number within the family, family) of the scene's tasks."""
    first = STANDARD.index(scene)
    return [(number, family) for family, count in COUNTS.items() for number in range(first, count, len(STANDARD))]
