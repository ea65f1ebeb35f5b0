"""Estimated memory per GPU of a training step, by how the model is split: arithmetic, each formula beside its number.

Estimates are for planning: they leave out fragmentation and the CUDA context (allow 10% and 2 GB), and are meant to
be right within about 20%. Bytes throughout; Adam's two moments and master weights in float32 unless the weights are
plain bfloat16.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

GB = 1e9
Kind = Literal["one", "ddp", "zero2", "zero3", "fsdp2"]


@dataclass(frozen=True)
class Setting:
    """How a model is split over processes. precise: trained weights have a float32 master copy."""

    name: str
    kind: Kind
    processes: int


@dataclass(frozen=True)
class Shape:
    """What memory depends on. rows, tokens: of one micro-batch, padded length. patches: picture patches of one row."""

    trainable: int
    frozen: int
    weight_bytes: int
    hidden: int
    intermediate: int
    key_values: int
    layers: int
    vocabulary: int
    largest_unit: int
    vision_hidden: int
    vision_intermediate: int
    rows: int
    tokens: int
    patches: int
    checkpointing: bool


@dataclass(frozen=True)
class Estimate:
    """Bytes on one GPU."""

    weights: float
    gradients: float
    optimizer: float
    gathered: float
    activations: float

    @property
    def total(self) -> float:
        return self.weights + self.gradients + self.optimizer + self.gathered + self.activations


def estimate(shape: Shape, setting: Setting) -> Estimate:
    """Memory of one GPU.

    one, ddp: everything whole, in the dtype loaded. zero2: weights whole, gradients and optimizer split, float32
    master. zero3: all split, plus the units gathered at a time. fsdp2: like zero3, with trained weights and
    gradients kept in float32.
    """
    t, f, n, b = shape.trainable, shape.frozen, setting.processes, shape.weight_bytes
    master = 4 if b == 2 else 0  # float32 copy that DeepSpeed steps on
    gathered = 0.0
    if setting.kind in ("one", "ddp"):
        weights, gradients, optimizer = (t + f) * b, t * b, 2 * t * b
    elif setting.kind == "zero2":
        weights, gradients, optimizer = (t + f) * b, t * b / n, t * (8 + master) / n
        gathered = 2 * min(2e8, t) * b  # reduce and all-gather buckets
    elif setting.kind == "zero3":
        weights, gradients, optimizer = (t + f) * b / n, t * b / n, t * (8 + master) / n
        gathered = 2 * shape.largest_unit * b
    else:
        weights, gradients, optimizer = (4 * t + f * b) / n, 4 * t / n, 8 * t / n
        gathered = 2 * shape.largest_unit * b
    return Estimate(weights, gradients, optimizer, gathered, activations(shape))


def activations(shape: Shape) -> float:
    """Peak of what a forward pass keeps for the backward pass.

    A layer keeps, per token and in 2 or 4 bytes: its two normed inputs and residuals (4 hidden), queries and
    attention output (2 hidden), keys and values, and gate, up and their product (3 intermediate); attention itself
    is fused. With checkpointing each layer keeps its input alone and one layer at a time is computed again. The head
    is computed in tiles (TRL's fused head): 32,768 vocabulary entries a token in float32 at most three times. The
    frozen vision tower keeps nothing: its peak is one block.
    """
    tokens = shape.rows * shape.tokens
    layer = tokens * (6 * shape.hidden + 2 * shape.key_values + 3 * shape.intermediate) * shape.weight_bytes
    kept = tokens * shape.hidden * shape.weight_bytes * shape.layers
    body = kept + layer if shape.checkpointing else layer * shape.layers
    head = 3 * tokens * min(shape.vocabulary, 32_768) * 4
    vision = shape.rows * shape.patches * (6 * shape.vision_hidden + shape.vision_intermediate) * shape.weight_bytes
    return max(body + head, vision)


def settings(folder: Path, launched: int = 1) -> list[Setting]:
    """One process, what one has launched, and every accelerate file in `folder`."""
    found = [Setting("one GPU", "one", 1)]
    if launched > 1:
        found.append(Setting(f"launched, {launched} processes (DDP)", "ddp", launched))
    for path in sorted(folder.glob("*.yaml")):
        config: dict[str, Any] = yaml.safe_load(path.read_text())
        processes = int(config.get("num_processes", 1))
        kind: Kind = "ddp"
        if config.get("distributed_type") == "FSDP":
            kind = "fsdp2"
        elif config.get("distributed_type") == "DEEPSPEED":
            file = str(config["deepspeed_config"].get("deepspeed_config_file", ""))
            kind = "zero3" if "zero3" in file or config["deepspeed_config"].get("zero_stage") == 3 else "zero2"
        found.append(Setting(f"{path.name}, {processes} GPUs", kind, processes))
    return found
