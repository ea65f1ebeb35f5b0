"""The loss of rows: surrogate, correction for the engine, KL term and normaliser, put together as TRL does.

    loss of a row = normalised over its tokens( surrogate * correction + beta * KL )

The trainer's loss is the mean of loss * weight over rows (`row_weights`), so a batch may be taken in any pieces.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import torch

from train.algorithms.cispo import cispo
from train.algorithms.grpo import grpo
from train.algorithms.gspo import gspo
from train.algorithms.kl import k3
from train.algorithms.normaliser import constant_mean, sequence_mean, tokens_mean
from train.algorithms.surrogate import Clip

Algorithm = Literal["grpo", "gspo", "cispo"]
Normaliser = Literal["sequence", "tokens", "constant"]
Metrics = dict[str, tuple[torch.Tensor, torch.Tensor]]
"""Name -> (sum, count), 0-dim and without gradient; what many pieces and ranks give is added, then divided."""

SURROGATES = {"grpo": grpo, "gspo": gspo, "cispo": cispo}


@dataclass(frozen=True)
class RowLosses:
    """loss: (rows,) with gradient, 0 for a row without tokens.

    metrics: clip_ratio/low_mean, high_mean, region_mean and ratio over tokens (over rows where the algorithm has one
    ratio a row); kl over tokens where beta is not 0; correction over tokens or rows where there is one.
    """

    loss: torch.Tensor
    metrics: Metrics


@dataclass(frozen=True, kw_only=True)
class Objective:
    """beta: weight of the KL term. weigh_kl: that term times the ratio, which makes its gradient that of the reverse KL
    (TRL's use_bias_correction_kl; DeepSeek-V3.2, arXiv 2512.02556).

    longest: tokens that a row is divided by under normaliser `constant`.
    """

    algorithm: Algorithm = "grpo"
    normaliser: Normaliser = "sequence"
    clip: Clip = field(default_factory=Clip)
    beta: float = 0.0
    weigh_kl: bool = True
    longest: int | None = None

    def __post_init__(self) -> None:
        if self.algorithm not in SURROGATES:
            raise ValueError(f"algorithm: {self.algorithm!r} is none of {', '.join(SURROGATES)}")
        if self.normaliser not in ("sequence", "tokens", "constant"):
            raise ValueError(f"normaliser: {self.normaliser!r} is none of sequence, tokens, constant")
        if self.normaliser == "constant" and not self.longest:
            raise ValueError(f"normaliser: 'constant' divides by longest, which is {self.longest}")

    def row_losses(
        self,
        logps: torch.Tensor,
        old_logps: torch.Tensor | None,
        advantages: torch.Tensor,
        mask: torch.Tensor,
        ref_logps: torch.Tensor | None = None,
        correction: torch.Tensor | None = None,
        tokens_per_row: float | torch.Tensor | None = None,
    ) -> RowLosses:
        """The loss of each row, not yet weighted.

        logps (with gradient), old_logps, ref_logps: (rows, T); old_logps None is the policy itself, ratio 1.
        advantages: (rows,) or (rows, T). mask: (rows, T), not 0 where a token is trained on. What stands elsewhere in
        any of them, NaN too, changes neither loss nor gradient. correction: as `engine_correction` gives it.
        tokens_per_row: see `tokens_mean`. Raises ValueError where one is missing that the choices need.
        """
        mask = mask != 0
        advantages = advantages.unsqueeze(1) if advantages.dim() == 1 else advantages
        counted = mask if advantages.size(1) > 1 else mask.any(-1, keepdim=True)
        advantages = torch.where(counted, advantages, 0.0)
        old_logps = logps.detach() if old_logps is None else old_logps
        surrogate = SURROGATES[self.algorithm](logps, old_logps, advantages, mask, self.clip)
        per_token = surrogate.loss
        found = {
            "clip_ratio/low_mean": surrogate.low,
            "clip_ratio/high_mean": surrogate.high,
            "clip_ratio/region_mean": surrogate.low | surrogate.high,
            "ratio": surrogate.ratio,
        }
        if correction is not None:
            per_token = per_token * correction
            found["correction"] = correction
        if self.beta:
            if ref_logps is None:
                raise ValueError(f"beta: {self.beta} needs the log-probabilities of a reference")
            kl = k3(logps, ref_logps, mask)
            kl = kl * surrogate.ratio if self.weigh_kl else kl
            per_token = per_token + self.beta * kl
            found["kl"] = kl
        loss = self._normalised(per_token.expand(mask.shape), mask, tokens_per_row)
        return RowLosses(loss, {name: _counted(value.detach(), mask) for name, value in found.items()})

    def _normalised(
        self, per_token: torch.Tensor, mask: torch.Tensor, tokens_per_row: float | torch.Tensor | None
    ) -> torch.Tensor:
        if self.normaliser == "sequence":
            return sequence_mean(per_token, mask)
        if self.normaliser == "constant":
            assert self.longest is not None
            return constant_mean(per_token, mask, self.longest)
        if tokens_per_row is None:
            raise ValueError("normaliser: 'tokens' needs the mean number of tokens of a row")
        return tokens_mean(per_token, mask, tokens_per_row)


def _counted(value: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Sum and number of the trained tokens' values, or of the rows' where there is one a row."""
    where = mask if value.size(1) == mask.size(1) else mask.any(-1, keepdim=True)
    return torch.where(where, value.float(), 0.0).sum(), where.sum().float()
