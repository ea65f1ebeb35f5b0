"""GiGPO's advantage (arXiv 2505.10978, section 4): of the episode, plus omega times that of the step in its state."""

from __future__ import annotations

import torch

from train.algorithms.anchors import States, anchor_scaled_advantages, state_advantages
from train.algorithms.group import group_advantages
from train.algorithms.scaling import Scale


def gigpo_advantages(
    returns: torch.Tensor,
    to_go: torch.Tensor,
    states: States,
    group_size: int,
    scale: Scale,
    step_weight: float = 1.0,
) -> torch.Tensor:
    """Episode advantage + step_weight * step advantage, (n, turns); 0 where `to_go` is NaN.

    returns: (n,) and to_go: (n, turns), NaN for what counts for nobody; to_go discounted as the paper has it.
    scale: `group` divides each advantage by the deviation of what it was compared with, the episodes of its group and
    the turns in its state; `none` by nothing (the paper's two choices of F_norm); `batch` by those of the batch.
    step_weight: the paper's omega, 1 there.
    """
    episode = group_advantages(returns, group_size, scale).unsqueeze(1)
    if scale == "group":
        step = anchor_scaled_advantages(to_go, states, group_size)
    else:
        step = state_advantages(to_go, states, group_size, scale)
    return torch.where(to_go.isnan(), 0.0, episode + step_weight * step)
