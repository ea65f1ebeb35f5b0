"""Make the frozen list of the home benchmark anew: 241 tasks in the seven standard scenes.

    python scripts/make_home_bench.py [--output configs/benchmarks/home_bench.jsonl] [--workers 2]

The same code gives the same file, byte for byte. Every task is laid out and solved, some seconds each.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
from rich.progress import track

from envs.home.apartments import STANDARD
from envs.home.tasks.bench import arranged, make
from envs.task_list import task_to_json


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make the frozen list of the home benchmark anew.")
    parser.add_argument("--output", type=Path, default=ROOT / "configs" / "benchmarks" / "home_bench.jsonl")
    parser.add_argument("--workers", type=int, default=1, help="processes that sample tasks")
    options = parser.parse_args(argv)
    if options.workers < 1:
        parser.error(f"--workers: {options.workers} is not a number of processes")
    # Spawned, since a process that has drawn with OpenGL cannot be forked.
    with multiprocessing.get_context("spawn").Pool(options.workers) as pool:
        tasks = arranged(list(track(pool.imap(make, STANDARD), "scenes", len(STANDARD))))
    text = "".join(json.dumps(task_to_json(task), separators=(",", ":")) + "\n" for task in tasks)
    unfinished = options.output.with_suffix(".part")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, options.output)
    print(f"{len(tasks)} tasks, {len(text) // 1000} kB: {options.output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
