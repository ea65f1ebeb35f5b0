"""The way of the trainer's weights into engines that hold a copy of them."""

from __future__ import annotations

from typing import Any

from trl.generation.vllm_generation import VLLMGeneration

from train.engines.engine import PushedEngine


class WeightPush(VLLMGeneration):
    """TRL's walk over parameters (DDP, ZeRO, FSDP2, LoRA) into an engine of ours instead of one that TRL starts."""

    def __init__(self, engine: PushedEngine, model: Any, accelerator: Any, processing_class: Any) -> None:
        self.engine = engine
        super().__init__(model, accelerator, processing_class)

    def _init_vllm(self) -> None:
        """No engine is started here."""

    def sync_weights(self) -> None:
        """Load every parameter of the trainer into the engine, one at a time. Every process must call it."""
        self.engine.load_weights(self._iter_named_params())
