"""What configs/rewards/home.yaml promises in its comments, over budgets of up to 60 steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from envs.episode import Episode, Event, EventKind, Outcome, Severity, Step, Turn
from envs.home.graph import WorldGraph
from envs.home.required_changes import fulfils, required_changes
from rewards import RewardSet, load_rewards
from tests.home_worlds import (
    OPENING,
    PATIENT,
    RECEPTACLES,
    State,
    arranged,
    asked,
    failed,
    graph,
    plan,
    step,
    task,
    tasks,
    walks,
)

REWARDS = load_rewards(Path(__file__).parents[2] / "configs/rewards/home.yaml")
BUDGET, MOST_CHANGES, MOST_ASKS = 60, 32, 20
BAD = (
    *(failed(severity) for severity in Severity),
    Event(EventKind.INVALID_REPLY),
    asked("Which?", True),
    asked("Which?", False),
)
Worlds = tuple[WorldGraph, WorldGraph]


def returned(worlds: Worlds, steps: list[Step], ask_budget: int = 0, rewards: RewardSet = REWARDS) -> float:
    rewards = rewards.copy()
    rewards.start(task(*worlds, ask_budget))
    return sum(sum(rewards.score(each).values()) for each in steps)


def idle(state: State, length: int) -> list[Step]:
    """Standing still: looking around, or going where one is."""
    return [step(state)] * length


@st.composite
def unsolved(draw, asks: bool = True):
    """A task that asks for something, and a walk with events that ends before the goal, or at it."""
    worlds = draw(tasks())
    assume(not fulfils(*worlds))
    walk = draw(walks(worlds[0], BUDGET))[1:]
    goal = next((i for i, state in enumerate(walk) if fulfils(state[0], worlds[1])), None)
    states = walk if goal is None else walk[: goal + 1]
    events = draw(st.lists(st.none() | st.sampled_from(BAD if asks else BAD[:4]), min_size=BUDGET, max_size=BUDGET))
    steps = [
        step(state, *([] if event is None else [event]), outcome=Outcome.SUCCESS if i == goal else None)
        for i, (state, event) in enumerate(zip(states, events, strict=False))
    ]
    return worlds, states, steps


def test_the_terms_have_the_names_that_logs_and_traces_use():
    assert REWARDS.names == ("task_progress", "time", "failure", "ask")


def test_the_inequalities_of_the_files_comments():
    """Read from the settings, so that a change of a weight without its proof is found."""
    terms = REWARDS.describe()["terms"]
    progress, time, failure, ask = (terms[name] for name in REWARDS.names)
    change, second = progress["weight"] / MOST_CHANGES, time["weight"]
    worst = second + max(
        failure["weight"] * failure["severe"],
        ask["weight"] * max(ask["beyond"], ask["repeated"], ask["unresolved"]),
        failure["weight"] * failure["minor"] + ask["weight"] * max(ask["beyond"], ask["repeated"]),
    )
    gain = ask["weight"] - second
    assert progress["weight"] * progress["success_bonus"] - BUDGET * worst + 1e-9 >= progress["weight"] + 20 * gain
    assert change > 3 * failure["weight"] * max(failure["moderate"], failure["invalid_reply"])
    assert failure["weight"] * failure["ended"] >= BUDGET * second - 1e-9
    assert change > ask["weight"] > second > 0
    assert min(ask["unresolved"], ask["beyond"], ask["repeated"]) > 0
    assert failure["minor"] < failure["moderate"] < failure["severe"]


def test_a_task_of_four_objects_between_closed_receptacles_keeps_within_the_most_changes():
    closed = dict.fromkeys(OPENING, False)
    names = ("mug_1", "mug_2", "book_1", "apple_1")
    ends = [*OPENING, OPENING[0]]
    initial = arranged(dict(zip(names, ends, strict=True)), closed)
    goal = arranged(dict(zip(names, ends[1:] + ends[:1], strict=True)), closed)
    assert len(required_changes(initial, goal)) <= 8 * len(names) == MOST_CHANGES


@PATIENT
@given(unsolved())
def test_a_loop_costs_unless_it_resolves_something(case):
    worlds, states, _ = case
    rewards = REWARDS.copy()
    rewards.start(task(*worlds))
    sums = [0.0]
    for state in states:
        sums.append(sums[-1] + sum(rewards.score(step(state)).values()))
    visited = [(worlds[0], None), *states]
    for i, before in enumerate(visited):
        for j in range(i + 1, len(visited)):
            if visited[j] == before:
                assert sums[j] - sums[i] <= -0.005 * (j - i) + 1e-9


@PATIENT
@given(unsolved(), st.data())
def test_a_loop_put_in_anywhere_lowers_the_return(case, data):
    worlds, states, _ = case
    ends = [(worlds[0], None), *states]
    place = data.draw(st.integers(0, len(states)))
    out = data.draw(walks(ends[place][0], 6))[1:]
    now, at = ends[place]
    back = [(now, at)] if at is not None else []
    assume(back)
    detour = [*states[:place], *out, *back, *states[place:]]
    assert returned(worlds, [step(s) for s in detour]) < returned(worlds, [step(s) for s in states])


@PATIENT
@given(unsolved(asks=False), st.data())
def test_progress_on_any_entry_and_three_moderate_failures_beat_standing_still_for_as_long(case, data):
    worlds, states, _ = case
    before = returned(worlds, [step(s) for s in states])
    assume(before > -0.005 * len(states) + 1e-9)  # some entry is in force and paid for
    bad = st.sampled_from((*(failed(s) for s in (None, Severity.MINOR, Severity.MODERATE)), BAD[3]))
    failures = [step(states[-1], event) for event in data.draw(st.lists(bad, max_size=min(3, BUDGET - len(states))))]
    start = (worlds[0], None)
    tried = returned(worlds, [*(step(s) for s in states), *failures])
    assert tried > returned(worlds, idle(start, len(states) + len(failures)))
    assert tried > returned(worlds, idle(start, BUDGET))


@PATIENT
@given(tasks(), st.integers(0, BUDGET - 1))
def test_standing_still_never_earns_and_longer_costs_more(worlds, length):
    for at in (None, RECEPTACLES[0]):
        there = [] if at is None else idle((worlds[0], at), 1)
        expected = returned(worlds, there) - 0.005 * (length + 1)
        assert returned(worlds, there + idle((worlds[0], at), length + 1)) == pytest.approx(expected)


@PATIENT
@given(unsolved(), st.integers(0, BUDGET), st.sampled_from(BAD))
def test_ending_an_episode_in_failure_is_never_better_than_standing_still_to_the_end(case, length, event):
    worlds, states, steps = case
    assume(not any(each.outcome for each in steps))
    steps, states = steps[:length], states[:length]
    last = states[-1] if states else (worlds[0], None)
    before = states[-2] if len(states) > 1 else (worlds[0], None)
    # No world changes by an invalid reply; if it did, the term would count the change with the next step only.
    assume(not (steps and steps[-1].has(EventKind.INVALID_REPLY) and last != before))
    assume(len(steps) < BUDGET)
    stopped = [*steps, step(last, event, outcome=Outcome.FAILURE)]
    going_on = [*steps, *idle(last, BUDGET - len(steps))]
    assert returned(worlds, stopped, 0) < returned(worlds, going_on, 0)


@PATIENT
@given(unsolved(), unsolved(), st.integers(0, MOST_ASKS))
def test_the_worst_success_beats_the_best_failure(case, other, ask_budget):
    """The success stumbles at every step; the failure makes no mistake, and all its asks pay."""
    worlds, states, _ = case
    assume(not any(fulfils(s[0], worlds[1]) for s in states))
    best = [step(s, asked(str(i), True)) for i, s in enumerate(states)] or [step((worlds[0], None))]
    for tidy in (False, True):
        way = plan(*worlds, tidy)[1:]
        assume(len(way) <= BUDGET)
        for event in BAD:
            # to and fro at first, so that ways and doors have been paid and lost
            wandered = (states + [(worlds[0], None)] * BUDGET)[: BUDGET - len(way)]
            worst = [step(s, event) for s in [*wandered, *way[:-1]]] + [step(way[-1], outcome=Outcome.SUCCESS)]
            assert len(worst) == BUDGET
            assert returned(worlds, worst) > returned(worlds, best, ask_budget)


@PATIENT
@given(st.integers(0, 5), st.lists(st.booleans(), max_size=12))
def test_an_ask_that_resolves_pays_less_than_a_change_and_more_than_its_time_and_asking_on_never_pays(budget, resolves):
    worlds = graph(table_1="mug_1", shelf_1=""), graph(table_1="", shelf_1="mug_1")
    here = (worlds[0], None)
    rewards = REWARDS.copy()
    rewards.start(task(*worlds, budget))
    values = [sum(rewards.score(step(here, asked(str(i), yes))).values()) for i, yes in enumerate(resolves)]
    change = 1 / MOST_CHANGES
    for number, (value, yes) in enumerate(zip(values, resolves, strict=True)):
        assert 0 < value < change if yes and number < budget else value < -0.005
    again = [sum(rewards.score(step(here, asked(str(i), True))).values()) for i in range(len(resolves))]
    assert all(value < -0.005 for value in again)


@PATIENT
@given(unsolved(), st.integers(0, 5))
def test_a_rescored_episode_equals_the_live_one(case, ask_budget):
    worlds, _, steps = case
    live = REWARDS.copy()
    made = task(*worlds, ask_budget)
    live.start(made)
    turns = tuple(Turn(s.observation, "r", s, rewards=live.score(s)) for s in steps)
    blank = Episode(made, tuple(Turn(t.observation, t.reply, t.step) for t in turns))
    assert REWARDS.rescore(blank).turns == turns == live.rescore(blank).turns
