"""Task lists: bad ones are refused by one line that names the file and the field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from envs.environment import WORLDS
from envs.settings import SettingsError
from envs.task_list import SAMPLERS, load_task_list
from tests.spot_expert import SpotTasks, spot_task
from tests.spots import SpotWorld

TASK = {"world": "devices", "id": "a", "seed": 0, "parameters": {"device": {"category": "Lamp", "seed": 1}}}


def written(folder: Path, *lines: str, **more: object) -> Path:
    (folder / "tasks.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    path = folder / "list.yaml"
    path.write_text(json.dumps({"world": "devices", "file": "tasks.jsonl", **more}))
    return path


def test_tasks_are_read_back_whatever_their_strings_hold(tmp_path: Path) -> None:
    odd = "one line\u2028in JSON"
    path = written(tmp_path, json.dumps(TASK), json.dumps({**TASK, "id": odd}, ensure_ascii=False))
    world, tasks = load_task_list(path)
    assert world == "devices" and [task.id for task in tasks] == ["a", odd]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"world": "devices", "id": "a", "seed": 0, "parameters": {"x": NaN}}', "line 2: not JSON: NaN"),
        ('{"world": "devices", "world": "devices", "id": "b", "seed": 0, "parameters": {}}', "line 2: .*stands twice"),
        ("[" * 100_000, "line 2: not JSON: nested too deeply"),
        (json.dumps(TASK), "line 2: id: 'a' stands twice"),
        (json.dumps({**TASK, "id": "b", "world": "spots"}), "line 2: world: 'spots'"),
        (json.dumps({**TASK, "id": "b", "parameters": {}}), "line 2: task b: device: .*required"),
        (json.dumps({**TASK, "id": 7}), "line 2: id"),
        ("", "line 2: not JSON"),
    ],
    ids=["nan", "key twice", "nesting", "id twice", "world", "parameters", "type", "blank"],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = written(tmp_path, json.dumps(TASK), line, json.dumps({**TASK, "id": "z"}))
    with pytest.raises(SettingsError, match=rf"list.yaml: file: .*tasks.jsonl: {said}"):
        load_task_list(path)


def test_an_empty_file_is_no_list(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="line 1"):
        load_task_list(written(tmp_path))


@pytest.mark.parametrize("goals", [[3, 1], [0, 0], [-1, 2]])
def test_goals_that_cannot_be_are_named(tmp_path: Path, goals: list[int]) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(json.dumps({"world": "devices", "split": "rl", "count": 3, "goals": goals}))
    with pytest.raises(SettingsError, match="list.yaml: .*goals"):
        load_task_list(path)


@pytest.mark.parametrize("categories", [[], ["Lamp", "Lamp"]])
def test_categories_are_at_least_one_and_none_twice(tmp_path: Path, categories: list[str]) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(json.dumps({"world": "devices", "split": "rl", "count": 3, "categories": categories}))
    with pytest.raises(SettingsError, match="categories"):
        load_task_list(path)


def test_a_missing_file_is_named_with_the_key_that_asks_for_it(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(json.dumps({"world": "devices", "file": "nowhere.jsonl"}))
    with pytest.raises(SettingsError, match="list.yaml: file: .*nowhere.jsonl: cannot be read"):
        load_task_list(path)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"split": "rl"}, "count: Field required"),
        ({"split": "exam", "count": 3}, "split: no such split; known: pretrain, .*'exam'"),
        ({"split": "rl", "count": 3, "categories": ["Toaster"]}, "categories: 'Toaster' is no category; known: "),
        ({"split": "rl", "count": 3, "families": ["FDP"]}, "families: unknown key; known: world, split, .*categories"),
        ({"split": "rl", "count": 3, "file": "tasks.jsonl"}, "give either `file`, or `split` and `count`"),
        ({}, "give either `file`, or `split` and `count`"),
        ({"file": "tasks.jsonl", "goals": [1, 2]}, "goals: unknown key; known: world, file"),
        ({"world": "moon", "split": "rl", "count": 3}, "world: 'moon' is not registered; known: devices"),
        ({"world": None, "split": "rl", "count": 3}, "world: None is not registered"),
    ],
)
def test_a_list_that_cannot_be_is_named_by_its_field(tmp_path: Path, more: dict, said: str) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(json.dumps({"world": "devices", **more}))
    with pytest.raises(SettingsError, match=f"list.yaml: {said}"):
        load_task_list(path)


def test_a_world_of_ones_own_draws_its_lists_by_its_own_options(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(WORLDS, "registered", {"spots": SpotWorld})
    path = tmp_path / "list.yaml"
    path.write_text("world: spots\nsplit: any\ncount: 4\nfirst: 2\ncolours: [red, blue]\n")
    with pytest.raises(SettingsError, match="world: 'spots' has no sampler of tasks; give a `file`"):
        load_task_list(path)
    monkeypatch.setattr(SAMPLERS, "registered", {"spots": SpotTasks})
    whole = [spot_task(number, ["red", "blue"]) for number in range(2, 6)]
    assert load_task_list(path) == ("spots", whole)
    assert load_task_list(path, limit=3) == ("spots", whole[:3])
