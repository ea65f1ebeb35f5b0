"""What it is worth to look at every picture once: updates on one group rollout, and epochs of imitation, with and
without.

    python scripts/speed.py update                       # the tiny shape, on a CPU too
    python scripts/speed.py update --shape qwen3vl_8b    # random weights in bfloat16 on a GPU, pictures of 512 pixels

Rows, trainers, losses and optimizers are the real ones, episodes are recorded (`recorded`), weights are random.
Without sharing, every picture of a batch passes the tower in every pass, as transformers has it; `once a batch` is
`picture_memory_mb: 0`, `once` a memory as given. An update here is all that follows a rollout: rows, the old policy's
pass, and two optimizer steps. Ways take turns; the learning rate is 0, so their losses must agree.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
from collections.abc import Sequence

os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import torch
from rich.console import Console
from rich.table import Table

from envs.context import ContextSettings
from envs.images import ImageStore
from envs.settings import SettingsError
from scripts.measurements.imitation_epoch import imitate
from scripts.measurements.practice_update import practise
from scripts.measurements.recorded import record
from scripts.measurements.shapes import fits_whole, random_model, shape_file
from scripts.measurements.timed import Timed
from scripts.measurements.towers import Tower, anew, once
from train.encoding import Encoder

ANEW = "every time"


def ways(megabytes: float, keep_pixels: bool) -> dict[str, Tower]:
    """How pictures are looked at, by name; the stock way first."""
    return {ANEW: anew(keep_pixels), "once a batch": once(0), f"once, {megabytes:g} MB": once(megabytes)}


def table(title: str, timed: dict[str, Timed], tokens: int) -> Table:
    """Medians of the repeats; `faster` compares repeats that followed one another."""
    shown = Table(title=title, title_justify="left")
    columns = ["looked at", "seconds", "(least to most)", "faster", "tokens/s", "shown", "through the tower"]
    if torch.cuda.is_available():
        columns.append("peak GB")
    for column in columns:
        shown.add_column(column, justify="left" if column == "looked at" else "right")
    stock = timed[ANEW].seconds
    for name, line in timed.items():
        seconds = statistics.median(line.seconds)
        faster = statistics.median(old / new for old, new in zip(stock, line.seconds, strict=True))
        cells = [
            name,
            f"{seconds:.2f}",
            f"{min(line.seconds):.2f} to {max(line.seconds):.2f}",
            "" if name == ANEW else f"{faster:.2f}x",
            f"{tokens / seconds:,.0f}",
            f"{line.memory.shown:,}",
            f"{line.memory.looked:,}",
        ]
        shown.add_row(*cells, *([f"{line.peak / 1e9:.1f}"] if torch.cuda.is_available() else []))
    return shown


def largest_gap(timed: dict[str, Timed]) -> float:
    """The largest difference between the loss under one way of looking and under another, in the same round."""
    losses = [line.losses for line in timed.values()]
    return max(max(same) - min(same) for same in zip(*losses, strict=True))


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The options. Exits with status 2 for one that cannot be."""
    parser = argparse.ArgumentParser(
        prog="speed.py update", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shape", default="tiny", help="tiny, or a file of configs/models, which needs a GPU")
    parser.add_argument(
        "--dtype",
        choices=["float32", "bfloat16", "float16"],
        help="of the weights; float32 for the tiny shape, else bfloat16",
    )
    parser.add_argument("--lora-rank", type=int, help="0 trains all; all if the GPU's memory allows, else 32")
    parser.add_argument("--episodes", type=int, default=32, help="of the rollout, a multiple of 4")
    parser.add_argument("--group", type=int, default=4, help="episodes of one task")
    parser.add_argument("--picture-size", type=int, help="pixels a side; 128 for the tiny shape, else 512")
    parser.add_argument("--context", choices=["markov", "transcript"], default="markov", help="of the rows, one a turn")
    parser.add_argument("--memory-mb", type=float, default=2048, help="for features of pictures")
    parser.add_argument("--rows-per-forward", type=int, default=16, help="rows of one pass; in imitation of an update")
    parser.add_argument("--repeats", type=int, default=3, help="rounds of all ways that count")
    parser.add_argument("--only", choices=["practice", "imitation"], help="the one of the two measurements")
    args = parser.parse_args(argv)
    for name in ("episodes", "group", "picture_size", "rows_per_forward", "repeats"):
        value = getattr(args, name)
        if value is not None and value < 1:
            parser.error(f"--{name.replace('_', '-')}: {value} is less than 1")
    for name in ("memory_mb", "lora_rank"):
        value = getattr(args, name)
        if value is not None and value < 0:
            parser.error(f"--{name.replace('_', '-')}: {value} is negative")
    if args.episodes % 4 or args.episodes % args.group or args.group < 2:
        parser.error(f"--episodes: {args.episodes} must be a multiple of 4 and of the group, {args.group}, above 1")
    tiny = args.shape == "tiny"
    args.dtype = args.dtype or ("float32" if tiny else "bfloat16")
    args.picture_size = args.picture_size or (128 if tiny else 512)
    return args


def main(argv: Sequence[str]) -> int:
    """Measure and print; returns the exit status: 2 for bad input."""
    args = parse(argv)
    console = Console(width=None if sys.stdout.isatty() else 140)
    try:
        shape_file(args.shape)
        model, processor = random_model(args.shape, args.dtype, args.picture_size)
    except SettingsError as error:
        print(f"speed.py update: {error}", file=sys.stderr)
        return 2
    rank = args.lora_rank if args.lora_rank is not None else 0 if fits_whole(model) else 32
    encoder = Encoder(processor, ImageStore(None))
    context = ContextSettings(mode=args.context, tools="names", previous_image=False)
    recording = record(args.episodes, args.group, context, encoder, args.picture_size)
    turns = sum(len(episode.turns) for episode in recording.episodes)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    trained = f"LoRA of rank {rank}" if rank else "all but the vision path trained"
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU"
    console.print(
        f"{args.shape}: {parameters / 1e6:,.1f} M parameters, {args.dtype}, {trained}, on {device}; {args.episodes} "
        f"episodes in groups of {args.group}, {turns} rows, {args.context}, pictures of {args.picture_size} pixels",
        highlight=False,
    )
    if args.only != "imitation":
        timed, tokens = practise(
            model, recording, ways(args.memory_mb, True), args.repeats, args.rows_per_forward, rank
        )
        console.print(table("update on a group rollout", timed, tokens))
        console.print(
            f"largest difference of the mean loss between the ways: {largest_gap(timed):.1e}", highlight=False
        )
    if args.only != "practice":
        if args.only is None:
            del model
            gc.collect()
            model, _ = random_model(args.shape, args.dtype, args.picture_size)
        timed, tokens = imitate(
            model, recording, ways(args.memory_mb, False), args.repeats, args.rows_per_forward, rank
        )
        console.print(table("epoch of imitation", timed, tokens))
        console.print(
            f"largest difference of the mean loss between the ways: {largest_gap(timed):.1e}", highlight=False
        )
    return 0
