"""The device world: what steps tell, what the policy sees, bad calls and bad tasks. Budgets have their own file."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from envs.devices.views import VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import Environment, ReplyError, TaskError, make
from envs.episode import EventKind, Outcome, Task, ToolCall
from tests.kettle import CLOSE, NOWHERE, ON, OPEN, WAIT, budgets, look, task
from tests.machines import KETTLE, box, edge, machine_json, washer_json


def test_it_keeps_the_contract(world):
    assert isinstance(world, Environment)
    assert isinstance(make("devices", {"render": False}), DeviceWorld)
    assert [tool.name for tool in world.tools] == [
        *("press", "pull", "push", "rotate", "grasp"),
        *("timed_wait", "switch_view"),
    ]


def test_distances_fall_along_the_best_way_and_rise_off_it(world):
    """All goals: BoilingComplete 2, then LidOpen 1. The farthest is LidOpen itself: closing comes on top."""
    world.reset(task("BoilingComplete", "LidOpen"))
    seen = [(s.info["distance_before"], s.info["distance"]) for s in map(world.step, [OPEN, CLOSE, ON, WAIT, OPEN])]
    assert seen == [(3, 4), (4, 3), (3, 2), (2, 1), (1, 0)]
    assert world.objective.bound == 4


def test_actions_count_looks_as_well(world):
    """Nothing can be done from front_top: a look and a push. A look that does not help brings the lid no nearer."""
    world.reset(task("LidOpen", start_view="front_top"))
    moves = [look("back_bottom"), look("front"), OPEN]
    seen = [[s.info[k] for k in ("actions_before", "actions", "actions_bound")] for s in map(world.step, moves)]
    assert seen == [[2, 2, 4], [2, 1, 4], [1, 0, 4]]
    world.reset(task())
    assert world.step(NOWHERE).info["actions"] is None


def test_a_state_without_a_way_back_is_one_farther_than_the_farthest(world, written):
    here, there = box("front", 0, 0, 100, 100), box("front", 500, 0, 100, 100)
    raw = machine_json(
        {
            "A": {"go": edge("B", "press", "", here), "trap": edge("Pit", "press", "", there)},
            "B": {},
            "Pit": {},
        }
    )
    world.reset(task("B", file=written(raw)))
    info = world.step(ToolCall("press", {"coordinate": [550, 50]})).info
    assert (info["distance_before"], info["distance"], info["distance_bound"]) == (1, 2, 1)


def test_keys_name_the_state_without_its_budgets(world):
    world.reset(task("BoilingComplete"))
    step = world.step(NOWHERE)
    assert step.before == step.after == "Standby|front|0|0"
    assert world.step(ON).after == "Boiling|front|0|0"


def test_error_resets_the_device_and_the_episode_goes_on(world):
    world.reset(task("BoilingComplete"))
    world.step(ON)
    step = world.step(OPEN)
    assert step.visited == ("Error", "Standby") and step.outcome is None and world.state.state == "Standby"


def test_the_dashboard_is_offered_once_unlocked(world, written):
    first = world.reset(task("Running", file=written(washer_json())))
    assert "dashboard" not in dict(first.facts)["Views"]
    step = world.step(ToolCall("press", {"coordinate": [440, 140]}))
    assert step.has(EventKind.UNLOCK) and dict(step.observation.facts) == {
        "View": "front",
        "Views": ", ".join(VIEWS),
    }
    step = world.step(look("dashboard"))
    assert step.has(EventKind.VIEW) and dict(step.observation.facts)["View"] == "dashboard"
    assert world.step(ToolCall("press", {"coordinate": [200, 200]})).outcome == Outcome.SUCCESS


def test_an_active_unlock_is_one_step(world, written):
    world.reset(task("Running", file=written(washer_json())))
    assert budgets(world) == (10, 10)  # look closer, press
    step = world.step(ToolCall("switch_view", {"view": "dashboard", "coordinate": [500, 150]}))
    assert step.has(EventKind.UNLOCK) and step.info["view"] == "dashboard" and step.info["state"] == "Shut"


BAD_CALLS = [
    ToolCall("lift", {"coordinate": [1, 2]}),
    ToolCall("", {}),
    ToolCall("push", {}),
    ToolCall("push", {"coordinate": None}),
    ToolCall("push", {"coordinate": [1]}),
    ToolCall("push", {"coordinate": [1, 2, 3]}),
    ToolCall("push", {"coordinate": [1.0, 2]}),
    ToolCall("push", {"coordinate": [float("nan"), 2]}),
    ToolCall("push", {"coordinate": ["1", 2]}),
    ToolCall("push", {"coordinate": [True, 2]}),
    ToolCall("push", {"coordinate": "12"}),
    ToolCall("push", {"coordinate": {"x": 1, "y": 2}}),
    ToolCall("push", {"coordinate": [1, 2], "parameter": "1"}),
    ToolCall("push", {"coordinate": [1, 2], "parameter": [1]}),
    ToolCall("push", {"coordinate": [1, 2], "parameter": None}),
    ToolCall("push", {"coordinate": [1, 2], "parameter": {"a": 1}}),
    ToolCall("push", {"coordinate": [1, 2], "force": 3}),
    ToolCall("push", {"coordinate": [[1], [2]]}),
    ToolCall("timed_wait", {"seconds": 3}),
    ToolCall("switch_view", {}),
    ToolCall("switch_view", {"view": 3}),
    ToolCall("switch_view", {"view": "back", "coordinate": [1.5, 2]}),
    ToolCall("switch_view", {"view": "back", "parameter": []}),
]


@pytest.mark.parametrize("call", BAD_CALLS, ids=str)
def test_a_malformed_call_is_an_invalid_reply_that_costs_its_step(world, call):
    world.reset(task("BoilingComplete"))
    step = world.step(call)
    assert [event.kind for event in step.events] == [EventKind.INVALID_REPLY]
    assert step.observation.feedback and step.before == step.after and budgets(world) == (9, 9)


@pytest.mark.parametrize("number", [-1, 1001, -(10**50), 10**3000])
def test_any_integer_is_a_coordinate_and_out_of_range_is_a_notice(world, number):
    world.reset(task("BoilingComplete"))
    for call in (
        ToolCall("push", {"coordinate": [number, 5]}),
        ToolCall("push", {"coordinate": [5, number], "parameter": ["1"]}),
        ToolCall("switch_view", {"view": "back", "coordinate": [number, 5]}),
    ):
        step = world.step(call)
        assert step.has(EventKind.SYSTEM) and step.before == step.after


def test_an_invalid_replys_message_is_the_feedback_and_is_not_kept(world):
    world.reset(task("BoilingComplete"))
    step = world.step(ReplyError("no_think", "start with a thought"))
    assert step.has(EventKind.INVALID_REPLY) and step.observation.feedback == "start with a thought"
    assert step.events[0].data == {"kind": "no_think"}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"goals": ["Boilng"], "instructions": ["x"]}, "goals[0]: 'Boilng'"),
        ({"goals": ["LidOpen", ""], "instructions": ["x", "y"]}, "goals[1]: ''"),
        ({"goals": ["LidOpen"], "instructions": []}, "instructions: 0 for 1"),
        ({"goals": "LidOpen"}, "goals"),
        ({"goals": [1], "instructions": ["x"]}, "goals.0"),
        ({"start_view": "side"}, "start_view: 'side'"),
        ({"start_view": "dashboard"}, "start_view: 'dashboard'"),
        ({"start_view": None}, "start_view"),
        ({"budget_factor": 0}, "budget_factor"),
        ({"budget_factor": -5}, "budget_factor"),
        ({"budget_factor": float("nan")}, "budget_factor"),
        ({"budget_factor": float("inf")}, "budget_factor"),
        ({"budget_factor": "5"}, "budget_factor"),
        ({"budget_factor": True}, "budget_factor"),
        ({"colour": 1}, "colour"),
        ({"device": {}}, "device"),
        ({"device": {"category": "Lamp"}}, "device"),
        ({"device": {"category": "Lamp", "seed": 1, "file": "x"}}, "device"),
        ({"device": {"category": "Lamp", "seed": "1"}}, "device.seed"),
        ({"device": {"file": "/nowhere/none.json"}}, "/nowhere/none.json"),
        ({"device": None}, "device"),
    ],
)
def test_a_task_that_cannot_be_started_names_its_field(world, change, named):
    good = task()
    with pytest.raises(TaskError) as caught:
        world.reset(replace(good, parameters={**good.parameters, **change}))
    assert named in str(caught.value) and "\n" not in str(caught.value)


def test_a_goal_that_cannot_be_reached_is_named(world, written):
    raw = machine_json({"A": {"go": edge("B", "press", "", box("front", 0, 0, 9, 9))}, "B": {}, "C": {}})
    path = written(raw)
    for goals, named in (
        (["C"], "goals[0]: 'C' cannot be reached from 'A'"),
        (["B", "A"], "goals[1]: 'A' cannot"),
    ):
        with pytest.raises(TaskError) as caught:
            world.reset(task(*goals, file=path))
        assert named in str(caught.value)


def test_a_broken_device_file_is_a_task_error_that_names_it(world, written):
    raw = washer_json()
    raw["states"]["Shut"]["on"]["start_key"][0]["next_state"] = "Gone"
    with pytest.raises(TaskError, match=r"device\.json.*next_state: 'Gone'"):
        world.reset(task(file=written(raw)))


def walk(world: DeviceWorld, started: Task, seed: int, steps: int = 150):
    """A random walk, half of it aimed at parts; the observations and steps it saw."""
    rng = random.Random(seed)
    yield world.reset(started), None
    for _ in range(steps):
        at = world.state.configuration
        moves = {(m.component, m.number): m for m in world._dynamics.moves[at.state]}
        touches = list(world._dynamics.touches(at).items())
        if touches and rng.random() < 0.5:
            key, (_, x, y) = rng.choice(touches)
            transition = moves[key].transition
            action = rng.choice([str(transition.atomic_action), "pull"])
            call = ToolCall(action, {"coordinate": [x, y], "parameter": list(transition.parameter)})
        elif rng.random() < 0.5:
            point = {"coordinate": [rng.randint(-50, 1050), rng.randint(-50, 1050)]} if rng.random() < 0.3 else {}
            call = ToolCall("switch_view", {"view": rng.choice([*VIEWS, "inside"]), **point})
        else:
            where = [rng.randint(-50, 1050), rng.randint(-50, 1050)]
            call = rng.choice([WAIT, ToolCall("press", {"coordinate": where})])
        step = world.step(call)
        yield step.observation, step


@pytest.mark.parametrize("seed", range(5))
def test_neither_part_names_nor_state_names_nor_goals_reach_the_policy(world, seed):
    machine = json.loads(KETTLE.read_text())
    secret = {c for s in machine["states"].values() for c in s["on"]} - {"immediate", "timed_wait"}
    secret |= {s for s in machine["states"] if re.fullmatch(r"[A-Z][a-z]+[A-Z]\w+", s)}
    assert {"power_button", "BoilingComplete"} <= secret
    for observation, _ in walk(world, task(), seed):
        text = "\n".join([observation.instruction, observation.feedback, *map(": ".join, observation.facts)])
        assert not [name for name in secret if name.lower() in text.lower()]
        assert not set(re.findall(r"\w+_\w+", text)) - set(VIEWS)
        assert not re.search(r"[a-z][A-Z]", text)


@pytest.mark.parametrize("seed", range(3))
def test_replaying_gives_the_same_episode_whatever_was_played_before(seed, written):
    path = written(washer_json())
    one, other = DeviceWorld(render=False), DeviceWorld(render=False)
    list(walk(other, task(), 99))
    first = list(walk(one, task("Done", "Open", file=path, budget_factor=1000), seed, 60))
    assert first == list(walk(other, task("Done", "Open", file=path, budget_factor=1000), seed, 60))


def test_the_symbolic_world_never_imports_mujoco_or_torch():
    code = f"""
import sys
from envs.devices.world import DeviceWorld
from envs.episode import Task, ToolCall
world = DeviceWorld(render=False)
world.reset(Task("devices", "t", 0, {{"device": {{"file": {str(KETTLE)!r}}}}}))
world.step(ToolCall("timed_wait", {{}}))
print([name for name in ("mujoco", "torch", "transformers", "PIL.ImageDraw") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
