"""The device world: tasks, goals in passing, budgets by hand, what the policy sees, and bad calls."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from envs.devices.distance import Cost
from envs.devices.views import VIEWS
from envs.devices.world import DeviceWorld
from envs.environment import Environment, ReplyError, TaskError, make
from envs.episode import EventKind, Outcome, Task, ToolCall
from tests.machines import KETTLE, box, edge, machine_json, washer_json

ON = ToolCall("push", {"coordinate": [780, 725], "parameter": ["1"]})
OFF = ToolCall("push", {"coordinate": [780, 725], "parameter": ["0"]})
OPEN = ToolCall("push", {"coordinate": [777, 72], "parameter": ["1"]})
CLOSE = ToolCall("push", {"coordinate": [777, 72], "parameter": ["0"]})
NOWHERE = ToolCall("press", {"coordinate": [5, 5]})
WAIT = ToolCall("timed_wait", {})


def look(view: str) -> ToolCall:
    return ToolCall("switch_view", {"view": view})


def task(*goals: str, file=KETTLE, **more) -> Task:
    told = [f"wish {i}" for i in range(len(goals))]
    parameters = {"device": {"file": str(file)}, "goals": list(goals), "instructions": told, **more}
    return Task("devices", "t", 0, parameters)


@pytest.fixture
def world():
    with_world = DeviceWorld(render=False)
    yield with_world
    with_world.close()


def budgets(world: DeviceWorld) -> tuple[int | None, int | None]:
    return world.state.remaining_global, world.state.remaining_local


def test_it_keeps_the_contract(world):
    assert isinstance(world, Environment)
    assert isinstance(make("devices", {"render": False}), DeviceWorld)
    assert [tool.name for tool in world.tools] == [
        *("press", "pull", "push", "rotate", "grasp"),
        *("timed_wait", "switch_view"),
    ]


def test_budgets_by_hand(world):
    """BoilingComplete: push, wait = 2. LidOpen from Standby: 1. So global 5 x 3, local 5 x 2 at first."""
    world.reset(task("BoilingComplete", "LidOpen"))
    assert world.objective.costs == [Cost(2, 0), Cost(1, 0)] and world.objective.optimal_steps == 3
    assert budgets(world) == (15, 10)
    world.step(ON)
    assert budgets(world) == (14, 9)
    step = world.step(WAIT)
    assert budgets(world) == (13, 8)  # max(8, 5 x 1)
    assert step.info["goals_done"] == 1 and step.visited == ("BoilingComplete", "Standby")
    step = world.step(OPEN)
    assert step.outcome == Outcome.SUCCESS and budgets(world) == (12, 7)


def test_the_local_budget_is_filled_up_to_the_next_goals_cost_from_where_the_agent_really_is(world):
    """LidOpen: 1 -> local 5. Then BoilingComplete from LidOpen: close, push, wait = 3, and a switch from the top."""
    world.reset(task("LidOpen", "BoilingComplete"))
    assert budgets(world) == (20, 5)
    world.step(OPEN)
    assert budgets(world) == (19, 15)
    world.reset(task("LidOpen", "BoilingComplete", start_view="top"))
    assert world.objective.costs == [Cost(1, 0), Cost(3, 1)]
    world.step(ToolCall("push", {"coordinate": [825, 560], "parameter": ["1"]}))
    assert world.state.state == "LidOpen" and budgets(world) == (24, 20)


def test_the_global_budget_ends_an_episode_that_still_has_a_local_one(world):
    world.reset(task("LidOpen", "BoilingComplete"))
    for _ in range(4):
        assert world.step(NOWHERE).outcome is None
    world.step(OPEN)  # on the local budget's last unit, which fills up again: 20 - 5 = 15 are left
    assert budgets(world) == (15, 15)
    world.reset(task("LidOpen", "BoilingComplete", budget_factor=1.5))
    assert budgets(world) == (6, 2)  # 1.5 x 4, and 1.5 x 1 rounded up
    world.step(NOWHERE)
    world.step(OPEN)
    assert budgets(world) == (4, 5)  # 1.5 x 3 rounded up
    outcomes = [world.step(NOWHERE).outcome for _ in range(4)]
    assert outcomes == [None, None, None, Outcome.TRUNCATED]


def test_a_spent_local_budget_truncates(world):
    world.reset(task("LidOpen", "BoilingComplete"))
    outcomes = [world.step(NOWHERE).outcome for _ in range(5)]
    assert outcomes == [None] * 4 + [Outcome.TRUNCATED] and budgets(world) == (15, 0)


def test_success_on_the_last_unit_is_success(world):
    world.reset(task("Boiling", budget_factor=1))
    assert budgets(world) == (1, 1)
    assert world.step(ON).outcome == Outcome.SUCCESS


def test_every_step_costs_one_whatever_it_is(world):
    world.reset(task("BoilingComplete"))
    calls = [NOWHERE, OFF, look("back"), look("nowhere"), WAIT, ReplyError("no_json", "no object")]
    for i, call in enumerate(calls, 1):
        world.step(call)
        assert budgets(world) == (10 - i, 10 - i)


def test_a_step_after_the_end_or_before_the_start_is_a_programming_error(world):
    with pytest.raises(RuntimeError, match="before reset"):
        world.step(WAIT)
    world.reset(task("Boiling"))
    world.step(ON)
    with pytest.raises(RuntimeError, match="has ended"):
        world.step(WAIT)
    world.reset(task("Boiling"))
    assert world.step(ON).outcome == Outcome.SUCCESS


def test_a_goal_that_is_the_start_counts_only_when_entered_again(world):
    world.reset(task("Standby"))
    assert world.objective.costs == [Cost(2, 0)] and world.state.goals_done == 0
    world.step(ON)
    assert world.step(OFF).outcome == Outcome.SUCCESS


def test_one_step_reaches_several_goals_in_order(world):
    world.reset(task("BoilingComplete", "Standby", "LidOpen"))
    assert budgets(world) == (15, 10)
    world.step(ON)
    step = world.step(WAIT)
    goals = [event.data["state"] for event in step.events if event.kind == EventKind.GOAL]
    assert goals == ["BoilingComplete", "Standby"] and step.info["goals_done"] == 2
    assert step.observation.instruction == "wish 2"


def test_goals_out_of_order_do_not_count(world):
    world.reset(task("LidOpen", "BoilingComplete"))
    world.step(ON)
    assert world.step(WAIT).info["goals_done"] == 0


def test_an_entering_counts_for_one_goal(world):
    world.reset(task("LidOpen", "LidOpen"))
    assert world.step(OPEN).info["goals_done"] == 1
    world.step(CLOSE)
    assert world.step(OPEN).outcome == Outcome.SUCCESS


def test_the_next_instruction_shows_only_once_the_present_goal_is_done(world):
    assert world.reset(task("LidOpen", "Boiling")).instruction == "wish 0"
    assert world.step(NOWHERE).observation.instruction == "wish 0"
    assert world.step(OPEN).observation.instruction == "wish 1"


def test_free_play_has_no_budget_and_never_ends(world):
    assert world.reset(task()).instruction == ""
    for _ in range(300):
        step = world.step(random.choice([ON, OFF, OPEN, CLOSE, NOWHERE, WAIT]))
        assert step.outcome is None
        assert [step.info[k] for k in ("distance", "distance_before", "distance_bound", "global", "local")] == [
            None
        ] * 5


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
