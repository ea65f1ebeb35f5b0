"""The one client of OpenAI-compatible chat endpoints: time-outs, retries, clear errors."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from envs.environment import InfraError
from envs.settings import Settings


@dataclass(frozen=True)
class Choice:
    """A chat completion: its text, the thought that the server split off, and whether it ended by itself."""

    text: str
    thought: str
    finished: bool


class ServerSettings(Settings):
    """Where a model is served and how it is asked, as a settings file says it; a use adds its own keys."""

    endpoint: Annotated[str, Field(pattern=r"^https?://")]
    """Its address, ending in /v1. The key is read from OPENAI_API_KEY."""
    model: str
    """Name under which it serves the model."""
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    """Of the model's replies."""
    seconds: Annotated[float, Field(gt=0)] = 30.0
    """Time-out of one try."""
    tries: Annotated[int, Field(ge=1, le=10)] = 2
    """Tries for one reply, with a pause between them."""

    def connect(self) -> ChatEndpoint:
        """The client."""
        return ChatEndpoint(self.endpoint, self.model, self.seconds, self.tries)


TRANSIENT = (408, 409, 425, 429, 500, 502, 503, 504)
"""HTTP answers that a later try may not give."""


class ChatEndpoint:
    """Chat completions at `url` (ending in /v1) from the model served as `model`.

    seconds: time-out of one try. tries: in all, with growing pauses. The key is read from the environment variable
    `key_name`.
    """

    def __init__(
        self,
        url: str,
        model: str,
        seconds: float = 120.0,
        tries: int = 4,
        pause: float = 1.0,
        key_name: str = "OPENAI_API_KEY",
    ) -> None:
        self.url = url.rstrip("/") + "/chat/completions"
        self.model = model
        self.seconds, self.tries, self.pause = seconds, tries, pause
        key = os.environ.get(key_name)
        self._headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}

    def choice(self, messages: Sequence[Mapping[str, Any]], temperature: float, max_tokens: int, seed: int) -> Choice:
        """The first choice of one completion. InfraError when all tries failed, or at once when the server refuses."""
        body = {
            "model": self.model,
            "messages": list(messages),
            "temperature": temperature,
            "max_tokens": max_tokens,
            "seed": seed % 2**31,
        }
        return read_choice(self._post(json.dumps(body).encode()))

    def _post(self, body: bytes) -> Any:
        reason = ""
        for attempt in range(self.tries):
            if attempt:
                time.sleep(self.pause * 2 ** (attempt - 1))
            request = urllib.request.Request(self.url, body, self._headers)
            try:
                with urllib.request.urlopen(request, timeout=self.seconds) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                reason = f"HTTP {error.code}: {error.read(300).decode('utf-8', 'replace')}"
                if error.code not in TRANSIENT:
                    break
            except (OSError, ValueError) as error:  # refused, reset, timed out, or not JSON
                reason = f"{type(error).__name__}: {error}"
        raise InfraError(f"{self.url}: {reason}")


def read_choice(answer: Any) -> Choice:
    """The first choice in a chat completion; InfraError for anything else."""
    try:
        choice = answer["choices"][0]
        text = choice["message"].get("content") or ""
        thought = choice["message"].get("reasoning_content") or choice["message"].get("reasoning") or ""
        finished = choice.get("finish_reason") != "length"
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise InfraError(f"not a chat completion: {json.dumps(answer)[:200]}") from error
    if not isinstance(text, str):
        raise InfraError(f"not a chat completion: content is {type(text).__name__}")
    return Choice(text, thought, finished)
