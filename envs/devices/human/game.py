"""Tasks that a person plays one after the other, each recorded as the Episode that a policy would have made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from envs.devices.tools import TOOLS
from envs.devices.world import DeviceWorld
from envs.environment import ReplyError
from envs.episode import Episode, Observation, Outcome, Task, ToolCall, Turn, save_episodes
from envs.images import ImageStore
from envs.reply import check_arguments, format_reply

POLICY = "human"


class Game:
    """Plays `tasks` in order and appends each ended episode to `folder`/episodes.jsonl, its pictures beside it.

    What the person sees is what a policy sees, and the budgets. Not safe for several threads: the world draws in
    the thread that made it.
    """

    def __init__(self, tasks: Sequence[Task], folder: Path, picture_size: int = 512) -> None:
        if not tasks:
            raise ValueError("no task to play")
        self.tasks = list(tasks)
        self.folder = folder
        self.store = ImageStore(folder / "images")
        self.world = DeviceWorld(self.store, picture_size)
        self.number = 0
        self._begin()

    @property
    def episode(self) -> Episode:
        """The present task's episode so far."""
        return Episode(self.tasks[self.number], tuple(self._turns), self._outcome, self._initial, policy=POLICY)

    @property
    def finished(self) -> bool:
        """Whether the last task has ended."""
        return self.number == len(self.tasks) - 1 and self._outcome is not None

    def act(self, name: Any, arguments: Any) -> dict[str, Any]:
        """Do one action and tell what is to be seen. ValueError for a call that no tool takes, and after the end."""
        if self._outcome is not None:
            raise ValueError("the task has ended")
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise ValueError("a call has a name and arguments")
        try:
            call = ToolCall(name, check_arguments(name, arguments, TOOLS))
        except ReplyError as error:
            raise ValueError(str(error)) from error
        step = self.world.step(call)
        self._turns.append(Turn(self._seen, format_reply("", None, call), step, call))
        self._seen, self._outcome = step.observation, step.outcome
        if self._outcome is not None:
            save_episodes(self.folder / "episodes.jsonl", [self.episode])
        return self.view()

    def next(self) -> dict[str, Any]:
        """Go on to the next task. ValueError while one runs, and after the last."""
        if self._outcome is None:
            raise ValueError("the task has not ended")
        if self.finished:
            raise ValueError("this was the last task")
        self.number += 1
        self._begin()
        return self.view()

    def give_up(self) -> dict[str, Any]:
        """End the present task as a failure. ValueError where nothing was done yet, and after the end."""
        if self._outcome is not None or not self._turns:
            raise ValueError("there is nothing to give up")
        self._outcome = Outcome.FAILURE
        save_episodes(self.folder / "episodes.jsonl", [self.episode])
        return self.view()

    def view(self) -> dict[str, Any]:
        """All that the page shows, JSON-plain."""
        state = self.world.state
        facts = dict(self._seen.facts)
        return {
            "task": self.number + 1,
            "tasks": len(self.tasks),
            "step": len(self._turns),
            "instruction": self._seen.instruction,
            "feedback": self._seen.feedback,
            "view": facts["View"],
            "views": facts["Views"].split(", "),
            "picture": self._seen.images[0],
            "budget": {"global": state.remaining_global, "local": state.remaining_local},
            "goals": {"done": state.goals_done, "total": len(self.world.objective.goals)},
            "outcome": None if self._outcome is None else str(self._outcome),
            "last": self.number == len(self.tasks) - 1,
        }

    def close(self) -> None:
        """Release the world. An episode that has not ended is not kept."""
        self.world.close()

    def _begin(self) -> None:
        self._turns: list[Turn] = []
        self._outcome: Outcome | None = None
        self._initial: Observation = self.world.reset(self.tasks[self.number])
        self._seen = self._initial
