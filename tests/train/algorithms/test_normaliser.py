"""Two rows, of one token and of three: what a token of each weighs under each denominator."""

from __future__ import annotations

import torch

from train.algorithms.normaliser import constant_mean, sequence_mean, tokens_mean

PER_TOKEN = torch.tensor([[6.0, torch.nan, torch.inf], [1.0, 2.0, 3.0], [5.0, 5.0, 5.0]])
MASK = torch.tensor([[1, 0, 0], [1, 1, 1], [0, 0, 0]]) > 0
"""The last row is a filler."""


def test_by_the_own_length_every_row_weighs_alike() -> None:
    assert sequence_mean(PER_TOKEN, MASK).tolist() == [6.0, 2.0, 0.0]


def test_by_the_mean_length_the_mean_over_real_rows_is_that_over_all_tokens() -> None:
    rows = tokens_mean(PER_TOKEN, MASK, 4 / 2)
    assert rows.tolist() == [3.0, 3.0, 0.0]
    assert rows.sum() / 2 == (6 + 1 + 2 + 3) / 4


def test_by_a_constant_a_token_weighs_alike_in_every_batch() -> None:
    assert constant_mean(PER_TOKEN, MASK, 4).tolist() == [1.5, 1.5, 0.0]
    assert torch.equal(constant_mean(PER_TOKEN[:1], MASK[:1], 4), constant_mean(PER_TOKEN, MASK, 4)[:1])
