"""The Engine protocol: prompts in, token ids with log-probabilities out, each as soon as it is done.

Three kinds keep it, and the driver treats them alike. An engine *in this thread* (vLLM) works only while somebody is in
`collect`, one step at a time. A *lock-step* engine (`model.generate`) completes a whole batch in one call, so it
does that only in a `collect` that may wait. An engine that *runs alone* (threads, a server) works whatever its caller
does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from torch import Tensor

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

    @property
    def runs_alone(self) -> bool:
        """Whether requests advance while nobody is in `collect`."""
        ...

    @property
    def working(self) -> bool:
        """Whether `collect(wait=False)` would do work in the calling thread."""
        ...

    def submit(self, request: Request, sampling: Sampling) -> None:
        """Queue a request; ids in flight must differ."""
        ...

    def collect(self, wait: bool = True) -> Sequence[tuple[int, Completion | InfraError]]:
        """All requests that are done, as (request id, completion).

        wait: until at least one is done; nothing comes back only when nothing is in flight. Without it, what can be
        done without waiting: one step of an engine in this thread, nothing of a lock-step one.

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


@runtime_checkable
class PushedEngine(Engine, Protocol):
    """An engine that holds a copy of the weights, which the trainer renews."""

    def load_weights(self, weights: Iterable[tuple[str, Tensor]]) -> None:
        """Replace the engine's weights by these, by name, and drop what the old ones computed."""
        ...
