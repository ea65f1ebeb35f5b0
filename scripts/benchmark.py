"""Play a task list with a policy and report success, path efficiency and valid replies, with intervals.

    python scripts/benchmark.py --model exported/demo --tasks configs/benchmarks/devices_demo.yaml --output report.json
    python scripts/benchmark.py --endpoint http://host:8000/v1 --served-model NAME --tasks ... --output report.json
    python scripts/benchmark.py --policy planner --tasks ... --output report.json
    python scripts/benchmark.py --episodes runs/human/episodes.jsonl --name human --output report.json
    python scripts/benchmark.py --compare A.json B.json [A2.json B2.json ...]

A model folder brings its own prompt settings (apprentice.json, or the run.json of a training run); options overrule
them. The temperature is recorded, and 1.0 unless told otherwise: a policy that may repeat itself forever is worst
when greedy.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

from rich.console import Console

from data_synth.provenance import revision, versions
from envs.episode import EpisodeError, load_episodes, save_episodes
from envs.images import ImageStore
from envs.metrics import task_result
from envs.settings import SettingsError, check_settings, read_yaml
from envs.task_list import load_task_list
from train.command_line import report_and_exit
from train.evaluation.conditions import Conditions
from train.evaluation.options import add_options, check_options, play, policy_choice, prompt_of
from train.evaluation.player import Player
from train.evaluation.report import build_report, load_report, pooled, print_comparison, print_report, save_report
from train.manifest import read_manifest, write_manifest
from train.model_card import score_of, write_card
from train.run_record import PACKAGES


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    changed = parser.add_argument_group("conditions of an ablation (device world; VGEBench 5 and appendix E)")
    changed.add_argument(
        "--budget-factor", type=float, help="steps allowed per optimal step; the list's own, 5, if unset"
    )
    changed.add_argument("--instruction-style", help="all instructions in one style: order, polite, wish, question")
    changed.add_argument("--jpeg-quality", type=int, help="pictures through a JPEG of this quality, 1 to 95")
    changed.add_argument("--blur", type=float, help="Gaussian blur of pictures, sigma in pixels")
    changed.add_argument("--dropout", type=float, help="share of pictures under eight black squares, up to 0.5")
    parser.add_argument(
        "--episodes", help="score these saved episodes instead of playing: a file of episodes.jsonl's form"
    )
    out = parser.add_argument_group("what is written")
    out.add_argument("--output", help="the report, JSON")
    out.add_argument("--save-episodes", help="folder for episodes.jsonl and their pictures")
    out.add_argument(
        "--scores-into-manifest", action="store_true", help="enter the summary in the folder's apprentice.json"
    )
    out.add_argument(
        "--compare",
        nargs="+",
        metavar="REPORT.json",
        help="difference of two reports, and nothing else; of several pairs (A B A2 B2 ...) with each task's mean",
    )
    options = parser.parse_args(argv)
    if len(options.compare or ()) % 2:
        parser.error(f"--compare: {len(options.compare)} reports are no pairs")
    if not options.compare and not options.episodes:
        check_options(parser, options)
    return options


def conditions_of(options: argparse.Namespace) -> Conditions:
    """What is changed about the tasks, by the command line. SettingsError names the option and its value."""
    raw = {
        "budget_factor": options.budget_factor,
        "instruction_style": options.instruction_style,
        "pictures": {name: getattr(options, name) for name in ("jpeg_quality", "blur", "dropout")},
    }
    return check_settings(raw, Conditions, "options")


def score(options: argparse.Namespace, console: Console) -> None:
    """Report on saved episodes, a person's or a policy's; those that never ended are left out, and numbered."""
    episodes = list(load_episodes(options.episodes))
    ended = [episode for episode in episodes if episode.outcome is not None]
    if not ended:
        raise SettingsError(f"{options.episodes}: no ended episode")
    if len(ended) < len(episodes):
        console.print(f"{len(episodes) - len(ended)} episodes that never ended are left out")
    report = build_report(
        [task_result(episode) for episode in ended],
        policy={"name": options.name or ended[0].policy or "unknown", "kind": "episodes", "path": options.episodes},
        tasks={"name": Path(options.episodes).stem, "file": options.episodes, "count": len(ended)},
        settings={},
        versions=versions(*PACKAGES),
        revision=revision(),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    print_report(report, console)
    if options.output:
        save_report(report, options.output)


def benchmark(options: argparse.Namespace, console: Console) -> dict[str, Any]:
    """Play, print, write; returns the report."""
    world, tasks = load_task_list(options.tasks, options.limit)
    settings = prompt_of(options)
    conditions = conditions_of(options)
    choice = policy_choice(options)
    store = ImageStore(Path(options.save_episodes) / "images" if options.save_episodes else None)
    conditions.apply(tasks[:1])  # what cannot be done is refused before an engine starts
    if options.output:
        Path(options.output).parent.mkdir(parents=True, exist_ok=True)
    player = Player(choice, settings, store, options.concurrency)
    try:
        start = time.monotonic()
        episodes = play(player, world, tasks, options, conditions)
        seconds = time.monotonic() - start
    finally:
        player.close()
    report = build_report(
        [task_result(episode) for episode in episodes],
        policy={
            "name": choice.called,
            "kind": choice.kind,
            "path": options.model,
            "engine": options.engine if options.model else None,
            "endpoint": options.endpoint,
        },
        tasks={
            "name": Path(options.tasks).stem,
            "file": options.tasks,
            "list": read_yaml(options.tasks),
            "count": len(tasks),
        },
        settings={**asdict(settings), "seed": options.seed, "max_turns": options.max_turns},
        conditions=conditions.model_dump(),
        versions=versions(*PACKAGES),
        revision=revision(),
        time=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=round(seconds, 1),
    )
    print_report(report, console)
    if options.output:
        save_report(report, options.output)
        console.print(f"report: {options.output} ({seconds:.0f} s)")
    if options.save_episodes:
        path = Path(options.save_episodes) / "episodes.jsonl"
        path.unlink(missing_ok=True)
        from train.rollout import without_tokens

        save_episodes(path, map(without_tokens, episodes))
        console.print(f"episodes: {path}")
    if options.scores_into_manifest:
        enter_scores(options.model, report)
    return report


def enter_scores(folder: str | None, report: dict[str, Any]) -> None:
    """Put a report's summary into an exported folder's manifest, under the task list's name, and on its model card."""
    manifest = read_manifest(folder) if folder else None
    if folder is None or manifest is None:
        raise SettingsError(f"{folder}: no apprentice.json to enter scores in; export the model first")
    write_manifest(folder, manifest.model_copy(update={"scores": {**manifest.scores, **score_of(report)}}))
    write_card(folder)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    options = arguments(argv)
    console = Console(width=None if sys.stdout.isatty() else 140)
    logging.getLogger("train.rollout").setLevel(logging.ERROR)  # the report tells; a line for each would tear the bar
    try:
        if options.compare:
            reports = [load_report(path) for path in options.compare]
            first, second = pooled(reports[::2]), pooled(reports[1::2])
            differences = print_comparison(first, second, console)
            if options.output:
                plain = {name: asdict(difference) for name, difference in differences.items()}
                Path(options.output).write_text(json.dumps(plain, indent=1) + "\n")
            return 0
        if options.episodes:
            score(options, console)
        else:
            benchmark(options, console)
    except (SettingsError, EpisodeError, OSError) as error:
        return report_and_exit(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
