"""A whole world in under 100 lines, for tests and as the README's example: touch the spot of the named colour.

The task's seed places coloured spots on a grey card; `touch` ends the episode on a hit, and five misses truncate it.
"""

from __future__ import annotations

import random
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StrictInt

from envs.environment import ReplyError, TaskError, ToolSpec
from envs.episode import Event, EventKind, Observation, Outcome, Step, Task, ToolCall
from envs.images import ImageStore

COLOURS = {"red": (220, 40, 40), "blue": (40, 70, 220), "green": (30, 160, 60), "yellow": (235, 200, 40)}
TRIES = 5


class Touch(BaseModel):
    """Arguments of `touch`."""

    model_config = ConfigDict(extra="forbid")
    coordinate: Annotated[list[StrictInt], Field(min_length=2, max_length=2)]


class SpotWorld:
    """Environment: one picture, one tool."""

    tools = (ToolSpec("touch", "Touch a point of the picture.", Touch),)

    def __init__(self, images: ImageStore | None = None, picture_size: int = 128) -> None:
        self.images = images or ImageStore(None)
        self.size = picture_size

    def reset(self, task: Task) -> Observation:
        """Draw the card. The task's `colour` must be one of COLOURS."""
        self.wanted = task.parameters.get("colour")
        if self.wanted not in COLOURS:
            raise TaskError(f"task {task.id}: colour: {self.wanted!r} is none of {', '.join(COLOURS)}")
        rng = random.Random(f"spots {task.seed}")
        cells = rng.sample([(i, j) for i in range(3) for j in range(3)], len(COLOURS))
        self.places = dict(zip(COLOURS, cells, strict=True))
        card = np.full((self.size, self.size, 3), 180, np.uint8)
        for colour, (i, j) in self.places.items():
            third = self.size // 3
            card[j * third + 8 : (j + 1) * third - 8, i * third + 8 : (i + 1) * third - 8] = COLOURS[colour]
        self.picture, self.tried = self.images.put(card), 0
        return self._look("")

    def step(self, call: ToolCall | ReplyError) -> Step:
        """A hit succeeds; everything else costs a try."""
        before, self.tried = str(self.tried), self.tried + 1
        event, outcome = self._judge(call)
        if outcome is None and self.tried == TRIES:
            outcome = Outcome.TRUNCATED
        done = int(outcome == Outcome.SUCCESS)
        info = {"distance_before": 1, "distance": 1 - done, "distance_bound": 1, "goals_done": done, "goals_total": 1}
        return Step(self._look(event.text), before, str(self.tried), (event,), outcome=outcome, info=info)

    def close(self) -> None:
        """Nothing to release."""

    def _judge(self, call: ToolCall | ReplyError) -> tuple[Event, Outcome | None]:
        if isinstance(call, ReplyError):
            return Event(EventKind.INVALID_REPLY, str(call)), None
        x, y = call.arguments["coordinate"]
        i, j = self.places[self.wanted]
        if i * 333 <= x < (i + 1) * 333 and j * 333 <= y < (j + 1) * 333:
            return Event(EventKind.TRANSITION, "Touched."), Outcome.SUCCESS
        return Event(EventKind.NULL, "Nothing there."), None

    def _look(self, feedback: str) -> Observation:
        return Observation(f"Touch the {self.wanted} spot.", feedback, images=(self.picture,))
