"""The demo's SFT, cut down to four steps of four rows."""

from __future__ import annotations

from pathlib import Path

STEPS = 4
SAVE_EVERY = 2
RATE = 1e-3


def sft_command(data: Path, output: Path, *more: str) -> list[str]:
    """Words for `train.sft.main`."""
    words = ["--config", "configs/sft/demo.yaml", "--data", str(data), "--output_dir", str(output)]
    words += ["--max_steps", str(STEPS), "--save_steps", str(SAVE_EVERY), "--save_total_limit", "5"]
    words += ["--per_device_train_batch_size", "4", "--logging_steps", "1", "--warmup_steps", "0"]
    words += ["--learning_rate", str(RATE)]
    return [*words, "--disable_tqdm", "true", *more]
