"""No prompt of an assist world tells of the person's levels, the schedule, the conditions or the world's facts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from data_synth.play import POLICY
from envs.assist.log import EntryKind
from envs.assist.persona import PROFILES
from envs.assist.schedule import ERROR_KINDS
from envs.context import ContextSettings, Prompt, build_prompt
from envs.episode import Episode, Task, ToolCall, Turn
from envs.reply import History, format_reply
from tests.envs.assist.assist_play import WORLDS, Played, frozen, some_episodes, symbolic

MODES = ("markov", "transcript")
NAMES = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
"""Ids of things, conditions, kinds, levels and profiles are written so; speech is not."""
SILENT = ToolCall("stay_silent", {})


def prompts(world: str, episode: Episode, mode: str) -> list[Prompt]:
    """The prompt of every turn; a transcript holds those before it."""
    settings = ContextSettings(mode=mode)  # pyright: ignore[reportArgumentType]
    tools = symbolic(world).tools
    return [
        build_prompt(tools, episode.turns[:number], turn.observation, settings)
        for number, turn in enumerate(episode.turns)
    ]


def text_of(prompt: Prompt) -> str:
    """All that is to be read, the assistant's own replies left out: a policy can write in them what it will."""
    shown = [message for message in prompt.messages if message["role"] != "assistant"]
    return "\n".join(part["text"] for message in shown for part in message["content"] if part["type"] == "text")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("world", WORLDS)
def test_no_prompt_holds_an_id_a_level_or_a_kind(world, mode):
    """Nor a table of facts: every thing has an id in one."""
    hidden = {*PROFILES, *ERROR_KINDS, "step_by_step", "necessary_only"}
    for played in some_episodes(world)[:8]:
        secrets = hidden | set(played.log.start["conditions"]) | {thing for thing, _ in played.log.facts}
        for event in played.task.parameters["schedule"]:
            secrets.add(event["id"])
        # Plain words among the ids, such as "steak", are what anyone would call the thing.
        secrets = {name for name in secrets if "_" in name or " " in name or re.fullmatch(r"[erqp]\d", name)}
        secret = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(secrets)))})(?![\w-])")
        for prompt in prompts(world, played.episode, mode)[:: 1 if mode == "markov" else 15]:
            text = text_of(prompt)
            assert set(NAMES.findall(text)) <= {"stay_silent"}
            assert secret.search(text) is None


@pytest.mark.parametrize("world", WORLDS)
def test_an_observation_is_the_sheet_the_clock_and_the_persons_words(world):
    for played in some_episodes(world)[:4]:
        sheet, said = played.log.start["sheet"]["text"], []
        assert played.episode.initial is not None
        for seen, step in [
            (played.episode.initial, None),
            *((t.step.observation, t.step) for t in played.episode.turns),
        ]:
            for _, kind, data in step.info["log"] if step is not None else ():
                said += [data["text"]] if kind == EntryKind.SAID else []
                sheet = data["sheet"]["text"] if kind == EntryKind.CHANGED_PLAN else sheet
            tick = step.info["tick"] if step is not None else 0
            assert seen.instruction == sheet and seen.feedback == ""
            assert [label for label, _ in seen.facts] == ["Clock", "Person says"]
            assert seen.facts[0][1] == f"{tick} of {played.task.parameters['deadline']}"
            quoted = re.findall(r'"([^"]*)"', seen.facts[1][1])
            assert quoted == said[len(said) - len(quoted) :]
            assert re.sub(r'"[^"]*"|\d+', "", seen.facts[1][1]).strip() in ("", "nothing yet", "nothing since , then")


@pytest.mark.parametrize("world", WORLDS)
def test_what_the_log_holds_reaches_no_prompt(world):
    """Of the step's private part, only the clock and the person's words are seen."""
    for played in some_episodes(world)[:4]:
        for prompt in prompts(world, played.episode, "transcript")[-1:]:
            text = text_of(prompt)
            assert not any(f'"{name}"' in text for name in ("log", "remaining", "goals_done", "facts", "conditions"))
            assert "[[" not in text and not re.search(r"\(\d+, \d+\)|\d+\.\d{2,}", text)


def silent_prompts(task: Task, turns: int, mode: str) -> list[list[dict[str, Any]]]:
    """What a silent policy sees."""
    world = symbolic(task.world)
    observation, done = world.reset(task), list[Turn]()
    settings = ContextSettings(mode=mode)  # pyright: ignore[reportArgumentType]
    found = []
    history = History(summary="", task="") if mode == "markov" else None
    for _ in range(turns):
        found.append(build_prompt(world.tools, done, observation, settings).messages)
        step = world.step(SILENT)
        done.append(Turn(observation, format_reply("", history, SILENT), step, SILENT))
        observation = step.observation
        if step.outcome is not None:
            break
    return found


def altered(task: Task, **changes: Any) -> Task:
    return replace(task, id="another", parameters={**task.parameters, **changes})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("world", WORLDS)
def test_tasks_that_differ_only_in_what_is_hidden_look_the_same(world, mode):
    """Trust that nobody has tried, events that have not come, the last tick, and what reports group by."""
    task = altered(frozen(world)[0], schedule=[])
    never = {"type": "since", "tick": 10_000}
    events = [
        {**event, "id": f"other_{event['id']}", "when": never} for event in frozen(world)[0].parameters["schedule"]
    ]
    plain = silent_prompts(task, 12, mode)
    person = task.parameters["persona"]
    for trust in ("low", "medium", "high"):
        assert silent_prompts(altered(task, persona={**person, "trust": trust}), 12, mode) == plain
    hidden = {"schedule": events, "last": task.parameters["last"] + 7, "family": "secret", "scene": "hidden"}
    assert silent_prompts(altered(task, **hidden), 12, mode) == plain
    assert silent_prompts(altered(task, deadline=task.parameters["deadline"] - 1), 12, mode) != plain


@pytest.mark.parametrize("world", WORLDS)
def test_tools_are_the_same_two_whatever_the_task(world):
    tools = symbolic(world).tools
    before = json.dumps([tool.schema() for tool in tools])
    symbolic(world).reset(frozen(world)[0])
    assert json.dumps([tool.schema() for tool in symbolic(world).tools]) == before
    assert [tool.name for tool in tools] == ["say", "stay_silent"]
    assert set(NAMES.findall(before)) <= {"stay_silent"}


def test_the_three_worlds_offer_the_same_tools():
    assert len({json.dumps([tool.schema() for tool in symbolic(world).tools]) for world in WORLDS}) == 1


def played_by_the_expert() -> Sequence[Played]:
    return [played for world in WORLDS for played in some_episodes(world) if played.who == "planner"]


def test_the_experts_own_words_hold_no_id():
    """Nor its thoughts and its history, which SFT learns."""
    for played in played_by_the_expert():
        assert played.episode.policy == POLICY
        for turn in played.episode.turns:
            assert set(NAMES.findall(turn.reply)) <= {"stay_silent"}, turn.reply
