"""What passes between the robot and the person: what both can see, a question, an answer (REAL 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class SharedContext:
    """What the person can see of the robot's work.

    seen: names of the things that were found and of the receptacles that were visited; parts (`cabinet_2.door`) count
    for their receptacle. marks: number -> object or body of a receptacle, of those in the robot's present picture; an
    object there must be in `seen` too. holding: the object in the gripper. settled: ids of the ambiguities that are
    cleared up. questions: those asked before this one, in order.
    """

    seen: tuple[str, ...] = ()
    marks: Mapping[int, str] = field(default_factory=dict)
    holding: str | None = None
    settled: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What the person says. settles: ids of the ambiguities that this answer clears up and none before it did."""

    text: str
    settles: tuple[str, ...] = ()


class SimulatedUser(Protocol):
    """The person who gave the instruction. An answer depends on its arguments and on what the user was made from."""

    def answer(self, question: str, context: SharedContext) -> Answer:
        """One or two short sentences. InfraError when the user's server fails."""
        ...
