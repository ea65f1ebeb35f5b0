"""What advantages share: scale by a deviation, weight of what is below zero, division into groups.

Rows of a tensor are episodes, (n,) or (n, turns); the `group_size` members of a group are adjacent. NaN marks what
counts for nobody: an episode that ended as infra_error, a turn after the end of its episode.
"""

from __future__ import annotations

from typing import Literal

import torch
from trl.trainer.utils import nanstd

Scale = Literal["group", "batch", "none"]
EPSILON = 1e-4
"""TRL's own; equal numbers need an equal epsilon."""
ROUNDING = 1e-6
"""Nearer to the mean than this is equal to it, in units of return. Divided by a deviation of nothing and normalised by
Adam, the rounding of equal returns would move weights like any lesson.
"""


def check_groups(values: torch.Tensor, group_size: int) -> None:
    """ValueError unless the episodes divide into groups."""
    if values.size(0) % group_size:
        raise ValueError(f"{values.size(0)} episodes do not divide into groups of {group_size}")


def without_rounding(differences: torch.Tensor) -> torch.Tensor:
    """Differences to a mean, those that are rounding made 0; before they are divided by a deviation."""
    return differences.masked_fill(differences.abs() < ROUNDING, 0.0)


def scaled(advantages: torch.Tensor, values: torch.Tensor, group_size: int, scale: Scale) -> torch.Tensor:
    """Advantages over (deviation + EPSILON) of the values of the group, or of the batch; NaN becomes 0.

    advantages, values: (n,) or (n, turns). A group's deviation is over all its members and turns. Differences that are
    rounding are 0.
    """
    advantages = without_rounding(advantages)
    if scale == "group" and group_size > 1:
        deviation = nanstd(values.view(values.size(0) // group_size, -1), dim=1).repeat_interleave(group_size)
        advantages = advantages / (deviation.view(-1, *[1] * (values.dim() - 1)) + EPSILON)
    elif scale == "batch" and values.numel() > 1:
        advantages = advantages / (nanstd(values) + EPSILON)
    elif scale not in ("group", "batch", "none"):
        raise ValueError(f"scale_rewards: {scale!r} is none of group, batch, none")
    return torch.nan_to_num(advantages, nan=0.0)


def weigh_negatives(advantages: torch.Tensor, weight: float) -> torch.Tensor:
    """Advantages, those below 0 times `weight`, 0 to 1: what went well is followed more than the rest is avoided."""
    return torch.where(advantages < 0, weight * advantages, advantages)
