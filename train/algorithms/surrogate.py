"""What the surrogates share: the bounds of a ratio, a ratio that cannot overflow, and the clipped loss.

Shapes: rows are completions, T their columns. A ratio is (rows, T), or (rows, 1) where a row has one.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

LOG_BOUND = 20.0
"""Largest |log ratio|: e^20 is about 5e8, far beyond every clip, and its products stay finite in float32."""


@dataclass(frozen=True)
class Clip:
    """Bounds of the ratio new/old probability.

    lower, upper: where the gain from raising or lowering a probability ends. Unequal distances from 1 are clip-higher
    (DAPO, arXiv 2503.14476, section 3.1). delta: the largest ratio that counts where the advantage is negative, above
    `upper` (two-sided clipping, arXiv 2505.07291); None sets no bound there.
    """

    lower: float = 0.8
    upper: float = 1.2
    delta: float | None = None

    @classmethod
    def around(cls, epsilon: float, epsilon_high: float | None = None, delta: float | None = None) -> Clip:
        """1 - epsilon to 1 + epsilon_high (epsilon again if None), TRL's arguments."""
        return cls(1 - epsilon, 1 + (epsilon if epsilon_high is None else epsilon_high), delta)


@dataclass(frozen=True)
class Surrogate:
    """loss: (rows, T) or (rows, 1), to be minimised. ratio: not clipped, same width as the algorithm's ratio.

    low, high: bool, whether the bound took the gradient away, for negative and positive advantages; width of `loss`.
    """

    loss: torch.Tensor
    ratio: torch.Tensor
    low: torch.Tensor
    high: torch.Tensor


def log_ratio(logps: torch.Tensor, old_logps: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """log(new / old), (rows, T), within +-LOG_BOUND. mask: (rows, T) bool; where False the result is 0, whatever stands
    there, NaN too.
    """
    return torch.where(mask, logps - old_logps, 0.0).clamp(-LOG_BOUND, LOG_BOUND)


def clipped(ratio: torch.Tensor, advantages: torch.Tensor, clip: Clip) -> Surrogate:
    """-min(ratio * A, clipped ratio * A), as in PPO (arXiv 1707.06347, eq. 7).

    ratio: (rows, T) or (rows, 1). advantages: (rows, 1) or (rows, T).
    """
    counted = ratio if clip.delta is None else ratio.clamp(max=clip.delta)
    loss = -torch.min(counted * advantages, ratio.clamp(clip.lower, clip.upper) * advantages)
    low, high = (ratio < clip.lower) & (advantages < 0), (ratio > clip.upper) & (advantages > 0)
    return Surrogate(loss, ratio, low, high)
