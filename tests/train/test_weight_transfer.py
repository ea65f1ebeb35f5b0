"""Weights cross a process group bit for bit, whatever their kind, and whoever fails on the way is heard at the other
end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
import torch
from torch import distributed as dist

from train.engines.weight_transfer import CPU, Link, PushError, common_backend, compare, digest

KINDS = {
    "float32": torch.randn(5, 3),
    "bfloat16": torch.randn(2, 3, 4).bfloat16(),
    "int64": torch.arange(7),
    "bool": torch.tensor([True, False]),
    "scalar": torch.tensor(0.5),
    "strided": torch.randn(4, 6).t(),
}


def linked(work: Callable[[Link], None], receive: Callable[[Link], None]) -> None:
    """A trainer and a worker, each in a thread, in one group."""
    limit = timedelta(seconds=20)
    master = dist.TCPStore("localhost", 0, None, True, limit, wait_for_workers=False)
    faults: list[BaseException] = []

    def run(rank: int, what: Callable[[Link], None]) -> None:
        try:
            store = master if rank == 0 else dist.TCPStore("localhost", master.port, None, False, limit)
            what(Link(store, rank, 2, "gloo", CPU, 20.0))
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate((work, receive))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40)
    if faults:
        raise faults[0]


def test_every_kind_of_tensor_arrives_bit_for_bit() -> None:
    sent: dict[str, int] = {}
    arrived: dict[str, torch.Tensor] = {}

    def send(link: Link) -> None:
        for name, tensor in KINDS.items():
            sent[name] = int(link.send(f"1/{name}", name, tensor))
        link.end("1/end")

    def receive(link: Link) -> None:
        for key in [*KINDS, "end"]:
            item = link.receive(f"1/{key}")
            if item is not None:
                arrived[item[0]] = item[1]

    linked(send, receive)
    assert list(arrived) == list(KINDS)
    for name, tensor in KINDS.items():
        assert arrived[name].dtype == tensor.dtype
        assert torch.equal(arrived[name], tensor)
    compare(sent, {name: int(digest(tensor)) for name, tensor in arrived.items()}, "worker 0")


def test_floats_travel_in_the_servers_dtype() -> None:
    arrived: list[torch.Tensor] = []

    def send(link: Link) -> None:
        link.dtype = torch.bfloat16
        for i, name in enumerate(("float32", "int64")):
            link.send(str(i), name, KINDS[name])

    def receive(link: Link) -> None:
        for key in ("0", "1"):
            item = link.receive(key)
            assert item is not None
            arrived.append(item[1])

    linked(send, receive)
    assert torch.equal(arrived[0], KINDS["float32"].bfloat16())
    assert torch.equal(arrived[1], KINDS["int64"])


def test_a_sender_that_stops_says_why() -> None:
    def receive(link: Link) -> None:
        with pytest.raises(RuntimeError, match="stopped sending: out of memory"):
            link.receive("0")

    linked(lambda link: link.end("0", "out of memory"), receive)


def test_a_digest_sees_one_bit_and_the_order_of_rows() -> None:
    rows = torch.randn(6, 4)
    flipped = rows.clone()
    flipped.view(torch.int32)[3, 2] ^= 1
    swapped = rows[[1, 0, 2, 3, 4, 5]]
    assert len({int(digest(tensor)) for tensor in (rows, flipped, swapped, rows.bfloat16())}) == 4
    assert int(digest(rows.t().contiguous().t())) == int(digest(rows))


@pytest.mark.parametrize(
    ("received", "words"),
    [({"a": 1, "b": 3}, "worker 0: b was garbled on the way"), ({"a": 1}, "worker 0: b did not arrive")],
)
def test_the_first_weight_that_differs_is_named(received: dict[str, int], words: str) -> None:
    compare({"a": 1, "b": 2}, {"b": 2, "a": 1}, "worker 0")
    with pytest.raises(PushError, match=words):
        compare({"a": 1, "b": 2}, received, "worker 0")


def test_nccl_needs_a_gpu_of_its_own_for_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    """NCCL refuses two ranks on one GPU; gloo carries the weights then."""
    assert common_backend([{"device": ""}]) == "gloo"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: type("Gpu", (), {"uuid": "GPU-a"}))
    assert common_backend([{"device": "GPU-b"}, {"device": "GPU-c"}]) == "nccl"
    assert common_backend([{"device": "GPU-b"}, {"device": ""}]) == "gloo"
    assert common_backend([{"device": "GPU-a"}]) == "gloo"
