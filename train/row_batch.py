"""Rows of practice as tensors: what the loss is computed on, whole, in chunks, or in pieces of like length.

Shapes: R rows, P tokens of the longest prompt (padded on the left), C of the longest completion (padded on the right).
Rows are independent of each other, so neither order nor padding changes what a row contributes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from train.pictures import PictureInputs


@dataclass(frozen=True)
class RowBatch:
    """A batch of rows, on one device."""

    prompt_ids: torch.Tensor
    """(R, P) long."""
    prompt_mask: torch.Tensor
    """(R, P) long, 0 on padding."""
    completion_ids: torch.Tensor
    """(R, C) long: what was sampled, and in rows of whole episodes what was observed in between."""
    completion_mask: torch.Tensor
    """(R, C) long, 0 on padding."""
    loss_mask: torch.Tensor
    """(R, C) long, 1 where a token was sampled by the policy and is trained on; 0 throughout a filler."""
    advantages: torch.Tensor
    """(R, C) float32."""
    row_weight: torch.Tensor
    """(R,) float32, such that a mean over all rows, fillers included, is the mean that was chosen; 0 for a filler."""
    images: tuple[tuple[str, ...], ...]
    """Names of each row's pictures, in order."""
    engine_logps: torch.Tensor | None = None
    """(R, C) float32: log-probabilities with which the tokens were sampled, 0 where none was."""
    old_logps: torch.Tensor | None = None
    """(R, C) float32: those of the policy before this batch's updates, by the trainer's own forward pass."""
    ref_logps: torch.Tensor | None = None
    """(R, C) float32: those of the reference policy."""

    def __len__(self) -> int:
        return self.prompt_ids.size(0)

    def model_inputs(self, pictures: PictureInputs) -> dict[str, torch.Tensor]:
        """Inputs of a forward pass, pictures by name. EncodingError where tokens and pictures disagree."""
        ids = torch.cat([self.prompt_ids, self.completion_ids], dim=1)
        names = [name for row in self.images for name in row]
        shown = {key: value.to(ids.device) for key, value in pictures.shown(names, ids).items()}
        if shown:
            # built from the padded ids themselves: a pad side of its own would shift positions (trl#5785)
            shown["mm_token_type_ids"] = (ids == pictures.token).long()
        mask = torch.cat([self.prompt_mask, self.completion_mask], dim=1)
        return {"input_ids": ids, "attention_mask": mask, **shown}

    def take(self, rows: Sequence[int]) -> RowBatch:
        """These rows, in this order."""
        index = torch.tensor(rows, dtype=torch.long, device=self.prompt_ids.device)
        images = tuple(self.images[row] for row in rows)
        return self._map(lambda _, value: value[index], images=images)

    def trimmed(self) -> RowBatch:
        """Without columns that are padding in every row; one of the completions stays."""
        left = self.prompt_mask.size(1) - int(self.prompt_mask.sum(1).max())
        kept = max(1, int(self.completion_mask.sum(1).max()))

        def cut(name: str, value: torch.Tensor) -> torch.Tensor:
            if value.dim() == 1:
                return value
            return value[:, left:] if name.startswith("prompt") else value[:, :kept]

        return self._map(cut)

    def pieces(self, size: int | None) -> Iterator[tuple[list[int], RowBatch]]:
        """(row numbers, batch) of at most `size` rows, shortest first, each trimmed; None: one piece, as it is."""
        if size is None or size >= len(self):
            yield list(range(len(self))), self
            return
        lengths = self.prompt_mask.sum(1) + self.completion_mask.sum(1)
        order = torch.sort(lengths, stable=True).indices.tolist()
        for start in range(0, len(order), size):
            rows = order[start : start + size]
            yield rows, self.take(rows).trimmed()

    def chunks(self, count: int, seed: int) -> list[RowBatch]:
        """`count` equal parts of the rows in random order, a function of the seed alone; `count` divides the rows."""
        if len(self) % count:
            raise ValueError(f"{len(self)} rows do not divide into {count} chunks")
        generator = torch.Generator().manual_seed(seed)
        order = torch.randperm(len(self), generator=generator).tolist()
        size = len(self) // count
        return [self.take(order[start : start + size]) for start in range(0, len(self), size)]

    def with_logps(self, old: torch.Tensor | None, ref: torch.Tensor | None) -> RowBatch:
        """With log-probabilities of the old and the reference policy."""
        return dataclasses.replace(self, old_logps=old, ref_logps=ref)

    def _map(self, change: Any, **more: Any) -> RowBatch:
        tensors = {
            field.name: change(field.name, value)
            for field in dataclasses.fields(self)
            if isinstance(value := getattr(self, field.name), torch.Tensor)
        }
        return dataclasses.replace(self, **tensors, **more)
