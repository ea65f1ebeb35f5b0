"""An apartment with a task's things laid out in it, and the eyes and hands at work there: what its episodes begin with.

To lay a task out takes physics and a compiled scene, and to plan in it many looks. So whoever has done that for a task
that is likely played next puts its premises by, and `lay_out` takes them up with all that was seen: pictures, places
and answers are functions of the task, whoever looked before. Premises have one owner at a time, who closes their eyes
or puts them by; any thread may take them up.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from envs.environment import TaskError
from envs.episode import Task
from envs.home.apartments import load_scene
from envs.home.dynamics import HomeDynamics
from envs.home.eyes import Eyes
from envs.home.graph import WorldGraph
from envs.home.objects import make_object
from envs.home.placement import Placement
from envs.home.settle import NoRoomError, settle
from envs.home.state import HomeState, View
from envs.home.task import CheckedTask

PUT_BY = 4
"""Premises that wait for their next owner, some ten megabytes each; the oldest are closed first."""
SETTLED = 4096
"""Receptacles with what stands in them that are remembered, for tasks that are listed first and played later."""


@dataclass(frozen=True)
class Premises:
    """key: all that they depend on. start: the state in which the task's episodes begin."""

    key: Hashable
    eyes: Eyes
    dynamics: HomeDynamics
    start: HomeState


_waiting: OrderedDict[Hashable, Premises] = OrderedDict()
_lock = threading.Lock()


def lay_out(task: Task, checked: CheckedTask, picture_size: int) -> Premises:
    """A task's premises: those that were put by, or new ones. TaskError when its things find no room."""
    asked = checked.asked
    things = tuple((name, thing.category, thing.instance) for name, thing in asked.objects.items())
    key = asked.scene, things, checked.initial, asked.noise.model_dump_json(), task.seed
    with _lock:
        found = _waiting.pop(key, None)
    if found is None:
        return _new(task, checked, picture_size, key)
    found.eyes.resize(picture_size)
    return found


def put_by(premises: Premises) -> None:
    """Leave premises to whoever lays out the same task next."""
    with _lock:
        surplus = [_waiting.pop(premises.key, None)]
        _waiting[premises.key] = premises
        while len(_waiting) > PUT_BY:
            surplus.append(_waiting.popitem(last=False)[1])
    for other in surplus:
        if other is not None and other is not premises:
            other.eyes.close()


def _new(task: Task, checked: CheckedTask, picture_size: int, key: Hashable) -> Premises:
    scene, asked = checked.scene, checked.asked
    objects = {name: make_object(thing.category, thing.instance) for name, thing in asked.objects.items()}
    contents = {receptacle: () for receptacle in scene.ids} | dict(checked.initial.contents)
    opened = dict.fromkeys(scene.opening, False) | dict(checked.initial.opened)
    graph = WorldGraph.of(contents, opened, checked.initial.held)
    placements = []
    for receptacle, names in graph.contents:
        things = tuple((name, objects[name].category, objects[name].instance) for name in names)
        try:
            placements += _settled(scene.name, receptacle, things, task.seed) if names else ()
        except NoRoomError as error:
            raise TaskError(f"task {task.id}: initial.contents.{receptacle}: {error}") from error
    label = objects[graph.held].label if graph.held else None
    start = HomeState(graph, tuple(sorted(placements)), None, View("start", scene.start), held_label=label)
    eyes = Eyes(scene, objects, picture_size, asked.noise, task.seed)
    return Premises(key, eyes, HomeDynamics(scene, objects, eyes, task.seed), start)


@lru_cache(SETTLED)
def _settled(
    scene: str, receptacle: str, things: tuple[tuple[str, str, int], ...], seed: int
) -> tuple[tuple[str, Placement], ...]:
    """(name, where it rests) of things (name, category, instance) in an empty receptacle. NoRoomError."""
    objects = {name: make_object(category, instance) for name, category, instance in things}
    return tuple(settle(load_scene(scene).receptacles[receptacle], objects, {}, list(objects), seed).items())
