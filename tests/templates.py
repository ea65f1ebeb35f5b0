"""Chat templates of real models, as TRL ships them, and encoders that write with them."""

from __future__ import annotations

from pathlib import Path

import trl
from transformers import Qwen3VLProcessor

from train.encoding import Encoder


def shipped(name: str) -> str:
    """A template that TRL carries, as `qwen3_vl`; `qwen3_5_think` strips the think blocks of earlier replies."""
    return (Path(trl.__file__).parent / "chat_templates" / f"{name}.jinja").read_text(encoding="utf-8")


def with_template(encoder: Encoder, template: str) -> Encoder:
    """The same tokenizer, picture sizes and pictures under another template."""
    own = encoder.processor
    processor = Qwen3VLProcessor(
        image_processor=own.image_processor,
        tokenizer=own.tokenizer,
        video_processor=own.video_processor,
        chat_template=template,
    )
    return Encoder(processor, encoder.store)
