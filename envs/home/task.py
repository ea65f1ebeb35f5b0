"""`Task.parameters` of the home world, checked: scene, things, both graphs, what is said, who asks, what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from envs.environment import TaskError
from envs.episode import Task
from envs.home.apartments import load_scene
from envs.home.graph import GraphError, WorldGraph
from envs.home.objects import CATEGORIES, instances
from envs.home.perception import Noise
from envs.home.scene import Scene
from envs.home.user import UserProfile

FAMILIES = ("FDP", "FODP", "FDO", "SUL")
"""Furniture-distractor pick and place, the same with object distractors, open and close, simulated-user loop (REAL
5.1)."""
Family = Literal["FDP", "FODP", "FDO", "SUL"]


Name = Annotated[StrictStr, Field(pattern=r"^[a-z][a-z0-9_]*_[0-9]+$")]
"""An object's id; bodies of the drawn scene bear it."""


class Thing(BaseModel):
    """One object of a task: which of the library's."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    category: StrictStr
    instance: Annotated[StrictInt, Field(ge=0)]


class HomeTask(BaseModel):
    """The parameters as they stand in a task.

    goal: of `open`, it names only what the task is about. most_wrong: wrong deliveries that end the episode as a
    failure; None for no end. budget: steps.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    scene: StrictStr
    family: Family
    objects: Mapping[Name, Thing]
    initial: Mapping[StrictStr, Any]
    goal: Mapping[StrictStr, Any]
    instruction: Annotated[StrictStr, Field(min_length=1)]
    user: UserProfile | None = None
    ask_budget: Annotated[StrictInt, Field(ge=0)] = 0
    most_wrong: Annotated[StrictInt, Field(ge=1)] | None = None
    budget: Annotated[StrictInt, Field(ge=1)] = 60
    noise: Noise = Noise()


class CheckedTask:
    """A task whose every name is known. Raises TaskError naming task, field and value."""

    def __init__(self, task: Task) -> None:
        where = f"task {task.id}"
        try:
            self.asked = HomeTask.model_validate(dict(task.parameters))
        except ValidationError as error:
            item = error.errors()[0]
            field = ".".join(map(str, item["loc"]))
            raise TaskError(f"{where}: {field}: {item['msg']} (got {repr(item['input'])[:80]})") from error
        try:
            self.scene: Scene = load_scene(self.asked.scene)
            self.initial = WorldGraph.from_json(dict(self.asked.initial), "initial")
            self.goal = WorldGraph.from_json(dict(self.asked.goal), "goal")
            self._check(self.asked)
        except (GraphError, ValueError, RuntimeError) as error:  # RuntimeError: an apartment that finds no room
            raise TaskError(f"{where}: {error}") from error

    def _check(self, asked: HomeTask) -> None:
        for name, thing in asked.objects.items():
            if thing.category not in CATEGORIES:
                raise ValueError(f"objects.{name}.category: {thing.category!r} is no category of things")
            if thing.instance >= instances(thing.category):
                raise ValueError(f"objects.{name}.instance: {thing.category} has no instance {thing.instance}")
            if name in self.scene.receptacles:
                raise ValueError(f"objects.{name}: the scene has a receptacle of this name")
        for label, graph in (("initial", self.initial), ("goal", self.goal)):
            for receptacle, _ in graph.contents:
                if receptacle not in self.scene.receptacles:
                    raise ValueError(f"{label}.contents.{receptacle}: no receptacle of {asked.scene}")
            for receptacle, _ in graph.opened:
                if receptacle not in self.scene.opening:
                    raise ValueError(f"{label}.open.{receptacle}: nothing of {asked.scene} that opens")
            if set(graph.places) != set(asked.objects):
                odd = sorted(set(graph.places) ^ set(asked.objects))[0]
                raise ValueError(f"{label}: {odd!r} stands in only one of the graph and `objects`")
        opened = dict.fromkeys(self.scene.opening, False) | dict(self.initial.opened)
        turned = [name for name, is_open in self.goal.opened if opened[name] != is_open]
        if self.goal.places == self.initial.places and not turned:
            raise ValueError("goal: holds at the start, so that there is nothing to do")
        if asked.user is not None:
            asked.user.check(asked.objects, self.scene.receptacles)
