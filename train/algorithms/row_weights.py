"""Weights with which a mean over all rows, fillers included, is the mean wanted over the real ones.

Ranks must have as many rows as each other and passes must be full, so rows are filled up; and a turn, an episode
or a constant number of turns may be what weighs alike. One weight a row does both, for policy and KL term alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch

from train.algorithms.step_normaliser import step_weights

RowWeight = Literal["turn", "episode", "constant"]


@dataclass(frozen=True)
class RowCounts:
    """Of all ranks: rows with fillers, real rows, and episodes that have a real row. real, episodes: above 0."""

    rows: int
    real: int
    episodes: int


def row_weights(
    episode_of_row: torch.Tensor, weighting: RowWeight, counts: RowCounts, constant_turns: float | None = None
) -> torch.Tensor:
    """The weight of each row of this rank, (rows,) float32; 0 for fillers.

    episode_of_row: (rows,) int, an index of the row's episode on this rank from 0 on, -1 for a filler. All rows of an
    episode are here. The sum of weight * loss over the rows of all ranks, divided by `counts.rows`, is

    turn: the mean of the loss over real rows; without fillers every weight is exactly 1.
    episode: the mean over episodes of the mean over an episode's rows.
    constant: the mean over episodes of the sum over an episode's rows, divided by `constant_turns`.
    """
    real = episode_of_row >= 0
    if weighting == "turn":
        weights = torch.full(real.shape, counts.rows / counts.real, dtype=torch.float32, device=real.device)
        return weights.masked_fill(~real, 0.0)
    if weighting not in ("episode", "constant"):
        raise ValueError(f"row_weight: {weighting!r} is none of turn, episode, constant")
    if weighting == "constant" and not constant_turns:
        raise ValueError("row_weight: 'constant' divides by constant_turns, which is not set")
    turns = torch.bincount(episode_of_row[real])
    in_episode = step_weights(turns, constant_turns if weighting == "constant" else None)
    weights = torch.zeros(real.shape, dtype=torch.float32, device=real.device)
    weights[real] = in_episode[episode_of_row[real]] * (counts.rows / counts.episodes)
    return weights
