"""Instructions in a language model's words: any OpenAI-compatible server rewrites the templates' sentences (VGEBench
3.3). What it gives is checked, and the template stays wherever it fails.

The model sees the sentence and the kind of device, never the device itself, so it cannot tell more than the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from envs.chat_endpoint import ChatEndpoint
from envs.devices.category import load_category
from envs.environment import InfraError
from envs.episode import Task
from envs.settings import Settings

MOST_WORDS = 30
PROMPT = (
    "You write what a person says to a helper in their home. Say the sentence below in other words, as somebody would "
    "in everyday speech: one sentence, the same wish, nothing added and nothing left out. Do not name any part of the "
    "device and do not say how to do it. Answer with the sentence alone.\n\nDevice: {device}\nSentence: {sentence}"
)


class RewritingConfig(Settings):
    """A server that rewrites instructions."""

    endpoint: str
    """Its address, ending in /v1. The key is read from OPENAI_API_KEY."""
    model: str
    """Name under which it serves the model."""
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.9
    """Of the model's replies."""
    seconds: Annotated[float, Field(gt=0)] = 30.0
    """Time-out of one try."""
    tries: Annotated[int, Field(ge=1, le=10)] = 2
    """Tries for one sentence, with a pause between them."""


class Rewriter:
    """Rewrites the instructions of tasks on generated devices."""

    def __init__(self, config: RewritingConfig) -> None:
        self._temperature = config.temperature
        self._endpoint = ChatEndpoint(config.endpoint, config.model, config.seconds, config.tries)

    def rewrite(self, task: Task, seed: int) -> Task:
        """The task with every instruction reworded; those for which the model fails or breaks a rule stay."""
        category = task.parameters["device"]["category"]
        told = [
            self._sentence(category, sentence, 1000 * seed + i)
            for i, sentence in enumerate(task.parameters["instructions"])
        ]
        return replace(task, parameters={**task.parameters, "instructions": told})

    def _sentence(self, category: str, sentence: str, seed: int) -> str:
        device = " ".join(re.findall(r"[A-Z][a-z]*", category)).lower()
        message = {"role": "user", "content": PROMPT.format(device=device, sentence=sentence)}
        try:
            text = self._endpoint.choice([message], self._temperature, 4 * MOST_WORDS, seed).text
        except InfraError:
            return sentence
        text = text.strip().strip('"').strip()
        return text if is_clean(text, forbidden_words(category)) else sentence


def forbidden_words(category: str) -> tuple[str, ...]:
    """What no instruction may hold: component ids, also as plain words, and states' names of several words."""
    ucsm = load_category(category).ucsm
    ids = [form for name in ucsm.components() for form in (name, name.replace("_", " "))]
    return (*ids, *(name for name in ucsm.states if len(re.findall("[A-Z]", name)) > 1))


def is_clean(text: str, forbidden: Sequence[str]) -> bool:
    """Whether a text is one short sentence on one line that holds none of the forbidden words."""
    words = text.split()
    if not 2 <= len(words) <= MOST_WORDS or "\n" in text or not text.isprintable():
        return False
    return not any(word.lower() in text.lower() for word in forbidden)
