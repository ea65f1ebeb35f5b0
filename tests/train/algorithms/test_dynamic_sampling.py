"""Which groups have nothing to compare."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from train.algorithms.dynamic_sampling import equal_groups
from train.algorithms.group import group_advantages
from train.algorithms.scaling import ROUNDING

NAN = math.nan


@pytest.mark.parametrize(
    ("returns", "equal"),
    [
        ([1.0, 1.0, 1.0], True),
        ([1.0, 1.0, 0.0], False),
        ([1.0, NAN, 1.0], True),
        ([1.0, NAN, 0.0], False),
        ([1.0, NAN, NAN], True),
        ([NAN, NAN, NAN], True),
        ([0.3, 0.1 + 0.2, 0.3], True),
        ([1.0, 1.0, 1.001], False),
        ([0.0, 0.0, ROUNDING], True),
    ],
)
def test_by_hand(returns: list[float], equal: bool) -> None:
    other = [0.0, 1.0, 2.0]
    assert equal_groups(torch.tensor([*returns, *other]), 3).tolist() == [equal, False]


@settings(max_examples=50, deadline=None)
@given(returns=st.lists(st.sampled_from([0.0, 0.5, 1.0, NAN]), min_size=12, max_size=12))
def test_a_group_is_equal_exactly_when_its_advantages_are_all_zero(returns: list[float]) -> None:
    given = torch.tensor(returns)
    idle = (group_advantages(given, 4, "none").view(3, 4).abs() < 1e-6).all(1)
    assert torch.equal(equal_groups(given, 4), idle)
