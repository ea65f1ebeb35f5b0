"""The main module of a simulator process: `python -m envs.simulators.worker FD`, started by `WorkerProcess`.

It hosts many worlds of one recipe and answers requests in order. It ends with its parent: by the end of the socket,
and, where it hangs at that moment, by the kernel. Its memory is limited before the first world is made.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from multiprocessing.connection import Connection

from envs.environment import InfraError
from envs.images import ImageStore
from envs.simulators.local import LocalSimulators
from envs.simulators.simulators import Answer
from envs.simulators.wire import Release, Report, Request, Start, WorkerSetup

MIB = 2**20
_SET_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of prctl(2)."""


def main(descriptor: int) -> None:
    """Serve until the other end closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends its workers in order
    _die_with_parent()
    with contextlib.suppress(EOFError, ConnectionError), Connection(descriptor) as connection:
        setup: WorkerSetup = connection.recv()
        limit = setup.memory_mb * MIB
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        simulators = LocalSimulators(setup.recipe.maker(ImageStore(setup.images)))
        _ = simulators.tools  # a world that cannot be made is no episode's fault, and shows now
        connection.send(Report(None, simulators.take_seconds(), resident_mb()))
        try:
            while True:
                serve(connection.recv(), simulators, connection)
        finally:
            simulators.close()


def serve(request: Request, simulators: LocalSimulators, connection: Connection) -> None:
    """Carry out one request and answer it."""
    if isinstance(request, Release):
        simulators.release(request.serial)
        return
    if isinstance(request, Start):
        simulators.start(request.serial, request.task)
    else:
        simulators.step(request.serial, request.call)
    ((_, answer),) = simulators.collect()
    spent = out_of_memory(answer)
    if isinstance(answer, InfraError):
        answer = InfraError(str(answer))  # an error class of the world's own need not survive the way
    seconds = simulators.take_seconds()
    try:
        connection.send(Report(answer, seconds, resident_mb(), spent))
    except OSError:
        raise
    except Exception as error:  # an answer that cannot be sent
        simulators.release(request.serial)
        fault = InfraError(f"the world's answer cannot be sent: {type(error).__name__}: {error}")
        connection.send(Report(fault, seconds, resident_mb(), isinstance(error, MemoryError)))


def out_of_memory(answer: Answer) -> bool:
    """Whether a lack of memory is behind a fault."""
    error = answer if isinstance(answer, BaseException) else None
    while error is not None:
        if isinstance(error, MemoryError):
            return True
        error = error.__cause__
    return False


def resident_mb() -> float:
    """MiB of memory that this process has in use; 0 where there is no /proc, and only the limit itself holds."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MIB
    except OSError:
        return 0.0


def _die_with_parent() -> None:
    """Have the kernel kill this process when the thread that started it ends, whatever this one does then."""
    with contextlib.suppress(AttributeError, OSError):  # not Linux: the end of the socket must do
        ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]))
