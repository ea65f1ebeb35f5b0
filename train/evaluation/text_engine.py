"""Policies that speak text instead of tokens (remote endpoints, a random player), behind the driver of all rollouts.

`ByteEncoder` stands in for a tokenizer: a prompt keeps its messages, a reply's ids are its UTF-8 bytes. `TextEngine`
asks the policy in threads; simulators and renderers stay in the driver's thread, where their graphics context lives.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from envs.context import ContextSettings, Prompt, build_prompt
from envs.environment import InfraError, ToolSpec
from envs.episode import Completion, Observation, Turn
from envs.images import ImageStore
from train.encoding import EncodedPrompt
from train.engines import Request, Sampling


@dataclass(frozen=True)
class TextReply:
    """A policy's answer. finished: False when it was cut at the longest length."""

    text: str
    finished: bool = True


class TextPolicy(Protocol):
    """Answers a prompt; called from several threads at once. Raises InfraError when no answer can be had."""

    def reply(self, prompt: Prompt, seed: int, sampling: Sampling) -> TextReply: ...


@dataclass(frozen=True)
class TextPrompt(EncodedPrompt):
    """An encoded prompt of no tokens that carries the prompt itself."""

    prompt: Prompt = field(default_factory=lambda: Prompt([]))


class ByteEncoder:
    """What `Rollouts` needs of an Encoder, without a tokenizer."""

    def __init__(self, store: ImageStore) -> None:
        self.store = store
        self.forbidden_ids: tuple[int, ...] = ()

    def encode_turns(
        self, tools: Sequence[ToolSpec], turns: Sequence[Turn], observation: Observation, context: ContextSettings
    ) -> TextPrompt:
        """The prompt for the next reply, carried along."""
        prompt = build_prompt(tools, turns, observation, context)
        return TextPrompt((), (), prompt.images, prompt)

    def decode(self, ids: tuple[int, ...]) -> str:
        """The text of a reply."""
        return bytes(ids).decode("utf-8", "replace")


class TextEngine:
    """An Engine over a TextPolicy: at most `threads` requests at once."""

    def __init__(self, policy: TextPolicy, threads: int = 16) -> None:
        self.policy = policy
        self._pool = ThreadPoolExecutor(threads, "policy")
        self._asked: dict[Future[TextReply], int] = {}

    @property
    def runs_alone(self) -> bool:
        """Yes, in threads."""
        return True

    @property
    def working(self) -> bool:
        """No: the threads work."""
        return False

    def submit(self, request: Request, sampling: Sampling) -> None:
        """Ask in a thread."""
        assert isinstance(request.prompt, TextPrompt)
        future = self._pool.submit(self.policy.reply, request.prompt.prompt, request.seed, sampling)
        self._asked[future] = request.id

    def collect(self, wait: bool = True) -> list[tuple[int, Completion | InfraError]]:
        """All answers that are there; a failed request comes back as its InfraError."""
        if not self._asked:
            return []
        done, _ = futures.wait(self._asked, None if wait else 0, futures.FIRST_COMPLETED)
        return [(self._asked.pop(future), _completion(future)) for future in done]

    def abort(self) -> None:
        """Forget what was asked; answers under way are thrown away."""
        for future in self._asked:
            future.cancel()
        self._asked.clear()

    def close(self) -> None:
        """End the threads once their present request is over."""
        self.abort()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _completion(future: Future[TextReply]) -> Completion | InfraError:
    error = future.exception()
    if error is not None:
        return error if isinstance(error, InfraError) else InfraError(f"{type(error).__name__}: {error}")
    reply = future.result()
    ids = tuple(reply.text.encode("utf-8", "replace"))
    return Completion((), ids, (0.0,) * len(ids), reply.finished)
