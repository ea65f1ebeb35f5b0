"""What a simulator process and its keeper say to each other. Plain, pickled, over one socket, one answer a request."""

from __future__ import annotations

from dataclasses import dataclass

from envs.environment import ReplyError
from envs.episode import Task, ToolCall
from envs.simulators.recipe import WorldRecipe
from envs.simulators.simulators import Answer, WorldSeconds


@dataclass(frozen=True)
class WorkerSetup:
    """The first message to a process. images: folder of the store that it draws into.

    memory_mb: MiB of data (heap, stacks, private memory) that the operating system lets it have.
    """

    recipe: WorldRecipe
    images: str
    memory_mb: int


@dataclass(frozen=True)
class Start:
    """Begin the episode of that number."""

    serial: int
    task: Task


@dataclass(frozen=True)
class Advance:
    """Carry out a call in an episode."""

    serial: int
    call: ToolCall | ReplyError


@dataclass(frozen=True)
class Release:
    """An episode is over. There is no answer."""

    serial: int


Request = Start | Advance | Release


@dataclass(frozen=True)
class Report:
    """A process's answer to a start or step; the first report, without an answer, says that it is ready.

    resident_mb: MiB of memory in use. spent: memory ran out in this request, so the process should be replaced.
    """

    answer: Answer | None
    seconds: WorldSeconds
    resident_mb: float
    spent: bool = False
