"""Playing tasks in the real world."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from envs.episode import Outcome, Task
from envs.home.shortest_plan import shortest_plan
from envs.home.world import HomeWorld


@pytest.fixture
def world() -> Iterator[HomeWorld]:
    """The home world with small pictures."""
    made = HomeWorld(picture_size=32)
    yield made
    made.close()


@pytest.fixture
def solve(world: HomeWorld) -> Callable[[Task], None]:
    """Checks that the shortest plan succeeds, with its last step and not before, and is as long as the task says."""

    def check(task: Task) -> None:
        assert task.optimal_steps is not None
        assert task.parameters["budget"] >= min(60, 2 * task.optimal_steps + 10)
        world.reset(task)
        steps = [world.step(call) for call in shortest_plan(world.site)]
        assert len(steps) == task.optimal_steps
        assert [step.outcome for step in steps] == [None] * (len(steps) - 1) + [Outcome.SUCCESS]

    return check
