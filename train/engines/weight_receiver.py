"""The servers' end of a weight push, mixed into vLLM's worker (`--worker-extension-cls`).

The trainer calls these methods over `/collective_rpc`; each runs in every worker, between two steps of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import torch
from torch import distributed as dist

from train.engines.vllm_policy import renew_tied_head
from train.engines.weight_transfer import Link, digest, weight_key


class WeightReceiver:
    """What vLLM's worker gets in addition. It holds no state before `join_trainer`."""

    def policy_worker(self) -> dict[str, Any]:
        """What the trainer asks before anything else. device: the GPU's id, empty on a CPU."""
        device: torch.device = self.device
        on_gpu, model = device.type == "cuda", self.vllm_config.model_config
        return {
            "device": str(torch.cuda.get_device_properties(device).uuid) if on_gpu else "",
            "dtype": str(model.dtype).removeprefix("torch."),
            "logprobs_mode": model.logprobs_mode,
        }

    def join_trainer(self, host: str, port: int, first_rank: int, size: int, backend: str, seconds: float) -> None:
        """Join the trainer's group, in place of any earlier one. first_rank: that of this server's first worker."""
        self.trainer_link = None
        store = dist.TCPStore(host, port, None, False, timedelta(seconds=seconds))
        self.trainer_link = Link(store, first_rank + self.rank, size, backend, self.device, seconds)

    def receive_weights(self, push: int) -> dict[str, dict[str, int]]:
        """Take a push from the trainer, as it sends. Returns `digests`: name -> digest of what was received.

        When the trainer stops or dies half-way, the load is brought to an end with what has come, so that the next
        push finds a whole model; then the fault is raised.
        """
        link: Link | None = getattr(self, "trainer_link", None)
        if link is None:
            raise RuntimeError("no trainer has been joined since this server was started")
        names: list[str] = []
        digests: list[torch.Tensor] = []
        faults: list[Exception] = []

        def arriving() -> Iterator[tuple[str, torch.Tensor]]:
            while True:
                try:
                    item = link.receive(weight_key(push, len(names)))
                except Exception as fault:
                    faults.append(fault)
                    return
                if item is None:
                    return
                names.append(item[0])
                digests.append(digest(item[1]))
                yield item

        try:
            self.reload_weights(weights_iterator=arriving())
            if faults:
                raise RuntimeError(f"push {push} ended after {len(names)} weights: {faults[0]}") from faults[0]
        except BaseException:
            self.trainer_link = None  # the trainer must not wait for us
            raise
        renew_tied_head(self.get_model())
        return {"digests": dict(zip(names, torch.stack(digests).tolist(), strict=True))}
