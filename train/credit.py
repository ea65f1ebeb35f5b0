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
    scale: Scale = choices.scale_rewards
    if choices.credit == "episode":
        advantages = group_advantages(returns, group, scale).unsqueeze(1)
        return _mine(weigh_negatives(advantages, choices.negative_weight), episodes, accelerator)
    if choices.credit == "solver":
        ends = [
            _by_turn(episodes, lambda turns, side=side: [distances(t.step.info)[side] for t in turns], accelerator)
            for side in (0, 1)
        ]
        advantages = solver_advantages(ends[0], ends[1], group, scale, centred=choices.solver_centred)
        return _mine(weigh_negatives(advantages, choices.negative_weight), episodes, accelerator)
    to_go = _by_turn(
        episodes, lambda turns: returns_to_go([t.reward for t in turns], choices.discount).tolist(), accelerator
    )
    if choices.credit == "turn":
        advantages = turn_advantages(to_go, group, scale)
    else:
        states = gather_object([[turn.step.before for turn in episode.turns] for episode in episodes])
        if choices.credit == "state":
            advantages = state_advantages(to_go, states, group, scale)
        else:
            advantages = gigpo_advantages(returns, to_go, states, group, scale, choices.step_weight)
    return _mine(weigh_negatives(advantages, choices.negative_weight), episodes, accelerator)


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


def _mine(advantages: torch.Tensor, episodes: Sequence[Episode], accelerator: Accelerator) -> list[list[float]]:
    """This process's rows, as long as its episodes; one column stands for every turn."""
    first = accelerator.process_index * len(episodes)
    table = advantages[first : first + len(episodes)].tolist()
    return [
        (line * len(episode.turns) if len(line) == 1 else line)[: len(episode.turns)]
        for line, episode in zip(table, episodes, strict=True)
    ]
