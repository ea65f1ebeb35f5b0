"""The Engine protocol: prompts in, token ids with log-probabilities out, each as soon as it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from envs.environment import InfraError
from envs.episode import Completion
from train.encoding import EncodedPrompt


@dataclass(frozen=True)
class Sampling:
    """How replies are drawn. Log-probabilities are those of the tempered distribution."""

    temperature: float = 1.0
    """0 is greedy."""
    max_tokens: int = 256
    """Longest reply, in tokens; a longer one is cut and counts as unfinished."""

    def __post_init__(self) -> None:
        if self.temperature < 0:
            raise ValueError(f"temperature: {self.temperature} is negative")
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens: {self.max_tokens} is not positive")


@dataclass(frozen=True)
class Request:
    """One prompt to complete. The seed alone fixes the draw, so a resumed run draws the same."""

    id: int
    prompt: EncodedPrompt
    seed: int


class Engine(Protocol):
    """Completes requests. `submit` any number, then `collect` until all have come back."""

    def submit(self, request: Request, sampling: Sampling) -> None:
        """Queue a request; ids in flight must differ."""
        ...

    def collect(self) -> Sequence[tuple[int, Completion | InfraError]]:
        """Wait until at least one request is done; all that are done, as (request id, completion).

        A request that failed comes back as its InfraError and ends its own episode. An engine that is broken as a
        whole raises, and ends the run.
        """
        ...

    def abort(self) -> None:
        """Drop every request in flight."""
        ...

    def close(self) -> None:
        """Free the engine's memory."""
        ...
