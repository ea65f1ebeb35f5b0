"""What a measured piece of training took: seconds, losses, pictures looked at, GPU memory."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

import torch

from train.pictures import PictureMemory


@dataclass
class Timed:
    """One way of doing the same work. seconds, losses: of a repeat each; the loss is the mean over its updates.

    memory: the last repeat's, which counts pictures shown and looked at. peak: bytes of GPU memory; 0 on a CPU.
    """

    seconds: list[float] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)
    memory: PictureMemory = field(default_factory=lambda: PictureMemory(0))
    peak: int = 0
    _noted: list[float] = field(default_factory=list)

    def note(self, logs: Mapping[str, Any] | None) -> None:
        """Take an update's loss from what a trainer logs."""
        if logs and "loss" in logs:
            self._noted.append(float(logs["loss"]))

    def stop(self, start: float) -> None:
        """Add a repeat that began at `start`."""
        self.seconds.append(_now() - start)
        self.losses.append(fmean(self._noted))
        self._noted.clear()
        if torch.cuda.is_available():
            self.peak = max(self.peak, torch.cuda.max_memory_allocated())


def start_clock() -> float:
    """When a repeat begins; what the GPU was told before is done by then."""
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()
    return _now()


def _now() -> float:
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.perf_counter()


def machine() -> dict[str, Any]:
    """Arguments of a transformers trainer that measures: this machine, nothing saved, a loss from every update."""
    return {
        "use_cpu": not torch.cuda.is_available(),
        "bf16": False,  # the model has its dtype already
        "logging_steps": 1,
        "save_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": False,
    }
