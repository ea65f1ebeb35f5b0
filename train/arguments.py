"""What SFT and RL are both told: the policy and its prompt. Fields of one flat YAML file, read by TRL's `TrlParser`."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from transformers.integrations.integration_utils import get_available_reporting_integrations
from transformers.trainer_utils import SaveStrategy

from envs.context import ContextSettings
from train.model import DTYPES
from train.rows import check_rows_per


@dataclass
class PolicyArguments:
    """The model, what of it is trained, and how its prompts are built."""

    model: str = field(metadata={"help": "Folder or hub name of a Qwen3-VL model with its processor."})
    dtype: str = field(default="bfloat16", metadata={"help": "Weights and rollouts: float32, bfloat16 or float16."})
    lora_rank: int = field(default=0, metadata={"help": "Rank of a LoRA on the language layers; 0 trains them whole."})
    lora_alpha: int = field(default=32, metadata={"help": "Scale of the LoRA."})
    lora_dropout: float = field(default=0.0, metadata={"help": "Dropout of the LoRA."})
    context_mode: str = field(default="markov", metadata={"help": "markov or transcript."})
    context_tools: str = field(default="schemas", metadata={"help": "schemas, or names for tiny models."})
    context_previous_image: bool = field(default=True, metadata={"help": "Markov: show the previous picture too."})
    context_last_turns: int | None = field(default=None, metadata={"help": "Transcript: turns kept; all if unset."})
    rows_per: str = field(
        default="turn",
        metadata={"help": "Training rows: turn, or episode for a whole transcript with its observations masked."},
    )
    picture_size: int = field(default=512, metadata={"help": "Side of a picture in pixels."})
    picture_memory_mb: float = field(
        default=0, metadata={"help": "Memory for vision features, each distinct picture looked at once; 0: no sharing."}
    )
    dry_run: bool = field(default=False, metadata={"help": "Build on the meta device, print the plan, and stop."})

    def __post_init__(self) -> None:
        check_rows_per(self.rows_per, self.context())  # a bad setting is refused before anything is loaded
        if self.picture_size < 32:
            raise ValueError(f"picture_size: {self.picture_size} is under 32 pixels")
        if self.dtype not in DTYPES:
            raise ValueError(f"dtype: {self.dtype!r} is none of {', '.join(DTYPES)}")
        for name in ("picture_memory_mb", "lora_rank", "lora_alpha"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name}: {getattr(self, name)} is negative or no number")
        if not 0 <= self.lora_dropout < 1:
            raise ValueError(f"lora_dropout: {self.lora_dropout} is not from 0 to below 1")

    def context(self) -> ContextSettings:
        """How prompts are built."""
        return ContextSettings(
            mode=self.context_mode,  # type: ignore[arg-type]  # ContextSettings checks it
            tools=self.context_tools,  # type: ignore[arg-type]
            previous_image=self.context_previous_image,
            last_turns=self.context_last_turns,
        )


def check_training(training: Any, *whole: str) -> None:
    """Refuse numbers that TRL and transformers would stumble over late. ValueError names field and value.

    whole: fields of the training arguments that must be at least 1, beside those that every training has.
    """
    for name in ("per_device_train_batch_size", "gradient_accumulation_steps", *whole):
        if getattr(training, name) < 1:
            raise ValueError(f"{name}: {getattr(training, name)} is less than 1")
    if training.save_strategy == SaveStrategy.BEST:
        raise ValueError("save_strategy: 'best' needs an evaluation, which this script has not; use steps or epoch")
    known = (*get_available_reporting_integrations(), "none", "all")
    for name in [training.report_to] if isinstance(training.report_to, str) else training.report_to or []:
        if name not in known:
            raise ValueError(f"report_to: {name!r} is not installed here; known: {', '.join(known)}")
    output = Path(str(training.output_dir))
    if next(place for place in (output, *output.parents) if place.exists()).is_file():
        raise ValueError(f"output_dir: {output} lies at or under a file")
    for name in ("learning_rate", "max_grad_norm", "weight_decay", "beta", "epsilon", "epsilon_high", "seed"):
        value = getattr(training, name, None)
        if value is not None and not 0 <= value < math.inf:
            raise ValueError(f"{name}: {value} is negative or no number")
