"""What an ablation changes about a task list: its budgets, the style of its instructions, its pictures.

Tasks keep their ids, so that the same policy under two conditions is compared task by task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from envs.episode import Task
from envs.perturbation import Perturbation
from envs.settings import Settings, SettingsError


class Conditions(Settings):
    """Changes to the device world's tasks; a field left out changes nothing."""

    budget_factor: Annotated[float, Field(gt=0, le=1_000_000)] | None = None
    """Steps allowed per optimal step (VGEBench equation 1), in place of the list's own."""
    instruction_style: str | None = None
    """All instructions in this one style (`envs.devices.instructions.STYLES`)."""
    pictures: Perturbation = Perturbation()
    """What is done to every picture."""

    def apply(self, tasks: Sequence[Task]) -> list[Task]:
        """The changed tasks. SettingsError for a task of another world, an unknown style, or words of one's own."""
        changed = list(tasks)
        if self.budget_factor is None and self.instruction_style is None:
            return changed
        for number, task in enumerate(changed):
            if task.world != "devices":
                raise SettingsError(
                    f"task {task.id}: budgets and styles belong to the world 'devices', not {task.world!r}"
                )
            parameters = dict(task.parameters)
            if self.budget_factor is not None:
                parameters["budget_factor"] = self.budget_factor
            if self.instruction_style is not None:
                from envs.devices.tasks import restyled

                try:
                    parameters["instructions"] = restyled(task, self.instruction_style)
                except ValueError as error:
                    raise SettingsError(f"task {task.id}: instruction_style: {error}") from error
            changed[number] = replace(task, parameters=parameters)
        return changed
