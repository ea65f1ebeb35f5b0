"""Tasks of every family, and the expert's episodes of them: flawless, searching, and with mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from data_synth.home.demonstrator import HomeDemonstrator
from envs.context import ContextSettings
from envs.episode import Episode, Task
from envs.home.tasks import NoTaskError, sample_task, task_at
from envs.home.tasks.sampling import draft_task
from envs.home.world import HomeWorld
from envs.images import ImageStore
from tests.home_demonstrations import REWARDS, ambiguities, play, wanted_categories

APARTMENTS = range(300_000, 300_200)


@pytest.fixture(scope="session")
def home_world() -> Iterator[HomeWorld]:
    """The home world with small pictures."""
    made = HomeWorld(ImageStore(None), 32)
    yield made
    made.close()


@pytest.fixture(scope="session")
def of_a_kind() -> Task:
    """A wish whose words fit things of several categories ("something to read")."""
    for apartment in APARTMENTS:
        try:
            task = draft_task(f"apartment_{apartment}", "SUL", 0)
            if len(wanted_categories(task)) > 1:
                task = sample_task(f"apartment_{apartment}", "SUL", 0)
        except NoTaskError:
            continue
        if len(wanted_categories(task)) > 1:
            return task
    raise AssertionError("no such wish was drawn")


@pytest.fixture(scope="session")
def forgotten(home_tasks: list[Task]) -> Task:
    """A wish for one of several places that the person does not remember: they know it when the robot is there."""
    task = next(t for t in home_tasks if "destination" in ambiguities(t))
    user = {**task.parameters["user"], "known": []}
    return replace(task, id=f"{task.id}-forgotten", parameters={**task.parameters, "user": user}, optimal_steps=None)


@pytest.fixture(scope="session")
def home_tasks(of_a_kind: Task) -> list[Task]:
    """Two tasks of each family at full difficulty, and a wish for a thing of some kind."""
    return [task_at("validation", number) for number in range(8)] + [of_a_kind]


@pytest.fixture(scope="session")
def flawless(home_tasks: list[Task], home_world: HomeWorld) -> list[Episode]:
    """Neither search nor mistakes."""
    return [HomeDemonstrator().demonstrate(t, home_world, 0, ContextSettings(), REWARDS) for t in home_tasks]


@pytest.fixture(scope="session")
def searched(home_tasks: list[Task], home_world: HomeWorld) -> list[Episode]:
    """Search alone."""
    return [play(task, home_world, 0, 1.0, 0.0) for task in home_tasks]


@pytest.fixture(scope="session")
def flawed(home_tasks: list[Task], home_world: HomeWorld) -> list[Episode]:
    """Mistakes in every episode, with and without search."""
    return [play(task, home_world, seed, seed % 2, 1.0) for task in home_tasks for seed in range(4)]


@pytest.fixture(scope="session")
def played(flawless: list[Episode], searched: list[Episode], flawed: list[Episode]) -> list[Episode]:
    """All of them."""
    return [*flawless, *searched, *flawed]
