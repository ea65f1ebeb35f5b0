"""What reports group by: kind of device, or family of tasks; and the scene that tasks share."""

from __future__ import annotations

import pytest

from envs.episode import Episode, Outcome, Task
from envs.images import ImageStore
from envs.metrics import task_result
from envs.task_kind import category, goals, scene
from tests.demonstrations import demonstration


@pytest.mark.parametrize(
    ("parameters", "kind", "place"),
    [
        ({"device": {"category": "Lamp", "seed": 3}}, "Lamp", "Lamp:3"),
        ({"device": {"file": "kettle.json"}}, "", "kettle.json"),
        ({"family": "FDP", "scene": "standard_3"}, "FDP", "standard_3"),
        ({"colour": "red"}, "", "t"),
        ({"device": "none", "family": None}, "", "t"),
    ],
)
def test_a_task_tells_its_kind_and_its_scene(parameters: dict, kind: str, place: str) -> None:
    task = Task("somewhere", "t", 0, parameters)
    assert (category(task), scene(task)) == (kind, place)
    result = task_result(Episode(task, outcome=Outcome.INFRA_ERROR))
    assert (result.category, result.group) == (kind or "somewhere", place)


def test_goals_are_the_worlds_own_count_and_else_those_that_are_named() -> None:
    episode = demonstration(ImageStore(None), seed=1)
    assert goals(episode) == 1
    named = Episode(Task("devices", "t", 0, {"goals": ["a", "b"]}))
    assert goals(named) == 2
    assert goals(Episode(Task("spots", "t", 0, {}))) == 0
