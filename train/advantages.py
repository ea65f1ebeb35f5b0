"""Group-relative advantages over episodes, as plain tensors.

Shapes: returns (groups * group_size,), members of a group adjacent; NaN marks an episode that counts for nobody
(infra_error).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

import torch
from trl.trainer.utils import nanstd

Scale = Literal["group", "batch", "none"]
EPSILON = 1e-4
"""TRL's own; equal numbers need an equal epsilon."""


def group_advantages(returns: torch.Tensor, group_size: int, scale: Scale) -> torch.Tensor:
    """(return - group mean) / (std + epsilon), GRPO equation 3 (arXiv 2402.03300) as TRL computes it.

    returns: (n,) float, NaN for excluded episodes: they leave mean and deviation, and their advantage is 0.
    scale: deviation of the group, of the batch, or 1.
    """
    if returns.numel() % group_size:
        raise ValueError(f"{returns.numel()} returns do not divide into groups of {group_size}")
    grouped = returns.view(-1, group_size)
    advantages = returns - torch.nanmean(grouped, dim=1).repeat_interleave(group_size)
    if scale == "group" and group_size > 1:
        advantages = advantages / (nanstd(grouped, dim=1).repeat_interleave(group_size) + EPSILON)
    elif scale == "batch" and returns.numel() > 1:
        advantages = advantages / (nanstd(returns) + EPSILON)
    elif scale not in ("group", "batch", "none"):
        raise ValueError(f"scale_rewards: {scale!r} is none of group, batch, none")
    return torch.nan_to_num(advantages, nan=0.0)


def returns_to_go(rewards: Sequence[float], discount: float = 1.0) -> torch.Tensor:
    """What follows each turn: reward + discount * what follows the next. (turns,) float32, in the rewards' order."""
    to_go = torch.tensor(rewards, dtype=torch.float32)
    for turn in range(len(rewards) - 2, -1, -1):
        to_go[turn] += discount * to_go[turn + 1]
    return to_go


def turn_advantages(to_go: torch.Tensor, group_size: int, scale: Scale) -> torch.Tensor:
    """(return to go - mean of the group at the same turn) / (std + epsilon): credit for what followed a turn.

    to_go: (n, turns) float, the sum of an episode's rewards from each turn on; NaN where an episode had ended, and
    in every turn of an excluded one. The mean is over the members still at play in that turn; the deviation is over
    all turns of the group, or of the batch. With one turn it is `group_advantages`.
    """
    if to_go.size(0) % group_size:
        raise ValueError(f"{to_go.size(0)} episodes do not divide into groups of {group_size}")
    grouped = to_go.view(-1, group_size, to_go.size(1))
    advantages = (grouped - torch.nanmean(grouped, dim=1, keepdim=True)).view_as(to_go)
    return _scaled(advantages, to_go, group_size, scale)


def state_advantages(
    to_go: torch.Tensor, states: Sequence[Sequence[str]], group_size: int, scale: Scale
) -> torch.Tensor:
    """(return to go - mean over the group's turns in the same state) / (std + epsilon).

    The step advantage of GiGPO (arXiv 2505.10978) with the simulator's exact state keys as anchors: what was
    done in one state is compared with what else was done in it, whichever turn it was. A state that one turn alone
    stood in teaches nothing. An episode's own later turns in a state are part of its mean.

    to_go: as for `turn_advantages`. states: for each episode, the key of every turn; (n, turns in that episode).
    """
    if to_go.size(0) % group_size:
        raise ValueError(f"{to_go.size(0)} episodes do not divide into groups of {group_size}")
    places: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for episode, keys in enumerate(states):
        for turn, key in enumerate(keys):
            if not torch.isnan(to_go[episode, turn]):
                places[episode // group_size, key].append((episode, turn))
    advantages = torch.full_like(to_go, math.nan)
    for same in places.values():
        at = tuple(torch.tensor(same).T)
        advantages[at] = to_go[at] - to_go[at].mean()
    return _scaled(advantages, to_go, group_size, scale)


def _scaled(advantages: torch.Tensor, to_go: torch.Tensor, group_size: int, scale: Scale) -> torch.Tensor:
    """Advantages over the deviation of the returns to go, of the group or of the batch; NaN becomes 0."""
    if scale == "group" and group_size > 1:
        deviation = nanstd(to_go.view(to_go.size(0) // group_size, -1), dim=1).repeat_interleave(group_size)
        advantages = advantages / (deviation.unsqueeze(1) + EPSILON)
    elif scale == "batch" and to_go.numel() > 1:
        advantages = advantages / (nanstd(to_go) + EPSILON)
    elif scale not in ("group", "batch", "none"):
        raise ValueError(f"scale_rewards: {scale!r} is none of group, batch, none")
    return torch.nan_to_num(advantages, nan=0.0)
