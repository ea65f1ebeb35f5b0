"""What a task list of the device world says beside split, count and first: which devices, asked for what."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from envs.devices.mix import CATEGORIES, TaskMix
from envs.devices.tasks import SPLITS, list_tasks
from envs.episode import Task
from envs.task_list import SampledTasks, one_of


class DeviceTasks(SampledTasks):
    """Tasks on generated devices."""

    world: Literal["devices"] = "devices"
    """Always devices."""
    split: Annotated[str, one_of(SPLITS)]
    """Named range of seeds; what one split holds no other does."""
    categories: list[str] | None = None
    """Kinds of device, dealt out in turn; all if unset."""
    tasks_per_device: Annotated[int, Field(ge=1)] = 3
    """Tasks asked of one device before the next one comes."""
    goals: Annotated[list[int], Field(min_length=2, max_length=2)] = [1, 2]
    """Fewest and most goals of a task."""
    budget_factor: Annotated[int, Field(ge=1)] = 5
    """Steps allowed per optimal step (VGEBench equation 1)."""

    @field_validator("goals")
    @classmethod
    def _ordered(cls, value: list[int]) -> list[int]:
        if not 1 <= value[0] <= value[1]:
            raise ValueError("fewest and most must be at least 1, in this order")
        return value

    @field_validator("categories")
    @classmethod
    def _known_once(cls, value: list[str] | None) -> list[str] | None:
        for name in value or ():
            if name not in CATEGORIES:
                raise ValueError(f"{name!r} is no category; known: {', '.join(CATEGORIES)}")
        if value is not None and len(set(value)) < max(1, len(value)):
            raise ValueError("at least one, none twice")
        return value

    def draw(self, count: int) -> list[Task]:
        """The list's first `count` tasks. ValueError past the split's last device and where none can be asked."""
        mix = TaskMix(
            categories=tuple(self.categories or CATEGORIES),
            tasks_per_device=self.tasks_per_device,
            goals=(self.goals[0], self.goals[1]),
            budget_factor=self.budget_factor,
        )
        return list_tasks(self.split, count, mix, first=self.first)
