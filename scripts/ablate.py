"""The paper's ablations and research questions for one policy: budget, history, worse pictures, style of instructions.

    python scripts/ablate.py --model exported/demo --tasks configs/benchmarks/devices_validation.yaml --output ablation

Plays every case once with one engine, prints the table, and writes ablation.json and ablation.png (VGEBench tables 4,
5, 12 to 16, figures 3 to 5). Who plays and how it is prompted is said as to `scripts/benchmark.py`. History needs a
policy that reads a transcript.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from envs.episode import Episode
from envs.images import ImageStore
from envs.metrics import Summary
from envs.settings import SettingsError
from envs.task_list import load_task_list
from train.command_line import report_and_exit
from train.evaluation.ablation import BASE, KINDS, cases, curve, summaries
from train.evaluation.ablation_plots import draw_ablation
from train.evaluation.options import add_options, check_options, play, policy_choice, prompt_of
from train.evaluation.player import Player
from train.evaluation.report import percent


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS, help="some of the ablations")
    parser.add_argument("--output", type=Path, required=True, help="folder for ablation.json and ablation.png")
    options = parser.parse_args(argv)
    check_options(parser, options)
    return options


def ablate(options: argparse.Namespace, console: Console) -> None:
    """Play every case, then print and write what came of it."""
    world, tasks = load_task_list(options.tasks, options.limit)
    settings, choice = prompt_of(options), policy_choice(options)
    transcript = settings.context.mode == "transcript"
    if "history" in options.only and not transcript:
        console.print("history is left out: this policy reads no transcript, but the notes that it writes itself")
    todo = cases(options.only, transcript)
    for case in todo:
        case.conditions.apply(tasks[:1])  # what cannot be done is refused before an engine starts
    options.output.mkdir(parents=True, exist_ok=True)
    played: dict[str, list[Episode]] = {}
    player = Player(choice, settings, ImageStore(None), options.concurrency)
    try:
        for number, case in enumerate(todo, 1):
            console.print(f"{number} of {len(todo)}: {case.name}")
            context = replace(settings.context, last_turns=case.last_turns) if case.group == "history" else None
            player.settings = replace(settings, context=context or settings.context)
            played[case.name] = play(player, world, tasks, options, case.conditions)
    finally:
        player.close()
    found = summaries(played)
    budgets = curve(played[BASE]) if "budget" in options.only else {}
    table = Table(title=f"{choice.called} on {Path(options.tasks).stem}", title_justify="left")
    for name in ("case", "tasks", "SR", "95%", "SSR", "SPL"):
        table.add_column(name, justify="left" if name == "case" else "right")
    rows = {**found, **{f"budget {factor:g}": summary for factor, summary in budgets.items()}}
    for name, summary in rows.items():
        interval = f"{percent(summary.sr.low)} - {percent(summary.sr.high)}"
        spl = "-" if summary.spl is None else f"{summary.spl:.3f}"
        table.add_row(name, str(summary.episodes), percent(summary.sr.value), interval, percent(summary.ssr), spl)
    console.print(table)
    groups: dict[str, dict[str, Summary]] = {}
    for case in todo:
        groups.setdefault(case.group, {})[case.name] = found[case.name]
    draw_ablation(f"{choice.called}, {len(tasks)} tasks", budgets, groups, options.output / "ablation.png")
    content = {"policy": choice.called, "tasks": options.tasks, "seed": options.seed, "settings": asdict(settings)}
    content["cases"] = {name: asdict(summary) for name, summary in rows.items()}
    (options.output / "ablation.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    console.print(f"written: {options.output / 'ablation.json'}, {options.output / 'ablation.png'}", soft_wrap=True)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    options = arguments(argv)
    logging.getLogger("train.rollout").setLevel(logging.ERROR)
    try:
        ablate(options, Console(width=None if sys.stdout.isatty() else 140))
    except (SettingsError, OSError) as error:
        return report_and_exit(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
