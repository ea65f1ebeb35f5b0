"""RL split over two processes (`configs/accelerate/`, on CPUs over gloo) is RL in one: the same numbers, whole weights
for the engine, no row lost where one process has eight times the rows of the other.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from tests.loading import ROOT
from tests.sharded_launch import cpu_configuration, launch_sharded
from tests.train.practice import TINY, spot_tasks
from tests.train.sharded_practice import SAVE_EVERY, UPDATES, main
from train.metrics_log import read_metrics

pytestmark = [pytest.mark.training, pytest.mark.timeout(1200)]

SCRIPT = "tests/train/sharded_practice.py"
KEYS = ("loss", "grad_norm", "episodes/return", "episodes/turns", "episodes/success")
SLOW = pytest.mark.slow


def updates(folder: Path) -> list[dict[str, float]]:
    return [line for line in read_metrics(folder / "metrics.jsonl") if "loss" in line]


def assert_same_numbers(ours: list[dict[str, float]], theirs: list[dict[str, float]], tolerance: float) -> None:
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert [other[key] for key in KEYS] == pytest.approx([one[key] for key in KEYS], rel=tolerance, abs=1e-6)


def left_by(folder: Path, rank: int) -> dict[str, Any]:
    return torch.load(folder / f"rank_{rank}.pt")


def assert_within(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor], bound: float) -> None:
    """Every tensor of `one` stands in `other`, nowhere further away than `bound`."""
    for name, tensor in one.items():
        assert tensor.shape == other[name].shape, name
        assert (tensor - other[name]).abs().max() <= bound, name


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run of one process, which sums on one thread as each of two does: Adam makes much of the last bits."""
    folder = tmp_path_factory.mktemp("alone")
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, SCRIPT, str(folder)], cwd=ROOT, env=environment, check=True)
    return folder


@pytest.fixture(scope="module", params=["fsdp2", pytest.param("zero2", marks=SLOW), pytest.param("zero3", marks=SLOW)])
def together(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The run of two, and its configuration."""
    folder = tmp_path_factory.mktemp(request.param)
    configuration = cpu_configuration(request.param, folder)
    launch_sharded(configuration, SCRIPT, str(folder / "run"))
    return folder / "run", configuration


def test_two_processes_practise_push_and_save_as_one_does(alone: Path, together: tuple[Path, Path]) -> None:
    run, _ = together
    assert_same_numbers(updates(alone), updates(run), 1e-3)
    start, saved, expected = (
        load_file(TINY / "model.safetensors"),
        load_file(run / "model.safetensors"),
        left_by(alone, 0),
    )
    for rank in (0, 1):
        left = left_by(run, rank)
        assert len(left["pushes"]) == UPDATES + 1
        assert left["pushes"][0].keys() == start.keys()
        assert_within(left["pushes"][0], start, 0.0)
        assert_within(left["pushes"][-1], saved, 0.0)
        for ours, theirs in zip(expected["pushes"], left["pushes"], strict=True):
            assert_within(ours, theirs, 2e-5)  # where an update moves weights by up to 1e-3
        assert left["looked"] <= len(spot_tasks()) < left["shown"], "each task's picture once"
    assert max((saved[name] - tensor).abs().max() for name, tensor in start.items()) > 1e-3


@SLOW
def test_a_resumed_run_repeats_every_bit(together: tuple[Path, Path], tmp_path: Path) -> None:
    run, configuration = together
    shutil.copytree(run / f"checkpoint-{SAVE_EVERY}", tmp_path / f"checkpoint-{SAVE_EVERY}")
    launch_sharded(configuration, SCRIPT, str(tmp_path))
    assert_same_numbers(updates(run)[SAVE_EVERY:], updates(tmp_path), 0.0)
    for rank in (0, 1):
        whole, rest = left_by(run, rank)["pushes"][SAVE_EVERY:], left_by(tmp_path, rank)["pushes"]
        for ours, theirs in zip(whole, rest, strict=True):
            assert_within(ours, theirs, 0.0)


@SLOW
@pytest.mark.parametrize("sharding", ["fsdp2", "zero2", "zero3"])
def test_processes_with_four_and_thirty_two_turns_lose_no_row(sharding: str, tmp_path: Path) -> None:
    main(tmp_path / "alone", uneven=True)
    launch_sharded(cpu_configuration(sharding, tmp_path), SCRIPT, str(tmp_path / "run"), "uneven")
    assert_same_numbers(updates(tmp_path / "alone"), updates(tmp_path / "run"), 1e-3)
    left = [left_by(tmp_path / "run", rank) for rank in (0, 1)]
    assert sum(each["played"] for each in left) == sum(each["trained"] for each in left) == UPDATES * (4 + 32)
    assert all(each["played"] == each["trained"] for each in left)


@SLOW
@pytest.mark.vllm
@pytest.mark.parametrize("sharding", ["fsdp2", "zero3"])
def test_each_process_plays_with_a_vllm_of_the_weights_it_has_trained(sharding: str, tmp_path: Path) -> None:
    words = ["--model", str(TINY), "--output_dir", str(tmp_path / "run"), "--max_steps", "3", "--save_strategy", "no"]
    words += ["--per_device_train_batch_size", "4", "--steps_per_generation", "1", "--gradient_accumulation_steps", "1"]
    # the untaught model's episodes are all alike and teach nothing, so decay moves the weights: by a tenth an update
    words += [
        "--learning_rate",
        "1e-2",
        "--weight_decay",
        "10",
        "--warmup_steps",
        "0",
        "--lr_scheduler_type",
        "constant",
    ]
    launch_sharded(cpu_configuration(sharding, tmp_path), "train/rl.py", "--config", "configs/rl/demo.yaml", *words)
    lines = updates(tmp_path / "run")
    assert len(lines) == 3
    assert abs(lines[2]["entropy"] - lines[0]["entropy"]) > 0.01, "the weights have not moved"
    for line in lines:
        assert line["sampling/sampling_logp_difference/max"] < 1e-3
