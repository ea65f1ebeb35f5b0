"""The home world tells nothing that a camera, a map of the furniture and a person would not."""

from __future__ import annotations

import json
import random
import re

import pytest

from envs.episode import Episode, ToolCall
from envs.home.apartments import load_scene
from envs.home.objects import make_object
from envs.home.shortest_plan import shortest_plan
from envs.home.world import HomeWorld
from tests.home_play import DOOR, SCENE, TASK, WALK, WISH, ask, episode, gaze, nav, pick, place, show, turn

ID = re.compile(r"\b[a-z]+(?:_[a-z]+)*_\d+\b(?:\.\w+)?")
WORDS = ("mug", "apple", "box", "cereal box", "door", "drawer", "coffee mug")


@pytest.fixture(scope="module")
def world():
    made = HomeWorld(picture_size=48)
    yield made
    made.close()


def random_call(rng: random.Random, ids: tuple[str, ...]) -> ToolCall:
    mark = rng.randint(0, 5)
    calls = [nav(rng.choice(ids)), WALK, WALK, show(rng.choice(WORDS)), gaze(mark), pick(mark)]
    calls += [place(rng.choice([mark, rng.choice(ids)])), turn(mark, rng.random() < 0.6)]
    return rng.choice([*calls, ask(rng.choice(["Which one?", "Where to?", "What is it?"]))])


def check_no_leak(played: Episode) -> None:
    """Every id that is shown is a receptacle's; feedback names only where one is, where a mark is, and what was said;
    things are called what the detector calls what stands there.
    """
    ids = set(load_scene(played.task.parameters["scene"]).ids)
    objects = played.task.parameters["objects"]
    at, marked = None, set()
    assert played.initial is not None
    for turn_ in played.turns:
        step = turn_.step
        seen = step.observation
        lines = [seen.instruction, seen.feedback, *(f"{label}: {value}" for label, value in seen.facts)]
        for name in (name for line in lines for name in ID.findall(line)):
            assert name in ids, lines
        text = " ".join(lines)
        assert step.after not in text and step.before not in text
        assert not any(name in text for name in objects)
        at, before, call = step.info["at"], (at, marked), turn_.call
        marked = {
            t.partition(".")[0] if "." in t else _place(step.info["graph"], t) for t in step.info["marks"].values()
        }
        if call is not None and call.name != "ask":
            allowed = {at, before[0], *before[1], *marked, *map(str, call.arguments.values())}
            assert set(ID.findall(seen.feedback)) <= allowed, (call, seen.feedback)
        listed = dict(seen.facts)["Marks"].partition(" (at ")[0]  # where they are, once one has gone on
        labels = sorted(re.sub(r"^\d+ ", "", mark) for mark in listed.split(", ")) if listed != "none" else []
        assert labels == sorted(
            make_object(**objects[t]).label if t in objects else _part(t) for t in step.info["marks"].values()
        )


def _place(graph: dict, name: str) -> str:
    return next(place for place, names in graph["contents"].items() if name in names)


def _part(body: str) -> str:
    owner, _, part = body.partition(".")
    return f"{owner.rpartition('_')[0].replace('_', ' ')} {part.partition('_')[0]}"


@pytest.mark.long
@pytest.mark.parametrize("task", [TASK, DOOR, WISH], ids=["move", "open", "wish"])
def test_no_observation_of_an_episode_shows_what_is_hidden(world, task):
    world.reset(task)
    check_no_leak(episode(world, task, shortest_plan(world.site)))
    for seed in range(2):
        rng = random.Random(seed)
        check_no_leak(episode(world, task, [random_call(rng, load_scene(SCENE).ids) for _ in range(60)]))


def test_no_tool_tells_of_a_task(world):
    schemas = json.dumps([tool.schema() for tool in world.tools])
    world.reset(WISH)
    assert json.dumps([tool.schema() for tool in world.tools]) == schemas and not ID.findall(schemas)
    assert [tool.name for tool in world.tools] == [
        *("nav_to", "walk_around", "show_object_by_category", "gaze_at", "pick", "place", "open", "close", "ask")
    ]
