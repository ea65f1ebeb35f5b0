"""What heat does to colours: raw, cooking, done, burnt."""

from __future__ import annotations

from dataclasses import dataclass

from envs.assist.cook.drawing.pen import Colour, mixed

CHAR: Colour = (38, 30, 29)
"""What burnt food comes to."""
ASH: Colour = (112, 104, 100)
"""Edges of burnt food, which would be lost on a dark pan."""


@dataclass(frozen=True)
class Heat:
    """A state of food, as a function of its colours."""

    state: str = "raw"

    def __call__(self, raw: Colour, done: Colour | None = None) -> Colour:
        """The present colour of what is `raw` before and `done` (None: no other) when it is cooked."""
        done = raw if done is None else done
        if self.state == "burnt":
            return mixed(done, CHAR, 0.88)
        if self.state == "cooking":
            return mixed(raw, done, 0.45)
        return done if self.state == "done" else raw

    def edge(self, raw: Colour, done: Colour | None = None) -> Colour:
        """The outline of a shape of these colours."""
        if self.state == "burnt":
            return ASH
        return mixed(self(raw, done), (40, 18, 14), 0.55)

    @property
    def cooked(self) -> bool:
        """Whether heat has changed the shape too."""
        return self.state in ("done", "burnt")
