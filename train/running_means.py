"""Means over passes, processes and gradient steps, without a collective until they are logged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from accelerate import Accelerator
from accelerate.utils import gather_object


class RunningMeans:
    """Sums and counts by name. Processes may know different names; `take` is a collective."""

    def __init__(self, accelerator: Accelerator) -> None:
        self.accelerator = accelerator
        self._totals: dict[str, tuple[torch.Tensor, torch.Tensor]] = {}
        self._largest: dict[str, torch.Tensor] = {}

    def add(self, metrics: Mapping[str, tuple[Any, Any]]) -> None:
        """Add (sum, count) pairs, numbers or 0-dim tensors."""
        for name, pair in metrics.items():
            total, count = (torch.as_tensor(x).detach() for x in pair)  # they stay where they are: no wait for a GPU
            before = self._totals.get(name, (0.0, 0.0))
            self._totals[name] = (total + before[0], count + before[1])

    def largest(self, name: str, value: Any) -> None:
        """Let `name` be the largest value seen."""
        found = torch.as_tensor(value).detach()
        self._largest[name] = torch.maximum(found, self._largest.get(name, found))

    def take(self) -> dict[str, float]:
        """Everybody's means and largest values since the last call; names without a count are left out."""
        mine = (
            {name: (float(total), float(count)) for name, (total, count) in self._totals.items()},
            {name: float(value) for name, value in self._largest.items()},
        )
        self._totals.clear()
        self._largest.clear()
        everyone = gather_object([mine])
        means: dict[str, float] = {}
        for name in sorted({name for totals, _ in everyone for name in totals}):
            pairs = [totals[name] for totals, _ in everyone if name in totals]
            count = sum(pair[1] for pair in pairs)
            if count > 0:
                means[name] = sum(pair[0] for pair in pairs) / count
        for name in sorted({name for _, largest in everyone for name in largest}):
            means[name] = max(largest[name] for _, largest in everyone if name in largest)
        return means
