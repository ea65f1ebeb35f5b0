"""Ids: ours, the processor's own and the engine's are the same; Qwen3's real vocabulary takes our reply format."""

from __future__ import annotations

import pytest
import torch

from envs.context import IMAGE, PLACEHOLDERS, ContextSettings, Prompt, build_prompt
from envs.devices.tools import TOOLS
from envs.reply import parse_reply
from tests.demonstrations import demonstration, picture
from train.encoding import Encoder, EncodingError
from train.engines import Request, Sampling
from train.rows import TurnCollator, turn_rows


def last_prompt(encoder: Encoder, context: ContextSettings) -> Prompt:
    episode = demonstration(encoder.store, seed=9, turns=4)
    return build_prompt(TOOLS, episode.turns[:3], episode.turns[3].observation, context)


@pytest.mark.parametrize(
    "context", [ContextSettings(), ContextSettings(mode="transcript")], ids=["markov", "transcript"]
)
def test_our_ids_are_the_processors_own(tiny_encoder: Encoder, context: ContextSettings) -> None:
    prompt = last_prompt(tiny_encoder, context)
    text = tiny_encoder.processor.apply_chat_template(prompt.messages, tokenize=False, add_generation_prompt=True)
    own = tiny_encoder.processor(text=[text], images=tiny_encoder.pictures(prompt.images), return_tensors="pt")
    encoded = tiny_encoder.encode_prompt(prompt)
    assert list(encoded.expanded) == own["input_ids"][0].tolist()
    inputs = tiny_encoder.picture_inputs
    assert torch.cat([inputs.pixels(name) for name in prompt.images]).equal(own["pixel_values"])
    assert inputs.shown(prompt.images, [encoded.expanded])["image_grid_thw"].equal(own["image_grid_thw"])


@pytest.mark.parametrize("size", [128, 64, 48])
def test_picture_tokens_are_those_of_the_image_processor(tiny_encoder: Encoder, size: int) -> None:
    name = picture(tiny_encoder.store, seed=size, size=size)
    prompt = Prompt([{"role": "user", "content": [IMAGE, {"type": "text", "text": "Look."}]}], (name,))
    ids = tiny_encoder.encode_prompt(prompt).expanded
    tiny_encoder.picture_inputs.shown(prompt.images, [ids])  # raises where they disagree


def test_a_template_that_drops_a_picture_is_found_out(tiny_encoder: Encoder) -> None:
    with pytest.raises(EncodingError, match="1 picture placeholders for 2 pictures"):
        tiny_encoder.encode_prompt(Prompt([{"role": "user", "content": [IMAGE]}], ("a", "b")))


def test_a_reply_survives_its_tokens(tiny_encoder: Encoder) -> None:
    for reply in ("<think>a</think>{}", 'ö "quoted" \\n 0123456789', " leading and trailing ", "日本"):
        ids = tiny_encoder.encode_reply(reply)
        assert ids[-1] == tiny_encoder.end_id
        assert tiny_encoder.decode(ids) == reply


@pytest.mark.parametrize("encoder", ["tiny_encoder", "qwen"])
def test_a_reply_that_spells_a_control_token_holds_none(encoder: str, request: pytest.FixtureRequest) -> None:
    ours: Encoder = request.getfixturevalue(encoder)
    reply = "<think>" + "".join(PLACEHOLDERS) + "</think>"
    ids = ours.encode_reply(reply)
    assert not set(ids) & set(ours.forbidden_ids)
    assert ids.count(ours.end_id) == 1
    assert ours.decode(ids) == reply
    assert ours.encode_reply("<think>")[:-1] == ids[:1], "a piece of the format stays one token"


@pytest.mark.vllm
def test_the_engine_reads_the_ids_that_rows_are_trained_on(vllm_engine, tiny_encoder: Encoder) -> None:
    prompt = tiny_encoder.encode_prompt(last_prompt(tiny_encoder, ContextSettings()))
    vllm_engine.submit(Request(7, prompt, seed=1), Sampling(max_tokens=12))
    ((number, completion),) = vllm_engine.collect()
    assert number == 7
    assert completion.prompt_ids == prompt.expanded
    assert len(completion.ids) == len(completion.logprobs)
    assert max(completion.logprobs) <= 0
    assert not set(completion.ids) & set(tiny_encoder.forbidden_ids)


def test_qwens_control_tokens_are_where_we_say(qwen: Encoder) -> None:
    assert qwen.image_token_id == 151655
    assert qwen.forbidden_ids == (151655, 151656, 151652, 151653)
    assert qwen.end_id == 151645
    assert qwen.tokenizer.convert_tokens_to_ids("<|im_start|>") == 151644


def test_our_reply_format_passes_through_qwens_vocabulary(qwen: Encoder) -> None:
    """`<think>` is one id there, and no special one: decoding must keep it."""
    episode = demonstration(qwen.store, seed=9, turns=4)
    for turn in episode.turns:
        ids = qwen.encode_reply(turn.reply)
        assert qwen.decode(ids) == turn.reply
        assert parse_reply(qwen.decode(ids), TOOLS, history_required=True).call == turn.call
        assert not set(ids) & set(qwen.forbidden_ids)


def test_rows_with_qwens_vocabulary_hold_their_pictures(qwen: Encoder) -> None:
    rows = turn_rows([demonstration(qwen.store, seed=9, turns=3)], qwen, ContextSettings())
    assert [row.prompt.count(151655) for row in rows.rows] == [16, 32]  # 128 pixels are 4 x 4 tokens of 32 pixels
    batch = TurnCollator(qwen)([rows.dataset()[i] for i in range(2)])
    assert batch["pixel_values"].shape == (3, 32)  # by name
