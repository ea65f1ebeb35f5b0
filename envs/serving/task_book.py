"""The tasks that a server hands out, by number; drawn as far as somebody has asked, since a task takes time to draw."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from envs.episode import Task

DRAWN_FIRST = 1
"""Tasks drawn when the book is opened, so that a list that cannot be used is refused at once."""


class TaskBook:
    """Tasks 0, 1, 2, ... of one list; safe for several threads.

    draw: the list's first n tasks, all of them where there are fewer; each depends on its number alone. ValueError
    for an empty list, and whatever `draw` raises.
    """

    def __init__(self, draw: Callable[[int], Sequence[Task]]) -> None:
        self._draw = draw
        self._lock = threading.Lock()
        self._tasks: Sequence[Task] = ()
        self._whole = False
        self._extend(DRAWN_FIRST)
        if not self._tasks:
            raise ValueError("the list holds no task")

    def task(self, number: int) -> Task:
        """The task of this number; ValueError says up to which there are any."""
        with self._lock:
            while number >= len(self._tasks) and not self._whole:
                self._extend(2 * len(self._tasks))
            if not 0 <= number < len(self._tasks):
                raise ValueError(f"number: {number} is not from 0 to {len(self._tasks) - 1}")
            return self._tasks[number]

    def _extend(self, count: int) -> None:
        self._tasks = self._draw(count)
        self._whole = len(self._tasks) < count
