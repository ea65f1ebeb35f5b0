"""A registered world as an MCP server: the policy's tools are the MCP tools, with identical schemas (REAL 5.3).

**Tools** are the world's `ToolSpec`s and no others, so that what is trained here can call a robot that offers the
same. A result holds text (feedback, facts, instruction), the pictures as PNG, and an `Answer` as structured content.
A failed action is feedback like any other; `isError` marks a call that was not carried out: an invalid one, which
costs its turn as an invalid reply does, or one outside a task, which costs nothing.

**A task begins by the prompt `task`** (argument `number`, the next one if left out), whose message is the first
observation. It is no tool, since the policy has none for it, and no resource, since those are read without effect and
may be cached; prompts are what MCP gives to the person or program that decides what the model shall do. A client that
knows tools alone begins the first task by its first call, which is not carried out but answered by what there is to
see.

**A session is a play** in a world of its own. Over stdio it is the process's life. Over HTTP it is an MCP session:
protocol versions without sessions (from 2026-07-28 on) are refused there, and clients fall back to the handshake by
themselves.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, TypeVar

import mcp_types as types
from mcp import MCPError, stdio_server
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from envs.environment import InfraError, ReplyError, TaskError, ToolSpec
from envs.serving.answers import ANSWER_KEY, INVALID_KEY, NUMBER, TASK, InvalidReply, answer_of, text_of
from envs.serving.play import Play, PlayError, View
from envs.serving.sessions import SessionError, Sessions

logger = logging.getLogger(__name__)
T = TypeVar("T")
Context = ServerRequestContext[Any, Any]

INSTRUCTIONS = (
    "The tools act in one world. The prompt `task` begins a task and shows where you stand; every tool's result shows "
    "what came of it. Once a task has ended, the prompt `task` begins the next one."
)
FAULT = "The simulator failed. The task ends here, and that is nobody's failure; the prompt `task` begins the next one."
STDIO = "stdio"


def build_server(
    world: str, tools: Sequence[ToolSpec], open_play: Callable[[str], Play], sessions: Sessions
) -> Server[None]:
    """The MCP server of a world. open_play: makes a session's play, from the name by which its client calls itself."""
    listed = [mcp_tool(tool) for tool in tools]

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=listed)

    async def list_prompts(context: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        number = types.PromptArgument(
            name=NUMBER, description="Which task, counted from 0; the next one if left out.", required=False
        )
        told = "Begins a task and shows where you stand. One that has not ended is given up."
        return types.ListPromptsResult(prompts=[types.Prompt(name=TASK, description=told, arguments=[number])])

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        invalid = _invalid_reply(context)
        try:
            view = await play(context, lambda play: play.act(params.name, params.arguments or {}, invalid))
        except (PlayError, SessionError, TaskError) as error:
            return _error(str(error))
        except InfraError as error:
            logger.error("the task ends as infra_error: %s", error)
            return _error(FAULT)
        answer = answer_of(view).model_dump(mode="json")
        return types.CallToolResult(content=_content(view), structured_content=answer, is_error=view.refused)

    async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        number = _number(params)
        try:
            view = await play(context, lambda play: play.begin(number))
        except (PlayError, TaskError) as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error
        except SessionError as error:
            raise MCPError(types.INTERNAL_ERROR, str(error)) from error
        except InfraError as error:
            logger.error("the task ends as infra_error: %s", error)
            raise MCPError(types.INTERNAL_ERROR, FAULT) from error
        messages = [types.PromptMessage(role="user", content=item) for item in _content(view)]
        return types.GetPromptResult(
            description=f"Task {view.number}",
            messages=messages,
            _meta={ANSWER_KEY: answer_of(view).model_dump(mode="json")},
        )

    async def play(context: Context, action: Callable[[Play], T]) -> T:
        client = context.session.client_params
        name = client.client_info.name[:80] if client is not None else ""
        return await sessions.run(session_key(context), lambda: open_play(name or "mcp"), action)

    server: Server[None] = Server(
        f"apprentice-{world}",
        version=version("apprentice-vlm"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        lifespan=lambda server: _lifespan(sessions),
    )
    server.middleware.append(_need_sessions)
    return server


def mcp_tool(tool: ToolSpec) -> types.Tool:
    """A tool as MCP lists it: the schema that stands in prompts, unchanged."""
    return types.Tool(name=tool.name, description=tool.description, input_schema=tool.schema()["parameters"])


def session_key(context: Context) -> str:
    """What tells sessions apart: the id that the HTTP transport gave and checked; over stdio there is one."""
    return STDIO if context.request is None else context.request.headers["mcp-session-id"]


async def serve_stdio(server: Server[None]) -> None:
    """Serve one client over standard input and output until it closes them."""
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


@asynccontextmanager
async def _lifespan(sessions: Sessions) -> AsyncIterator[None]:
    try:
        yield None
    finally:
        await sessions.close()


async def _need_sessions(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Refuse, over HTTP, versions of the protocol that know no sessions: a world has a state between calls."""
    if ctx.request is not None and ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        data = types.UnsupportedProtocolVersionErrorData(
            supported=list(HANDSHAKE_PROTOCOL_VERSIONS), requested=ctx.protocol_version
        )
        reason = "a world has a state between calls: open a session by `initialize`"
        raise MCPError(types.UNSUPPORTED_PROTOCOL_VERSION, reason, data.model_dump(mode="json"))
    return await call_next(ctx)


def _content(view: View) -> list[types.ContentBlock]:
    pictures = [types.ImageContent(data=base64.b64encode(png).decode(), mime_type="image/png") for png in view.pictures]
    return [types.TextContent(text=text_of(view)), *pictures]


def _error(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


def _invalid_reply(context: Context) -> ReplyError | None:
    raw = (context.meta or {}).get(INVALID_KEY)
    if raw is None:
        return None
    try:
        invalid = InvalidReply.model_validate(raw)
    except ValidationError as error:
        raise MCPError(types.INVALID_PARAMS, f"_meta.{INVALID_KEY}: {error.errors()[0]['msg']}") from error
    return ReplyError(invalid.kind, invalid.message)


def _number(params: types.GetPromptRequestParams) -> int | None:
    """The task that a prompt asks for; MCPError names what is wrong with the request."""
    if params.name != TASK:
        raise MCPError(types.INVALID_PARAMS, f"unknown prompt {params.name[:80]!r}; known: {TASK}")
    for key in params.arguments or {}:
        if key != NUMBER:
            raise MCPError(types.INVALID_PARAMS, f"unknown argument {key[:80]!r}; known: {NUMBER}")
    number = (params.arguments or {}).get(NUMBER)
    if number is None or not number.strip():
        return None
    if not (number.isascii() and number.isdecimal() and len(number) <= 9):
        raise MCPError(types.INVALID_PARAMS, f"{NUMBER}: {number[:80]!r} is no number from 0 on")
    return int(number)
