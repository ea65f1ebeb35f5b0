"""Where the time of a run went: the table of `seconds/*` in its metrics.jsonl, mean and share of an update.

    python scripts/speed.py run runs/demo/rl

The wall clock of an update is the time between two lines of the log, saving and logging included; what no part
accounts for is shown as such. A line may stand for several updates (`logging_steps`). Of SFT the same table is
printed, without episodes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from envs.settings import SettingsError
from train.metrics_log import read_metrics
from train.run_record import read_run_record

PREFIX = "seconds/"
REST = "none of these"


@dataclass(frozen=True)
class RunTimes:
    """What a run's log says of its time.

    parts: name -> mean seconds of an update, largest first, what is left of `wall` last.
    wall: mean seconds of an update by the wall clock. episodes: played for one update; None where none were.
    """

    updates: int
    wall: float
    parts: dict[str, float]
    episodes: float | None

    @property
    def updates_per_hour(self) -> float:
        """By the wall clock."""
        return 3600 / self.wall

    @property
    def episodes_per_minute(self) -> float | None:
        """By the wall clock of whole updates, training included."""
        return None if self.episodes is None else 60 * self.episodes / self.wall


def run_times(folder: str | Path) -> RunTimes:
    """The times of a run's output folder. SettingsError when its log is not there or says nothing of time."""
    path = Path(folder) / "metrics.jsonl"
    if not path.exists():
        raise SettingsError(f"{folder}: no metrics.jsonl here, so it is no run's output folder")
    try:
        return _run_times(path, read_metrics(path), _episodes(read_run_record(folder) or {}))
    except (AttributeError, KeyError, TypeError) as error:  # some other file of lines
        raise SettingsError(f"{path}: not the log of a run: {type(error).__name__}: {error}") from error


def _run_times(path: Path, lines: Sequence[Mapping[str, Any]], episodes: float | None) -> RunTimes:
    updates, wall, parts = 0, 0.0, dict[str, float]()
    step, clock = 0, 0.0
    for line in lines:
        seconds = {name.removeprefix(PREFIX): value for name, value in line.items() if name.startswith(PREFIX)}
        steps = line["step"] - step
        if seconds and steps > 0:
            # the log's clock starts anew when a run is resumed
            wall += line["seconds"] - (clock if line["seconds"] > clock else 0.0)
            updates += steps
            for name, value in seconds.items():
                parts[name] = parts.get(name, 0.0) + (value or 0.0) * steps
        step, clock = line["step"], line["seconds"]
    if not updates:
        raise SettingsError(f"{path}: no line bears {PREFIX}*, so it says nothing of where the time went")
    ordered = dict(sorted(((name, total / updates) for name, total in parts.items()), key=lambda item: -item[1]))
    each = wall / updates
    rest = max(each - sum(ordered.values()), 0.0)  # below 0 by what simulators did in other processes
    return RunTimes(updates, each, {**ordered, REST: rest}, episodes)


def _episodes(record: Mapping[str, Any]) -> float | None:
    """Episodes that an update plays on average, all processes together; groups that were replaced not counted."""
    if record.get("kind") != "rl":
        return None
    training = record["training"]
    passes = training["steps_per_generation"] * training["num_iterations"]
    return training["generation_batch_size"] * training["gradient_accumulation_steps"] / passes


def table(times: RunTimes, title: str) -> Table:
    """The times as a table."""
    shown = Table(title=title, title_justify="left")
    for name in ("part of an update", "seconds", "share"):
        shown.add_column(name, justify="left" if name.startswith("part") else "right")
    for name, seconds in times.parts.items():
        if name == REST:
            shown.add_section()
        shown.add_row(name, f"{seconds:.2f}", f"{seconds / times.wall:.1%}")
    shown.add_section()
    shown.add_row("wall clock", f"{times.wall:.2f}", "", style="bold")
    return shown


def main(argv: Sequence[str]) -> int:
    """Print a run's table; returns the exit status: 2 for a folder that holds none."""
    parser = argparse.ArgumentParser(prog="speed.py run", description=__doc__)
    parser.add_argument("folder", help="output folder of a training run")
    args = parser.parse_args(argv)
    try:
        times = run_times(args.folder)
    except SettingsError as error:
        print(f"speed.py run: {error}", file=sys.stderr)
        return 2
    console = Console()
    console.print(table(times, f"{args.folder}: {times.updates} updates"))
    rates = f"{times.updates_per_hour:,.0f} updates an hour"
    if times.episodes_per_minute is not None:
        rates += f", {times.episodes_per_minute:,.0f} episodes a minute"
    console.print(rates)
    return 0
