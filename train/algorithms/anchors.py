"""Credit of a turn against what else the group did in the same state of the world.

The anchors of GiGPO (arXiv 2505.10978, section 4.2) with the simulator's exact state keys: whichever turn it was, what
was done in one state is compared with what else was done in it. A state that one turn alone stood in teaches nothing.
An episode's own later turns in a state are part of its mean.

to_go: (n, turns) float, returns to go, as for `turn_advantages`. states: for each episode, the key of every turn.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import torch

from train.algorithms.scaling import EPSILON, Scale, check_groups, scaled, without_rounding

States = Sequence[Sequence[str]]


def anchor_groups(to_go: torch.Tensor, states: States, group_size: int) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """The turns of each group that stood in one state: (episodes, turns), two index tensors; NaN turns are in none."""
    check_groups(to_go, group_size)
    counted = (~to_go.isnan()).tolist()
    places: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for episode, keys in enumerate(states):
        for turn, key in enumerate(keys):
            if counted[episode][turn]:
                places[episode // group_size, key].append((episode, turn))
    device = to_go.device
    return [
        (torch.tensor([e for e, _ in same], device=device), torch.tensor([t for _, t in same], device=device))
        for same in places.values()
    ]


def state_advantages(to_go: torch.Tensor, states: States, group_size: int, scale: Scale) -> torch.Tensor:
    """(return to go - mean over the group's turns in the same state) / (deviation + epsilon), (n, turns).

    The deviation is over all turns of the group, or of the batch: a state whose turns differ by little keeps its small
    advantages.
    """
    advantages = torch.full_like(to_go, math.nan)
    for at in anchor_groups(to_go, states, group_size):
        advantages[at] = to_go[at] - to_go[at].mean()
    return scaled(advantages, to_go, group_size, scale)


def anchor_scaled_advantages(to_go: torch.Tensor, states: States, group_size: int) -> torch.Tensor:
    """The same with each state's own deviation over its turns, as in GiGPO's paper; (n, turns)."""
    advantages = torch.zeros_like(to_go)
    for at in anchor_groups(to_go, states, group_size):
        values = to_go[at]
        if len(values) > 1:
            advantages[at] = without_rounding(values - values.mean()) / (values.std() + EPSILON)
    return advantages
