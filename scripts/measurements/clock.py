"""Processor time, so that what else runs on the machine counts less: by name, and as things done per second."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Figure = tuple[str, float]
"""What was measured, its unit included, and its value."""


class Clock:
    """Processor time by name. spent: seconds."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._times: Counter[str] = Counter()

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        start = time.process_time()
        yield
        self.spent[name] += time.process_time() - start
        self._times[name] += 1

    def each(self, name: str) -> float:
        """Seconds that one took, on average."""
        return self.spent[name] / self._times[name]


def rate(work: Callable[[], Iterator[int]], seconds: float) -> float:
    """Things done per second of processor time, after a warm-up of one round; `work` yields how many it did each time.

    Processor time, so that what else runs on the machine counts less.
    """
    rounds, done = work(), 0
    next(rounds)
    start = time.process_time()
    while (passed := time.process_time() - start) < seconds:
        done += next(rounds)
    return done / passed
