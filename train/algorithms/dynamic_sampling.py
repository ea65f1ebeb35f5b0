"""Which groups teach nothing (DAPO's dynamic sampling, arXiv 2503.14476, section 3.2): they are played anew."""

from __future__ import annotations

import torch

from train.algorithms.scaling import ROUNDING, check_groups


def equal_groups(returns: torch.Tensor, group_size: int, tolerance: float = ROUNDING) -> torch.Tensor:
    """Whether the counted members of a group all have one return, (groups,) bool.

    returns: (n,) float; a NaN member (infra_error) counts for nobody. A group with fewer than two counted members is
    equal: it has nothing to compare. tolerance: largest difference, in units of return, that still is equality.
    """
    check_groups(returns, group_size)
    grouped = returns.view(-1, group_size)
    missing = grouped.isnan()
    most = grouped.masked_fill(missing, -torch.inf).amax(1)
    least = grouped.masked_fill(missing, torch.inf).amin(1)
    return ((~missing).sum(1) < 2) | (most - least <= tolerance)
