"""Make a dataset of planner-made demonstrations, in parallel; run it again to go on after a kill.

    python scripts/synthesize.py --config configs/data/demo.yaml --output runs/data [--workers 2] [--stats] [--symbolic]
    python scripts/synthesize.py --output runs/data --stats  # only count what is there

Bad input gives one error line and exit 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from data_synth.config import DEFAULT_WORLD, load_config
from data_synth.dataset import DatasetError, DatasetFolder
from data_synth.demonstrator import statistics_of
from data_synth.statistics import count
from data_synth.synthesis import synthesize
from envs.settings import SettingsError, check_settings


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--config", type=Path, help="what to make, a file like those in configs/data")
    parser.add_argument("--output", type=Path, required=True, help="the dataset's folder")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--stats", action="store_true", help="print counts at the end; of devices also VGEBench's tables with ours"
    )
    parser.add_argument("--symbolic", action="store_true", help="without pictures, as `render: false`")
    arguments = parser.parse_args(argv)
    if arguments.config is None and not arguments.stats:
        parser.error("--config is needed, unless only --stats are asked for")
    if arguments.workers < 1:
        parser.error(f"--workers: {arguments.workers} is less than 1")
    console = Console(width=None if sys.stdout.isatty() else 140)
    try:
        if arguments.config is not None:
            _synthesize(arguments.config, arguments.output, arguments.workers, arguments.symbolic, console)
        if arguments.stats:
            _print_statistics(arguments.output, arguments.workers, console)
    except (SettingsError, DatasetError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _synthesize(path: Path, output: Path, workers: int, symbolic: bool, console: Console) -> None:
    config, rewards = load_config(path)
    if symbolic:
        config = check_settings({**config.model_dump(), "render": False}, type(config), f"{path} with --symbolic")
    columns = (
        TextColumn("synthesize"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("synthesize", total=config.episodes)
        manifest = synthesize(
            config, rewards, output, workers, lambda done, rejected: progress.update(bar, advance=done)
        )
    summary = manifest.to_json()
    rejected = ", ".join(f"{reason}: {n}" for reason, n in summary["rejected"].items()) or "none"
    if not summary["episodes"]:
        raise DatasetError(f"{path}: not one episode could be made; left out: {rejected}")
    console.print(
        f"{summary['episodes']} episodes in {len(manifest.shards)} shards under {output}; rejected: {rejected}"
    )


def _print_statistics(output: Path, workers: int, console: Console) -> None:
    place = DatasetFolder(output)
    manifest = place.read_manifest()
    world = manifest.config.get("world", DEFAULT_WORLD) if manifest else DEFAULT_WORLD
    statistics = count(place.episodes(), statistics_of(world))
    table = Table(show_header=False, title=str(output))
    for name, counts in statistics.rows():
        table.add_row(name, counts)
    for each in (table, *statistics.tables(workers)):
        console.print(each)


if __name__ == "__main__":
    sys.exit(main())
