"""Offer a world's tools over the Model Context Protocol, so that any MCP client takes the policy's place.

    python scripts/serve.py devices --mcp                                   # prints http://127.0.0.1:PORT/mcp
    python scripts/serve.py devices --mcp --tasks configs/benchmarks/devices_demo.yaml --save runs/mcp
    python scripts/serve.py devices --mcp --transport stdio                 # for clients that start their server
    MY_TOKEN=... python scripts/serve.py devices --mcp --host 192.168.1.5 --port 8700 --token-env MY_TOKEN

The prompt `task` begins a task, the tools are the world's own; `envs/serving/server.py` says what is answered. It
listens to this machine alone; elsewhere every request must bear the token that an environment variable holds. Ended
episodes go to FOLDER/episodes.jsonl, which `scripts/benchmark.py --episodes` scores.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from envs.environment import InfraError, make, worlds
from envs.episode import Task
from envs.images import ImageStore
from envs.serving.http import Address, serve_http
from envs.serving.play import MOST_TURNS, Play, Recorder
from envs.serving.server import build_server, serve_stdio
from envs.serving.sessions import Sessions
from envs.serving.task_book import TaskBook
from envs.settings import SettingsError
from envs.task_list import load_task_list, read_tasks

LISTS = Path(__file__).resolve().parent.parent / "configs" / "benchmarks"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = _Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("world", help="a registered world")
    parser.add_argument("--mcp", action="store_true", required=True, help="by the Model Context Protocol")
    parser.add_argument("--transport", choices=("http", "stdio"), default="http")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen to; this machine alone by default")
    parser.add_argument("--port", type=int, default=0, help="a free one by default")
    parser.add_argument("--token-env", metavar="NAME", help="environment variable that holds the token")
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="by which clients may call this machine, too",
    )
    tasks = parser.add_mutually_exclusive_group()
    tasks.add_argument("--tasks", metavar="FILE.yaml", help="a task list; the world's in configs/benchmarks by default")
    tasks.add_argument("--task-file", metavar="FILE.jsonl", help="tasks, one JSON object a line")
    parser.add_argument("--picture-size", type=int, default=512, help="pixels a side")
    parser.add_argument("--save", metavar="FOLDER", help="keep episodes and their pictures there")
    parser.add_argument("--max-turns", type=int, default=MOST_TURNS, help="bound in worlds without a budget")
    parser.add_argument("--max-sessions", type=int, default=4, help="worlds at once; further clients are turned away")
    parser.add_argument("--idle-seconds", type=float, default=900.0, help="after which a silent session is ended")
    return parser.parse_args(argv)


def address_of(options: argparse.Namespace) -> Address:
    """Where to listen; SettingsError names the option."""
    token = None
    if options.token_env is not None:
        token = os.environ.get(options.token_env)
        if not token:
            raise SettingsError(f"--token-env: the environment variable {options.token_env!r} is not set")
    try:
        return Address(options.host, options.port, token, tuple(options.allowed_host))
    except ValueError as error:
        hint = ""
        if str(error).startswith("host"):
            hint = " (--token-env NAME)" if token is None else " (--allowed-host NAME)"
        raise SettingsError(f"--{error}{hint}") from error


def default_list(world: str) -> Path:
    """The world's benchmark; SettingsError where it has none."""
    for name in (f"{world}.yaml", f"{world}_bench.yaml"):
        if (LISTS / name).exists():
            return LISTS / name
    raise SettingsError(f"--tasks: {world!r} has no benchmark in {LISTS}; give a list")


def book_of(options: argparse.Namespace) -> TaskBook:
    """The tasks to hand out."""
    if options.task_file is not None:
        tasks = read_tasks(Path(options.task_file), options.world)
        return TaskBook(lambda count: tasks[:count])
    path = Path(options.tasks) if options.tasks is not None else default_list(options.world)

    def draw(count: int) -> list[Task]:
        world, tasks = load_task_list(path, count)
        if world != options.world:
            raise SettingsError(f"{path}: world: {world!r} is not {options.world!r}")
        return tasks

    return TaskBook(draw)


async def serve(options: argparse.Namespace, address: Address, book: TaskBook, on_start: Callable[[str], None]) -> None:
    """Serve until the client or an interrupt ends it."""
    sessions = Sessions(options.max_sessions, options.idle_seconds)
    recorder = Recorder(Path(options.save) if options.save else None)
    settings = {"picture_size": options.picture_size}

    def open_play(policy: str) -> Play:
        return Play(
            lambda images: make(options.world, {"images": images, **settings}),
            book.task,
            recorder,
            policy,
            options.max_turns,
        )

    probe = make(options.world, {"images": ImageStore(None), **settings})
    tools = tuple(probe.tools)
    probe.close()
    server = build_server(options.world, tools, open_play, sessions)
    if options.transport == "stdio":
        await serve_stdio(server)
    else:
        await serve_http(server, sessions, address, on_start)


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns its exit status: 0, or 2 for bad input."""
    options = arguments(argv)
    try:
        if options.world not in worlds():
            raise SettingsError(f"world: {options.world!r} is not registered; known: {', '.join(worlds())}")
        for name in ("picture_size", "max_turns", "max_sessions", "idle_seconds"):
            value = getattr(options, name)
            if not (1 <= value < 1e9):
                raise SettingsError(f"--{name.replace('_', '-')}: {value} is less than 1 or endless")
        address, book = address_of(options), book_of(options)
        asyncio.run(serve(options, address, book, lambda url: print(f"serving {options.world} at {url}", flush=True)))
    except KeyboardInterrupt:
        return 0
    except (SettingsError, InfraError, OSError, ValueError) as error:
        print(f"serve: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
