"""Baselines play every world: the planner where it has a demonstrator, the random one by the tools' schemas alone."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from data_synth.demonstrator import DEMONSTRATORS
from envs.context import ContextSettings, build_prompt
from envs.environment import ToolSpec
from envs.episode import Observation, Outcome, Task
from envs.images import ImageStore
from envs.reply import parse_reply
from envs.settings import SettingsError
from tests.spot_expert import SpotDemonstrator, spot_task
from tests.spots import SpotWorld
from train.engines import Sampling
from train.evaluation.baselines import RandomPolicy, planner_episodes

FACTS = (("Views", "front, back"), ("Receptacles", "table_1, cabinet_2 (open)"), ("Marks", "1 mug, 2 plate, 7 jar"))


class Pace(Enum):
    SLOW = "slow"
    QUICK = "quick"


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")
    view: StrictStr
    receptacle: StrictStr
    mark: StrictInt
    target: StrictStr | StrictInt
    question: Annotated[StrictStr, Field(min_length=1, max_length=5)]
    way: Literal["up", "down"]
    only: Literal["this"]
    pace: Pace
    minutes: Annotated[StrictInt, Field(ge=20, lt=31)]
    coordinate: Annotated[list[StrictInt], Field(min_length=2, max_length=2)]
    aside: StrictStr = ""


TOOLS = (ToolSpec("do", "Do it.", Arguments),)


@pytest.fixture
def spots(monkeypatch):
    monkeypatch.setattr(DEMONSTRATORS, "registered", {"spots": SpotDemonstrator()})


def drawn(facts: tuple[tuple[str, str], ...], context: ContextSettings, count: int = 60) -> list[dict]:
    """Arguments of valid calls; a reply that is none raises."""
    policy = RandomPolicy(TOOLS, context)
    observation = Observation("Views: nowhere, please", "Marks: 99 traps", facts)
    prompt = build_prompt(TOOLS, (), observation, context)
    replies = [policy.reply(prompt, seed, Sampling()).text for seed in range(count)]
    return [dict(parse_reply(text, TOOLS, context.history_required).call.arguments) for text in replies]


@pytest.mark.parametrize("mode", ["markov", "transcript"])
def test_a_random_argument_is_one_that_the_fact_of_its_name_lists(mode):
    calls = drawn(FACTS, ContextSettings(mode=mode))
    assert {call["view"] for call in calls} == {"front", "back"}
    assert {call["receptacle"] for call in calls} == {"table_1", "cabinet_2"}
    assert {call["mark"] for call in calls} == {1, 2, 7}
    assert {type(call["target"]) for call in calls} == {str, int}
    assert {call["target"] for call in calls} > {1, 2, 7, "table_1", "front"}
    assert {call["way"] for call in calls} == {"up", "down"}
    assert {call["pace"] for call in calls} == {"slow", "quick"}
    assert all(20 <= call["minutes"] <= 30 and call["only"] == "this" and "aside" not in call for call in calls)
    assert max(number for call in calls for number in call["coordinate"]) > 900


def test_a_random_call_is_valid_where_the_prompt_lists_nothing():
    assert len(drawn((("Marks", "none"),), ContextSettings())) == len(drawn((), ContextSettings())) == 60


def test_the_planner_plays_every_world_that_has_one(spots):
    tasks = [spot_task(number, ["red", "blue"]) for number in range(3)]
    context = ContextSettings()
    ended = []
    played = planner_episodes(tasks, lambda: SpotWorld(ImageStore(None), 96), context, None, 0, ended.append)
    assert [e.outcome for e in played] == [Outcome.SUCCESS] * 3 and ended == played
    moon = Task("moon", "m", 0, {})
    with pytest.raises(SettingsError, match="'moon' has no planner; known: devices, .*spots"):
        planner_episodes([moon], SpotWorld, context, None, 0, ended.append)


def test_a_task_of_another_world_ends_as_the_set_ups_fault(spots):
    task = Task("devices", "d", 0, {"device": {"category": "Heater", "seed": 1}, "goals": ["On"]})
    (episode,) = planner_episodes([task], SpotWorld, ContextSettings(), None, 0, lambda episode: None)
    assert episode.outcome == Outcome.INFRA_ERROR
    assert "SpotWorld is not the device world" in (episode.error or "")
