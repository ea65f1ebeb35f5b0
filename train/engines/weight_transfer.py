"""Pushing the trainer's weights into vLLM servers: orders over HTTP, tensors over a process group.

The group joins the trainer's first process (rank 0) and every worker of every server. Its backend is NCCL where all of
them have GPUs of their own, else gloo over the CPUs; nothing else differs. What comes next (name, dtype, shape) is
announced in the group's TCP store, so a weight need not exist before it is its turn: under ZeRO-3 and FSDP2 one is
gathered, sent and let go at a time.

A push: pause the servers until what runs there has ended, send, compare digests, reset the caches that the old weights
filled, resume. Every worker answers with a digest of each tensor that it received; the first that differs is named
(weights garbled on the way: ms-swift#9787). That they were also put in their places shows in the log-prob gap between
engine and trainer, which is logged after every push.

A server that was started anew is met in a new group at the next push. After a push that failed the servers stay paused:
their weights are mixed. The next push that succeeds puts that right.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any

import httpx
import torch
from torch import distributed as dist

from train.engines.policy_server import PolicyServer

CPU = torch.device("cpu")
BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


class PushError(RuntimeError):
    """Weights that did not arrive as they were sent; the message names server and weight."""


def digest(tensor: torch.Tensor) -> torch.Tensor:
    """A checksum of a tensor's bits that every device computes alike: int64, no dimensions, modulo 2^64.

    The sum over rows of (row number x sum of the row's bit patterns as integers).
    """
    bits = tensor.detach().contiguous().view(-1).view(BITS[tensor.element_size()])
    rows = bits.reshape(tensor.shape[0] if tensor.dim() and tensor.numel() else 1, -1).sum(1, dtype=torch.int64)
    return (rows * torch.arange(1, len(rows) + 1, device=rows.device)).sum()


class Link:
    """A process group of the trainer (rank 0) and workers, beside any that torch has by default.

    Everyone calls it at the same time; it returns when all have joined. RuntimeError after `seconds`.
    """

    dtype: torch.dtype | None = None
    """Of the servers' weights; None sends what there is."""

    def __init__(self, store: dist.Store, rank: int, size: int, backend: str, device: torch.device, seconds: float):
        limit = timedelta(seconds=seconds)
        store.set_timeout(limit)
        self.store = store
        self.device = device if backend == "nccl" else CPU
        inside = dist.PrefixStore("group", store)
        if backend == "nccl":
            options = dist.ProcessGroupNCCL.Options()
            options._timeout = limit
            self.group = dist.ProcessGroupNCCL(inside, rank, size, options)
        else:
            self.group = dist.ProcessGroupGloo(inside, rank, size, limit)

    def send(self, key: str, name: str, tensor: torch.Tensor) -> torch.Tensor:
        """Announce a tensor and send it to everyone. Returns its digest.

        Floating point is rounded to `dtype` here, as vLLM would on arrival: half the bytes where the trainer keeps
        float32.
        """
        tensor = tensor.detach().to(self.device, self.dtype if tensor.is_floating_point() else None).contiguous()
        news = {"name": name, "dtype": str(tensor.dtype).removeprefix("torch."), "shape": list(tensor.shape)}
        self.store.set(key, json.dumps(news))
        self.group.broadcast(tensor.view(-1).view(torch.uint8), 0).wait()
        return digest(tensor)

    def end(self, key: str, fault: str = "") -> None:
        """Announce that nothing more comes, and why if that is not because all was sent."""
        self.store.set(key, json.dumps({"end": fault}))

    def receive(self, key: str) -> tuple[str, torch.Tensor] | None:
        """The next tensor, on the group's device; None at the end. RuntimeError with the sender's fault."""
        news = json.loads(self.store.get(key))
        if "end" in news:
            if news["end"]:
                raise RuntimeError(f"the trainer stopped sending: {news['end']}")
            return None
        tensor = torch.empty(news["shape"], dtype=getattr(torch, news["dtype"]), device=self.device)
        self.group.broadcast(tensor.view(-1).view(torch.uint8), 0).wait()
        return news["name"], tensor


class WeightSender:
    """The trainer's end. seconds: the longest that servers may take to drain, and the group to move one tensor."""

    def __init__(self, seconds: float = 600.0) -> None:
        self.seconds = seconds
        self.pushes = 0
        self._link: Link | None = None
        self._members: dict[str, str] = {}

    def send(self, servers: Sequence[PolicyServer], weights: Iterator[tuple[str, torch.Tensor]]) -> dict[str, str]:
        """Push into all these servers; returns address -> stamp of the process that has the weights now.

        PushError when a digest differs; ServerGone or ServerRefusal with the address of a server that fails.
        """
        try:
            with ThreadPoolExecutor(len(servers)) as pool:
                return self._send(pool, servers, weights)
        except BaseException:
            self.close()  # whoever still listens learns that this group is over
            raise

    def close(self) -> None:
        """Leave the group."""
        self._link, self._members = None, {}

    def _send(
        self, pool: ThreadPoolExecutor, servers: Sequence[PolicyServer], weights: Iterator[tuple[str, torch.Tensor]]
    ) -> dict[str, str]:
        stamps = dict(pool.map(lambda s: (s.address, s.wait_until_up(10.0)), servers))
        if self._link is None or stamps != self._members:
            self._link = self._join(pool, servers)
            self._members = stamps
        self.pushes += 1
        list(pool.map(lambda s: s.call("/pause?mode=wait&clear_cache=false", seconds=self.seconds), servers))
        receiving = [pool.submit(s.workers, "receive_weights", self.pushes, seconds=self.seconds) for s in servers]
        sent = self._stream(self._link, weights, receiving)
        for server, future in zip(servers, receiving, strict=True):
            for worker, received in enumerate(future.result()):
                compare(sent, received["digests"], f"{server.address}, worker {worker}")
        list(pool.map(self._renew, servers))
        return stamps

    def _stream(
        self, link: Link, weights: Iterator[tuple[str, torch.Tensor]], receiving: Sequence[Future[Any]]
    ) -> dict[str, int]:
        names, digests = [], []
        try:
            for name, tensor in weights:
                for future in receiving:
                    if future.done():
                        future.result()  # nobody stops before the end but for an error
                digests.append(link.send(self._key(len(names)), name, tensor))
                names.append(name)
        except BaseException as error:
            with suppress(Exception):
                link.end(self._key(len(names)), f"{type(error).__name__}: {error}")
            for future in receiving:
                if future.done():
                    future.result()  # a receiver's own words say more than the broken connection
            raise
        link.end(self._key(len(names)))
        for future in receiving:
            future.exception()  # all have read the announcements
        for place in range(len(names) + 1):
            link.store.delete_key(self._key(place))
        return dict(zip(names, torch.stack(digests).tolist(), strict=True))

    def _key(self, place: int) -> str:
        return weight_key(self.pushes, place)

    def _renew(self, server: PolicyServer) -> None:
        """Forget what the old weights computed. Pictures as processed depend on no weight and stay."""
        if not server.call("/reset_prefix_cache").json()["success"]:
            raise PushError(f"{server.address}: the prefix cache could not be reset: requests still hold it")
        server.call("/reset_encoder_cache")
        server.call("/update_weight_version", {"new_version": str(self.pushes)})
        server.call("/resume")

    def _join(self, pool: ThreadPoolExecutor, servers: Sequence[PolicyServer]) -> Link:
        workers = list(pool.map(PolicyServer.describe, servers))
        everyone = [worker for those in workers for worker in those]
        size, backend = 1 + len(everyone), common_backend(everyone)
        limit = timedelta(seconds=self.seconds)
        store = dist.TCPStore("localhost", 0, None, True, limit, wait_for_workers=False)
        joining, rank = [], 1
        for server, those in zip(servers, workers, strict=True):
            where = (_address_towards(server.address), store.port)
            joining.append(pool.submit(server.workers, "join_trainer", *where, rank, size, backend, self.seconds))
            rank += len(those)
        device = torch.device("cuda", torch.cuda.current_device()) if backend == "nccl" else CPU
        link = Link(store, 0, size, backend, device, self.seconds)
        for future in joining:
            future.result()
        link.dtype = getattr(torch, everyone[0]["dtype"])
        return link


def weight_key(push: int, place: int) -> str:
    """Under which the tensor at a place of a push is announced."""
    return f"push/{push}/{place}"


def common_backend(workers: Sequence[dict[str, Any]]) -> str:
    """`nccl` when the trainer and every worker have a GPU of their own, `gloo` otherwise."""
    if not torch.cuda.is_available():
        return "gloo"
    devices = [str(torch.cuda.get_device_properties(torch.cuda.current_device()).uuid)]
    devices += [worker["device"] for worker in workers]
    return "nccl" if all(devices) and len(set(devices)) == len(devices) else "gloo"


def compare(sent: dict[str, int], received: dict[str, int], where: str) -> None:
    """PushError that names the first weight that did not arrive as it was sent."""
    for name, value in sent.items():
        if received.get(name) != value:
            what = "was garbled on the way" if name in received else "did not arrive"
            raise PushError(f"{where}: {name} {what}")


def _address_towards(address: str) -> str:
    """This machine's own address, as that server sees it."""
    url = httpx.URL(address)
    with socket.create_connection((url.host, url.port or 80), timeout=10) as connection:
        return connection.getsockname()[0]
