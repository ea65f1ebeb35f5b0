"""Advantages of turns by hand."""

from __future__ import annotations

import math

import pytest
import torch

from train.algorithms.group import group_advantages
from train.algorithms.turns import returns_to_go, turn_advantages


def test_returns_to_go_by_hand() -> None:
    assert torch.allclose(returns_to_go([1.0, 0.0, 2.0], 0.5), torch.tensor([1.5, 1.0, 2.0]))
    assert torch.allclose(returns_to_go([1.0, 0.0, 2.0]), torch.tensor([3.0, 2.0, 2.0]))
    assert torch.allclose(returns_to_go([1.0, 0.0, 2.0], 0.0), torch.tensor([1.0, 0.0, 2.0]))
    assert returns_to_go([]).shape == (0,)


def test_a_turn_is_credited_with_what_followed_it_alone() -> None:
    """Two episodes with equal returns: one earns at once, the other later. The first's later turn gets no credit."""
    nan = math.nan
    to_go = torch.tensor([[1.0, 0.0], [1.0, 1.0], [0.0, nan], [nan, nan]])
    got = turn_advantages(to_go, 4, "none")
    third = 1 / 3
    assert torch.allclose(got, torch.tensor([[third, -0.5], [third, 0.5], [-2 * third, 0.0], [0.0, 0.0]]))


def test_with_one_turn_it_is_the_episodes_advantage() -> None:
    returns = torch.tensor([1.0, 0.25, math.nan, 0.5, 2.0, 1.0, 1.0, 0.0])
    for scale in ("group", "batch", "none"):
        by_turn = turn_advantages(returns.unsqueeze(1), 4, scale).squeeze(1)  # type: ignore[arg-type]
        assert torch.equal(by_turn, group_advantages(returns, 4, scale))  # type: ignore[arg-type]


def test_episodes_that_do_not_divide_into_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="3 episodes.*groups of 2"):
        turn_advantages(torch.zeros(3, 4), 2, "group")
