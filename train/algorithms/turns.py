"""Credit of a turn: the rewards from it on, against the group's at the same turn."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from train.algorithms.scaling import Scale, check_groups, scaled


def returns_to_go(rewards: Sequence[float], discount: float = 1.0) -> torch.Tensor:
    """What follows each turn: reward + discount * what follows the next. (turns,) float32, in the rewards' order."""
    to_go = torch.tensor(rewards, dtype=torch.float32)
    for turn in range(len(rewards) - 2, -1, -1):
        to_go[turn] += discount * to_go[turn + 1]
    return to_go


def turn_advantages(to_go: torch.Tensor, group_size: int, scale: Scale) -> torch.Tensor:
    """(return to go - mean of the group at the same turn) / (deviation + epsilon): credit for what followed a turn.

    to_go: (n, turns) float, the sum of an episode's rewards from each turn on; NaN where an episode had ended, and
    in every turn of an excluded one. The mean is over the members still at play in that turn; the deviation is over
    all turns of the group, or of the batch. With one turn it is `group_advantages`.
    """
    check_groups(to_go, group_size)
    grouped = to_go.view(-1, group_size, to_go.size(1))
    centred = (grouped - torch.nanmean(grouped, dim=1, keepdim=True)).view_as(to_go)
    return scaled(centred, to_go, group_size, scale)
