"""GSPO's surrogate (arXiv 2507.18071, eq. 5): one ratio a row, the geometric mean of its tokens' ratios (eq. 7)."""

from __future__ import annotations

import torch

from train.algorithms.surrogate import Clip, Surrogate, clipped, log_ratio


def gspo(
    logps: torch.Tensor, old_logps: torch.Tensor, advantages: torch.Tensor, mask: torch.Tensor, clip: Clip
) -> Surrogate:
    """The row's ratio, clipped. It is a mean over tokens in the exponent, so it does not grow with the row's length.

    logps (with gradient), old_logps: (rows, T). advantages: (rows, 1) or (rows, T). mask: (rows, T) bool.
    The ratio is (rows, 1), 1 for a row without tokens, and so is the loss. With advantages a token the loss is that of
    GSPO-token (section 4.3), (rows, T): each token has the row's ratio as its value, and its gradient goes to its own
    log probability. A plain row ratio would give every token the mean of all the row's advantages instead.
    """
    tokens = mask.sum(-1, keepdim=True).clamp(min=1)
    ratio = torch.exp(log_ratio(logps, old_logps, mask).sum(-1, keepdim=True) / tokens)
    if advantages.size(1) == 1:
        return clipped(ratio, advantages, clip)
    found = clipped(ratio.detach() * torch.exp(log_ratio(logps, logps.detach(), mask)), advantages, clip)
    return Surrogate(found.loss, ratio, found.low, found.high)
