"""Prompts and replies <-> token ids, for SFT, rollouts, RL and evaluation alike.

One `Encoder` turns a `Prompt` into ids in two forms: `compact` (one placeholder per picture, what vLLM takes) and
`expanded` (one id per picture token, what the model runs on). The number of picture tokens comes from the
model's own image processor, and `picture_inputs` asserts that tokens and picture features agree before any pass.

`Encoder.encode_turns` is the one door from an episode so far to prompt ids; driver, SFT rows and RL rows go through it.
In a transcript earlier replies keep the very ids that were sampled. There the pieces between replies are cached by
their content, so that the next turn costs the tokens of one observation and a copy of the ids before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from PIL import Image
from transformers import ProcessorMixin

from envs.context import ContextSettings, Prompt, build_prompt, user_message
from envs.environment import ToolSpec
from envs.episode import Observation, Turn
from envs.images import ImageStore
from train.pictures import EncodingError, PictureInputs
from train.transcript import TranscriptTemplate


@dataclass(frozen=True)
class EncodedPrompt:
    """Token ids of a prompt, ready for generation, or of a stretch of one. images: content hashes, in order."""

    compact: tuple[int, ...]
    expanded: tuple[int, ...]
    images: tuple[str, ...]


END = "<|im_end|>"
KEPT_OPENINGS, KEPT_PIECES = 512, 4096
"""Encoded pieces of transcripts that are remembered: openings of some 50 kB, observations and replies of some 5 kB."""


class Encoder:
    """Binds a processor (chat template, tokenizer, image processor) to an image store."""

    def __init__(self, processor: ProcessorMixin, store: ImageStore) -> None:
        self.processor = processor
        self.store = store
        self.tokenizer = processor.tokenizer
        self.image_token_id: int = processor.image_token_id
        self.end_id: int = self.tokenizer.convert_tokens_to_ids(END)
        vision = ("<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>")
        self.forbidden_ids = tuple(self.tokenizer.convert_tokens_to_ids(token) for token in vision)
        """Ids that a policy may never sample: they would pose as pictures (trl#3847)."""
        self.picture_inputs = PictureInputs(processor, store)
        self._opening = lru_cache(KEPT_OPENINGS)(self._encode_opening)
        self._following = lru_cache(KEPT_PIECES)(self._encode_following)
        self._reply = lru_cache(KEPT_PIECES)(self.encode_reply)

    def encode_turns(
        self, tools: Sequence[ToolSpec], turns: Sequence[Turn], observation: Observation, context: ContextSettings
    ) -> EncodedPrompt:
        """The prompt for the next reply of an episode so far, up to and including the generation prompt.

        Markov: rendered anew. Transcript: the opening, and for every kept turn its reply's ids, an end token where the
        reply was cut before its own, and the next observation. SettingsError when the chat template writes no such
        transcript (`TranscriptTemplate`); EncodingError when it drops a picture.
        """
        if context.mode == "markov":
            return self.encode_prompt(build_prompt(tools, turns, observation, context))
        kept = context.kept(turns)
        if not kept:
            return self.opening(tools, observation, context)
        pieces = [self.opening(tools, kept[0].observation, context)]
        for turn, after in zip(kept, (*(turn.observation for turn in kept[1:]), observation), strict=True):
            ids = self.reply_ids(turn)
            said = (*ids, *self.closing(ids))
            pieces += [EncodedPrompt(said, said, ()), self.following(after)]
        return _join(pieces)

    def opening(self, tools: Sequence[ToolSpec], observation: Observation, context: ContextSettings) -> EncodedPrompt:
        """A transcript's first prompt: what is said before every episode, and its first observation."""
        return self._opening(tuple(tools), observation, context)

    def following(self, observation: Observation) -> EncodedPrompt:
        """What a transcript writes between the end token of a reply and the next reply."""
        return self._following(observation)

    def reply_ids(self, turn: Turn) -> tuple[int, ...]:
        """The ids of a turn's reply: as sampled, or those of its text where none are recorded."""
        return self._reply(turn.reply) if turn.completion is None else turn.completion.ids

    def closing(self, ids: Sequence[int]) -> tuple[int, ...]:
        """What a transcript adds to sampled ids: an end token where the reply was cut before its own."""
        return () if ids and ids[-1] == self.end_id else (self.end_id,)

    def encode_prompt(self, prompt: Prompt) -> EncodedPrompt:
        """Token ids of a prompt up to and including the generation prompt, all of it rendered as text."""
        return self._encode(self._render(prompt.messages, True), prompt.images)

    def encode_reply(self, reply: str) -> tuple[int, ...]:
        """Token ids of a reply and the end of its turn. A control token that the text spells out stays text."""
        ids = self.tokenizer(reply, add_special_tokens=False, split_special_tokens=True)["input_ids"]
        return (*ids, self.end_id)

    def decode(self, ids: Sequence[int]) -> str:
        """The text of sampled ids, without the end token."""
        return self.tokenizer.decode(list(ids), skip_special_tokens=True)

    def pictures(self, names: Sequence[str]) -> list[Image.Image]:
        """The pictures by hash, decoded."""
        return [self.store.get(name) for name in names]

    @cached_property
    def _template(self) -> TranscriptTemplate:
        return TranscriptTemplate(self._render, END)

    def _encode_opening(
        self, tools: tuple[ToolSpec, ...], observation: Observation, context: ContextSettings
    ) -> EncodedPrompt:
        return self.encode_prompt(build_prompt(tools, (), observation, context))

    def _encode_following(self, observation: Observation) -> EncodedPrompt:
        encoded = self._encode(self._template.after_reply(user_message(observation)), observation.images)
        return EncodedPrompt(encoded.compact[1:], encoded.expanded[1:], encoded.images)  # the end token is the reply's

    def _render(self, messages: Sequence[dict[str, Any]], generation_prompt: bool) -> str:
        return self.processor.apply_chat_template(
            list(messages), tokenize=False, add_generation_prompt=generation_prompt
        )

    def _encode(self, text: str, names: tuple[str, ...]) -> EncodedPrompt:
        compact = tuple(self.tokenizer(text, add_special_tokens=False)["input_ids"])
        if compact.count(self.image_token_id) != len(names):
            raise EncodingError(
                f"the prompt holds {compact.count(self.image_token_id)} picture placeholders for {len(names)} "
                "pictures: does the chat template drop some?"
            )
        expanded: list[int] = []
        images = iter(names)
        for token in compact:
            if token == self.image_token_id:
                expanded.extend([token] * self.picture_inputs.tokens(next(images)))
            else:
                expanded.append(token)
        return EncodedPrompt(compact, tuple(expanded), names)


def _join(pieces: Iterable[EncodedPrompt]) -> EncodedPrompt:
    pieces = list(pieces)
    return EncodedPrompt(
        tuple(chain.from_iterable(piece.compact for piece in pieces)),
        tuple(chain.from_iterable(piece.expanded for piece in pieces)),
        tuple(chain.from_iterable(piece.images for piece in pieces)),
    )
