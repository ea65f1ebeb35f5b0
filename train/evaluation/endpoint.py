"""Any OpenAI-compatible chat endpoint as a TextPolicy: pictures go as base64.

Works with `vllm serve FOLDER` and with hosted models. Faults of the server become InfraError: they are nobody's
failure and leave the scores.
"""

from __future__ import annotations

import base64
from typing import Any

from envs.chat_endpoint import ChatEndpoint
from envs.context import Prompt
from envs.images import ImageStore
from train.engines import Sampling
from train.evaluation.text_engine import TextReply


class EndpointPolicy:
    """Answers of a `ChatEndpoint`; pictures come from `store`."""

    def __init__(self, endpoint: ChatEndpoint, store: ImageStore) -> None:
        self.endpoint, self.store = endpoint, store

    def reply(self, prompt: Prompt, seed: int, sampling: Sampling) -> TextReply:
        """One answer, InfraError as `ChatEndpoint.choice`. A thought that the server split off is put back in front."""
        messages = chat_messages(prompt, self.store)
        choice = self.endpoint.choice(messages, sampling.temperature, sampling.max_tokens, seed)
        text = choice.text
        if choice.thought and "<think>" not in text:
            text = f"<think>{choice.thought}</think>{text}"
        return TextReply(text, choice.finished)


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
