"""A run that collapses stops, on every rank alike, saves nothing more, and names the last good checkpoint."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from safetensors.torch import save_file

from tests.train import practice
from tests.train.collapsing import breaking_trainer
from train import rl
from train.collapse import Collapsed, last_good_checkpoint
from train.metrics_log import read_metrics


def steps_of(output: Path) -> list[int]:
    return sorted(int(path.name.rpartition("-")[2]) for path in output.glob("checkpoint-*"))


def write_checkpoint(output: Path, step: int, whole: bool = True) -> Path:
    folder = output / f"checkpoint-{step}"
    folder.mkdir(parents=True)
    save_file({"weight": torch.zeros(2)}, folder / "model.safetensors")
    if whole:
        (folder / "trainer_state.json").write_text(json.dumps({"global_step": step}))
    return folder


def test_a_checkpoint_is_good_when_a_log_after_it_was(tmp_path: Path) -> None:
    folders = {step: write_checkpoint(tmp_path, step, whole=step != 20) for step in (10, 20, 30)}
    assert last_good_checkpoint(tmp_path, None) is None
    assert last_good_checkpoint(tmp_path, 10) is None  # no log has seen what these weights do
    assert last_good_checkpoint(tmp_path, 11) == folders[10]
    assert last_good_checkpoint(tmp_path, 30) == folders[10]  # 20 was not written to its end
    assert last_good_checkpoint(tmp_path, 31) == folders[30]
    assert last_good_checkpoint(tmp_path / "none", 31) is None


@pytest.mark.training
def test_a_collapsed_run_stops_without_saving_and_names_the_last_good_checkpoint(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Broken from update 5 on, interrupted after it, stopped at 6: the streak of two logs spans the restart."""
    with caplog.at_level(logging.WARNING, "train.collapse"):
        trainer, guard = breaking_trainer(tmp_path, broken_from=4, max_steps=5)
        trainer.train()
        guard.raise_if_collapsed()  # only an alarm so far
        assert steps_of(tmp_path) == [3, 5], "the newest, and the last good one in spite of the limit"
        trainer, guard = breaking_trainer(tmp_path, broken_from=4, first=5, max_steps=9)
        trainer.train(resume_from_checkpoint=str(tmp_path / "checkpoint-5"))
        with pytest.raises(Collapsed) as caught:
            guard.raise_if_collapsed()
    assert steps_of(tmp_path) == [3, 5]
    assert caught.value.checkpoint == tmp_path / "checkpoint-3"
    crossing = caught.value.crossing
    assert (crossing.rail, crossing.value, crossing.threshold, crossing.step) == ("invalid_replies", 1.0, 0.6, 6)
    for part in ("invalid_replies", "at step 6", "0.6", f"--resume_from_checkpoint {tmp_path / 'checkpoint-3'}"):
        assert part in str(caught.value)
    warnings = [record.getMessage() for record in caplog.records if "invalid_replies" in record.getMessage()]
    assert len(warnings) == 1 and "at step 5" in warnings[0] and "0.5" in warnings[0]
    lines = [line for line in read_metrics(tmp_path / "metrics.jsonl") if "loss" in line]
    alarms = [(line["step"], line.get("rails/invalid_replies", 0), line["rails/alarms"] > 0) for line in lines]
    assert alarms == [*((step, 0, False) for step in range(1, 5)), (5, 1, True), (6, 1, True)]


@pytest.mark.training
def test_saving_by_epochs_saves_nothing_collapsed(tmp_path: Path) -> None:
    trainer, guard = breaking_trainer(tmp_path, broken_from=1, save_strategy="epoch", num_train_epochs=2)
    trainer.train()
    with pytest.raises(Collapsed) as caught:
        guard.raise_if_collapsed()
    assert trainer.state.global_step == 3 and steps_of(tmp_path) == []
    assert caught.value.checkpoint is None and "no good checkpoint" in str(caught.value)


@pytest.mark.training
def test_weights_that_burst_stop_the_run_at_once(tmp_path: Path) -> None:
    more: dict[str, Any] = {"learning_rate": 1e30, "lr_scheduler_type": "constant", "max_grad_norm": 0}
    trainer, guard = breaking_trainer(tmp_path, broken_from=99, rails={}, max_steps=9, **more)
    trainer.train()
    with pytest.raises(Collapsed, match=r"nonfinite \(loss nan, grad_norm nan\) at step 2"):
        guard.raise_if_collapsed()
    assert steps_of(tmp_path) == [1]


@pytest.mark.training
def test_ranks_stop_together_whatever_they_log(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(practice.ROOT)}
    words = ["tests/train/collapsing.py", str(tmp_path)]
    done = subprocess.run(
        [*command, *words], cwd=practice.ROOT, env=environment, capture_output=True, text=True, check=False
    )
    messages = [(tmp_path / f"rank_{rank}.txt").read_text() for rank in (0, 1)]
    assert messages[0] == messages[1] and "invalid_replies" in messages[0] and "at step 3" in messages[0]
    assert done.returncode != 0 and "exitcode" in done.stderr
    assert 3 not in steps_of(tmp_path)


@pytest.mark.training
def test_the_script_says_so_with_status_3_and_leaves_no_model(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The tiny model has not learnt the reply format; these rails do not let it begin like that."""
    (tmp_path / "tasks.yaml").write_text("{world: devices, split: rl, categories: [Lamp], count: 1}")
    own: dict[str, Any] = {
        "model": str(practice.TINY),
        "tasks": str(tmp_path / "tasks.yaml"),
        "output_dir": str(tmp_path / "run"),
        "rollout_engine": "transformers",
        "max_turns": 1,
        "max_steps": 5,
        "per_device_train_batch_size": 4,
        "steps_per_generation": 1,
        "gradient_accumulation_steps": 1,
        "max_completion_length": 8,
        "save_steps": 1,
        "rails": {"invalid_replies": {"patience": 2, "from_start": True}},
    }
    demo = yaml.safe_load(Path("configs/rl/demo.yaml").read_text(encoding="utf-8"))
    config = tmp_path / "rl.yaml"
    config.write_text(yaml.safe_dump({**demo, **own}))
    assert rl.main(["--config", str(config)]) == 3
    assert "invalid_replies" in (said := capfd.readouterr().err) and "at step 2" in said
    assert steps_of(tmp_path / "run") == [1] and not (tmp_path / "run" / "model.safetensors").exists()
