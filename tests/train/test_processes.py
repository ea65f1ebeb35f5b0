"""RL in two processes over gloo is RL in one: the same episodes, the same numbers, one vLLM each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from envs.episode import load_episodes
from tests.loading import ROOT
from tests.train.practice import TINY
from tests.train.sharded_practice import UPDATES
from train.metrics_log import read_metrics

KEYS = ("loss", "grad_norm", "episodes/return", "episodes/turns", "episodes/success")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "VLLM_CPU_OMP_THREADS_BIND": "nobind", "PYTHONPATH": str(ROOT)}


def launch(processes: int, *words: str) -> None:
    """Run a script in so many processes; the test fails with its last lines."""
    several = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", str(processes)]
    command = [sys.executable, *(several if processes > 1 else []), *words]
    environment = {**os.environ, **ONE_THREAD}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.mark.training
def test_two_processes_learn_what_one_learns(tmp_path: Path) -> None:
    for processes in (1, 2):
        launch(processes, "tests/train/practice.py", str(tmp_path / str(processes)), "never:0")
    one, two = (
        [line for line in read_metrics(tmp_path / name / "metrics.jsonl") if "loss" in line] for name in ("1", "2")
    )
    assert len(one) == len(two) == 5
    for ours, theirs in zip(one, two, strict=True):
        assert [theirs[key] for key in KEYS] == pytest.approx([ours[key] for key in KEYS], rel=1e-3, abs=1e-6)


@pytest.mark.slow
@pytest.mark.training
def test_a_process_with_few_rows_waits_for_one_with_many_and_none_is_lost(tmp_path: Path) -> None:
    for processes in (1, 2):
        launch(processes, "tests/train/sharded_practice.py", str(tmp_path / str(processes)), "uneven")
    one, two = (
        [line for line in read_metrics(tmp_path / name / "metrics.jsonl") if "loss" in line] for name in ("1", "2")
    )
    for ours, theirs in zip(one, two, strict=True):
        assert [theirs[key] for key in KEYS] == pytest.approx([ours[key] for key in KEYS], rel=1e-3, abs=1e-6)
    left = [torch.load(tmp_path / "2" / f"rank_{rank}.pt") for rank in (0, 1)]
    assert [each["trained"] for each in left] == [each["played"] for each in left]
    assert sum(each["played"] for each in left) == UPDATES * (4 + 32)


@pytest.mark.slow
@pytest.mark.vllm
@pytest.mark.training
def test_each_process_plays_with_a_vllm_of_its_own(tmp_path: Path) -> None:
    words = ["--model", str(TINY), "--output_dir", str(tmp_path), "--max_steps", "1", "--save_strategy", "no"]
    words += ["--per_device_train_batch_size", "4", "--steps_per_generation", "1", "--gradient_accumulation_steps", "1"]
    launch(2, "train/rl.py", "--config", "configs/rl/demo.yaml", *words)
    played = [list(load_episodes(tmp_path / "episodes" / f"step_000000_rank_{rank}.jsonl")) for rank in (0, 1)]
    assert [len(episodes) for episodes in played] == [4, 4]
    assert len({episode.task.id for episodes in played for episode in episodes}) == 2  # a group on each
    line = read_metrics(tmp_path / "metrics.jsonl")[0]
    assert line["sampling/sampling_logp_difference/max"] < 1e-3
