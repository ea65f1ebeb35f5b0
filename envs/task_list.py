"""Named task lists: one YAML file -> a world's name and its tasks, the same for RL, benchmark and everybody who
compares.

    world: devices            # sampled by the world's own sampler
    split: test
    count: 300

or, for any world, `file: tasks.jsonl` with one Task a line. SettingsError names file, field and value.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from envs import strict_json
from envs.environment import worlds
from envs.episode import Task
from envs.settings import Settings, SettingsError, load_settings

_TASK: TypeAdapter[Task] = TypeAdapter(Task)


class TaskList(Settings):
    """Which tasks. Fields from `split` on belong to worlds with a sampler."""

    world: str
    """Registered name of the world."""
    file: str | None = None
    """Tasks as JSON lines, relative to this file; excludes the fields below."""
    split: str | None = None
    """Named range of seeds; what one split holds no other does."""
    count: Annotated[int, Field(ge=1)] | None = None
    """How many tasks."""
    first: Annotated[int, Field(ge=0)] = 0
    """Number of the first task in the split's endless list."""
    categories: list[str] | None = None
    """Kinds of scene, dealt out in turn; all if unset."""
    tasks_per_device: Annotated[int, Field(ge=1)] = 3
    """Tasks asked of one device before the next one comes."""
    goals: Annotated[list[int], Field(min_length=2, max_length=2)] = [1, 2]
    """Fewest and most goals of a task."""
    budget_factor: Annotated[int, Field(ge=1)] = 5
    """Steps allowed per optimal step (VGEBench equation 1)."""

    @model_validator(mode="after")
    def _one_kind(self) -> TaskList:
        if self.world not in worlds():
            raise ValueError(f"world: {self.world!r} is not registered; known: {', '.join(worlds())}")
        if (self.file is None) == (self.split is None or self.count is None):
            raise ValueError("give either `file`, or `split` and `count`")
        if not 1 <= self.goals[0] <= self.goals[1]:
            raise ValueError(f"goals: {self.goals}: fewest and most must be at least 1, in this order")
        if self.categories is not None and len(set(self.categories)) < max(1, len(self.categories)):
            raise ValueError(f"categories: {self.categories}: at least one, none twice")
        if self.file is None and self.world != "devices":
            raise ValueError(f"world: {self.world!r} has no sampler of tasks; give a `file`")
        return self


def load_task_list(path: str | Path, limit: int | None = None) -> tuple[str, list[Task]]:
    """The world's name and the tasks of a list file, only the first `limit` if given (sampling a task takes time)."""
    path = Path(path)
    chosen = load_settings(path, TaskList)
    if chosen.file is not None:
        try:
            return chosen.world, _read(path.parent / chosen.file, chosen.world)[:limit]
        except SettingsError as error:
            raise SettingsError(f"{path}: file: {error}") from error
    from envs.devices.mix import CATEGORIES, TaskMix
    from envs.devices.tasks import list_tasks

    mix = TaskMix(
        categories=tuple(chosen.categories or CATEGORIES),
        tasks_per_device=chosen.tasks_per_device,
        goals=(chosen.goals[0], chosen.goals[1]),
        budget_factor=chosen.budget_factor,
    )
    assert chosen.split is not None and chosen.count is not None
    count = chosen.count if limit is None else min(chosen.count, limit)
    try:
        return chosen.world, list_tasks(chosen.split, count, mix, first=chosen.first)
    except ValueError as error:
        raise SettingsError(f"{path}: {error}") from error


def task_to_json(task: Task) -> dict[str, Any]:
    """A task as JSON-plain data, one line of a task file."""
    return _TASK.dump_python(task, mode="json", exclude_defaults=True)


def task_from_json(data: Any, source: str = "task") -> Task:
    """Inverse of `task_to_json`; SettingsError names `source` and field."""
    try:
        return _TASK.validate_python(data)
    except ValidationError as error:
        item = error.errors()[0]
        raise SettingsError(f"{source}: {'.'.join(map(str, item['loc']))}: {item['msg']}") from error


def _read(path: Path, world: str) -> list[Task]:
    tasks: dict[str, Task] = {}
    try:
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        where = f"{path}: line {number}"
        try:
            data = strict_json.loads(line)
        except strict_json.JsonError as error:
            raise SettingsError(f"{where}: not JSON: {error}") from error
        task = task_from_json(data, where)
        if task.world != world:
            raise SettingsError(f"{where}: world: {task.world!r} in a list for {world!r}")
        if task.id in tasks:
            raise SettingsError(f"{where}: id: {task.id!r} stands twice")
        tasks[task.id] = task
    return list(tasks.values())
