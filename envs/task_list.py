"""Named task lists: one YAML file -> a world's name and its tasks, the same for RL, benchmark and everybody who
compares.

    world: devices            # sampled by the world's own sampler, which may know further keys
    split: test
    count: 300

or, for any world, `file: tasks.jsonl` with one Task a line. SettingsError names file, field and value. A world offers
its sampler in SAMPLERS: built in here, by `SAMPLERS.register`, or as entry point of the group `apprentice.samplers`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from envs import strict_json
from envs.environment import WORLDS, TaskError, worlds
from envs.episode import Task
from envs.registry import Registry
from envs.settings import Settings, SettingsError, check_settings, read_yaml

_TASK: TypeAdapter[Task] = TypeAdapter(Task)


def one_of(splits: Collection[str]) -> AfterValidator:
    """The check of a field `split` that it names one of these."""

    def known(value: str) -> str:
        if value not in splits:
            raise ValueError(f"no such split; known: {', '.join(splits)}")
        return value

    return AfterValidator(known)


class SampledTasks(Settings):
    """A list that the world's own sampler draws. Each world has a subclass with its options, entered in SAMPLERS."""

    world: str
    """Registered name of the world."""
    split: str
    """Named range of seeds; what one split holds no other does."""
    count: Annotated[int, Field(ge=1)]
    """How many tasks."""
    first: Annotated[int, Field(ge=0)] = 0
    """Number of the first task in the split's endless list."""

    @abstractmethod
    def draw(self, count: int) -> list[Task]:
        """The list's first `count` tasks; each depends on its number and the options alone. ValueError says what the
        split does not hold.
        """


class _SavedTasks(Settings):
    """A list that a file holds."""

    world: str
    file: str
    """Tasks as JSON lines, relative to this file."""


SAMPLERS: Registry[type[SampledTasks]] = Registry(
    "sampler of tasks",
    "apprentice.samplers",
    {
        "devices": "envs.devices.task_list:DeviceTasks",
        "home": "envs.home.tasks.task_list:HomeTasks",
        "cook": "envs.assist.cases.task_list:CookTasks",
        "household": "envs.assist.cases.task_list:HouseholdTasks",
        "phone": "envs.assist.cases.task_list:PhoneTasks",
    },
)
"""World -> the settings of its lists."""


def load_task_list(path: str | Path, limit: int | None = None) -> tuple[str, list[Task]]:
    """The world's name and the tasks of a list file, only the first `limit` if given (sampling a task takes time)."""
    path = Path(path)
    raw = read_yaml(path)
    world = raw.get("world")
    if world not in worlds():
        raise SettingsError(f"{path}: world: {world!r} is not registered; known: {', '.join(worlds())}")
    if (raw.get("file") is None) == (raw.get("split") is None and raw.get("count") is None):
        raise SettingsError(f"{path}: give either `file`, or `split` and `count`")
    if raw.get("file") is not None:
        saved = check_settings(raw, _SavedTasks, str(path))
        try:
            return world, read_tasks(path.parent / saved.file, world)[:limit]
        except SettingsError as error:
            raise SettingsError(f"{path}: file: {error}") from error
    sampled = load_sampled_list(path)
    return world, draw_slice(path, 0, sampled.count if limit is None else min(sampled.count, limit))


def load_sampled_list(path: str | Path) -> SampledTasks:
    """The settings of a list that its world's sampler draws. SettingsError for a list of another kind."""
    raw = read_yaml(path)
    world = raw.get("world")
    if not isinstance(world, str) or world not in SAMPLERS.names():
        raise SettingsError(f"{path}: world: {world!r} has no sampler of tasks; give a `file`")
    return check_settings(raw, SAMPLERS.get(world), str(path))


def draw_slice(path: str | Path, first: int, count: int) -> list[Task]:
    """Tasks first, first + 1, ... of a sampled list, counted from the list's own first."""
    sampled = load_sampled_list(path)
    try:
        return sampled.model_copy(update={"first": sampled.first + first}).draw(count)
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


def read_tasks(path: Path, world: str) -> list[Task]:
    """The tasks of a file of JSON lines, all of one world. SettingsError names file, line and field."""
    tasks: dict[str, Task] = {}
    check = getattr(WORLDS.get(world), "check", None)
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
        if check is not None:
            try:
                check(task)
            except TaskError as error:
                raise SettingsError(f"{where}: {error}") from error
        tasks[task.id] = task
    return list(tasks.values())
