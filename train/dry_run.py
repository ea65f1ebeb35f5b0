"""`--dry_run`: what a run would be, without weights, GPU or network; the model stands on the meta device.

Prints frozen and trained parameters by part, rows, tokens a batch, and estimated memory per GPU under every file in
`configs/accelerate`; then the script stops.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from peft import get_peft_model
from rich.console import Console
from rich.table import Table
from torch import nn
from transformers import AutoConfig, AutoModelForImageTextToText, PretrainedConfig, TrainingArguments

from data_synth.dataset import DatasetFolder
from data_synth.provenance import ROOT
from envs.context import build_prompt
from envs.episode import Episode
from envs.settings import SettingsError
from envs.task_list import load_task_list
from train.arguments import PolicyArguments
from train.encoding import Encoder
from train.memory import GB, Estimate, Setting, Shape, estimate, settings
from train.model import DTYPES, freeze_vision, load_processor, lora, parameters_by_part
from train.rows import turn_rows, world_tools

SHAPES = {
    "Qwen/Qwen3-VL-8B-Instruct": "qwen3vl_8b.json",
    "Qwen/Qwen3-VL-8B-Thinking": "qwen3vl_8b.json",
    "Qwen/Qwen3-VL-4B-Instruct": "qwen3vl_4b.json",
    "Qwen/Qwen3-VL-4B-Thinking": "qwen3vl_4b.json",
}
"""Hub name -> shape in configs/models."""

CHARACTERS_PER_TOKEN = 3.6
"""Of English with JSON under Qwen's tokenizer, for want of the tokenizer itself."""
SAMPLE = 200
"""Episodes whose rows are measured."""
SAMPLED_TASKS = 12
"""Tasks whose best plans are looked at."""


@dataclass(frozen=True)
class Load:
    """Rows of a run and their length in tokens. exact: counted with the model's own tokenizer."""

    rows: int | None
    mean: float
    longest: int
    exact: bool
    note: str = ""


@dataclass(frozen=True)
class Plan:
    """All that was printed."""

    parameters: dict[str, tuple[int, int]]
    load: Load
    estimates: dict[str, Estimate]


def dry_run(arguments: PolicyArguments, training: TrainingArguments, kind: str, console: Console | None = None) -> Plan:
    """Print the plan of an SFT or RL run and return it. SettingsError when the model's shape is not known here."""
    console = console or Console(width=None if os.isatty(1) else 120)
    config = shape_of(arguments.model)
    model = meta_model(config, arguments)
    parts = parameters_by_part(model)
    _print_parameters(parts, arguments, console)
    load = sft_load(arguments, training, config) if kind == "sft" else rl_load(arguments, training)
    rows = _rows_in_memory(arguments, training, kind)
    _print_load(load, rows, training, kind, console)
    shape = memory_shape(model, config, arguments, training, rows, load)
    launched = int(os.environ.get("WORLD_SIZE", "1"))
    estimates = {s: estimate(shape, s) for s in settings(ROOT / "configs" / "accelerate", launched)}
    _print_memory(estimates, kind, sum(sum(p) for p in parts.values()) * shape.weight_bytes, console)
    console.print("dry run: nothing was loaded, nothing was trained")
    return Plan(parts, load, {setting.name: value for setting, value in estimates.items()})


def shape_of(model: str) -> PretrainedConfig:
    """The configuration of a model folder, or a shipped one. Never asks the hub.

    Shipped ones go by hub name; a folder that an earlier stage has yet to write goes by the shape named in its path
    (`runs/qwen3vl_8b/sft`).
    """
    if (Path(model) / "config.json").exists():
        return AutoConfig.from_pretrained(model)
    folder = ROOT / "configs" / "models"
    named = [f"{part}.json" for part in Path(model).parts if (folder / f"{part}.json").exists()]
    if model not in SHAPES and not named:
        known = ", ".join(SHAPES)
        raise SettingsError(f"model: {model!r} is no folder here, and --dry_run knows the shapes of {known} alone")
    return AutoConfig.from_pretrained(folder / (SHAPES.get(model) or named[0]))


def meta_model(config: PretrainedConfig, arguments: PolicyArguments) -> nn.Module:
    """The model without storage, its vision path frozen, with its LoRA if one is asked for."""
    with torch.device("meta"):
        model = AutoModelForImageTextToText.from_config(config, dtype=DTYPES[arguments.dtype])
        freeze_vision(model)
        if arguments.lora_rank:
            return get_peft_model(model, lora(arguments.lora_rank, arguments.lora_alpha, arguments.lora_dropout))
    return model


def picture_tokens(config: PretrainedConfig, size: int) -> int:
    """Tokens of one square picture of `size` pixels a side."""
    vision = config.vision_config
    return round(size / (vision.patch_size * vision.spatial_merge_size)) ** 2


def sft_load(arguments: Any, training: Any, config: PretrainedConfig) -> Load:
    """Rows of the data folder; measured exactly when the model's processor is here, estimated from the text
    otherwise.
    """
    folder = DatasetFolder(arguments.data)
    manifest = folder.read_manifest()
    bound = training.max_length or 4096
    if manifest is None:
        return Load(None, bound, bound, False, f"{arguments.data} is not there yet: every row is taken at max_length")
    episodes = list(islice(folder.episodes(), SAMPLE))
    total = sum(shard.rows for shard in manifest.shards)
    if (Path(arguments.model) / "tokenizer.json").exists():
        encoder = Encoder(load_processor(arguments.model), folder.image_store())
        made = turn_rows(episodes, encoder, arguments.context(), rows_per=arguments.rows_per)
        lengths = [len(row) for row in made.rows]
    else:
        lengths = [n for episode in episodes for n in estimated_lengths(episode, arguments, config)]
    rows = round(total * len(lengths) / max(1, len(episodes)))
    kept = [n for n in lengths if n <= bound]
    exact = (Path(arguments.model) / "tokenizer.json").exists()
    if not kept:
        raise SettingsError(f"max_length: {bound} is shorter than every row (the shortest has {min(lengths)} tokens)")
    note = f"{len(lengths) - len(kept)} of {len(lengths)} measured rows are longer than max_length and dropped"
    return Load(round(rows * len(kept) / len(lengths)), sum(kept) / len(kept), max(kept), exact, note)


def estimated_lengths(episode: Episode, arguments: PolicyArguments, config: PretrainedConfig) -> list[int]:
    """Tokens of every row of an episode, without a tokenizer. An episode's own row is as long as that of its last turn,
    whose prompt shows all that came before.
    """
    tools, each = world_tools(episode.task.world), picture_tokens(config, arguments.picture_size)
    rows = [(i, turn) for i, turn in enumerate(episode.turns) if turn.trainable]
    if rows and arguments.rows_per == "episode":
        rows = [(len(episode.turns) - 1, episode.turns[-1])]
    lengths = []
    for i, turn in rows:
        prompt = build_prompt(tools, episode.turns[:i], turn.observation, arguments.context())
        text = sum(len(item.get("text", "")) for message in prompt.messages for item in message["content"])
        words = (text + len(turn.reply)) / CHARACTERS_PER_TOKEN + 5 * len(prompt.messages)
        lengths.append(round(words) + len(prompt.images) * (each + 2))
    return lengths


def rl_load(arguments: Any, training: Any) -> Load:
    """Rows of one generation batch: its episodes, or their turns, between the best plan's number and the budget."""
    bound = arguments.max_prompt_tokens + training.max_completion_length
    world, tasks = load_task_list(arguments.tasks, SAMPLED_TASKS)
    best = [task.optimal_steps for task in tasks if task.optimal_steps]
    steps = sum(best) / len(best) if best else float(arguments.max_turns)
    episodes = training.per_device_train_batch_size * training.steps_per_generation * training.world_size
    note = (
        f"{episodes} episodes a process and generation batch, {world!r}; a best plan of the first {len(tasks)} tasks "
        f"takes {steps:.1f} turns, twice that is assumed, rows at their bound"
    )
    rows = episodes if arguments.rows_per == "episode" else round(episodes * steps * 2)
    return Load(rows, bound, bound, False, note)


def memory_shape(
    model: nn.Module, config: PretrainedConfig, arguments: Any, training: Any, rows: int, load: Load
) -> Shape:
    """What the memory of one micro-batch depends on."""
    text, vision = config.text_config, config.vision_config
    trainable = sum(p.numel() for p in model.parameters() if p.requires_grad)
    frozen = sum(p.numel() for p in model.parameters() if not p.requires_grad)
    layer = text.hidden_size * (text.intermediate_size * 3 + text.head_dim * text.num_attention_heads * 2)
    pictures = min(arguments.context().pictures_per_prompt, 8)
    return Shape(
        trainable=trainable,
        frozen=frozen,
        weight_bytes=torch.finfo(DTYPES[arguments.dtype]).bits // 8,
        hidden=text.hidden_size,
        intermediate=text.intermediate_size,
        key_values=text.head_dim * text.num_key_value_heads,
        layers=text.num_hidden_layers,
        vocabulary=text.vocab_size,
        largest_unit=max(text.vocab_size * text.hidden_size, layer),
        vision_hidden=vision.hidden_size,
        vision_intermediate=vision.intermediate_size,
        rows=rows,
        tokens=load.longest,
        patches=pictures * picture_tokens(config, arguments.picture_size) * vision.spatial_merge_size**2,
        checkpointing=training.gradient_checkpointing,
    )


def _rows_in_memory(arguments: Any, training: Any, kind: str) -> int:
    if kind == "sft":
        return training.per_device_train_batch_size
    return arguments.rows_per_forward or training.per_device_train_batch_size * 8


def _print_parameters(parts: dict[str, tuple[int, int]], arguments: PolicyArguments, console: Console) -> None:
    table = Table(title=f"{arguments.model}, {arguments.dtype}", title_justify="left")
    for name in ("part", "trained", "frozen"):
        table.add_column(name, justify="left" if name == "part" else "right")
    for part, (trained, frozen) in parts.items():
        table.add_row(part, f"{trained:,}" if trained else "-", f"{frozen:,}" if frozen else "-")
    table.add_section()
    trained, frozen = (sum(column) for column in zip(*parts.values(), strict=True))
    table.add_row("all", f"{trained:,}", f"{frozen:,}", style="bold")
    console.print(table)


def _print_load(load: Load, rows: int, training: Any, kind: str, console: Console) -> None:
    how = "counted" if load.exact else "estimated"
    count = "unknown" if load.rows is None else f"{load.rows:,}"
    console.print(f"rows: {count}; tokens a row: {load.mean:.0f} on average, {load.longest} at most ({how})")
    if load.note:
        console.print(f"  {load.note}")
    if kind == "sft":
        each = training.per_device_train_batch_size * training.gradient_accumulation_steps
        for processes in sorted({1, 8, training.world_size}):
            batch = each * processes
            steps = f", {-(-load.rows // batch) * training.num_train_epochs:,.0f} steps" if load.rows else ""
            console.print(
                f"  {processes} processes: {batch} rows a step, about {batch * load.mean:,.0f} tokens a batch{steps}"
            )
    else:
        console.print(f"  forward passes of {rows} rows, up to {rows * load.longest:,} tokens")


def _print_memory(estimates: dict[Setting, Estimate], kind: str, weights: float, console: Console) -> None:
    table = Table(title="estimated memory per GPU in GB", title_justify="left")
    names = ("", "weights", "gradients", "optimizer", "gathered", "activations", "all")
    for name in names:
        table.add_column(name, justify="right" if name else "left")
    for setting, e in estimates.items():
        numbers = (e.weights, e.gradients, e.optimizer, e.gathered, e.activations, e.total)
        table.add_row(setting.name, *(f"{value / GB:.1f}" for value in numbers))
    console.print(table)
    console.print("add about 2 GB for CUDA and 10% for fragmentation", end="")
    if kind == "rl":
        console.print(
            f"; the vLLM engine beside it holds {weights / GB:.1f} GB of weights and its key-value cache", end=""
        )
    console.print()
