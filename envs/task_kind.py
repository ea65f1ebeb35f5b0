"""What kind of task a task is and on which scene: what reports group by and datasets are filtered by.

Worlds tell it in their parameters: `device` (category, seed or file), or `family` and `scene`.
"""

from __future__ import annotations

from collections.abc import Mapping

from envs.episode import Episode, Task


def category(task: Task) -> str:
    """Kind of device, else family of tasks, else ""."""
    device = task.parameters.get("device")
    if isinstance(device, Mapping) and device.get("category"):
        return str(device["category"])
    return str(task.parameters.get("family") or "")


def scene(task: Task) -> str:
    """What tasks share that succeed and fail together: the device, else the scene, else nothing but the task itself."""
    device = task.parameters.get("device")
    if isinstance(device, Mapping) and device:
        return ":".join(str(device[key]) for key in sorted(device))
    return str(task.parameters.get("scene") or task.id)


def goals(episode: Episode) -> int:
    """How many goals the task has: what the world told at the last step, else those of the parameters, else 0."""
    told = episode.turns[-1].step.info.get("goals_total") if episode.turns else None
    return int(told or len(episode.task.parameters.get("goals", ())))
