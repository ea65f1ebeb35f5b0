"""The tiny model's tokenizer: byte-level BPE of exactly VOCABULARY tokens, trained on this project's own text.

Promises: every text survives encode and decode unchanged; a number is its digits, one token each; the fixed pieces of the
reply format (envs/reply.py) are one token each, so that a reply is short; control tokens are Qwen's, at fixed ids at the
end of the vocabulary, so that training it anew on more text moves no id that a configuration names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import Qwen2Tokenizer

VOCABULARY = 1280
SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
"""Control tokens, the last ids of the vocabulary in this order."""

BOILERPLATE = (
    "<think>",
    '</think>{"history": {"summary": "',
    '</think>{"tool": {"name": "',
    '", "task": "',
    '"}, "tool": {"name": "',
    '", "arguments": {"coordinate": [',
    '", "arguments": {"view": "',
    '", "arguments": {"parameter": ["',
    '", "arguments": {"seconds": ',
    '", "arguments": {}}}',
    '], "parameter": ["',
    '], "parameter": []}}',
    '", "',
    ' {"coordinate": [',
    ' {"view": "',
    ' {"parameter": ["',
    "</think>",
    '"]}}',
    "]}}",
    '"}}',
    '"]}',
    "]}",
    '"}',
    "}}",
    ", ",
    "\n",
    "Instruction: ",
    "\nDone: ",
    "\nTask: ",
    "\nPrevious action: ",
    "\nView: ",
    "\nFeedback: ",
    "Previous picture: ",
    "Current picture: ",
    "View then: ",
)
"""Pieces that `format_reply` and `build_prompt` write again and again. Ordinary text to every reader: not special."""
RESERVED = 48
"""Ids kept for BOILERPLATE, right before SPECIAL; those it leaves free are never produced."""

CHAT_TEMPLATE = (
    "{%- for message in messages %}"
    "{{- '<|im_start|>' + ('user' if message.role == 'tool' else message.role) + '\\n' }}"
    "{%- if message.content is string %}{{- message.content }}"
    "{%- else %}{%- for item in message.content %}"
    "{%- if item.type == 'image' or item.type == 'image_url' %}"
    "{{- '<|vision_start|><|image_pad|><|vision_end|>' }}"
    "{%- elif item.type == 'video' %}{{- '<|vision_start|><|video_pad|><|vision_end|>' }}"
    "{%- elif item.type == 'text' %}{{- item.text }}"
    "{%- else %}{{- raise_exception('unknown content type ' ~ item.type) }}"
    "{%- endif %}{%- endfor %}{%- endif %}"
    "{{- '<|im_end|>\\n' }}"
    "{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}"
)
"""Qwen3-VL's layout. Tools stand in the system message that envs/context.py writes, so none are added here."""


def train_tokenizer(corpus: Iterable[str]) -> Tokenizer:
    """Train on `corpus`; ValueError when it is too small to fill the vocabulary."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            # A word takes the one space before it; everything else stands by itself.
            pre_tokenizers.Split(Regex(r" ?[^\s\p{L}\p{N}]+| ?\p{L}+|\p{N}|\s+(?!\S)|\s+"), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    plain = VOCABULARY - len(SPECIAL) - RESERVED
    trainer = trainers.BpeTrainer(
        vocab_size=plain,
        min_frequency=1,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_without_boilerplate(corpus), trainer)
    if tokenizer.get_vocab_size() != plain:
        raise ValueError(f"the corpus gives {tokenizer.get_vocab_size()} tokens, {plain} are needed: add text")
    filler = [f"<|reserved_{i}|>" for i in range(RESERVED - len(BOILERPLATE))]
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in BOILERPLATE])
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in filler])
    tokenizer.add_special_tokens([AddedToken(text, normalized=False, special=True) for text in SPECIAL])
    assert tokenizer.get_vocab_size() == VOCABULARY
    return tokenizer


def wrap(tokenizer: Tokenizer) -> Qwen2Tokenizer:
    """The tokenizer as transformers and vLLM load it: Qwen's control tokens, padding on the left."""
    wrapped = Qwen2Tokenizer.__mro__[0]
    raise NotImplementedError(wrapped)


def _without_boilerplate(corpus: Iterable[str]) -> Iterable[str]:
    """The stretches between the fixed pieces: what those hold needs no token of its own."""
    for text in corpus:
        pieces = [text]
        for fixed in BOILERPLATE:
            pieces = [part for piece in pieces for part in piece.split(fixed)]
        yield from (piece for piece in pieces if piece)


def project_texts(root: Path, folders: Sequence[str] = ("envs", "data_synth", "rewards")) -> list[str]:
    """The string constants and docstrings of the project's own modules: the words that prompts are made of."""
    raise NotImplementedError
