"""The frozen benchmark of the home world: what it counts, that it can be remade, and that all of it can be solved."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from envs.episode import Outcome, Task, ToolCall
from envs.home.apartments import STANDARD
from envs.home.shortest_plan import shortest_plan
from envs.home.task import CheckedTask
from envs.home.tasks import chance
from envs.home.tasks.bench import make
from envs.task_list import load_task_list, task_from_json, task_to_json

FOLDER = Path(__file__).resolve().parents[4] / "configs" / "benchmarks"


@pytest.fixture(scope="module")
def bench() -> list[Task]:
    world, tasks = load_task_list(FOLDER / "home_bench.yaml")
    assert world == "home"
    return tasks


def test_it_has_the_families_of_real_bench_in_all_standard_scenes(bench):
    assert Counter(task.parameters["family"] for task in bench) == {"FDP": 72, "FODP": 56, "FDO": 48, "SUL": 65}
    assert len(bench) == 241
    for family in ("FDP", "FODP", "FDO", "SUL"):
        scenes = Counter(task.parameters["scene"] for task in bench if task.parameters["family"] == family)
        assert set(scenes) == set(STANDARD)
        assert max(scenes.values()) - min(scenes.values()) <= 1


def test_every_task_is_one_of_the_world_with_a_plan_within_its_budget(bench):
    for task in bench:
        CheckedTask(task)
        assert task.optimal_steps is not None
        assert 2 * task.optimal_steps + 10 <= task.parameters["budget"] <= 60


def test_no_two_tasks_are_told_alike_and_few_move_the_same_kind_of_thing(bench):
    told = Counter((task.parameters["scene"], task.parameters["instruction"]) for task in bench)
    assert max(told.values()) == 1
    categories = Counter(thing["category"] for task in bench for thing in task.parameters["objects"].values())
    assert len(categories) >= 200


def test_who_guesses_in_it_is_right_at_most_one_time_in_five(bench):
    chances = [chance(task) for task in bench if task.parameters["family"] == "SUL"]
    assert sum(chances) / len(chances) <= 0.2


def test_its_file_is_small():
    assert (FOLDER / "home_bench.jsonl").stat().st_size < 600_000


@pytest.mark.long
def test_a_sample_of_it_is_solved_in_the_fewest_steps(bench, solve):
    for task in bench[::47]:
        solve(task)


@pytest.mark.long
def test_the_first_wrong_delivery_ends_a_wish(bench, world):
    """The plan of somebody who takes another candidate for the meant one."""
    task = next(
        task
        for task in bench
        if [a["id"] for a in task.parameters.get("user", {}).get("ambiguities", ())] == ["target"]
    )
    (target,) = task.parameters["user"]["ambiguities"]
    other = next(name for name in target["candidates"] if name != target["truth"])
    world.reset(guessing(task, target["truth"], other))
    calls = [call for call in shortest_plan(world.site) if call.name != "ask"]
    world.reset(task)
    outcomes = [world.step(ToolCall(call.name, call.arguments)).outcome for call in calls]
    assert outcomes == [None] * (len(outcomes) - 1) + [Outcome.FAILURE]


def guessing(task: Task, truth: str, other: str) -> Task:
    """The task of bringing the other thing."""
    data = json.loads(json.dumps(task_to_json(task)))
    contents = data["parameters"]["goal"]["contents"]
    destination = next(place for place, names in contents.items() if truth in names)
    at_first = {name: place for place, names in data["parameters"]["initial"]["contents"].items() for name in names}
    for names in contents.values():
        names[:] = [name for name in names if name not in (truth, other)]
    contents.setdefault(at_first[truth], []).append(truth)
    contents[destination].append(other)
    data["parameters"]["user"] = None
    return task_from_json(data)


@pytest.mark.slow
@pytest.mark.parametrize("scene", STANDARD)
def test_it_is_remade_byte_for_byte_and_solved(scene, solve):
    lines = (FOLDER / "home_bench.jsonl").read_text(encoding="utf-8").splitlines()
    tasks = make(scene)
    frozen = [line for line in lines if json.loads(line)["parameters"]["scene"] == scene]
    assert [json.dumps(task_to_json(task), separators=(",", ":")) for task in tasks] == frozen
    for task in tasks:
        solve(task)
