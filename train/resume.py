"""Which checkpoint to go on from: the last COMPLETE one, since a kill may leave half a folder behind.

The trainer writes weights, optimizer and random state first and `trainer_state.json` last, so a readable state of
the right step means that this process wrote everything before it; weights and every rank's random state are looked
at too.
"""

from __future__ import annotations

import json
import os
import re
import struct
from pathlib import Path

from envs.settings import SettingsError

_CHECKPOINT = re.compile(r"checkpoint-(\d+)")


def checkpoints(output_dir: str | Path) -> list[tuple[int, Path]]:
    """(step, folder) of every checkpoint, complete or not, in order of steps."""
    folder = Path(output_dir)
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        match = _CHECKPOINT.fullmatch(path.name)
        if match and path.is_dir():
            found.append((int(match[1]), path))
    return sorted(found)


def last_complete_checkpoint(output_dir: str | Path) -> Path | None:
    """The newest checkpoint that was written whole; None when there is none."""
    whole = (path for step, path in reversed(checkpoints(output_dir)) if is_complete(path, step))
    return next(whole, None)


def is_complete(path: Path, step: int) -> bool:
    """Whether a checkpoint of this step was written to its end."""
    try:
        state = json.loads((path / "trainer_state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if state.get("global_step") != step:
        return False
    world = int(os.environ.get("WORLD_SIZE", "1"))
    states = [path / f"rng_state_{rank}.pth" for rank in range(world)]
    if world > 1 and states[0].exists() and not all(state.exists() for state in states):
        return False
    return all(_whole_safetensors(file) for file in path.glob("*.safetensors"))


def checkpoint_to_resume(output_dir: str | Path, asked: str | bool | None) -> Path | None:
    """What `--resume_from_checkpoint` means: true for the last complete one (None when there is none yet), or a folder.

    SettingsError when the folder is no complete checkpoint, or when nothing is asked for and an earlier run's
    checkpoints lie in `output_dir`: two runs in one folder would mix.
    """
    text = str(asked).strip()
    if asked is None or text.lower() in ("", "false", "none"):
        if checkpoints(output_dir):
            raise SettingsError(
                f"output_dir: {output_dir} holds checkpoints of an earlier run; "
                "pass --resume_from_checkpoint true, or choose another folder"
            )
        return None
    if text.lower() == "true":
        return last_complete_checkpoint(output_dir)
    path = Path(text)
    match = _CHECKPOINT.fullmatch(path.resolve().name)
    if match is None or not is_complete(path, int(match[1])):
        raise SettingsError(f"resume_from_checkpoint: {text} is no complete checkpoint")
    return path


def _whole_safetensors(path: Path) -> bool:
    """Whether the file is as long as its header says."""
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(length))
    except (OSError, ValueError, struct.error):
        return False
    ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
    return path.stat().st_size == 8 + length + max(ends, default=0)
