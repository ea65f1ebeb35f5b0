"""Draw the tasks of a sampled list once, and write them down: worlds that lay out and solve each task take their time.

    python scripts/draw_tasks.py --tasks configs/tasks/home_practice.yaml --output runs/practice --workers 2

The folder then holds tasks.jsonl and tasks.yaml; the latter goes wherever the list went (`--tasks`, `tasks:` of RL).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import yaml
from rich.progress import track

from envs.episode import Task
from envs.settings import SettingsError
from envs.task_list import draw_slice, load_sampled_list, task_to_json

SLICE = 6
"""Tasks that a process draws at a time; several share an apartment."""


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=Path, required=True, help="task list, a YAML file")
    parser.add_argument("--output", type=Path, required=True, help="folder for tasks.jsonl and tasks.yaml")
    parser.add_argument("--workers", type=int, default=2, help="processes that draw")
    options = parser.parse_args(argv)
    if options.workers < 1:
        parser.error(f"--workers: {options.workers} is not a number of processes")
    try:
        wanted = load_sampled_list(options.tasks)
        firsts = range(0, wanted.count, SLICE)
        slices = [(str(options.tasks), first, min(SLICE, wanted.count - first)) for first in firsts]
        # Spawned, since a process that has drawn with OpenGL cannot be forked.
        with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
            drawn = track(pool.imap(_draw, slices), "tasks", len(slices))
            lines = [json.dumps(task_to_json(task), separators=(",", ":")) for some in drawn for task in some]
    except SettingsError as error:
        print(f"draw_tasks: {error}", file=sys.stderr)
        return 2
    options.output.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("tasks.jsonl", "\n".join(lines) + "\n"),
        ("tasks.yaml", yaml.safe_dump({"world": wanted.world, "file": "tasks.jsonl"})),
    ):
        part = options.output / f".{name}.part"
        part.write_text(text, encoding="utf-8")
        os.replace(part, options.output / name)
    print(f"{len(lines)} tasks: {options.output / 'tasks.yaml'}")
    return 0


def _draw(which: tuple[str, int, int]) -> list[Task]:
    path, first, count = which
    return draw_slice(path, first, count)


if __name__ == "__main__":
    sys.exit(main())
