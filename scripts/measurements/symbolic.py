"""What a step of the device world costs without pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from envs.devices.world import DeviceWorld
from envs.episode import Task, ToolCall
from scripts.measurements.clock import Figure, rate

KETTLE = Path(__file__).resolve().parents[2] / "tests" / "envs" / "devices" / "kettle_ssm.json"


def symbolic(seconds: float) -> Iterator[Figure]:
    """World steps per second on the paper's kettle without rendering, observations, infos and resets included."""
    yield "random policy, free play: steps/s", rate(_random_steps, seconds)
    yield "expert policy, two goals, a reset every episode: steps/s", rate(_expert_steps, seconds)


def _random_steps() -> Iterator[int]:
    """Anywhere and anything, in views that allow it or not."""
    rng = random.Random(0)
    calls: list[ToolCall] = []
    for _ in range(5000):
        kind = rng.random()
        if kind < 0.2:
            view = rng.choice(["front", "back", "left", "right", "top", "bottom", "front_top", "dashboard"])
            calls.append(ToolCall("switch_view", {"view": view}))
        elif kind < 0.25:
            calls.append(ToolCall("timed_wait", {}))
        else:
            point = [rng.randint(0, 1000), rng.randint(0, 1000)]
            arguments = {"coordinate": point, "parameter": [rng.choice("01")]}
            calls.append(ToolCall(rng.choice(["press", "push", "pull", "rotate", "grasp"]), arguments))
    world = DeviceWorld(render=False)
    world.reset(Task("devices", "speed", 0, {"device": {"file": str(KETTLE)}}))
    while True:
        for call in calls:
            world.step(call)
        yield len(calls)


def _expert_steps() -> Iterator[int]:
    """The planner's way, replayed: boil water, open the lid, from the left view."""
    world = DeviceWorld(render=False)
    goals = ["BoilingComplete", "LidOpen"]
    parameters = {
        "device": {"file": str(KETTLE)},
        "goals": goals,
        "instructions": goals,
        "start_view": "left",
    }
    task = Task("devices", "speed", 0, parameters)
    world.reset(task)
    calls: list[ToolCall] = []
    for goal in goals:
        for item in world.distances.plan(world.state.configuration, goal) or []:
            calls.append(item.call())
            world.step(calls[-1])
    while True:
        world.reset(task)
        for call in calls:
            world.step(call)
        yield len(calls)
