"""Three loops of rollouts in one run: same model, tasks, seeds, prompts, simulators, and the very same vLLM engine.

    python scripts/speed.py rollout
    python scripts/speed.py rollout --model runs/demo/sft --episodes 64 --slots 64 --repeats 5

- driver: `train.rollout.Rollouts`; an episode goes on the moment its own reply is there.
- barrier: all replies of a turn are awaited before any simulator steps, as most frameworks have it.
- TRL: `GRPOTrainer(environment_factory=...)` with its `_tool_call_loop`; see `trl_loop` for what was arranged.

Tasks are multi-goal devices, a group of episodes on each; an episode is as long as its best plan, whatever a reply says
(`planned_world`). TRL keeps whole transcripts, so the others are measured with transcripts too, and once with the
bounded Markov prompts that our configurations use. Loops take turns, in another order each time; the engine's caches
are emptied before each, and each draws its own pictures. A figure is worth something when nothing else runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")

from rich.console import Console
from rich.table import Table

from data_synth.provenance import ROOT
from envs.context import ContextSettings
from envs.images import ImageStore
from envs.settings import SettingsError
from scripts.measurements.engine_meter import EngineMeter, Reading
from scripts.measurements.planned_world import draw_tasks, plan
from scripts.measurements.rollout_loops import Bench, Play, barrier, driver
from scripts.measurements.trl_loop import TrlLoop
from train.encoding import Encoder
from train.engines import Sampling
from train.engines.vllm_engine import VllmEngine
from train.model import load_processor
from train.rollout import Job

TRANSCRIPT = ContextSettings(mode="transcript", tools="names")
MARKOV = ContextSettings(mode="markov", tools="names", previous_image=False)
OURS = "driver"
Loop = Callable[[], AbstractContextManager[Play]]

DIFFERENCES = (
    "All loops sample as many replies and take as many steps of the simulators. What differs beside the loop:",
    "TRL would ask for one reply more an episode in real use, has all pictures of an episode prepared again at every "
    "turn, and does not seed its requests; our loops seed each one, which costs the engine time. Without our mending "
    "(trl#6294) its pictures would take nearly twice their tokens.",
    "Markov prompts hold one picture; transcripts hold one a turn.",
    "idle: share of the wall clock outside the engine's steps (prompts, pictures and simulators, in one thread).",
)


def make_bench(args: argparse.Namespace, images: str | None) -> Bench:
    """Tasks, their plans and a started engine. images: folder for pictures, which simulator processes need."""
    encoder = Encoder(load_processor(args.model), ImageStore(images))
    *tasks, spare = draw_tasks(args.episodes // args.group + 1)
    jobs = [Job(task, seed) for seed, task in enumerate(task for task in tasks for _ in range(args.group))]
    plans = plan([*tasks, spare])
    engine = VllmEngine(
        args.model,
        encoder,
        args.dtype,
        max_model_len=args.max_model_len,
        max_num_seqs=args.slots,
        images_per_prompt=max(map(len, plans.values())),
    )
    return Bench(
        jobs,
        spare,
        plans,
        engine,
        encoder,
        Sampling(args.temperature, args.reply_tokens),
        args.slots,
        args.picture_size,
        args.max_model_len,
        args.workers,
    )


def make_loops(args: argparse.Namespace, bench: Bench) -> dict[str, Loop]:
    """The loops by name, in the order of the table."""
    return {
        OURS: lambda: driver(bench, TRANSCRIPT),
        "barrier": lambda: barrier(bench, TRANSCRIPT),
        "TRL": TrlLoop(args.model, args.dtype, bench, TRANSCRIPT).fresh,
        f"{OURS}, Markov": lambda: driver(bench, MARKOV),
        "barrier, Markov": lambda: barrier(bench, MARKOV),
    }


def measure(
    bench: Bench, loops: dict[str, Loop], repeats: int, report: Callable[[str], None]
) -> dict[str, list[Reading]]:
    """A reading for each loop and repeat, after a pass that warms up.

    RuntimeError when a loop played other turns than the plans have.
    """
    meter, names = EngineMeter(bench.engine.llm), list(loops)
    asked = bench.turns
    readings: dict[str, list[Reading]] = {name: [] for name in names}
    for repeat in range(repeats + 1):
        for place in range(len(names)):
            name = names[(place + repeat) % len(names)]
            meter.forget()
            with loops[name]() as play, meter.reading() as reading:
                turns = play()
            if turns != asked or reading.replies != sum(asked):
                raise RuntimeError(f"{name}: {reading.replies} replies in {sum(turns)} turns, planned {sum(asked)}")
            report(f"{'warm-up' if not repeat else repeat}: {name}: {reading.seconds:.1f} s")
            if repeat:
                readings[name].append(reading)
    return readings


def table(readings: dict[str, list[Reading]], episodes: int) -> Table:
    """Medians over the repeats. A ratio is of two loops that ran in the same repeat with the same kind of prompt."""
    shown = Table(title="rollouts", title_justify="left")
    for column in ("loop", "episodes/minute", "(least to most)", "driver is faster by", "tokens/s", "engine idle"):
        shown.add_column(column, justify="left" if column == "loop" else "right")
    for column in ("tokens a step", "prompt", "reply"):
        shown.add_column(column, justify="right")
    for name, lines in readings.items():
        rates = [60 * episodes / line.seconds for line in lines]
        ours = readings[f"{OURS}, Markov" if name.endswith("Markov") else OURS]
        faster = statistics.median(line.seconds / own.seconds for line, own in zip(lines, ours, strict=True))
        shown.add_row(
            name,
            f"{statistics.median(rates):,.0f}",
            f"{min(rates):,.0f} to {max(rates):,.0f}",
            "" if name.startswith(OURS) else f"{faster:.2f}x",
            f"{statistics.median(line.tokens / line.seconds for line in lines):,.0f}",
            f"{statistics.median(line.idle for line in lines):.0%}",
            f"{statistics.median(line.batch for line in lines):.1f}",
            f"{statistics.median(line.prompt_tokens / line.replies for line in lines):,.0f}",
            f"{statistics.median(line.tokens / line.replies for line in lines):.0f}",
        )
    return shown


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The options. Exits with status 2 for one that cannot be."""
    parser = argparse.ArgumentParser(
        prog="speed.py rollout", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="models/tiny", help="model folder; untaught will do")
    parser.add_argument(
        "--dtype", choices=["float32", "bfloat16", "float16"], default="float32", help="of the engine's weights"
    )
    parser.add_argument("--episodes", type=int, default=64, help="episodes of one pass")
    parser.add_argument("--group", type=int, default=4, help="episodes of one task")
    parser.add_argument("--slots", type=int, default=32, help="most episodes in the engine at once")
    parser.add_argument("--reply-tokens", type=int, default=64, help="longest reply")
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--picture-size", type=int, default=128, help="pixels a side")
    parser.add_argument("--max-model-len", type=int, default=4096, help="longest transcript, in tokens")
    parser.add_argument("--workers", type=int, default=0, help="processes for simulators; TRL has none")
    parser.add_argument("--repeats", type=int, default=3, help="passes of every loop that count")
    args = parser.parse_args(argv)
    for name in ("episodes", "group", "slots", "reply_tokens", "picture_size", "repeats"):
        if getattr(args, name) < 1:
            parser.error(f"--{name.replace('_', '-')}: {getattr(args, name)} is less than 1")
    if args.workers < 0:
        parser.error(f"--workers: {args.workers} is less than 0")
    if args.max_model_len <= args.reply_tokens:
        parser.error(f"--max-model-len: {args.max_model_len} leaves no prompt beside replies of {args.reply_tokens}")
    if args.episodes % args.group or args.episodes < 2:
        parser.error(f"--episodes: {args.episodes} is less than 2 or no multiple of the group, {args.group}")
    return args


def main(argv: Sequence[str]) -> int:
    """Measure and print; returns the exit status: 2 for bad input."""
    args = parse(argv)
    console = Console(width=None if sys.stdout.isatty() else 160)
    # processes of simulators import the planned world, which is installed nowhere
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    with tempfile.TemporaryDirectory() as folder:
        try:
            bench = make_bench(args, folder if args.workers else None)
        except SettingsError as error:
            print(f"speed.py rollout: {error}", file=sys.stderr)
            return 2
        try:
            loops = make_loops(args, bench)
            readings = measure(bench, loops, args.repeats, lambda line: print(line, file=sys.stderr))
        finally:
            bench.engine.close()
    turns = sorted(bench.turns)
    console.print(table(readings, len(turns)))
    console.print(
        f"{len(turns)} episodes of {statistics.mean(turns):.1f} turns on average (median {statistics.median(turns):g}, "
        f"most {turns[-1]}), {args.slots} at once, {args.repeats} repeats"
    )
    for line in DIFFERENCES:
        console.print(line, highlight=False)
    return 0
