"""What a turn weighs within its episode: one over a constant number of turns, or over the episode's own.

An own length weakens the turns of long episodes, which mostly fail, so that failure is unlearnt too slowly; a constant
weighs a turn alike in every episode, and an update does not depend on how long the batch's episodes happen to be.
"""

from __future__ import annotations

import torch


def step_weights(turns: torch.Tensor, constant: float | None) -> torch.Tensor:
    """The weight of each turn of an episode, (n,) float32: 1 / constant, or 1 / own number of turns for None.

    turns: (n,) turns of each episode; an episode of none counts as one turn. constant: above 0.
    """
    if constant is None:
        return 1 / turns.clamp(min=1).float()
    return torch.full(turns.shape, 1 / constant, dtype=torch.float32, device=turns.device)
