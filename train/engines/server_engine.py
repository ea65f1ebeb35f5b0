"""vLLM servers as an Engine: many requests in flight, each to the server with the least to do; weights are pushed.

Requests run in an event loop on a thread of their own, so that `submit` and `collect` never wait for the network
unless asked to. A fault that may pass (refused, reset, timed out, overloaded) is tried again after a pause, on another
server where there is one; what remains is the episode's InfraError, with the server's address. Only `load_weights` and
the constructor raise: there it shows that a server is gone for good, and nothing that was played is lost.

No completion straddles two versions of the weights: a push pauses every server until what runs there has ended,
and all processes of the trainer wait for its end. A server that was started anew in between is not asked (its weights
are those of its model folder) until the next push has reached it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import queue
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future

import httpx
import torch
from torch import distributed as dist

from envs.environment import InfraError
from envs.episode import Completion
from envs.settings import SettingsError
from train.encoding import Encoder
from train.engines.engine import Request, Sampling
from train.engines.policy_server import PolicyServer, ServerGone, TryAgain
from train.engines.weight_transfer import PushError, WeightSender

RETURN_SECONDS = 240.0
"""How long a push waits for a server to come back when none is there. Below the time-out of a collective."""


class ServerEngine:
    """Completes requests on vLLM servers that serve one model, started by scripts/launch/serve_policy.sh.

    servers: their addresses, http://host:port; one engine (with its tensor-parallel workers) each. seconds: time-out
    of one try, queueing included. tries: in all, with pauses of 1, 2, 4, ... seconds. start_seconds: how long servers
    may take to come up.

    SettingsError for addresses that cannot be right and for servers that were not started by our script; ServerGone
    when one is not up in time.
    """

    runs_alone = True
    """Requests advance whatever the caller does."""
    working = False
    """Nothing is done in the calling thread."""

    def __init__(
        self,
        servers: Sequence[str],
        encoder: Encoder,
        seconds: float = 300.0,
        tries: int = 4,
        pause: float = 1.0,
        start_seconds: float = 900.0,
    ) -> None:
        if not servers or len(set(servers)) < len(servers):
            raise SettingsError(f"servers: {list(servers)} names none, or one twice")
        for address in servers:
            if not address.startswith(("http://", "https://")) or httpx.URL(address).path not in ("", "/"):
                raise SettingsError(f"servers: {address!r} is not of the form http://host:port")
        self.encoder = encoder
        self.tries, self.pause = tries, pause
        self.servers = [PolicyServer(address.rstrip("/"), seconds) for address in servers]
        for server in self.servers:
            server.stamp = server.wait_until_up(start_seconds)
            for worker in server.describe():
                if worker["logprobs_mode"] != "processed_logprobs":
                    raise SettingsError(f"servers: {server.address} needs --logprobs-mode processed_logprobs")
        self._sender = WeightSender()
        self._order = itertools.count(_rank())
        self._flight: dict[int, Future[Completion | InfraError]] = {}
        self._done: queue.SimpleQueue[tuple[int, Future[Completion | InfraError]]] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="server-engine", daemon=True)
        self._thread.start()
        # proxies of the environment are for the world outside, not for a cluster's own nodes
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        self._client = httpx.AsyncClient(limits=limits, trust_env=False)

    # ---- completions ------------------------------------------------------------------------------------------

    def submit(self, request: Request, sampling: Sampling) -> None:
        """Send a request off."""
        if request.id in self._flight:
            raise ValueError(f"request {request.id} is in flight already")
        future = asyncio.run_coroutine_threadsafe(self._complete(request, sampling), self._loop)
        self._flight[request.id] = future
        future.add_done_callback(lambda done: self._done.put((request.id, done)))

    def collect(self, wait: bool = True) -> list[tuple[int, Completion | InfraError]]:
        """What is done; with `wait` at least one, as long as anything is in flight."""
        found: list[tuple[int, Completion | InfraError]] = []
        while True:
            try:
                number, future = self._done.get(block=wait and not found and bool(self._flight))
            except queue.Empty:
                return found
            if self._flight.get(number) is future:  # else it was aborted
                del self._flight[number]
                found.append((number, future.result()))

    def abort(self) -> None:
        """Drop every request in flight: the connection closes, and the server stops working on it."""
        flight, self._flight = self._flight, {}
        for future in flight.values():
            future.cancel()

    def close(self) -> None:
        """Leave the servers, which go on serving."""
        if self._loop.is_closed():
            return
        self.abort()
        self._sender.close()
        asyncio.run_coroutine_threadsafe(self._leave(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _complete(self, request: Request, sampling: Sampling) -> Completion | InfraError:
        reason = ""
        for attempt in range(self.tries):
            if attempt:
                await asyncio.sleep(self.pause * 2 ** (attempt - 1))
            try:
                return await self._pick(request).complete(self._client, request, sampling, self.encoder)
            except TryAgain as fault:
                reason = str(fault)
            except InfraError as fault:
                return fault
        return InfraError(f"{reason} ({self.tries} tries)")

    def _pick(self, request: Request) -> PolicyServer:
        """The server with the least to do; among equals one that knows the pictures. Failing ones come last."""
        first = next(self._order)
        places = {server: (i - first) % len(self.servers) for i, server in enumerate(self.servers)}
        needed = set(request.prompt.images)
        return min(places, key=lambda s: (s.faults > 0, s.load, len(needed - s.pictures), places[s]))

    async def _leave(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._client.aclose()

    # ---- weights ----------------------------------------------------------------------------------------------

    def load_weights(self, weights: Iterable[tuple[str, torch.Tensor]]) -> None:
        """Push the trainer's weights into every server. All processes call it; the first sends, the others walk along.

        Gathering a sharded weight is a collective, so a process that fails walks on to the end, and all raise then.
        PushError or ServerGone with the address; SettingsError for a server that cannot receive. A server that does not
        answer is left out, and is not asked before a push has reached it.
        """
        walk = iter(weights)
        stamps: dict[str, str] = {}
        failure: Exception | None = None
        if _rank() == 0:
            try:
                stamps = self._sender.send(self._present(), walk)
            except Exception as error:
                failure = error
        for _ in walk:
            pass
        told = [stamps, str(failure or "")]
        if dist.is_initialized() and dist.get_world_size() > 1:
            dist.broadcast_object_list(told, src=0)
        if failure is not None:
            raise failure
        if told[1]:
            raise PushError(told[1])
        for server in self.servers:
            server.adopt(told[0].get(server.address))

    def _present(self) -> list[PolicyServer]:
        """The servers that answer now; if none does, those that come back first."""
        deadline = time.monotonic() + RETURN_SECONDS
        while True:
            present, gone = [], None
            for server in self.servers:
                try:
                    server.wait_until_up(0)
                    present.append(server)
                except ServerGone as fault:
                    gone = fault
                    logging.getLogger(__name__).warning("left out of this push: %s", fault)
            if present:
                return present
            if gone and time.monotonic() > deadline:
                raise ServerGone(f"{gone}: no server came back within {RETURN_SECONDS:.0f} s")
            time.sleep(5.0)


def _rank() -> int:
    return dist.get_rank() if dist.is_initialized() else 0
