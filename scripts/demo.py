"""The whole way on one machine: synthesize -> SFT -> GSPO -> export -> benchmark, with a table, a curve and a page at
the end.

    python scripts/demo.py [--world devices] [--seed 0] [--output runs/demo] [--fresh]

Every stage is the command that one would type, run in its own process. A run that was stopped goes on where it was; a
run that has ended shows its table again; `--fresh` starts anew. Results: report.json, curve.png, episodes.html,
rl/pages/index.html, exported/ with its model card.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console
from rich.table import Table

from data_synth.provenance import ROOT, revision
from train.evaluation.curve import draw_curve
from train.evaluation.report import compare, load_report, percent

console = Console(width=None if sys.stdout.isatty() else 140)


@dataclass(frozen=True)
class Stage:
    """One command of the demo. `made` exists once it has ended well."""

    name: str
    command: list[str]
    made: Path


@dataclass(frozen=True)
class World:
    """The configuration files that one world's demo uses.

    scenes: what the table calls them. drawn: whether task lists are drawn beforehand, in stages of their own, since
    every task is laid out and solved before it is given.
    """

    data: str
    sft: str
    rl: str
    tasks: str
    scenes: str
    drawn: bool = False


WORLDS = {
    "devices": World(
        "configs/data/demo.yaml",
        "configs/sft/demo.yaml",
        "configs/rl/demo.yaml",
        "configs/benchmarks/devices_demo.yaml",
        "devices",
    ),
    "home": World(
        "configs/data/home_demo.yaml",
        "configs/sft/home_demo.yaml",
        "configs/rl/home_demo.yaml",
        "configs/benchmarks/home_demo.yaml",
        "apartments",
        drawn=True,
    ),
    "cook": World(
        "configs/data/cook_demo.yaml",
        "configs/sft/cook_demo.yaml",
        "configs/rl/cook_demo.yaml",
        "configs/benchmarks/cook_demo.yaml",
        "dishes",
        drawn=True,
    ),
}
TEMPERATURE = "0.7"
"""Of every benchmark here: the one that RL practises at."""
PROCESSES = 2
"""Of RL, each with a vLLM of its own: on two cores they play half as many episodes again as one with two threads."""
POLICIES = {"base": "base", "sft": "after SFT", "rl": "after RL"}


def stages(world: World, out: Path, seed: int) -> list[Stage]:
    """The commands, in order."""
    data = yaml.safe_load((ROOT / world.data).read_text())
    practice = yaml.safe_load((ROOT / world.rl).read_text())
    rewards, tasks = practice["rewards"], world.tasks
    (out / "data.yaml").write_text(yaml.safe_dump({**data, "seed": seed, "rewards": str(ROOT / rewards)}))
    base = yaml.safe_load((ROOT / world.sft).read_text())
    prompt = ["--dtype", base["dtype"], "--picture-size", str(base["picture_size"])]
    prompt += ["--context-mode", base["context_mode"], "--context-tools", base["context_tools"]]
    prompt += ["--no-context-previous-image", "--max-prompt-tokens", str(practice["max_prompt_tokens"])]
    steps: list[Stage] = []
    practised: list[Any] = []
    if world.drawn:
        for name, listed in (("practice", practice["tasks"]), ("test", world.tasks)):
            words = ["scripts/draw_tasks.py", "--tasks", listed, "--output", out / name]
            steps.append(_stage(f"draw {name}", out / f".{name}.done", *words))
        tasks, practised = str(out / "test" / "tasks.yaml"), ["--tasks", out / "practice" / "tasks.yaml"]
    steps += [
        _stage(
            "synthesize",
            out / "data" / ".done",
            "scripts/synthesize.py",
            "--config",
            out / "data.yaml",
            "--output",
            out / "data",
        ),
        _stage(
            "SFT",
            out / "sft" / ".done",
            "train/sft.py",
            "--config",
            world.sft,
            "--data",
            out / "data",
            *_train(out / "sft", seed),
        ),
        _stage(
            "RL",
            out / "rl" / ".done",
            *("-m", "torch.distributed.run", "--standalone", "--nproc_per_node", PROCESSES, "train/rl.py"),
            "--config",
            world.rl,
            "--model",
            out / "sft",
            *practised,
            *_train(out / "rl", seed),
        ),
        _stage(
            "export",
            out / "exported" / ".done",
            "train/export.py",
            "--checkpoint",
            out / "rl",
            "--output",
            out / "exported",
        ),
    ]
    for key, model in (("base", base["model"]), ("sft", out / "sft"), ("rl", out / "exported")):
        words = ["--model", model, "--name", POLICIES[key], "--tasks", tasks, "--rewards", rewards, "--seed", seed]
        # One bound and one temperature for all three: the folders of SFT and RL remember different ones.
        words += ["--max-tokens", practice["max_completion_length"], "--temperature", TEMPERATURE]
        words += ["--output", out / f"report_{key}.json", "--save-episodes", out / "benchmark" / key]
        words += prompt if key == "base" else ["--scores-into-manifest"] if key == "rl" else []
        steps.append(
            _stage(f"benchmark {POLICIES[key]}", out / f".benchmark_{key}.done", "scripts/benchmark.py", *words)
        )
    page = [
        "scripts/view.py",
        out / "benchmark" / "rl" / "episodes.jsonl",
        "--images",
        out / "benchmark" / "rl" / "images",
    ]
    steps.append(_stage("page", out / ".page.done", *page, "--output", out / "episodes.html", "--count", "8"))
    return steps


def run(stage: Stage, out: Path) -> float:
    """Run a stage unless it has ended before; minutes that it took, over all its starts."""
    clock = out / "minutes.json"
    minutes: dict[str, float] = json.loads(clock.read_text()) if clock.exists() else {}
    if not stage.made.exists():
        console.rule(f"[bold]{stage.name}")
        start = time.monotonic()
        environment = _environment(several="torch.distributed.run" in stage.command)
        status = subprocess.run(stage.command, cwd=ROOT, env=environment, check=False).returncode
        minutes[stage.name] = minutes.get(stage.name, 0.0) + (time.monotonic() - start) / 60
        clock.write_text(json.dumps(minutes, indent=1))
        if status:
            console.print(f"[red]{stage.name} ended with status {status}; the same command goes on from here[/red]")
            raise SystemExit(status)
        stage.made.touch()
    return minutes.get(stage.name, 0.0)


def conclude(world: World, out: Path, seed: int, minutes: dict[str, float]) -> None:
    """Write report.json and curve.png, and print what a person wants to know."""
    reports = {key: load_report(out / f"report_{key}.json") for key in POLICIES}
    gain = compare(reports["sft"], reports["rl"])["sr"]
    table = Table(
        title=f"{reports['rl']['tasks']['count']} tasks on {world.scenes} that neither SFT nor RL saw, seed {seed}"
    )
    for name in ("", "success", "95%", "valid replies", "SPL", "mean steps"):
        table.add_column(name, justify="left" if not name else "right")
    for key, name in POLICIES.items():
        s = reports[key]["summary"]
        interval = f"{percent(s['sr']['low'])} - {percent(s['sr']['high'])}"
        spl = "-" if s["spl"] is None else f"{s['spl']:.3f}"  # where no shortest path is known
        row = (percent(s["sr"]["value"]), interval, percent(s["valid_replies"]), spl, f"{s['steps']:.2f}")
        table.add_row(name, *row)
    console.rule("[bold]result")
    console.print(table)
    value, low, high = (100 * (number or 0.0) for number in (gain.value, gain.low, gain.high))
    console.print(f"RL over SFT: {value:+.1f} points of success, 95% {low:+.1f} to {high:+.1f}, paired by task")
    clock = Table(title="minutes")
    for name in (*minutes, "all"):
        clock.add_column(name, justify="right")
    clock.add_row(*(f"{value:.1f}" for value in (*minutes.values(), sum(minutes.values()))))
    console.print(clock)
    draw_curve(out / "sft" / "metrics.jsonl", out / "rl" / "metrics.jsonl", out / "curve.png")
    whole = {
        "seed": seed,
        "revision": revision(),
        "minutes": minutes,
        "policies": {key: report["summary"] for key, report in reports.items()},
        "rl_over_sft": {"success": gain.value, "low": gain.low, "high": gain.high, "tasks": gain.tasks},
    }
    (out / "report.json").write_text(json.dumps(whole, indent=1) + "\n")
    for name, path in (
        ("exported checkpoint", "exported"),
        ("model card", "exported/README.md"),
        ("report", "report.json"),
        ("learning curve", "curve.png"),
        ("pages of practice", "rl/pages/index.html"),
        ("episodes", "episodes.html"),
    ):
        console.print(f"{name}: {out / path}", soft_wrap=True)


def _stage(name: str, made: Path, *words: Any) -> Stage:
    return Stage(name, [sys.executable, *map(str, words)], made)


def _train(output: Path, seed: int) -> list[str]:
    return ["--output_dir", str(output), "--seed", str(seed), "--resume_from_checkpoint", "true"]


def _environment(several: bool) -> dict[str, str]:
    """What a stage runs under; several processes share the cores, each on a thread of its own."""
    quiet = {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "TOKENIZERS_PARALLELISM": "false"}
    quiet |= {"TRANSFORMERS_VERBOSITY": "error", "VLLM_LOGGING_LEVEL": "ERROR"}
    threads = {"OMP_NUM_THREADS": "1", "VLLM_CPU_OMP_THREADS_BIND": "nobind"} if several else {}
    return {**os.environ, **quiet, **threads}


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--world", choices=tuple(WORLDS), default="devices")
    parser.add_argument(
        "--seed", type=int, default=0, help="of data, training and sampling; the test tasks stay the same"
    )
    parser.add_argument("--output", type=Path, help="default: runs/demo, with -SEED for a seed other than 0")
    parser.add_argument("--fresh", action="store_true", help="forget an earlier run in the output folder")
    options = parser.parse_args(argv)
    name = "demo" if options.world == "devices" else f"demo-{options.world}"
    out: Path = options.output or ROOT / "runs" / (name if options.seed == 0 else f"{name}-{options.seed}")
    if options.fresh and out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    world = WORLDS[options.world]
    minutes = {stage.name: run(stage, out) for stage in stages(world, out.resolve(), options.seed)}
    conclude(world, out, options.seed, minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
