"""A row's tokens to one number: three denominators. Each gives (rows,), whose weighted mean over rows is the loss.

per_token: (rows, T). mask: (rows, T) bool. A row without tokens gives 0.
"""

from __future__ import annotations

import torch


def sequence_mean(per_token: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """By the row's own length: every row weighs alike (GRPO, arXiv 2402.03300, eq. 3)."""
    return _total(per_token, mask) / mask.sum(-1).clamp(min=1.0)


def tokens_mean(per_token: torch.Tensor, mask: torch.Tensor, tokens_per_row: float | torch.Tensor) -> torch.Tensor:
    """By the mean length: every token weighs alike (DAPO, arXiv 2503.14476, eq. 8).

    tokens_per_row: trained tokens over real rows of the whole generation batch, all ranks. A batch's sum over its real
    rows, divided by their number, is then the mean over all its tokens, in however many passes it is taken.
    """
    return _total(per_token, mask) / tokens_per_row


def constant_mean(per_token: torch.Tensor, mask: torch.Tensor, longest: int) -> torch.Tensor:
    """By a constant, the longest completion allowed: length does not move a token's weight (Dr. GRPO, arXiv 2503.20783,
    section 3.2). The paper also leaves out the deviation of the group: `scale_rewards: none`.
    """
    return _total(per_token, mask) / longest


def _total(per_token: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return torch.where(mask, per_token, 0.0).sum(-1)
