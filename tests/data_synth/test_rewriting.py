"""Instructions in a model's words: a local server answers, well, badly or not at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from data_synth.devices.demonstrator import DEMONSTRATOR, forbidden_words
from data_synth.rewriting import Rewriter, RewritingConfig, is_clean, keeps
from envs.devices.mix import TaskMix
from envs.devices.tasks import task_at
from envs.devices.world import DeviceWorld
from envs.episode import Episode, Task
from envs.reply import parse_reply


class Writer(BaseHTTPRequestHandler):
    """Answers with `text`, or with what it makes of the question, and remembers what was asked."""

    text: ClassVar[str | Callable[[str], str]] = ""
    asked: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = body["messages"][0]["content"]
        Writer.asked.append(asked)
        text = Writer.text(asked) if callable(Writer.text) else Writer.text
        data = json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args) -> None: ...


@pytest.fixture
def server() -> Iterator[str]:
    Writer.text, Writer.asked = "", []
    made = ThreadingHTTPServer(("127.0.0.1", 0), Writer)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/v1"
    made.shutdown()
    made.server_close()


def reworded(task: Task, config: RewritingConfig) -> Task:
    return DEMONSTRATOR.retold(task, Rewriter(config).rewrite(DEMONSTRATOR.told(task), 1))


@pytest.fixture(scope="module")
def task():
    return task_at("validation", 3, TaskMix(categories=("Microwave",), goals=(2, 2)))


def test_what_the_model_says_takes_the_place_of_the_template(server, task) -> None:
    Writer.text = '"Could you get that going for me, dear?"\n'
    made = reworded(task, RewritingConfig(endpoint=server, model="m"))
    assert made.parameters["instructions"] == ["Could you get that going for me, dear?"] * 2
    assert made.parameters["goals"] == task.parameters["goals"]
    assert [told in asked for told, asked in zip(task.parameters["instructions"], Writer.asked, strict=True)]
    assert all("Device: microwave" in asked for asked in Writer.asked)
    assert not any(word in asked for asked in Writer.asked for word in forbidden_words("Microwave"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Go",
        "word " * 40,
        "Use the door_latch now",
        "Turn the mode dial please",
        "Make it CookingComplete now",
        "a b\nc d",
    ],
)
def test_what_breaks_a_rule_leaves_the_template(server, task, text) -> None:
    Writer.text = text
    assert reworded(task, RewritingConfig(endpoint=server, model="m")) == task
    assert not is_clean(text, forbidden_words("Microwave"))


def test_a_server_that_is_not_there_leaves_the_template(task) -> None:
    config = RewritingConfig(endpoint="http://127.0.0.1:9/v1", model="m", seconds=1, tries=1)
    assert reworded(task, config) == task


def test_statistics_count_what_is_none_of_the_templates(server, task, world) -> None:
    from data_synth.devices.expert import demonstrate
    from data_synth.devices.planner import Planner
    from envs.context import ContextSettings

    Writer.text = "Could you get that going for me, dear?"
    made = reworded(task, RewritingConfig(endpoint=server, model="m"))
    counts = DEMONSTRATOR.statistics()
    for each in (task, made):
        counts.add(demonstrate(each, world, Planner.of(each), 0, ContextSettings()))
    assert counts.rewritten == 2


@pytest.fixture(scope="module")
def episode(task, world):
    from data_synth.devices.expert import demonstrate
    from data_synth.devices.planner import Planner
    from envs.context import ContextSettings

    return demonstrate(task, world, Planner.of(task), 0, ContextSettings(), wrong_probability=1.0)


def rethought(episode: Episode, config: RewritingConfig, world: DeviceWorld) -> Episode:
    return Rewriter(config).rewrite_thoughts(episode, world.tools, True, 1, DEMONSTRATOR.told(episode.task))


def test_thoughts_in_the_models_words_leave_call_and_history_as_they_are(server, episode, world) -> None:
    Writer.text = lambda asked: "So, " + asked.split("Thought: ")[1]
    made = rethought(episode, RewritingConfig(endpoint=server, model="m", thoughts=True), world)
    for before, after in zip(episode.turns, made.turns, strict=True):
        old, new = (parse_reply(turn.reply, world.tools, True) for turn in (before, after))
        assert new == replace(old, thought=f"So, {old.thought}")
        assert replace(after, reply=before.reply) == before
    assert replace(made, turns=episode.turns) == episode


def test_a_thought_that_breaks_a_rule_keeps_the_templates_words(server, episode, world) -> None:
    config = RewritingConfig(endpoint=server, model="m", thoughts=True)
    for text in ("", "Use the door_latch now", "Press START 3 times, ODDLY", "a </think> b", "Make it CookingComplete"):
        Writer.text = text
        assert rethought(episode, config, world) == episode
    gone = RewritingConfig(endpoint="http://127.0.0.1:9/v1", model="m", seconds=1, tries=1, thoughts=True)
    assert rethought(episode, gone, world) == episode


@pytest.mark.parametrize(
    ("thought", "text", "kept"),
    [
        ("Mark 3 is the blue mug. I take it.", "I pick up the blue mug at mark 3.", True),
        ("Mark 3 is the blue mug. I take it.", "I pick up the blue mug.", False),
        ("Mark 3 is the blue mug. I take it.", "I pick up mark 3 or 4.", False),
        ("I go to shelf_2.", "Off to shelf_2!", True),
        ("I go to shelf_2.", "Off to the shelf!", False),
        ("I press the button marked START.", "START is what I press.", True),
        ("I press the button marked START.", "I press start.", False),
        ('I take the mug with "tea" on it.', 'The one with "tea" on it is mine.', True),
        ('I take the mug with "tea" on it.', "The one with tea on it is mine.", False),
        ("I wait.", "I wait <now>.", False),
    ],
)
def test_numbers_ids_and_printed_words_are_kept(thought, text, kept) -> None:
    assert keeps(text, thought) == kept
