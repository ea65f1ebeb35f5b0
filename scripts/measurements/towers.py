"""Ways in which a model looks at the pictures of a batch, for measurements of what looking once is worth.

Batches hold pictures by name in every way, so rows and trainer are the same; only the tower differs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from train.pictures import PictureInputs, PictureMemory, show_by_name

Tower = Callable[[nn.Module, PictureInputs], PictureMemory]
"""Fits a model with a way of looking; the memory counts pictures shown and looked at."""


def anew(keep_pixels: bool) -> Tower:
    """As transformers has it: every picture of a batch passes the tower, all of them in one pass.

    keep_pixels: whether pixels are made once a picture, which flatters it a little: where batches hold pixels, they are
    made for every row, but in RL not for every pass.
    """

    def fit(model: nn.Module, inputs: PictureInputs) -> PictureMemory:
        tower, counts, kept = bare(model), PictureMemory(0), dict[str, torch.Tensor]()
        look = tower.forward

        def forward(hidden_states: torch.Tensor, grid_thw: torch.Tensor, **options: Any) -> Any:
            names = [bytes(row).hex() for row in hidden_states.to(torch.uint8).tolist()]
            pixels = [kept[name] if name in kept else inputs.pixels(name) for name in names]
            if keep_pixels:
                kept.update(zip(names, pixels, strict=True))
            counts.shown += len(names)
            counts.looked += len(names)
            together = torch.cat(pixels).to(device=hidden_states.device, dtype=next(tower.parameters()).dtype)
            return look(together, grid_thw=grid_thw, **options)

        tower.forward = forward
        return counts

    return fit


def once(megabytes: float) -> Tower:
    """As we have it, with an empty memory of so many megabytes; with 0, once a batch."""

    def fit(model: nn.Module, inputs: PictureInputs) -> PictureMemory:
        bare(model)
        return show_by_name(model, inputs, PictureMemory(megabytes))

    return fit


def bare(model: nn.Module) -> nn.Module:
    """The model's tower, without what was fitted to it."""
    (tower,) = (module for name, module in model.named_modules() if name.split(".")[-1] == "visual")
    for name in ("forward", "picture_memory"):
        if name in vars(tower):
            delattr(tower, name)
    return tower
