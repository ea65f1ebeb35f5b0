"""Advantages by hand."""

from __future__ import annotations

import math

import pytest
import torch

from train.advantages import EPSILON, group_advantages, returns_to_go, state_advantages, turn_advantages


def test_a_group_is_centred_and_scaled_by_its_own_deviation() -> None:
    returns = torch.tensor([1.0, 0.0, 0.0, 1.0, 5.0, 5.0, 5.0, 5.0])
    got = group_advantages(returns, 4, "group")
    deviation = math.sqrt(4 * 0.25 / 3)
    expected = 0.5 / (deviation + EPSILON)
    assert torch.allclose(got, torch.tensor([expected, -expected, -expected, expected, 0, 0, 0, 0]))


def test_excluded_episodes_leave_mean_and_deviation() -> None:
    with_hole = group_advantages(torch.tensor([1.0, math.nan, 0.0, 0.5]), 4, "group")
    without = group_advantages(torch.tensor([1.0, 0.0, 0.5]), 3, "group")
    assert with_hole[1] == 0
    assert torch.allclose(with_hole[[0, 2, 3]], without)


@pytest.mark.parametrize("scale", ["group", "batch", "none"])
def test_a_group_with_one_or_no_usable_member_teaches_nothing(scale: str) -> None:
    nan = math.nan
    got = group_advantages(torch.tensor([3.0, nan, nan, nan, nan, nan, nan, nan]), 4, scale)  # type: ignore[arg-type]
    assert torch.equal(got, torch.zeros(8))


def test_returns_that_do_not_divide_into_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="groups of 4"):
        group_advantages(torch.zeros(6), 4, "group")


def test_with_one_turn_both_credits_are_one() -> None:
    returns = torch.tensor([1.0, 0.25, math.nan, 0.5, 2.0, 1.0, 1.0, 0.0])
    for scale in ("group", "batch", "none"):
        by_turn = turn_advantages(returns.unsqueeze(1), 4, scale).squeeze(1)  # type: ignore[arg-type]
        assert torch.equal(by_turn, group_advantages(returns, 4, scale))  # type: ignore[arg-type]


def test_a_turn_is_credited_with_what_followed_it_alone() -> None:
    """Two episodes with equal returns: one earns at once, the other later. The first's later turn gets no credit."""
    nan = math.nan
    to_go = torch.tensor([[1.0, 0.0], [1.0, 1.0], [0.0, nan], [nan, nan]])
    got = turn_advantages(to_go, 4, "none")
    third = 1 / 3
    assert torch.allclose(got, torch.tensor([[third, -0.5], [third, 0.5], [-2 * third, 0.0], [0.0, 0.0]]))


def test_returns_to_go_by_hand() -> None:
    assert torch.allclose(returns_to_go([1.0, 0.0, 2.0], 0.5), torch.tensor([1.5, 1.0, 2.0]))
    assert torch.allclose(returns_to_go([1.0, 0.0, 2.0]), torch.tensor([3.0, 2.0, 2.0]))
    assert returns_to_go([]).shape == (0,)


def test_a_turn_is_compared_with_the_group_in_the_same_state() -> None:
    """Group one: `a` at three turns of two episodes, `b` once. Group two meets `a` too, and is no part of it."""
    nan = math.nan
    to_go = torch.tensor([[0.0, 3.0, nan], [6.0, 1.0, 7.0], [9.0, nan, nan], [nan, nan, nan]])
    got = state_advantages(to_go, [["a", "a"], ["a", "b", "c"], ["a"], ["a"]], 2, "none")
    assert torch.equal(got, torch.tensor([[-3.0, 0, 0], [3.0, 0, 0], [0, 0, 0], [0, 0, 0]]))


def test_with_one_turn_in_one_state_every_credit_is_one() -> None:
    returns = torch.tensor([1.0, 0.25, math.nan, 0.5, 2.0, 1.0, 1.0, 0.0])
    for scale in ("group", "batch", "none"):
        by_state = state_advantages(returns.unsqueeze(1), [["s"]] * 8, 4, scale).squeeze(1)  # type: ignore[arg-type]
        assert torch.allclose(by_state, group_advantages(returns, 4, scale), atol=1e-6)  # type: ignore[arg-type]
