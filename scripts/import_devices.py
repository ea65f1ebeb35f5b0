"""Take over devices in VGEBench's own format: check every SSM and its pictures, and write tasks on them.

    python scripts/import_devices.py path/to/original --output runs/original --tasks-per-device 15
    python scripts/benchmark.py --model exported/qwen3vl_8b --tasks runs/original/tasks.yaml --output report.json

The folder holds SSM JSON files, each with a `path` to its pictures, one a view (`envs.devices.photographs`). What
cannot be used is named, one line each, and left out; exit status 2 when nothing is left.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import yaml

from envs.devices.imported import ImportedDevice, find_devices, imported_tasks
from envs.task_list import task_to_json


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="folder for tasks.jsonl and tasks.yaml")
    parser.add_argument("--tasks-per-device", type=int, default=15)
    parser.add_argument("--goals", type=int, nargs=2, default=(1, 3), metavar=("FEWEST", "MOST"))
    parser.add_argument("--budget-factor", type=int, default=5, help="steps allowed per optimal step")
    parser.add_argument("--seed", type=int, default=0, help="of the goals that are drawn")
    parser.add_argument("--no-pictures", action="store_true", help="take devices whose pictures are not there")
    options = parser.parse_args(argv)
    if options.tasks_per_device < 1 or options.budget_factor < 1:
        parser.error("--tasks-per-device and --budget-factor must be at least 1")
    if not 1 <= options.goals[0] <= options.goals[1]:
        parser.error(f"--goals: {options.goals}: fewest and most must be at least 1, in this order")
    if not options.folder.is_dir():
        print(f"import_devices: {options.folder} is no folder", file=sys.stderr)
        return 2
    lines: list[str] = []
    devices: Counter[str] = Counter()
    broken = 0
    for found in find_devices(options.folder.resolve(), not options.no_pictures):
        if not isinstance(found, ImportedDevice):
            broken += 1
            print(f"left out: {found}", file=sys.stderr)
            continue
        goals = (options.goals[0], options.goals[1])
        tasks = imported_tasks(found, options.tasks_per_device, options.seed, goals, options.budget_factor)
        lines += [json.dumps(task_to_json(task), ensure_ascii=False) for task in tasks]
        devices[found.category] += 1
    if not lines:
        print(f"import_devices: {options.folder}: no device that can be used", file=sys.stderr)
        return 2
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "tasks.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (options.output / "tasks.yaml").write_text(yaml.safe_dump({"world": "devices", "file": "tasks.jsonl"}))
    told = ", ".join(f"{name} {count}" for name, count in sorted(devices.items()))
    print(f"{devices.total()} devices ({told}), {broken} left out; {len(lines)} tasks: {options.output / 'tasks.yaml'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
