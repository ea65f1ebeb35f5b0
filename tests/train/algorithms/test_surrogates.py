"""Surrogates by hand: ratios of 2 and 1/2, advantages of 1 and -1, so that every product can be done in the head."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from train.algorithms.cispo import cispo
from train.algorithms.grpo import grpo
from train.algorithms.gspo import gspo
from train.algorithms.surrogate import LOG_BOUND, Clip, log_ratio

LN2 = math.log(2)
CLIP = Clip(0.75, 1.5)
UP, DOWN = torch.tensor([[1.0]]), torch.tensor([[-1.0]])
ALL = torch.ones(1, 3, dtype=torch.bool)


def ratios_of_2_1_and_a_half(requires_grad: bool = False) -> tuple[torch.Tensor, torch.Tensor]:
    logps = torch.tensor([[-1.0, -1.0, -1.0]], requires_grad=requires_grad)
    return logps, torch.tensor([[-1.0 - LN2, -1.0, -1.0 + LN2]])


def test_grpo_clips_each_token_on_the_side_of_its_gain() -> None:
    found = grpo(*ratios_of_2_1_and_a_half(), UP, ALL, CLIP)
    assert torch.allclose(found.ratio, torch.tensor([[2.0, 1.0, 0.5]]))
    assert torch.allclose(found.loss, torch.tensor([[-1.5, -1.0, -0.5]]))
    assert found.high.tolist() == [[True, False, False]] and not found.low.any()
    found = grpo(*ratios_of_2_1_and_a_half(), DOWN, ALL, CLIP)
    assert torch.allclose(found.loss, torch.tensor([[2.0, 1.0, 0.75]]))
    assert found.low.tolist() == [[False, False, True]] and not found.high.any()


def test_a_clipped_token_has_no_gradient() -> None:
    logps, old = ratios_of_2_1_and_a_half(requires_grad=True)
    (gradient,) = torch.autograd.grad(grpo(logps, old, UP, ALL, CLIP).loss.sum(), logps)
    assert torch.allclose(gradient, torch.tensor([[0.0, -1.0, -0.5]]))


def test_a_higher_upper_bound_lets_an_unlikely_token_rise_further() -> None:
    """Clip-higher: the lower bound stays, and a ratio of 2 counts whole below an upper bound of 2.5."""
    wider = grpo(*ratios_of_2_1_and_a_half(), UP, ALL, Clip(0.75, 2.5))
    assert torch.allclose(wider.loss, torch.tensor([[-2.0, -1.0, -0.5]]))
    assert Clip.around(0.25, 1.5) == Clip(0.75, 2.5, None) and Clip.around(0.25) == Clip(0.75, 1.25, None)


def test_delta_bounds_the_ratio_of_a_negative_advantage_alone() -> None:
    bounded = Clip(0.75, 1.5, delta=1.75)
    assert torch.allclose(grpo(*ratios_of_2_1_and_a_half(), DOWN, ALL, bounded).loss, torch.tensor([[1.75, 1.0, 0.75]]))
    assert torch.allclose(grpo(*ratios_of_2_1_and_a_half(), UP, ALL, bounded).loss, torch.tensor([[-1.5, -1.0, -0.5]]))


def test_gspo_has_one_ratio_the_geometric_mean_of_its_tokens() -> None:
    logps, old = ratios_of_2_1_and_a_half()
    assert torch.allclose(gspo(logps, old, UP, ALL, CLIP).ratio, torch.tensor([[1.0]]))
    first = torch.tensor([[True, False, False]])
    found = gspo(logps, old, UP, first, CLIP)
    assert torch.allclose(found.ratio, torch.tensor([[2.0]])) and torch.allclose(found.loss, torch.tensor([[-1.5]]))
    assert found.high.all()
    nothing = gspo(logps, old, UP, torch.zeros_like(ALL), CLIP)
    assert nothing.ratio.item() == 1


def test_with_advantages_a_token_gspo_credits_each_token_by_its_own() -> None:
    """One ratio of 1 for three tokens; 2, 0 and -4 stay where they are, where a row ratio would give all the mean."""
    logps, old = ratios_of_2_1_and_a_half(requires_grad=True)
    found = gspo(logps, old, torch.tensor([[2.0, 0.0, -4.0]]), ALL, CLIP)
    assert torch.allclose(found.loss, torch.tensor([[-2.0, 0.0, 4.0]]))
    assert torch.allclose(torch.autograd.grad(found.loss.sum(), logps)[0], torch.tensor([[-2.0, 0.0, 4.0]]))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1000))
def test_gspo_of_equal_advantages_a_token_is_gspo_of_the_row(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    logps = torch.randn(4, 5, generator=generator, requires_grad=True)
    old, advantages = (torch.randn(shape, generator=generator) for shape in ((4, 5), (4, 1)))
    mask = (torch.arange(5) < torch.randint(1, 6, (4, 1), generator=generator)) > 0
    by_row = gspo(logps, old, advantages, mask, CLIP)
    by_token = gspo(logps, old, advantages.expand(4, 5), mask, CLIP)
    assert torch.equal(by_row.loss.expand(4, 5)[mask], by_token.loss[mask])
    sums = ((by_row.loss * mask).sum(), (by_token.loss * mask).sum())
    one, other = (torch.autograd.grad(loss, logps)[0] for loss in sums)
    assert torch.allclose(one, other, atol=1e-5)


@settings(max_examples=30, deadline=None)
@given(tokens=st.integers(1, 3000), gap=st.floats(-0.5, 0.5))
def test_gspos_ratio_does_not_grow_with_the_length(tokens: int, gap: float) -> None:
    old = torch.full((1, tokens), -2.0)
    found = gspo(old + gap, old, UP, torch.ones(1, tokens, dtype=torch.bool), CLIP)
    assert found.ratio.item() == pytest.approx(math.exp(gap), rel=1e-3)


def test_cispo_bounds_the_weight_and_keeps_the_gradient() -> None:
    logps, old = ratios_of_2_1_and_a_half(requires_grad=True)
    found = cispo(logps, old, UP, ALL, CLIP)
    assert torch.allclose(found.loss, torch.tensor([[1.5, 1.0, 0.5]]))  # -weight * 1 * log probability of -1
    (gradient,) = torch.autograd.grad(found.loss.sum(), logps)
    assert torch.allclose(gradient, torch.tensor([[-1.5, -1.0, -0.5]]))
    assert found.high.tolist() == [[True, False, False]] and not found.low.any()


def test_a_log_ratio_is_bounded_and_zero_where_masked() -> None:
    logps, old = torch.tensor([[0.0, -900.0, math.nan, -1.0]]), torch.tensor([[-900.0, 0.0, 0.0, -math.inf]])
    found = log_ratio(logps, old, torch.tensor([[True, True, False, False]]))
    assert found.tolist() == [[LOG_BOUND, -LOG_BOUND, 0.0, 0.0]]
