"""Required changes of the world graph as they come about, sharing 1 among them, and one more for the goal (REAL 4.3).

Each entry of `envs.home.required_changes` pays once, the first time it comes into force, and is removed. One that falls
out of force after it has paid gives back what it paid, once, and never pays again. The success bonus is paid when the
graph comes to fulfil the goal and given back when it no longer does, a difference of potentials. Both hang on the
present graph and place alone, so that no loop of actions has a positive sum (see `Progress`), and an episode's sum is
at most 1 and the bonus.
"""

from __future__ import annotations

from typing import Any

from envs.episode import EventKind, Step, Task
from envs.home.graph import GraphError, WorldGraph
from envs.home.required_changes import Progress, check_objects, fulfils, required_changes
from envs.settings import SettingsError
from rewards.term import Size, TermSettings


class TaskProgressSettings(TermSettings):
    """success_bonus: paid (before the weight) when the goal is fulfilled, on top of the entries' sum of 1."""

    success_bonus: Size = 1.0


class TaskProgress:
    """Entries newly in force less those that fell out, over all entries, plus the bonus.

    Reads the task's `initial` and `goal` graph and each step's `graph` and `at`. A task that starts with its goal
    fulfilled pays nothing. An invalid reply changes nothing.
    """

    settings = TaskProgressSettings

    def __init__(self, settings: TaskProgressSettings) -> None:
        self.settings = settings
        self._progress: Progress | None = None

    def start(self, task: Task) -> None:
        """SettingsError for a task without the two graphs: the device world has none."""
        where = f"reward term task_progress: task {task.id} of world {task.world!r}: parameters"
        try:
            self._initial, self._goal = (_graph(task.parameters, name) for name in ("initial", "goal"))
            self._progress = Progress(required_changes(self._initial, self._goal), self._initial)
        except GraphError as error:
            raise SettingsError(f"{where}: {error}") from error
        self._fulfilled = fulfils(self._initial, self._goal)

    def score(self, step: Step) -> float:
        if step.has(EventKind.INVALID_REPLY):
            return 0.0
        assert self._progress is not None, "start first"
        try:
            graph = _graph(step.info, "graph")
            check_objects(self._initial, graph)
        except GraphError as error:
            raise SettingsError(f"reward term task_progress: step: info: {error}") from error
        change = self._progress.update(graph, step.info.get("at"))
        before, self._fulfilled = self._fulfilled, fulfils(graph, self._goal)
        value = change / self._progress.total if change else 0.0
        return value + self.settings.success_bonus * (self._fulfilled - before)


def _graph(holder: Any, name: str) -> WorldGraph:
    if name not in holder:
        raise GraphError(f"{name}: missing; a world graph is needed")
    return WorldGraph.from_json(holder[name], name)
