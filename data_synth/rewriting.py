"""Instructions in a language model's words: any OpenAI-compatible server rewrites the templates' sentences (VGEBench
3.3). What it gives is checked, and the template stays wherever it fails.

The model sees the sentence and what a world tells of the scene (`Told`), never the scene itself, so it cannot tell more
than the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from envs.chat_endpoint import ChatEndpoint
from envs.environment import InfraError
from envs.settings import Settings

MOST_WORDS = 30
PROMPT = (
    "You write what a person says to a helper in their home. Say the sentence below in other words, as somebody would "
    "in everyday speech: one sentence, the same wish, nothing added and nothing left out. {rule} Answer with the "
    "sentence alone.\n\n{about}\nSentence: {sentence}"
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


@dataclass(frozen=True)
class Told:
    """The instructions of a task, and what a model that rewords them may know and must avoid.

    about: one line on what the instructions are about, in plain words ("Device: microwave"). rule: a sentence on what a
    rewording must not do. forbidden: words that it must not hold.
    """

    sentences: tuple[str, ...]
    about: str
    rule: str
    forbidden: tuple[str, ...] = ()


class Rewriter:
    """Rewrites instructions."""

    def __init__(self, config: RewritingConfig) -> None:
        self._temperature = config.temperature
        self._endpoint = ChatEndpoint(config.endpoint, config.model, config.seconds, config.tries)

    def rewrite(self, told: Told, seed: int) -> list[str]:
        """Every instruction reworded; those for which the model fails or breaks a rule stay."""
        return [self._sentence(told, sentence, 1000 * seed + i) for i, sentence in enumerate(told.sentences)]

    def _sentence(self, told: Told, sentence: str, seed: int) -> str:
        content = PROMPT.format(about=told.about, rule=told.rule, sentence=sentence)
        try:
            message = {"role": "user", "content": content}
            text = self._endpoint.choice([message], self._temperature, 4 * MOST_WORDS, seed).text
        except InfraError:
            return sentence
        text = text.strip().strip('"').strip()
        return text if is_clean(text, told.forbidden) else sentence


def is_clean(text: str, forbidden: Sequence[str]) -> bool:
    """Whether a text is one short sentence on one line that holds none of the forbidden words."""
    words = text.split()
    if not 2 <= len(words) <= MOST_WORDS or "\n" in text or not text.isprintable():
        return False
    return not any(word.lower() in text.lower() for word in forbidden)
