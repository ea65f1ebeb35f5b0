"""A world that an MCP server is: a robot, or a simulator elsewhere, behind the tools that `envs.serving.server`
describes.

The tools are those that the server lists, their arguments checked by its JSON schemas. A task is a number in the
server's list, `{"world": "mcp", "id": "3", "seed": 0, "parameters": {"number": 3}}`. Pictures come as the server
draws them. What a server does not tell stays unknown: a step's state is a hash of what was seen, its event a
transition unless the reply was invalid, and `Step.info` holds no more than whether the goal is reached.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import copy
import hashlib
import io
import os
import shlex
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import httpx2
import mcp_types as types
import numpy as np
from anyio.from_thread import BlockingPortal, start_blocking_portal
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, best_match
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator
from referencing import Registry

from envs.environment import InfraError, ReplyError, TaskError, ToolSpec
from envs.episode import Event, EventKind, Observation, Outcome, Step, Task, ToolCall
from envs.images import ImageStore
from envs.serving.answers import ANSWER_KEY, INVALID_KEY, NUMBER, TASK, Answer

SERVER, TOKEN = "APPRENTICE_MCP_SERVER", "APPRENTICE_MCP_TOKEN"
"""Environment variables: the server's URL or the command that starts one, and the token that it asks for."""
PATIENCE = 300.0
"""Seconds for one answer."""
LARGEST_PICTURE = 4096
"""Pixels a side."""


class McpTask(BaseModel):
    """`Task.parameters` of the world. number: which of the server's tasks."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    number: int = Field(ge=0)


class McpWorld:
    """Environment over a remote MCP server.

    server: a URL (http or https), else a command line that serves over its standard input and output; by default what
    the environment variable APPRENTICE_MCP_SERVER says. token: sent to a URL; by default of APPRENTICE_MCP_TOKEN.
    picture_size is the server's affair and taken no notice of. InfraError where there is no such server.
    """

    def __init__(
        self,
        images: ImageStore | None = None,
        picture_size: int = 512,
        server: str | None = None,
        token: str | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.images = images if images is not None else ImageStore(None)
        self.server = server or os.environ.get(SERVER, "")
        if not self.server:
            raise InfraError(f"no MCP server is named: set {SERVER} to its URL or its command")
        self._token = token or os.environ.get(TOKEN)
        self._patience = patience
        self._seen: Observation | None = None
        self._outcome: Outcome | None = None
        self._stack = contextlib.ExitStack()
        try:
            self._portal: BlockingPortal = self._stack.enter_context(start_blocking_portal())
            self._client: Client = self._stack.enter_context(
                self._portal.wrap_async_context_manager(self._connection())
            )
            listed = self._portal.call(self._client.list_tools)
            self._tools = tuple(tool_spec(tool) for tool in listed.tools)
        except Exception as error:
            self.close()
            raise InfraError(f"{self.server}: {_told(error)}") from error

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """What the server lists."""
        return self._tools

    def reset(self, task: Task) -> Observation:
        """Begin the server's task of that number. TaskError where the server has none such."""
        try:
            asked = McpTask.model_validate(dict(task.parameters))
        except ValidationError as error:
            item = error.errors()[0]
            field = ".".join(map(str, item["loc"]))
            raise TaskError(f"task {task.id}: {field}: {item['msg']} (got {item['input']!r})") from error
        try:
            result = self._portal.call(self._client.get_prompt, TASK, {NUMBER: str(asked.number)})
        except MCPError as error:
            if error.code == types.INVALID_PARAMS:
                raise TaskError(f"task {task.id}: {error.message}") from error
            raise InfraError(f"{self.server}: {error.message}") from error
        except Exception as error:
            raise InfraError(f"{self.server}: {_told(error)}") from error
        answer = self._answer((result.meta or {}).get(ANSWER_KEY))
        self._seen = self._observed(answer, [message.content for message in result.messages])
        self._outcome = None
        return self._seen

    def step(self, call: ToolCall | ReplyError) -> Step:
        """Have the server carry the call out. It is told of an invalid reply, too, which costs its turn there."""
        if self._seen is None:
            raise RuntimeError("step before reset")
        if self._outcome is not None:
            raise RuntimeError(f"the episode has ended ({self._outcome}); reset first")
        try:
            result = self._portal.call(self._call, call)
        except Exception as error:
            raise InfraError(f"{self.server}: {_told(error)}") from error
        if result.structured_content is None:
            said = " ".join(item.text for item in result.content if isinstance(item, types.TextContent))
            raise InfraError(f"{self.server}: {said[:500]}")
        answer = self._answer(result.structured_content)
        before, self._seen = self._seen, self._observed(answer, result.content)
        self._outcome = answer.outcome
        kind = EventKind.INVALID_REPLY if result.is_error else EventKind.TRANSITION
        data = {"kind": call.kind} if isinstance(call, ReplyError) else {}
        info = {"goals_done": int(answer.outcome == Outcome.SUCCESS), "goals_total": 1}
        event = Event(kind, answer.feedback, data=data)
        return Step(self._seen, _key(before), _key(self._seen), (event,), (), answer.outcome, info)

    def close(self) -> None:
        """Leave the server; a command that was started is ended."""
        with contextlib.suppress(Exception):  # a server that is gone already cannot be left in good order
            self._stack.close()
        self._seen = None

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Client]:
        if not self.server.startswith(("http://", "https://")):
            command, *arguments = shlex.split(self.server)
            started = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
            async with Client(started, read_timeout_seconds=self._patience) as client:
                yield client
            return
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        timeout = httpx2.Timeout(30.0, read=self._patience)
        async with httpx2.AsyncClient(headers=headers, timeout=timeout) as http:
            transport = streamable_http_client(self.server, http_client=http)
            async with Client(transport, read_timeout_seconds=self._patience) as client:
                yield client

    async def _call(self, call: ToolCall | ReplyError) -> types.CallToolResult:
        if isinstance(call, ToolCall):
            return await self._client.call_tool(call.name, dict(call.arguments))
        told = {INVALID_KEY: {"kind": call.kind, "message": str(call)}}
        name = self._tools[0].name  # a call must name a tool; this one is not carried out
        return await self._client.call_tool(name, {}, meta=cast(types.RequestParamsMeta, told))

    def _answer(self, raw: Any) -> Answer:
        try:
            return Answer.model_validate(raw)
        except ValidationError as error:
            item = error.errors()[0]
            field = ".".join(map(str, item["loc"])) or "answer"
            raise InfraError(f"{self.server}: {field}: {item['msg']}") from error

    def _observed(self, answer: Answer, content: Sequence[types.ContentBlock]) -> Observation:
        pictures = [item for item in content if isinstance(item, types.ImageContent)]
        try:
            return answer.observation(tuple(self.images.put(_pixels(picture.data)) for picture in pictures))
        except (ValueError, OSError, SyntaxError, binascii.Error, Image.DecompressionBombError) as error:
            raise InfraError(f"{self.server}: a picture that cannot be read: {error}") from error


def tool_spec(tool: types.Tool) -> ToolSpec:
    """A listed tool as a ToolSpec, whose schema is the listed one. ValueError for a schema that is none."""
    schema = dict(tool.input_schema)
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ValueError(f"tool {tool.name!r}: its schema is none: {error.message}") from error
    # A registry of its own: references to other places are not fetched.
    validator = Draft202012Validator(schema, registry=Registry())

    class Arguments(BaseModel):
        model_config = ConfigDict(extra="allow")

        @model_validator(mode="before")
        @classmethod
        def _fits(cls, value: Any) -> Any:
            error = best_match(validator.iter_errors(value))
            if error is not None:
                raise ValueError(f"{error.json_path}: {error.message[:200]}")
            return value

        @classmethod
        def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
            return copy.deepcopy(schema)  # ToolSpec.schema takes titles out of what it gets

    fields: dict[str, Any] = {name: (Any, None) for name in schema.get("properties", {})}
    return ToolSpec(tool.name, tool.description or "", create_model(tool.name, __base__=Arguments, **fields))


def _pixels(data: str) -> np.ndarray:
    with Image.open(io.BytesIO(base64.b64decode(data, validate=True))) as image:
        if max(image.size) > LARGEST_PICTURE:
            raise ValueError(f"{image.size[0]} x {image.size[1]} pixels are more than {LARGEST_PICTURE} a side")
        return np.asarray(image.convert("RGB"))


def _key(seen: Observation) -> str:
    """A stand-in for the state: equal where the same is seen."""
    shown = repr((seen.instruction, seen.facts, seen.images))
    return hashlib.sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _told(error: BaseException) -> str:
    """One line about a fault; of a group, about its first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"
