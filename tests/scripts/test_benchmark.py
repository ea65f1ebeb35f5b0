"""The benchmark: the planner is perfect, faults are nobody's failure, any server can be asked, two reports can be
paired.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from envs.chat_endpoint import ChatEndpoint, read_choice
from envs.context import ContextSettings, build_prompt
from envs.devices.tools import TOOLS
from envs.environment import InfraError
from envs.episode import load_episodes
from envs.images import ImageStore
from envs.reply import parse_reply
from tests.demonstrations import demonstration
from tests.loading import ROOT, script
from train.engines import Sampling
from train.evaluation.baselines import RandomPolicy
from train.evaluation.endpoint import EndpointPolicy, chat_messages

benchmark = script("benchmark")


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("tasks") / "six.yaml"
    path.write_text("world: devices\nsplit: validation\ncount: 6\ntasks_per_device: 2\n")
    return str(path)


@pytest.fixture(scope="module")
def planner(tasks: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The planner's report, with its episodes beside it."""
    folder = tmp_path_factory.mktemp("planner")
    words = ["--policy", "planner", "--tasks", tasks, "--picture-size", "64"]
    words += ["--output", str(folder / "report.json"), "--save-episodes", str(folder)]
    assert benchmark.main(words) == 0
    return folder


def report(path: Path) -> dict:
    return json.loads(path.read_text())


def test_the_planner_is_perfect(planner: Path) -> None:
    made = report(planner / "report.json")
    summary = made["summary"]
    assert (summary["sr"]["value"], summary["ssr"], summary["spl"], summary["valid_replies"]) == (1, 1, 1, 1)
    assert summary["sr"]["low"] < 1
    assert summary["spl_count"] == 6
    assert summary["outcomes"] == {"success": 6, "failure": 0, "truncated": 0, "infra_error": 0}
    assert sum(part["episodes"] for part in made["categories"].values()) == 6
    assert len({result["task"] for result in made["results"]}) == 6
    assert made["settings"]["temperature"] == 1.0
    assert made["versions"]["transformers"]
    assert made["tasks"]["count"] == 6


def test_episodes_are_kept_with_their_pictures_and_rewards(planner: Path) -> None:
    episodes = list(load_episodes(planner / "episodes.jsonl"))
    store = ImageStore(planner / "images")
    assert len(episodes) == 6
    assert all(name in store for episode in episodes for name in episode.images)
    assert all(store.get(name).size == (64, 64) for name in episodes[0].images)
    assert all(turn.rewards for episode in episodes for turn in episode.turns)


def test_a_random_player_is_valid_and_the_same_each_time(tasks: str, tmp_path: Path) -> None:
    words = ["--policy", "random", "--tasks", tasks, "--limit", "3", "--picture-size", "64", "--seed", "5"]
    for name in ("a", "b"):
        assert benchmark.main([*words, "--output", str(tmp_path / name)]) == 0
    first, second = report(tmp_path / "a"), report(tmp_path / "b")
    assert first["results"] == second["results"]
    assert first["summary"]["valid_replies"] == 1
    assert first["summary"]["outcomes"]["infra_error"] == 0


def test_every_tool_can_be_drawn_at_random() -> None:
    policy = RandomPolicy(TOOLS, ContextSettings())
    prompt = build_prompt(TOOLS, (), demonstration(ImageStore(None), 0).turns[0].observation, ContextSettings())
    calls = [parse_reply(policy.reply(prompt, s, Sampling()).text, TOOLS, True).call for s in range(80)]
    assert {call.name for call in calls} == {tool.name for tool in TOOLS}


def test_two_reports_are_paired_by_task(planner: Path, tasks: str, tmp_path: Path, capsys) -> None:
    words = ["--policy", "random", "--tasks", tasks, "--picture-size", "64", "--output", str(tmp_path / "random")]
    assert benchmark.main(words) == 0
    files = [str(tmp_path / "random"), str(planner / "report.json")]
    assert benchmark.main(["--compare", *files, "--output", str(tmp_path / "difference")]) == 0
    won = report(tmp_path / "random")["summary"]["sr"]["value"]
    difference = report(tmp_path / "difference")["sr"]
    assert difference["value"] == pytest.approx(1 - won)
    assert difference["tasks"] == 6
    assert "planner minus random" in capsys.readouterr().out
    twice = [*files, files[1], files[1]]  # half the gain: the second pair has none
    assert benchmark.main(["--compare", *twice, "--output", str(tmp_path / "twice")]) == 0
    assert report(tmp_path / "twice")["sr"]["value"] == pytest.approx(difference["value"] - (difference["value"]) / 2)
    with pytest.raises(SystemExit):
        benchmark.main(["--compare", files[0]])
    assert benchmark.main(["--compare", files[1], files[1], "--output", str(tmp_path / "same")]) == 0
    same = report(tmp_path / "same")["sr"]
    assert (same["value"], same["low"], same["high"]) == (0, 0, 0)


class Chat(BaseHTTPRequestHandler):
    """A server that presses the middle. It is busy when every other request first comes, and refuses one task."""

    seen: ClassVar[list[dict]] = []
    refuse = ""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        again = any(other["seed"] == body["seed"] for other in Chat.seen)
        Chat.seen.append(body)
        if Chat.refuse and Chat.refuse in json.dumps(body["messages"][-1]["content"][-1]):
            return self._answer(400, {"error": "too large"})
        if body["seed"] % 2 and not again:
            return self._answer(503, {"error": "busy"})
        call = '{"name": "press", "arguments": {"coordinate": [500, 500]}}'
        text = f'{{"history": {{"summary": "s", "task": "t"}}, "tool": {call}}}'
        message = {"role": "assistant", "content": text, "reasoning_content": "The middle."}
        return self._answer(200, {"choices": [{"message": message, "finish_reason": "stop"}]})

    def _answer(self, code: int, body: dict) -> None:
        data = json.dumps(body).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args) -> None: ...


@pytest.fixture
def server() -> Iterator[str]:
    Chat.seen, Chat.refuse = [], ""
    made = ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}/v1"
    made.shutdown()
    made.server_close()


def test_any_openai_compatible_server_can_be_asked(server: str, tasks: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(ChatEndpoint.__init__, "__defaults__", (120.0, 4, 0.01, "OPENAI_API_KEY"))
    words = ["--endpoint", server, "--served-model", "m", "--tasks", tasks, "--limit", "4", "--picture-size", "64"]
    assert benchmark.main([*words, "--temperature", "0.3", "--output", str(tmp_path / "report")]) == 0
    made = report(tmp_path / "report")
    assert made["summary"]["valid_replies"] == 1
    assert made["summary"]["outcomes"]["infra_error"] == 0
    body = Chat.seen[0]
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m", 0.3, 256)
    pictures = [item for item in body["messages"][-1]["content"] if item["type"] == "image_url"]
    assert len(pictures) == 1
    assert pictures[0]["image_url"]["url"].startswith("data:image/png;base64,")


def test_a_servers_fault_ends_one_episode_and_is_nobodys_failure(
    server: str, tasks: str, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(ChatEndpoint.__init__, "__defaults__", (120.0, 4, 0.01, "OPENAI_API_KEY"))
    tasks_list = benchmark.load_task_list(tasks)[1]
    Chat.refuse = tasks_list[1].parameters["instructions"][0]
    words = ["--endpoint", server, "--served-model", "m", "--tasks", tasks, "--limit", "4", "--picture-size", "64"]
    assert benchmark.main([*words, "--output", str(tmp_path / "report")]) == 0
    made = report(tmp_path / "report")
    broken = [result for result in made["results"] if result["outcome"] == "infra_error"]
    assert 1 <= len(broken) < 4
    assert all("HTTP 400" in result["error"] for result in broken)
    assert made["summary"]["episodes"] == 4 - len(broken)
    assert "are in no rate" in capsys.readouterr().out


def test_an_endpoint_that_is_not_there_gives_up_in_time() -> None:
    endpoint = ChatEndpoint("http://127.0.0.1:9/v1", "m", seconds=1, tries=2, pause=0)
    policy = EndpointPolicy(endpoint, ImageStore(None))
    observation = demonstration(policy.store, 0).turns[0].observation
    prompt = build_prompt(TOOLS, (), observation, ContextSettings())
    with pytest.raises(InfraError, match=r"127\.0\.0\.1:9"):
        policy.reply(prompt, 0, Sampling())


def test_pictures_keep_their_places_in_a_chat() -> None:
    store = ImageStore(None)
    episode = demonstration(store, 2, turns=3)
    prompt = build_prompt(TOOLS, episode.turns[:2], episode.turns[2].observation, ContextSettings())
    kinds = [item["type"] for item in chat_messages(prompt, store)[-1]["content"]]
    assert kinds == ["text" if item["type"] == "text" else "image_url" for item in prompt.messages[-1]["content"]]


@pytest.mark.parametrize("answer", [{}, {"choices": []}, {"choices": [{"message": {"content": [1]}}]}, [], "text"])
def test_what_is_no_chat_completion_is_a_fault_of_the_server(answer) -> None:
    with pytest.raises(InfraError, match="not a chat completion"):
        read_choice(answer)


def test_bad_input_is_one_line(tmp_path: Path, tasks: str, capsys) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("world: devices\nsplit: test\ncount: 3\ncolour: red\n")
    adapter = tmp_path / "adapter"
    adapter.mkdir()
    (adapter / "adapter_config.json").write_text("{}")
    for words, told in (
        (["--policy", "planner", "--tasks", str(bad)], "bad.yaml: colour: unknown key"),
        (["--policy", "planner", "--tasks", str(tmp_path / "none.yaml")], "none.yaml: cannot be read"),
        (["--model", str(adapter), "--tasks", tasks], "a LoRA adapter without its base"),
        (["--compare", str(bad), str(bad)], "bad.yaml: cannot be read"),
    ):
        assert benchmark.main(words) == 2
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1
    for words in ([], ["--model", "m"], ["--model", "m", "--policy", "planner", "--tasks", tasks]):
        with pytest.raises(SystemExit) as left:
            benchmark.main(words)
        assert left.value.code == 2
        capsys.readouterr()


def model_words(tiny: Path, tasks: str, output: Path) -> list[str]:
    words = ["--model", str(tiny), "--tasks", tasks, "--limit", "2", "--picture-size", "128", "--dtype", "float32"]
    words += [
        "--context-tools",
        "names",
        "--no-context-previous-image",
        "--max-tokens",
        "8",
        "--max-prompt-tokens",
        "400",
    ]
    return [*words, "--output", str(output)]


@pytest.mark.training
def test_a_model_folder_plays_without_vllm(tiny: Path, tasks: str, tmp_path: Path) -> None:
    assert benchmark.main([*model_words(tiny, tasks, tmp_path / "report"), "--engine", "transformers"]) == 0
    made = report(tmp_path / "report")
    assert made["summary"]["episodes"] == 2
    assert made["policy"]["engine"] == "transformers"
    assert made["settings"]["context"]["tools"] == "names"


@pytest.mark.vllm
def test_an_exported_folder_plays_on_vllm_and_gets_its_scores(sft_export: Path, tasks: str, tmp_path: Path) -> None:
    """In a process of its own: one process holds one engine."""
    words = ["--model", str(sft_export), "--tasks", tasks, "--limit", "2", "--max-tokens", "8"]
    words += ["--output", str(tmp_path / "report"), "--scores-into-manifest"]
    command = [sys.executable, "scripts/benchmark.py", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    made = report(tmp_path / "report")
    assert made["summary"]["episodes"] == 2
    assert made["summary"]["outcomes"]["infra_error"] == 0
    scores = json.loads((sft_export / "apprentice.json").read_text())["scores"]
    assert scores["six"]["summary"] == made["summary"]
