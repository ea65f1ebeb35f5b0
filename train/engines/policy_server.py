"""One vLLM server, as a trainer sees it: the doors it answers at, and what it is known to hold.

Prompts go to `/inference/v1/generate`, vLLM's token-in, token-out door (`--enable-scale-out`): it takes token ids with
one placeholder a picture, the pictures beside them, and gives back the ids that it really ran on and those it sampled.
The chat door would not do: it renders and tokenizes text, which for a transcript of sampled replies need not give the
sampled ids back. A server of our own over `AsyncLLM` would be this door once more.

A picture travels as base64 PNG with its content hash, and from then on as its hash alone: vLLM keeps the processed
picture by that name. When it has dropped one it says so, and the request goes out again with all pictures.

A server answers only for the process that was stamped (see `server_stamp`) when weights were pushed.
"""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

from envs.chat_endpoint import TRANSIENT
from envs.environment import InfraError
from envs.episode import Completion
from envs.settings import SettingsError
from train.encoding import EncodedPrompt, Encoder
from train.engines.engine import Request, Sampling
from train.engines.server_stamp import STAMP_HEADER
from train.engines.vllm_policy import sampling_fields

GENERATE = "/inference/v1/generate"
JSON = {"content-type": "application/json"}
STARTER = "scripts/launch/serve_policy.sh"


class ServerGone(ConnectionError):
    """A server does not answer; the message names its address."""


class ServerRefusal(RuntimeError):
    """A server answered a control request with an error; the message names its address."""


class TryAgain(Exception):
    """A fault that a later try, or another server, may not have."""


@dataclass(eq=False)
class PolicyServer:
    """address: http://host:port. seconds: time-out of one completion."""

    address: str
    seconds: float = 300.0
    load: int = 0
    """Requests of this process that it is answering."""
    faults: int = 0
    """Tries that failed since the last one that did not."""
    stamp: str = ""
    """The process that answers there."""
    holds_ours: bool = False
    """Whether weights were pushed into that process: then no other will do."""
    pictures: set[str] = field(default_factory=set)
    """Names of pictures that it has been sent."""

    # ---- completions ------------------------------------------------------------------------------------------

    async def complete(
        self, client: httpx.AsyncClient, request: Request, sampling: Sampling, encoder: Encoder
    ) -> Completion:
        """One completion. TryAgain for what may pass, InfraError for what will not."""
        self.load += 1
        try:
            answer = await self._generate(client, request, sampling, encoder, frozenset(self.pictures))
            if answer is None:
                self.pictures.clear()
                answer = await self._generate(client, request, sampling, encoder, frozenset())
            self.faults = 0
        except TryAgain:
            self.faults += 1
            raise
        finally:
            self.load -= 1
        self.pictures.update(request.prompt.images)
        return read_answer(answer, request.prompt, self.address)

    async def _generate(
        self, client: httpx.AsyncClient, request: Request, sampling: Sampling, encoder: Encoder, known: frozenset[str]
    ) -> Any:
        """The answer as JSON; None when the server has dropped a picture that it was thought to hold."""
        body = request_body(request, sampling, encoder, known)
        try:
            response = await client.post(self.address + GENERATE, content=body, headers=JSON, timeout=self._timeout())
        except httpx.TransportError as error:
            raise TryAgain(f"{self.address}: {type(error).__name__}: {error}") from error
        self._check_stamp(response.headers.get(STAMP_HEADER, ""))
        if response.status_code in TRANSIENT:
            raise TryAgain(f"{self.address}: HTTP {response.status_code}: {response.text[:300]}")
        if known and "Cache miss for image" in response.text and response.status_code == 400:
            return None
        if response.status_code != 200:
            raise InfraError(f"{self.address}: HTTP {response.status_code}: {response.text[:300]}")
        try:
            return response.json()
        except ValueError as error:
            raise TryAgain(f"{self.address}: not JSON: {response.text[:100]}") from error

    def _timeout(self) -> httpx.Timeout:
        return httpx.Timeout(self.seconds, connect=min(10.0, self.seconds))

    def _check_stamp(self, stamp: str) -> None:
        if stamp == self.stamp:
            return
        if self.holds_ours:
            raise TryAgain(f"{self.address}: started anew since, or left out of, the last push: its weights are old")
        self.stamp = stamp
        self.pictures.clear()

    def adopt(self, stamp: str | None) -> None:
        """After a push: which process has its weights, None when this server was left out of it."""
        if stamp != self.stamp:
            self.pictures.clear()
        self.stamp, self.holds_ours, self.faults = stamp or "", True, int(stamp is None)

    # ---- control ----------------------------------------------------------------------------------------------

    def call(self, path: str, body: Any = None, seconds: float = 60.0, method: str = "POST") -> httpx.Response:
        """A control request; waits for its answer. ServerGone when there is none, ServerRefusal for an error."""
        try:
            with httpx.Client(timeout=httpx.Timeout(seconds, connect=10.0), trust_env=False) as client:
                response = client.request(method, self.address + path, json=body)
        except httpx.TransportError as error:
            raise ServerGone(f"{self.address}{path}: {type(error).__name__}: {error}") from error
        if response.status_code != 200:
            raise ServerRefusal(f"{self.address}{path}: HTTP {response.status_code}: {response.text[:500]}")
        return response

    def workers(self, method: str, *arguments: Any, seconds: float = 60.0) -> list[Any]:
        """Call a method of every worker of the server (`weight_receiver`); what each returned."""
        body = {"method": method, "args": list(arguments)}
        return self.call("/collective_rpc", body, seconds).json()["results"]

    def wait_until_up(self, seconds: float) -> str:
        """Wait until the server is ready, at most so long; the stamp of its process.

        ServerGone when it is not ready by then; SettingsError for one that was not started by our script.
        """
        deadline = time.monotonic() + seconds
        while True:
            try:
                stamp = self.call("/health", method="GET", seconds=10.0).headers.get(STAMP_HEADER, "")
                break
            except (ServerGone, ServerRefusal) as error:
                if time.monotonic() > deadline:
                    raise ServerGone(f"{error} (waited {seconds:.0f} s)") from error
                time.sleep(min(2.0, seconds))
        if not stamp:
            raise SettingsError(f"servers: {self.address} does not stamp its answers: start it with {STARTER}")
        return stamp

    def describe(self) -> list[dict[str, Any]]:
        """What every worker says of itself (`WeightReceiver.policy_worker`); SettingsError for a foreign server."""
        try:
            return self.workers("policy_worker")
        except ServerRefusal as error:
            raise SettingsError(
                f"servers: {self.address} lacks VLLM_SERVER_DEV_MODE=1 or our worker extension: start it with "
                f"{STARTER} ({error})"
            ) from error


def request_body(request: Request, sampling: Sampling, encoder: Encoder, known: frozenset[str]) -> bytes:
    """A completion request as JSON; pictures whose names are `known` go by name alone."""
    body: dict[str, Any] = {
        "token_ids": list(request.prompt.compact),
        "sampling_params": sampling_fields(request, sampling, encoder),
        "return_token_ids": True,
    }
    if request.prompt.images:
        body["content_parts"] = [
            {"type": "image_url", "uuid": name}
            if name in known
            else {"type": "image_url", "uuid": name, "url": _data_url(encoder.store.read(name))}
            for name in request.prompt.images
        ]
    return json.dumps(body).encode()


def _data_url(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode()


def read_answer(answer: Any, prompt: EncodedPrompt, address: str) -> Completion:
    """The completion in an answer. InfraError when the server ran on other ids than `prompt.expanded`."""
    try:
        choice = answer["choices"][0]
        ran_on, ids = tuple(answer["prompt_token_ids"]), tuple(choice["token_ids"])
        logps = tuple(float(entry["logprob"]) for entry in choice["logprobs"]["content"])
        reason = choice["finish_reason"]
    except (KeyError, IndexError, TypeError) as error:
        raise InfraError(f"{address}: not an answer of {GENERATE}: {json.dumps(answer)[:200]}") from error
    if ran_on != prompt.expanded:
        raise InfraError(
            f"{address}: the server ran on {len(ran_on)} prompt ids that are not our {len(prompt.expanded)}: does it "
            "serve the model folder that the trainer loaded?"
        )
    if reason not in ("stop", "length") or len(logps) != len(ids):
        raise InfraError(f"{address}: the reply ended by {reason!r} with {len(ids)} ids, {len(logps)} log-probs")
    return Completion(prompt.expanded, ids, logps, reason == "stop")
