"""A home's instructions and thoughts in a model's words, from a local server."""

from __future__ import annotations

import re

import pytest

from data_synth.home.config import HomeDataConfig
from data_synth.home.demonstrator import DEMONSTRATOR
from data_synth.quality import reject_reason
from data_synth.rewriting import Rewriter, RewritingConfig
from data_synth.synthesis import episodes_of
from envs.context import ContextSettings
from envs.home.tools import TOOLS
from envs.images import ImageStore
from tests.data_synth.test_rewriting import Writer, server  # noqa: F401
from tests.home_demonstrations import reply_of


def aloud(prompt: str) -> str:
    """What is asked to be reworded, with a word before it."""
    return "Well: " + re.split(r"(?:Sentence|Thought): ", prompt)[-1]


def test_an_instruction_is_reworded_from_the_sentence_alone(server, home_tasks):  # noqa: F811
    Writer.text = aloud
    task = home_tasks[0]
    rewriter = Rewriter(RewritingConfig(endpoint=server, model="m"))
    made = DEMONSTRATOR.retold(task, rewriter.rewrite(DEMONSTRATOR.told(task), 1))
    assert made.parameters == {**task.parameters, "instruction": f"Well: {task.parameters['instruction']}"}
    assert task.parameters["scene"] not in Writer.asked[0]
    assert not any(name in Writer.asked[0] for name in task.parameters["objects"])


def test_an_instruction_stays_where_the_model_fails(server, home_tasks):  # noqa: F811
    Writer.text = "no\nsentence"
    for task in home_tasks[:4]:
        rewriter = Rewriter(RewritingConfig(endpoint=server, model="m"))
        assert DEMONSTRATOR.retold(task, rewriter.rewrite(DEMONSTRATOR.told(task), 1)) == task


def test_thoughts_are_reworded_and_calls_and_histories_stay(server, flawed):  # noqa: F811
    Writer.text = aloud
    rewriter = Rewriter(RewritingConfig(endpoint=server, model="m", thoughts=True))
    for episode in flawed[::9]:
        made = rewriter.rewrite_thoughts(episode, TOOLS, True, 0, DEMONSTRATOR.told(episode.task))
        assert reject_reason(made, TOOLS, ContextSettings()) is None
        for before, after in zip(episode.turns, made.turns, strict=True):
            old, new = reply_of(before), reply_of(after)
            assert new.thought == f"Well: {old.thought}"
            assert (new.history, new.call) == (old.history, old.call)
            assert (after.step, after.rewards, after.trainable) == (before.step, before.rewards, before.trainable)


def test_an_instruction_stays_where_a_word_of_its_things_or_furniture_is_lost(server, home_tasks):  # noqa: F811
    rewriter = Rewriter(RewritingConfig(endpoint=server, model="m"))
    for task in home_tasks:
        told = DEMONSTRATOR.told(task)
        assert told.kept
        for word in told.kept:
            Writer.text = lambda asked, word=word: re.sub(rf"(?i)\b{word}\w*", "such", aloud(asked))
            assert rewriter.rewrite(told, 1) == list(told.sentences), word


@pytest.mark.parametrize("text", ["", "I go on.", "I take mark 77 now.", "I go to mug_3 at once.", "</think>{} 1 a_1"])
def test_a_thought_that_loses_or_adds_a_number_or_an_id_stays(server, flawless, text):  # noqa: F811
    Writer.text = text
    rewriter = Rewriter(RewritingConfig(endpoint=server, model="m", thoughts=True))
    for episode in flawless[:4]:
        made = rewriter.rewrite_thoughts(episode, TOOLS, True, 0, DEMONSTRATOR.told(episode.task))
        for before, after in zip(episode.turns, made.turns, strict=True):
            assert after == before or not re.search(r"\d", reply_of(before).thought)


def test_synthesis_rewords_thoughts_where_it_is_told_to(server, tmp_path):  # noqa: F811
    Writer.text = aloud
    said = {}
    for thoughts in (False, True):
        rewriting = RewritingConfig(endpoint=server, model="m", thoughts=thoughts)
        config = HomeDataConfig(split="validation", episodes=1, picture_size=32, families=["FDO"], rewriting=rewriting)
        ((episode, reason),) = episodes_of(DEMONSTRATOR, config, None, 0, ImageStore(None))
        assert reason is None and episode is not None
        assert episode.task.parameters["instruction"].startswith("Well: ")
        said[thoughts] = [reply_of(turn).thought for turn in episode.turns]
    assert said[True] == [f"Well: {thought}" for thought in said[False]]
