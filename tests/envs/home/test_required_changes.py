"""What has to change: hand-worked lists, success, and what holds for every task and every plan."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.home.graph import GraphError, WorldGraph
from envs.home.required_changes import Progress, fulfils, required_changes
from tests.home_worlds import OBJECTS, PATIENT, graph, graphs, plan, tasks, walks


def names(initial: WorldGraph, goal: WorldGraph) -> list[str]:
    return [change.name for change in required_changes(initial, goal)]


CLOSED, OPEN = {"cabinet_2": False}, {"cabinet_2": True}


@pytest.mark.parametrize(
    ("initial", "goal", "expected"),
    [
        (
            graph(table_1="mug_3", shelf_1=""),
            graph(table_1="", shelf_1="mug_3"),
            ["pick(mug_3)", "place(mug_3, shelf_1)", "reach(shelf_1)", "reach(table_1)"],
        ),
        (  # two objects on one way share its ends
            graph(table_1="mug_3 book_1", shelf_1=""),
            graph(table_1="", shelf_1="mug_3 book_1"),
            ["pick(book_1)", "place(book_1, shelf_1)", "pick(mug_3)", "place(mug_3, shelf_1)"]
            + ["reach(shelf_1)", "reach(table_1)"],
        ),
        (graph(table_1="", held="mug_3"), graph(table_1="mug_3"), ["place(mug_3, table_1)", "reach(table_1)"]),
        (graph(table_1="mug_3"), graph(table_1="", held="mug_3"), ["pick(mug_3)", "reach(table_1)"]),
        (  # closed on the way only
            graph(CLOSED, cabinet_2="mug_3", table_1=""),
            graph({}, cabinet_2="", table_1="mug_3"),
            ["pick(mug_3)", "place(mug_3, table_1)", "open(cabinet_2)", "reach(cabinet_2)", "reach(table_1)"],
        ),
        (  # and closed again, because the goal says so
            graph(CLOSED, cabinet_2="mug_3", table_1=""),
            graph(CLOSED, cabinet_2="", table_1="mug_3"),
            ["pick(mug_3)", "place(mug_3, table_1)", "open(cabinet_2)", "close(cabinet_2)"]
            + ["reach(cabinet_2)", "reach(table_1)"],
        ),
        (graph(CLOSED, table_1="mug_3"), graph(OPEN, table_1="mug_3"), ["open(cabinet_2)", "reach(cabinet_2)"]),
        (graph(OPEN, table_1="mug_3"), graph(CLOSED, table_1="mug_3"), ["close(cabinet_2)", "reach(cabinet_2)"]),
        (graph(OPEN, cabinet_2="mug_3"), graph(OPEN, cabinet_2="mug_3"), []),
        (graph(CLOSED, cabinet_2="mug_3"), graph({}, cabinet_2="mug_3"), []),
    ],
)
def test_hand_worked_lists(initial, goal, expected):
    assert names(initial, goal) == expected


@PATIENT
@given(tasks())
def test_every_list_is_of_distinct_entries_that_none_is_in_force_at_the_start(task):
    initial, goal = task
    changes = required_changes(initial, goal)
    assert len({change.name for change in changes}) == len(changes)
    assert not any(change.in_force(initial, None) for change in changes)
    assert bool(changes) != fulfils(initial, goal)
    moved = [o for o in OBJECTS if o in initial.places and initial.where(o) != goal.where(o)]
    ends = [place for o in moved for place in (initial.where(o), goal.where(o))]
    handled = [change for change in changes if change.name.startswith(("pick", "place"))]
    assert len(handled) == sum(place is not None for place in ends)


@PATIENT
@given(tasks(), st.booleans())
def test_a_plan_brings_every_entry_into_force_and_loses_none(task, tidy):
    initial, goal = task
    progress = Progress(required_changes(initial, goal), initial)
    gained = [progress.update(*state) for state in plan(initial, goal, tidy)[1:]]
    assert min(gained, default=0) >= 0
    assert sum(gained) == progress.total
    assert progress.remaining == ()


@PATIENT
@given(tasks(), st.data())
def test_with_the_goal_fulfilled_everything_but_ways_is_in_force(task, data):
    initial, goal = task
    final = WorldGraph(goal.contents, tuple((dict(initial.opened) | dict(goal.opened)).items()), goal.held)
    at = data.draw(st.sampled_from((None, "table_1", "cabinet_1")))
    assert fulfils(final, goal)
    assert [c.name for c in required_changes(initial, goal) if not c.in_force(final, at)] == []


@PATIENT
@given(tasks(), st.data())
def test_success_is_the_goals_places_and_what_it_wants_open(task, data):
    initial, goal = task
    final = data.draw(walks(initial))[-1][0]
    same_places = all(final.where(o) == goal.where(o) for o in goal.places)
    same_doors = all(final.is_open(r) == v for r, v in goal.opened)
    assert fulfils(final, goal) == (same_places and same_doors)


@PATIENT
@given(graphs(), graphs())
def test_the_list_does_not_depend_on_how_the_graphs_were_written(initial, goal):
    turned = [
        WorldGraph.of({r: o[::-1] for r, o in reversed(g.contents)}, dict(reversed(g.opened)), g.held)
        for g in (initial, goal)
    ]
    assert required_changes(*turned) == required_changes(initial, goal)


@pytest.mark.parametrize(
    ("goal", "part"),
    [
        (graph(table_1="mug_3 cup_1"), "'cup_1' is not among"),
        (graph(table_1=""), "'mug_3' has vanished"),
        (graph({"table_1": True}, table_1="mug_3"), "open: 'table_1' does not open"),
    ],
)
def test_a_goal_that_does_not_fit_its_start_is_refused(goal, part):
    with pytest.raises(GraphError, match=part):
        required_changes(graph(table_1="mug_3"), goal)
