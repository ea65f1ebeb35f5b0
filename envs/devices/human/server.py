"""A page for the game, served to this machine alone.

Requests are answered by threads, but every one that touches the game is handed to the thread that called `serve`:
simulators draw where they were made. Only the loopback address is listened to, only requests that name it as their
host are answered (a page elsewhere cannot reach through a rebound name), and calls are JSON, which a foreign
page may not send unasked.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from envs.devices.human.game import Game
from envs.images import ImageError

PAGE = Path(__file__).with_name("page.html")
HOST = "127.0.0.1"
LONGEST = 10_000
"""Bytes of a request's body."""

Work = tuple[Callable[[], Any], Future[Any]]


def serve(game: Game, port: int = 0, on_start: Callable[[str], Any] = print) -> None:
    """Serve until the page says that it is done, or an interrupt. `on_start` gets the address; port 0: a free one."""
    todo: queue.Queue[Work | None] = queue.Queue()
    server = ThreadingHTTPServer((HOST, port), _handler(game, todo))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        on_start(f"http://{HOST}:{server.server_address[1]}/")
        while (work := todo.get()) is not None:
            task, answer = work
            try:
                answer.set_result(task())
            except Exception as error:  # the page is told
                answer.set_exception(error)
    except KeyboardInterrupt:
        pass
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(game: Game, todo: queue.Queue[Work | None]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 30

        def do_GET(self) -> None:
            if not self._from_here():
                return
            if self.path == "/":
                self._answer(200, PAGE.read_bytes(), "text/html; charset=utf-8")
            elif self.path == "/view":
                self._answer_with(game.view)
            elif self.path.startswith("/picture/"):
                try:
                    self._answer(200, game.store.read(self.path.removeprefix("/picture/")), "image/png")
                except ImageError as error:
                    self._refuse(404, str(error))
            else:
                self._refuse(404, "no such page")

        def do_POST(self) -> None:
            if not self._from_here():
                return
            if self.headers.get("Content-Type") != "application/json":
                return self._refuse(415, "calls are application/json")
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > LONGEST:
                return self._refuse(413, "too long")
            try:
                body = json.loads(self.rfile.read(int(length)))
            except (ValueError, RecursionError):
                return self._refuse(400, "not JSON")
            if self.path == "/call" and isinstance(body, dict):
                self._answer_with(lambda: game.act(body.get("name"), body.get("arguments")))
            elif self.path == "/next":
                self._answer_with(game.next)
            elif self.path == "/give_up":
                self._answer_with(game.give_up)
            elif self.path == "/done":
                self._answer(200, b"{}", "application/json")
                todo.put(None)
            else:
                self._refuse(404, "no such call")

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing: the terminal is the person's."""

        def _from_here(self) -> bool:
            name = self.headers.get("Host", "").rpartition(":")[0]
            if name not in (HOST, "localhost"):
                self._refuse(403, "for this machine only")
                return False
            return True

        def _answer_with(self, task: Callable[[], Any]) -> None:
            answer: Future[Any] = Future()
            todo.put((task, answer))
            try:
                content = answer.result(timeout=60)
            except ValueError as error:
                return self._refuse(400, str(error))
            except Exception as error:  # a fault of the simulator: the page says so and stays
                return self._refuse(500, f"{type(error).__name__}: {error}")
            self._answer(200, json.dumps(content).encode(), "application/json")

        def _refuse(self, status: int, reason: str) -> None:
            self._answer(status, json.dumps({"error": reason}).encode(), "application/json")

        def _answer(self, status: int, content: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(content)

    return Handler
