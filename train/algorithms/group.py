"""Credit of a whole episode: its return against its group's (GRPO, DeepSeekMath, arXiv 2402.03300, section 4.1.2)."""

from __future__ import annotations

import torch

from train.algorithms.scaling import Scale, check_groups, scaled


def group_advantages(returns: torch.Tensor, group_size: int, scale: Scale) -> torch.Tensor:
    """(return - group mean) / (deviation + epsilon), as TRL computes it.

    returns: (n,) float, NaN for excluded episodes: they leave mean and deviation, and their advantage is 0.
    scale: deviation of the group, of the batch, or 1.
    """
    check_groups(returns, group_size)
    means = torch.nanmean(returns.view(-1, group_size), dim=1).repeat_interleave(group_size)
    return scaled(returns - means, returns, group_size, scale)
