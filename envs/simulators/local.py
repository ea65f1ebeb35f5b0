"""Simulators in this process and thread: every request is answered before it returns."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from envs.environment import Environment, InfraError, ReplyError, ToolSpec
from envs.episode import Observation, Step, Task, ToolCall
from envs.simulators.simulators import Answer, WorldSeconds
from envs.timing import rendered


class LocalSimulators:
    """Worlds made by `make_world` and used again when their episode is over. One that raises is closed for good."""

    def __init__(self, make_world: Callable[[], Environment]) -> None:
        self.make_world = make_world
        self._tools: Sequence[ToolSpec] | None = None
        self._idle: list[Environment] = []
        self._playing: dict[int, Environment] = {}
        self._answers: list[tuple[int, Answer]] = []
        self._seconds = WorldSeconds()

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that the world offers."""
        if self._tools is None:
            self._idle.append(self.make_world())
            self._tools = tuple(self._idle[-1].tools)
        return self._tools

    @property
    def pending(self) -> int:
        """Answers that wait to be collected."""
        return len(self._answers)

    def start(self, key: int, task: Task) -> None:
        """Begin an episode."""
        if key in self._playing:
            raise ValueError(f"key: {key} is in use")

        def begin() -> Observation:
            world = self._playing[key] = self._idle.pop() if self._idle else self.make_world()
            return world.reset(task)

        self._answer(key, begin)

    def step(self, key: int, call: ToolCall | ReplyError) -> None:
        """Advance an episode."""
        world = self._playing[key]
        self._answer(key, lambda: world.step(call))

    def collect(self, wait: float = 0.0) -> list[tuple[int, Answer]]:
        """The answers to all requests since the last call."""
        answers, self._answers = self._answers, []
        return answers

    def release(self, key: int) -> None:
        """End an episode; its world can play another."""
        world = self._playing.pop(key, None)
        if world is not None:
            self._idle.append(world)
        self._answers = [item for item in self._answers if item[0] != key]

    def take_seconds(self) -> WorldSeconds:
        """What worlds took since the last call."""
        seconds, self._seconds = self._seconds, WorldSeconds()
        return seconds

    def close(self) -> None:
        """Close every world."""
        for world in (*self._idle, *self._playing.values()):
            world.close()
        self._idle.clear()
        self._playing.clear()
        self._answers.clear()

    def _answer(self, key: int, move: Callable[[], Observation | Step]) -> None:
        start, drawn = time.perf_counter(), rendered()
        answer: Answer
        try:
            answer = move()
        except Exception as error:  # the boundary of an episode: everything behind it is somebody else's code
            answer = fault_of(error)
            self._throw_away(key)
        drawn = rendered() - drawn
        self._seconds += WorldSeconds(time.perf_counter() - start - drawn, drawn)
        self._answers.append((key, answer))

    def _throw_away(self, key: int) -> None:
        world = self._playing.pop(key, None)
        if world is not None:
            try:
                world.close()
            except Exception:  # it is broken already, and its episode has its reason
                return


def fault_of(error: Exception) -> InfraError:
    """What a world raised, as its episode's InfraError; `__cause__` is the error itself."""
    if isinstance(error, InfraError):
        return error
    fault = InfraError(f"{type(error).__name__}: {error}")
    fault.__cause__ = error
    return fault
