"""Correction for an engine whose probabilities differ from the trainer's: the trainer's over the engine's.

Tokens are sampled from the engine's distribution; the surrogate's ratio starts from the trainer's. The weight
between the two, by token or by row, is bounded by `cap`: truncation keeps it at the cap, a mask drops what is beyond.
Shapes: log-probabilities and mask are (rows, T); mask is 1 where a token is trained on.
"""

from __future__ import annotations

from typing import Literal

import torch

from train.algorithms.surrogate import LOG_BOUND

Correction = Literal["none", "token_truncate", "token_mask", "sequence_truncate", "sequence_mask", "geometric_mask"]
CORRECTIONS = ("none", "token_truncate", "token_mask", "sequence_truncate", "sequence_mask", "geometric_mask")


@torch.no_grad()
def engine_correction(
    old_logps: torch.Tensor, engine_logps: torch.Tensor, mask: torch.Tensor, mode: Correction, cap: float
) -> torch.Tensor | None:
    """The weight of a token, (rows, T), or of a row, (rows, 1); None for `none`. Without gradient.

    token_*: each token's ratio. sequence_*: their product, which a long row pushes past any cap (trl#4772).
    geometric_mask: their geometric mean, which length does not move; it is dropped below 1/cap, too.
    engine_logps: NaN where the engine gave none; such a token counts as equal. cap: at least 1.
    Raises ValueError for an unknown mode.
    """
    if mode == "none":
        return None
    if mode not in CORRECTIONS:
        raise ValueError(f"correction: {mode!r} is none of {', '.join(CORRECTIONS)}")
    counted = mask.bool()
    difference = torch.where(counted & ~engine_logps.isnan(), old_logps - engine_logps, 0.0)
    if not mode.startswith("token"):
        difference = difference.sum(-1, keepdim=True)
    if mode == "geometric_mask":
        difference = difference / counted.sum(-1, keepdim=True).clamp(min=1)
    ratio = torch.exp(difference.clamp(-LOG_BOUND, LOG_BOUND))
    if mode.endswith("truncate"):
        return ratio.clamp(max=cap)
    beyond = ratio > cap
    if mode == "geometric_mask":
        beyond |= ratio < 1 / cap
    return ratio.masked_fill(beyond, 0.0)


@torch.no_grad()
def logp_gap(
    old_logps: torch.Tensor, engine_logps: torch.Tensor, mask: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """|log p of the trainer - log p of the engine| over trained tokens: (sum, count, max), 0-dim, to join over ranks.

    Tokens that the engine gave no log-probability for are left out. Without any token all three are 0.
    """
    gap = (old_logps - engine_logps).abs()
    gap = gap[mask.bool() & ~engine_logps.isnan()]
    most = gap.max() if gap.numel() else gap.new_zeros(())
    return gap.sum(), gap.new_tensor(float(gap.numel())), most
