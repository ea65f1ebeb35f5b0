"""The correction for the engine: by hand, as TRL does it, and without growing with the length of a row."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.train.algorithms.trl_code import trl_correction
from train.algorithms.correction import CORRECTIONS, engine_correction, logp_gap

LN2 = math.log(2)
OLD = torch.tensor([[-1.0, -1.0, -1.0], [-1.0, -1.0, -1.0]])
ENGINE = OLD - torch.tensor([[LN2, LN2, 9.0], [2 * LN2, -LN2, -LN2]])
"""Ratios of 2, 2 and a masked one; of 4, 1/2, 1/2."""
MASK = torch.tensor([[1, 1, 0], [1, 1, 1]])


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("token_truncate", [[2.0, 2.0, 1.0], [3.0, 0.5, 0.5]]),
        ("token_mask", [[2.0, 2.0, 1.0], [0.0, 0.5, 0.5]]),
        ("sequence_truncate", [[3.0], [1.0]]),
        ("sequence_mask", [[0.0], [1.0]]),
        ("geometric_mask", [[2.0], [1.0]]),
    ],
)
def test_by_hand_with_a_cap_of_three(mode: str, expected: list[list[float]]) -> None:
    found = engine_correction(OLD, ENGINE, MASK, mode, 3.0)  # type: ignore[arg-type]
    assert found is not None and torch.allclose(found, torch.tensor(expected))


def test_a_row_whose_tokens_the_engine_finds_likelier_is_dropped_by_the_geometric_mask_too() -> None:
    for factor, kept in ((0.4, 0.4), (0.3, 0.0), (3.1, 0.0)):
        found = engine_correction(OLD[:1], OLD[:1] - math.log(factor), MASK[:1], "geometric_mask", 3.0)
        assert found is not None and found.item() == pytest.approx(kept, abs=1e-6)


def test_none_corrects_nothing_and_other_words_are_refused() -> None:
    assert engine_correction(OLD, ENGINE, MASK, "none", 3.0) is None
    with pytest.raises(ValueError, match="correction: 'sequence'"):
        engine_correction(OLD, ENGINE, MASK, "sequence", 3.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", [mode for mode in CORRECTIONS if mode not in ("none", "geometric_mask")])
def test_the_modes_that_trl_has_are_trls(mode: str) -> None:
    generator = torch.Generator().manual_seed(0)
    old = -torch.rand(20, 9, generator=generator)
    engine = old + 0.3 * torch.randn(20, 9, generator=generator)
    mask = (torch.arange(9) < torch.randint(0, 10, (20, 1), generator=generator)).long()
    engine[0, 0] = torch.nan
    theirs = trl_correction(old, engine, mask, mode, 1.5)
    ours = engine_correction(old, engine, mask, mode, 1.5)  # type: ignore[arg-type]
    assert ours is not None and torch.equal(ours, theirs)
    assert (ours == (1.5 if mode.endswith("truncate") else 0)).any() and len(ours.unique()) > 5


@settings(max_examples=30, deadline=None)
@given(tokens=st.integers(50, 4000), gap=st.floats(0.05, 0.3))
def test_a_small_gap_a_token_drops_a_long_row_by_its_product_but_not_by_its_mean(tokens: int, gap: float) -> None:
    """trl#4772: the sum of a row's log ratios grows with its length, past any cap."""
    old, mask = torch.full((1, tokens), -1.0), torch.ones(1, tokens)
    by_product = engine_correction(old, old - gap, mask, "sequence_mask", 3.0)
    by_mean = engine_correction(old, old - gap, mask, "geometric_mask", 3.0)
    assert by_product is not None and by_product.item() == 0
    assert by_mean is not None and by_mean.item() == pytest.approx(math.exp(gap), rel=1e-3)


def test_gaps_beyond_float32_stay_finite() -> None:
    for mode in CORRECTIONS[1:]:
        for gap in (-1e4, 1e4):
            found = engine_correction(OLD, OLD + gap, MASK, mode, 3.0)  # type: ignore[arg-type]
            assert found is not None and found.isfinite().all()


def test_the_gap_is_over_trained_tokens_that_the_engine_scored() -> None:
    engine = OLD - torch.tensor([[1.0, -3.0, 9.0], [torch.nan, 2.0, 0.0]])
    assert [x.item() for x in logp_gap(OLD, engine, MASK)] == [6.0, 4.0, 3.0]
    assert [x.item() for x in logp_gap(OLD, engine, torch.zeros_like(MASK))] == [0.0, 0.0, 0.0]
