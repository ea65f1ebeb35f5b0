"""Kill -9 at any moment, start again: the numbers of an unbroken run, nothing lost and nothing trained twice."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from tests.train.practice import ROOT, TINY

pytestmark = pytest.mark.training


def run(output: Path, kill_at: str) -> int:
    """Exit status of tests/train/practice.py: five updates, more than two epochs, a curriculum, checkpoints 2 and 4."""
    command = [sys.executable, "-m", "tests.train.practice", str(output), kill_at]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("whole")
    assert run(output, "never:0") == 0
    return output


@pytest.mark.parametrize(
    "kills",
    [
        ("rollout:0", "save:2", "rollout:2"),  # before any checkpoint, in the first one, and again in the same place
        ("update:1", "rollout:3", "save:4"),  # within the second epoch, whose order must go on
    ],
)
def test_a_killed_run_goes_on_with_the_numbers_of_an_unbroken_one(
    whole: Path, tmp_path: Path, kills: tuple[str, ...]
) -> None:
    for kill_at in kills:
        assert run(tmp_path, kill_at) == -signal.SIGKILL
    assert run(tmp_path, "never:0") == 0
    weights, broken = (load_file(folder / "model.safetensors") for folder in (whole, tmp_path))
    before = load_file(TINY / "model.safetensors")
    assert any(not torch.equal(weights[name], before[name]) for name in weights if name in before), "nothing trained"
    assert all(torch.equal(weights[name], broken[name]) for name in weights)
    assert curve(whole) == curve(tmp_path)
    assert [line[0] for line in curve(tmp_path)] == [1, 2, 3, 4, 5]
    assert state(whole, 4) == state(tmp_path, 4)


def curve(folder: Path) -> list[tuple[float, ...]]:
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [
        (line["step"], line["loss"], line["grad_norm"], line["episodes/return"]) for line in lines if "loss" in line
    ]


def state(folder: Path, step: int) -> object:
    return json.loads((folder / f"checkpoint-{step}" / "task_source.json").read_text())
