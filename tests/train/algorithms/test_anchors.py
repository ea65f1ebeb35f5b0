"""Advantages of turns against the same state, and GiGPO's sum, by hand."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from train.algorithms.anchors import anchor_groups, anchor_scaled_advantages, state_advantages
from train.algorithms.gigpo import gigpo_advantages
from train.algorithms.group import group_advantages
from train.algorithms.scaling import EPSILON, Scale

NAN = math.nan
TO_GO = torch.tensor([[0.0, 3.0, NAN], [6.0, 1.0, 7.0], [9.0, NAN, NAN], [NAN, NAN, NAN]])
STATES = [["a", "a"], ["a", "b", "c"], ["a"], ["a"]]
"""Group one: `a` at three turns of two episodes, `b` and `c` once. Group two meets `a` too, and is no part of it."""


def test_turns_are_grouped_by_state_within_their_group_and_excluded_ones_are_in_none() -> None:
    found = [list(zip(e.tolist(), t.tolist(), strict=True)) for e, t in anchor_groups(TO_GO, STATES, 2)]
    assert found == [[(0, 0), (0, 1), (1, 0)], [(1, 1)], [(1, 2)], [(2, 0)]]


def test_a_turn_is_compared_with_the_group_in_the_same_state() -> None:
    got = state_advantages(TO_GO, STATES, 2, "none")
    assert torch.equal(got, torch.tensor([[-3.0, 0, 0], [3.0, 0, 0], [0, 0, 0], [0, 0, 0]]))


def test_each_state_may_have_its_own_deviation() -> None:
    """0, 3 and 6 deviate by 3; a state met once teaches nothing."""
    one = 3 / (3 + EPSILON)
    got = anchor_scaled_advantages(TO_GO, STATES, 2)
    assert torch.allclose(got, torch.tensor([[-one, 0, 0], [one, 0, 0], [0, 0, 0], [0, 0, 0]]))


def test_with_one_turn_in_one_state_every_credit_is_one() -> None:
    returns = torch.tensor([1.0, 0.25, NAN, 0.5, 2.0, 1.0, 1.0, 0.0])
    states = [["s"]] * 8
    scales: tuple[Scale, ...] = ("group", "batch", "none")
    for scale in scales:
        by_state = state_advantages(returns.unsqueeze(1), states, 4, scale).squeeze(1)
        assert torch.allclose(by_state, group_advantages(returns, 4, scale), atol=1e-6)
    by_anchor = anchor_scaled_advantages(returns.unsqueeze(1), states, 4).nan_to_num(nan=0.0).squeeze(1)
    assert torch.allclose(by_anchor, group_advantages(returns, 4, "group"), atol=1e-6)


def test_gigpo_adds_episode_and_step_by_hand() -> None:
    """Returns 3 and 7: -2 and 2 for every turn; to the two turns in `a` that differ comes half of -3 and 3."""
    returns = torch.tensor([3.0, 7.0, 9.0, NAN])
    got = gigpo_advantages(returns, TO_GO, STATES, 2, "none", step_weight=0.5)
    assert torch.equal(got, torch.tensor([[-3.5, -2.0, 0], [3.5, 2.0, 2.0], [0, 0, 0], [0, 0, 0]]))


def test_gigpo_under_group_divides_each_part_by_what_it_was_compared_with() -> None:
    returns = torch.tensor([3.0, 7.0, 9.0, NAN])
    got = gigpo_advantages(returns, TO_GO, STATES, 2, "group")
    episode, step = 2 / (math.sqrt(8) + EPSILON), 3 / (3 + EPSILON)
    assert torch.allclose(got[:2], torch.tensor([[-episode - step, -episode, 0], [episode + step, episode, episode]]))
    assert torch.equal(got[2:], torch.zeros(2, 3))


@settings(max_examples=30, deadline=None)
@given(
    states=st.lists(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), min_size=4, max_size=4),
    seed=st.integers(0, 1000),
    weight=st.sampled_from([0.0, 1.0]),
    more=st.integers(-5, 5),
)
def test_steps_of_a_state_sum_to_zero_and_a_constant_changes_nothing(
    states: list[list[str]], seed: int, weight: float, more: int
) -> None:
    to_go = torch.randint(0, 4, (4, 3), generator=torch.Generator().manual_seed(seed)).float()
    step = state_advantages(to_go, states, 2, "none")
    for at in anchor_groups(to_go, states, 2):
        assert step[at].sum().item() == pytest.approx(0, abs=1e-5)
    plain = gigpo_advantages(to_go[:, 0], to_go, states, 2, "group", weight)
    assert torch.allclose(
        gigpo_advantages(to_go[:, 0] + more, to_go + more, states, 2, "group", weight), plain, atol=1e-4
    )
    if not weight:
        assert torch.equal(plain, group_advantages(to_go[:, 0], 2, "group").unsqueeze(1).expand(4, 3))


def test_the_rounding_of_equal_turns_is_no_signal() -> None:
    """In a state where every turn brought the same, whatever the scale."""
    to_go = torch.tensor([[sum([-0.05] * 12)], [-0.6], [-0.6000001], [0.2 - 0.8]])
    states = [["a"]] * 4
    assert torch.equal(anchor_scaled_advantages(to_go, states, 4), torch.zeros(4, 1))
    for scale in ("group", "batch", "none"):
        assert torch.equal(state_advantages(to_go, states, 4, scale), torch.zeros(4, 1))
