"""scripts/serve.py: whole episodes of the device world through a real client, and a world that is such a server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from data_synth.demonstrator import DEMONSTRATORS
from envs.context import ContextSettings
from envs.devices.tools import TOOLS
from envs.devices.world import DeviceWorld
from envs.environment import InfraError, ReplyError, TaskError, ToolSpec, make
from envs.episode import Episode, EventKind, Outcome, Task, ToolCall, load_episodes
from envs.home.tools import TOOLS as HOME_TOOLS
from envs.images import ImageStore
from envs.serving.answers import ANSWER_KEY
from envs.serving.client import SERVER, McpWorld
from envs.task_list import load_task_list
from tests.loading import ROOT, script

SIZE = 64
TOKEN = "a token that nobody guesses"


@dataclass(frozen=True)
class Played:
    """A list of two tasks of a world, and the planner's episode of the second, played directly."""

    world: str
    file: Path
    tasks: list[Task]
    episode: Episode
    images: ImageStore


def direct(name: str, text: str, folder: Path) -> Played:
    file = folder / "two.yaml"
    file.write_text(f"world: {name}\nsplit: validation\ncount: 2\n{text}")
    tasks = load_task_list(file)[1]
    images = ImageStore(None)
    world = make(name, {"images": images, "picture_size": SIZE})
    try:
        episode = DEMONSTRATORS.get(name).demonstrate(tasks[1], world, 0, ContextSettings(mode="transcript"))
    finally:
        world.close()
    assert episode.outcome == Outcome.SUCCESS
    return Played(name, file, tasks, episode, images)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return direct("devices", "categories: [Lamp]\ngoals: [1, 2]\n", tmp_path_factory.mktemp("served"))


def command(played: Played, *more: str) -> list[str]:
    words = ["--mcp", "--tasks", str(played.file), "--picture-size", str(SIZE), *more]
    return [sys.executable, str(ROOT / "scripts" / "serve.py"), played.world, *words]


def check(played: Played, begun: Any, results: list[Any], folder: Path) -> None:
    """What came through the session is what came directly, to the last pixel."""
    direct = played.episode
    assert begun.meta[ANSWER_KEY]["instruction"] == direct.turns[0].observation.instruction
    for turn, result in zip(direct.turns, results, strict=True):
        seen, told = turn.step.observation, result.structured_content
        assert not result.is_error
        assert (told["instruction"], told["feedback"]) == (seen.instruction, seen.feedback)
        assert [(fact["label"], fact["value"]) for fact in told["facts"]] == list(seen.facts)
        assert told["outcome"] == turn.step.outcome
        assert len(result.content) == 2
        secrets = json.dumps(told) + result.content[0].text
        assert "distance" not in secrets and turn.step.after not in secrets
    [episode] = load_episodes(folder / "episodes.jsonl")
    assert episode.task == direct.task and episode.initial == direct.initial and episode.outcome == Outcome.SUCCESS
    assert [turn.step for turn in episode.turns] == [turn.step for turn in direct.turns]
    assert [turn.call for turn in episode.turns] == [turn.call for turn in direct.turns]
    kept = ImageStore(folder / "images")
    assert all(kept.read(name) == played.images.read(name) for name in direct.images)


async def play(client: Client, episode: Episode, tools: Sequence[ToolSpec] = TOOLS) -> Any:
    listed = (await client.list_tools()).tools
    assert [(t.name, t.description, t.input_schema) for t in listed] == [
        (tool.name, tool.description, tool.schema()["parameters"]) for tool in tools
    ]
    begun = await client.get_prompt("task", {"number": "1"})
    calls = [turn.call for turn in episode.turns if turn.call is not None]
    return begun, [await client.call_tool(call.name, dict(call.arguments)) for call in calls]


@pytest.mark.long
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_whole_episode_over_stdio_is_the_episode_played_directly(played: Played, mode: str, tmp_path: Path) -> None:
    program, *words = command(played, "--transport", "stdio", "--save", str(tmp_path))
    server = StdioServerParameters(command=program, args=words, cwd=tmp_path, env=dict(os.environ))

    async def run() -> Any:
        async with Client(server, mode=mode) as client:
            return await play(client, played.episode)

    check(played, *asyncio.run(run()), tmp_path)


@pytest.mark.long
def test_a_whole_episode_of_the_home_world_over_stdio_asks_moves_and_succeeds(tmp_path: Path) -> None:
    played = direct("home", "families: [SUL]\nclutter: [2, 3]\n", tmp_path)
    program, *words = command(played, "--transport", "stdio", "--save", str(tmp_path))
    server = StdioServerParameters(command=program, args=words, cwd=tmp_path, env=dict(os.environ))
    assert any(turn.step.has(EventKind.ASKED) for turn in played.episode.turns)

    async def run() -> Any:
        async with Client(server) as client:
            return await play(client, played.episode, HOME_TOOLS)

    check(played, *asyncio.run(run()), tmp_path)


@contextlib.asynccontextmanager
async def over_http(url: str, headers: dict[str, str]) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


@pytest.mark.long
@pytest.mark.parametrize("token", [None, TOKEN])
def test_a_whole_episode_over_http_is_the_episode_played_directly(
    played: Played, token: str | None, tmp_path: Path
) -> None:
    more = ["--token-env", "SERVE_TEST_TOKEN"] if token else []
    process = subprocess.Popen(
        command(played, "--save", str(tmp_path), *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "SERVE_TEST_TOKEN": TOKEN},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("serving devices at http://127.0.0.1:"), process.stderr and process.stderr.read()
        url = line.split()[-1]
        if token:
            assert httpx2.post(url, json={}, timeout=60).status_code == 401

        async def run() -> Any:
            async with over_http(url, {"Authorization": f"Bearer {token}"} if token else {}) as client:
                return await play(client, played.episode)

        begun, results = asyncio.run(run())
    finally:
        process.terminate()
        errors = process.communicate(timeout=60)[1]
    assert errors == ""
    check(played, begun, results, tmp_path)


def random_call(rng: random.Random) -> ToolCall | ReplyError:
    point = [rng.randint(0, 1000), rng.randint(0, 1000)]
    views = ("front", "back", "top", "front_top", "nowhere")
    return rng.choice(
        [
            ToolCall("press", {"coordinate": point}),
            ToolCall("push", {"coordinate": point, "parameter": ["1"]}),
            ToolCall("switch_view", {"view": rng.choice(views)}),
            ToolCall("timed_wait", {}),
            ToolCall("press", {"coordinate": "here"}),
            ReplyError("no_json", "a JSON object must follow </think>"),
        ]
    )


@pytest.mark.long
def test_a_world_that_is_a_server_gives_the_observations_of_the_world_itself(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVER, " ".join(command(played, "--transport", "stdio")))
    remote = make("mcp", {"images": ImageStore(tmp_path), "picture_size": 32})
    direct = DeviceWorld(ImageStore(None), SIZE)
    try:
        assert [tool.schema() for tool in remote.tools] == [tool.schema() for tool in direct.tools]
        rng = random.Random(0)
        for number in (0, 1, 0):
            task = Task("mcp", str(number), 0, {"number": number})
            assert remote.reset(task) == direct.reset(played.tasks[number])
            outcome = None
            while outcome is None:
                call = random_call(rng)
                far, near = remote.step(call), direct.step(call)
                assert far.observation == near.observation and far.outcome == near.outcome
                assert far.has(EventKind.INVALID_REPLY) == near.has(EventKind.INVALID_REPLY)
                outcome = far.outcome
            with pytest.raises(RuntimeError, match="has ended"):
                remote.step(ToolCall("timed_wait"))
        for parameters in ({}, {"number": 2}, {"number": -1}, {"number": "1"}, {"number": 1, "server": "x"}):
            with pytest.raises(TaskError, match="task t: (number|server): "):
                remote.reset(Task("mcp", "t", 0, parameters))
    finally:
        remote.close()
        remote.close()
        direct.close()


@pytest.mark.parametrize("server", ["", "http://127.0.0.1:9/mcp", "/no/such/command --now", f"{sys.executable} -c 0"])
def test_no_server_is_a_fault_of_the_simulator_in_one_line(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SERVER, raising=False)
    with pytest.raises(InfraError) as raised:
        McpWorld(server=server or None, patience=20)
    assert "\n" not in str(raised.value) and (server or SERVER) in str(raised.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["moon", "--mcp"], "world: 'moon' is not registered"),
        (["devices", "--mcp", "--host", "0.0.0.0"], "--host: '0.0.0.0' can be reached from elsewhere"),
        (["devices", "--mcp", "--token-env", "NOT_SET_HERE"], "--token-env: the environment variable 'NOT_SET_HERE'"),
        (["devices", "--mcp", "--port", "-1"], "--port: -1"),
        (["devices", "--mcp", "--idle-seconds", "nan"], "--idle-seconds: nan"),
        (["devices", "--mcp", "--max-sessions", "0"], "--max-sessions: 0"),
        (["devices", "--mcp", "--tasks", "none.yaml"], "none.yaml: cannot be read"),
        (["devices", "--mcp", "--task-file", "none.jsonl"], "none.jsonl"),
    ],
)
def test_bad_options_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert script("serve").main(words) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1


def test_a_task_file_is_read_line_by_line(tmp_path: Path) -> None:
    serve = script("serve")
    file = tmp_path / "tasks.jsonl"
    good = '{"world": "devices", "id": "a", "seed": 0, "parameters": {"device": {"category": "Lamp", "seed": 1}}}'
    other = good.replace('"a"', '"b"')
    file.write_text(f"{good}\n{other}\n")
    assert [task.id for task in serve.read_tasks(file, "devices")] == ["a", "b"]
    wrong = (("{", "not JSON"), ('{"world": "devices"}', "id"), (other.replace("devices", "home"), "'home'"))
    for line, named in (*wrong, (good, "stands twice")):
        file.write_text(f"{good}\n{line}\n")
        with pytest.raises(ValueError, match=f"line 2: .*{named}"):
            serve.read_tasks(file, "devices")


def test_the_sdk_is_imported_by_the_serving_room_alone() -> None:
    code = "import sys, envs.environment, envs.devices.world, envs.context; sys.exit('mcp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
