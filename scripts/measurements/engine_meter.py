"""What a vLLM engine in this process did in a stretch of time, whoever drove it: its steps, tokens and idle time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass
class Reading:
    """seconds: by the wall clock. busy: seconds of them inside engine steps. replies, tokens: completed; prompt_tokens:
    of the prompts of those replies, pictures expanded.
    """

    seconds: float = 0.0
    busy: float = 0.0
    steps: int = 0
    replies: int = 0
    tokens: int = 0
    prompt_tokens: int = 0

    @property
    def idle(self) -> float:
        """Share of the time that the engine waited for somebody: for prompts, pictures, simulators."""
        return 1 - self.busy / self.seconds

    @property
    def batch(self) -> float:
        """Tokens sampled in one engine step: how many episodes were served at once."""
        return self.tokens / self.steps


class EngineMeter:
    """Counts the steps of one `vllm.LLM`. While it reads, the engine's `step` is wrapped; the cost is two looks at the
    clock.
    """

    def __init__(self, llm: Any) -> None:
        self.llm = llm

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """The reading is complete when the block ends."""
        engine, reading = self.llm.llm_engine, Reading()
        step = engine.step

        def counted() -> list[Any]:
            start = time.perf_counter()
            outputs = step()
            reading.busy += time.perf_counter() - start
            reading.steps += 1
            for output in outputs:
                if output.finished:
                    reading.replies += 1
                    reading.tokens += len(output.outputs[0].token_ids)
                    reading.prompt_tokens += len(output.prompt_token_ids)
            return outputs

        engine.step = counted
        start = time.perf_counter()
        try:
            yield reading
            reading.seconds = time.perf_counter() - start
        finally:
            del engine.step

    def forget(self) -> None:
        """Empty the engine's caches, as a push of new weights does: the next loop must not live on the last one's."""
        self.llm.reset_prefix_cache()
        self.llm.reset_mm_cache()
        self.llm.llm_engine.reset_encoder_cache()
