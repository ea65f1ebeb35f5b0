"""A batch of rows in pieces: rows of like length together, without the padding that only longer rows need.

A batch is what TRL's GRPOTrainer hands to its loss: prompts padded on the left (rows, P), completions on the right
(rows, C), pictures concatenated over rows. Rows are independent of each other, so neither order nor padding changes
what a row contributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

import torch

PICTURES = ("pixel_values", "image_grid_thw", "num_images")
BOTH = ("mm_token_type_ids", "token_type_ids")
"""Tensors over prompt and completion, (rows, P + C)."""


def pieces_by_length(inputs: dict[str, Any], size: int) -> Iterator[tuple[list[int], dict[str, Any]]]:
    """(row numbers, batch) of at most `size` rows, shortest first, each trimmed to its own longest."""
    lengths = inputs["prompt_mask"].sum(1) + inputs["completion_mask"].sum(1)
    order = torch.sort(lengths, stable=True).indices.tolist()
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        yield rows, trimmed(take_rows(inputs, rows))


def take_rows(inputs: dict[str, Any], rows: Sequence[int]) -> dict[str, Any]:
    """The batch of these rows, in this order, with their pictures. What is not by row stays as it is."""
    total = inputs["prompt_ids"].size(0)
    index = torch.tensor(rows, device=inputs["prompt_ids"].device)
    taken: dict[str, Any] = {}
    for key, value in inputs.items():
        if key not in PICTURES:
            by_row = isinstance(value, torch.Tensor) and value.dim() > 0 and value.size(0) == total
            taken[key] = value[index] if by_row else value
    grid = inputs.get("image_grid_thw")
    if grid is not None:
        images = inputs["num_images"]
        first = [0, *accumulate(images)]
        patch = [0, *accumulate(grid.prod(-1).tolist())]
        pictures = [i for row in rows for i in range(first[row], first[row + 1])]
        taken["num_images"] = [images[row] for row in rows]
        taken["image_grid_thw"] = grid[torch.tensor(pictures, dtype=torch.long, device=grid.device)]
        pixels = inputs["pixel_values"]
        taken["pixel_values"] = torch.cat([pixels[:0], *(pixels[patch[i] : patch[i + 1]] for i in pictures)])
    return taken


def trimmed(inputs: dict[str, Any]) -> dict[str, Any]:
    """The batch without columns that are padding in every row."""
    prompt, completion = inputs["prompt_mask"], inputs["completion_mask"]
    left = prompt.size(1) - int(prompt.sum(1).max())
    kept = max(1, int(completion.sum(1).max()))
    cut = dict(inputs)
    for key, value in inputs.items():
        if not isinstance(value, torch.Tensor) or value.dim() != 2 or key in PICTURES:
            continue
        if key in BOTH:
            cut[key] = value[:, left : prompt.size(1) + kept]
        elif key.startswith("prompt"):
            cut[key] = value[:, left:]
        elif value.size(1) == completion.size(1):
            cut[key] = value[:, :kept]
    return cut
