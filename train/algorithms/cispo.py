"""CISPO's surrogate (MiniMax-M1, arXiv 2506.13585, eq. 4 and 5): the ratio is clipped, the gradient never is."""

from __future__ import annotations

import torch

from train.algorithms.surrogate import Clip, Surrogate, log_ratio


def cispo(
    logps: torch.Tensor, old_logps: torch.Tensor, advantages: torch.Tensor, mask: torch.Tensor, clip: Clip
) -> Surrogate:
    """-A * log probability, weighted by the token's ratio, bounded above and without gradient.

    Only `clip.upper` counts: the paper sets no lower bound. TRL's loss_type cispo takes that bound itself as
    `epsilon_high`. Shapes as for `grpo`; `high` says where the bound lowers the weight of a positive advantage.
    """
    ratio = torch.exp(log_ratio(logps, old_logps, mask))
    weight = ratio.clamp(max=clip.upper).detach()
    loss = -weight * advantages * torch.where(mask, logps, 0.0)
    high = (ratio > clip.upper) & (advantages > 0)
    return Surrogate(loss, ratio, torch.zeros_like(high), high)
