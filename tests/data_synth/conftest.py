"""Sampled tasks and the symbolic world, shared by the tests of the expert: devices are slow to make."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from envs.devices.mix import CATEGORIES, TaskMix
from envs.devices.tasks import list_tasks
from envs.devices.world import DeviceWorld
from envs.episode import Task


@pytest.fixture(scope="session")
def sampled() -> list[Task]:
    """Two tasks on a device of each category, one to three goals."""
    return list_tasks("validation", 2 * len(CATEGORIES), TaskMix(tasks_per_device=2, goals=(1, 3), most_steps=9))


@pytest.fixture(scope="session")
def world() -> Iterator[DeviceWorld]:
    """The device world without pictures."""
    made = DeviceWorld(render=False)
    yield made
    made.close()
