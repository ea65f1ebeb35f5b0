"""Best costs and plans: by hand on the kettle and the washer, and against a blind search on random devices."""

from __future__ import annotations

import heapq
import itertools
import random

import pytest

from envs.devices.distance import Cost, Distances, plan
from envs.devices.dynamics import Configuration, Dynamics
from envs.devices.machine import StateMachine
from envs.devices.views import STANDARD_VIEWS
from envs.episode import EventKind
from tests.machines import box, build, edge


@pytest.mark.parametrize(
    ("state", "view", "goal", "cost"),
    [
        ("Standby", "front", "Boiling", (1, 0)),
        ("Standby", "top", "Boiling", (1, 1)),  # the power button is not seen from the top
        ("Standby", "top", "LidOpen", (1, 0)),  # the lid's is
        ("Standby", "left", "BoilingComplete", (2, 1)),
        ("Boiling", "left", "BoilingComplete", (1, 0)),  # waiting needs no view
        ("Boiling", "front_top", "Standby", (1, 0)),  # through the chain behind the wait
        ("Standby", "front", "Standby", (2, 0)),  # it must be entered, not merely be there
        ("LidOpen", "left", "Boiling", (2, 1)),  # one switch serves both buttons
        ("LidOpen", "bottom", "Boiling", (2, 0)),  # power, which resets through Error, and power again
        ("Standby", "front", "Error", (2, 0)),
    ],
)
def test_costs_on_the_kettle_by_hand(kettle, state, view, goal, cost):
    assert Distances(Dynamics(kettle)).cost(Configuration(state, view), goal) == Cost(*cost)


def test_ways_around_error_may_cost_more(kettle):
    at = Configuration("LidOpen", "bottom")
    distances = Distances(Dynamics(kettle))
    assert distances.safe.cost(at, "Boiling") == Cost(2, 1)
    items = plan(kettle, *at, "Boiling", avoid_error=True)
    assert items is not None and [i.kind for i in items] == ["switch", "act", "act"]
    assert not any("Error" in i.visited for i in items)
    assert distances.safe.cost(at, "Error") == distances.cost(at, "Error") == Cost(1, 0)


@pytest.mark.parametrize(
    ("view", "unlocked", "goal", "cost"),
    [
        ("front", False, "Running", (1, 1)),  # look closer, press
        ("left", False, "Running", (1, 2)),  # to the front, look closer, press
        ("left", True, "Running", (1, 1)),
        ("front", True, "Running", (1, 0)),  # no longer in the way
        ("left", False, "Open", (1, 0)),
        ("dashboard", True, "Open", (1, 1)),
        ("left", False, "Error", (2, 2)),
        ("left", False, "Done", (2, 2)),
    ],
)
def test_costs_on_the_washer_count_the_active_unlock_as_a_switch(washer, view, unlocked, goal, cost):
    assert Distances(Dynamics(washer)).cost(Configuration("Shut", view, unlocked), goal) == Cost(*cost)


def test_fewer_transitions_go_before_fewer_switches():
    here = box("front", 0, 0, 100, 100)
    states = {
        "A": {
            "far": edge("Goal", "press", "", box("back", 0, 0, 100, 100)),
            "near": edge("B", "press", "", here),
        },
        "B": {"near": edge("Goal", "press", "", here)},
        "Goal": {},
    }
    assert Distances(Dynamics(build(states))).cost(Configuration("A", "front"), "Goal") == Cost(1, 1)


def test_a_box_that_is_covered_wholly_leads_nowhere():
    over, under = box("front", 0, 0, 100, 100), box("front", 10, 10, 80, 80)
    states = {
        "A": {
            "lid": edge("Goal", "pull", "", under),
            "glass": edge("A", "press", "", box("front", 10, 10, 80, 80)),
        }
    }
    states["Goal"] = {}
    distances = Distances(Dynamics(build(states)))
    assert distances.cost(Configuration("A", "front"), "Goal") == Cost(1, 0)  # a tie covers nothing
    states["A"]["glass"] = edge("A", "press", "", box("front", 10, 10, 45, 80), box("front", 50, 10, 45, 80))
    assert Distances(Dynamics(build(states))).cost(Configuration("A", "front"), "Goal") is None
    states["A"]["lid"] = edge("Goal", "pull", "", over)
    assert Distances(Dynamics(build(states))).cost(Configuration("A", "front"), "Goal") == Cost(1, 0)


def test_a_goal_out_of_reach_has_neither_cost_nor_plan():
    machine = build({"A": {}, "B": {"part": edge("A", "press", "", box("front", 0, 0, 9, 9))}})
    distances = Distances(Dynamics(machine))
    assert distances.cost(Configuration("A", "front"), "B") is None
    assert distances.costs(Configuration("A", "front"), ["A"]) is None
    assert plan(machine, "A", "front", False, "B") is None


def test_costs_of_ordered_goals_go_on_from_every_best_end():
    """Goal 1 is reached equally well from the back and from the left; goal 2 needs no switch from the left alone."""
    states = {
        "A": {"x": edge("B", "press", "", box("back", 0, 0, 9, 9), box("left", 0, 0, 9, 9))},
        "B": {"y": edge("C", "press", "", box("left", 0, 0, 9, 9))},
        "C": {},
    }
    costs = Distances(Dynamics(build(states))).costs(Configuration("A", "front"), ["B", "C"])
    assert costs == [Cost(1, 1), Cost(1, 0)]


def test_a_goal_behind_the_one_before_costs_nothing(kettle):
    distances = Distances(Dynamics(kettle))
    costs = distances.costs(Configuration("Standby", "front"), ["BoilingComplete", "Standby", "Standby", "LidOpen"])
    assert costs == [Cost(2, 0), Cost(0, 0), Cost(2, 0), Cost(1, 0)]


def random_machine(seed: int) -> StateMachine:
    """A device with chains, waits, hidden boxes, an Error state and, half of the time, a dashboard."""
    rng = random.Random(seed)
    names = [f"S{i}" for i in range(rng.randint(2, 7))]
    views = [*STANDARD_VIEWS[:4], "dashboard"] if rng.random() < 0.5 else list(STANDARD_VIEWS[:4])
    parts: dict = {}
    for i in range(rng.randint(2, 5)):
        seen = [view for view in views if rng.random() < 0.4] or ["front"]
        corners = [(rng.randrange(0, 60, 10), rng.randrange(0, 60, 10)) for _ in seen]
        parts[f"part{i}"] = [
            box(view, x, y, *rng.choices((10, 20, 40), k=2)) for view, (x, y) in zip(seen, corners, strict=True)
        ]
    states: dict = {name: {} for name in (*names, "Error")}
    for i, name in enumerate(names):
        if 0 < i < len(names) - 1 and rng.random() < 0.2:
            states[name]["immediate"] = edge(rng.choice(names[i + 1 :]))  # ever forward, so no chain goes round
            continue
        if rng.random() < 0.2:
            states[name]["timed_wait"] = edge(rng.choice(list(states)))
        for part, boxes in parts.items():
            if rng.random() < 0.6:
                ways = rng.sample(["", "0", "1"], rng.randint(1, 2))
                to = rng.choices(list(states), k=len(ways))
                states[name][part] = [
                    edge(s, rng.choice(["push", "press"]), w, *boxes) for s, w in zip(to, ways, strict=True)
                ]
    regions = [box(v, 0, 0, 60, 60) for v in ("front", "left") if rng.random() < 0.7] if len(views) == 5 else []
    return build(states, "S0", regions)


def blind_costs(dynamics: Dynamics, start: Configuration) -> dict[str, Cost]:
    """State entered -> best cost, by trying every action at every corner and middle of every box, knowing nothing else.

    An action that only unlocks the dashboard by touching it is left out, as in the definition of the cost.
    """
    spots = [i for tens in range(0, 110, 10) for i in (tens, tens + 5)]  # boxes begin and end on tens
    points = list(itertools.product(spots, repeat=2))
    best: dict[str, Cost] = {}
    settled: set[Configuration] = set()
    queue: list[tuple[Cost, Configuration]] = [(Cost(0, 0), start)]
    while queue:
        cost, at = heapq.heappop(queue)
        if at in settled:
            continue
        settled.add(at)
        changes = {dynamics.wait(at)[:1] + (dynamics.wait(at).visited,)}
        hops = {dynamics.switch(at, view).to for view in dynamics.offered(at.unlocked)}
        for x, y in points:
            hops.add(dynamics.switch(at, "dashboard", x, y).to)
            for action in ("push", "press"):
                for parameter in ((), ("0",), ("1",)):
                    change = dynamics.act(at, action, x, y, parameter)
                    if change.event.kind == EventKind.TRANSITION:
                        changes.add((change.to, change.visited))
        for to, visited in changes:
            after = Cost(cost.transitions + 1, cost.switches)
            for state in visited:
                best[state] = min(best.get(state, after), after)
            heapq.heappush(queue, (after, to))
        for to in hops:
            heapq.heappush(queue, (Cost(cost.transitions, cost.switches + 1), to))
    return best


@pytest.mark.parametrize("seed", range(12))
def test_costs_equal_those_of_a_blind_search(seed):
    dynamics = Dynamics(random_machine(seed))
    distances = Distances(dynamics)
    start = dynamics.start(random.Random(seed).choice(["front", "back", "front_top"]))
    best = blind_costs(dynamics, start)
    for goal in dynamics.machine.states:
        assert distances.cost(start, goal) == best.get(goal)


@pytest.mark.parametrize("seed", range(60))
def test_every_plan_does_what_it_says_at_its_cost(seed):
    machine = random_machine(seed)
    dynamics = Dynamics(machine)
    distances = Distances(dynamics)
    at = dynamics.start()
    for goal in machine.states:
        for rng in (None, random.Random(seed)):
            items = distances.plan(at, goal, rng)
            cost = distances.cost(at, goal)
            if items is None or cost is None:
                assert items is None and cost is None
                continue
            now = at
            for i, item in enumerate(items):
                arguments = item.call().arguments
                if item.kind == "switch":
                    change = dynamics.switch(now, item.view, *(item.point or ()))
                elif item.kind == "wait":
                    change = dynamics.wait(now)
                else:
                    assert item.box is not None and item.box.view == now.view
                    x, y = item.point or (-1, -1)
                    assert item.box.contains(x, y)
                    change = dynamics.act(now, item.call().name, x, y, tuple(arguments["parameter"]))
                assert change.to == item.after and change.visited == item.visited
                assert (goal in change.visited) == (i == len(items) - 1)
                now = change.to
            acts = sum(item.kind != "switch" for item in items)
            assert Cost(acts, len(items) - acts) == cost


def test_plans_are_the_same_every_time_and_chance_only_breaks_ties(kettle):
    first = plan(kettle, "Standby", "left", False, "BoilingComplete")
    assert first == plan(kettle, "Standby", "left", False, "BoilingComplete")
    assert first is not None and [item.kind for item in first] == ["switch", "act", "wait"]
    others = [plan(kettle, "Standby", "left", False, "BoilingComplete", random.Random(i)) for i in range(20)]
    assert {len(other or ()) for other in others} == {3}
    assert {other[0].view for other in others if other} == {"front", "back", "right", "bottom"}
    assert others[3] == plan(kettle, "Standby", "left", False, "BoilingComplete", random.Random(3))
