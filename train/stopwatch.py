"""Where the time of an update goes: seconds by name.

    stopwatch = Stopwatch()
    with stopwatch.during("forward"):
        ...
    stopwatch.take()    # {"forward": 1.25}, and from zero again

The names of an update:

    generate    waiting for the engine, or working in it where it runs in this thread
    simulate    worlds and rewards, without rendering
    render      drawing, marking and compressing pictures
    tokenize    prompts to ids, ids to text, parsing of replies
    forward     passes of the model, those of the old and the reference policy included
    backward    gradients
    sync        weights into the engine

Within a span of one name a span of another takes its time away from the outer one, so the spans of a thread never sum
to more than passed. Seconds that worlds in other processes took are added as they are, summed over the processes: they
pass beside the spans, and `simulate` and `render` may then exceed the time of the rollout.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds by name since the last `take`. For one thread.

    settle: called at both ends of a span, for work that goes on in the background (`torch.cuda.synchronize`), so that
    it counts where it was asked for.
    """

    def __init__(self, settle: Callable[[], None] | None = None) -> None:
        self.settle = settle
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._open: list[str] = []
        self._since = 0.0

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """Count what happens inside under this name, also when it raises."""
        self._turn()
        self._open.append(name)
        try:
            yield
        finally:
            self._turn()
            self._open.pop()

    def add(self, name: str, seconds: float) -> None:
        """Count seconds that somebody else has measured; a span that they fell into keeps them too."""
        self._seconds[name] += seconds

    def take(self) -> dict[str, float]:
        """Seconds by name, of spans that have ended; then from zero again."""
        seconds, self._seconds = dict(self._seconds), defaultdict(float)
        return seconds

    def _turn(self) -> None:
        """Give the innermost open span what has passed since the last turn."""
        if self.settle is not None:
            self.settle()
        now = time.perf_counter()
        if self._open:
            self._seconds[self._open[-1]] += now - self._since
        self._since = now
