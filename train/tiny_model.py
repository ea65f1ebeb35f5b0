"""The tiny vision-language model: a real Qwen3-VL of under two million parameters, and its processor.

Promises: the folder that `save` writes loads as it is in transformers and in vLLM; a picture of 128 x 128
pixels is always PICTURE_TOKENS tokens; sizes are ones that vLLM's CPU attention supports (head width 32).
"""

from __future__ import annotations

from pathlib import Path

import torch
from transformers import (
    GenerationConfig,
    PreTrainedTokenizerFast,
    Qwen2VLImageProcessor,
    Qwen3VLConfig,
    Qwen3VLForConditionalGeneration,
    Qwen3VLProcessor,
    Qwen3VLVideoProcessor,
)

from train.tiny_tokenizer import VOCABULARY

PICTURE_SIZE = 128
PATCH = 8
MERGE = 2
PICTURE_TOKENS = (PICTURE_SIZE // PATCH // MERGE) ** 2
HEAD = 32


def tiny_config(tokenizer: PreTrainedTokenizerFast) -> Qwen3VLConfig:
    """The shape. The vision tower is narrow as it works on 256 patches; the language part reads 64 tokens."""
    ids = tokenizer.convert_tokens_to_ids
    return Qwen3VLConfig(
        text_config={
            "vocab_size": VOCABULARY,
            "hidden_size": 128,
            "intermediate_size": 384,
            "num_hidden_layers": 4,
            "num_attention_heads": 4,
            "num_key_value_heads": 4,
            "head_dim": HEAD,
            "max_position_embeddings": 4096,
            # Low, as contexts are short: all of a head's frequencies turn within a few hundred tokens.
            "rope_parameters": {
                "rope_type": "default",
                "rope_theta": 10_000.0,
                "mrope_section": [6, 5, 5],
                "mrope_interleaved": True,
            },
            "pad_token_id": tokenizer.pad_token_id,
            "eos_token_id": tokenizer.eos_token_id,
            "tie_word_embeddings": True,
        },
        vision_config={
            "depth": 4,
            "hidden_size": 96,
            "intermediate_size": 256,
            "num_heads": 3,
            "patch_size": PATCH,
            "spatial_merge_size": MERGE,
            "temporal_patch_size": 2,
            "out_hidden_size": 128,
            "num_position_embeddings": (PICTURE_SIZE // PATCH) ** 2,
            "deepstack_visual_indexes": [2],
        },
        image_token_id=ids("<|image_pad|>"),
        video_token_id=ids("<|video_pad|>"),
        vision_start_token_id=ids("<|vision_start|>"),
        vision_end_token_id=ids("<|vision_end|>"),
        tie_word_embeddings=True,
        dtype="float32",
    )


def tiny_processor(tokenizer: PreTrainedTokenizerFast) -> Qwen3VLProcessor:
    """Pictures are brought between 4 and 64 merged tokens, colours to -1 .. 1; no video is expected."""
    pixels = {"shortest_edge": (2 * PATCH * MERGE) ** 2, "longest_edge": PICTURE_SIZE**2}
    common = {
        "patch_size": PATCH,
        "merge_size": MERGE,
        "temporal_patch_size": 2,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
    }
    return Qwen3VLProcessor(
        image_processor=Qwen2VLImageProcessor(size=dict(pixels), **common),
        tokenizer=tokenizer,
        video_processor=Qwen3VLVideoProcessor(size=dict(pixels), **common),
        chat_template=tokenizer.chat_template,
    )


def tiny_model(config: Qwen3VLConfig, seed: int) -> Qwen3VLForConditionalGeneration:
    """Random weights in float32, a function of the seed alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Qwen3VLForConditionalGeneration(config).float()


def save(model: Qwen3VLForConditionalGeneration, processor: Qwen3VLProcessor, folder: Path) -> None:
    """Write weights, configuration, generation defaults (greedy), tokenizer, processor and chat template."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = processor.tokenizer
    model.generation_config = GenerationConfig(
        eos_token_id=[tokenizer.eos_token_id, tokenizer.pad_token_id],
        pad_token_id=tokenizer.pad_token_id,
        do_sample=False,
    )
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    (folder / "model.safetensors").chmod(0o644)
