"""Instructions and thoughts in a language model's words: any OpenAI-compatible server rewrites the templates' sentences
(VGEBench 3.3). What it gives is checked, and the template stays wherever it fails.

The model sees the sentence and what a world tells of the scene (`Told`), never the scene itself, so it cannot tell more
than the sentence. Calls and histories stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from envs.chat_endpoint import ServerSettings
from envs.environment import InfraError, ToolSpec
from envs.episode import Episode
from envs.reply import format_reply, parse_reply

MOST_WORDS = 30
"""Of a rewording; of a long instruction or thought, half as many again as it has."""
PROMPT = (
    "You write what a person says to a helper in their home. Say the sentence below in other words, as somebody would "
    "in everyday speech: one sentence, the same wish, nothing added and nothing left out. {rule} Answer with the "
    "sentence alone.\n\n{about}\nSentence: {sentence}"
)
THOUGHT_PROMPT = (
    "You write what somebody thinks who carries out an instruction step by step. Say the thought below in other words: "
    "one or two short sentences, the same meaning, nothing added and nothing left out. Keep numbers, words with an "
    "underscore, in capitals or in quotation marks as they are. Answer with the thought alone.\n\n{about}\n"
    "Thought: {sentence}"
)
_KEPT = re.compile(r"\"[^\"]*\"|\b\w*[\d_]\w*\b|\b[A-Z]{2,}\b")
"""What a thought must keep to the letter: mark numbers, ids, and what is printed on things."""


class RewritingConfig(ServerSettings):
    """A server that rewrites instructions, and thoughts where that is wanted."""

    temperature: Annotated[float, Field(ge=0, le=2)] = 0.9
    """Of the model's replies."""
    thoughts: bool = False
    """Whether the model rewrites the expert's thoughts too, one request a turn."""


@dataclass(frozen=True)
class Told:
    """The instructions of a task, and what a model that rewords them may know and must avoid.

    about: one line on what the instructions are about, in plain words ("Device: microwave"). rule: a sentence on what a
    rewording must not do. forbidden: words that it must not hold. kept: beginnings of words, in lower case, that an
    instruction's must hold.
    """

    sentences: tuple[str, ...]
    about: str
    rule: str
    forbidden: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class Rewriter:
    """Rewrites instructions and thoughts."""

    def __init__(self, config: RewritingConfig) -> None:
        self._temperature, self.thoughts = config.temperature, config.thoughts
        self._endpoint = config.connect()

    def rewrite(self, told: Told, seed: int) -> list[str]:
        """Every instruction reworded; those for which the model fails or breaks a rule stay."""
        return [self._instruction(told, sentence, 1000 * seed + i) for i, sentence in enumerate(told.sentences)]

    def rewrite_thoughts(
        self, episode: Episode, tools: Sequence[ToolSpec], history: bool, seed: int, told: Told
    ) -> Episode:
        """The episode with every thought reworded, but for those for which the model fails or breaks a rule. history:
        whether its replies carry one.
        """
        turns = []
        for i, turn in enumerate(episode.turns):
            reply = parse_reply(turn.reply, tools, history)
            prompt = THOUGHT_PROMPT.format(about=told.about, sentence=reply.thought)
            text = self._reworded(prompt, reply.thought, told, 1000 * seed + len(told.sentences) + i)
            if text is not None and keeps(text, reply.thought):
                turn = replace(turn, reply=format_reply(text, reply.history, reply.call))
            turns.append(turn)
        return replace(episode, turns=tuple(turns))

    def _instruction(self, told: Told, sentence: str, seed: int) -> str:
        prompt = PROMPT.format(about=told.about, rule=told.rule, sentence=sentence)
        text = self._reworded(prompt, sentence, told, seed)
        held = text is not None and all(re.search(rf"\b{re.escape(word)}", text.lower()) for word in told.kept)
        return text if text is not None and held else sentence

    def _reworded(self, prompt: str, sentence: str, told: Told, seed: int) -> str | None:
        """What the model says for a sentence; None when it fails or breaks a rule."""
        most = max(MOST_WORDS, 3 * len(sentence.split()) // 2)
        try:
            message = {"role": "user", "content": prompt}
            text = self._endpoint.choice([message], self._temperature, 4 * most, seed).text
        except InfraError:
            return None
        text = text.strip().strip('"').strip()
        return text if is_clean(text, told.forbidden, most) else None


def is_clean(text: str, forbidden: Sequence[str], most: int = MOST_WORDS) -> bool:
    """Whether a text is one line of 2 to `most` words that holds none of the forbidden words."""
    words = text.split()
    if not 2 <= len(words) <= most or "\n" in text or not text.isprintable():
        return False
    return not any(word.lower() in text.lower() for word in forbidden)


def keeps(text: str, thought: str) -> bool:
    """Whether a reworded thought holds the numbers, ids and printed words of the thought and no others, and no tag."""
    return set(_KEPT.findall(text)) == set(_KEPT.findall(thought)) and not {"<", ">", "{"} & set(text)
