"""Tasks of the home world: four families, sampled by seed, told in words, each solved before it is given (REAL 5.1)."""

from envs.home.tasks.options import TaskOptions
from envs.home.tasks.sampling import SPLITS, NoTaskError, list_tasks, sample_task, task_at
from envs.home.tasks.wishing import chance

__all__ = ["SPLITS", "NoTaskError", "TaskOptions", "chance", "list_tasks", "sample_task", "task_at"]
