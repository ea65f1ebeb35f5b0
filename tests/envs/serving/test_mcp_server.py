"""A world as an MCP server, spoken to by the SDK's own client inside one process."""

from __future__ import annotations

import asyncio
import base64
import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mcp import Client, MCPError
from PIL import Image

from envs.environment import ReplyError
from envs.episode import EventKind, Outcome, Step, ToolCall, load_episodes
from envs.images import ImageStore, content_hash
from envs.reply import LARGEST_REPLY
from envs.serving.answers import ANSWER_KEY, INVALID_KEY
from tests.spot_server import SIZE, TASKS, spot, spot_server
from tests.spots import TRIES, SpotWorld

MODES = ["legacy", "auto"]


def talk(do: Callable[[Client], Awaitable[Any]], mode: str = "legacy", **options: Any) -> Any:
    async def run() -> Any:
        async with Client(spot_server(**options)[0], mode=mode) as client:
            return await do(client)

    return asyncio.run(run())


@pytest.mark.parametrize("mode", MODES)
def test_the_tools_are_the_worlds_with_identical_schemas_and_no_others(mode: str) -> None:
    async def do(client: Client) -> Any:
        return (await client.list_tools()).tools, (await client.list_prompts()).prompts

    tools, prompts = talk(do, mode)
    offered = [{"name": t.name, "description": t.description, "parameters": t.input_schema} for t in tools]
    assert offered == [tool.schema() for tool in SpotWorld.tools]
    assert [prompt.name for prompt in prompts] == ["task"]


@pytest.mark.parametrize("mode", MODES)
def test_a_session_shows_what_the_world_shows_and_is_kept_as_an_episode(mode: str, tmp_path: Path) -> None:
    calls = [[5, 5], [1], spot(TASKS[1])]

    async def do(client: Client) -> Any:
        begun = await client.get_prompt("task", {"number": "1"})
        return begun, [await client.call_tool("touch", {"coordinate": where}) for where in calls]

    begun, results = talk(do, mode, folder=tmp_path)
    images = ImageStore(None)
    world = SpotWorld(images, SIZE)
    first = world.reset(TASKS[1])
    [text, picture] = [message.content for message in begun.messages]
    assert text.text == "Instruction: Touch the blue spot."
    pixels = np.asarray(Image.open(io.BytesIO(base64.b64decode(picture.data))).convert("RGB"))
    assert picture.mime_type == "image/png" and content_hash(pixels) == first.images[0]
    assert begun.meta[ANSWER_KEY] == {
        "task": 1,
        "outcome": None,
        "instruction": "Touch the blue spot.",
        "feedback": "",
        "facts": [],
    }
    assert [result.is_error for result in results] == [False, True, False]
    assert [result.structured_content["outcome"] for result in results] == [None, None, "success"]
    assert [result.structured_content["feedback"][:10] for result in results] == [
        "Nothing th",
        "touch: coo",
        "Touched.",
    ]
    assert results[-1].content[0].text.endswith("The task has ended: success.")
    [episode] = load_episodes(tmp_path / "episodes.jsonl")
    assert episode.task == TASKS[1] and episode.outcome == Outcome.SUCCESS and episode.initial == first
    assert [turn.call for turn in episode.turns] == [
        ToolCall("touch", {"coordinate": [5, 5]}),
        None,
        ToolCall("touch", {"coordinate": calls[2]}),
    ]
    assert (episode.turns[1].reply_error or "").startswith("arguments: touch: coordinate")
    assert episode.turns[0].reply == '<think></think>{"tool": {"name": "touch", "arguments": {"coordinate": [5, 5]}}}'
    for turn in episode.turns:  # the same steps as the world takes when it is played directly
        step = world.step(turn.call or ReplyError("arguments", turn.step.observation.feedback))
        assert turn.step == step
    assert all(name in ImageStore(tmp_path / "images") for name in episode.images)


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("fly", {"coordinate": [1, 2]}, "unknown tool 'fly'"),
        ("f" * 5000, {}, "unknown tool"),
        ("touch", {}, "touch: coordinate"),
        ("touch", {"coordinate": [1, 2], "force": 3}, "touch: force"),
        ("touch", {"coordinate": ["\ud800", 2]}, "half of a surrogate"),
        ("touch", {"coordinate": "x" * (LARGEST_REPLY + 1)}, "characters; at most"),
        ("touch", {"coordinate": [10**400, 2]}, "Nothing there"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_wrong_call_is_told_by_the_world_and_costs_its_turn(name: str, arguments: dict[str, Any], told: str) -> None:
    async def do(client: Client) -> Any:
        await client.get_prompt("task")
        results = [await client.call_tool(name, arguments) for _ in range(TRIES)]
        return results

    results = talk(do, "auto")
    assert all(told in result.structured_content["feedback"] for result in results)
    assert [result.structured_content["outcome"] for result in results] == [None] * (TRIES - 1) + ["truncated"]
    assert all(result.is_error == (told != "Nothing there") for result in results)


def test_a_call_before_the_first_task_shows_it_and_one_after_the_end_is_refused_without_a_step(tmp_path: Path) -> None:
    async def do(client: Client) -> Any:
        first = await client.call_tool("touch", {"coordinate": spot(TASKS[0])})
        shown = await client.get_prompt("task")
        won = await client.call_tool("touch", {"coordinate": spot(TASKS[0])})
        late = await client.call_tool("touch", {"coordinate": spot(TASKS[0])})
        after = await client.get_prompt("task")
        return first, shown, won, late, after

    first, shown, won, late, after = talk(do, folder=tmp_path)
    assert not first.is_error and "not carried out" in first.content[0].text and len(first.content) == 2
    assert first.structured_content == shown.meta[ANSWER_KEY] and first.structured_content["task"] == 0
    assert won.structured_content["outcome"] == "success"
    assert late.is_error and late.structured_content is None and "task 0 has ended" in late.content[0].text
    assert after.meta[ANSWER_KEY]["task"] == 1
    [episode] = load_episodes(tmp_path / "episodes.jsonl")
    assert len(episode.turns) == 1


def test_what_is_given_up_fails_what_is_left_behind_has_no_outcome_and_what_never_ends_is_cut(tmp_path: Path) -> None:
    async def do(client: Client) -> Any:
        for _ in range(2):
            await client.get_prompt("task")
            await client.call_tool("touch", {"coordinate": [5, 5]})
        await client.get_prompt("task", {"number": "0"})
        for _ in range(3):
            cut = await client.call_tool("touch", {"coordinate": [5, 5]})
        await client.get_prompt("task", {"number": "2"})
        await client.call_tool("touch", {})
        return cut

    cut = talk(do, folder=tmp_path, max_turns=3)
    assert cut.structured_content["outcome"] == "truncated"
    kept = [(episode.task.id, episode.outcome) for episode in load_episodes(tmp_path / "episodes.jsonl")]
    assert kept == [
        ("red", Outcome.FAILURE),
        ("blue", Outcome.FAILURE),
        ("red", Outcome.TRUNCATED),
        ("green", None),
    ]


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("tusk", {}, "unknown prompt 'tusk'; known: task"),
        ("task", {"number": "3"}, "number: 3 is not from 0 to 2"),
        ("task", {"number": "-1"}, "number: '-1' is no number"),
        ("task", {"number": "9" * 5000}, "is no number"),
        ("task", {"number": "\u0663"}, "is no number"),
        ("task", {"colour": "red"}, "unknown argument 'colour'"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_wrong_prompt_is_one_error_and_the_task_goes_on(name: str, arguments: dict[str, str], told: str) -> None:
    async def do(client: Client) -> Any:
        await client.get_prompt("task")
        with pytest.raises(MCPError) as raised:
            await client.get_prompt(name, arguments)
        return raised.value, await client.call_tool("touch", {"coordinate": spot(TASKS[0])})

    error, won = talk(do)
    assert told in error.message and error.code == -32602
    assert won.structured_content["outcome"] == "success"


def test_a_client_may_tell_of_a_reply_that_held_no_call(tmp_path: Path) -> None:
    async def do(client: Client) -> Any:
        await client.get_prompt("task")
        told: Any = {INVALID_KEY: {"kind": "no_json", "message": "a JSON object must follow"}}
        result = await client.call_tool("touch", {"coordinate": spot(TASKS[0])}, meta=told)
        wrong: Any = {INVALID_KEY: {"kind": "lazy", "message": "no"}}
        with pytest.raises(MCPError, match="invalid_reply"):
            await client.call_tool("touch", {}, meta=wrong)
        return result

    result = talk(do, folder=tmp_path)
    assert result.is_error and result.structured_content["feedback"] == "a JSON object must follow"
    [episode] = load_episodes(tmp_path / "episodes.jsonl")
    assert episode.turns[0].step.has(EventKind.INVALID_REPLY)
    assert episode.turns[0].reply_error == "no_json: a JSON object must follow"


class Brittle(SpotWorld):
    """Breaks at the second step of a task."""

    def step(self, call: ToolCall | ReplyError) -> Step:
        if self.tried:
            raise OSError("secret: the red spot is at 5, 5")
        return super().step(call)


def test_a_fault_of_the_simulator_is_nobodys_failure_tells_no_secret_and_the_next_task_plays(tmp_path: Path) -> None:
    async def do(client: Client) -> Any:
        await client.get_prompt("task")
        await client.call_tool("touch", {"coordinate": [5, 5]})
        fault = await client.call_tool("touch", {"coordinate": [5, 5]})
        late = await client.call_tool("touch", {"coordinate": [5, 5]})
        await client.get_prompt("task")
        return fault, late, await client.call_tool("touch", {"coordinate": spot(TASKS[1])})

    fault, late, won = talk(do, folder=tmp_path, world=Brittle)
    assert fault.is_error and "simulator failed" in fault.content[0].text and "secret" not in fault.content[0].text
    assert late.is_error and won.structured_content["outcome"] == "success"
    broken, _ = load_episodes(tmp_path / "episodes.jsonl")
    assert broken.outcome == Outcome.INFRA_ERROR and len(broken.turns) == 1
    assert broken.error == "OSError: secret: the red spot is at 5, 5"
