"""Models of a known shape with random weights: what a pass costs does not depend on what they have learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForImageTextToText

from data_synth.provenance import ROOT
from envs.settings import SettingsError
from train.model import DTYPES, freeze_vision, load_processor

TINY = ROOT / "models" / "tiny"
FULL_BYTES = 12
"""Of GPU memory for each parameter, from which all are trained: bfloat16 weights, gradients and two moments take 8."""


def shape_file(shape: str) -> Path:
    """The configuration of a shape. SettingsError for an unknown one, and for one that needs a GPU where none is."""
    if shape == "tiny":
        return TINY / "config.json"
    folder = ROOT / "configs" / "models"
    if not (folder / f"{shape}.json").exists():
        known = ", ".join(["tiny", *sorted(path.stem for path in folder.glob("*.json"))])
        raise SettingsError(f"shape: {shape!r} is none of {known}")
    if not torch.cuda.is_available():
        raise SettingsError(f"shape: {shape} needs a GPU, and there is none here; --shape tiny runs on a CPU")
    return folder / f"{shape}.json"


def random_model(shape: str, dtype: str, picture_size: int) -> tuple[Any, Any]:
    """(model, processor) on the GPU where there is one, the vision path frozen.

    The processor writes with the tiny model's tokenizer, for a real one is not at hand, and cuts pictures of
    `picture_size` pixels into the shape's patches.
    """
    config, processor = AutoConfig.from_pretrained(shape_file(shape)), load_processor(TINY)
    tokens = {"image": "<|image_pad|>", "video": "<|video_pad|>"}
    tokens |= {"vision_start": "<|vision_start|>", "vision_end": "<|vision_end|>"}
    for name, token in tokens.items():
        setattr(config, f"{name}_token_id", processor.tokenizer.convert_tokens_to_ids(token))
    pictures, vision = processor.image_processor, config.vision_config
    pictures.patch_size, pictures.merge_size = vision.patch_size, vision.spatial_merge_size
    pictures.temporal_patch_size = vision.temporal_patch_size
    pictures.size["longest_edge"] = max(pictures.size["longest_edge"], picture_size**2)  # in pixels, of both sides
    with torch.device("cuda" if torch.cuda.is_available() else "cpu"):
        model = AutoModelForImageTextToText.from_config(config, dtype=DTYPES[dtype])
    freeze_vision(model)
    return model, processor


def fits_whole(model: Any) -> bool:
    """Whether this machine's GPU can train all parameters; on a CPU it is taken for granted."""
    if not torch.cuda.is_available():
        return True
    parameters = sum(parameter.numel() for parameter in model.parameters())
    return torch.cuda.get_device_properties(0).total_memory > FULL_BYTES * parameters
