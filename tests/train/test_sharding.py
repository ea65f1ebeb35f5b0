"""SFT split over two processes by FSDP2 (`configs/accelerate/fsdp2.yaml`, on CPUs over gloo) is SFT on one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import train.sft as sft
from data_synth.dataset import DatasetFolder
from tests.loading import ROOT
from tests.runs import sft_command
from train.export import export
from train.metrics_log import read_metrics
from train.run_record import read_run_record

pytestmark = [pytest.mark.slow, pytest.mark.training]


def launch(accelerate: Path, words: list[str]) -> None:
    """`accelerate launch` of train/sft.py; the test fails with its last lines."""
    command = [str(Path(sys.executable).with_name("accelerate")), "launch", "--config_file", str(accelerate)]
    command += ["tests/fsdp_on_cpus.py", "train/sft.py", *words]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]


def numbers(folder: Path) -> list[float]:
    lines = [line for line in read_metrics(folder / "metrics.jsonl") if "loss" in line]
    return [line[key] for line in lines for key in ("loss", "grad_norm")]


def test_two_processes_train_resume_and_export_as_one_does(demonstrated: DatasetFolder, tmp_path: Path) -> None:
    shipped = yaml.safe_load((ROOT / "configs" / "accelerate" / "fsdp2.yaml").read_text())
    accelerate = tmp_path / "fsdp2.yaml"
    accelerate.write_text(yaml.safe_dump({**shipped, "mixed_precision": "no", "num_processes": 2}))
    one, two, again = tmp_path / "one", tmp_path / "two", tmp_path / "again"
    assert sft.main(sft_command(demonstrated.folder, one)) == 0
    half = ("--per_device_train_batch_size", "2")
    launch(accelerate, [*sft_command(demonstrated.folder, two), *half])
    assert numbers(two) == pytest.approx(numbers(one), rel=1e-3)
    record = read_run_record(two)
    assert record is not None
    assert record["vision_digest"] == read_run_record(one)["vision_digest"]  # type: ignore[index]

    again.mkdir()
    shutil.copytree(two / "checkpoint-2", again / "checkpoint-2")
    launch(accelerate, [*sft_command(demonstrated.folder, again), *half, "--resume_from_checkpoint", "true"])
    assert numbers(again) == pytest.approx(numbers(two)[4:], rel=1e-5)
    manifest = export(again, tmp_path / "exported")
    assert manifest.equality is not None
    assert manifest.equality.reload == 0.0
