"""The server over HTTP: sessions side by side, tokens, names, sizes, and sessions that fall silent."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import uvicorn
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from PIL import Image

from envs.episode import load_episodes
from envs.serving.http import LARGEST_BODY, Address, build_app
from envs.serving.sessions import Sessions
from tests.spot_server import IDLE, SIZE, TASKS, spot, spot_server
from tests.spots import SpotWorld

TOKEN = "a token that nobody guesses"
OPENING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
}
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def serve(do: Callable[..., Awaitable[Any]], token: str | None = None, **options: Any) -> Any:
    """What `do` makes of the URL of a server that runs as long as it takes."""

    async def run() -> Any:
        server, sessions = spot_server(**options)
        config = uvicorn.Config(build_app(server, sessions, Address(token=token)), port=0, log_level="error")
        web = uvicorn.Server(config)
        async with anyio.create_task_group() as group:
            group.start_soon(web.serve)
            while not web.started:
                await asyncio.sleep(0.01)
            port = web.servers[0].sockets[0].getsockname()[1]
            try:
                url = f"http://127.0.0.1:{port}/mcp"
                return await (do(url, sessions) if "clock" in options else do(url))
            finally:
                web.should_exit = True

    return asyncio.run(run())


@contextlib.asynccontextmanager
async def connected(url: str, token: str | None = None) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=20) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


@pytest.mark.parametrize("token", [None, TOKEN])
def test_two_sessions_at_once_play_in_worlds_of_their_own(token: str | None, tmp_path: Path) -> None:
    async def do(url: str) -> Any:
        async with connected(url, token) as one, connected(url, token) as two:
            assert one.protocol_version == two.protocol_version == "2025-11-25"
            await one.get_prompt("task", {"number": "0"})
            await two.get_prompt("task", {"number": "2"})
            miss = await one.call_tool("touch", {"coordinate": [5, 5]})
            hits = await asyncio.gather(
                two.call_tool("touch", {"coordinate": spot(TASKS[2])}),
                one.call_tool("touch", {"coordinate": spot(TASKS[0])}),
            )
            return miss, hits

    miss, hits = serve(do, token, folder=tmp_path)
    assert miss.structured_content["task"] == 0
    assert [(hit.structured_content["task"], hit.structured_content["outcome"]) for hit in hits] == [
        (2, "success"),
        (0, "success"),
    ]
    assert {episode.task.id: len(episode.turns) for episode in load_episodes(tmp_path / "episodes.jsonl")} == {
        "red": 2,
        "green": 1,
    }


class Threaded(SpotWorld):
    """Notes in which threads it was made, used and closed."""

    seen: list[tuple[int, str]] = []

    def __init__(self, *args: Any) -> None:
        self.seen.append((threading.get_ident(), "made"))
        super().__init__(*args)

    def step(self, call: Any) -> Any:
        self.seen.append((threading.get_ident(), "step"))
        return super().step(call)

    def close(self) -> None:
        self.seen.append((threading.get_ident(), "closed"))


def test_a_world_lives_in_one_thread_which_the_next_session_takes_over() -> None:
    async def do(url: str) -> None:
        for _ in range(3):
            async with connected(url) as client:
                await client.get_prompt("task")
                await client.call_tool("touch", {"coordinate": [5, 5]})

    Threaded.seen.clear()
    serve(do, world=Threaded)
    assert [what for _, what in Threaded.seen] == ["made", "step", "closed"] * 3
    threads = {thread for thread, _ in Threaded.seen}
    assert len(threads) == 1 and threading.get_ident() not in threads


def test_no_more_worlds_than_allowed_and_a_session_that_ends_makes_room() -> None:
    async def do(url: str) -> None:
        async with connected(url) as one:
            await one.get_prompt("task")
            async with connected(url) as two:
                assert [tool.name for tool in (await two.list_tools()).tools] == ["touch"]
                with pytest.raises(MCPError, match="1 sessions play already"):
                    await two.get_prompt("task")
                refused = await two.call_tool("touch", {"coordinate": [1, 1]})
                assert refused.is_error and "play already" in refused.content[0].text  # type: ignore[union-attr]
        async with connected(url) as three:
            await three.get_prompt("task")

    serve(do, most=1)


def test_a_silent_session_loses_its_world_is_kept_and_is_told(tmp_path: Path) -> None:
    now = [0.0]

    async def do(url: str, sessions: Sessions) -> Any:
        async with connected(url) as silent, connected(url) as other:  # its stream stays open all the while
            await silent.get_prompt("task")
            await silent.call_tool("touch", {"coordinate": [5, 5]})
            now[0] += IDLE - 1
            await sessions.end_idle()
            alive = await silent.call_tool("touch", {"coordinate": [5, 5]})
            now[0] += IDLE + 1
            await sessions.end_idle()
            await other.get_prompt("task")
            return alive, await silent.call_tool("touch", {"coordinate": [5, 5]})

    alive, late = serve(do, most=1, folder=tmp_path, clock=lambda: now[0])
    assert not alive.is_error
    assert late.is_error and "nothing was called for 900 s" in late.content[0].text
    [episode] = load_episodes(tmp_path / "episodes.jsonl")
    assert episode.outcome is None and len(episode.turns) == 2


def post(url: str, headers: dict[str, str], content: Any = None) -> httpx2.Response:
    return httpx2.post(url, json=content or OPENING, headers=HEADERS | headers, timeout=20)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Authorization": f"Basic {TOKEN}"}, 401),
        ({"Authorization": f"Bearer {TOKEN}x"}, 401),
        ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
        ({"Authorization": "Bearer"}, 401),
        ({"Authorization": f"Bearer {TOKEN}"}, 200),
    ],
)
def test_only_the_whole_token_opens(headers: dict[str, str], status: int) -> None:
    async def do(url: str) -> Any:
        answers = [await asyncio.to_thread(post, url, headers)]
        for method in ("GET", "DELETE"):
            if status == 401:
                answers.append(await asyncio.to_thread(httpx2.request, method, url, headers=headers))
        return [answer.status_code for answer in answers]

    assert set(serve(do, TOKEN)) == {status}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:80"}, 421),
        ({"Host": "localhost:80"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Content-Type": "text/plain"}, 400),
    ],
)
def test_a_page_elsewhere_cannot_reach_through_a_rebound_name(headers: dict[str, str], status: int) -> None:
    async def do(url: str) -> int:
        return (await asyncio.to_thread(post, url, headers)).status_code

    assert serve(do) == status


def test_bodies_that_are_too_large_and_sessions_that_nobody_opened_are_refused() -> None:
    async def do(url: str) -> Any:
        huge = {**OPENING, "params": {"x": "x" * LARGEST_BODY}}
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "touch", "arguments": {}}}
        return [
            (await asyncio.to_thread(post, url, {}, huge)).status_code,
            (await asyncio.to_thread(post, url, {}, call)).status_code,
            (await asyncio.to_thread(post, url, {"Mcp-Session-Id": "0" * 32}, call)).status_code,
            (await asyncio.to_thread(httpx2.get, url.replace("/mcp", "/"))).status_code,
        ]

    assert serve(do) == [413, 400, 404, 404]


def test_a_large_argument_is_an_invalid_reply() -> None:
    async def do(url: str) -> Any:
        async with connected(url) as client:
            await client.get_prompt("task")
            return await client.call_tool("touch", {"coordinate": [1] * 50_000})

    result = serve(do)
    assert result.is_error and "characters; at most" in result.structured_content["feedback"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"host": "0.0.0.0"}, "needs a token"),
        ({"host": "192.168.1.5"}, "needs a token"),
        ({"host": "robot.local"}, "needs a token"),
        ({"host": ""}, "needs a token"),
        ({"host": "0.0.0.0", "token": TOKEN}, "name those that clients use"),
        ({"host": "::", "token": TOKEN}, "name those that clients use"),
        ({"token": "short"}, "fewer than 16"),
        ({"port": 70000}, "port: 70000"),
    ],
)
def test_an_address_that_would_be_open_to_others_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Address(**options)


def test_addresses_allow_the_names_by_which_they_are_called() -> None:
    assert Address().loopback and Address("::1").loopback and Address("localhost").loopback
    here = Address().security
    assert {"127.0.0.1:*", "localhost:*", "[::1]:*"} <= set(here.allowed_hosts)
    there = Address("0.0.0.0", token=TOKEN, names=("robot.local",)).security
    assert there.allowed_hosts == ["robot.local", "robot.local:*"]
    assert Address("192.168.1.5", token=TOKEN).security.allowed_hosts == ["192.168.1.5", "192.168.1.5:*"]


def test_pictures_have_the_size_that_was_asked_for() -> None:
    async def do(url: str) -> Any:
        async with connected(url) as client:
            return await client.get_prompt("task")

    picture = serve(do).messages[1].content
    assert Image.open(io.BytesIO(base64.b64decode(picture.data))).size == (SIZE, SIZE)
