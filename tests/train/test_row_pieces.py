"""Rows in pieces keep their tokens and pictures, and lose padding alone."""

from __future__ import annotations

from typing import Any

import torch

from train.row_pieces import pieces_by_length, take_rows, trimmed

PROMPTS, COMPLETIONS = (3, 1, 2, 4), (2, 5, 1, 3)
IMAGES, PATCHES = (1, 0, 2, 1), (2, 1, 3, 2)


def batch() -> dict[str, Any]:
    """Four rows; token values tell rows apart, patch values tell pictures apart."""
    left = [[0] * (6 - n) + [10 * row + 1] * n for row, n in enumerate(PROMPTS)]
    right = [[10 * row + 2] * n + [0] * (7 - n) for row, n in enumerate(COMPLETIONS)]
    prompt, completion = torch.tensor(left), torch.tensor(right)
    return {
        "prompt_ids": prompt,
        "prompt_mask": (prompt > 0).long(),
        "completion_ids": completion,
        "completion_mask": (completion > 0).long(),
        "old_per_token_logps": completion.float(),
        "mm_token_type_ids": torch.cat([prompt, completion], dim=1),
        "advantages": torch.arange(4.0),
        "loss_scale": torch.tensor(2.0),
        "num_images": list(IMAGES),
        "image_grid_thw": torch.tensor([[1, n, 1] for n in PATCHES]),
        "pixel_values": torch.tensor([[float(i)] for i, n in enumerate(PATCHES) for _ in range(n)]),
    }


def test_pictures_follow_their_rows() -> None:
    taken = take_rows(batch(), [3, 2, 1])
    assert taken["num_images"] == [1, 2, 0]
    assert taken["image_grid_thw"].tolist() == [[1, 2, 1], [1, 1, 1], [1, 3, 1]]
    assert taken["pixel_values"].flatten().tolist() == [3, 3, 1, 2, 2, 2]
    assert taken["advantages"].tolist() == [3, 2, 1]
    assert taken["loss_scale"] == 2


def test_a_row_without_pictures_takes_none() -> None:
    taken = take_rows(batch(), [1])
    assert taken["num_images"] == [0]
    assert taken["pixel_values"].shape == (0, 1) and taken["image_grid_thw"].shape == (0, 3)


def test_only_padding_is_trimmed() -> None:
    cut = trimmed(take_rows(batch(), [0, 2]))
    assert cut["prompt_ids"].tolist() == [[1, 1, 1], [0, 21, 21]]
    assert cut["completion_ids"].tolist() == [[2, 2], [22, 0]]
    assert cut["old_per_token_logps"].tolist() == [[2, 2], [22, 0]]
    assert cut["mm_token_type_ids"].tolist() == [[1, 1, 1, 2, 2], [0, 21, 21, 22, 0]]


def test_every_row_is_in_one_piece_and_short_rows_stand_together() -> None:
    pieces = list(pieces_by_length(batch(), 2))
    assert [rows for rows, _ in pieces] == [[2, 0], [1, 3]]  # 3 and 5 tokens, 6 and 7
    assert [piece["completion_ids"].size(1) for _, piece in pieces] == [2, 5]
