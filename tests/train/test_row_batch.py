"""Rows in pieces and chunks keep their tokens and pictures, and lose padding alone."""

from __future__ import annotations

import pytest
import torch

from train.row_batch import RowBatch

PROMPTS, COMPLETIONS = (3, 1, 2, 4), (2, 5, 1, 3)


def batch() -> RowBatch:
    """Four rows; token values tell rows apart."""
    prompt = torch.tensor([[0] * (6 - n) + [10 * row + 1] * n for row, n in enumerate(PROMPTS)])
    completion = torch.tensor([[10 * row + 2] * n + [0] * (7 - n) for row, n in enumerate(COMPLETIONS)])
    return RowBatch(
        prompt_ids=prompt,
        prompt_mask=(prompt > 0).long(),
        completion_ids=completion,
        completion_mask=(completion > 0).long(),
        loss_mask=(completion > 0).long(),
        advantages=torch.arange(4.0).unsqueeze(1).expand(4, 7),
        row_weight=torch.arange(4.0),
        images=(("a",), (), ("b", "c"), ("d",)),
        old_logps=completion.float(),
    )


def test_pictures_and_numbers_follow_their_rows() -> None:
    taken = batch().take([3, 2, 1])
    assert taken.images == (("d",), ("b", "c"), ())
    assert taken.row_weight.tolist() == [3, 2, 1]
    assert taken.engine_logps is None


def test_only_padding_is_trimmed() -> None:
    cut = batch().take([0, 2]).trimmed()
    assert cut.prompt_ids.tolist() == [[1, 1, 1], [0, 21, 21]]
    assert cut.completion_ids.tolist() == [[2, 2], [22, 0]]
    assert cut.old_logps is not None
    assert cut.old_logps.tolist() == [[2, 2], [22, 0]]
    assert cut.advantages.tolist() == [[0, 0], [2, 2]]


def test_a_batch_of_fillers_keeps_a_column() -> None:
    """The pass of a process that has nothing must have a shape, too."""
    empty = RowBatch(*[torch.zeros(1, 3, dtype=torch.long)] * 6, torch.zeros(1), ((),)).trimmed()
    assert empty.completion_ids.shape == (1, 1)


def test_every_row_is_in_one_piece_and_short_rows_stand_together() -> None:
    pieces = list(batch().pieces(2))
    assert [rows for rows, _ in pieces] == [[2, 0], [1, 3]]  # 3 and 5 tokens, 6 and 7
    assert [piece.completion_ids.size(1) for _, piece in pieces] == [2, 5]


def test_without_a_size_the_batch_is_one_piece_as_it_is() -> None:
    whole = batch()
    assert list(whole.pieces(None)) == [([0, 1, 2, 3], whole)]


def test_chunks_hold_every_row_once_in_an_order_of_the_seed_alone() -> None:
    chunks = batch().chunks(2, seed=3)
    assert sorted(row for chunk in chunks for row in chunk.row_weight.tolist()) == [0, 1, 2, 3]
    assert [c.row_weight.tolist() for c in chunks] == [c.row_weight.tolist() for c in batch().chunks(2, seed=3)]
    orders = {tuple(row for chunk in batch().chunks(2, seed) for row in chunk.row_weight.tolist()) for seed in range(9)}
    assert len(orders) > 1


def test_rows_that_do_not_divide_are_refused() -> None:
    with pytest.raises(ValueError, match="4 rows do not divide into 3 chunks"):
        batch().chunks(3, seed=0)
