"""One simulator process, seen from its parent. Every way of failing it has is a WorkerLost, and then it is dead."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from multiprocessing.connection import Connection

from envs.simulators.wire import Report, Request, WorkerSetup

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "LP_NUM_THREADS": "1"}
"""Environment of a process: it works for one episode at a time, and processes beside it want the other cores. The
last is of Mesa's software renderer.
"""
FAREWELL = 5.0
"""Seconds that a process has for closing its worlds."""


class WorkerLost(RuntimeError):
    """The process died, hung or cannot be understood; the message says which."""


class WorkerProcess:
    """Starts a process at once; `ready` waits for it. Of one thread, but for `kill`."""

    def __init__(self, setup: WorkerSetup) -> None:
        self.setup = setup
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "envs.simulators.worker", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": paths},
            )
        self._connection = Connection(ours.detach())

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def ready(self, seconds: float) -> Report:
        """Wait until the process can serve."""
        return self._exchange(self.setup, seconds)

    def call(self, request: Request, seconds: float) -> Report:
        """The answer to a request, if it comes within `seconds`."""
        return self._exchange(request, seconds)

    def tell(self, request: Request) -> None:
        """A request that has no answer; that the process is dead shows at the next call."""
        with contextlib.suppress(OSError):
            self._connection.send(request)

    def kill(self) -> None:
        """End the process now; also from another thread."""
        self._process.kill()

    def end(self) -> None:
        """Let the process close its worlds and end; kill it if it does not."""
        self._connection.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _exchange(self, message: object, seconds: float) -> Report:
        try:
            self._connection.send(message)
            if self._connection.poll(seconds):
                return self._connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerLost(f"the simulator's process died: {self._bury(1.0)}") from error
        except Exception as error:  # something that cannot be sent, or not be understood
            self._bury()
            raise WorkerLost(f"the simulator's process is not understood: {type(error).__name__}: {error}") from error
        self._bury()
        raise WorkerLost(f"the simulator did not answer within {seconds:g} s")

    def _bury(self, patience: float = 0.0) -> str:
        """See to it that it is dead; how it ended, by itself if it does so within `patience` seconds."""
        self._connection.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._process.kill()
        status = self._process.wait()
        return f"exit status {status}" if status >= 0 else signal.Signals(-status).name
