"""The KL divergence from a reference policy, token by token."""

from __future__ import annotations

import torch

EXPONENT_BOUND = 20.0
"""Largest log(ref / new) that counts. Beyond it a token's term stands still at e^20 and has no gradient: exp would
overflow in float32 from 88 on, and one such token would be the whole update long before.
"""


def k3(logps: torch.Tensor, ref_logps: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """ref/new - log(ref/new) - 1: unbiased, never negative, 0 where both agree (arXiv 2402.03300, eq. 4).

    logps (with gradient), ref_logps: (rows, T). mask: (rows, T) bool; where False the result is 0.
    """
    difference = torch.where(mask, ref_logps - logps, 0.0).clamp(max=EXPONENT_BOUND)
    return torch.exp(difference) - difference - 1
