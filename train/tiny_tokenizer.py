"""The tiny model's tokenizer: byte-level BPE of exactly VOCABULARY tokens, trained on this project's own text.

Promises: every text survives encode and decode unchanged; a number is its digits, one token each; the fixed pieces of the
reply format (envs/reply.py) are one token each, so that a reply is short; control tokens are Qwen's, at fixed ids at the
end of the vocabulary, so that training it anew on more text moves no id that a configuration names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

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


PIECES = r",\s(?=\p{N})| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""What no merge may cross: a word with the space before it, a digit, a run of signs, and the comma between two numbers."""


def train_tokenizer(corpus: Iterable[str]) -> Tokenizer:
    """Train on `corpus`; ValueError when it is too small to fill the vocabulary."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PIECES), behavior="isolated"),
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
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in (*BOILERPLATE, *filler)])
    tokenizer.add_special_tokens([AddedToken(text, normalized=False, special=True) for text in SPECIAL])
    if tokenizer.get_vocab_size() != VOCABULARY:
        raise ValueError("a piece of BOILERPLATE is a token of the corpus already: take it out of the list")
    return tokenizer


def wrap(tokenizer: Tokenizer) -> PreTrainedTokenizerFast:
    """The tokenizer as transformers and vLLM load it: Qwen's control tokens, padding on the left.

    Not Qwen2Tokenizer: that class puts Qwen's own splitting and an NFC step in place of ours, and NFC changes text.
    """
    wrapped = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        padding_side="left",
        clean_up_tokenization_spaces=False,
        model_max_length=4096,
    )
    wrapped.chat_template = CHAT_TEMPLATE
    return wrapped


def _without_boilerplate(corpus: Iterable[str]) -> Iterator[str]:
    """The stretches between the fixed pieces: what those hold needs no token of its own."""
    for text in corpus:
        pieces = [text]
        for fixed in BOILERPLATE:
            pieces = [part for piece in pieces for part in piece.split(fixed)]
        yield from (piece for piece in pieces if piece)


def project_texts(root: Path, folders: Iterable[str] = ("envs", "data_synth", "rewards")) -> list[str]:
    """Every string in the project's own modules, docstrings too: the words that prompts and replies are made of."""
    texts: list[str] = []
    for path in sorted(p for folder in folders for p in (root / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return texts
