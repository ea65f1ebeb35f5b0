"""Credit of a turn from a planner that knows the world: how much nearer it brought the goals.

With V*(s) = -(actions of the best plan from s) and a cost of 1 an action, the advantage of an action is

    A*(s, a) = V*(s') - V*(s) - cost

0 for a best action, -1 for one that changes nothing, -2 for a step back: exact in a world without chance, whatever the
policy does later. The planner knows the state; where the policy has to ask or look before it can know, that turn
costs an action like any other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch

from train.algorithms.scaling import Scale, check_groups, scaled

WORST = 5.0
"""Most actions that one turn can lose or gain: a way into a dead end is bad, and no more than that beside its group."""


def solver_advantages(
    before: torch.Tensor,
    after: torch.Tensor,
    group_size: int,
    scale: Scale = "none",
    centred: bool = True,
    cost: float = 1.0,
) -> torch.Tensor:
    """V*(s') - V*(s) - cost of each turn, (n, turns), within +-WORST.

    before, after: (n, turns) float, the distance in actions at both ends of a turn. NaN where it is not known, where
    the episode had ended, and for an excluded episode: such a turn leaves mean and deviation, and its advantage is 0.
    Infinity where no way leads to the goals; a turn that begins there is left out, for nothing done there matters.
    centred: less the mean over all turns of the group, so that a best action stands above 0; without, none does.
    scale: over the deviation of the group's or the batch's advantages.
    """
    check_groups(before, group_size)
    advantages = (before - after - cost).clamp(-WORST, WORST)
    advantages = advantages.masked_fill(before.isinf(), math.nan)
    values = advantages
    if centred:
        means = torch.nanmean(values.view(values.size(0) // group_size, -1), dim=1).repeat_interleave(group_size)
        advantages = values - means.unsqueeze(1)
    return scaled(advantages, values, group_size, scale)


def distances(info: Mapping[str, Any], measure: str = "actions") -> tuple[float, float]:
    """(before, after) of a step's `info`: NaN where the world tells no such distance, infinity where it says None."""
    found = [info.get(key, math.nan) for key in (f"{measure}_before", measure)]
    before, after = (math.inf if value is None else float(value) for value in found)
    return before, after
