"""What RL is told wrongly is one line with file and key, before tasks are drawn or a model is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from train import rl

DEMO = Path("configs/rl/demo.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("credit", "nonsense"),
        ("discount", 2),
        ("discount", ".nan"),
        ("negative_weight", -1),
        ("rows_per_forward", 0),
        ("row_weight", "foo"),
        ("concurrency", 0),
        ("max_turns", 0),
        ("max_prompt_tokens", -1),
        ("max_completion_length", 0),
        ("temperature", 0),
        ("temperature", ".inf"),
        ("importance_sampling_level", "foo"),
        ("loss_type", "foo"),
        ("scale_rewards", "foo"),
        ("beta", -1),
        ("epsilon", ".nan"),
        ("per_device_train_batch_size", 0),
        ("gradient_accumulation_steps", 0),
        ("steps_per_generation", 0),
        ("num_generations", 0),
        ("learning_rate", -1),
        ("max_grad_norm", -1),
        ("weight_decay", ".nan"),
        ("seed", -1),
        ("dtype", "int8"),
        ("lora_dropout", 2),
        ("lora_alpha", -1),
        ("picture_memory_mb", ".nan"),
        ("picture_memory_mb", -5),
        ("use_vllm", "true"),
        ("save_steps", 3),
        ("save_strategy", "best"),
        ("report_to", "foo"),
        ("output_dir", "README.md"),
        ("algorithm", "ppo"),
        ("correction", "token_truncate"),
        ("curriculum", "{bands: 1}"),
        ("rails", "{nothing: null}"),
        ("simulator_seconds", 0),
        ("mask_truncated_completions", "true"),
        ("log_completions", "true"),
    ],
)
def test_a_bad_value_is_refused_before_anything_is_loaded(
    tmp_path: Path, monkeypatch: Any, capsys: Any, key: str, value: Any
) -> None:
    def too_late(*_: Any) -> None:
        raise AssertionError("the value was accepted")

    monkeypatch.setattr(rl, "load_task_list", too_late)
    lines = [line for line in DEMO.splitlines() if not line.startswith(f"{key}:")]
    path = tmp_path / "bad.yaml"
    path.write_text("\n".join([*lines, f"{key}: {value}", ""]))
    place = [] if key == "output_dir" else ["--output_dir", str(tmp_path / "run")]
    assert rl.main(["--config", str(path), *place]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith(f"error: {path}: ")
    assert key in error or "batch size" in error or "generation" in error


@pytest.mark.parametrize(
    "server", ["localhost:8000", "ftp://x:1", "http://", "http://localhost:99999", "http://h:port", "http://a b:1", ""]
)
def test_an_address_that_cannot_be_one_is_refused(tmp_path: Path, capsys: Any, server: str) -> None:
    words = ["--config", "configs/rl/demo.yaml", "--output_dir", str(tmp_path), "--rollout_engine", "server"]
    assert rl.main([*words, "--servers", server]) == 2
    assert f"servers: {server!r} is no address" in capsys.readouterr().err


@pytest.mark.parametrize("model", ["models/nope", "README.md", "/nope", "a/b/c"])
def test_a_model_that_is_not_here_is_refused_before_tasks_are_drawn(
    tmp_path: Path, monkeypatch: Any, capsys: Any, model: str
) -> None:
    def too_late(*_: Any) -> None:
        raise AssertionError("the model was accepted")

    monkeypatch.setattr(rl, "load_task_list", too_late)
    assert rl.main(["--config", "configs/rl/demo.yaml", "--output_dir", str(tmp_path), "--model", model]) == 2
    assert f"model: {model} is no folder here" in capsys.readouterr().err


def test_a_discount_without_turns_to_credit_is_refused(tmp_path: Path, capsys: Any) -> None:
    words = ["--config", "configs/rl/demo.yaml", "--output_dir", str(tmp_path), "--credit", "episode"]
    assert rl.main(words) == 2
    assert "discount: 0.0 has no meaning under credit" in capsys.readouterr().err
