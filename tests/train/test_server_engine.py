"""A vLLM server samples what the trainer would, from the weights that were pushed last, and its faults end episodes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
import torch
from torch import nn

from envs.environment import InfraError
from envs.episode import Completion, load_episodes
from envs.settings import SettingsError
from tests.train.policy_servers import TinyServer, free_port
from tests.train.practice import TINY
from tests.train.test_engines import largest_gap, prompts
from tests.train.test_processes import launch
from train.encoding import EncodedPrompt, Encoder
from train.engines import PushedEngine, Request, Sampling, policy_server
from train.engines import weight_transfer as transfer
from train.engines.policy_server import ServerGone, ServerRefusal, read_answer
from train.engines.server_engine import ServerEngine
from train.engines.server_stamp import STAMP_HEADER
from train.engines.vllm_policy import sampling_fields
from train.metrics_log import read_metrics
from train.model import load_model

PROMPT = EncodedPrompt((1, 2, 3), (1, 2, 2, 3), ())


# ---- without a server -------------------------------------------------------------------------------------------


def answer(**other: object) -> dict:
    choice = {"token_ids": [7, 8], "finish_reason": "stop", "logprobs": {"content": [{"logprob": -1}, {"logprob": -2}]}}
    return {"prompt_token_ids": [1, 2, 2, 3], "choices": [choice | other]}


def test_an_answer_is_a_completion() -> None:
    assert read_answer(answer(), PROMPT, "here") == Completion((1, 2, 2, 3), (7, 8), (-1.0, -2.0), True)
    assert not read_answer(answer(finish_reason="length"), PROMPT, "here").finished


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (answer() | {"prompt_token_ids": [1, 2, 3]}, "here: the server ran on 3 prompt ids that are not our 4"),
        (answer(finish_reason="abort"), "here: the reply ended by 'abort'"),
        ({"error": "none"}, "here: not an answer"),
    ],
)
def test_an_answer_to_another_question_is_an_infra_error(given: dict, words: str) -> None:
    with pytest.raises(InfraError, match=words):
        read_answer(given, PROMPT, "here")


@pytest.mark.parametrize("servers", [[], ["http://a:1", "http://a:1"], ["localhost:8000"], ["http://a:1/v1"]])
def test_addresses_that_cannot_be_right_are_refused(servers: list[str], tiny_encoder: Encoder) -> None:
    with pytest.raises(SettingsError, match="servers: "):
        ServerEngine(servers, tiny_encoder)


def test_a_server_that_never_comes_up_is_named(tiny_encoder: Encoder) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(ServerGone, match=f"{address}/health: ConnectError"):
        ServerEngine([address], tiny_encoder, start_seconds=0)


@pytest.mark.parametrize(
    ("stamp", "words"),
    [("", "does not stamp its answers: start it with"), ("me", "lacks VLLM_SERVER_DEV_MODE=1 or our")],
)
def test_a_server_that_our_script_did_not_start_is_refused(stamp: str, words: str, tiny_encoder: Encoder) -> None:
    class Foreign(BaseHTTPRequestHandler):
        """Healthy, and that is all."""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-length", "0")
            if stamp:
                self.send_header(STAMP_HEADER, stamp)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Foreign) as foreign:
        threading.Thread(target=foreign.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{foreign.server_port}"
        with pytest.raises(SettingsError, match=f"servers: {address} {words}"):
            ServerEngine([address], tiny_encoder, start_seconds=5)
        foreign.shutdown()


# ---- with one ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TinyServer]:
    pytest.importorskip("vllm")
    started = TinyServer(tmp_path_factory.mktemp("server") / "log")
    started.start()
    yield started
    started.kill()


@pytest.fixture(scope="module")
def connected(server: TinyServer, tiny_encoder: Encoder) -> Iterator[ServerEngine]:
    made = ServerEngine([server.address], tiny_encoder, seconds=60, tries=2, pause=0.1, start_seconds=400)
    yield made
    made.close()


@pytest.fixture
def engine(connected: ServerEngine) -> Iterator[ServerEngine]:
    yield connected
    connected.abort()


@pytest.fixture
def model() -> nn.Module:
    return load_model(TINY, "float32").eval()


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replies go on to their limit: the tiny model's own often end after a few tokens."""
    more = {"ignore_eos": True, "stop_token_ids": []}
    monkeypatch.setattr(policy_server, "sampling_fields", lambda *given: sampling_fields(*given) | more)


def complete(engine: ServerEngine, asked: list[EncodedPrompt], seed: int = 0, tokens: int = 16) -> list[Completion]:
    for i, prompt in enumerate(asked):
        engine.submit(Request(i, prompt, seed + i), Sampling(1.0, tokens))
    done: dict[int, Completion | InfraError] = {}
    while len(done) < len(asked):
        done.update(engine.collect())
    faults = [each for each in done.values() if isinstance(each, InfraError)]
    assert not faults, faults[0]
    return [found for i in range(len(asked)) if isinstance(found := done[i], Completion)]


def moved(model: nn.Module, seed: int) -> nn.Module:
    """The model with its language part changed a little."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "visual" not in name:
                parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.02)
    return model


def assert_agree(model: nn.Module, encoder: Encoder, asked: list[EncodedPrompt], done: list[Completion]) -> None:
    for prompt, completion in zip(asked, done, strict=True):
        assert completion.prompt_ids == prompt.expanded
        assert largest_gap(model, encoder, prompt, completion) < 1e-3


@pytest.mark.vllm
def test_ids_and_log_probs_are_the_trainers(engine: ServerEngine, model: nn.Module) -> None:
    """Twice: the second time the server knows the pictures by name; and a third time after it has dropped them."""
    assert isinstance(engine, PushedEngine)
    asked = prompts(engine.encoder)
    (only,) = engine.servers
    first = complete(engine, asked)
    assert_agree(model, engine.encoder, asked, first)
    assert only.pictures == {name for prompt in asked for name in prompt.images}
    assert [c.ids for c in complete(engine, asked)] == [c.ids for c in first]
    only.call("/reset_mm_cache")
    assert [c.ids for c in complete(engine, asked)] == [c.ids for c in first]
    assert [c.ids for c in complete(engine, asked, seed=70)] != [c.ids for c in first]


@pytest.mark.vllm
def test_sampled_ids_stay_what_they_are_in_the_next_prompt(engine: ServerEngine, model: nn.Module) -> None:
    """A transcript goes on from sampled ids, which tokenizing their text need not give back."""
    encoder = engine.encoder
    (prompt,) = prompts(encoder, 1)
    reply = (*encoder.encode_reply("t")[:-1], *encoder.encode_reply("o"))
    assert encoder.encode_reply(encoder.decode(reply)) != reply
    longer = EncodedPrompt(prompt.compact + reply, prompt.expanded + reply, prompt.images)
    assert_agree(model, encoder, [longer], complete(engine, [longer]))


def measured(server: TinyServer, start: str) -> float:
    """The sum of the server's metrics whose line starts so."""
    lines = httpx.get(server.address + "/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(start))


@pytest.mark.vllm
@pytest.mark.usefixtures("endless")
def test_requests_overlap_and_an_abort_ends_them(engine: ServerEngine, server: TinyServer) -> None:
    """The short one, sent last, comes back first, and no other ever ends."""
    asked = prompts(engine.encoder)
    before = measured(server, "vllm:request_success_total")
    for i, prompt in enumerate(asked):
        engine.submit(Request(i, prompt, i), Sampling(1.0, 700 if i < 3 else 1))
    ((number, short),) = engine.collect()
    assert number == 3 and isinstance(short, Completion) and len(short.ids) == 1
    engine.abort()
    assert engine.collect() == []
    deadline = time.monotonic() + 60
    while measured(server, "vllm:num_requests_running") and time.monotonic() < deadline:
        time.sleep(0.1)
    assert measured(server, "vllm:num_requests_running") == 0
    assert measured(server, "vllm:request_success_total") == before + 1


@pytest.mark.vllm
@pytest.mark.training
@pytest.mark.usefixtures("endless")
def test_a_push_changes_later_completions_and_none_in_flight(engine: ServerEngine, model: nn.Module) -> None:
    """Those that ran when the push came are the old weights' to their last token."""
    asked = prompts(engine.encoder)
    engine.load_weights(moved(model, 0).named_parameters())
    assert_agree(model, engine.encoder, asked, complete(engine, asked))
    old = moved(load_model(TINY, "float32").eval(), 0)
    for i, prompt in enumerate(asked):
        engine.submit(Request(i, prompt, i), Sampling(1.0, 700))
    time.sleep(0.1)
    done = dict(engine.collect(wait=False))
    assert len(done) < len(asked)
    engine.load_weights(moved(model, 1).named_parameters())
    while len(done) < len(asked):
        done.update(engine.collect())
    assert_agree(old, engine.encoder, asked, [c for _, c in sorted(done.items()) if isinstance(c, Completion)])
    assert_agree(model, engine.encoder, asked, complete(engine, asked))
    weights = engine.servers[0].call("/weight_info", method="GET").json()
    assert weights == {"weight_version": "2"}


@pytest.mark.vllm
@pytest.mark.training
def test_a_push_that_fails_says_so_and_the_next_one_mends_it(
    engine: ServerEngine, model: nn.Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved(model, 2)

    def half() -> Iterator[tuple[str, torch.Tensor]]:
        for i, item in enumerate(model.named_parameters()):
            if i == 20:
                raise ValueError("the gather failed")
            yield item

    with pytest.raises((ValueError, RuntimeError), match="the gather failed"):
        engine.load_weights(half())
    with monkeypatch.context() as patch:
        patch.setattr(transfer, "digest", lambda tensor: torch.tensor(0))
        with pytest.raises(
            transfer.PushError, match=rf"{engine.servers[0].address}.*patch_embed.proj.weight was garbled"
        ):
            engine.load_weights(model.named_parameters())
    engine.load_weights(model.named_parameters())
    asked = prompts(engine.encoder)
    assert_agree(model, engine.encoder, asked, complete(engine, asked))


@pytest.mark.slow
@pytest.mark.vllm
@pytest.mark.training
def test_two_processes_practise_on_one_server(engine: ServerEngine, server: TinyServer, tmp_path: Path) -> None:
    """One of them pushes, both play, and the server's log-probs are the trainer's after every push."""
    words = ["--model", str(TINY), "--rollout_engine", "server", "--servers", server.address, "--max_steps", "2"]
    words += ["--per_device_train_batch_size", "4", "--steps_per_generation", "1", "--gradient_accumulation_steps", "1"]
    launch(
        2,
        "train/rl.py",
        "--config",
        "configs/rl/demo.yaml",
        *words,
        "--save_strategy",
        "no",
        "--output_dir",
        str(tmp_path),
    )
    played = [list(load_episodes(tmp_path / "episodes" / f"step_000001_rank_{rank}.jsonl")) for rank in (0, 1)]
    assert [len(episodes) for episodes in played] == [4, 4]
    lines = [line for line in read_metrics(tmp_path / "metrics.jsonl") if "loss" in line]
    assert len(lines) == 2
    for line in lines:
        assert line["episodes/infra_error"] == 0
        assert line["sampling/sampling_logp_difference/max"] < 1e-3


@pytest.mark.vllm
@pytest.mark.usefixtures("endless")
def test_a_killed_server_ends_its_episodes_and_is_named(engine: ServerEngine, server: TinyServer) -> None:
    """The last to use the module's server, but for the slow test below, which starts it again."""
    with pytest.raises(ServerRefusal, match="is not implemented"):
        engine.servers[0].workers("no_such_method")  # what a worker without our extension says
    for i, prompt in enumerate(prompts(engine.encoder)):
        engine.submit(Request(i, prompt, i), Sampling(1.0, 700))
    time.sleep(0.1)
    server.kill()
    done: dict[int, Completion | InfraError] = {}
    while len(done) < 4:
        done.update(engine.collect())
    assert all(isinstance(each, InfraError) and server.address in str(each) for each in done.values())


@pytest.mark.slow
@pytest.mark.vllm
@pytest.mark.training
def test_a_server_started_anew_is_not_heard_until_a_push_has_reached_it(
    engine: ServerEngine, server: TinyServer, model: nn.Module
) -> None:
    """It has its model folder's weights, which are not the trainer's."""
    server.kill()
    server.start()
    engine.servers[0].wait_until_up(300)
    engine.load_weights(model.named_parameters())
    server.kill()
    server.start()
    engine.servers[0].wait_until_up(300)
    asked = prompts(engine.encoder)
    engine.submit(Request(0, asked[0], 0), Sampling(1.0, 4))
    ((_, fault),) = engine.collect()
    assert isinstance(fault, InfraError) and "its weights are old" in str(fault)
    engine.load_weights(moved(model, 3).named_parameters())
    assert_agree(model, engine.encoder, asked, complete(engine, asked))
