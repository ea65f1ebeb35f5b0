"""A small world served inside the test's process: its tasks, its server, its sessions."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp.server.lowlevel import Server

from envs.episode import Task
from envs.serving.play import Play, Recorder
from envs.serving.server import build_server
from envs.serving.sessions import Sessions
from envs.serving.task_book import TaskBook
from tests.spots import SpotWorld

COLOURS = ("red", "blue", "green")
TASKS = [Task("spots", colour, seed, {"colour": colour}) for seed, colour in enumerate(COLOURS)]
SIZE = 96
IDLE = 900.0


def spot_server(
    folder: Path | None = None,
    most: int = 4,
    world: Any = SpotWorld,
    max_turns: int = 64,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Server[None], Sessions]:
    """The server and its sessions."""
    book = TaskBook(lambda count: TASKS[:count])
    recorder, sessions = Recorder(folder), Sessions(most, IDLE, clock)

    def open_play(policy: str) -> Play:
        return Play(lambda images: world(images, SIZE), book.task, recorder, policy, max_turns)

    return build_server("spots", SpotWorld.tools, open_play, sessions), sessions


def spot(task: Task) -> list[int]:
    """Where the task's spot is."""
    world = SpotWorld(picture_size=SIZE)
    world.reset(task)
    i, j = world.places[str(task.parameters["colour"])]
    return [i * 333 + 150, j * 333 + 150]
