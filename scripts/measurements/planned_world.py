"""A device world that follows its planner, whatever the reply says: real episodes of an untaught model.

A loop of rollouts is measured with the turn counts, pictures and prompts of multi-goal devices, and those must be the
same for every loop and every model. So each reply is taken for the planner's next action, and an episode is as
long as its best plan. Planning is done beforehand and costs no loop anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from data_synth.devices.planner import Planner
from envs.devices.mix import TaskMix
from envs.devices.sources import DeviceLibrary
from envs.devices.tasks import task_at
from envs.devices.world import DeviceWorld
from envs.environment import ReplyError, ToolSpec, register
from envs.episode import Observation, Step, Task, ToolCall
from envs.images import ImageStore

Plans = Mapping[str, Sequence[tuple[str, Mapping[str, Any]]]]
"""Task id -> the planner's calls, as (tool, arguments); the last one reaches the last goal."""
GOALS = (1, 4)
"""Fewest and most goals of a task: from one touch to a long errand."""
MOST_STEPS = 16


def draw_tasks(count: int) -> list[Task]:
    """Tasks on as many devices of all categories, from the RL split."""
    mix = TaskMix(tasks_per_device=1, goals=GOALS, most_steps=MOST_STEPS)
    return [task_at("rl", number, mix) for number in range(count)]


def plan(tasks: Sequence[Task]) -> Plans:
    """The calls that solve each task, tried out in a world without pictures."""
    world, plans = DeviceWorld(render=False), {}
    for task in tasks:
        planner, calls, outcome = Planner.of(task), list[ToolCall](), None
        world.reset(task)
        while outcome is None:
            calls.append(planner.next(world.state.configuration, world.state.goals_done).call())
            outcome = world.step(calls[-1]).outcome
        plans[task.id] = [(call.name, dict(call.arguments)) for call in calls]
    return plans


class PlannedWorld:
    """Environment over household devices that takes every reply for the next call of the task's plan.

    Registered as "planned", so that simulators in other processes can make it; `plans` is plain data.
    """

    def __init__(
        self, images: ImageStore | None, picture_size: int, plans: Plans, library: DeviceLibrary | None = None
    ) -> None:
        self.world, self.plans = DeviceWorld(images, picture_size, library=library), plans
        self._left: list[ToolCall] = []

    @classmethod
    def share(cls, **options: Any) -> dict[str, Any]:
        """What device worlds share."""
        return DeviceWorld.share(**options)

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """Those of the device world."""
        return self.world.tools

    def reset(self, task: Task) -> Observation:
        """Start a task that has a plan."""
        self._left = [ToolCall(name, arguments) for name, arguments in reversed(self.plans[task.id])]
        return self.world.reset(task)

    def step(self, call: ToolCall | ReplyError) -> Step:
        """The plan's next call in place of `call`."""
        return self.world.step(self._left.pop())

    def close(self) -> None:
        """Close the world beneath."""
        self.world.close()


register("planned", PlannedWorld)
