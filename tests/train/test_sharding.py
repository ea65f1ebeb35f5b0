"""SFT split over two processes (`configs/accelerate/`, on CPUs over gloo) is SFT on one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import train.sft as sft
from data_synth.dataset import DatasetFolder
from tests.runs import sft_command
from tests.sharded_launch import cpu_configuration, launch_sharded
from train.export import export
from train.metrics_log import read_metrics
from train.run_record import read_run_record

pytestmark = [pytest.mark.slow, pytest.mark.training]


def numbers(folder: Path) -> list[float]:
    lines = [line for line in read_metrics(folder / "metrics.jsonl") if "loss" in line]
    return [line[key] for line in lines for key in ("loss", "grad_norm")]


@pytest.mark.parametrize("sharding", ["fsdp2", "zero3"])
def test_two_processes_train_resume_and_export_as_one_does(
    sharding: str, demonstrated: DatasetFolder, tmp_path: Path
) -> None:
    configuration = cpu_configuration(sharding, tmp_path)
    one, two, again = tmp_path / "one", tmp_path / "two", tmp_path / "again"
    assert sft.main(sft_command(demonstrated.folder, one)) == 0
    half = ("--per_device_train_batch_size", "2")
    launch_sharded(configuration, "train/sft.py", *sft_command(demonstrated.folder, two), *half)
    assert numbers(two) == pytest.approx(numbers(one), rel=1e-3)
    record = read_run_record(two)
    assert record is not None
    assert record["vision_digest"] == read_run_record(one)["vision_digest"]  # type: ignore[index]

    again.mkdir()
    shutil.copytree(two / "checkpoint-2", again / "checkpoint-2")
    resume = ("--resume_from_checkpoint", "true")
    launch_sharded(configuration, "train/sft.py", *sft_command(demonstrated.folder, again), *half, *resume)
    assert numbers(again) == pytest.approx(numbers(two)[4:], rel=1e-5)
    manifest = export(again, tmp_path / "exported")
    assert manifest.equality is not None
    assert manifest.equality.reload == 0.0
