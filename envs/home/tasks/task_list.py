"""What a task list of the home world says beside split, count and first: its options."""

from __future__ import annotations

from typing import Annotated, Literal

from envs.episode import Task
from envs.home.tasks.options import TaskOptions
from envs.home.tasks.sampling import SPLITS, list_tasks
from envs.task_list import SampledTasks, one_of


class HomeTasks(SampledTasks, TaskOptions):
    """Tasks in drawn apartments."""

    world: Literal["home"] = "home"
    """Always home."""
    split: Annotated[str, one_of(SPLITS)]
    """Named range of seeds; what one split holds no other does."""

    def draw(self, count: int) -> list[Task]:
        """The list's first `count` tasks. ValueError past the split's last apartment and where none can be asked."""
        return list_tasks(self.split, count, self, first=self.first)
