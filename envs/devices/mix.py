"""What a task list is drawn from: which device and what kind of task stand at each place of the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from envs.devices.generate import CATEGORIES


class Place(NamedTuple):
    """One place of a list: the device is the `turn`-th of its category in the split."""

    category: str
    turn: int
    task_seed: int
    goals: tuple[int, int]
    """Fewest and most goals."""


@dataclass(frozen=True)
class TaskMix:
    """An endless list, its categories dealt out in turn. An id's last part tells tasks of different mixes apart."""

    categories: tuple[str, ...] = CATEGORIES
    """Dealt out in turn, device by device."""
    tasks_per_device: int = 3
    """Tasks asked of one device before the next comes."""
    goals: tuple[int, int] = (1, 2)
    """Fewest and most goals."""
    most_steps: int = 6
    """Most steps that a best plan may take over all goals."""
    budget_factor: int = 5
    """Steps allowed per optimal step (equation 1)."""

    def place(self, number: int) -> Place:
        """What stands at place `number`, from 0."""
        device, task_seed = divmod(number, self.tasks_per_device)
        turn, which = divmod(device, len(self.categories))
        return Place(self.categories[which], turn, task_seed, self.goals)


@dataclass(frozen=True)
class Census:
    """A finite list over so many devices of each category, as VGEBench counts them (Table 7): its tasks are spread
    evenly over the devices, and those of one goal evenly over the tasks.
    """

    devices: Mapping[str, int] = field(hash=False)
    """Category -> how many devices."""
    tasks: int
    """Tasks in all."""
    single: int
    """How many of them have one goal."""
    goals: tuple[int, int] = (2, 4)
    """Fewest and most goals of the others."""
    most_steps: int = 12
    """Most steps that a best plan may take over all goals."""
    budget_factor: int = 5
    """Steps allowed per optimal step (equation 1)."""

    @cached_property
    def _order(self) -> list[tuple[str, int]]:
        """(category, turn) of every device, the categories mixed evenly."""
        placed = [((turn + 0.5) / count, name, turn) for name, count in self.devices.items() for turn in range(count)]
        return [(name, turn) for _, name, turn in sorted(placed)]

    def place(self, number: int) -> Place:
        """What stands at place `number`, from 0. ValueError past the last one."""
        if not 0 <= number < self.tasks:
            raise ValueError(f"the list has {self.tasks} tasks, no number {number}")
        device = number * len(self._order) // self.tasks
        first = -(-device * self.tasks // len(self._order))
        alone = (number + 1) * self.single // self.tasks > number * self.single // self.tasks
        return Place(*self._order[device], number - first, (1, 1) if alone else self.goals)
