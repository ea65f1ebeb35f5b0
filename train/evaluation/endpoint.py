"""Any OpenAI-compatible chat endpoint as a TextPolicy: pictures as base64, time-outs, retries, clear errors.

Works with `vllm serve FOLDER` and with hosted models. Faults of the server become InfraError: they are nobody's
failure and leave the scores.
"""

from __future__ import annotations

import base64
import json
import os
import time
import urllib.error
import urllib.request
from typing import Any

from envs.context import Prompt
from envs.environment import InfraError
from envs.images import ImageStore
from train.engines import Sampling
from train.evaluation.text_engine import TextReply

TRANSIENT = (408, 409, 425, 429, 500, 502, 503, 504)
"""HTTP answers that a later try may not give."""


class EndpointPolicy:
    """Chat completions at `url` (ending in /v1) from the model served as `model`.

    seconds: time-out of one try. tries: in all, with growing pauses. The key is read from the environment variable
    `key_name`.
    """

    def __init__(
        self,
        url: str,
        model: str,
        store: ImageStore,
        seconds: float = 120.0,
        tries: int = 4,
        pause: float = 1.0,
        key_name: str = "OPENAI_API_KEY",
    ) -> None:
        self.url = url.rstrip("/") + "/chat/completions"
        self.model, self.store = model, store
        self.seconds, self.tries, self.pause = seconds, tries, pause
        key = os.environ.get(key_name)
        self._headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}

    def reply(self, prompt: Prompt, seed: int, sampling: Sampling) -> TextReply:
        """One answer. InfraError when all tries failed, or at once when the server refuses the request."""
        body = {
            "model": self.model,
            "messages": chat_messages(prompt, self.store),
            "temperature": sampling.temperature,
            "max_tokens": sampling.max_tokens,
            "seed": seed % 2**31,
        }
        return read_answer(self._post(json.dumps(body).encode()))

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


def chat_messages(prompt: Prompt, store: ImageStore) -> list[dict[str, Any]]:
    """The prompt's messages in OpenAI form, pictures as PNG data URIs."""
    images = iter(prompt.images)
    messages = []
    for message in prompt.messages:
        content: list[dict[str, Any]] = []
        for item in message["content"]:
            if item["type"] == "image":
                data = base64.b64encode(store.read(next(images))).decode()
                content.append({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}})
            else:
                content.append({"type": "text", "text": item["text"]})
        plain = all(item["type"] == "text" for item in content) and message["role"] != "user"
        text = "".join(item["text"] for item in content) if plain else content
        messages.append({"role": message["role"], "content": text})
    return messages


def read_answer(answer: Any) -> TextReply:
    """The reply in a chat completion. A thought that the server split off is put back in front."""
    try:
        choice = answer["choices"][0]
        text = choice["message"].get("content") or ""
        thought = choice["message"].get("reasoning_content") or choice["message"].get("reasoning")
        finished = choice.get("finish_reason") != "length"
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise InfraError(f"not a chat completion: {json.dumps(answer)[:200]}") from error
    if not isinstance(text, str):
        raise InfraError(f"not a chat completion: content is {type(text).__name__}")
    if thought and "<think>" not in text:
        text = f"<think>{thought}</think>{text}"
    return TextReply(text, finished)
