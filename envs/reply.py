"""The reply format of all worlds: `<think>...</think>`, then one JSON object with `history` and `tool`.

`parse_reply` is the only reader and `format_reply` the only writer, so that what the planner writes is what the policy
must write. A reply that does not hold is answered by a `ReplyError` whose kind and message say what was wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from envs import strict_json
from envs.environment import ReplyError, ToolSpec
from envs.episode import Json, ToolCall

OPEN, CLOSE = "<think>", "</think>"
LARGEST_REPLY = 20_000
"""Characters; more is an answer that ran away, not worth a JSON parse."""


class History(BaseModel):
    """The policy's own memory between turns (REAL 4.1): what is done so far, and what it is at now."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    summary: StrictStr
    task: StrictStr


class _Tool(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: StrictStr
    arguments: dict[str, Json]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")
    history: History | None = None
    tool: _Tool


@dataclass(frozen=True)
class Reply:
    """A valid reply: the thought, the history (None in transcript mode) and the call."""

    thought: str
    history: History | None
    call: ToolCall


def format_reply(thought: str, history: History | None, call: ToolCall) -> str:
    """Write a reply in the one format."""
    body: dict[str, Json] = {}
    if history is not None:
        body["history"] = history.model_dump()
    body["tool"] = {"name": call.name, "arguments": dict(call.arguments)}
    return f"{OPEN}{thought}{CLOSE}{json.dumps(body, ensure_ascii=False)}"


def parse_reply(text: str, tools: Sequence[ToolSpec], history_required: bool) -> Reply:
    """Read a reply, or raise ReplyError.

    White space around the think block and the object is allowed; any other text is not, since a second object or
    trailing words would make it unclear what was meant. `history_required` holds in Markov mode.
    """
    text = text.strip()
    if len(text) > LARGEST_REPLY:
        raise ReplyError("not_json", f"the reply has {len(text)} characters; at most {LARGEST_REPLY} are read")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ReplyError("not_json", "the reply holds half of a surrogate pair") from error
    if not text.startswith(OPEN) or CLOSE not in text:
        raise ReplyError("no_think", f"the reply must start with {OPEN}...{CLOSE}")
    thought, _, rest = text[len(OPEN) :].partition(CLOSE)
    rest = rest.strip()
    if not rest.startswith("{"):
        raise ReplyError("no_json", f"a JSON object must follow {CLOSE}")
    try:
        raw = strict_json.loads(rest)
    except strict_json.JsonError as error:
        raise ReplyError("not_json", f"the text after {CLOSE} is not one JSON object: {error}") from error
    try:
        body = _Body.model_validate(raw)
    except ValidationError as error:
        raise ReplyError("schema", _first(error)) from error
    if history_required and body.history is None:
        raise ReplyError("schema", 'history: missing; give {"summary": ..., "task": ...}')
    call = ToolCall(body.tool.name, check_arguments(body.tool.name, body.tool.arguments, tools))
    return Reply(thought.strip(), body.history, call)


def check_arguments(name: str, arguments: Mapping[str, Json], tools: Sequence[ToolSpec]) -> dict[str, Json]:
    """The arguments of a call, checked against its tool's schema; ReplyError names tool, field and value."""
    spec = next((tool for tool in tools if tool.name == name), None)
    if spec is None:
        raise ReplyError("unknown_tool", f"unknown tool {name[:80]!r}; known: {', '.join(t.name for t in tools)}")
    try:
        checked = spec.arguments.model_validate(arguments)
    except ValidationError as error:
        raise ReplyError("arguments", f"{name}: {_first(error)}") from error
    return checked.model_dump(mode="json", exclude_unset=True)


def _first(error: ValidationError) -> str:
    item = error.errors()[0]
    where = ".".join(map(str, item["loc"]))[:80] or "a key"
    return f"{where}: {item['msg']} (got {json.dumps(item['input'], default=str)[:80]})"
