"""Plans succeed in as many steps as they have, nothing shorter does, and they start from anywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from envs.episode import Outcome, Task, ToolCall
from envs.home.dynamics import HomeDynamics
from envs.home.required_changes import fulfils
from envs.home.shortest_plan import NoPlanError, distance, plan_steps, shortest_plan
from envs.home.site import Site, SiteLibrary
from envs.home.state import HomeState
from envs.home.task import FAMILIES
from envs.home.tasks import sample_task
from envs.home.world import HomeWorld
from tests.home_play import APPLE, BOX, MUG, PERFECT, WALK, gaze, home_task, nav, pick, place, show, turn

THINGS = {
    "coffee_mug_1": (*MUG, "counter_1"),
    "cereal_box_1": (*BOX, "counter_1"),
    "apple_1": (*APPLE, "nightstand_1"),
}
MOVE = home_task(THINGS, {"coffee_mug_1": "coffee_table_1"})
OPEN = home_task(THINGS, {}, turned={"wardrobe_1": True})
STORE = home_task(THINGS, {"coffee_mug_1": "nightstand_1"})
FETCH = home_task(THINGS, {"apple_1": "counter_1"}, turned={"nightstand_1": False})


@contextmanager
def site_of(task: Task) -> Iterator[Site]:
    library = SiteLibrary(picture_size=16)
    try:
        yield library.open(task)[1]
    finally:
        library.close()


def check_solved(task: Task) -> None:
    world = HomeWorld(picture_size=16)
    world.reset(task)
    plan = shortest_plan(world.site)
    steps = [world.step(call) for call in plan]
    assert [step.outcome for step in steps] == [None] * (len(plan) - 1) + [Outcome.SUCCESS]
    assert task.optimal_steps in (None, len(plan))
    assert steps[-1].info["wrong"] == 0
    world.close()


# -- plans succeed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("task", "steps"), [(MOVE, 5), (OPEN, 3), (STORE, 8), (FETCH, 10)])
def test_a_plan_has_as_many_steps_as_its_task_takes(task, steps):
    with site_of(task) as site:
        assert len(shortest_plan(site)) == steps
    check_solved(task)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plan_succeeds_with_its_last_step(family):
    check_solved(sample_task("standard_1", family, 0))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("scene", ["standard_2", "standard_5", "apartment_7"])
def test_plans_succeed_with_their_last_step_in_many_apartments(scene, family):
    for seed in range(5):
        check_solved(sample_task(scene, family, seed))


def test_what_is_done_already_takes_no_plan():
    with site_of(MOVE) as site:
        state = site.start
        for call in shortest_plan(site):
            state = site.dynamics.act(state, call).to
        assert shortest_plan(site, state) == ()


def test_a_step_says_what_it_is_for():
    with site_of(MOVE) as site:
        aims = [(step.call.name, step.aim.kind, step.aim.name) for step in plan_steps(site)]
    assert aims == [
        ("nav_to", "go", "counter_1"),
        ("walk_around", "pick", "coffee_mug_1"),
        ("pick", "pick", "coffee_mug_1"),
        ("nav_to", "go", "coffee_table_1"),
        ("place", "place", "coffee_table_1"),
    ]


def test_a_plan_may_leave_out_the_question():
    with site_of(sample_task("standard_1", "SUL", 0)) as site:
        calls = [step.call for step in plan_steps(site)]
        without = [step.call for step in plan_steps(site, asks=False)]
        assert sum(call.name == "ask" for call in calls) >= 1
        assert without == [call for call in calls if call.name != "ask"]


def test_a_second_door_serves_as_well_as_the_first():
    """Only one of two doors bears a mark: the plan takes it."""
    with site_of(OPEN) as site:
        state = site.start
        for call in (nav("wardrobe_1"), WALK):
            state = site.dynamics.act(state, call).to
        for mark in state.marks:
            left = HomeState(state.graph, state.placements, state.at, state.view, (mark,))
            assert shortest_plan(site, left) == (turn(mark.number),)


# -- nothing shorter --------------------------------------------------------------------------------------------------


def sensible(dynamics: HomeDynamics, state: HomeState, relevant: Sequence[str]) -> Iterator[ToolCall]:
    """Every call that might help with these receptacles."""
    yield from (nav(name) for name in relevant)
    if state.at is None:
        return
    yield WALK
    yield from (show(label) for label in ("coffee mug", "apple", "door", "drawer"))
    for mark in state.marks:
        yield from (gaze(mark.number), pick(mark.number), turn(mark.number), turn(mark.number, False))
    yield place(state.at)


def fewest(site: Site, relevant: Sequence[str], most: int) -> int | None:
    """Calls after which the goal can hold, by trying all; None if it takes more than `most`."""
    level, met = [site.start], {site.start}
    for depth in range(1, most + 1):
        following = []
        for state in level:
            for call in sensible(site.dynamics, state, relevant):
                after = site.dynamics.act(state, call).to
                if fulfils(after.graph, site.goal):
                    return depth
                if after not in met:
                    met.add(after)
                    following.append(after)
        level = following
    return None


@pytest.mark.long
@pytest.mark.parametrize(
    ("task", "relevant"),
    [
        (MOVE, ("counter_1", "coffee_table_1")),
        (OPEN, ("wardrobe_1", "counter_1")),
        (home_task(THINGS, {"apple_1": "bed_1"}), ("nightstand_1", "bed_1")),
    ],
    ids=["move", "open", "fetch"],
)
def test_nothing_shorter_than_the_plan_reaches_the_goal(task, relevant):
    with site_of(task) as site:
        steps = len(shortest_plan(site))
        assert fewest(site, relevant, steps) == steps


# -- from anywhere ----------------------------------------------------------------------------------------------------


def wander(site: Site, rng: random.Random, steps: int, full: bool = False) -> HomeState:
    """The state after so many calls drawn at random, most of which do something; full: until a thing is held, too."""
    state = site.start
    ids = ("counter_1", "nightstand_1", "coffee_table_1", "wardrobe_1")
    while steps > 0 or (full and state.graph.held is None):
        calls = [nav(rng.choice(ids))] if state.at is None else list(sensible(site.dynamics, state, ids))
        after = site.dynamics.act(state, rng.choice(calls)).to
        steps -= 1
        if not fulfils(after.graph, site.goal):
            state = after
    return state


@pytest.mark.long
@pytest.mark.parametrize("task", [MOVE, STORE, FETCH], ids=["move", "store", "fetch"])
def test_a_plan_starts_from_wherever_one_has_got(task):
    with site_of(task) as site:
        for seed in range(6):
            full = seed % 2 == 1  # with something in hand, too
            state = wander(site, random.Random(seed), 20, full)
            assert state.graph.held is not None or not full
            for call in shortest_plan(site, state):
                state = site.dynamics.act(state, call).to
            assert fulfils(state.graph, site.goal)


def test_who_stands_with_full_hands_before_a_closed_door_puts_the_thing_down_first():
    with site_of(STORE) as site:
        state = site.start
        for call in (nav("counter_1"), WALK):
            state = site.dynamics.act(state, call).to
        mug = next(mark.number for mark in state.marks if mark.target == "coffee_mug_1")
        for call in (pick(mug), nav("nightstand_1")):
            state = site.dynamics.act(state, call).to
        plan = shortest_plan(site, state)
        names = [call.name for call in plan]
        assert names.index("place") < names.index("open") and names.count("place") == 2
        for call in plan:
            state = site.dynamics.act(state, call).to
        assert fulfils(state.graph, site.goal)


def test_nothing_is_put_down_on_the_way_where_it_might_be_meant_to_go():
    """Of a wish for a place the candidates are no places to put the thing down for a while."""
    sofa = {"id": "destination", "candidates": ["nightstand_1", "counter_1"], "truth": "nightstand_1"}
    user = {"ambiguities": [sofa], "known": ["nightstand_1"]}
    things = {"coffee_mug_1": (*MUG, None), "apple_1": (*APPLE, "bed_1")}
    task = home_task(things, {"coffee_mug_1": "nightstand_1"}, user=user, most_wrong=1, family="SUL")
    check_solved(task)


# -- no plan ----------------------------------------------------------------------------------------------------------


def test_a_thing_that_does_not_fit_has_no_plan():
    task = home_task(THINGS, {"cereal_box_1": "nightstand_1"})
    with site_of(task) as site, pytest.raises(NoPlanError, match="place .*nightstand_1.*no room"):
        shortest_plan(site)


def test_a_thing_that_is_never_found_has_no_plan():
    task = home_task(THINGS, {"coffee_mug_1": "bed_1"}, noise={**PERFECT, "missed": 1.0})
    with site_of(task) as site, pytest.raises(NoPlanError, match="pick coffee_mug_1: it is not found .* at counter_1"):
        shortest_plan(site)


def test_a_plan_that_takes_longer_than_the_budget_is_none():
    for budget, possible in ((5, True), (4, False), (1, False)):
        task = home_task(THINGS, {"coffee_mug_1": "coffee_table_1"}, budget=budget)
        with site_of(task) as site:
            if possible:
                assert len(shortest_plan(site)) == 5
            else:
                with pytest.raises(NoPlanError, match=f"budget of {budget} steps"):
                    shortest_plan(site)


def test_plans_do_not_depend_on_what_was_planned_before():
    with site_of(FETCH) as site:
        first = shortest_plan(site)
        wander(site, random.Random(1), 8)
        assert shortest_plan(site) == first
    with site_of(FETCH) as site:
        wander(site, random.Random(2), 8)
        assert shortest_plan(site) == first


def test_the_distance_is_never_more_than_the_plan_and_falls_by_at_most_one_a_call_to_nothing():
    for task in (MOVE, STORE, FETCH):
        with site_of(task) as site:
            state, plan = site.start, shortest_plan(site)
            for left, call in zip(range(len(plan), 0, -1), plan, strict=True):
                before, state = distance(site, state, 60), site.dynamics.act(state, call).to
                assert before <= left and 0 <= before - distance(site, state, 60) <= 1
            assert distance(site, state, 60) == 0


def test_what_is_far_is_as_far_as_is_asked_for_however_much_was_misplaced():
    with site_of(MOVE) as site:
        whole = distance(site, site.start, 60)
        assert distance(site, site.start, whole + 1) == whole and distance(site, site.start, whole) == whole
        assert distance(site, site.start, whole - 1) == whole - 1
        graph = site.start.graph
        for name in graph.places:
            graph = graph.picked(name).placed("bed_1")
        lost = replace(site.start, graph=graph)
        assert distance(site, lost, 8) == 8
