"""GRPO's surrogate (DeepSeekMath, arXiv 2402.03300, eq. 3): one ratio a token."""

from __future__ import annotations

import torch

from train.algorithms.surrogate import Clip, Surrogate, clipped, log_ratio


def grpo(
    logps: torch.Tensor, old_logps: torch.Tensor, advantages: torch.Tensor, mask: torch.Tensor, clip: Clip
) -> Surrogate:
    """Each token's own ratio, clipped.

    logps (with gradient), old_logps: (rows, T). advantages: (rows, 1) or (rows, T). mask: (rows, T) bool.
    Ratio and loss are (rows, T).
    """
    return clipped(torch.exp(log_ratio(logps, old_logps, mask)), advantages, clip)
