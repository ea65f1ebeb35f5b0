"""The term `task_progress`: hand-worked episodes, and what no walk through any world can get out of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.episode import Event, EventKind, Outcome, Task
from envs.home.graph import WorldGraph
from envs.home.required_changes import fulfils, required_changes
from envs.settings import SettingsError
from rewards import RewardSet, build_rewards
from tests.home_worlds import OPENING, PATIENT, State, graph, graphs, plan, step, task, tasks, walks

BONUS = 2.0


def term(bonus: float = BONUS) -> RewardSet:
    return build_rewards({"terms": {"task_progress": {"success_bonus": bonus}}})


def paid(initial: WorldGraph, goal: WorldGraph, states: list[State], bonus: float = BONUS) -> list[float]:
    """What each state after the start earns."""
    rewards = term(bonus)
    rewards.start(task(initial, goal))
    return [rewards.score(step(state))["task_progress"] for state in states]


def story(initial: WorldGraph, goal: WorldGraph, *actions: str) -> list[float]:
    """Payments, in shares of an entry (the bonus is 0), of actions such as `reach table_1` or `pick mug_1`."""
    now, at, states = initial, None, []
    for action in actions:
        verb, _, name = action.partition(" ")
        if verb == "reach":
            at = name
        elif verb == "pick":
            now = now.picked(name)
        elif verb == "place":
            assert at is not None
            now = now.placed(at)
        else:
            now = now.turned(name, verb == "open")
        states.append((now, at))
    entries = len(required_changes(initial, goal))
    return [round(value * entries, 9) for value in paid(initial, goal, states, 0.0)]


ONE = graph(table_1="mug_1", shelf_1=""), graph(table_1="", shelf_1="mug_1")
TWO = graph(table_1="mug_1 mug_2", shelf_1=""), graph(table_1="", shelf_1="mug_1 mug_2")
CLOSED = {"cabinet_1": False}
SOURCE = graph(CLOSED, cabinet_1="mug_1", shelf_1=""), graph(CLOSED, cabinet_1="", shelf_1="mug_1")
HELD = graph(table_1="", shelf_1="", held="mug_1"), graph(table_1="mug_1", shelf_1="")


def test_one_move_pays_a_quarter_a_step():
    assert story(*ONE, "reach table_1", "pick mug_1", "reach shelf_1", "place") == [1, 1, 1, 1]


def test_of_two_moves_on_one_way_the_way_pays_once():
    way = ("reach table_1", "pick mug_1", "reach shelf_1", "place", "reach table_1", "pick mug_2", "reach shelf_1")
    assert story(*TWO, *way, "place") == [1, 1, 1, 1, 0, 1, 0, 1]


def test_a_closed_source_pays_for_its_doors_too():
    way = ("reach cabinet_1", "open cabinet_1", "pick mug_1", "reach shelf_1", "place", "reach cabinet_1")
    assert story(*SOURCE, *way, "close cabinet_1") == [1, 1, 1, 1, 1, 0, 1]


def test_what_is_closed_too_early_pays_nothing_until_its_moves_are_done():
    way = ("reach cabinet_1", "open cabinet_1", "close cabinet_1", "open cabinet_1", "pick mug_1", "close cabinet_1")
    assert story(*SOURCE, *way) == [1, 1, -1, 0, 1, 1]


def test_an_object_held_at_the_start_needs_only_its_place():
    assert story(*HELD, "reach shelf_1", "reach table_1", "place") == [0, 1, 1]


def test_going_to_the_destination_with_empty_hands_pays_nothing():
    assert story(*ONE, "reach shelf_1", "reach table_1", "pick mug_1", "reach shelf_1") == [0, 1, 1, 1]


def test_a_wrong_place_on_the_way_costs_nothing_and_putting_back_gives_back():
    lost = ("reach table_1", "pick mug_1", "reach cabinet_1", "place", "pick mug_1", "reach shelf_1", "place")
    start = graph(table_1="mug_1", shelf_1="", cabinet_1="")
    goal = graph(table_1="", shelf_1="mug_1", cabinet_1="")
    assert story(start, goal, *lost) == [1, 1, 0, 0, 0, 1, 1]
    assert story(*ONE, "reach table_1", "pick mug_1", "place", "pick mug_1") == [1, 1, -1, 0]


@pytest.mark.parametrize(
    "loop",
    [
        ("reach table_1", "pick mug_1", "place"),
        ("reach table_1", "reach shelf_1", "reach table_1", "reach shelf_1"),
        ("reach cabinet_1", "open cabinet_1", "close cabinet_1", "open cabinet_1", "close cabinet_1"),
    ],
)
def test_pick_and_put_back_come_and_go_open_and_close_pay_nothing_for_ever(loop):
    start = graph(CLOSED, table_1="mug_1", shelf_1="", cabinet_1="mug_2")
    goal = graph(CLOSED, table_1="", shelf_1="mug_1 mug_2", cabinet_1="")
    first = story(start, goal, *loop)
    again = story(start, goal, *loop, *loop, *loop)
    away = story(start, goal, *loop, "reach fridge_1")
    assert max(again[len(first) :]) <= 0
    assert sum(away) == 0


@PATIENT
@given(tasks(), st.data())
def test_no_loop_of_actions_has_a_positive_sum(worlds, data):
    """Between any two visits to one graph and place, the start (nowhere) among them."""
    states = data.draw(walks(worlds[0]))
    check_loops(*worlds, states)


@PATIENT
@given(tasks(), st.data())
def test_not_even_if_objects_and_robot_jump(worlds, data):
    objects = tuple(worlds[0].places)
    pool = data.draw(st.lists(graphs(objects), min_size=1, max_size=3)) + list(worlds)[:1]
    ends = WorldGraph(worlds[1].contents, tuple((dict(worlds[0].opened) | dict(worlds[1].opened)).items()))
    pool += [ends] if worlds[1].held is None else []
    place = st.sampled_from((None, "table_1", *OPENING))
    states = data.draw(st.lists(st.tuples(st.sampled_from(pool), place), max_size=40))
    check_loops(*worlds, [(worlds[0], None), *states])


def check_loops(initial: WorldGraph, goal: WorldGraph, states: list[State]) -> None:
    values = paid(initial, goal, states[1:])
    sums = [0.0]
    for value in values:
        sums.append(sums[-1] + value)
    for i, before in enumerate(states):
        for j in range(i + 1, len(states)):
            if states[j] == before:
                assert sums[j] - sums[i] <= 1e-9


@PATIENT
@given(tasks(), st.data())
def test_an_episode_sums_to_at_most_one_and_the_bonus_when_it_succeeds(worlds, data):
    states = data.draw(walks(worlds[0]))
    total = sum(paid(*worlds, states[1:]))
    succeeded = fulfils(states[-1][0], worlds[1]) - fulfils(*worlds)  # -1: was so at the start and is no longer
    assert -1e-9 <= total - BONUS * succeeded <= 1 + 1e-9


@PATIENT
@given(tasks(), st.booleans())
def test_a_plan_earns_all_there_is(worlds, tidy):
    states = plan(*worlds, tidy)
    expected = 0.0 if fulfils(*worlds) else 1 + BONUS
    assert sum(paid(*worlds, states[1:])) == pytest.approx(expected)


@PATIENT
@given(tasks(), st.data())
def test_the_payments_of_an_entry_are_one_and_then_at_most_one_back(worlds, data):
    """So at most as many steps pay as there are entries."""
    values = paid(*worlds, data.draw(walks(worlds[0]))[1:], 0.0)
    entries = len(required_changes(*worlds))
    assert sum(value for value in values if value > 0) <= 1 + 1e-9
    assert sum(value > 0 for value in values) <= entries


def test_an_invalid_reply_and_a_fault_of_the_simulator_change_nothing():
    rewards = term()
    rewards.start(task(*ONE))
    there = (ONE[0], "table_1")
    assert rewards.score(step(there, Event(EventKind.INVALID_REPLY))) == {"task_progress": 0}
    assert rewards.score(step(there, outcome=Outcome.INFRA_ERROR)) == {"task_progress": 0}
    assert rewards.score(step(there)) == {"task_progress": 0.25}


def test_a_task_that_starts_fulfilled_pays_nothing():
    assert paid(ONE[0], ONE[0], [(ONE[0], "table_1"), (ONE[0].picked("mug_1"), "table_1"), (ONE[0], None)]) == [
        0.0,
        -BONUS,
        BONUS,
    ]


@pytest.mark.parametrize(
    ("parameters", "part"),
    [
        ({"device": {}}, "initial: missing"),
        ({"initial": {"contents": {}}}, "goal: missing"),
        ({"initial": {"contents": {"table_1": ["a", "a"]}}}, "initial: contents.table_1: 'a' is in table_1 too"),
        ({"initial": {"contents": {}}, "goal": {"contents": {"table_1": ["a"]}}}, "'a' is not among"),
    ],
)
def test_a_task_without_graphs_is_refused_at_the_start(parameters: dict[str, Any], part: str):
    with pytest.raises(SettingsError, match="task_progress: task d of world 'devices'") as caught:
        term().start(Task("devices", "d", 0, parameters))
    assert part in str(caught.value)


@pytest.mark.parametrize(
    ("info", "part"),
    [({}, "graph: missing"), ({"graph": {"contents": {"table_1": []}}}, "'mug_1' has vanished")],
)
def test_a_step_without_its_graph_is_refused(info: dict[str, Any], part: str):
    rewards = term()
    rewards.start(task(*ONE))
    with pytest.raises(SettingsError, match=part):
        rewards.score(replace(step((ONE[0], None)), info=info))
