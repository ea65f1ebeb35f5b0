"""Keeps one simulator process at work: asks it one thing after the other, and replaces it when it hangs or dies.

The episode that the process was at when it was lost ends with an InfraError. The others are innocent. A world is a pure
function of its task and its calls, so each is rebuilt in the fresh process, when it is next asked for, by playing its
task and calls again; one that then answers otherwise than it did ends with an InfraError too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Literal

from envs.environment import InfraError, ReplyError
from envs.episode import Task, ToolCall
from envs.simulators.process import WorkerLost, WorkerProcess
from envs.simulators.simulators import Answer, WorldSeconds
from envs.simulators.wire import Advance, Release, Report, Request, Start, WorkerSetup

STARTUP = 120.0
"""Seconds that a process has to import its world."""
FULL = 0.8
"""Share of its memory from which a process takes no new episode."""
CLOSING = 1.0
"""Seconds that the present request has to end before the process is killed at `stop`."""

Answers = SimpleQueue[tuple[int, Answer, WorldSeconds] | Exception]
"""(serial, answer, what it took), from all keepers; an exception when a keeper has failed for good."""


@dataclass
class _Hosted:
    """An episode. calls: those that were answered, the last of them by `last`. alive: in the present process."""

    task: Task
    calls: list[ToolCall | ReplyError] = field(default_factory=list)
    last: Answer | None = None
    alive: bool = False


class Keeper(Thread):
    """A thread that owns one process. It ends with `stop`, or when a fresh process cannot start.

    seconds: the longest that one request may take. answers: where answers go.
    """

    def __init__(self, setup: WorkerSetup, seconds: float, answers: Answers) -> None:
        super().__init__(name="simulator-keeper", daemon=True)
        self.setup, self.seconds, self.answers = setup, seconds, answers
        self.resident_mb = 0.0
        """MiB that the process had in use at its last answer."""
        self._requests: SimpleQueue[Request | Literal["renew", "stop"]] = SimpleQueue()
        self._hosted: dict[int, _Hosted] = {}
        self._process: WorkerProcess | None = None
        self._stopping = False

    @property
    def full(self) -> bool:
        """Whether the process should take no new episode."""
        return self.resident_mb > FULL * self.setup.memory_mb

    @property
    def pid(self) -> int | None:
        """The present process's number."""
        return self._process.pid if self._process else None

    def ask(self, request: Request) -> None:
        """Queue a request; requests are answered in their order."""
        self._requests.put(request)

    def renew(self) -> None:
        """Replace the process when it has come to this; for one that hosts no episode any more."""
        self._requests.put("renew")

    def stop(self) -> None:
        """Ask the thread to end, without waiting for it."""
        self._stopping = True
        self._requests.put("stop")

    def finish(self) -> None:
        """Wait for the end after `stop`; what still works by then is killed."""
        self.join(CLOSING)
        while self.is_alive():
            if self._process is not None:
                self._process.kill()
            self.join(0.2)

    def run(self) -> None:
        """Serve until stopped."""
        try:
            self._begin()
            while (request := self._requests.get()) != "stop" and not self._stopping:
                if request == "renew":
                    self._renew()
                elif isinstance(request, Release):
                    self._release(request)
                else:
                    self._serve(request)
        except Exception as error:  # nothing that one episode could be blamed for
            if not self._stopping:
                self.answers.put(error)
        finally:
            if self._process is not None:
                self._process.end()

    def _begin(self) -> None:
        """Start a process in which no episode is alive yet."""
        for episode in self._hosted.values():
            episode.alive = False
        self._process = WorkerProcess(self.setup)
        limit = self.setup.memory_mb
        try:
            empty = self._process.ready(STARTUP).resident_mb
        except WorkerLost as lost:
            raise RuntimeError(f"a simulator process cannot start with memory_mb: {limit}: {lost}") from lost
        if empty > FULL * limit:
            raise RuntimeError(f"memory_mb: {limit} is too little: an empty process has {empty:.0f} in use")

    def _renew(self) -> None:
        assert self._process is not None
        self._process.end()
        self._begin()

    def _release(self, request: Release) -> None:
        episode = self._hosted.pop(request.serial, None)
        if episode is not None and episode.alive:
            self._tell(request)

    def _serve(self, request: Start | Advance) -> None:
        """Answer a request, and see to it that there is a sound process for the next."""
        serial = request.serial
        if isinstance(request, Start):
            self._hosted[serial] = _Hosted(request.task)
        episode, replayed, lost = self._hosted[serial], WorldSeconds(), False
        try:
            if isinstance(request, Advance) and not episode.alive:
                replayed = self._replay(serial, episode)
            report = self._call(request)
        except WorkerLost as error:
            report, lost = Report(InfraError(str(error)), WorldSeconds(), 0.0), True
        except InfraError as error:
            report = Report(error, WorldSeconds(), self.resident_mb)
        answer = report.answer
        assert answer is not None
        if isinstance(answer, InfraError):
            del self._hosted[serial]
        else:
            episode.alive, episode.last = True, answer
            if isinstance(request, Advance):
                episode.calls.append(request.call)
        self.resident_mb = report.resident_mb
        self.answers.put((serial, answer, replayed + report.seconds))
        if lost:
            self._begin()
        elif report.spent:
            self._renew()

    def _replay(self, serial: int, episode: _Hosted) -> WorldSeconds:
        """Rebuild an episode in the present process; InfraError where it does not come out as before."""
        report = self._call(Start(serial, episode.task))
        seconds = report.seconds
        for call in episode.calls:
            if isinstance(report.answer, InfraError):
                break
            report = self._call(Advance(serial, call))
            seconds += report.seconds
        if report.answer != episode.last:
            self._tell(Release(serial))
            raise InfraError(
                f"played again after its simulator's process was lost, the episode came out differently: "
                f"{report.answer!r:.200} instead of {episode.last!r:.200}"
            )
        return seconds

    def _call(self, request: Start | Advance) -> Report:
        assert self._process is not None
        return self._process.call(request, self.seconds)

    def _tell(self, request: Release) -> None:
        assert self._process is not None
        self._process.tell(request)
