"""Choices that have no meaning, by themselves or together, are one error that names key and value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from trl import GRPOConfig

from train.algorithms.objective import Objective
from train.algorithms.surrogate import Clip
from train.choices import OWN, Choices, own


def config(output: Path, **more: Any) -> GRPOConfig:
    settings: dict[str, Any] = {"per_device_train_batch_size": 8, "num_generations": 4, "use_cpu": True, "bf16": False}
    return GRPOConfig(output_dir=str(output), report_to="none", **(settings | more))


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"algorithm": "ppo"}, "algorithm: 'ppo'"),
        ({"normaliser": "mean"}, "normaliser: 'mean'"),
        ({"row_weight": "token"}, "row_weight: 'token'"),
        ({"credit": "step"}, "credit: 'step'"),
        ({"correction": "sequence"}, "correction: 'sequence'"),
        ({"scale_rewards": "std"}, "scale_rewards: 'std'"),
        ({"credit": "turn", "discount": 1.5}, "discount: 1.5"),
        ({"credit": "turn", "discount": float("nan")}, "discount: nan"),
        ({"discount": 0.9}, "discount: 0.9.*credit 'episode'"),
        ({"credit": "solver", "discount": 0.9}, "discount: 0.9.*credit 'solver'"),
        ({"step_weight": 0.5}, "step_weight: 0.5.*credit 'episode'"),
        ({"credit": "gigpo", "step_weight": -1.0}, "step_weight: -1.0"),
        ({"credit": "state", "solver_centred": False}, "solver_centred: False.*credit 'state'"),
        ({"negative_weight": -1.0}, "negative_weight: -1.0"),
        ({"dynamic_sampling": -1}, "dynamic_sampling: -1"),
        ({"correction_cap": 0.5}, "correction_cap: 0.5"),
        ({"old_logps": "reference"}, "old_logps: 'reference'"),
        ({"old_logps": "engine"}, "correction: 'token_truncate' has no meaning under old_logps 'engine'"),
        ({"correction_cap": float("inf")}, "correction_cap: inf"),
        ({"rows_per_forward": 0}, "rows_per_forward: 0"),
        ({"epsilon": -0.1}, "epsilon: -0.1"),
        ({"epsilon_high": float("nan")}, "epsilon_high: nan"),
        ({"beta": -1.0}, "beta: -1.0"),
        ({"delta": 1.2}, "delta: 1.2.*1 \\+ epsilon_high"),
        ({"delta": 1.3, "epsilon_high": 0.4}, "delta: 1.3.*1.4"),
        ({"delta": 4.0, "algorithm": "cispo"}, "delta: 4.0.*'cispo'"),
        ({"row_weight": "episode", "normaliser": "tokens"}, "row_weight: 'episode'.*'tokens'"),
        ({"row_weight": "constant"}, "constant_turns: None.*'constant'"),
        ({"constant_turns": 8.0}, "constant_turns: 8.0.*'turn'"),
        ({"row_weight": "constant", "constant_turns": 0.0}, "constant_turns: 0.0"),
        ({"max_completion_length": 0}, "max_completion_length: 0"),
        ({"max_completion_length": None}, "max_completion_length: None"),
    ],
)
def test_a_bad_choice_is_named(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Choices(**wrong)


@pytest.mark.parametrize(
    ("key", "value", "instead"),
    [
        ("loss_type", "grpo", "normaliser"),
        ("importance_sampling_level", "sequence", "algorithm"),
        ("vllm_importance_sampling_correction", False, "correction"),
        ("vllm_importance_sampling_mode", "token_mask", "correction"),
        ("vllm_importance_sampling_clip_max", 2.0, "correction_cap"),
        ("off_policy_mask_threshold", 0.1, "no such part"),
        ("entropy_coef", 0.1, "no such part"),
        ("use_vllm", True, "rollout_engine"),
    ],
)
def test_keys_of_trls_that_ours_replace_are_refused(tmp_path: Path, key: str, value: Any, instead: str) -> None:
    with pytest.raises(ValueError, match=f"{key}.*{instead}"):
        Choices.of(None, config(tmp_path, **{key: value}))


def test_every_choice_comes_from_where_its_key_stands(tmp_path: Path) -> None:
    @dataclass
    class Arguments:
        algorithm: str = own("algorithm")
        credit: str = own("credit")
        discount: float = own("discount")

    training = config(tmp_path, epsilon=0.1, epsilon_high=0.3, beta=0.5, scale_rewards=False, max_completion_length=9)
    choices = Choices.of(Arguments(algorithm="gspo", credit="turn", discount=0.5), training)
    assert (choices.algorithm, choices.credit, choices.discount) == ("gspo", "turn", 0.5)
    assert choices.scale_rewards == "none" and choices.row_weight == "turn"
    assert choices.objective() == Objective(algorithm="gspo", clip=Clip(0.9, 1.3), beta=0.5, longest=9)
    assert Arguments() == Arguments(Choices().algorithm, Choices().credit, Choices().discount)


def test_every_key_is_ours_with_help_or_trls_with_trls_default() -> None:
    for spec in fields(Choices):
        if spec.name in OWN:
            assert spec.metadata["help"] and spec.name not in GRPOConfig.__dataclass_fields__
        else:
            assert spec.default == GRPOConfig.__dataclass_fields__[spec.name].default
