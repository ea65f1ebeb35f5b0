"""Prompts and replies <-> token ids, for SFT, rollouts, RL and evaluation alike.

One `Encoder` turns a `Prompt` into ids in two forms: `compact` (one placeholder per picture, what vLLM takes) and
`expanded` (one id per picture token, what the model runs on). The number of picture tokens comes from the
model's own image processor, and `features` asserts that tokens and picture features agree before any forward pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch
from PIL import Image
from transformers import ProcessorMixin

from envs.context import Prompt
from envs.images import ImageStore


class EncodingError(ValueError):
    """A prompt whose tokens and pictures disagree, or that is longer than allowed."""


@dataclass(frozen=True)
class EncodedPrompt:
    """Token ids of a prompt, ready for generation. images: content hashes, in order."""

    compact: tuple[int, ...]
    expanded: tuple[int, ...]
    images: tuple[str, ...]


class Encoder:
    """Binds a processor (chat template, tokenizer, image processor) to an image store."""

    def __init__(self, processor: ProcessorMixin, store: ImageStore) -> None:
        self.processor = processor
        self.store = store
        self.tokenizer = processor.tokenizer
        self.image_token_id: int = processor.image_token_id
        self.end_id: int = self.tokenizer.convert_tokens_to_ids("<|im_end|>")
        vision = ("<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>")
        self.forbidden_ids = tuple(self.tokenizer.convert_tokens_to_ids(token) for token in vision)
        """Ids that a policy may never sample: they would pose as pictures (trl#3847)."""
        self._image_tokens = lru_cache(maxsize=None)(self._tokens_of_size)

    def encode_prompt(self, prompt: Prompt) -> EncodedPrompt:
        """Token ids of a prompt up to and including the generation prompt."""
        text = self.processor.apply_chat_template(prompt.messages, tokenize=False, add_generation_prompt=True)
        compact = tuple(self.tokenizer(text, add_special_tokens=False)["input_ids"])
        if compact.count(self.image_token_id) != len(prompt.images):
            raise EncodingError(
                f"the prompt holds {compact.count(self.image_token_id)} picture placeholders for {len(prompt.images)} "
                "pictures: does the chat template drop some?"
            )
        expanded: list[int] = []
        images = iter(prompt.images)
        for token in compact:
            if token == self.image_token_id:
                expanded.extend([token] * self._image_tokens(self.store.get(next(images)).size))
            else:
                expanded.append(token)
        return EncodedPrompt(compact, tuple(expanded), prompt.images)

    def encode_reply(self, reply: str) -> tuple[int, ...]:
        """Token ids of a reply and the end of its turn."""
        return (*self.tokenizer(reply, add_special_tokens=False)["input_ids"], self.end_id)

    def decode(self, ids: Sequence[int]) -> str:
        """The text of sampled ids, without the end token."""
        return self.tokenizer.decode(list(ids), skip_special_tokens=True)

    def pictures(self, names: Sequence[str]) -> list[Image.Image]:
        """The pictures by hash, decoded."""
        return [self.store.get(name) for name in names]

    def features(self, names: Sequence[str], ids: Sequence[Sequence[int]]) -> dict[str, torch.Tensor]:
        """Pixel tensors for a batch whose expanded ids are `ids` and whose pictures, in order, are `names`.

        Returns pixel_values (patches, values) and image_grid_thw (pictures, 3); empty without pictures.
        EncodingError when the number of picture tokens is not the number of features.
        """
        tokens = sum(list(row).count(self.image_token_id) for row in ids)
        if not names:
            if tokens:
                raise EncodingError(f"{tokens} picture tokens and no picture")
            return {}
        out: dict[str, Any] = self.processor.image_processor(images=self.pictures(names), return_tensors="pt")
        grid = out["image_grid_thw"]
        expected = int(grid.prod(dim=-1).sum()) // self.processor.image_processor.merge_size**2
        if tokens != expected:
            raise EncodingError(f"{tokens} picture tokens in the ids, {expected} picture features")
        return {"pixel_values": out["pixel_values"], "image_grid_thw": grid}

    def _tokens_of_size(self, size: tuple[int, int]) -> int:
        width, height = size
        processor = self.processor.image_processor
        return processor.get_number_of_image_patches(height, width) // processor.merge_size**2
