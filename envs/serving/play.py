"""One client's tasks, played one after the other in a world of its own, each recorded as the Episode of a policy.

A call goes the way of a model's reply: it is written by `format_reply` and read by `parse_reply`, so an invalid one
costs its turn and is told by the same words.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from envs.environment import Environment, InfraError, ReplyError, TaskError
from envs.episode import Episode, Json, Observation, Outcome, Task, ToolCall, Turn, save_episodes
from envs.images import ImageStore
from envs.reply import LARGEST_REPLY, format_reply, parse_reply

MOST_TURNS = 64
"""Turns after which a world without a budget truncates."""
BEGUN = "A task begins here. Your call was not carried out: look first."


class PlayError(ValueError):
    """A request that fits no moment of the play; it costs nothing."""


@dataclass(frozen=True)
class View:
    """What a client is shown: an observation with its pictures as PNG, and how the task stands.

    refused: whether the call was no valid one. note: what the client has to know besides.
    """

    number: int
    observation: Observation
    pictures: tuple[bytes, ...]
    outcome: Outcome | None = None
    refused: bool = False
    note: str = ""


class Recorder:
    """Appends ended episodes to `folder`/episodes.jsonl, their pictures beside it; safe for several threads."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._images = ImageStore(folder / "images") if folder is not None else None

    def save(self, episode: Episode, images: ImageStore) -> None:
        """Keep an episode, whose pictures are in `images`; without a folder nothing is kept."""
        if self.folder is None or self._images is None:
            return
        with self._lock:
            images.copy_to(self._images, episode.images)
            save_episodes(self.folder / "episodes.jsonl", [episode])


class Play:
    """Tasks of a list for one client. All calls must come from one thread, in which the world draws.

    make_world: a world that draws into the store it is given. task: the list. max_turns: bound in worlds without a
    budget.
    """

    def __init__(
        self,
        make_world: Callable[[ImageStore], Environment],
        task: Callable[[int], Task],
        recorder: Recorder,
        policy: str = "mcp",
        max_turns: int = MOST_TURNS,
    ) -> None:
        self._make_world, self._task_at, self._recorder = make_world, task, recorder
        self.policy, self.max_turns = policy, max_turns
        # On disk, since a session may see more pictures than memory should hold.
        self._folder = tempfile.TemporaryDirectory(prefix="apprentice_play_")
        self._images = ImageStore(self._folder.name)
        self._world: Environment | None = None
        self._number = -1
        self._task: Task | None = None
        self._outcome: Outcome | None = None
        self._turns: list[Turn] = []

    def begin(self, number: int | None = None) -> View:
        """Begin the task of this number, by default the next one, and show it.

        Without a number, a task in which nothing was done yet is shown again. One that was begun and has not ended is
        given up: a failure. PlayError for a number that is not in the list, TaskError for a task that the world cannot
        start, InfraError for a fault of the simulator.
        """
        if number is None and self._task is not None and self._outcome is None and not self._turns:
            return self._view()
        number = self._number + 1 if number is None else number
        try:
            task = self._task_at(number)
        except ValueError as error:
            raise PlayError(str(error)) from error
        if self._task is not None and self._outcome is None and self._turns:
            self._end(Outcome.FAILURE)
        self._number, self._task = number, None
        try:
            if self._world is None:
                self._world = self._make_world(self._images)
            self._seen = self._initial = self._world.reset(task)
        except TaskError:
            raise
        except Exception as error:  # whatever the simulator met, the client is not to blame
            raise InfraError(self._fault(task, None, error)) from error
        self._task, self._turns, self._outcome = task, [], None
        return self._view()

    def act(self, name: str, arguments: Mapping[str, Json], invalid: ReplyError | None = None) -> View:
        """Carry out a call. `invalid`: what was wrong with a reply that held none; it costs its turn all the same.

        Before the first task it begins that one and shows it instead. PlayError after the end of a task, InfraError
        for a fault of the simulator.
        """
        if self._number < 0:
            self.begin()
            return self._view(note=BEGUN)
        if self._task is None or self._world is None or self._outcome is not None:
            raise PlayError(f"task {self._number} has ended; the prompt `task` begins the next one")
        reply, read = self._read(name, arguments, invalid)
        try:
            step = self._world.step(read)
        except Exception as fault:
            raise InfraError(self._fault(self._task, self._initial, fault)) from fault
        call = read if isinstance(read, ToolCall) else None
        told = f"{read.kind}: {read}" if isinstance(read, ReplyError) else None
        self._turns.append(Turn(self._seen, reply, step, call, told))
        self._seen = step.observation
        outcome = step.outcome
        if outcome is None and len(self._turns) >= self.max_turns:
            outcome = Outcome.TRUNCATED
        if outcome is not None:
            self._end(outcome)
        return self._view(refused=call is None)

    def close(self) -> None:
        """Release the world. A task that was begun is kept as an episode without an outcome."""
        try:
            if self._task is not None and self._outcome is None and self._turns:
                self._end(None)
        finally:
            self._task = None
            self._close_world()
            self._folder.cleanup()

    def _read(
        self, name: str, arguments: Mapping[str, Json], invalid: ReplyError | None
    ) -> tuple[str, ToolCall | ReplyError]:
        """The call as a reply, read again as one: its text, and the call or what is wrong with it."""
        assert self._world is not None
        if invalid is not None:
            return "", invalid
        try:
            reply = format_reply("", None, ToolCall(name, arguments))
        except RecursionError:
            return "", ReplyError("not_json", "the arguments are nested too deeply")
        try:
            return reply, parse_reply(reply, self._world.tools, history_required=False).call
        except ReplyError as error:
            return reply[:LARGEST_REPLY], error

    def _view(self, refused: bool = False, note: str = "") -> View:
        pictures = tuple(self._images.read(name) for name in self._seen.images)
        return View(self._number, self._seen, pictures, self._outcome, refused, note)

    def _end(self, outcome: Outcome | None) -> None:
        assert self._task is not None
        self._outcome = outcome
        episode = Episode(self._task, tuple(self._turns), outcome, self._initial, policy=self.policy)
        self._recorder.save(episode, self._images)

    def _fault(self, task: Task, initial: Observation | None, error: Exception) -> str:
        """Record a fault of the simulator and throw the world away; the next task gets a new one."""
        reason = f"{type(error).__name__}: {error}"
        turns = tuple(self._turns) if initial is not None else ()
        self._task, self._outcome = None, Outcome.INFRA_ERROR
        self._close_world()
        self._recorder.save(Episode(task, turns, Outcome.INFRA_ERROR, initial, reason, self.policy), self._images)
        return reason

    def _close_world(self) -> None:
        world, self._world = self._world, None
        if world is not None:
            world.close()
