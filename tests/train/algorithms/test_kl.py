"""The KL term: its value by hand, its bound, and its signs."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from train.algorithms.kl import EXPONENT_BOUND, k3

ONE = torch.ones(1, 1, dtype=torch.bool)


def test_by_hand() -> None:
    """ref/new of 2: 2 - ln 2 - 1. Of 1/2: 1/2 + ln 2 - 1. Where masked: 0."""
    ln2 = math.log(2)
    policy, reference = torch.tensor([[-1.0, -1.0, -1.0]]), torch.tensor([[ln2 - 1, -ln2 - 1, 5.0]])
    found = k3(policy, reference, torch.tensor([[True, True, False]]))
    assert torch.allclose(found, torch.tensor([[1 - ln2, ln2 - 0.5, 0.0]]), atol=1e-6)


@settings(max_examples=50, deadline=None)
@given(logp=st.floats(-50, 0), ref=st.floats(-50, 0))
def test_it_is_zero_where_both_agree_and_never_below(logp: float, ref: float) -> None:
    policy = torch.tensor([[logp]])
    assert k3(policy, policy.clone(), ONE).item() == 0
    assert k3(policy, torch.tensor([[ref]]), ONE).item() >= -1e-6


@pytest.mark.parametrize("gap", [88.8, 1e3, 1e30])
def test_a_token_that_the_reference_finds_far_likelier_does_not_overflow(gap: float) -> None:
    """exp is infinite in float32 from 88.8 on (verl#891). Beyond the bound the term stands still."""
    policy = torch.tensor([[-gap]], requires_grad=True)
    found = k3(policy, torch.tensor([[0.0]]), ONE)
    assert found.item() == pytest.approx(math.exp(EXPONENT_BOUND), rel=1e-3)
    assert torch.autograd.grad(found, policy)[0].item() == 0


def test_a_token_that_the_reference_finds_far_less_likely_is_pulled_down() -> None:
    policy = torch.tensor([[0.0]], requires_grad=True)
    found = k3(policy, torch.tensor([[-200.0]]), ONE)
    assert found.item() == 199
    assert torch.autograd.grad(found, policy)[0].item() == 1


def test_its_mean_under_the_policy_is_the_divergence() -> None:
    """Over a whole distribution, weighted by the policy: sum p log(p / ref)."""
    policy, reference = torch.tensor([[0.5, 0.25, 0.25]]), torch.tensor([[0.25, 0.25, 0.5]])
    mean = (policy * k3(policy.log(), reference.log(), torch.ones(1, 3) > 0)).sum()
    assert mean.item() == pytest.approx((policy * (policy / reference).log()).sum().item(), abs=1e-6)
