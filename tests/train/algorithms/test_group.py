"""Advantages of whole episodes: by hand, TRL's to the last bit, and what does not change them."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.train.algorithms.trl_code import trl_advantages
from train.algorithms.group import group_advantages
from train.algorithms.scaling import EPSILON, Scale, weigh_negatives

SCALES: tuple[Scale, ...] = ("group", "batch", "none")
RETURNS = st.lists(st.sampled_from([0.0, 0.25, 1.0, 3.0, math.nan]), min_size=12, max_size=12)


def test_a_group_is_centred_and_scaled_by_its_own_deviation() -> None:
    """Two ones and two zeros: +-1/2 over the deviation sqrt(4/4 / 3); a group of equals gets nothing."""
    returns = torch.tensor([1.0, 0.0, 0.0, 1.0, 5.0, 5.0, 5.0, 5.0])
    got = group_advantages(returns, 4, "group")
    expected = 0.5 / (math.sqrt(1 / 3) + EPSILON)
    assert torch.allclose(got, torch.tensor([expected, -expected, -expected, expected, 0, 0, 0, 0]))


def test_none_only_centres_and_batch_has_one_deviation_for_all() -> None:
    returns = torch.tensor([4.0, 0.0, 3.0, 1.0])
    assert group_advantages(returns, 2, "none").tolist() == [2.0, -2.0, 1.0, -1.0]
    deviation = math.sqrt((2**2 + 2**2 + 1 + 1) / 3) + EPSILON
    assert torch.allclose(group_advantages(returns, 2, "batch") * deviation, torch.tensor([2.0, -2.0, 1.0, -1.0]))


@settings(max_examples=40, deadline=None)
@given(returns=RETURNS, group_size=st.sampled_from([1, 2, 3, 4, 6, 12]), scale=st.sampled_from(SCALES))
def test_they_are_trls_to_the_last_bit(returns: list[float], group_size: int, scale: Scale) -> None:
    given = torch.tensor(returns)
    assert torch.equal(group_advantages(given, group_size, scale), trl_advantages(given, group_size, scale))


def test_excluded_episodes_leave_mean_and_deviation() -> None:
    with_hole = group_advantages(torch.tensor([1.0, math.nan, 0.0, 0.5]), 4, "group")
    without = group_advantages(torch.tensor([1.0, 0.0, 0.5]), 3, "group")
    assert with_hole[1] == 0
    assert torch.allclose(with_hole[[0, 2, 3]], without)


@pytest.mark.parametrize("scale", SCALES)
def test_a_group_with_one_or_no_usable_member_teaches_nothing(scale: Scale) -> None:
    nan = math.nan
    got = group_advantages(torch.tensor([3.0, nan, nan, nan, nan, nan, nan, nan]), 4, scale)
    assert torch.equal(got, torch.zeros(8))


@pytest.mark.parametrize("scale", ["group", "batch", "none"])
def test_the_rounding_of_equal_returns_is_no_signal(scale: Scale) -> None:
    """Adam would make full steps of it, however small."""
    returns = torch.tensor([sum([-0.05] * 12), -0.6, -0.6, -0.6000001, 0.1 + 0.2, 0.3, 0.3, 0.3])
    assert torch.equal(group_advantages(returns, 4, scale), torch.zeros(8))


@settings(max_examples=40, deadline=None)
@given(returns=RETURNS, scale=st.sampled_from(SCALES), more=st.integers(-8, 8), order=st.permutations(range(3)))
def test_a_constant_changes_nothing_and_groups_may_change_places(
    returns: list[float], scale: Scale, more: int, order: list[int]
) -> None:
    given = torch.tensor(returns)
    plain = group_advantages(given, 4, scale)
    assert torch.allclose(group_advantages(given + more, 4, scale), plain, atol=1e-4)
    moved = group_advantages(given.view(3, 4)[order].flatten(), 4, scale)
    assert torch.allclose(moved, plain.view(3, 4)[order].flatten(), atol=1e-5)


def test_returns_that_do_not_divide_into_groups_and_unknown_scales_are_refused() -> None:
    with pytest.raises(ValueError, match="groups of 4"):
        group_advantages(torch.zeros(6), 4, "group")
    with pytest.raises(ValueError, match="scale_rewards: 'std'"):
        group_advantages(torch.zeros(4), 4, "std")  # type: ignore[arg-type]


def test_advantages_below_zero_can_weigh_less() -> None:
    assert weigh_negatives(torch.tensor([-2.0, 0.0, 2.0]), 0.25).tolist() == [-0.5, 0.0, 2.0]
