"""How much of a rollout the engine stood idle."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class EngineUse:
    """Sums over rollouts. seconds: of the rollouts. busy: of them, while the engine could advance a request.

    An engine that runs alone is busy while a request is in flight, from its submission until its answer is collected.
    Every other engine is busy while the driver is in its `collect` with a request in flight; it is idle while the
    driver steps simulators, encodes prompts or hands in requests, whether any are in flight or not.
    """

    def __init__(self, runs_alone: bool) -> None:
        self.runs_alone = runs_alone
        self.seconds = self.busy = 0.0
        self._since: float | None = None

    @property
    def idle(self) -> float:
        """Seconds in which nothing could be advanced."""
        return self.seconds - self.busy

    @property
    def idle_share(self) -> float:
        """Of the rollouts' seconds; 0 before the first."""
        return self.idle / self.seconds if self.seconds else 0.0

    @contextmanager
    def rollout(self) -> Iterator[None]:
        """One rollout."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self._mark(False)
            self.seconds += time.perf_counter() - start

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """The driver is in `collect`, with requests in flight."""
        self._mark(True)
        try:
            yield
        finally:
            if not self.runs_alone:
                self._mark(False)

    def in_flight(self, requests: int) -> None:
        """So many requests are in flight from now on."""
        if self.runs_alone:
            self._mark(requests > 0)

    def _mark(self, busy: bool) -> None:
        now = time.perf_counter()
        if self._since is not None:
            self.busy += now - self._since
        self._since = now if busy else None
