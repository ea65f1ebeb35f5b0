"""What `EpisodeTrainer` lets one choose about credit and loss, and which choices go together."""

from __future__ import annotations

from typing import Literal

from trl import GRPOConfig

RowWeight = Literal["turn", "episode"]
Credit = Literal["episode", "turn", "state"]
MEANS_OVER_ROWS = ("grpo", "sapo", "dr_grpo", "luspo")
"""Losses that are a mean over rows: fillers dilute them, and they can be taken piece by piece. The others divide by
real tokens.
"""
LOSSES = (*MEANS_OVER_ROWS, "bnpo", "dapo", "cispo", "vespo")
"""TRL's `loss_type`."""


def check_choices(
    args: GRPOConfig,
    row_weight: str,
    credit: str,
    discount: float,
    negative_weight: float,
    rows_per_forward: int | None,
) -> None:
    """ValueError naming the choice that has no meaning, by itself or beside the others."""
    loss = args.loss_type
    if args.use_vllm:
        raise ValueError("use_vllm: the engine is chosen by rollout_engine, TRL must not start its own")
    for name, value, known in (
        ("row_weight", row_weight, ("turn", "episode")),
        ("credit", credit, ("episode", "turn", "state")),
        ("loss_type", loss, LOSSES),
        ("importance_sampling_level", args.importance_sampling_level, ("token", "sequence")),
        ("scale_rewards", args.scale_rewards, ("group", "batch", "none")),
    ):
        if value not in known:
            raise ValueError(f"{name}: {value!r} is none of {', '.join(known)}")
    if not 0 <= discount <= 1:
        raise ValueError(f"discount: {discount} is not from 0 to 1")
    if discount != 1 and credit == "episode":
        raise ValueError(f"discount: {discount} has no meaning under credit 'episode', which is one return")
    if not 0 <= negative_weight <= 1:
        raise ValueError(f"negative_weight: {negative_weight} is not from 0 to 1")
    if row_weight == "episode" and loss not in MEANS_OVER_ROWS:
        raise ValueError(f"row_weight: 'episode' has no meaning under loss_type {loss!r}, no mean over rows")
    if rows_per_forward is not None and loss not in MEANS_OVER_ROWS:
        raise ValueError(f"rows_per_forward: loss_type {loss!r} is no mean over rows and cannot be split")
    if rows_per_forward is not None and rows_per_forward < 1:
        raise ValueError(f"rows_per_forward: {rows_per_forward} is less than 1")
