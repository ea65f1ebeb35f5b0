"""A benchmark's report: JSON with all that a score depends on, a table for the screen, and the comparison of two.

Results stand per task, so any two reports on one task list can be paired later.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from envs.metric_set import MetricSet, metrics_of
from envs.metrics import (
    Difference,
    Rate,
    Summary,
    TaskResult,
    by_category,
    paired_difference,
    paired_ratio_differences,
    summarize,
)
from envs.settings import SettingsError

FORMAT = 1


def build_report(
    results: Sequence[TaskResult],
    policy: Mapping[str, Any],
    tasks: Mapping[str, Any],
    settings: Mapping[str, Any],
    **more: Any,
) -> dict[str, Any]:
    """JSON-plain report. policy: who played. tasks: the list's name and content. settings: how it was prompted and
    sampled.
    """
    return {
        "format": FORMAT,
        "policy": dict(policy),
        "tasks": dict(tasks),
        "settings": dict(settings),
        **more,
        "summary": asdict(summarize(results)),
        "categories": {name: asdict(summary) for name, summary in by_category(results).items()},
        "results": [asdict(result) for result in results],
    }


def save_report(report: Mapping[str, Any], path: str | Path) -> None:
    """Write a report whole."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(part, path)


def load_report(path: str | Path) -> dict[str, Any]:
    """Read a report; SettingsError names file and what is wrong."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: cannot be read: {error}") from error
    if not isinstance(report, dict) or report.get("format") != FORMAT:
        raise SettingsError(f"{path}: format: this is no benchmark report of format {FORMAT}")
    return report


def results_of(report: Mapping[str, Any]) -> list[TaskResult]:
    """The results that a report holds."""
    known = {field.name for field in fields(TaskResult)}
    return [TaskResult(**{key: value for key, value in line.items() if key in known}) for line in report["results"]]


def pooled(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Several reports as one for `compare`: the first one's head, and everybody's results."""
    return {**reports[0], "results": [line for report in reports for line in report["results"]]}


def print_report(report: Mapping[str, Any], console: Console) -> None:
    """The table: all tasks, then each category."""
    results = results_of(report)
    table = Table(title=f"{report['policy']['name']} on {report['tasks']['name']}", title_justify="left")
    table.add_column("")
    for name in ("tasks", "SR", "95%", "SSR", "SPL", "valid replies", "steps", "steps of successes"):
        table.add_column(name, justify="right")
    categories = by_category(results)
    if len(categories) > 1:
        for name, summary in categories.items():
            table.add_row(name, *_cells(summary))
        table.add_section()
    total = summarize(results)
    table.add_row("all", *_cells(total), style="bold")
    console.print(table)
    own = metrics_of(results[0].world) if results else None
    if total.ratios and own is not None:
        _print_own(own, categories if len(categories) > 1 else {}, total, console)
    console.print("outcomes: " + ", ".join(f"{name} {count}" for name, count in total.outcomes.items() if count))
    if total.outcomes["infra_error"]:
        first = next(result.error for result in results if not result.counts)
        count = total.outcomes["infra_error"]
        console.print(f"{count} episodes ended by a fault of the set-up and are in no rate; first: {first}")


def _print_own(own: MetricSet, categories: Mapping[str, Summary], total: Summary, console: Console) -> None:
    """The world's own metrics with intervals, then the shares of its classes."""
    for title, columns in own.tables.items():
        table = Table(title=f"{title} (95%)", title_justify="left")
        table.add_column("")
        for name in columns.values():
            table.add_column(name, justify="right")
        for name, summary in categories.items():
            table.add_row(name, *(_own_cell(own, key, summary.ratios.get(key)) for key in columns))
        if categories:
            table.add_section()
        table.add_row("all", *(_own_cell(own, key, total.ratios.get(key)) for key in columns), style="bold")
        console.print(table)
    for title, names in own.shares.items():
        rates = {label: total.ratios[key] for key, label in names.items()}
        shares = ", ".join(f"{label} {percent(rate.value)}" for label, rate in rates.items())
        console.print(f"{title} ({next(iter(rates.values())).count}): {shares}")


def _own_cell(own: MetricSet, name: str, rate: Rate | None) -> str:
    """Value and, under it, its interval: shares in percent, other metrics as they are."""
    if rate is None or rate.value is None:
        return "-"
    scale, places = (1, 2) if name in own.counts else (100, 1)
    value = f"{scale * rate.value:.{places}f}"
    if rate.low is None or rate.high is None:
        return value
    return f"{value}\n{scale * rate.low:.{places}f}-{scale * rate.high:.{places}f}"


def compare(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Difference]:
    """Second minus first, paired by task: success, sub-goals, and path efficiency over tasks whose best path is
    known.
    """
    a, b = results_of(first), results_of(second)
    return {
        "sr": paired_difference(a, b),
        "ssr": paired_difference(a, b, lambda result: result.subgoal_rate),
        "spl": paired_difference(a, b, lambda result: result.spl or 0.0),
    }


def print_comparison(first: Mapping[str, Any], second: Mapping[str, Any], console: Console) -> dict[str, Difference]:
    """The table of differences; returns them."""
    differences = compare(first, second)
    table = Table(title=f"{second['policy']['name']} minus {first['policy']['name']}", title_justify="left")
    for name in ("", "difference", "95%, paired by task", "95%, by device", "tasks", "better", "worse"):
        table.add_column(name, justify="left" if not name else "right")
    for name, d in differences.items():
        clustered = _interval(*d.clustered) if d.clustered else "-"
        row = (_signed(d.value), _interval(d.low, d.high), clustered, d.tasks, d.second_better, d.first_better)
        table.add_row(name.upper(), *map(str, row))
    console.print(table)
    _print_own_changes(first, second, console)
    left = differences["sr"].left_out
    if left:
        console.print(f"{left} tasks were played, or counted, by one of the two only, and are left out")
    return differences


def _print_own_changes(first: Mapping[str, Any], second: Mapping[str, Any], console: Console) -> None:
    """What became of the world's own metrics, as its tables have them: points for shares, numbers for the others."""
    before, after = results_of(first), results_of(second)
    own = metrics_of(after[0].world) if after else None
    changes = paired_ratio_differences(before, after)
    if own is None or not changes:
        return
    for title, columns in own.tables.items():
        table = Table(title=f"{title}: change (95%)", title_justify="left")
        for name in columns.values():
            table.add_column(name, justify="right")
        table.add_row(*(_change_cell(own, key, changes.get(key)) for key in columns))
        console.print(table)


def _change_cell(own: MetricSet, name: str, change: Difference | None) -> str:
    if change is None or change.value is None:
        return "-"
    scale, places = (1, 2) if name in own.counts else (100, 1)
    value = f"{scale * change.value:+.{places}f}"
    if change.low is None or change.high is None:
        return value
    return f"{value}\n{scale * change.low:+.{places}f} to {scale * change.high:+.{places}f}"


def percent(value: float | None) -> str:
    """A rate for the screen."""
    return "-" if value is None else f"{100 * value:.1f}%"


def _cells(summary: Summary) -> tuple[str, ...]:
    rate: Rate = summary.sr
    low_high = "-" if rate.low is None else f"{100 * rate.low:.1f} - {100 * (rate.high or 0):.1f}"
    return (
        str(summary.episodes),
        percent(rate.value),
        low_high,
        percent(summary.ssr),
        "-" if summary.spl is None else f"{summary.spl:.3f}",
        percent(summary.valid_replies),
        _number(summary.steps),
        _number(summary.steps_of_successes),
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:+.1f}"


def _interval(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{100 * low:+.1f} to {100 * high:+.1f}"
