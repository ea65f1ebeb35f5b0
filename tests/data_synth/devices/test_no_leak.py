"""No prompt built over a demonstrated episode tells what the policy must find out by looking."""

from __future__ import annotations

import json
import re

import pytest

from data_synth.devices.expert import demonstrate
from data_synth.devices.planner import Planner
from data_synth.statistics import count
from envs.context import ContextSettings, build_prompt
from envs.devices.tasks import playable


def prompts(episode, world, settings):
    """The text of every prompt of an episode, with the goals reached when it was shown."""
    turns = episode.turns
    for i, turn in enumerate(turns):
        prompt = build_prompt(world.tools, turns[:i], turn.observation, settings)
        yield (
            (turns[i - 1].step.info["goals_done"] if i else 0),
            json.dumps(prompt.messages, ensure_ascii=False),
        )


@pytest.mark.parametrize("mode", ["markov", "transcript"])
def test_no_component_no_state_and_no_later_goal_shows_in_a_prompt(sampled, world, mode):
    settings = ContextSettings(mode=mode)
    for task in sampled:
        source = task.parameters["device"]
        machine = playable(source["category"], source["seed"]).device.machine
        # States of one word ("Off", "Cooking") are plain English too; those of two are nobody's words.
        hidden = [*machine.components(), *(s for s in machine.states if re.search("[a-z][A-Z]", s))]
        episode = demonstrate(task, world, Planner.of(task), 0, settings, wrong_probability=1.0)
        instructions = task.parameters["instructions"]
        for done, text in prompts(episode, world, settings):
            for word in hidden:
                assert word not in text, (task.id, word)
            for later in instructions[done + 1 :]:
                assert later in instructions[: done + 1] or later not in text, (task.id, later)


def test_the_vocabulary_stays_small(sampled, world):
    settings = ContextSettings()
    episodes = [demonstrate(t, world, Planner.of(t), 0, settings, wrong_probability=1.0) for t in sampled]
    assert len(count(episodes).words) <= 900
    taught = [e for e in episodes if e.task.parameters["device"]["category"] in ("ElectricKettle", "Lamp", "Microwave")]
    assert len(count(taught).words) <= 300
