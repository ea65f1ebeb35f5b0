"""The planner's advantage by hand: distances of 3, 2, 2 mean one best action and one wasted."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from train.algorithms.scaling import EPSILON
from train.algorithms.solver import WORST, distances, solver_advantages

NAN, INF = math.nan, math.inf


def test_a_best_action_has_zero_a_wasted_one_minus_one_a_step_back_minus_two() -> None:
    before, after = torch.tensor([[3.0, 2.0, 2.0]]), torch.tensor([[2.0, 2.0, 3.0]])
    assert solver_advantages(before, after, 1, centred=False).tolist() == [[0.0, -1.0, -2.0]]


def test_centred_a_best_action_stands_above_its_group() -> None:
    """Advantages 0, -1 and -2, 0: their mean is -3/4. The other group has its own."""
    before = torch.tensor([[3.0, 2.0], [2.0, 1.0], [5.0, NAN], [5.0, 4.0]])
    after = torch.tensor([[2.0, 2.0], [3.0, 0.0], [5.0, NAN], [4.0, 3.0]])
    got = solver_advantages(before, after, 2)
    third = 1 / 3
    assert torch.allclose(got, torch.tensor([[0.75, -0.25], [-1.25, 0.75], [-2 * third, 0.0], [third, third]]))


def test_scaled_by_the_deviation_of_the_groups_advantages() -> None:
    before, after = torch.tensor([[3.0, 2.0, 2.0], [NAN, NAN, NAN]]), torch.tensor([[2.0, 2.0, 3.0], [NAN, NAN, NAN]])
    got = solver_advantages(before, after, 2, "group")
    assert torch.allclose(got[0], torch.tensor([1.0, 0.0, -1.0]) / (1 + EPSILON))
    assert torch.equal(got[1], torch.zeros(3))


def test_turns_without_a_known_distance_fall_out() -> None:
    before, after = torch.tensor([[3.0, NAN, 2.0], [NAN, NAN, NAN]]), torch.tensor([[3.0, 2.0, NAN], [NAN, NAN, NAN]])
    assert solver_advantages(before, after, 2, centred=False).tolist() == [[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    assert solver_advantages(before, after, 2).tolist() == [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]


def test_the_way_into_a_dead_end_is_bounded_and_what_is_done_there_counts_for_nothing() -> None:
    before, after = torch.tensor([[3.0, INF, INF]]), torch.tensor([[INF, INF, 2.0]])
    assert solver_advantages(before, after, 1, centred=False).tolist() == [[-WORST, 0.0, 0.0]]


@settings(max_examples=50, deadline=None)
@given(steps=st.lists(st.integers(-1, 2), min_size=1, max_size=12), start=st.integers(12, 20))
def test_an_episodes_advantages_sum_to_how_far_it_came_less_its_actions(steps: list[int], start: int) -> None:
    at = torch.tensor([start + sum(steps[:i]) for i in range(len(steps) + 1)], dtype=torch.float32)
    got = solver_advantages(at[None, :-1], at[None, 1:], 1, centred=False)
    assert got.sum() == at[0] - at[-1] - len(steps)
    assert (got <= 0).all()


def test_distances_of_a_step() -> None:
    assert distances({"actions_before": 3, "actions": 2, "distance": 7, "distance_before": 8}) == (3.0, 2.0)
    assert distances({"distance": 7, "distance_before": 8}, "distance") == (8.0, 7.0)
    assert distances({"actions_before": 3, "actions": None}) == (3.0, INF)
    assert all(math.isnan(x) for x in distances({}))


def test_episodes_that_do_not_divide_into_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="3 episodes"):
        solver_advantages(torch.zeros(3, 1), torch.zeros(3, 1), 2)
