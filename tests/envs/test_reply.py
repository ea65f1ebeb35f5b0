"""The one reply format: what is written is read back, and whatever else comes is one ReplyError of the right kind."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.devices.tools import TOOLS
from envs.environment import ReplyError
from envs.episode import ToolCall
from envs.reply import LARGEST_REPLY, History, check_arguments, format_reply, parse_reply

PUSH = {"name": "push", "arguments": {"coordinate": [1, 2]}}
HISTORY = {"summary": "done", "task": "now"}


def reply(tool=PUSH, thought="look", **more) -> str:
    return f"<think>{thought}</think>" + json.dumps({**more, "tool": tool})


def refused(text: str, history_required: bool = False) -> ReplyError:
    with pytest.raises(ReplyError) as caught:
        parse_reply(text, TOOLS, history_required)
    message = str(caught.value)
    assert 0 < len(message) < 600 and "\n" not in message
    message.encode()  # it becomes feedback, so a tokenizer must take it
    return caught.value


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(texts, texts, texts, st.integers(-5, 2000), st.lists(texts, max_size=3))
def test_what_is_written_is_read_back(thought, summary, task, number, parameter):
    if "</think>" in thought:
        return
    call = ToolCall("rotate", {"coordinate": [number, 7], "parameter": parameter})
    for history in (None, History(summary=summary, task=task)):
        got = parse_reply(format_reply(thought, history, call), TOOLS, history is not None)
        assert got.call == call and got.history == history and got.thought == thought.strip()


def test_white_space_around_the_two_parts_is_allowed():
    got = parse_reply(f"  \n<think> a\nb </think>\n\n {json.dumps({'tool': PUSH})} \n", TOOLS, False)
    assert got.thought == "a\nb" and got.call.name == "push"


def test_history_is_required_in_markov_mode_alone():
    assert parse_reply(reply(), TOOLS, False).history is None
    assert "history" in str(refused(reply(), history_required=True))
    assert parse_reply(reply(history=HISTORY), TOOLS, True).history == History(**HISTORY)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "no_think"),
        ("push 1 2", "no_think"),
        (json.dumps({"tool": PUSH}), "no_think"),
        ("<think>endless", "no_think"),
        ("a" + reply(), "no_think"),
        ("</think>" + reply(), "no_think"),
        ("<think></think>", "no_json"),
        ("<think></think>push", "no_json"),
        ("<think></think>" + json.dumps([PUSH]), "no_json"),
        ("<think></think>```json\n{}\n```", "no_json"),
        (reply() + " done", "not_json"),
        (reply() + json.dumps({"tool": PUSH}), "not_json"),
        (reply()[:-1], "not_json"),
        (reply()[:-8], "not_json"),
        ("<think></think>{'tool': 1}", "not_json"),
        ("<think></think>{tool: 1}", "not_json"),
        ('<think></think>{"tool": {}, "tool": {}}', "not_json"),
        (reply().replace("[1, 2]", "[NaN, 2]"), "not_json"),
        (reply().replace("[1, 2]", "[Infinity, 2]"), "not_json"),
        (reply().replace("[1, 2]", "[1e999, 2]"), "not_json"),
        (reply().replace("[1, 2]", f"[{'9' * 5000}, 2]"), "not_json"),
        ("<think></think>" + '{"a":' * 3900, "not_json"),
        ("<think></think>{" + "[" * 19000, "not_json"),
        ('<think></think>{"tool":' + "[" * 9900 + "]" * 9900 + "}", "not_json"),
        (reply(thought="x" * LARGEST_REPLY), "not_json"),
        (reply(thought="\ud800"), "not_json"),
        ('<think></think>{"tool": {"name": "\\ud800", "arguments": {}}}', "not_json"),
        ('<think></think>{"\\udfff": 1}', "not_json"),
        ("<think></think>{}", "schema"),
        (reply(tool="push"), "schema"),
        (reply(tool=None), "schema"),
        (reply(tool={}), "schema"),
        (reply(tool={"name": "push"}), "schema"),
        (reply(tool={"name": 1, "arguments": {}}), "schema"),
        (reply(tool={"name": "push", "arguments": [1, 2]}), "schema"),
        (reply(tool={"name": "push", "arguments": None}), "schema"),
        (reply(tool={**PUSH, "why": "x"}), "schema"),
        (reply(tools=[]), "schema"),
        (reply(history="x"), "schema"),
        (reply(history={"summary": "x"}), "schema"),
        (reply(history={**HISTORY, "task": 1}), "schema"),
        (reply(history={**HISTORY, "plan": "x"}), "schema"),
        (reply(tool={"name": "lift", "arguments": {}}), "unknown_tool"),
        (reply(tool={"name": "Push", "arguments": PUSH["arguments"]}), "unknown_tool"),
        (reply(tool={"name": "x" * 9000, "arguments": {}}), "unknown_tool"),
        (reply(tool={"name": "push", "arguments": {}}), "arguments"),
        (reply(tool={"name": "push", "arguments": {"coordinate": [1.5, 2]}}), "arguments"),
        (reply(tool={"name": "push", "arguments": {"coordinate": [1.0, 2]}}), "arguments"),
        (reply(tool={"name": "push", "arguments": {"coordinate": ["1", 2]}}), "arguments"),
        (reply(tool={"name": "push", "arguments": {"coordinate": [True, 2]}}), "arguments"),
        (reply(tool={"name": "push", "arguments": {"coordinate": [1, 2], "parameter": [1]}}), "arguments"),
        (reply(tool={"name": "timed_wait", "arguments": {"x" * 9000: 1}}), "arguments"),
        (reply(tool={"name": "timed_wait", "arguments": {"a": "x" * 9000}}), "arguments"),
    ],
    ids=lambda value: value[:60].encode("ascii", "replace").decode() if isinstance(value, str) else None,
)
def test_everything_else_is_one_error_of_its_kind(text, kind):
    assert refused(text).kind == kind


@given(st.text(max_size=80))
def test_no_text_raises_anything_but_a_reply_error(text):
    for candidate in (text, f"<think>{text}</think>", f"<think></think>{text}", f"<think></think>{{{text}}}"):
        try:
            parse_reply(candidate, TOOLS, False)
        except ReplyError as error:
            str(error).encode()


def test_check_arguments_names_tool_field_and_value_and_adds_no_defaults():
    assert check_arguments("push", {"coordinate": [1, 2]}, TOOLS) == {"coordinate": [1, 2]}
    with pytest.raises(ReplyError, match=r'push: coordinate.0: .*integer.*"1"'):
        check_arguments("push", {"coordinate": ["1", 2]}, TOOLS)


def test_tool_schemas_hold_nothing_but_what_is_said_of_them():
    for tool in TOOLS:
        schema = tool.schema()
        assert set(schema) == {"name", "description", "parameters"}
        assert "title" not in json.dumps(schema) and "anyOf" not in json.dumps(schema)
        assert schema["parameters"]["additionalProperties"] is False
        assert "description" not in schema["parameters"]
