"""How long this process has drawn pictures: a counter that everything that renders adds to.

    with rendering():
        ...                        # draw, mark, compress
    seconds = rendered()           # since the process began

Whoever times a world reads the counter before and after a move, so that a world's own time and its rendering are told
apart. Spans inside others count once. One thread draws at a time in a process, so one counter is enough.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_seconds = 0.0
_open = False


@contextmanager
def rendering() -> Iterator[None]:
    """Count what happens inside as rendering, also when it raises."""
    global _seconds, _open
    if _open:
        yield
        return
    _open, start = True, time.perf_counter()
    try:
        yield
    finally:
        _open = False
        _seconds += time.perf_counter() - start


def rendered() -> float:
    """Seconds of rendering in this process so far."""
    return _seconds
