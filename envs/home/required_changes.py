"""What has to change between an initial and a goal graph (REAL 4.3): picks and places, openings, closings and ways.

Moving n objects gives 2n entries, `pick(mug_3)` and `place(mug_3, shelf_1)`; an object held at the start has no pick,
one held in the goal no place. Appended are the articulations, `open(cabinet_2)` and `close(cabinet_2)`, and the ways,
`reach(table_1)`. No name stands twice: what one receptacle is reached or opened for several times over is one entry.

Every entry says by `in_force(graph, at)` whether it holds now. That is a function of the present graph and place alone,
never of how one got there, which is what keeps loops from paying (see `Progress`). It goes on holding when what it was
for has been brought about: an opened fridge may be closed once the milk is out, and a table left once its mug is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from envs.home.graph import GraphError, WorldGraph


class RequiredChange(Protocol):
    """One entry. Frozen values, equal when they ask for the same."""

    @property
    def name(self) -> str:
        """How the entry is written; single among a task's entries."""
        ...

    def in_force(self, graph: WorldGraph, at: str | None) -> bool:
        """Whether the change, or what it was for, holds in `graph` with the robot at the receptacle `at`."""
        ...


@dataclass(frozen=True, slots=True)
class Move:
    """An object's way; None is the gripper."""

    object: str
    source: str | None
    destination: str | None

    def left(self, graph: WorldGraph) -> bool:
        """Whether the object is no longer where it was: in the gripper, or anywhere else."""
        return graph.where(self.object) != self.source

    def arrived(self, graph: WorldGraph) -> bool:
        """Whether the object is where it belongs."""
        return graph.where(self.object) == self.destination


@dataclass(frozen=True, slots=True)
class Pick:
    """The object has left its source; one that the goal holds must be in the gripper.

    Put down in a wrong place it has still left: to guess a destination must not cost more than the time. Put back it
    has not.
    """

    move: Move

    @property
    def name(self) -> str:
        return f"pick({self.move.object})"

    def in_force(self, graph: WorldGraph, at: str | None) -> bool:
        return self.move.arrived(graph) if self.move.destination is None else self.move.left(graph)


@dataclass(frozen=True, slots=True)
class Place:
    """The object is in its destination."""

    move: Move

    @property
    def name(self) -> str:
        return f"place({self.move.object}, {self.move.destination})"

    def in_force(self, graph: WorldGraph, at: str | None) -> bool:
        return self.move.arrived(graph)


@dataclass(frozen=True, slots=True)
class Turn:
    """The receptacle has been opened, or closed.

    leaving, arriving: the moves out of it and into it. wanted: whether the goal asks for this state; an opening that it
    does not ask for is for the moves' sake alone.
    """

    receptacle: str
    opened: bool
    wanted: bool
    leaving: tuple[Move, ...]
    arriving: tuple[Move, ...]

    @property
    def name(self) -> str:
        return f"{'open' if self.opened else 'close'}({self.receptacle})"

    def in_force(self, graph: WorldGraph, at: str | None) -> bool:
        so = graph.is_open(self.receptacle) == self.opened
        done = [*(move.left(graph) for move in self.leaving), *(move.arrived(graph) for move in self.arriving)]
        if not self.wanted:  # one move through it shows that it was opened; between two it may be closed
            return so or any(done)
        return so and (self.opened or all(done))  # closed before its moves are done it has to be opened again


@dataclass(frozen=True, slots=True)
class Reach:
    """The robot is at the receptacle with something to do there: with what it is to put down in its gripper, before
    what it is to pick up, or before what it is to open or close. Or one of these has been done.

    turned: whether the receptacle is to be opened (True) or closed (False) first; None for neither.
    """

    receptacle: str
    leaving: tuple[Move, ...]
    arriving: tuple[Move, ...]
    turned: bool | None

    @property
    def name(self) -> str:
        return f"reach({self.receptacle})"

    def in_force(self, graph: WorldGraph, at: str | None) -> bool:
        if any(move.left(graph) for move in self.leaving) or any(move.arrived(graph) for move in self.arriving):
            return True
        if self.turned is not None and graph.is_open(self.receptacle) == self.turned:
            return True
        if at != self.receptacle:
            return False
        return bool(self.leaving) or self.turned is not None or graph.held in {move.object for move in self.arriving}


def fulfils(graph: WorldGraph, goal: WorldGraph) -> bool:
    """Success: every object is where the goal has it, in the gripper included, and what `goal.opened` names is so."""
    places, opened = graph.places, dict(graph.opened)
    return all(name in places and places[name] == place for name, place in goal.places.items()) and all(
        opened.get(receptacle) == is_open for receptacle, is_open in goal.opened
    )


def required_changes(initial: WorldGraph, goal: WorldGraph) -> tuple[RequiredChange, ...]:
    """The entries: picks and places by object, then openings and closings, then ways, by receptacle.

    None is in force in `initial` before the robot has gone anywhere. GraphError when the two hold different objects, or
    the goal opens or closes what does neither.
    """
    check_goal(initial, goal)
    places = goal.places
    moves = tuple(Move(o, source, places[o]) for o, source in sorted(initial.places.items()) if places[o] != source)
    changes: list[RequiredChange] = []
    for move in moves:
        if move.source is not None:
            changes.append(Pick(move))
        if move.destination is not None:
            changes.append(Place(move))
    ways: list[RequiredChange] = []
    wanted = dict(goal.opened)
    receptacles = {place for move in moves for place in (move.source, move.destination) if place is not None}
    for receptacle in sorted(receptacles | set(wanted)):
        leaving = tuple(move for move in moves if move.source == receptacle)
        arriving = tuple(move for move in moves if move.destination == receptacle)
        was_open = initial.is_open(receptacle)
        goal_open = wanted.get(receptacle)
        turns = []
        if not was_open and (goal_open or leaving or arriving):
            turns.append(Turn(receptacle, True, goal_open is True, leaving, arriving))
        if goal_open is False and (was_open or turns):
            turns.append(Turn(receptacle, False, True, leaving, arriving))
        changes += turns
        if leaving or arriving or turns:
            ways.append(Reach(receptacle, leaving, arriving, turns[0].opened if turns else None))
    return (*changes, *ways)


def check_goal(initial: WorldGraph, goal: WorldGraph) -> None:
    """GraphError when the two hold different objects, or the goal opens or closes what does neither."""
    check_objects(initial, goal)
    for receptacle, _ in goal.opened:
        if receptacle not in dict(initial.opened):
            raise GraphError(f"open: {receptacle!r} does not open")


def check_objects(initial: WorldGraph, graph: WorldGraph) -> None:
    """GraphError naming the first object of one graph that the other lacks."""
    before, now = initial.places, graph.places
    for name in sorted(set(before) ^ set(now)):
        what = "is not among the initial graph's objects" if name in now else "has vanished"
        raise GraphError(f"contents: {name!r} {what}")


class Progress:
    """Which entries have come into force in an episode, each matched once.

    An entry is open until it first comes into force; then it is removed and counts as matched. When a matched one
    falls out of force again it is lost, and counts no more, ever. So over steps that lead from a graph and place back
    to the same, an entry open before has been neither matched nor lost, or both, and a matched one has stayed or
    been lost: matches less losses are at most 0, over any loop (tests/rewards/test_task_progress.py).
    """

    def __init__(self, changes: Sequence[RequiredChange], graph: WorldGraph, at: str | None = None) -> None:
        """Start in `graph` at `at`; what is in force already is removed unmatched."""
        self.total = len(changes)
        self._open = [change for change in changes if not change.in_force(graph, at)]
        self._matched: list[RequiredChange] = []

    @property
    def remaining(self) -> tuple[str, ...]:
        """Names of the open entries."""
        return tuple(change.name for change in self._open)

    def update(self, graph: WorldGraph, at: str | None) -> int:
        """Entries newly matched less entries newly lost, in -total to total."""
        lost = [change for change in self._matched if not change.in_force(graph, at)]
        matched = [change for change in self._open if change.in_force(graph, at)]
        self._open = [change for change in self._open if change not in matched]
        self._matched = [change for change in self._matched if change not in lost] + matched
        return len(matched) - len(lost)
