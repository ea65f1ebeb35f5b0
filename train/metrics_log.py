"""Metrics of a run as JSON lines, one a log event: what SFT and RL both write to `metrics.jsonl`.

A resumed run first cuts the lines after its checkpoint, so that every step stands in the file once.
"""

from __future__ import annotations

import json
import math
import os
import time
from pathlib import Path
from typing import Any

from transformers import TrainerCallback, TrainerControl, TrainerState, TrainingArguments


class MetricsLog(TrainerCallback):
    """Appends {"step", "epoch", "seconds", ...metrics} to a file; numbers that are not finite become null."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._start = time.monotonic()

    def on_train_begin(
        self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **kwargs: Any
    ) -> None:
        """Keep what a resumed run has logged up to its checkpoint; start anew otherwise."""
        self._start = time.monotonic()
        if not state.is_world_process_zero:
            return
        kept = [line for line in read_metrics(self.path) if line["step"] <= state.global_step]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(f".{self.path.name}.part")
        part.write_text("".join(json.dumps(line) + "\n" for line in kept if state.global_step > 0))
        os.replace(part, self.path)

    def on_log(
        self,
        args: TrainingArguments,
        state: TrainerState,
        control: TrainerControl,
        logs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Write one line."""
        if not state.is_world_process_zero or logs is None:
            return
        line = {"step": state.global_step, "epoch": state.epoch, "seconds": round(time.monotonic() - self._start, 3)}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**line, **{key: _plain(value) for key, value in logs.items()}}) + "\n")


def read_metrics(path: str | Path) -> list[dict[str, Any]]:
    """The lines of a metrics file; a last line that a kill cut in half is left out."""
    lines: list[dict[str, Any]] = []
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        return lines
    for line in text.splitlines():
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return lines


def _plain(value: Any) -> Any:
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
