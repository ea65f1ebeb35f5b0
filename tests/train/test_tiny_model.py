"""The tiny model: text survives its tokenizer, its ids and chat layout are Qwen's, its files belong together."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from transformers import AutoModelForImageTextToText, AutoProcessor

from envs.devices.parts import COLOURS
from envs.devices.tools import TOOLS
from envs.devices.views import VIEWS
from envs.episode import ToolCall
from envs.reply import History, format_reply
from train.taught import PART_WORDS
from train.tiny_model import PICTURE_SIZE, PICTURE_TOKENS, tiny_config, tiny_model
from train.tiny_tokenizer import BOILERPLATE, SPECIAL, VOCABULARY, said_texts, train_tokenizer, wrap

FOLDER = Path(__file__).resolve().parents[2] / "models" / "tiny"


@pytest.fixture(scope="module")
def processor():
    return AutoProcessor.from_pretrained(FOLDER)


@pytest.fixture(scope="module")
def model():
    return AutoModelForImageTextToText.from_pretrained(FOLDER, dtype=torch.float32).eval()


def _ids(processor, text: str) -> list[int]:
    return processor.tokenizer(text, add_special_tokens=False)["input_ids"]


@given(text=st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_survives_encoding_and_decoding(processor, text):
    decoded = processor.tokenizer.decode(_ids(processor, text), skip_special_tokens=False)
    assert decoded == text


@given(
    parts=st.lists(
        st.sampled_from([*BOILERPLATE, "press", " red", "512", "  ", "\n", ", ", "é", "{", '"']), max_size=12
    )
)
@settings(max_examples=300, deadline=None)
def test_fixed_pieces_survive_in_any_order_and_are_not_skipped_as_special(processor, parts):
    text = "".join(parts)
    assert processor.tokenizer.decode(_ids(processor, text), skip_special_tokens=True) == text


def test_a_number_is_its_digits(processor):
    digits = [processor.tokenizer.convert_tokens_to_ids(d) for d in "0123456789"]
    for number in (0, 7, 42, 512, 1000):
        assert _ids(processor, str(number)) == [digits[int(d)] for d in str(number)]
        point = _ids(processor, f"[3, {number}]")
        assert [i for i in point if i in digits] == [digits[int(d)] for d in f"3{number}"]


def test_special_ids_are_the_last_of_the_vocabulary_and_stand_in_the_configuration(processor, model):
    ids = processor.tokenizer.convert_tokens_to_ids(list(SPECIAL))
    assert ids == list(range(VOCABULARY - len(SPECIAL), VOCABULARY))
    by_name = dict(zip(SPECIAL, ids, strict=True))
    config = model.config
    assert config.image_token_id == by_name["<|image_pad|>"] == processor.image_token_id
    assert config.video_token_id == by_name["<|video_pad|>"]
    assert config.vision_start_token_id == by_name["<|vision_start|>"]
    assert config.vision_end_token_id == by_name["<|vision_end|>"]
    assert processor.tokenizer.eos_token_id == config.text_config.eos_token_id == by_name["<|im_end|>"]
    assert processor.tokenizer.pad_token_id == config.text_config.pad_token_id == by_name["<|endoftext|>"]
    assert by_name["<|im_end|>"] in model.generation_config.eos_token_id
    assert processor.tokenizer.padding_side == "left"
    assert len(processor.tokenizer) == VOCABULARY == config.text_config.vocab_size


def test_names_that_replies_need_are_single_tokens(processor):
    for word in (*(tool.name for tool in TOOLS), *VIEWS):
        assert len(_ids(processor, word)) == 1, word
    for word in (*COLOURS, *PART_WORDS):
        assert len(_ids(processor, f" {word}")) == 1, word


def test_the_fixed_pieces_of_a_reply_cost_one_token_each(processor):
    call = ToolCall("push", {"coordinate": [512, 433], "parameter": ["1"]})
    reply = format_reply("I push the red switch up.", History(summary="nothing yet", task="turn on the lamp"), call)
    pieces = [processor.tokenizer.decode([i]) for i in _ids(processor, reply)]
    for fixed in (
        "<think>",
        '</think>{"history": {"summary": "',
        '", "task": "',
        '"}, "tool": {"name": "',
        "push",
        '", "arguments": {"coordinate": [',
        '], "parameter": ["',
        '"]}}}',
    ):
        assert fixed in pieces
    assert len(pieces) == 30
    assert processor.tokenizer.decode(_ids(processor, reply)) == reply


def test_the_chat_template_has_qwens_layout(processor):
    messages = [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [{"type": "image"}, {"type": "text", "text": "Where?"}, {"type": "image"}],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "[1, 2]"}]},
        {"role": "user", "content": "And now?"},
    ]
    picture = "<|vision_start|><|image_pad|><|vision_end|>"
    assert processor.apply_chat_template(messages, add_generation_prompt=True, tokenize=False) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n"
        f"<|im_start|>user\n{picture}Where?{picture}<|im_end|>\n"
        "<|im_start|>assistant\n[1, 2]<|im_end|>\n"
        "<|im_start|>user\nAnd now?<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_a_picture_is_always_the_same_number_of_tokens(processor):
    picture = Image.fromarray(np.zeros((PICTURE_SIZE, PICTURE_SIZE, 3), np.uint8))
    inputs = processor(text=["<|vision_start|><|image_pad|><|vision_end|>"], images=[[picture]], return_tensors="pt")
    assert (inputs["input_ids"] == processor.image_token_id).sum() == PICTURE_TOKENS
    counted = processor._get_num_multimodal_tokens(image_sizes=[(PICTURE_SIZE, PICTURE_SIZE)])
    assert counted["num_image_tokens"] == [PICTURE_TOKENS]


def test_the_model_is_a_small_qwen3_vl_with_tied_embeddings_and_deepstack(model):
    assert type(model).__name__ == "Qwen3VLForConditionalGeneration"
    assert sum(p.numel() for p in model.parameters()) < 4_000_000
    assert model.lm_head.weight is model.model.language_model.embed_tokens.weight
    assert len(model.model.visual.deepstack_merger_list) == 1
    assert (FOLDER / "model.safetensors").stat().st_size < 8_000_000


def test_weights_on_disk_are_finite_float32(model):
    assert all(p.dtype == torch.float32 and torch.isfinite(p).all() for p in model.parameters())


def test_the_committed_shape_is_the_one_the_code_builds(processor, model):
    built = tiny_model(tiny_config(processor.tokenizer), seed=0).state_dict()
    assert {k: v.shape for k, v in built.items()} == {k: v.shape for k, v in model.state_dict().items()}


def test_random_weights_depend_on_the_seed_alone(processor):
    config = tiny_config(processor.tokenizer)
    torch.rand(3)
    first, second = tiny_model(config, 5).state_dict(), tiny_model(config, 5).state_dict()
    assert all(torch.equal(first[k], second[k]) for k in first)


def test_a_corpus_too_small_for_the_vocabulary_is_refused():
    with pytest.raises(ValueError, match="add text"):
        train_tokenizer(["two words"])


def test_training_the_tokenizer_on_other_text_moves_no_special_id(processor):
    root = FOLDER.parents[1]
    other = wrap(
        train_tokenizer([*said_texts(root), *(f"word{chr(97 + i % 26)}{chr(97 + i // 26)}" * 3 for i in range(600))])
    )
    assert other.convert_tokens_to_ids(list(SPECIAL)) == processor.tokenizer.convert_tokens_to_ids(list(SPECIAL))


def test_the_model_card_states_measured_accuracy_on_unseen_devices():
    card = (FOLDER / "MODEL_CARD.md").read_text()
    rows = re.findall(r"^\| (\w+) \| (\d+) \| ([\d.]+)% \| ([\d.]+)% to ([\d.]+)% \|$", card, re.MULTILINE)
    assert {row[0] for row in rows} == {"ElectricKettle", "Lamp", "Microwave", "all"}
    for _, questions, share, low, high in rows:
        assert int(questions) >= 100
        assert float(low) <= float(share) <= float(high)


def test_the_shipped_files_name_no_private_path():
    for path in FOLDER.glob("*.json"):
        assert "/work/" not in json.dumps(json.loads(path.read_text()))


def test_numbers_in_running_text_are_the_tokens_that_pointing_was_taught_with(processor):
    """Answers were taught with the comma and the space as two tokens; one joint token would lose the second number."""
    assert _ids(processor, "[5, 4]") == [i for piece in ("[", "5", ",", " ", "4", "]") for i in _ids(processor, piece)]
