"""What SFT and RL are both told: the policy and its prompt. Fields of one flat YAML file, read by TRL's `TrlParser`."""

from __future__ import annotations

from dataclasses import dataclass, field

from envs.context import ContextSettings


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
    picture_size: int = field(default=512, metadata={"help": "Side of a picture in pixels."})
    picture_memory_mb: float = field(
        default=0, metadata={"help": "Memory for vision features, each distinct picture looked at once; 0: no sharing."}
    )
    dry_run: bool = field(default=False, metadata={"help": "Build on the meta device, print the plan, and stop."})

    def __post_init__(self) -> None:
        self.context()  # a bad setting is refused before anything is loaded
        if self.picture_size < 32:
            raise ValueError(f"picture_size: {self.picture_size} is under 32 pixels")
        if self.picture_memory_mb < 0:
            raise ValueError(f"picture_memory_mb: {self.picture_memory_mb} is negative")
        if self.lora_rank < 0:
            raise ValueError(f"lora_rank: {self.lora_rank} is negative")

    def context(self) -> ContextSettings:
        """How prompts are built."""
        return ContextSettings(
            mode=self.context_mode,  # type: ignore[arg-type]  # ContextSettings checks it
            tools=self.context_tools,  # type: ignore[arg-type]
            previous_image=self.context_previous_image,
            last_turns=self.context_last_turns,
        )
