"""What every turn of a batch of episodes is credited with, across processes: episodes -> advantages.

The estimators themselves are functions of tensors in `train/algorithms`; here the episodes of all processes become
those tensors. Turns that count for nobody (an infra_error, a turn without a known distance) hold NaN there and get 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from accelerate import Accelerator
from accelerate.utils import gather_object

from envs.episode import Episode, Outcome, Turn
from train.algorithms.anchors import state_advantages
from train.algorithms.gigpo import gigpo_advantages
from train.algorithms.group import group_advantages
from train.algorithms.scaling import Scale, weigh_negatives
from train.algorithms.solver import distances, solver_advantages
from train.algorithms.turns import returns_to_go, turn_advantages
from train.choices import Choices


def turn_credit(
    episodes: Sequence[Episode],
    returns: torch.Tensor,
    group: int,
    choices: Choices,
    accelerator: Accelerator,
) -> list[list[float]]:
    """Advantages of this process's episodes, turn by turn.

    returns: (episodes of all processes,), NaN for an infra_error. group: adjacent episodes of one task. Every process
    must have as many episodes.
    """
    everyones = _advantages(episodes, returns, group, choices, accelerator)
    first = accelerator.process_index * len(episodes)
    mine = weigh_negatives(everyones, choices.negative_weight)[first : first + len(episodes)].tolist()
    # one column stands for every turn
    return [
        (line * len(episode.turns) if len(line) == 1 else line)[: len(episode.turns)]
        for line, episode in zip(mine, episodes, strict=True)
    ]


def _advantages(
    episodes: Sequence[Episode], returns: torch.Tensor, group: int, choices: Choices, accelerator: Accelerator
) -> torch.Tensor:
    """Of everybody's episodes: (n, turns), or (n, 1) where an episode's turns share one."""
    scale: Scale = choices.scale_rewards
    if choices.credit == "episode":
        return group_advantages(returns, group, scale).unsqueeze(1)
    if choices.credit == "solver":
        before, after = (
            _by_turn(episodes, lambda turns, side=side: [distances(t.step.info)[side] for t in turns], accelerator)
            for side in (0, 1)
        )
        return solver_advantages(before, after, group, scale, centred=choices.solver_centred)
    to_go = _by_turn(
        episodes, lambda turns: returns_to_go([t.reward for t in turns], choices.discount).tolist(), accelerator
    )
    if choices.credit == "turn":
        return turn_advantages(to_go, group, scale)
    states = gather_object([[turn.step.before for turn in episode.turns] for episode in episodes])
    if choices.credit == "state":
        return state_advantages(to_go, states, group, scale)
    return gigpo_advantages(returns, to_go, states, group, scale, choices.step_weight)


def _by_turn(
    episodes: Sequence[Episode], values: Callable[[Sequence[Turn]], list[float]], accelerator: Accelerator
) -> torch.Tensor:
    """(episodes of all processes, most turns) float32: a number a turn; NaN after an episode's end and in an excluded
    one.
    """
    longest = max(gather_object([max((len(e.turns) for e in episodes), default=0)]))
    table = torch.full((len(episodes), max(longest, 1)), math.nan, device=accelerator.device)
    for row, episode in zip(table, episodes, strict=True):
        if episode.outcome != Outcome.INFRA_ERROR and episode.turns:
            row[: len(episode.turns)] = torch.tensor(values(episode.turns), dtype=torch.float32)
    return accelerator.gather(table)
