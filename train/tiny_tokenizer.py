"""The tiny model's tokenizer: byte-level BPE of exactly VOCABULARY tokens, trained on this project's own text.

Promises: every text survives encode and decode unchanged; a number is its digits, one token each; the fixed
pieces of the reply format (envs/reply.py) are one token each, so that a reply is short; control tokens are
Qwen's, at fixed ids at the end of the vocabulary, so that training it anew on more text moves no id that a
configuration names.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from envs.devices.parts import COLOURS
from envs.devices.tools import TOOLS
from envs.devices.views import VIEWS
from envs.home.apartments import CATEGORIES as FURNITURE
from envs.home.tools import TOOLS as HOME_TOOLS
from train.taught import CATEGORIES, PART_WORDS

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
    "</think>",
    '</think>{"history": {"summary": "',
    '</think>{"tool": {"name": "',
    '", "task": "',
    '"}, "tool": {"name": "',
    '", "arguments": {"coordinate": [',
    '", "arguments": {"view": "',
    '", "arguments": {}}}',
    '", "coordinate": [',
    '], "parameter": ["',
    '], "parameter": []}}}',
    '], "parameter": []}',
    '"]}}}',
    "]}}}",
    '"}}}',
    ' {"coordinate": [',
    ' {"view": "',
    '"]}',
    "]}",
    '"}',
    "Instruction: ",
    "\nDone: ",
    "\nTask: ",
    "\nPrevious action: ",
    "View: ",
    "\nView: ",
    "\nViews: ",
    "\nFeedback: ",
    "Previous picture: ",
    "Current picture: ",
    "View then: ",
    "Tools: press, pull, push, rotate, grasp, timed_wait, switch_view.",
    "front, back, left, right, top, bottom, front_top, back_bottom",
    ", dashboard",
    '", "arguments": {"receptacle": "',
    '", "arguments": {"mark": ',
    '", "arguments": {"target": "',
    '", "arguments": {"category": "',
    '", "arguments": {"question": "',
    "\nAt: ",
    "\nGripper: ",
    "\nMarks: ",
    "\nReceptacles: ",
    "Tools: nav_to, walk_around, show_object_by_category, gaze_at, pick, place, open, close, ask.",
    'The person says: "',
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


PIECES = r" ?[\p{L}_]+|\p{N}| ?[^\s\p{L}\p{N}_]+|\s+(?!\S)|\s+"
"""What no merge may cross: a word with the space before it, a digit, a run of signs."""


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


def project_texts(root: Path, folders: Iterable[str] = ("envs", "data_synth")) -> list[str]:
    """Every string in the project's own modules, and many times over what it says to users and policies.

    Said texts weigh SAID_WEIGHT each, with and without a space before them, so that their words become single tokens.
    """
    texts: list[str] = []
    for path in sorted(p for folder in folders for p in (root / folder).rglob("*.py")):
        texts += _strings(path)
    said = said_texts(root)
    tools = [tool.name for tool in (*TOOLS, *HOME_TOOLS)]
    words = [*COLOURS, *PART_WORDS, *VIEWS, *tools, *ROLES, *FURNITURE, *HOME_WORDS]
    texts += [form for text in said for form in (text, f" {text}", text[:1].upper() + text[1:])] * SAID_WEIGHT
    return texts + [form for word in words for form in (word, f" {word}")] * WORD_WEIGHT


SAID_WEIGHT, WORD_WEIGHT = 100, 4000
HOME_WORDS = (
    *("mug", "cup", "bowl", "plate", "bottle", "book", "ball", "box", "vase", "jar", "apple", "can", "mark", "gripper"),
    *("holds", "put", "bring", "take", "look", "found", "Found", "nothing", "from", "table_"),
)
"""What the home world says most often, beside its tools and its furniture."""
ROLES = ("system", "user", "assistant", "Nothing", "nothing yet", "This is the view.")


def said_texts(root: Path) -> list[str]:
    """What prompts and replies are made of: instructions, descriptions, thoughts, feedback, names of visible parts."""
    texts = [f"the {colour} {word}" for colour in COLOURS for word in PART_WORDS]
    for category in CATEGORIES:
        for name in (f"{category}.json", f"{category}.words.json"):
            texts += _values(json.loads((root / "envs/devices/categories" / name).read_text()))
    for module in (
        "data_synth/devices/thoughts.py",
        "data_synth/history.py",
        "envs/context.py",
        "envs/devices/dynamics.py",
        "envs/devices/instructions.py",
    ):
        texts += [text for text in _strings(root / module) if " " in text and len(text) < 200]
    return texts


def _strings(path: Path) -> list[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _values(content: Any) -> list[str]:
    """The strings in a JSON file that are sentences or phrases, not ids."""
    if isinstance(content, str):
        return [content] if " " in content else []
    inner = content.values() if isinstance(content, dict) else content if isinstance(content, list) else ()
    return [text for item in inner for text in _values(item)]
