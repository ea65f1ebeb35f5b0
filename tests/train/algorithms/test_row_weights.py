"""Weights of rows: what a mean over all rows, fillers included, is then a mean of."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from train.algorithms.row_weights import RowCounts, RowWeight, row_weights
from train.algorithms.step_normaliser import step_weights

EPISODE_OF_ROW = torch.tensor([0, 0, 0, 1, -1, -1])
"""One episode of three turns, one of one, two fillers."""
COUNTS = RowCounts(rows=6, real=4, episodes=2)
LOSS = torch.tensor([1.0, 2.0, 6.0, 5.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("weighting", "constant", "mean"),
    [("turn", None, 14 / 4), ("episode", None, (3 + 5) / 2), ("constant", 10, (9 / 10 + 5 / 10) / 2)],
)
def test_by_hand(weighting: RowWeight, constant: float | None, mean: float) -> None:
    weights = row_weights(EPISODE_OF_ROW, weighting, COUNTS, constant)
    assert (weights * LOSS).mean().item() == pytest.approx(mean)
    assert weights[4:].tolist() == [0.0, 0.0]


def test_without_fillers_a_turn_weighs_exactly_one() -> None:
    weights = row_weights(EPISODE_OF_ROW[:4], "turn", RowCounts(rows=4, real=4, episodes=2))
    assert torch.equal(weights, torch.ones(4))


def test_a_turn_of_a_long_failure_weighs_as_one_of_a_short_success_under_a_constant() -> None:
    """An own length weakens the long episode's turns; a constant does not, and no other episode moves a weight."""
    constant = row_weights(EPISODE_OF_ROW, "constant", COUNTS, 10)
    assert constant[0] == constant[3]
    assert row_weights(EPISODE_OF_ROW, "episode", COUNTS)[0] * 3 == row_weights(EPISODE_OF_ROW, "episode", COUNTS)[3]
    longer = row_weights(torch.tensor([0, 0, 0, 1, 1, 1, 1, 1]), "constant", RowCounts(8, 8, 2), 10)
    assert constant[0] / COUNTS.rows == longer[0] / 8


@settings(max_examples=50, deadline=None)
@given(
    lengths=st.lists(st.integers(1, 5), min_size=2, max_size=8),
    fillers=st.lists(st.integers(0, 4), min_size=2, max_size=2),
    weighting=st.sampled_from(["turn", "episode", "constant"]),
)
def test_neither_fillers_nor_ranks_change_the_mean(
    lengths: list[int], fillers: list[int], weighting: RowWeight
) -> None:
    """All episodes on one rank without fillers, or dealt to two with fillers so that both have as many rows."""
    constant = 4.0 if weighting == "constant" else None
    losses = [torch.arange(n, dtype=torch.float32) + 10 * i for i, n in enumerate(lengths)]
    ids = torch.repeat_interleave(torch.tensor(lengths))
    real = len(ids)
    whole = row_weights(ids, weighting, RowCounts(real, real, len(lengths)), constant)
    expected = (whole * torch.cat(losses)).mean().item()
    hands = [range(0, len(lengths), 2), range(1, len(lengths), 2)]
    size = max(sum(lengths[i] for i in hand) for hand in hands) + max(fillers)
    total = 0.0
    for hand in hands:
        own = torch.repeat_interleave(torch.tensor([lengths[i] for i in hand]))
        padded = torch.cat([own, torch.full((size - len(own),), -1)])
        weights = row_weights(padded, weighting, RowCounts(2 * size, real, len(lengths)), constant)
        loss = torch.cat([*(losses[i] for i in hand), torch.zeros(size - len(own))])
        total += (weights * loss).mean().item() / 2
    assert total == pytest.approx(expected, rel=1e-5)


def test_a_rank_with_fillers_alone_has_no_weight() -> None:
    for weighting in ("turn", "episode", "constant"):
        weights = row_weights(torch.tensor([-1, -1]), weighting, RowCounts(4, 2, 1), 4.0)  # type: ignore[arg-type]
        assert weights.tolist() == [0.0, 0.0]


def test_steps_by_hand() -> None:
    assert step_weights(torch.tensor([1, 4, 0]), None).tolist() == [1.0, 0.25, 1.0]
    assert step_weights(torch.tensor([1, 4, 0]), 8).tolist() == [0.125, 0.125, 0.125]


def test_unknown_weights_and_a_missing_constant_are_refused() -> None:
    with pytest.raises(ValueError, match="row_weight: 'token'"):
        row_weights(EPISODE_OF_ROW, "token", COUNTS)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="constant_turns"):
        row_weights(EPISODE_OF_ROW, "constant", COUNTS)
