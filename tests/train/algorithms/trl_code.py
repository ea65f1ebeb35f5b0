"""TRL's own code on given tensors: its loss as it is, and the two blocks of its rollout that compute advantages and the
correction for the engine, taken out of its source and run.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import defaultdict
from functools import cache
from types import CodeType, SimpleNamespace
from typing import Any

import torch
from accelerate import Accelerator
from trl import GRPOTrainer
from trl.trainer import grpo_trainer


def trl_loss(
    logps: torch.Tensor,
    old_logps: torch.Tensor | None,
    advantages: torch.Tensor,
    mask: torch.Tensor,
    loss_type: str,
    level: str = "token",
    epsilon: float = 0.2,
    epsilon_high: float | None = None,
    delta: float | None = None,
    beta: float = 0.0,
    weigh_kl: bool = True,
    ref_logps: torch.Tensor | None = None,
    correction: torch.Tensor | None = None,
    longest: int = 8,
    passes: int = 1,
    batch_tokens: int | None = None,
) -> tuple[torch.Tensor, dict[str, float]]:
    """`GRPOTrainer._compute_loss` and what it logs. passes: accumulation steps and parts of the generation batch, whose
    trained tokens are `batch_tokens` (those of this pass if None).
    """
    inputs: dict[str, Any] = {
        "prompt_ids": torch.zeros(len(mask), 1, dtype=torch.long),
        "prompt_mask": torch.ones(len(mask), 1, dtype=torch.long),
        "completion_ids": torch.zeros_like(mask),
        "completion_mask": mask,
        "advantages": advantages,
        "num_items_in_batch": torch.tensor(int(mask.sum()) if batch_tokens is None else batch_tokens),
        "old_per_token_logps": old_logps,
        "ref_per_token_logps": ref_logps,
        "importance_sampling_ratio": correction,
    }
    trainer = SimpleNamespace(
        _get_per_token_logps_and_entropies=lambda *_, **__: (logps, torch.zeros_like(mask, dtype=torch.float32), None),
        accelerator=Accelerator(cpu=True),
        args=SimpleNamespace(delta=delta, use_bias_correction_kl=weigh_kl, steps_per_generation=passes),
        current_gradient_accumulation_steps=passes,
        model=SimpleNamespace(training=True),
        max_completion_length=longest,
        loss_type=loss_type,
        importance_sampling_level=level,
        epsilon_low=epsilon,
        epsilon_high=epsilon if epsilon_high is None else epsilon_high,
        beta=beta,
        use_vllm=correction is not None,
        vllm_importance_sampling_correction=True,
        top_entropy_quantile=1.0,
        off_policy_mask_threshold=None,
        aux_loss_enabled=False,
        _entropy_bonus_enabled=False,
        _metrics={"train": defaultdict(list)},
    )
    loss = GRPOTrainer._compute_loss(trainer, None, inputs)  # type: ignore[arg-type]
    return loss, {name: values[0] for name, values in trainer._metrics["train"].items()}


def trl_advantages(returns: torch.Tensor, group_size: int, scale: str) -> torch.Tensor:
    """TRL's advantages of one reward a completion, (n,); NaN for one without a reward."""
    found = _run(
        "self.multi_objective_aggregation == 'sum_then_normalize'",
        self=SimpleNamespace(
            multi_objective_aggregation="sum_then_normalize", reward_weights=torch.ones(1), scale_rewards=scale
        ),
        rewards_per_func=returns.unsqueeze(1),
        unscorable_mask=returns.isnan(),
        num_generations=group_size,
        device="cpu",
    )
    return found["advantages"].nan_to_num(nan=0.0)


def trl_correction(
    old_logps: torch.Tensor, engine_logps: torch.Tensor, mask: torch.Tensor, mode: str, cap: float
) -> torch.Tensor:
    """TRL's ratio of the trainer's probabilities to the engine's, truncated or masked."""
    found = _run(
        "self.use_vllm and self.vllm_importance_sampling_correction",
        self=SimpleNamespace(
            use_vllm=True,
            vllm_importance_sampling_correction=True,
            vllm_importance_sampling_mode=mode,
            vllm_importance_sampling_clip_min=None,
            vllm_importance_sampling_clip_max=cap,
        ),
        old_per_token_logps=old_logps,
        sampling_per_token_logps=engine_logps,
        completion_mask=mask,
        tool_mask=None,
    )
    return found["vllm_importance_sampling_ratio"]


def _run(condition: str, **names: Any) -> dict[str, Any]:
    exec(_block(condition), vars(grpo_trainer).copy(), names)
    return names


@cache
def _block(condition: str) -> CodeType:
    """The first `if` of TRL's rollout with this condition, compiled."""
    source = textwrap.dedent(inspect.getsource(GRPOTrainer._generate_and_score_completions))
    found = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.If) and ast.unparse(n.test) == condition]
    first = min(found, key=lambda node: node.lineno)
    return compile(ast.Module([first], []), "trl", "exec")
