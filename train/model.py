"""The policy: loading it, freezing its whole vision path, and proving that the vision path did not move.

The vision path is everything under `visual`: tower, merger, deepstack mergers and position embeddings. Peers froze the
tower and trained the rest by mistake (LLaMA-Factory#9399, #10139), so the freeze is by subtree and audited by hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import torch
from peft import LoraConfig
from torch import distributed as dist
from torch import nn
from torch.distributed.tensor import DTensor
from transformers import AutoModelForImageTextToText, AutoProcessor, ProcessorMixin

from envs.settings import SettingsError

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
VISION = "visual"
LANGUAGE_LINEARS = r".*language_model.*\.(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj)"
"""LoRA goes to the language model's linear layers only: an adapter on the tower would undo the freeze."""


class VisionMoved(RuntimeError):
    """The vision path changed although it is frozen."""


def check_model_folder(path: str | Path) -> None:
    """SettingsError for a folder that is not there, before anybody asks the hub for it; `owner/name` stays a name."""
    place = Path(path)
    named = len(place.parts) == 2 and not place.is_absolute() and not Path(place.parts[0]).exists()
    if not place.is_dir() and (place.exists() or not named):
        raise SettingsError(f"model: {path} is no folder here, and no name on the hub")


def load_model(path: str | Path, dtype: str = "bfloat16") -> nn.Module:
    """Load a Qwen3-VL folder in `dtype` with its vision path frozen. SettingsError for what cannot be loaded."""
    check_model_folder(path)
    if dtype not in DTYPES:
        raise SettingsError(f"dtype: {dtype!r} is none of {', '.join(DTYPES)}")
    if (Path(path) / "adapter_config.json").exists():
        raise SettingsError(f"model: {path} is a LoRA adapter without its base; merge it first with train/export.py")
    try:
        model = AutoModelForImageTextToText.from_pretrained(path, dtype=DTYPES[dtype])
    except OSError as error:
        raise SettingsError(f"model: {path} cannot be loaded: {_first_line(error)}") from error
    freeze_vision(model)
    return model


def load_processor(path: str | Path) -> ProcessorMixin:
    """Load the processor, left-padded: what the trainer and `model.generate` both need."""
    check_model_folder(path)
    try:
        processor = AutoProcessor.from_pretrained(path)
    except OSError as error:
        raise SettingsError(f"model: {path} has no processor: {_first_line(error)}") from error
    processor.tokenizer.padding_side = "left"
    return processor


def _first_line(error: OSError) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def vision_parameters(model: nn.Module) -> Iterator[tuple[str, nn.Parameter]]:
    """Every parameter of the vision path, with its name."""
    for name, parameter in model.named_parameters():
        if VISION in name.split("."):
            yield name, parameter


def freeze_vision(model: nn.Module) -> None:
    """Stop gradients into the vision path; ValueError when the model has none (nothing would be frozen)."""
    found = False
    for _, parameter in vision_parameters(model):
        parameter.requires_grad_(False)
        found = True
    if not found:
        raise ValueError(f"{type(model).__name__} has no parameter under {VISION!r}: no vision path to freeze")


def vision_digest(model: nn.Module) -> str:
    """SHA-256 over names, shapes and bytes of the vision path; equal digests mean that not one bit moved."""
    digest = hashlib.sha256()
    for name, parameter in vision_parameters(model):
        name = name[name.index(f"{VISION}.") :]  # wrappers add prefixes, the path itself stays
        data = _whole(parameter).detach().cpu().contiguous()
        digest.update(f"{name}{tuple(data.shape)}{data.dtype}".encode())
        digest.update(data.view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def check_vision(model: nn.Module, before: str) -> str:
    """The digest after training. VisionMoved on every rank when it is not `before`.

    Rank 0 alone compares: under FSDP the other ranks load no weights of their own, so their `before` means nothing.
    """
    after = vision_digest(model)
    moved = [after != before]
    if dist.is_initialized():
        dist.broadcast_object_list(moved, src=0)
    if moved[0]:
        raise VisionMoved(f"the vision path moved in training: {before[:12]} before, {after[:12]} after")
    return after


def _whole(parameter: nn.Parameter) -> torch.Tensor:
    """All of a parameter that FSDP2 or ZeRO-3 has split; a gather in which every rank takes part."""
    if isinstance(parameter, DTensor):
        return parameter.full_tensor()
    if hasattr(parameter, "ds_id"):
        import deepspeed  # `deepspeed.zero` is no module of its own

        with deepspeed.zero.GatheredParameters([parameter]):
            return parameter.detach().clone()
    return parameter


def lora(rank: int, alpha: int, dropout: float = 0.0) -> LoraConfig:
    """A LoRA over the language model's linear layers."""
    return LoraConfig(
        r=rank, lora_alpha=alpha, lora_dropout=dropout, target_modules=LANGUAGE_LINEARS, task_type="CAUSAL_LM"
    )


def parameters_by_part(model: nn.Module) -> dict[str, tuple[int, int]]:
    """Part of the model -> (trainable, frozen) number of parameters."""
    table: dict[str, tuple[int, int]] = {}
    for name, parameter in model.named_parameters():
        part = _part(name)
        trainable, frozen = table.get(part, (0, 0))
        if parameter.requires_grad:
            trainable += parameter.numel()
        else:
            frozen += parameter.numel()
        table[part] = (trainable, frozen)
    return table


def _part(name: str) -> str:
    pieces = name.split(".")
    if "lora" in name:
        return "LoRA adapters"
    if VISION in pieces:
        inner = pieces[pieces.index(VISION) + 1]
        return {
            "merger": "vision merger",
            "deepstack_merger_list": "vision deepstack mergers",
            "pos_embed": "vision position embeddings",
        }.get(inner, "vision tower")
    if "embed_tokens" in pieces:
        return "token embeddings"
    if "lm_head" in pieces:
        return "language head"
    return "language layers"
