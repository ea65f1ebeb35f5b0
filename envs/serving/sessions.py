"""The sessions of a server: each has its own play, in a thread of its own, and an end.

OpenGL contexts belong to threads and are kept until the process ends (`envs.rendering.context`), so threads are handed
from one session to the next. Everything here is called from one event loop; plays are touched in their threads alone.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from envs.serving.play import Play

T = TypeVar("T")
CALLS_AT_ONCE = 8
"""Calls that one session may have waiting."""
REMEMBERED = 1024
"""Sessions that ran out of time and are told so when they come back."""


class SessionError(RuntimeError):
    """A session that cannot be served: too many at once, or out of time."""


class _Session:
    def __init__(self, thread: ThreadPoolExecutor) -> None:
        self.thread = thread
        self.play: Play | None = None
        self.calls = 0
        self.used = 0.0

    def do(self, action: Callable[[Play], T], open_play: Callable[[], Play]) -> T:
        if self.play is None:
            self.play = open_play()
        return action(self.play)

    def close(self) -> None:
        if self.play is not None:
            self.play.close()


class Sessions:
    """At most `most` sessions at once; one in which nothing was called for `idle` seconds is ended by `end_idle`.

    clock: seconds that never run backwards.
    """

    def __init__(self, most: int, idle: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.idle, self._clock = most, idle, clock
        self._open: dict[str, _Session] = {}
        self._expired: OrderedDict[str, None] = OrderedDict()
        self._threads: list[ThreadPoolExecutor] = []

    async def run(self, key: str, open_play: Callable[[], Play], action: Callable[[Play], T]) -> T:
        """Do something with the session's play, after what was asked before. SessionError names what is in the way."""
        if key in self._expired:
            raise SessionError(f"nothing was called for {self.idle:g} s, so this session has ended; open a new one")
        session = self._open.get(key)
        if session is None:
            if len(self._open) >= self.most:
                raise SessionError(f"{self.most} sessions play already, and that is the most; come back later")
            thread = self._threads.pop() if self._threads else ThreadPoolExecutor(1, "world")
            session = self._open[key] = _Session(thread)
        if session.calls >= CALLS_AT_ONCE:
            raise SessionError(f"{session.calls} calls of this session wait already")
        session.calls += 1
        try:
            return await asyncio.wrap_future(session.thread.submit(session.do, action, open_play))
        finally:
            session.calls -= 1
            session.used = self._clock()

    async def end(self, key: str) -> None:
        """End a session after what was asked before; unknown ones are none of our business."""
        session = self._open.pop(key, None)
        if session is None:
            return
        try:
            # Not to be cut short: what was played must be kept.
            await asyncio.shield(asyncio.wrap_future(session.thread.submit(session.close)))
        finally:
            self._threads.append(session.thread)

    async def end_idle(self) -> None:
        """End every session that is out of time."""
        now = self._clock()
        late = [key for key, held in self._open.items() if not held.calls and now - held.used > self.idle]
        for key in late:
            self._expired[key] = None
            await self.end(key)
        while len(self._expired) > REMEMBERED:
            self._expired.popitem(last=False)

    async def watch(self) -> None:
        """Call `end_idle` for ever."""
        while True:
            await asyncio.sleep(min(10.0, self.idle / 4))
            await self.end_idle()

    async def close(self) -> None:
        """End every session."""
        for key in list(self._open):
            await self.end(key)
        for thread in self._threads:
            thread.shutdown()
