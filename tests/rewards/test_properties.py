"""What holds on any walk: no loop pays, idling never earns, re-scoring equals live scoring."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.episode import Episode, Event, EventKind, Observation, Outcome, Step, Task, Turn
from rewards import build_rewards, load_rewards

TASK = Task("devices", "t", 0, {})
CONFIGS = Path(__file__).parents[2] / "configs/rewards"
DEFAULT = load_rewards(CONFIGS / "devices.yaml")
NEARNESS = load_rewards(CONFIGS / "devices_nearness.yaml")
FAILURES = (EventKind.NULL, EventKind.SYSTEM, EventKind.OPERATIONAL_ERROR, EventKind.INVALID_REPLY)

bounds = st.integers(1, 12)
gammas = st.floats(0.01, 1.0)


def walk(bound: int, distances: list[int], kinds=None, goals=None, total: int = 0) -> list[Step]:
    """Steps through these distances to the goals (at most `bound`), one event each."""
    kinds = kinds or [EventKind.TRANSITION] * (len(distances) - 1)
    steps = []
    for i, (before, after) in enumerate(pairwise(distances)):
        info = {"distance_before": min(before, bound), "distance": min(after, bound), "distance_bound": bound}
        info |= {name.replace("distance", "actions"): value for name, value in info.items()}
        info |= {"goals_total": total, "goals_done": goals[i] if goals else 0}
        steps.append(Step(Observation("x"), "a", "b", (Event(kinds[i]),), info=info))
    return steps


def total(rewards, steps: list[Step]) -> float:
    rewards.start(TASK)
    return sum(sum(rewards.score(step).values()) for step in steps)


def distance_only(gamma: float):
    return build_rewards({"terms": {"ssm_distance": {"gamma": gamma}}})


@given(bounds, st.lists(st.integers(0, 12), min_size=2, max_size=30))
def test_distance_telescopes_to_the_difference_of_the_ends(bound, distances):
    ends = (min(distances[0], bound) - min(distances[-1], bound)) / bound
    assert total(distance_only(1.0), walk(bound, distances)) == pytest.approx(ends, abs=1e-9)


@given(bounds, gammas, st.lists(st.integers(0, 12), min_size=1, max_size=30))
def test_no_loop_of_actions_has_a_positive_return(bound, gamma, distances):
    assert total(distance_only(gamma), walk(bound, [*distances, distances[0]])) <= 1e-9


@given(bounds, st.lists(st.integers(0, 12), min_size=1, max_size=30))
def test_a_loop_costs_under_the_default_rewards(bound, distances):
    loop = walk(bound, [*distances, distances[0]])
    assert total(DEFAULT.copy(), loop) <= -0.01 * len(loop) + 1e-9


@given(bounds, st.lists(st.integers(0, 12), min_size=1, max_size=30), st.sampled_from(list(EventKind)))
def test_neither_a_loop_nor_idling_earns_under_nearness(bound, distances, kind):
    loop = [*distances, distances[0]]
    assert total(NEARNESS.copy(), walk(bound, loop, [kind] * (len(loop) - 1))) <= 1e-9
    failed = total(NEARNESS.copy(), walk(bound, [distances[0]] * 2, [kind]))
    assert failed < 0 if kind in FAILURES else failed <= 0


@given(bounds, gammas, st.integers(0, 12), st.integers(1, 20), st.sampled_from(FAILURES))
def test_doing_nothing_never_pays_and_more_of_it_pays_less(bound, gamma, distance, length, kind):
    def idle(rewards, n):
        return total(rewards, walk(bound, [distance] * (n + 1), [kind] * n))

    assert idle(distance_only(gamma), length) <= 0
    assert idle(DEFAULT.copy(), length + 1) < idle(DEFAULT.copy(), length) < 0


@given(st.lists(st.sampled_from(list(EventKind)), min_size=1, max_size=20))
def test_a_valid_reply_earns_nothing_by_its_format(kinds):
    rewards = build_rewards({"terms": {"reply_format": {}}})
    assert total(rewards, walk(1, [1] * (len(kinds) + 1), kinds)) <= 0


@given(bounds, st.data())
def test_a_rescored_episode_equals_the_live_one(bound, data):
    n = data.draw(st.integers(1, 15))
    distances = data.draw(st.lists(st.integers(0, 12), min_size=n + 1, max_size=n + 1))
    kinds = data.draw(st.lists(st.sampled_from(list(EventKind)), min_size=n, max_size=n))
    goals = sorted(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    steps = walk(bound, distances, kinds, goals, 3)
    live = DEFAULT.copy()
    live.start(TASK)
    turns = tuple(Turn(Observation("x"), "r", step, rewards=live.score(step)) for step in steps)
    blank = Episode(TASK, tuple(Turn(t.observation, t.reply, t.step) for t in turns))
    assert live.rescore(blank).turns == turns
    assert live.rescore(live.rescore(blank)) == live.rescore(blank)


def test_rescoring_leaves_a_live_set_where_it_was():
    rewards = build_rewards({"terms": {"goal": {}}})
    steps = walk(2, [2, 1, 0], goals=[1, 2], total=2)
    rewards.start(TASK)
    rewards.score(steps[0])
    rewards.rescore(Episode(TASK, tuple(Turn(Observation("x"), "r", s) for s in steps)))
    assert rewards.score(steps[1]) == {"goal": 0.5}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_each_goal_pays_once(goals):
    rewards = build_rewards({"terms": {"goal": {}}})
    assert total(rewards, walk(1, [1] * (len(goals) + 1), goals=goals, total=3)) == pytest.approx(max(goals) / 3)


@given(st.integers(1, 3), bounds, st.data())
def test_within_forty_steps_the_worst_success_beats_the_best_failure(goals, bound, data):
    """Both start at the same distance; the success makes every mistake there is, the failure none."""
    start = data.draw(st.integers(1, bound))
    bad = data.draw(st.sampled_from(FAILURES))
    info = {"distance_before": start, "distance": 0, "distance_bound": bound}
    info |= {"goals_done": goals, "goals_total": goals}
    entered = (Event(EventKind.TRANSITION),)
    last = Step(Observation("x"), "a", "b", entered, outcome=Outcome.SUCCESS, info=info)
    success = total(DEFAULT.copy(), [*walk(bound, [start] * 40, [bad] * 39, total=goals), last])
    failure = total(DEFAULT.copy(), walk(bound, [start, 1], goals=[goals - 1], total=goals))
    assert success > failure
