"""Transcript prompts: earlier replies keep the ids that were sampled, and the template writes what stands between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from envs.context import ContextSettings, build_prompt
from envs.devices.tools import TOOLS
from envs.episode import Completion, Turn
from envs.settings import SettingsError
from tests.demonstrations import demonstration
from tests.templates import shipped, with_template
from train.encoding import EncodedPrompt, Encoder
from train.tiny_tokenizer import CHAT_TEMPLATE

WHOLE = ContextSettings(mode="transcript")


@pytest.fixture(params=["tiny_encoder", "qwen"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    return request.getfixturevalue(request.param)


def prompt_of(encoder: Encoder, turns: tuple[Turn, ...], context: ContextSettings = WHOLE) -> EncodedPrompt:
    """The prompt after these turns."""
    return encoder.encode_turns(TOOLS, turns, turns[-1].step.observation, context)


def sampled(turn: Turn, ids: tuple[int, ...], finished: bool = True) -> Turn:
    return replace(turn, completion=Completion((), ids, (0.0,) * len(ids), finished))


@pytest.mark.parametrize("template", [CHAT_TEMPLATE, shipped("qwen3_vl")], ids=["ours", "qwen3-vl"])
@pytest.mark.parametrize("last_turns", [None, 2, 0])
def test_where_a_template_strips_nothing_the_ids_are_those_of_the_whole_chat(
    encoder: Encoder, template: str, last_turns: int | None
) -> None:
    encoder = with_template(encoder, template)
    context = replace(WHOLE, last_turns=last_turns)
    turns = demonstration(encoder.store, seed=9, turns=4).turns
    whole = encoder.encode_prompt(build_prompt(TOOLS, turns, turns[-1].step.observation, context))
    assert prompt_of(encoder, turns, context) == whole


def test_earlier_replies_keep_their_think_blocks_where_the_template_strips_them(encoder: Encoder) -> None:
    encoder = with_template(encoder, shipped("qwen3_5_think"))
    turns = demonstration(encoder.store, seed=9, turns=4).turns
    prompt = prompt_of(encoder, turns)
    rendered = encoder.encode_prompt(build_prompt(TOOLS, turns, turns[-1].step.observation, WHOLE))
    thoughts = [f"I look for the lid, try {i}." for i in range(4)]
    assert not any(thought in encoder.decode(rendered.compact) for thought in thoughts)
    assert all(thought in encoder.decode(prompt.compact) for thought in thoughts)
    assert prompt.images == rendered.images


@pytest.mark.parametrize("template", [CHAT_TEMPLATE, shipped("qwen3_5_think")], ids=["ours", "stripping"])
def test_a_prompt_begins_with_the_prompt_before_it_and_the_reply(encoder: Encoder, template: str) -> None:
    encoder = with_template(encoder, template)
    turns = demonstration(encoder.store, seed=9, turns=4).turns
    before = encoder.opening(TOOLS, turns[0].observation, WHOLE)
    for i in range(1, 5):
        now, said = prompt_of(encoder, turns[:i]), encoder.encode_reply(turns[i - 1].reply)
        for form in ("compact", "expanded"):
            start = (*getattr(before, form), *said)
            assert getattr(now, form)[: len(start)] == start
        assert now.images[: len(before.images)] == before.images
        before = now


def test_sampled_ids_stay_whatever_their_text_would_be_encoded_as(encoder: Encoder) -> None:
    turns = demonstration(encoder.store, seed=9, turns=2).turns
    text = "<think>a <|image_pad|> </think>"
    letters = tuple(i for letter in text for i in encoder.tokenizer(letter, add_special_tokens=False)["input_ids"])
    assert encoder.decode(letters) == text
    assert letters != encoder.encode_reply(text)[:-1]
    assert not set(letters) & set(encoder.forbidden_ids)
    prompt = prompt_of(encoder, (sampled(turns[0], (*letters, encoder.end_id)), turns[1]))
    start = len(encoder.opening(TOOLS, turns[0].observation, WHOLE).expanded)
    assert prompt.expanded[start : start + len(letters)] == letters
    tokens = [encoder.opening(TOOLS, turn.observation, WHOLE).expanded.count(encoder.image_token_id) for turn in turns]
    assert prompt.expanded.count(encoder.image_token_id) == 2 * tokens[0] + tokens[1]
    assert prompt.compact.count(encoder.image_token_id) == len(prompt.images) == 3


def test_a_cut_reply_is_closed(encoder: Encoder) -> None:
    turns = demonstration(encoder.store, seed=9, turns=1).turns
    ids = encoder.encode_reply(turns[0].reply)
    cut = prompt_of(encoder, (sampled(turns[0], ids[:4], finished=False),))
    whole = prompt_of(encoder, turns)
    start = len(encoder.opening(TOOLS, turns[0].observation, WHOLE).expanded)
    assert cut.expanded == (*whole.expanded[: start + 4], encoder.end_id, *whole.expanded[start + len(ids) :])


def test_dropped_turns_go_whole_and_kept_ones_keep_their_ids(encoder: Encoder) -> None:
    turns = demonstration(encoder.store, seed=9, turns=4).turns
    odd = tuple(
        sampled(turn, (*encoder.encode_reply(str(i))[:-1],) * 3, finished=False) for i, turn in enumerate(turns)
    )
    whole = prompt_of(encoder, odd)
    for kept in range(1, 5):
        cut = prompt_of(encoder, odd, replace(WHOLE, last_turns=kept))
        opening = encoder.opening(TOOLS, odd[-kept].observation, WHOLE)
        assert cut.expanded[: len(opening.expanded)] == opening.expanded
        rest = cut.expanded[len(opening.expanded) :]
        assert rest == whole.expanded[len(whole.expanded) - len(rest) :]
        assert cut.images == whole.images[len(whole.images) - kept - 1 :]


def test_an_observation_may_hold_the_words_that_stand_for_a_reply(tiny_encoder: Encoder) -> None:
    turn = demonstration(tiny_encoder.store, seed=9, turns=1).turns[0]
    observation = replace(turn.step.observation, feedback="a <<reply>> b <<reply>>")
    rendered = tiny_encoder.encode_prompt(build_prompt(TOOLS, (turn,), observation, WHOLE))
    assert tiny_encoder.encode_turns(TOOLS, (turn,), observation, WHOLE) == rendered


def test_a_next_turn_renders_its_own_observation_alone(tiny_encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = with_template(tiny_encoder, CHAT_TEMPLATE)
    turns = demonstration(encoder.store, seed=9, turns=6).turns
    prompt_of(encoder, turns[:4])
    rendered: list[str] = []
    render = encoder._render
    monkeypatch.setattr(encoder, "_render", lambda *words: rendered.append(render(*words)) or rendered[-1])
    monkeypatch.setattr(encoder._template, "render", encoder._render)
    prompt_of(encoder, turns[:5])
    assert len(rendered) == 1
    assert len(rendered[0]) < len(render(build_prompt(TOOLS, (), turns[0].observation, WHOLE).messages, True))
    prompt_of(encoder, turns[:5])
    assert len(rendered) == 1


@pytest.mark.parametrize(
    ("template", "told"),
    [
        (CHAT_TEMPLATE.replace("{{- '<|im_start|>' +", "{{- '<|im_start|>' + loop.index | string +"), "differently"),
        (CHAT_TEMPLATE.replace("{{- '<|im_end|>", "{{- ' <|im_end|>"), "something between a reply and its <|im_end|>"),
        ("{{- messages | length }}" + CHAT_TEMPLATE, "changes what stands before a reply"),
        (
            CHAT_TEMPLATE.replace("for message in messages", "for message in messages if message.role != 'assistant'"),
            "drops a reply",
        ),
    ],
    ids=["numbered-turns", "space-before-the-end", "counting", "no-replies"],
)
def test_templates_that_no_transcript_can_grow_with_are_refused(
    tiny_encoder: Encoder, template: str, told: str
) -> None:
    encoder = with_template(tiny_encoder, template)
    turns = demonstration(encoder.store, seed=9, turns=1).turns
    with pytest.raises(SettingsError, match=f"model: its chat template .*{told}".replace("|", r"\|")):
        prompt_of(encoder, turns)
