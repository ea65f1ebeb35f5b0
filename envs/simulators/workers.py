"""Simulators in worker processes: worlds run side by side, and none can hang, crash or fill the machine's memory.

A process hosts many episodes, so that they share what is costly: a new one goes to the process with the fewest, or to
one that has had its task, as long as that has not many more. It is given at most `memory_mb` by the operating
system; one that comes near takes no new episode and is replaced when its last one is over. What happens when a process
is lost stands in `envs.simulators.keeper`.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from itertools import count
from queue import Empty, SimpleQueue

from envs.environment import ReplyError, ToolSpec
from envs.episode import Task, ToolCall
from envs.images import ImageStore
from envs.settings import SettingsError
from envs.simulators.keeper import Answers, Keeper
from envs.simulators.recipe import WorldRecipe
from envs.simulators.simulators import Answer, WorldSeconds
from envs.simulators.wire import Advance, Release, Start, WorkerSetup

SLACK = 8
"""Episodes that a process which knows a task may have more than another one: a group's, as a rule. What a group shares
would else be made in every process.
"""
REMEMBERED = 1024
"""Tasks whose process is remembered."""


class WorkerSimulators:
    """Worlds of one recipe in so many processes. They start at once; `collect` raises RuntimeError where they cannot.

    images: a store in a folder, which the processes write to. seconds: the longest that a world may take for one
    answer. memory_mb: MiB of data a process. SettingsError for a store in memory and for numbers below 1.
    """

    def __init__(
        self,
        recipe: WorldRecipe,
        images: ImageStore,
        processes: int = 2,
        seconds: float = 120.0,
        memory_mb: int = 4096,
    ) -> None:
        if images.folder is None:
            raise SettingsError("images: a store in memory cannot be shared with simulator processes; give it a folder")
        for name, value in (("processes", processes), ("memory_mb", memory_mb)):
            if value < 1:
                raise SettingsError(f"{name}: {value} is less than 1")
        if not seconds > 0:
            raise SettingsError(f"seconds: {seconds} is not positive")
        world = recipe.maker(images)()
        self._tools = tuple(world.tools)
        world.close()
        self._answers: Answers = SimpleQueue()
        setup = WorkerSetup(recipe, str(images.folder.resolve()), memory_mb)
        self._keepers = [Keeper(setup, seconds, self._answers) for _ in range(processes)]
        self._load: Counter[Keeper] = Counter()
        self._knows: OrderedDict[str, Keeper] = OrderedDict()
        """Task id -> who had it last."""
        self._serials = count()
        self._episodes: dict[int, int] = {}
        """Key -> serial; a key may be used again, a serial never."""
        self._keys: dict[int, int] = {}
        self._homes: dict[int, Keeper] = {}
        """Serial -> who has it; those held back are in none."""
        self._held: OrderedDict[int, Task] = OrderedDict()
        """Episodes that wait for a process with memory to spare."""
        self._awaited: set[int] = set()
        self._seconds = WorldSeconds()
        for keeper in self._keepers:
            keeper.start()

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that the world offers."""
        return self._tools

    @property
    def pending(self) -> int:
        """Requests that the processes are at or will come to."""
        return len(self._awaited)

    @property
    def pids(self) -> list[int]:
        """Numbers of the present processes."""
        return [keeper.pid for keeper in self._keepers if keeper.pid is not None]

    def start(self, key: int, task: Task) -> None:
        """Begin an episode in the process that suits it best."""
        if key in self._episodes:
            raise ValueError(f"key: {key} is in use")
        serial = self._episodes[key] = next(self._serials)
        self._keys[serial] = key
        self._held[serial] = task
        self._place()

    def step(self, key: int, call: ToolCall | ReplyError) -> None:
        """Advance an episode."""
        serial = self._episodes[key]
        self._awaited.add(serial)
        self._homes[serial].ask(Advance(serial, call))

    def collect(self, wait: float) -> list[tuple[int, Answer]]:
        """The answers that are there. RuntimeError when a process cannot be started."""
        found: list[tuple[int, Answer]] = []
        until = time.monotonic() + wait
        while self._awaited:
            try:
                item = self._answers.get(timeout=_left(until) if not found else 0.0)
            except Empty:
                break
            if isinstance(item, Exception):
                raise RuntimeError(f"simulators: {item}") from item
            serial, answer, seconds = item
            self._seconds += seconds
            if serial in self._awaited:  # otherwise it was released meanwhile
                self._awaited.discard(serial)
                found.append((self._keys[serial], answer))
        return found

    def release(self, key: int) -> None:
        """End an episode."""
        serial = self._episodes.pop(key, None)
        if serial is None:
            return
        del self._keys[serial]
        self._held.pop(serial, None)
        self._awaited.discard(serial)
        keeper = self._homes.pop(serial, None)
        if keeper is not None:
            keeper.ask(Release(serial))
            self._load[keeper] -= 1
        self._place()

    def take_seconds(self) -> WorldSeconds:
        """What worlds took in all processes since the last call; lost and repeated work included."""
        seconds, self._seconds = self._seconds, WorldSeconds()
        return seconds

    def close(self) -> None:
        """End every process."""
        for keeper in self._keepers:
            keeper.stop()
        for keeper in self._keepers:
            keeper.finish()
        self._awaited.clear()

    def _place(self) -> None:
        """Give episodes that were held back to processes that have memory to spare."""
        for keeper in self._keepers:
            if keeper.full and not self._load[keeper]:
                keeper.resident_mb = 0.0
                keeper.renew()
        while self._held:
            open_ones = [keeper for keeper in self._keepers if not keeper.full]
            if not open_ones:
                return
            serial, task = self._held.popitem(last=False)
            keeper = min(open_ones, key=lambda keeper: self._load[keeper])
            known = self._knows.pop(task.id, keeper)
            if known in open_ones and self._load[known] <= self._load[keeper] + SLACK:
                keeper = known
            self._knows[task.id] = keeper
            if len(self._knows) > REMEMBERED:
                self._knows.popitem(last=False)
            self._homes[serial] = keeper
            self._load[keeper] += 1
            self._awaited.add(serial)
            keeper.ask(Start(serial, task))


def _left(until: float) -> float | None:
    """Seconds until then; None for ever."""
    return None if math.isinf(until) else max(0.0, until - time.monotonic())
